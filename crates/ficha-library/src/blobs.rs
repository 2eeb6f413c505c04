//! Binaries by content: any file, never changed once there, shared by everything that names it. Not here: what names
//! a blob; only the sweep looks for that, by reading every text of the library for hashes.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use bytes::Bytes;

use crate::batch::{Batch, copy_hashed, discard, temporary_name};
use crate::layout::is_hash;
use crate::{Library, LibraryError, Result};

/// What a sweep took away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// How many blobs.
    pub files: u64,
    /// Their bytes in all.
    pub bytes: u64,
}

impl Library {
    /// Stores bytes; their SHA-256 in lower-case hex. Bytes that are there already are not written again.
    pub fn put_blob(&self, bytes: &[u8]) -> Result<String> {
        self.writable()?;
        let mut batch = Batch::new(&self.layout, &*self.disk);
        let name = batch.blob(bytes)?;
        batch.commit()?;
        Ok(name)
    }

    /// Stores a stream without holding it in memory; its SHA-256 and length.
    pub fn put_blob_from(&self, from: &mut dyn Read) -> Result<(String, u64)> {
        self.writable()?;
        let folder = self.layout.top("blobs");
        let temporary = folder.join(temporary_name());
        let kept = self.stream_blob(from, &folder, &temporary);
        if kept.is_err() {
            discard(&*self.disk, &temporary);
        }
        kept
    }

    fn stream_blob(&self, from: &mut dyn Read, folder: &Path, temporary: &Path) -> Result<(String, u64)> {
        self.disk.create_folders(folder).map_err(LibraryError::io("make the folder", folder))?;
        let mut file = self.disk.create(temporary).map_err(LibraryError::io("write", temporary))?;
        let (name, length) =
            copy_hashed(from, &mut *file, u64::MAX).map_err(LibraryError::io("write", temporary))?.unwrap_or_default();
        drop(file);
        let mut batch = Batch::new(&self.layout, &*self.disk);
        batch.blob_file(temporary, &name, length)?;
        batch.commit()?;
        discard(&*self.disk, temporary);
        Ok((name, length))
    }

    /// The bytes of a blob, checked against its name.
    pub fn blob(&self, name: &str) -> Result<Bytes> {
        let path = self.blob_path(name).ok_or_else(|| LibraryError::not_found(format_args!("blob {name}")))?;
        let bytes = self.proved.content(&path, name)?;
        bytes.ok_or_else(|| LibraryError::malformed(&path, "its bytes are not those it is named by"))
    }

    /// The text of a blob.
    pub(crate) fn blob_text(&self, name: &str) -> Result<String> {
        String::from_utf8(self.blob(name)?.into()).map_err(|_| {
            LibraryError::malformed(
                &self.layout.blob(name).unwrap_or_default(),
                "a text was expected and it is not UTF-8",
            )
        })
    }

    /// The file of a blob; `None` when it is not there or the name is no hash.
    pub fn blob_path(&self, name: &str) -> Option<PathBuf> {
        self.layout.blob(name).filter(|path| path.is_file())
    }

    /// Whether a blob is here.
    pub fn has_blob(&self, name: &str) -> bool {
        self.blob_path(name).is_some()
    }

    /// Takes away the blobs that no file of the library names: none in an entity, revision, record, draft, staged
    /// state or trash. One younger than [`Options::settled`](crate::Options::settled) stays, since whoever wrote it may
    /// be about to name it. Only ever started by the person; stops untouched when one of those files cannot be read.
    pub fn sweep(&self) -> Result<Swept> {
        let _lock = self.lock()?;
        self.clear_unfinished();
        let mut named = BTreeSet::new();
        for top in ["entities", "records", "revisions", "drafts", "intake", "trash"] {
            collect_named(&self.layout.top(top), &mut named)?;
        }
        let mut swept = Swept::default();
        for shelf in folder_entries(&self.layout.top("blobs"))?.into_iter().filter(|path| path.is_dir()) {
            for path in folder_entries(&shelf)? {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let meta = fs::symlink_metadata(&path).map_err(LibraryError::io("read", &path))?;
                let settled = is_older(&meta, self.settled);
                if is_hash(&name) && meta.is_file() && settled && !named.contains(&name) {
                    self.disk.remove_file(&path).map_err(LibraryError::io("remove", &path))?;
                    swept.files += 1;
                    swept.bytes += meta.len();
                }
            }
        }
        Ok(swept)
    }
}

impl Library {
    /// Takes away what writers that were killed left half-written: hidden files and folders ending in `.tmp`, once no
    /// living writer can still be at them. One that cannot be taken away now is left for the next time.
    pub(crate) fn clear_unfinished(&self) {
        if self.read_only().is_some() {
            return;
        }
        let tops = ["entities", "records", "drafts", "revisions", "blobs", "intake", "trash"];
        let worlds = ["worlds", "lorebooks", "presets"];
        let mut folders: Vec<PathBuf> = tops.into_iter().chain(worlds).map(|top| self.layout.top(top)).collect();
        folders.push(self.root().to_owned());
        while let Some(folder) = folders.pop() {
            for path in folder_entries(&folder).unwrap_or_default() {
                let Ok(meta) = fs::symlink_metadata(&path) else { continue };
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let unfinished = name.starts_with('.') && name.ends_with(".tmp");
                if unfinished && is_older(&meta, self.settled) {
                    let _ = if meta.is_dir() { self.disk.remove_folder(&path) } else { self.disk.remove_file(&path) };
                } else if meta.is_dir() && !unfinished && folder != self.root() {
                    folders.push(path);
                }
            }
        }
    }
}

fn is_older(meta: &fs::Metadata, age: std::time::Duration) -> bool {
    meta.modified().is_ok_and(|time| time.elapsed().is_ok_and(|elapsed| elapsed > age))
}

/// The paths in a folder, sorted; none when it is not there.
pub(crate) fn folder_entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    match fs::read_dir(folder) {
        Ok(entries) => {
            for entry in entries {
                paths.push(entry.map_err(LibraryError::io("list the folder", folder))?.path());
            }
        }
        Err(error) if matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => {}
        Err(error) => return Err(LibraryError::io("list the folder", folder)(error)),
    }
    paths.sort();
    Ok(paths)
}

/// Every run of 64 hex digits in the JSON files below a folder.
fn collect_named(folder: &Path, named: &mut BTreeSet<String>) -> Result<()> {
    for path in folder_entries(folder)? {
        let meta = fs::symlink_metadata(&path).map_err(LibraryError::io("read", &path))?;
        if meta.is_dir() {
            collect_named(&path, named)?;
        } else if path.extension().is_some_and(|extension| extension == "json") {
            let bytes = fs::read(&path).map_err(LibraryError::io("read", &path))?;
            named.extend(
                bytes
                    .split(|byte| !byte.is_ascii_hexdigit())
                    .filter(|run| run.len() >= 64)
                    .flat_map(|run| run.windows(64))
                    .filter_map(|run| std::str::from_utf8(run).ok())
                    .map(str::to_owned),
            );
        }
    }
    Ok(())
}
