//! What a refused file would need: the value of a limit under which it would not have been refused by it.
//!
//! Told as far as the file states it or a walk over its structure tells it. Nothing is unpacked here, so of a text
//! that is only known by unpacking it the answer is `None`.

use crate::archive::{Archive, stated_entries};
use crate::error::Place;
use crate::limits::Limits;
use crate::png;
use crate::sniff::{Sniffed, sniff};

/// The value of the limit `name` that this file needs; `limits` are those it was refused under, `place` is where.
/// The sizes are those it declares: what it really holds is counted when it is read.
pub fn needed(bytes: &[u8], name: &str, place: &Place, limits: &Limits) -> Option<u64> {
    match name {
        "file-bytes" => Some(bytes.len() as u64),
        "zip-entries" => stated_entries(bytes),
        "zip-entry" => archive(bytes, limits)?.entries().iter().map(|entry| entry.size).max(),
        "zip-total" => {
            Some(archive(bytes, limits)?.entries().iter().fold(0_u64, |sum, entry| sum.saturating_add(entry.size)))
        }
        "json-bytes" => match (sniff(bytes), &place.entry) {
            (Sniffed::Text, _) => Some(bytes.len() as u64),
            (Sniffed::Zip | Sniffed::JpegZip, Some(name)) => archive(bytes, limits)?.find(name).map(|entry| entry.size),
            _ => None,
        },
        "png-chunks" => png::chunk_count(bytes),
        _ => None,
    }
}

/// The directory, with no regard to the sizes in it.
fn archive(bytes: &[u8], limits: &Limits) -> Option<Archive> {
    Archive::read(bytes, &Limits { zip_entry: usize::MAX, zip_total: usize::MAX, ..limits.clone() }).ok()
}
