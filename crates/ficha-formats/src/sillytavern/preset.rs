//! SillyTavern's chat completion preset: prompts in their order, samplers, and the regex set that may travel inside.
//!
//! The table is in [`wire`], the order of the prompts in [`order`]. Rules under `extensions.regex_scripts` are a linked
//! set, as they are in cards.

mod order;
mod wire;

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Style};
use ficha_model::{Entity, Kind, Path};
use serde_json::Value;

use crate::ask::{Ask, Encoded};
use crate::carrier;
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec};
use crate::inspect::Roots;
use crate::notes::Notes;
use crate::overlay::Writes;
use crate::read::Reader;
use crate::record::{Export, Record, RecordHooks, Tables, export_with, only_json, plain};
use crate::source::Source;
use crate::tavern::edit::Target;
use crate::tavern::layout::{Layout, Shape};
use crate::tavern::{regex, rules};

static RECORD: LazyLock<Record> = LazyLock::new(|| Record {
    spec: &wire::SPEC,
    tables: LazyLock::new(|| Tables::of(&wire::SPEC)),
    detect,
    roots: plain,
    fresh: r#"{"prompts": [], "prompt_order": [{"character_id": 100001, "order": []}]}"#,
    style: Style::Pretty(4),
    hooks: RecordHooks {
        decode: Some(order::decode),
        encode: Some(order::encode),
        arrange: Some(order::arrange),
        shape: None,
    },
});

/// Prompts with an order, or the temperature with one of the keys only this file has.
fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let has = |key: &str| root.get(key).is_some();
    let list = |key: &str| root.get(key).is_some_and(|list| list.is_array());
    if has("type") || (has("exportedAt") && has("data")) || has("spec") || has("entries") || has("blocks") {
        return None;
    }
    let own = ["openai_max_context", "openai_max_tokens", "impersonation_prompt", "chat_completion_source", "top_p"];
    let sampled = has("temperature") && own.iter().any(|key| has(key));
    // NovelAI's presets have a temperature too, under names of their own beside it.
    let novel = has("tail_free_sampling") || has("phrase_rep_pen");
    let fits = list("prompts") || list("prompt_order") || (sampled && !novel);
    fits.then_some(Detection { confidence: 0.9, because: "it has the prompts or settings of a chat completion preset" })
}

/// Where the rules of a preset are: as in a card whose fields lie at the root.
fn layout() -> Layout {
    Layout { shape: Shape::Flat, envelope: String::new(), data: String::new() }
}

/// A chat completion preset.
pub(super) struct Preset;

impl Format for Preset {
    fn spec(&self) -> &'static FormatSpec {
        &wire::SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        detect(&source.payload()?.document)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        let mut preset = RECORD.read(source, notes)?;
        let (Some(payload), Some(record)) = (source.payload(), preset.source.clone()) else {
            return Ok(Decoded { entities: vec![preset], blobs: Vec::new() });
        };
        let mut reader = Reader::new(source.place(), notes);
        let name = preset.name().to_owned();
        let (sets, links) = rules::split(regex::IN_CARDS, &payload.document, &layout(), &name, &record, &mut reader);
        if !links.is_empty() {
            preset.body.set(&Path::default().key("behaviorRefs"), Value::Array(links));
            if let Some(original) = preset.original.get_mut(wire::SPEC.id) {
                original.pristine.0 = Some(preset.body.clone());
            }
        }
        let mut entities = vec![preset];
        entities.extend(sets);
        Ok(Decoded { entities, blobs: Vec::new() })
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        only_json(&wire::SPEC, ask)?;
        let beside = |document: &Document, notes: &mut Notes| {
            let layout = layout();
            let changes = rules::changes(regex::IN_CARDS, entity, ask, document, &layout, notes)?;
            let mut writes = Writes::default();
            if changes.iter().all(rules::ListChange::is_untouched) {
                return Ok(writes);
            }
            let target = Target { raw: document, document, layout: &layout, second: false };
            for (at, text) in rules::write(&changes, &target, notes, &mut writes) {
                writes.set(at, carrier::parse_own(text, regex::ID)?.root().to_value());
            }
            Ok(writes)
        };
        let own = |file| Encoded { bytes: file, container: ContainerId::Json, extension: "json", variant: None };
        let text = match export_with(&RECORD, entity, ContainerId::Json, ask, &beside, notes)? {
            Export::Copy(file) => return Ok(own(file)),
            Export::Text(text) => text,
        };
        let file = carrier::source_file(entity, ask)
            .filter(|_| !ask.rewrite && carrier::came_as(entity, wire::SPEC.id, ContainerId::Json));
        Ok(own(file.map_or_else(|| text.clone().into_bytes(), |file| carrier::dressed(&text, &file)).into()))
    }

    fn embedded(&self, kind: Kind) -> Option<&'static FormatSpec> {
        (kind == Kind::Regex).then(|| &*regex::SPEC)
    }

    fn roots(&self, _: &Document) -> Roots {
        Roots::plain()
    }
}
