//! Pygmalion's classic flat card: five texts, as JSON or in a PNG's `chara` chunk.
//!
//! The format is older than the Tavern lineage and must not claim its cards: every shape of another app is rejected
//! before a sign is looked for. There is no lorebook, persona or regex in this family.

mod decode;
mod encode;
mod wire;

use ficha_json::Document;
use ficha_model::Entity;

use crate::ask::{Ask, Encoded};
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec};
use crate::inspect::Roots;
use crate::notes::Notes;
use crate::source::Source;

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] = &[&Card];

struct Card;

impl Format for Card {
    fn spec(&self) -> &'static FormatSpec {
        &wire::SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        decode::detect(&source.payload()?.document)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        decode::decode(self.spec().id, source, notes)
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        encode::encode(self.spec().id, entity, ask, notes)
    }

    fn roots(&self, _: &Document) -> Roots {
        Roots { envelope: String::new(), data: String::new() }
    }
}
