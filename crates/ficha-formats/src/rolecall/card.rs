//! Characters: cards with `extensions.rolecall`, unless that block says that the card is a persona.

use ficha_json::{Node, Style};

use super::{parts, wire};
use crate::format::{Detection, Variant};
use crate::source::Source;
use crate::tavern::layout::{Layout, Shape};
use crate::tavern::lineage::Lineage;
use crate::tavern::{regex, version};

pub(super) static CARD: Lineage = Lineage {
    fresh: |_, _, _| Variant::V3,
    skeleton,
    parts: &[parts::GREETING_TITLES, parts::DEPTH_INJECTIONS, parts::BACKGROUND],
    rules: regex::IN_CARDS,
    expression: "expression",
    ..Lineage::of(&wire::SPEC, detect)
};

fn detect(source: &Source) -> Option<Detection> {
    let document = &source.payload()?.document;
    let (layout, _) = Layout::of(document).filter(|(layout, _)| layout.envelope.is_empty())?;
    let is_card = matches!(layout.shape, Shape::Envelope(Variant::V2 | Variant::V3));
    let (block, _) = layout.find(document, wire::BLOCK).filter(|(block, _)| is_card && block.is_object())?;
    let kind = block.get("type").and_then(|kind| kind.as_str());
    (kind.as_deref() != Some("persona"))
        .then_some(Detection { confidence: 1.0, because: "the card has RoleCall's block, and is no persona" })
}

/// A card without content, known by an empty block.
fn skeleton(variant: Variant, style: Style) -> String {
    version::with_extension(version::skeleton(variant, style), wire::BLOCK, "{}")
}

/// Whether a value is an object or absent: anything else is not written into.
pub(super) fn is_open(node: Option<Node<'_>>) -> bool {
    node.is_none_or(Node::is_object)
}
