//! When two body values say the same: `""`, `[]`, `{}` and absent are one, numbers are compared by what they mean.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use serde_json::{Map, Value};

/// Whether a value says nothing: a blank text, or a list or map of nothing but blanks. `null`, `false` and `0` say
/// something.
pub fn is_blank(value: &Value) -> bool {
    match value {
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.iter().all(is_blank),
        Value::Object(map) => map.values().all(is_blank),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Whether two values say the same, blanks aside; the order of list items counts, that of keys does not.
pub fn same(a: &Value, b: &Value) -> bool {
    if std::ptr::eq(a, b) {
        return true;
    }
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => same_maps(a, b),
        (Value::Array(a), Value::Array(b)) => same_lists(a, b),
        (Value::String(a), Value::String(b)) => a == b,
        (Value::Number(a), Value::Number(b)) => ficha_json::number_eq(a.as_str(), b.as_str()),
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Null, Value::Null) => true,
        (
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_),
            _,
        ) => is_blank(a) && is_blank(b),
    }
}

fn same_maps(a: &Map<String, Value>, b: &Map<String, Value>) -> bool {
    // Nearly always both have the same keys in the same order, and then no key is looked up.
    let in_step = a.len() == b.len() && a.keys().eq(b.keys());
    if in_step {
        return a.values().zip(b.values()).all(|(a, b)| same(a, b));
    }
    a.iter().all(|(key, value)| b.get(key).map_or_else(|| is_blank(value), |other| same(value, other)))
        && b.iter().all(|(key, value)| a.contains_key(key) || is_blank(value))
}

/// Whether two values are equal part by part, blanks too: stricter than [`same`], and never slower than the part they
/// have in common, so it may be asked at every level of a comparison.
pub(crate) fn identical(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((key, a), (other, b))| key == other && identical(a, b))
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| identical(a, b)),
        (Value::String(a), Value::String(b)) => a == b,
        (Value::Number(a), Value::Number(b)) => a == b,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Null, Value::Null) => true,
        (
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_),
            _,
        ) => false,
    }
}

fn same_lists(a: &[Value], b: &[Value]) -> bool {
    let (mut left, mut right) = (a.iter(), b.iter());
    let (mut x, mut y) = (left.next(), right.next());
    loop {
        match (x, y) {
            (Some(item), Some(other)) if same(item, other) => (x, y) = (left.next(), right.next()),
            (Some(item), _) if is_blank(item) => x = left.next(),
            (_, Some(other)) if is_blank(other) => y = right.next(),
            (None, None) => return true,
            (Some(_), _) | (_, Some(_)) => return false,
        }
    }
}

/// A number that is equal for values that are [`same`]; `None` for a blank. Members named `without` at the top are
/// left out.
pub(crate) fn fingerprint(value: &Value, without: Option<&str>) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    match value {
        Value::Null => 0_u8.hash(&mut hasher),
        Value::Bool(value) => (1_u8, value).hash(&mut hasher),
        Value::Number(number) => {
            // Equal numbers round to equal floats; unequal ones that collide are told apart by comparison. Adding
            // zero makes one of the two zeros.
            let rounded = number.as_str().parse::<f64>().unwrap_or(f64::NAN) + 0.0;
            (2_u8, rounded.to_bits()).hash(&mut hasher);
        }
        Value::String(text) if text.is_empty() => return None,
        Value::String(text) => (3_u8, text).hash(&mut hasher),
        Value::Array(list) => {
            let mut filled = list.iter().filter_map(|item| fingerprint(item, None)).peekable();
            filled.peek()?;
            4_u8.hash(&mut hasher);
            filled.for_each(|item| item.hash(&mut hasher));
        }
        Value::Object(map) => {
            // The order of keys does not count, so the members are added up.
            let members = map.iter().filter(|(key, _)| without != Some(key.as_str()));
            let sum = members
                .filter_map(|(key, value)| {
                    let mut member = DefaultHasher::new();
                    (key, fingerprint(value, None)?).hash(&mut member);
                    Some(member.finish())
                })
                .reduce(u64::wrapping_add)?;
            (5_u8, sum).hash(&mut hasher);
        }
    }
    Some(hasher.finish())
}
