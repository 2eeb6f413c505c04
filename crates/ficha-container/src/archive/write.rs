//! The records of an archive, and archives built anew.
//!
//! Output is reproducible: no clock is read, every fresh entry is dated 1 January 1980, the first day the format
//! knows. Archives beyond 4 GiB or 65,535 entries are not written.

use std::borrow::Cow;

use super::Method;
use super::directory::{LOCAL, RECORD};
use crate::error::{ContainerError, Place};
use crate::inflate::deflate;
use crate::picture;

/// An entry for [`build`].
#[derive(Clone, Debug)]
pub struct NewEntry<'a> {
    /// Its path, `/` between the parts.
    pub name: String,
    /// Its content.
    pub bytes: Cow<'a, [u8]>,
    /// `Stored`, or `Deflate`, which stores too where packing gains nothing.
    pub method: Method,
}

impl<'a> NewEntry<'a> {
    /// An entry that is packed, unless it is a picture, which is packed already.
    pub fn new(name: impl Into<String>, bytes: impl Into<Cow<'a, [u8]>>) -> NewEntry<'a> {
        let bytes = bytes.into();
        let method = if picture::describe(&bytes).is_some() { Method::Stored } else { Method::Deflate };
        NewEntry { name: name.into(), bytes, method }
    }
}

/// Builds an archive of these entries, in this order.
pub fn build(entries: &[NewEntry<'_>]) -> Result<Vec<u8>, ContainerError> {
    let room = entries.iter().map(|entry| entry.bytes.len() + 2 * entry.name.len() + 128).sum::<usize>() + 32;
    let mut out = Vec::with_capacity(room);
    let mut directory = Vec::new();
    for entry in entries {
        append_entry(&mut out, &mut directory, 0, &entry.name, &entry.bytes, entry.method)?;
    }
    let count = u16::try_from(entries.len()).map_err(|_| too_large())?;
    let offset = narrow(out.len())?;
    let size = narrow(directory.len())?;
    out.append(&mut directory);
    out.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    out.extend_from_slice(&count.to_le_bytes());
    out.extend_from_slice(&count.to_le_bytes());
    out.extend_from_slice(&size.to_le_bytes());
    out.extend_from_slice(&offset.to_le_bytes());
    out.extend_from_slice(&[0, 0]);
    Ok(out)
}

/// Content, packed as far as its method goes.
pub(super) struct Packed<'a> {
    pub(super) method: Method,
    pub(super) crc32: u32,
    pub(super) size: u32,
    pub(super) data: Cow<'a, [u8]>,
}

/// Packs content by `method`; a method that is not written here becomes deflate.
pub(super) fn pack(content: &[u8], method: Method) -> Result<Packed<'_>, ContainerError> {
    let size = narrow(content.len())?;
    let crc32 = crc32fast::hash(content);
    let packed = match method {
        Method::Stored => None,
        Method::Deflate | Method::Other(_) => deflate(content),
    };
    Ok(match packed {
        Some(data) => Packed { method: Method::Deflate, crc32, size, data: Cow::Owned(data) },
        None => Packed { method: Method::Stored, crc32, size, data: Cow::Borrowed(content) },
    })
}

/// Appends a fresh entry to `out`, and its record to `directory`. Offsets are counted from `base` in `out`.
pub(super) fn append_entry(
    out: &mut Vec<u8>,
    directory: &mut Vec<u8>,
    base: usize,
    name: &str,
    content: &[u8],
    method: Method,
) -> Result<(), ContainerError> {
    let packed = pack(content, method)?;
    let offset = narrow(out.len().saturating_sub(base))?;
    let name_len = u16::try_from(name.len())
        .map_err(|_| ContainerError::unsupported("a name of an archive entry is too long", Place::file()))?;
    // What both headers hold, from the version needed to the length of the extra fields.
    let mut shared = Vec::with_capacity(26);
    shared.extend_from_slice(&20_u16.to_le_bytes());
    let flags: u16 = if name.is_ascii() { 0 } else { 0x0800 };
    shared.extend_from_slice(&flags.to_le_bytes());
    shared.extend_from_slice(&packed.method.number().to_le_bytes());
    shared.extend_from_slice(&[0x00, 0x00, 0x21, 0x00]);
    shared.extend_from_slice(&packed.crc32.to_le_bytes());
    shared.extend_from_slice(&narrow(packed.data.len())?.to_le_bytes());
    shared.extend_from_slice(&packed.size.to_le_bytes());
    shared.extend_from_slice(&name_len.to_le_bytes());
    shared.extend_from_slice(&0_u16.to_le_bytes());

    out.extend_from_slice(LOCAL);
    out.extend_from_slice(&shared);
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(&packed.data);

    directory.extend_from_slice(RECORD);
    directory.extend_from_slice(&20_u16.to_le_bytes());
    directory.extend_from_slice(&shared);
    // Comment, disk, internal and external attributes: none.
    directory.extend_from_slice(&[0; 10]);
    directory.extend_from_slice(&offset.to_le_bytes());
    directory.extend_from_slice(name.as_bytes());
    Ok(())
}

/// A number the 32-bit fields hold.
pub(super) fn narrow(number: usize) -> Result<u32, ContainerError> {
    // The last value is the mark for "see the zip64 field".
    u32::try_from(number).ok().filter(|number| *number != u32::MAX).ok_or_else(too_large)
}

pub(super) fn too_large() -> ContainerError {
    ContainerError::unsupported("the archive would be too large for a plain zip", Place::file())
}
