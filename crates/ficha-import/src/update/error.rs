//! Why an update did not go on. Whatever was on the disk before is still there.

use ficha_library::LibraryError;

use crate::run::{Refusal, RunError};

/// The result of every act of an update.
pub type Result<T> = std::result::Result<T, UpdateError>;

/// An act of an update that did not happen.
#[derive(Debug, thiserror::Error)]
pub enum UpdateError {
    /// The world was not made from a card, or the card was taken away.
    #[error("the world has no card")]
    NoCard,
    /// No newer card waits.
    #[error("no newer card waits")]
    NoUpdate,
    /// No update was finished since copies were made, or they are gone.
    #[error("there is no finished update to undo")]
    NothingToUndo,
    /// No such change.
    #[error("the newer card makes no change called {0:?}")]
    NoChange(String),
    /// The state, a record, the disk: as in an import.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl From<LibraryError> for UpdateError {
    fn from(error: LibraryError) -> UpdateError {
        UpdateError::Run(error.into())
    }
}

impl From<Refusal> for UpdateError {
    fn from(refusal: Refusal) -> UpdateError {
        UpdateError::Run(refusal.into())
    }
}

impl UpdateError {
    /// The word every JSON answer prints.
    pub fn code(&self) -> &'static str {
        match self {
            UpdateError::NoCard => "no-card",
            UpdateError::NoUpdate => "no-update",
            UpdateError::NothingToUndo => "nothing-to-undo",
            UpdateError::NoChange(_) => "no-change",
            UpdateError::Run(error) => error.code(),
        }
    }

    /// Files an act needs are gone or not what they were.
    pub(super) fn damaged(files: Vec<String>) -> UpdateError {
        UpdateError::Run(RunError::Damaged { files })
    }

    pub(crate) fn unreadable(file: &str, what: impl ToString) -> UpdateError {
        UpdateError::Run(RunError::Unreadable { file: file.to_owned(), what: what.to_string() })
    }
}
