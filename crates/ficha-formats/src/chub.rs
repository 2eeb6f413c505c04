//! Chub: lorebooks in the shape its site hands out ([`lorebook`]); characters as ordinary cards with
//! `extensions.chub`, and as the answer of its server saved as a file.
//!
//! The block only says that a card passed through Chub, so the generic reader keeps such cards; Chub's panel is on
//! offer all the same. In the server's answer the names are turned round: its `personality` is the definition.

mod lorebook;
mod saved;
mod wire;

use ficha_json::{Document, Style};
use ficha_model::{Entity, Kind};

use crate::ask::{Ask, Encoded};
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec, Variant};
use crate::inspect::Roots;
use crate::notes::Notes;
use crate::source::Source;
use crate::tavern::layout::Layout;
use crate::tavern::lineage::{CardFormat, Lineage};
use crate::tavern::version;

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] = &[&Character, &lorebook::RECORD];

static CARD: Lineage = Lineage { skeleton, ..Lineage::of(&wire::SPEC, detect_card) };

fn detect_card(source: &Source) -> Option<Detection> {
    let document = &source.payload()?.document;
    let (layout, _) = Layout::of(document)?;
    layout.find(document, wire::BLOCK).filter(|(block, _)| block.is_object())?;
    Some(Detection { confidence: 0.6, because: "the card passed through Chub" })
}

/// A card without content, known by an empty block.
fn skeleton(variant: Variant, style: Style) -> String {
    version::with_extension(version::skeleton(variant, style), wire::BLOCK, "{}")
}

/// A character in either shape.
struct Character;

impl Format for Character {
    fn spec(&self) -> &'static FormatSpec {
        &wire::SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        saved::detect(&source.payload()?.document).or_else(|| detect_card(source))
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        match source.payload().and_then(|payload| saved::detect(&payload.document)) {
            Some(_) => saved::decode(source, notes),
            None => CardFormat(&CARD).decode(source, notes),
        }
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        if saved::is_own(entity, ask) {
            return saved::encode(entity, ask, notes);
        }
        CardFormat(&CARD).encode(entity, ask, notes)
    }

    fn embedded(&self, kind: Kind) -> Option<&'static FormatSpec> {
        CardFormat(&CARD).embedded(kind)
    }

    fn roots(&self, document: &Document) -> Roots {
        match saved::detect(document) {
            Some(_) => saved::roots(document),
            None => CardFormat(&CARD).roots(document),
        }
    }
}
