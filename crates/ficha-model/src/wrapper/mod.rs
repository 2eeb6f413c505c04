//! The wrapper as text.
//!
//! Here: reading a wrapper of any age and writing today's. Not here: where the text lives, and the bytes of blobs; what
//! a caller must fetch or store itself is handed over in [`Wrapper`] and asked for in [`Writing`].
//! The rule kept: an original's `raw` goes in and out word for word, and no key is dropped for being unknown.

mod migrate;
mod read;
mod write;

use ficha_json::JsonError;
use indexmap::IndexMap;
use serde_json::{Map, Value};

use crate::Entity;

pub use write::Writing;

/// A wrapper as it was read, with what the entity itself has no place for.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrapper {
    /// The entity.
    pub entity: Entity,
    /// Whether a newer version wrote it. Its version and its unknown keys are kept and written again.
    pub newer: bool,
    /// The migrations that were made, by name, in order; none for a wrapper of today.
    pub migrations: Vec<&'static str>,
    /// Source pictures that stand inside the text, to be stored as blobs: the entity's `source_media` is `None` there
    /// until the caller has done so.
    pub inline_media: Vec<InlineMedia>,
    /// Format id to the SHA-256 of the blob that holds that original's `raw`, which is `None` until the caller has
    /// fetched it.
    pub raw_blobs: IndexMap<String, String>,
    /// What the reference studio noted beside an entity (times, accent colour): library matter, not the entity's.
    pub studio: Map<String, Value>,
}

/// The bytes of a source file inside a wrapper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineMedia {
    /// The format whose original it belongs to.
    pub format: String,
    /// Its media type.
    pub mime: String,
    /// The bytes in base64, as written.
    pub base64: String,
}

/// Why a text is no wrapper.
#[derive(Debug, thiserror::Error)]
pub enum WrapperError {
    /// The text is no JSON, or beyond the limits of the reader.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// A part of it is not what it must be.
    #[error("{what} at {pointer:?}")]
    Malformed {
        /// What is wrong.
        what: &'static str,
        /// Where, as a JSON Pointer.
        pointer: String,
    },
    /// It holds a kind of entity this version does not know.
    #[error("entities of kind {kind:?} are not supported")]
    Unsupported {
        /// The kind's word.
        kind: String,
    },
}
