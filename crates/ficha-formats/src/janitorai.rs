//! JanitorAI: characters as tools save the answers of the site. Read only; the site has no files.
//!
//! Its names mislead: `personality` is the definition, `description` the blurb on the character's page. An author may
//! hide the definition; then it is empty, which is said, and nothing is guessed.

mod lore;
mod wire;

use std::sync::LazyLock;

use ficha_container::Place;
use ficha_json::{Document, Node, Style};
use ficha_model::{Entity, Kind};
use serde_json::{Map, Value, json};

use crate::ask::{Ask, Encoded};
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec};
use crate::inspect::Roots;
use crate::names::NAMES;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{at_map, place};
use crate::read::{Reader, greeting};
use crate::record::{Record, RecordFile, RecordHooks, Tables};
use crate::source::Source;

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] = &[&Card];

static RECORD: RecordFile = RecordFile {
    record: Record {
        spec: &wire::SPEC,
        tables: LazyLock::new(|| Tables::of(&wire::SPEC)),
        detect,
        roots: |_| Roots { envelope: String::new(), data: String::new() },
        fresh: "",
        style: Style::Pretty(2),
        hooks: RecordHooks { decode: Some(decode), ..RecordHooks::NONE },
    },
    keyword: "chara",
    in_picture: "",
};

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let text = |key: &str| root.get(key).is_some_and(Node::is_string);
    let signed = root.get("allow_proxy").is_some() || root.get("chat_name").is_some();
    let foreign = ["definition", "spec", "data"].iter().any(|key| root.get(key).is_some());
    (text("first_message") && root.get("example_dialogs").is_some() && signed && !foreign)
        .then_some(Detection { confidence: 0.95, because: "it has the keys of a JanitorAI character" })
}

/// The first of several messages is the greeting; the list repeats it. The author's own tags stand behind the site's.
fn decode(document: &Document, _: &Roots, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    if let Some(own) = document.at("/custom_tags").and_then(|own| (NAMES.decode)(own, "/custom_tags", reader)) {
        let own = own.as_array().cloned().unwrap_or_default();
        let tags = at_map(body, "discovery.tags").and_then(Value::as_array).cloned().unwrap_or_default();
        let more = own.into_iter().filter(|tag| !tags.contains(tag)).collect::<Vec<_>>();
        if !more.is_empty() {
            place(body, "discovery.tags", json!([tags, more].concat()));
        }
    }
    let Some(list) = document.at("/first_messages").filter(|list| list.is_array()) else { return };
    let texts = reader.texts(list, "/first_messages").unwrap_or_default();
    let first = document.at("/first_message").and_then(|first| first.as_str());
    let others: Vec<Value> = texts
        .into_iter()
        .enumerate()
        .filter(|(at, text)| !(*at == 0 && first.as_deref() == Some(text)))
        .map(|(_, text)| greeting(text))
        .collect();
    if !others.is_empty() {
        place(body, "greetings.alternateGreetings", json!(others));
    }
}

struct Card;

impl Format for Card {
    fn spec(&self) -> &'static FormatSpec {
        RECORD.spec()
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        RECORD.detect(source)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        let mut decoded = RECORD.decode(source, notes)?;
        let (Some(payload), Some(character)) = (source.payload(), decoded.entities.first_mut()) else {
            return Ok(decoded);
        };
        let hidden =
            payload.document.at("/personality").is_none_or(|node| node.as_str().is_none_or(|text| text.is_empty()));
        if hidden {
            let said = "The author hid the definition of this character; the file has none.";
            notes.warn(NoteCode::MissingRequired, Place::pointer("/personality"), said);
        }
        let books = lore::read(&payload.document, character, &mut Reader::new(source.place(), notes));
        decoded.entities.extend(books);
        Ok(decoded)
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        RECORD.encode(entity, ask, notes)
    }

    fn embedded(&self, kind: Kind) -> Option<&'static FormatSpec> {
        (kind == Kind::Lorebook).then_some(&lore::SPEC)
    }

    fn roots(&self, document: &Document) -> Roots {
        RECORD.roots(document)
    }
}
