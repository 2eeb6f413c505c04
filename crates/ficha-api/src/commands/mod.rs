//! The commands, one file per subject: plain functions over the studio.
//!
//! Rule kept here: a command that returns an error has changed nothing it does not name.

pub mod attributes;
pub mod batch;
pub mod books;
pub mod card_tools;
pub mod checks;
pub mod entity;
pub mod export;
pub mod find;
pub mod history;
pub mod imports;
pub mod intake;
pub mod jobs;
pub mod library;
pub mod lore;
pub mod many;
pub mod merge;
pub mod narration;
pub mod native;
pub mod out;
pub mod pictures;
pub mod raw;
pub mod settings;
pub mod shelves;
pub mod tokens;
pub mod told;
pub mod updates;
pub mod users;
pub mod world_checks;
pub mod world_edit;
pub mod worlds;

use ficha_library::Address;

use crate::{ApiError, Studio};

/// The address of an entity that is here, from `kind/id` or a bare id where it is the only one.
pub(crate) fn address(studio: &Studio, text: &str) -> Result<Address, ApiError> {
    Ok(studio.library().resolve(text)?)
}

/// A count for a shell.
pub(crate) fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
