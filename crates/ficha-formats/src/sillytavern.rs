//! SillyTavern's character card, and with it every plain card of the Tavern lineage (V1, flat V2, V2, V3).
//!
//! It is the generic reader: cards no app has put its own mark on are its. Common ground of the lineage is in
//! [`crate::tavern`]; here are detection, the containers, and the keys only SillyTavern writes.

mod decode;
mod encode;
mod wire;

use ficha_json::Document;
use ficha_model::{Entity, Kind};

use crate::ask::{Ask, Encoded};
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec};
use crate::inspect::Roots;
use crate::notes::Notes;
use crate::source::Source;
use crate::tavern::book;
use crate::tavern::layout::Layout;

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] = &[&Card];

struct Card;

impl Format for Card {
    fn spec(&self) -> &'static FormatSpec {
        &wire::SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        Layout::of(&source.payload()?.document).map(|(_, detection)| detection)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        decode::decode(self.spec().id, source, notes)
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        encode::encode("sillytavern", entity, ask, notes)
    }

    fn embedded(&self, kind: Kind) -> Option<&'static FormatSpec> {
        match kind {
            Kind::Lorebook => Some(&book::SPEC),
            Kind::Character | Kind::Persona | Kind::Regex | Kind::Preset | Kind::Pack | Kind::Quickreply => None,
        }
    }

    fn roots(&self, document: &Document) -> Roots {
        Layout::of(document).map_or_else(Roots::plain, |(layout, _)| layout.roots())
    }
}
