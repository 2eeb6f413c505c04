//! Presets made of blocks: the hub's wrapper and the app's own bare object; and the SillyTavern preset they leave as.
//!
//! Read are three shapes: the wrapper (`type`, `preset`), the bare object (`blocks`), and the flat file this format
//! writes. A preset that was edited or comes from elsewhere leaves as the flat one, which SillyTavern, Lumiverse and
//! this format read; the wrapper is never written. Unedited, every shape leaves as it came.
//! Source: Lumiverse `frontend/src/lib/loom/{types,service,constants}.ts`; SillyTavern `openai.js`.

mod blocks;
mod flat;
mod wire;

use std::sync::LazyLock;

use ficha_json::{Document, Node, Style};
use ficha_model::Entity;
use serde_json::{Map, Value, json};

use crate::ask::{Ask, Encoded};
use crate::carrier;
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::record::{Record, RecordHooks, Tables, unedited};
use crate::source::Source;

/// The mark of the flat file.
const MARK: &str = "_lumiverse_source";

/// The shapes of a payload.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Wrapper,
    Bare,
    Flat,
}

fn shape(document: &Document) -> Option<Shape> {
    let root = document.root();
    let kind = root.get("type").and_then(|kind| kind.as_str().map(|kind| kind.into_owned()));
    if kind.as_deref() == Some("lumiverse_preset") && root.get("preset").is_some_and(Node::is_object) {
        return Some(Shape::Wrapper);
    }
    if kind.is_some() {
        return None;
    }
    let list = |key: &str| root.get(key).is_some_and(Node::is_array);
    if root.get(MARK).is_some_and(Node::is_string) && list("prompts") && list("prompt_order") {
        return Some(Shape::Flat);
    }
    let blocks = root.get("blocks").filter(|blocks| blocks.is_array() && !blocks.is_empty())?;
    let is_block = |block: Node<'_>| block.get("name").is_some_and(Node::is_string) && block.get("content").is_some();
    blocks.items().all(is_block).then_some(Shape::Bare)
}

/// Rows below `/data` are those of the blocks' object, all others those of the flat file.
fn roots(document: &Document) -> Roots {
    let data = match shape(document) {
        Some(Shape::Wrapper) => "/preset",
        Some(Shape::Flat) => "/_lumiverse_blocks",
        Some(Shape::Bare) | None => "",
    };
    Roots { envelope: String::new(), data: data.to_owned() }
}

static RECORD: Record = Record {
    spec: &wire::SPEC,
    tables: LazyLock::new(|| Tables::of(&wire::SPEC)),
    detect: |document| {
        Some(match shape(document)? {
            Shape::Wrapper => Detection { confidence: 1.0, because: "it calls itself a Lumiverse preset" },
            Shape::Bare => Detection { confidence: 0.95, because: "it is made of Lumiverse's blocks" },
            Shape::Flat => {
                Detection { confidence: 0.95, because: "it is a preset of Lumiverse written for SillyTavern" }
            }
        })
    },
    roots,
    fresh: r#"{"_lumiverse_source": "lumiverse_preset", "prompts": [], "prompt_order": [{"character_id": 100001, "order": []}]}"#,
    style: Style::Pretty(4),
    hooks: RecordHooks {
        decode: Some(|document, roots, body, reader| match shape(document) {
            Some(Shape::Flat) => flat::decode(document, body, reader),
            Some(Shape::Wrapper | Shape::Bare) => blocks::decode(document, &roots.data, body, reader),
            None => {}
        }),
        encode: Some(|before, after, document, _, writes, notes| {
            if shape(document) == Some(Shape::Flat) {
                flat::encode(before, after, document, writes, notes);
            }
        }),
        ..RecordHooks::NONE
    },
};

/// The format.
pub(super) struct Preset;

impl Format for Preset {
    fn spec(&self) -> &'static FormatSpec {
        &wire::SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        (RECORD.detect)(&source.payload()?.document)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        RECORD.decode(source, notes)
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        let id = wire::SPEC.id;
        let Some(base) = carrier::base(entity, id, &mut Notes::new())? else {
            return RECORD.encode(entity, ask, notes);
        };
        let in_blocks = shape(base.document()) != Some(Shape::Flat);
        let before = RECORD.quiet_body(&base.raw);
        let edited = base.edited.is_some() || ask.carry_originals || !unedited(before.value(), entity.body.value());
        if !in_blocks || !edited {
            return RECORD.encode(entity, ask, notes);
        }
        if base.edited.is_some() {
            let text = "Edits of the blocks' own settings have no place in the SillyTavern preset that is written.";
            notes.warn(NoteCode::NativeEditLost, ficha_container::Place::file(), text);
        }
        let mut anew = entity.clone();
        anew.original.shift_remove(id);
        anew.native_edits.shift_remove(id);
        RECORD.encode(&anew, ask, notes)
    }

    fn roots(&self, document: &Document) -> Roots {
        roots(document)
    }

    fn leaves_as_another(&self, document: &Document) -> bool {
        shape(document) != Some(Shape::Flat)
    }
}

/// The bare object of a row of an archive: blocks in `prompt_order`, settings in the other columns. `None` when it has
/// no blocks.
pub(super) fn of_row(row: &Map<String, Value>) -> Option<Value> {
    let blocks = row.get("prompt_order")?.as_array().filter(|blocks| !blocks.is_empty())?;
    let is_block = |block: &Value| block.get("name").is_some_and(Value::is_string) && block.get("content").is_some();
    if !blocks.iter().all(is_block) {
        return None;
    }
    let mut bare = Map::new();
    for key in ["id", "name", "engine"] {
        if let Some(value) = row.get(key) {
            bare.insert(key.to_owned(), value.clone());
        }
    }
    bare.insert("blocks".to_owned(), json!(blocks));
    for column in ["parameters", "prompts", "metadata"] {
        let Some(Value::Object(settings)) = row.get(column) else { continue };
        for (key, value) in settings {
            if !bare.contains_key(key) {
                bare.insert(key.clone(), value.clone());
            }
        }
    }
    Some(Value::Object(bare))
}
