//! A piece on its way out: to a file for a drag, to the clipboard; and two pieces beside each other.

use super::{address, history};
use crate::carry_out::{as_prose, to_passing_place};
use crate::dto::{Address, CompareRow, CopyAs, FieldPart, OutFile};
use crate::merging::rows;
use crate::{ApiError, ErrorCode, Studio};

/// Writes the usual file of a piece to a passing place, for a drag out of the window.
///
/// # Errors
/// Why it cannot be written.
pub fn drag_file(studio: &Studio, text: Address) -> Result<OutFile, ApiError> {
    let path = to_passing_place(studio, &text)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(OutFile { path: path.display().to_string(), name })
}

/// The text of a piece for the clipboard, as it was last saved.
///
/// # Errors
/// `not-found`; `cannot-express` for a piece without an original.
pub fn copy(studio: &Studio, text: Address, shape: CopyAs) -> Result<String, ApiError> {
    let entity = studio.library().open_entity(&address(studio, &text)?)?.entity;
    Ok(match shape {
        CopyAs::Json => ficha_json::to_text(entity.body.value(), ficha_json::Style::Pretty(2)),
        CopyAs::Text => as_prose(&entity, history::language(studio), false),
        CopyAs::Markdown => as_prose(&entity, history::language(studio), true),
        CopyAs::Original => {
            let source = entity.source.as_ref().map(|source| source.format.as_str());
            let original =
                source.and_then(|source| entity.original.get(source)).or_else(|| entity.original.values().next());
            let raw = original.and_then(|original| original.raw.as_ref());
            raw.map(|raw| raw.0.to_string()).ok_or_else(|| {
                ApiError::new(ErrorCode::CannotExpress, "This piece was made here; it has no original.")
            })?
        }
    })
}

/// What two pieces of one kind have differently, field by field.
///
/// # Errors
/// `not-found`; `usage` for two of different kinds.
pub fn compare(studio: &Studio, left: Address, right: Address) -> Result<Vec<CompareRow>, ApiError> {
    let library = studio.library();
    let (left, right) = (address(studio, &left)?, address(studio, &right)?);
    if left.kind() != right.kind() {
        let what = format!("A {} and a {} have no fields in common.", left.kind(), right.kind());
        return Err(ApiError::new(ErrorCode::Usage, what));
    }
    let (before, after) = (library.open_entity(&left)?.entity, library.open_entity(&right)?.entity);
    let rows = rows::two(&studio.open(), &before, &after, history::language(studio))?;
    Ok(rows.into_iter().filter(|row| row.part != FieldPart::Source).collect())
}
