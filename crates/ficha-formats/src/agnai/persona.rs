//! The persona of a character: a text, or a table of attributes that becomes one.
//!
//! The five kinds and their texts are those of `common/characters.ts` `formatCharacter`. `attributes` is a map of
//! lists for each of them; of a text persona only the first text is used. A structured persona stands in the body
//! twice: as its attributes, and as the text the model is told. Of the two the text counts once a person has edited
//! it; until then it follows the attributes.

use ficha_json::{Node, pointer};
use ficha_model::Path;
use serde_json::{Map, Value, json};

use crate::attributes::{self, write as text_of};
use crate::notes::{NoteCode, Notes};
use crate::overlay::{State, Writes, at, is_blank, state};
use crate::read::Reader;

/// The body's description.
pub(super) const TEXT: &str = "identity.description";
/// The body's attributes.
pub(super) const STRUCTURED: &str = "persona.structured";

/// The kinds that have attributes.
const STRUCTURES: [&str; 4] = attributes::NOTATIONS;

/// What a persona object says: the text of a text persona, or a structure.
pub(super) enum Persona {
    /// A text.
    Text(String),
    /// The kind and the attributes, as the body has them.
    Structured(Value),
}

/// Reads a persona object; `None` when it says nothing.
pub(super) fn read(node: Node<'_>, pointer: &str, reader: &mut Reader<'_>) -> Option<Persona> {
    if !node.is_object() {
        if !node.is_null() {
            reader.wrong_type(pointer, node, "an object", "it is not read");
        }
        return None;
    }
    let attributes = node.get("attributes").filter(|attributes| attributes.is_object());
    let kind = node.get("kind").and_then(|kind| kind.as_str()).unwrap_or_default();
    match kind.as_ref() {
        known if STRUCTURES.contains(&known) => {
            let mut map = Map::new();
            for (key, list) in attributes.into_iter().flat_map(|attributes| attributes.members()) {
                let here = pointer::join(&format!("{pointer}/attributes"), &key);
                if let Some(values) = reader.texts(list, &here) {
                    map.insert(key.into_owned(), json!(values));
                }
            }
            Some(Persona::Structured(json!({"kind": kind, "attributes": map})))
        }
        other => {
            if other != "text" {
                let text = format!("{pointer}/kind is none Agnai knows; the persona is read as a text.");
                reader.warn(NoteCode::UnknownValue, &format!("{pointer}/kind"), text);
            }
            let texts = attributes.and_then(|attributes| attributes.get("text"))?;
            let first = reader.texts(texts, &format!("{pointer}/attributes/text"))?.into_iter().next()?;
            Some(Persona::Text(first))
        }
    }
}

/// The text of a persona.
pub(super) fn told(persona: &Persona, name: &str) -> String {
    match persona {
        Persona::Text(text) => text.clone(),
        Persona::Structured(structured) => text_of(structured, name),
    }
}

/// What is written between two bodies.
pub(super) enum Plan {
    /// Nothing changed.
    Same,
    /// A text persona.
    Text(String),
    /// The attributes, and the text they become.
    Structured(Value, String),
}

fn name_of(body: &Value) -> &str {
    at(body, "identity.name").and_then(Value::as_str).unwrap_or("")
}

fn structure(body: &Value) -> Option<&Value> {
    let found = at(body, STRUCTURED)?;
    let kind = found.get("kind").and_then(Value::as_str);
    (kind.is_some_and(|kind| kind != "text") && found.get("attributes").is_some()).then_some(found)
}

/// Decides what becomes of the persona, and says what that costs. `text` is what the description is to say.
pub(super) fn plan(before: &Value, after: &Value, text: &str, said: &mut dyn FnMut(&str, NoteCode, &str)) -> Plan {
    let was = at(before, TEXT).and_then(Value::as_str).unwrap_or("");
    let (old, new) = (structure(before), structure(after));
    let same_structure = state(old, new) == State::Equal;
    if was == text && same_structure && (new.is_none() || name_of(before) == name_of(after)) {
        explain_rest(after, new, said);
        return Plan::Same;
    }
    let Some(structured) = new else {
        explain_rest(after, new, said);
        return Plan::Text(text.to_owned());
    };
    let formatted = text_of(structured, name_of(after));
    let untouched = old.is_some_and(|old| was == text_of(old, name_of(before))) && was == text;
    if formatted == text {
        return Plan::Structured(structured.clone(), formatted);
    }
    if untouched || text.is_empty() {
        said(TEXT, NoteCode::MirroredText, "The description is made from the attributes and follows them.");
        return Plan::Structured(structured.clone(), formatted);
    }
    let reason =
        "The description says something else than the attributes; Agnai holds one of the two, and the text is written.";
    said(STRUCTURED, NoteCode::MirroredText, reason);
    Plan::Text(text.to_owned())
}

/// Description and personality as the one text the app has, and what that costs. Attributes have no room for a text.
pub(super) fn joined(description: &str, personality: &str, after: &Value, notes: &mut Notes) -> String {
    if personality.trim().is_empty() {
        return description.to_owned();
    }
    let (text, own) = (Path::of(TEXT), Path::of("persona.personality"));
    let formatted = structure(after).map(|structured| text_of(structured, name_of(after)));
    if formatted.is_some_and(|formatted| description.is_empty() || formatted == description) {
        notes.explain(own, NoteCode::NoPlace, "Attributes have no room for a text beside them.");
        return description.to_owned();
    }
    let once = "Agnai has one text for description and personality.";
    if description == personality {
        notes.explain(own, NoteCode::MirroredText, once);
        return description.to_owned();
    }
    let code = if description.trim().is_empty() { NoteCode::MirroredText } else { NoteCode::JoinedText };
    notes.explain(text, code, once);
    notes.explain(own, code, once);
    if description.trim().is_empty() { personality.to_owned() } else { format!("{description}\n{personality}") }
}

/// A structure that says nothing but that the persona is a text, or has no attributes, has no place.
fn explain_rest(after: &Value, written: Option<&Value>, said: &mut dyn FnMut(&str, NoteCode, &str)) {
    if written.is_none() && !is_blank(at(after, STRUCTURED)) {
        said(STRUCTURED, NoteCode::NoPlace, "A persona without attributes is a text.");
    }
}

/// The changes of a persona object. `at` is its pointer, `present` what is there.
pub(super) fn write(plan: &Plan, present: Option<Node<'_>>, at: &str, writes: &mut Writes) {
    match plan {
        Plan::Same => {}
        Plan::Text(text) => write_text(text, present, at, writes),
        Plan::Structured(structured, _) => write_structure(structured, present, at, writes),
    }
}

fn kind_of(node: Node<'_>) -> String {
    node.get("kind").and_then(|kind| kind.as_str()).unwrap_or_default().into_owned()
}

/// Of a text persona the first text changes; further ones stay.
fn write_text(text: &str, present: Option<Node<'_>>, at: &str, writes: &mut Writes) {
    let Some(own) = present.filter(|node| !STRUCTURES.contains(&kind_of(*node).as_str())) else {
        writes.set(at, json!({"kind": "text", "attributes": {"text": [text]}}));
        return;
    };
    match own.at("/attributes/text") {
        Some(list) if list.is_array() && !list.is_empty() => {
            writes.set(format!("{at}/attributes/text/0"), json!(text));
        }
        Some(single) if single.is_string() => writes.set(format!("{at}/attributes/text"), json!(text)),
        _ => writes.set(format!("{at}/attributes/text"), json!([text])),
    }
}

/// Attributes change one by one where they are the same ones in the same order.
fn write_structure(structured: &Value, present: Option<Node<'_>>, at: &str, writes: &mut Writes) {
    let new = structured.get("attributes").and_then(Value::as_object).cloned().unwrap_or_default();
    let attributes = present.and_then(|node| node.get("attributes")).filter(|node| node.is_object());
    let (Some(node), Some(attributes)) = (present, attributes) else {
        writes.set(at, structured.clone());
        return;
    };
    if structured.get("kind").and_then(Value::as_str) != Some(kind_of(node).as_str()) {
        writes.set(format!("{at}/kind"), structured.get("kind").cloned().unwrap_or_default());
    }
    let keys: Vec<String> = attributes.members().map(|(key, _)| key.into_owned()).collect();
    if !keys.iter().eq(new.keys()) {
        writes.set(format!("{at}/attributes"), Value::Object(new));
        return;
    }
    for (key, list) in attributes.members() {
        let here = pointer::join(&format!("{at}/attributes"), &key);
        let values = new.get(key.as_ref()).and_then(Value::as_array).map(Vec::as_slice).unwrap_or(&[]);
        let plain = list.is_array() && list.len() == values.len() && list.items().all(Node::is_string);
        if !plain {
            let whole = Value::Array(values.to_vec());
            if !list.equals(&whole) {
                writes.set(here, whole);
            }
            continue;
        }
        for (index, (old, value)) in list.items().zip(values).enumerate() {
            if !old.equals(value) {
                writes.set(format!("{here}/{index}"), value.clone());
            }
        }
    }
}
