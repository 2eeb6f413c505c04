//! A library in a folder of its own, a clock that stands still, a disk that dies, and invented cards on their way in.
#![allow(dead_code)] // each test file uses some of it

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ficha_container::Limits;
use ficha_convert::{NormalizedCard, normalized_card};
use ficha_formats::{NoMedia, Source};
use ficha_import::pictures::{Ground, NameResolver};
use ficha_import::run::{self, Outside, Unwatched, Wishes};
use ficha_library::worlds::WorldFolder;
use ficha_library::{Disk, Library, Options, RealDisk};
use serde_json::Value;

/// A moment that never passes.
pub fn still() -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_767_323_045)
}

/// A ground on which no name is known, so that nobody is ever asked.
pub fn nobody() -> Ground {
    Ground { names: Arc::new(Nobody), ..Ground::default() }
}

/// Does something with a world outside that always answers the same.
pub fn with_outside<T>(act: impl FnOnce(&Outside<'_>) -> T) -> T {
    act(&Outside {
        now: &|| "2026-01-02T03:04:05Z".to_owned(),
        new_run: &|| "example-run".to_owned(),
        seconds: &|| 0.5,
        app_version: "0.1.0",
        report_language: "en",
        model: false,
        pictures: &nobody(),
        watch: &Unwatched,
    })
}

/// A library on this disk.
pub fn library_on(folder: &Path, disk: Arc<dyn Disk>) -> Library {
    Library::open_with(folder, Options { disk, clock: still, ..Options::default() }).expect("a library")
}

/// A library on a disk that writes and never waits for the disk itself.
pub fn library(folder: &Path) -> Library {
    library_on(folder, Arc::new(Dying::after(i64::MAX)))
}

/// A card as it is read from its file.
pub fn read(name: &str, bytes: &[u8]) -> NormalizedCard {
    let source = Source::open(bytes.to_vec(), Some(name), &Limits::default()).expect("opened");
    normalized_card(&source, &NoMedia).expect("a card")
}

/// A started world of a card.
pub fn started(library: &Library, card: &Value, wishes: &Wishes) -> WorldFolder {
    let bytes = serde_json::to_vec_pretty(card).expect("text");
    try_start(library, &bytes, wishes).expect("started")
}

/// The same, as it ends.
pub fn try_start(library: &Library, bytes: &[u8], wishes: &Wishes) -> run::Result<WorldFolder> {
    let card = read("card.json", bytes);
    let incoming = library.worlds().take_incoming("card.json", &mut &*bytes, run::MAX_UPLOAD_BYTES)?;
    with_outside(|outside| run::start(incoming, &card, wishes, outside))
}

/// Every file below a folder, lock and half-written ones aside.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(at) = open.pop() {
        for entry in std::fs::read_dir(&at).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            if path.is_dir() {
                open.push(path);
            } else if name != ".lock" {
                let inner = path.strip_prefix(folder).expect("inside").to_string_lossy().into_owned();
                found.insert(inner, std::fs::read(&path).expect("readable"));
            }
        }
    }
    found
}

/// What differs between two trees, by name.
pub fn differ(one: &BTreeMap<String, Vec<u8>>, other: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    let names = one.keys().chain(other.keys()).collect::<std::collections::BTreeSet<_>>();
    names.into_iter().filter(|name| one.get(*name) != other.get(*name)).cloned().collect()
}

/// A disk on which the process is killed at a step: that step is half done, and nothing after it is.
#[derive(Clone)]
pub struct Dying {
    left: Arc<AtomicI64>,
}

impl Dying {
    /// Dies at the step after so many.
    pub fn after(steps: i64) -> Dying {
        Dying { left: Arc::new(AtomicI64::new(steps)) }
    }

    /// From now on, so many steps.
    pub fn arm(&self, steps: i64) {
        self.left.store(steps, Ordering::SeqCst);
    }

    /// Steps left.
    pub fn left(&self) -> i64 {
        self.left.load(Ordering::SeqCst)
    }

    fn step(&self) -> io::Result<()> {
        if self.left.fetch_sub(1, Ordering::SeqCst) <= 0 {
            return Err(io::Error::other("killed"));
        }
        Ok(())
    }
}

struct DyingFile {
    file: Box<dyn Write + Send>,
    disk: Dying,
}

impl Write for DyingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Err(error) = self.disk.step() {
            if self.disk.left() == -1 {
                self.file.write_all(&bytes[..bytes.len() / 2])?;
            }
            return Err(error);
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Disk for Dying {
    fn create(&self, path: &Path) -> io::Result<Box<dyn Write + Send>> {
        self.step()?;
        Ok(Box::new(DyingFile { file: RealDisk.create(path)?, disk: self.clone() }))
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
        self.step()?;
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

/// A resolver that knows no name.
pub struct Nobody;

impl NameResolver for Nobody {
    fn resolve(&self, _: &str) -> ficha_import::pictures::Answers {
        Box::pin(async { Err(io::Error::other("no such name")) })
    }
}
