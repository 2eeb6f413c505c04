//! World info of NativeTavern: a list of entries with positions numbered the app's own way.
//!
//! Source: NativeTavern `lib/data/models/world_info.dart` and files of its repository.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::Kind;
use serde_json::{Value, json};

use crate::format::{
    Clear, Coded, Detection, Form, FormatSpec, IdFrom, Items, Lexicon, Shape, Widget, Wire, custom, kept, list, native,
    row,
};
use crate::notes::NoteCode;
use crate::overlay::Said;
use crate::read::Reader;
use crate::record::{KnownByRows, Record, RecordHooks, Tables, plain};
use crate::tavern::values;

const DART: &str = "NativeTavern world_info.dart";

/// Where the app puts an entry. The places around the system prompt are nowhere else.
static POSITIONS: Lexicon = Lexicon {
    pairs: &[
        ("0", "world"),
        ("1", "character"),
        ("2", "before_example"),
        ("3", "after_example"),
        ("4", "author_note_top"),
        ("5", "author_note_bottom"),
        ("6", "depth"),
        ("7", "nativetavern:7"),
        ("8", "nativetavern:8"),
    ],
    open: false,
    unknown: "NativeTavern knows no such position.",
};

static MODES: Lexicon = Lexicon {
    pairs: &[("true", "advanced"), ("false", "simple")],
    open: false,
    unknown: "NativeTavern knows no such way of using keys.",
};

/// A chance in which 0 means always.
static CHANCE: Coded = Coded { name: "chance", decode: decode_chance, encode: encode_chance, empty: "0" };

fn decode_chance(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    let chance = reader.number(node, at)?;
    Some(if chance.as_f64() == Some(0.0) { json!(100) } else { Value::Number(chance) })
}

fn encode_chance(value: &Value, _: Option<Node<'_>>, said: &mut Said<'_>) -> Option<Value> {
    if value.as_f64() == Some(0.0) {
        said.explain(NoteCode::NoPlace, "No chance at all cannot be said there: 0 means always.");
        return None;
    }
    Some(value.clone())
}

/// Whether only other entries call it; which level is not said.
static LEVEL: Coded = Coded { name: "level", decode: decode_level, encode: encode_level, empty: "false" };

fn decode_level(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    reader.flag(node, at).map(|delayed| if delayed { json!(true) } else { json!(0) })
}

fn encode_level(value: &Value, _: Option<Node<'_>>, said: &mut Said<'_>) -> Option<Value> {
    let level = value.as_f64();
    if level.is_some_and(|level| level > 0.0) {
        said.explain(NoteCode::Adapted, "NativeTavern has no levels of recursion, only the first.");
    }
    Some(json!(level.map_or(value == &json!(true), |level| level > 0.0)))
}

static ENTRIES: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("id"),
    numbers: false,
    fresh: r#"{"id": "", "worldInfoId": "", "keys": [], "content": "", "enabled": true, "insertionOrder": 100, "position": 0}"#,
    decode: None,
    encode: None,
};

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    kept("/id", "the id of the book in the app", DART),
    row("/name", "name", Shape::Text, Clear::Empty, DART),
    row("/description", "description", Shape::Text, Clear::Remove, DART),
    row("/enabled", "enabled", Shape::Flag, Clear::Remove, DART),
    native("/isGlobal", ("Global", "全局"),
        ("Used in every chat, whatever the character.", "在所有聊天中使用，与角色无关。"), Widget::Toggle, DART),
    kept("/characterId", "the app's id of the character it belongs to", DART),
    kept("/createdAt", "when the book was made", DART),
    kept("/modifiedAt", "when the book was changed", DART),
    list("/entries", "entries", &ENTRIES, DART),
    custom("/entries/*/id", &["entries[].id"], DART),
    kept("/entries/*/worldInfoId", "the id of the book it lies in", DART),
    row("/entries/*/comment", "entries[].title", Shape::Text, Clear::Remove, DART),
    row("/entries/*/content", "entries[].content", Shape::Text, Clear::Empty, DART),
    row("/entries/*/keys", "entries[].triggers", Shape::Coded(&values::TRIGGERS), Clear::Empty, DART),
    row("/entries/*/secondaryKeys", "entries[].secondaryTriggers", Shape::Coded(&values::TRIGGERS), Clear::Empty, DART),
    row("/entries/*/enabled", "entries[].enabled", Shape::Flag, Clear::To("true"), DART),
    row("/entries/*/constant", "entries[].constant", Shape::Flag, Clear::Remove, DART),
    row("/entries/*/selective", "entries[].triggerMode", Shape::Word(&MODES), Clear::Remove, DART),
    row("/entries/*/insertionOrder", "entries[].sortOrder", Shape::Number, Clear::To("100"), DART),
    row("/entries/*/caseSensitive", "entries[].caseSensitive", Shape::Flag, Clear::Remove, DART),
    row("/entries/*/matchWholeWords", "entries[].matchWholeWords", Shape::Flag, Clear::Remove, DART),
    row("/entries/*/useGroupScoring", "entries[].useGroupScoring", Shape::Flag, Clear::Remove, DART),
    kept("/entries/*/automationId", "a flag in this app, whatever its name says", DART),
    row("/entries/*/probability", "entries[].probability", Shape::Coded(&CHANCE), Clear::Remove, DART),
    row("/entries/*/position", "entries[].position", Shape::Word(&POSITIONS), Clear::To("0"), DART),
    row("/entries/*/depth", "entries[].depth", Shape::Number, Clear::Remove, DART),
    row("/entries/*/group", "entries[].groupName", Shape::FilledText, Clear::Remove, DART),
    row("/entries/*/groupWeight", "entries[].groupWeight", Shape::Number, Clear::Remove, DART),
    row("/entries/*/preventRecursion", "entries[].preventRecursion", Shape::Flag, Clear::Remove, DART),
    row("/entries/*/delayUntilRecursion", "entries[].delayUntilRecursion", Shape::Coded(&LEVEL), Clear::Remove, DART),
    row("/entries/*/scanDepth", "entries[].scanDepth", Shape::Number, Clear::Remove, DART),
    native("/entries/*/extensions", ("Extensions of the entry", "条目扩展"),
        ("What an import kept with the entry.", "导入时随条目保留的数据。"), Widget::Json, DART),
];

static SPEC: FormatSpec = FormatSpec {
    id: "nativetavern-lorebook",
    platform: "nativetavern",
    kind: Kind::Lorebook,
    title: "NativeTavern world info",
    reads: &[ContainerId::Json],
    writes: &[],
    writes_own: &[ContainerId::Json],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &[],
    source: DART,
};

/// The format.
pub(super) static LOREBOOK: KnownByRows = KnownByRows { record: &RECORD, bids };

static RECORD: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    fresh: "",
    style: Style::Pretty(2),
    hooks: RecordHooks::NONE,
};

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let others = ["kind", "spec", "data", "type", "lorebookVersion"].iter().any(|key| root.get(key).is_some());
    root.get("entries")
        .filter(|entries| entries.is_array() && !others)
        .map(|_| Detection { confidence: 0.95, because: "its entries have the keys of NativeTavern" })
}

/// The keys that tell the app's entries need not stand in each of them, so the rows that had them may go.
fn bids(document: &Document) -> bool {
    let root = document.root();
    let Some(entries) = root.get("entries") else { return false };
    let signs = |row: Node<'_>| row.get("worldInfoId").is_some() || row.get("insertionOrder").is_some();
    // A book that lost its last entry is still told by its own keys.
    let emptied = entries.is_empty() && root.get("isGlobal").is_some();
    emptied || entries.items().any(|row| row.is_object() && signs(row))
}
