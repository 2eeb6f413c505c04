//! The preset: sections, groups and questions as rows of the app's database.
//!
//! The order of the sections stands apart from their rows, in `sectionOrder`; samplers, options of a question and what
//! a marker is filled with are JSON inside texts. Each such text changes only where something in it was edited.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style, to_text};
use ficha_model::Kind;
use serde_json::{Map, Value, json};

use super::values::{ROLES, TEXT_FLAG, inner};
use super::{DATABASE, SOURCE};
use crate::format::{
    Clear, Coded, Detection, Form, FormatSpec, IdFrom, Items, Lexicon, Shape, Widget, Wire, custom, kept, list, native,
    row,
};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{Said, Writes, at, is_blank};
use crate::read::Reader;
use crate::record::{Arranged, Record, RecordHooks, Tables, plain};

const PLACEMENTS: Lexicon = Lexicon {
    pairs: &[("\"ordered\"", "relative"), ("\"depth\"", "in_chat")],
    open: true,
    unknown: "Marinara puts a section in its place or at a depth.",
};

/// Whether one option is chosen or several.
const TYPES: Lexicon = Lexicon {
    pairs: &[("\"false\"", "one"), ("\"true\"", "many"), ("false", "one"), ("true", "many")],
    open: false,
    unknown: "Marinara's questions have one answer or several.",
};

/// `{"type": ...}` as text.
static MARKER: Coded = Coded {
    name: "marker",
    decode: |node, at, reader| {
        if node.raw() == "\"\"" {
            return None;
        }
        let kind = inner(node).and_then(|config| config.root().get("type")?.as_str().map(|kind| json!(kind)));
        if kind.is_none() {
            reader.wrong_type(at, node, "an object with a type, as text", "it is not read");
        }
        kind
    },
    encode: |value, present, _| {
        let Some(config) = present.and_then(inner).filter(|config| config.root().is_object()) else {
            return Some(json!(to_text(&json!({"type": value}), Style::Compact)));
        };
        let mut edit = config.edit();
        edit.set("/type", value);
        Some(json!(edit.finish()))
    },
    empty: "null",
};

/// A variable's name: letters, numbers and underscores where it is made anew; a name of the file's own is the person's.
static VARIABLE: Coded = Coded {
    name: "variable",
    decode: |node, at, reader| reader.text(node, at).map(Value::String),
    encode: |value, present, said| {
        let name = value.as_str()?;
        if present.is_some_and(|node| node.raw() != "\"\"") {
            return Some(value.clone());
        }
        let safe: String = name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect();
        if safe != name {
            said.explain(NoteCode::Adapted, "A variable of Marinara is named with letters, numbers and underscores.");
        }
        Some(json!(safe))
    },
    empty: "\"\"",
};

const SECTIONS: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("id"),
    numbers: false,
    fresh: r#"{"id": "", "presetId": "", "identifier": "", "name": "", "content": "", "role": "system", "enabled": "true", "isMarker": "false", "groupId": null, "markerConfig": null, "injectionPosition": "ordered", "injectionDepth": 0, "injectionOrder": 100, "wrapInXml": "false", "xmlTagName": "", "forbidOverrides": "false"}"#,
    decode: None,
    encode: Some(name_section),
};

const GROUPS: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("id"),
    numbers: false,
    fresh: r#"{"id": "", "presetId": "", "name": "", "parentGroupId": null, "order": 0, "enabled": "true"}"#,
    decode: None,
    encode: None,
};

const CHOICES: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("id"),
    numbers: false,
    fresh: r#"{"id": "", "presetId": "", "variableName": "", "question": "", "options": "[]", "multiSelect": "false", "separator": ", ", "randomPick": "false", "sortOrder": 0}"#,
    decode: Some(decode_options),
    encode: Some(encode_options),
};

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    kept("/type", "says that it is a preset", SOURCE),
    kept("/version", "which version of the envelope it is", SOURCE),
    kept("/exportedAt", "when the file was written", SOURCE),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
    row("/data/preset/name", "name", Shape::Text, Clear::Empty, SOURCE),
    row("/data/preset/description", "description", Shape::Text, Clear::Empty, SOURCE),
    row("/data/preset/author", "author", Shape::Text, Clear::Empty, SOURCE),
    custom("/data/preset/parameters", PARAMETER_PATHS, SOURCE),
    custom("/data/preset/sectionOrder", &[], SOURCE),
    native("/data/preset/wrapFormat", ("Wrapping", "包裹格式"),
        ("How sections are marked off from each other.", "各部分之间的分隔方式。"), Widget::Choice(&["xml", "markdown", "none"]), SOURCE),
    native("/data/preset/conversationPrompt", ("Conversation prompt", "对话模式提示"),
        ("Stands in place of the sections in a conversation.", "对话模式下取代各部分的提示。"), Widget::Text, SOURCE),
    native("/data/preset/gamePrompt", ("Game prompt", "游戏模式提示"),
        ("Stands in place of the sections in a game.", "游戏模式下取代各部分的提示。"), Widget::Text, SOURCE),
    native("/data/preset/variableGroups", ("Variable groups", "变量组"),
        ("Groups of variables, as JSON text.", "变量组，JSON 文本。"), Widget::Text, SOURCE),
    native("/data/preset/variableValues", ("Variables", "变量值"),
        ("Values of variables, as JSON text.", "变量的值，JSON 文本。"), Widget::Text, SOURCE),
    native("/data/preset/defaultChoices", ("Answers at first", "默认答案"),
        ("The answers chosen when the preset is taken up, as JSON text.", "启用预设时的默认答案，JSON 文本。"), Widget::Text, SOURCE),
    kept("/data/preset/groupOrder", "the order of groups, which their rows say too", SOURCE),
    kept("/data/preset/isDefault", "whether it is the app's own", SOURCE),
    kept("/data/preset/id", DATABASE, SOURCE),
    kept("/data/preset/createdAt", DATABASE, SOURCE),
    kept("/data/preset/updatedAt", DATABASE, SOURCE),
    list("/data/sections", "prompts", &SECTIONS, SOURCE),
    kept("/data/sections/*/id", DATABASE, SOURCE),
    kept("/data/sections/*/presetId", DATABASE, SOURCE),
    kept("/data/sections/*/identifier", "a second name of the section", SOURCE),
    row("/data/sections/*/name", "prompts[].name", Shape::Text, Clear::Empty, SOURCE),
    row("/data/sections/*/content", "prompts[].content", Shape::Text, Clear::Empty, SOURCE),
    row("/data/sections/*/role", "prompts[].role", Shape::Word(&ROLES), Clear::To("\"system\""), SOURCE),
    row("/data/sections/*/enabled", "prompts[].enabled", Shape::Coded(&TEXT_FLAG), Clear::To("\"true\""), SOURCE),
    row("/data/sections/*/isMarker", "prompts[].marker", Shape::Coded(&TEXT_FLAG), Clear::To("\"false\""), SOURCE),
    row("/data/sections/*/markerConfig", "prompts[].markerSlot", Shape::Coded(&MARKER), Clear::To("null"), SOURCE),
    row("/data/sections/*/groupId", "prompts[].groupId", Shape::Text, Clear::To("null"), SOURCE),
    row("/data/sections/*/injectionPosition", "prompts[].placement", Shape::Word(&PLACEMENTS), Clear::To("\"ordered\""), SOURCE),
    row("/data/sections/*/injectionDepth", "prompts[].injectionDepth", Shape::Number, Clear::To("0"), SOURCE),
    row("/data/sections/*/injectionOrder", "prompts[].injectionOrder", Shape::Number, Clear::To("100"), SOURCE),
    row("/data/sections/*/wrapInXml", "prompts[].wrapInXml", Shape::Coded(&TEXT_FLAG), Clear::To("\"false\""), SOURCE),
    row("/data/sections/*/xmlTagName", "prompts[].xmlTagName", Shape::Text, Clear::Empty, SOURCE),
    row("/data/sections/*/forbidOverrides", "prompts[].forbidOverrides", Shape::Coded(&TEXT_FLAG), Clear::To("\"false\""), SOURCE),
    list("/data/groups", "groups", &GROUPS, SOURCE),
    kept("/data/groups/*/id", DATABASE, SOURCE),
    kept("/data/groups/*/presetId", DATABASE, SOURCE),
    kept("/data/groups/*/createdAt", DATABASE, SOURCE),
    row("/data/groups/*/name", "groups[].name", Shape::Text, Clear::Empty, SOURCE),
    row("/data/groups/*/parentGroupId", "groups[].parentGroupId", Shape::Text, Clear::To("null"), SOURCE),
    row("/data/groups/*/order", "groups[].order", Shape::Number, Clear::To("0"), SOURCE),
    row("/data/groups/*/enabled", "groups[].enabled", Shape::Coded(&TEXT_FLAG), Clear::To("\"true\""), SOURCE),
    list("/data/choiceBlocks", "choices", &CHOICES, SOURCE),
    kept("/data/choiceBlocks/*/id", DATABASE, SOURCE),
    kept("/data/choiceBlocks/*/presetId", DATABASE, SOURCE),
    kept("/data/choiceBlocks/*/createdAt", DATABASE, SOURCE),
    row("/data/choiceBlocks/*/variableName", "choices[].key", Shape::Coded(&VARIABLE), Clear::Empty, SOURCE),
    row("/data/choiceBlocks/*/question", "choices[].label", Shape::Text, Clear::Empty, SOURCE),
    row("/data/choiceBlocks/*/multiSelect", "choices[].type", Shape::Word(&TYPES), Clear::To("\"false\""), SOURCE),
    custom("/data/choiceBlocks/*/options", &["choices[].options[].id", "choices[].options[].label", "choices[].options[].value"], SOURCE),
    row("/data/choiceBlocks/*/separator", "choices[].separator", Shape::Text, Clear::To("\", \""), SOURCE),
    row("/data/choiceBlocks/*/randomPick", "choices[].randomPick", Shape::Coded(&TEXT_FLAG), Clear::To("\"false\""), SOURCE),
    row("/data/choiceBlocks/*/sortOrder", "choices[].sortOrder", Shape::Number, Clear::To("0"), SOURCE),
];

/// What `parameters` holds, below itself.
#[rustfmt::skip]
const PARAMETERS: &[Wire] = &[
    row("/temperature", "samplers.temperature", Shape::Number, Clear::Remove, SOURCE),
    row("/topP", "samplers.topP", Shape::Number, Clear::Remove, SOURCE),
    row("/topK", "samplers.topK", Shape::Number, Clear::Remove, SOURCE),
    row("/minP", "samplers.minP", Shape::Number, Clear::Remove, SOURCE),
    row("/maxTokens", "samplers.maxTokens", Shape::Number, Clear::Remove, SOURCE),
    row("/maxContext", "samplers.maxContext", Shape::Number, Clear::Remove, SOURCE),
    row("/frequencyPenalty", "samplers.frequencyPenalty", Shape::Number, Clear::Remove, SOURCE),
    row("/presencePenalty", "samplers.presencePenalty", Shape::Number, Clear::Remove, SOURCE),
    row("/stopSequences", "samplers.stopSequences", Shape::TextList, Clear::Remove, SOURCE),
    row("/assistantPrefill", "systemPrompts.assistantPrefill", Shape::Text, Clear::Remove, SOURCE),
    row("/squashSystemMessages", "apiOptions.squashSystemMessages", Shape::Flag, Clear::Remove, SOURCE),
    row("/showThoughts", "apiOptions.showThoughts", Shape::Flag, Clear::Remove, SOURCE),
    row("/reasoningEffort", "apiOptions.reasoningEffort", Shape::FilledText, Clear::To("null"), SOURCE),
    row("/verbosity", "apiOptions.verbosity", Shape::FilledText, Clear::To("null"), SOURCE),
];

const PARAMETER_PATHS: &[&str] = &[
    "samplers.temperature",
    "samplers.topP",
    "samplers.topK",
    "samplers.minP",
    "samplers.maxTokens",
    "samplers.maxContext",
    "samplers.frequencyPenalty",
    "samplers.presencePenalty",
    "samplers.stopSequences",
    "systemPrompts.assistantPrefill",
    "apiOptions.squashSystemMessages",
    "apiOptions.showThoughts",
    "apiOptions.reasoningEffort",
    "apiOptions.verbosity",
];

static PARAMETER_TABLE: LazyLock<Tables> = LazyLock::new(|| Tables::from_rows(Kind::Preset, PARAMETERS.iter()));

const PARAMETER_TEXT: &str = "/data/preset/parameters";
const ORDER_TEXT: &str = "/data/preset/sectionOrder";

static SPEC: FormatSpec = FormatSpec {
    id: "marinara-preset",
    platform: "marinara",
    kind: Kind::Preset,
    title: "Marinara preset",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["marinara.json"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &[],
    source: SOURCE,
};

/// The format.
pub(super) static PRESET: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    fresh: r#"{"type": "marinara_preset", "version": 1, "exportedAt": "1970-01-01T00:00:00.000Z", "data": {"preset": {"id": "", "name": "", "description": "", "sectionOrder": "[]", "groupOrder": "[]", "variableGroups": "[]", "variableValues": "{}", "parameters": "{}", "defaultChoices": "{}", "wrapFormat": "xml", "isDefault": "false", "author": ""}, "sections": [], "groups": [], "choiceBlocks": []}}"#,
    style: Style::Pretty(2),
    hooks: RecordHooks { decode: Some(decode), encode: Some(encode), arrange: Some(as_filed), ..RecordHooks::NONE },
};

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let named = root.get("type").and_then(|kind| kind.as_str()).as_deref() == Some("marinara_preset");
    let rows =
        root.at("/data/preset").is_some_and(Node::is_object) && root.at("/data/sections").is_some_and(Node::is_array);
    (named && rows).then_some(Detection { confidence: 0.95, because: "it says marinara_preset and has sections" })
}

/// The ids of `sectionOrder`.
fn section_order(document: &Document) -> Vec<String> {
    let text = document.at(ORDER_TEXT).and_then(inner);
    text.iter().flat_map(|text| text.root().items()).filter_map(|id| Some(id.as_str()?.into_owned())).collect()
}

fn id_of(row: &Value) -> &str {
    row.get("id").and_then(Value::as_str).unwrap_or("")
}

fn decode(document: &Document, _: &Roots, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    match document.at(PARAMETER_TEXT).filter(|node| !node.is_null() && node.raw() != "\"\"") {
        None => {}
        Some(node) => match inner(node).filter(|parameters| parameters.root().is_object()) {
            Some(parameters) => {
                let place = reader.muted;
                reader.muted = true;
                let found = PARAMETER_TABLE.body(&parameters, &plain(&parameters), reader);
                reader.muted = place;
                for (group, value) in found {
                    if !is_blank(Some(&value)) {
                        body.insert(group, value);
                    }
                }
            }
            None => reader.wrong_type(PARAMETER_TEXT, node, "an object, as text", "it is not read"),
        },
    }
    let order = section_order(document);
    if let Some(Value::Array(prompts)) = body.get_mut("prompts") {
        let rank = |row: &Value| order.iter().position(|id| id == id_of(row)).unwrap_or(order.len());
        prompts.sort_by_key(rank);
    }
}

/// The sections in the order of their rows, new ones behind.
fn as_filed(body: &Value, document: &Document) -> Arranged {
    let rows = document.at("/data/sections").into_iter().flat_map(|list| list.items());
    let filed: Vec<String> =
        rows.filter_map(|row| row.get("id")).map(|id| crate::record::ids::spelt(id).unwrap_or_default()).collect();
    let prompts = at(body, "prompts").and_then(Value::as_array).cloned().unwrap_or_default();
    let rank = |place: &usize| {
        let id = prompts.get(*place).map_or("", id_of);
        filed.iter().position(|filed| filed == id).unwrap_or(filed.len())
    };
    let mut places: Vec<usize> = (0..prompts.len()).collect();
    // A row that has no id, or one that stands twice, is told by its place: such files are left in their order.
    let told = filed
        .iter()
        .enumerate()
        .all(|(index, id)| !id.is_empty() && !filed.iter().take(index).any(|other| other == id));
    if told {
        places.sort_by_key(rank);
    }
    let mut arranged = body.clone();
    let moved: Vec<Value> = places.iter().filter_map(|place| prompts.get(*place).cloned()).collect();
    if let Value::Object(map) = &mut arranged
        && map.contains_key("prompts")
    {
        map.insert("prompts".to_owned(), Value::Array(moved));
    }
    Arranged { body: arranged, list: "prompts", places }
}

fn encode(before: &Value, after: &Value, document: &Document, _: &Roots, writes: &mut Writes, notes: &mut Notes) {
    let present = document.at(PARAMETER_TEXT);
    let empty = Document::parse("{}", &ficha_json::Limits::default());
    let parameters = present.and_then(inner).filter(|inner| inner.root().is_object()).or(empty.ok());
    if let Some(parameters) = parameters {
        let changes = PARAMETER_TABLE.writes((before, after), &parameters, &plain(&parameters), None, notes);
        if !changes.is_empty() {
            let mut edit = parameters.edit();
            changes.apply(&parameters, &mut edit);
            writes.set(PARAMETER_TEXT, json!(edit.finish()));
        }
    }
    let ids = |body: &Value| -> Vec<String> {
        at(body, "prompts").and_then(Value::as_array).into_iter().flatten().map(|row| id_of(row).to_owned()).collect()
    };
    if ids(before) != ids(after) {
        writes.set(ORDER_TEXT, json!(to_text(&json!(ids(after)), Style::Compact)));
    }
}

/// A new section gets its id as its second name too.
fn name_section(_: &Value, new: &Value, wire: Option<Node<'_>>, writes: &mut Writes, _: &mut Said<'_>) {
    if wire.is_none() {
        writes.set("/identifier", json!(id_of(new)));
    }
}

const OPTION_KEYS: [&str; 3] = ["id", "label", "value"];

/// The options in a text, each with an id.
fn options(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Vec<Value> {
    let Some(list) = inner(node).filter(|list| list.root().is_array()) else {
        if !node.is_null() && node.raw() != "\"\"" {
            reader.wrong_type(at, node, "a list, as text", "it is not read");
        }
        return Vec::new();
    };
    let rows: Vec<Node<'_>> = list.root().items().filter(|row| row.is_object()).collect();
    let ids = rows.iter().map(|row| crate::record::ids::spelt(row.get("id")?)).collect();
    let (ids, _) = crate::record::ids::body_ids(ids);
    let text = |row: Node<'_>, key: &str| row.get(key).and_then(|node| node.as_str().map(|text| text.into_owned()));
    let options = rows.into_iter().zip(ids).map(|(row, id)| {
        let mut option = json!({"id": id, "label": text(row, "label").unwrap_or_default()});
        if let (Some(value), Value::Object(option)) = (text(row, "value"), &mut option) {
            option.insert("value".to_owned(), json!(value));
        }
        option
    });
    options.collect()
}

fn decode_options(row: Node<'_>, at: &str, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    if let Some(node) = row.get("options") {
        let found = options(node, &format!("{at}/options"), reader);
        if !found.is_empty() {
            body.insert("options".to_owned(), Value::Array(found));
        }
    }
}

fn encode_options(old: &Value, new: &Value, wire: Option<Node<'_>>, writes: &mut Writes, said: &mut Said<'_>) {
    let rows = |body: &Value| body.get("options").and_then(Value::as_array).cloned().unwrap_or_default();
    let (before, after) = (rows(old), rows(new));
    if before == after {
        return;
    }
    let list = wire.and_then(|wire| inner(wire.get("options")?));
    let present: Vec<Value> =
        list.iter().flat_map(|list| list.root().items()).filter(|row| row.is_object()).map(Node::to_value).collect();
    let mut written = Vec::with_capacity(after.len());
    for (index, option) in after.iter().enumerate() {
        let known = before.iter().position(|old| id_of(old) == id_of(option)).and_then(|place| present.get(place));
        let mut row = known.and_then(Value::as_object).cloned().unwrap_or_default();
        for key in OPTION_KEYS {
            match option.get(key) {
                Some(value) => row.insert(key.to_owned(), value.clone()),
                None => row.shift_remove(key),
            };
        }
        for key in option.as_object().into_iter().flatten().map(|(key, _)| key) {
            if !OPTION_KEYS.contains(&key.as_str()) && !is_blank(option.get(key)) {
                let place = format!("options[{index}].{key}");
                said.explain_field(&place, NoteCode::NoPlace, "An option of Marinara has a label and a value.");
            }
        }
        written.push(Value::Object(row));
    }
    writes.set("/options", json!(to_text(&Value::Array(written), Style::Compact)));
}
