//! What can go wrong with the folder, sorted by whose fault it is, each with its place.

use std::io;
use std::path::{Path, PathBuf};

use crate::Address;

/// The result of every library call.
pub type Result<T> = std::result::Result<T, LibraryError>;

/// A library call that did not succeed. Whatever was saved before it is still there.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// A file of the library does not hold what it should. It is left as it is.
    #[error("{}: {what}", place.display())]
    Malformed {
        /// What is wrong with it.
        what: String,
        /// The file.
        place: PathBuf,
    },
    /// A file asks for something this version does not know.
    #[error("{}: {what}", place.display())]
    Unsupported {
        /// What is not known.
        what: String,
        /// The file.
        place: PathBuf,
    },
    /// A limit was reached.
    #[error("{}: {name} is over the limit of {limit}", place.display())]
    Limit {
        /// Which limit.
        name: &'static str,
        /// Its value.
        limit: u64,
        /// The file.
        place: PathBuf,
    },
    /// The library has no way to do what was asked.
    #[error("{what}")]
    CannotExpress {
        /// What was asked, and why not.
        what: String,
    },
    /// Another process kept writing for longer than the wait.
    #[error("another process is writing to the library")]
    Busy,
    /// The entity was saved by someone else since it was opened.
    #[error("{address} was opened at revision {base} and is at revision {current} now")]
    Conflict {
        /// Which entity.
        address: Address,
        /// The revision the save started from.
        base: u64,
        /// The newest revision.
        current: u64,
    },
    /// Nothing of that name is here.
    #[error("{what} is not in the library")]
    NotFound {
        /// What was asked for, as it was written.
        what: String,
    },
    /// The folder can be read only.
    #[error("the library can only be read: {why}")]
    ReadOnly {
        /// Why.
        why: String,
    },
    /// The system refused.
    #[error("{}: could not {doing}: {source}", place.display())]
    Io {
        /// What was tried, in a verb and its object.
        doing: &'static str,
        /// The file or folder.
        place: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl LibraryError {
    /// A closure that gives an I/O error its place.
    pub(crate) fn io<'a>(doing: &'static str, place: &'a Path) -> impl FnOnce(io::Error) -> LibraryError + 'a {
        move |source| LibraryError::Io { doing, place: place.to_owned(), source }
    }

    /// A file that does not hold what it should.
    pub(crate) fn malformed(place: &Path, what: impl Into<String>) -> LibraryError {
        LibraryError::Malformed { what: what.into(), place: place.to_owned() }
    }

    /// Something that is not here.
    pub(crate) fn not_found(what: impl ToString) -> LibraryError {
        LibraryError::NotFound { what: what.to_string() }
    }

    /// The same error once more, for another item that met it.
    pub(crate) fn again(&self) -> LibraryError {
        match self {
            LibraryError::Malformed { what, place } => {
                LibraryError::Malformed { what: what.clone(), place: place.clone() }
            }
            LibraryError::Unsupported { what, place } => {
                LibraryError::Unsupported { what: what.clone(), place: place.clone() }
            }
            LibraryError::Limit { name, limit, place } => {
                LibraryError::Limit { name, limit: *limit, place: place.clone() }
            }
            LibraryError::CannotExpress { what } => LibraryError::CannotExpress { what: what.clone() },
            LibraryError::Busy => LibraryError::Busy,
            LibraryError::Conflict { address, base, current } => {
                LibraryError::Conflict { address: address.clone(), base: *base, current: *current }
            }
            LibraryError::NotFound { what } => LibraryError::NotFound { what: what.clone() },
            LibraryError::ReadOnly { why } => LibraryError::ReadOnly { why: why.clone() },
            LibraryError::Io { doing, place, source } => LibraryError::Io {
                doing,
                place: place.clone(),
                source: io::Error::new(source.kind(), source.to_string()),
            },
        }
    }
}
