//! A Backyard archive: a manifest, characters, their scenarios and pictures, each an entry of its own.
//!
//! The documents of a character are one payload: `{manifest, path, character, scenarios}` with the texts as they
//! stand in the archive, the scenarios in the order of the manifest. Of several characters the first has them all;
//! the others have their own document alone, since author and scenarios are the archive's. Writing puts each text that
//! changed back into its entry and leaves every other entry as it is.

mod greetings;
mod pictures;
mod story;
mod wire;
mod write;

use std::sync::LazyLock;

use ficha_container::Place;
use ficha_json::{Document, Node, Style, to_text};
use ficha_model::{Entity, Kind, Raw, canonical_id};
use serde_json::{Map, Value, json};

use self::wire::{SHELF, SPEC};
use super::card::{explain_names, write_short_name};
use crate::ask::{Ask, Encoded};
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{Writes, at, at_map, place};
use crate::read::Reader;
use crate::record::{Piece, Record, RecordHooks, Tables, entity};
use crate::source::Source;

static RECORD: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect: |document| is_payload(document).then_some(Detection { confidence: 1.0, because: BECAUSE }),
    roots,
    fresh: wire::FRESH,
    style: Style::Pretty(2),
    hooks: RecordHooks { decode: Some(read), encode: Some(change), shape: Some(shape), ..RecordHooks::NONE },
};

const BECAUSE: &str = "its manifest names characters and scenarios";

fn is_payload(document: &Document) -> bool {
    document.root().get("character").is_some_and(Node::is_object)
}

/// Keys of the manifest lie in `manifest`, or at the root of the manifest alone.
fn roots(document: &Document) -> Roots {
    let whole = document.root().get("manifest").is_some();
    Roots { envelope: String::new(), data: if whole { "/manifest".to_owned() } else { String::new() } }
}

/// The archive.
pub(super) struct Archive;

impl Format for Archive {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        let first = paths(source.payload()?.document.root(), "characters").into_iter().next()?;
        source.archive()?;
        payload(source, &first, true, &mut Notes::new()).ok()?;
        Some(Detection { confidence: 1.0, because: BECAUSE })
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        decode(source, notes)
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        write::write(entity, ask, notes)
    }

    fn embedded(&self, kind: Kind) -> Option<&'static FormatSpec> {
        (kind == Kind::Lorebook).then_some(SHELF.spec)
    }

    fn roots(&self, document: &Document) -> Roots {
        roots(document)
    }
}

/// The texts of a list of the manifest; an archive without both lists is none.
fn paths(manifest: Node<'_>, key: &str) -> Vec<String> {
    let both = ["characters", "scenarios"].iter().all(|key| manifest.get(key).is_some_and(Node::is_array));
    let list = manifest.get(key).filter(|_| both);
    list.into_iter().flat_map(|list| list.items()).filter_map(|path| Some(path.as_str()?.into_owned())).collect()
}

/// The documents of one character as one text; `first`: with those of the archive.
fn payload(source: &Source, path: &str, first: bool, notes: &mut Notes) -> Result<Document, Refusal> {
    let none = || Refusal::UnknownFormat { what: "this is no Backyard archive".to_owned(), place: source.place() };
    let manifest = source.payload().ok_or_else(none)?;
    let character = source.entry_document(path)?;
    if !character.document.root().is_object() {
        let what = "the character's entry is no object".to_owned();
        return Err(Refusal::Malformed { what, place: Place::entry(path) });
    }
    notes.extend(character.notes.iter().cloned());
    let (path, own) = (to_text(&json!(path), Style::Compact), character.document.strict_text());
    if !first {
        let text = format!("{{\n\"path\": {path},\n\"character\": {}\n}}", own.trim());
        return Ok(Document::parse(text, &source.limits().json)?);
    }
    let mut scenarios = Vec::new();
    for path in manifest.document.root().get("scenarios").into_iter().flat_map(|list| list.items()) {
        let path = path.as_str().unwrap_or_default();
        match source.entry_document(&path) {
            Ok(scenario) if scenario.document.root().is_object() => {
                notes.extend(scenario.notes.iter().cloned());
                scenarios.push(scenario.document.strict_text().trim().to_owned());
            }
            Err(refusal @ Refusal::Limit { .. }) => return Err(refusal),
            Ok(_) | Err(_) => {
                let text = format!("The scenario {path} is not there or cannot be read.");
                notes.warn(NoteCode::MissingRequired, Place::entry(path.as_ref()), text);
                scenarios.push("null".to_owned());
            }
        }
    }
    let text = format!(
        "{{\n\"manifest\": {},\n\"path\": {},\n\"character\": {},\n\"scenarios\": [{}]\n}}",
        manifest.document.strict_text().trim(),
        path,
        own.trim(),
        scenarios.join(",\n")
    );
    Ok(Document::parse(text, &source.limits().json)?)
}

fn decode(source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
    let manifest = match (source.payload(), source.refusal()) {
        (Some(payload), _) => payload.document.root(),
        (None, Some(refusal)) => return Err(refusal.clone()),
        (None, None) => return Err(RECORD.none(source)),
    };
    let mut entities: Vec<Entity> = Vec::new();
    let mut books = Vec::new();
    for path in paths(manifest, "characters") {
        let document = match payload(source, &path, entities.is_empty(), notes) {
            Ok(document) => document,
            Err(refusal) if entities.is_empty() || matches!(refusal, Refusal::Limit { .. }) => return Err(refusal),
            Err(refusal) => {
                let text = format!("The character {path} was passed over: {refusal}.");
                notes.warn(NoteCode::MissingRequired, Place::entry(&path), text);
                continue;
            }
        };
        let first = entities.is_empty();
        let (mut character, book) = character(&document, &path, source, first, notes);
        let taken = |id: &str| entities.iter().any(|known| known.id == id);
        if taken(&character.id) {
            let id = character.id.clone();
            character.id = (2..).map(|count| format!("{id}-{count}")).find(|id| !taken(id)).unwrap_or(id);
        }
        entities.push(character);
        books.extend(book);
    }
    if entities.is_empty() {
        return Err(RECORD.none(source));
    }
    note_entries(source, &entities, notes);
    entities.extend(books);
    Ok(Decoded { entities, blobs: Vec::new() })
}

fn character(
    document: &Document,
    path: &str,
    source: &Source,
    first: bool,
    notes: &mut Notes,
) -> (Entity, Option<Entity>) {
    let mut reader = Reader::new(Place::entry(path), notes);
    let mut body = RECORD.body(document, &mut reader);
    pictures::note_missing(document, source, &mut reader);
    let name = at_map(&body, "identity.name").and_then(Value::as_str).unwrap_or("").to_owned();
    let piece = Piece {
        format: SPEC.id,
        kind: Kind::Character,
        body: Map::new(),
        raw: Raw(document.strict_text()),
        unmapped: Map::new(),
        pointer: (!first).then(|| path.to_owned()),
        file_format: None,
    };
    let record = entity(piece.clone(), source).source.unwrap_or_default();
    let lore = SHELF.read(document, &roots(document), &name, &record, &mut reader);
    if let Some((_, link)) = &lore {
        place(&mut body, "knowledgeRefs", json!([link]));
    }
    let mut character = entity(Piece { body, ..piece }, source);
    crate::carried::take_back(document, "/character/extensions/ficha", &mut character);
    (character, lore.map(|(book, _)| book))
}

/// Entries nothing in the documents names.
fn note_entries(source: &Source, characters: &[Entity], notes: &mut Notes) {
    let Some(archive) = source.archive() else { return };
    let Some(payload) = source.payload() else { return };
    let manifest = payload.document.root();
    let mut named: Vec<String> = ["characters", "scenarios"].iter().flat_map(|key| paths(manifest, key)).collect();
    named.extend(payload.carrier.clone());
    for character in characters {
        let raw = character.original.get(SPEC.id).and_then(|original| original.raw.as_ref());
        let document = raw.and_then(|raw| Document::parse(raw.0.clone(), &source.limits().json).ok());
        named.extend(document.iter().flat_map(pictures::named));
    }
    for entry in archive.entries().iter().filter(|entry| !entry.is_directory() && !named.contains(&entry.name)) {
        let text = format!("Nothing in the archive names {}; it is kept.", entry.name);
        notes.info(NoteCode::OrphanEntry, Place::entry(&entry.name), text);
    }
}

/// Reads what the table cannot say.
fn read(document: &Document, roots: &Roots, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let text = |key: &str| document.at(key).and_then(|node| node.as_str()).map(|text| text.into_owned());
    let name = at_map(body, "identity.name").and_then(Value::as_str).unwrap_or("").to_owned();
    if let Some(short) = text("/character/name").filter(|short| !short.is_empty() && *short != name) {
        place(body, "identity.nickname", json!(short));
    }
    let made = at_map(body, "attribution.createdAt").is_some();
    let date = document.at(&roots.locate("/data/createdAt")).filter(|node| !made && !node.is_null());
    if let Some(date) = date.and_then(|node| (crate::dates::ISO_DATE.decode)(node, "/createdAt", reader)) {
        place(body, "attribution.createdAt", date);
    }
    story::decode(document, roots, body, reader);
    pictures::decode(document, body);
}

/// Writes what the table cannot say, pictures aside: those need the archive.
fn change(before: &Value, after: &Value, document: &Document, roots: &Roots, writes: &mut Writes, notes: &mut Notes) {
    explain_names(after, notes);
    write_short_name((before, after), document, ["/character/name", "/character/displayName"], writes);
    // An author has both texts or is not there.
    let author = roots.locate("/data/author");
    if document.at(&author).is_none() {
        let keys = ["name", "backyardURL"].map(|key| format!("{author}/{key}"));
        let has = |writes: &Writes, key: &String| writes.list().iter().any(|(at, value)| at == key && value.is_some());
        if keys.iter().any(|key| has(writes, key)) {
            for key in keys.iter().filter(|key| !has(writes, key)).collect::<Vec<_>>() {
                writes.set(key.clone(), json!(""));
            }
        }
    }
    story::encode(before, after, document, roots, writes, notes);
}

/// Paths and id of a new archive are made from the name.
fn shape(body: &Value, fresh: &mut Value) {
    let id = canonical_id(at(body, "identity.name").and_then(Value::as_str).unwrap_or(""));
    let path = format!("characters/{id}/character.json");
    if let Some(list) = fresh.pointer_mut("/manifest/characters") {
        *list = json!([path]);
    }
    if let Some(text) = fresh.pointer_mut("/character/id") {
        *text = json!(id);
    }
    if let Some(text) = fresh.pointer_mut("/path") {
        *text = json!(path);
    }
}
