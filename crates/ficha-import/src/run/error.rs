//! Why a step of an import did not succeed. Whatever was on the disk before is still there.

use ficha_library::LibraryError;

use super::phase::Refusal;

/// The result of every step.
pub type Result<T> = std::result::Result<T, RunError>;

/// A step that did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The state of the import does not allow it.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// There is nothing an import could go on with.
    #[error("nothing waits here: {what}")]
    NothingToResume {
        /// What is there instead.
        what: String,
    },
    /// Another run holds the world.
    #[error("another run is at work on this world")]
    Busy,
    /// A record cannot be read, so nothing is written.
    #[error("{file} cannot be read: {what}")]
    Unreadable {
        /// The file, relative to the world.
        file: String,
        /// What is wrong with it.
        what: String,
    },
    /// A finish that was interrupted cannot go on: files it had put in place are not what they were.
    #[error("the interrupted finish is damaged: {}", files.join(", "))]
    Damaged {
        /// The files that changed or are gone.
        files: Vec<String>,
    },
    /// The upload is larger than an import takes.
    #[error("the upload has {bytes} bytes, and the limit importMaxUploadBytes is {limit}")]
    TooLarge {
        /// Its size.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// A choice does not fit the card, or a decision does not fit what was built.
    #[error("{0}")]
    Choice(String),
    /// The person stopped it; what was done stays done.
    #[error("stopped; what was done stays done")]
    Stopped,
    /// The disk, the folder, the library.
    #[error("{0}")]
    Library(LibraryError),
}

impl From<LibraryError> for RunError {
    fn from(error: LibraryError) -> RunError {
        match error {
            LibraryError::Busy => RunError::Busy,
            other => RunError::Library(other),
        }
    }
}

impl RunError {
    /// The word `last_error` and the command line have for it.
    pub fn code(&self) -> &'static str {
        match self {
            RunError::Refused(refusal) => refusal.code(),
            RunError::NothingToResume { .. } => "nothing-to-resume",
            RunError::Busy => "busy",
            RunError::Unreadable { .. } => "unreadable",
            RunError::Damaged { .. } => "damaged",
            RunError::TooLarge { .. } => "limit",
            RunError::Choice(_) => "usage",
            RunError::Stopped => "stopped",
            RunError::Library(_) => "io",
        }
    }
}
