//! Putting chunks into a PNG, taking some out, and leaving every other byte as it is.
//!
//! A splice is a list of wishes against a walked file; nothing is copied until it is written, and writing allocates
//! once, for the final size.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::Png;
use super::walk::IEND;

/// A chunk to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChunk(Content);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Content {
    /// All bytes of a chunk, from its length to its checksum.
    Whole(Vec<u8>),
    /// A `tEXt` chunk whose text is the base64 of these bytes, encoded straight into the output.
    Base64 { keyword: String, content: Vec<u8> },
}

impl NewChunk {
    /// A `tEXt` chunk with this text as it is.
    pub fn text(keyword: &str, text: &[u8]) -> NewChunk {
        NewChunk(Content::Whole(text_chunk(keyword, text)))
    }

    /// A `tEXt` chunk whose text is the standard base64 of `content`, as all card tools write.
    pub fn base64(keyword: impl Into<String>, content: impl Into<Vec<u8>>) -> NewChunk {
        NewChunk(Content::Base64 { keyword: keyword.into(), content: content.into() })
    }

    fn len(&self) -> usize {
        match &self.0 {
            Content::Whole(bytes) => bytes.len(),
            Content::Base64 { keyword, content } => {
                12 + keyword.len() + 1 + base64_simd::STANDARD.encoded_length(content.len())
            }
        }
    }

    fn append_to(&self, out: &mut Vec<u8>) {
        match &self.0 {
            Content::Whole(bytes) => out.extend_from_slice(bytes),
            Content::Base64 { keyword, content } => {
                append_text_chunk(out, keyword, base64_simd::STANDARD.encoded_length(content.len()), |out| {
                    base64_simd::STANDARD.encode_append(content, out);
                });
            }
        }
    }
}

/// The bytes of a chunk from its length to its checksum, as [`text_chunk`] makes them.
impl From<Vec<u8>> for NewChunk {
    fn from(bytes: Vec<u8>) -> NewChunk {
        NewChunk(Content::Whole(bytes))
    }
}

/// A whole chunk of any type: length, type, data, checksum. The data stays far below the 2 GiB a chunk can state; that
/// is the caller's to keep.
pub fn chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let len = u32::try_from(data.len()).unwrap_or(u32::MAX);
    let mut out = Vec::with_capacity(12 + data.len());
    out.extend_from_slice(&len.to_be_bytes());
    out.extend_from_slice(&kind);
    out.extend_from_slice(data);
    let crc = crc32fast::hash(out.get(4..).unwrap_or_default());
    out.extend_from_slice(&crc.to_be_bytes());
    out
}

/// A whole `tEXt` chunk: length, type, keyword, zero byte, text, checksum.
///
/// The keyword is ours to choose (1 to 79 Latin-1 bytes without a zero) and the text stays far below the 2 GiB a
/// chunk can state; both are the caller's to keep.
pub fn text_chunk(keyword: &str, text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(12 + keyword.len() + 1 + text.len());
    append_text_chunk(&mut out, keyword, text.len(), |out| out.extend_from_slice(text));
    out
}

fn append_text_chunk(out: &mut Vec<u8>, keyword: &str, text_len: usize, text: impl FnOnce(&mut Vec<u8>)) {
    let len = u32::try_from(keyword.len() + 1 + text_len).unwrap_or(u32::MAX);
    out.extend_from_slice(&len.to_be_bytes());
    let body = out.len();
    out.extend_from_slice(b"tEXt");
    out.extend_from_slice(keyword.as_bytes());
    out.push(0);
    text(out);
    let crc = crc32fast::hash(out.get(body..).unwrap_or_default());
    out.extend_from_slice(&crc.to_be_bytes());
}

/// What is to change in a PNG.
#[derive(Clone, Debug)]
pub struct Splice<'a> {
    png: &'a Png,
    /// Chunks that go, by index.
    removed: BTreeSet<usize>,
    /// New chunks to stand where the chunk of that index begins, in the order they were added.
    before: BTreeMap<usize, Vec<NewChunk>>,
    /// New chunks to stand right before `IEND`.
    at_end: Vec<NewChunk>,
}

impl<'a> Splice<'a> {
    /// Nothing changes yet.
    pub fn new(png: &'a Png) -> Splice<'a> {
        Splice { png, removed: BTreeSet::new(), before: BTreeMap::new(), at_end: Vec::new() }
    }

    /// Takes chunk `index` out.
    pub fn remove(&mut self, index: usize) -> &mut Self {
        self.removed.insert(index);
        self
    }

    /// Puts a chunk in the place of chunk `index`. One that stands behind `IEND` moves before it, where it is read.
    pub fn replace(&mut self, index: usize, with: impl Into<NewChunk>) -> &mut Self {
        self.remove(index);
        self.insert_at(index, with)
    }

    /// Puts a chunk right before chunk `index`, or before `IEND` when that one stands behind it or does not exist.
    pub fn insert_at(&mut self, index: usize, chunk: impl Into<NewChunk>) -> &mut Self {
        match self.png.chunks.get(index) {
            Some(at) if !at.after_iend => self.before.entry(index).or_default().push(chunk.into()),
            Some(_) | None => self.at_end.push(chunk.into()),
        }
        self
    }

    /// Puts a chunk right before `IEND`, behind those put there already.
    pub fn insert_before_iend(&mut self, chunk: impl Into<NewChunk>) -> &mut Self {
        self.at_end.push(chunk.into());
        self
    }

    /// Whether nothing was asked for.
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.before.is_empty() && self.at_end.is_empty()
    }

    /// Writes the file. `bytes` are those the PNG was read from.
    ///
    /// A missing `IEND` is added behind the last chunk as soon as there is a new one, so that strict readers find it.
    /// Not behind a chunk that states more bytes than the file has: it would swallow the end, so the new chunks stand
    /// before it and the damaged tail stays as it is.
    pub fn write(&self, bytes: &[u8]) -> Vec<u8> {
        let pieces = self.pieces(bytes);
        let size = pieces
            .iter()
            .map(|piece| match piece {
                Piece::Kept(range) => range.len(),
                Piece::New(chunk) => chunk.len(),
                Piece::Iend => IEND.len(),
            })
            .sum();
        let mut out = Vec::with_capacity(size);
        for piece in &pieces {
            match piece {
                Piece::Kept(range) => out.extend_from_slice(bytes.get(range.clone()).unwrap_or_default()),
                Piece::New(chunk) => chunk.append_to(&mut out),
                Piece::Iend => out.extend_from_slice(&IEND),
            }
        }
        out
    }

    fn pieces(&self, bytes: &[u8]) -> Vec<Piece<'_>> {
        let iend = self.png.iend();
        let mut pieces = Vec::new();
        let mut kept_from = 0;
        for (index, chunk) in self.png.chunks.iter().enumerate() {
            let new = self.before.get(&index).into_iter().flatten();
            let at_end = self.at_end.iter().filter(|_| iend == Some(index));
            let before = pieces.len();
            pieces.extend(new.chain(at_end).map(Piece::New));
            let removed = self.removed.contains(&index);
            if pieces.len() > before || removed {
                pieces.insert(before, Piece::Kept(kept_from..chunk.start));
                kept_from = if removed { chunk.end } else { chunk.start };
            }
        }
        if iend.is_none() && (!self.at_end.is_empty() || !self.before.is_empty()) {
            pieces.push(Piece::Kept(kept_from..self.png.end));
            kept_from = self.png.end;
            pieces.extend(self.at_end.iter().map(Piece::New));
            if self.png.overlong().is_none() {
                pieces.push(Piece::Iend);
                // A beginning of the end chunk is not kept beside the whole one.
                if self.png.is_cut_in_iend(bytes) {
                    kept_from = bytes.len();
                }
            }
        }
        pieces.push(Piece::Kept(kept_from..bytes.len()));
        pieces
    }
}

enum Piece<'a> {
    Kept(Range<usize>),
    New(&'a NewChunk),
    Iend,
}
