//! The bytes of a file: in memory up to the size of what is opened unasked, beyond that as a view of the file itself,
//! so that a file of gigabytes costs the memory of the parts that are looked at.
//!
//! Only files a person raised a limit for come to be so large. The rule for them: the library's own copy is looked at,
//! which nothing changes, and its bytes are hashed from the disk and not through the view.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use bytes::Bytes;
use mmap_io::MemoryMappedFile;

use crate::batch::{copy_hashed, sha256};
use crate::{LibraryError, Result};

/// Files up to this size, in bytes, are read as a whole: the default limit of a file.
const IN_MEMORY: u64 = 96 << 20;

/// A read-only view of a file.
struct View {
    file: MemoryMappedFile,
    length: u64,
}

impl AsRef<[u8]> for View {
    fn as_ref(&self) -> &[u8] {
        // Its length was asked of the view itself, and it is read-only: both that could fail here cannot.
        self.file.as_slice_bytes(0, self.length).unwrap_or_default()
    }
}

/// The bytes of a file.
///
/// # Errors
/// What the system says when it cannot be read.
pub fn content(path: &Path) -> std::io::Result<Bytes> {
    if fs::metadata(path)?.len() <= IN_MEMORY {
        return Ok(fs::read(path)?.into());
    }
    let file = MemoryMappedFile::open_ro(path).map_err(std::io::Error::other)?;
    let length = file.len();
    Ok(Bytes::from_owner(View { file, length }))
}

/// A file when its hash was found right: the hash, its size, the time it was last changed.
type State = (String, u64, Option<SystemTime>);

/// Which large files have the hash they should, as they were when that was found.
#[derive(Default)]
pub(crate) struct Proved(Mutex<BTreeMap<PathBuf, State>>);

impl Proved {
    /// The bytes of a file, when they have this hash. A large file is hashed once, and again when its size or time
    /// has changed since.
    pub fn content(&self, path: &Path, hash: &str) -> Result<Option<Bytes>> {
        let bytes = content(path).map_err(LibraryError::io("read", path))?;
        if bytes.len() as u64 <= IN_MEMORY {
            return Ok((sha256(&bytes) == hash).then_some(bytes));
        }
        let meta = fs::metadata(path).map_err(LibraryError::io("read", path))?;
        let state: State = (hash.to_owned(), meta.len(), meta.modified().ok());
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known().get(path) == Some(&state) {
            return Ok(Some(bytes));
        }
        let mut file = fs::File::open(path).map_err(LibraryError::io("read", path))?;
        let read = copy_hashed(&mut file, &mut std::io::sink(), u64::MAX).map_err(LibraryError::io("read", path))?;
        let is_right = read.is_some_and(|(found, _)| found == hash);
        if is_right {
            known().insert(path.to_owned(), state);
        }
        Ok(is_right.then_some(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_file_is_looked_at_and_its_hash_asked_again_when_it_changes() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("large");
        let file = fs::File::create(&path).expect("made");
        file.set_len(IN_MEMORY + 5).expect("grown");
        let zeros = vec![0; (IN_MEMORY + 5) as usize];
        let hash = sha256(&zeros);
        let proved = Proved::default();
        let bytes = proved.content(&path, &hash).expect("read").expect("right");
        assert!(bytes == zeros);
        // A part of it stays good when the whole is let go.
        let part = bytes.slice(..3);
        drop(bytes);
        assert_eq!(&part[..], [0, 0, 0]);
        assert!(proved.content(&path, &hash).expect("read").is_some());
        file.set_len(IN_MEMORY + 4).expect("cut");
        assert!(proved.content(&path, &hash).expect("read").is_none());
    }
}
