//! The records of an import, one typed struct a file: reading them from JSON, writing them with their members in one
//! order.
//!
//! Here: shapes, and nothing about when a record is written. Members nobody knows are kept, behind the others and by
//! name, so that equal content is equal bytes.
//!
//! The rule: a record of another schema is absent ([`RecordError::Schema`]); whoever keeps `provenance.json` and
//! `state.json` asks for that variant, since those two are never replaced then.

mod classification;
mod extracted;
pub(crate) mod part;
mod pieces;
mod report;
mod roster;
mod run;
mod update;

pub use classification::{About, Classification, Classified, EntityKind, Role, SettledBy};
pub use extracted::{Decisions, Document, Extracted, ExtractedWorld, Opening, Verdict, VerdictKind};
pub(crate) use part::words;
pub use part::{Field, Note, Part, RecordError, Tally};
pub use pieces::{Origin, Piece, Pieces};
pub use report::{
    Dialect, ImportKind, Left, Line, Method, PictureItem, PictureOutcome, Pictures, Provenance, Report, WorldFiles,
};
pub use roster::{Dropped, Roster, RosterEntity};
pub use run::{Choices, LastError, Phase, Put, Run, Stage, StagePhase, State, Step, Upload};
pub use update::{ActStep, Manifest, Mark, StepKind, UpdateAct, UpdateState};

use ficha_json::{Document as Text, Limits, Style, to_text};
use serde_json::{Map, Value};

/// A JSON object in the order of its members.
pub type Doc = Map<String, Value>;

/// A record that is a file of its own under `.import/`.
pub trait Record: Part {
    /// What its `schema` says.
    const SCHEMA: &'static str;
    /// Its file name under `.import/`.
    const FILE: &'static str;

    /// The record as JSON: `schema` first, then the members in their order, then what nobody knows.
    fn to_value(&self) -> Value {
        let mut doc = Doc::new();
        doc.insert("schema".to_owned(), Value::from(Self::SCHEMA));
        self.put(&mut doc);
        Value::Object(doc)
    }

    /// Reads a record.
    ///
    /// # Errors
    /// [`RecordError::Schema`] for another schema, [`RecordError::Shape`] for a member that is missing or no such thing.
    fn from_value(value: &Value) -> Result<Self, RecordError> {
        let mut doc = part::object(value, "")?;
        match doc.shift_remove("schema") {
            Some(Value::String(schema)) if schema == Self::SCHEMA => Self::take(doc, ""),
            found => {
                let found = found.and_then(|schema| schema.as_str().map(str::to_owned)).unwrap_or_default();
                Err(RecordError::Schema { wanted: Self::SCHEMA, found })
            }
        }
    }

    /// The bytes of the file: two spaces a level, a line end at the end.
    fn to_bytes(&self) -> Vec<u8> {
        let mut text = to_text(&self.to_value(), Style::Pretty(2));
        text.push('\n');
        text.into_bytes()
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// [`RecordError::Text`] when they are no JSON or name a key twice, else as [`Record::from_value`].
    fn from_bytes(bytes: &[u8]) -> Result<Self, RecordError> {
        Self::from_value(&read_json(bytes)?)
    }
}

/// Text of ours that may have been edited by somebody: strict UTF-8 JSON with every key once.
///
/// # Errors
/// [`RecordError::Text`] with what is wrong.
pub fn read_json(bytes: &[u8]) -> Result<Value, RecordError> {
    let fault = |what: String| RecordError::Text { what };
    let text = std::str::from_utf8(bytes).map_err(|error| fault(error.to_string()))?;
    let document = Text::parse(text, &Limits::default()).map_err(|error| fault(error.to_string()))?;
    if let Some(key) = document.duplicate_keys().first() {
        return Err(fault(format!("{key} is there twice")));
    }
    Ok(document.root().to_value())
}

#[cfg(test)]
mod tests;
