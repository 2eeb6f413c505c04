//! Detection and reading of a classic card.

use ficha_json::{Document, Node};
use ficha_model::{Body, Entity, Kind, Original, Pristine, Raw, SourceRecord, canonical_id};
use serde_json::{Map, Value, json};

use super::wire::TEXTS;
use crate::error::Refusal;
use crate::format::{Decoded, Detection};
use crate::media::has_picture;
use crate::notes::{NoteCode, Notes};
use crate::overlay::place;
use crate::read::Reader;
use crate::source::Source;
use crate::tavern::assets::carrier;

/// The bid: shapes of other apps are rejected before any sign is looked for.
pub(super) fn detect(document: &Document) -> Option<Detection> {
    let card = document.root();
    let has = |key: &str| card.get(key).is_some();
    let text = |key: &str| card.get(key).is_some_and(Node::is_string);
    let foreign = has("spec")
        || has("data")
        || has("schemaVersion")
        || has("body")
        || card.get("kind").is_some_and(|kind| kind.as_str().is_some_and(|kind| kind == "character"))
        || text("aiName")
        || text("aiPersona");
    if !card.is_object() || foreign {
        return None;
    }
    let classic = ["char_persona", "char_greeting", "world_scenario"].iter().filter(|key| text(key)).count();
    if classic >= 2 {
        Some(Detection { confidence: 1.0, because: "it has the keys of a classic Pygmalion card" })
    } else if text("char_name") && text("char_persona") {
        Some(Detection { confidence: 1.0, because: "it has char_name and char_persona" })
    } else {
        None
    }
}

/// The body of a card.
pub(super) fn body(document: &Document, reader: &mut Reader<'_>) -> Map<String, Value> {
    let card = document.root();
    let mut body = Map::new();
    for text in &TEXTS {
        let mut read = |key: &str| reader.text(card.get(key)?, &format!("/{key}"));
        let own = read(text.key).filter(|own| !own.is_empty());
        let value = own.or_else(|| read(text.alias)).or_else(|| card.get(text.key).map(|_| String::new()));
        match value {
            Some(value) => {
                if text.key == "char_persona" {
                    place(&mut body, "identity.description", json!(value));
                }
                place(&mut body, text.path, json!(value));
            }
            None if text.key == "char_name" => place(&mut body, text.path, json!("")),
            None => {}
        }
    }
    body
}

/// The entities of a file.
pub(super) fn decode(id: &str, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
    let payload = match (source.payload(), source.refusal()) {
        (Some(payload), _) => payload,
        (None, refusal) => return Err(refusal.cloned().unwrap_or_else(|| none(source))),
    };
    let document = &payload.document;
    if detect(document).is_none() {
        return Err(none(source));
    }
    let mut reader = Reader::new(source.place(), notes);
    note_mirrors(document, &mut reader);
    let mut body = body(document, &mut reader);
    if has_picture(source.container()) {
        place(&mut body, "media.portrait", carrier(source.container()));
    }
    let name = body.get("identity").and_then(|identity| identity.get("name")).and_then(Value::as_str).unwrap_or("");
    let mut entity = Entity::new(Kind::Character, canonical_id(name), Body::from(Value::Object(body)));
    let mut unmapped = Map::new();
    if let Some(carrier) = &payload.carrier {
        unmapped.insert("carrier".to_owned(), json!(carrier));
    }
    let raw = Some(Raw(document.strict_text()));
    let pristine = Pristine(Some(entity.body.clone()));
    entity.original.insert(id.to_owned(), Original { raw, unmapped, pristine, ..Original::default() });
    crate::carried::take_back(document, "/extensions/ficha", &mut entity);
    entity.source = Some(SourceRecord {
        format: id.to_owned(),
        container: source.container().word().to_owned(),
        file_name: source.file_name().map(str::to_owned),
        ..SourceRecord::default()
    });
    Ok(Decoded { entities: vec![entity], blobs: Vec::new() })
}

fn none(source: &Source) -> Refusal {
    Refusal::UnknownFormat { what: "this is no Pygmalion card".to_owned(), place: source.place() }
}

/// Names the V1 copies of a hybrid file that say something else.
fn note_mirrors(document: &Document, reader: &mut Reader<'_>) {
    for text in &TEXTS {
        let (key, alias) = (format!("/{}", text.key), format!("/{}", text.alias));
        let (Some(own), Some(copy)) = (document.at(&key), document.at(&alias)) else { continue };
        if !own.same_as(copy) {
            let said = format!("{alias} says something else than {key}, which counts.");
            reader.info(NoteCode::MirrorDiffers, &alias, said);
        }
    }
}
