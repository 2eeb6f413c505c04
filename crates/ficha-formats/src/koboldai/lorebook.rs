//! World info of the KoboldAI family, in its two shapes.
//!
//! KoboldAI United keeps folders beside a map of entries ([`FOLDERS`]); the first client and KoboldAI Lite keep a bare
//! list whose keys stand in one text ([`ROWS`]). Sources: `aiserver.py` of KoboldAI, `koboldai.js` of KoboldAI United,
//! `index.html` of KoboldAI Lite. Keys are words in both; nothing is a pattern.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style, pointer};
use ficha_model::{Entity, Kind, Path, Step, diff};
use serde_json::{Map, Value, json};

use crate::ask::{Ask, Encoded};
use crate::error::{EncodeError, Refusal};
use crate::format::{
    Clear, Decoded, Detection, Form, Format, FormatSpec, IdFrom, Items, Lexicon, Shape, Widget, Wire, kept, list,
    native, row,
};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{Said, Writes, is_blank, place};
use crate::read::Reader;
use crate::record::ids;
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
    // Rows are read in the order of the map; what is no row has no place in the body.
    let wire: Vec<(&String, &Value)> =
        whole.as_object().into_iter().flatten().filter(|(_, row)| !is_blank(Some(row)) && row.is_object()).collect();
    let spelt =
        |(token, row): &(&String, &Value)| row.get("uid").and_then(ids::spelt_value).or_else(|| Some((*token).clone()));
    let (read, _) = ids::body_ids(wire.iter().map(spelt).collect());
    // Folders list numbers, so only a row that is read under the number it has can be told to lie in one.
    let numbers = wire.iter().zip(&read).map(|((_, row), read)| match row.get("uid") {
        Some(Value::Number(uid)) if uid.to_string() == *read => Some(json!(uid)),
        _ => ids::own_number(read).map(|number| json!(number)),
    });
    let numbers: Vec<Option<Value>> = numbers.collect();
    let mut folders: Map<String, Value> = Map::new();
    // A folder is called by its name, so one that was renamed has another id now.
    let mut called: Map<String, Value> = Map::new();
    for row in &new {
        let (id, name) = (text(row, "id"), text(row, "name"));
        let name = if name.is_empty() { id.clone() } else { name };
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
        let number = numbers.get(index).cloned().flatten().filter(|_| !name.is_empty());
        let path = || Path::default().key("entries").index(index).key("categoryId");
        if number.is_none() && !name.is_empty() {
            notes.explain(
                path(),
                NoteCode::NoPlace,
                "A folder lists numbers there, and this entry has none of its own.",
            );
        } else if name != text(row, "categoryId") {
            notes.explain(path(), NoteCode::Adapted, RENAMED);
        }
        if let Some(number) = number
            && let Value::Array(held) = folders.entry(name).or_insert_with(|| json!([]))
        {
            held.push(number);
        }
    }
    explain_categories(&new, &folders, notes);
    writes.arrange(at, Value::Object(folders));
    // A row that says its folder says the new one.
    let says: Vec<(String, String)> = wire
        .iter()
        .zip(&rows)
        .filter_map(|((token, row), meant)| {
            let (old, name) = (row.get("folder")?.as_str()?, name_of(meant));
            (old != name).then(|| ((*token).clone(), name))
        })
        .collect();
    for (token, name) in says {
        match writes.value_mut(&entries).and_then(|map| map.get_mut(&token)).and_then(Value::as_object_mut) {
            Some(row) => {
                row.insert("folder".to_owned(), json!(name));
            }
            None => writes.set(format!("{}/folder", pointer::join(&entries, &token)), json!(name)),
        }
    }
}

/// The reasons for categories that are read back as others than they were: a folder is a name and nothing beside it.
fn explain_categories(new: &[Value], folders: &Map<String, Value>, notes: &mut Notes) {
    let read: Vec<Value> = folders.keys().map(|name| json!({"id": name, "name": name})).collect();
    for change in diff(&json!({"categories": new}), &json!({"categories": read})) {
        let said = match change.path.0.last() {
            _ if change.before.is_none() && change.path.0.iter().any(|step| is_behind(step, new.len())) => {
                "An entry names a folder that was not there; it was made."
            }
            Some(Step::Key(key)) if matches!(key.as_str(), "id" | "name") => RENAMED,
            _ => "A folder has a name there and nothing beside it.",
        };
        let code = if change.after.is_none() { NoteCode::NoPlace } else { NoteCode::Adapted };
        notes.explain(change.path, code, said);
    }
}

fn is_behind(step: &Step, count: usize) -> bool {
    matches!(step, Step::Index(index) if *index >= count)
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
