//! The answer of Chub's server, saved: a node with its definition and, in that, a book.
//!
//! It is written only into a file that came as one; every other character leaves as a card.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::{Body, Entity, Kind, leaves};
use serde_json::{Map, Value, json};

use super::wire::{SAVED_SPEC, SPEC};
use crate::ask::{Ask, Encoded};
use crate::carrier;
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{Writes, at_map, is_blank, place};
use crate::read::Reader;
use crate::record::{Export, Record, RecordHooks, Tables, export_with};
use crate::source::Source;
use crate::tavern::edit::BookChange;
use crate::tavern::{assets, book, card, linked};

static RECORD: Record = Record {
    spec: &SAVED_SPEC,
    tables: LazyLock::new(|| Tables::of(&SAVED_SPEC)),
    detect,
    roots,
    fresh: "",
    style: Style::Pretty(2),
    hooks: RecordHooks { decode: Some(portrait), ..RecordHooks::NONE },
};

/// The picture whose address the node has is the portrait.
fn portrait(_: &Document, _: &Roots, body: &mut Map<String, Value>, _: &mut Reader<'_>) {
    if let Some(address) = at_map(body, "media.portrait.ref").and_then(Value::as_str) {
        let extension = address.rsplit_once('.').map_or("", |(_, extension)| extension);
        let mime = assets::mime_of_extension(extension);
        place(body, "media.portrait.role", json!("portrait"));
        place(body, "media.portrait.primary", json!(true));
        if let Some(mime) = mime {
            place(body, "media.portrait.mime", json!(mime));
        }
    }
}

/// Where the node lies: under `node`, or at the root.
fn base(document: &Document) -> &'static str {
    if document.at("/node/definition").is_some() { "/node" } else { "" }
}

pub(super) fn roots(document: &Document) -> Roots {
    let base = base(document);
    Roots { envelope: base.to_owned(), data: format!("{base}/definition") }
}

/// A definition with the names only Chub has, or one beside a path and topics.
pub(super) fn detect(document: &Document) -> Option<Detection> {
    let node = document.at(base(document))?;
    let definition = node.get("definition").filter(|definition| definition.is_object())?;
    let text = |key: &str| definition.get(key).is_some_and(Node::is_string);
    let named = text("tavern_personality") || text("example_dialogs");
    let placed = node.get("fullPath").is_some_and(Node::is_string) && node.get("topics").is_some_and(Node::is_array);
    (named || (placed && text("personality"))).then_some(Detection {
        confidence: 0.95,
        because: "it is an answer of Chub's server, with the definition in it",
    })
}

fn book_at(document: &Document) -> String {
    roots(document).locate("/data/embedded_lorebook")
}

fn present(document: &Document) -> Option<(Node<'_>, String)> {
    let at = book_at(document);
    let node = document.at(&at)?;
    node.get("entries").is_some_and(|entries| entries.is_array() || entries.is_object()).then_some((node, at))
}

pub(super) fn decode(source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
    let mut entity = RECORD.read(source, notes)?;
    let mut entities = Vec::new();
    if let (Some(payload), Some(record)) = (source.payload(), entity.source.clone()) {
        let found = present(&payload.document);
        let mut reader = Reader::new(source.place(), notes);
        let (books, links) = card::split_found(found, entity.name(), (book::ID, &record), &mut reader);
        if !links.is_empty() {
            let mut body = entity.body.value().as_object().cloned().unwrap_or_default();
            body.insert("knowledgeRefs".to_owned(), Value::Array(links));
            entity.body = Body::from(Value::Object(body));
        }
        entities = books;
    }
    if let Some(original) = entity.original.get_mut(SPEC.id) {
        original.pristine.0 = Some(entity.body.clone());
        original.unmapped.insert("variant".to_owned(), Value::from("saved"));
    }
    entities.insert(0, entity);
    Ok(Decoded { entities, blobs: Vec::new() })
}

/// Whether the entity came so and goes back so.
pub(super) fn is_own(entity: &Entity, ask: &Ask<'_>) -> bool {
    let saved = entity.original.get(SPEC.id).and_then(|original| original.unmapped.get("variant"));
    saved.and_then(Value::as_str) == Some("saved")
        && ask.container.is_none_or(|container| container == ContainerId::Json)
        && ask.variant.is_none()
}

pub(super) fn encode(entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
    let beside = |document: &Document, notes: &mut Notes| books(entity, ask, document, notes);
    let mut plain = entity.clone();
    plain.body.remove(&ficha_model::Path::default().key("knowledgeRefs"));
    if let Some(pristine) = plain.original.get_mut(SPEC.id).and_then(|original| original.pristine.0.as_mut()) {
        pristine.remove(&ficha_model::Path::default().key("knowledgeRefs"));
    }
    let ask = &Ask { whole: Some(entity), ..*ask };
    let bytes = match export_with(&RECORD, &plain, ContainerId::Json, ask, &beside, notes)? {
        Export::Copy(file) => file,
        Export::Text(text) => {
            let own = carrier::source_file(entity, ask)
                .filter(|_| !ask.rewrite && carrier::came_as(entity, SPEC.id, ContainerId::Json));
            own.map_or_else(|| text.clone().into_bytes(), |file| carrier::dressed(&text, &file)).into()
        }
    };
    for (path, value) in leaves(entity.body.value()) {
        if !is_blank(Some(value)) && SPEC.carries(&path) && !SAVED_SPEC.carries(&path) {
            notes.explain(path, NoteCode::NoPlace, "Chub's own shape has no place for it; a card has.");
        }
    }
    Ok(Encoded { bytes, container: ContainerId::Json, extension: "json", variant: None })
}

/// The change of the book in the definition.
fn books(entity: &Entity, ask: &Ask<'_>, document: &Document, notes: &mut Notes) -> Result<Writes, EncodeError> {
    let books = linked::resolve(entity, "knowledgeRefs", Kind::Lorebook, ask, notes)?;
    let books: Vec<&Entity> = books.into_iter().map(|(_, book)| book).collect();
    let found = present(document);
    let mut bodies = linked::Bodies::default();
    let change = linked::change(&books, found.clone(), &mut bodies, book::ID, notes)?;
    let at = book_at(document);
    let mut writes = Writes::default();
    match change {
        BookChange::Untouched => {}
        BookChange::Removed => writes.remove(at),
        BookChange::Edited { before, after, address } => {
            let wire = found.map(|(node, _)| node);
            let target = book::Target { wire, at: &at, address: Some(&address) };
            book::overlay(before, after, &target, notes, &mut writes);
        }
        BookChange::Text(text) => writes.set(at, carrier::parse_own(text, book::ID)?.root().to_value()),
        BookChange::Fresh(value) => writes.set(at, value),
    }
    Ok(writes)
}
