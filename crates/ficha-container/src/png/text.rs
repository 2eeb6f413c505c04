//! The text chunks of a PNG: `tEXt`, `zTXt` and `iTXt` (PNG specification, section 11.3.3).
//!
//! Finding them costs nothing but the keyword; a text is unpacked only when it is asked for.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use super::{Chunk, Png};
use crate::error::{ContainerError, Place};
use crate::inflate::{Framing, InflateFault, inflate};
use crate::limits::Limits;

/// The three kinds of text chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TextForm {
    /// Plain.
    Text,
    /// Compressed with zlib.
    Ztxt,
    /// UTF-8 with a language, plain or compressed.
    Itxt,
}

impl TextForm {
    /// The chunk type.
    pub fn word(self) -> &'static str {
        match self {
            TextForm::Text => "tEXt",
            TextForm::Ztxt => "zTXt",
            TextForm::Itxt => "iTXt",
        }
    }
}

impl fmt::Display for TextForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A text chunk, not yet unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextChunk {
    /// Index into [`Png::chunks`].
    pub chunk: usize,
    /// Which kind.
    pub form: TextForm,
    /// The keyword as it is written (Latin-1).
    pub keyword: String,
    /// Counts chunks of the same form and keyword from 1, in file order.
    pub ordinal: usize,
    /// The bytes of the text as they stand in the file, behind keyword and flags.
    pub data: Range<usize>,
    /// Whether those bytes are compressed.
    pub compressed: bool,
    /// Whether the chunk stands behind `IEND`.
    pub after_iend: bool,
}

impl TextChunk {
    /// The name notes and errors use: `tEXt:chara#1`.
    pub fn name(&self) -> String {
        format!("{}:{}#{}", self.form.word(), self.keyword, self.ordinal)
    }

    /// Where it is.
    pub fn place(&self) -> Place {
        Place::entry(self.name())
    }
}

/// The specification allows 79 bytes; asset keywords of RisuAI (`chara-ext-asset_:` and a path) go beyond.
const LONGEST_KEYWORD: usize = 1024;

impl Png {
    /// All text chunks in file order. A chunk without the zero byte behind its keyword is none.
    pub fn texts(&self, bytes: &[u8]) -> Vec<TextChunk> {
        let mut texts: Vec<TextChunk> = Vec::new();
        let mut counts: BTreeMap<(TextForm, String), usize> = BTreeMap::new();
        for (index, chunk) in self.chunks.iter().enumerate() {
            let Some(mut text) = text_of(bytes, index, chunk) else { continue };
            let count = counts.entry((text.form, text.keyword.clone())).or_default();
            *count += 1;
            text.ordinal = *count;
            texts.push(text);
        }
        texts
    }
}

fn text_of(bytes: &[u8], index: usize, chunk: &Chunk) -> Option<TextChunk> {
    let form = match &chunk.kind {
        b"tEXt" => TextForm::Text,
        b"zTXt" => TextForm::Ztxt,
        b"iTXt" => TextForm::Itxt,
        _ => return None,
    };
    let data = bytes.get(chunk.data.clone())?;
    let keyword_end = memchr::memchr(0, data.get(..LONGEST_KEYWORD).unwrap_or(data))?;
    let keyword = data.get(..keyword_end)?.iter().map(|byte| char::from(*byte)).collect();
    let after = keyword_end + 1;
    let (from, compressed) = match form {
        TextForm::Text => (after, false),
        // One byte names the method; 0 is the only one there is, and a wrong one shows when the text is unpacked.
        TextForm::Ztxt => (after + 1, true),
        TextForm::Itxt => {
            let flag = *data.get(after)?;
            let language = after + 2;
            let translated = language + memchr::memchr(0, data.get(language..)?)? + 1;
            let text = translated + memchr::memchr(0, data.get(translated..)?)? + 1;
            (text, flag != 0)
        }
    };
    let start = chunk.data.start.checked_add(from)?;
    if start > chunk.data.end {
        return None;
    }
    Some(TextChunk {
        chunk: index,
        form,
        keyword,
        ordinal: 1,
        data: start..chunk.data.end,
        compressed,
        after_iend: chunk.after_iend,
    })
}

/// The bytes of one text. A plain one is borrowed from the file; a compressed one is unpacked, `limits.text` bytes at
/// most. The flag says that the stream was bare deflate without the zlib frame the specification asks for, or with a
/// damaged one (character-foundry reads and writes `zTXt` so).
pub fn text_bytes<'a>(
    bytes: &'a [u8],
    text: &TextChunk,
    limits: &Limits,
) -> Result<(Cow<'a, [u8]>, bool), ContainerError> {
    let data = bytes.get(text.data.clone()).ok_or_else(|| {
        ContainerError::malformed(format!("chunk {} is not part of these bytes", text.name()), text.place())
    })?;
    if !text.compressed {
        return Ok((Cow::Borrowed(data), false));
    }
    let too_large = || ContainerError::limit("text-bytes", limits.text, text.place());
    let framed = match inflate(data, Framing::Zlib, limits.text) {
        Ok(plain) => return Ok((Cow::Owned(plain), false)),
        Err(InflateFault::TooLarge) => return Err(too_large()),
        Err(fault @ (InflateFault::Broken | InflateFault::Truncated)) => fault,
    };
    // A wrong Adler checksum behind a sound stream costs nothing but that checksum, so the frame is skipped too.
    for bare in [data, data.get(2..).unwrap_or_default()] {
        match inflate(bare, Framing::Raw, limits.text) {
            Ok(plain) => return Ok((Cow::Owned(plain), true)),
            Err(InflateFault::TooLarge) => return Err(too_large()),
            Err(InflateFault::Broken | InflateFault::Truncated) => {}
        }
    }
    let what = match framed {
        InflateFault::Truncated => format!("the compressed text of chunk {} ends in the middle", text.name()),
        InflateFault::Broken | InflateFault::TooLarge => {
            format!("the compressed text of chunk {} is damaged", text.name())
        }
    };
    Err(ContainerError::malformed(what, text.place()))
}
