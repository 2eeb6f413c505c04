//! Names and paths inside a folder. Rule kept here: a path is checked as text, and then step by step on the disk, so
//! that neither a word in it nor a link on the way leads out of the folder.

use std::fs;
use std::path::PathBuf;

use super::WorldFolder;
use crate::{LibraryError, Result};

/// The longest name and the longest path, in bytes, that file systems everywhere take.
const NAME_BYTES: usize = 240;
const PATH_BYTES: usize = 1000;

/// Whether a text can be the name of a folder in the library: one segment, no hidden name, no sign a file system
/// forbids. What an id may be beyond that is for the format to say.
pub fn is_folder_name(name: &str) -> bool {
    !name.starts_with('.') && is_segment(name)
}

fn is_segment(name: &str) -> bool {
    let forbidden =
        |letter: char| letter.is_control() || matches!(letter, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|');
    !name.is_empty()
        && name.len() <= NAME_BYTES
        && !name.contains(forbidden)
        && !name.ends_with(['.', ' '])
        && !name.starts_with(' ')
}

/// Whether a text is a path inside a folder: segments with `/` between them, hidden names only as the first one.
pub(super) fn is_inner_path(path: &str) -> bool {
    path.len() <= PATH_BYTES
        && path.split('/').enumerate().all(|(at, name)| is_segment(name) && (at == 0 || !name.starts_with('.')))
}

impl WorldFolder {
    /// Where a path of this folder is on the disk.
    ///
    /// # Errors
    /// [`LibraryError::CannotExpress`] when the path leads out of it, or through a link.
    pub(super) fn place(&self, path: &str) -> Result<PathBuf> {
        let refused = |why: &str| LibraryError::CannotExpress { what: format!("{path:?} {why}") };
        if !is_inner_path(path) {
            return Err(refused("is no path inside the folder"));
        }
        let mut place = self.path.clone();
        let mut names = path.split('/').peekable();
        while let Some(name) = names.next() {
            place.push(name);
            let between = names.peek().is_some();
            if between && fs::symlink_metadata(&place).is_ok_and(|meta| !meta.is_dir()) {
                return Err(refused("goes through a link or a file"));
            }
        }
        Ok(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_could_lead_elsewhere_are_none() {
        for name in ["орла-фенвик", "灯台守", "a", "clock tower", "x.y"] {
            assert!(is_folder_name(name), "{name}");
        }
        for name in ["", ".", "..", ".import", "a/b", "a\\b", "c:", "a\0", "a\n", "tail.", "tail ", " head", "a*"] {
            assert!(!is_folder_name(name), "{name:?}");
        }
        assert!(!is_folder_name(&"x".repeat(241)));
    }

    #[test]
    fn hidden_names_stand_only_in_front() {
        for path in ["world.json", ".import/stage/places/quay.json", ".checks/results.json", "images/a/b.png"] {
            assert!(is_inner_path(path), "{path}");
        }
        for path in ["", "/world.json", "a//b", "a/../b", "../a", "a/.import/b", "a/", "a/./b", "C:/a", "a\\..\\b"] {
            assert!(!is_inner_path(path), "{path:?}");
        }
    }
}
