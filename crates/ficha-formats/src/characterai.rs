//! Character.AI: the characters in files of programs that saved them. Read only; the site has no files.
//!
//! A definition is free text in which examples stand too, and a private one comes empty; nothing is guessed.

mod wire;

use std::sync::LazyLock;

use ficha_json::{Document, Node, Style};

use crate::format::{Detection, Format};
use crate::inspect::Roots;
use crate::record::{Record, RecordFile, RecordHooks, Tables};

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] = &[&DUMP];

static DUMP: RecordFile = RecordFile {
    record: Record {
        spec: &wire::SPEC,
        tables: LazyLock::new(|| Tables::of(&wire::SPEC)),
        detect,
        roots,
        fresh: "",
        style: Style::Pretty(2),
        hooks: RecordHooks::NONE,
    },
    keyword: "chara",
    in_picture: "",
};

fn is_text(node: Node<'_>, key: &str) -> bool {
    node.get(key).is_some_and(Node::is_string)
}

/// With its chats the character lies under `info`, alone at the root's `character`.
fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    if document.at("/info/character").is_some_and(|character| is_text(character, "name")) {
        return Some(Detection { confidence: 0.95, because: "it holds a saved Character.AI character with its chats" });
    }
    let character = root.get("character")?;
    let foreign = ["spec", "data", "aiName", "aiPersona"].iter().any(|key| character.get(key).is_some());
    let told = is_text(character, "definition") || is_text(character, "greeting");
    (is_text(character, "name") && told && !foreign && root.get("spec").is_none())
        .then_some(Detection { confidence: 0.95, because: "it holds a saved Character.AI character" })
}

fn roots(document: &Document) -> Roots {
    let inside = if document.at("/info/character").is_some() { "/info/character" } else { "/character" };
    Roots { envelope: String::new(), data: inside.to_owned() }
}
