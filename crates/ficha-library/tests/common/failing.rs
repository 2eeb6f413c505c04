//! A disk that fails at one step, and folders to try it in.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use ficha_library::{Disk, Library, Options, RealDisk};

/// Counts down with every step; at zero the step fails, and from then on all do when the disk is `full`.
#[derive(Clone)]
pub struct Failing {
    /// Steps left before the failing one.
    pub left: Arc<AtomicI64>,
    /// Whether all steps behind it fail too.
    pub full: bool,
    dead: Arc<AtomicBool>,
}

impl Failing {
    /// A disk that fails after that many steps.
    pub fn after(steps: i64, full: bool) -> Failing {
        Failing { left: Arc::new(AtomicI64::new(steps)), full, dead: Arc::default() }
    }

    /// A library on this disk.
    pub fn open(&self, folder: &Path) -> Library {
        Library::open_with(folder, Options { disk: Arc::new(self.clone()), ..Options::default() }).expect("open")
    }

    fn step(&self) -> io::Result<()> {
        let over = self.left.fetch_sub(1, Ordering::SeqCst) == 0;
        if over {
            self.dead.store(self.full, Ordering::SeqCst);
        }
        if over || self.dead.load(Ordering::SeqCst) {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "no space left"));
        }
        Ok(())
    }
}

struct FailingFile {
    file: Box<dyn Write + Send>,
    disk: Failing,
}

impl Write for FailingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Err(error) = self.disk.step() {
            // Half of it got through, as on a disk that fills up.
            self.file.write_all(&bytes[..bytes.len() / 2])?;
            return Err(error);
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Disk for Failing {
    fn create(&self, path: &Path) -> io::Result<Box<dyn Write + Send>> {
        self.step()?;
        Ok(Box::new(FailingFile { file: RealDisk.create(path)?, disk: self.clone() }))
    }
    fn sync_file(&self, _: &Path) -> io::Result<()> {
        self.step()
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step()?;
        RealDisk.rename(from, to)
    }
    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step()?;
        RealDisk.link(from, to)
    }
    fn create_folders(&self, path: &Path) -> io::Result<()> {
        self.step()?;
        RealDisk.create_folders(path)
    }
    fn remove_file(&self, path: &Path) -> io::Result<()> {
        // A full disk still lets files be taken away.
        RealDisk.remove_file(path)
    }
    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        self.step()?;
        RealDisk.remove_folder(path)
    }
    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        self.step()
    }
    fn sync_all(&self, _: &Path) -> io::Result<bool> {
        self.step().map(|()| true)
    }
}

/// A folder in memory where the system has one: SQLite syncs its file at each closing, which is not what is tried here.
pub fn memory_folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    folder.expect("folder")
}

/// A folder with all in it.
pub fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).expect("list").flatten() {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            std::fs::create_dir(&to).expect("make");
            copy(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), &to).expect("copy");
        }
    }
}
