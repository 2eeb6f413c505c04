//! A payload of one version made one of another.
//!
//! Raising keeps every key: a flat card's fields move into `data`, keys no card has stay at the root. Lowering to V2
//! makes the valid copy that stands beside a V3 chunk: the keys of V3 go, what V2 requires is there, and decorator
//! lines go from the entries, as the V3 specification asks of such a copy (the V3 text beside it has them all).

use ficha_json::{Document, Node, NodeKind, Style, to_text};
use serde_json::{Map, Value, json};

use super::book;
use super::fields::{RENAMED_MIRRORS, V1_KEYS, V2_REQUIRED, V3_KEYS};
use super::keyword::parse_pattern;
use super::layout::{Layout, Shape};
use super::lineage::Lineage;
use crate::carrier;
use crate::error::EncodeError;
use crate::format::Variant;
use crate::overlay::Writes;

/// The text of a payload as this version, or a later one it already is.
pub(crate) fn raise(document: &Document, layout: &Layout, to: Variant) -> String {
    match (layout.shape, to) {
        (Shape::Envelope(own), to) if own >= to => document.strict_text().to_string(),
        (Shape::Envelope(_), _) => {
            let mut writes = Writes::default();
            name_version(&layout.envelope, to, &mut writes);
            if document.at(&format!("{}/group_only_greetings", layout.data)).is_none() {
                writes.set(format!("{}/group_only_greetings", layout.data), json!([]));
            }
            edited(document, writes)
        }
        _ => wrap(document, layout, to),
    }
}

/// A fresh payload without content.
pub(crate) fn skeleton(version: Variant, style: Style) -> String {
    let mut card = json!({});
    let mut writes = Writes::default();
    name_version("", version, &mut writes);
    writes.apply_to(&mut card);
    let mut data = required(Map::new());
    if version == Variant::V3 {
        data.insert("group_only_greetings".to_owned(), json!([]));
    }
    // The free part last, as people look for texts first.
    let extensions = data.shift_remove("extensions").unwrap_or_else(|| json!({}));
    data.insert("extensions".to_owned(), extensions);
    if let Value::Object(card) = &mut card {
        card.insert("data".to_owned(), Value::Object(data));
    }
    to_text(&card, style)
}

/// A payload made anew with an extension the platform knows its cards by. `value` is JSON text.
pub(crate) fn with_extension(text: String, key: &str, value: &str) -> String {
    let Ok(document) = Document::parse(text.as_str(), &ficha_json::Limits::default()) else { return text };
    let mut edit = document.edit();
    edit.splice(key, value);
    edit.finish()
}

fn name_version(envelope: &str, version: Variant, writes: &mut Writes) {
    let (spec, number) = match version {
        Variant::V1 | Variant::V2 => ("chara_card_v2", "2.0"),
        Variant::V3 => ("chara_card_v3", "3.0"),
    };
    writes.set(format!("{envelope}/spec"), json!(spec));
    writes.set(format!("{envelope}/spec_version"), json!(number));
}

fn required(mut data: Map<String, Value>) -> Map<String, Value> {
    for (key, empty) in V2_REQUIRED {
        if data.get(key).is_none_or(Value::is_null) {
            data.insert(key.to_owned(), empty_value(empty));
        }
    }
    data
}

fn empty_value(text: &str) -> Value {
    match text {
        "[]" => json!([]),
        "{}" => json!({}),
        _ => json!(""),
    }
}

/// A flat card, or one without its version, as an envelope.
fn wrap(document: &Document, layout: &Layout, to: Variant) -> String {
    let Some(card) = document.at(&layout.envelope) else { return document.strict_text().to_string() };
    let mut outer = Map::new();
    let mut data = Map::new();
    let mut rest = Map::new();
    let mut extensions = Map::new();
    let inner = (!layout.is_flat()).then(|| document.at(&layout.data)).flatten();
    for (key, node) in card.members() {
        let value = node.to_value();
        let renamed = RENAMED_MIRRORS.iter().find(|(mirror, _)| *mirror == key);
        match (inner, renamed) {
            _ if matches!(key.as_ref(), "spec" | "spec_version" | "data") => {}
            (None, Some((_, below))) => match below.strip_prefix("/extensions/") {
                Some(name) => {
                    extensions.insert(name.to_owned(), value);
                }
                None => {
                    data.entry(below.trim_start_matches('/')).or_insert(value);
                }
            },
            (None, None) if is_card_key(&key) => {
                data.insert(key.into_owned(), value);
            }
            _ => {
                rest.insert(key.into_owned(), value);
            }
        }
    }
    if let Some(Value::Object(inner)) = inner.map(Node::to_value) {
        data = inner;
    }
    if !extensions.is_empty() {
        if !data.get("extensions").is_some_and(Value::is_object) {
            data.insert("extensions".to_owned(), json!({}));
        }
        if let Some(Value::Object(own)) = data.get_mut("extensions") {
            for (key, value) in extensions {
                own.entry(key).or_insert(value);
            }
        }
    }
    let mut data = required(data);
    if to == Variant::V3 {
        data.entry("group_only_greetings").or_insert_with(|| json!([]));
    }
    let mut named = json!({});
    let mut writes = Writes::default();
    name_version("", to, &mut writes);
    writes.apply_to(&mut named);
    if let Value::Object(named) = named {
        outer.extend(named);
    }
    outer.insert("data".to_owned(), Value::Object(data));
    outer.extend(rest);
    let style = if document.text().contains('\n') { Style::Pretty(4) } else { Style::Compact };
    let whole = to_text(&Value::Object(outer), style);
    if layout.envelope.is_empty() {
        return whole;
    }
    let mut edit = document.edit();
    edit.splice(&layout.envelope, &whole);
    edit.finish()
}

fn is_card_key(key: &str) -> bool {
    V2_REQUIRED.iter().any(|(known, _)| *known == key) || V3_KEYS.contains(&key) || key == "character_book"
}

/// An envelope built anew with everything its version requires: absent and misshapen required keys get their empty
/// value, and every entry of its book says whether its keys are patterns (V3).
pub(crate) fn complete(document: Document, version: Variant, id: &str) -> Result<Document, EncodeError> {
    let Some((layout, _)) = Layout::of(&document) else { return Ok(document) };
    if layout.is_flat() {
        return Ok(document);
    }
    let mut writes = Writes::default();
    require(&document, &layout, &mut writes);
    if version == Variant::V3 && document.at(&format!("{}/group_only_greetings", layout.data)).is_none() {
        writes.set(format!("{}/group_only_greetings", layout.data), json!([]));
    }
    let source = format!("{}/source", layout.data);
    if let Some(text) = document.at(&source).filter(|_| version == Variant::V3).and_then(|node| node.as_str()) {
        // V2 cards hold it as a text of their own; V3 says a list.
        writes.set(source, json!([text]));
    }
    if let Some((book, pointer)) = book::find(&document, &layout) {
        complete_book(book, &pointer, false, &mut writes);
        if version == Variant::V3 {
            say_patterns(book, &pointer, &mut writes);
        }
    }
    carrier::parse_own(edited(&document, writes), id)
}

/// Writes `use_regex` where an entry lacks it: true when every key is spelt as a pattern.
fn say_patterns(book: Node<'_>, at: &str, writes: &mut Writes) {
    let Some(entries) = book.get("entries").filter(|entries| entries.is_array()) else { return };
    for (index, entry) in entries.items().enumerate() {
        if !entry.is_object() || entry.get("use_regex").is_some_and(|flag| flag.as_bool().is_some()) {
            continue;
        }
        let lists =
            ["keys", "secondary_keys"].into_iter().filter_map(|list| entry.get(list)).filter(|list| list.is_array());
        let keys: Vec<_> = lists.flat_map(|list| list.items()).filter_map(|key| key.as_str()).collect();
        let all = !keys.is_empty() && keys.iter().all(|key| parse_pattern(key).is_some());
        writes.set(format!("{at}/entries/{index}/use_regex"), json!(all));
    }
}

/// Sets what V2 requires and the data lack or have in another shape.
fn require(document: &Document, layout: &Layout, writes: &mut Writes) {
    let at = |key: &str| format!("{}/{key}", layout.data);
    for (key, empty) in V2_REQUIRED {
        let node = document.at(&at(key));
        let expected = empty_value(empty);
        let fits = match (&expected, node) {
            (_, None) => false,
            (Value::String(_), Some(node)) => node.is_string(),
            (Value::Array(_), Some(node)) => node.is_array() && node.items().all(Node::is_string),
            (_, Some(node)) => node.is_object(),
        };
        if !fits {
            let value = node.map_or(expected.clone(), |node| coerced(node, &expected));
            writes.set(at(key), value);
        }
    }
    if document.at(&at("character_book")).is_some_and(Node::is_null) {
        writes.remove(at("character_book"));
    }
}

/// The valid V2 copy of an envelope, and whether decorator lines were left out.
pub(crate) fn lower_to_v2(document: &Document, layout: &Layout, strip: bool) -> (String, bool) {
    let mut writes = Writes::default();
    name_version(&layout.envelope, Variant::V2, &mut writes);
    let at = |key: &str| format!("{}/{key}", layout.data);
    for key in V3_KEYS {
        writes.remove(at(key));
    }
    require(document, layout, &mut writes);
    let mut stripped = false;
    if let Some((book, pointer)) = book::find(document, layout) {
        stripped = complete_book(book, &pointer, strip, &mut writes);
    }
    (edited(document, writes), stripped)
}

/// What a value of another type says as a text, a list of texts or an object.
fn coerced(node: Node<'_>, expected: &Value) -> Value {
    let text = |node: Node<'_>| node.as_str().map_or_else(|| node.raw().to_owned(), |text| text.into_owned());
    let says = |node: &Node<'_>| !node.is_null() && !node.is_object() && !node.is_array();
    match expected {
        Value::String(_) if says(&node) => json!(text(node)),
        Value::Array(_) if node.is_array() => {
            Value::Array(node.items().filter(says).map(|item| json!(text(item))).collect())
        }
        Value::Array(_) if says(&node) && node.raw() != "\"\"" => json!([text(node)]),
        _ => expected.clone(),
    }
}

/// Gives a book and its entries what V2 requires of them.
fn complete_book(book: Node<'_>, at: &str, strip: bool, writes: &mut Writes) -> bool {
    let mut stripped = false;
    if !book.get("extensions").is_some_and(Node::is_object) {
        writes.set(format!("{at}/extensions"), json!({}));
    }
    let Some(entries) = book.get("entries").filter(|entries| entries.is_array()) else { return false };
    for (index, entry) in entries.items().enumerate().filter(|(_, entry)| entry.is_object()) {
        let here = format!("{at}/entries/{index}");
        let mut need = |key: &str, kind: NodeKind, value: Value| {
            if entry.get(key).is_none_or(|node| node.kind() != kind) {
                writes.set(format!("{here}/{key}"), value);
            }
        };
        let other = |key: &str| entry.get(key).map(|node| node.to_value());
        let number = |key: &str| match other(key)? {
            Value::String(text) => crate::read::number_of(text.trim()).map(Value::Number),
            value => Some(value).filter(Value::is_number),
        };
        need("extensions", NodeKind::Object, json!({}));
        // Rows of a world info file stand in some cards; what they say goes under the names the specification has.
        need("keys", NodeKind::Array, other("key").filter(Value::is_array).unwrap_or_else(|| json!([])));
        let disabled = other("disable").and_then(|value| value.as_bool()).unwrap_or(false);
        need("enabled", NodeKind::Bool, json!(!disabled));
        let order = ["insertion_order", "order"].into_iter().find_map(number);
        need("insertion_order", NodeKind::Number, order.unwrap_or_else(|| json!(100)));
        need("content", NodeKind::String, json!(""));
        if entry.get("id").is_some_and(|id| !id.is_number()) {
            writes.set(format!("{here}/id"), json!(index));
        }
        let content = entry.get("content").and_then(|content| content.as_str());
        if let Some(plain) = content.as_deref().filter(|_| strip).and_then(without_decorators) {
            stripped = true;
            writes.set(format!("{here}/content"), json!(plain));
        }
    }
    stripped
}

/// A text without the decorator lines at its start; `None` when it has none.
fn without_decorators(content: &str) -> Option<String> {
    if !content.trim_start().starts_with("@@") {
        return None;
    }
    let mut lines = content.trim_start().split_inclusive('\n').peekable();
    while lines.next_if(|line| line.trim_start().starts_with("@@") || line.trim().is_empty()).is_some() {}
    Some(lines.collect())
}

/// The six texts of V1, from an envelope.
pub(crate) fn lower_to_v1(document: &Document, layout: &Layout, style: Style) -> String {
    let mut card = Map::new();
    for key in V1_KEYS {
        let node = document.at(&format!("{}/{key}", layout.data));
        card.insert(key.to_owned(), node.map_or(json!(""), |node| coerced(node, &json!(""))));
    }
    to_text(&Value::Object(card), style)
}

/// A document with changes made.
pub(crate) fn edited(document: &Document, writes: Writes) -> String {
    if writes.is_empty() {
        return document.strict_text().to_string();
    }
    let mut edit = document.edit();
    writes.apply(document, &mut edit);
    edit.finish()
}

/// Whether a body says something only V3 can.
pub(crate) fn needs_v3(lineage: &Lineage, body: &Value) -> bool {
    let later = lineage.mapped().filter(|row| row.since == Variant::V3);
    let has_later = later.into_iter().any(|row| !crate::overlay::is_blank(crate::overlay::at(body, row.path)));
    has_later || !crate::overlay::is_blank(crate::overlay::at(body, "media.assets"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decorators_go_from_the_start_only() {
        assert_eq!(
            without_decorators("@@depth 2\n@@role user\n\nRain.\n@@ not one"),
            Some("Rain.\n@@ not one".to_owned())
        );
        assert_eq!(without_decorators("Rain. @@depth 2"), None);
        assert_eq!(without_decorators("@@activate"), Some(String::new()));
    }
}
