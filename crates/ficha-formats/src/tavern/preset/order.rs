//! The order of a preset's prompts: the file lists prompts in one place, and in another which of them are sent, in which
//! order and whether they are on.
//!
//! The list that counts is the one for the id 100001 (`PromptManager.js`); others are older and stay as they are. In the
//! body prompts stand in the order they are sent, those in no order behind them and off. An order may name a prompt
//! that is nowhere: it has a row with its id and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use ficha_json::{Document, Node};
use ficha_model::Path;
use serde_json::{Map, Value, json};

use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::Writes;
use crate::read::Reader;
use crate::record::{Arranged, ids};

/// The id under which the app keeps the order for every chat.
const EVERY_CHAT: i64 = 100_001;

const PROMPTS: &str = "prompts";

/// The order that counts, and its pointer.
fn order(document: &Document) -> Option<(Node<'_>, String)> {
    let all = document.at("/prompt_order").filter(|all| all.is_array())?;
    let (at, entry) = all.items().enumerate().find(|(_, entry)| {
        let id = entry.get("character_id");
        id.is_some_and(|id| id.as_i64().or_else(|| id.as_str()?.parse().ok()) == Some(EVERY_CHAT))
    })?;
    let order = entry.get("order").filter(|order| order.is_array())?;
    Some((order, format!("/prompt_order/{at}/order")))
}

/// The ids an order names, each once, and whether each is on.
fn named(order: Node<'_>) -> Vec<(String, Option<bool>)> {
    let mut seen = BTreeSet::new();
    let read = |item: Node<'_>| {
        let id = item.get("identifier").and_then(ids::spelt)?;
        let on = item.get("enabled").and_then(|on| on.as_bool().or_else(|| Some(on.as_str()? == "true")));
        Some((id, on))
    };
    order.items().filter_map(read).filter(|(id, _)| seen.insert(id.clone())).collect()
}

fn id_of(row: &Value) -> &str {
    row.get("id").and_then(Value::as_str).unwrap_or("")
}

fn rows_of(body: &Value) -> &[Value] {
    body.get(PROMPTS).and_then(Value::as_array).map(Vec::as_slice).unwrap_or(&[])
}

/// Puts prompts in the order they are sent.
pub(super) fn decode(document: &Document, _: &Roots, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let Some((order, at)) = order(document) else { return };
    let Some(Value::Array(rows)) = body.shift_remove(PROMPTS) else { return };
    let mut rows: Vec<Option<Value>> = rows.into_iter().map(Some).collect();
    let mut sent = Vec::with_capacity(rows.len());
    let switched = |mut row: Value, on: Option<bool>| {
        if let Value::Object(map) = &mut row {
            map.shift_remove("enabled");
            if let Some(on) = on {
                map.insert("enabled".to_owned(), Value::Bool(on));
            }
        }
        row
    };
    for (id, on) in named(order) {
        let found = rows.iter_mut().find(|row| row.as_ref().is_some_and(|row| id_of(row) == id)).and_then(Option::take);
        if found.is_none() {
            reader.info(NoteCode::UnknownValue, &at, format!("The order names {id}, and there is no such prompt."));
        }
        sent.push(switched(found.unwrap_or_else(|| json!({"id": id})), on));
    }
    sent.extend(rows.into_iter().flatten().map(|row| switched(row, Some(false))));
    body.insert(PROMPTS.to_owned(), Value::Array(sent));
}

/// Ids of the prompts in the file's own list, as the body has them.
fn listed(document: &Document) -> Vec<String> {
    let rows = document.at("/prompts").filter(|rows| rows.is_array() || rows.is_object());
    let items: Vec<Node<'_>> = rows.into_iter().flat_map(|rows| rows.items()).filter(|row| row.is_object()).collect();
    ids::body_ids(items.iter().map(|row| row.get("identifier").and_then(ids::spelt)).collect()).0
}

/// Whether a row is only a name in the order.
fn is_ghost(row: &Value, listed: &[String], named: &[(String, Option<bool>)]) -> bool {
    let bare = row.as_object().is_some_and(|row| row.keys().all(|key| key == "id" || key == "enabled"));
    let id = id_of(row);
    bare && !listed.iter().any(|known| known == id) && named.iter().any(|(known, _)| known == id)
}

/// A body with its prompts in the order of the file's own list, new ones behind; without what the order says of them.
pub(super) fn arrange(body: &Value, document: &Document) -> Arranged {
    let unchanged = || Arranged { body: body.clone(), list: PROMPTS, places: (0..rows_of(body).len()).collect() };
    let Some((order, _)) = order(document) else { return unchanged() };
    if rows_of(body).is_empty() {
        return unchanged();
    }
    let (listed, named) = (listed(document), named(order));
    let ranks: BTreeMap<&str, usize> = listed.iter().enumerate().map(|(rank, id)| (id.as_str(), rank)).collect();
    let mut rows: Vec<(usize, usize)> = rows_of(body)
        .iter()
        .enumerate()
        .filter(|(_, row)| !is_ghost(row, &listed, &named))
        .map(|(place, row)| (ranks.get(id_of(row)).copied().unwrap_or(usize::MAX), place))
        .collect();
    rows.sort();
    let mut body = body.clone();
    if let Some(Value::Array(all)) = body.get_mut(PROMPTS) {
        let ordered = rows.iter().filter_map(|(_, place)| all.get(*place).cloned()).map(|mut row| {
            if let Value::Object(map) = &mut row {
                map.shift_remove("enabled");
            }
            row
        });
        *all = ordered.collect();
    }
    Arranged { body, list: PROMPTS, places: rows.into_iter().map(|(_, place)| place).collect() }
}

/// Writes the order when prompts were moved, switched, added or taken out.
pub(super) fn encode(
    before: &Value,
    after: &Value,
    document: &Document,
    _: &Roots,
    writes: &mut Writes,
    notes: &mut Notes,
) {
    let Some((order, at)) = order(document) else { return };
    let said = |body: &Value| -> Vec<(String, Option<bool>)> {
        rows_of(body).iter().map(|row| (id_of(row).to_owned(), row.get("enabled").and_then(Value::as_bool))).collect()
    };
    let (old, new) = (said(before), said(after));
    if old == new {
        return;
    }
    let (listed, named) = (listed(document), named(order));
    let mut present: BTreeMap<String, Value> = BTreeMap::new();
    for item in order.items() {
        if let Some(id) = item.get("identifier").and_then(ids::spelt) {
            present.entry(id).or_insert_with(|| item.to_value());
        }
    }
    // What stands behind everything that is sent, and is off, may go on standing in no order.
    let in_order = |id: &str| named.iter().any(|(known, _)| known == id);
    let is_twin = |id: &str| listed.iter().any(|known| known == id) && !wire_ids(document).contains(id);
    let sent = |(id, on): &(String, Option<bool>)| {
        !is_twin(id) && (in_order(id) || *on != Some(false) || !listed.iter().any(|known| known == id))
    };
    let last = new.iter().rposition(sent).map_or(0, |last| last + 1);
    let path = Path::default().key(PROMPTS);
    let mut items = Vec::with_capacity(last);
    for (index, (id, on)) in new.iter().enumerate() {
        if is_twin(id) {
            if *on != Some(false) || index < last {
                let text = "Another prompt of the file has the same id, and an order can name only one of them.";
                notes.explain(path.index(index).key("enabled"), NoteCode::DuplicateId, text);
                notes.explain(path.clone(), NoteCode::DuplicateId, text);
            }
            continue;
        }
        if index >= last {
            continue;
        }
        let mut item = present.get(id).cloned().unwrap_or_else(|| json!({"identifier": id}));
        if let Value::Object(map) = &mut item {
            let known = named.iter().find(|(known, _)| known == id).map(|(_, on)| *on);
            if known != Some(*on) || !map.contains_key("enabled") {
                if on.is_none() {
                    let text = "The order has to say whether a prompt is on; it is.";
                    notes.explain(path.index(index).key("enabled"), NoteCode::FilledDefault, text);
                }
                map.insert("enabled".to_owned(), Value::Bool(on.unwrap_or(true)));
            }
        }
        items.push(item);
    }
    writes.set(at, Value::Array(items));
}

/// Ids that stand in the file's own list, in its own spelling.
fn wire_ids(document: &Document) -> BTreeSet<String> {
    let rows = document.at("/prompts").into_iter().flat_map(|rows| rows.items());
    rows.filter_map(|row| row.get("identifier").and_then(ids::spelt)).collect()
}
