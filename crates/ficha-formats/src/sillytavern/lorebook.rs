//! SillyTavern's world info file: a map of entries, with settings other apps put beside it.
//!
//! Source: SillyTavern 1.19 `public/scripts/world-info.js` (`newWorldInfoEntryDefinition`, `importWorldInfo`). Values of
//! an entry are read and written by the common ground's [`values`]; here are the keys and what the app needs of an
//! entry made anew.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::{Entity, Kind, Path};
use serde_json::{Map, Value, json};

use crate::ask::{Ask, Encoded};
use crate::error::{EncodeError, Refusal};
use crate::format::{
    Clear, Decoded, Detection, Form, Format, FormatSpec, IdFrom, Items, Shape, Widget, Wire, custom, kept, list,
    native, row,
};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{Said, State, Writes, is_blank, state};
use crate::read::Reader;
use crate::record::{Record, RecordHooks, Tables, plain};
use crate::source::Source;
use crate::tavern::{book, values};

const ST: &str = "SillyTavern world-info.js newWorldInfoEntryDefinition";
const SEEN: &str = "world files of other tools; SillyTavern ignores it";

/// An entry as the app makes it. What the body says goes over it, what it does not say goes out of it again, but for
/// what the app cannot do without (rows with [`Clear::To`]).
const ENTRY: &str = r#"{"uid": 0, "key": [], "keysecondary": [], "comment": "", "content": "", "constant": false,
 "vectorized": false, "selective": true, "selectiveLogic": 0, "addMemo": false, "order": 100, "position": 0,
 "disable": false, "ignoreBudget": false, "excludeRecursion": false, "preventRecursion": false,
 "matchPersonaDescription": false, "matchCharacterDescription": false, "matchCharacterPersonality": false,
 "matchCharacterDepthPrompt": false, "matchScenario": false, "matchCreatorNotes": false, "delayUntilRecursion": 0,
 "probability": 100, "useProbability": true, "depth": 4, "outletName": "", "group": "", "groupOverride": false,
 "groupWeight": 100, "scanDepth": null, "caseSensitive": null, "matchWholeWords": null, "useGroupScoring": null,
 "automationId": "", "role": 0, "sticky": null, "cooldown": null, "delay": null, "triggers": []}"#;

static ENTRIES: Items = Items {
    form: Form::Map,
    id: IdFrom::Key("uid"),
    numbers: true,
    fresh: ENTRY,
    decode: Some(decode_entry),
    encode: Some(encode_entry),
};

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    row("/name", "name", Shape::FilledText, Clear::Remove, ST),
    row("/description", "description", Shape::FilledText, Clear::Remove, SEEN),
    row("/scan_depth", "globalScanDepth", Shape::Number, Clear::Remove, SEEN),
    row("/scanDepth", "globalScanDepth", Shape::Number, Clear::Remove, SEEN),
    row("/token_budget", "tokenBudget", Shape::Number, Clear::Remove, SEEN),
    row("/tokenBudget", "tokenBudget", Shape::Number, Clear::Remove, SEEN),
    row("/recursive_scanning", "globalRecursion", Shape::Flag, Clear::Remove, SEEN),
    row("/recursiveScanning", "globalRecursion", Shape::Flag, Clear::Remove, SEEN),
    row("/case_sensitive", "globalCaseSensitive", Shape::Flag, Clear::Remove, SEEN),
    row("/caseSensitive", "globalCaseSensitive", Shape::Flag, Clear::Remove, SEEN),
    row("/match_whole_words", "globalMatchWholeWords", Shape::Flag, Clear::Remove, SEEN),
    row("/matchWholeWords", "globalMatchWholeWords", Shape::Flag, Clear::Remove, SEEN),
    native("/extensions", ("Extensions of the book", "世界书扩展"),
        ("What extensions of SillyTavern keep with the book.", "SillyTavern 扩展随世界书保存的数据。"), Widget::Json, ST),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
    kept("/originalData", "the book of the card this file was made from; SillyTavern lets it go stale", "SillyTavern world-info.js convertCharacterBook"),

    list("/entries", "entries", &ENTRIES, ST),
    custom("/entries/*/uid", &["entries[].id"], ST),
    custom("/entries/*/comment", &["entries[].title"], ST),
    row("/entries/*/content", "entries[].content", Shape::Text, Clear::Empty, ST),
    custom("/entries/*/disable", &["entries[].enabled"], ST),
    row("/entries/*/constant", "entries[].constant", Shape::Flag, Clear::Remove, ST),
    custom("/entries/*/selective", &["entries[].triggerMode"], ST),
    row("/entries/*/key", "entries[].triggers", Shape::Coded(&values::TRIGGERS), Clear::Empty, ST),
    row("/entries/*/keysecondary", "entries[].secondaryTriggers", Shape::Coded(&values::TRIGGERS), Clear::Empty, ST),
    row("/entries/*/selectiveLogic", "entries[].selectiveLogic", Shape::Coded(&values::SELECTIVE_LOGIC), Clear::Remove, ST),
    row("/entries/*/caseSensitive", "entries[].caseSensitive", Shape::Flag, Clear::To("null"), ST),
    row("/entries/*/matchWholeWords", "entries[].matchWholeWords", Shape::Flag, Clear::To("null"), ST),
    row("/entries/*/scanDepth", "entries[].scanDepth", Shape::Number, Clear::To("null"), ST),
    row("/entries/*/position", "entries[].position", Shape::Coded(&values::POSITION), Clear::To("0"), ST),
    row("/entries/*/outletName", "entries[].outletName", Shape::FilledText, Clear::Empty, ST),
    row("/entries/*/depth", "entries[].depth", Shape::Number, Clear::Remove, ST),
    row("/entries/*/role", "entries[].role", Shape::Coded(&values::ROLE), Clear::Remove, ST),
    row("/entries/*/order", "entries[].sortOrder", Shape::Number, Clear::To("100"), ST),
    row("/entries/*/sticky", "entries[].sticky", Shape::Number, Clear::To("null"), ST),
    row("/entries/*/cooldown", "entries[].cooldown", Shape::Number, Clear::To("null"), ST),
    row("/entries/*/delay", "entries[].delay", Shape::Number, Clear::To("null"), ST),
    row("/entries/*/group", "entries[].groupName", Shape::FilledText, Clear::Empty, ST),
    row("/entries/*/groupWeight", "entries[].groupWeight", Shape::Number, Clear::Remove, ST),
    row("/entries/*/groupOverride", "entries[].groupOverride", Shape::Flag, Clear::Remove, ST),
    row("/entries/*/useGroupScoring", "entries[].useGroupScoring", Shape::Flag, Clear::To("null"), ST),
    row("/entries/*/probability", "entries[].probability", Shape::Number, Clear::Remove, ST),
    custom("/entries/*/useProbability", &["entries[].useProbability"], ST),
    row("/entries/*/addMemo", "entries[].useMemo", Shape::Flag, Clear::Remove, ST),
    row("/entries/*/excludeRecursion", "entries[].excludeRecursion", Shape::Flag, Clear::Remove, ST),
    row("/entries/*/preventRecursion", "entries[].preventRecursion", Shape::Flag, Clear::Remove, ST),
    row("/entries/*/delayUntilRecursion", "entries[].delayUntilRecursion", Shape::Coded(&values::LEVEL), Clear::Remove, ST),
    row("/entries/*/triggers", "entries[].generationTriggers", Shape::TextList, Clear::Empty, ST),
    row("/entries/*/characterFilter", "entries[].characterFilter", Shape::Coded(&values::FILTER), Clear::Remove, ST),
    row("/entries/*/matchCharacterDescription", "entries[].scanCharacterDescription", Shape::Flag, Clear::Remove, ST),
    row("/entries/*/matchCharacterPersonality", "entries[].scanCharacterPersonality", Shape::Flag, Clear::Remove, ST),
    row("/entries/*/matchPersonaDescription", "entries[].scanUserPersona", Shape::Flag, Clear::Remove, ST),
    row("/entries/*/matchScenario", "entries[].scanScenario", Shape::Flag, Clear::Remove, ST),
    row("/entries/*/matchCharacterDepthPrompt", "entries[].scanCharacterDepthPrompt", Shape::Flag, Clear::Remove, ST),
    row("/entries/*/matchCreatorNotes", "entries[].scanCreatorNotes", Shape::Flag, Clear::Remove, ST),
    row("/entries/*/ignoreBudget", "entries[].ignoreBudget", Shape::Flag, Clear::Remove, ST),
    row("/entries/*/vectorized", "entries[].vectorized", Shape::Flag, Clear::Remove, ST),
    row("/entries/*/automationId", "entries[].automationId", Shape::FilledText, Clear::Empty, ST),
    row("/entries/*/displayIndex", "entries[].displayIndex", Shape::Number, Clear::Remove, ST),
    native("/entries/*/extensions", ("Extensions of the entry", "条目扩展"),
        ("What extensions keep with one entry, or what a card's book had there.", "扩展随条目保存的数据，或角色卡世界书中的原有数据。"), Widget::Json, ST),
];

static SPEC: FormatSpec = FormatSpec {
    id: "sillytavern-lorebook",
    platform: "sillytavern",
    kind: Kind::Lorebook,
    title: "SillyTavern world info",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &[],
    source: "SillyTavern 1.19 world-info.js",
};

static RECORD: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    fresh: r#"{"entries": {}}"#,
    style: Style::Pretty(4),
    hooks: RecordHooks::NONE,
};

/// A map of entries that nothing says is another app's.
fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let entries = root.get("entries").filter(|entries| entries.is_object())?;
    let others = ["spec", "data", "kind", "folders", "is_creation", "lorebookVersion"];
    if others.iter().any(|key| root.get(key).is_some()) {
        return None;
    }
    let is_entry = |row: Node<'_>| {
        let has = |key: &str| row.get(key).is_some();
        row.is_object() && !has("keys") && ["key", "keysecondary", "comment", "content"].iter().any(|key| has(key))
    };
    let mut rows = entries.members().map(|(_, row)| row).filter(|row| row.is_object());
    let fits = match rows.next() {
        Some(first) => is_entry(first) && !rows.any(|row| row.get("keys").is_some()),
        None => true,
    };
    fits.then_some(Detection { confidence: 0.9, because: "its entries are a map of world info entries" })
}

fn decode_entry(row: Node<'_>, at: &str, entry: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let mut flag = |key: &str| reader.flag(row.get(key)?, &format!("{at}/{key}"));
    let (disabled, selective, chance) = (flag("disable"), flag("selective"), flag("useProbability"));
    if let Some(disabled) = disabled.or_else(|| flag("enabled").map(|on| !on)) {
        entry.insert("enabled".to_owned(), json!(!disabled));
    }
    if let Some(selective) = selective {
        entry.insert("triggerMode".to_owned(), json!(if selective { "advanced" } else { "simple" }));
    }
    if let Some(chance) = chance {
        entry.insert("useProbability".to_owned(), json!(chance));
    }
    let title = row.get("comment").filter(|node| !node.is_null());
    if let Some(title) = title.and_then(|node| reader.text(node, &format!("{at}/comment"))) {
        entry.insert("title".to_owned(), json!(title));
    }
}

fn encode_entry(old: &Value, new: &Value, row: Option<Node<'_>>, writes: &mut Writes, said: &mut Said<'_>) {
    let change = |field: &str| state(old.get(field), new.get(field));
    if change("enabled") != State::Equal {
        let off = new.get("enabled") == Some(&Value::Bool(false));
        let key = |key: &str| row.is_some_and(|row| row.get(key).is_some());
        match (is_blank(new.get("enabled")), key("enabled") && !key("disable")) {
            (true, spelt) => writes.remove(if spelt { "/enabled" } else { "/disable" }),
            (false, true) => writes.set("/enabled", json!(!off)),
            (false, false) => writes.set("/disable", json!(off)),
        }
    }
    match (change("triggerMode"), new.get("triggerMode").and_then(Value::as_str)) {
        (State::Equal, _) => {}
        (_, Some(mode)) => writes.set("/selective", json!(mode == "advanced")),
        // Without the flag the app would pass over the secondary keys.
        (_, None) if !is_blank(new.get("secondaryTriggers")) => {
            writes.set("/selective", json!(true));
            said.explain_field("triggerMode", NoteCode::FilledDefault, "Secondary keys count only with this flag.");
        }
        (_, None) => writes.remove("/selective"),
    }
    match (change("useProbability"), new.get("useProbability")) {
        (State::Equal, _) => {}
        (_, Some(value)) if !value.is_null() => writes.set("/useProbability", value.clone()),
        // Without the flag the app would pass over the number.
        _ if !is_blank(new.get("probability")) => {
            writes.set("/useProbability", json!(true));
            said.explain_field(
                "useProbability",
                NoteCode::FilledDefault,
                "The probability counts only with this flag.",
            );
        }
        _ => writes.remove("/useProbability"),
    }
    encode_title(old, new, writes, said);
}

/// The app has one text where others have a title and a remark: the remark where there is one, as it takes it from a
/// book inside a card, else the title.
fn encode_title(old: &Value, new: &Value, writes: &mut Writes, said: &mut Said<'_>) {
    let text = |entry: &Value, field: &str| {
        entry.get(field).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
    };
    let shown = |entry: &Value| text(entry, "comment").or_else(|| text(entry, "title"));
    if let Some(comment) = text(new, "comment") {
        let reason = "SillyTavern has one text for title and comment; it shows the comment.";
        said.explain_field("comment", NoteCode::MirroredText, reason);
        if text(new, "title").as_ref() != Some(&comment) {
            said.explain_field("title", NoteCode::Adapted, reason);
        }
    }
    match (shown(old), shown(new)) {
        (before, after) if before == after => {}
        (_, Some(after)) => writes.set("/comment", json!(after)),
        (_, None) => writes.set("/comment", json!("")),
    }
}

/// A world info file.
pub(super) struct WorldInfo;

impl Format for WorldInfo {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        RECORD.detect(source)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        RECORD.decode(source, notes)
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        if entity.original.contains_key(SPEC.id) || !entity.original.contains_key(book::ID) {
            return RECORD.encode(entity, ask, notes);
        }
        let ask = Ask { whole: Some(entity), ..*ask };
        RECORD.encode(&behind_the_character(entity, notes), &ask, notes)
    }

    fn roots(&self, document: &Document) -> Roots {
        RECORD.roots(document)
    }
}

/// In a book inside a card no position means behind the character; in a file it would mean before it.
fn behind_the_character(entity: &Entity, notes: &mut Notes) -> Entity {
    let mut entity = entity.clone();
    let entries = Path::default().key("entries");
    let lacking: Vec<Path> = entity
        .body
        .list("entries")
        .iter()
        .enumerate()
        .filter(|(_, entry)| is_blank(entry.get("position")))
        .map(|(index, _)| entries.index(index).key("position"))
        .collect();
    for path in lacking {
        entity.body.set(&path, json!("character"));
        let text = "A card's book puts an entry without a position behind the character; a file has to say so.";
        notes.explain(path, NoteCode::FilledDefault, text);
    }
    entity
}
