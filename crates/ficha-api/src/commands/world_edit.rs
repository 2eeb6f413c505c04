//! Writing a world: documents, rows of its list files, its own facts, prompts, pictures. Each answers with what is wrong
//! with the whole world afterwards, which is advice; refused is only what the document's own table rejects and a member
//! nobody reads.

use std::path::Path;

use bytes::Bytes;
use ficha_container::Limits;
use ficha_world::edit;
use ficha_world::{Folder, ListFile};
use serde_json::Value;

use crate::dto::{Json, WorldRemoved, WorldWritten};
use crate::worlds::pictures::{RECORD, Role};
use crate::worlds::writing::{self, answer, write};
use crate::worlds::{find, load, readiness, reference, shown};
use crate::{ApiError, ErrorCode, Studio, disk};

/// Creates or replaces a document.
///
/// # Errors
/// `malformed` or `cannot-express` with the reason when it is refused; `not-found`, `busy`, `io`.
pub fn set(studio: &Studio, world: String, document: String, doc: Json) -> Result<WorldWritten, ApiError> {
    let at = reference(&document)?;
    let doc = doc.value()?;
    let written = write(studio, &world, |world, _| edit::set_document(world, &at, &doc))?;
    Ok(answer(&written, Some(at.to_string()), None))
}

/// Makes a document in a folder; its id is made of its name.
///
/// # Errors
/// As `set`; `usage` for a folder that is none.
pub fn create(studio: &Studio, world: String, folder: String, doc: Json) -> Result<WorldWritten, ApiError> {
    let folder = Folder::of(&folder).ok_or_else(|| {
        ApiError::new(ErrorCode::Usage, format!("{folder:?} is no folder of documents."))
            .hint("The folders are characters, places, factions, things, lore and plots.")
    })?;
    let (at, written) = writing::create(studio, &world, folder, &doc.value()?)?;
    Ok(answer(&written, Some(at.to_string()), None))
}

/// Takes a document, or a file that cannot be read, out into the world's trash. What names it is left as it is.
///
/// # Errors
/// `not-found`, `busy`, `io`.
pub fn remove(studio: &Studio, world: String, document: String) -> Result<WorldWritten, ApiError> {
    // A file that is no document is named by its path, as the world shows it.
    let written = match reference(&document) {
        Ok(at) => write(studio, &world, |world, _| edit::remove_document(world, &at))?,
        Err(error) => {
            if !document.contains('.') {
                return Err(error);
            }
            write(studio, &world, |world, _| edit::remove_damaged(world, &document))?
        }
    };
    Ok(answer(&written, Some(document), None))
}

/// Makes somebody playable: the character named, else a new one with this name; who has no place starts where new
/// avatars do.
///
/// # Errors
/// As `set`; `usage` with neither.
pub fn player(
    studio: &Studio,
    world: String,
    document: Option<String>,
    name: Option<String>,
) -> Result<WorldWritten, ApiError> {
    let at = document.as_deref().map(reference).transpose()?;
    let name = name.unwrap_or_default();
    if at.is_none() && name.trim().is_empty() {
        return Err(ApiError::new(ErrorCode::Usage, "Name a character, or a name for a new one."));
    }
    if at.as_ref().is_some_and(|at| at.folder != Folder::Characters) {
        return Err(ApiError::new(ErrorCode::Usage, "Only a character can be played."));
    }
    let (at, written) = writing::add_player(studio, &world, at.as_ref(), name.trim())?;
    Ok(answer(&written, Some(at.to_string()), None))
}

/// Puts rows in the place of those of a list file.
///
/// # Errors
/// As `set`; `usage` for a file that holds no rows.
pub fn rows(studio: &Studio, world: String, file: String, rows: Json) -> Result<WorldWritten, ApiError> {
    let list = ListFile::at(&file)
        .or_else(|| ListFile::ALL.into_iter().find(|list| list.key() == file))
        .filter(|list| *list != ListFile::Images)
        .ok_or_else(|| {
            ApiError::new(ErrorCode::Usage, format!("{file:?} holds no rows."))
                .hint("relationships.json, variables.json, commands.json and triggers.json do.")
        })?;
    let rows = rows.value()?;
    let written = write(studio, &world, |world, _| edit::set_list(world, list, &rows))?;
    Ok(answer(&written, None, None))
}

/// Changes facts of `world.json`; `null` takes one away. Name, preset, lorebooks, sampling and tools have commands of
/// their own.
///
/// # Errors
/// `usage` for another field; as `set`.
pub fn info(studio: &Studio, world: String, changes: Json) -> Result<WorldWritten, ApiError> {
    let Value::Object(changes) = changes.value()? else {
        return Err(ApiError::new(ErrorCode::Usage, "The changes are a map of fields."));
    };
    let written = write(studio, &world, |world, now| edit::set_info(world, &changes, now)).map_err(naming_fields)?;
    Ok(answer(&written, None, None))
}

fn naming_fields(error: ApiError) -> ApiError {
    if error.code == ErrorCode::Usage && error.hint.is_none() {
        return error.hint(format!("{} can be changed here.", ficha_world::schema::WORLD_INFO_FIELDS.join(", ")));
    }
    error
}

/// Gives a world another name; its folder keeps its own.
///
/// # Errors
/// As `set`.
pub fn rename(studio: &Studio, world: String, name: String) -> Result<WorldWritten, ApiError> {
    own(studio, &world, "name", &Value::from(name.trim()))
}

/// Changes what `world.json` says of the world's preset, lorebooks, sampling, tools or decisions; `null` takes it away.
///
/// # Errors
/// As `set`; `usage` for another field.
pub fn own_field(studio: &Studio, world: String, field: String, value: Json) -> Result<WorldWritten, ApiError> {
    own(studio, &world, &field, &value.value()?)
}

fn own(studio: &Studio, world: &str, field: &str, value: &Value) -> Result<WorldWritten, ApiError> {
    let written = write(studio, world, |world, now| edit::set_own(world, field, value, now))?;
    Ok(answer(&written, None, None))
}

/// Writes one of the world's own prompts; an empty text takes it away.
///
/// # Errors
/// As `set`; `usage` for a language or slot that is none.
pub fn prompt(
    studio: &Studio,
    world: String,
    language: String,
    slot: String,
    text: String,
) -> Result<WorldWritten, ApiError> {
    let written = write(studio, &world, |world, _| edit::set_prompt(world, &language, &slot, &text))?;
    Ok(answer(&written, None, None))
}

/// What was taken out of a world and lies in its trash, the newest first.
///
/// # Errors
/// `not-found`, `io`.
pub fn removed(studio: &Studio, world: String) -> Result<Vec<WorldRemoved>, ApiError> {
    let folder = find(studio, &world)?;
    let mut rows = Vec::new();
    for item in folder.names(".trash")? {
        let files: Vec<String> =
            folder.tree_below(&format!(".trash/{item}"))?.into_keys().filter(|path| path != RECORD).collect();
        if !files.is_empty() {
            rows.push(WorldRemoved { item, files });
        }
    }
    rows.sort_by_cached_key(|row| row.item.rsplit('-').find(|part| part.ends_with('Z')).unwrap_or("").to_owned());
    rows.reverse();
    Ok(rows)
}

/// Puts what was taken out together back into its places.
///
/// # Errors
/// `not-found`; `cannot-express` when another file is in one of the places; `busy`, `io`.
pub fn put_back(studio: &Studio, world: String, item: String) -> Result<WorldWritten, ApiError> {
    let (paths, written) = writing::put_back(studio, &world, &item)?;
    // What came back was not there when the world was read for writing.
    let loaded = load(&find(studio, &world)?)?;
    let document = paths.iter().find_map(|path| match ficha_world::kind_of(path) {
        ficha_world::FileKind::Document(at) => Some(at.to_string()),
        _ => None,
    });
    Ok(WorldWritten {
        document,
        readiness: readiness(loaded.readiness),
        problems: loaded.problems.iter().map(shown).collect(),
        ..written
    })
}

/// Adds a picture file of the disk: the cover of the world, of a document, or of nothing in particular.
///
/// # Errors
/// `unsupported`, `malformed` or `limit`: why it is no picture; `not-found`, `usage`, `busy`, `io`.
pub fn picture_add(
    studio: &Studio,
    world: String,
    path: String,
    of: Option<String>,
    role: String,
) -> Result<WorldWritten, ApiError> {
    let path = Path::new(&path);
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    picture_take(studio, &world, &name, &disk::read(path, &Limits::default())?, of.as_deref(), &role)
}

/// The same with bytes that are at hand.
///
/// # Errors
/// As for a file.
pub fn picture_take(
    studio: &Studio,
    world: &str,
    name: &str,
    bytes: &Bytes,
    of: Option<&str>,
    role: &str,
) -> Result<WorldWritten, ApiError> {
    let of = of.filter(|of| !of.is_empty()).map(reference).transpose()?;
    writing::add_picture(studio, world, name, bytes, of.as_ref(), Role::of(role)?)
}

/// Takes a picture out into the world's trash.
///
/// # Errors
/// `not-found`, `busy`, `io`.
pub fn picture_remove(studio: &Studio, world: String, picture: String) -> Result<WorldWritten, ApiError> {
    writing::remove_picture(studio, &world, &picture)
}

/// Puts a picture back that was taken out.
///
/// # Errors
/// `not-found`; `conflict` when another picture is in its place; `busy`, `io`.
pub fn picture_restore(studio: &Studio, world: String, picture: String) -> Result<WorldWritten, ApiError> {
    writing::restore_picture(studio, &world, &picture)
}
