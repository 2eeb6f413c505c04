//! Ten invented worlds in nine scripts with nothing wrong in them, as folders of files under `worlds/`, and trees of
//! such files for the loader.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ficha_world::{Held, Tree};

/// Files by their paths in the world.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Where the worlds lie.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("worlds")
}

/// Every world by its id, which is its folder's name.
pub fn good() -> BTreeMap<String, Files> {
    let folders = std::fs::read_dir(folder()).into_iter().flatten().flatten().map(|entry| entry.path());
    folders.filter(|path| path.is_dir()).map(|path| (name_of(&path), files(&path))).collect()
}

/// The files of one world.
pub fn files(world: &Path) -> Files {
    let mut found = Files::new();
    let mut folders = vec![(world.to_path_buf(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            let inner = format!("{prefix}{}", name_of(&path));
            if path.is_dir() {
                folders.push((path, format!("{inner}/")));
            } else {
                found.insert(inner, std::fs::read(&path).unwrap_or_default());
            }
        }
    }
    found
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The files as the loader takes them.
pub fn tree(files: &Files) -> Tree {
    files.iter().map(|(path, bytes)| (path.clone(), Held::Bytes(bytes.clone()))).collect()
}
