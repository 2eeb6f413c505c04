//! The keys of a world book entry: plain words, patterns between slashes, and the flag that makes all of them patterns.
//!
//! Lumiverse has one flag (`use_regex`) for all keys of an entry; SillyTavern spells each pattern itself. Both are read.
//! An entry keeps the way it came in as long as that can say its keys; a new one has the flag when every key is a
//! pattern.

use ficha_json::Node;
use serde_json::{Map, Value};

use crate::notes::NoteCode;
use crate::overlay::{Said, State, Writes, state, texts_onto};
use crate::read::Reader;
use crate::tavern::keyword::{decode_trigger, encode_trigger};

/// The two lists: body key, names on the wire, the first is written.
const LISTS: [(&str, [&str; 2]); 2] =
    [("triggers", ["key", "keys"]), ("secondaryTriggers", ["keysecondary", "secondary_keys"])];

/// The flag.
const USE_REGEX: &str = "use_regex";

fn is_bare(row: Option<Node<'_>>) -> bool {
    let flag = row.and_then(|row| row.get(USE_REGEX));
    flag.is_some_and(|flag| flag.as_bool() == Some(true) || flag.as_i64() == Some(1))
}

/// The list of an entry under the name it has there.
fn list<'a>(row: Option<Node<'a>>, names: &[&'static str]) -> Option<(&'static str, Node<'a>)> {
    names.iter().find_map(|name| Some((*name, row?.get(name)?))).filter(|(_, node)| !node.is_null())
}

/// The keys of a list; one text has commas between them (Lumiverse world-books.service.ts, import).
fn split<'t>(texts: &'t [String], node: Node<'_>) -> Vec<&'t str> {
    let one = node.is_string();
    let keys =
        texts.iter().flat_map(|text| if one { text.split(',').map(str::trim).collect() } else { vec![text.as_str()] });
    keys.filter(|key| !one || !key.is_empty()).collect()
}

/// Reads both lists.
pub(super) fn decode(row: Node<'_>, at: &str, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let bare = is_bare(Some(row));
    for (path, names) in LISTS {
        let Some((name, node)) = list(Some(row), &names) else { continue };
        let read = if node.is_string() {
            node.as_str().map(|text| vec![text.into_owned()])
        } else {
            reader.texts(node, &format!("{at}/{name}"))
        };
        if let Some(texts) = read {
            let triggers = split(&texts, node).into_iter().map(|key| decode_trigger(key, bare)).collect();
            body.insert(path.to_owned(), Value::Array(triggers));
        }
    }
}

fn triggers<'a>(row: &'a Value, path: &str) -> &'a [Value] {
    row.get(path).and_then(Value::as_array).map(Vec::as_slice).unwrap_or(&[])
}

fn is_pattern(trigger: &Value) -> bool {
    trigger.get("isRegex") == Some(&Value::Bool(true))
}

/// Writes what changed in either list.
pub(super) fn encode(before: &Value, after: &Value, row: Option<Node<'_>>, writes: &mut Writes, said: &mut Said<'_>) {
    let changed = |path: &str| state(before.get(path), after.get(path)) != State::Equal;
    if LISTS.iter().all(|(path, _)| !changed(path)) {
        return;
    }
    let all: Vec<&Value> = LISTS.iter().flat_map(|(path, _)| triggers(after, path)).collect();
    let every = !all.is_empty() && all.iter().all(|trigger| is_pattern(trigger));
    let was_bare = is_bare(row);
    let bare = every && (was_bare || row.is_none());
    if bare != was_bare {
        writes.set(format!("/{USE_REGEX}"), Value::Bool(bare));
    }
    for (path, names) in LISTS {
        // The flag speaks for both lists.
        if !changed(path) && bare == was_bare {
            continue;
        }
        let present = list(row, &names);
        let list = triggers(after, path);
        for (index, _) in list.iter().enumerate().filter(|(_, trigger)| !reads_back(trigger, bare)) {
            let text = "Patterns stand between slashes or have a flag for all keys; this key cannot be spelt so that it reads back.";
            said.explain_field(&format!("{path}[{index}]"), NoteCode::Adapted, text);
        }
        let name = present.map_or(names[0], |(name, _)| name);
        let node = present.map(|(_, node)| node);
        writes.set(format!("/{name}"), written(list, node, bare));
    }
}

fn reads_back(trigger: &Value, bare: bool) -> bool {
    let read = decode_trigger(&spelt(trigger, bare), bare);
    let same = |key: &str| state(read.get(key), trigger.get(key)) == State::Equal;
    ["keyword", "flags"].iter().all(|key| same(key)) && is_pattern(&read) == is_pattern(trigger)
}

/// The spelling of a key.
fn spelt(trigger: &Value, bare: bool) -> String {
    let keyword = trigger.get("keyword").and_then(Value::as_str).unwrap_or("");
    let flags = trigger.get("flags").and_then(Value::as_str).unwrap_or("");
    let stands_alone = bare && flags.is_empty() && decode_trigger(keyword, true).get("flags").is_none();
    let same = || decode_trigger(keyword, true).get("keyword").and_then(Value::as_str) == Some(keyword);
    if stands_alone && same() { keyword.to_owned() } else { encode_trigger(trigger).0 }
}

/// A list of keys as the wire has it: one text stays one as long as its commas still say where a key ends.
fn written(list: &[Value], present: Option<Node<'_>>, bare: bool) -> Value {
    let texts: Vec<String> = list.iter().map(|trigger| spelt(trigger, bare)).collect();
    if let Some(text) = present.filter(|node| node.is_string()).and_then(|node| node.as_str()) {
        let plain = |key: &String| !key.is_empty() && !key.contains(',') && key.trim() == key;
        if texts.iter().all(plain) {
            return Value::String(texts.join(if text.contains(", ") { ", " } else { "," }));
        }
        return Value::Array(texts.into_iter().map(Value::String).collect());
    }
    let whole = Value::Array(list.to_vec());
    texts_onto(&whole, present, &|trigger| Value::String(spelt(trigger, bare)), &|text| decode_trigger(&text, bare))
}
