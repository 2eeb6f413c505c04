//! A world's folder as a tree of what it holds, and a world loaded from it. The one place where the library's files
//! become the world's.

use ficha_library::worlds::{File, WorldFolder};
use ficha_world::{Held, Loaded, Problem, Tree, World};

use super::error::Result;

/// The files of a world, without anything whose name begins with a dot.
///
/// # Errors
/// When the folder cannot be listed.
pub fn tree_of(folder: &WorldFolder) -> Result<Tree> {
    let held = |file: File| match file {
        File::Bytes(bytes) => Held::Bytes(bytes),
        File::Picture { bytes, head } => Held::Picture { bytes, head },
        File::TooBig(bytes) => Held::TooBig(bytes),
        File::Link => Held::Link,
        // To whoever reads the world it is a file that is there and cannot be had.
        File::Unreadable(_) => Held::Link,
    };
    Ok(folder.tree()?.into_iter().map(|(path, file)| (path, held(file))).collect())
}

/// A world as it is on the disk.
///
/// # Errors
/// When the folder cannot be listed. A bad file is a problem in the answer.
pub fn load(folder: &WorldFolder) -> Result<Loaded> {
    Ok(World::load(&tree_of(folder)?))
}

/// Everything that is wrong with a world on the disk.
///
/// # Errors
/// When the folder cannot be listed.
pub fn problems(folder: &WorldFolder) -> Result<Vec<Problem>> {
    Ok(load(folder)?.problems)
}
