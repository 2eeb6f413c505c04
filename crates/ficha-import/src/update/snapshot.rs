//! The world's files by their hashes, as an import or update left them, and what was edited since.
//!
//! Rule kept: pictures and everything whose name begins with a dot are no part of it.

use std::collections::BTreeMap;

use ficha_formats::media::sha256 as hash;
use ficha_library::worlds::{File, WorldFolder};

use super::error::{Result, UpdateError};
use crate::records::WorldFiles;
use crate::run::record;

/// Whether a path is one of the files an update keeps and compares.
pub fn is_kept(path: &str) -> bool {
    !path.starts_with("images/") && !path.starts_with('.')
}

/// The files of a world with their bytes, pictures aside. Links are not followed and not told.
///
/// # Errors
/// When the folder cannot be listed or a file of it cannot be read.
pub fn files(folder: &WorldFolder) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut out = BTreeMap::new();
    for (path, file) in folder.tree()? {
        if !is_kept(&path) {
            continue;
        }
        let bytes = match file {
            File::Bytes(bytes) => bytes,
            File::TooBig(_) | File::Picture { .. } => folder.read(&path)?.unwrap_or_default(),
            File::Link => continue,
            File::Unreadable(what) => return Err(UpdateError::unreadable(&path, what)),
        };
        out.insert(path, bytes);
    }
    Ok(out)
}

/// The files of a world by their hashes.
///
/// # Errors
/// Those of [`files`].
pub fn snapshot(folder: &WorldFolder, at: String) -> Result<WorldFiles> {
    let files = files(folder)?.into_iter().map(|(path, bytes)| (path, hash(&bytes))).collect();
    Ok(WorldFiles { at, files, ..WorldFiles::default() })
}

/// The paths that were changed, added or taken away since the last snapshot; `None` when there is none.
///
/// # Errors
/// Those of [`files`], and a snapshot that cannot be read.
pub fn edited_since(folder: &WorldFolder) -> Result<Option<Vec<String>>> {
    let Some(then) = record::<WorldFiles>(folder)? else { return Ok(None) };
    let now = snapshot(folder, String::new())?;
    Ok(Some(edited(&then.files, &now.files)))
}

/// The paths two snapshots have differently, in order.
pub fn edited(then: &BTreeMap<String, String>, now: &BTreeMap<String, String>) -> Vec<String> {
    let paths = then.keys().chain(now.keys().filter(|path| !then.contains_key(*path)));
    let mut out: Vec<String> = paths.filter(|path| then.get(*path) != now.get(*path)).cloned().collect();
    out.sort();
    out
}
