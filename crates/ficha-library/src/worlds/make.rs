//! Making a folder whole or not at all: it is filled where nobody lists it and gets its name as the last step. Rules
//! kept here: a taken id gets a number; what is left of a failed attempt is never taken for a world.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::fresh::Fresh;
use super::write::{make_parents, sync_parent};
use super::{WorldFolder, Worlds, is_folder_name};
use crate::batch::{copy_hashed, temporary_name};
use crate::lock::lock;
use crate::{LibraryError, Result};

/// The folder where uploads wait and new worlds are filled.
pub(super) const INCOMING: &str = ".incoming";

/// A folder being filled. Dropped without [`NewFolder::place_as`], it is taken away again.
pub struct NewFolder {
    folder: WorldFolder,
    /// What is taken away with it.
    around: PathBuf,
    /// Whether dropping it takes it away: nothing else is in `around`.
    tidy: bool,
    fresh: Mutex<Fresh>,
}

impl Worlds {
    /// Makes a folder of these files at once; the first free of `id`, `id-2` ... names it.
    ///
    /// # Errors
    /// Names and paths that lead elsewhere, and what the system refuses; then nothing is left of it.
    pub fn create(&self, id: &str, files: &[(String, Vec<u8>)]) -> Result<WorldFolder> {
        let new = self.begin()?;
        for (path, bytes) in files {
            new.put(path, bytes)?;
        }
        new.place_as(id)
    }

    /// A folder to fill piece by piece.
    ///
    /// # Errors
    /// [`LibraryError::ReadOnly`], and what the system refuses.
    pub fn begin(&self) -> Result<NewFolder> {
        self.begin_in(self.root.join(INCOMING).join(temporary_name()), true)
    }

    pub(super) fn begin_in(&self, around: PathBuf, tidy: bool) -> Result<NewFolder> {
        self.writable()?;
        let path = around.join("world");
        let folder = WorldFolder { id: String::new(), path: path.clone(), all: self.clone() };
        let new = NewFolder { folder, around, tidy, fresh: Mutex::default() };
        self.disk.create_folders(&path).map_err(LibraryError::io("make the folder", &path))?;
        Ok(new)
    }
}

impl NewFolder {
    /// Writes one file into it.
    ///
    /// # Errors
    /// A path that leads out of it, and what the system refuses.
    pub fn put(&self, path: &str, bytes: &[u8]) -> Result<()> {
        let place = self.folder.place(path)?;
        self.fresh().put(&*self.folder.all.disk, &place, bytes)
    }

    /// Writes one file from a stream, holding little of it in memory; its SHA-256 and size.
    ///
    /// # Errors
    /// [`LibraryError::Limit`] when it has more than `limit` bytes, a path that leads out, a stream that fails, and
    /// what the system refuses.
    pub fn put_from(&self, path: &str, from: &mut dyn Read, limit: u64) -> Result<(String, u64)> {
        let place = self.folder.place(path)?;
        let mut file = self.fresh().create(&*self.folder.all.disk, &place)?;
        let copied = copy_hashed(from, &mut *file, limit).map_err(LibraryError::io("write", &place))?;
        copied.ok_or(LibraryError::Limit { name: "entry-bytes", limit, place: PathBuf::from(path) })
    }

    /// Writes one file of the pieces that `fill` gives it one by one; what `fill` comes to.
    ///
    /// # Errors
    /// A path that leads out of it, and what the system refuses.
    pub fn put_pieces<T>(&self, path: &str, fill: impl FnOnce(&mut dyn FnMut(&[u8])) -> T) -> Result<T> {
        let place = self.folder.place(path)?;
        let mut file = self.fresh().create(&*self.folder.all.disk, &place)?;
        let mut written = Ok(());
        let filled = fill(&mut |piece| {
            if written.is_ok() {
                written = file.write_all(piece);
            }
        });
        written.and_then(|()| file.flush()).map_err(LibraryError::io("write", &place))?;
        Ok(filled)
    }

    pub(super) fn fresh(&self) -> MutexGuard<'_, Fresh> {
        self.fresh.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// It as a folder that can be read.
    pub fn folder(&self) -> &WorldFolder {
        &self.folder
    }

    /// Gives it its name among the others: the first free of `id`, `id-2` ...
    ///
    /// # Errors
    /// A name that cannot be one, a folder without its main file, [`LibraryError::Busy`], and what the system refuses.
    pub fn place_as(mut self, id: &str) -> Result<WorldFolder> {
        let all = self.folder.all.clone();
        if !is_folder_name(id) {
            return Err(LibraryError::CannotExpress { what: format!("{id:?} cannot name a folder") });
        }
        if !self.folder.has(all.kind.marker) {
            return Err(LibraryError::CannotExpress { what: format!("a folder without {}", all.kind.marker) });
        }
        let from = self.folder.path.clone();
        self.fresh().folder(&self.around);
        self.fresh().settle(&*all.disk, &all.root)?;
        // Two makers of one name: the one finds the other's folder, since both look under the library's lock.
        let held = lock(&all.root.join("lock"), all.wait)?;
        let id = all.free_id(id);
        let path = all.top().join(&id);
        let folder = WorldFolder { id, path: path.clone(), all: all.clone() };
        make_parents(&folder, &path)?;
        all.disk.rename(&from, &path).map_err(LibraryError::io("put in place", &path))?;
        drop(held);
        self.tidy = true;
        sync_parent(&folder, &path)?;
        Ok(folder)
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        if self.tidy {
            // What cannot be taken away now is swept with the uploads nobody started.
            let _ = self.folder.all.disk.remove_folder(&self.around);
        }
    }
}
