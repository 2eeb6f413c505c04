//! The raw original: looked at, checked, edited as a patch list. The original itself never changes.

use ficha_json::{Document, JsonError, Limits, RepairKind, value_eq};
use ficha_model::{Entity, PatchOp as Op};

use super::address;
use crate::dto::{Address, PatchOp, RawEdit, RawProblem, RawView};
use crate::edits::{has_text, ops_from, ops_to};
use crate::rawdiff::difference;
use crate::{ApiError, ErrorCode, Studio};

/// How many problems of one text are told.
const PROBLEMS: usize = 200;

fn original(studio: &Studio, text: &str) -> Result<Entity, ApiError> {
    Ok(studio.library().open_entity(&address(studio, text)?)?.entity)
}

/// The source text of a format; empty and `false` for a payload that is no JSON.
fn source(entity: &Entity, format: &str) -> Result<(String, bool), ApiError> {
    let Some(original) = entity.original.get(format) else {
        // What is written by hand begins as an empty object.
        return match ficha_formats::format(format).filter(|format| format.by_hand()) {
            Some(_) => Ok(("{}".to_owned(), true)),
            None => {
                Err(ApiError::new(ErrorCode::NotFound, format!("This piece has no original of the format {format:?}.")))
            }
        };
    };
    Ok(original.raw.as_ref().map_or_else(|| (String::new(), false), |raw| (raw.0.to_string(), true)))
}

fn viewed(entity: &Entity, format: &str, ops: &[Op]) -> Result<RawView, ApiError> {
    let (source, json) = source(entity, format)?;
    let (text, faults) = if !has_text(entity, format) && json {
        (laid_out(&ficha_formats::native_payload(ops).0)?, Vec::new())
    } else if json && !ops.is_empty() {
        let document = Document::parse(source.as_str(), &Limits::widest())?;
        let (text, faults) = ficha_json::apply_patch(&document, ops);
        (
            text,
            faults
                .iter()
                .map(|fault| format!("Edit {}: {} is not there any more.", fault.index + 1, fault.path))
                .collect(),
        )
    } else {
        (source.clone(), Vec::new())
    };
    Ok(RawView {
        format: format.to_owned(),
        text,
        bytes: source.len() as u64,
        source,
        edits: ops_to(ops),
        json,
        faults,
    })
}

/// An original as text, its saved edits applied.
///
/// # Errors
/// `not-found`, or what keeps the entity from being read.
pub fn view(studio: &Studio, text: Address, format: String) -> Result<RawView, ApiError> {
    let entity = original(studio, &text)?;
    let ops = entity.native_edits.get(&format).cloned().unwrap_or_default();
    viewed(&entity, &format, &ops)
}

/// An original as text with these edits applied instead of the saved ones.
///
/// # Errors
/// As for [`view`], and `usage` for operations that make no sense.
pub fn apply(studio: &Studio, text: Address, format: String, ops: Vec<PatchOp>) -> Result<RawView, ApiError> {
    viewed(&original(studio, &text)?, &format, &ops_from(&ops)?)
}

/// What is wrong with a JSON text, and what was read tolerantly; none for strict JSON.
///
/// # Errors
/// None today: a limit reached is a problem of the text.
pub fn check(_: &Studio, text: String) -> Result<Vec<RawProblem>, ApiError> {
    Ok(match Document::parse(text.as_str(), &Limits::widest()) {
        Ok(document) => document
            .repairs()
            .iter()
            .take(PROBLEMS)
            .map(|repair| {
                let (line, column) = line_and_column(&text, repair.offset);
                RawProblem { line, column, message: said(repair.kind).to_owned(), tolerated: true }
            })
            .collect(),
        Err(JsonError::Malformed { what, line, column, .. }) => {
            vec![RawProblem {
                line: super::count(line),
                column: super::count(column),
                message: format!("{what}."),
                tolerated: false,
            }]
        }
        Err(JsonError::Limit { name, limit, offset }) => {
            let (line, column) = line_and_column(&text, offset);
            vec![RawProblem {
                line,
                column,
                message: format!("The limit {name} of {limit} is reached."),
                tolerated: false,
            }]
        }
    })
}

/// A text with one value a line.
fn laid_out(text: &str) -> Result<String, ApiError> {
    let document = Document::parse(text, &Limits::widest())?;
    Ok(ficha_json::to_text(&document.root().to_value(), ficha_json::Style::Pretty(2)))
}

fn said(kind: RepairKind) -> &'static str {
    match kind {
        RepairKind::ByteOrderMark => "A byte order mark stands in front; it is dropped.",
        RepairKind::Comment => "A comment is no JSON; it is dropped.",
        RepairKind::TrailingComma => "A comma stands before a closing bracket; it is dropped.",
        RepairKind::NotFinite => "JSON has no such number; it becomes null.",
        RepairKind::ControlCharacter => "A control character stands bare in a text; it is escaped.",
        RepairKind::LoneSurrogate => "Half a character; it reads as U+FFFD.",
    }
}

fn line_and_column(text: &str, offset: usize) -> (u32, u32) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (super::count(line), super::count(column))
}

/// What an edited text changes in an original: the operations that lead from the source to it.
///
/// # Errors
/// `malformed` or `limit` when the text is no JSON, `unsupported` for an original that is none.
pub fn edit(studio: &Studio, text: Address, format: String, edited: String) -> Result<RawEdit, ApiError> {
    let entity = original(studio, &text)?;
    let (source, json) = source(&entity, &format)?;
    if !json {
        return Err(ApiError::new(ErrorCode::Unsupported, "This original is no JSON and cannot be edited as text."));
    }
    let limits = Limits::widest();
    let before = Document::parse(source.as_str(), &limits)?;
    let after = Document::parse(edited.as_str(), &limits)?;
    let wanted = after.root().to_value();
    let ops = difference(&before.root().to_value(), &wanted);
    if !has_text(&entity, &format) {
        let begins = Op::Add { path: String::new(), value: serde_json::json!({}) };
        let ops = std::iter::once(begins).chain(ops).collect::<Vec<_>>();
        return Ok(RawEdit { spelling_only: false, ops: ops_to(&ops) });
    }
    let (made, faults) = ficha_json::apply_patch(&before, &ops);
    let reached = Document::parse(made.as_str(), &limits)?.root().to_value();
    if !faults.is_empty() || !value_eq(&reached, &wanted) {
        return Err(ApiError::new(ErrorCode::Bug, "The edit could not be put into operations."));
    }
    Ok(RawEdit { spelling_only: ops.is_empty() && edited != source, ops: ops_to(&ops) })
}
