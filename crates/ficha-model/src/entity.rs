//! The wrapper every entity shares, whatever its kind.
//!
//! Rules kept here: an original is the source payload word for word and is never changed; edits made to it are a
//! list beside it; where an entity came from is an explicit record; binaries are blobs, named, never inside.

use std::sync::{Arc, OnceLock};

use ficha_json::{Document, JsonError, Limits};
use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{Body, Kind};

/// The wrapper's version. Older ones are migrated on reading; newer ones keep their unknown keys.
pub const SCHEMA_VERSION: &str = "1";

/// An entity: wrapper and content.
#[derive(Clone, Debug, PartialEq)]
pub struct Entity {
    /// What it is.
    pub kind: Kind,
    /// Its storage slug, unique within its kind; made by [`crate::canonical_id`].
    pub id: String,
    /// The authored content.
    pub body: Body,
    /// Per-format overrides of body fields.
    pub profiles: Profiles,
    /// Source payloads, by format id.
    pub original: IndexMap<String, Original>,
    /// Edits to originals, by format id.
    pub native_edits: NativeEdits,
    /// Where it came from; `None` for one made here.
    pub source: Option<SourceRecord>,
    /// The author's own notes about the piece; no format carries them.
    pub notes: Vec<AuthorNote>,
    /// Wrapper keys a newer version wrote; kept, shown, never used.
    pub unknown: Map<String, Value>,
}

/// Format id to a sparse body whose leaves replace the body's for that format.
pub type Profiles = IndexMap<String, Body>;

/// Format id to ordered operations against that format's original.
pub type NativeEdits = IndexMap<String, Vec<PatchOp>>;

/// One operation against an original.
pub use ficha_json::Op as PatchOp;

/// JSON text kept word for word: number spelling, key order and double keys survive. Always strict JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raw(pub Arc<str>);

/// What one format's source held.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Original {
    /// The payload's text; `None` for payloads that are no JSON and live in the source blob.
    pub raw: Option<Raw>,
    /// What the payload itself does not say (the spec variant, say), by the format's own keys.
    pub unmapped: Map<String, Value>,
    /// The file the payload came in, when that is binary.
    pub source_media: Option<Media>,
    /// Keys of this entry that a newer version wrote; kept, never used.
    pub unknown: Map<String, Value>,
    /// The body this payload decodes to, remembered while in memory so that nothing is decoded twice. Not stored,
    /// not compared.
    pub pristine: Pristine,
    /// The payload parsed, remembered in the same way: an export dialog writes one entity for many targets.
    pub parsed: Parsed,
}

impl Original {
    /// The payload as a document, parsed once; `None` without a payload.
    ///
    /// # Errors
    /// What the reader says of a payload that is damaged or over `limits`.
    pub fn document(&self, limits: &Limits) -> Result<Option<Arc<Document>>, JsonError> {
        let Some(raw) = &self.raw else { return Ok(None) };
        if let Some(parsed) = self.parsed.0.get().filter(|parsed| Arc::ptr_eq(parsed.text(), &raw.0)) {
            return Ok(Some(parsed.clone()));
        }
        let parsed = Arc::new(Document::parse(raw.0.clone(), limits)?);
        // Where the payload was exchanged the older document stays remembered and is never used.
        let _ = self.parsed.0.set(parsed.clone());
        Ok(Some(parsed))
    }
}

/// A remembered document, see [`Original::document`]. Equal to every other; clones share it, since an encoder works on
/// one of its own.
#[derive(Clone, Debug, Default)]
pub struct Parsed(Arc<OnceLock<Arc<Document>>>);

impl PartialEq for Parsed {
    fn eq(&self, _: &Parsed) -> bool {
        true
    }
}

/// A remembered decode, see [`Original::pristine`]. Equal to every other.
#[derive(Clone, Debug, Default)]
pub struct Pristine(pub Option<Body>);

impl PartialEq for Pristine {
    fn eq(&self, _: &Pristine) -> bool {
        true
    }
}

/// A binary named by content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Media {
    /// SHA-256 of the bytes in lower-case hex.
    pub blob: String,
    /// Its media type, `image/png`.
    pub mime: String,
}

/// Where an entity came from.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceRecord {
    /// Format id.
    pub format: String,
    /// Container id.
    pub container: String,
    /// JSON Pointer into the payload, for an entity split out of another's file (an embedded book).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The file's name, without folders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_name: Option<String>,
    /// SHA-256 of the whole file in lower-case hex; filled in when the file is kept or inspected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The file's size in bytes; filled in with `sha256`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// When it was kept, RFC 3339 UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Keys of the record that a newer version wrote; kept, never used.
    #[serde(skip)]
    pub unknown: Map<String, Value>,
}

impl SourceRecord {
    /// The file's name without its extension; `None` for an entity that is only a part of the file, and for a file
    /// without a name.
    pub fn stem(&self) -> Option<&str> {
        let name = self.file_name.as_deref().filter(|_| self.pointer.is_none())?;
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        Some(stem).filter(|stem| !stem.trim().is_empty())
    }
}

/// A note the author keeps about a piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AuthorNote {
    /// Its id within the entity.
    pub id: String,
    /// The text.
    pub text: String,
    /// When it was written, RFC 3339 UTC.
    pub at: String,
    /// By whom.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Keys of the note that a newer version wrote; kept, never used.
    #[serde(skip)]
    pub unknown: Map<String, Value>,
}

impl Entity {
    /// An entity made here: no original, no source.
    pub fn new(kind: Kind, id: impl Into<String>, body: Body) -> Entity {
        Entity {
            kind,
            id: id.into(),
            body,
            profiles: Profiles::new(),
            original: IndexMap::new(),
            native_edits: NativeEdits::new(),
            source: None,
            notes: Vec::new(),
            unknown: Map::new(),
        }
    }

    /// `kind/id`, as the command line and links inside a report write it.
    pub fn address(&self) -> String {
        format!("{}/{}", self.kind, self.id)
    }

    /// The name people see: `identity.name` of a character, `name` of every other kind. Files of many kinds have no
    /// name inside and are called by their file's: there it is the stem of the source file. Empty when there is none.
    pub fn name(&self) -> &str {
        if self.kind == Kind::Character {
            return self.body.text("identity.name").unwrap_or("");
        }
        let own = self.body.text("name").filter(|name| !name.trim().is_empty());
        own.or_else(|| self.source.as_ref()?.stem()).unwrap_or("")
    }
}
