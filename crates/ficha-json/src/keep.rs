//! The JSON type a value has on the wire, kept where that type can hold what is set.
//!
//! Apps write numbers and switches as strings now and then (`"talkativeness": "0.5"`) and read them back only so.

use std::borrow::Cow;

use serde_json::Value;

use crate::equal::scalar_eq;
use crate::node::{Node, NodeKind, number_value};
use crate::number::{is_number, number_eq, shortest};

/// Pairs of words a string says off and on with.
const SWITCHES: [(&str, &str); 6] =
    [("false", "true"), ("False", "True"), ("FALSE", "TRUE"), ("0", "1"), ("no", "yes"), ("off", "on")];

/// Whether `node` says `value` already, in whatever type it has. Neither is a list or an object.
pub(crate) fn says(node: Node<'_>, value: &Value) -> bool {
    let text = || node.as_str().unwrap_or_default();
    match (node.kind(), value) {
        (NodeKind::String, Value::Number(number)) => is_number(&text()) && number_eq(&text(), number.as_str()),
        (NodeKind::String, Value::Bool(on)) => switch(&text()).is_some_and(|(is, _)| is == *on),
        (NodeKind::Number, Value::Bool(on)) => number_eq(node.raw(), digit(*on)),
        (NodeKind::Number, Value::String(text)) => text == node.raw() || *text == shortest(node.raw()),
        (NodeKind::Bool, Value::Number(number)) => {
            node.as_bool().is_some_and(|is| number_eq(number.as_str(), digit(is)))
        }
        (NodeKind::Bool, Value::String(text)) => text == node.raw(),
        _ => scalar_eq(node, value),
    }
}

/// `value` in the type `node` has; as it is where that type cannot say it.
pub(crate) fn in_type_of<'a>(node: Node<'_>, value: &'a Value) -> Cow<'a, Value> {
    let held = match (node.kind(), value) {
        (NodeKind::String, Value::Number(number)) => Some(Value::String(shortest(number.as_str()))),
        (NodeKind::String, Value::Bool(on)) => switch(&node.as_str().unwrap_or_default())
            .map(|(_, (off_word, on_word))| Value::String(if *on { on_word } else { off_word }.to_string())),
        (NodeKind::Number, Value::Bool(on)) if is_zero_or_one(node.raw()) => Some(number_value(digit(*on))),
        // Only a text that is spelt as a number is: "2.00" or "007" would not come back.
        (NodeKind::Number, Value::String(text)) if is_number(text) && *text == shortest(text) => {
            Some(number_value(text))
        }
        (NodeKind::Bool, Value::Number(number)) if is_zero_or_one(number.as_str()) => {
            Some(Value::Bool(number_eq(number.as_str(), "1")))
        }
        (NodeKind::Bool, Value::String(text)) if text == "true" || text == "false" => Some(Value::Bool(text == "true")),
        _ => None,
    };
    held.map_or(Cow::Borrowed(value), Cow::Owned)
}

/// What a string says as a switch, and the pair of words it belongs to.
fn switch(text: &str) -> Option<(bool, (&'static str, &'static str))> {
    let pair = SWITCHES.into_iter().find(|(off, on)| text == *off || text == *on)?;
    Some((text == pair.1, pair))
}

fn digit(on: bool) -> &'static str {
    if on { "1" } else { "0" }
}

fn is_zero_or_one(number: &str) -> bool {
    number_eq(number, "0") || number_eq(number, "1")
}
