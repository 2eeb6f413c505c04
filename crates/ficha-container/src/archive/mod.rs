//! Zip archives (PKWARE APPNOTE 6.3.10), read through the directory at their end.
//!
//! Here: finding that directory whatever stands in front of the archive, its entries, unpacking them under limits,
//! building archives, and rewriting one so that everything untouched stays the same bytes. Streaming from local
//! headers is not here: they may be stale, and the first `PK` of a file may be part of a picture.
//!
//! Rule: sizes are checked as declared before anything is unpacked, and counted while it is. An entry that holds more
//! than it declares is refused at that byte.

mod directory;
mod extract;
mod name;
mod rewrite;
mod write;

use std::ops::Range;

use crate::read::u32_le;

pub use directory::{check_tail, tail_entries};
pub use name::risu_name;
pub use rewrite::EntryEdit;
pub use write::{NewEntry, build};

pub(crate) use directory::{has_directory, stated_entries};

/// The directory of an archive. Holds names and numbers, never the bytes.
#[derive(Clone, Debug)]
pub struct Archive {
    entries: Vec<Entry>,
    /// Indices of `entries`, ordered by name and then by position.
    by_name: Vec<usize>,
    frame: Frame,
}

/// Where the parts of the archive that are no entries lie.
#[derive(Clone, Debug)]
struct Frame {
    /// What stated offsets are counted from.
    base: usize,
    /// Where the first local header is, or the directory when there is none.
    prefix_len: usize,
    /// The directory records.
    records: Range<usize>,
    /// Bytes the end record counts as directory.
    directory_size: usize,
    /// The zip64 end record, when there is one.
    zip64_end: Option<usize>,
    /// Its locator.
    zip64_locator: Option<usize>,
    /// The end record.
    end: usize,
}

/// One entry, as the directory describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its path, `/` between the parts as the archive has it. Never trusted as a path on disk.
    pub name: String,
    /// How it is compressed.
    pub method: Method,
    /// General purpose flags.
    pub flags: u16,
    /// CRC-32 of the content.
    pub crc32: u32,
    /// Bytes in the archive.
    pub compressed: u64,
    /// Bytes of the content, as declared.
    pub size: u64,
    /// Offset of its local header in the file.
    pub header: usize,
    /// Its directory record in the file.
    record: Range<usize>,
}

impl Entry {
    /// Whether its content is encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.flags & 0x0041 != 0
    }

    /// Whether it is a folder: such entries have no content.
    pub fn is_directory(&self) -> bool {
        self.name.ends_with('/')
    }

    /// Whether it is a symbolic link, as Unix archivers mark one. `bytes` are those the archive was read from.
    pub fn is_link(&self, bytes: &[u8]) -> bool {
        let attributes = self.record.start.checked_add(38).and_then(|at| u32_le(bytes, at));
        attributes.is_some_and(|attributes| attributes >> 28 == 0xA)
    }

    /// Whether `content` has the checksum the directory states. A wrong one is a note, as the apps do not look at it.
    pub fn crc_ok(&self, content: &[u8]) -> bool {
        crc32fast::hash(content) == self.crc32
    }
}

/// Compression methods. Two are read; the others are named in the refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// 0: as it is.
    Stored,
    /// 8: deflate.
    Deflate,
    /// Any other number.
    Other(u16),
}

impl Method {
    fn from_number(number: u16) -> Method {
        match number {
            0 => Method::Stored,
            8 => Method::Deflate,
            other => Method::Other(other),
        }
    }

    fn number(self) -> u16 {
        match self {
            Method::Stored => 0,
            Method::Deflate => 8,
            Method::Other(number) => number,
        }
    }

    /// The name of the method (APPNOTE 4.4.5).
    pub fn title(self) -> String {
        match self {
            Method::Stored => "stored".to_owned(),
            Method::Deflate => "deflate".to_owned(),
            Method::Other(1) => "shrink".to_owned(),
            Method::Other(6) => "implode".to_owned(),
            Method::Other(9) => "Deflate64".to_owned(),
            Method::Other(12) => "bzip2".to_owned(),
            Method::Other(14) => "LZMA".to_owned(),
            Method::Other(93) => "Zstandard".to_owned(),
            Method::Other(95) => "XZ".to_owned(),
            Method::Other(98) => "PPMd".to_owned(),
            Method::Other(99) => "AES encryption".to_owned(),
            Method::Other(number) => format!("method {number}"),
        }
    }
}

impl Archive {
    /// The entries in the order of the directory.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Bytes in front of the first entry: a picture, a program, or nothing.
    pub fn prefix_len(&self) -> usize {
        self.frame.prefix_len
    }

    /// The entry of this name as written, else of the name RisuAI would have stored it under ([`risu_name`]). Of
    /// several the last, as every reader that fills a table has it.
    pub fn find(&self, name: &str) -> Option<&Entry> {
        self.find_written(name).or_else(|| self.find_written(&risu_name(name)))
    }

    fn find_written(&self, name: &str) -> Option<&Entry> {
        self.position(name).and_then(|index| self.entries.get(index))
    }

    /// Index of the last entry of exactly this name.
    fn position(&self, name: &str) -> Option<usize> {
        let behind = self
            .by_name
            .partition_point(|index| self.entries.get(*index).is_some_and(|entry| entry.name.as_str() <= name));
        let index = *self.by_name.get(behind.checked_sub(1)?)?;
        self.entries.get(index).filter(|entry| entry.name == name).map(|_| index)
    }
}
