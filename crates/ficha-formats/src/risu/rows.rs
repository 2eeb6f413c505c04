//! Lists whose rows are told by their place, and lists that hold rows of two sorts.
//!
//! A lore list of RisuAI holds folders and entries side by side; its regex rows have no ids. Rows are sorted into
//! lanes here, each lane is a list of the body. An edit that leaves every row in its place changes rows where they
//! are; any other puts the list together anew: the pattern of sorts stays as far as it goes.

use std::collections::HashMap;

use ficha_json::{Node, pointer};
use ficha_model::Path;
use serde_json::{Map, Value, json};

use crate::format::{DecodeRow, EncodeRow};
use crate::notes::{NoteCode, Notes};
use crate::overlay::{Said, Writes, constant};
use crate::read::Reader;
use crate::record::{Table, Target, ids};

/// One sort of rows in a list.
pub(super) struct Lane {
    /// The body path of its list.
    pub path: &'static str,
    /// The table of its rows.
    pub table: Table,
    /// A new row before the body's fields are put into it, JSON text.
    pub fresh: &'static str,
    /// The key of a row's id; rows without one are told by their place.
    pub id: Option<&'static str>,
    /// Reads what the table cannot say.
    pub decode: Option<DecodeRow>,
    /// Writes what the table cannot say.
    pub encode: Option<EncodeRow>,
}

/// The sorts of a list.
pub(super) struct Lanes {
    /// Which lane a row belongs to.
    pub of: fn(Node<'_>) -> usize,
    /// The lanes.
    pub lanes: Vec<Lane>,
}

/// Where a list is that is written.
pub(super) struct Place<'a> {
    /// The list as it is; `None` when there is none yet.
    pub list: Option<Node<'a>>,
    /// Its pointer in the payload.
    pub at: &'a str,
    /// `kind/id` of a linked entity, for reasons.
    pub address: Option<&'a str>,
}

/// A wire row: its index in the list, itself.
type Row<'a> = (usize, Node<'a>);

impl Lanes {
    fn sorted<'a>(&self, list: Option<Node<'a>>) -> Vec<Vec<Row<'a>>> {
        let mut sorted: Vec<Vec<Row<'a>>> = self.lanes.iter().map(|_| Vec::new()).collect();
        for (index, row) in list.into_iter().flat_map(|list| list.items()).enumerate() {
            if let Some(lane) = sorted.get_mut((self.of)(row)).filter(|_| row.is_object()) {
                lane.push((index, row));
            }
        }
        sorted
    }

    /// Reads a list into the lists of a body. What is no list, and rows that are no objects, are passed over.
    pub fn decode(&self, list: Node<'_>, at: &str, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
        if list.is_null() {
            return;
        }
        if !list.is_array() {
            reader.wrong_type(at, list, "a list", "it is not read");
            return;
        }
        let odd = list.items().filter(|row| !row.is_object()).count();
        if odd > 0 {
            let text = format!("{odd} rows of {at} are no objects; they stay in the file and are not read.");
            reader.warn(NoteCode::WrongType, at, text);
        }
        for (lane, rows) in self.lanes.iter().zip(self.sorted(Some(list))) {
            let (ids, doubled) = ids::body_ids(rows.iter().map(|(_, row)| lane.id(*row)).collect());
            if doubled {
                reader.warn(
                    NoteCode::DuplicateId,
                    at,
                    format!("Two rows of {at} share an id; the later one is marked."),
                );
            }
            let rows: Vec<Value> = rows
                .into_iter()
                .zip(ids)
                .map(|((index, row), id)| {
                    let mut decoded = Map::new();
                    decoded.insert("id".to_owned(), Value::String(id));
                    let here = format!("{at}/{index}");
                    lane.table.decode(row, &here, &mut decoded, reader);
                    if let Some(decode) = lane.decode {
                        decode(row, &here, &mut decoded, reader);
                    }
                    Value::Object(decoded)
                })
                .collect();
            // An empty lane beside another says nothing.
            if !rows.is_empty() || self.lanes.first().is_some_and(|first| std::ptr::eq(first, lane)) {
                body.insert(lane.path.to_owned(), Value::Array(rows));
            }
        }
    }

    /// Whether a body has no row for any lane.
    pub fn is_empty(&self, body: &Value) -> bool {
        self.lanes.iter().all(|lane| rows_of(body, lane).is_empty())
    }

    /// The changes between the lists of two bodies.
    pub fn overlay(&self, before: &Value, after: &Value, place: &Place<'_>, notes: &mut Notes, writes: &mut Writes) {
        let wire = self.sorted(place.list);
        let changed = self.lanes.iter().any(|lane| rows_of(before, lane) != rows_of(after, lane));
        if !changed {
            return;
        }
        let in_place = self.lanes.iter().zip(&wire).all(|(lane, wire)| {
            let (old, new) = (rows_of(before, lane), rows_of(after, lane));
            old.len() == wire.len()
                && old.len() == new.len()
                && old.iter().zip(new).all(|(old, new)| old.get("id") == new.get("id"))
        });
        if in_place && place.list.is_some() {
            for (lane, wire) in self.lanes.iter().zip(&wire) {
                let rows = rows_of(before, lane).iter().zip(rows_of(after, lane)).zip(wire);
                for (index, ((old, new), (at, node))) in rows.enumerate() {
                    if old != new {
                        let path = Path::of(lane.path).index(index);
                        let changes = lane.row(old, new, Some(*node), path, place, notes);
                        writes.extend_at(&pointer::join(place.at, &at.to_string()), changes);
                    }
                }
            }
            return;
        }
        writes.set(place.at, self.put_together(before, after, &wire, place, notes));
    }

    fn put_together(
        &self,
        before: &Value,
        after: &Value,
        wire: &[Vec<Row<'_>>],
        place: &Place<'_>,
        notes: &mut Notes,
    ) -> Value {
        let lanes = self.lanes.iter().zip(wire);
        let mut made: Vec<std::vec::IntoIter<Value>> = lanes
            .map(|(lane, wire)| lane.rows(rows_of(before, lane), rows_of(after, lane), wire, place, notes).into_iter())
            .collect();
        let mut whole = Vec::new();
        for row in place.list.into_iter().flat_map(|list| list.items()) {
            match made.get_mut((self.of)(row)).filter(|_| row.is_object()) {
                Some(lane) => whole.extend(lane.next()),
                None => whole.push(row.to_value()),
            }
        }
        // The first lane is the main one; the others go before what is new in it.
        for lane in made.iter_mut().rev() {
            whole.extend(lane);
        }
        Value::Array(whole)
    }
}

impl Lane {
    fn id(&self, row: Node<'_>) -> Option<String> {
        ids::spelt(row.get(self.id?)?)
    }

    fn row(
        &self,
        old: &Value,
        new: &Value,
        wire: Option<Node<'_>>,
        path: Path,
        place: &Place<'_>,
        notes: &mut Notes,
    ) -> Writes {
        let mut changes = Writes::default();
        let target = Target { wire, at: "", address: place.address, path };
        self.table.overlay(old, new, &target, notes, &mut changes);
        if let Some(encode) = self.encode {
            let mut said = Said { notes, address: place.address, path: target.path };
            encode(old, new, wire, &mut changes, &mut said);
        }
        changes
    }

    /// The rows of this lane for a list put together anew.
    fn rows(&self, old: &[Value], new: &[Value], wire: &[Row<'_>], place: &Place<'_>, notes: &mut Notes) -> Vec<Value> {
        let id_of = |row: &Value| row.get("id").and_then(Value::as_str).unwrap_or("").to_owned();
        let places: HashMap<String, usize> = old.iter().map(id_of).zip(0..wire.len()).collect();
        let mut spelt = Vec::with_capacity(new.len());
        let mut made: Vec<Value> = Vec::with_capacity(new.len());
        for (index, row) in new.iter().enumerate() {
            let path = Path::of(self.path).index(index);
            let known = places.get(&id_of(row)).and_then(|place| Some((old.get(*place)?, wire.get(*place)?)));
            let whole = match known {
                Some((before, (_, node))) => {
                    spelt.push(self.id(*node));
                    let mut whole = node.to_value();
                    self.row(before, row, Some(*node), path, place, notes).apply_to(&mut whole);
                    whole
                }
                None => {
                    spelt.push(None);
                    let mut whole = constant(self.fresh);
                    self.row(&json!({}), row, None, path, place, notes).apply_to(&mut whole);
                    whole
                }
            };
            made.push(whole);
        }
        if let Some(key) = self.id {
            for index in name(key, new, &mut made, spelt) {
                let path = Path::of(self.path).index(index).key("id");
                let text = "Two rows had one id, which the file tells apart only while both are there.";
                Said { notes, address: place.address, path }.explain(NoteCode::DuplicateId, text);
            }
        }
        made
    }
}

/// Gives rows their ids on the wire, as far as they would not get the same by their place. Answers the rows whose own
/// id reads back as another.
fn name(key: &str, new: &[Value], made: &mut [Value], mut spelt: Vec<Option<String>>) -> Vec<usize> {
    let wanted = |row: &Value| row.get("id").and_then(Value::as_str).unwrap_or("").to_owned();
    let mut ids = ids::body_ids(spelt.clone()).0;
    let names: Vec<String> = new.iter().map(wanted).collect();
    // A row that is named changes what its neighbours would be called.
    for _ in 0..3 {
        let mut settled = true;
        for (((row, made), id), spelt) in new.iter().zip(made.iter_mut()).zip(&ids).zip(&mut spelt) {
            let wanted = wanted(row);
            // Of rows that share an id one that came before the other would be taken for it.
            let mistaken = spelt.as_ref().is_none_or(|spelt| *spelt != wanted && names.contains(id));
            if let (true, Value::Object(made)) = (wanted != *id && !wanted.is_empty() && mistaken, made) {
                made.insert(key.to_owned(), json!(wanted));
                *spelt = Some(wanted);
                settled = false;
            }
        }
        if settled {
            break;
        }
        ids = ids::body_ids(spelt.clone()).0;
    }
    let other = new.iter().zip(&ids).zip(&spelt).enumerate();
    other.filter(|(_, ((row, id), spelt))| spelt.is_some() && wanted(row) != **id).map(|(index, _)| index).collect()
}

fn rows_of<'a>(body: &'a Value, lane: &Lane) -> &'a [Value] {
    body.get(lane.path).and_then(Value::as_array).map(Vec::as_slice).unwrap_or(&[])
}
