//! The changes of a newer card by their names, and which of them nobody has settled.

use ficha_library::worlds::WorldFolder;

use super::error::{Result, UpdateError};
use super::status::state_of;
use crate::tools::{CardTools, ToolError};

/// Every change, in order.
pub(super) fn names(folder: &WorldFolder) -> Result<Vec<String>> {
    let diff = CardTools::open(folder).and_then(|tools| tools.diff());
    Ok(diff.map_err(of_tools)?.names())
}

/// The changes that are neither carried nor dismissed, in order.
pub(super) fn unmarked(folder: &WorldFolder) -> Result<Vec<String>> {
    let marks = state_of(folder)?.marks;
    Ok(names(folder)?.into_iter().filter(|name| !marks.contains_key(name)).collect())
}

fn of_tools(error: ToolError) -> UpdateError {
    match error {
        ToolError::NoCard => UpdateError::NoCard,
        ToolError::Unreadable(error) => error,
        ToolError::NoUpdate | ToolError::NoPiece { .. } | ToolError::QueryTooShort => UpdateError::NoUpdate,
    }
}
