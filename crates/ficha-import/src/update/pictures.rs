//! Pictures of a world and of a newer card: which addresses are asked, how the answers join what is known, which of the
//! world's pictures were the older card's.
//!
//! Not here: the network. Whoever finishes an update hands in what fetches ([`FetchPictures`]).
//!
//! Rules kept: an address that is settled is not asked again; a picture whose address is gone stays; a picture that a
//! person put in place is never replaced.

use std::collections::BTreeSet;

use bytes::Bytes;
use ficha_container::picture::describe;
use ficha_convert::only_pixels;
use ficha_formats::media::sha256 as hash;
use ficha_library::worlds::WorldFolder;
use ficha_world::{Doc, ListFile, World};
use serde_json::Value;

use super::error::Result;
use crate::records::{Choices, PictureOutcome, Pictures};
use crate::run::record;

/// What came of fetching.
#[derive(Clone, Debug, Default)]
pub struct FetchedPictures {
    /// One item an address.
    pub record: Pictures,
    /// New files by their paths in the world.
    pub files: Vec<(String, Vec<u8>)>,
    /// Their rows of the index.
    pub rows: Vec<Doc>,
}

/// Fetches pictures from addresses.
pub trait FetchPictures {
    /// Fetches these; a failure is an outcome of its address and never stops the update.
    fn fetch(&self, addresses: &[String], world: &World) -> FetchedPictures;
}

/// The addresses of the newer card that are asked: those the older card lacked, and those whose record says that asking
/// again may help. Without a record the older card's addresses count as settled.
pub fn addresses_to_fetch(old: &[String], new: &[String], known: Option<&Pictures>) -> Vec<String> {
    let item = |address: &String| known.and_then(|known| known.items.iter().find(|item| item.address == *address));
    let asked = |address: &&String| match item(address) {
        Some(item) => item.may_pass,
        None => !old.contains(address),
    };
    new.iter().filter(asked).cloned().collect()
}

/// What is known of addresses, with newer answers in place of older ones.
pub fn merge_reports(known: Option<&Pictures>, new: &Pictures) -> Pictures {
    let Some(known) = known else { return new.clone() };
    let newer = |address: &str| new.items.iter().find(|item| item.address == address);
    let mut items: Vec<_> = known.items.iter().map(|item| newer(&item.address).unwrap_or(item).clone()).collect();
    let there: BTreeSet<&str> = known.items.iter().map(|item| item.address.as_str()).collect();
    items.extend(new.items.iter().filter(|item| !there.contains(item.address.as_str())).cloned());
    Pictures {
        started_at: new.started_at.clone(),
        finished_at: new.finished_at.clone(),
        items,
        extra: known.extra.clone(),
    }
}

/// The pictures in the world whose address the newer card no longer has.
pub fn dropped_from_the_card(known: &Pictures, new: &[String]) -> Vec<String> {
    let gone = known.items.iter().filter(|item| item.outcome == PictureOutcome::Saved && !new.contains(&item.address));
    gone.filter_map(|item| item.path.clone()).collect()
}

/// What finishing knows of the addresses.
pub(super) struct Fetched {
    /// What `pictures.json` says afterwards, when it changes.
    pub record: Option<Pictures>,
    /// New files.
    pub files: Vec<(String, Vec<u8>)>,
    /// Their rows of the index.
    pub rows: Vec<Doc>,
    /// Pictures whose address is gone.
    pub dropped: Vec<String>,
}

/// Asks the addresses that are to be asked, where the person's choices and the caller allow it.
pub(super) fn fetched(
    folder: &WorldFolder,
    old: &[String],
    new: &[String],
    choices: &Choices,
    fetch: Option<&dyn FetchPictures>,
    world: &World,
) -> Result<Fetched> {
    let known: Option<Pictures> = record(folder)?;
    let dropped = known.as_ref().map(|known| dropped_from_the_card(known, new)).unwrap_or_default();
    let asked = addresses_to_fetch(old, new, known.as_ref());
    match fetch.filter(|_| choices.pictures && !asked.is_empty()) {
        None => Ok(Fetched { record: None, files: Vec::new(), rows: Vec::new(), dropped }),
        Some(fetch) => {
            let FetchedPictures { record, files, rows } = fetch.fetch(&asked, world);
            Ok(Fetched { record: Some(merge_reports(known.as_ref(), &record)), files, rows, dropped })
        }
    }
}

/// The picture hash: SHA-256 of the pixels' chunks, whatever was written beside them.
pub(crate) fn picture_hash(png: &[u8]) -> String {
    hash(&only_pixels(&Bytes::copy_from_slice(png)))
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
