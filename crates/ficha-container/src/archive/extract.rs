//! The content of one entry.

use std::borrow::Cow;
use std::ops::Range;

use super::directory::LOCAL;
use super::{Archive, Entry, Method};
use crate::error::{ContainerError, Place};
use crate::inflate::{Framing, InflateFault, inflate, run};
use crate::limits::Limits;
use crate::read::{slice, u16_le};

/// Bytes of a local header without name and extra fields.
pub(super) const LOCAL_LEN: usize = 30;

impl Archive {
    /// The content of `entry`, unpacked.
    pub fn inflate(&self, bytes: &[u8], entry: &Entry, limits: &Limits) -> Result<Vec<u8>, ContainerError> {
        self.contents(bytes, entry, limits).map(Cow::into_owned)
    }

    /// The content of `entry`: borrowed from the file when it is stored as it is, else unpacked.
    ///
    /// Encrypted entries and methods beside stored and deflate are refused by name. So is an entry that holds another
    /// number of bytes than it declares: for one that holds more the limit is named `declared-size`. The checksum is
    /// not looked at; see [`Entry::crc_ok`].
    pub fn contents<'a>(
        &self,
        bytes: &'a [u8],
        entry: &Entry,
        limits: &Limits,
    ) -> Result<Cow<'a, [u8]>, ContainerError> {
        let (data, declared) = packed(bytes, entry, limits)?;
        match entry.method {
            Method::Stored => Ok(Cow::Borrowed(data)),
            Method::Deflate => match inflate(data, Framing::Raw, declared) {
                Ok(content) if content.len() < declared => Err(shorter(entry)),
                Ok(content) => Ok(Cow::Owned(content)),
                Err(fault) => Err(not_unpacked(fault, entry)),
            },
            Method::Other(_) => Err(unread_method(entry)),
        }
    }

    /// The content of `entry`, given to `sink` piece by piece, so that an entry of any size costs no more memory than
    /// one piece. Refused as by [`Archive::contents`], but what was given before a fault was found has been given:
    /// the sink's owner throws it away then. Answers the number of bytes.
    pub fn stream(
        &self,
        bytes: &[u8],
        entry: &Entry,
        limits: &Limits,
        sink: &mut dyn FnMut(&[u8]),
    ) -> Result<u64, ContainerError> {
        let (data, declared) = packed(bytes, entry, limits)?;
        match entry.method {
            Method::Stored => {
                data.chunks(PIECE).for_each(sink);
                Ok(data.len() as u64)
            }
            Method::Deflate => match run(data, Framing::Raw, declared, |piece, _| sink(piece)) {
                Ok(total) if total < declared => Err(shorter(entry)),
                Ok(total) => Ok(total as u64),
                Err(fault) => Err(not_unpacked(fault, entry)),
            },
            Method::Other(_) => Err(unread_method(entry)),
        }
    }
}

/// Bytes of a stored entry given to a sink at once.
const PIECE: usize = 64 * 1024;

/// The bytes of an entry in the archive, and how many its content has as declared, once it is sure that it may be
/// unpacked: not encrypted, within the limit, inside the file, and when it is stored, of the length it declares.
fn packed<'a>(bytes: &'a [u8], entry: &Entry, limits: &Limits) -> Result<(&'a [u8], usize), ContainerError> {
    if entry.is_encrypted() {
        return Err(ContainerError::unsupported("the archive entry is encrypted", place(entry)));
    }
    if entry.size > limits.zip_entry as u64 {
        return Err(ContainerError::limit("zip-entry", limits.zip_entry, place(entry)));
    }
    let data = data_range(bytes, entry)
        .and_then(|range| bytes.get(range))
        .ok_or_else(|| ContainerError::malformed("the archive entry lies outside the file", place(entry)))?;
    let declared = usize::try_from(entry.size).unwrap_or(usize::MAX);
    match entry.method {
        Method::Stored if data.len() > declared => Err(not_unpacked(InflateFault::TooLarge, entry)),
        Method::Stored if data.len() < declared => Err(shorter(entry)),
        Method::Stored | Method::Deflate | Method::Other(_) => Ok((data, declared)),
    }
}

fn place(entry: &Entry) -> Place {
    Place::entry(entry.name.as_str())
}

fn shorter(entry: &Entry) -> ContainerError {
    ContainerError::malformed("the archive entry is shorter than it declares", place(entry))
}

fn not_unpacked(fault: InflateFault, entry: &Entry) -> ContainerError {
    match fault {
        InflateFault::TooLarge => {
            let declared = usize::try_from(entry.size).unwrap_or(usize::MAX);
            ContainerError::limit("declared-size", declared, place(entry))
        }
        InflateFault::Truncated => ContainerError::malformed("the archive entry ends in the middle", place(entry)),
        InflateFault::Broken => ContainerError::malformed("the archive entry is damaged", place(entry)),
    }
}

fn unread_method(entry: &Entry) -> ContainerError {
    let what = format!("the archive entry is compressed by {}, which is not read", entry.method.title());
    ContainerError::unsupported(what, place(entry))
}

/// The compressed bytes of an entry. Its local header is asked only for its own length: names and extra fields may
/// differ from the directory's.
pub(super) fn data_range(bytes: &[u8], entry: &Entry) -> Option<Range<usize>> {
    let fixed = slice(bytes, entry.header, LOCAL_LEN)?;
    if !fixed.starts_with(LOCAL) {
        return None;
    }
    let variable = usize::from(u16_le(fixed, 26)?) + usize::from(u16_le(fixed, 28)?);
    let start = entry.header.checked_add(LOCAL_LEN + variable)?;
    let end = start.checked_add(usize::try_from(entry.compressed).ok()?)?;
    (end <= bytes.len()).then_some(start..end)
}
