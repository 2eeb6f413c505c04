//! Character codes: what bytes say as text.
//!
//! In this order: a byte order mark, UTF-16 without one, strict UTF-8, and only then guesses. Of the guesses,
//! Windows-1252 is taken unless the bytes hold more sound UTF-8 sequences than broken ones.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::{Repairs, TextRepair};
use crate::error::{ContainerError, Place};
use crate::read;

/// What to do with a text that was UTF-8, was read as Windows-1252 and encoded again.
///
/// Undoing is a guess, if a safe one: every letter of the whole text must be one of that code, and the bytes they
/// stand for must be sound UTF-8 with at least one sequence of several bytes. A person may say that it was wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DoubleEncoding {
    /// Undo it where it is found.
    #[default]
    Undo,
    /// Leave the text as it stands.
    Keep,
}

/// The order of UTF-16 bytes, by the mark or by the zero bytes that ASCII has in it.
pub(crate) fn utf16_order(bytes: &[u8]) -> Option<&'static Encoding> {
    if bytes.starts_with(b"\xFF\xFE") {
        return Some(UTF_16LE);
    }
    if bytes.starts_with(b"\xFE\xFF") {
        return Some(UTF_16BE);
    }
    let [first, second, third, fourth] = read::array::<4>(bytes, 0)?;
    let is_letter = |byte: u8| (0x01..0x80).contains(&byte);
    if is_letter(first) && second == 0 && is_letter(third) && fourth == 0 {
        return Some(UTF_16LE);
    }
    if first == 0 && is_letter(second) && third == 0 && is_letter(fourth) {
        return Some(UTF_16BE);
    }
    None
}

pub(super) fn decode<'a>(
    bytes: Cow<'a, [u8]>,
    double: DoubleEncoding,
    repairs: &mut Repairs,
) -> Result<Cow<'a, str>, ContainerError> {
    if bytes.starts_with(b"\xFF\xFE\0\0") || bytes.starts_with(b"\0\0\xFE\xFF") {
        return Err(ContainerError::unsupported("the text is UTF-32", Place::file()));
    }
    if let Some(encoding) = utf16_order(&bytes) {
        repairs.add(TextRepair::Utf16);
        let (text, _, _) = encoding.decode(&bytes);
        return Ok(without_end_zeros(Cow::Owned(text.into_owned()), repairs));
    }
    let bytes = without_mark(bytes, repairs);
    let text = match utf8(bytes) {
        Ok(text) => text,
        Err(bytes) if mostly_utf8(&bytes) => {
            repairs.add(TextRepair::BrokenUtf8);
            Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
        }
        Err(bytes) => {
            repairs.add(TextRepair::Latin1);
            let (text, _) = WINDOWS_1252.decode_without_bom_handling(&bytes);
            Cow::Owned(text.into_owned())
        }
    };
    let text = without_end_zeros(text, repairs);
    if double == DoubleEncoding::Undo
        && let Some(undone) = undo_double_encoding(&text)
    {
        repairs.add(TextRepair::DoubleUtf8);
        // A mark that went the same way comes out again in front.
        return Ok(match undone.strip_prefix('\u{FEFF}') {
            Some(rest) => Cow::Owned(rest.to_owned()),
            None => Cow::Owned(undone),
        });
    }
    Ok(text)
}

fn without_mark<'a>(bytes: Cow<'a, [u8]>, repairs: &mut Repairs) -> Cow<'a, [u8]> {
    const MARK: &[u8] = b"\xEF\xBB\xBF";
    if !bytes.starts_with(MARK) {
        return bytes;
    }
    repairs.add(TextRepair::Bom);
    match bytes {
        Cow::Borrowed(bytes) => Cow::Borrowed(bytes.strip_prefix(MARK).unwrap_or(bytes)),
        Cow::Owned(mut bytes) => {
            bytes.drain(..MARK.len());
            Cow::Owned(bytes)
        }
    }
}

fn utf8(bytes: Cow<'_, [u8]>) -> Result<Cow<'_, str>, Cow<'_, [u8]>> {
    match bytes {
        Cow::Borrowed(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Cow::Borrowed(text)),
            Err(_) => Err(Cow::Borrowed(bytes)),
        },
        Cow::Owned(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Ok(Cow::Owned(text)),
            Err(broken) => Err(Cow::Owned(broken.into_bytes())),
        },
    }
}

fn without_end_zeros<'a>(text: Cow<'a, str>, repairs: &mut Repairs) -> Cow<'a, str> {
    if !text.ends_with('\0') {
        return text;
    }
    repairs.add(TextRepair::Nul);
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_end_matches('\0')),
        Cow::Owned(mut text) => {
            text.truncate(text.trim_end_matches('\0').len());
            Cow::Owned(text)
        }
    }
}

/// Whether bytes that are not sound UTF-8 are still more that than anything else: a text cut or damaged in a few
/// places. In Windows-1252 text a sequence that is sound UTF-8 by chance is rare.
fn mostly_utf8(bytes: &[u8]) -> bool {
    let (mut sound, mut broken) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        sound += chunk.valid().chars().filter(|letter| !letter.is_ascii()).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    sound > broken
}

/// The text behind a double-encoded one, or `None` when the rule of [`DoubleEncoding`] does not hold.
pub(super) fn undo_double_encoding(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    // Sequences are followed while they are mapped, so that an ordinary text is left at its first such letter.
    let mut missing = 0_u8;
    for letter in text.chars() {
        let byte = windows_1252_byte(letter)?;
        match (byte, missing) {
            (0x00..=0x7F, 0) => {}
            (0xC2..=0xDF, 0) => missing = 1,
            (0xE0..=0xEF, 0) => missing = 2,
            (0xF0..=0xF4, 0) => missing = 3,
            (0x80..=0xBF, 1..) => missing -= 1,
            _ => return None,
        }
    }
    if missing > 0 {
        return None;
    }
    String::from_utf8(text.chars().filter_map(windows_1252_byte).collect()).ok()
}

/// The byte a letter has in Windows-1252, or in Latin-1 where that code leaves a gap.
fn windows_1252_byte(letter: char) -> Option<u8> {
    if let Ok(byte) = u8::try_from(u32::from(letter)) {
        return Some(byte);
    }
    let byte = match letter {
        '\u{20AC}' => 0x80,
        '\u{201A}' => 0x82,
        '\u{0192}' => 0x83,
        '\u{201E}' => 0x84,
        '\u{2026}' => 0x85,
        '\u{2020}' => 0x86,
        '\u{2021}' => 0x87,
        '\u{02C6}' => 0x88,
        '\u{2030}' => 0x89,
        '\u{0160}' => 0x8A,
        '\u{2039}' => 0x8B,
        '\u{0152}' => 0x8C,
        '\u{017D}' => 0x8E,
        '\u{2018}' => 0x91,
        '\u{2019}' => 0x92,
        '\u{201C}' => 0x93,
        '\u{201D}' => 0x94,
        '\u{2022}' => 0x95,
        '\u{2013}' => 0x96,
        '\u{2014}' => 0x97,
        '\u{02DC}' => 0x98,
        '\u{2122}' => 0x99,
        '\u{0161}' => 0x9A,
        '\u{203A}' => 0x9B,
        '\u{0153}' => 0x9C,
        '\u{017E}' => 0x9E,
        '\u{0178}' => 0x9F,
        _ => return None,
    };
    Some(byte)
}
