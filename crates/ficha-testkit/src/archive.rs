//! Zip files built entry by entry (APPNOTE 6.3, sections 4.3 and 4.4), with every field a test may want to be wrong.

use std::io::{self, Write};

use crate::deflate;

/// One entry as it will be written.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name, written as given: `../`, absolute and empty names included.
    pub name: String,
    /// 0 stored, 8 deflated.
    pub method: u16,
    /// The bytes as they lie in the file.
    pub stored: Vec<u8>,
    /// The uncompressed size both headers declare.
    pub size: u32,
    /// The CRC-32 both headers declare.
    pub checksum: u32,
    /// MS-DOS time and date, time in the low half.
    pub modified: u32,
    /// The extra field of both headers.
    pub extra: Vec<u8>,
    /// The entry's comment.
    pub comment: String,
}

/// A stored entry.
pub fn stored(name: &str, bytes: impl AsRef<[u8]>) -> Entry {
    let bytes = bytes.as_ref();
    Entry {
        name: name.to_owned(),
        method: 0,
        stored: bytes.to_vec(),
        size: bytes.len() as u32,
        checksum: crc32fast::hash(bytes),
        modified: 0x5961_6000,
        extra: Vec::new(),
        comment: String::new(),
    }
}

/// A deflated entry.
pub fn deflated(name: &str, bytes: impl AsRef<[u8]>) -> Entry {
    Entry { method: 8, stored: deflate::raw(bytes.as_ref()), ..stored(name, bytes) }
}

/// A deflated entry of `1 + 258 * matches` equal bytes; `declared` lies about that size when given.
pub fn repeated(name: &str, byte: u8, matches: usize, declared: Option<u32>) -> Entry {
    let size = 1 + 258 * matches;
    let mut checksum = crc32fast::Hasher::new();
    let block = vec![byte; 1 << 16];
    for start in (0..size).step_by(block.len()) {
        checksum.update(&block[..block.len().min(size - start)]);
    }
    Entry {
        method: 8,
        stored: deflate::repeated(byte, matches),
        size: declared.unwrap_or(size as u32),
        checksum: checksum.finalize(),
        ..stored(name, [])
    }
}

/// The entries as a zip file. More than 65,534 of them are counted in a zip64 record.
pub fn write(entries: &[Entry]) -> Vec<u8> {
    write_after(&[], entries, false)
}

/// The entries as a zip file behind `prefix` (a picture, a self-extractor). `absolute`: whether offsets count from the
/// start of the file, as good writers make them, or from the start of the archive.
pub fn write_after(prefix: &[u8], entries: &[Entry], absolute: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    stream_after(&mut bytes, prefix, entries.iter().cloned(), absolute).expect("memory takes everything");
    bytes
}

/// The same to a stream, one entry after the other, so that an archive of any size costs the memory of one of them.
pub fn stream_after(
    to: &mut dyn Write,
    prefix: &[u8],
    entries: impl Iterator<Item = Entry>,
    absolute: bool,
) -> io::Result<()> {
    to.write_all(prefix)?;
    let mut at = if absolute { prefix.len() as u64 } else { 0 };
    let mut count = 0_u64;
    let mut directory = Vec::new();
    for entry in entries {
        let offset = at as u32;
        let shared = shared_fields(&entry);
        let mut local = 0x0403_4b50_u32.to_le_bytes().to_vec();
        local.extend(&shared);
        local.extend(entry.name.as_bytes());
        local.extend(&entry.extra);
        to.write_all(&local)?;
        to.write_all(&entry.stored)?;
        at += (local.len() + entry.stored.len()) as u64;
        count += 1;

        directory.extend(0x0201_4b50_u32.to_le_bytes());
        directory.extend(20_u16.to_le_bytes());
        directory.extend(&shared);
        directory.extend((entry.comment.len() as u16).to_le_bytes());
        directory.extend([0; 8]);
        directory.extend(offset.to_le_bytes());
        directory.extend(entry.name.as_bytes());
        directory.extend(&entry.extra);
        directory.extend(entry.comment.as_bytes());
    }
    let (start, size) = (at, directory.len() as u64);
    let mut end = directory;
    if count >= 0xffff {
        let record = start + size;
        end.extend(0x0606_4b50_u32.to_le_bytes());
        end.extend(44_u64.to_le_bytes());
        end.extend([45, 0, 45, 0]);
        end.extend([0; 8]);
        end.extend(count.to_le_bytes());
        end.extend(count.to_le_bytes());
        end.extend(size.to_le_bytes());
        end.extend(start.to_le_bytes());
        end.extend(0x0706_4b50_u32.to_le_bytes());
        end.extend([0; 4]);
        end.extend(record.to_le_bytes());
        end.extend(1_u32.to_le_bytes());
    }
    let count = u16::try_from(count).unwrap_or(u16::MAX);
    end.extend(0x0605_4b50_u32.to_le_bytes());
    end.extend([0; 4]);
    end.extend(count.to_le_bytes());
    end.extend(count.to_le_bytes());
    end.extend((size as u32).to_le_bytes());
    end.extend((start as u32).to_le_bytes());
    end.extend([0; 2]);
    to.write_all(&end)
}

/// What the local header and the directory record have in common, from the version needed to the extra's length.
fn shared_fields(entry: &Entry) -> Vec<u8> {
    let mut fields = Vec::with_capacity(26);
    let utf8 = if entry.name.is_ascii() { 0_u16 } else { 0x0800 };
    fields.extend(20_u16.to_le_bytes());
    fields.extend(utf8.to_le_bytes());
    fields.extend(entry.method.to_le_bytes());
    fields.extend(entry.modified.to_le_bytes());
    fields.extend(entry.checksum.to_le_bytes());
    fields.extend((entry.stored.len() as u32).to_le_bytes());
    fields.extend(entry.size.to_le_bytes());
    fields.extend((entry.name.len() as u16).to_le_bytes());
    fields.extend((entry.extra.len() as u16).to_le_bytes());
    fields
}

/// The entries of a well-formed zip as they lie in the file, by name in directory order: each from its local header to
/// where the next thing begins, data descriptors included. For comparing two files entry by entry; empty when there is
/// no directory.
pub fn read(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    read_directory(bytes).unwrap_or_default()
}

fn read_directory(bytes: &[u8]) -> Option<Vec<(String, Vec<u8>)>> {
    let short = |at: usize| Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?) as usize);
    let long = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    let end = (0..bytes.len().saturating_sub(21)).rev().find(|at| bytes[*at..].starts_with(b"PK\x05\x06"))?;
    let (count, length, start) = (short(end + 10)?, long(end + 12)?, long(end + 16)?);
    let base = end.checked_sub(length)?.checked_sub(start)?;
    let mut at = base + start;
    let mut found = Vec::new();
    for _ in 0..count {
        let (name, extra, comment) = (short(at + 28)?, short(at + 30)?, short(at + 32)?);
        let text = String::from_utf8_lossy(bytes.get(at + 46..at + 46 + name)?).into_owned();
        found.push((text, base + long(at + 42)?));
        at += 46 + name + extra + comment;
    }
    let follows = |local: usize| {
        found.iter().map(|(_, start)| *start).filter(|start| *start > local).min().unwrap_or(base + start)
    };
    found.iter().map(|(name, local)| Some((name.clone(), bytes.get(*local..follows(*local))?.to_vec()))).collect()
}
