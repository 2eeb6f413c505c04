//! A file as the media source of the entities read from it, as the shells have one.

use bytes::Bytes;
use ficha_formats::{Blob, MediaSource};
use ficha_model::Entity;

/// The bytes of one file and what was lifted out of it.
#[derive(Clone, Debug, Default)]
pub struct FileMedia {
    /// The whole file; `None` when it is not at hand.
    pub file: Option<Bytes>,
    /// Binaries by hash.
    pub blobs: Vec<Blob>,
}

impl FileMedia {
    /// The media source of what was read from this file.
    pub fn of(file: &Bytes) -> FileMedia {
        FileMedia { file: Some(file.clone()), blobs: Vec::new() }
    }
}

impl MediaSource for FileMedia {
    fn source_file(&self, _: &Entity) -> Option<Bytes> {
        self.file.clone()
    }

    fn blob(&self, sha256: &str) -> Option<Bytes> {
        self.blobs.iter().find(|blob| blob.sha256 == sha256).map(|blob| blob.bytes.clone())
    }

    /// Any picture becomes the same small PNG: tests of conversion do not decode pixels.
    fn to_png(&self, _: &Bytes, _: &str) -> Option<Bytes> {
        Some(Bytes::from(crate::png::write(&crate::png::picture(8, 8))))
    }
}
