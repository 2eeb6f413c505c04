//! TavernAI's own card: the six texts of the first version and the marks of its gallery, all at the root.
//!
//! It stands in a WebP's EXIF comment as a list of bytes, in a PNG's `chara` chunk, or in a JSON file. WebP is read
//! only: TavernAI encodes the picture anew each time, and its comment has lost letters beyond ASCII before.

mod wire;

use std::sync::LazyLock;

use ficha_json::{Document, Node, Style};

use crate::format::{Detection, Format};
use crate::inspect::Roots;
use crate::record::{Record, RecordFile, RecordHooks, Tables};

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] = &[&CARD];

static CARD: RecordFile = RecordFile {
    record: Record {
        spec: &wire::SPEC,
        tables: LazyLock::new(|| Tables::of(&wire::SPEC)),
        detect,
        roots,
        fresh: wire::FRESH,
        style: Style::Compact,
        hooks: RecordHooks::NONE,
    },
    keyword: "chara",
    in_picture: "",
};

/// Files since version 1.5 say what they are; older ones have the ids of the gallery. A `spec` says nothing of `data`
/// here: the fields are at the root.
fn detect(document: &Document) -> Option<Detection> {
    let card = document.root();
    let text = |key: &str| card.get(key).is_some_and(Node::is_string);
    if card.get("data").is_some_and(Node::is_object) || card.get("name").is_none() {
        return None;
    }
    match card.get("spec").map(|spec| spec.as_str()) {
        Some(Some(spec)) if spec == "tavern_ai" => Some(Detection { confidence: 0.95, because: "it says tavern_ai" }),
        None if text("public_id") && text("short_description") => Some(Detection {
            confidence: 0.95,
            because: "it has the public id and short description of TavernAI's gallery",
        }),
        Some(_) | None => None,
    }
}

fn roots(_: &Document) -> Roots {
    Roots { envelope: String::new(), data: String::new() }
}
