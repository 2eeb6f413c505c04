//! The EXIF user comment of a picture, where some apps keep a card.
//!
//! TavernAI writes it into WebP, Faraday into PNG, old SillyTavern into both and JPEG. Here is only the way to the
//! comment's bytes: the EXIF block of the container, then the TIFF directory in it. What the bytes say is read by
//! [`crate::payload::decode_card_text`]. Nothing here writes EXIF.

use std::ops::Range;

use crate::limits::Limits;
use crate::png;
use crate::read::{array, slice};

/// Tag of the user comment (EXIF 2.32, 4.6.5).
const USER_COMMENT: u16 = 0x9286;
/// Tag that points to the EXIF directory.
const EXIF_DIRECTORY: u16 = 0x8769;
/// What stands before the TIFF header in JPEG, and in WebP by most writers.
const MARK: &[u8] = b"Exif\0\0";

/// The user comment of a JPEG, WebP or PNG without its eight bytes of character code, as a range of the file.
///
/// TavernAI puts the tag into the first directory, everyone else into the EXIF directory behind it; both are looked
/// into. `None` when there is no comment, or the way to it is broken.
pub fn user_comment(bytes: &[u8], limits: &Limits) -> Option<Range<usize>> {
    blocks(bytes, limits).into_iter().find_map(|block| {
        let tiff = Tiff::new(bytes.get(block.clone())?)?;
        let value = tiff.user_comment()?;
        Some(block.start + value.start..block.start + value.end)
    })
}

/// The EXIF blocks of a picture, each from its TIFF header on.
fn blocks(bytes: &[u8], limits: &Limits) -> Vec<Range<usize>> {
    let found = if bytes.starts_with(&png::SIGNATURE) {
        let chunks = png::read(bytes, limits).map(|png| png.chunks).unwrap_or_default();
        chunks.into_iter().filter(|chunk| chunk.kind == *b"eXIf").map(|chunk| chunk.data).collect()
    } else if bytes.starts_with(b"RIFF") {
        riff_blocks(bytes)
    } else if bytes.starts_with(b"\xFF\xD8\xFF") {
        jpeg_blocks(bytes)
    } else {
        Vec::new()
    };
    found
        .into_iter()
        .map(|block| {
            let marked = bytes.get(block.clone()).is_some_and(|block| block.starts_with(MARK));
            if marked { block.start + MARK.len()..block.end } else { block }
        })
        .collect()
}

fn riff_blocks(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 12_usize;
    while let (Some(kind), Some(len)) = (array::<4>(bytes, at), array(bytes, at + 4).map(u32::from_le_bytes)) {
        let start = at + 8;
        let Some(end) = start.checked_add(len as usize).filter(|end| *end <= bytes.len()) else { break };
        if &kind == b"EXIF" {
            found.push(start..end);
        }
        // Chunks begin at even offsets.
        at = end + end % 2;
    }
    found
}

fn jpeg_blocks(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 2_usize;
    while let (Some([0xFF, code]), Some(len)) = (array(bytes, at), array(bytes, at + 2).map(u16::from_be_bytes)) {
        // The picture data begins here; segments behind it are of no interest.
        if code == 0xDA || len < 2 {
            break;
        }
        let end = at + 2 + usize::from(len);
        if code == 0xE1 && bytes.get(at + 4..end).is_some_and(|block| block.starts_with(MARK)) {
            found.push(at + 4..end);
        }
        at = end;
    }
    found
}

/// A TIFF structure in either byte order.
struct Tiff<'a> {
    bytes: &'a [u8],
    little: bool,
}

impl<'a> Tiff<'a> {
    fn new(bytes: &'a [u8]) -> Option<Tiff<'a>> {
        let little = match slice(bytes, 0, 4)? {
            b"II\x2A\0" => true,
            b"MM\0\x2A" => false,
            _ => return None,
        };
        Some(Tiff { bytes, little })
    }

    fn u16(&self, at: usize) -> Option<u16> {
        array(self.bytes, at).map(|pair| if self.little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) })
    }

    fn u32(&self, at: usize) -> Option<usize> {
        let four = array(self.bytes, at)?;
        let number = if self.little { u32::from_le_bytes(four) } else { u32::from_be_bytes(four) };
        usize::try_from(number).ok()
    }

    /// The entry of `tag` in the directory at this offset. Real files do not keep the entries in order.
    fn entry(&self, directory: usize, tag: u16) -> Option<usize> {
        let count = usize::from(self.u16(directory)?);
        (0..count).map(|index| directory + 2 + 12 * index).find(|at| self.u16(*at) == Some(tag))
    }

    fn user_comment(&self) -> Option<Range<usize>> {
        let first = self.u32(4)?;
        let entry = self.entry(first, USER_COMMENT).or_else(|| {
            let pointer = self.entry(first, EXIF_DIRECTORY)?;
            self.entry(self.u32(pointer + 8)?, USER_COMMENT)
        })?;
        // Types of one byte an item are ASCII and undefined; a value of up to four bytes stands in the entry itself.
        if !matches!(self.u16(entry + 2)?, 2 | 7) {
            return None;
        }
        let len = self.u32(entry + 4)?;
        let start = if len <= 4 { entry + 8 } else { self.u32(entry + 8)? };
        let value = slice(self.bytes, start, len)?;
        let code = [&b"ASCII\0\0\0"[..], b"UNICODE\0", b"JIS\0\0\0\0\0", &[0; 8]];
        let skipped = if code.iter().any(|code| value.starts_with(code)) { 8 } else { 0 };
        Some(start + skipped..start + len)
    }
}
