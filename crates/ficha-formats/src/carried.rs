//! Originals of other formats carried in a file under one key of our own, so that the way back loses nothing.
//!
//! The key holds `{"original": {format: {"text", "unmapped"}}}`; a text stands as a string, so that it comes back
//! byte for byte. Nothing is carried unless the person asks for it.

use ficha_json::Document;
use ficha_model::{Entity, Original, Raw};
use serde_json::{Map, Value, json};

/// What is carried of an entity: its originals but the one the file itself is. `None` when there is nothing.
pub(crate) fn of(entity: &Entity, _linked: &[Entity], own: &str) -> Option<Value> {
    let mut originals = Map::new();
    for (format, original) in entity.original.iter().filter(|(format, _)| *format != own) {
        if let Some(raw) = &original.raw {
            originals.insert(format.clone(), json!({"text": *raw.0, "unmapped": original.unmapped}));
        }
    }
    (!originals.is_empty()).then(|| json!({"original": originals}))
}

/// Takes carried originals back into an entity; a format it has already is left alone.
pub(crate) fn take_back(document: &Document, at: &str, entity: &mut Entity) {
    let Some(originals) = document.at(at).and_then(|carried| carried.get("original")) else { return };
    for (format, node) in originals.members() {
        let Some(text) = node.get("text").and_then(|text| text.as_str()) else { continue };
        let Ok(payload) = Document::parse(text.as_ref(), &ficha_json::Limits::default()) else { continue };
        if entity.original.contains_key(format.as_ref()) {
            continue;
        }
        let unmapped = match node.get("unmapped").map(|node| node.to_value()) {
            Some(Value::Object(unmapped)) => unmapped,
            _ => Map::new(),
        };
        let raw = Some(Raw(payload.strict_text()));
        entity.original.insert(format.into_owned(), Original { raw, unmapped, ..Original::default() });
    }
}
