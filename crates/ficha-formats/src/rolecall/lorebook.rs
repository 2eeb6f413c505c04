//! The lorebook, version 1: settings and metadata of the book, entries in groups of keys, categories.
//!
//! Every group of an entry and everything in it is written, as the app's serialiser does; what a body does not say gets
//! the app's default, and the report says so. The date of the export is the file's own and never set here.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, NodeKind, Style};
use ficha_model::Kind;
use serde_json::{Map, Value, json};

use super::SOURCE;
use crate::format::{
    Clear, Coded, Detection, Form, FormatSpec, IdFrom, Items, Lexicon, Shape, Widget, Wire, kept, list, native, row,
};
use crate::notes::{NoteCode, Notes};
use crate::overlay::{Said, rows_onto};
use crate::read::Reader;
use crate::record::{Record, RecordHooks, Tables, plain};
use crate::tavern::values;

/// The kinds of book.
const TYPES: Lexicon = Lexicon {
    pairs: &[
        ("\"world\"", "world"),
        ("\"character\"", "character"),
        ("\"scenario\"", "scenario"),
        ("\"rules\"", "rules"),
        ("\"utility\"", "utility"),
        ("\"other\"", "other"),
    ],
    open: false,
    unknown: "RoleCall knows no such kind of book.",
};

const BUDGETS: Lexicon = Lexicon {
    pairs: &[("\"token\"", "token"), ("\"entry\"", "entry")],
    open: false,
    unknown: "RoleCall counts no such budget.",
};

const MODES: Lexicon = Lexicon {
    pairs: &[("\"simple\"", "simple"), ("\"advanced\"", "advanced")],
    open: false,
    unknown: "RoleCall knows no such mode of keys.",
};

const LOGIC: Lexicon = Lexicon {
    pairs: &[
        ("\"and_any\"", "and_any"),
        ("\"and_all\"", "and_all"),
        ("\"not_any\"", "not_any"),
        ("\"not_all\"", "not_all"),
    ],
    open: false,
    unknown: "RoleCall knows no such logic.",
};

const POSITIONS: Lexicon = Lexicon {
    pairs: &[
        ("\"world\"", "world"),
        ("\"character\"", "character"),
        ("\"before_example\"", "before_example"),
        ("\"after_example\"", "after_example"),
        ("\"depth\"", "depth"),
        ("\"append\"", "append"),
        ("\"append_bottom\"", "append_bottom"),
        ("\"prepend_top\"", "prepend_top"),
        ("\"scene\"", "scene"),
    ],
    open: true,
    unknown: "RoleCall has no such place; the entry goes before the character.",
};

const ROLES: Lexicon = Lexicon {
    pairs: &[("\"system\"", "system"), ("\"user\"", "user"), ("\"assistant\"", "assistant")],
    open: false,
    unknown: "RoleCall knows no such role.",
};

/// Keys as objects.
static TRIGGERS: Coded = Coded { name: "triggers", decode: triggers, encode: write_triggers, empty: "[]" };

/// A level of recursion as a number.
static LEVEL: Coded = Coded {
    name: "level",
    decode: values::LEVEL.decode,
    encode: |value, _, said| match value {
        Value::Bool(true) => {
            said.explain(NoteCode::Adapted, "RoleCall counts levels of recursion; this is the first.");
            Some(json!(1))
        }
        Value::Bool(false) => Some(json!(0)),
        other => Some(other.clone()),
    },
    empty: "0",
};

/// Changes of variables; data only.
static EFFECTS: Coded =
    Coded { name: "side effects", decode: effects, encode: |value, _, _| Some(value.clone()), empty: "null" };

const ENTRIES: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("id"),
    numbers: false,
    fresh: r#"{"id": "", "title": "", "content": "", "comment": null, "enabled": true, "constant": false,
 "triggers": {"mode": "simple", "primary": [], "secondary": [], "selectiveLogic": "and_any"},
 "matching": {"caseSensitive": null, "matchWholeWords": null, "scanDepth": null},
 "injection": {"position": "world", "depth": 4, "role": "system"},
 "priority": {"sortOrder": 100, "priority": 100},
 "timing": {"sticky": 0, "cooldown": 0, "delay": 0},
 "grouping": {"groupName": null, "categoryId": null, "groupWeight": 100},
 "advanced": {"useMemo": false, "excludeRecursion": false, "preventRecursion": false, "delayUntilRecursion": 0, "ignoreBudget": false},
 "characterFilter": null,
 "scanSources": {"characterDescription": false, "characterPersonality": false, "userPersona": false, "scenario": false},
 "probability": 100, "unsupportedFields": {}}"#,
    decode: None,
    encode: None,
};

const CATEGORIES: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("id"),
    numbers: false,
    fresh: r#"{"id": "", "name": "", "sortOrder": 0}"#,
    decode: None,
    encode: None,
};

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    kept("/schemaVersion", "which version of the file it is", SOURCE),
    kept("/exportDate", "when the file was written", SOURCE),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
    row("/lorebook/name", "name", Shape::Text, Clear::Empty, SOURCE),
    row("/lorebook/description", "description", Shape::Text, Clear::To("null"), SOURCE),
    row("/lorebook/settings/lorebookType", "lorebookType", Shape::Word(&TYPES), Clear::Remove, SOURCE),
    row("/lorebook/settings/globalCaseSensitive", "globalCaseSensitive", Shape::Flag, Clear::Remove, SOURCE),
    row("/lorebook/settings/globalMatchWholeWords", "globalMatchWholeWords", Shape::Flag, Clear::Remove, SOURCE),
    row("/lorebook/settings/globalScanDepth", "globalScanDepth", Shape::Number, Clear::Remove, SOURCE),
    row("/lorebook/settings/globalRecursion", "globalRecursion", Shape::Flag, Clear::Remove, SOURCE),
    row("/lorebook/settings/tokenBudget", "tokenBudget", Shape::Number, Clear::Remove, SOURCE),
    row("/lorebook/settings/budgetMode", "budgetMode", Shape::Word(&BUDGETS), Clear::Remove, SOURCE),
    row("/lorebook/settings/entryBudget", "entryBudget", Shape::Number, Clear::Remove, SOURCE),
    row("/lorebook/metadata/genre", "genre", Shape::Text, Clear::To("null"), SOURCE),
    row("/lorebook/metadata/fandom", "fandom", Shape::Text, Clear::To("null"), SOURCE),
    row("/lorebook/metadata/tags", "tags", Shape::TextList, Clear::Empty, SOURCE),
    native("/lorebook/tree", ("Category tree", "分类树"),
        ("How categories lie inside each other, as the app keeps it.", "应用保存的分类嵌套关系。"), Widget::Json, SOURCE),
    list("/lorebook/categories", "categories", &CATEGORIES, SOURCE),
    row("/lorebook/categories/*/name", "categories[].name", Shape::Text, Clear::Empty, SOURCE),
    row("/lorebook/categories/*/sortOrder", "categories[].sortOrder", Shape::Number, Clear::To("0"), SOURCE),
    row("/lorebook/categories/*/enabled", "categories[].enabled", Shape::Flag, Clear::Remove, SOURCE),
    kept("/lorebook/categories/*/id", "the id entries name the category by", SOURCE),
    list("/lorebook/entries", "entries", &ENTRIES, SOURCE),
    kept("/lorebook/entries/*/id", "the id of the entry", SOURCE),
    row("/lorebook/entries/*/title", "entries[].title", Shape::Text, Clear::Empty, SOURCE),
    row("/lorebook/entries/*/content", "entries[].content", Shape::Text, Clear::Empty, SOURCE),
    row("/lorebook/entries/*/comment", "entries[].comment", Shape::Text, Clear::To("null"), SOURCE),
    row("/lorebook/entries/*/enabled", "entries[].enabled", Shape::Flag, Clear::To("true"), SOURCE),
    row("/lorebook/entries/*/constant", "entries[].constant", Shape::Flag, Clear::To("false"), SOURCE),
    row("/lorebook/entries/*/probability", "entries[].probability", Shape::Number, Clear::To("100"), SOURCE),
    row("/lorebook/entries/*/triggers/mode", "entries[].triggerMode", Shape::Word(&MODES), Clear::To("\"simple\""), SOURCE),
    row("/lorebook/entries/*/triggers/primary", "entries[].triggers", Shape::Coded(&TRIGGERS), Clear::Empty, SOURCE),
    row("/lorebook/entries/*/triggers/secondary", "entries[].secondaryTriggers", Shape::Coded(&TRIGGERS), Clear::Empty, SOURCE),
    row("/lorebook/entries/*/triggers/selectiveLogic", "entries[].selectiveLogic", Shape::Word(&LOGIC), Clear::To("\"and_any\""), SOURCE),
    row("/lorebook/entries/*/matching/caseSensitive", "entries[].caseSensitive", Shape::Flag, Clear::To("null"), SOURCE),
    row("/lorebook/entries/*/matching/matchWholeWords", "entries[].matchWholeWords", Shape::Flag, Clear::To("null"), SOURCE),
    row("/lorebook/entries/*/matching/scanDepth", "entries[].scanDepth", Shape::Number, Clear::To("null"), SOURCE),
    row("/lorebook/entries/*/injection/position", "entries[].position", Shape::Word(&POSITIONS), Clear::To("\"world\""), SOURCE),
    row("/lorebook/entries/*/injection/depth", "entries[].depth", Shape::Number, Clear::To("4"), SOURCE),
    row("/lorebook/entries/*/injection/role", "entries[].role", Shape::Word(&ROLES), Clear::To("\"system\""), SOURCE),
    row("/lorebook/entries/*/priority/sortOrder", "entries[].sortOrder", Shape::Number, Clear::To("100"), SOURCE),
    row("/lorebook/entries/*/priority/priority", "entries[].priority", Shape::Number, Clear::To("100"), SOURCE),
    row("/lorebook/entries/*/timing/sticky", "entries[].sticky", Shape::Number, Clear::To("0"), SOURCE),
    row("/lorebook/entries/*/timing/cooldown", "entries[].cooldown", Shape::Number, Clear::To("0"), SOURCE),
    row("/lorebook/entries/*/timing/delay", "entries[].delay", Shape::Number, Clear::To("0"), SOURCE),
    row("/lorebook/entries/*/grouping/groupName", "entries[].groupName", Shape::Text, Clear::To("null"), SOURCE),
    row("/lorebook/entries/*/grouping/categoryId", "entries[].categoryId", Shape::Text, Clear::To("null"), SOURCE),
    row("/lorebook/entries/*/grouping/groupWeight", "entries[].groupWeight", Shape::Number, Clear::To("100"), SOURCE),
    row("/lorebook/entries/*/advanced/useMemo", "entries[].useMemo", Shape::Flag, Clear::To("false"), SOURCE),
    row("/lorebook/entries/*/advanced/excludeRecursion", "entries[].excludeRecursion", Shape::Flag, Clear::To("false"), SOURCE),
    row("/lorebook/entries/*/advanced/preventRecursion", "entries[].preventRecursion", Shape::Flag, Clear::To("false"), SOURCE),
    row("/lorebook/entries/*/advanced/delayUntilRecursion", "entries[].delayUntilRecursion", Shape::Coded(&LEVEL), Clear::To("0"), SOURCE),
    row("/lorebook/entries/*/advanced/ignoreBudget", "entries[].ignoreBudget", Shape::Flag, Clear::To("false"), SOURCE),
    row("/lorebook/entries/*/characterFilter", "entries[].characterFilter", Shape::Coded(&values::FILTER), Clear::To("null"), SOURCE),
    row("/lorebook/entries/*/scanSources/characterDescription", "entries[].scanCharacterDescription", Shape::Flag, Clear::To("false"), SOURCE),
    row("/lorebook/entries/*/scanSources/characterPersonality", "entries[].scanCharacterPersonality", Shape::Flag, Clear::To("false"), SOURCE),
    row("/lorebook/entries/*/scanSources/userPersona", "entries[].scanUserPersona", Shape::Flag, Clear::To("false"), SOURCE),
    row("/lorebook/entries/*/scanSources/scenario", "entries[].scanScenario", Shape::Flag, Clear::To("false"), SOURCE),
    row("/lorebook/entries/*/sideEffects", "entries[].sideEffects", Shape::Coded(&EFFECTS), Clear::Remove, SOURCE),
    row("/lorebook/entries/*/metadata", "entries[].metadata", Shape::Any, Clear::Remove, SOURCE),
    row("/lorebook/entries/*/unsupportedFields/vectorized", "entries[].vectorized", Shape::Flag, Clear::Remove, SOURCE),
    row("/lorebook/entries/*/unsupportedFields/groupOverride", "entries[].groupOverride", Shape::Flag, Clear::Remove, SOURCE),
    row("/lorebook/entries/*/unsupportedFields/useGroupScoring", "entries[].useGroupScoring", Shape::Flag, Clear::Remove, SOURCE),
    row("/lorebook/entries/*/unsupportedFields/automationId", "entries[].automationId", Shape::FilledText, Clear::Remove, SOURCE),
    row("/lorebook/entries/*/unsupportedFields/matchCharacterDepthPrompt", "entries[].scanCharacterDepthPrompt", Shape::Flag, Clear::Remove, SOURCE),
    row("/lorebook/entries/*/unsupportedFields/matchCreatorNotes", "entries[].scanCreatorNotes", Shape::Flag, Clear::Remove, SOURCE),
    row("/lorebook/entries/*/unsupportedFields/generationTriggers", "entries[].generationTriggers", Shape::TextList, Clear::Remove, SOURCE),
    row("/lorebook/entries/*/unsupportedFields/outletName", "entries[].outletName", Shape::FilledText, Clear::Remove, SOURCE),
];

static SPEC: FormatSpec = FormatSpec {
    id: "rolecall-lorebook",
    platform: "rolecall",
    kind: Kind::Lorebook,
    title: "RoleCall lorebook",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &[],
    source: SOURCE,
};

/// The format.
pub(super) static LOREBOOK: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    // There is no clock here; the app shows the date and goes by nothing in it.
    fresh: r#"{"schemaVersion": "1.0.0", "exportDate": "1970-01-01T00:00:00.000Z", "lorebook": {"name": "", "description": null, "settings": {}, "metadata": {"genre": null, "fandom": null, "tags": []}, "entries": [], "categories": []}}"#,
    style: Style::Pretty(2),
    hooks: RecordHooks::NONE,
};

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let version = root.get("schemaVersion").and_then(|version| version.as_str())?;
    let entries = root.at("/lorebook/entries").is_some_and(Node::is_array);
    (entries && version.contains("1.0.0"))
        .then_some(Detection { confidence: 1.0, because: "it says version 1.0.0 and has a lorebook with entries" })
}

/// The trigger of an object; a bare text counts as a word.
fn trigger(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    if node.is_string() {
        return Some(json!({"keyword": node.as_str()?, "isRegex": false}));
    }
    let keyword = node.get("keyword").filter(|keyword| !keyword.is_null())?;
    let mut trigger = Map::new();
    trigger.insert("keyword".to_owned(), json!(reader.text(keyword, &format!("{at}/keyword"))?));
    let regex = node.get("isRegex").and_then(|flag| reader.flag(flag, &format!("{at}/isRegex")));
    trigger.insert("isRegex".to_owned(), json!(regex.unwrap_or(false)));
    let flags = node.get("flags").filter(|flags| !flags.is_null());
    if let Some(flags) = flags.and_then(|flags| reader.text(flags, &format!("{at}/flags"))) {
        trigger.insert("flags".to_owned(), json!(flags));
    }
    for key in ["frequency", "probability"] {
        let number = node.get(key).and_then(|number| reader.number(number, &format!("{at}/{key}")));
        if let Some(number) = number {
            trigger.insert(key.to_owned(), Value::Number(number));
        }
    }
    Some(Value::Object(trigger))
}

fn triggers(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    if !node.is_array() {
        reader.wrong_type(at, node, "a list", "it is not read");
        return None;
    }
    let rows = node.items().enumerate();
    Some(Value::Array(rows.filter_map(|(index, row)| trigger(row, &format!("{at}/{index}"), reader)).collect()))
}

/// Keys laid onto those that are there: one that says the same keeps what it holds beside, one in the same place too.
fn write_triggers(value: &Value, present: Option<Node<'_>>, _: &mut Said<'_>) -> Option<Value> {
    let read = |node: Node<'_>| {
        let mut quiet = Notes::new();
        trigger(node, "", &mut Reader::muted(&mut quiet))
    };
    let write = |new: &Value, wire: Option<Node<'_>>| {
        if let Some(wire) = wire.filter(|wire| read(*wire).as_ref() == Some(new)) {
            return wire.to_value();
        }
        let keyword = new.get("keyword").filter(|_| new.as_object().is_some_and(|new| new.len() == 2));
        if let (Some(keyword), true) = (keyword, wire.is_some_and(Node::is_string))
            && new.get("isRegex") == Some(&json!(false))
        {
            return keyword.clone();
        }
        let mut row = wire.map(Node::to_value).and_then(|row| row.as_object().cloned()).unwrap_or_default();
        for key in ["keyword", "isRegex", "flags", "frequency", "probability"] {
            match new.get(key) {
                Some(value) => row.insert(key.to_owned(), value.clone()),
                None => row.shift_remove(key),
            };
        }
        row.entry("isRegex").or_insert(json!(false));
        Value::Object(row)
    };
    let new = value.as_array().map(Vec::as_slice).unwrap_or(&[]);
    Some(rows_onto(new, present.filter(|list| list.is_array()), &read, &write))
}

/// Effects as the model has them; a whole that is not such is not read.
fn effects(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    let sound = |effect: Node<'_>| {
        let word = |key: &str, known: &[&str]| {
            effect.get(key).and_then(|word| word.as_str()).is_some_and(|word| known.contains(&word.as_ref()))
        };
        word("type", &["setvar", "addvar", "incvar", "decvar", "delvar"])
            && effect.get("variable").is_some_and(Node::is_string)
            && (effect.get("scope").is_none() || word("scope", &["local", "global"]))
            && effect.get("amount").is_none_or(Node::is_number)
            && effect.members().all(|(key, _)| ["type", "variable", "value", "amount", "scope"].contains(&key.as_ref()))
    };
    let known = |(key, value): (std::borrow::Cow<'_, str>, Node<'_>)| match key.as_ref() {
        "effects" => value.is_array() && value.items().all(sound),
        "onlyOnFirstTrigger" | "clearOnDeactivate" => value.is_bool(),
        _ => false,
    };
    if node.kind() != NodeKind::Object || !node.members().all(known) {
        reader.wrong_type(at, node, "a list of changes to variables", "it is kept and not read");
        return None;
    }
    Some(node.to_value())
}
