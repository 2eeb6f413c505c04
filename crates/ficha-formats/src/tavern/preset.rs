//! The chat completion preset: prompts in their order, samplers, and the regex set that may travel inside.
//!
//! The grammar is SillyTavern's; another platform adds keys of its own and says so in a table. The keys are in [`keys`],
//! the order of the prompts in [`order`]. Rules under `extensions.regex_scripts` are a linked
//! set, as they are in cards.

pub(crate) mod keys;
mod order;

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::Document;
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
use crate::record::{Export, Record, RecordHooks, export_with, only_json};
use crate::source::Source;
use crate::tavern::edit::Target;
use crate::tavern::layout::{Layout, Shape};
use crate::tavern::{regex, rules};

/// What a table of these keys cannot say: the order of the prompts.
pub(crate) const HOOKS: RecordHooks = RecordHooks {
    decode: Some(order::decode),
    encode: Some(order::encode),
    arrange: Some(order::arrange),
    shape: None,
};

/// Where the rules of a preset are: as in a card whose fields lie at the root.
fn layout() -> Layout {
    Layout { shape: Shape::Flat, envelope: String::new(), data: String::new() }
}

/// A chat completion preset of some platform: its record.
pub(crate) struct PresetFile(pub &'static LazyLock<Record>);

impl Format for PresetFile {
    fn spec(&self) -> &'static FormatSpec {
        self.0.spec
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        (self.0.detect)(&source.payload()?.document)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        let mut preset = self.0.read(source, notes)?;
        let (Some(payload), Some(record)) = (source.payload(), preset.source.clone()) else {
            return Ok(Decoded { entities: vec![preset], blobs: Vec::new() });
        };
        let mut reader = Reader::new(source.place(), notes);
        let name = preset.name().to_owned();
        let (sets, links) = rules::split(regex::IN_CARDS, &payload.document, &layout(), &name, &record, &mut reader);
        if !links.is_empty() {
            preset.body.set(&Path::default().key("behaviorRefs"), Value::Array(links));
            if let Some(original) = preset.original.get_mut(self.0.spec.id) {
                original.pristine.0 = Some(preset.body.clone());
            }
        }
        let mut entities = vec![preset];
        entities.extend(sets);
        Ok(Decoded { entities, blobs: Vec::new() })
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        only_json(self.0.spec, ask)?;
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
        let text = match export_with(self.0, entity, ContainerId::Json, ask, &beside, notes)? {
            Export::Copy(file) => return Ok(own(file)),
            Export::Text(text) => text,
        };
        let file = carrier::source_file(entity, ask)
            .filter(|_| !ask.rewrite && carrier::came_as(entity, self.0.spec.id, ContainerId::Json));
        Ok(own(file.map_or_else(|| text.clone().into_bytes(), |file| carrier::dressed(&text, &file)).into()))
    }

    fn embedded(&self, kind: Kind) -> Option<&'static FormatSpec> {
        (kind == Kind::Regex).then(|| &*regex::SPEC)
    }

    fn roots(&self, _: &Document) -> Roots {
        Roots::plain()
    }
}
