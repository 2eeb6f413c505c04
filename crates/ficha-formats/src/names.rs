//! Lists of things that have a name: tags and categories of sites that keep objects where others keep words.

use ficha_json::{Node, pointer};
use serde_json::{Value, json};

use crate::format::Coded;
use crate::overlay::Said;
use crate::read::Reader;

/// A list of texts, or of objects with a `name`; body: list of texts. Written as texts.
pub(crate) static NAMES: Coded = Coded { name: "names", decode, encode, empty: "[]" };

fn decode(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    if !node.is_array() {
        return reader.texts(node, at).map(|texts| json!(texts));
    }
    let names = node.items().enumerate().filter_map(|(index, item)| {
        let here = pointer::join(at, &index.to_string());
        match item.get("name") {
            Some(name) => reader.text(name, &format!("{here}/name")),
            None => reader.text(item, &here),
        }
    });
    Some(json!(names.collect::<Vec<_>>()))
}

fn encode(value: &Value, _: Option<Node<'_>>, _: &mut Said<'_>) -> Option<Value> {
    Some(value.clone())
}
