//! Pictures of a world and of a newer card: asking for what is new, and which of the world's pictures were the older
//! card's.
//!
//! Not here: what may be asked and how ([`crate::pictures`]).
//!
//! Rules kept: nothing is asked unless the person chose so; a failure of the network never stops an update; a picture
//! that a person put in place is never replaced.

use std::collections::BTreeSet;

use ficha_container::picture::describe;
use ficha_formats::media::sha256 as hash;
use ficha_library::worlds::WorldFolder;
use ficha_world::{Doc, ListFile, World};
use serde_json::Value;

use super::act::Act;
use super::error::{Result, UpdateError};
use crate::pictures::{
    Saved, Wanted, addresses_to_fetch, candidates, dropped_from_the_card, fetch, merged, picture_hash,
};
use crate::records::{Pictures, Record};
use crate::run::{Outside, record};

/// What came of the addresses.
#[derive(Default)]
pub(super) struct Fetched {
    /// The rows of the index of new pictures.
    pub rows: Vec<Doc>,
    /// Pictures whose address is gone.
    pub dropped: Vec<String>,
}

/// Why fetching stopped.
enum Stopped {
    Update(UpdateError),
    /// The system cannot make connections at all.
    System,
}

impl From<std::io::Error> for Stopped {
    fn from(_: std::io::Error) -> Stopped {
        Stopped::System
    }
}

/// Asks the addresses that are to be asked, when the person wished it, and prepares what comes of it.
pub(super) fn fetched(
    act: &mut Act<'_>,
    folder: &WorldFolder,
    (old, new): (&Value, &Value),
    world: &World,
    ask: bool,
    outside: &Outside<'_>,
) -> Result<Fetched> {
    let (old, new) = (candidates(old), candidates(new));
    let known: Option<Pictures> = record(folder)?;
    let dropped = dropped_from_the_card(&new, known.as_ref());
    let mut rows = Vec::new();
    let addresses = addresses_to_fetch(&old, &new, known.as_ref());
    if !ask || addresses.is_empty() {
        return Ok(Fetched { rows, dropped });
    }
    let run = (outside.new_run)();
    let wanted = Wanted {
        addresses: &addresses,
        known: hashes(folder, world)?,
        taken: world.pictures.clone(),
        run: &run,
        now: outside.now,
        watch: outside.watch,
    };
    let mut keep = |saved: Saved| {
        act.put(&saved.path, &saved.bytes).map_err(Stopped::Update)?;
        rows.push(saved.record);
        Ok(())
    };
    match fetch(wanted, outside.pictures, &mut keep) {
        Ok(answers) => act.put(&format!(".import/{}", Pictures::FILE), &merged(known, answers).to_bytes())?,
        Err(Stopped::System) => {}
        Err(Stopped::Update(error)) => return Err(error),
    }
    Ok(Fetched { rows, dropped })
}

/// The hashes of the pictures that are there: the cards' own, the world's.
fn hashes(folder: &WorldFolder, world: &World) -> Result<BTreeSet<String>> {
    let cards = [".import/picture.png", ".import/update/picture.png"];
    let mut out = BTreeSet::new();
    for path in cards.into_iter().chain(world.pictures.iter().map(String::as_str)) {
        out.extend(folder.read(path)?.map(|bytes| picture_hash(&bytes)));
    }
    Ok(out)
}

/// A picture that becomes the newer card's.
pub(super) struct Replaced {
    /// Its path in the world.
    pub path: String,
    /// What stands there afterwards.
    pub bytes: Vec<u8>,
}

/// The pictures of a world that are still the older card's: the portrait the import made of it, and the cover when its
/// pixels are the older card's.
pub(super) fn replaced(
    folder: &WorldFolder,
    world: &World,
    old: Option<&[u8]>,
    new: Option<&[u8]>,
) -> Result<Vec<Replaced>> {
    let Some(new) = new else { return Ok(Vec::new()) };
    let old_hash = old.map(picture_hash);
    let cover = world.info.get("cover").and_then(Value::as_str);
    let says = |row: &Doc, key: &str, what: &str| row.get(key).and_then(Value::as_str) == Some(what);
    let is_portrait = |row: &Doc| {
        says(row, "role", "reference") && says(row, "origin", "uploaded") && says(row, "original_name", "picture.png")
    };
    let portraits = world.images.iter().filter(|row| is_portrait(row));
    let mut paths: Vec<(&str, bool)> =
        portraits.filter_map(|row| row.get("path").and_then(Value::as_str)).map(|path| (path, false)).collect();
    paths.extend(cover.map(|path| (path, true)));
    let mut out: Vec<Replaced> = Vec::new();
    for (path, is_cover) in paths {
        if !path.ends_with(".png") || out.iter().any(|known| known.path == path) {
            continue;
        }
        let Some(bytes) = folder.read(path)? else { continue };
        let untouched = !is_cover || Some(picture_hash(&bytes)) == old_hash;
        if untouched && bytes != new {
            out.push(Replaced { path: path.to_owned(), bytes: new.to_vec() });
        }
    }
    Ok(out)
}

/// `images/index.json` with what changed; none when nothing did.
pub(super) fn index(world: &World, replaced: &[Replaced], rows: &[Doc], now: &str) -> Option<Vec<u8>> {
    if replaced.is_empty() && rows.is_empty() {
        return None;
    }
    let mut world = World { images: world.images.clone(), ..World::default() };
    for picture in replaced {
        let is_it = |row: &&mut Doc| row.get("path").and_then(Value::as_str) == Some(&picture.path);
        for row in world.images.iter_mut().filter(is_it) {
            row.insert("sha256".to_owned(), Value::from(hash(&picture.bytes)));
            row.insert("added_at".to_owned(), Value::from(now));
            let size = describe(&picture.bytes).and_then(|header| header.size);
            let facts = [
                ("pixels", Some(Value::from(picture_hash(&picture.bytes)))),
                ("width", size.map(|(width, _)| Value::from(width))),
                ("height", size.map(|(_, height)| Value::from(height))),
            ];
            for (key, fact) in facts {
                // Only what the row says already is said anew.
                if let (true, Some(fact)) = (row.contains_key(key), fact) {
                    row.insert(key.to_owned(), fact);
                }
            }
        }
    }
    world.images.extend(rows.iter().cloned());
    world.file(ListFile::Images.path())
}
