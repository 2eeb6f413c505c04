//! The memory book, alone in a file or inside a character.
//!
//! Keys are plain words and never patterns (`common/memory.ts` strips most punctuation from them). `weight` is where
//! an entry stands, `priority` is who stays when the budget is short. Some books went through Chub and hold the keys
//! of both apps; the app's own names count, the others follow an edit while they say the same.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, NodeKind, Style};
use ficha_model::Kind;
use serde_json::{Value, json};

use super::{ACCOUNT, SOURCE};
use crate::format::Widget;
use crate::format::{
    Clear, Coded, Detection, Form, FormatSpec, IdFrom, Items, Lexicon, Shape, Wire, kept, list, native, row,
};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{Said, Writes, is_blank};
use crate::read::Reader;
use crate::record::keywords::WORDS;
use crate::record::{Record, RecordHooks, Tables, plain};

/// The format id.
pub(super) const ID: &str = "agnai-lorebook";

const CHUB: &str = "seen in books that went through Chub";

/// `selective`: whether secondary keys are meant to count.
const MODE: Lexicon = Lexicon {
    pairs: &[("true", "advanced"), ("false", "simple")],
    open: false,
    unknown: "Agnai knows no such mode of keys.",
};

/// SillyTavern's `world_info_logic`, carried through unused.
const LOGIC: Lexicon = Lexicon {
    pairs: &[("0", "and_any"), ("1", "not_all"), ("2", "not_any"), ("3", "and_all")],
    open: false,
    unknown: "Agnai knows no such logic.",
};

/// Two words; books from SillyTavern hold its number, as the importer copies it.
const POSITION: Coded = Coded { name: "position", decode: position, encode: write_position, empty: "\"\"" };

/// SillyTavern's places by number.
const NUMBERED: [&str; 8] = [
    "world",
    "character",
    "author_note_top",
    "author_note_bottom",
    "depth",
    "before_example",
    "after_example",
    "outlet",
];

const ENTRIES: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("id"),
    numbers: true,
    fresh: r#"{"name": "", "entry": "", "keywords": [], "priority": 100, "weight": 100, "enabled": true}"#,
    decode: None,
    encode: None,
};

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    kept("/kind", "says that it is a memory book", SOURCE),
    row("/name", "name", Shape::Text, Clear::Empty, SOURCE),
    row("/description", "description", Shape::Text, Clear::Remove, SOURCE),
    row("/scanDepth", "globalScanDepth", Shape::Number, Clear::Remove, SOURCE),
    row("/scan_depth", "globalScanDepth", Shape::Number, Clear::Remove, CHUB),
    row("/tokenBudget", "tokenBudget", Shape::Number, Clear::Remove, SOURCE),
    row("/token_budget", "tokenBudget", Shape::Number, Clear::Remove, CHUB),
    row("/recursiveScanning", "globalRecursion", Shape::Flag, Clear::Remove, SOURCE),
    row("/recursive_scanning", "globalRecursion", Shape::Flag, Clear::Remove, CHUB),
    kept("/_id", ACCOUNT, SOURCE),
    kept("/userId", ACCOUNT, SOURCE),
    kept("/is_creation", "Chub's mark of a book made there", CHUB),
    native("/extensions", ("Extensions", "扩展数据"),
        ("What other apps left with the book. Agnai hands it on.", "其他应用留在此书中的数据，Agnai 原样保留。"), Widget::Json, SOURCE),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along, or the books that were merged", "Ficha"),
    list("/entries", "entries", &ENTRIES, SOURCE),
    row("/entries/*/name", "entries[].title", Shape::Text, Clear::Empty, SOURCE),
    row("/entries/*/entry", "entries[].content", Shape::Text, Clear::Empty, SOURCE),
    row("/entries/*/content", "entries[].content", Shape::Text, Clear::Empty, CHUB),
    row("/entries/*/comment", "entries[].comment", Shape::Text, Clear::Remove, SOURCE),
    row("/entries/*/enabled", "entries[].enabled", Shape::Flag, Clear::To("true"), SOURCE),
    row("/entries/*/constant", "entries[].constant", Shape::Flag, Clear::Remove, SOURCE),
    row("/entries/*/selective", "entries[].triggerMode", Shape::Word(&MODE), Clear::Remove, SOURCE),
    row("/entries/*/keywords", "entries[].triggers", Shape::Coded(&WORDS), Clear::Empty, SOURCE),
    row("/entries/*/keys", "entries[].triggers", Shape::Coded(&WORDS), Clear::Empty, CHUB),
    row("/entries/*/secondaryKeys", "entries[].secondaryTriggers", Shape::Coded(&WORDS), Clear::Remove, SOURCE),
    row("/entries/*/secondary_keys", "entries[].secondaryTriggers", Shape::Coded(&WORDS), Clear::Empty, CHUB),
    row("/entries/*/selectiveLogic", "entries[].selectiveLogic", Shape::Word(&LOGIC), Clear::Remove, SOURCE),
    row("/entries/*/position", "entries[].position", Shape::Coded(&POSITION), Clear::Remove, SOURCE),
    row("/entries/*/weight", "entries[].sortOrder", Shape::Number, Clear::To("100"), SOURCE),
    row("/entries/*/insertion_order", "entries[].sortOrder", Shape::Number, Clear::To("100"), CHUB),
    row("/entries/*/priority", "entries[].priority", Shape::Number, Clear::To("100"), SOURCE),
    row("/entries/*/probability", "entries[].probability", Shape::Number, Clear::Remove, SOURCE),
    row("/entries/*/useProbability", "entries[].useProbability", Shape::Flag, Clear::Remove, SOURCE),
    row("/entries/*/excludeRecursion", "entries[].excludeRecursion", Shape::Flag, Clear::Remove, SOURCE),
    kept("/entries/*/id", "the number of the entry", SOURCE),
    kept("/entries/*/case_sensitive", "Agnai never looks at the case of a key", CHUB),
    kept("/entries/*/extensions", "what other apps left with the entry", CHUB),
];

static SPEC: FormatSpec = FormatSpec {
    id: ID,
    platform: "agnai",
    kind: Kind::Lorebook,
    title: "Agnai memory book",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &["/_id", "/userId"],
    source: SOURCE,
};

/// The format.
pub(super) static BOOK: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    fresh: r#"{"kind": "memory", "name": "", "description": "", "entries": []}"#,
    style: Style::Pretty(2),
    hooks: RecordHooks { encode: Some(name_kind), ..RecordHooks::NONE },
};

/// A book without a kind is known by its entries; without those it has to say what it is.
fn name_kind(_: &Value, after: &Value, document: &Document, _: &Roots, writes: &mut Writes, _: &mut Notes) {
    if is_blank(after.get("entries")) && document.root().get("kind").is_none() {
        writes.set("/kind", json!("memory"));
    }
}

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let bid = |confidence, because| Some(Detection { confidence, because });
    let entries = root.get("entries").filter(|entries| entries.is_array() || entries.is_object());
    match root.get("kind").and_then(|kind| kind.as_str()) {
        Some(kind) if kind == "memory" && entries.is_some() => bid(1.0, "it says it is a memory book"),
        Some(_) => None,
        None => {
            let entries = entries?;
            let first = entries.items().next().or_else(|| entries.members().next().map(|(_, row)| row))?;
            let own =
                first.get("entry").is_some_and(Node::is_string) && first.get("keywords").is_some_and(Node::is_array);
            own.then_some(()).and_then(|()| bid(0.9, "its rows have \"entry\" and \"keywords\""))
        }
    }
}

fn position(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    let text = match node.kind() {
        NodeKind::String => node.as_str()?.into_owned(),
        NodeKind::Number => node.raw().to_owned(),
        NodeKind::Null => return None,
        NodeKind::Bool | NodeKind::Array | NodeKind::Object => {
            reader.wrong_type(at, node, "a word", "it is not read");
            return None;
        }
    };
    let numbered = |text: &str| NUMBERED.get(text.parse::<usize>().ok()?).copied();
    let word = match text.as_str() {
        "" => return None,
        "before_char" => "world",
        "after_char" => "character",
        other => match numbered(other) {
            Some(word) => word,
            None => return Some(json!(format!("wire:{other}"))),
        },
    };
    Some(json!(word))
}

fn write_position(value: &Value, present: Option<Node<'_>>, said: &mut Said<'_>) -> Option<Value> {
    let word = value.as_str()?;
    if let Some(number) =
        present.filter(|node| node.is_number()).and_then(|_| NUMBERED.iter().position(|known| *known == word))
    {
        return Some(json!(number));
    }
    if let Some(own) = word.strip_prefix("wire:").filter(|_| present.is_some()) {
        return Some(json!(own));
    }
    let (wire, same) = match word {
        "world" => ("before_char", true),
        "prepend_top" => ("before_char", false),
        _ => ("after_char", word == "character"),
    };
    if !same {
        said.explain(NoteCode::Adapted, "Agnai only knows before and after the character, and uses neither.");
    }
    Some(json!(wire))
}
