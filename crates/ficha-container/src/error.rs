//! The error of this crate, by whose fault it is, and the place every error and note names.
//!
//! Messages are whole sentences without the place; the place travels beside them so that each shell can show it in
//! its own way.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::limits::limit_sentence;

/// Where in a file something is.
///
/// In JSON the absent parts are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// Archive entry by its name, or text chunk as `tEXt:chara#1` (the first one of that form and keyword is 1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// JSON Pointer inside that payload.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// Byte offset, counted in the file, or in the payload when `entry` or `pointer` is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
}

impl Place {
    /// The file as a whole.
    pub fn file() -> Place {
        Place::default()
    }

    /// A byte offset in the file.
    pub fn offset(offset: usize) -> Place {
        Place { offset: Some(offset as u64), ..Place::default() }
    }

    /// An archive entry or a text chunk.
    pub fn entry(entry: impl Into<String>) -> Place {
        Place { entry: Some(entry.into()), ..Place::default() }
    }

    /// A JSON Pointer in the payload.
    pub fn pointer(pointer: impl Into<String>) -> Place {
        Place { pointer: Some(pointer.into()), ..Place::default() }
    }

    /// The same place, at this byte offset.
    pub fn at(self, offset: usize) -> Place {
        Place { offset: Some(offset as u64), ..self }
    }

    /// The same place, in this entry when none is named yet.
    pub fn within(self, entry: &str) -> Place {
        Place { entry: self.entry.or_else(|| Some(entry.to_owned())), ..self }
    }

    /// Whether nothing is named.
    pub fn is_file(&self) -> bool {
        *self == Place::default()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        if let Some(entry) = &self.entry {
            write!(f, "{entry}")?;
            gap = " ";
        }
        if let Some(pointer) = &self.pointer {
            write!(f, "{gap}{pointer}")?;
            gap = " ";
        }
        if let Some(offset) = self.offset {
            write!(f, "{gap}at byte {offset}")?;
        }
        Ok(())
    }
}

/// What can go wrong while a container is read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContainerError {
    /// The bytes break the rules of their container.
    #[error("{what}")]
    Malformed {
        /// A sentence for a person.
        what: String,
        /// Where.
        place: Place,
    },
    /// The bytes are sound, but use something that is not read here.
    #[error("{what}")]
    Unsupported {
        /// A sentence for a person, naming the thing.
        what: String,
        /// Where.
        place: Place,
    },
    /// The bytes are encrypted with a password that was not given, or is another one.
    #[error("{}", locked_sentence(*wrong))]
    Locked {
        /// Whether a password was given.
        wrong: bool,
        /// Where.
        place: Place,
    },
    /// A limit was reached. The person may raise it for this file.
    #[error("{}", limit_sentence(name, *limit))]
    Limit {
        /// Which one: `file-bytes`, `zip-entries`, `zip-entry`, `zip-total`, `text-bytes`, `png-chunks`,
        /// `picture-side`, `picture-pixels` or `json-bytes`, each a field of [`crate::Limits`]; or `declared-size`,
        /// for an entry that inflates past the size its archive declares, which no one can raise.
        name: &'static str,
        /// Its value, in the unit of that field.
        limit: u64,
        /// Where.
        place: Place,
    },
}

/// What is said of encrypted bytes.
pub fn locked_sentence(wrong: bool) -> &'static str {
    if wrong {
        "the file is encrypted, and the password is another one"
    } else {
        "the file is encrypted with a password"
    }
}

impl ContainerError {
    /// A `Malformed` at this place.
    pub fn malformed(what: impl Into<String>, place: Place) -> ContainerError {
        ContainerError::Malformed { what: what.into(), place }
    }

    /// An `Unsupported` at this place.
    pub fn unsupported(what: impl Into<String>, place: Place) -> ContainerError {
        ContainerError::Unsupported { what: what.into(), place }
    }

    /// A `Limit` at this place.
    pub fn limit(name: &'static str, limit: usize, place: Place) -> ContainerError {
        ContainerError::Limit { name, limit: limit as u64, place }
    }

    /// Where it went wrong.
    pub fn place(&self) -> &Place {
        match self {
            ContainerError::Malformed { place, .. }
            | ContainerError::Unsupported { place, .. }
            | ContainerError::Locked { place, .. }
            | ContainerError::Limit { place, .. } => place,
        }
    }

    /// The same error, said of this entry or chunk when it named none.
    pub fn within(self, entry: &str) -> ContainerError {
        match self {
            ContainerError::Malformed { what, place } => ContainerError::Malformed { what, place: place.within(entry) },
            ContainerError::Unsupported { what, place } => {
                ContainerError::Unsupported { what, place: place.within(entry) }
            }
            ContainerError::Locked { wrong, place } => ContainerError::Locked { wrong, place: place.within(entry) },
            ContainerError::Limit { name, limit, place } => {
                ContainerError::Limit { name, limit, place: place.within(entry) }
            }
        }
    }
}
