//! Values as the app's database spells them.

use ficha_json::{Document, Node};
use serde_json::{Value, json};

use crate::format::{Coded, Lexicon};

/// A boolean as the text `true` or `false`; a real boolean is read too and stays one.
pub(super) static TEXT_FLAG: Coded = Coded {
    name: "boolean as text",
    decode: |node, at, reader| match node.as_str().as_deref() {
        Some("true") => Some(json!(true)),
        Some("false") => Some(json!(false)),
        _ => reader.flag(node, at).map(Value::Bool),
    },
    encode: |value, present, _| {
        let flag = value == &Value::Bool(true);
        let real = present.is_some_and(|node| node.is_bool());
        Some(if real { json!(flag) } else { json!(if flag { "true" } else { "false" }) })
    },
    empty: "\"false\"",
};

/// Who speaks.
pub(super) const ROLES: Lexicon = Lexicon {
    pairs: &[("\"system\"", "system"), ("\"user\"", "user"), ("\"assistant\"", "assistant")],
    open: false,
    unknown: "Marinara knows no such role.",
};

/// JSON that stands in the file as text.
pub(super) fn inner(node: Node<'_>) -> Option<Document> {
    Document::parse(node.as_str()?.as_ref(), &ficha_json::Limits::default()).ok()
}
