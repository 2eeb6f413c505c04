//! Walking the chunks of a PNG, whole or damaged.

use std::fmt;
use std::ops::Range;

use super::SIGNATURE;
use crate::error::{ContainerError, Place};
use crate::limits::{Limits, within};
use crate::read;

/// The chunks of a PNG and what is wrong with it. Holds ranges, never bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Png {
    /// All complete chunks in file order, those behind `IEND` included.
    pub chunks: Vec<Chunk>,
    /// What the walk met, in file order.
    pub faults: Vec<PngFault>,
    /// Where the complete chunks end: the end of the file, or the first byte that belongs to none.
    pub(super) end: usize,
}

/// One chunk, by its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The four letters of its type.
    pub kind: [u8; 4],
    /// Offset of its length field, where the chunk begins.
    pub start: usize,
    /// Its data.
    pub data: Range<usize>,
    /// Offset behind its checksum, where the next one begins.
    pub end: usize,
    /// Whether it stands behind `IEND`, where readers have stopped.
    pub after_iend: bool,
}

impl Chunk {
    /// The type as text.
    pub fn kind_name(&self) -> String {
        kind_name(self.kind)
    }
}

/// Something wrong with the row of chunks that does not stop it from being read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PngFault {
    /// The file ends without an `IEND` chunk.
    MissingIend,
    /// Bytes that are no chunk follow the last one.
    TrailingBytes {
        /// Where they begin.
        offset: usize,
        /// How many.
        len: usize,
    },
    /// A chunk states more bytes than the file has left. The walk ends before it.
    OverlongChunk {
        /// Its type.
        kind: [u8; 4],
        /// Offset of its length field.
        offset: usize,
        /// The length it states.
        declared: u32,
        /// The bytes the file has left for its data.
        available: usize,
    },
    /// The first chunk is not `IHDR`.
    MissingIhdr,
}

impl PngFault {
    /// Where it is.
    pub fn place(&self) -> Place {
        match self {
            PngFault::MissingIend | PngFault::MissingIhdr => Place::file(),
            PngFault::TrailingBytes { offset, .. } => Place::offset(*offset),
            PngFault::OverlongChunk { kind, offset, .. } => Place::entry(kind_name(*kind)).at(*offset),
        }
    }

    /// The same fault as a refusal, for a file in which nothing was found because of it.
    pub fn refusal(&self) -> ContainerError {
        ContainerError::malformed(self.to_string(), self.place())
    }
}

impl fmt::Display for PngFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngFault::MissingIend => write!(f, "the picture has no end chunk (IEND)"),
            PngFault::MissingIhdr => write!(f, "the picture does not begin with a header chunk (IHDR)"),
            PngFault::TrailingBytes { len, .. } => write!(f, "{len} bytes follow the end of the picture"),
            PngFault::OverlongChunk { kind, declared, available, .. } => write!(
                f,
                "chunk {} states a length of {declared} bytes where only {available} are left",
                kind_name(*kind)
            ),
        }
    }
}

/// The four bytes of a type as text, with anything unprintable as `?`.
fn kind_name(kind: [u8; 4]) -> String {
    kind.iter().map(|byte| if byte.is_ascii_graphic() { char::from(*byte) } else { '?' }).collect()
}

/// Bytes of a chunk beside its data: length, type, checksum.
const FRAME: usize = 12;

/// An empty `IEND` chunk.
pub(super) const IEND: [u8; 12] = *b"\0\0\0\0IEND\xAE\x42\x60\x82";

/// Walks all chunks. Only the signature and the number of chunks can stop it; everything else is a fault in the list.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<Png, ContainerError> {
    if !bytes.starts_with(&SIGNATURE) {
        return Err(ContainerError::malformed("not a PNG: the signature is missing", Place::offset(0)));
    }
    let mut png = Png { end: SIGNATURE.len(), ..Png::default() };
    let mut seen_iend = false;
    while png.end < bytes.len() {
        let step = step(bytes, png.end, seen_iend);
        match step {
            Step::Chunk(chunk) => {
                within("png-chunks", png.chunks.len() + 1, limits.chunks, || Place::offset(chunk.start))?;
                if png.chunks.is_empty() && chunk.kind != *b"IHDR" {
                    png.faults.push(PngFault::MissingIhdr);
                }
                seen_iend |= chunk.kind == *b"IEND";
                png.end = chunk.end;
                png.chunks.push(chunk);
            }
            Step::Overlong(fault) => {
                png.faults.push(fault);
                break;
            }
            Step::NoChunk => {
                if seen_iend || !png.is_cut_in_iend(bytes) {
                    png.faults.push(PngFault::TrailingBytes { offset: png.end, len: bytes.len() - png.end });
                }
                break;
            }
        }
    }
    if !seen_iend {
        png.faults.push(PngFault::MissingIend);
    }
    Ok(png)
}

/// How many chunks a walk would find, keeping none; `None` for bytes that are no PNG.
pub(crate) fn chunk_count(bytes: &[u8]) -> Option<u64> {
    let mut at = SIGNATURE.len();
    let mut seen_iend = false;
    let mut count = 0;
    bytes.starts_with(&SIGNATURE).then(|| {
        while let Step::Chunk(chunk) = step(bytes, at, seen_iend) {
            seen_iend |= chunk.kind == *b"IEND";
            at = chunk.end;
            count += 1;
        }
        count
    })
}

enum Step {
    Chunk(Chunk),
    Overlong(PngFault),
    NoChunk,
}

fn step(bytes: &[u8], start: usize, after_iend: bool) -> Step {
    let (Some(declared), Some(kind)) = (read::u32_be(bytes, start), read::array::<4>(bytes, start + 4)) else {
        return Step::NoChunk;
    };
    if !kind.iter().all(u8::is_ascii_alphabetic) {
        return Step::NoChunk;
    }
    let Some(available) = bytes.len().checked_sub(start + FRAME) else { return Step::NoChunk };
    let len = usize::try_from(declared).unwrap_or(usize::MAX);
    if len > available {
        // Behind IEND any bytes may stand, so a length that does not fit says that these are no chunk at all.
        return if after_iend {
            Step::NoChunk
        } else {
            Step::Overlong(PngFault::OverlongChunk { kind, offset: start, declared, available })
        };
    }
    let data = start + 8..start + 8 + len;
    let chunk = Chunk { kind, start, end: data.end + 4, data, after_iend };
    let is_text = matches!(&kind, b"tEXt" | b"zTXt" | b"iTXt");
    if after_iend && !is_text && !crc_ok(bytes, &chunk) {
        return Step::NoChunk;
    }
    Step::Chunk(chunk)
}

/// Whether the checksum a chunk carries is the one of its type and data.
pub(super) fn crc_ok(bytes: &[u8], chunk: &Chunk) -> bool {
    let Some(body) = bytes.get(chunk.start + 4..chunk.data.end) else { return false };
    read::u32_be(bytes, chunk.data.end) == Some(crc32fast::hash(body))
}

impl Png {
    /// Whether the checksum of one chunk is right. Reads that chunk's bytes and no others; `false` for an index that
    /// is none.
    pub fn crc_ok(&self, bytes: &[u8], chunk: usize) -> bool {
        self.chunks.get(chunk).is_some_and(|chunk| crc_ok(bytes, chunk))
    }

    /// Whether the file ends in the middle of its end chunk, seen from the first letter of its type on.
    pub(super) fn is_cut_in_iend(&self, bytes: &[u8]) -> bool {
        bytes.get(self.end..).is_some_and(|tail| tail.len() > 4 && IEND.starts_with(tail))
    }

    /// The index of the first `IEND`.
    pub fn iend(&self) -> Option<usize> {
        self.chunks.iter().position(|chunk| chunk.kind == *b"IEND")
    }

    /// The chunk the walk stopped at because it states more bytes than there are.
    pub fn overlong(&self) -> Option<&PngFault> {
        self.faults.iter().find(|fault| matches!(fault, PngFault::OverlongChunk { .. }))
    }
}
