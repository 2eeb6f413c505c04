//! The content of one entry.

use std::borrow::Cow;
use std::ops::Range;

use super::directory::LOCAL;
use super::{Archive, Entry, Method};
use crate::error::{ContainerError, Place};
use crate::inflate::{Framing, InflateFault, inflate};
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
        let place = || Place::entry(entry.name.as_str());
        if entry.is_encrypted() {
            return Err(ContainerError::unsupported("the archive entry is encrypted", place()));
        }
        if entry.size > limits.zip_entry as u64 {
            return Err(ContainerError::limit("zip-entry", limits.zip_entry, place()));
        }
        let data = data_range(bytes, entry)
            .and_then(|range| bytes.get(range))
            .ok_or_else(|| ContainerError::malformed("the archive entry lies outside the file", place()))?;
        let declared = usize::try_from(entry.size).unwrap_or(usize::MAX);
        let wrong_size = || ContainerError::malformed("the archive entry is shorter than it declares", place());
        let past_declared = || ContainerError::limit("declared-size", declared, place());
        match entry.method {
            Method::Stored if data.len() > declared => Err(past_declared()),
            Method::Stored if data.len() < declared => Err(wrong_size()),
            Method::Stored => Ok(Cow::Borrowed(data)),
            Method::Deflate => match inflate(data, Framing::Raw, declared) {
                Ok(content) if content.len() < declared => Err(wrong_size()),
                Ok(content) => Ok(Cow::Owned(content)),
                Err(InflateFault::TooLarge) => Err(past_declared()),
                Err(InflateFault::Truncated) => {
                    Err(ContainerError::malformed("the archive entry ends in the middle", place()))
                }
                Err(InflateFault::Broken) => Err(ContainerError::malformed("the archive entry is damaged", place())),
            },
            Method::Other(_) => Err(ContainerError::unsupported(
                format!("the archive entry is compressed by {}, which is not read", entry.method.title()),
                place(),
            )),
        }
    }
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
