//! A document as it is written: members in the table's order, unread ones behind them by key, members without a value
//! left out.

use serde_json::{Map, Value};

use super::walk::{DEEPEST, item, members, value_of};
use super::{Field, Is};

/// The document in the order and with the members it is written with.
pub fn arranged(fields: &'static [Field], doc: &Map<String, Value>) -> Map<String, Value> {
    object(fields, doc, 0)
}

fn object(fields: &'static [Field], object: &Map<String, Value>, depth: usize) -> Map<String, Value> {
    let mut out = Map::new();
    for field in fields {
        let Some(value) = object.get(field.key) else { continue };
        let value = arranged_value(&field.is, value, depth + 1);
        // An empty list of knowers is a statement: only the game master knows.
        let said = field.key == "known_by" && object.get("scope").and_then(Value::as_str) == Some("listed");
        if field.required || said || has_value(&field.is, &value) {
            out.insert(field.key.to_owned(), value);
        }
    }
    let mut rest: Vec<(&String, &Value)> =
        object.iter().filter(|(key, _)| super::field(fields, key).is_none()).collect();
    rest.sort_by(|a, b| a.0.cmp(b.0));
    out.extend(rest.into_iter().map(|(key, value)| (key.clone(), value.clone())));
    out
}

fn arranged_value(is: &Is, value: &Value, depth: usize) -> Value {
    if depth > DEEPEST {
        return value.clone();
    }
    match value {
        Value::Object(map) => {
            if let Some(fields) = members(is) {
                return Value::Object(object(fields, map, depth));
            }
            if value_of(is).is_some() {
                let mut sorted: Vec<(String, Value)> =
                    map.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
                sorted.sort_by(|a, b| a.0.cmp(&b.0));
                return Value::Object(sorted.into_iter().collect());
            }
            value.clone()
        }
        Value::Array(items) => match item(is) {
            Some(of) => Value::Array(items.iter().map(|item| arranged_value(of, item, depth + 1)).collect()),
            None => value.clone(),
        },
        _ => value.clone(),
    }
}

/// Whether an optional member says anything.
fn has_value(is: &Is, value: &Value) -> bool {
    match (is, value) {
        // False is a value like any other, and absent means something else.
        (Is::Value, _) => !value.is_null(),
        (Is::Flag { absent }, Value::Bool(set)) => set != absent || *set,
        (_, Value::Null | Value::Bool(false)) => false,
        (_, Value::String(text)) => !text.is_empty(),
        (_, Value::Array(items)) => !items.is_empty(),
        (_, Value::Object(map)) => !map.is_empty(),
        _ => true,
    }
}
