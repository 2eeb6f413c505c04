//! The EXIF user comment of a picture, where some apps keep a card.
//!
//! TavernAI writes it into WebP, Faraday into PNG, old SillyTavern into both and JPEG. Here is only the way to the
//! comment's bytes: the EXIF block of the container, then the TIFF directory in it. What the bytes say is read by
//! [`crate::payload::decode_card_text`]. Written is only the block of a PNG; of one that exists, every other byte
//! stays where it is.

use std::ops::Range;

use crate::error::{ContainerError, Place};
use crate::limits::Limits;
use crate::png;
use crate::read::{array, slice};

/// Tag of the user comment (EXIF 2.32, 4.6.5).
const USER_COMMENT: u16 = 0x9286;
/// Tag that points to the EXIF directory.
const EXIF_DIRECTORY: u16 = 0x8769;
/// What stands before the TIFF header in JPEG, and in WebP by most writers.
const MARK: &[u8] = b"Exif\0\0";
/// Character codes of a user comment (EXIF 2.32, table 9), the one for undefined last.
const CODES: [&[u8]; 4] = [b"ASCII\0\0\0", b"UNICODE\0", b"JIS\0\0\0\0\0", &[0; 8]];

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

/// A PNG whose user comment is this text. A comment that is there keeps its character code and the zeros behind it; a
/// PNG without one gets an EXIF block right behind its header, as Faraday writes it (big end first, the comment in the
/// EXIF directory, code ASCII).
///
/// # Errors
/// When the bytes are no PNG, or the text is longer than a chunk can be.
pub fn with_user_comment(bytes: &[u8], text: &[u8], limits: &Limits) -> Result<Vec<u8>, ContainerError> {
    let png = png::read(bytes, limits)?;
    let mut splice = png::Splice::new(&png);
    let too_long = || ContainerError::unsupported("the text is too long for an EXIF block", Place::file());
    let blocks = png.chunks.iter().enumerate().filter(|(_, chunk)| chunk.kind == *b"eXIf");
    let present = blocks.into_iter().find_map(|(index, chunk)| {
        let data = bytes.get(chunk.data.clone())?;
        let mark = if data.starts_with(MARK) { MARK } else { &[] };
        let tiff = Tiff::new(data.get(mark.len()..)?)?;
        tiff.user_comment()?;
        // A block whose parts overlap cannot be edited in place; a sound one takes its place.
        let edited = tiff.with_user_comment(text).map(|block| [mark, block.as_slice()].concat());
        Some((index, edited))
    });
    match present {
        Some((index, Some(edited))) => splice.replace(index, png::chunk(*b"eXIf", &edited)),
        Some((index, None)) => splice.replace(index, png::chunk(*b"eXIf", &block_of(text).ok_or_else(too_long)?)),
        None => splice.insert_at(1, png::chunk(*b"eXIf", &block_of(text).ok_or_else(too_long)?)),
    };
    Ok(splice.write(bytes))
}

/// An EXIF block with nothing but a user comment.
fn block_of(text: &[u8]) -> Option<Vec<u8>> {
    const DIRECTORY: u32 = 26;
    const VALUE: u32 = 44;
    let count = u32::try_from(text.len() + CODES[0].len()).ok()?;
    let entry = |tag: u16, kind: u16, count: u32, value: u32| {
        [&[0, 1], &tag.to_be_bytes()[..], &kind.to_be_bytes(), &count.to_be_bytes(), &value.to_be_bytes(), &[0; 4]]
            .concat()
    };
    let (directory, comment) = (entry(EXIF_DIRECTORY, 4, 1, DIRECTORY), entry(USER_COMMENT, 7, count, VALUE));
    Some([b"MM\0\x2A\0\0\0\x08", directory.as_slice(), &comment, CODES[0], text].concat())
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

    /// The comment without its character code.
    fn user_comment(&self) -> Option<Range<usize>> {
        let (_, value) = self.comment_value()?;
        Some(value.start + self.code(&value).len()..value.end)
    }

    /// The directory entry of the comment, and the value it points to.
    fn comment_value(&self) -> Option<(usize, Range<usize>)> {
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
        slice(self.bytes, start, len)?;
        Some((entry, start..start + len))
    }

    /// The character code in front of a value.
    fn code(&self, value: &Range<usize>) -> &'a [u8] {
        let value = self.bytes.get(value.clone()).unwrap_or_default();
        CODES
            .into_iter()
            .find(|code| value.starts_with(code))
            .and_then(|code| value.get(..code.len()))
            .unwrap_or_default()
    }

    /// The structure with another comment: in its place when it stands last, else behind everything, with zeros where
    /// the old one stood. `None` when there is no comment to replace, or it does not read back.
    fn with_user_comment(&self, text: &[u8]) -> Option<Vec<u8>> {
        let (entry, value) = self.comment_value()?;
        let old = self.bytes.get(value.clone())?;
        let zeros = old.iter().rev().take_while(|byte| **byte == 0).count();
        let zeros = old.get(old.len() - zeros..).unwrap_or_default();
        let new = [self.code(&value), text, zeros].concat();
        let mut out = self.bytes.to_vec();
        if value.end == out.len() && value.len() > 4 {
            out.truncate(value.start);
        } else {
            out.get_mut(value)?.fill(0);
            if out.len() % 2 == 1 {
                out.push(0);
            }
        }
        let number = |number: usize| {
            let number = u32::try_from(number).ok()?;
            Some(if self.little { number.to_le_bytes() } else { number.to_be_bytes() })
        };
        if new.len() <= 4 {
            return None;
        }
        let start = number(out.len())?;
        out.extend_from_slice(&new);
        out.get_mut(entry + 4..entry + 8)?.copy_from_slice(&number(new.len())?);
        out.get_mut(entry + 8..entry + 12)?.copy_from_slice(&start);
        let read = Tiff::new(&out)?.user_comment()?;
        (out.get(read)? == [text, zeros].concat()).then_some(out)
    }
}
