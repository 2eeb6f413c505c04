//! A wire table made ready: the rows of one level with their keys and paths below it, and the lists with tables of
//! their own.

use ficha_json::{Document, pointer};
use ficha_model::Kind;
use ficha_model::schema::{FieldType, schema};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value, json};

use crate::format::{FormatSpec, Items, Mapped, Wire};
use crate::inspect::Roots;
use crate::notes::Notes;
use crate::overlay::Writes;
use crate::read::Reader;

use super::overlay::Target;

/// The tables of a format: keys that begin with `/data/` lie in the inner object, all others in the envelope, as
/// [`Roots`] has them.
#[derive(Debug)]
pub(crate) struct Tables {
    kind: Kind,
    envelope: Table,
    data: Table,
}

impl Tables {
    /// The tables of a format.
    pub fn of(spec: &'static FormatSpec) -> Tables {
        Tables::from_rows(spec.kind, spec.rows())
    }

    /// Tables of some rows.
    pub fn from_rows(kind: Kind, rows: impl Iterator<Item = &'static Wire>) -> Tables {
        let (data, envelope): (Vec<&Wire>, Vec<&Wire>) = rows.partition(|row| row.key().starts_with("/data/"));
        Tables { kind, envelope: Table::level(kind, &envelope, "", ""), data: Table::level(kind, &data, "/data", "") }
    }

    /// The body of a payload; what the schema requires is there, if blank.
    pub fn body(&self, document: &Document, roots: &Roots, reader: &mut Reader<'_>) -> Map<String, Value> {
        let mut body = Map::new();
        if let Some(node) = document.at(&roots.envelope) {
            self.envelope.decode(node, &roots.envelope, &mut body, reader);
        }
        if let Some(node) = document.at(&roots.data) {
            self.data.decode(node, &roots.data, &mut body, reader);
        }
        complete(self.kind, &mut body);
        body
    }

    /// The changes between two bodies, as pointers of the payload. `address` is `kind/id` of a linked entity.
    pub fn writes(
        &self,
        (before, after): (&Value, &Value),
        document: &Document,
        roots: &Roots,
        address: Option<&str>,
        notes: &mut Notes,
    ) -> Writes {
        let mut writes = Writes::default();
        for (table, at) in [(&self.envelope, &roots.envelope), (&self.data, &roots.data)] {
            let target = Target { wire: document.at(at), at, address, path: ficha_model::Path::default() };
            table.overlay(before, after, &target, notes, &mut writes);
        }
        writes
    }
}

/// Puts what the schema requires into a body that lacks it.
pub(crate) fn complete(kind: Kind, body: &mut Map<String, Value>) {
    for (path, value) in required(kind, "") {
        if crate::overlay::at_map(body, path).is_none() {
            crate::overlay::place(body, path, value);
        }
    }
}

/// Required fields of one level with a blank value each; ids are made elsewhere.
fn required(kind: Kind, base: &str) -> Vec<(&'static str, Value)> {
    let fields = schema(kind).fields().filter(|field| field.required);
    let blank = |field: &'static ficha_model::schema::Field| {
        let path = field.path.strip_prefix(base)?;
        let value = match field.shape {
            _ if path == "id" || path.contains(['[', '{']) => return None,
            FieldType::Text | FieldType::LongText | FieldType::Identifier | FieldType::Picture => json!(""),
            FieldType::Number | FieldType::NumberOrTrue => json!(0),
            FieldType::Boolean => json!(false),
            FieldType::Choice(choice) => json!(choice.values.first()?.word),
            FieldType::List => json!([]),
            FieldType::Map | FieldType::Group | FieldType::Link | FieldType::Overlay | FieldType::Any => json!({}),
        };
        // Fields of a group are required where the group is.
        let group = path.rsplit_once('.').map(|(group, _)| group);
        let whole = group.is_none_or(|group| schema(kind).fields().any(|field| field.required && field.path == group));
        whole.then_some((path, value))
    };
    fields.filter_map(blank).collect()
}

/// The rows of one level.
#[derive(Debug)]
pub(crate) struct Table {
    /// Fields in the order of the table.
    pub(super) fields: Vec<Field>,
    /// Lists in the order of the table.
    pub(super) lists: Vec<List>,
    /// Places in the wire by the first token of their keys. A foreign key is only looked up, so a quick hash is safe.
    pub(super) named: FxHashMap<String, Vec<Slot>>,
    /// How many rows the fields have.
    pub(super) width: usize,
    /// What the schema requires of a row here.
    pub(super) required: Vec<(&'static str, Value)>,
}

/// A body field and the rows that hold it, the first is written where there is none.
#[derive(Debug)]
pub(super) struct Field {
    /// Its path below this level.
    pub path: &'static str,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// A mapped row below its level.
#[derive(Debug)]
pub(super) struct Row {
    /// The row.
    pub mapped: &'static Mapped,
    /// Its pointer below the level.
    pub key: &'static str,
    /// Its number in the level.
    pub slot: usize,
}

/// A list below its level.
#[derive(Debug)]
pub(super) struct List {
    /// Its pointer below the level.
    pub key: &'static str,
    /// Its path below the level.
    pub path: &'static str,
    /// What its rows are like.
    pub items: &'static Items,
    /// The rows' own table.
    pub table: Table,
    /// Its number in the level, behind those of the fields.
    pub slot: usize,
}

/// Where a wire key leads.
#[derive(Debug)]
pub(super) struct Slot {
    /// The number of the row.
    pub number: usize,
    /// The rest of the pointer below the first token; empty for most.
    pub rest: &'static str,
}

impl Table {
    /// The table of a list's rows, for a format that reads them from elsewhere: rows whose keys lie below `key` and
    /// whose paths lie below `path`.
    pub fn of_rows(kind: Kind, rows: impl Iterator<Item = &'static Wire>, key: &str, path: &str) -> Table {
        let rows: Vec<&'static Wire> = rows.collect();
        Table::level(kind, &rows, &format!("{key}/*"), &format!("{path}[]."))
    }

    fn level(kind: Kind, rows: &[&'static Wire], key_base: &str, path_base: &str) -> Table {
        let below =
            |key: &'static str| key.strip_prefix(key_base).filter(|rest| rest.starts_with('/') && !rest.contains('*'));
        let mut table = Table {
            fields: Vec::new(),
            lists: Vec::new(),
            named: FxHashMap::default(),
            width: 0,
            required: if path_base.is_empty() { Vec::new() } else { required(kind, path_base) },
        };
        for row in rows {
            if let Wire::Mapped(mapped) = row
                && let Some(key) = below(mapped.key)
                && let Some(path) = mapped.path.strip_prefix(path_base).filter(|path| !path.contains('['))
            {
                let row = Row { mapped, key, slot: table.width };
                table.name(key);
                match table.fields.iter_mut().find(|field| field.path == path) {
                    Some(field) => field.rows.push(row),
                    None => table.fields.push(Field { path, rows: vec![row] }),
                }
            }
        }
        for row in rows {
            // A payload that is nothing but a list has it at its root, under the empty key.
            let at_root = |key: &str| key.is_empty() && key_base.is_empty();
            if let Wire::List { key: whole, path: whole_path, items, .. } = row
                && let Some(key) = below(whole).or(at_root(whole).then_some(""))
                && let Some(path) = whole_path.strip_prefix(path_base).filter(|path| !path.contains('['))
            {
                let inside = Table::level(kind, rows, &format!("{whole}/*"), &format!("{whole_path}[]."));
                table.lists.push(List { key, path, items, table: inside, slot: table.width });
                table.name(key);
            }
        }
        table
    }

    fn name(&mut self, key: &'static str) {
        let (first, rest) = match key.get(1..).and_then(|key| key.find('/')) {
            Some(end) => (key.get(1..=end).unwrap_or(""), key.get(end + 1..).unwrap_or("")),
            None => (key.get(1..).unwrap_or(""), ""),
        };
        let first = pointer::tokens(&format!("/{first}")).and_then(|tokens| tokens.into_iter().next());
        self.named.entry(first.unwrap_or_default()).or_default().push(Slot { number: self.width, rest });
        self.width += 1;
    }
}
