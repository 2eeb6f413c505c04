//! Worlds on disk: folders of files that a person can read, and what the studio keeps beside them under names that
//! begin with a dot. World books and narration presets are folders of the same kind, so they are kept the same way.
//!
//! Here: which folders there are, making one whole or not at all, reading one into a tree, writing under its lock,
//! the journal of an act of many files, trash. Not here: what a file says. A world is an opaque tree; whoever knows
//! the format hands in bytes.
//!
//! Rules kept throughout: no name from outside leaves the folder it belongs to; no link is followed; a folder that
//! cannot be read is listed and never deleted; whoever writes holds the folder's lock.

mod fresh;
mod incoming;
mod journal;
mod make;
mod path;
mod read;
mod trash;
mod write;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use unicode_normalization::UnicodeNormalization;

use crate::blobs::folder_entries;
use crate::disk::Disk;
use crate::{Library, LibraryError, Result, clock};

pub use incoming::{Incoming, KEPT_UPLOADS};
pub use journal::{Journal, JournalHead, Moved};
pub use make::NewFolder;
pub use path::is_folder_name;
pub use read::{Change, File, PICTURE_HEAD, TREE_FILES};
pub use trash::{InTrash, Removed};
pub use write::Writing;

/// What a kind of folder is called in the library, and the file without which it is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FolderKind {
    /// The folder of the library they lie in.
    pub(crate) top: &'static str,
    /// The file each must have.
    pub(crate) marker: &'static str,
}

/// Worlds, as files.
const WORLDS: FolderKind = FolderKind { top: "worlds", marker: "world.json" };
/// Books that worlds share.
const BOOKS: FolderKind = FolderKind { top: "lorebooks", marker: "lorebook.json" };
/// Narration presets that worlds share.
const PRESETS: FolderKind = FolderKind { top: "presets", marker: "preset.json" };

/// All folders of one kind. Cheap to clone, and independent of the [`Library`] it came from, so that long work can
/// carry it to a thread of its own.
#[derive(Clone)]
pub struct Worlds {
    kind: FolderKind,
    root: PathBuf,
    disk: Arc<dyn Disk>,
    clock: fn() -> SystemTime,
    wait: Duration,
    read_only: Option<String>,
}

/// A folder as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name, which is the id.
    pub id: String,
    /// Whether it has the file without which it is none and can be opened.
    pub readable: bool,
}

/// One folder, for reading. [`WorldFolder::lock`] gives the right to write.
#[derive(Clone)]
pub struct WorldFolder {
    id: String,
    path: PathBuf,
    all: Worlds,
}

impl Library {
    /// The worlds.
    pub fn worlds(&self) -> Worlds {
        self.folders(WORLDS)
    }

    /// The books that worlds share (not the lorebooks kept as entities).
    pub fn world_books(&self) -> Worlds {
        self.folders(BOOKS)
    }

    /// The narration presets that worlds share (not the presets kept as entities).
    pub fn world_presets(&self) -> Worlds {
        self.folders(PRESETS)
    }

    fn folders(&self, kind: FolderKind) -> Worlds {
        Worlds {
            kind,
            root: self.layout.root.clone(),
            disk: Arc::clone(&self.disk),
            clock: self.clock,
            wait: self.lock_wait,
            read_only: self.read_only().map(str::to_owned),
        }
    }
}

impl Worlds {
    /// The time now, RFC 3339 UTC.
    pub fn now(&self) -> String {
        clock::rfc3339((self.clock)())
    }

    /// The moment as it stands in the names of this format's folders, `20261130T100000Z`.
    pub fn time_in_names(&self) -> String {
        let now = self.now();
        let seconds = now.split('.').next().unwrap_or_default();
        format!("{}Z", clock::folder_time(seconds))
    }

    /// How long a writer waits for another before [`LibraryError::Busy`].
    pub fn wait(&self) -> Duration {
        self.wait
    }

    fn top(&self) -> PathBuf {
        self.root.join(self.kind.top)
    }

    fn writable(&self) -> Result<()> {
        match &self.read_only {
            Some(why) => Err(LibraryError::ReadOnly { why: why.clone() }),
            None => Ok(()),
        }
    }

    /// Every folder, by name. Files, links and names beginning with a dot are no folders; one without its main file,
    /// or with a name that cannot be an id, is listed as unreadable.
    ///
    /// # Errors
    /// When the folder of all of them cannot be listed.
    pub fn list(&self) -> Result<Vec<Listed>> {
        let mut listed = Vec::new();
        for path in folder_entries(&self.top())? {
            let id = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_folder = fs::symlink_metadata(&path).is_ok_and(|meta| meta.is_dir());
            if is_folder && !id.starts_with('.') {
                let readable = is_folder_name(&id) && is_plain_file(&path.join(self.kind.marker));
                listed.push(Listed { id, readable });
            }
        }
        Ok(listed)
    }

    /// One folder by its id.
    ///
    /// # Errors
    /// [`LibraryError::NotFound`] when there is none of that id, [`LibraryError::Malformed`] when the folder lacks its
    /// main file.
    pub fn open(&self, id: &str) -> Result<WorldFolder> {
        if !is_folder_name(id) {
            return Err(LibraryError::not_found(id));
        }
        let path = self.top().join(id);
        if !fs::symlink_metadata(&path).is_ok_and(|meta| meta.is_dir()) {
            return Err(LibraryError::not_found(id));
        }
        self.folder(id.to_owned(), path)
    }

    /// A folder a person named by its place; it need not lie in the library.
    ///
    /// # Errors
    /// [`LibraryError::NotFound`] when there is no folder, [`LibraryError::Malformed`] when it lacks its main file.
    pub fn at(&self, path: &Path) -> Result<WorldFolder> {
        if !path.is_dir() {
            return Err(LibraryError::not_found(path.display()));
        }
        let path = fs::canonicalize(path).map_err(LibraryError::io("open the folder", path))?;
        let id = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // A path of the command line may lie anywhere; a library that can only be read says nothing about it.
        let read_only = if path.starts_with(&self.root) { self.read_only.clone() } else { None };
        Worlds { read_only, ..self.clone() }.folder(id, path)
    }

    /// A folder by what a person wrote: an id, else a path.
    ///
    /// # Errors
    /// Those of [`Worlds::open`] and [`Worlds::at`].
    pub fn find(&self, text: &str) -> Result<WorldFolder> {
        match self.open(text) {
            Err(LibraryError::NotFound { .. }) if Path::new(text).is_dir() => self.at(Path::new(text)),
            other => other,
        }
    }

    fn folder(&self, id: String, path: PathBuf) -> Result<WorldFolder> {
        if !is_plain_file(&path.join(self.kind.marker)) {
            return Err(LibraryError::malformed(&path, format!("it has no {}", self.kind.marker)));
        }
        Ok(WorldFolder { id, path, all: self.clone() })
    }

    /// Whether an id is in use, by the key under which file systems take two names for one.
    pub fn is_taken(&self, id: &str) -> bool {
        let key = name_key(id);
        let names = folder_entries(&self.top()).unwrap_or_default();
        names.iter().any(|path| path.file_name().is_some_and(|name| name_key(&name.to_string_lossy()) == key))
    }

    /// The id itself when it is free, else the first of `-2`, `-3` ... that is.
    fn free_id(&self, id: &str) -> String {
        let mut free = id.to_owned();
        let mut number = 2u64;
        while self.is_taken(&free) {
            free = format!("{id}-{number}");
            number += 1;
        }
        free
    }
}

impl WorldFolder {
    /// The id: the folder's name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All folders of its kind.
    pub fn all(&self) -> &Worlds {
        &self.all
    }
}

/// Two names with one key are one name on some file system.
fn name_key(name: &str) -> String {
    name.to_lowercase().nfc().collect()
}

fn is_plain_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|meta| meta.is_file())
}
