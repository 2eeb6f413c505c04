//! The `character_book` inside a card: decoding it to a lorebook body, and the changes of an edit.
//!
//! A book is found at `data.character_book`, else at `data.extensions.character_book`, else at the root (real cards
//! have all three). Its entries are a list or a map. Merged books carry a mark under `extensions.ficha`, by which
//! they are split again.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;

use ficha_container::{ContainerId, Place};
use ficha_json::{Document, Node, pointer};
use ficha_model::{Kind, Path};
use serde_json::{Map, Value, json};

use super::entry::{self, ROWS, Slots};
use super::layout::Layout;
use crate::format::{Clear, FormatSpec, Mapped, Shape, Variant, Wire, custom, kept, mapped};
use crate::notes::{NoteCode, Notes};
use crate::overlay::{self, Writes, state};
use crate::read::Reader;
use crate::record::ids::{self, NewIds, own_number};

/// The format id of an embedded book.
pub(crate) const ID: &str = "character-book";

const V2: &str = "Character Card V2, character_book";

/// The settings of a book, below the book.
#[rustfmt::skip]
const SETTINGS: &[Wire] = &[
    mapped("/name", "name", Shape::Text, Clear::Empty, Variant::V2, V2),
    mapped("/description", "description", Shape::Text, Clear::Empty, Variant::V2, V2),
    mapped("/scan_depth", "globalScanDepth", Shape::Number, Clear::Remove, Variant::V2, V2),
    mapped("/token_budget", "tokenBudget", Shape::Number, Clear::Remove, Variant::V2, V2),
    mapped("/recursive_scanning", "globalRecursion", Shape::Flag, Clear::Remove, Variant::V2, V2),
];

fn settings() -> impl Iterator<Item = &'static Mapped> {
    SETTINGS.iter().filter_map(|row| match row {
        Wire::Mapped(row) => Some(row),
        Wire::Native { .. } | Wire::Kept { .. } | Wire::List { .. } | Wire::Custom { .. } => None,
    })
}

/// What a book is, inside a card or in a file of its own.
pub(crate) static SPEC: LazyLock<FormatSpec> = LazyLock::new(|| FormatSpec {
    id: ID,
    platform: "tavern",
    kind: Kind::Lorebook,
    title: "Character book",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: Box::leak(Box::new([SETTINGS, rows_below("")])),
    private: &[],
    source: V2,
});

/// The rows of a book as part of a card's table, below a key. Made once for each table.
pub(crate) fn rows_below(base: &str) -> &'static [Wire] {
    let key = |below: String| -> &'static str { Box::leak(format!("{base}{below}").into_boxed_str()) };
    let mut rows = Vec::new();
    if !base.is_empty() {
        for row in settings() {
            rows.push(custom(key(row.key.to_owned()), &[], row.source));
        }
    }
    let ids: &[&str] = if base.is_empty() { &["entries[].id"] } else { &[] };
    rows.push(custom(key("/entries/*/id".to_owned()), ids, V2));
    rows.push(custom(key(format!("/entries/*/{}", entry::USE_REGEX.0)), &[], entry::USE_REGEX.1));
    for row in ROWS {
        let paths = if base.is_empty() { row.paths } else { &[] };
        for name in row.names {
            rows.push(custom(key(format!("/entries/*/{name}")), paths, row.source));
            rows.push(custom(key(format!("/entries/*/extensions/{name}")), paths, row.source));
        }
    }
    rows.push(kept(key("/extensions/ficha".to_owned()), "it says which books were merged here", "Ficha"));
    Box::leak(rows.into_boxed_slice())
}

/// Where the book of a card is.
pub(crate) fn find<'a>(document: &'a Document, layout: &Layout) -> Option<(Node<'a>, String)> {
    let places = [
        layout.locate("/data/character_book"),
        layout.locate("/data/extensions/character_book"),
        format!("{}/character_book", layout.envelope),
    ];
    places.into_iter().find_map(|at| {
        let node = document.at(&at)?;
        let entries = node.get("entries")?;
        (entries.is_array() || entries.is_object()).then_some((node, at))
    })
}

/// The wire entries of a book, with the token of each.
fn wire_entries<'a>(book: Node<'a>) -> Vec<(String, Node<'a>)> {
    let Some(entries) = book.get("entries") else { return Vec::new() };
    let listed = entries.items().enumerate().map(|(at, node)| (at.to_string(), node));
    let mapped = entries.members().map(|(key, node)| (key.into_owned(), node));
    let rows: Vec<(String, Node<'a>)> = if entries.is_array() { listed.collect() } else { mapped.collect() };
    rows.into_iter().filter(|(_, node)| node.is_object()).collect()
}

/// The body of a book.
pub(crate) fn decode(book: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Value {
    let mut body = Map::new();
    let find = |key: &str| {
        let node = book.get(key.get(1..)?)?;
        (!node.is_null()).then(|| (node, format!("{at}{key}")))
    };
    overlay::decode(settings(), &find, &mut body, reader);
    let wire = wire_entries(book);
    let slots: Vec<Slots<'_>> = wire.iter().map(|(_, node)| Slots::of(*node)).collect();
    let sillytavern = slots.iter().any(|slots| slots.is_sillytavern);
    let ids = body_ids(&slots, at, reader);
    let mut said = [false; ROWS.len()];
    let mut entries = Vec::with_capacity(wire.len());
    for (((token, _), slots), id) in wire.iter().zip(&slots).zip(ids) {
        let mut entry = Map::with_capacity(slots.filled() + 4);
        entry.insert("id".to_owned(), Value::String(id));
        let here = format!("{at}/entries/{}", pointer::escape(token));
        entry::decode(slots, slots.bare_patterns(sillytavern), &here, &mut said, reader, &mut entry);
        entries.push(Value::Object(entry));
    }
    body.insert("entries".to_owned(), Value::Array(entries));
    Value::Object(body)
}

/// The body ids of entries.
fn body_ids(slots: &[Slots<'_>], at: &str, reader: &mut Reader<'_>) -> Vec<String> {
    let (ids, doubled) = ids::body_ids(slots.iter().map(|slots| ids::spelt(slots.id?)).collect());
    if doubled {
        let text = "Two entries of the book share an id; SillyTavern keeps only the last of them.";
        reader.warn(NoteCode::DuplicateId, &format!("{at}/entries"), text);
    }
    ids
}

/// The body of a book, in silence, for comparisons.
pub(crate) fn decode_quietly(book: Node<'_>) -> Value {
    let mut notes = Notes::new();
    decode(book, "", &mut Reader::muted(&mut notes))
}

/// A book inside a merged one, by its mark.
pub(crate) struct Part {
    /// Its settings.
    settings: Value,
    /// How many entries it has.
    entries: usize,
    /// Ids its entries have in the merged book, and those they had before.
    ids: BTreeMap<String, String>,
}

impl Part {
    /// Whether this is what a mark made anew says of its entries.
    pub fn is_as(&self, mark: &Value) -> bool {
        let ids = mark.get("ids").and_then(Value::as_object);
        let same = |ids: &Map<String, Value>| {
            ids.len() == self.ids.len()
                && ids.iter().all(|(now, before)| self.ids.get(now).map(String::as_str) == before.as_str())
        };
        mark.get("entries").and_then(Value::as_u64) == u64::try_from(self.entries).ok()
            && ids.map_or(self.ids.is_empty(), same)
    }
}

/// The parts of a merged book. `None` when it is not merged or was changed by an app that does not know the mark.
pub(crate) fn parts(book: Node<'_>) -> Option<Vec<Part>> {
    let books = book.at("/extensions/ficha/books")?;
    let part = |part: Node<'_>| {
        let ids = part.get("ids").into_iter().flat_map(|ids| ids.members());
        Some(Part {
            settings: part.get("settings").map(Node::to_value)?,
            entries: usize::try_from(part.get("entries")?.as_i64()?).ok()?,
            ids: ids.filter_map(|(now, before)| Some((now.into_owned(), before.as_str()?.into_owned()))).collect(),
        })
    };
    let parts: Vec<Part> = books.items().map(part).collect::<Option<_>>()?;
    let total = parts.iter().try_fold(0_usize, |total, part| total.checked_add(part.entries))?;
    (parts.len() > 1 && total == wire_entries(book).len()).then_some(parts)
}

/// Splits the body of a merged book; entries get the ids back that they had before.
pub(crate) fn split(body: &Value, parts: &[Part]) -> Vec<Value> {
    let mut entries = body.get("entries").and_then(Value::as_array).cloned().unwrap_or_default().into_iter();
    let split = parts.iter().enumerate().map(|(at, part)| {
        let mut book = match (at, body) {
            // The first book's settings are the merged one's.
            (0, Value::Object(whole)) => whole.clone(),
            _ => part.settings.as_object().cloned().unwrap_or_default(),
        };
        let mut rows: Vec<Value> = entries.by_ref().take(part.entries).collect();
        for row in &mut rows {
            let before = row.get("id").and_then(Value::as_str).and_then(|id| part.ids.get(id)).cloned();
            if let (Some(before), Value::Object(row)) = (before, row) {
                row.insert("id".to_owned(), Value::String(before));
            }
        }
        book.insert("entries".to_owned(), Value::Array(rows));
        Value::Object(book)
    });
    split.collect()
}

/// Merges books under the settings of the first. Ids that meet, or are no numbers, become free numbers; the mark of
/// each book says what they were. `known` are the parts of the merged book in the file, whose numbers are used again.
pub(crate) fn merge(books: &[&Value], known: Option<&[Part]>) -> (Value, Vec<Value>) {
    let mut merged = books.first().and_then(|book| book.as_object()).cloned().unwrap_or_default();
    let mut entries = Vec::new();
    let mut marks = Vec::new();
    let mut seen = BTreeSet::new();
    for (at, book) in books.iter().enumerate() {
        let numbers = known.and_then(|known| known.get(at)).map(|part| &part.ids).into_iter().flatten();
        let numbers: HashMap<&str, &String> = numbers.map(|(now, before)| (before.as_str(), now)).collect();
        let rows = entries_of(book);
        let mut ids = Map::new();
        for row in rows {
            let mut row = row.clone();
            let id = row.get("id").and_then(Value::as_str).unwrap_or("").to_owned();
            let number = match numbers.get(id.as_str()).filter(|now| !seen.contains(**now)) {
                Some(now) => (*now).clone(),
                None if own_number(&id).is_some() && !seen.contains(&id) => id.clone(),
                None => {
                    let mut free = (entries.len()..).map(|number| number.to_string());
                    free.find(|id| !seen.contains(id)).unwrap_or_default()
                }
            };
            if number != id {
                ids.insert(number.clone(), Value::String(id));
            }
            seen.insert(number.clone());
            if let Value::Object(row) = &mut row {
                row.insert("id".to_owned(), Value::String(number));
            }
            entries.push(row);
        }
        let mut settings = book.as_object().cloned().unwrap_or_default();
        settings.shift_remove("entries");
        let mut mark = json!({"settings": settings, "entries": rows.len()});
        if let (false, Value::Object(mark)) = (ids.is_empty(), &mut mark) {
            mark.insert("ids".to_owned(), Value::Object(ids));
        }
        marks.push(mark);
    }
    merged.insert("entries".to_owned(), Value::Array(entries));
    (Value::Object(merged), marks)
}

/// The entries of a body.
fn entries_of(body: &Value) -> &[Value] {
    body.get("entries").and_then(Value::as_array).map(Vec::as_slice).unwrap_or(&[])
}

/// What an overlay of a book needs to know beside the bodies.
pub(crate) struct Target<'a> {
    /// The present book on the wire; `None` makes one anew.
    pub wire: Option<Node<'a>>,
    /// Its pointer.
    pub at: &'a str,
    /// `lorebook/id` of a linked book, for reasons; `None` for the main entity.
    pub address: Option<&'a str>,
}

/// The changes between two bodies of a book, as pointers of the payload.
pub(crate) fn overlay(before: &Value, after: &Value, target: &Target<'_>, notes: &mut Notes, writes: &mut Writes) {
    let at = target.at;
    let find = |key: &str| Some((target.wire?.get(key.get(1..)?)?, String::new()));
    overlay::overlay(settings(), before, after, &find, &|key| format!("{at}{key}"), notes, writes);
    let (old, new) = (entries_of(before), entries_of(after));
    let wire = target.wire.map(wire_entries).unwrap_or_default();
    let sillytavern = wire.iter().any(|(_, node)| entry::is_sillytavern(*node));
    let path = Path::default().key("entries");
    let in_place = old.len() == new.len()
        && old.len() == wire.len()
        && old.iter().zip(new).all(|(old, new)| old.get("id") == new.get("id"));
    let changed = |old: &Value, new: &Value, node: Node<'_>, index: usize, notes: &mut Notes| {
        let slots = Slots::of(node);
        let bare = slots.bare_patterns(sillytavern);
        entry::overlay(old, new, Some(&slots), bare, &path.index(index), target.address, notes)
    };
    if in_place {
        for (index, ((old, new), (token, node))) in old.iter().zip(new).zip(&wire).enumerate() {
            if old != new {
                let changes = changed(old, new, *node, index, notes);
                writes.extend_at(&format!("{at}/entries/{}", pointer::escape(token)), changes);
            }
        }
        return;
    }
    // Rows came, went or moved: the list is put together from the rows that are there and new ones.
    let ids = old.iter().map(|old| old.get("id").and_then(Value::as_str).unwrap_or(""));
    let places: HashMap<&str, usize> = ids.zip(0..wire.len()).collect();
    let numbers = wire.iter().filter_map(|(_, node)| Slots::of(*node).id?.as_i64());
    let mut ids = NewIds::of(numbers, new, old);
    let mut rows = Vec::with_capacity(new.len());
    let mut spelt = Vec::with_capacity(new.len());
    let mut renumbered = 0;
    for (index, entry) in new.iter().enumerate() {
        let id = entry.get("id").and_then(Value::as_str).unwrap_or("");
        let known = places.get(id).and_then(|place| Some((old.get(*place)?, wire.get(*place)?)));
        match known {
            Some((old, (token, node))) => {
                let changes = changed(old, entry, *node, index, notes);
                let mut row = node.to_value();
                changes.apply_to(&mut row);
                // A row without an id was told by its place, which is another now.
                if let (Value::Object(row), None) = (&mut row, Slots::of(*node).id.filter(|id| !id.is_null())) {
                    row.insert("id".to_owned(), own_number(id).map_or_else(|| json!(id), |number| json!(number)));
                }
                let own = Slots::of(*node).id.and_then(ids::spelt);
                spelt.push(Some(own.unwrap_or_else(|| id.to_owned())));
                rows.push((token.clone(), row));
            }
            None => {
                let number = ids.next(id);
                if number.to_string() != id {
                    renumbered += 1;
                    let here = path.index(index).key("id");
                    let text = "SillyTavern takes only numbers as ids.";
                    notes.explain_in(target.address, here, NoteCode::RenumberedEntries, text);
                }
                spelt.push(Some(number.to_string()));
                rows.push((number.to_string(), new_entry(entry, number, &path.index(index), target.address, notes)));
            }
        }
    }
    // Entries that share an id are told apart by their order, which may be another now.
    for (index, (entry, (_, row))) in new.iter().zip(&mut rows).enumerate() {
        let id_of = |entry: &Value| entry.get("id").and_then(Value::as_str).unwrap_or("").to_owned();
        let id = id_of(entry);
        let (read, _) = ids::body_ids(spelt.clone());
        let Some(read) = read.into_iter().nth(index).filter(|read| *read != id && places.contains_key(id.as_str()))
        else {
            continue;
        };
        let here = path.index(index).key("id");
        if new.iter().all(|entry| id_of(entry) != read) {
            let text = "The entry whose id it shared is gone; the id is its own now.";
            notes.explain_in(target.address, here, NoteCode::DuplicateId, text);
        } else if let (Value::Object(row), Some(spelt)) = (row, spelt.get_mut(index)) {
            let number = ids.next(&id);
            row.insert("id".to_owned(), json!(number));
            *spelt = Some(number.to_string());
            if number.to_string() != id {
                let text = "Another entry has this id and stands behind it now; it got a number of its own.";
                notes.explain_in(target.address, here, NoteCode::RenumberedEntries, text);
            }
        }
    }
    if renumbered > 0 {
        let text = format!("{renumbered} entries got a number as their id; SillyTavern refuses other ids.");
        notes.info(NoteCode::RenumberedEntries, Place::pointer(format!("{at}/entries")), text);
    }
    let whole = match target.wire.and_then(|book| book.get("entries")) {
        Some(entries) if entries.is_object() => Value::Object(rows.into_iter().collect()),
        _ => Value::Array(rows.into_iter().map(|(_, row)| row).collect()),
    };
    writes.arrange(format!("{at}/entries"), whole);
}

/// A book made anew. `merged` are the marks of [`merge`] when it is several.
pub(crate) fn build(body: &Value, marks: Option<&[Value]>, address: Option<&str>, notes: &mut Notes) -> Value {
    let mut book = json!({"name": ""});
    let mut writes = Writes::default();
    let nothing = json!({"entries": []});
    overlay(&nothing, body, &Target { wire: None, at: "", address }, notes, &mut writes);
    writes.apply_to(&mut book);
    if let Value::Object(book) = &mut book {
        if overlay::is_blank(body.get("name")) {
            book.shift_remove("name");
        }
        let rows = book.shift_remove("entries").unwrap_or_else(|| json!([]));
        let extensions = marks.map_or_else(|| json!({}), |marks| json!({"ficha": {"books": marks}}));
        book.insert("extensions".to_owned(), extensions);
        book.insert("entries".to_owned(), rows);
    }
    book
}

/// An entry made anew: what the specification requires, then what the body says.
fn new_entry(entry: &Value, id: i64, path: &Path, address: Option<&str>, notes: &mut Notes) -> Value {
    let mut row = json!({
        "id": id,
        "keys": [],
        "secondary_keys": [],
        "comment": "",
        "content": "",
        "constant": false,
        "selective": false,
        "insertion_order": 100,
        "enabled": true,
        "position": "after_char",
        "use_regex": false,
        "extensions": {},
    });
    let nothing = json!({});
    entry::overlay(&nothing, entry, None, false, path, address, notes).apply_to(&mut row);
    let titled = entry
        .get("title")
        .filter(|_| overlay::is_blank(entry.get("comment")) && !overlay::is_blank(entry.get("title")));
    let all: Vec<&Value> =
        ["triggers", "secondaryTriggers"].iter().filter_map(|key| entry.get(key)?.as_array()).flatten().collect();
    let patterns = !all.is_empty() && all.iter().all(|trigger| trigger.get("isRegex") == Some(&Value::Bool(true)));
    for field in ["enabled", "sortOrder"].into_iter().filter(|field| overlay::is_blank(entry.get(field))) {
        let text = "The specification wants a value here; the one of a new entry was written.";
        notes.explain_in(address, path.key(field), NoteCode::FilledDefault, text);
    }
    if let Value::Object(row) = &mut row {
        row.insert("use_regex".to_owned(), Value::Bool(patterns));
        // What the specification does not require and the body does not say is left out.
        for (key, field) in
            [("comment", "comment"), ("constant", "constant"), ("selective", "triggerMode"), ("position", "position")]
        {
            if state(None, entry.get(field)) == overlay::State::Equal {
                row.shift_remove(key);
            }
        }
        if overlay::is_blank(entry.get("secondaryTriggers")) {
            row.shift_remove("secondary_keys");
        }
        if let Some(title) = titled {
            row.insert("comment".to_owned(), title.clone());
            let text =
                "SillyTavern shows the comment as the title and does not read the name; the title stands in both.";
            notes.explain_in(address, path.key("comment"), NoteCode::Adapted, text);
        }
        for field in ["enabled", "sortOrder"].into_iter().filter(|field| entry.get(*field).is_none_or(Value::is_null)) {
            let text = "The specification requires it; SillyTavern's own default was written.";
            notes.explain_in(address, path.key(field), NoteCode::FilledDefault, text);
        }
    }
    row
}
