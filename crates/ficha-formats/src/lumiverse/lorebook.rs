//! World books: Lumiverse's own file, and the file it calls SillyTavern's and no SillyTavern reads.
//!
//! The second has its entries in a map, keys named as in a card's book and everything else as in the first; it is a
//! dialect of its own. Logic numbers and positions are Lumiverse's (world-info-matcher.service.ts): 0 asks for all
//! secondary keys, 2 for one; 7 is a place pinned to a marker and 8 an outlet.
//! Source: Lumiverse `src/services/world-books.service.ts`, `src/types/world-book.ts`.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, NodeKind, Style, pointer};
use ficha_model::Kind;
use serde_json::{Map, Value, json};

use super::triggers;
use crate::format::{
    Clear, Coded, Detection, Form, FormatSpec, IdFrom, Items, Lexicon, Shape, Widget, Wire, custom, kept, list, native,
    row,
};
use crate::inspect::Roots;
use crate::notes::NoteCode;
use crate::overlay::Said;
use crate::read::Reader;
use crate::record::{Record, RecordHooks, Tables, plain};

const LV: &str = "Lumiverse types/world-book.ts";
const HYBRID: &str = "Lumiverse world-books.service.ts, export named sillytavern";
const ROW: &str = "Lumiverse world_book_entries.extensions";

static ENTRIES: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("uid"),
    numbers: false,
    fresh: r#"{"uid": "", "key": [], "keysecondary": [], "content": "", "comment": ""}"#,
    decode: Some(triggers::decode),
    encode: Some(triggers::encode),
};

/// Numbers 0 to 6 are SillyTavern's; 7 and 8 are not.
static POSITION: Lexicon = Lexicon {
    pairs: &[
        ("0", "world"),
        ("1", "character"),
        ("2", "author_note_top"),
        ("3", "author_note_bottom"),
        ("4", "depth"),
        ("5", "before_example"),
        ("6", "after_example"),
        ("7", "lumiverse:7"),
        ("8", "outlet"),
        ("\"before_char\"", "world"),
        ("\"after_char\"", "character"),
    ],
    open: true,
    unknown: "Lumiverse knows no such position.",
};

/// The matcher's numbers, which are not SillyTavern's.
static LOGIC: Lexicon = Lexicon {
    pairs: &[("0", "and_all"), ("1", "not_any"), ("2", "and_any"), ("3", "not_all")],
    open: false,
    unknown: "Lumiverse knows no such logic.",
};

static MODE: Lexicon = Lexicon {
    pairs: &[("true", "advanced"), ("false", "simple"), ("1", "advanced"), ("0", "simple")],
    open: false,
    unknown: "Lumiverse knows no such mode.",
};

static ROLE: Lexicon = Lexicon {
    pairs: &[
        ("\"system\"", "system"),
        ("\"user\"", "user"),
        ("\"assistant\"", "assistant"),
        ("0", "system"),
        ("1", "user"),
        ("2", "assistant"),
    ],
    open: false,
    unknown: "Lumiverse knows no such role.",
};

/// A switch in Lumiverse, a number of a level elsewhere.
static DELAY: Coded =
    Coded { name: "delay_until_recursion", decode: decode_delay, encode: encode_delay, empty: "false" };

fn decode_delay(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    match node.kind() {
        NodeKind::Bool => Some(if node.as_bool() == Some(true) { json!(true) } else { json!(0) }),
        NodeKind::Number | NodeKind::String => reader.number(node, at).map(Value::Number),
        NodeKind::Null | NodeKind::Array | NodeKind::Object => reader.flag(node, at).map(Value::Bool),
    }
}

fn encode_delay(value: &Value, present: Option<Node<'_>>, said: &mut Said<'_>) -> Option<Value> {
    if present.is_some_and(|node| node.as_number().is_some()) {
        return Some(value.clone());
    }
    if value == &json!(true) {
        return Some(value.clone());
    }
    let level = value.as_f64().unwrap_or(0.0);
    if level > 0.0 {
        said.explain(NoteCode::Adapted, "Lumiverse knows no levels of recursion, only whether there is one.");
    }
    Some(json!(level > 0.0))
}

const fn text(key: &'static str, path: &'static str, source: &'static str) -> Wire {
    row(key, path, Shape::Text, Clear::Empty, source)
}

const fn filled(key: &'static str, path: &'static str, source: &'static str) -> Wire {
    row(key, path, Shape::FilledText, Clear::Empty, source)
}

const fn number(key: &'static str, path: &'static str, source: &'static str) -> Wire {
    row(key, path, Shape::Number, Clear::Remove, source)
}

const fn flag(key: &'static str, path: &'static str, source: &'static str) -> Wire {
    row(key, path, Shape::Flag, Clear::Remove, source)
}

const fn word(key: &'static str, path: &'static str, words: &'static Lexicon) -> Wire {
    row(key, path, Shape::Word(words), Clear::Remove, LV)
}

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    custom("/type", &[], LV),
    custom("/version", &[], LV),
    text("/name", "name", LV),
    text("/description", "description", LV),
    native("/metadata", ("Data of the book", "世界书数据"),
        ("What the app and its extensions keep with the book.", "应用及其扩展随世界书保存的数据。"), Widget::Json, LV),
    native("/folder", ("Folder", "文件夹"),
        ("The folder the app lists the book in.", "应用中存放此世界书的文件夹。"), Widget::Line, "Lumiverse world_books"),
    kept("/exported_at", "when the file was written", LV),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
    list("/entries", "entries", &ENTRIES, LV),
    custom("/entries/*/uid", &["entries[].id"], LV),
    text("/entries/*/comment", "entries[].title", LV),
    text("/entries/*/name", "entries[].title", HYBRID),
    text("/entries/*/content", "entries[].content", LV),
    row("/entries/*/disabled", "entries[].enabled", Shape::Not, Clear::Remove, LV),
    flag("/entries/*/enabled", "entries[].enabled", HYBRID),
    flag("/entries/*/constant", "entries[].constant", LV),
    word("/entries/*/selective", "entries[].triggerMode", &MODE),
    custom("/entries/*/key", &["entries[].triggers[].keyword", "entries[].triggers[].isRegex", "entries[].triggers[].flags"], LV),
    custom("/entries/*/keys", &["entries[].triggers[].keyword", "entries[].triggers[].isRegex", "entries[].triggers[].flags"], HYBRID),
    custom("/entries/*/keysecondary", &["entries[].secondaryTriggers[].keyword", "entries[].secondaryTriggers[].isRegex", "entries[].secondaryTriggers[].flags"], LV),
    custom("/entries/*/secondary_keys", &["entries[].secondaryTriggers[].keyword", "entries[].secondaryTriggers[].isRegex", "entries[].secondaryTriggers[].flags"], HYBRID),
    custom("/entries/*/use_regex", &[], LV),
    word("/entries/*/selective_logic", "entries[].selectiveLogic", &LOGIC),
    flag("/entries/*/case_sensitive", "entries[].caseSensitive", LV),
    flag("/entries/*/match_whole_words", "entries[].matchWholeWords", LV),
    number("/entries/*/scan_depth", "entries[].scanDepth", LV),
    word("/entries/*/position", "entries[].position", &POSITION),
    filled("/entries/*/outlet_name", "entries[].outletName", LV),
    filled("/entries/*/extensions/outlet_name", "entries[].outletName", ROW),
    number("/entries/*/depth", "entries[].depth", LV),
    word("/entries/*/role", "entries[].role", &ROLE),
    number("/entries/*/order_value", "entries[].sortOrder", LV),
    number("/entries/*/insertion_order", "entries[].sortOrder", HYBRID),
    number("/entries/*/priority", "entries[].priority", LV),
    number("/entries/*/sticky", "entries[].sticky", LV),
    number("/entries/*/cooldown", "entries[].cooldown", LV),
    number("/entries/*/delay", "entries[].delay", LV),
    filled("/entries/*/group_name", "entries[].groupName", LV),
    filled("/entries/*/group", "entries[].groupName", HYBRID),
    flag("/entries/*/group_override", "entries[].groupOverride", LV),
    number("/entries/*/group_weight", "entries[].groupWeight", LV),
    number("/entries/*/probability", "entries[].probability", LV),
    flag("/entries/*/use_probability", "entries[].useProbability", LV),
    flag("/entries/*/exclude_recursion", "entries[].excludeRecursion", LV),
    flag("/entries/*/prevent_recursion", "entries[].preventRecursion", LV),
    row("/entries/*/delay_until_recursion", "entries[].delayUntilRecursion", Shape::Coded(&DELAY), Clear::Remove, LV),
    flag("/entries/*/vectorized", "entries[].vectorized", LV),
    filled("/entries/*/automation_id", "entries[].automationId", LV),
    native("/entries/*/wi_marker", ("Marker", "标记"),
        ("The marker of a preset the entry is pinned to.", "条目所固定到的预设标记。"), Widget::Line, LV),
    native("/entries/*/wi_marker_side", ("Side of the marker", "标记的一侧"),
        ("Whether the entry stands before or after its marker.", "条目位于标记之前还是之后。"), Widget::Choice(&["before", "after"]), LV),
    native("/entries/*/extensions", ("Data of the entry", "条目数据"),
        ("Keys of the entry that came from other apps.", "来自其他应用的条目键。"), Widget::Json, LV),
];

static SPEC: FormatSpec = FormatSpec {
    id: "lumiverse-lorebook",
    platform: "lumiverse",
    kind: Kind::Lorebook,
    title: "Lumiverse world book",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &[],
    source: "Lumiverse world-books.service.ts, types/world-book.ts, world-info-matcher.service.ts",
};

/// The format.
pub(super) static LOREBOOK: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    fresh: r#"{"version": 1, "type": "lumiverse_world_book", "name": "", "description": "", "metadata": {}, "entries": []}"#,
    style: Style::Pretty(2),
    hooks: RecordHooks {
        decode: Some(note_logic),
        encode: Some(|_, _, document, _, writes, _| {
            if is_hybrid(document.root())
                && let Some(Value::Object(rows)) = writes.value_mut("/entries")
            {
                rows.values_mut().for_each(named_for_sillytavern);
            }
        }),
        ..RecordHooks::NONE
    },
};

/// A row made anew, with the names the rows beside it have.
fn named_for_sillytavern(row: &mut Value) {
    const NAMES: [(&str, &str); 3] =
        [("key", "keys"), ("keysecondary", "secondary_keys"), ("order_value", "insertion_order")];
    let Value::Object(row) = row else { return };
    if row.contains_key("keys") {
        return;
    }
    for (own, name) in NAMES {
        let value = row.shift_remove(own).unwrap_or(Value::Null);
        row.insert(name.to_owned(), value);
    }
}

/// Whether it is the map of rows that Lumiverse writes for SillyTavern.
fn is_hybrid(root: Node<'_>) -> bool {
    let foreign = ["type", "kind", "lorebookVersion", "is_creation", "folders"];
    let is_row = |(_, row): (_, Node<'_>)| {
        row.get("keys").is_some() && row.get("insertion_order").is_some() && row.get("key").is_none()
    };
    let entries = root.get("entries").filter(|entries| entries.is_object() && !entries.is_empty());
    foreign.iter().all(|key| root.get(key).is_none()) && entries.is_some_and(|rows| rows.members().all(is_row))
}

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    root.get("entries").filter(|entries| entries.is_object() || entries.is_array())?;
    if root.get("type").is_some_and(|kind| kind.as_str().is_some_and(|kind| kind == "lumiverse_world_book")) {
        return Some(Detection { confidence: 1.0, because: "it calls itself a Lumiverse world book" });
    }
    is_hybrid(root).then_some(Detection {
        confidence: 0.92,
        because: "its entries are a map of rows with keys and insertion_order, as Lumiverse writes them for SillyTavern",
    })
}

/// Lumiverse's importer copies the number of another app's logic as it is, so a number may mean what that app meant.
fn note_logic(document: &Document, _: &Roots, _: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let Some(entries) = document.root().get("entries") else { return };
    let rows: Vec<(String, Node<'_>)> = match entries.is_object() {
        true => entries.members().map(|(key, row)| (key.into_owned(), row)).collect(),
        false => entries.items().enumerate().map(|(at, row)| (at.to_string(), row)).collect(),
    };
    let has_secondary = |row: Node<'_>| {
        ["keysecondary", "secondary_keys"]
            .iter()
            .filter_map(|key| row.get(key))
            .any(|list| !list.is_null() && !list.is_empty())
    };
    let advanced = rows.iter().find(|(_, row)| row.get("selective_logic").is_some() && has_secondary(*row));
    if let Some((token, _)) = advanced {
        let at = format!("{}/selective_logic", pointer::join("/entries", token));
        let text = "The logic is read as Lumiverse runs it. A book it took over from SillyTavern keeps SillyTavern's numbers and may have meant another one.";
        reader.info(NoteCode::LogicMayBeForeign, &at, text);
    }
}
