//! The keys of a lorebook, versions 2 to 6, and what a table cannot say of an entry.
//!
//! Sources: files of NovelAI, `scenario.go` of novelai-research-tool, SillyTavern `world-info.js`
//! (`convertNovelLorebook`). Keys are patterns when they are spelt `/…/flags`. Scan ranges count characters here and
//! nowhere else, so a depth in messages is never taken over.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::Kind;
use serde_json::{Map, Value, json};

use crate::format::{
    Clear, Coded, Detection, Form, FormatSpec, IdFrom, Items, Shape, Widget, Wire, custom, kept, list, native, row,
};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{Said, State, Writes, is_blank, state};
use crate::read::Reader;
use crate::record::{Record, RecordHooks, Tables, plain};
use crate::tavern::values;

const BOOK: &str = "NovelAI lorebook, versions 2 to 6";
const SIX: &str = "NovelAI lorebook, version 6";
const CATEGORY: &str = "settings of a category, for NovelAI alone";

/// An entry as the app makes it.
const ENTRY: &str = r#"{"text": "", "contextConfig": {"prefix": "", "suffix": "\n", "tokenBudget": 1,
 "reservedTokens": 0, "budgetPriority": 400, "trimDirection": "trimBottom", "insertionType": "newline",
 "maximumTrimType": "sentence", "insertionPosition": -1}, "displayName": "", "id": "", "keys": [],
 "searchRange": 1000, "enabled": true, "forceActivation": false, "keyRelative": false, "nonStoryActivatable": false,
 "category": "", "loreBiasGroups": []}"#;

static ENTRIES: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("id"),
    numbers: false,
    fresh: ENTRY,
    decode: Some(decode_entry),
    encode: Some(encode_entry),
};

static CATEGORIES: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("id"),
    numbers: false,
    fresh: r#"{"name": "", "id": "", "enabled": true}"#,
    decode: None,
    encode: None,
};

/// The groups of phrases an entry makes likelier.
static BIAS: Coded = Coded { name: "bias groups", decode: decode_bias, encode: encode_bias, empty: "[]" };

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    kept("/lorebookVersion", "the version of the file's own shape", BOOK),
    native("/settings", ("Settings", "设置"),
        ("Whether entries are ordered by where their keys stand in the story.", "是否按关键词在正文中的位置排列条目。"), Widget::Json, BOOK),
    row("/order", "order", Shape::TextList, Clear::Empty, SIX),
    list("/categories", "categories", &CATEGORIES, BOOK),
    row("/categories/*/name", "categories[].name", Shape::Text, Clear::Empty, BOOK),
    row("/categories/*/enabled", "categories[].enabled", Shape::Flag, Clear::To("true"), BOOK),
    custom("/categories/*/id", &["categories[].id"], BOOK),
    kept("/categories/*/createSubcontext", CATEGORY, BOOK),
    kept("/categories/*/subcontextSettings", CATEGORY, BOOK),
    kept("/categories/*/useCategoryDefaults", CATEGORY, BOOK),
    kept("/categories/*/categoryDefaults", CATEGORY, BOOK),
    kept("/categories/*/categoryBiasGroups", CATEGORY, BOOK),
    kept("/categories/*/settings", CATEGORY, BOOK),
    kept("/categories/*/order", "the order of the entries in a category", SIX),
    kept("/categories/*/open", "whether the list shows its entries", BOOK),
    list("/entries", "entries", &ENTRIES, BOOK),
    custom("/entries/*/id", &["entries[].id"], BOOK),
    row("/entries/*/displayName", "entries[].title", Shape::Text, Clear::Empty, BOOK),
    row("/entries/*/text", "entries[].content", Shape::Text, Clear::Empty, BOOK),
    row("/entries/*/keys", "entries[].triggers", Shape::Coded(&values::TRIGGERS), Clear::Empty, BOOK),
    custom("/entries/*/searchRange", &["entries[].scanDepth", "entries[].scanDepthUnit"], BOOK),
    row("/entries/*/enabled", "entries[].enabled", Shape::Flag, Clear::To("true"), BOOK),
    row("/entries/*/forceActivation", "entries[].constant", Shape::Flag, Clear::To("false"), BOOK),
    row("/entries/*/keyRelative", "entries[].keyRelative", Shape::Flag, Clear::To("false"), BOOK),
    row("/entries/*/nonStoryActivatable", "entries[].nonStoryActivatable", Shape::Flag, Clear::To("false"), BOOK),
    row("/entries/*/category", "entries[].categoryId", Shape::FilledText, Clear::Empty, BOOK),
    row("/entries/*/contextConfig/budgetPriority", "entries[].sortOrder", Shape::Number, Clear::To("400"), BOOK),
    row("/entries/*/contextConfig/prefix", "entries[].contextConfig.prefix", Shape::Text, Clear::Empty, BOOK),
    row("/entries/*/contextConfig/suffix", "entries[].contextConfig.suffix", Shape::Text, Clear::To("\"\\n\""), BOOK),
    row("/entries/*/contextConfig/tokenBudget", "entries[].contextConfig.tokenBudget", Shape::Number, Clear::To("1"), BOOK),
    row("/entries/*/contextConfig/reservedTokens", "entries[].contextConfig.reservedTokens", Shape::Number, Clear::To("0"), BOOK),
    row("/entries/*/contextConfig/trimDirection", "entries[].contextConfig.trimDirection", Shape::Text, Clear::To("\"trimBottom\""), BOOK),
    row("/entries/*/contextConfig/insertionType", "entries[].contextConfig.insertionType", Shape::Text, Clear::To("\"newline\""), BOOK),
    row("/entries/*/contextConfig/maximumTrimType", "entries[].contextConfig.maximumTrimType", Shape::Text, Clear::To("\"sentence\""), BOOK),
    row("/entries/*/contextConfig/insertionPosition", "entries[].contextConfig.insertionPosition", Shape::Number, Clear::To("-1"), BOOK),
    kept("/entries/*/contextConfig/allowInsertionInside", "whether text may be put inside of it", BOOK),
    kept("/entries/*/contextConfig/allowInnerInsertion", "whether text may be put inside of it", BOOK),
    kept("/entries/*/contextConfig/forced", "a flag of the app", BOOK),
    row("/entries/*/loreBiasGroups", "entries[].loreBiasGroups", Shape::Coded(&BIAS), Clear::Empty, BOOK),
    kept("/entries/*/lastUpdatedAt", "when the entry was changed", BOOK),
    native("/entries/*/advancedConditions", ("Advanced conditions", "高级条件"),
        ("Further conditions for the entry; the app's own notation.", "条目的其他触发条件，使用该应用自己的格式。"), Widget::Json, SIX),
];

/// The lorebook.
pub(super) static SPEC: FormatSpec = FormatSpec {
    id: "novelai-lorebook",
    platform: "novelai",
    kind: Kind::Lorebook,
    title: "NovelAI lorebook",
    reads: &[ContainerId::Json, ContainerId::Png],
    writes: &[ContainerId::Json],
    writes_own: &[ContainerId::Png],
    extensions: &["lorebook"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &[],
    source: BOOK,
};

/// Its table.
pub(super) static RECORD: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    fresh: r#"{"lorebookVersion": 6, "entries": [], "settings": {"orderByKeyLocations": false}, "categories": [], "order": []}"#,
    style: Style::Pretty(4),
    hooks: RecordHooks { encode: Some(order), ..RecordHooks::NONE },
};

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let version = root.get("lorebookVersion").is_some_and(Node::is_number);
    let entries = root.get("entries").is_some_and(Node::is_array);
    (version && entries).then_some(Detection { confidence: 1.0, because: "it says the version of a NovelAI lorebook" })
}

fn decode_entry(row: Node<'_>, at: &str, entry: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let Some(range) = row.get("searchRange").filter(|range| !range.is_null()) else { return };
    if let Some(range) = reader.number(range, &format!("{at}/searchRange")) {
        entry.insert("scanDepth".to_owned(), Value::Number(range));
        entry.insert("scanDepthUnit".to_owned(), json!("characters"));
    }
}

fn encode_entry(old: &Value, new: &Value, row: Option<Node<'_>>, writes: &mut Writes, said: &mut Said<'_>) {
    let (depth, unit) = ("scanDepth", "scanDepthUnit");
    let equal = |field: &str| state(old.get(field), new.get(field)) == State::Equal;
    if equal(depth) && equal(unit) {
        return;
    }
    let counts_characters = new.get(unit).and_then(Value::as_str) == Some("characters");
    match new.get(depth).filter(|value| value.is_number()) {
        Some(value) if counts_characters => writes.set("/searchRange", value.clone()),
        Some(_) => {
            let text = "NovelAI counts characters where this counts messages; its own range was written.";
            said.explain_field(depth, NoteCode::ConvertedUnit, text);
            said.explain_field(unit, NoteCode::ConvertedUnit, text);
            writes.set("/searchRange", json!(1000));
        }
        // Entries of files made by scripts need not have a range.
        None if row.is_some_and(|row| row.get("searchRange").is_none()) => {}
        None => {
            let text = "The app wants a value here; its own default was written.";
            said.explain_field(depth, NoteCode::FilledDefault, text);
            said.explain_field(unit, NoteCode::FilledDefault, text);
            writes.set("/searchRange", json!(1000));
        }
    }
}

/// Key and, where another spelling occurs, that one.
const GROUP: [(&str, Option<&str>); 6] = [
    ("phrases", None),
    ("ensureSequenceFinish", Some("ensure_sequence_finish")),
    ("generateOnce", Some("generate_once")),
    ("bias", None),
    ("enabled", None),
    ("whenInactive", Some("when_inactive")),
];
const PHRASE: [(&str, Option<&str>); 3] = [("sequences", None), ("sequence", None), ("type", None)];

fn decode_bias(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    if !node.is_array() {
        reader.wrong_type(at, node, "a list", "it is not read");
        return None;
    }
    let mut groups = Vec::new();
    for (index, group) in node.items().enumerate().filter(|(_, group)| group.is_object()) {
        let at = format!("{at}/{index}");
        let mut body = Map::new();
        for (key, other) in GROUP {
            let found = [Some(key), other].into_iter().flatten().find_map(|key| group.get(key));
            let Some(found) = found.filter(|found| !found.is_null()) else { continue };
            let here = format!("{at}/{key}");
            let value = match key {
                "phrases" => Some(Value::Array(found.items().filter(|row| row.is_object()).map(phrase).collect())),
                "bias" => reader.number(found, &here).map(Value::Number),
                _ => reader.flag(found, &here).map(Value::Bool),
            };
            body.extend(value.map(|value| (key.to_owned(), value)));
        }
        groups.push(Value::Object(body));
    }
    Some(Value::Array(groups))
}

fn phrase(row: Node<'_>) -> Value {
    let mut body = Map::new();
    for (key, _) in PHRASE {
        if let Some(found) = row.get(key).filter(|found| !found.is_null() && (key != "type" || found.is_number())) {
            body.insert(key.to_owned(), found.to_value());
        }
    }
    Value::Object(body)
}

fn encode_bias(value: &Value, present: Option<Node<'_>>, _: &mut Said<'_>) -> Option<Value> {
    let rows: Vec<Node<'_>> = present.into_iter().flat_map(|list| list.items()).filter(|row| row.is_object()).collect();
    let groups = value.as_array()?.iter().enumerate();
    Some(Value::Array(groups.map(|(index, group)| onto(group, rows.get(index).copied(), &GROUP)).collect()))
}

/// A group or phrase laid onto the one that stood in its place: every spelling that is there gets the value.
fn onto(value: &Value, present: Option<Node<'_>>, keys: &[(&str, Option<&str>)]) -> Value {
    let mut whole = match present.map(Node::to_value) {
        Some(Value::Object(whole)) => whole,
        _ => Map::new(),
    };
    for (key, other) in keys {
        let new = match (value.get(key), *key) {
            (Some(phrases), "phrases") => {
                let rows = present.and_then(|present| present.get("phrases"));
                let rows: Vec<Node<'_>> =
                    rows.into_iter().flat_map(|list| list.items()).filter(|row| row.is_object()).collect();
                let phrases = phrases.as_array().into_iter().flatten().enumerate();
                Some(Value::Array(phrases.map(|(at, row)| onto(row, rows.get(at).copied(), &PHRASE)).collect()))
            }
            (value, _) => value.cloned(),
        };
        let spelt: Vec<&str> =
            [Some(*key), *other].into_iter().flatten().filter(|key| whole.contains_key(*key)).collect();
        match new {
            Some(new) if spelt.is_empty() => {
                whole.insert((*key).to_owned(), new);
            }
            Some(new) => {
                for key in spelt {
                    whole.insert(key.to_owned(), new.clone());
                }
            }
            None => {
                for key in spelt {
                    whole.shift_remove(key);
                }
            }
        }
    }
    Value::Object(whole)
}

/// A file that lists the order of its rows lists those that came and went, unless the order itself was edited.
fn order(before: &Value, after: &Value, document: &Document, roots: &Roots, writes: &mut Writes, notes: &mut Notes) {
    let pointer = roots.locate("/order");
    let Some(present) = document.at(&pointer).filter(|order| order.is_array()) else { return };
    let ids = |body: &Value| -> Vec<String> {
        let rows = ["categories", "entries"].into_iter().filter_map(|list| body.get(list)?.as_array()).flatten();
        rows.filter_map(|row| Some(row.get("id")?.as_str()?.to_owned())).collect()
    };
    let (old, new) = (ids(before), ids(after));
    if state(before.get("order"), after.get("order")) != State::Equal || old == new {
        return;
    }
    let mut order: Vec<Value> = present.items().map(Node::to_value).collect();
    let listed: Vec<String> = order.iter().filter_map(|id| Some(id.as_str()?.to_owned())).collect();
    order.retain(|id| id.as_str().is_none_or(|id| new.iter().any(|new| new == id) || !old.iter().any(|old| old == id)));
    let come = new.iter().filter(|id| !old.contains(id) && !listed.contains(id));
    order.extend(come.map(|id| json!(id)));
    let same = order.iter().filter_map(Value::as_str).eq(listed.iter().map(String::as_str));
    if !same || is_blank(Some(&Value::Array(order.clone()))) != present.is_empty() {
        let text = "NovelAI lists its rows in an order of their own; the list follows those that came and went.";
        notes.explain(ficha_model::Path::default().key("order"), NoteCode::Adapted, text);
        writes.set(pointer, Value::Array(order));
    }
}
