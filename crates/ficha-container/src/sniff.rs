//! What a file is, by its bytes alone.
//!
//! Extensions are never looked at: pictures are renamed by every second host. A whole JPEG or WebP is told from the
//! first bytes of one, and a zip is found by the record at its end, so that a picture or a program in front of it
//! does not hide it. What the file *means* is not decided here.

use crate::{archive, payload, picture, png, read};

/// What the bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sniffed {
    /// No bytes at all.
    Empty,
    /// A PNG signature in front.
    Png,
    /// A PNG whose signature a text-mode transfer has changed: its line ends, or its first byte.
    TextModeDamagedPng,
    /// A JPEG picture with a zip archive behind it.
    JpegZip,
    /// A JPEG. `whole`: it has a frame header and an end marker, so it is a picture and not the start of one.
    Jpeg {
        /// Whether it looks complete.
        whole: bool,
    },
    /// A WebP. `whole`: all the bytes its RIFF header counts are there.
    Webp {
        /// Whether it looks complete.
        whole: bool,
    },
    /// A GIF picture.
    Gif,
    /// An AVIF picture.
    Avif,
    /// A zip archive, with or without something that is no JPEG in front of it.
    Zip,
    /// Starts like a zip, but the directory at the end is missing: cut off, or one part of several.
    TruncatedZip,
    /// A RAR archive.
    Rar,
    /// A 7z archive.
    SevenZip,
    /// A gzip stream.
    Gzip,
    /// A RisuAI module: byte 0x6F, version 0, and a main block that fits into the file (RisuAI `modules.ts`).
    Risum,
    /// A RisuAI preset: a gzip stream whose bytes went through the substitution of RPack (RisuAI `rpack`), which turns
    /// the three bytes every gzip stream begins with into 10 03 FC.
    Risup,
    /// Text: UTF-8, UTF-16 or a single-byte code. JSON and YAML are among these.
    Text,
    /// None of these.
    Unknown,
}

impl Sniffed {
    /// A word for a sentence: "this is ...".
    pub fn title(self) -> &'static str {
        match self {
            Sniffed::Empty => "an empty file",
            Sniffed::Png => "a PNG picture",
            Sniffed::TextModeDamagedPng => "a PNG damaged by a text-mode transfer",
            Sniffed::JpegZip => "a JPEG picture with a zip archive behind it",
            Sniffed::Jpeg { whole: true } => "a JPEG picture",
            Sniffed::Jpeg { whole: false } => "the beginning of a JPEG picture",
            Sniffed::Webp { whole: true } => "a WebP picture",
            Sniffed::Webp { whole: false } => "the beginning of a WebP picture",
            Sniffed::Gif => "a GIF picture",
            Sniffed::Avif => "an AVIF picture",
            Sniffed::Zip => "a zip archive",
            Sniffed::TruncatedZip => "a zip archive without its directory",
            Sniffed::Rar => "a RAR archive",
            Sniffed::SevenZip => "a 7z archive",
            Sniffed::Gzip => "a gzip stream",
            Sniffed::Risum => "a RisuAI module",
            Sniffed::Risup => "a RisuAI preset",
            Sniffed::Text => "a text",
            Sniffed::Unknown => "an unknown kind of file",
        }
    }
}

/// How much of a file is looked at to tell text from other bytes.
const TEXT_SAMPLE: usize = 4096;

/// Tells what `bytes` are. Looks at the two ends, and inside only along the segments of a picture.
pub fn sniff(bytes: &[u8]) -> Sniffed {
    if bytes.is_empty() {
        return Sniffed::Empty;
    }
    if bytes.starts_with(&png::SIGNATURE) {
        return Sniffed::Png;
    }
    if is_text_mode_png(bytes) {
        return Sniffed::TextModeDamagedPng;
    }
    if bytes.starts_with(b"\xFF\xD8\xFF") {
        if archive::has_directory(bytes) {
            return Sniffed::JpegZip;
        }
        return Sniffed::Jpeg { whole: picture::is_whole_jpeg(bytes) };
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return Sniffed::Webp { whole: picture::is_whole_webp(bytes) };
    }
    if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        return Sniffed::Gif;
    }
    if picture::is_avif(bytes) {
        return Sniffed::Avif;
    }
    if bytes.starts_with(b"Rar!\x1A\x07") {
        return Sniffed::Rar;
    }
    if bytes.starts_with(b"7z\xBC\xAF\x27\x1C") {
        return Sniffed::SevenZip;
    }
    if bytes.starts_with(b"\x1F\x8B") {
        return Sniffed::Gzip;
    }
    if archive::has_directory(bytes) {
        return Sniffed::Zip;
    }
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x07\x08") {
        return Sniffed::TruncatedZip;
    }
    if is_risum(bytes) {
        return Sniffed::Risum;
    }
    if bytes.starts_with(b"\x10\x03\xFC") {
        return Sniffed::Risup;
    }
    if is_text(bytes) {
        return Sniffed::Text;
    }
    Sniffed::Unknown
}

/// The signature is made to show such damage (PNG specification, section 5.2): its CR LF becomes LF or CR CR LF, its
/// last LF becomes CR LF, and a seven-bit or re-encoding transfer changes its first byte.
fn is_text_mode_png(bytes: &[u8]) -> bool {
    let after_name = if let Some(rest) = bytes.strip_prefix(b"\x89PNG") {
        rest
    } else if let Some(rest) = bytes.strip_prefix(b"\x09PNG") {
        rest
    } else if let Some(rest) = bytes.strip_prefix(b"\xEF\xBF\xBDPNG") {
        rest
    } else if let Some(rest) = bytes.strip_prefix(b"\xC2\x89PNG") {
        rest
    } else {
        return false;
    };
    after_name.starts_with(b"\r") || after_name.starts_with(b"\n")
}

fn is_risum(bytes: &[u8]) -> bool {
    if !bytes.starts_with(&[0x6F, 0x00]) {
        return false;
    }
    let Some(main) = read::u32_le(bytes, 2) else { return false };
    (main as usize).checked_add(7).is_some_and(|end| end <= bytes.len())
}

fn is_text(bytes: &[u8]) -> bool {
    if payload::utf16_order(bytes).is_some() {
        return true;
    }
    let sample = bytes.get(..TEXT_SAMPLE).unwrap_or(bytes);
    let end = sample.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let body = sample.get(..end).unwrap_or_default();
    // What begins like JSON is text even with raw control characters in it: the tolerant reader mends those.
    let begins = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body).trim_ascii_start();
    if matches!(begins.first(), Some(b'{' | b'[')) {
        return true;
    }
    !body.is_empty() && body.iter().all(|byte| *byte >= 0x20 || matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C | 0x1B))
}
