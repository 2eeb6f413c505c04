//! Reading by a table: fields, lists and their rows; and the entity a body becomes.

use ficha_json::{Node, NodeKind, pointer};
use ficha_model::{Body, Entity, Kind, Original, Pristine, Raw, SourceRecord, canonical_id};
use serde_json::{Map, Value};

use super::ids;
use super::table::{List, Table};
use crate::format::{IdFrom, Shape};
use crate::notes::NoteCode;
use crate::overlay::place;
use crate::read::Reader;
use crate::source::Source;

impl Table {
    /// Reads the fields of an object into a body or a row of one. `at` is its pointer in the payload.
    pub fn decode(&self, node: Node<'_>, at: &str, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
        let slots = self.slots(node);
        let mut here = at.to_owned();
        let found = |slot: usize| slots.get(slot).copied().flatten();
        for field in &self.fields {
            for row in &field.rows {
                let Some(node) = found(row.slot) else { continue };
                let shape = row.mapped.shape;
                if node.is_null() && !matches!(shape, Shape::Word(_)) {
                    continue;
                }
                here.truncate(at.len());
                here.push_str(row.key);
                if let Some(value) = reader.shape(shape, node, &here) {
                    place(body, field.path, value);
                    break;
                }
            }
        }
        for list in &self.lists {
            let present = if list.key.is_empty() { Some(node) } else { found(list.slot) };
            let Some(node) = present.filter(|node| !node.is_null()) else { continue };
            if crate::overlay::at_map(body, list.path).is_some() {
                continue;
            }
            here.truncate(at.len());
            here.push_str(list.key);
            if let Some(rows) = list.decode(node, &here, reader) {
                place(body, list.path, Value::Array(rows));
            }
        }
        for (path, blank) in &self.required {
            if crate::overlay::at_map(body, path).is_none() {
                place(body, path, blank.clone());
            }
        }
    }

    /// The wire values of the rows of this level, found in one walk over the members.
    fn slots<'a>(&self, node: Node<'a>) -> Vec<Option<Node<'a>>> {
        let mut slots = vec![None; self.width];
        for (key, child) in node.members() {
            for slot in self.named.get(key.as_ref()).into_iter().flatten() {
                let value = if slot.rest.is_empty() { Some(child) } else { child.at(slot.rest) };
                if let Some(place) = slots.get_mut(slot.number) {
                    *place = value;
                }
            }
        }
        slots
    }
}

/// Whether an item of a list is a row: an object that says something. Scripts leave empty ones in files.
pub(super) fn is_row(node: Node<'_>) -> bool {
    node.is_object() && !node.is_empty()
}

/// The rows of a list on the wire, with the token of each. What is no row is passed over.
pub(super) fn wire_rows<'a>(node: Node<'a>) -> Vec<(String, Node<'a>)> {
    let rows: Vec<(String, Node<'a>)> = match node.kind() {
        NodeKind::Array => node.items().enumerate().map(|(at, row)| (at.to_string(), row)).collect(),
        NodeKind::Object => node.members().map(|(key, row)| (key.into_owned(), row)).collect(),
        NodeKind::Null | NodeKind::Bool | NodeKind::Number | NodeKind::String => Vec::new(),
    };
    rows.into_iter().filter(|(_, row)| is_row(*row)).collect()
}

impl List {
    /// The id of a wire row, when it has one.
    pub(super) fn id(&self, list: Node<'_>, token: &str, row: Node<'_>) -> Option<String> {
        match self.items.id {
            // In a map a row without an id of its own is called by its key.
            IdFrom::Key(key) => {
                row.get(key).and_then(ids::spelt).or_else(|| list.is_object().then(|| token.to_owned()))
            }
            IdFrom::MapKey => list.is_object().then(|| token.to_owned()),
            IdFrom::Place => None,
        }
    }

    /// The rows of the body; `None` when the value is no list.
    pub(super) fn decode(&self, node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Vec<Value>> {
        if !matches!(node.kind(), NodeKind::Array | NodeKind::Object) {
            reader.wrong_type(at, node, "a list", "it is not read");
            return None;
        }
        let rows = wire_rows(node);
        let called = if at.is_empty() { "the list" } else { at };
        if rows.len() < node.len() {
            let text = format!(
                "{} rows of {called} are empty or no objects; they stay in the file and are not read.",
                node.len() - rows.len()
            );
            reader.warn(NoteCode::WrongType, at, text);
        }
        let wire = rows.iter().map(|(token, row)| self.id(node, token, *row)).collect();
        let (ids, doubled) = ids::body_ids(wire);
        if doubled {
            let text = format!("Two rows of {called} share an id; the later one is marked.");
            reader.warn(NoteCode::DuplicateId, at, text);
        }
        let mut list = Vec::with_capacity(rows.len());
        for ((token, row), id) in rows.iter().zip(ids) {
            let mut body = Map::with_capacity(row.len().min(self.table.width) + 1);
            body.insert("id".to_owned(), Value::String(id));
            let here = pointer::join(at, token);
            self.table.decode(*row, &here, &mut body, reader);
            if let Some(decode) = self.items.decode {
                decode(*row, &here, &mut body, reader);
            }
            list.push(Value::Object(body));
        }
        Some(list)
    }
}

/// What an entity is made of.
#[derive(Clone)]
pub(crate) struct Piece {
    /// The format it is of, key of its original.
    pub format: &'static str,
    /// Its kind.
    pub kind: Kind,
    /// Its body.
    pub body: Map<String, Value>,
    /// The text it came as: the payload, or one value in it.
    pub raw: Raw,
    /// Keys beside the payload.
    pub unmapped: Map<String, Value>,
    /// The pointer in the payload when it is only a part of it.
    pub pointer: Option<String>,
    /// The format of the file, when that is another one.
    pub file_format: Option<&'static str>,
}

/// The entity of a body read from this file. Its id is made from its name, else from the name of the file.
pub(crate) fn entity(piece: Piece, source: &Source) -> Entity {
    let body = Body::from(Value::Object(piece.body));
    let record = SourceRecord {
        format: piece.file_format.unwrap_or(piece.format).to_owned(),
        container: source.container().word().to_owned(),
        file_name: source.file_name().map(str::to_owned),
        pointer: piece.pointer,
        ..SourceRecord::default()
    };
    let name = if piece.kind == Kind::Character { body.text("identity.name") } else { body.text("name") };
    let name = name.filter(|name| !name.trim().is_empty()).or_else(|| record.stem()).map(str::to_owned);
    // A part of a file that nothing names is called by its key there.
    let key = || record.pointer.as_deref().and_then(pointer::tokens).and_then(|mut tokens| tokens.pop());
    let mut entity = Entity::new(piece.kind, canonical_id(&name.or_else(key).unwrap_or_default()), body);
    let pristine = Pristine(Some(entity.body.clone()));
    let original = Original { raw: Some(piece.raw), unmapped: piece.unmapped, pristine, ..Original::default() };
    entity.original.insert(piece.format.to_owned(), original);
    entity.source = Some(record);
    entity
}
