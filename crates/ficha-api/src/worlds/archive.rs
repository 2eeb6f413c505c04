//! Worlds as files that travel: packed without anything of the card or the studio, unpacked beside the library and put
//! in place whole. Rules kept here: nothing of a refused archive stays; a large one is unpacked file by file; a book or
//! preset that came along is taken over once and never replaces another.

use std::collections::BTreeMap;

use ficha_container::Limits;
use ficha_library::worlds::{WorldFolder, Worlds};
use ficha_world::archive::{self, ArchiveError, Companions, Opened, Packed, Packing, Part};
use ficha_world::{Held, edit, id_key};
use serde_json::Value;

use super::{load, tree_of};
use crate::{ApiError, ErrorCode, Studio};

/// The limits an archive is opened under.
pub(crate) fn limits(raised: bool) -> Limits {
    if raised { archive::raised_limits() } else { archive::limits() }
}

/// The archive of a world.
pub(crate) fn pack(studio: &Studio, folder: &WorldFolder, companions: bool) -> Result<Packed, ApiError> {
    let mut tree = tree_of(folder)?;
    for (path, held) in &mut tree {
        if matches!(held, Held::Picture { .. })
            && let Some(bytes) = folder.read(path)?
        {
            *held = Held::Bytes(bytes);
        }
    }
    let with = if companions { companions_of(studio, folder)? } else { Companions::default() };
    let app = concat!("Ficha ", env!("CARGO_PKG_VERSION"));
    Ok(archive::write(&tree, &with, &Packing { id: folder.id(), app })?)
}

/// The books and the preset a world names, those that are here.
fn companions_of(studio: &Studio, folder: &WorldFolder) -> Result<Companions, ApiError> {
    let library = studio.library();
    let info = load(folder)?.world.info;
    let mut with = Companions::default();
    for id in info.get("lorebooks").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
        take_along(&library.world_books(), id, &mut with.lorebooks)?;
    }
    if let Some(id) = info.get("preset").and_then(Value::as_str) {
        take_along(&library.world_presets(), id, &mut with.presets)?;
    }
    Ok(with)
}

fn take_along(all: &Worlds, id: &str, into: &mut BTreeMap<String, Vec<u8>>) -> Result<(), ApiError> {
    // One that is not here cannot go along, and the check of the world says so where it matters.
    let Ok(folder) = all.open(id) else { return Ok(()) };
    for path in folder.tree()?.into_keys() {
        if let Some(bytes) = folder.read(&path)? {
            into.insert(format!("{id}/{path}"), bytes);
        }
    }
    Ok(())
}

/// Takes an archive in. The world's folder, and what was passed over.
pub(crate) fn unpack(studio: &Studio, zip: &[u8], limits: &Limits) -> Result<(WorldFolder, Vec<String>), ApiError> {
    let library = studio.library();
    let opened = archive::open(zip, limits).map_err(|error| refused(error, zip, limits))?;
    let worlds = library.worlds();
    let new = worlds.begin()?;
    let (mut books, mut presets) = (BTreeMap::new(), BTreeMap::new());
    for path in opened.paths() {
        match archive::part_of(path) {
            Some(Part::World(inner)) => {
                let streamed = new.put_pieces(inner, |sink| opened.stream(zip, path, sink))?;
                streamed.map_err(|error| refused(error, zip, limits))?;
            }
            Some(Part::Lorebook(inner)) => {
                books.insert(inner.to_owned(), content(&opened, zip, path, limits)?);
            }
            Some(Part::Preset(inner)) => {
                presets.insert(inner.to_owned(), content(&opened, zip, path, limits)?);
            }
            None => {}
        }
    }
    if !new.folder().has("world.json") {
        return Err(ApiError::new(ErrorCode::Malformed, "The archive has no world/world.json."));
    }
    let books = settle(&library.world_books(), books)?;
    let presets = settle(&library.world_presets(), presets)?;
    let folder = new.place_as(&opened.manifest.world)?;
    point_at(&folder, &books, &presets)?;
    Ok((folder, opened.skipped))
}

fn content(opened: &Opened, zip: &[u8], path: &str, limits: &Limits) -> Result<Vec<u8>, ApiError> {
    let mut bytes = Vec::new();
    opened
        .stream(zip, path, &mut |piece| bytes.extend_from_slice(piece))
        .map_err(|error| refused(error, zip, limits))?;
    Ok(bytes)
}

fn refused(error: ArchiveError, zip: &[u8], limits: &Limits) -> ApiError {
    match error {
        ArchiveError::Container(error) => ApiError::from(error).needing(zip, limits),
        ArchiveError::Newer(_) => {
            ApiError::new(ErrorCode::Unsupported, format!("{error}.")).hint("Open it with a newer version of Ficha.")
        }
        other => ApiError::new(ErrorCode::Malformed, format!("{other}.")),
    }
}

/// Takes over the folders that came along, each whole: one that is here with the same files is used, one with a taken
/// name gets a number. What each is called here.
fn settle(all: &Worlds, files: BTreeMap<String, Vec<u8>>) -> Result<BTreeMap<String, String>, ApiError> {
    let mut folders: BTreeMap<String, Vec<(String, Vec<u8>)>> = BTreeMap::new();
    for (path, bytes) in files {
        if let Some((id, inner)) = path.split_once('/') {
            folders.entry(id.to_owned()).or_default().push((inner.to_owned(), bytes));
        }
    }
    let mut called = BTreeMap::new();
    for (id, files) in folders {
        let same = all.open(&id).is_ok_and(|folder| {
            files.iter().all(|(path, bytes)| folder.read(path).is_ok_and(|there| there.as_ref() == Some(bytes)))
        });
        let here = if same { id.clone() } else { all.create(&id, &files)?.id().to_owned() };
        called.insert(id, here);
    }
    Ok(called)
}

/// Lets the world name its books and its preset as they are called here.
fn point_at(
    folder: &WorldFolder,
    books: &BTreeMap<String, String>,
    presets: &BTreeMap<String, String>,
) -> Result<(), ApiError> {
    if books.iter().chain(presets).all(|(there, here)| id_key(there) == id_key(here)) {
        return Ok(());
    }
    let writing = folder.lock(folder.all().wait())?;
    let now = folder.all().now();
    let renamed = |value: &Value, names: &BTreeMap<String, String>| {
        let here = value.as_str().and_then(|there| names.get(there));
        here.map_or_else(|| value.clone(), |here| Value::from(here.as_str()))
    };
    for (field, names) in [("lorebooks", books), ("preset", presets)] {
        let world = load(folder)?.world;
        let Some(value) = world.info.get(field) else { continue };
        let value = match value {
            Value::Array(items) => items.iter().map(|item| renamed(item, names)).collect(),
            one => renamed(one, names),
        };
        // A world another program broke keeps what it says; it is opened whatever its state.
        if let Ok(written) = edit::set_own(&world, field, &value, &now) {
            super::writing::commit(&writing, &written)?;
        }
    }
    Ok(())
}
