//! Which documents a document names, and the ways those names change: one replaced by another, some taken out.

use ficha_json::pointer;
use serde_json::{Map, Value};

use super::walk::{DEEPEST, item, members};
use super::{Field, Is, To, faults};
use crate::place::{Folder, Ref};

/// One place where a document names another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// JSON pointer in the document.
    pub pointer: String,
    /// What is named there; it may not exist.
    pub to: Ref,
}

/// What taking references out did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// How many went.
    pub removed: usize,
    /// Whether something the object cannot be without went, so that it means nothing any more (a relationship
    /// without one of its two people).
    pub broken: bool,
}

/// All names of other documents, in the table's order.
pub fn references(fields: &'static [Field], doc: &Map<String, Value>) -> Vec<Reference> {
    let mut found = Vec::new();
    collect(fields, doc, "", 0, &mut found);
    found
}

/// The folder the ids of a field lie in; `None` for kinds that name no document by id.
fn folder_of(is: &Is, parent: &Map<String, Value>) -> Option<Folder> {
    match is {
        Is::Id(To::In(folder)) => Some(*folder),
        Is::Id(To::Sibling) => parent.get("of").and_then(Value::as_str).and_then(Folder::of),
        _ => None,
    }
}

/// Whether a value of a kind, or one that lies in it, can name a document. Texts, which are most of a world, cannot.
fn may_name(is: &Is) -> bool {
    match is {
        Is::Id(to) => *to != To::Nothing,
        Is::Ref | Is::Knower | Is::Subject => true,
        Is::OrNull(of) => may_name(of),
        _ => members(is).is_some() || item(is).is_some_and(may_name),
    }
}

/// What a text at a field names.
fn named(is: &Is, text: &str, parent: &Map<String, Value>) -> Option<Ref> {
    match is {
        Is::Ref | Is::Knower | Is::Subject => text.parse().ok(),
        _ => folder_of(is, parent).filter(|_| crate::id::is_valid_id(text)).map(|folder| Ref::new(folder, text)),
    }
}

fn collect(fields: &'static [Field], object: &Map<String, Value>, at: &str, depth: usize, found: &mut Vec<Reference>) {
    for field in fields {
        if may_name(&field.is)
            && let Some(value) = object.get(field.key)
        {
            collect_value(&field.is, value, object, &pointer::join(at, field.key), depth + 1, found);
        }
    }
}

fn collect_value(
    is: &Is,
    value: &Value,
    parent: &Map<String, Value>,
    at: &str,
    depth: usize,
    found: &mut Vec<Reference>,
) {
    if depth > DEEPEST {
        return;
    }
    if let Is::OrNull(inner) = is {
        return collect_value(inner, value, parent, at, depth, found);
    }
    match value {
        Value::String(text) => {
            if let Some(to) = named(is, text, parent) {
                found.push(Reference { pointer: at.to_owned(), to });
            }
        }
        Value::Array(items) => {
            for (index, inner) in items.iter().enumerate() {
                if let Some(of) = item(is) {
                    collect_value(of, inner, parent, &format!("{at}/{index}"), depth + 1, found);
                }
            }
        }
        Value::Object(map) => {
            if let Some(fields) = members(is) {
                collect(fields, map, at, depth, found);
            }
        }
        _ => {}
    }
}

/// Puts one name in the place of another, wherever the table knows names; how often. A list of plain names keeps each
/// once. Both are of one folder, except where a name says its folder itself.
pub fn replace_references(fields: &'static [Field], doc: &mut Map<String, Value>, from: &Ref, to: &Ref) -> usize {
    replace(fields, doc, from, to, 0)
}

fn replace(fields: &'static [Field], object: &mut Map<String, Value>, from: &Ref, to: &Ref, depth: usize) -> usize {
    let around = beside(object);
    let mut replaced = 0;
    for field in fields {
        if let Some(value) = object.get_mut(field.key) {
            replaced += replace_value(&field.is, value, &around, from, to, depth + 1);
        }
    }
    replaced
}

/// What a field's meaning may depend on: the member `of` beside it.
fn beside(object: &Map<String, Value>) -> Map<String, Value> {
    object.get("of").map(|of| ("of".to_owned(), of.clone())).into_iter().collect()
}

fn replace_value(is: &Is, value: &mut Value, parent: &Map<String, Value>, from: &Ref, to: &Ref, depth: usize) -> usize {
    if depth > DEEPEST {
        return 0;
    }
    if let Is::OrNull(inner) = is {
        return replace_value(inner, value, parent, from, to, depth);
    }
    match value {
        Value::String(text) => {
            if named(is, text, parent).as_ref() != Some(from) {
                return 0;
            }
            match is {
                Is::Ref | Is::Knower | Is::Subject => *text = to.to_string(),
                _ if from.folder == to.folder => text.clone_from(&to.id),
                _ => return 0,
            }
            1
        }
        Value::Array(items) => {
            let Some(of) = item(is) else { return 0 };
            let replaced: usize =
                items.iter_mut().map(|inner| replace_value(of, inner, parent, from, to, depth + 1)).sum();
            // A pair of names is no list of names: the same twice means a way to itself and stays to be seen.
            if replaced > 0 && faults::count(is).0 == 0 {
                let mut seen: Vec<Value> = Vec::new();
                items.retain(|item| {
                    let twice = item.is_string() && seen.contains(item);
                    seen.push(item.clone());
                    !twice
                });
            }
            replaced
        }
        Value::Object(map) => members(is).map_or(0, |fields| replace(fields, map, from, to, depth)),
        _ => 0,
    }
}

/// Takes out every name `gone` says yes to. What cannot be without it goes too: an exit without its place, a pair
/// without one of its halves; for the object itself that is told in the answer.
pub fn remove_references(
    fields: &'static [Field],
    doc: &mut Map<String, Value>,
    gone: &dyn Fn(&Ref) -> bool,
) -> Pruned {
    let mut removed = 0;
    let broken = prune(fields, doc, gone, 0, &mut removed);
    Pruned { removed, broken }
}

fn prune(
    fields: &'static [Field],
    object: &mut Map<String, Value>,
    gone: &dyn Fn(&Ref) -> bool,
    depth: usize,
    removed: &mut usize,
) -> bool {
    let around = beside(object);
    let mut broken = false;
    for field in fields {
        let Some(value) = object.get_mut(field.key) else { continue };
        if prune_value(&field.is, value, &around, gone, depth + 1, removed) {
            broken |= field.required;
            if !field.required {
                object.shift_remove(field.key);
            }
        }
    }
    broken
}

/// Whether the value has to go.
fn prune_value(
    is: &Is,
    value: &mut Value,
    parent: &Map<String, Value>,
    gone: &dyn Fn(&Ref) -> bool,
    depth: usize,
    removed: &mut usize,
) -> bool {
    if depth > DEEPEST {
        return false;
    }
    if let Is::OrNull(inner) = is {
        return prune_value(inner, value, parent, gone, depth, removed);
    }
    match value {
        Value::String(text) => {
            let goes = named(is, text, parent).is_some_and(|to| gone(&to));
            *removed += usize::from(goes);
            goes
        }
        Value::Array(items) => {
            let Some(of) = item(is) else { return false };
            let before = items.len();
            items.retain_mut(|inner| !prune_value(of, inner, parent, gone, depth + 1, removed));
            items.len() < before && items.len() < faults::count(is).0
        }
        Value::Object(map) => members(is).is_some_and(|fields| prune(fields, map, gone, depth, removed)),
        _ => false,
    }
}
