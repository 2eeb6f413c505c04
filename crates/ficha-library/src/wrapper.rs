//! An entity as its file holds it. Rules kept here: a source payload over [`INLINE`] is a blob named by `rawBlob`, a
//! picture over it written as a data URI becomes a blob named `sha256:`, and the entity in memory has neither.

use std::path::Path;

use bytes::Bytes;
use ficha_container::data_uri;
use ficha_container::payload::decode_base64;
use ficha_json::Node;
use ficha_model::{Body, Entity, InlineMedia, Media, Raw, Wrapper, WrapperError, Writing};
use indexmap::IndexMap;
use serde_json::Value;

use crate::batch::{Batch, sha256};
use crate::{Address, Library, LibraryError, Result};

/// Text up to this many bytes stays in the file that holds it; a longer one is a blob shared by all that hold it.
pub const INLINE: usize = 4096;

/// What a file of an entity says: the entity without its long payloads, the blobs those are in by format id, and
/// pictures that a file from elsewhere has inside its text.
#[derive(Clone)]
pub(crate) struct Stored {
    pub entity: Entity,
    raws: IndexMap<String, String>,
    inline: Vec<InlineMedia>,
}

impl Stored {
    /// Reads a wrapper.
    pub fn parse(text: &str, place: &Path) -> Result<Stored> {
        Ok(Stored::of_wrapper(Wrapper::from_json(text).map_err(|error| unreadable(error, place))?))
    }

    /// Reads a wrapper that is part of another file.
    pub fn parse_node(node: Node<'_>, place: &Path) -> Result<Stored> {
        Ok(Stored::of_wrapper(Wrapper::from_node(node, &[]).map_err(|error| unreadable(error, place))?))
    }

    fn of_wrapper(wrapper: Wrapper) -> Stored {
        Stored { entity: wrapper.entity, raws: wrapper.raw_blobs, inline: wrapper.inline_media }
    }

    /// Reads a wrapper that must be at an address.
    pub fn parse_at(text: &str, address: &Address, place: &Path) -> Result<Stored> {
        let stored = Stored::parse(text, place)?;
        if stored.entity.kind != address.kind() || stored.entity.id != address.id() {
            let what = format!("it holds {} and its name says {address}", stored.entity.address());
            return Err(LibraryError::malformed(place, what));
        }
        Ok(stored)
    }

    /// Takes the long parts out of an entity and into blobs.
    pub fn of(mut entity: Entity, batch: &mut Batch) -> Result<Stored> {
        pictures_to_blobs(&mut entity.body, batch)?;
        for body in entity.profiles.values_mut() {
            pictures_to_blobs(body, batch)?;
        }
        let mut raws = IndexMap::new();
        for (format, original) in &mut entity.original {
            if let Some(Raw(text)) = original.raw.take_if(|raw| raw.0.len() > INLINE) {
                raws.insert(format.clone(), batch.blob(text.as_bytes())?);
            }
        }
        Ok(Stored { entity, raws, inline: Vec::new() })
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        let writing = Writing { raw_blobs: self.raws.clone(), ..Writing::default() };
        format!("{}\n", self.entity.to_json_with(&writing))
    }

    /// Makes the pictures that stand inside the text blobs, which `store` does.
    pub fn store_media(&mut self, store: &mut dyn FnMut(&[u8]) -> Result<String>) -> Result<()> {
        for InlineMedia { format, mime, base64 } in std::mem::take(&mut self.inline) {
            if let (Some((bytes, _)), Some(original)) =
                (decode_base64(base64.as_bytes()), self.entity.original.get_mut(&format))
            {
                original.source_media = Some(Media { blob: store(&bytes)?, mime });
            }
        }
        Ok(())
    }

    /// The same file with another body.
    pub fn with_body(&self, body: Body) -> Stored {
        let mut other = self.clone();
        other.entity.body = body;
        other
    }

    /// The whole entity, its payloads read from their blobs and pictures inside the text made blobs.
    pub fn complete(mut self, library: &Library) -> Result<Entity> {
        if library.read_only().is_none() {
            self.store_media(&mut |bytes| library.put_blob(bytes))?;
        }
        for (format, name) in self.raws {
            let text = library.blob_text(&name)?;
            if let Some(original) = self.entity.original.get_mut(&format) {
                original.raw = Some(Raw(text.into()));
            }
        }
        Ok(self.entity)
    }
}

fn unreadable(error: WrapperError, place: &Path) -> LibraryError {
    match error {
        WrapperError::Json(_) | WrapperError::Malformed { .. } => LibraryError::malformed(place, error.to_string()),
        WrapperError::Unsupported { .. } => {
            LibraryError::Unsupported { what: error.to_string(), place: place.to_owned() }
        }
    }
}

/// Moves the long data URIs of a body's `ref` keys into blobs.
pub(crate) fn pictures_to_blobs(body: &mut Body, batch: &mut Batch) -> Result<()> {
    if !has_long_picture(body.value()) {
        return Ok(());
    }
    move_pictures(body.value_mut(), &mut |bytes| batch.blob(bytes))
}

/// Names the long data URIs of a body as keeping would, so that two bodies can be compared, and answers their bytes,
/// which whoever saves the body gives along.
pub fn lift_pictures(body: &mut Body) -> Vec<Bytes> {
    let mut lifted = Vec::new();
    if has_long_picture(body.value()) {
        let named = move_pictures(body.value_mut(), &mut |bytes| {
            lifted.push(Bytes::copy_from_slice(bytes));
            Ok(sha256(bytes))
        });
        debug_assert!(named.is_ok(), "nothing is written here that could fail");
    }
    lifted
}

fn is_long_picture(key: &str, value: &Value) -> bool {
    key == "ref" && value.as_str().is_some_and(|text| text.len() > INLINE && data_uri::mime(text).is_some())
}

fn has_long_picture(value: &Value) -> bool {
    match value {
        Value::Object(map) => map.iter().any(|(key, value)| is_long_picture(key, value) || has_long_picture(value)),
        Value::Array(list) => list.iter().any(has_long_picture),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

fn move_pictures(value: &mut Value, store: &mut dyn FnMut(&[u8]) -> Result<String>) -> Result<()> {
    match value {
        Value::Object(map) => {
            let long = map.get("ref").is_some_and(|value| is_long_picture("ref", value));
            if let Some(picture) = map.get("ref").and_then(Value::as_str).filter(|_| long).and_then(data_uri::parse) {
                let name = store(&picture.bytes)?;
                let mime = picture.mime;
                map.insert("ref".to_owned(), Value::String(format!("sha256:{name}")));
                map.entry("mime").or_insert(Value::String(mime));
            }
            map.values_mut().try_for_each(|value| move_pictures(value, store))
        }
        Value::Array(list) => list.iter_mut().try_for_each(|value| move_pictures(value, store)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(()),
    }
}
