//! Writing edits by a table: fields in three states, and lists whose rows came, went, moved or changed.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use ficha_json::{Document, Node, pointer, value_eq};
use ficha_model::Path;
use serde_json::{Map, Value, json};

use super::decode::{is_row, wire_rows};
use super::ids::{self, NewIds};
use super::table::{Field, List, Row, Table};
use crate::format::{Clear, Form, IdFrom, Shape};
use crate::notes::{NoteCode, Notes};
use crate::overlay::{Said, State, Writes, at, clear, constant, encode_shape, is_blank, state};
use crate::read::Reader;

/// Where an object is that is written.
pub(crate) struct Target<'a> {
    /// The present object; `None` makes one anew.
    pub wire: Option<Node<'a>>,
    /// Its pointer in the payload; changes begin with it.
    pub at: &'a str,
    /// `kind/id` of a linked entity, for reasons; `None` for the main one.
    pub address: Option<&'a str>,
    /// Its path in the body, for reasons.
    pub path: Path,
}

impl Target<'_> {
    fn said<'n>(&'n self, path: Path, notes: &'n mut Notes) -> Said<'n> {
        Said { notes, address: self.address, path }
    }
}

/// A path and a dotted path below it.
fn below(path: &Path, rest: &str) -> Path {
    Path(path.0.iter().cloned().chain(Path::of(rest).0).collect())
}

impl Table {
    /// The changes between two states of one object.
    pub fn overlay(&self, before: &Value, after: &Value, target: &Target<'_>, notes: &mut Notes, writes: &mut Writes) {
        for field in &self.fields {
            let new = at(after, field.path);
            let change = state(at(before, field.path), new);
            if change == State::Equal {
                continue;
            }
            let rows = match change {
                State::Cleared => field.rows_to_clear(at(before, field.path), target),
                State::Equal | State::Changed => field.rows_to_write(at(before, field.path), target),
            };
            for (row, present) in rows {
                let place = format!("{}{}", target.at, row.key);
                match (change, new) {
                    (State::Changed, Some(new)) => {
                        let mut said = target.said(below(&target.path, field.path), notes);
                        if let Some(value) = encode_shape(row.mapped.shape, new, present, &mut said) {
                            writes.set(place, value);
                        }
                    }
                    _ => {
                        clear(row.mapped, place, writes);
                        if row.fills() {
                            let text = "The app wants a value here; its own default was written.";
                            target.said(below(&target.path, field.path), notes).explain(NoteCode::FilledDefault, text);
                        }
                    }
                }
            }
        }
        for list in &self.lists {
            // Of several spellings of one list the one that is there is written, else the first.
            let mut spellings = self.lists.iter().filter(|other| other.path == list.path);
            let there =
                |other: &&List| target.wire.and_then(|wire| wire.at(other.key)).is_some_and(|node| !node.is_null());
            let chosen = spellings.clone().find(there).or(spellings.next());
            if chosen.is_some_and(|chosen| chosen.key != list.key) {
                continue;
            }
            let rows = |body| at(body, list.path).and_then(Value::as_array).map(Vec::as_slice).unwrap_or(&[]);
            let present = target.wire.and_then(|wire| wire.at(list.key));
            if rows(before) != rows(after) {
                list.overlay(rows(before), rows(after), present, target, notes, writes);
            }
        }
    }
}

impl Row {
    /// Whether a cleared field reads back as something: the app's own default stands in its place.
    fn fills(&self) -> bool {
        let text = match (self.mapped.clear, self.mapped.shape) {
            (Clear::To(text), _) => text,
            (Clear::Empty, Shape::Coded(coded)) => coded.empty,
            (Clear::Empty | Clear::Remove, _) => return false,
        };
        let Ok(document) = Document::parse(text, &ficha_json::Limits::default()) else { return false };
        let mut quiet = Notes::new();
        !is_blank(Reader::muted(&mut quiet).shape(self.mapped.shape, document.root(), "").as_ref())
    }
}

impl Field {
    /// The rows a cleared field is taken out of: those a change goes to, and any other spelling that says something,
    /// since it would be read in the place of what was cleared.
    fn rows_to_clear<'a>(&self, before: Option<&Value>, target: &Target<'a>) -> Vec<(&Row, Option<Node<'a>>)> {
        let mut rows = self.rows_to_write(before, target);
        let mut quiet = Notes::new();
        let mut reader = Reader::muted(&mut quiet);
        for row in &self.rows {
            let Some(node) = target.wire.and_then(|wire| wire.at(row.key)) else { continue };
            let is_new = rows.iter().all(|(known, _)| known.key != row.key);
            if is_new && !is_blank(reader.shape(row.mapped.shape, node, "").as_ref()) {
                rows.push((row, Some(node)));
            }
        }
        rows
    }

    /// The rows a change goes to: those whose key is there and said what the body said; else the first that is there;
    /// else the first of the table.
    fn rows_to_write<'a>(&self, before: Option<&Value>, target: &Target<'a>) -> Vec<(&Row, Option<Node<'a>>)> {
        let present = |row: &Row| target.wire.and_then(|wire| wire.at(row.key));
        let mut quiet = Notes::new();
        let mut reader = Reader::muted(&mut quiet);
        let mut equal = Vec::new();
        let mut first = None;
        for row in &self.rows {
            let Some(node) = present(row) else { continue };
            first = first.or(Some((row, Some(node))));
            let value = reader.shape(row.mapped.shape, node, "");
            if state(before, value.as_ref()) == State::Equal {
                equal.push((row, Some(node)));
            }
        }
        match (equal.is_empty(), first, self.rows.first()) {
            (false, ..) => equal,
            (true, Some(first), _) => vec![first],
            (true, None, Some(row)) => vec![(row, None)],
            (true, None, None) => Vec::new(),
        }
    }
}

impl List {
    fn overlay(
        &self,
        old: &[Value],
        new: &[Value],
        present: Option<Node<'_>>,
        target: &Target<'_>,
        notes: &mut Notes,
        writes: &mut Writes,
    ) {
        let base = format!("{}{}", target.at, self.key);
        let path = below(&target.path, self.path);
        let wire = present.map(wire_rows).unwrap_or_default();
        let paired = old.len() == wire.len();
        let same_rows = old.len() == new.len() && old.iter().zip(new).all(|(old, new)| old.get("id") == new.get("id"));
        if paired && same_rows {
            for (index, ((old, new), (token, node))) in old.iter().zip(new).zip(&wire).enumerate() {
                if !value_eq(old, new) {
                    let changes = self.row(old, new, Some(*node), path.index(index), target, notes);
                    writes.extend_at(&pointer::join(&base, token), changes);
                }
            }
            return;
        }
        let whole = self.put_together(old, new, present, &wire, &path, target, notes);
        writes.arrange(base, whole);
    }

    /// The changes of one row, with pointers below it.
    fn row(
        &self,
        old: &Value,
        new: &Value,
        wire: Option<Node<'_>>,
        path: Path,
        target: &Target<'_>,
        notes: &mut Notes,
    ) -> Writes {
        let mut changes = Writes::default();
        let inside = Target { wire, at: "", address: target.address, path };
        self.table.overlay(old, new, &inside, notes, &mut changes);
        if let Some(encode) = self.items.encode {
            let mut said = Said { notes, address: target.address, path: inside.path };
            encode(old, new, wire, &mut changes, &mut said);
        }
        changes
    }

    /// The list from the rows that are there and new ones. What is no row keeps its place behind the row before it.
    #[expect(clippy::too_many_arguments, reason = "a list before, after, and as it is in the file")]
    fn put_together(
        &self,
        old: &[Value],
        new: &[Value],
        present: Option<Node<'_>>,
        wire: &[(String, Node<'_>)],
        path: &Path,
        target: &Target<'_>,
        notes: &mut Notes,
    ) -> Value {
        let id_of = |row: &Value| row.get("id").and_then(Value::as_str).unwrap_or("").to_owned();
        let places: HashMap<String, usize> = old.iter().map(id_of).zip(0..wire.len()).collect();
        let own = |token: &str, node: Node<'_>| present.and_then(|list| self.id(list, token, node));
        let as_map = present.map_or(self.items.form == Form::Map, |list| list.is_object());
        // In a map the keys are taken too, whatever the rows under them are called and even where none lies there.
        let others: HashSet<Cow<'_, str>> = match present.filter(|_| as_map) {
            Some(list) => list.members().filter(|(_, node)| !is_row(*node)).map(|(key, _)| key).collect(),
            None => HashSet::new(),
        };
        let keys = wire.iter().filter(|_| as_map).filter_map(|(token, _)| ids::own_number(token));
        let keys = keys.chain(others.iter().filter_map(|key| ids::own_number(key)));
        let taken = wire.iter().filter_map(|(token, node)| ids::own_number(&own(token, *node)?)).chain(keys);
        let mut numbers = NewIds::of(taken, new, old);
        let wire_count = wire.len();
        let mut rows: Vec<(String, Value)> = Vec::with_capacity(new.len());
        for (index, row) in new.iter().enumerate() {
            let id = id_of(row);
            let path = path.index(index);
            let known = places.get(&id).and_then(|place| Some((old.get(*place)?, wire.get(*place)?)));
            match known {
                Some((before, (token, node))) => {
                    let mut whole = node.to_value();
                    self.row(before, row, Some(*node), path, target, notes).apply_to(&mut whole);
                    // A row without an id was told by its place, which is another now.
                    if let (IdFrom::Key(key), None, Value::Object(map)) = (self.items.id, own(token, *node), &mut whole)
                    {
                        map.insert(key.to_owned(), self.wire_id(&id));
                    }
                    rows.push((token.clone(), whole));
                }
                None => {
                    let mut whole = constant(self.items.fresh);
                    let name = self.new_id(&id, &path, &mut numbers, target, notes);
                    if let (IdFrom::Key(key), Value::Object(map)) = (self.items.id, &mut whole) {
                        map.insert(key.to_owned(), self.wire_id(&name));
                    }
                    self.row(&self.fresh(), row, None, path, target, notes).apply_to(&mut whole);
                    rows.push((name, whole));
                }
            }
        }
        if let IdFrom::Key(key) = self.items.id {
            // Rows that share an id are told apart by their order, which may be another now.
            let spelt = |name: &String, row: &Value| {
                row.get(key).and_then(ids::spelt_value).or_else(|| as_map.then(|| name.clone()))
            };
            let wire = rows.iter().map(|(name, row)| spelt(name, row)).collect();
            let (read, _) = ids::body_ids(wire);
            for (index, ((_, whole), (read, row))) in rows.iter_mut().zip(read.iter().zip(new)).enumerate() {
                let id = id_of(row);
                let is_known = places.get(&id).is_some_and(|place| *place < wire_count);
                if *read == id {
                    continue;
                }
                let path = path.index(index);
                if !is_known {
                    if !self.items.numbers {
                        let text = "Another row has this id; the later one is marked.";
                        target.said(path.key("id"), notes).explain(NoteCode::DuplicateId, text);
                    }
                    continue;
                }
                if new.iter().any(|row| id_of(row) == *read) {
                    if let Value::Object(map) = whole {
                        let name = self.new_id(&id, &path, &mut numbers, target, notes);
                        map.insert(key.to_owned(), self.wire_id(&name));
                    }
                } else {
                    let text = "The row whose id it shared is gone; the id is its own now.";
                    target.said(path.key("id"), notes).explain(NoteCode::DuplicateId, text);
                }
            }
        }
        if as_map {
            let mut map = Map::new();
            for (name, row) in rows {
                let free = |name: &String| !map.contains_key(name) && !others.contains(name.as_str());
                let name = Some(name).filter(free).or_else(|| (0..).map(|n: usize| n.to_string()).find(free));
                map.insert(name.unwrap_or_default(), row);
            }
            let others = present.into_iter().flat_map(|list| list.members()).filter(|(_, node)| !is_row(*node));
            map.extend(others.map(|(key, node)| (key.into_owned(), node.to_value())));
            return Value::Object(map);
        }
        let mut list: Vec<Value> = rows.into_iter().map(|(_, row)| row).collect();
        if let Some(present) = present {
            for (at, node) in present.items().enumerate().filter(|(_, node)| !is_row(*node)) {
                list.insert(at.min(list.len()), node.to_value());
            }
        }
        Value::Array(list)
    }

    /// What a new row says before anything is put into it.
    fn fresh(&self) -> Value {
        let mut row = Map::new();
        if let Ok(document) = Document::parse(self.items.fresh, &ficha_json::Limits::default()) {
            let mut quiet = Notes::new();
            let mut reader = Reader::muted(&mut quiet);
            self.table.decode(document.root(), "", &mut row, &mut reader);
            if let Some(decode) = self.items.decode {
                decode(document.root(), "", &mut row, &mut reader);
            }
        }
        Value::Object(row)
    }

    /// An id as the wire has it.
    fn wire_id(&self, id: &str) -> Value {
        match ids::own_number(id).filter(|_| self.items.numbers) {
            Some(number) => json!(number),
            None => json!(id),
        }
    }

    /// What a new row is called on the wire.
    fn new_id(&self, id: &str, path: &Path, numbers: &mut NewIds, target: &Target<'_>, notes: &mut Notes) -> String {
        if self.items.id == IdFrom::Place {
            // Read back it is numbered; a number stands for the place it has anyway.
            if ids::own_number(id).is_none() {
                let text = "Rows have no ids in this file; they are told by their place.";
                target.said(path.key("id"), notes).explain(NoteCode::NoPlace, text);
            }
            return id.to_owned();
        }
        if !self.items.numbers {
            return id.to_owned();
        }
        let number = numbers.next(id).to_string();
        if number != id {
            let text = "The app takes only numbers as ids here.";
            target.said(path.key("id"), notes).explain(NoteCode::RenumberedEntries, text);
        }
        number
    }
}

/// Whether two bodies say the same.
pub(crate) fn unedited(before: &Value, after: &Value) -> bool {
    match (before, after) {
        (Value::Object(old), Value::Object(new)) => old.keys().chain(new.keys()).all(|key| {
            let (old, new) = (old.get(key), new.get(key));
            state(old, new) == State::Equal || (is_blank(old) && is_blank(new))
        }),
        _ => state(Some(before), Some(after)) == State::Equal,
    }
}
