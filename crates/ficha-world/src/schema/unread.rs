//! Members nobody reads: they stay where they are, are told, and no command adds new ones.

use std::collections::BTreeMap;

use ficha_json::pointer;
use serde_json::{Map, Value};

use super::Field;
use super::walk::{DEEPEST, item, members};

/// The pointers of all members the table does not know, in the document's order.
pub fn unread(fields: &'static [Field], doc: &Map<String, Value>) -> Vec<String> {
    let mut found = Vec::new();
    object(fields, doc, "", 0, &mut found);
    found
}

fn object(fields: &'static [Field], object: &Map<String, Value>, at: &str, depth: usize, found: &mut Vec<String>) {
    for (key, inner) in object {
        let here = pointer::join(at, key);
        match super::field(fields, key) {
            Some(field) => value(&field.is, inner, &here, depth + 1, found),
            None => found.push(here),
        }
    }
}

fn value(is: &super::Is, inner: &Value, at: &str, depth: usize, found: &mut Vec<String>) {
    if depth > DEEPEST {
        return;
    }
    match inner {
        Value::Object(map) => {
            if let Some(fields) = members(is) {
                object(fields, map, at, depth, found);
            }
        }
        Value::Array(items) => {
            if let Some(of) = item(is) {
                for (index, inner) in items.iter().enumerate() {
                    value(of, inner, &format!("{at}/{index}"), depth + 1, found);
                }
            }
        }
        _ => {}
    }
}

/// The unread pointers of `after` that `before` did not have. Rows may have moved, so numbers in them do not count:
/// what counts is whether there are more of a kind than before.
pub fn new_unread(
    fields: &'static [Field],
    before: Option<&Map<String, Value>>,
    after: &Map<String, Value>,
) -> Vec<String> {
    let mut had: BTreeMap<String, usize> = BTreeMap::new();
    for pointer in before.map(|before| unread(fields, before)).unwrap_or_default() {
        *had.entry(kind_of(&pointer)).or_default() += 1;
    }
    let mut new = Vec::new();
    for pointer in unread(fields, after) {
        match had.get_mut(&kind_of(&pointer)) {
            Some(left) if *left > 0 => *left -= 1,
            _ => new.push(pointer),
        }
    }
    new
}

/// A pointer with its numbers taken out.
fn kind_of(pointer: &str) -> String {
    let tokens = pointer
        .split('/')
        .map(|token| if !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit()) { "*" } else { token });
    tokens.collect::<Vec<_>>().join("/")
}
