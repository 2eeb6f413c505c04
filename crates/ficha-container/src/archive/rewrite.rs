//! Changing some entries of an archive and nothing else.
//!
//! Every entry that is not named keeps its compressed bytes, method, time, flags, extra fields and comment, and its
//! place in both the file and the directory; so do the prefix, the archive comment, bytes in gaps and bytes behind
//! the end. Only the offsets in the directory follow.

use std::collections::BTreeMap;

use super::directory::{RECORD_LEN, ZIP64_FIELD, extra_fields};
use super::extract::{LOCAL_LEN, data_range};
use super::write::{Packed, append_entry, narrow, pack, too_large};
use super::{Archive, Entry, Method};
use crate::error::{ContainerError, Place};
use crate::read::{slice, u16_le, u32_le, u64_le};

/// One change of an archive. Names are those of the directory, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryEdit {
    /// New content for an entry, which keeps its place, time and method. Of several of that name the last.
    Replace {
        /// Its name.
        name: String,
        /// Its content.
        bytes: Vec<u8>,
    },
    /// A new entry behind the others.
    Add {
        /// Its name.
        name: String,
        /// Its content.
        bytes: Vec<u8>,
    },
    /// Takes an entry out. Of several of that name the last.
    Remove {
        /// Its name.
        name: String,
    },
    /// Another name for an entry; everything else about it stays. Of several of that name the last.
    Rename {
        /// Its name.
        name: String,
        /// What it is called from now on.
        to: String,
    },
}

/// What becomes of an entry that was there.
enum Fate<'a> {
    Rewritten(Packed<'a>),
    Renamed(&'a str),
    Removed,
}

/// The identifier of the extra field of AES encryption (APPNOTE appendix E, WinZip).
const AES_FIELD: u16 = 0x9901;
/// The flag that says the name is UTF-8 (APPNOTE appendix D).
const UTF8_NAME: u16 = 0x0800;
/// Flags that say the content is encrypted, or that sizes follow the data: neither holds for what is written here.
const CLEARED_FLAGS: u16 = 0x0001 | 0x0008 | 0x0040 | 0x2000;

impl Archive {
    /// Writes the archive with these changes. `bytes` are those it was read from.
    ///
    /// Refused: a name to replace or remove that is not there, a name to add that is, entries that lie over each
    /// other, and a result beyond what a plain zip can state.
    pub fn rewrite(&self, bytes: &[u8], edits: &[EntryEdit]) -> Result<Vec<u8>, ContainerError> {
        if edits.is_empty() {
            return Ok(bytes.to_vec());
        }
        let (fates, added) = self.fates(edits)?;
        let grown: usize = edits
            .iter()
            .map(|edit| match edit {
                EntryEdit::Replace { bytes, .. } => bytes.len(),
                EntryEdit::Add { name, bytes } => bytes.len() + 2 * name.len() + 128,
                EntryEdit::Rename { to, .. } => 2 * to.len(),
                EntryEdit::Remove { .. } => 0,
            })
            .sum();
        let mut out = Vec::with_capacity(bytes.len() + grown);
        let offsets = self.write_entries(bytes, &fates, &mut out)?;
        let mut new_records = Vec::new();
        for (name, content) in &added {
            append_entry(&mut out, &mut new_records, self.frame.base, name, content, Method::Deflate)?;
        }
        let directory = out.len();
        for (index, entry) in self.entries.iter().enumerate() {
            if let Some(offset) = offsets.get(&index) {
                match fates.get(&index) {
                    Some(Fate::Rewritten(packed)) => append_record(&mut out, bytes, entry, *offset, Some(packed))?,
                    Some(Fate::Renamed(to)) => append_renamed_record(&mut out, bytes, entry, *offset, to)?,
                    Some(Fate::Removed) | None => append_record(&mut out, bytes, entry, *offset, None)?,
                }
            }
        }
        out.append(&mut new_records);
        self.write_end(bytes, &mut out, directory, offsets.len() + added.len())?;
        Ok(out)
    }

    /// The edits sorted by entry.
    #[expect(clippy::type_complexity, reason = "two plain collections, used once")]
    fn fates<'a>(
        &self,
        edits: &'a [EntryEdit],
    ) -> Result<(BTreeMap<usize, Fate<'a>>, Vec<(&'a str, &'a [u8])>), ContainerError> {
        let mut fates = BTreeMap::new();
        let mut added: Vec<(&str, &[u8])> = Vec::new();
        let existing = |name: &str| {
            self.position(name)
                .and_then(|index| Some((index, self.entries.get(index)?)))
                .ok_or_else(|| ContainerError::malformed("the archive has no such entry", Place::entry(name)))
        };
        for edit in edits {
            match edit {
                EntryEdit::Replace { name, bytes } => {
                    let (index, entry) = existing(name)?;
                    let method = if entry.is_encrypted() { Method::Deflate } else { entry.method };
                    fates.insert(index, Fate::Rewritten(pack(bytes, method)?));
                }
                EntryEdit::Remove { name } => {
                    let (index, _) = existing(name)?;
                    fates.insert(index, Fate::Removed);
                }
                EntryEdit::Rename { name, to } => {
                    let (index, _) = existing(name)?;
                    if self.position(to).is_some() {
                        let what = "the archive has an entry of this name already";
                        return Err(ContainerError::malformed(what, Place::entry(to.as_str())));
                    }
                    fates.insert(index, Fate::Renamed(to));
                }
                EntryEdit::Add { name, bytes } => {
                    let taken = self.position(name).is_some() || added.iter().any(|(other, _)| other == name);
                    if taken {
                        let what = "the archive has an entry of this name already";
                        return Err(ContainerError::malformed(what, Place::entry(name.as_str())));
                    }
                    added.push((name, bytes));
                }
            }
        }
        Ok((fates, added))
    }

    /// Writes everything before the directory. Answers where each remaining entry begins, counted as the archive
    /// counts.
    fn write_entries(
        &self,
        bytes: &[u8],
        fates: &BTreeMap<usize, Fate<'_>>,
        out: &mut Vec<u8>,
    ) -> Result<BTreeMap<usize, usize>, ContainerError> {
        let mut order: Vec<(usize, &Entry)> = self.entries.iter().enumerate().collect();
        order.sort_by_key(|(_, entry)| entry.header);
        let mut offsets = BTreeMap::new();
        let mut at = 0;
        for (index, entry) in order {
            let overlaps = || {
                ContainerError::malformed(
                    "entries of the archive lie over each other",
                    Place::entry(entry.name.as_str()),
                )
            };
            let end = entry_end(bytes, entry).filter(|end| *end <= self.frame.records.start);
            let end = end.ok_or_else(|| {
                ContainerError::malformed("the archive entry lies outside the file", Place::entry(entry.name.as_str()))
            })?;
            if entry.header < at {
                return Err(overlaps());
            }
            out.extend_from_slice(bytes.get(at..entry.header).unwrap_or_default());
            let offset = out.len().saturating_sub(self.frame.base);
            match fates.get(&index) {
                Some(Fate::Removed) => {}
                Some(Fate::Rewritten(packed)) => {
                    offsets.insert(index, offset);
                    append_local(out, bytes, entry, packed)?;
                }
                Some(Fate::Renamed(to)) => {
                    offsets.insert(index, offset);
                    let local = bytes.get(entry.header..end).unwrap_or_default();
                    append_renamed(out, local, LOCAL_LEN, 6, 26, to)?;
                }
                None => {
                    offsets.insert(index, offset);
                    out.extend_from_slice(bytes.get(entry.header..end).unwrap_or_default());
                }
            }
            at = end;
        }
        out.extend_from_slice(bytes.get(at..self.frame.records.start).unwrap_or_default());
        Ok(offsets)
    }

    /// Writes what follows the records: whatever stood there, with the new numbers.
    fn write_end(&self, bytes: &[u8], out: &mut Vec<u8>, directory: usize, count: usize) -> Result<(), ContainerError> {
        let frame = &self.frame;
        let records = out.len() - directory;
        let size = (frame.directory_size + records).saturating_sub(frame.records.len());
        let offset = directory.saturating_sub(frame.base);
        let tail = out.len();
        out.extend_from_slice(bytes.get(frame.records.end..).unwrap_or_default());
        let moved = |at: usize| tail + at.saturating_sub(frame.records.end);

        if let (Some(end), Some(locator)) = (frame.zip64_end, frame.zip64_locator) {
            let end = moved(end);
            put(out, end + 24, &(count as u64).to_le_bytes());
            put(out, end + 32, &(count as u64).to_le_bytes());
            put(out, end + 40, &(size as u64).to_le_bytes());
            put(out, end + 48, &(offset as u64).to_le_bytes());
            let relative = end.saturating_sub(frame.base) as u64;
            put(out, moved(locator) + 8, &relative.to_le_bytes());
        }
        let end = moved(frame.end);
        let wide = frame.zip64_end.is_some();
        for at in [8, 10] {
            match u16::try_from(count).ok().filter(|count| *count != u16::MAX) {
                _ if wide && u16_le(bytes, frame.end + at) == Some(u16::MAX) => {}
                Some(count) => put(out, end + at, &count.to_le_bytes()),
                None => return Err(too_large()),
            }
        }
        for (at, number) in [(12, size), (16, offset)] {
            if !(wide && u32_le(bytes, frame.end + at) == Some(u32::MAX)) {
                put(out, end + at, &narrow(number)?.to_le_bytes());
            }
        }
        Ok(())
    }
}

/// Writes over bytes that are there.
fn put(out: &mut [u8], at: usize, value: &[u8]) {
    if let Some(place) = out.get_mut(at..at + value.len()) {
        place.copy_from_slice(value);
    }
}

/// Where the bytes of an entry end, its data descriptor included.
fn entry_end(bytes: &[u8], entry: &Entry) -> Option<usize> {
    let data = data_range(bytes, entry)?;
    let local_flags = u16_le(bytes, entry.header + 6)?;
    if local_flags & 0x0008 == 0 {
        return Some(data.end);
    }
    // The descriptor may or may not have a signature, and its sizes are 4 or 8 bytes wide (APPNOTE 4.3.9).
    let signed = slice(bytes, data.end, 4) == Some(b"PK\x07\x08");
    let from = data.end + if signed { 4 } else { 0 };
    let says_wide = u64_le(bytes, from + 4) == Some(entry.compressed) && u64_le(bytes, from + 12) == Some(entry.size);
    let says_narrow = u32_le(bytes, from + 4).map(u64::from) == Some(entry.compressed)
        && u32_le(bytes, from + 8).map(u64::from) == Some(entry.size);
    // Without a descriptor that fits, the bytes are left to the gap behind the entry.
    Some(if says_narrow {
        from + 12
    } else if says_wide {
        from + 20
    } else {
        data.end
    })
}

/// Extra fields that stay true for an entry whose content was rewritten.
fn kept_fields(extra: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(extra.len());
    let mut read = 0;
    for (id, field) in extra_fields(extra) {
        if id != ZIP64_FIELD && id != AES_FIELD {
            kept.extend_from_slice(field);
        }
        read += field.len();
    }
    kept.extend_from_slice(extra.get(read..).unwrap_or_default());
    kept
}

/// The numbers a header states about rewritten content, from its flags to its sizes. `from` is where the flags are.
fn put_packed(header: &mut [u8], from: usize, packed: &Packed<'_>) -> Result<(), ContainerError> {
    let flags = u16_le(header, from).unwrap_or_default() & !CLEARED_FLAGS;
    put(header, from, &flags.to_le_bytes());
    put(header, from + 2, &packed.method.number().to_le_bytes());
    put(header, from + 8, &packed.crc32.to_le_bytes());
    put(header, from + 12, &narrow(packed.data.len())?.to_le_bytes());
    put(header, from + 16, &packed.size.to_le_bytes());
    Ok(())
}

fn append_local(out: &mut Vec<u8>, bytes: &[u8], entry: &Entry, packed: &Packed<'_>) -> Result<(), ContainerError> {
    let start = out.len();
    let name_len = usize::from(u16_le(bytes, entry.header + 26).unwrap_or_default());
    let extra_len = usize::from(u16_le(bytes, entry.header + 28).unwrap_or_default());
    let fixed = slice(bytes, entry.header, LOCAL_LEN + name_len).unwrap_or_default();
    let extra = kept_fields(slice(bytes, entry.header + LOCAL_LEN + name_len, extra_len).unwrap_or_default());
    out.extend_from_slice(fixed);
    out.extend_from_slice(&extra);
    out.extend_from_slice(&packed.data);
    let header = out.get_mut(start..).unwrap_or_default();
    put_packed(header, 6, packed)?;
    put(header, 28, &(extra.len() as u16).to_le_bytes());
    Ok(())
}

fn append_record(
    out: &mut Vec<u8>,
    bytes: &[u8],
    entry: &Entry,
    offset: usize,
    rewritten: Option<&Packed<'_>>,
) -> Result<(), ContainerError> {
    let start = out.len();
    let record = bytes.get(entry.record.clone()).unwrap_or_default();
    let Some(packed) = rewritten else {
        out.extend_from_slice(record);
        return put_offset(out.get_mut(start..).unwrap_or_default(), offset);
    };
    let extra_at = RECORD_LEN + usize::from(u16_le(record, 28).unwrap_or_default());
    let extra_len = usize::from(u16_le(record, 30).unwrap_or_default());
    let extra = kept_fields(slice(record, extra_at, extra_len).unwrap_or_default());
    out.extend_from_slice(record.get(..extra_at).unwrap_or_default());
    out.extend_from_slice(&extra);
    out.extend_from_slice(record.get(extra_at + extra_len..).unwrap_or_default());
    let header = out.get_mut(start..).unwrap_or_default();
    put_packed(header, 8, packed)?;
    put(header, 30, &(extra.len() as u16).to_le_bytes());
    put(header, 42, &narrow(offset)?.to_le_bytes());
    Ok(())
}

/// A header with another name; what follows the name stays. `flags_at` and `len_at` are where the header has its flags
/// and the length of the name. A field that holds the old name in Unicode is void then, since it names its checksum.
fn append_renamed(
    out: &mut Vec<u8>,
    header: &[u8],
    fixed: usize,
    flags_at: usize,
    len_at: usize,
    to: &str,
) -> Result<(), ContainerError> {
    let start = out.len();
    let name_len = usize::from(u16_le(header, len_at).unwrap_or_default());
    let new_len = u16::try_from(to.len())
        .map_err(|_| ContainerError::unsupported("a name of an archive entry is too long", Place::file()))?;
    out.extend_from_slice(header.get(..fixed).unwrap_or_default());
    out.extend_from_slice(to.as_bytes());
    out.extend_from_slice(header.get(fixed + name_len..).unwrap_or_default());
    let written = out.get_mut(start..).unwrap_or_default();
    let flags = u16_le(written, flags_at).unwrap_or_default() | if to.is_ascii() { 0 } else { UTF8_NAME };
    put(written, flags_at, &flags.to_le_bytes());
    put(written, len_at, &new_len.to_le_bytes());
    Ok(())
}

fn append_renamed_record(
    out: &mut Vec<u8>,
    bytes: &[u8],
    entry: &Entry,
    offset: usize,
    to: &str,
) -> Result<(), ContainerError> {
    let start = out.len();
    append_renamed(out, bytes.get(entry.record.clone()).unwrap_or_default(), RECORD_LEN, 8, 28, to)?;
    put_offset(out.get_mut(start..).unwrap_or_default(), offset)
}

/// Puts an offset where the record keeps it: in its 32-bit field, or in the zip64 field.
fn put_offset(record: &mut [u8], offset: usize) -> Result<(), ContainerError> {
    if u32_le(record, 42) != Some(u32::MAX) {
        put(record, 42, &narrow(offset)?.to_le_bytes());
        return Ok(());
    }
    let extra_at = RECORD_LEN + usize::from(u16_le(record, 28).unwrap_or_default());
    let extra_len = usize::from(u16_le(record, 30).unwrap_or_default());
    let mut at = extra_at;
    for (id, field) in extra_fields(slice(record, extra_at, extra_len).unwrap_or_default()) {
        if id == ZIP64_FIELD {
            // Sizes come first, each only when its own field is full.
            let before = [20, 24].into_iter().filter(|from| u32_le(record, *from) == Some(u32::MAX)).count();
            at += 4 + 8 * before;
            break;
        }
        at += field.len();
    }
    put(record, at, &(offset as u64).to_le_bytes());
    Ok(())
}
