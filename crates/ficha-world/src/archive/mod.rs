//! The archive a world travels in: a zip with a list of its files, and never anything of the card or the studio.
//!
//! `archive.json` comes first and lists every file with its size and hash; the world lies under `world/`, books and
//! presets it uses under `lorebooks/` and `presets/`. Writing the same world twice gives the same bytes. What a path may
//! be is decided here for both directions.

mod pack;
mod unpack;

pub use pack::{Companions, Packed, Packing, write};
pub use unpack::{ArchiveError, Manifest, Opened, Unpacked, limits, open, raised_limits, read};

use crate::id::is_valid_id;
use crate::schema::{LOREBOOK, LOREBOOK_ENTRY, Shape};
use crate::text::{Slot, is_language};
use crate::tree::{FileKind, kind_of};

/// The schema of `archive.json`.
pub const ARCHIVE_SCHEMA: &str = "ficha-world-archive/v1";
/// The name of the list of files.
pub const MANIFEST: &str = "archive.json";

/// Which part of an archive a path belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// A file of the world, by its path in it.
    World(&'a str),
    /// A file of a lorebook, by `<id>/...`.
    Lorebook(&'a str),
    /// A file of a preset, by `<id>/...`.
    Preset(&'a str),
}

/// The part a path of an archive belongs to; `None` for anything that is no part of the format.
pub fn part_of(path: &str) -> Option<Part<'_>> {
    let (folder, inner) = path.split_once('/')?;
    match folder {
        "world" => travels(inner).then_some(Part::World(inner)),
        "lorebooks" => book_shape(inner).map(|_| Part::Lorebook(inner)),
        "presets" => is_preset_file(inner).then_some(Part::Preset(inner)),
        _ => None,
    }
}

/// Whether a file of a world goes into an archive, by its path.
pub(crate) fn travels(path: &str) -> bool {
    let dotted = path.split('/').any(|segment| segment.starts_with('.'));
    !dotted
        && match kind_of(path) {
            FileKind::Info | FileKind::Document(_) | FileKind::List(_) | FileKind::Picture => true,
            FileKind::Prompt { slot, .. } => Slot::of(&slot).is_some(),
            FileKind::BadId(_) | FileKind::BadPicture | FileKind::Stray => false,
        }
}

/// The table of a file of a lorebook, by `<id>/...`.
pub fn book_shape(path: &str) -> Option<&'static Shape> {
    let segments: Vec<&str> = path.split('/').collect();
    match segments.as_slice() {
        [id, "lorebook.json"] if is_valid_id(id) => Some(&LOREBOOK),
        [id, "entries", file] if is_valid_id(id) => {
            file.strip_suffix(".json").filter(|entry| is_valid_id(entry)).map(|_| &LOREBOOK_ENTRY)
        }
        _ => None,
    }
}

/// Whether a path is a file of a preset, by `<id>/...`.
pub fn is_preset_file(path: &str) -> bool {
    let segments: Vec<&str> = path.split('/').collect();
    match segments.as_slice() {
        [id, "preset.json"] => is_valid_id(id),
        [id, "prompts", language, "roleplay", file] => {
            is_valid_id(id)
                && is_language(language)
                && file.strip_suffix(".md").is_some_and(|slot| Slot::of(slot).is_some())
        }
        _ => false,
    }
}
