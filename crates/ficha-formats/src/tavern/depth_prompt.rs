//! `extensions.depth_prompt`: the one text at a depth a Tavern card carries (SillyTavern `characters.js`).
//!
//! In the body it is the first depth injection whose origin is `depth_prompt`, or that has no origin.

use ficha_json::{Node, NodeKind};
use ficha_model::Path;
use serde_json::{Map, Value, json};

use super::lineage::Part;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{State, Writes, at, place, state};
use crate::read::Reader;

/// The part of a card it is.
pub(crate) const PART: Part = Part {
    decode: |payload, body, reader| {
        if let Some((node, at)) = payload.layout.find(payload.document, KEY)
            && let Some(row) = decode(node, &at, reader)
        {
            place(body, "prompts.depthInjections", Value::Array(vec![row]));
        }
    },
    overlay: |before, after, target, notes, writes| {
        let (present, pointer) = match target.layout.find(target.document, KEY) {
            Some((node, pointer)) => (Some(node), pointer),
            None => (None, target.layout.write_at(target.document, KEY)),
        };
        overlay(before, after, &pointer, present, writes);
        if !target.second && !present.is_some_and(Node::is_object) {
            explain_defaults(after, notes);
        }
    },
    explain,
};

/// Its key.
pub(crate) const KEY: &str = "/data/extensions/depth_prompt";

/// The injection a wire object holds; `None` when it has no text.
pub(crate) fn decode(node: Node<'_>, pointer: &str, reader: &mut Reader<'_>) -> Option<Value> {
    if !node.is_object() {
        if !node.is_null() {
            reader.wrong_type(pointer, node, "an object", "it is not read");
        }
        return None;
    }
    let text = reader.text(node.get("prompt")?, &format!("{pointer}/prompt")).filter(|text| !text.is_empty())?;
    let mut row = Map::new();
    row.insert("text".to_owned(), Value::String(text));
    if let Some(depth) = node.get("depth").and_then(|depth| reader.number(depth, &format!("{pointer}/depth"))) {
        row.insert("depth".to_owned(), Value::Number(depth));
    }
    if let Some(role) = node.get("role").filter(|role| role.kind() != NodeKind::Null) {
        let word = role.as_str();
        match word.as_deref() {
            Some(word @ ("system" | "user" | "assistant")) => {
                row.insert("role".to_owned(), Value::String(word.to_owned()));
            }
            Some("") => {}
            _ => {
                let at = format!("{pointer}/role");
                reader.warn(
                    NoteCode::UnknownValue,
                    &at,
                    format!("{at} is none of system, user, assistant; it is kept."),
                );
            }
        }
    }
    row.insert("origin".to_owned(), Value::String("depth_prompt".to_owned()));
    Some(Value::Object(row))
}

/// The row of a body that is written as the depth prompt, with its place in the list.
fn chosen(body: &Value) -> Option<(usize, &Value)> {
    let list = at(body, "prompts.depthInjections")?.as_array()?;
    let origin = |row: &Value| row.get("origin").and_then(Value::as_str).map(str::to_owned);
    let own = list.iter().enumerate().find(|(_, row)| origin(row).as_deref() == Some("depth_prompt"));
    own.or_else(|| list.iter().enumerate().find(|(_, row)| origin(row).is_none()))
        .or_else(|| list.iter().enumerate().next())
}

/// The changes between two bodies. `pointer` is where the object is or belongs, `present` what is there.
pub(crate) fn overlay(before: &Value, after: &Value, pointer: &str, present: Option<Node<'_>>, writes: &mut Writes) {
    let old = chosen(before).map(|(_, row)| row);
    let new = chosen(after).map(|(_, row)| row);
    if state(old, new) == State::Equal {
        return;
    }
    let Some(new) = new else { return writes.remove(pointer) };
    let part = |row: Option<&Value>, key: &str| row.and_then(|row| row.get(key)).cloned();
    let same = |key: &str| state(part(old, key).as_ref(), part(Some(new), key).as_ref());
    match present.filter(|present| present.is_object()) {
        Some(_) => {
            for (key, wire) in [("text", "prompt"), ("depth", "depth"), ("role", "role")] {
                match same(key) {
                    State::Equal => {}
                    State::Changed => {
                        if let Some(value) = part(Some(new), key) {
                            writes.set(format!("{pointer}/{wire}"), value);
                        }
                    }
                    State::Cleared => writes.remove(format!("{pointer}/{wire}")),
                }
            }
        }
        // The object is made whole, with SillyTavern's own defaults for what the body leaves open.
        None => writes.set(
            pointer,
            json!({
                "prompt": part(Some(new), "text").unwrap_or_else(|| json!("")),
                "depth": part(Some(new), "depth").unwrap_or_else(|| json!(4)),
                "role": part(Some(new), "role").unwrap_or_else(|| json!("system")),
            }),
        ),
    }
}

/// Gives the reasons for what an object made whole says beyond the body.
fn explain_defaults(after: &Value, notes: &mut Notes) {
    let Some((index, row)) = chosen(after) else { return };
    let path = Path::default().key("prompts").key("depthInjections").index(index);
    for (key, text) in [
        ("depth", "A depth prompt has a depth; SillyTavern's own was written."),
        ("role", "A depth prompt speaks as somebody; SillyTavern's own choice was written."),
        ("origin", "It was written as the card's depth prompt."),
    ] {
        if row.get(key).is_none_or(Value::is_null) {
            notes.explain(path.key(key), NoteCode::FilledDefault, text);
        }
    }
}

/// Gives the reasons for injections that find no place.
pub(crate) fn explain(body: &Value, notes: &mut Notes) {
    let Some(list) = at(body, "prompts.depthInjections").and_then(Value::as_array) else { return };
    let written = chosen(body).map(|(index, _)| index);
    let path = Path::default().key("prompts").key("depthInjections");
    for (index, row) in list.iter().enumerate() {
        if Some(index) != written {
            let text = "A Tavern card holds one text at a depth; this one is another.";
            notes.explain(path.index(index), NoteCode::NoPlace, text);
        } else {
            let row_path = path.index(index);
            if row.get("origin").and_then(Value::as_str).is_some_and(|origin| origin != "depth_prompt") {
                notes.explain(row_path.key("origin"), NoteCode::Adapted, "It was written as the card's depth prompt.");
            }
            // One from elsewhere is made whole.
            if row.get("origin").is_none() {
                for key in ["origin", "depth", "role"].into_iter().filter(|key| row.get(*key).is_none()) {
                    let text = "A depth prompt says where and by whom; SillyTavern's own defaults were written.";
                    notes.explain(row_path.key(key), NoteCode::FilledDefault, text);
                }
            }
            if row.get("enabled").is_some() {
                notes.explain(row_path.key("enabled"), NoteCode::NoPlace, "A depth prompt cannot be switched off.");
            }
        }
    }
}
