//! Writing several files as one act. Rules kept here: a file appears under its name only when all of it is on the
//! disk; files of an earlier stage are there for good before one of a later stage appears; when a step fails, what
//! was there before is untouched and nothing half-written is left behind.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use sha2::{Digest, Sha256};

use crate::disk::Disk;
use crate::layout::Layout;
use crate::{LibraryError, Result};

/// From this many new files on, one sync of the whole file system is cheaper than one for each.
const SYNC_TOGETHER: usize = 24;

/// The stages of a save, in the order they appear on disk. A crash between two leaves the older entity, or one
/// revision more than it shows; both are valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    Blobs,
    /// What says in advance where a staged file goes, so that an interrupted run can be taken up again.
    Plans,
    Revisions,
    Entities,
    Rest,
}

enum Step {
    Rename { from: PathBuf, to: PathBuf },
    Link { from: PathBuf, to: PathBuf },
}

/// Files written but not yet visible. Dropped without [`Batch::commit`], they are taken away again.
pub(crate) struct Batch<'a> {
    layout: &'a Layout,
    disk: &'a dyn Disk,
    steps: BTreeMap<Stage, Vec<Step>>,
    blobs: BTreeSet<String>,
    folders: BTreeSet<PathBuf>,
    files: usize,
}

/// A name no other file of the folder has, hidden, ending in `.tmp`.
pub(crate) fn temporary_name() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let time = std::time::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_nanos());
    format!(".{}-{time:x}-{}.tmp", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Bytes as lower-case hex.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// SHA-256 in lower-case hex.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Copies a stream and says its hash and length.
pub(crate) fn copy_hashed(
    from: &mut dyn Read,
    to: &mut dyn Write,
    limit: u64,
) -> std::io::Result<Option<(String, u64)>> {
    let mut hash = Sha256::new();
    let mut length = 0u64;
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let count = match from.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        length += count as u64;
        if length > limit {
            return Ok(None);
        }
        hash.update(&buffer[..count]);
        to.write_all(&buffer[..count])?;
    }
    to.flush()?;
    Ok(Some((hex(&hash.finalize()), length)))
}

impl<'a> Batch<'a> {
    pub fn new(layout: &'a Layout, disk: &'a dyn Disk) -> Batch<'a> {
        Batch { layout, disk, steps: BTreeMap::new(), blobs: BTreeSet::new(), folders: BTreeSet::new(), files: 0 }
    }

    /// Makes a folder ready, remembering whose entries must be synced for it to stay.
    fn folder(&mut self, path: &Path) -> Result<()> {
        let mut missing = path;
        while !missing.exists() {
            let Some(parent) = missing.parent() else { break };
            self.folders.insert(parent.to_owned());
            missing = parent;
        }
        self.disk.create_folders(path).map_err(LibraryError::io("make the folder", path))
    }

    /// Writes a file beside its place, to appear there in its stage.
    pub fn write(&mut self, stage: Stage, to: PathBuf, bytes: &[u8]) -> Result<()> {
        let parent = to.parent().unwrap_or(&self.layout.root).to_owned();
        self.folder(&parent)?;
        let from = parent.join(temporary_name());
        self.steps.entry(stage).or_default().push(Step::Rename { from: from.clone(), to });
        self.files += 1;
        let mut file = self.disk.create(&from).map_err(LibraryError::io("write", &from))?;
        file.write_all(bytes).and_then(|()| file.flush()).map_err(LibraryError::io("write", &from))
    }

    fn blob_place(&mut self, sha256: &str, length: u64) -> Result<Option<PathBuf>> {
        let Some(path) = self.layout.blob(sha256) else { return Err(LibraryError::not_found(sha256)) };
        // A blob of another length was cut by a power loss before it was ever used; it is written again.
        let there = fs::metadata(&path).is_ok_and(|meta| meta.len() == length);
        Ok((!there && self.blobs.insert(sha256.to_owned())).then_some(path))
    }

    /// Adds a blob; its SHA-256.
    pub fn blob(&mut self, bytes: &[u8]) -> Result<String> {
        let name = sha256(bytes);
        if let Some(path) = self.blob_place(&name, bytes.len() as u64)? {
            self.write(Stage::Blobs, path, bytes)?;
        }
        Ok(name)
    }

    /// Adds a blob that lies in another file of the library, sharing its bytes where the file system can.
    pub fn blob_file(&mut self, from: &Path, sha256: &str, length: u64) -> Result<()> {
        if let Some(to) = self.blob_place(sha256, length)? {
            self.folder(to.parent().unwrap_or(&self.layout.root))?;
            self.steps.entry(Stage::Blobs).or_default().push(Step::Link { from: from.to_owned(), to });
            self.files += 1;
        }
        Ok(())
    }

    /// Takes over what another batch has written.
    pub fn absorb(&mut self, mut other: Batch<'a>) {
        for (stage, steps) in std::mem::take(&mut other.steps) {
            self.steps.entry(stage).or_default().extend(steps);
        }
        self.folders.append(&mut other.folders);
        self.files += other.files;
    }

    /// Makes all files appear, stage by stage.
    pub fn commit(mut self) -> Result<()> {
        let root = self.layout.root.clone();
        let mut together = self.files >= SYNC_TOGETHER;
        if together {
            together = self.disk.sync_all(&root).map_err(LibraryError::io("sync", &root))?;
        }
        if !together {
            for step in self.steps.values().flatten() {
                let (Step::Rename { from, .. } | Step::Link { from, .. }) = step;
                self.disk.sync_file(from).map_err(LibraryError::io("sync", from))?;
            }
        }
        let mut folders = std::mem::take(&mut self.folders);
        // One stage after the other is taken out, so that what is left at a failure is still known and taken away.
        while let Some((stage, steps)) = self.steps.pop_first() {
            let mut steps = steps.into_iter();
            while let Some(step) = steps.next() {
                let (Step::Rename { to, .. } | Step::Link { to, .. }) = &step;
                folders.extend(to.parent().map(Path::to_owned));
                if let Err(error) = self.take(&step) {
                    self.steps.entry(stage).or_default().extend(std::iter::once(step).chain(steps));
                    return Err(error);
                }
            }
            // The first sync writes the file system's journal down, which has the names of all the others too.
            for folder in &folders {
                self.disk.sync_folder(folder).map_err(LibraryError::io("sync the folder", folder))?;
            }
            folders.clear();
        }
        Ok(())
    }

    fn take(&self, step: &Step) -> Result<()> {
        match step {
            Step::Rename { from, to } => self.disk.rename(from, to).map_err(LibraryError::io("put in place", to)),
            Step::Link { from, to } => {
                if self.disk.link(from, to).is_ok() {
                    return Ok(());
                }
                // No links here, or a torn file of that name: a copy, put in place like any other file.
                let beside = to.with_file_name(temporary_name());
                let copied = fs::File::open(from).and_then(|mut source| {
                    let mut file = self.disk.create(&beside)?;
                    copy_hashed(&mut source, &mut *file, u64::MAX)?;
                    drop(file);
                    self.disk.sync_file(&beside)?;
                    self.disk.rename(&beside, to)
                });
                copied.map_err(|error| {
                    discard(self.disk, &beside);
                    LibraryError::io("put in place", to)(error)
                })
            }
        }
    }
}

/// Takes a temporary file away. It failing leaves a hidden file that [`Library::clear_unfinished`](crate::Library) finds.
pub(crate) fn discard(disk: &dyn Disk, temporary: &Path) {
    let _ = disk.remove_file(temporary);
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        for step in self.steps.values().flatten() {
            if let Step::Rename { from, .. } = step {
                discard(self.disk, from);
            }
        }
    }
}
