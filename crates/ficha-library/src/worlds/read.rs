//! Reading a folder into a tree. Rules kept here: no link is followed and nothing but plain files is opened; a file
//! over its size and a picture are named, not read; one bad file never stops the rest.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::time::SystemTime;

use super::{WorldFolder, is_plain_file};
use crate::blobs::folder_entries;
use crate::{LibraryError, Result, clock};

/// How many bytes of a picture stand in the tree: enough to tell its kind.
pub const PICTURE_HEAD: usize = 64;
/// How many files a tree may have.
pub const TREE_FILES: u64 = 200_000;
/// A file of one entity, and one of the files that hold many things, in bytes at most.
const ENTITY_BYTES: u64 = 1 << 20;
const TABLE_BYTES: u64 = 4 << 20;
/// Deeper folders than this are not of any format here; what lies below is left alone.
pub(super) const DEPTH: usize = 8;

/// One file of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum File {
    /// Its bytes.
    Bytes(Vec<u8>),
    /// A picture: its size and first bytes, [`PICTURE_HEAD`] at most.
    Picture {
        /// Its size.
        bytes: u64,
        /// How it begins.
        head: Vec<u8>,
    },
    /// It is larger than a file of its place may be; its size.
    TooBig(u64),
    /// A link, or something else that is no plain file.
    Link,
    /// The system would not let it be read, and why.
    Unreadable(String),
}

impl WorldFolder {
    /// All files by path, `/` between segments, without anything whose name begins with a dot.
    ///
    /// # Errors
    /// When a folder cannot be listed, or there are more files than [`TREE_FILES`].
    pub fn tree(&self) -> Result<BTreeMap<String, File>> {
        self.tree_below("")
    }

    /// The same for the files below one folder of the studio's, as `.import/before-update/world`; paths are relative
    /// to it.
    ///
    /// # Errors
    /// Those of [`WorldFolder::tree`], and a path that leads out of the folder.
    pub fn tree_below(&self, folder: &str) -> Result<BTreeMap<String, File>> {
        let root = if folder.is_empty() { self.path.clone() } else { self.place(folder)? };
        let mut tree = BTreeMap::new();
        if !fs::symlink_metadata(&root).is_ok_and(|meta| meta.is_dir()) {
            return Ok(tree);
        }
        let mut folders = vec![(root, String::new(), 1usize)];
        while let Some((path, inside, depth)) = folders.pop() {
            for entry in folder_entries(&path)? {
                let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if name.starts_with('.') {
                    continue;
                }
                let inside = if inside.is_empty() { name } else { format!("{inside}/{name}") };
                let Ok(meta) = fs::symlink_metadata(&entry) else { continue };
                if meta.is_dir() && depth < DEPTH {
                    folders.push((entry, inside, depth + 1));
                    continue;
                }
                if tree.len() as u64 >= TREE_FILES {
                    let place = self.path.clone();
                    return Err(LibraryError::Limit { name: "world-files", limit: TREE_FILES, place });
                }
                let file = if meta.is_file() { read_one(&entry, &inside, meta.len()) } else { File::Link };
                tree.insert(inside, file);
            }
        }
        Ok(tree)
    }

    /// The bytes of one file, of the world or of the studio's beside it; `None` when it is not there.
    ///
    /// # Errors
    /// A path that leads out of the folder, a link, and what the system refuses.
    pub fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
        let place = self.place(path)?;
        match fs::symlink_metadata(&place) {
            Ok(meta) if meta.is_file() => {}
            Ok(_) => return Err(LibraryError::malformed(&place, "it is no plain file")),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
            Err(error) => return Err(LibraryError::io("read", &place)(error)),
        }
        fs::read(&place).map(Some).map_err(LibraryError::io("read", &place))
    }

    /// Whether there is a plain file at a path of this folder.
    pub fn has(&self, path: &str) -> bool {
        self.place(path).is_ok_and(|place| is_plain_file(&place))
    }

    /// The names in one folder of this one, sorted; none when it is not there.
    ///
    /// # Errors
    /// A path that leads out of the folder, and what the system refuses.
    pub fn names(&self, folder: &str) -> Result<Vec<String>> {
        let place = self.place(folder)?;
        if !fs::symlink_metadata(&place).is_ok_and(|meta| meta.is_dir()) {
            return Ok(Vec::new());
        }
        let name = |path: &std::path::PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
        Ok(folder_entries(&place)?.iter().filter_map(name).collect())
    }

    /// When the folder changed last, and a number that changes with it. Of names, sizes and times only, so it is quick.
    pub fn change(&self) -> Change {
        let mut look = Look { hash: std::hash::DefaultHasher::new(), newest: SystemTime::UNIX_EPOCH };
        look.folder(&self.path, 0);
        Change { at: clock::rfc3339(look.newest), mark: look.hash.finish() }
    }

    /// The same of one file; `None` when it is not there.
    pub fn change_of(&self, path: &str) -> Option<Change> {
        let meta = fs::symlink_metadata(self.place(path).ok()?).ok().filter(fs::Metadata::is_file)?;
        let mut look = Look { hash: std::hash::DefaultHasher::new(), newest: SystemTime::UNIX_EPOCH };
        look.file(path, &meta);
        Some(Change { at: clock::rfc3339(look.newest), mark: look.hash.finish() })
    }
}

/// A state of a folder or a file, told by names, sizes and times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// When it came about, RFC 3339 UTC.
    pub at: String,
    /// Another state has another number.
    pub mark: u64,
}

struct Look {
    hash: std::hash::DefaultHasher,
    newest: SystemTime,
}

impl Look {
    fn folder(&mut self, folder: &Path, depth: usize) {
        for path in folder_entries(folder).unwrap_or_default() {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let Ok(meta) = fs::symlink_metadata(&path) else { continue };
            // Of what the studio keeps beside a world, records and results are shown with it; the rest is not.
            let aside = name.starts_with('.') && !matches!(name.as_str(), ".import" | ".checks");
            if aside || (depth > 0 && matches!(name.as_str(), "jobs" | "world" | "stage")) {
                continue;
            }
            if meta.is_dir() && depth < DEPTH {
                name.hash(&mut self.hash);
                self.folder(&path, depth + 1);
            } else {
                self.file(&name, &meta);
            }
        }
    }

    fn file(&mut self, name: &str, meta: &fs::Metadata) {
        let time = meta.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        (name, meta.len(), time).hash(&mut self.hash);
        self.newest = self.newest.max(time);
    }
}

fn read_one(place: &Path, inside: &str, length: u64) -> File {
    let read = if is_picture_place(inside) {
        read_at_most(place, PICTURE_HEAD as u64).map(|head| File::Picture { bytes: length, head })
    } else {
        let limit = if inside.contains('/') && inside != "images/index.json" { ENTITY_BYTES } else { TABLE_BYTES };
        // The size is looked at again while reading: a file may grow between the two.
        match length > limit {
            true => return File::TooBig(length),
            false => read_at_most(place, limit + 1).map(|bytes| match bytes.len() as u64 > limit {
                true => File::TooBig(bytes.len() as u64),
                false => File::Bytes(bytes),
            }),
        }
    };
    read.unwrap_or_else(|error| File::Unreadable(error.to_string()))
}

fn is_picture_place(inside: &str) -> bool {
    inside.starts_with("images/") && inside != "images/index.json"
}

fn read_at_most(place: &Path, limit: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(place)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}
