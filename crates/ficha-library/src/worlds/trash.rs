//! Taking things out, and back. Rules kept here: what a person removes is moved and never deleted; what is in the
//! trash comes back under the names it had; nothing is emptied by itself.

use std::fs;
use std::path::PathBuf;

use super::write::move_to;
use super::{WorldFolder, Worlds, Writing, is_folder_name, is_plain_file};
use crate::blobs::folder_entries;
use crate::lock::lock;
use crate::{LibraryError, Result};

const TRASH: &str = ".trash";

/// A folder in the library's trash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InTrash {
    /// Its name there.
    pub item: String,
    /// The id it had.
    pub id: String,
    /// When it was discarded, as its name says: `20261130T100000Z`.
    pub time: String,
}

/// Files of one folder that were set aside together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removed {
    /// The name in the folder's own trash, `deleted-20261130T100000Z`.
    pub item: String,
    /// The paths that were moved, those without a file left out.
    pub paths: Vec<String>,
}

impl Worlds {
    fn trash_top(&self) -> PathBuf {
        self.root.join(TRASH).join(self.kind.top)
    }

    /// Discards a folder, readable or not: moves it to the trash of the library. Its name there.
    ///
    /// # Errors
    /// [`LibraryError::NotFound`], [`LibraryError::Busy`] while a writer holds it, and what the system refuses.
    pub fn trash(&self, id: &str) -> Result<String> {
        self.writable()?;
        let path = self.top().join(id);
        if !is_folder_name(id) || !fs::symlink_metadata(&path).is_ok_and(|meta| meta.is_dir()) {
            return Err(LibraryError::not_found(id));
        }
        let folder = WorldFolder { id: id.to_owned(), path: path.clone(), all: self.clone() };
        // Nobody may be at it; the lock is given back before the move, since some systems move no opened file.
        drop(folder.lock(self.wait)?);
        let item = free_name(&format!("{id}-{}", self.time_in_names()), |name| self.trash_top().join(name).exists());
        move_to(&folder, &path, &self.trash_top().join(&item))?;
        Ok(item)
    }

    /// What is in the library's trash, by name.
    ///
    /// # Errors
    /// When the trash cannot be listed.
    pub fn trashed(&self) -> Result<Vec<InTrash>> {
        let folders = folder_entries(&self.trash_top())?;
        let item = |path: &PathBuf| {
            let item = path.file_name()?.to_str()?.to_owned();
            let (id, time) = split_time(&item)?;
            Some(InTrash { id: id.to_owned(), time: time.to_owned(), item: item.clone() })
        };
        Ok(folders.iter().filter_map(item).collect())
    }

    /// The bytes of one file of a folder in the trash; `None` when there is no such item or file, or it cannot be read.
    pub fn trashed_file(&self, item: &str, path: &str) -> Option<Vec<u8>> {
        let place = self.trash_top().join(item);
        if !is_folder_name(item) || !fs::symlink_metadata(&place).is_ok_and(|meta| meta.is_dir()) {
            return None;
        }
        WorldFolder { id: item.to_owned(), path: place, all: self.clone() }.read(path).ok().flatten()
    }

    /// Brings a folder back from the trash; a number is added when its id is taken meanwhile. The id it has now.
    ///
    /// # Errors
    /// [`LibraryError::NotFound`] when there is no such item, and what the system refuses.
    pub fn restore(&self, item: &str) -> Result<String> {
        self.writable()?;
        let known = self.trashed()?.into_iter().find(|known| known.item == item);
        let known = known.ok_or_else(|| LibraryError::not_found(item))?;
        let from = self.trash_top().join(item);
        let folder = WorldFolder { id: known.id.clone(), path: from.clone(), all: self.clone() };
        let held = lock(&self.root.join("lock"), self.wait)?;
        let id = self.free_id(&known.id);
        move_to(&folder, &from, &self.top().join(&id))?;
        drop(held);
        Ok(id)
    }
}

impl Writing {
    /// Moves files into this folder's own trash, under `<prefix>-<time>`; a path without a file is passed over. `None`
    /// when there was none at all.
    ///
    /// # Errors
    /// Paths that lead elsewhere, and what the system refuses.
    pub fn remove_to_trash(&self, paths: &[String], prefix: &str) -> Result<Option<Removed>> {
        let mut there = Vec::new();
        for path in paths {
            if is_plain_file(&self.place(path)?) {
                there.push(path.clone());
            }
        }
        if there.is_empty() {
            return Ok(None);
        }
        let item = self.new_trash(prefix)?;
        for path in &there {
            self.rename(path, &format!("{TRASH}/{item}/{path}"))?;
        }
        Ok(Some(Removed { item, paths: there }))
    }

    /// Copies bytes into this folder's own trash, under a new `<prefix>-<time>`; its name.
    ///
    /// # Errors
    /// Paths that lead elsewhere, and what the system refuses.
    pub fn copy_to_trash(&self, files: &[(String, Vec<u8>)], prefix: &str) -> Result<String> {
        let item = self.new_trash(prefix)?;
        for (path, bytes) in files {
            self.write(&format!("{TRASH}/{item}/{path}"), bytes)?;
        }
        Ok(item)
    }

    fn new_trash(&self, prefix: &str) -> Result<String> {
        let stem = format!("{prefix}-{}", self.all.time_in_names());
        if !is_folder_name(&stem) {
            return Err(LibraryError::CannotExpress { what: format!("{prefix:?} cannot name a folder") });
        }
        let top = self.path.join(TRASH);
        Ok(free_name(&stem, |name| top.join(name).exists()))
    }

    /// Moves the files of one item of this folder's own trash back to where they were. The paths.
    ///
    /// # Errors
    /// [`LibraryError::NotFound`] when there is no such item; [`LibraryError::CannotExpress`] when another file is in
    /// one of the places, and then nothing moves; what the system refuses.
    pub fn restore_from_trash(&self, item: &str) -> Result<Vec<String>> {
        let inside = format!("{TRASH}/{item}");
        let paths: Vec<String> = self.tree_below(&inside)?.into_keys().collect();
        if !is_folder_name(item) || paths.is_empty() {
            return Err(LibraryError::not_found(item));
        }
        for path in &paths {
            if fs::symlink_metadata(self.place(path)?).is_ok() {
                return Err(LibraryError::CannotExpress { what: format!("{path} is in use again") });
            }
        }
        for path in &paths {
            self.rename(&format!("{inside}/{path}"), path)?;
        }
        self.remove_folder(&inside)?;
        Ok(paths)
    }
}

/// The name itself, else the first of `-2`, `-3` ... that is not taken.
fn free_name(stem: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut name = stem.to_owned();
    let mut number = 2u64;
    while is_taken(&name) {
        name = format!("{stem}-{number}");
        number += 1;
    }
    name
}

/// The id and the time in the name of a discarded folder.
fn split_time(item: &str) -> Option<(&str, &str)> {
    let is_time = |text: &str| {
        text.len() == 16
            && text.ends_with('Z')
            && text.bytes().enumerate().all(|(at, byte)| match at {
                8 => byte == b'T',
                15 => byte == b'Z',
                _ => byte.is_ascii_digit(),
            })
    };
    let (before, last) = item.rsplit_once('-')?;
    if is_time(last) {
        return Some((before, last));
    }
    // `<id>-<time>-2`, where the name was taken.
    let (id, time) = before.rsplit_once('-')?;
    (is_time(time) && last.bytes().all(|byte| byte.is_ascii_digit())).then_some((id, time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_in_the_names_of_the_trash() {
        assert_eq!(split_time("lantern-quay-20261130T100000Z"), Some(("lantern-quay", "20261130T100000Z")));
        assert_eq!(split_time("quay-2-20261130T100000Z-3"), Some(("quay-2", "20261130T100000Z")));
        for item in ["quay", "quay-2", "quay-20261130T10000Z", "quay-20261130X100000Z"] {
            assert_eq!(split_time(item), None, "{item}");
        }
    }
}
