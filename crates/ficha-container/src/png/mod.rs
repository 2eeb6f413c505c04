//! PNG files as a row of chunks (PNG specification, third edition, section 5).
//!
//! Here: walking the chunks, finding and unpacking their texts, and splicing new ones in. Pixels are never looked at
//! and no chunk is copied to be read. Which keyword holds a card is not known here.
//!
//! Rule: a damaged file is walked as far as it goes, each fault is listed, and writing keeps every byte that was not
//! asked to change, wrong checksums and trailing bytes included.

mod splice;
mod text;
mod walk;

pub use splice::{NewChunk, Splice, chunk, text_chunk};
pub use text::{TextChunk, TextForm, text_bytes};
pub use walk::{Chunk, Png, PngFault, read};

pub(crate) use walk::chunk_count;

/// The first eight bytes of every PNG.
pub const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1A\n";

/// Width and height from the header chunk, in pixels. `None` when the file does not begin with one.
pub fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    if !bytes.starts_with(&SIGNATURE) || bytes.get(12..16) != Some(b"IHDR") {
        return None;
    }
    crate::read::u32_be(bytes, 16).zip(crate::read::u32_be(bytes, 20))
}
