//! The lorebook: settings, entries and folders.
//!
//! Position numbers are the app's own (2 is at a depth). Its scanner takes `and` as all secondary keys, `or` as any and
//! `not` as none; its importer of SillyTavern's books copies numbers under another meaning, so an advanced logic may be
//! one it never meant. One flag says for all keys of an entry that they are patterns.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::Kind;
use serde_json::{Map, Value, json};

use super::values::ROLES;
use super::{DATABASE, SOURCE};
use crate::format::{
    Clear, Coded, Detection, Form, FormatSpec, IdFrom, Items, Lexicon, Shape, Widget, Wire, custom, kept, list, native,
    row,
};
use crate::inspect::Roots;
use crate::notes::NoteCode;
use crate::overlay::{Said, State, Writes, is_blank, state, texts_onto};
use crate::read::Reader;
use crate::record::{Record, RecordHooks, Tables, plain};
use crate::tavern::keyword::encode_trigger;

const CATEGORIES: Lexicon = Lexicon {
    pairs: &[
        ("\"world\"", "world"),
        ("\"character\"", "character"),
        ("\"npc\"", "character"),
        ("\"spellbook\"", "rules"),
        ("\"uncategorized\"", "other"),
    ],
    open: false,
    unknown: "Marinara has no such category of books.",
};

const MODES: Lexicon = Lexicon {
    pairs: &[("true", "advanced"), ("false", "simple")],
    open: false,
    unknown: "Marinara knows no such mode of keys.",
};

const LOGIC: Lexicon = Lexicon {
    pairs: &[("\"and\"", "and_all"), ("\"or\"", "and_any"), ("\"not\"", "not_any")],
    open: false,
    unknown: "Marinara cannot say that not all of the secondary keys may come up.",
};

/// The app's places by number.
const PLACES: [&str; 3] = ["world", "character", "depth"];

static POSITION: Coded = Coded {
    name: "position",
    decode: |node, at, reader| {
        let number = reader.number(node, at)?;
        let word = number.as_u64().and_then(|number| PLACES.get(usize::try_from(number).ok()?));
        Some(word.map_or_else(|| json!(format!("wire:{number}")), |word| json!(word)))
    },
    encode: |value, present, said| {
        let word = value.as_str()?;
        if let Some(number) = PLACES.iter().position(|known| *known == word) {
            return Some(json!(number));
        }
        if let Some(number) =
            word.strip_prefix("wire:").filter(|_| present.is_some()).and_then(|own| own.parse::<i64>().ok())
        {
            return Some(json!(number));
        }
        said.explain(NoteCode::Adapted, "Marinara knows before and after the character, and a depth.");
        Some(json!(match word {
            "append" => 2,
            "append_bottom" | "after_example" => 1,
            _ => 0,
        }))
    },
    empty: "0",
};

/// Whether only recursion can call an entry; the app knows no levels.
static LEVEL: Coded = Coded {
    name: "only by recursion",
    decode: |node, at, reader| {
        let flag = reader.flag(node, at)?;
        Some(if flag { json!(true) } else { json!(0) })
    },
    encode: |value, _, said| {
        let on = value == &json!(true) || value.as_f64().is_some_and(|level| level > 0.0);
        if on && value != &json!(true) {
            said.explain(NoteCode::Adapted, "Marinara counts no levels of recursion.");
        }
        if value == &json!(false) {
            said.explain(NoteCode::Adapted, "An entry that may be called at once is of level 0.");
        }
        Some(json!(on))
    },
    empty: "false",
};

/// Where keys are looked for beside the chat: wire word and field.
const SCANS: [(&str, &str); 4] = [
    ("character_description", "scanCharacterDescription"),
    ("character_personality", "scanCharacterPersonality"),
    ("persona_description", "scanUserPersona"),
    ("character_scenario", "scanScenario"),
];

const ENTRIES: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("id"),
    numbers: false,
    fresh: r#"{"id": "", "name": "", "content": "", "description": "", "keys": [], "secondaryKeys": [], "enabled": true,
 "constant": false, "selective": false, "selectiveLogic": "and", "probability": null, "scanDepth": null,
 "matchWholeWords": false, "caseSensitive": false, "useRegex": false, "characterFilterMode": "any",
 "characterFilterIds": [], "characterTagFilterMode": "any", "characterTagFilters": [],
 "generationTriggerFilterMode": "any", "generationTriggerFilters": [], "additionalMatchingSources": [], "position": 0,
 "depth": 4, "order": 100, "role": "system", "sticky": null, "cooldown": null, "delay": null, "ephemeral": null,
 "group": "", "groupWeight": null, "folderId": null, "locked": false, "preventRecursion": false,
 "excludeRecursion": false, "delayUntilRecursion": false, "tag": "", "relationships": {}, "dynamicState": {},
 "activationConditions": [], "schedule": null}"#,
    decode: Some(decode_entry),
    encode: Some(encode_entry),
};

const FOLDERS: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("id"),
    numbers: false,
    fresh: r#"{"id": "", "name": "", "enabled": true, "parentFolderId": null, "order": 0}"#,
    decode: None,
    encode: None,
};

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    kept("/type", "says that it is a lorebook", SOURCE),
    kept("/version", "which version of the envelope it is", SOURCE),
    kept("/exportedAt", "when the file was written", SOURCE),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
    row("/data/lorebook/name", "name", Shape::Text, Clear::Empty, SOURCE),
    row("/data/lorebook/description", "description", Shape::Text, Clear::Empty, SOURCE),
    row("/data/lorebook/category", "lorebookType", Shape::Word(&CATEGORIES), Clear::To("\"uncategorized\""), SOURCE),
    row("/data/lorebook/tags", "tags", Shape::TextList, Clear::Empty, SOURCE),
    row("/data/lorebook/enabled", "enabled", Shape::Flag, Clear::To("true"), SOURCE),
    row("/data/lorebook/scanDepth", "globalScanDepth", Shape::Number, Clear::To("2"), SOURCE),
    row("/data/lorebook/recursiveScanning", "globalRecursion", Shape::Flag, Clear::To("false"), SOURCE),
    row("/data/lorebook/tokenBudget", "tokenBudget", Shape::Number, Clear::To("2048"), SOURCE),
    row("/data/lorebook/entryLimit", "entryBudget", Shape::Number, Clear::Remove, "seen in files; not in the source of 1.5.8"),
    native("/data/lorebook/maxRecursionDepth", ("Levels of recursion", "递归层数"),
        ("How far entries may call each other.", "条目之间可连续触发的层数。"), Widget::Number, SOURCE),
    native("/data/lorebook/imagePath", ("Picture", "图片"),
        ("Where the app keeps a picture of the book.", "应用中世界书图片的位置。"), Widget::Asset, SOURCE),
    native("/data/lorebook/scope", ("Scope", "作用范围"),
        ("For which chats the book counts.", "世界书对哪些聊天生效。"), Widget::Json, SOURCE),
    kept("/data/lorebook/id", DATABASE, SOURCE),
    kept("/data/lorebook/characterId", "the owner by the app's own id", SOURCE),
    kept("/data/lorebook/characterIds", "the owners by the app's own ids", SOURCE),
    kept("/data/lorebook/personaId", "the owner by the app's own id", SOURCE),
    kept("/data/lorebook/chatId", "the owner by the app's own id", SOURCE),
    kept("/data/lorebook/createdAt", DATABASE, SOURCE),
    kept("/data/lorebook/updatedAt", DATABASE, SOURCE),
    list("/data/folders", "categories", &FOLDERS, SOURCE),
    kept("/data/folders/*/id", DATABASE, SOURCE),
    row("/data/folders/*/name", "categories[].name", Shape::Text, Clear::Empty, SOURCE),
    row("/data/folders/*/enabled", "categories[].enabled", Shape::Flag, Clear::To("true"), SOURCE),
    row("/data/folders/*/parentFolderId", "categories[].parentId", Shape::Text, Clear::To("null"), SOURCE),
    row("/data/folders/*/order", "categories[].sortOrder", Shape::Number, Clear::To("0"), SOURCE),
    list("/data/entries", "entries", &ENTRIES, SOURCE),
    kept("/data/entries/*/id", DATABASE, SOURCE),
    kept("/data/entries/*/lorebookId", DATABASE, SOURCE),
    kept("/data/entries/*/createdAt", DATABASE, SOURCE),
    kept("/data/entries/*/updatedAt", DATABASE, SOURCE),
    row("/data/entries/*/name", "entries[].title", Shape::Text, Clear::Empty, SOURCE),
    row("/data/entries/*/content", "entries[].content", Shape::Text, Clear::Empty, SOURCE),
    row("/data/entries/*/description", "entries[].comment", Shape::Text, Clear::Empty, SOURCE),
    row("/data/entries/*/enabled", "entries[].enabled", Shape::Flag, Clear::To("true"), SOURCE),
    row("/data/entries/*/constant", "entries[].constant", Shape::Flag, Clear::To("false"), SOURCE),
    row("/data/entries/*/selective", "entries[].triggerMode", Shape::Word(&MODES), Clear::To("false"), SOURCE),
    custom("/data/entries/*/keys", &["entries[].triggers"], SOURCE),
    custom("/data/entries/*/secondaryKeys", &["entries[].secondaryTriggers"], SOURCE),
    custom("/data/entries/*/useRegex", &[], SOURCE),
    row("/data/entries/*/selectiveLogic", "entries[].selectiveLogic", Shape::Word(&LOGIC), Clear::To("\"and\""), SOURCE),
    row("/data/entries/*/probability", "entries[].probability", Shape::Number, Clear::To("null"), SOURCE),
    row("/data/entries/*/scanDepth", "entries[].scanDepth", Shape::Number, Clear::To("null"), SOURCE),
    row("/data/entries/*/matchWholeWords", "entries[].matchWholeWords", Shape::Flag, Clear::To("false"), SOURCE),
    row("/data/entries/*/caseSensitive", "entries[].caseSensitive", Shape::Flag, Clear::To("false"), SOURCE),
    row("/data/entries/*/position", "entries[].position", Shape::Coded(&POSITION), Clear::To("0"), SOURCE),
    row("/data/entries/*/depth", "entries[].depth", Shape::Number, Clear::To("4"), SOURCE),
    row("/data/entries/*/order", "entries[].sortOrder", Shape::Number, Clear::To("100"), SOURCE),
    row("/data/entries/*/role", "entries[].role", Shape::Word(&ROLES), Clear::To("\"system\""), SOURCE),
    row("/data/entries/*/sticky", "entries[].sticky", Shape::Number, Clear::To("null"), SOURCE),
    row("/data/entries/*/cooldown", "entries[].cooldown", Shape::Number, Clear::To("null"), SOURCE),
    row("/data/entries/*/delay", "entries[].delay", Shape::Number, Clear::To("null"), SOURCE),
    row("/data/entries/*/group", "entries[].groupName", Shape::FilledText, Clear::Empty, SOURCE),
    row("/data/entries/*/groupWeight", "entries[].groupWeight", Shape::Number, Clear::To("null"), SOURCE),
    row("/data/entries/*/folderId", "entries[].categoryId", Shape::Text, Clear::To("null"), SOURCE),
    row("/data/entries/*/preventRecursion", "entries[].preventRecursion", Shape::Flag, Clear::To("false"), SOURCE),
    row("/data/entries/*/excludeRecursion", "entries[].excludeRecursion", Shape::Flag, Clear::To("false"), SOURCE),
    row("/data/entries/*/delayUntilRecursion", "entries[].delayUntilRecursion", Shape::Coded(&LEVEL), Clear::To("false"), SOURCE),
    custom("/data/entries/*/additionalMatchingSources", &["entries[].scanCharacterDescription", "entries[].scanCharacterPersonality", "entries[].scanUserPersona", "entries[].scanScenario"], SOURCE),
    custom("/data/entries/*/characterFilterMode", &["entries[].characterFilter"], SOURCE),
    custom("/data/entries/*/characterFilterIds", &["entries[].characterFilter"], SOURCE),
    custom("/data/entries/*/characterTagFilterMode", &["entries[].characterFilter"], SOURCE),
    custom("/data/entries/*/characterTagFilters", &["entries[].characterFilter"], SOURCE),
    custom("/data/entries/*/generationTriggerFilterMode", &["entries[].generationTriggers"], SOURCE),
    custom("/data/entries/*/generationTriggerFilters", &["entries[].generationTriggers"], SOURCE),
    native("/data/entries/*/ephemeral", ("Uses", "使用次数"),
        ("How often the entry is told before it switches itself off.", "条目自动关闭前可使用的次数。"), Widget::Number, SOURCE),
    native("/data/entries/*/locked", ("Locked", "锁定"),
        ("Agents of the app may not change the entry.", "应用的代理不能修改此条目。"), Widget::Toggle, SOURCE),
    native("/data/entries/*/tag", ("Tag", "标签"),
        ("A word for the entry.", "条目的标签。"), Widget::Line, SOURCE),
    native("/data/entries/*/relationships", ("Relations", "关系"),
        ("How the entry is tied to others.", "条目与其他条目的关系。"), Widget::Json, SOURCE),
    native("/data/entries/*/activationConditions", ("Conditions", "激活条件"),
        ("What must be so in the game for the entry to be told.", "条目被采用所需的游戏状态。"), Widget::Json, SOURCE),
    native("/data/entries/*/schedule", ("Schedule", "时间表"),
        ("When in the game the entry counts.", "条目在游戏中的有效时间。"), Widget::Json, SOURCE),
    kept("/data/entries/*/dynamicState", "what a chat left in the entry", SOURCE),
    kept("/data/entries/*/embedding", "numbers the app computes from the text", SOURCE),
];

static SPEC: FormatSpec = FormatSpec {
    id: "marinara-lorebook",
    platform: "marinara",
    kind: Kind::Lorebook,
    title: "Marinara lorebook",
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
pub(super) static LOREBOOK: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    // There is no clock here; the importer goes by nothing in the date.
    fresh: r#"{"type": "marinara_lorebook", "version": 1, "exportedAt": "1970-01-01T00:00:00.000Z", "data": {"lorebook": {"name": "", "description": "", "category": "uncategorized", "tags": [], "enabled": true, "scanDepth": 2, "recursiveScanning": false, "tokenBudget": 2048}, "entries": [], "folders": []}}"#,
    style: Style::Pretty(2),
    hooks: RecordHooks { decode: Some(note_logic), ..RecordHooks::NONE },
};

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let named = root.get("type").and_then(|kind| kind.as_str()).as_deref() == Some("marinara_lorebook");
    (named && root.at("/data/entries").is_some_and(Node::is_array))
        .then_some(Detection { confidence: 1.0, because: "it says marinara_lorebook and has entries" })
}

fn note_logic(_: &Document, _: &Roots, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let entries = body.get("entries").and_then(Value::as_array);
    let advanced = |entry: &Value| {
        !is_blank(entry.get("secondaryTriggers"))
            && entry.get("triggerMode").and_then(Value::as_str) == Some("advanced")
    };
    if entries.into_iter().flatten().any(advanced) {
        let text = "Secondary keys are read as Marinara runs them; in a book it took over from SillyTavern they were meant otherwise.";
        reader.info(NoteCode::LogicMayBeForeign, "/data/entries", text);
    }
}

/// Wire keys of the two lists of keys, with their fields.
const KEYS: [(&str, &str); 2] = [("keys", "triggers"), ("secondaryKeys", "secondaryTriggers")];

fn word(text: String, patterns: bool) -> Value {
    json!({"keyword": text, "isRegex": patterns})
}

fn decode_entry(row: Node<'_>, at: &str, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let flag = row.get("useRegex").and_then(|flag| reader.flag(flag, &format!("{at}/useRegex")));
    for (key, field) in KEYS {
        let list = row.get(key).filter(|list| !list.is_null());
        let words = list.and_then(|list| reader.texts(list, &format!("{at}/{key}")));
        if let Some(words) = words {
            let words = words.into_iter().map(|text| word(text, flag == Some(true)));
            body.insert(field.to_owned(), Value::Array(words.collect()));
        }
    }
    let list = |key: &str, reader: &mut Reader<'_>| {
        let node = row.get(key).filter(|node| !node.is_null())?;
        reader.texts(node, &format!("{at}/{key}"))
    };
    if let Some(sources) = list("additionalMatchingSources", reader) {
        for (source, field) in SCANS {
            body.insert(field.to_owned(), json!(sources.iter().any(|known| known == source)));
        }
    }
    let mode = |key: &str| row.get(key).and_then(|mode| mode.as_str()).map(|mode| mode.into_owned());
    let chosen = |key: &str| mode(key).filter(|mode| mode == "include" || mode == "exclude");
    let (by_name, by_tag) = (chosen("characterFilterMode"), chosen("characterTagFilterMode"));
    if by_name.is_some() || by_tag.is_some() {
        let names = by_name.as_ref().and_then(|_| list("characterFilterIds", reader)).unwrap_or_default();
        let tags = by_tag.as_ref().and_then(|_| list("characterTagFilters", reader)).unwrap_or_default();
        let exclude = by_name.clone().or(by_tag.clone()).as_deref() == Some("exclude");
        if let (Some(one), Some(other)) = (&by_name, &by_tag)
            && one != other
        {
            let text =
                "Characters and tags are filtered in opposite ways; it is read as the filter of characters says.";
            reader.warn(NoteCode::UnknownValue, &format!("{at}/characterTagFilterMode"), text);
        }
        body.insert("characterFilter".to_owned(), json!({"names": names, "tags": tags, "isExclude": exclude}));
    }
    if mode("generationTriggerFilterMode").as_deref() == Some("include")
        && let Some(triggers) = list("generationTriggerFilters", reader)
    {
        body.insert("generationTriggers".to_owned(), json!(triggers));
    }
}

fn encode_entry(old: &Value, new: &Value, wire: Option<Node<'_>>, writes: &mut Writes, said: &mut Said<'_>) {
    write_keys(old, new, wire, writes, said);
    let at = |key: &str| wire.and_then(|wire| wire.get(key));
    if SCANS.iter().any(|(_, field)| old.get(*field) != new.get(*field)) {
        let on = |field: &str| new.get(field) == Some(&json!(true));
        let known = |word: &str| SCANS.iter().any(|(source, _)| *source == word);
        let present = at("additionalMatchingSources").into_iter().flat_map(|list| list.items());
        let mut sources: Vec<String> = present
            .filter_map(|word| Some(word.as_str()?.into_owned()))
            .filter(|word| !known(word) || SCANS.iter().any(|(source, field)| source == word && on(field)))
            .collect();
        for (source, field) in SCANS {
            if on(field) && !sources.iter().any(|known| known == source) {
                sources.push(source.to_owned());
            }
            if new.get(field).is_none_or(Value::is_null) {
                said.explain_field(field, NoteCode::FilledDefault, "What the list does not name is not looked at.");
            }
        }
        writes.set("/additionalMatchingSources", json!(sources));
    }
    if state(old.get("characterFilter"), new.get("characterFilter")) != State::Equal {
        write_filter(old.get("characterFilter"), new.get("characterFilter"), writes, said);
    }
    match (state(old.get("generationTriggers"), new.get("generationTriggers")), new.get("generationTriggers")) {
        (State::Equal, _) => {}
        (State::Changed, Some(triggers)) if !is_blank(Some(triggers)) => {
            writes.set("/generationTriggerFilterMode", json!("include"));
            writes.set("/generationTriggerFilters", triggers.clone());
        }
        (State::Changed | State::Cleared, _) => {
            writes.set("/generationTriggerFilterMode", json!("any"));
            writes.set("/generationTriggerFilters", json!([]));
        }
    }
}

/// Keys are patterns together or not at all: a pattern among words is written as its spelling.
fn write_keys(old: &Value, new: &Value, wire: Option<Node<'_>>, writes: &mut Writes, said: &mut Said<'_>) {
    let same = |field: &str| state(old.get(field), new.get(field)) == State::Equal;
    if KEYS.iter().all(|(_, field)| same(field)) {
        return;
    }
    let rows = |field: &str| new.get(field).and_then(Value::as_array).cloned().unwrap_or_default();
    let all: Vec<Value> = KEYS.iter().flat_map(|(_, field)| rows(field)).collect();
    let patterns = !all.is_empty() && all.iter().all(|key| key.get("isRegex") == Some(&json!(true)));
    let before = wire.and_then(|wire| wire.get("useRegex")).and_then(|flag| flag.as_bool()).unwrap_or(false);
    let text = |key: &Value| match (patterns, key.get("keyword").and_then(Value::as_str)) {
        (true, Some(keyword)) => keyword.to_owned(),
        _ => encode_trigger(key).0,
    };
    for (key, field) in KEYS {
        if same(field) && patterns == before {
            continue;
        }
        for (index, trigger) in rows(field).iter().enumerate() {
            let back = word(text(trigger), patterns);
            for (part, value) in trigger.as_object().into_iter().flatten() {
                if is_blank(Some(value)) || back.get(part) == Some(value) {
                    continue;
                }
                let place = format!("{field}[{index}].{part}");
                let (code, reason) = match part.as_str() {
                    "keyword" | "isRegex" => {
                        (NoteCode::Adapted, "All keys of an entry are patterns or none; this one is spelt as a word.")
                    }
                    _ => (NoteCode::NoPlace, "Marinara keeps nothing beside the key itself."),
                };
                said.explain_field(&place, code, reason);
            }
        }
        let present = wire.and_then(|wire| wire.get(key)).filter(|_| patterns == before);
        let whole = texts_onto(&json!(rows(field)), present, &|key| json!(text(key)), &|text| word(text, patterns));
        writes.set(format!("/{key}"), whole);
    }
    if patterns != before {
        writes.set("/useRegex", json!(patterns));
    }
}

/// A list that says the same keeps its mode, even one that says the opposite of the other's.
fn write_filter(old: Option<&Value>, filter: Option<&Value>, writes: &mut Writes, said: &mut Said<'_>) {
    fn list<'a>(filter: Option<&'a Value>, key: &str) -> Option<&'a Value> {
        filter.and_then(|filter| filter.get(key)).filter(|list| !is_blank(Some(list)))
    }
    let turned = |filter: Option<&Value>| filter.and_then(|filter| filter.get("isExclude")).cloned();
    let exclude = turned(filter);
    let mode = if exclude == Some(json!(true)) { "exclude" } else { "include" };
    for (field, key, mode_key) in [
        ("names", "/characterFilterIds", "/characterFilterMode"),
        ("tags", "/characterTagFilters", "/characterTagFilterMode"),
    ] {
        let (was, is) = (list(old, field), list(filter, field));
        if was != is {
            writes.set(key, is.cloned().unwrap_or_else(|| json!([])));
        }
        if was.is_some() != is.is_some() || (is.is_some() && turned(old) != exclude) {
            writes.set(mode_key, json!(if is.is_some() { mode } else { "any" }));
        }
    }
    let (names, tags) = (list(filter, "names"), list(filter, "tags"));
    match (names.is_some() || tags.is_some(), &exclude) {
        (false, Some(Value::Bool(_))) => {
            let text = "A filter that names nobody is none.";
            said.explain_field("characterFilter", NoteCode::Adapted, text);
        }
        (true, None | Some(Value::Null)) => {
            let text = "A filter that does not say so lets in what it names.";
            said.explain_field("characterFilter.isExclude", NoteCode::FilledDefault, text);
        }
        _ => {}
    }
}
