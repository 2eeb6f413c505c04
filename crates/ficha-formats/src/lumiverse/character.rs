//! Characters: cards with Lumiverse's own extensions, and its archive of card, modules and pictures.
//!
//! A card that left Lumiverse as JSON or PNG has its extensions taken out and is a plain card; those that still have
//! them, and archives with modules, are this format's.

mod wire;

use ficha_json::{Document, Style};
use serde_json::json;

use crate::format::{Detection, Variant};
use crate::source::Source;
use crate::tavern::layout::Layout;
use crate::tavern::lineage::{CardFormat, Lineage};
use crate::tavern::version;

/// The format.
pub(super) static CHARACTER: CardFormat = CardFormat(&CARD);

static CARD: Lineage = Lineage { entries: &[MODULES, "assets/"], skeleton, ..Lineage::of(&wire::SPEC, detect) };

/// A card made anew names no world book of any account, and by that it is known.
fn skeleton(version: Variant, style: Style) -> String {
    let plain = version::skeleton(version, style);
    let Ok(document) = Document::parse(plain.as_str(), &ficha_json::Limits::default()) else { return plain };
    let mut edit = document.edit();
    edit.set("/data/extensions/world_book_ids", &json!([]));
    edit.finish()
}

/// The entry beside `card.json` that holds what a card has no place for.
const MODULES: &str = "lumiverse_modules.json";

fn detect(source: &Source) -> Option<Detection> {
    let document = &source.payload()?.document;
    let (layout, _) = Layout::of(document)?;
    if let Some(archive) = source.archive() {
        let has = |name: &str| archive.find(name).is_some_and(|entry| entry.name == name);
        if has(MODULES) {
            return Some(Detection { confidence: 1.0, because: "it holds Lumiverse's modules beside the card" });
        }
        if has("module.risum") {
            return None;
        }
        return has_fingerprint(document, &layout)
            .then_some(Detection { confidence: 0.96, because: "the card in the archive has Lumiverse's extensions" });
    }
    has_fingerprint(document, &layout)
        .then_some(Detection { confidence: 0.95, because: "the card has Lumiverse's extensions" })
}

/// Keys of `extensions` Lumiverse keeps, each in the shape it has there.
fn has_fingerprint(document: &Document, layout: &Layout) -> bool {
    let Some((extensions, _)) = layout.find(document, "/data/extensions") else { return false };
    let object = |key: &str| extensions.get(key).is_some_and(|node| node.is_object());
    let list = |key: &str| extensions.get(key).is_some_and(|node| node.is_array());
    object("expressions")
        || object("expression_groups")
        || object("alternate_fields")
        || list("alternate_avatars")
        || object("lumiverse_image_gen_lora")
        || extensions.get("alternate_character_name").is_some_and(|node| node.is_string())
        || list("world_book_ids")
        || list("databank_ids")
        || extensions.get("ttsVoice").is_some()
}
