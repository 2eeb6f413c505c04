//! `data:` URIs (RFC 2397): pictures and texts written inside a JSON string.
//!
//! Reading is as lenient as browsers are; writing is always base64.

use std::borrow::Cow;

use crate::payload::{self, TextRepair};

/// The content of a data URI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataUri<'a> {
    /// Media type without parameters, lower case. `text/plain` when none is written.
    pub mime: String,
    /// The decoded bytes.
    pub bytes: Cow<'a, [u8]>,
}

/// Reads a data URI. `None` when `text` is none, or its base64 is not base64.
pub fn parse(text: &str) -> Option<DataUri<'_>> {
    let (scheme, rest) = text.split_once(':')?;
    if !scheme.trim_start().eq_ignore_ascii_case("data") {
        return None;
    }
    let (head, data) = rest.split_once(',')?;
    let mut parts = head.split(';').map(str::trim);
    let mime = match parts.next() {
        None | Some("") => "text/plain".to_owned(),
        Some(mime) => mime.to_ascii_lowercase(),
    };
    let is_base64 = parts.any(|part| part.eq_ignore_ascii_case("base64"));
    let plain = percent_decoded(data);
    let bytes = if is_base64 {
        let (bytes, repairs) = payload::decode_base64(&plain)?;
        if repairs.contains(&TextRepair::Base64Junk) {
            return None;
        }
        Cow::Owned(bytes)
    } else {
        plain
    };
    Some(DataUri { mime, bytes })
}

/// The media type of a data URI, without decoding anything.
pub fn mime(text: &str) -> Option<&str> {
    let rest = text.get(..5).filter(|head| head.eq_ignore_ascii_case("data:")).and(text.get(5..))?;
    let (head, _) = rest.split_once(',')?;
    Some(head.split(';').next().unwrap_or_default())
}

/// Writes a data URI, base64.
pub fn build(mime: &str, bytes: &[u8]) -> String {
    let mut out = String::with_capacity(mime.len() + 13 + bytes.len().div_ceil(3) * 4);
    out.push_str("data:");
    out.push_str(mime);
    out.push_str(";base64,");
    base64_simd::STANDARD.encode_append(bytes, &mut out);
    out
}

fn percent_decoded(text: &str) -> Cow<'_, [u8]> {
    let bytes = text.as_bytes();
    if memchr::memchr(b'%', bytes).is_none() {
        return Cow::Borrowed(bytes);
    }
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((first, tail)) = rest.split_first() {
        let escaped = match (first, tail) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)).map(|(high, low)| high * 16 + low),
            _ => None,
        };
        match escaped {
            Some(byte) => {
                out.push(byte);
                rest = tail.get(2..).unwrap_or_default();
            }
            None => {
                out.push(*first);
                rest = tail;
            }
        }
    }
    Cow::Owned(out)
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}
