//! When two values say the same.
//!
//! Decoded values are compared, never text: numbers by what they mean, strings by their characters, objects by their
//! last member of each key in any order, lists item by item.

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::node::{Node, NodeKind};
use crate::number::number_eq;

/// Whether two values say the same: `1` and `1.0` do, integers are compared to the last digit, the order of keys does
/// not count.
pub fn value_eq(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Number(a), Value::Number(b)) => number_eq(a.as_str(), b.as_str()),
        (Value::String(a), Value::String(b)) => a == b,
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| value_eq(a, b)),
        (Value::Object(a), Value::Object(b)) => a.len() == b.len() && members_eq(a, b),
        (
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_),
            _,
        ) => false,
    }
}

/// The same for as many members. Most often both have the same keys in the same order, and then none is looked up.
fn members_eq(a: &Map<String, Value>, b: &Map<String, Value>) -> bool {
    a.iter().zip(b).all(|((key, one), (beside, other))| {
        let there = if key == beside { Some(other) } else { b.get(key) };
        there.is_some_and(|other| value_eq(one, other))
    })
}

/// [`value_eq`] between a node and a value.
pub(crate) fn node_eq(node: Node<'_>, value: &Value) -> bool {
    node_eq_by(node, value, &scalar_eq)
}

/// Whether two scalars (anything but lists and objects) of the same kind say the same.
pub(crate) fn scalar_eq(node: Node<'_>, value: &Value) -> bool {
    match (node.kind(), value) {
        (NodeKind::Null, Value::Null) => true,
        (NodeKind::Bool, Value::Bool(value)) => node.as_bool() == Some(*value),
        (NodeKind::Number, Value::Number(value)) => number_eq(node.raw(), value.as_str()),
        (NodeKind::String, Value::String(value)) => node.as_str().is_some_and(|text| text == value.as_str()),
        (
            NodeKind::Null | NodeKind::Bool | NodeKind::Number | NodeKind::String | NodeKind::Array | NodeKind::Object,
            _,
        ) => false,
    }
}

/// The same with the equality of scalars given.
pub(crate) fn node_eq_by(node: Node<'_>, value: &Value, scalar_eq: &dyn Fn(Node<'_>, &Value) -> bool) -> bool {
    match (node.kind(), value) {
        (NodeKind::Array, Value::Array(items)) => {
            node.len() == items.len() && node.items().zip(items).all(|(node, value)| node_eq_by(node, value, scalar_eq))
        }
        (NodeKind::Object, Value::Object(members)) => {
            // Most often both have the same keys in the same order, and then no table is needed. With as many
            // members as `members` has, whose keys are never double, a double key means that another is missing.
            if node.len() != members.len() {
                return node.len() > members.len() && unordered_eq(node, members, scalar_eq);
            }
            for ((name, child), (key, value)) in node.entries().zip(members) {
                if !name.is(key) {
                    return unordered_eq(node, members, scalar_eq);
                }
                if !node_eq_by(child, value, scalar_eq) {
                    return false;
                }
            }
            true
        }
        _ => scalar_eq(node, value),
    }
}

fn unordered_eq(node: Node<'_>, members: &Map<String, Value>, scalar_eq: &dyn Fn(Node<'_>, &Value) -> bool) -> bool {
    let last: HashMap<Cow<'_, str>, Node<'_>> = node.members().collect();
    last.len() == members.len()
        && members
            .iter()
            .all(|(key, value)| last.get(key.as_str()).is_some_and(|child| node_eq_by(*child, value, scalar_eq)))
}
