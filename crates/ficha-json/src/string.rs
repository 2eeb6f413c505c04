//! Strings between their quotes: finding the end, decoding escapes, writing them.
//!
//! A lone surrogate has no place in a Rust string and decodes to U+FFFD.

use std::borrow::Cow;

const EACH: u64 = 0x0101_0101_0101_0101;
const TOP: u64 = 0x8080_8080_8080_8080;

/// The first quote, backslash or control character at or after `at`, or the end of the bytes.
///
/// Eight bytes at a time in plain integers, and blocks the compiler turns into vector code once a string is long:
/// most strings of a card are either a key of a few letters or a text of some kilobytes.
#[inline]
pub(crate) fn find_special(bytes: &[u8], mut at: usize) -> usize {
    for _ in 0..4 {
        let Some(word) = word_at(bytes, at) else { return find_slowly(bytes, at) };
        let found = special(word);
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    let (blocks, _) = bytes.get(at..).unwrap_or(&[]).as_chunks::<64>();
    for block in blocks {
        if block.iter().fold(false, |found, &byte| found | (byte == b'"') | (byte == b'\\') | (byte < 0x20)) {
            break;
        }
        at += 64;
    }
    while let Some(word) = word_at(bytes, at) {
        let found = special(word);
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    find_slowly(bytes, at)
}

#[inline]
fn word_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk::<8>().map(|chunk| u64::from_le_bytes(*chunk))
}

/// The top bit of each byte that is special; only the lowest set bit is certain, since a borrow may run upwards.
#[inline]
fn special(word: u64) -> u64 {
    let quote = word ^ (EACH * b'"' as u64);
    let backslash = word ^ (EACH * b'\\' as u64);
    let zero = |bytes: u64| bytes.wrapping_sub(EACH) & !bytes;
    let control = word.wrapping_sub(EACH * 0x20) & !word;
    (zero(quote) | zero(backslash) | control) & TOP
}

fn find_slowly(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or(&[]);
    let found = rest.iter().position(|&byte| byte == b'"' || byte == b'\\' || byte < 0x20);
    at + found.unwrap_or(rest.len())
}

/// The number four hexadecimal digits at `at` write.
pub(crate) fn hex4(bytes: &[u8], at: usize) -> Option<u32> {
    let digits = bytes.get(at..)?.first_chunk::<4>()?;
    digits.iter().try_fold(0, |sum, &digit| Some(sum * 16 + (digit as char).to_digit(16)?))
}

/// What the inside of a string says.
pub(crate) fn decode(inside: &str, has_escapes: bool) -> Cow<'_, str> {
    if !has_escapes {
        return Cow::Borrowed(inside);
    }
    let bytes = inside.as_bytes();
    let mut out = String::with_capacity(inside.len());
    let mut from = 0;
    while let Some(found) = memchr::memchr(b'\\', bytes.get(from..).unwrap_or(&[])) {
        let at = from + found;
        out.push_str(inside.get(from..at).unwrap_or(""));
        let (sign, length) = escape_at(bytes, at);
        out.push(sign);
        from = at + length;
    }
    out.push_str(inside.get(from..).unwrap_or(""));
    Cow::Owned(out)
}

/// The character an escape stands for and the bytes it takes.
fn escape_at(bytes: &[u8], at: usize) -> (char, usize) {
    let sign = match bytes.get(at + 1) {
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unicode_at(bytes, at),
        Some(&other) => other as char,
        None => char::REPLACEMENT_CHARACTER,
    };
    (sign, 2)
}

fn unicode_at(bytes: &[u8], at: usize) -> (char, usize) {
    let first = hex4(bytes, at + 2).unwrap_or(0xfffd);
    match char::from_u32(first) {
        Some(sign) => (sign, 6),
        None => match low_half(bytes, at + 6) {
            Some(low) if first < 0xdc00 => {
                let code = 0x10000 + ((first - 0xd800) << 10) + (low - 0xdc00);
                (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 12)
            }
            _ => (char::REPLACEMENT_CHARACTER, 6),
        },
    }
}

/// The second half of a surrogate pair written at `at`.
pub(crate) fn low_half(bytes: &[u8], at: usize) -> Option<u32> {
    if bytes.get(at) != Some(&b'\\') || bytes.get(at + 1) != Some(&b'u') {
        return None;
    }
    hex4(bytes, at + 2).filter(|code| (0xdc00..0xe000).contains(code))
}

/// Which characters a document escapes though JSON does not ask for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Escapes {
    /// Everything outside ASCII, as PHP and Python write it.
    pub non_ascii: bool,
    /// The hexadecimal digits of those in capitals.
    pub capitals: bool,
    /// Slashes, as PHP writes them.
    pub slashes: bool,
}

/// `text` as a JSON string with its quotes.
pub(crate) fn encode(out: &mut String, text: &str, escapes: Escapes) {
    out.push('"');
    let mut from = 0;
    for (at, sign) in text.char_indices() {
        let plain = match sign {
            '"' | '\\' | '\0'..='\u{1f}' => false,
            '/' => !escapes.slashes,
            _ => sign.is_ascii() || !escapes.non_ascii,
        };
        if plain {
            continue;
        }
        out.push_str(text.get(from..at).unwrap_or(""));
        from = at + sign.len_utf8();
        encode_escaped(out, sign, escapes.capitals);
    }
    out.push_str(text.get(from..).unwrap_or(""));
    out.push('"');
}

/// One character as an escape: the short form where there is one.
pub(crate) fn encode_escaped(out: &mut String, sign: char, capitals: bool) {
    let short = match sign {
        '"' | '\\' | '/' => sign,
        '\u{8}' => 'b',
        '\u{c}' => 'f',
        '\n' => 'n',
        '\r' => 'r',
        '\t' => 't',
        _ => {
            let mut units = [0; 2];
            for unit in sign.encode_utf16(&mut units) {
                let digits = if capitals { format!("\\u{unit:04X}") } else { format!("\\u{unit:04x}") };
                out.push_str(&digits);
            }
            return;
        }
    };
    out.push('\\');
    out.push(short);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_string_is_found_at_every_distance() {
        for special in [b'"', b'\\', 0, 0x1f] {
            for length in 0..200 {
                let mut bytes = vec![0xc3; length];
                bytes.push(special);
                bytes.extend_from_slice(b"\"tail \x7f\xff");
                assert_eq!(find_special(&bytes, 0), length);
                assert_eq!(find_special(&bytes[..length], 0), length);
            }
        }
    }

    #[test]
    fn escapes_decode() {
        assert_eq!(decode(r#"a\"\\\/\b\f\n\r\tz"#, true), "a\"\\/\u{8}\u{c}\n\r\tz");
        assert_eq!(decode(r"\u00e9\ud83d\uDE00", true), "é😀");
        assert_eq!(decode(r"\ud83dx\ude00\ud83d\u0041", true), "\u{fffd}x\u{fffd}\u{fffd}A");
    }
}
