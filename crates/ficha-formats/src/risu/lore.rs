//! Lore rows: entries and folders of RisuAI, in a lorebook file, a module, a card.
//!
//! Folders are rows of mode `folder`; an entry names the folder's `key`. What RisuAI has no field for and knows as a
//! decorator is written as one in front of the text, as its own importer does (`convertCharbook`); decorators that
//! are there already stay text. Disabled entries are kept from use by one, since RisuAI has no switch.

use std::sync::LazyLock;

use ficha_json::Node;
use ficha_model::Kind;
use serde_json::{Map, Value, json};

use super::keys;
use super::rows::{Lane, Lanes};
use crate::format::Wire;
use crate::notes::NoteCode;
use crate::overlay::{Said, State, Writes, is_blank, state};
use crate::read::Reader;
use crate::record::Table;

/// Where the keys of a row are from.
pub(super) const SOURCE: &str = "RisuAI database.svelte.ts loreBook";

/// The rows of a wire table for a lore list at a key.
macro_rules! lore_rows {
    ($list:literal) => {
        &[
            row(concat!($list, "/*/comment"), "entries[].title", Shape::Text, Clear::Empty, lore::SOURCE),
            row(concat!($list, "/*/insertorder"), "entries[].sortOrder", Shape::Number, Clear::To("100"), lore::SOURCE),
            row(concat!($list, "/*/alwaysActive"), "entries[].constant", Shape::Flag, Clear::To("false"), lore::SOURCE),
            row(concat!($list, "/*/folder"), "entries[].categoryId", Shape::FilledText, Clear::Remove, lore::SOURCE),
            row(
                concat!($list, "/*/extentions/risu_case_sensitive"),
                "entries[].caseSensitive",
                Shape::Flag,
                Clear::Remove,
                lore::SOURCE,
            ),
            custom(concat!($list, "/*/content"), &["entries[].content"], lore::SOURCE),
            custom(
                concat!($list, "/*/key"),
                &[
                    "entries[].triggers[].keyword",
                    "entries[].triggers[].isRegex",
                    "entries[].triggers[].flags",
                    "categories[].id",
                ],
                lore::SOURCE,
            ),
            custom(
                concat!($list, "/*/secondkey"),
                &[
                    "entries[].secondaryTriggers[].keyword",
                    "entries[].secondaryTriggers[].isRegex",
                    "entries[].secondaryTriggers[].flags",
                ],
                lore::SOURCE,
            ),
            custom(concat!($list, "/*/useRegex"), &[], lore::SOURCE),
            custom(concat!($list, "/*/selective"), &["entries[].triggerMode"], lore::SOURCE),
            custom(concat!($list, "/*/activationPercent"), &["entries[].probability"], lore::SOURCE),
            custom(concat!($list, "/*/id"), &["entries[].id"], lore::SOURCE),
            custom(concat!($list, "/*/mode"), &["categories[].name"], lore::SOURCE),
            kept(
                concat!($list, "/*/extentions"),
                "what other apps had noted about the entry when RisuAI read it",
                lore::SOURCE,
            ),
            kept(concat!($list, "/*/loreCache"), "similar entries RisuAI once looked up", lore::SOURCE),
            kept(
                concat!($list, "/*/bookVersion"),
                "which of RisuAI's own changes the entry has been through",
                lore::SOURCE,
            ),
            kept(concat!($list, "/*/role"), "some tools write it; RisuAI reads a decorator instead", lore::SOURCE),
        ]
    };
}
pub(super) use lore_rows;

/// A new entry.
const ENTRY: &str = r#"{"key":"","comment":"","content":"","mode":"normal","insertorder":100,"alwaysActive":false,"secondkey":"","selective":false}"#;
/// A new folder.
const FOLDER: &str = r#"{"key":"","comment":"","content":"","mode":"folder","insertorder":100,"alwaysActive":false,"secondkey":"","selective":false}"#;

/// The lanes of a lore list whose rows stand in a table below this key.
pub(super) fn lanes(rows: &'static [Wire], key: &str) -> Lanes {
    let table = |path: &str| Table::of_rows(Kind::Lorebook, rows.iter(), key, path);
    Lanes {
        of: |row| usize::from(is_folder(row)),
        lanes: vec![
            Lane {
                path: "entries",
                table: table("entries"),
                fresh: ENTRY,
                id: Some("id"),
                decode: Some(decode),
                encode: Some(encode),
            },
            Lane {
                path: "categories",
                table: table("categories"),
                fresh: FOLDER,
                id: Some("key"),
                decode: Some(decode_folder),
                encode: Some(encode_folder),
            },
        ],
    }
}

/// Lanes made once.
pub(super) type Ready = LazyLock<Lanes>;

/// Whether a row is a folder.
pub(super) fn is_folder(row: Node<'_>) -> bool {
    row.get("mode").and_then(|mode| mode.as_str()).as_deref() == Some("folder")
}

fn decode_folder(row: Node<'_>, at: &str, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let title = row.get("comment").filter(|node| !node.is_null());
    if let Some(name) = title.and_then(|node| reader.text(node, &format!("{at}/comment"))) {
        body.insert("name".to_owned(), Value::String(name));
    }
}

fn encode_folder(before: &Value, after: &Value, _: Option<Node<'_>>, writes: &mut Writes, _: &mut Said<'_>) {
    if state(before.get("name"), after.get("name")) != State::Equal {
        let name = after.get("name").and_then(Value::as_str).unwrap_or("");
        writes.set("/comment", Value::String(name.to_owned()));
    }
}

fn uses_patterns(row: Node<'_>, reader: &mut Reader<'_>, at: &str) -> bool {
    row.get("useRegex").and_then(|node| reader.flag(node, at)).unwrap_or(false)
}

fn decode(row: Node<'_>, at: &str, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let patterns = uses_patterns(row, reader, &format!("{at}/useRegex"));
    for (key, field) in [("key", "triggers"), ("secondkey", "secondaryTriggers")] {
        let node = row.get(key).filter(|node| !node.is_null());
        let spelt = node.map(|node| spelt_keys(node, patterns, &format!("{at}/{key}"), reader)).unwrap_or_default();
        let triggers = spelt.iter().map(|key| keys::trigger(key, patterns)).collect();
        body.insert(field.to_owned(), Value::Array(triggers));
    }
    if let Some(text) = row.get("content").and_then(|node| reader.text(node, &format!("{at}/content"))) {
        body.insert("content".to_owned(), Value::String(text));
    }
    if let Some(selective) = row.get("selective").and_then(|node| reader.flag(node, &format!("{at}/selective"))) {
        body.insert("triggerMode".to_owned(), json!(if selective { "advanced" } else { "simple" }));
    }
    let percent = row.get("activationPercent");
    if let Some(percent) = percent.and_then(|node| reader.number(node, &format!("{at}/activationPercent"))) {
        body.insert("probability".to_owned(), Value::Number(percent));
    }
}

/// The keys of a line as they are spelt; a list of keys is read too, as some tools write it.
fn spelt_keys(node: Node<'_>, patterns: bool, at: &str, reader: &mut Reader<'_>) -> Vec<String> {
    if node.is_array() {
        reader.wrong_type(at, node, "a text", "its items are read as keys");
        return reader.texts(node, at).unwrap_or_default();
    }
    let line = reader.text(node, at).unwrap_or_default();
    keys::cut(&line, patterns).into_iter().map(str::to_owned).collect()
}

fn encode(before: &Value, after: &Value, wire: Option<Node<'_>>, writes: &mut Writes, said: &mut Said<'_>) {
    let change = |field: &str| state(before.get(field), after.get(field));
    write_keys(before, after, wire, writes, said);
    match change("probability") {
        State::Equal => {}
        State::Changed if after.get("useProbability") == Some(&Value::Bool(false)) => {
            said.explain_field(
                "probability",
                NoteCode::Adapted,
                "It was switched off, and RisuAI has no switch for it.",
            );
        }
        State::Changed => writes.set("/activationPercent", after.get("probability").cloned().unwrap_or_default()),
        State::Cleared => writes.remove("/activationPercent"),
    }
    if is_blank(after.get("title")) && change("comment") == State::Changed {
        let text = "RisuAI has one line for what people call an entry.";
        said.explain_field("title", NoteCode::Adapted, text);
        said.explain_field("comment", NoteCode::Adapted, text);
        writes.set("/comment", after.get("comment").cloned().unwrap_or_default());
    }
    let (lines, narrowed) = decorators(before, after, said);
    if change("triggerMode") != State::Equal || narrowed {
        let advanced = after.get("triggerMode").and_then(Value::as_str) == Some("advanced");
        writes.set("/selective", Value::Bool(advanced && !narrowed));
        if narrowed {
            let text = "RisuAI narrows by any of the secondary keys alone; lines before the text say the rest.";
            said.explain_field("triggerMode", NoteCode::Adapted, text);
        }
    }
    if change("content") != State::Equal || !lines.is_empty() {
        let text = after.get("content").and_then(Value::as_str).unwrap_or("");
        let whole: String = lines.iter().map(|line| format!("{line}\n")).chain([text.to_owned()]).collect();
        writes.set("/content", Value::String(whole));
    }
    if wire.is_none() {
        for field in ["sortOrder", "constant", "triggerMode"] {
            if is_blank(after.get(field)) {
                said.explain_field(
                    field,
                    NoteCode::FilledDefault,
                    "RisuAI wants a value here and gets its own default.",
                );
            }
        }
    }
    if !lines.is_empty() {
        let text = "Lines at its start say what RisuAI has no field for.";
        said.explain_field("content", NoteCode::Adapted, text);
    }
}

fn list<'a>(entry: &'a Value, field: &str) -> &'a [Value] {
    entry.get(field).and_then(Value::as_array).map(Vec::as_slice).unwrap_or(&[])
}

/// The two lines of keys and the flag that says what they are.
fn write_keys(before: &Value, after: &Value, wire: Option<Node<'_>>, writes: &mut Writes, said: &mut Said<'_>) {
    const LINES: [(&str, &str); 2] = [("triggers", "/key"), ("secondaryTriggers", "/secondkey")];
    let same = |field: &str| {
        let (old, new) = (list(before, field), list(after, field));
        old.len() == new.len() && old.iter().zip(new).all(|(old, new)| keys::same(old, new))
    };
    if LINES.iter().all(|(field, _)| same(field)) {
        return;
    }
    let mut quiet = crate::notes::Notes::new();
    let present = wire.is_some_and(|row| uses_patterns(row, &mut Reader::muted(&mut quiet), ""));
    let all = || LINES.iter().flat_map(|(field, _)| list(after, field));
    let patterns = match (all().any(keys::is_pattern), all().all(keys::is_pattern)) {
        (false, _) => present && all().next().is_none(),
        (true, true) => true,
        // RisuAI's importer goes by the first key; a row of patterns stays one when a word is added.
        (true, false) => present || all().next().is_some_and(keys::is_pattern),
    };
    if patterns != present {
        writes.set("/useRegex", Value::Bool(patterns));
    }
    for (field, at) in LINES {
        if same(field) && patterns == present {
            continue;
        }
        let new = list(after, field);
        let old = wire.and_then(|row| row.get(at.trim_start_matches('/')));
        let mut reader = Reader::muted(&mut quiet);
        // Keys that were there keep their spelling.
        let known: Vec<(String, Value)> = old
            .map(|node| spelt_keys(node, present, "", &mut reader))
            .into_iter()
            .flatten()
            .map(|key| (key.clone(), keys::trigger(&key, present)))
            .collect();
        let spelt: Vec<String> = new
            .iter()
            .map(|trigger| match known.iter().find(|(_, known)| patterns == present && keys::same(known, trigger)) {
                Some((key, _)) => key.clone(),
                None => keys::spell(trigger, patterns),
            })
            .collect();
        if old.is_some_and(Node::is_array) {
            writes.set(at, json!(spelt));
            continue;
        }
        let line = spelt.join(", ");
        explain_keys(field, new, &keys::triggers(&line, patterns), said);
        if patterns && spelt.iter().any(|key| key.contains(',')) {
            let text = "RisuAI cuts keys at commas; a pattern with a comma in it does not work there.";
            said.notes.warn(NoteCode::Adapted, ficha_container::Place::file(), text);
        }
        writes.set(at, Value::String(line));
    }
}

/// The reasons for keys that read back as others.
fn explain_keys(field: &str, new: &[Value], back: &[Value], said: &mut Said<'_>) {
    let text = "RisuAI holds the keys of an entry in one line with commas between, as words or as patterns.";
    if new.len() != back.len() {
        said.explain_field(field, NoteCode::Adapted, text);
        return;
    }
    for (index, (new, back)) in new.iter().zip(back).enumerate() {
        if !keys::same(new, back) {
            said.explain_field(&format!("{field}[{index}]"), NoteCode::Adapted, text);
        }
    }
}

/// The decorators for what changed, in the order RisuAI's importer has them, and whether one of them narrows the keys.
fn decorators(before: &Value, after: &Value, said: &mut Said<'_>) -> (Vec<String>, bool) {
    let changed = |field: &str| state(before.get(field), after.get(field)) == State::Changed;
    let text = |field: &str| after.get(field).and_then(Value::as_str).unwrap_or("");
    let mut lines = Vec::new();
    let mut line = |line: String, field: &str, said: &mut Said<'_>| {
        said.explain_field(field, NoteCode::Adapted, format!("RisuAI has no field for it; the line {line} says it."));
        lines.push(line);
    };
    if changed("enabled") && after.get("enabled") == Some(&Value::Bool(false)) {
        line("@@dont_activate".to_owned(), "enabled", said);
    }
    if changed("matchWholeWords")
        && let Some(whole) = after.get("matchWholeWords").and_then(Value::as_bool)
    {
        let name = if whole { "@@match_full_word" } else { "@@match_partial_word" };
        line(name.to_owned(), "matchWholeWords", said);
    }
    if changed("delay")
        && let Some(delay) = after.get("delay").and_then(Value::as_f64).filter(|delay| *delay > 0.0)
    {
        line(format!("@@activate_only_after {delay}"), "delay", said);
    }
    let mut narrowed = false;
    let secondary = list(after, "secondaryTriggers");
    if changed("selectiveLogic") && text("triggerMode") == "advanced" && !secondary.is_empty() {
        let keys: Vec<String> = secondary.iter().map(|trigger| keys::spell(trigger, false)).collect();
        let added: Vec<String> = match text("selectiveLogic") {
            "not_all" => vec![format!("@@exclude_keys_all {}", keys.join(","))],
            "not_any" => keys.iter().map(|key| format!("@@exclude_keys {key}")).collect(),
            "and_all" => keys.iter().map(|key| format!("@@additional_keys {key}")).collect(),
            _ => Vec::new(),
        };
        narrowed = !added.is_empty();
        for added in added {
            line(added, "selectiveLogic", said);
        }
    }
    if text("position") == "depth" && ["position", "depth", "role"].iter().any(|field| changed(field)) {
        /// SillyTavern's depth where none is said.
        const DEPTH: f64 = 4.0;
        let depth = after.get("depth").and_then(Value::as_f64);
        let at = format!("@@depth {}", depth.unwrap_or(DEPTH));
        line(at.clone(), "position", said);
        if depth.is_some() {
            said.explain_field("depth", NoteCode::Adapted, format!("The line {at} says it."));
        }
        if !text("role").is_empty() {
            line(format!("@@role {}", text("role")), "role", said);
        }
    }
    (lines, narrowed)
}
