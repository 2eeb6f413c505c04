//! Errors, by whose fault they are: why a file is refused, and why an entity cannot be written.

use ficha_container::{ContainerError, Place};
use ficha_json::JsonError;

/// Why a file is not read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// A picture or archive that holds no card.
    #[error("{what}")]
    NoCard {
        /// What was found instead.
        what: String,
        /// Where.
        place: Place,
    },
    /// Readable, but of no format in the registry.
    #[error("{what}")]
    UnknownFormat {
        /// What it looks like.
        what: String,
        /// Where.
        place: Place,
    },
    /// The file is damaged.
    #[error("{what}")]
    Malformed {
        /// The damage.
        what: String,
        /// Where.
        place: Place,
    },
    /// A kind of file that is known and not read.
    #[error("{what}")]
    Unsupported {
        /// What it is.
        what: String,
        /// Where.
        place: Place,
    },
    /// Encrypted with a password that was not given, or is another one.
    #[error("{}", ficha_container::locked_sentence(*wrong))]
    Locked {
        /// Whether a password was given.
        wrong: bool,
        /// Where.
        place: Place,
    },
    /// A limit was reached.
    #[error("{}", ficha_container::limit_sentence(name, *limit))]
    Limit {
        /// The limit's name.
        name: &'static str,
        /// Its value.
        limit: u64,
        /// Where.
        place: Place,
    },
}

impl Refusal {
    /// The error code every JSON answer prints.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::NoCard { .. } => "no-card",
            Refusal::UnknownFormat { .. } => "unknown-format",
            Refusal::Malformed { .. } => "malformed",
            Refusal::Unsupported { .. } => "unsupported",
            Refusal::Locked { .. } => "locked",
            Refusal::Limit { .. } => "limit",
        }
    }

    /// Where the fault is.
    pub fn place(&self) -> &Place {
        match self {
            Refusal::NoCard { place, .. }
            | Refusal::UnknownFormat { place, .. }
            | Refusal::Malformed { place, .. }
            | Refusal::Unsupported { place, .. }
            | Refusal::Locked { place, .. }
            | Refusal::Limit { place, .. } => place,
        }
    }

    /// What the person can do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Refusal::NoCard { .. } => {
                "Image hosts and chat apps strip the card from a picture; ask for the original file."
            }
            Refusal::UnknownFormat { .. } => "If an app wrote this file, its format is not known yet.",
            Refusal::Malformed { .. } => "Get the file again, or export it again from the app it came from.",
            Refusal::Unsupported { .. } => {
                "If it holds a card, lorebook, persona, regex set or preset, export that alone from its app."
            }
            Refusal::Locked { .. } => "Give the password it was exported with; it is used for this and kept nowhere.",
            Refusal::Limit { name: "declared-size", .. } => {
                "Get the file again; this archive is not what it says it is."
            }
            Refusal::Limit { .. } => "Raise this limit for this file if you trust where it came from.",
        }
    }

    /// The same refusal, with the archive entry or chunk it happened in.
    pub(crate) fn within(mut self, entry: &str) -> Refusal {
        let place = match &mut self {
            Refusal::NoCard { place, .. }
            | Refusal::UnknownFormat { place, .. }
            | Refusal::Malformed { place, .. }
            | Refusal::Unsupported { place, .. }
            | Refusal::Locked { place, .. }
            | Refusal::Limit { place, .. } => place,
        };
        *place = std::mem::take(place).within(entry);
        self
    }
}

impl From<ContainerError> for Refusal {
    fn from(error: ContainerError) -> Refusal {
        match error {
            ContainerError::Malformed { what, place } => Refusal::Malformed { what, place },
            ContainerError::Unsupported { what, place } => Refusal::Unsupported { what, place },
            ContainerError::Locked { wrong, place } => Refusal::Locked { wrong, place },
            ContainerError::Limit { name, limit, place } => Refusal::Limit { name, limit, place },
        }
    }
}

impl From<JsonError> for Refusal {
    fn from(error: JsonError) -> Refusal {
        match error {
            JsonError::Malformed { what, offset, line, column } => Refusal::Malformed {
                what: format!("not JSON: {what} at line {line}, column {column}"),
                place: Place::offset(offset),
            },
            JsonError::Limit { name, limit, offset } => Refusal::Limit { name, limit, place: Place::offset(offset) },
        }
    }
}

/// Why an entity is not written.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EncodeError {
    /// The target cannot hold what was asked for.
    #[error("{what}")]
    CannotExpress {
        /// What cannot be said.
        what: String,
        /// What would help.
        hint: String,
    },
    /// A linked entity is not at hand.
    #[error("the linked {address} is not there")]
    MissingLink {
        /// `kind/id`.
        address: String,
    },
    /// An original the entity holds is damaged.
    #[error("the original of {format} cannot be read: {refusal}")]
    DamagedOriginal {
        /// The format id.
        format: String,
        /// Why not.
        refusal: Refusal,
    },
    /// The entity's source file is damaged or past a limit.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl From<ContainerError> for EncodeError {
    fn from(error: ContainerError) -> EncodeError {
        EncodeError::Refused(error.into())
    }
}

impl EncodeError {
    /// The error code every JSON answer prints.
    pub fn code(&self) -> &'static str {
        match self {
            EncodeError::CannotExpress { .. } => "cannot-express",
            EncodeError::MissingLink { .. } => "missing-link",
            EncodeError::DamagedOriginal { .. } => "malformed",
            EncodeError::Refused(refusal) => refusal.code(),
        }
    }

    /// What the person can do about it.
    pub fn hint(&self) -> &str {
        match self {
            EncodeError::CannotExpress { hint, .. } => hint,
            EncodeError::MissingLink { .. } => "Restore the linked entity, or remove the link.",
            EncodeError::DamagedOriginal { .. } => "Import the source file again.",
            EncodeError::Refused(refusal) => refusal.hint(),
        }
    }
}
