//! A `character_book` in a file of its own: bare, or below `data` of a `lorebook_v3`.
//!
//! What a book is stands in [`super::book`]; here are the bid, the file, and the original a book keeps of itself
//! wherever it came from: one taken out of a card leaves as the text it had there.

use bytes::Bytes;
use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style, to_text};
use ficha_model::{Body, Entity, Kind, Raw};
use serde_json::{Map, json};

use super::book::{self, ID, SPEC};
use super::version;
use crate::ask::{Ask, Encoded};
use crate::carrier::{self, Base};
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec};
use crate::handmade;
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::Writes;
use crate::read::Reader;
use crate::record::{Piece, entity};
use crate::source::Source;

/// The formats that are the lineage's own.
pub(crate) const FORMATS: &[&dyn Format] = &[&BookFile];

struct BookFile;

/// Names a file gives itself (Character Card V3 "Lorebook", and what converters write for the older ones).
const NAMES: [&str; 3] = ["lorebook_v3", "chara_book_v3", "chara_book_v2"];

/// Keys that say that a list of entries is another app's.
const FOREIGN: [&str; 9] =
    ["kind", "lorebookVersion", "schemaVersion", "lorebook", "folders", "is_creation", "prompts", "type", "$schema"];

/// The keys of a book; the first three say nothing by themselves.
const KEYS: [&str; 7] =
    ["entries", "name", "description", "extensions", "scan_depth", "token_budget", "recursive_scanning"];

/// Where the book of a payload is, and how sure that is.
fn found(document: &Document) -> Option<(&'static str, Detection)> {
    let root = document.root();
    let bid = |confidence, because| Detection { confidence, because };
    let spec = root.get("spec").and_then(|spec| spec.as_str());
    if let Some(spec) = spec {
        let inner = root.get("data").filter(|data| data.get("entries").is_some_and(is_list))?;
        let known = NAMES.contains(&spec.as_ref()) && inner.is_object();
        return known.then_some(("/data", bid(1.0, "it says that it is a lorebook, and has its entries")));
    }
    let entries = root.get("entries").filter(|entries| entries.is_array())?;
    if FOREIGN.iter().any(|key| root.get(key).is_some()) {
        return None;
    }
    let rows = || entries.items().filter(|row| row.is_object());
    let foreign =
        |row: Node<'_>| ["worldInfoId", "insertionOrder", "key", "text"].iter().any(|key| row.get(key).is_some());
    if rows().next().is_none() {
        let own = root.members().all(|(key, _)| KEYS.contains(&key.as_ref()));
        let settings = KEYS.iter().skip(4).any(|key| root.get(key).is_some());
        return (entries.is_empty() && (own || settings)).then_some(("", bid(0.6, "it is a book without entries")));
    }
    let keyed = rows().any(|row| row.get("keys").is_some_and(Node::is_array));
    (keyed && !rows().any(foreign)).then_some(("", bid(0.85, "its entries are rows of a character book")))
}

/// Entries that might be anybody's, read as a book when somebody asks for it.
fn bare(document: &Document) -> Option<(&'static str, Detection)> {
    let detection = Detection { confidence: 0.0, because: "it has entries" };
    document.root().get("entries").is_some_and(is_list).then_some(("", detection))
}

fn is_list(entries: Node<'_>) -> bool {
    entries.is_array() || entries.is_object()
}

/// The book of an original: a file of its own, or the value of a card.
fn place(document: &Document) -> &'static str {
    found(document).map_or("", |(at, _)| at)
}

fn read(document: &Document, reader: &mut Reader<'_>) -> Body {
    let at = place(document);
    Body::from(document.at(at).map_or_else(|| json!({"entries": []}), |node| book::decode(node, at, reader)))
}

impl Format for BookFile {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        found(&source.payload()?.document).map(|(_, detection)| detection)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        let none = || Refusal::UnknownFormat { what: "this is no character book".to_owned(), place: source.place() };
        let payload = match (source.payload(), source.refusal()) {
            (Some(payload), _) => payload,
            (None, Some(refusal)) => return Err(refusal.clone()),
            (None, None) => return Err(none()),
        };
        let document = &payload.document;
        let (at, _) = found(document).or_else(|| bare(document)).ok_or_else(none)?;
        let body = read(document, &mut Reader::new(source.place(), notes)).value().as_object().cloned();
        let piece = Piece {
            format: ID,
            kind: Kind::Lorebook,
            body: body.unwrap_or_default(),
            raw: Raw(document.strict_text()),
            unmapped: Map::new(),
            pointer: None,
            file_format: None,
        };
        let mut entity = entity(piece, source);
        crate::carried::take_back(document, &format!("{at}/extensions/ficha"), &mut entity);
        Ok(Decoded { entities: vec![entity], blobs: Vec::new() })
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        if let Some(other) = ask.container.filter(|container| *container != ContainerId::Json) {
            return Err(EncodeError::CannotExpress {
                what: format!("{} is not written as {}", SPEC.title, other.word()),
                hint: "Choose json.".to_owned(),
            });
        }
        if let Some(variant) = ask.variant {
            return Err(EncodeError::CannotExpress {
                what: format!("{} has no version {}", SPEC.title, variant.word()),
                hint: "Leave the version away.".to_owned(),
            });
        }
        let file = carrier::source_file(entity, ask).filter(|_| carrier::came_as(entity, ID, ContainerId::Json));
        // A part of a merged book is no book by itself.
        let is_part = entity.original.get(ID).is_some_and(|original| original.unmapped.contains_key("part"));
        let base = carrier::base(entity, ID, notes)?.filter(|_| !is_part);
        let bytes = match base {
            Some(base) => edited(&base, entity, ask, file, notes),
            None => anew(entity, ask, notes).into_bytes().into(),
        };
        Ok(Encoded { bytes, container: ContainerId::Json, extension: "json", variant: None })
    }

    fn roots(&self, document: &Document) -> Roots {
        let at = place(document);
        Roots { envelope: at.to_owned(), data: format!("{at}/data") }
    }
}

/// The original with the edits in it, or the very file when there are none.
fn edited(base: &Base, entity: &Entity, ask: &Ask<'_>, file: Option<Bytes>, notes: &mut Notes) -> Bytes {
    let before = base.pristine.clone().unwrap_or_else(|| read(&base.raw, &mut Reader::muted(&mut Notes::new())));
    let unedited = before.is_same(&entity.body) || before == entity.body;
    if unedited
        && base.edited.is_none()
        && !ask.rewrite
        && !ask.carry_originals
        && let Some(file) = file
    {
        return file;
    }
    let document = base.document();
    let at = place(document);
    let mut writes = Writes::default();
    let target = book::Target { wire: document.at(at), at, address: None };
    book::overlay(before.value(), entity.body.value(), &target, notes, &mut writes);
    carry(entity, ask, at, &mut writes, notes);
    let text = version::edited(document, writes);
    match file.filter(|_| !ask.rewrite) {
        Some(file) => carrier::dressed(&text, &file).into(),
        None => text.into_bytes().into(),
    }
}

/// A bare book made anew.
fn anew(entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> String {
    let mut fresh = book::build(entity.body.value(), None, None, notes);
    let mut writes = Writes::default();
    for (pointer, value) in handmade::beside(entity, &SPEC, &Roots::plain()) {
        writes.set(pointer, value);
    }
    carry(entity, ask, "", &mut writes, notes);
    writes.apply_to(&mut fresh);
    to_text(&fresh, Style::Pretty(4))
}

fn carry(entity: &Entity, ask: &Ask<'_>, at: &str, writes: &mut Writes, notes: &mut Notes) {
    let carried = ask.carry_originals.then(|| crate::carried::of(entity, ask, ID)).flatten();
    if let Some(carried) = carried {
        writes.set(format!("{at}/extensions/ficha"), carried);
        let text = "The originals of other formats travel along.";
        notes.info(NoteCode::CarriedOriginals, ficha_container::Place::file(), text);
    }
}
