//! The book inside a card and the lore of its module: whether they agree, and how the book follows.
//!
//! RisuAI writes one entry for each row, folders among them (`createBaseV3`).

use std::collections::HashMap;

use ficha_json::Node;
use ficha_model::Body;
use serde_json::{Value, json};

use super::{keys, lore};

/// Whether a book has an entry for each row that says the same.
pub(super) fn agrees(lore: Node<'_>, book: Node<'_>) -> bool {
    let Some(entries) = book.get("entries").filter(|entries| entries.is_array()) else { return false };
    entries.len() == lore.len() && lore.items().zip(entries.items()).all(|(row, entry)| is_same(row, entry))
}

fn is_same(row: Node<'_>, entry: Node<'_>) -> bool {
    let text =
        |node: Node<'_>, key: &str| node.get(key).and_then(|node| node.as_str()).unwrap_or_default().into_owned();
    let patterns = row.get("useRegex").and_then(Node::as_bool).unwrap_or(false);
    let line = text(row, "key");
    let spelt: Vec<String> = entry
        .get("keys")
        .into_iter()
        .flat_map(|keys| keys.items())
        .filter_map(|key| Some(key.as_str()?.trim().to_owned()))
        .collect();
    let title = text(entry, "name");
    let title = if title.is_empty() { text(entry, "comment") } else { title };
    text(row, "content") == text(entry, "content")
        && text(row, "comment") == title
        && keys::cut(&line, patterns) == keys::cut(&spelt.join(","), patterns)
}

/// The fields an entry of a book and a row of lore have in common.
const SHARED: [&str; 9] = [
    "title",
    "content",
    "constant",
    "triggerMode",
    "triggers",
    "secondaryTriggers",
    "caseSensitive",
    "sortOrder",
    "probability",
];

/// The body of the book when the module's lore went from one state to another. `lore` is the list as it was.
pub(super) fn followed(book: &Body, lore: Node<'_>, before: &Value, after: &Value) -> Value {
    let rows = |body: &'_ Value, key: &str| body.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let id = |row: &Value| row.get("id").and_then(Value::as_str).unwrap_or("").to_owned();
    let copies = book.list("entries");
    let (entries, folders) = (rows(before, "entries"), rows(before, "categories"));
    let (mut entry, mut folder) = (entries.iter(), folders.iter());
    // Which copy belongs to which row, and the sorts in their order.
    let mut known: HashMap<String, (&Value, &Value)> = HashMap::new();
    let mut kept: HashMap<String, &Value> = HashMap::new();
    let mut pattern = Vec::new();
    for (row, copy) in lore.items().zip(copies) {
        if lore::is_folder(row) {
            let id = folder.next().map(id).unwrap_or_default();
            kept.insert(id.clone(), copy);
            pattern.push(Some(id));
        } else {
            if let Some(row) = entry.next() {
                known.insert(id(row), (row, copy));
            }
            pattern.push(None);
        }
    }
    let new_folders = rows(after, "categories");
    let mut new_entries = rows(after, "entries").into_iter().map(|row| match known.get(&id(&row)) {
        Some((old, copy)) => changed((*copy).clone(), old, &row),
        None => {
            changed(json!({"id": id(&row), "content": "", "triggers": [], "secondaryTriggers": []}), &json!({}), &row)
        }
    });
    let mut whole = Vec::new();
    for sort in pattern {
        match sort {
            None => whole.extend(new_entries.next()),
            Some(folder) => {
                let now = new_folders.iter().find(|row| id(row) == folder);
                if let (Some(copy), Some(now)) = (kept.get(&folder), now) {
                    let mut copy = (*copy).clone();
                    let name = now.get("name").cloned().unwrap_or_else(|| json!(""));
                    if let (Value::Object(copy), true) = (&mut copy, copy_title(kept.get(&folder)) != name) {
                        copy.insert("title".to_owned(), name.clone());
                        copy.insert("comment".to_owned(), name);
                    }
                    whole.push(copy);
                }
            }
        }
    }
    whole.extend(new_entries);
    let mut body = book.value().as_object().cloned().unwrap_or_default();
    body.insert("entries".to_owned(), Value::Array(whole));
    Value::Object(body)
}

fn copy_title(copy: Option<&&Value>) -> Value {
    copy.and_then(|copy| copy.get("title")).cloned().unwrap_or_else(|| json!(""))
}

/// A copy with what changed between two states of its row.
fn changed(mut copy: Value, old: &Value, new: &Value) -> Value {
    let Value::Object(map) = &mut copy else { return copy };
    for field in SHARED {
        if old.get(field) == new.get(field) {
            continue;
        }
        match new.get(field) {
            Some(value) => {
                map.insert(field.to_owned(), value.clone());
                // RisuAI writes the title twice.
                if field == "title" {
                    map.insert("comment".to_owned(), value.clone());
                }
            }
            None => {
                map.shift_remove(field);
            }
        }
    }
    copy
}
