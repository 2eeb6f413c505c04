//! Whole files packed with deflate: gzip, zlib, or the bare stream.
//!
//! Here is only the unpacking, bounded; what comes out is the caller's. Checksums are not looked at: no app that reads
//! such files refuses one for it.

use crate::error::{ContainerError, Place};
use crate::inflate::{Framing, InflateFault, inflate};
use crate::read::{array, u16_le};

/// Unpacks a gzip (RFC 1952), zlib (RFC 1950) or bare deflate (RFC 1951) stream, by its first bytes, to `limit` bytes
/// at most. Of several gzip members behind each other the first.
///
/// # Errors
/// When the bytes are no such stream or end in the middle, or when they hold more than the limit (`text-bytes`).
pub fn unpack(bytes: &[u8], limit: usize) -> Result<Vec<u8>, ContainerError> {
    let inflated = if bytes.starts_with(b"\x1F\x8B") {
        let start = gzip_header(bytes)
            .ok_or_else(|| ContainerError::malformed("the gzip header is damaged", Place::offset(0)))?;
        inflate(bytes.get(start..).unwrap_or_default(), Framing::Raw, limit)
    } else {
        match inflate(bytes, Framing::Zlib, limit) {
            Err(InflateFault::Broken) => inflate(bytes, Framing::Raw, limit),
            done => done,
        }
    };
    inflated.map_err(|fault| match fault {
        InflateFault::TooLarge => ContainerError::limit("text-bytes", limit, Place::file()),
        InflateFault::Broken => ContainerError::malformed("the compressed data is damaged", Place::file()),
        InflateFault::Truncated => ContainerError::malformed("the compressed data ends in the middle", Place::file()),
    })
}

/// Where the stream begins behind a gzip header.
fn gzip_header(bytes: &[u8]) -> Option<usize> {
    let [_, _, method, flags] = array::<4>(bytes, 0)?;
    if method != 8 {
        return None;
    }
    let mut at = 10_usize;
    if flags & 0x04 != 0 {
        at = at.checked_add(2 + usize::from(u16_le(bytes, at)?))?;
    }
    // A name and a comment, each ended by a zero.
    for flag in [0x08, 0x10] {
        if flags & flag != 0 {
            at = at.checked_add(memchr::memchr(0, bytes.get(at..)?)? + 1)?;
        }
    }
    if flags & 0x02 != 0 {
        at += 2;
    }
    (at <= bytes.len()).then_some(at)
}
