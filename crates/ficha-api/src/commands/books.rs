//! Books made of books. Rules kept here: a merge and a split make new books and leave the old ones as
//! they are; a new book has the original of the book it was cut from, so that what only one app knows of its entries
//! goes along; no entry loses what its own book said of all.

use std::collections::{BTreeMap, BTreeSet};

use ficha_model::{Entity, Kind, canonical_id};
use serde_json::{Value, json};

use super::entity::keep_made;
use super::lore::entries_of;
use super::{address, count};
use crate::dto::{Address, LoreMade, LorePart};
use crate::lore::by_text;
use crate::{ApiError, ErrorCode, Studio};

/// What an entry takes over from its book when the book it comes into says otherwise.
const OF_BOOK: [(&str, &str); 3] = [
    ("globalScanDepth", "scanDepth"),
    ("globalCaseSensitive", "caseSensitive"),
    ("globalMatchWholeWords", "matchWholeWords"),
];

fn book(studio: &Studio, text: &str) -> Result<Entity, ApiError> {
    let at = address(studio, text)?;
    if at.kind() != Kind::Lorebook {
        return Err(ApiError::new(ErrorCode::Usage, format!("{at} is no lorebook.")));
    }
    Ok(studio.library().open_entity(&at)?.entity)
}

fn list_of(body: &Value, key: &str) -> Vec<Value> {
    body.get(key).and_then(Value::as_array).cloned().unwrap_or_default()
}

/// Puts a list, or takes an empty one away.
fn put(body: &mut Value, key: &str, list: Vec<Value>) {
    let Some(map) = body.as_object_mut() else { return };
    if list.is_empty() && key != "entries" {
        map.shift_remove(key);
    } else {
        map.insert(key.to_owned(), Value::Array(list));
    }
}

/// Makes one book of several, the first giving its settings and its original. `folders` puts the entries of each book
/// into a folder of its name; `once` leaves out entries whose keys and text are there already.
///
/// # Errors
/// `usage` for fewer than two books, `not-found`, or what keeps the library from being written.
pub fn merge(
    studio: &Studio,
    addresses: Vec<Address>,
    name: String,
    folders: bool,
    once: bool,
) -> Result<LoreMade, ApiError> {
    let books = addresses.iter().map(|text| book(studio, text)).collect::<Result<Vec<_>, _>>()?;
    let (Some(first), true) = (books.first(), books.len() > 1) else {
        return Err(ApiError::new(ErrorCode::Usage, "A merge needs two books."));
    };
    let mut merged = Merged { own: first.body.value().clone(), ..Merged::default() };
    for (number, one) in books.iter().enumerate() {
        merged.add(number, one, folders, once);
    }
    let twins = merged.twins;
    let mut entity = first.clone();
    entity.id = canonical_id(&name);
    let body = entity.body.value_mut();
    put(body, "entries", merged.entries);
    put(body, "categories", merged.categories);
    put(body, "order", Vec::new());
    body["name"] = json!(name);
    made(studio, entity, count(twins))
}

#[derive(Default)]
struct Merged {
    /// The first book's body.
    own: Value,
    entries: Vec<Value>,
    categories: Vec<Value>,
    ids: BTreeSet<String>,
    folders: BTreeSet<String>,
    said: BTreeSet<String>,
    twins: usize,
}

impl Merged {
    fn add(&mut self, number: usize, book: &Entity, folders: bool, once: bool) {
        let body = book.body.value();
        let folder = folders.then(|| {
            let id = free(&mut self.folders, &format!("book-{}", number + 1));
            self.categories.push(json!({ "id": id, "name": book.name() }));
            id
        });
        let mut moved: BTreeMap<String, String> = BTreeMap::new();
        if folder.is_none() {
            for mut category in list_of(body, "categories") {
                if let Some(id) = category.get("id").and_then(Value::as_str).map(str::to_owned) {
                    let fresh = free(&mut self.folders, &id);
                    category["id"] = json!(fresh);
                    moved.insert(id, fresh);
                }
                self.categories.push(category);
            }
        }
        for mut row in list_of(body, "entries") {
            if once && !self.said.insert(sayings(&row)) {
                self.twins += 1;
                continue;
            }
            if let Some(row) = row.as_object_mut() {
                let id = row.get("id").and_then(Value::as_str).unwrap_or_default();
                row.insert("id".to_owned(), json!(free(&mut self.ids, id)));
                let lies = row.get("categoryId").and_then(Value::as_str).and_then(|id| moved.get(id));
                if let Some(id) = folder.as_ref().or(lies) {
                    row.insert("categoryId".to_owned(), json!(id));
                }
                for (of_book, of_entry) in OF_BOOK {
                    let said = body.get(of_book).filter(|said| Some(*said) != self.own.get(of_book));
                    if let (Some(said), true) = (said, row.get(of_entry).is_none_or(Value::is_null)) {
                        row.insert(of_entry.to_owned(), said.clone());
                    }
                }
            }
            self.entries.push(row);
        }
    }
}

/// An id like the wanted one that is not taken yet.
fn free(taken: &mut BTreeSet<String>, wanted: &str) -> String {
    let mut id = wanted.to_owned();
    let mut next = taken.len();
    while id.is_empty() || !taken.insert(id.clone()) {
        id = next.to_string();
        next += 1;
    }
    id
}

/// What an entry says and what it is called by, as one text.
fn sayings(row: &Value) -> String {
    let part = |key: &str| row.get(key).map(Value::to_string).unwrap_or_default();
    [part("content"), part("triggers"), part("secondaryTriggers")].join("\n")
}

/// Makes a book of each part of a book. Entries may be in several parts, or in none.
///
/// # Errors
/// `usage` for a part without entries, `not-found`, or what keeps the library from being written.
pub fn split(studio: &Studio, text: Address, parts: Vec<LorePart>) -> Result<Vec<LoreMade>, ApiError> {
    let whole = book(studio, &text)?;
    let rows = list_of(whole.body.value(), "entries");
    let taken = |part: &LorePart| -> Vec<Value> {
        let wanted: BTreeSet<usize> = part.entries.iter().map(|at| *at as usize).collect();
        wanted.into_iter().filter_map(|at| rows.get(at).cloned()).collect()
    };
    let lists: Vec<Vec<Value>> = parts.iter().map(taken).collect();
    if lists.is_empty() || lists.iter().any(Vec::is_empty) {
        return Err(ApiError::new(ErrorCode::Usage, "A part needs an entry."));
    }
    let cut = parts.into_iter().zip(lists).map(|(part, entries)| {
        let mut entity = whole.clone();
        entity.id = canonical_id(&part.name);
        let body = entity.body.value_mut();
        let (folders, order) = kept_rows(body, &entries);
        put(body, "entries", entries);
        put(body, "categories", folders);
        put(body, "order", order);
        body["name"] = json!(part.name);
        made(studio, entity, 0)
    });
    cut.collect()
}

/// The folders some entries lie in with those around them, and the order of what is left.
fn kept_rows(body: &Value, entries: &[Value]) -> (Vec<Value>, Vec<Value>) {
    let folders = by_text(body, "categories", "id");
    let mut kept: BTreeSet<&str> = BTreeSet::new();
    for row in entries {
        let mut id = row.get("categoryId").and_then(Value::as_str);
        while let Some((id_now, folder)) = id.and_then(|id| folders.get_key_value(id)) {
            if !kept.insert(id_now) {
                break;
            }
            id = folder.get("parentId").and_then(Value::as_str);
        }
    }
    let is_kept = |row: &Value| row.get("id").and_then(Value::as_str).is_some_and(|id| kept.contains(id));
    let ids: BTreeSet<&str> = entries.iter().filter_map(|row| row.get("id")?.as_str()).collect();
    let is_left = |id: &Value| id.as_str().is_some_and(|id| kept.contains(id) || ids.contains(id));
    (
        list_of(body, "categories").into_iter().filter(is_kept).collect(),
        list_of(body, "order").into_iter().filter(is_left).collect(),
    )
}

fn made(studio: &Studio, entity: Entity, twins: u32) -> Result<LoreMade, ApiError> {
    let entries = entries_of(entity.body.value());
    let opened = keep_made(studio, entity, "made")?;
    Ok(LoreMade { address: opened.address, name: opened.name, entries, twins })
}
