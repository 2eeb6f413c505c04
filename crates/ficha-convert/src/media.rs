//! The written file as a source of pictures, and what of a picture is seen.

use bytes::Bytes;
use ficha_container::{Limits, png};
use ficha_formats::{Blob, MediaSource};
use ficha_model::Entity;

/// A file and what was lifted out of it: what a reader without our library has.
pub(crate) struct WrittenMedia<'a> {
    pub bytes: &'a Bytes,
    pub blobs: &'a [Blob],
    /// What the file was opened under.
    pub limits: &'a Limits,
}

impl MediaSource for WrittenMedia<'_> {
    fn source_file(&self, _: &Entity) -> Option<Bytes> {
        Some(self.bytes.clone())
    }

    fn blob(&self, sha256: &str) -> Option<Bytes> {
        self.blobs.iter().find(|blob| blob.sha256 == sha256).map(|blob| blob.bytes.clone())
    }

    fn to_png(&self, _: &Bytes, _: &str) -> Option<Bytes> {
        None
    }

    fn limits(&self, _: &Entity) -> Limits {
        self.limits.clone()
    }
}

/// The bytes that decide what a picture shows: of a PNG the chunks a decoder draws from, the pixel data in one piece
/// however it was cut, so that card chunks make no difference; of anything else all bytes.
pub(crate) fn drawn(bytes: &Bytes) -> Vec<u8> {
    let Ok(read) = png::read(bytes, &Limits::highest()) else { return bytes.to_vec() };
    let mut seen = Vec::new();
    for chunk in read.chunks.iter().filter(|chunk| !chunk.after_iend) {
        if matches!(&chunk.kind, b"IHDR" | b"PLTE" | b"tRNS" | b"IDAT" | b"acTL" | b"fcTL" | b"fdAT") {
            seen.extend_from_slice(bytes.get(chunk.data.clone()).unwrap_or(&[]));
        }
    }
    seen
}
