//! The text inside a card chunk or a text file, whatever was done to it on the way.
//!
//! Here: base64 in the shapes found in the wild, and character codes. Whether the text is sound JSON is the business
//! of the JSON reader; what it says is nobody's business here.
//!
//! Rule: what strict reading accepts is never touched, and each thing that was mended is listed once.

mod base64;
mod text;

use std::borrow::Cow;

pub use self::base64::{decode_base64, encode_base64};
pub use self::text::DoubleEncoding;
pub(crate) use self::text::utf16_order;

use crate::error::{ContainerError, Place};
use crate::limits::{Limits, within};

/// One kind of damage that was mended while a text was read. Each is listed at most once for a text, in the order
/// they were met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TextRepair {
    /// White space or line breaks stood between the base64 letters.
    Base64Whitespace,
    /// The base64 padding was missing or wrong.
    Base64Padding,
    /// The base64 used `-` and `_`.
    Base64UrlSafe,
    /// Signs that are no base64 stood between its letters and were passed over, as Node's `Buffer` does.
    Base64Junk,
    /// The text was base64 of base64.
    DoubleBase64,
    /// The text was plain JSON where base64 belongs.
    NotBase64,
    /// The text was a list of byte values, `123,34,110,...`, as TavernAI writes into WebP.
    ByteList,
    /// A byte order mark stood in front.
    Bom,
    /// The text was UTF-16.
    Utf16,
    /// The text was Windows-1252, of which Latin-1 is the usual part.
    Latin1,
    /// The text was UTF-8 read as Windows-1252 and encoded again. See [`DoubleEncoding`].
    DoubleUtf8,
    /// The text was UTF-8 with some broken bytes, which are now U+FFFD.
    BrokenUtf8,
    /// Zero bytes ended the text.
    Nul,
}

impl TextRepair {
    /// What was mended, as a clause for a note.
    pub fn title(self) -> &'static str {
        match self {
            TextRepair::Base64Whitespace => "line breaks or blanks inside the base64",
            TextRepair::Base64Padding => "wrong base64 padding",
            TextRepair::Base64UrlSafe => "url-safe base64",
            TextRepair::Base64Junk => "foreign signs inside the base64",
            TextRepair::DoubleBase64 => "base64 twice over",
            TextRepair::ByteList => "a list of byte values instead of base64",
            TextRepair::NotBase64 => "plain JSON instead of base64",
            TextRepair::Bom => "a byte order mark",
            TextRepair::Utf16 => "UTF-16 instead of UTF-8",
            TextRepair::Latin1 => "Latin-1 instead of UTF-8",
            TextRepair::DoubleUtf8 => "UTF-8 encoded twice",
            TextRepair::BrokenUtf8 => "broken UTF-8",
            TextRepair::Nul => "zero bytes at the end",
        }
    }

    /// Whether the letters of the text are affected, and not only the way it is carried.
    pub fn touches_letters(self) -> bool {
        match self {
            TextRepair::Latin1 | TextRepair::DoubleUtf8 | TextRepair::BrokenUtf8 | TextRepair::Utf16 => true,
            TextRepair::Base64Whitespace
            | TextRepair::Base64Padding
            | TextRepair::Base64UrlSafe
            | TextRepair::Base64Junk
            | TextRepair::DoubleBase64
            | TextRepair::NotBase64
            | TextRepair::ByteList
            | TextRepair::Bom
            | TextRepair::Nul => false,
        }
    }
}

/// Mends seen so far, each once.
#[derive(Default)]
struct Repairs(Vec<TextRepair>);

impl Repairs {
    fn add(&mut self, repair: TextRepair) {
        if !self.0.contains(&repair) {
            self.0.push(repair);
        }
    }
}

/// Reads the text of a card chunk or an EXIF comment: base64 of JSON, JSON itself, or a list of byte values. Double-encoded text is undone.
///
/// The answer begins with `{` or `[` (or a comment), or it is an error; it is not parsed here.
pub fn decode_card_text(bytes: &[u8], limits: &Limits) -> Result<(String, Vec<TextRepair>), ContainerError> {
    decode_card_text_as(bytes, limits, DoubleEncoding::Undo)
}

/// As [`decode_card_text`], with the person's word on double-encoded text.
pub fn decode_card_text_as(
    bytes: &[u8],
    limits: &Limits,
    double: DoubleEncoding,
) -> Result<(String, Vec<TextRepair>), ContainerError> {
    let mut repairs = Repairs::default();
    if starts_plain(bytes) {
        repairs.add(TextRepair::NotBase64);
        check_json_size(bytes.len(), limits)?;
        let text = text::decode(Cow::Borrowed(bytes), double, &mut repairs)?;
        return Ok((json_start(text.into_owned())?, repairs.0));
    }
    if bytes.starts_with(b"rcc||") {
        return Err(ContainerError::unsupported("the text is a card encrypted by RisuAI", Place::file()));
    }
    if let Some(plain) = byte_list(bytes) {
        repairs.add(TextRepair::ByteList);
        check_json_size(plain.len(), limits)?;
        let text = text::decode(Cow::Owned(plain), double, &mut repairs)?;
        return Ok((json_start(text.into_owned())?, repairs.0));
    }
    let first = unwrapped(bytes, limits, &mut repairs)?;
    let plain = if !starts_plain(&first) && base64::is_base64(&first) {
        repairs.add(TextRepair::DoubleBase64);
        unwrapped(&first, limits, &mut repairs)?
    } else {
        first
    };
    let text = text::decode(Cow::Owned(plain), double, &mut repairs)?;
    Ok((json_start(text.into_owned())?, repairs.0))
}

/// Whether a text would be taken for one that was encoded twice ([`DoubleEncoding`]), though it was not: a writer then
/// spells its letters otherwise.
pub fn looks_double_encoded(text: &str) -> bool {
    text::undo_double_encoding(text).is_some()
}

/// Whether bytes begin like something [`decode_card_text`] can read as a JSON object. Looks at the first letters only:
/// for places where apps keep other texts as well.
pub fn begins_like_card_text(bytes: &[u8]) -> bool {
    let begins = |bytes: &[u8]| starts_plain(bytes) && bytes.iter().take(8).any(|byte| *byte == b'{');
    if begins(bytes) {
        return true;
    }
    let head = bytes.trim_ascii_start();
    let head = head.get(..64).unwrap_or(head);
    // 123 is the opening brace.
    if head.starts_with(b"123") && head.get(3..).is_some_and(|rest| rest.trim_ascii_start().starts_with(b",")) {
        return true;
    }
    let whole = head.get(..head.len() / 4 * 4).unwrap_or_default();
    decode_base64(whole).is_some_and(|(inner, _)| begins(&inner))
}

/// Reads the bytes of a text file: UTF-8 with or without a mark, UTF-16, Windows-1252, double-encoded UTF-8. Sound
/// UTF-8 is borrowed.
pub fn decode_json_bytes(bytes: &[u8]) -> Result<(Cow<'_, str>, Vec<TextRepair>), ContainerError> {
    decode_json_bytes_as(bytes, DoubleEncoding::Undo)
}

/// As [`decode_json_bytes`], with the person's word on double-encoded text.
pub fn decode_json_bytes_as(
    bytes: &[u8],
    double: DoubleEncoding,
) -> Result<(Cow<'_, str>, Vec<TextRepair>), ContainerError> {
    let mut repairs = Repairs::default();
    let text = text::decode(Cow::Borrowed(bytes), double, &mut repairs)?;
    Ok((text, repairs.0))
}

/// The bytes a list of decimal numbers stands for. `None` unless it is such a list from end to end.
fn byte_list(bytes: &[u8]) -> Option<Vec<u8>> {
    let rest = bytes.trim_ascii().strip_suffix(b"\0").unwrap_or(bytes).trim_ascii();
    // No base64 of JSON has a comma among its first letters, and every list has one there.
    rest.get(..4).filter(|head| head.contains(&b','))?;
    rest.split(|byte| *byte == b',')
        .map(|number| str::from_utf8(number.trim_ascii()).ok()?.parse::<u8>().ok())
        .collect()
}

/// The bytes behind one layer of base64.
fn unwrapped(bytes: &[u8], limits: &Limits, repairs: &mut Repairs) -> Result<Vec<u8>, ContainerError> {
    check_json_size(bytes.len() / 4 * 3, limits)?;
    let (plain, mended) = decode_base64(bytes).ok_or_else(neither)?;
    if plain.is_empty() {
        return Err(ContainerError::malformed("the text is empty", Place::file()));
    }
    for repair in mended {
        repairs.add(repair);
    }
    Ok(plain)
}

fn check_json_size(bytes: usize, limits: &Limits) -> Result<(), ContainerError> {
    within("json-bytes", bytes, limits.json.bytes, Place::file)
}

/// Whether bytes begin like JSON text in any code: a bracket behind white space, or a mark that base64 cannot have.
fn starts_plain(bytes: &[u8]) -> bool {
    let rest = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let start = rest.iter().position(|byte| !byte.is_ascii_whitespace() && *byte != 0);
    utf16_order(bytes).is_some() || matches!(start.and_then(|at| rest.get(at)), Some(b'{' | b'['))
}

/// The text itself, when it begins as JSON may.
fn json_start(text: String) -> Result<String, ContainerError> {
    match text.trim_start().bytes().next() {
        Some(b'{' | b'[' | b'/') => Ok(text),
        Some(_) => Err(neither()),
        None => Err(ContainerError::malformed("the text is empty", Place::file())),
    }
}

fn neither() -> ContainerError {
    ContainerError::malformed("the text is neither JSON nor base64 of JSON", Place::file())
}
