//! Finding and reading the directory of an archive.
//!
//! The end record is looked for from the end of the file. It states how long the directory is and at which offset it
//! lies; the directory is taken to end where the end record begins, and whatever the stated offset falls short of
//! that is the length of the prefix the offsets were not counted with. So both ways of counting are read, as are
//! files with trailing bytes.

use super::{Archive, Entry, Frame, Method, name};
use crate::error::{ContainerError, Place};
use crate::limits::{Limits, within};
use crate::read::{slice, u16_le, u32_le, u64_le};

pub(super) const LOCAL: &[u8; 4] = b"PK\x03\x04";
pub(super) const RECORD: &[u8; 4] = b"PK\x01\x02";
const SIGNED: &[u8; 4] = b"PK\x05\x05";
const END: &[u8; 4] = b"PK\x05\x06";
const ZIP64_END: &[u8; 4] = b"PK\x06\x06";
const ZIP64_LOCATOR: &[u8; 4] = b"PK\x06\x07";

/// Bytes of an end record without its comment.
const END_LEN: usize = 22;
/// Bytes of a directory record without name, extra fields and comment.
pub(super) const RECORD_LEN: usize = 46;
/// How far from the end of the file the end record is looked for: the longest comment, and trailing bytes.
const SEARCHED: usize = 1024 * 1024;
/// How far before its locator the zip64 end record is looked for when it is longer than usual.
const ZIP64_SEARCHED: usize = 4096;

/// What the end records say.
struct End {
    end: usize,
    zip64_end: Option<usize>,
    zip64_locator: Option<usize>,
    disk: u32,
    count: u64,
    directory: usize,
    directory_size: usize,
    base: usize,
}

/// Whether an archive ends in these bytes.
pub(crate) fn has_directory(bytes: &[u8]) -> bool {
    find_end(bytes).is_some()
}

/// Refuses an archive with too many entries by the last bytes of its file alone, so that such a file need not be read.
///
/// `tail` is the end of the file; 64 KiB and 22 bytes hold every end record. Anything that is not an end record with
/// too large a number in it passes, and is looked at when the whole file is read.
pub fn check_tail(tail: &[u8], limits: &Limits) -> Result<(), ContainerError> {
    match tail_entries(tail) {
        Some(count) if count > limits.zip_entries as u64 => {
            Err(ContainerError::limit("zip-entries", limits.zip_entries, Place::file()))
        }
        Some(_) | None => Ok(()),
    }
}

/// How many entries the end record in the last bytes of a file states; `None` when they end in no such record.
pub fn tail_entries(tail: &[u8]) -> Option<u64> {
    memchr::memmem::rfind_iter(tail, END).find_map(|at| {
        let comment = usize::from(u16_le(tail, at + 20)?);
        let narrow = u64::from(u16_le(tail, at + 10)?);
        let wide = zip64_records(tail, at).and_then(|(zip64, _)| u64_le(tail, zip64 + 32));
        (at + END_LEN + comment == tail.len()).then(|| wide.unwrap_or(narrow))
    })
}

/// How many entries the archive states it has; `None` for bytes that are no archive.
pub(crate) fn stated_entries(bytes: &[u8]) -> Option<u64> {
    find_end(bytes).map(|end| end.count)
}

impl Archive {
    /// Reads the directory. Nothing is unpacked; the declared sizes are held against the limits here, so that an
    /// archive that says it is too large costs nothing.
    pub fn read(bytes: &[u8], limits: &Limits) -> Result<Archive, ContainerError> {
        let end = find_end(bytes).ok_or_else(|| {
            ContainerError::malformed(
                "the archive has no directory at its end: it is cut off, or no zip",
                Place::file(),
            )
        })?;
        if end.disk != 0 {
            return Err(ContainerError::unsupported("the archive is one part of several", Place::offset(end.end)));
        }
        if end.count > limits.zip_entries as u64 {
            return Err(too_many(limits, end.end));
        }
        let (entries, records_end) = records(bytes, &end, limits)?;
        let mut total = 0_u64;
        for entry in &entries {
            if entry.size > limits.zip_entry as u64 {
                return Err(ContainerError::limit("zip-entry", limits.zip_entry, Place::entry(entry.name.as_str())));
            }
            total = total.saturating_add(entry.size);
            if total > limits.zip_total as u64 {
                return Err(ContainerError::limit("zip-total", limits.zip_total, Place::entry(entry.name.as_str())));
            }
        }
        let mut by_name: Vec<usize> = (0..entries.len()).collect();
        // The sort is stable, so entries of one name stay in their order.
        by_name.sort_by_key(|index| entries.get(*index).map(|entry| entry.name.as_str()));
        let prefix_len = entries.iter().map(|entry| entry.header).min().unwrap_or(end.directory);
        let frame = Frame {
            base: end.base,
            prefix_len,
            records: end.directory..records_end,
            directory_size: end.directory_size,
            zip64_end: end.zip64_end,
            zip64_locator: end.zip64_locator,
            end: end.end,
        };
        Ok(Archive { entries, by_name, frame })
    }
}

fn too_many(limits: &Limits, offset: usize) -> ContainerError {
    ContainerError::limit("zip-entries", limits.zip_entries, Place::offset(offset))
}

/// The last end record whose directory is where it says.
fn find_end(bytes: &[u8]) -> Option<End> {
    let window_start = bytes.len().saturating_sub(SEARCHED);
    let window = bytes.get(window_start..)?;
    // The third byte of the signature is rare in text and in pictures, unlike its first.
    memchr::memrchr_iter(0x05, window)
        .filter_map(|third| (window_start + third).checked_sub(2))
        .filter(|at| slice(bytes, *at, 4) == Some(END))
        .find_map(|at| read_end(bytes, at))
}

fn read_end(bytes: &[u8], end: usize) -> Option<End> {
    let record = slice(bytes, end, END_LEN)?;
    let comment = usize::from(u16_le(record, 20)?);
    if end + END_LEN + comment > bytes.len() {
        return None;
    }
    let mut disk = u32::from(u16_le(record, 4)?);
    let mut count = u64::from(u16_le(record, 10)?);
    let mut size = u64::from(u32_le(record, 12)?);
    let mut offset = u64::from(u32_le(record, 16)?);
    let (zip64_end, zip64_locator) = zip64_records(bytes, end).unzip();
    if let Some(at) = zip64_end {
        if disk == 0xFFFF {
            disk = u32_le(bytes, at + 16)?;
        }
        if count == 0xFFFF {
            count = u64_le(bytes, at + 32)?;
        }
        if size == 0xFFFF_FFFF {
            size = u64_le(bytes, at + 40)?;
        }
        if offset == 0xFFFF_FFFF {
            offset = u64_le(bytes, at + 48)?;
        }
    }
    let directory_end = zip64_end.unwrap_or(end);
    let size = usize::try_from(size).ok()?;
    let offset = usize::try_from(offset).ok()?;
    let is_directory = |at: usize| size == 0 || slice(bytes, at, 4) == Some(RECORD);
    let adjoining = directory_end.checked_sub(size).filter(|at| is_directory(*at));
    let (directory, base) = match adjoining.and_then(|at| Some((at, at.checked_sub(offset)?))) {
        Some(found) => found,
        // Something stands between the directory and the end record, so only the stated offset is left to go by.
        None if offset.checked_add(size)? <= directory_end && size > 0 && is_directory(offset) => (offset, 0),
        None => return None,
    };
    Some(End { end, zip64_end, zip64_locator, disk, count, directory, directory_size: size, base })
}

/// The zip64 end record and its locator, which stand right before the end record.
fn zip64_records(bytes: &[u8], end: usize) -> Option<(usize, usize)> {
    let locator = end.checked_sub(20)?;
    if slice(bytes, locator, 4) != Some(ZIP64_LOCATOR) {
        return None;
    }
    if let Some(usual) = locator.checked_sub(56)
        && slice(bytes, usual, 4) == Some(ZIP64_END)
    {
        return Some((usual, locator));
    }
    let from = locator.saturating_sub(ZIP64_SEARCHED);
    let found = memchr::memmem::rfind(bytes.get(from..locator)?, ZIP64_END)?;
    Some((from + found, locator))
}

/// The directory records, and where the last one ends.
fn records(bytes: &[u8], end: &End, limits: &Limits) -> Result<(Vec<Entry>, usize), ContainerError> {
    let mut entries = Vec::new();
    let mut at = end.directory;
    let stop = end.directory.saturating_add(end.directory_size).min(end.end);
    while at < stop {
        let signature = slice(bytes, at, 4);
        // A signature over the directory may follow the records.
        if signature == Some(SIGNED) && !entries.is_empty() {
            break;
        }
        let damaged = || ContainerError::malformed("the directory of the archive is damaged", Place::offset(at));
        if signature != Some(RECORD) {
            return Err(damaged());
        }
        // The stated number of entries is 16 bits wide and may be wrong, so they are counted too.
        within("zip-entries", entries.len() + 1, limits.zip_entries, || Place::offset(at))?;
        let entry = record(bytes, at, stop, end.base).ok_or_else(damaged)?;
        at = entry.record.end;
        entries.push(entry);
    }
    Ok((entries, at))
}

fn record(bytes: &[u8], at: usize, stop: usize, base: usize) -> Option<Entry> {
    let fixed = slice(bytes, at, RECORD_LEN)?;
    let flags = u16_le(fixed, 8)?;
    let name_len = usize::from(u16_le(fixed, 28)?);
    let extra_len = usize::from(u16_le(fixed, 30)?);
    let comment_len = usize::from(u16_le(fixed, 32)?);
    let record_end = at.checked_add(RECORD_LEN + name_len + extra_len + comment_len)?;
    if record_end > stop {
        return None;
    }
    let name = slice(bytes, at + RECORD_LEN, name_len)?;
    let extra = slice(bytes, at + RECORD_LEN + name_len, extra_len)?;
    let mut compressed = u64::from(u32_le(fixed, 20)?);
    let mut size = u64::from(u32_le(fixed, 24)?);
    let mut offset = u64::from(u32_le(fixed, 42)?);
    // The zip64 field holds only those numbers that did not fit, in this order (APPNOTE 4.5.3).
    let mut wide = zip64_field(extra).unwrap_or_default();
    for number in [&mut size, &mut compressed, &mut offset] {
        if *number == 0xFFFF_FFFF
            && let Some(value) = u64_le(wide, 0)
        {
            *number = value;
            wide = wide.get(8..).unwrap_or_default();
        }
    }
    Some(Entry {
        name: name::decode(name, flags & 0x0800 != 0),
        method: Method::from_number(u16_le(fixed, 10)?),
        flags,
        crc32: u32_le(fixed, 16)?,
        compressed,
        size,
        header: base.checked_add(usize::try_from(offset).ok()?)?,
        record: at..record_end,
    })
}

/// The identifier of the zip64 extra field.
pub(super) const ZIP64_FIELD: u16 = 0x0001;

/// The data of the zip64 field among extra fields.
fn zip64_field(extra: &[u8]) -> Option<&[u8]> {
    extra_fields(extra).find(|(id, _)| *id == ZIP64_FIELD).and_then(|(_, field)| field.get(4..))
}

/// Extra fields one by one: identifier, and the whole field with its four bytes of header. Ends at the first that
/// does not fit.
pub(super) fn extra_fields(extra: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    let mut rest = extra;
    std::iter::from_fn(move || {
        let id = u16_le(rest, 0)?;
        let len = usize::from(u16_le(rest, 2)?) + 4;
        let field = rest.get(..len)?;
        rest = rest.get(len..)?;
        Some((id, field))
    })
}
