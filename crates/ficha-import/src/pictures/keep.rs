//! What a body is worth: a picture by its first bytes, large enough, of sane sides, and not there already.

use std::collections::BTreeSet;
use std::io::{Read as _, Seek as _};

use ficha_container::picture::{check_size, describe};
use ficha_container::{Limits, stripped};
use ficha_formats::media::sha256;
use ficha_world::{id_key, make_id};
use serde_json::{Map, Value, json};
use url::Url;

use super::ask::Body;
use crate::records::PictureOutcome;

/// The smallest picture that is kept, in bytes.
const SMALLEST: usize = 1_024;

/// A picture worth keeping.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// Its path in the world.
    pub path: String,
    /// The file as it was fetched.
    pub bytes: Vec<u8>,
    /// Its row of `images/index.json`.
    pub record: Map<String, Value>,
}

/// What is there: hashes of pictures and paths.
pub(super) struct Ground {
    pub known: BTreeSet<String>,
    pub taken: BTreeSet<String>,
}

/// The hash of a picture alone, whatever texts, times and camera data its file carries (W-327). A file that cannot be
/// walked along is hashed whole.
pub fn picture_hash(bytes: &[u8]) -> String {
    stripped(bytes).map_or_else(|| sha256(bytes), |alone| sha256(&alone))
}

/// A body as a picture, or what is wrong with it.
pub(super) fn judged(
    mut body: Body,
    address: &str,
    ground: &mut Ground,
    now: &dyn Fn() -> String,
) -> Result<Saved, PictureOutcome> {
    let mut bytes = Vec::new();
    body.file.rewind().map_err(|_| PictureOutcome::Failed)?;
    body.file.read_to_end(&mut bytes).map_err(|_| PictureOutcome::Failed)?;
    let picture = describe(&bytes).filter(|picture| matches!(picture.extension, "png" | "jpg" | "webp" | "gif"));
    let picture = picture.ok_or(PictureOutcome::NotImage)?;
    if bytes.len() < SMALLEST {
        return Err(PictureOutcome::TooSmall);
    }
    let (width, height) =
        picture.size.filter(|(width, height)| width.min(height) > &0).ok_or(PictureOutcome::NotImage)?;
    check_size(&picture, &Limits::default()).map_err(|_| PictureOutcome::TooLarge)?;
    let pixels = picture_hash(&bytes);
    if !ground.known.insert(pixels.clone()) {
        return Err(PictureOutcome::Copy);
    }
    let path = free_path(address, picture.extension, &mut ground.taken);
    let record = row_of(&path, address, &bytes, &pixels, (width, height), &now());
    Ok(Saved { path, bytes, record })
}

/// The row of `images/index.json` for a picture of an address that lies in the world; `None` when it is no picture.
pub fn row(path: &str, address: &str, bytes: &[u8], added_at: &str) -> Option<Map<String, Value>> {
    let sides = describe(bytes)?.size?;
    Some(row_of(path, address, bytes, &picture_hash(bytes), sides, added_at))
}

fn row_of(
    path: &str,
    address: &str,
    bytes: &[u8],
    pixels: &str,
    (width, height): (u32, u32),
    added_at: &str,
) -> Map<String, Value> {
    let record = json!({
        "path": path, "role": "library", "origin": "card-address", "address": address, "sha256": sha256(bytes),
        "pixels": pixels, "width": width, "height": height, "added_at": added_at,
    });
    record.as_object().cloned().unwrap_or_default()
}

/// `images/library/<name>.<ext>`, named by the last part of the address.
fn free_path(address: &str, extension: &str, taken: &mut BTreeSet<String>) -> String {
    let url = Url::parse(address).ok();
    let last =
        url.as_ref().and_then(|url| url.path_segments()).and_then(|mut parts| parts.next_back()).unwrap_or_default();
    let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
    let name = percent_encoding::percent_decode_str(stem).decode_utf8_lossy();
    let path = |id: &str| format!("images/library/{id}.{extension}");
    let id = make_id(&name, "picture", &|key| taken.iter().any(|other| id_key(other) == id_key(&path(key))));
    let path = path(&id);
    taken.insert(path.clone());
    path
}
