//! Regex rules inside another file of RisuAI: a module, a preset.
//!
//! They become a set of their own that keeps its rows as its original. On the way back a set that came from the very
//! place is put there again; when it is not at hand the rows stay as they are.

use ficha_json::Document;
use ficha_model::{Entity, Kind, Raw};
use serde_json::{Map, Value};

use super::regex;
use super::rows::Place;
use crate::ask::Ask;
use crate::error::Refusal;
use crate::notes::Notes;
use crate::overlay::Writes;
use crate::read::Reader;
use crate::record::{Piece, Record, entity};
use crate::source::Source;

/// The entity of a file that holds the rules. `known`: its format bids for it.
pub(super) fn owner(record: &Record, known: bool, source: &Source, notes: &mut Notes) -> Result<Entity, Refusal> {
    match (source.payload(), source.refusal()) {
        (Some(payload), _) if known => Ok(record.read_payload(payload, source, notes)),
        (None, Some(refusal)) => Err(refusal.clone()),
        (Some(_) | None, _) => Err(record.none(source)),
    }
}

/// The rules at a pointer of a payload as a set, without a name, since the list has none; `None` when there are none.
pub(super) fn read(file_format: &'static str, at: &str, source: &Source, notes: &mut Notes) -> Option<Entity> {
    let document = &source.payload()?.document;
    let list = document.at(at).filter(|list| list.is_array() && !list.is_empty())?;
    let mut reader = Reader::new(source.place(), notes);
    let body = body(document, at, &mut reader);
    let raw = Raw(list.raw().into());
    let piece = Piece {
        format: regex::SPEC.id,
        kind: Kind::Regex,
        body,
        raw,
        unmapped: Map::new(),
        pointer: Some(at.to_owned()),
        file_format: Some(file_format),
    };
    Some(entity(piece, source))
}

fn body(document: &Document, at: &str, reader: &mut Reader<'_>) -> Map<String, Value> {
    let mut body = Map::new();
    if let Some(list) = document.at(at) {
        regex::LANES.decode(list, at, &mut body, reader);
    }
    body
}

/// The changes of the set that came from this place of the file an entity came in.
pub(super) fn writes(owner: &Entity, at: &str, document: &Document, ask: &Ask<'_>, notes: &mut Notes) -> Writes {
    let mut writes = Writes::default();
    let Some(set) = ask.linked.iter().find(|set| came_along(set, owner, at)) else { return writes };
    let Some(list) = document.at(at) else { return writes };
    let mut quiet = Notes::new();
    let before = Value::Object(body(document, at, &mut Reader::muted(&mut quiet)));
    let address = set.address();
    let place = Place { list: Some(list), at, address: Some(&address) };
    // The set is no part of the report about the file it came in, so its reasons have nobody to read them.
    let mut silent = Notes::new();
    regex::LANES.overlay(&before, set.body.value(), &place, &mut silent, &mut writes);
    notes.extend(silent.into_list());
    writes
}

fn came_along(set: &Entity, owner: &Entity, at: &str) -> bool {
    let (Some(set_source), Some(source)) = (&set.source, &owner.source) else { return false };
    set.kind == Kind::Regex
        && set_source.format == source.format
        && set_source.pointer.as_deref() == Some(at)
        && set_source.file_name == source.file_name
        && set_source.sha256 == source.sha256
}
