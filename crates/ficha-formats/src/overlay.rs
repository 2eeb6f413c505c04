//! The overlay: the one way mapped fields go back onto the wire.
//!
//! Three states per field, judged on decoded values: equal to what the original decodes to, then the wire is left
//! alone; changed, then it is written; cleared, then the key goes or is emptied, as its row says. A blank that was
//! never there is not written. Changes are collected as [`Writes`] and put either into a text with its spans or into
//! a value built anew, so that edits and fresh files follow the same rows.

use std::collections::BTreeSet;

use ficha_json::{Document, Edit, Node, NodeKind, pointer, value_eq};
use serde_json::{Map, Value};

use ficha_model::Path;

use crate::format::{Clear, Lexicon, Mapped, Shape};
use crate::notes::{NoteCode, Notes};
use crate::read::{Reader, greeting};

/// Where the encoder of one value says what it cannot write.
pub(crate) struct Said<'a> {
    /// Where it is said.
    pub notes: &'a mut Notes,
    /// `kind/id` of a linked entity; `None` for the main one.
    pub address: Option<&'a str>,
    /// The body path of the value or row.
    pub path: Path,
}

impl Said<'_> {
    /// Gives the reason why the value does not arrive as it is.
    pub fn explain(&mut self, code: NoteCode, text: impl Into<String>) {
        let path = self.path.clone();
        self.explain_at(path, code, text);
    }

    /// The same for a field of the row.
    pub fn explain_field(&mut self, field: &str, code: NoteCode, text: impl Into<String>) {
        let path = Path(self.path.0.iter().cloned().chain(Path::of(field).0).collect());
        self.explain_at(path, code, text);
    }

    /// The same for an item of the value, a list.
    pub fn explain_item(&mut self, index: usize, code: NoteCode, text: impl Into<String>) {
        let path = self.path.index(index);
        self.explain_at(path, code, text);
    }

    fn explain_at(&mut self, path: Path, code: NoteCode, text: impl Into<String>) {
        match self.address {
            Some(address) => self.notes.explain_in(address, path, code, text),
            None => self.notes.explain(path, code, text),
        }
    }
}

/// Changes to one payload, by JSON Pointer, in the order they were made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Writes {
    list: Vec<(String, Option<Value>)>,
    /// Places whose members stand in the order of the value written there.
    arranged: BTreeSet<String>,
}

impl Writes {
    /// A value is written.
    pub fn set(&mut self, pointer: impl Into<String>, value: Value) {
        self.list.push((pointer.into(), Some(value)));
    }

    /// A value is written, and its members stand in the order it has them.
    pub fn arrange(&mut self, pointer: impl Into<String>, value: Value) {
        let pointer = pointer.into();
        self.arranged.insert(pointer.clone());
        self.list.push((pointer, Some(value)));
    }

    /// A key goes.
    pub fn remove(&mut self, pointer: impl Into<String>) {
        self.list.push((pointer.into(), None));
    }

    /// Takes back what was to be written at this pointer; answers whether anything was.
    pub fn forget(&mut self, pointer: &str) -> bool {
        let before = self.list.len();
        self.list.retain(|(at, _)| at != pointer);
        self.list.len() < before
    }

    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The changes.
    pub fn list(&self) -> &[(String, Option<Value>)] {
        &self.list
    }

    /// Takes over changes whose pointers start at `base`.
    pub fn extend_at(&mut self, base: &str, other: Writes) {
        self.list.extend(other.list.into_iter().map(|(at, value)| (format!("{base}{at}"), value)));
        self.arranged.extend(other.arranged.into_iter().map(|at| format!("{base}{at}")));
    }

    /// The value about to be written here.
    pub fn value_mut(&mut self, at: &str) -> Option<&mut Value> {
        self.list.iter_mut().rev().find(|(known, _)| known == at)?.1.as_mut()
    }

    /// Takes out the changes below a pointer, which no longer begin with it.
    pub fn take_below(&mut self, base: &str) -> Writes {
        let below = |at: &str| at.strip_prefix(base).is_some_and(|rest| rest.starts_with('/'));
        let rest = |at: &str| at.get(base.len()..).unwrap_or("").to_owned();
        let (taken, left): (Vec<_>, Vec<_>) = std::mem::take(&mut self.list).into_iter().partition(|(at, _)| below(at));
        let (arranged, others): (BTreeSet<_>, BTreeSet<_>) =
            std::mem::take(&mut self.arranged).into_iter().partition(|at| below(at));
        self.list = left;
        self.arranged = others;
        Writes {
            list: taken.into_iter().map(|(at, value)| (rest(&at), value)).collect(),
            arranged: arranged.iter().map(|at| rest(at)).collect(),
        }
    }

    /// Puts the changes into a text. Objects that are missing on the way are made whole, each once.
    pub fn apply(self, document: &Document, edit: &mut Edit<'_>) {
        let mut made: Vec<(String, Value)> = Vec::new();
        for (at, value) in self.list {
            let Some(value) = value else {
                if document.at(&at).is_some() {
                    edit.remove(&at);
                }
                continue;
            };
            match missing_ancestor(document, &at) {
                None if self.arranged.contains(&at) => {
                    edit.arrange(&at, &value);
                }
                None => {
                    edit.set(&at, &value);
                }
                Some(ancestor) => {
                    let place = match made.iter().position(|(known, _)| *known == ancestor) {
                        Some(place) => place,
                        None => {
                            made.push((ancestor.clone(), Value::Object(Map::new())));
                            made.len() - 1
                        }
                    };
                    if let Some((_, whole)) = made.get_mut(place) {
                        put(whole, at.get(ancestor.len()..).unwrap_or(""), value);
                    }
                }
            }
        }
        for (at, value) in made {
            edit.set(&at, &value);
        }
    }

    /// Puts the changes into a value.
    pub fn apply_to(self, root: &mut Value) {
        for (at, value) in self.list {
            match value {
                Some(value) => put(root, &at, value),
                None => take(root, &at),
            }
        }
    }
}

/// The topmost ancestor of a pointer that is no object or list yet; `None` when its parent is there.
fn missing_ancestor(document: &Document, at: &str) -> Option<String> {
    let tokens = pointer::tokens(at)?;
    let (_, parents) = tokens.split_last()?;
    let mut here = String::new();
    let mut node = Some(document.root());
    for token in parents {
        here = pointer::join(&here, token);
        node = node.and_then(|node| node.child(token));
        match node.map(Node::kind) {
            Some(NodeKind::Object | NodeKind::Array) => {}
            Some(NodeKind::Null | NodeKind::Bool | NodeKind::Number | NodeKind::String) | None => return Some(here),
        }
    }
    None
}

fn put(root: &mut Value, at: &str, value: Value) {
    let Some(tokens) = pointer::tokens(at) else { return };
    let mut here = root;
    for token in tokens {
        if let Value::Array(list) = here {
            let Some(item) = token.parse::<usize>().ok().and_then(|index| list.get_mut(index)) else { return };
            here = item;
            continue;
        }
        if !here.is_object() {
            *here = Value::Object(Map::new());
        }
        let Value::Object(map) = here else { return };
        here = map.entry(token).or_insert(Value::Null);
    }
    *here = value;
}

fn take(root: &mut Value, at: &str) {
    let Some(tokens) = pointer::tokens(at) else { return };
    let Some((last, parents)) = tokens.split_last() else { return };
    let parent = parents.iter().try_fold(root, |here, token| match here {
        Value::Object(map) => map.get_mut(token),
        Value::Array(list) => token.parse::<usize>().ok().and_then(|index| list.get_mut(index)),
        _ => None,
    });
    if let Some(Value::Object(map)) = parent {
        map.shift_remove(last);
    }
}

/// The value at a plain dotted path, as wire tables write them.
pub(crate) fn at<'a>(root: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(root, |value, key| value.get(key))
}

/// The same in a body under construction.
pub(crate) fn at_map<'a>(root: &'a Map<String, Value>, path: &str) -> Option<&'a Value> {
    match path.split_once('.') {
        None => root.get(path),
        Some((group, rest)) => at(root.get(group)?, rest),
    }
}

/// Puts a value at a plain dotted path of a body under construction.
pub(crate) fn place(body: &mut Map<String, Value>, path: &str, value: Value) {
    match path.split_once('.') {
        None => {
            body.insert(path.to_owned(), value);
        }
        Some((group, rest)) => {
            if !body.contains_key(group) {
                body.insert(group.to_owned(), Value::Object(Map::new()));
            }
            if let Some(Value::Object(map)) = body.get_mut(group) {
                place(map, rest, value);
            }
        }
    }
}

/// Whether a value says nothing: absent, null, an empty text, list or map.
pub(crate) fn is_blank(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Null) => true,
        Some(Value::String(text)) => text.is_empty(),
        Some(Value::Array(list)) => list.is_empty(),
        Some(Value::Object(map)) => map.is_empty(),
        Some(Value::Bool(_) | Value::Number(_)) => false,
    }
}

/// What became of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// As it was.
    Equal,
    /// Has another value.
    Changed,
    /// Has none any more.
    Cleared,
}

/// The state of a field between two bodies.
pub(crate) fn state(before: Option<&Value>, after: Option<&Value>) -> State {
    match (before, after) {
        (Some(before), Some(after)) if value_eq(before, after) => State::Equal,
        (before, after) if is_blank(before) && is_blank(after) => State::Equal,
        (_, None | Some(Value::Null)) => State::Cleared,
        (_, Some(_)) => State::Changed,
    }
}

/// Decodes mapped rows into a body. `wire` finds the value of a row's key.
pub(crate) fn decode<'a, 'd>(
    rows: impl Iterator<Item = &'a Mapped>,
    wire: &dyn Fn(&str) -> Option<(Node<'d>, String)>,
    body: &mut Map<String, Value>,
    reader: &mut Reader<'_>,
) {
    for row in rows {
        let Some((node, pointer)) = wire(row.key) else { continue };
        if let Some(value) = reader.shape(row.shape, node, &pointer) {
            place(body, row.path, value);
        }
    }
}

/// The changes mapped rows make between two bodies of the main entity. `wire` finds the present value of a row's key,
/// `locate` its pointer in the payload.
pub(crate) fn overlay<'a, 'd>(
    rows: impl Iterator<Item = &'a Mapped>,
    before: &Value,
    after: &Value,
    wire: &dyn Fn(&str) -> Option<(Node<'d>, String)>,
    locate: &dyn Fn(&str) -> String,
    notes: &mut Notes,
    writes: &mut Writes,
) {
    for row in rows {
        let new = at(after, row.path);
        match state(at(before, row.path), new) {
            State::Equal => {}
            State::Changed => {
                let present = wire(row.key).map(|(node, _)| node);
                let mut said = Said { notes, address: None, path: Path::of(row.path) };
                if let Some(value) = new.and_then(|new| encode_shape(row.shape, new, present, &mut said)) {
                    writes.set(locate(row.key), value);
                }
            }
            State::Cleared => clear(row, locate(row.key), writes),
        }
    }
}

/// Takes a field out of the payload as its row says.
pub(crate) fn clear(row: &Mapped, at: String, writes: &mut Writes) {
    match row.clear {
        Clear::Remove => writes.remove(at),
        Clear::Empty => writes.set(at, empty(row.shape)),
        Clear::To(text) => writes.set(at, constant(text)),
    }
}

/// The empty value of a shape.
pub(crate) fn empty(shape: Shape) -> Value {
    match shape {
        Shape::Text | Shape::FilledText => Value::String(String::new()),
        Shape::Number | Shape::Flag | Shape::Not | Shape::Word(_) | Shape::Any => Value::Null,
        Shape::TextList | Shape::Greetings => Value::Array(Vec::new()),
        Shape::TextMap => Value::Object(Map::new()),
        Shape::Coded(coded) => constant(coded.empty),
    }
}

/// The value of JSON text that stands in a table.
pub(crate) fn constant(text: &'static str) -> Value {
    Document::parse(text, &ficha_json::Limits::default()).map_or(Value::Null, |document| document.root().to_value())
}

/// The wire value of a body value. Items of a list that cannot be read keep their place. `None` writes nothing: then
/// the reason was said.
pub(crate) fn encode_shape(
    shape: Shape,
    value: &Value,
    present: Option<Node<'_>>,
    said: &mut Said<'_>,
) -> Option<Value> {
    Some(match shape {
        Shape::Text | Shape::FilledText | Shape::Number | Shape::Flag | Shape::TextMap | Shape::Any => value.clone(),
        Shape::Not => Value::Bool(value != &Value::Bool(true)),
        Shape::Word(lexicon) => return encode_word(lexicon, value, present, said),
        Shape::Coded(coded) => return (coded.encode)(value, present, said),
        Shape::TextList => encode_texts(value, present),
        Shape::Greetings => {
            let text = |item: &Value| item.get("text").cloned().unwrap_or_else(|| Value::String(String::new()));
            texts_onto(value, present, &text, &greeting)
        }
    })
}

/// The wire value of a word; one that only another app knows is not written.
fn encode_word(lexicon: &Lexicon, value: &Value, present: Option<Node<'_>>, said: &mut Said<'_>) -> Option<Value> {
    let word = value.as_str()?;
    let mut spellings = lexicon.pairs.iter().filter(|(_, known)| *known == word).map(|(wire, _)| constant(wire));
    // A number that came as text stays text, and a word that came in an old spelling is written in the new one.
    let of_kind = |wire: &Value| {
        present.is_some_and(|node| node.is_string() == wire.is_string() && node.is_null() == wire.is_null())
    };
    let all: Vec<Value> = spellings.by_ref().collect();
    let found = all.iter().find(|wire| of_kind(wire)).or(all.first()).cloned();
    let found = found.or_else(|| {
        let own = word.strip_prefix("wire:").filter(|_| lexicon.open)?;
        Some(match own.parse::<i64>() {
            Ok(number) => Value::Number(number.into()),
            Err(_) => Value::String(own.to_owned()),
        })
    });
    if found.is_none() {
        said.explain(NoteCode::NoPlace, lexicon.unknown);
    }
    found
}

/// A list of texts laid onto the list that is there.
pub(crate) fn encode_texts(value: &Value, present: Option<Node<'_>>) -> Value {
    texts_onto(value, present, &|item| item.clone(), &Value::String)
}

/// A list of texts laid onto the list that is there: equal items keep their wire spelling, unreadable ones their
/// place behind the item before them.
pub(crate) fn texts_onto(
    value: &Value,
    present: Option<Node<'_>>,
    to_wire: &dyn Fn(&Value) -> Value,
    to_body: &dyn Fn(String) -> Value,
) -> Value {
    let new: Vec<Value> = value.as_array().map(|list| list.iter().map(to_wire).collect()).unwrap_or_default();
    let Some(present) = present else { return Value::Array(new) };
    if !present.is_array() {
        // One text stood where a list belongs; it stays one as long as it can say everything.
        return match new.as_slice() {
            [only] if present.is_string() => only.clone(),
            _ => Value::Array(new),
        };
    }
    let mut silent = Notes::new();
    let mut reader = Reader::muted(&mut silent);
    let mut readable = Vec::new();
    let mut unreadable = Vec::new();
    for item in present.items() {
        match item.is_null() || item.is_array() || item.is_object() {
            true => unreadable.push((readable.len(), item.to_value())),
            false => {
                let decoded = reader.text(item, "").map(to_body).map(|row| to_wire(&row));
                readable.push((decoded, item.to_value()));
            }
        }
    }
    let mut list = Vec::with_capacity(new.len() + unreadable.len());
    let mut waiting = unreadable.into_iter().peekable();
    for (at, item) in new.iter().enumerate() {
        while let Some((_, kept)) = waiting.next_if(|(behind, _)| *behind <= at) {
            list.push(kept);
        }
        let same = readable.iter_mut().find(|(decoded, _)| decoded.as_ref() == Some(item));
        match same {
            Some((decoded, wire)) => {
                *decoded = None;
                list.push(wire.clone());
            }
            None => list.push(item.clone()),
        }
    }
    list.extend(waiting.map(|(_, kept)| kept));
    Value::Array(list)
}

/// Rows without ids laid onto the list that is there. `read` gives what a wire row says, or nothing when it is no row;
/// `write` makes the wire row of a new one, from the row it was: the one that says the same, else the one in its place.
/// What is no row keeps its place.
pub(crate) fn rows_onto(
    new: &[Value],
    present: Option<Node<'_>>,
    read: &dyn Fn(Node<'_>) -> Option<Value>,
    write: &dyn Fn(&Value, Option<Node<'_>>) -> Value,
) -> Value {
    let mut wire: Vec<(Node<'_>, Value, bool)> = Vec::new();
    let mut others = Vec::new();
    for (at, node) in present.into_iter().flat_map(|list| list.items()).enumerate() {
        match read(node) {
            Some(says) => wire.push((node, says, false)),
            None => others.push((at, node)),
        }
    }
    let mut chosen: Vec<Option<Node<'_>>> = vec![None; new.len()];
    for ((row, chosen), (node, says, used)) in new.iter().zip(&mut chosen).zip(&mut wire) {
        if value_eq(says, row) {
            *used = true;
            *chosen = Some(*node);
        }
    }
    for (row, chosen) in new.iter().zip(&mut chosen).filter(|(_, chosen)| chosen.is_none()) {
        if let Some((node, _, used)) = wire.iter_mut().find(|(_, says, used)| !*used && value_eq(says, row)) {
            *used = true;
            *chosen = Some(*node);
        }
    }
    for (index, chosen) in chosen.iter_mut().enumerate() {
        if let (None, Some((node, _, used @ false))) = (&chosen, wire.get_mut(index)) {
            *used = true;
            *chosen = Some(*node);
        }
    }
    let mut list: Vec<Value> = new.iter().zip(chosen).map(|(row, wire)| write(row, wire)).collect();
    for (at, node) in others {
        list.insert(at.min(list.len()), node.to_value());
    }
    Value::Array(list)
}
