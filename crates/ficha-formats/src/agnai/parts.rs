//! Keys both shapes of a character have and no table can say: voice settings beside the known ones, the composite
//! figure, the insert.

use ficha_json::{Document, Node, pointer};
use ficha_model::Path;
use serde_json::{Map, Value, json};

use crate::notes::{NoteCode, Notes};
use crate::overlay::{State, Writes, at, is_blank, place, state};
use crate::read::Reader;

const EXTRAS: &str = "persona.voice.extras";
const SPRITE: &str = "media.sprite";
const INJECTIONS: &str = "prompts.depthInjections";

/// Voice keys that have fields of their own.
const VOICE: [&str; 4] = ["service", "voiceId", "rate", "pitch"];

/// Keys of a figure that are no part: wire key and field.
const FIGURE: [(&str, &str); 4] =
    [("gender", "gender"), ("eyeColor", "eyeColor"), ("bodyColor", "bodyColor"), ("hairColor", "hairColor")];

/// Reads what the voice object holds beside the known keys.
pub(super) fn read_voice(document: &Document, voice: &str, body: &mut Map<String, Value>) {
    let Some(node) = document.at(voice) else { return };
    let others = node.members().filter(|(key, _)| !VOICE.contains(&key.as_ref()));
    let extras: Map<String, Value> = others.map(|(key, value)| (key.into_owned(), value.to_value())).collect();
    if !extras.is_empty() {
        place(body, EXTRAS, Value::Object(extras));
    }
}

/// Writes them.
pub(super) fn write_voice(before: &Value, after: &Value, voice: &str, writes: &mut Writes, notes: &mut Notes) {
    let (old, new) = (at(before, EXTRAS), at(after, EXTRAS));
    if state(old, new) == State::Equal {
        return;
    }
    if new.is_some_and(|new| !new.is_object() && !is_blank(Some(new))) {
        notes.explain(Path::of(EXTRAS), NoteCode::NoPlace, "Agnai keeps voice settings by name.");
    }
    let map = |value: Option<&Value>| value.and_then(Value::as_object).cloned().unwrap_or_default();
    let (old, new) = (map(old), map(new));
    for key in old.keys().filter(|key| !new.contains_key(*key)) {
        writes.remove(pointer::join(voice, key));
    }
    for (key, value) in new {
        if VOICE.contains(&key.as_str()) {
            let path = Path::of(EXTRAS).key(&key);
            notes.explain(path, NoteCode::NoPlace, "Agnai has a field of its own under this name.");
        } else if old.get(&key) != Some(&value) {
            writes.set(pointer::join(voice, &key), value);
        }
    }
}

/// Reads the composite figure: colours and body by name, every other text is a part.
pub(super) fn read_sprite(document: &Document, sprite: &str, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let Some(node) = document.at(sprite).filter(|node| !node.is_null()) else { return };
    if !node.is_object() {
        reader.wrong_type(sprite, node, "an object", "it is not read");
        return;
    }
    let (mut figure, mut parts) = (Map::new(), Map::new());
    for (key, value) in node.members() {
        let Some(text) = reader.text(value, &pointer::join(sprite, &key)) else { continue };
        match FIGURE.iter().find(|(wire, _)| *wire == key) {
            Some((_, field)) => figure.insert((*field).to_owned(), json!(text)),
            None => parts.insert(key.into_owned(), json!(text)),
        };
    }
    if !parts.is_empty() {
        figure.insert("parts".to_owned(), Value::Object(parts));
    }
    if !figure.is_empty() {
        place(body, SPRITE, Value::Object(figure));
    }
}

/// Writes it.
pub(super) fn write_sprite(before: &Value, after: &Value, sprite: &str, writes: &mut Writes) {
    if state(at(before, SPRITE), at(after, SPRITE)) == State::Equal {
        return;
    }
    let (old, new) = (flat(at(before, SPRITE)), flat(at(after, SPRITE)));
    if new.is_empty() {
        writes.remove(sprite);
        return;
    }
    for key in old.keys().filter(|key| !new.contains_key(*key)) {
        writes.remove(pointer::join(sprite, key));
    }
    for (key, value) in new.into_iter().filter(|(key, value)| old.get(key) != Some(value)) {
        writes.set(pointer::join(sprite, &key), value);
    }
}

/// A figure as the wire has it.
fn flat(figure: Option<&Value>) -> Map<String, Value> {
    let mut flat = Map::new();
    for (wire, field) in FIGURE {
        if let Some(value) = figure.and_then(|figure| figure.get(field)).filter(|value| !is_blank(Some(value))) {
            flat.insert(wire.to_owned(), value.clone());
        }
    }
    let parts = figure.and_then(|figure| figure.get("parts")).and_then(Value::as_object);
    flat.extend(parts.into_iter().flatten().map(|(key, value)| (key.clone(), value.clone())));
    flat
}

/// Reads the insert of the app's own object.
pub(super) fn read_insert(
    node: Option<Node<'_>>,
    insert: &str,
    body: &mut Map<String, Value>,
    reader: &mut Reader<'_>,
) {
    let Some(node) = node.filter(|node| !node.is_null()) else { return };
    if !node.is_object() {
        reader.wrong_type(insert, node, "an object", "it is not read");
        return;
    }
    let text = node.get("prompt").and_then(|prompt| reader.text(prompt, &format!("{insert}/prompt")));
    let Some(text) = text.filter(|text| !text.is_empty()) else { return };
    let mut row = Map::new();
    row.insert("text".to_owned(), json!(text));
    if let Some(depth) = node.get("depth").and_then(|depth| reader.number(depth, &format!("{insert}/depth"))) {
        row.insert("depth".to_owned(), Value::Number(depth));
    }
    place(body, INJECTIONS, json!([row]));
}

/// Writes the first text at a depth as the insert; the app has room for one.
pub(super) fn write_insert(before: &Value, after: &Value, insert: &str, writes: &mut Writes, notes: &mut Notes) {
    let rows = |body: &Value| at(body, INJECTIONS).and_then(Value::as_array).cloned().unwrap_or_default();
    let (old, new) = (rows(before), rows(after));
    let path = Path::of(INJECTIONS);
    for index in 1..new.len() {
        notes.explain(path.index(index), NoteCode::NoPlace, "Agnai has one text at a depth.");
    }
    let Some(row) = new.first() else {
        if !old.is_empty() {
            writes.remove(insert);
        }
        return;
    };
    let was = |key: &str| old.first().and_then(|old| old.get(key));
    if was("text") != row.get("text") {
        writes.set(format!("{insert}/prompt"), row.get("text").cloned().unwrap_or(json!("")));
    }
    match row.get("depth").filter(|depth| !depth.is_null()) {
        Some(depth) if was("depth") != Some(depth) => writes.set(format!("{insert}/depth"), depth.clone()),
        Some(_) => {}
        None if old.is_empty() || was("depth").is_some() => {
            writes.set(format!("{insert}/depth"), json!(4));
            let text = "Agnai wants a depth; the usual one was written.";
            notes.explain(path.index(0).key("depth"), NoteCode::FilledDefault, text);
        }
        None => {}
    }
}
