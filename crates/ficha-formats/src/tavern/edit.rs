//! The changes an edited character makes in one payload, root mirrors included.

use ficha_json::{Document, Node};
use serde_json::Value;

use super::card::mirrors;
use super::layout::{Layout, Shape};
use super::lineage::Lineage;
use super::{book, depth_prompt};
use crate::format::Variant;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{self, State, Writes, at, state};

/// A payload about to be changed.
pub(crate) struct Target<'a> {
    /// As it came.
    pub raw: &'a Document,
    /// With native edits.
    pub document: &'a Document,
    /// Where its fields are.
    pub layout: &'a Layout,
    /// Whether it is the second card chunk of a PNG, which takes only what its own version knows.
    pub second: bool,
}

/// What becomes of the book of a payload.
pub(crate) enum BookChange<'a> {
    /// Its text is not touched.
    Untouched,
    /// It goes.
    Removed,
    /// It was edited.
    Edited {
        /// What the wire decodes to.
        before: &'a Value,
        /// What it is to say.
        after: &'a Value,
        /// `lorebook/id`, for reasons.
        address: String,
    },
    /// Another text takes its place, word for word.
    Text(String),
    /// A book made anew takes its place.
    Fresh(Value),
}

/// The changes between two bodies in a payload, its book aside.
pub(crate) fn fields(
    lineage: &Lineage,
    before: &Value,
    after: &Value,
    target: &Target<'_>,
    notes: &mut Notes,
) -> Writes {
    let mut writes = Writes::default();
    let find = |key: &str| target.layout.find(target.document, key);
    let locate = |key: &str| target.layout.write_at(target.document, key);
    let own = target.layout.variant();
    let rows = lineage.mapped().filter(|row| !target.second || row.since <= own || find(row.key).is_some());
    overlay::overlay(rows, before, after, &find, &locate, notes, &mut writes);
    for part in lineage.parts {
        (part.overlay)(before, after, target, notes, &mut writes);
    }
    writes
}

/// The oldest version that has a place for every field that changed.
pub(crate) fn version_needed(
    lineage: &Lineage,
    before: &Value,
    after: &Value,
    document: &Document,
    layout: &Layout,
) -> Variant {
    let own = layout.variant();
    let flat_later = layout.shape == Shape::Flat;
    let changed = lineage.mapped().filter(|row| {
        state(at(before, row.path), at(after, row.path)) == State::Changed && layout.find(document, row.key).is_none()
    });
    let mut needed = changed.map(|row| row.since).max().unwrap_or(Variant::V1);
    let injections = "prompts.depthInjections";
    if state(at(before, injections), at(after, injections)) == State::Changed
        && layout.find(document, depth_prompt::KEY).is_none()
    {
        needed = needed.max(Variant::V2);
    }
    let assets = "media.assets";
    if state(at(before, assets), at(after, assets)) == State::Changed {
        needed = needed.max(Variant::V3);
    }
    // A flat card holds every key of V2 without saying so.
    if flat_later && needed == Variant::V2 { own } else { needed.max(own) }
}

/// Puts the change of the book into the changes; a text that is taken word for word is given back with its pointer.
pub(crate) fn book(
    change: &BookChange<'_>,
    target: &Target<'_>,
    notes: &mut Notes,
    writes: &mut Writes,
) -> Option<(String, String)> {
    let found = book::find(target.document, target.layout);
    let own_place = || target.layout.locate("/data/character_book");
    let pointer = found.as_ref().map_or_else(own_place, |(_, pointer)| pointer.clone());
    match change {
        BookChange::Untouched => None,
        BookChange::Removed => {
            if found.is_some() {
                writes.remove(pointer);
            }
            None
        }
        BookChange::Edited { before, after, address } => {
            let (node, pointer) = found?;
            let own;
            let mut before = *before;
            // A second copy that has other rows is compared with what it says itself.
            if target.second && rows(node) != before.get("entries").and_then(Value::as_array).map_or(0, Vec::len) {
                own = book::decode_quietly(node);
                before = &own;
            }
            let mut silent = Notes::new();
            let notes = if target.second { &mut silent } else { notes };
            let book = book::Target { wire: Some(node), at: &pointer, address: Some(address) };
            book::overlay(before, after, &book, notes, writes);
            None
        }
        BookChange::Text(text) => Some((pointer, text.clone())),
        BookChange::Fresh(value) => {
            writes.set(pointer, value.clone());
            None
        }
    }
}

fn rows(book: Node<'_>) -> usize {
    book.get("entries").map_or(0, Node::len)
}

/// Adds what root copies of `data` keys need to follow: those that were there and equal before, nothing else.
pub(crate) fn follow_mirrors(target: &Target<'_>, writes: &mut Writes, notes: &mut Notes) {
    let pairs = mirrors(target.raw, target.layout);
    if pairs.is_empty() {
        return;
    }
    let mut followed = Writes::default();
    for (mirror, data) in &pairs {
        let written: Vec<&(String, Option<Value>)> =
            writes.list().iter().filter(|(at, _)| at == data || at.starts_with(&format!("{data}/"))).collect();
        let raw = (target.raw.at(mirror), target.raw.at(data));
        let now = target.document.at(data);
        let patched = match (raw.1, now) {
            (Some(old), Some(new)) => !old.same_as(new),
            (None, None) => false,
            _ => true,
        };
        if written.is_empty() && !patched {
            continue;
        }
        let equal = matches!(raw, (Some(copy), Some(own)) if copy.same_as(own));
        if !equal {
            let text = format!("{mirror} said something else than {data} before the edit, so it stays as it is.");
            notes.info(NoteCode::MirrorDiffers, ficha_container::Place::pointer(mirror.clone()), text);
            continue;
        }
        if patched {
            match now {
                Some(now) => followed.set(mirror.clone(), now.to_value()),
                None => followed.remove(mirror.clone()),
            }
        }
        for (at, value) in written {
            let at = format!("{mirror}{}", at.get(data.len()..).unwrap_or(""));
            match value {
                Some(value) => followed.set(at, value.clone()),
                None => followed.remove(at),
            }
        }
    }
    writes.extend_at("", followed);
}
