//! Pictures of worlds: shown by a key that changes with the file, added under a path the format knows, taken out to the
//! world's trash and put back. Rule kept here: a picture is what its bytes say, whatever its file is called.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use ficha_container::{Limits, picture};
use ficha_library::worlds::{WorldFolder, Worlds, Writing};
use ficha_world::{Ref, World, make_id};
use serde_json::{Value, json};

use crate::{ApiError, ErrorCode, pictures};

/// Keys that can be asked for at most; the oldest go first.
const KEYS: usize = 100_000;

/// Which picture of which world a key means.
#[derive(Default)]
pub(crate) struct WorldPictures(Mutex<Keys>);

#[derive(Default)]
struct Keys {
    places: BTreeMap<String, (PathBuf, String)>,
    order: std::collections::VecDeque<String>,
}

impl WorldPictures {
    /// What a picture is asked for by: like a hash, another one when the file changes. `None` when it is not there.
    pub fn key(&self, folder: &WorldFolder, path: &str) -> Option<String> {
        let change = folder.change_of(path)?;
        let named = format!("world picture\n{}\n{path}\n{}", folder.path().display(), change.mark);
        let key = ficha_library::sha256(named.as_bytes());
        let mut keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if keys.places.insert(key.clone(), (folder.path().to_owned(), path.to_owned())).is_none() {
            keys.order.push_back(key.clone());
            while keys.order.len() > KEYS {
                if let Some(oldest) = keys.order.pop_front() {
                    keys.places.remove(&oldest);
                }
            }
        }
        Some(key)
    }

    /// The bytes of a key.
    pub fn get(&self, worlds: &Worlds, key: &str) -> Option<Bytes> {
        let (folder, path) = self.0.lock().unwrap_or_else(PoisonError::into_inner).places.get(key).cloned()?;
        let bytes = worlds.at(&folder).ok()?.read(&path).ok().flatten()?;
        Some(bytes.into())
    }
}

/// What a picture is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Cover,
    Reference,
    Picture,
    Library,
}

impl Role {
    pub fn of(word: &str) -> Result<Role, ApiError> {
        match word {
            "cover" => Ok(Role::Cover),
            "reference" => Ok(Role::Reference),
            "picture" => Ok(Role::Picture),
            "library" | "" => Ok(Role::Library),
            other => Err(ApiError::new(ErrorCode::Usage, format!("A picture is not for {other:?}."))
                .hint("cover, reference, picture and library are known.")),
        }
    }

    fn word(self) -> &'static str {
        match self {
            Role::Cover => "cover",
            Role::Reference => "reference",
            Role::Picture => "picture",
            Role::Library => "library",
        }
    }
}

/// A picture to be added.
pub(crate) struct Adding<'a> {
    pub name: &'a str,
    pub bytes: &'a Bytes,
    pub of: Option<&'a Ref>,
    pub role: Role,
    pub at: &'a str,
}

/// Writes a picture and its record into the world in memory; the path it has now.
pub(crate) fn add(writing: &Writing, world: &mut World, adding: &Adding<'_>) -> Result<String, ApiError> {
    let Adding { name, bytes, of, role, at } = *adding;
    let header = picture::describe(bytes).filter(|header| ["png", "jpg", "webp", "gif"].contains(&header.extension));
    let header = header.ok_or_else(|| {
        ApiError::new(ErrorCode::Unsupported, format!("{name} is no picture a world can hold."))
            .hint("PNG, JPEG, WebP and GIF can be.")
    })?;
    picture::check_size(&header, &Limits::default())?;
    // Decoded once, so that a broken picture is refused now and not when somebody looks.
    pictures::check(bytes)?;
    if let Some(of) = of.filter(|of| !world.has(of)) {
        return Err(ApiError::new(ErrorCode::NotFound, format!("There is no {of} in this world.")));
    }
    let extension = header.extension;
    let path = match (role, of) {
        (Role::Cover, _) => {
            // The cover that was there stays in the trash: it may have another extension and so another name.
            let old: Vec<String> =
                world.pictures.iter().filter(|path| path.starts_with("images/cover.")).cloned().collect();
            take_out(writing, world, &old)?;
            format!("images/cover.{extension}")
        }
        (_, Some(of)) => free_path(world, &format!("images/{}/{}", of.folder, of.id), name, extension),
        (_, None) => free_path(world, "images/library", name, extension),
    };
    writing.write(&path, bytes)?;
    let (width, height) = header.size.unwrap_or((0, 0));
    let row = json!({
        "path": path, "role": role.word(), "of": of.map(ToString::to_string), "origin": "uploaded",
        "original_name": name.chars().take(255).collect::<String>(), "sha256": ficha_library::sha256(bytes),
        "width": width, "height": height, "added_at": at,
    });
    world.images.retain(|row| row.get("path").and_then(Value::as_str) != Some(&path));
    world.images.extend(row.as_object().cloned());
    world.pictures.insert(path.clone());
    if role == Role::Cover {
        world.info.insert("cover".to_owned(), json!(path));
    }
    Ok(path)
}

fn free_path(world: &World, folder: &str, name: &str, extension: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let is_taken = |id: &str| {
        let start = format!("{folder}/{id}.").to_lowercase();
        world.pictures.iter().any(|path| path.to_lowercase().starts_with(&start))
    };
    format!("{folder}/{}.{extension}", make_id(stem, "picture", &is_taken))
}

/// The file the records of pictures are kept in beside them, in the world's trash; no path of a world.
pub(crate) const RECORD: &str = "pictures.json";

/// Moves pictures to the world's trash, each with its record.
pub(crate) fn take_out(writing: &Writing, world: &mut World, paths: &[String]) -> Result<(), ApiError> {
    let Some(removed) = writing.remove_to_trash(paths, "deleted")? else { return Ok(()) };
    let gone = |row: &ficha_world::Doc| {
        row.get("path").and_then(Value::as_str).is_some_and(|path| removed.paths.iter().any(|gone| gone == path))
    };
    let records: Vec<Value> = world.images.iter().filter(|row| gone(row)).cloned().map(Value::Object).collect();
    if !records.is_empty() {
        let text = format!("{:#}\n", json!({ "images": records }));
        writing.write(&format!(".trash/{}/{RECORD}", removed.item), text.as_bytes())?;
    }
    world.images.retain(|row| !gone(row));
    for path in &removed.paths {
        world.pictures.remove(path);
    }
    Ok(())
}

/// Puts the picture that was taken out last under this path back, with its record.
pub(crate) fn put_back(writing: &Writing, world: &mut World, path: &str) -> Result<(), ApiError> {
    let items = writing.names(".trash")?;
    // Of two with one name the later one has the later time in it, or the higher number behind it.
    let age = |item: &&String| {
        let time = item.split('-').find(|part| part.ends_with('Z') && part.len() == 16).unwrap_or("").to_owned();
        let number = item.rsplit('-').next().and_then(|part| part.parse::<u64>().ok()).unwrap_or(0);
        (time, number)
    };
    let fitting = items.iter().filter(|item| writing.has(&format!(".trash/{item}/{path}")));
    let item = fitting.max_by_key(age).ok_or_else(|| {
        ApiError::new(ErrorCode::NotFound, format!("No picture {path} is in the trash of this world."))
    })?;
    put_back_from(writing, world, item, path)
}

/// Puts one picture of an item of the trash back, with its record; an item with nothing left goes.
pub(crate) fn put_back_from(writing: &Writing, world: &mut World, item: &str, path: &str) -> Result<(), ApiError> {
    if writing.has(path) {
        return Err(ApiError::new(ErrorCode::Conflict, format!("There is another picture at {path} now.")));
    }
    let inside = format!(".trash/{item}");
    let record = writing.read(&format!("{inside}/{RECORD}"))?;
    let record = record.and_then(|bytes| ficha_import::records::read_json(&bytes).ok()).unwrap_or_default();
    writing.rename(&format!("{inside}/{path}"), path)?;
    world.pictures.insert(path.to_owned());
    let rows = record.get("images").and_then(Value::as_array).into_iter().flatten();
    let own = rows.filter_map(Value::as_object).filter(|row| row.get("path").and_then(Value::as_str) == Some(path));
    world.images.extend(own.cloned());
    if writing.tree_below(&inside)?.keys().all(|left| left == RECORD) {
        writing.remove_folder(&inside)?;
    }
    Ok(())
}
