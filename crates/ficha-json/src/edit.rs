//! Edits by JSON Pointer.

use serde_json::Value;

use crate::document::Document;

/// Edits to a document. First version: correct values, text laid out anew.
pub struct Edit<'a> {
    document: &'a Document,
    steps: Vec<(String, Option<Value>)>,
}

impl<'a> Edit<'a> {
    pub(crate) fn new(document: &'a Document) -> Edit<'a> {
        Edit { document, steps: Vec::new() }
    }

    /// Sets a value.
    pub fn set(&mut self, pointer: &str, value: &Value) {
        self.steps.push((pointer.to_string(), Some(value.clone())));
    }

    /// Replaces a value literally.
    pub fn replace(&mut self, pointer: &str, value: &Value) {
        self.set(pointer, value);
    }

    /// Puts JSON text.
    pub fn splice(&mut self, pointer: &str, json_text: &str) {
        if let Ok(document) = Document::parse(json_text, &crate::Limits::default()) {
            self.set(pointer, &document.root().to_value());
        }
    }

    /// Removes a value.
    pub fn remove(&mut self, pointer: &str) {
        self.steps.push((pointer.to_string(), None));
    }

    /// Whether nothing was asked for.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The edited text.
    pub fn finish(self) -> String {
        let mut root = self.document.root().to_value();
        for (pointer, value) in self.steps {
            match value {
                Some(value) => put(&mut root, &pointer, value),
                None => take(&mut root, &pointer).is_some(),
            };
        }
        crate::to_text(&root, crate::Style::Compact)
    }
}

pub(crate) fn put(root: &mut Value, pointer: &str, value: Value) -> bool {
    let Some(tokens) = crate::pointer::tokens(pointer) else { return false };
    let mut at = root;
    for token in tokens {
        if let Value::Array(items) = at {
            let place = crate::pointer::index(&token).unwrap_or(items.len()).min(items.len());
            if place == items.len() {
                items.push(Value::Null);
            }
            let Some(item) = items.get_mut(place) else { return false };
            at = item;
            continue;
        }
        if !at.is_object() {
            *at = Value::Object(serde_json::Map::new());
        }
        let Value::Object(members) = at else { return false };
        at = members.entry(token).or_insert(Value::Null);
    }
    *at = value;
    true
}

pub(crate) fn take(root: &mut Value, pointer: &str) -> Option<Value> {
    let (parent, last) = pointer.rsplit_once('/')?;
    let token = crate::pointer::tokens(&format!("/{last}"))?.pop()?;
    match root.pointer_mut(parent)? {
        Value::Object(members) => members.shift_remove(&token),
        Value::Array(items) => {
            let place = crate::pointer::index(&token).filter(|place| *place < items.len())?;
            Some(items.remove(place))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}
