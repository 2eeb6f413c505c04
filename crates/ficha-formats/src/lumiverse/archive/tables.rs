//! Tables of an archive: one row of the database a line, its lists and objects as texts, its switches as 0 and 1.

use bytes::Bytes;
use ficha_container::Place;
use ficha_container::archive::{Archive, Entry};
use ficha_json::Document;
use serde_json::{Map, Value};

use crate::error::Refusal;
use crate::notes::{NoteCode, Notes, Severity};
use crate::source::Source;

const MIB: usize = 1024 * 1024;

/// A row: the object of its line, and where it stands.
pub(super) struct Row {
    /// Its columns.
    pub columns: Map<String, Value>,
    /// Its place among the rows that are named in notes and links: `/world_books/3`.
    pub at: String,
    /// The entry it stands in.
    pub entry: String,
}

impl Row {
    /// A text column; blank is none.
    pub fn text(&self, column: &str) -> Option<&str> {
        self.columns.get(column)?.as_str().filter(|text| !text.is_empty())
    }

    /// A number column.
    pub fn number(&self, column: &str) -> Option<f64> {
        self.columns.get(column)?.as_f64()
    }

    /// The place of the row, for notes.
    pub fn place(&self) -> Place {
        Place { pointer: Some(self.at.clone()), ..Place::entry(&self.entry) }
    }

    /// Says that the row becomes nothing, and why.
    pub fn failed(&self, why: &str, notes: &mut Notes) {
        let id = self.text("id").map(|id| format!(" ({id})")).unwrap_or_default();
        let name = self.text("name").map(|name| format!("“{name}”")).unwrap_or_else(|| "This row".to_owned());
        let text = format!("{name}{id} was left out: {why}");
        notes.push(NoteCode::RowFailed, Severity::Error, self.place(), text);
    }

    /// Reads columns that hold JSON as a text. One that cannot be read is said and left out; the row stays.
    pub fn unpack(&mut self, columns: &[&str], notes: &mut Notes) {
        for column in columns {
            let Some(Value::String(text)) = self.columns.get(*column) else { continue };
            match Document::parse(text.as_str(), &ficha_json::Limits::default()) {
                Ok(document) => {
                    let value = document.root().to_value();
                    self.columns.insert((*column).to_owned(), value);
                }
                Err(error) => {
                    self.columns.shift_remove(*column);
                    let text = format!("The column {column} holds no JSON ({error}); it was left out.");
                    notes.warn(NoteCode::WrongType, self.place(), text);
                }
            }
        }
    }

    /// Reads columns that hold a switch as 0 or 1.
    pub fn switches(&mut self, columns: &[&str]) {
        for column in columns {
            if let Some(value) = self.columns.get_mut(*column) {
                match value.as_i64() {
                    Some(0) => *value = Value::Bool(false),
                    Some(1) => *value = Value::Bool(true),
                    Some(_) | None => {}
                }
            }
        }
    }

    /// The columns without those of the database alone.
    pub fn without(&self, columns: &[&str]) -> Map<String, Value> {
        let kept = self.columns.iter().filter(|(name, _)| !columns.contains(&name.as_str()));
        kept.map(|(name, value)| (name.clone(), value.clone())).collect()
    }
}

/// The rows of a table; those that could not be read were said.
#[derive(Default)]
pub(super) struct Table {
    pub rows: Vec<Row>,
}

/// The entry of a table.
pub(super) fn entry_name(table: &str) -> String {
    format!("database/{table}.ndjson")
}

/// The longest line of a table: 4 MiB since the archive says which rules its lines follow, 64 MiB before.
pub(super) fn line_limit(manifest: &Document) -> usize {
    let told = manifest.root().get("ndjsonFormatVersion").and_then(|version| version.as_i64());
    if told.is_some_and(|version| version >= 1) { 4 * MIB } else { 64 * MIB }
}

fn bytes(source: &Source, archive: &Archive, entry: &Entry) -> Result<Bytes, Refusal> {
    let inflated = archive.inflate(source.bytes(), entry, source.limits());
    inflated.map(Bytes::from).map_err(|error| error.within(&entry.name).into())
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty())
}

/// How many rows an entry has.
pub(super) fn count(source: &Source, archive: &Archive, entry: &Entry) -> Result<usize, Refusal> {
    Ok(lines(&bytes(source, archive, entry)?).count())
}

impl Table {
    /// Reads a table; an archive without it has no rows of it.
    ///
    /// # Errors
    /// When the entry is damaged or reaches a limit of archives.
    pub fn read(
        source: &Source,
        archive: &Archive,
        name: &str,
        line_limit: usize,
        notes: &mut Notes,
    ) -> Result<Table, Refusal> {
        let entry_name = entry_name(name);
        let Some(entry) = archive.find(&entry_name).filter(|entry| entry.name == entry_name) else {
            return Ok(Table::default());
        };
        let bytes = bytes(source, archive, entry)?;
        let mut table = Table::default();
        for (index, line) in lines(&bytes).enumerate() {
            let at = format!("/{name}/{index}");
            match row(line, line_limit) {
                Ok(columns) => table.rows.push(Row { columns, at, entry: entry_name.clone() }),
                Err(why) => {
                    let place = Place { pointer: Some(at), ..Place::entry(&entry_name) };
                    let text = format!("Row {} of {name} was left out: {why}", index + 1);
                    notes.push(NoteCode::RowFailed, Severity::Error, place, text);
                }
            }
        }
        Ok(table)
    }
}

fn row(line: &[u8], limit: usize) -> Result<Map<String, Value>, String> {
    if line.len() > limit {
        return Err(format!("it is longer than {limit} bytes."));
    }
    let text = std::str::from_utf8(line).map_err(|_| "it is no UTF-8.".to_owned())?;
    let document = Document::parse(text, &ficha_json::Limits::default()).map_err(|error| format!("{error}."))?;
    match document.root().to_value() {
        Value::Object(columns) => Ok(columns),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            Err("it is no object.".to_owned())
        }
    }
}
