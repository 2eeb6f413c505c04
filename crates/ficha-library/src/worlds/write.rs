//! Writing under the lock of a folder. Rules kept here: a file appears whole or not at all; the lock is the operating
//! system's, so a process that dies leaves none behind; what is computed from a file and written back is computed
//! while the lock is held.

use std::fs;
use std::io::Write;
use std::ops::Deref;
use std::path::Path;
use std::time::Duration;

use super::WorldFolder;
use super::read::DEPTH;
use crate::batch::{discard, temporary_name};
use crate::blobs::folder_entries;
use crate::lock::{WriteLock, lock};
use crate::{LibraryError, Result};

/// The lock file of a folder.
const LOCK: &str = ".lock";

/// A folder that this holder alone may write to, until it is dropped. Reads as the folder it is of.
pub struct Writing {
    pub(super) folder: WorldFolder,
    _lock: WriteLock,
}

impl Deref for Writing {
    type Target = WorldFolder;

    fn deref(&self) -> &WorldFolder {
        &self.folder
    }
}

impl WorldFolder {
    /// Takes the right to write, waiting for at most `wait` ([`Worlds::wait`](super::Worlds::wait) is the usual one).
    /// A run holds it from its start to its end.
    ///
    /// # Errors
    /// [`LibraryError::Busy`] when another writer keeps it, [`LibraryError::ReadOnly`].
    pub fn lock(&self, wait: Duration) -> Result<Writing> {
        self.all.writable()?;
        let lock = lock(&self.path.join(LOCK), wait)?;
        Ok(Writing { folder: self.clone(), _lock: lock })
    }
}

impl Writing {
    /// Writes one file whole, of the world or of the studio's beside it.
    ///
    /// # Errors
    /// A path that leads out of the folder, and what the system refuses; then the file is as it was before.
    pub fn write(&self, path: &str, bytes: &[u8]) -> Result<()> {
        let place = self.place(path)?;
        write_whole(&self.folder, &place, bytes)
    }

    /// Replaces one file by what `change` makes of it (`None` when it is not there); `None` leaves it alone. Nobody
    /// else writes it meanwhile.
    ///
    /// # Errors
    /// Those of `change`, of reading and of writing.
    pub fn update<E: From<LibraryError>>(
        &self,
        path: &str,
        change: impl FnOnce(Option<Vec<u8>>) -> std::result::Result<Option<Vec<u8>>, E>,
    ) -> std::result::Result<(), E> {
        if let Some(bytes) = change(self.read(path)?)? {
            self.write(path, &bytes)?;
        }
        Ok(())
    }

    /// Takes one file away for good; nothing happens when it is not there. What a person removes goes to the trash
    /// instead ([`Writing::remove_to_trash`]).
    ///
    /// # Errors
    /// A path that leads out of the folder, and what the system refuses.
    pub fn remove(&self, path: &str) -> Result<()> {
        let place = self.place(path)?;
        match self.folder.all.disk.remove_file(&place) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(LibraryError::io("remove", &place)(error))
            }
            _ => sync_parent(&self.folder, &place),
        }
    }

    /// Takes a folder of the studio's (its first name begins with a dot) away with all in it.
    ///
    /// # Errors
    /// A folder of the world itself, a path that leads out, and what the system refuses.
    pub fn remove_folder(&self, path: &str) -> Result<()> {
        let place = self.place(path)?;
        if !path.starts_with('.') {
            return Err(LibraryError::CannotExpress { what: format!("{path:?} belongs to the world") });
        }
        match self.folder.all.disk.remove_folder(&place) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(LibraryError::io("remove", &place)(error))
            }
            _ => sync_parent(&self.folder, &place),
        }
    }

    /// Takes away what writers left half-written that were killed: nobody else writes while this holder does, so whatever
    /// is unfinished is nobody's. How many files went.
    ///
    /// # Errors
    /// When a folder cannot be listed. A file that cannot be taken away stays hidden.
    pub fn clear_unfinished(&self) -> Result<u64> {
        let mut gone = 0;
        let mut folders = vec![(self.folder.path.clone(), 0)];
        while let Some((folder, depth)) = folders.pop() {
            for path in folder_entries(&folder)? {
                let Ok(meta) = fs::symlink_metadata(&path) else { continue };
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                if meta.is_dir() && depth < DEPTH {
                    folders.push((path, depth + 1));
                    continue;
                }
                let unfinished = meta.is_file() && name.starts_with('.') && name.ends_with(".tmp");
                if unfinished && self.folder.all.disk.remove_file(&path).is_ok() {
                    gone += 1;
                }
            }
        }
        Ok(gone)
    }

    /// Gives a file or folder of this one another place in it, replacing a file of that name.
    ///
    /// # Errors
    /// A path that leads out, and what the system refuses.
    pub fn rename(&self, from: &str, to: &str) -> Result<()> {
        let (from, to) = (self.place(from)?, self.place(to)?);
        move_to(&self.folder, &from, &to)
    }
}

/// Makes the folders above a file, and syncs the names of those that are new.
pub(super) fn make_parents(folder: &WorldFolder, place: &Path) -> Result<()> {
    let Some(parent) = place.parent() else { return Ok(()) };
    if parent.is_dir() {
        return Ok(());
    }
    let disk = &folder.all.disk;
    let first = parent.ancestors().find(|above| above.is_dir()).unwrap_or(parent).to_owned();
    disk.create_folders(parent).map_err(LibraryError::io("make the folder", parent))?;
    for made in parent.ancestors().take_while(|above| **above != first) {
        let above = made.parent().unwrap_or(made);
        disk.sync_folder(above).map_err(LibraryError::io("sync the folder", above))?;
    }
    Ok(())
}

/// A temporary file beside the place, synced and renamed over it.
pub(super) fn write_whole(folder: &WorldFolder, place: &Path, bytes: &[u8]) -> Result<()> {
    make_parents(folder, place)?;
    let disk = &folder.all.disk;
    let temporary = place.with_file_name(temporary_name());
    let written = disk
        .create(&temporary)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.flush()))
        .and_then(|()| disk.sync_file(&temporary))
        .and_then(|()| disk.rename(&temporary, place));
    if let Err(error) = written {
        discard(&**disk, &temporary);
        return Err(LibraryError::io("write", place)(error));
    }
    sync_parent(folder, place)
}

/// Moves inside one folder or between folders of the library.
pub(super) fn move_to(folder: &WorldFolder, from: &Path, to: &Path) -> Result<()> {
    make_parents(folder, to)?;
    folder.all.disk.rename(from, to).map_err(LibraryError::io("move", from))?;
    sync_parent(folder, from)?;
    sync_parent(folder, to)
}

pub(super) fn sync_parent(folder: &WorldFolder, place: &Path) -> Result<()> {
    match place.parent() {
        Some(parent) if parent.is_dir() => {
            folder.all.disk.sync_folder(parent).map_err(LibraryError::io("sync the folder", parent))
        }
        _ => Ok(()),
    }
}
