//! Files written where nobody reads them yet, made to last together. Rule kept here: whoever says that they are there
//! has settled them first.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::disk::Disk;
use crate::{LibraryError, Result};

/// From this many files on, one sync of the whole file system is cheaper than one for each.
const TOGETHER: usize = 24;

/// What was written and may still be lost by a power cut.
#[derive(Default)]
pub(super) struct Fresh {
    files: Vec<PathBuf>,
    folders: BTreeSet<PathBuf>,
}

impl Fresh {
    /// A new, empty file, the folders above it made.
    pub fn create(&mut self, disk: &dyn Disk, place: &Path) -> Result<Box<dyn Write + Send>> {
        if let Some(parent) = place.parent() {
            let missing: Vec<&Path> = parent.ancestors().take_while(|above| !above.is_dir()).collect();
            if !missing.is_empty() {
                disk.create_folders(parent).map_err(LibraryError::io("make the folder", parent))?;
            }
            self.folders.extend(missing.iter().filter_map(|made| made.parent()).map(Path::to_owned));
            self.folders.insert(parent.to_owned());
        }
        self.files.push(place.to_owned());
        disk.create(place).map_err(LibraryError::io("write", place))
    }

    /// One file whole.
    pub fn put(&mut self, disk: &dyn Disk, place: &Path, bytes: &[u8]) -> Result<()> {
        let mut file = self.create(disk, place)?;
        file.write_all(bytes).and_then(|()| file.flush()).map_err(LibraryError::io("write", place))
    }

    /// Another folder whose names have to last.
    pub fn folder(&mut self, folder: &Path) {
        self.folders.insert(folder.to_owned());
    }

    /// Makes all of it survive a power cut; `near` is a folder of the same file system.
    pub fn settle(&mut self, disk: &dyn Disk, near: &Path) -> Result<()> {
        let (files, folders) = (std::mem::take(&mut self.files), std::mem::take(&mut self.folders));
        if files.len() >= TOGETHER && disk.sync_all(near).map_err(LibraryError::io("sync", near))? {
            return Ok(());
        }
        for file in &files {
            disk.sync_file(file).map_err(LibraryError::io("sync", file))?;
        }
        for folder in folders.iter().filter(|folder| folder.is_dir()) {
            disk.sync_folder(folder).map_err(LibraryError::io("sync the folder", folder))?;
        }
        Ok(())
    }
}
