//! The one error a shell sees. Shells switch on the code, people read the message and the hint.
//!
//! Not here: wording of what the crates below found; their messages pass through with their place.

use ficha_container::Limits;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::Place;

/// Whose fault it is and what can be done. Exit codes of the command line follow from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorCode {
    /// The caller asked for something that makes no sense.
    Usage,
    /// The disk, a folder, a permission.
    Io,
    /// A picture or archive without a card in it.
    NoCard,
    /// Nothing we speak recognises it.
    UnknownFormat,
    /// Broken content.
    Malformed,
    /// Whole, but nothing we read.
    Unsupported,
    /// Encrypted with a password that was not given, or is another one.
    Locked,
    /// A limit was reached; the message names it.
    Limit,
    /// The target has no way to say it.
    CannotExpress,
    /// Another process holds the library.
    Busy,
    /// Somebody saved in between.
    Conflict,
    /// A linked entity is not there.
    MissingLink,
    /// No such entity, revision, staged file.
    NotFound,
    /// The step does not belong to where an import is.
    WrongPhase,
    /// Nothing waits that could be gone on with.
    NothingToResume,
    /// What is to be written was not approved.
    NotApproved,
    /// It needs a language model, and none is set.
    NoModel,
    /// No newer card waits beside the world.
    NoUpdate,
    /// No update was finished that could be undone.
    NothingToUndo,
    /// The card has no such piece.
    NoPiece,
    /// So little is asked for that everything would be found.
    QueryTooShort,
    /// Stopped by the person.
    Cancelled,
    /// Our own fault.
    Bug,
}

/// A failure as a shell gets it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type, thiserror::Error)]
#[error("{message}")]
#[serde(rename_all = "camelCase")]
pub struct ApiError {
    /// What kind.
    pub code: ErrorCode,
    /// What happened and where, one sentence.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// Where in the file.
    pub place: Option<Box<Place>>,
    /// The limit that was reached, when it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Box<LimitReached>>,
}

/// A limit a file reached. Sizes are in bytes, everything else is a count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LimitReached {
    /// Its name, `zip-total`.
    pub name: String,
    /// The value it has.
    #[specta(type = specta_typescript::Number)]
    pub value: u64,
    /// The value this file would need, as far as the file tells without being unpacked.
    #[specta(type = Option<specta_typescript::Number>)]
    pub needed: Option<u64>,
    /// What to raise it to, to try again: what the file needs, or four times the value where that is not known.
    /// `null` when the limit cannot be raised that far, or not at all.
    #[specta(type = Option<specta_typescript::Number>)]
    pub raise_to: Option<u64>,
}

impl LimitReached {
    /// A limit of which is known what the file needs, or not.
    pub fn new(name: &str, value: u64, needed: Option<u64>) -> LimitReached {
        let ceiling = Limits::ceiling(name).unwrap_or(0);
        let raise_to = match needed {
            Some(needed) => Some(needed).filter(|needed| *needed <= ceiling),
            None => Some(value.saturating_mul(4).min(ceiling)).filter(|raised| *raised > value),
        };
        LimitReached { name: name.to_owned(), value, needed, raise_to }
    }
}

impl ApiError {
    /// An error without hint or place.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> ApiError {
        ApiError { code, message: message.into(), hint: None, place: None, limit: None }
    }

    /// The same with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> ApiError {
        self.hint = Some(hint.into());
        self
    }

    /// The same with what a file of these bytes, opened under these limits, would need of the limit it reached. A file
    /// that needs more than anybody may allow gets no hint to try.
    #[must_use]
    pub fn needing(mut self, bytes: &[u8], limits: &Limits) -> ApiError {
        let at = self.place.as_ref().map_or_else(ficha_container::Place::file, |place| ficha_container::Place {
            entry: place.entry.clone(),
            pointer: place.pointer.clone(),
            offset: place.offset,
        });
        match self.limit.take().map(|limit| *limit) {
            Some(LimitReached { name, value, .. }) => {
                let needed = ficha_container::needed(bytes, &name, &at, limits);
                self.reaching(LimitReached::new(&name, value, needed))
            }
            None => self,
        }
    }

    /// The same about this limit.
    #[must_use]
    pub fn reaching(mut self, limit: LimitReached) -> ApiError {
        if limit.needed.is_some() && limit.raise_to.is_none() && Limits::ceiling(&limit.name).is_some() {
            self.hint = Some("It needs more than this limit can be raised to.".to_owned());
        }
        self.limit = Some(Box::new(limit));
        self
    }

    /// The same with a place.
    #[must_use]
    pub fn at(mut self, place: Place) -> ApiError {
        self.place = Some(Box::new(place));
        self
    }
}

impl ErrorCode {
    /// The code of a word the crates below use; `bug` for one that is none of ours, which a test rules out.
    fn of(word: &str) -> ErrorCode {
        serde_json::from_value(serde_json::Value::String(word.to_owned())).unwrap_or(ErrorCode::Bug)
    }

    /// The exit code of a command line that ends with this error.
    pub fn exit_code(self) -> u8 {
        match self {
            ErrorCode::Io | ErrorCode::Bug | ErrorCode::Cancelled => 1,
            ErrorCode::Usage | ErrorCode::NotFound => 2,
            ErrorCode::NoCard | ErrorCode::UnknownFormat | ErrorCode::Malformed => 3,
            ErrorCode::Unsupported | ErrorCode::Locked => 3,
            ErrorCode::CannotExpress | ErrorCode::MissingLink => 3,
            ErrorCode::Limit => 4,
            ErrorCode::Busy | ErrorCode::Conflict => 6,
            ErrorCode::WrongPhase | ErrorCode::NothingToResume | ErrorCode::NotApproved => 6,
            ErrorCode::NoModel => 9,
            ErrorCode::NoUpdate | ErrorCode::NothingToUndo => 6,
            ErrorCode::NoPiece | ErrorCode::QueryTooShort => 2,
        }
    }

    /// The status an HTTP answer with this error has.
    pub fn http_status(self) -> u16 {
        match self {
            ErrorCode::Usage => 400,
            ErrorCode::NotFound => 404,
            ErrorCode::Busy | ErrorCode::Conflict | ErrorCode::Cancelled => 409,
            ErrorCode::WrongPhase | ErrorCode::NothingToResume | ErrorCode::NotApproved => 409,
            ErrorCode::NoModel | ErrorCode::NoUpdate | ErrorCode::NothingToUndo => 409,
            ErrorCode::NoPiece => 404,
            ErrorCode::QueryTooShort => 400,
            ErrorCode::Limit => 413,
            ErrorCode::NoCard | ErrorCode::UnknownFormat | ErrorCode::Malformed => 422,
            ErrorCode::Unsupported | ErrorCode::Locked => 422,
            ErrorCode::CannotExpress | ErrorCode::MissingLink => 422,
            ErrorCode::Io | ErrorCode::Bug => 500,
        }
    }
}

/// A sentence: a capital in front, unless that would change a name or a path, and a full stop behind.
fn sentence(text: &str) -> String {
    let text = text.trim();
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let word = text.split_whitespace().next().unwrap_or("");
    let mut out = if word.contains(['/', '\\', '.', ':', '_']) {
        text.to_owned()
    } else {
        first.to_uppercase().chain(letters).collect()
    };
    if !out.ends_with(['.', '!', '?', '。']) {
        out.push('.');
    }
    out
}

impl From<&ficha_container::Place> for Place {
    fn from(place: &ficha_container::Place) -> Place {
        Place { entry: place.entry.clone(), pointer: place.pointer.clone(), offset: place.offset }
    }
}

/// A place that names nothing is none.
fn place(place: &ficha_container::Place) -> Option<Place> {
    (!place.is_file()).then(|| place.into())
}

impl From<ficha_formats::Refusal> for ApiError {
    fn from(refusal: ficha_formats::Refusal) -> ApiError {
        let limit = match &refusal {
            ficha_formats::Refusal::Limit { name, limit, .. } => Some(Box::new(LimitReached::new(name, *limit, None))),
            ficha_formats::Refusal::NoCard { .. }
            | ficha_formats::Refusal::UnknownFormat { .. }
            | ficha_formats::Refusal::Malformed { .. }
            | ficha_formats::Refusal::Unsupported { .. }
            | ficha_formats::Refusal::Locked { .. } => None,
        };
        ApiError {
            limit,
            code: ErrorCode::of(refusal.code()),
            message: sentence(&refusal.to_string()),
            hint: Some(refusal.hint().to_owned()),
            place: place(refusal.place()).map(Box::new),
        }
    }
}

impl From<ficha_container::ContainerError> for ApiError {
    fn from(error: ficha_container::ContainerError) -> ApiError {
        ficha_formats::Refusal::from(error).into()
    }
}

impl From<ficha_json::JsonError> for ApiError {
    fn from(error: ficha_json::JsonError) -> ApiError {
        ficha_formats::Refusal::from(error).into()
    }
}

impl From<ficha_formats::EncodeError> for ApiError {
    fn from(error: ficha_formats::EncodeError) -> ApiError {
        let place = match &error {
            ficha_formats::EncodeError::Refused(refusal) => place(refusal.place()),
            ficha_formats::EncodeError::DamagedOriginal { refusal, .. } => place(refusal.place()),
            ficha_formats::EncodeError::CannotExpress { .. } | ficha_formats::EncodeError::MissingLink { .. } => None,
        };
        ApiError {
            code: ErrorCode::of(error.code()),
            message: sentence(&error.to_string()),
            hint: Some(error.hint().to_owned()).filter(|hint| !hint.is_empty()),
            place: place.map(Box::new),
            limit: None,
        }
    }
}

impl From<ficha_convert::ConvertError> for ApiError {
    fn from(error: ficha_convert::ConvertError) -> ApiError {
        use ficha_convert::ConvertError as Error;
        match error {
            Error::Encode(error) => error.into(),
            Error::UnknownTarget { .. } | Error::WrongKind { .. } | Error::NotReadBack { .. } => ApiError {
                code: ErrorCode::of(error.code()),
                message: sentence(&error.to_string()),
                hint: Some(error.hint().to_owned()),
                place: None,
                limit: None,
            },
        }
    }
}

impl From<ficha_library::LibraryError> for ApiError {
    fn from(error: ficha_library::LibraryError) -> ApiError {
        use ficha_library::LibraryError as Error;
        let (code, hint) = match &error {
            Error::Malformed { .. } => (
                ErrorCode::Malformed,
                "The file is left as it is. A backup, or an earlier revision, can take its place.",
            ),
            Error::Unsupported { .. } => {
                (ErrorCode::Unsupported, "A newer version of Ficha wrote it; open it with that one.")
            }
            Error::Limit { .. } => {
                (ErrorCode::Limit, "Raise this limit for this file if you trust where it came from.")
            }
            Error::CannotExpress { .. } => (ErrorCode::CannotExpress, ""),
            Error::Busy => (ErrorCode::Busy, "Another Ficha is writing to this library; try again in a moment."),
            Error::Conflict { .. } => (ErrorCode::Conflict, "Compare with what was saved, then save again from there."),
            Error::NotFound { .. } => (ErrorCode::NotFound, ""),
            Error::ReadOnly { .. } => {
                (ErrorCode::Io, "Make the library's folder writable, or open a library in another folder.")
            }
            Error::Io { source, .. } => (
                ErrorCode::Io,
                match source.kind() {
                    std::io::ErrorKind::StorageFull
                    | std::io::ErrorKind::QuotaExceeded
                    | std::io::ErrorKind::FileTooLarge => {
                        "The disk is full. Make room and try again; nothing that was saved is lost."
                    }
                    std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
                        "Check who may write to this folder."
                    }
                    _ => "Check the disk and the folder.",
                },
            ),
        };
        ApiError {
            code,
            message: sentence(&error.to_string()),
            hint: Some(hint.to_owned()).filter(|hint| !hint.is_empty()),
            place: None,
            limit: match &error {
                Error::Limit { name, limit, .. } => Some(Box::new(LimitReached::new(name, *limit, None))),
                _ => None,
            },
        }
    }
}

impl From<ficha_model::PathError> for ApiError {
    fn from(error: ficha_model::PathError) -> ApiError {
        ApiError::new(ErrorCode::Usage, sentence(&error.to_string()))
            .hint("A path is written like greetings.alternateGreetings[0].text.")
    }
}

/// An I/O failure with what was tried and where.
pub(crate) fn io(doing: &str, path: &std::path::Path, error: &std::io::Error) -> ApiError {
    let hint = match error.kind() {
        std::io::ErrorKind::NotFound => "Check the name and the folder.",
        std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded | std::io::ErrorKind::FileTooLarge => {
            "The disk is full. Make room and try again."
        }
        std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
            "Check who may use this file and folder."
        }
        _ => "Check the disk and the folder.",
    };
    ApiError::new(ErrorCode::Io, format!("{} could not be {doing}: {error}.", path.display())).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_crates_below_is_a_code() {
        let place = ficha_container::Place::default;
        let refusals = [
            ficha_formats::Refusal::NoCard { what: "x".into(), place: place() },
            ficha_formats::Refusal::UnknownFormat { what: "x".into(), place: place() },
            ficha_formats::Refusal::Malformed { what: "x".into(), place: place() },
            ficha_formats::Refusal::Unsupported { what: "x".into(), place: place() },
            ficha_formats::Refusal::Locked { wrong: true, place: place() },
            ficha_formats::Refusal::Limit { name: "x", limit: 1, place: place() },
        ];
        for refusal in refusals {
            assert_ne!(ErrorCode::of(refusal.code()), ErrorCode::Bug, "{}", refusal.code());
        }
        let errors = [
            ficha_formats::EncodeError::CannotExpress { what: "x".into(), hint: String::new() },
            ficha_formats::EncodeError::MissingLink { address: "x".into() },
        ];
        for error in errors {
            assert_ne!(ErrorCode::of(error.code()), ErrorCode::Bug, "{}", error.code());
        }
    }
}
