//! Why a text cannot be read, and how large a text may be.

use thiserror::Error;

/// How much of a JSON text is read before it is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the text, and of the text with its faults repaired. Never above 4 GiB less one.
    pub bytes: usize,
    /// Values in it, keys not counted; also the number of faults that are repaired. Never above 100 million.
    pub values: usize,
    /// Lists and objects inside one another. Never above [`Limits::DEEPEST`].
    pub depth: usize,
}

impl Limits {
    /// The deepest nesting any limit allows: trees of values are compared and dropped by recursion elsewhere.
    pub const DEEPEST: usize = 1024;

    /// For texts that were let in before, and for the highest a person may let in: 256 MiB and four million values.
    pub fn widest() -> Limits {
        Limits { bytes: 256 * 1024 * 1024, values: 4_000_000, ..Limits::default() }
    }

    pub(crate) const MOST_VALUES: usize = 100_000_000;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { bytes: 32 * 1024 * 1024, values: 500_000, depth: 512 }
    }
}

/// Why a text was refused. Offsets are bytes into the text as it was given.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JsonError {
    /// It is no JSON, and no fault that can be repaired with certainty.
    #[error("{what} (line {line}, column {column})")]
    Malformed {
        /// What was found, or missing.
        what: String,
        /// Where, in bytes.
        offset: usize,
        /// Where, counted from 1.
        line: usize,
        /// Where, in code points counted from 1.
        column: usize,
    },
    /// It is larger than it may be.
    #[error("larger than the limit `{name}` of {limit} allows")]
    Limit {
        /// Which limit: `json-bytes`, `json-values`, `json-depth`, or `json-repairs` (as many as values).
        name: &'static str,
        /// Its value.
        limit: u64,
        /// Where it was reached, in bytes.
        offset: usize,
    },
}

/// A [`JsonError`] that does not know its line yet.
#[derive(Debug)]
pub(crate) enum Fault {
    Malformed { what: String, offset: usize },
    Limit { name: &'static str, limit: usize, offset: usize },
}

impl Fault {
    /// The error for `text`, the offset passed through `place` first.
    pub(crate) fn into_error(self, text: &str, place: impl Fn(usize) -> usize) -> JsonError {
        match self {
            Fault::Malformed { what, offset } => {
                let offset = place(offset);
                let (line, column) = line_and_column(text, offset);
                JsonError::Malformed { what, offset, line, column }
            }
            Fault::Limit { name, limit, offset } => {
                JsonError::Limit { name, limit: limit as u64, offset: place(offset) }
            }
        }
    }
}

/// Line ends are `\n`, `\r\n` and a `\r` alone.
fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let bytes = before.as_bytes();
    let mut line = 1;
    let mut start = 0;
    for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
        let pair = bytes.get(at) == Some(&b'\r') && text.as_bytes().get(at + 1) == Some(&b'\n');
        if !pair {
            line += 1;
            start = at + 1;
        }
    }
    (line, before.get(start..).unwrap_or("").chars().count() + 1)
}
