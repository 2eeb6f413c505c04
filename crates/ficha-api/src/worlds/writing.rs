//! Writing a world: under its lock, from what is on the disk at that moment, answered with the whole check of what is
//! there afterwards. Rules kept here: what a person removes goes into the world's trash; `world.json` is written last.

use bytes::Bytes;
use ficha_library::worlds::{WorldFolder, Writing};
use ficha_world::edit::{Refused, Written, written};
use ficha_world::{Folder, Ref, World, make_id};
use serde_json::Value;

use super::pictures::{self, Adding, Role};
use super::{find, load, readiness, shown};
use crate::dto::WorldWritten;
use crate::{ApiError, ErrorCode, Studio};

/// Why a world is not written, as the shells see it.
pub(crate) fn refused(refused: &Refused) -> ApiError {
    let (code, hint) = match refused {
        Refused::Rejected(_) => (ErrorCode::Malformed, "`ficha world schema` prints what every document holds."),
        Refused::Unread(_) => (ErrorCode::CannotExpress, "Take these members out, or use those the schema names."),
        Refused::NoSuch(_) => (ErrorCode::NotFound, ""),
        Refused::BadName(..) => (ErrorCode::Usage, ""),
        Refused::Taken(..) => (ErrorCode::CannotExpress, "Choose another id."),
        Refused::OtherField(_) => (ErrorCode::Usage, ""),
        Refused::Damaged(_) => (ErrorCode::Malformed, "Remove the file first; it goes into the trash of the world."),
        Refused::Newer => (ErrorCode::Unsupported, "Open it with a newer version of Ficha."),
    };
    let text = refused.to_string();
    let message = if text.ends_with('.') { text } else { format!("{text}.") };
    let error = ApiError::new(code, message);
    if hint.is_empty() { error } else { error.hint(hint) }
}

/// The answer of a write.
pub(crate) fn answer(written: &Written, document: Option<String>, picture: Option<String>) -> WorldWritten {
    WorldWritten {
        document,
        picture,
        readiness: readiness(written.readiness),
        problems: written.problems.iter().map(shown).collect(),
    }
}

/// One write of a world that a person named: `edit` makes of the world of this moment what is to be written.
pub(crate) fn write(
    studio: &Studio,
    world: &str,
    edit: impl FnOnce(&World, &str) -> Result<Written, Refused>,
) -> Result<Written, ApiError> {
    let folder = find(studio, world)?;
    let writing = folder.lock(folder.all().wait())?;
    let loaded = load(&folder)?;
    let written = edit(&loaded.world, &folder.all().now()).map_err(|why| refused(&why))?;
    commit(&writing, &written)?;
    Ok(written)
}

/// Puts the files of an edit in their places.
pub(crate) fn commit(writing: &Writing, written: &Written) -> Result<(), ApiError> {
    writing.remove_to_trash(&written.remove, "deleted")?;
    let (info, rest): (Vec<_>, Vec<_>) = written.put.iter().partition(|(path, _)| path.as_str() == "world.json");
    for (path, bytes) in rest.into_iter().chain(info) {
        writing.write(path, bytes)?;
    }
    // A draft whose last problem went with this write is none any more.
    ficha_import::run::settle(writing, &writing.all().now())?;
    Ok(())
}

/// A new document; its id is made of its name.
pub(crate) fn create(studio: &Studio, world: &str, folder: Folder, doc: &Value) -> Result<(Ref, Written), ApiError> {
    let mut made = None;
    let written = write(studio, world, |world, _| {
        let at = free_ref(world, folder, doc.get(folder.name_key()).and_then(Value::as_str).unwrap_or(""));
        let written = ficha_world::edit::set_document(world, &at, doc);
        made = Some(at);
        written
    })?;
    let at = made.ok_or_else(|| ApiError::new(ErrorCode::Bug, "A document was written under no name."))?;
    Ok((at, written))
}

fn free_ref(world: &World, folder: Folder, name: &str) -> Ref {
    let keys: std::collections::BTreeSet<String> =
        world.folder(folder).map(|(id, _)| ficha_world::id_key(id)).collect();
    let damaged = |id: &str| {
        let path = Ref::new(folder, id).path();
        world.damaged.iter().any(|problem| problem.path() == path)
    };
    let is_taken = |id: &str| keys.contains(&ficha_world::id_key(id)) || damaged(id);
    Ref::new(folder, make_id(name, folder.kind_word(), &is_taken))
}

/// Makes somebody playable: the character named, else a new one of that name. Without a place of its own it starts
/// where new avatars do, else in the first place there is.
pub(crate) fn add_player(
    studio: &Studio,
    world: &str,
    character: Option<&Ref>,
    name: &str,
) -> Result<(Ref, Written), ApiError> {
    let mut made = None;
    let written = write(studio, world, |world, _| {
        let (at, mut doc) = match character {
            Some(at) => {
                let doc = world.documents.get(at).cloned();
                (at.clone(), doc.ok_or_else(|| Refused::NoSuch(at.to_string()))?)
            }
            None => {
                let at = free_ref(world, Folder::Characters, name);
                (at, [("name".to_owned(), Value::from(name))].into_iter().collect())
            }
        };
        doc.insert("playable".to_owned(), Value::Bool(true));
        let starts = doc.get("start").and_then(Value::as_str).is_some_and(|start| !start.is_empty());
        if let Some(start) = first_start(world).filter(|_| !starts) {
            doc.insert("start".to_owned(), Value::from(start));
        }
        let written = ficha_world::edit::set_document(world, &at, &Value::Object(doc));
        made = Some(at);
        written
    })?;
    let at = made.ok_or_else(|| ApiError::new(ErrorCode::Bug, "A character was written under no name."))?;
    Ok((at, written))
}

/// Where somebody new may begin.
fn first_start(world: &World) -> Option<String> {
    let has = |id: &str| world.has(&Ref::new(Folder::Places, id));
    let chosen = world.info.get("start_places").and_then(Value::as_array).into_iter().flatten();
    let chosen = chosen.filter_map(Value::as_str).find(|id| has(id)).map(str::to_owned);
    chosen.or_else(|| world.folder(Folder::Places).next().map(|(id, _)| id.to_owned()))
}

/// Adds a picture.
pub(crate) fn add_picture(
    studio: &Studio,
    world: &str,
    name: &str,
    bytes: &Bytes,
    of: Option<&Ref>,
    role: Role,
) -> Result<WorldWritten, ApiError> {
    with_pictures(studio, world, |folder, writing, world| {
        let at = folder.all().now();
        pictures::add(writing, world, &Adding { name, bytes, of, role, at: &at }).map(Some)
    })
}

/// Takes a picture out, into the world's trash.
pub(crate) fn remove_picture(studio: &Studio, world: &str, path: &str) -> Result<WorldWritten, ApiError> {
    with_pictures(studio, world, |_, writing, world| {
        if !world.pictures.contains(path) {
            return Err(ApiError::new(ErrorCode::NotFound, format!("There is no picture {path} in this world.")));
        }
        pictures::take_out(writing, world, &[path.to_owned()])?;
        Ok(None)
    })
}

/// Puts what was taken out together back: pictures with their records, everything else where it was. What came back.
pub(crate) fn put_back(studio: &Studio, world: &str, item: &str) -> Result<(Vec<String>, WorldWritten), ApiError> {
    let mut back = Vec::new();
    let written = with_pictures(studio, world, |folder, writing, world| {
        let inside = format!(".trash/{item}");
        if !ficha_library::worlds::is_folder_name(item) {
            return Err(ApiError::new(ErrorCode::NotFound, format!("There is no {item:?} in the trash.")));
        }
        if !folder.has(&format!("{inside}/{}", pictures::RECORD)) {
            back = writing.restore_from_trash(item)?;
            return Ok(None);
        }
        back = folder.tree_below(&inside)?.into_keys().filter(|path| path != pictures::RECORD).collect();
        for path in &back {
            pictures::put_back_from(writing, world, item, path)?;
        }
        Ok(back.first().cloned())
    })?;
    Ok((back, written))
}

/// Puts a picture back that was taken out.
pub(crate) fn restore_picture(studio: &Studio, world: &str, path: &str) -> Result<WorldWritten, ApiError> {
    with_pictures(studio, world, |_, writing, world| {
        pictures::put_back(writing, world, path)?;
        Ok(Some(path.to_owned()))
    })
}

fn with_pictures(
    studio: &Studio,
    world: &str,
    change: impl FnOnce(&WorldFolder, &Writing, &mut World) -> Result<Option<String>, ApiError>,
) -> Result<WorldWritten, ApiError> {
    let folder = find(studio, world)?;
    let writing = folder.lock(folder.all().wait())?;
    let loaded = load(&folder)?;
    if loaded.newer {
        return Err(refused(&Refused::Newer));
    }
    let mut after = loaded.world.clone();
    let index = ficha_world::ListFile::Images.path();
    if let Some(problem) = after.damaged.iter().find(|problem| problem.path() == index) {
        return Err(refused(&Refused::Damaged(problem.clone())));
    }
    let picture = change(&folder, &writing, &mut after)?;
    if after.info != loaded.world.info {
        after.info.insert("updated_at".to_owned(), Value::from(folder.all().now()));
    }
    let written = written(&loaded.world, after);
    commit(&writing, &written)?;
    Ok(answer(&written, None, picture))
}
