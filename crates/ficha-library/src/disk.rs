//! The writing half of the file system, as a seam. Reading goes to `std::fs` directly; every step that changes the
//! folder goes through [`Disk`], so that a test can make any one of them fail.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// What the library does to a file system. Each call is one step that can fail alone.
pub trait Disk: Send + Sync {
    /// Makes a new, empty file; fails when there is one.
    fn create(&self, path: &Path) -> io::Result<Box<dyn Write + Send>>;
    /// Makes what is in a file survive a power cut.
    fn sync_file(&self, path: &Path) -> io::Result<()>;
    /// Gives a file or folder another name, replacing a file of that name.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Gives a file a second name; fails when the name is taken or the file system knows no links.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Makes a folder and those above it.
    fn create_folders(&self, path: &Path) -> io::Result<()>;
    /// Takes a file away.
    fn remove_file(&self, path: &Path) -> io::Result<()>;
    /// Takes a folder and all in it away.
    fn remove_folder(&self, path: &Path) -> io::Result<()>;
    /// Makes the names in a folder survive a power cut.
    fn sync_folder(&self, path: &Path) -> io::Result<()>;
    /// Makes everything written to the file system of this folder survive a power cut; `false` where the system
    /// cannot do that in one step, so that each file must be synced by itself.
    fn sync_all(&self, path: &Path) -> io::Result<bool>;
}

/// The real file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn create(&self, path: &Path) -> io::Result<Box<dyn Write + Send>> {
        Ok(Box::new(fs::File::create_new(path)?))
    }

    fn sync_file(&self, path: &Path) -> io::Result<()> {
        // Opened for writing since Windows syncs nothing else.
        fs::File::options().write(true).open(path)?.sync_all()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::hard_link(from, to)
    }

    fn create_folders(&self, path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir_all(path)
    }

    #[cfg(unix)]
    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        fs::File::open(path)?.sync_all()
    }

    /// Windows writes names through the file's own sync and opens no folder as a file.
    #[cfg(not(unix))]
    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }

    #[cfg(target_os = "linux")]
    fn sync_all(&self, path: &Path) -> io::Result<bool> {
        rustix::fs::syncfs(fs::File::open(path)?)?;
        Ok(true)
    }

    #[cfg(not(target_os = "linux"))]
    fn sync_all(&self, _: &Path) -> io::Result<bool> {
        Ok(false)
    }
}
