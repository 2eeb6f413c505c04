//! World info of the KoboldAI family, in its two shapes.
//!
//! KoboldAI United keeps folders beside a map of entries ([`FOLDERS`]); the first client and KoboldAI Lite keep a bare
//! list whose keys stand in one text ([`ROWS`]). Sources: `aiserver.py` of KoboldAI, `koboldai.js` of KoboldAI United,
//! `index.html` of KoboldAI Lite. Keys are words in both; nothing is a pattern.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style, pointer};
use ficha_model::{Entity, Kind, Path, Step};
use serde_json::{Map, Value, json};

use crate::ask::{Ask, Encoded};
use crate::error::{EncodeError, Refusal};
use crate::format::{
    Clear, Decoded, Detection, Form, Format, FormatSpec, IdFrom, Items, Lexicon, Shape, Widget, Wire, kept, list,
    native, row,
};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{Said, Writes, place};
use crate::read::Reader;
use crate::record::keywords::{COMMA_WORDS, WORDS};
use crate::record::{Record, RecordHooks, Tables, plain};
use crate::source::Source;

const UNITED: &str = "KoboldAI United, world info folder";
const LITE: &str = "KoboldAI Lite, world info";

static MODES: Lexicon = Lexicon {
    pairs: &[("true", "advanced"), ("false", "simple")],
    open: false,
    unknown: "KoboldAI knows no such way of using keys.",
};

static ENTRIES: Items = Items {
    form: Form::Map,
    id: IdFrom::Key("uid"),
    numbers: true,
    fresh: r#"{"uid": 0, "title": "", "key": [], "keysecondary": [], "constant": false, "content": "", "comment": "", "selective": false}"#,
    decode: None,
    encode: None,
};

static LINES: Items = Items {
    form: Form::Array,
    id: IdFrom::Place,
    numbers: false,
    fresh: r#"{"key": "", "keysecondary": "", "keyanti": "", "content": "", "comment": "", "folder": null, "selective": false, "constant": false, "probability": "100", "wigroup": "", "widisabled": false}"#,
    decode: None,
    encode: Some(place_as_id),
};

/// Rows of the list have no ids: they are told by their place.
fn place_as_id(_: &Value, new: &Value, row: Option<Node<'_>>, _: &mut Writes, said: &mut Said<'_>) {
    let place = said.path.0.last().and_then(|step| match step {
        Step::Index(place) => Some(place.to_string()),
        Step::Key(_) => None,
    });
    if row.is_none() && new.get("id").and_then(Value::as_str) != place.as_deref() {
        said.explain_field("id", NoteCode::Adapted, "Rows of this list are told by their place.");
    }
}

#[rustfmt::skip]
const FOLDERS: &[Wire] = &[
    native("/folders", ("Folders", "文件夹"),
        ("Folder names and the entries that lie in each.", "文件夹名称及其中的条目。"), Widget::Json, UNITED),
    list("/entries", "entries", &ENTRIES, UNITED),
    row("/entries/*/title", "entries[].title", Shape::Text, Clear::Empty, UNITED),
    row("/entries/*/key", "entries[].triggers", Shape::Coded(&WORDS), Clear::Empty, UNITED),
    row("/entries/*/keysecondary", "entries[].secondaryTriggers", Shape::Coded(&WORDS), Clear::Empty, UNITED),
    row("/entries/*/constant", "entries[].constant", Shape::Flag, Clear::To("false"), UNITED),
    row("/entries/*/content", "entries[].content", Shape::Text, Clear::Empty, UNITED),
    row("/entries/*/comment", "entries[].comment", Shape::FilledText, Clear::Empty, UNITED),
    row("/entries/*/selective", "entries[].triggerMode", Shape::Word(&MODES), Clear::To("false"), UNITED),
    kept("/entries/*/uid", "the number of the entry", UNITED),
    native("/entries/*/folder", ("Folder", "文件夹"),
        ("The folder the entry lies in.", "条目所在的文件夹。"), Widget::Line, UNITED),
    native("/entries/*/keyanti", ("Blocking keys", "阻止关键词"),
        ("Words that keep the entry out.", "出现时会阻止该条目的词。"), Widget::List, UNITED),
    native("/entries/*/wpp", ("W++", "W++"),
        ("The entry as a table of attributes, from which its text may be made.", "条目的属性表，可由此生成正文。"), Widget::Json, UNITED),
    native("/entries/*/use_wpp", ("Use W++", "使用 W++"),
        ("The text is made from the table.", "正文由属性表生成。"), Widget::Toggle, UNITED),
    kept("/entries/*/manual_text", "the text as it was before it was made from a table", UNITED),
    kept("/entries/*/type", "the kind of the entry", UNITED),
    kept("/entries/*/object_type", "what the entry is about, for the app", UNITED),
    kept("/entries/*/token_length", "how long the text is, counted by the app", UNITED),
    kept("/entries/*/used_in_game", "whether the entry was called in the last round", UNITED),
];

#[rustfmt::skip]
const ROWS: &[Wire] = &[
    list("", "entries", &LINES, LITE),
    row("/*/key", "entries[].triggers", Shape::Coded(&COMMA_WORDS), Clear::Empty, LITE),
    row("/*/keysecondary", "entries[].secondaryTriggers", Shape::Coded(&COMMA_WORDS), Clear::Empty, LITE),
    row("/*/content", "entries[].content", Shape::Text, Clear::Empty, LITE),
    row("/*/comment", "entries[].comment", Shape::FilledText, Clear::Empty, LITE),
    row("/*/selective", "entries[].triggerMode", Shape::Word(&MODES), Clear::To("false"), LITE),
    row("/*/constant", "entries[].constant", Shape::Flag, Clear::To("false"), LITE),
    row("/*/probability", "entries[].probability", Shape::Number, Clear::To("\"100\""), LITE),
    row("/*/wigroup", "entries[].groupName", Shape::FilledText, Clear::Empty, LITE),
    row("/*/widisabled", "entries[].enabled", Shape::Not, Clear::To("false"), LITE),
    native("/*/keyanti", ("Blocking keys", "阻止关键词"),
        ("Words that keep the entry out, with commas between.", "出现时会阻止该条目的词，以逗号分隔。"), Widget::Line, LITE),
    kept("/*/folder", "the number of the folder the row lies in", LITE),
];

static SPEC: FormatSpec = FormatSpec {
    id: "koboldai-lorebook",
    platform: "koboldai",
    kind: Kind::Lorebook,
    title: "KoboldAI world info",
    reads: &[ContainerId::Json],
    writes: &[],
    writes_own: &[ContainerId::Json],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[FOLDERS, ROWS],
    private: &[],
    source: "KoboldAI, KoboldAI United, KoboldAI Lite",
};

/// The shape with folders.
pub(super) static FOLDER: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::from_rows(Kind::Lorebook, FOLDERS.iter())),
    detect: |document| {
        is_folder(document.root())
            .then_some(Detection { confidence: 0.95, because: "it has folders beside a map of entries" })
    },
    roots: plain,
    fresh: "",
    style: Style::Pretty(4),
    hooks: RecordHooks { decode: Some(categories), encode: Some(folders), ..RecordHooks::NONE },
};

/// The bare list.
pub(super) static LIST: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::from_rows(Kind::Lorebook, ROWS.iter())),
    detect: |document| {
        is_list(document.root())
            .then_some(Detection { confidence: 0.9, because: "it is a list of world info rows with keys in one text" })
    },
    roots: plain,
    fresh: "",
    style: Style::Compact,
    hooks: RecordHooks::NONE,
};

fn is_folder(root: Node<'_>) -> bool {
    let map = |key: &str| root.get(key).is_some_and(Node::is_object);
    map("folders") && map("entries")
}

pub(super) fn is_list(root: Node<'_>) -> bool {
    let text = |row: Node<'_>, key: &str| row.get(key).is_some_and(Node::is_string);
    root.is_array()
        && root.items().any(|row| {
            let others = ["uid", "mode", "id", "scriptName"].iter().any(|key| row.get(key).is_some());
            text(row, "key") && text(row, "content") && !others
        })
}

/// Folders as categories; a row that does not say its folder lies in the one that lists it.
fn categories(document: &Document, roots: &Roots, body: &mut Map<String, Value>, _: &mut Reader<'_>) {
    let at = roots.locate("/folders");
    let Some(folders) = document.at(&at).filter(|folders| folders.is_object() && !folders.is_empty()) else { return };
    let rows: Vec<Value> = folders.members().map(|(name, _)| json!({"id": name, "name": name})).collect();
    let mut of_row: Map<String, Value> = Map::new();
    for (name, list) in folders.members() {
        let ids = list.items().filter_map(|id| id.as_number().map(str::to_owned));
        of_row.extend(ids.map(|id| (id, json!(name))));
    }
    if let Some(Value::Array(entries)) = body.get_mut("entries") {
        for entry in entries.iter_mut().filter_map(Value::as_object_mut) {
            let id = entry.get("id").and_then(Value::as_str).unwrap_or("").to_owned();
            if let Some(name) = of_row.get(&id) {
                entry.insert("categoryId".to_owned(), name.clone());
            }
        }
    }
    place(body, "categories", Value::Array(rows));
}

const RENAMED: &str = "A folder is told by its name there.";

/// Folders follow the rows that came and went and those that were put into another one; new folders are made.
fn folders(before: &Value, after: &Value, document: &Document, roots: &Roots, writes: &mut Writes, notes: &mut Notes) {
    let list = |body: &Value, key: &str| body.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let text = |row: &Value, key: &str| row.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
    let places = |body: &Value| -> Vec<(String, String)> {
        list(body, "entries").iter().map(|row| (text(row, "id"), text(row, "categoryId"))).collect()
    };
    let (old, new) = (list(before, "categories"), list(after, "categories"));
    if old == new && places(before) == places(after) {
        return;
    }
    let at = roots.locate("/folders");
    let entries = roots.locate("/entries");
    // Rows are numbered while they are written, so the numbers are those of the map that will be there.
    let mut whole = document.at(&entries).map_or_else(|| json!({}), Node::to_value);
    if let Some((_, Some(value))) = writes.list().iter().rev().find(|(pointer, _)| *pointer == entries) {
        whole = value.clone();
    }
    let uids: Vec<Value> = match &whole {
        Value::Object(rows) => rows.values().filter_map(|row| row.get("uid").cloned()).collect(),
        _ => Vec::new(),
    };
    let mut folders: Map<String, Value> = Map::new();
    // A folder is called by its name, so one that was renamed has another id now.
    let mut called: Map<String, Value> = Map::new();
    for (index, row) in new.iter().enumerate() {
        let (id, name) = (text(row, "id"), text(row, "name"));
        let name = if name.is_empty() { id.clone() } else { name };
        let path = Path::default().key("categories").index(index);
        if name != id {
            notes.explain(path.key("id"), NoteCode::Adapted, RENAMED);
        }
        if text(row, "name").is_empty() {
            notes.explain(path.key("name"), NoteCode::FilledDefault, RENAMED);
        }
        for key in row.as_object().into_iter().flat_map(Map::keys).filter(|key| !matches!(key.as_str(), "id" | "name"))
        {
            notes.explain(path.key(key), NoteCode::NoPlace, "A folder has a name there and nothing beside it.");
        }
        folders.insert(name.clone(), json!([]));
        called.insert(id, json!(name));
    }
    let rows = list(after, "entries");
    let name_of = |row: &Value| {
        let id = text(row, "categoryId");
        called.get(&id).and_then(Value::as_str).map_or(id, str::to_owned)
    };
    for (index, row) in rows.iter().enumerate() {
        let name = name_of(row);
        if name != text(row, "categoryId") {
            let path = Path::default().key("entries").index(index).key("categoryId");
            notes.explain(path, NoteCode::Adapted, RENAMED);
        }
        let uid = uids.get(index).filter(|_| !name.is_empty());
        if let Some(uid) = uid
            && let Value::Array(held) = folders.entry(name).or_insert_with(|| json!([]))
        {
            held.push(uid.clone());
        }
    }
    let as_read: Vec<String> = folders.keys().cloned().collect();
    if as_read.len() > new.len() {
        let made = as_read.len();
        for index in new.len()..made {
            let path = Path::default().key("categories").index(index);
            notes.explain(path, NoteCode::Adapted, "An entry names a folder that was not there; it was made.");
        }
    }
    writes.set(at, Value::Object(folders));
    for (token, row) in whole.as_object().into_iter().flatten() {
        // A row that says its folder says the new one.
        let place = pointer::join(&entries, token);
        let index = uids.iter().position(|uid| row.get("uid") == Some(uid));
        let name = index.and_then(|index| rows.get(index)).map(name_of);
        if let (Some(name), Some(Value::String(old))) = (name, row.get("folder"))
            && *old != name
        {
            writes.set(format!("{place}/folder"), json!(name));
        }
    }
}

/// World info in either shape.
pub(super) struct WorldInfo;

fn record(document: &Document) -> &'static Record {
    if document.root().is_array() { &LIST } else { &FOLDER }
}

impl Format for WorldInfo {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        record(&source.payload()?.document).detect(source)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        let record = source.payload().map_or(&FOLDER, |payload| record(&payload.document));
        record.decode(source, notes)
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        let raw = entity.original.get(SPEC.id).and_then(|original| original.raw.as_ref());
        let is_list = raw.is_some_and(|raw| raw.0.trim_start().starts_with('['));
        if is_list && entity.body.list("entries").is_empty() {
            return Err(EncodeError::CannotExpress {
                what: "a list without entries is no world info".to_owned(),
                hint: "Keep one entry, or choose another format.".to_owned(),
            });
        }
        if is_list { LIST.encode(entity, ask, notes) } else { FOLDER.encode(entity, ask, notes) }
    }

    fn roots(&self, document: &Document) -> Roots {
        plain(document)
    }
}
