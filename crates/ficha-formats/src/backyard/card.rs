//! A Faraday card: JSON, alone or in the EXIF comment of a picture.
//!
//! Versions 1 and 2 keep the JSON in the comment as it is, later ones as base64; an edited comment stays in the form
//! it came in, a new one is base64. The picture around it keeps all its other bytes.

use std::sync::{Arc, LazyLock};

use bytes::Bytes;
use ficha_container::{ContainerId, exif};
use ficha_json::{Document, Node, Style};
use ficha_model::{Entity, Kind, Path, Raw, canonical_id};
use serde_json::{Map, Value, json};

use super::wire::{self, SHELF, SPEC};
use crate::ask::{Ask, Encoded};
use crate::carrier;
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec};
use crate::inspect::Roots;
use crate::media;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{State, Writes, at, at_map, is_blank, place, state};
use crate::read::Reader;
use crate::record::{Export, Piece, Record, RecordHooks, Tables, entity, export_with};
use crate::source::{Payload, Source};
use crate::tavern::assets;
use crate::tavern::linked;

static RECORD: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots,
    fresh: wire::FRESH,
    style: Style::Pretty(2),
    hooks: RecordHooks { decode: Some(nickname), encode: Some(encode), shape: Some(shape), ..RecordHooks::NONE },
};

/// Keys only flat cards of this app have.
const SIGNS: [&str; 4] = ["aiName", "aiPersona", "aiDisplayName", "customDialogue"];

fn is_text(node: Node<'_>, key: &str) -> bool {
    node.get(key).is_some_and(Node::is_string)
}

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    if let Some(card) = root.get("character").filter(|card| card.is_object()) {
        let version = root.get("version").is_some_and(|version| version.as_i64().is_some());
        let signed = is_text(card, "aiName") || is_text(card, "aiPersona");
        return (version && signed)
            .then_some(Detection { confidence: 1.0, because: "it holds a Faraday character and its version" });
    }
    let foreign = ["spec", "data", "kind", "body"].iter().any(|key| root.get(key).is_some());
    if foreign {
        return None;
    }
    if SIGNS.iter().any(|key| is_text(root, key)) {
        return Some(Detection { confidence: 0.9, because: "it has the texts of a flat Faraday card" });
    }
    let others = ["description", "personality", "content", "entries", "prompts"];
    let told = ["scenario", "firstMessage", "greeting", "first_mes", "examples", "mes_example"];
    let lone = is_text(root, "persona")
        && others.iter().all(|key| root.get(key).is_none())
        && told.iter().any(|key| is_text(root, key));
    lone.then_some(Detection { confidence: 0.55, because: "it has a persona and a story, and no other app's keys" })
}

fn roots(document: &Document) -> Roots {
    let wrapped = document.root().get("character").is_some_and(Node::is_object);
    Roots { envelope: String::new(), data: if wrapped { "/character".to_owned() } else { String::new() } }
}

/// The short name where the card has a longer one beside it.
fn nickname(document: &Document, roots: &Roots, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let Some(node) = document.at(&roots.locate("/data/aiName")).filter(|node| !node.is_null()) else { return };
    reader.muted = true;
    let short = reader.text(node, "").unwrap_or_default();
    reader.muted = false;
    let name = at_map(body, "identity.name").and_then(Value::as_str).unwrap_or("");
    if !short.is_empty() && short != name {
        place(body, "identity.nickname", json!(short));
    }
}

fn encode(before: &Value, after: &Value, document: &Document, roots: &Roots, writes: &mut Writes, notes: &mut Notes) {
    explain_names(after, notes);
    let keys = [&roots.locate("/data/aiName"), &roots.locate("/data/aiDisplayName")];
    write_short_name((before, after), document, keys.map(String::as_str), writes);
    // The app's own cards have none of the keys editors add to the flat form.
    if roots.data.is_empty() {
        return;
    }
    for (key, path) in [
        ("/data/version", "identity.characterVersion"),
        ("/data/personality", "persona.personality"),
        ("/data/creator", "attribution.creator"),
        ("/data/tags", "discovery.tags"),
    ] {
        let pointer = roots.locate(key);
        if document.at(&pointer).is_none() && writes.forget(&pointer) {
            notes.explain(Path::of(path), NoteCode::NoPlace, "A Faraday card has no place for it.");
        }
    }
}

/// The short name. Its key has the full name where there is one name only: it goes empty with that, and a short name
/// that is new there leaves the full one to its own key.
pub(super) fn write_short_name(
    (before, after): (&Value, &Value),
    document: &Document,
    [short, full]: [&str; 2],
    writes: &mut Writes,
) {
    let (nickname, name) = (at(after, "identity.nickname"), at(after, "identity.name"));
    let name_state = state(at(before, "identity.name"), name);
    match (state(at(before, "identity.nickname"), nickname), nickname) {
        (State::Equal, Some(nickname)) if name_state == State::Cleared => writes.set(short, nickname.clone()),
        (State::Changed, Some(nickname)) => {
            writes.set(short, nickname.clone());
            let is_there = document.at(full).and_then(|node| node.as_str()).is_some_and(|text| !text.is_empty());
            let is_written = writes.list().iter().any(|(at, _)| at == full);
            if let Some(name) = name.filter(|name| !is_blank(Some(name)) && !is_there && !is_written) {
                writes.set(full, name.clone());
            }
        }
        (State::Equal, _) => {}
        (State::Changed | State::Cleared, _) => writes.set(short, name.cloned().unwrap_or_else(|| json!(""))),
    }
}

/// The reasons for a nickname that cannot be told from the name, or stands in its place.
pub(super) fn explain_names(after: &Value, notes: &mut Notes) {
    let text = |path| at(after, path).and_then(Value::as_str).unwrap_or("");
    let (name, short) = (text("identity.name"), text("identity.nickname"));
    if short.is_empty() || (!name.is_empty() && name != short) {
        return;
    }
    let said = "Where there is one name only, it is the name and no nickname.";
    notes.explain(Path::of("identity.nickname"), NoteCode::Adapted, said);
    if name.is_empty() {
        notes.explain(Path::of("identity.name"), NoteCode::Adapted, said);
    }
}

/// A new card's id is made from its name: the app wants one.
fn shape(body: &Value, fresh: &mut Value) {
    let name = at(body, "identity.name").and_then(Value::as_str).unwrap_or("");
    if let Some(Value::Object(card)) = fresh.get_mut("character") {
        card.insert("id".to_owned(), json!(canonical_id(name)));
    }
}

/// The card of a file, and whether something else in it is its payload.
fn card(source: &Source) -> Option<(Arc<Payload>, bool)> {
    let own = source.payload().is_some_and(|payload| detect(&payload.document).is_some());
    if own && source.container() == ContainerId::Json {
        return None;
    }
    let comment = source.comment_document().ok()?;
    detect(&comment.document).is_some().then_some((comment, !own))
}

/// The format.
pub(super) struct Card;

impl Format for Card {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        if let Some((comment, beside)) = card(source) {
            let found = detect(&comment.document)?;
            let because = "it holds a Faraday character beside another card";
            return Some(if beside && source.payload().is_some() {
                Detection { confidence: 0.6, because }
            } else {
                found
            });
        }
        detect(&source.payload()?.document).filter(|_| source.container() == ContainerId::Json)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        match card(source) {
            Some((comment, beside)) => {
                if beside {
                    notes.extend(comment.notes.iter().cloned());
                }
                decode(&comment, source, notes)
            }
            None => match (source.payload(), source.refusal()) {
                (Some(payload), _) if detect(&payload.document).is_some() => decode(payload, source, notes),
                (None, Some(refusal)) => Err(refusal.clone()),
                (Some(_), _) | (None, None) => Err(RECORD.none(source)),
            },
        }
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        write(entity, ask, notes)
    }

    fn embedded(&self, kind: Kind) -> Option<&'static FormatSpec> {
        (kind == Kind::Lorebook).then_some(SHELF.spec)
    }

    fn roots(&self, document: &Document) -> Roots {
        roots(document)
    }
}

fn decode(payload: &Payload, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
    let document = &payload.document;
    let roots = roots(document);
    let mut reader = Reader::new(payload.place(), notes);
    let mut body = RECORD.body(document, &mut reader);
    if media::has_picture(source.container()) {
        place(&mut body, "media.portrait", assets::carrier(source.container()));
    }
    let name = at_map(&body, "identity.name").and_then(Value::as_str).unwrap_or("").to_owned();
    let mut unmapped = Map::new();
    if let Some(carrier) = &payload.carrier {
        unmapped.insert("carrier".to_owned(), json!(carrier));
    }
    let piece = Piece {
        format: SPEC.id,
        kind: Kind::Character,
        body: Map::new(),
        raw: Raw(document.strict_text()),
        unmapped,
        pointer: None,
        file_format: None,
    };
    let record = entity(Piece { body: body.clone(), ..piece.clone() }, source).source.unwrap_or_default();
    let lore = SHELF.read(document, &roots, &name, &record, &mut reader);
    if let Some((_, link)) = &lore {
        place(&mut body, "knowledgeRefs", json!([link]));
    }
    let mut character = entity(Piece { body, ..piece }, source);
    crate::carried::take_back(document, "/extensions/ficha", &mut character);
    let entities = std::iter::once(character).chain(lore.map(|(book, _)| book)).collect();
    Ok(Decoded { entities, blobs: Vec::new() })
}

fn write(entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
    if let Some(variant) = ask.variant {
        return Err(EncodeError::CannotExpress {
            what: format!("a Faraday card has no version {}", variant.word()),
            hint: "Leave the version away.".to_owned(),
        });
    }
    let container = container(entity, ask)?;
    let books = linked::resolve(entity, "knowledgeRefs", Kind::Lorebook, ask, notes)?;
    let lore = |document: &Document, notes: &mut Notes| Ok(SHELF.writes(&books, document, &roots(document), notes));
    let made = |bytes: Bytes| {
        let extension = if container == ContainerId::Png { "png" } else { "json" };
        Ok(Encoded { bytes, container, extension, variant: None })
    };
    let text = match export_with(&RECORD, entity, container, ask, &lore, notes)? {
        Export::Copy(file) => return made(file),
        Export::Text(text) => text,
    };
    let own =
        carrier::source_file(entity, ask).filter(|_| !ask.rewrite && carrier::came_as(entity, SPEC.id, container));
    if container == ContainerId::Json {
        if carrier::portrait_reference(&entity.body).is_some() {
            let said = "A JSON file of this format holds no picture.";
            notes.explain(Path::default().key("media").key("portrait"), NoteCode::PictureLeft, said);
        }
        return made(own.map_or_else(|| text.clone().into_bytes(), |file| carrier::dressed(&text, &file)).into());
    }
    let limits = carrier::own_limits();
    let kept = carrier::portrait_reference(&entity.body) == Some("carrier:");
    if let Some(file) = own.filter(|_| kept) {
        let comment = exif::user_comment(&file, &limits).and_then(|range| file.get(range)).unwrap_or_default();
        let plain = comment.trim_ascii_start().starts_with(b"{");
        let unchanged = entity.original.get(SPEC.id).and_then(|original| original.raw.as_ref());
        if unchanged.is_some_and(|raw| *raw.0 == *text) {
            return made(file);
        }
        return made(exif::with_user_comment(&file, &comment_text(&text, plain), &limits)?.into());
    }
    let picture = carrier::portrait_or_plain(entity, ask, false, notes)?;
    let clean = carrier::build_png(&picture, &[])?;
    made(exif::with_user_comment(&clean, &comment_text(&text, false), &limits)?.into())
}

fn comment_text(text: &str, plain: bool) -> Vec<u8> {
    if plain { text.as_bytes().to_vec() } else { base64_simd::STANDARD.encode_to_string(text).into_bytes() }
}

/// The container: as asked; else the one it came in; else PNG when the portrait is at hand, JSON otherwise.
fn container(entity: &Entity, ask: &Ask<'_>) -> Result<ContainerId, EncodeError> {
    match ask.container {
        Some(asked @ (ContainerId::Json | ContainerId::Png)) => Ok(asked),
        Some(other) => Err(EncodeError::CannotExpress {
            what: format!("a Faraday card is not written as {} here", other.word()),
            hint: "Choose png or json.".to_owned(),
        }),
        None => {
            let own = carrier::own_container(entity, SPEC.id).filter(|own| SPEC.writes.contains(own));
            Ok(own.unwrap_or_else(|| {
                let portrait = carrier::portrait_reference(&entity.body)
                    .is_some_and(|reference| media::picture(entity, reference, ask.media).is_some());
                if portrait { ContainerId::Png } else { ContainerId::Json }
            }))
        }
    }
}
