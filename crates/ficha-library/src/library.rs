//! Opening a folder. Rules kept here: an older or empty folder is made ready, a newer one and one that cannot be
//! written are opened for reading and say so, and opening never waits for the index.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use ficha_model::Kind;
use serde_json::json;

use crate::batch::{Batch, Stage};
use crate::content::Proved;
use crate::disk::{Disk, RealDisk};
use crate::index::Index;
use crate::layout::{LAYOUT_VERSION, Layout};
use crate::lock::{WriteLock, lock};
use crate::own_json::read_value;
use crate::{Address, LibraryError, Result, clock};

/// What a library needs from outside.
#[derive(Clone)]
pub struct Options {
    /// The file system written to.
    pub disk: Arc<dyn Disk>,
    /// The time.
    pub clock: fn() -> SystemTime,
    /// How long a writer waits for another before [`LibraryError::Busy`].
    pub lock_wait: Duration,
    /// How old a blob that nothing names must be before a sweep takes it away.
    pub settled: Duration,
}

impl Default for Options {
    /// The real file system and clock, two seconds, one hour.
    fn default() -> Options {
        Options {
            disk: Arc::new(RealDisk),
            clock: SystemTime::now,
            lock_wait: Duration::from_secs(2),
            settled: Duration::from_secs(3600),
        }
    }
}

/// One library folder. Share it between threads in an [`Arc`]; several processes may have the same folder open.
pub struct Library {
    pub(crate) layout: Layout,
    pub(crate) disk: Arc<dyn Disk>,
    pub(crate) index: Index,
    pub(crate) settled: Duration,
    pub(crate) proved: Proved,
    pub(crate) clock: fn() -> SystemTime,
    pub(crate) lock_wait: Duration,
    read_only: Option<String>,
}

impl Library {
    /// The folder used when none is named: `$FICHA_LIBRARY`, else `Ficha` in the person's documents, else in the
    /// system's data folder.
    pub fn default_folder() -> PathBuf {
        if let Some(folder) = std::env::var_os("FICHA_LIBRARY").filter(|folder| !folder.is_empty()) {
            return folder.into();
        }
        let documents = directories::UserDirs::new().and_then(|dirs| dirs.document_dir().map(Path::to_owned));
        documents
            .or_else(|| directories::BaseDirs::new().map(|dirs| dirs.data_dir().to_owned()))
            .unwrap_or_default()
            .join("Ficha")
    }

    /// Opens a folder, making it when it is not there.
    ///
    /// # Errors
    /// Only when there is no such folder and none can be made.
    pub fn open(root: &Path) -> Result<Library> {
        Library::open_with(root, Options::default())
    }

    /// The same with another disk, clock or wait.
    pub fn open_with(root: &Path, options: Options) -> Result<Library> {
        let Options { disk, clock, lock_wait, settled } = options;
        let layout = Layout { root: root.to_owned() };
        let read_only = match prepare(&layout, &*disk) {
            Ok(read_only) => read_only,
            Err(error) if root.is_dir() => Some(error.to_string()),
            Err(error) => return Err(error),
        };
        let index = Index::new(read_only.is_none().then(|| layout.index()));
        Ok(Library { layout, disk, index, settled, proved: Proved::default(), clock, lock_wait, read_only })
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.layout.root
    }

    /// Why nothing can be written; `None` when it can.
    pub fn read_only(&self) -> Option<&str> {
        self.read_only.as_deref()
    }

    /// The time now, RFC 3339 UTC.
    pub fn now(&self) -> String {
        clock::rfc3339((self.clock)())
    }

    /// Whether an entity of that address is here.
    pub fn exists(&self, address: &Address) -> bool {
        self.layout.entity(address).is_file()
    }

    /// The address a person wrote: `kind/id`, or a bare id where only one kind has it.
    pub fn resolve(&self, text: &str) -> Result<Address> {
        if text.contains('/') {
            let address: Address = text.parse()?;
            return if self.exists(&address) { Ok(address) } else { Err(LibraryError::not_found(text)) };
        }
        let mut found =
            Kind::ALL.into_iter().filter_map(|kind| Address::new(kind, text)).filter(|address| self.exists(address));
        match (found.next(), found.next()) {
            (Some(address), None) => Ok(address),
            (None, _) => Err(LibraryError::not_found(text)),
            (Some(first), Some(second)) => Err(LibraryError::CannotExpress {
                what: format!("{text} could be {first} or {second}; write the kind in front"),
            }),
        }
    }

    /// An error when the folder can only be read.
    pub(crate) fn writable(&self) -> Result<()> {
        match &self.read_only {
            Some(why) => Err(LibraryError::ReadOnly { why: why.clone() }),
            None => Ok(()),
        }
    }

    /// The right to write, for one save.
    pub(crate) fn lock(&self) -> Result<WriteLock> {
        self.writable()?;
        lock(&self.layout.lock(), self.lock_wait)
    }

    /// A new set of files to write.
    pub(crate) fn batch(&self) -> Batch<'_> {
        Batch::new(&self.layout, &*self.disk)
    }
}

/// Makes the folder ready for writing; `Some` says why it can only be read.
fn prepare(layout: &Layout, disk: &dyn Disk) -> Result<Option<String>> {
    disk.create_folders(&layout.root).map_err(LibraryError::io("make the folder", &layout.root))?;
    match read_value(&layout.marker()) {
        Ok(Some(marker)) => {
            let version = marker.get("ficha").and_then(serde_json::Value::as_u64);
            if version.is_none_or(|version| version > LAYOUT_VERSION) {
                return Ok(Some("it was made by a newer version of Ficha".to_owned()));
            }
        }
        Ok(None) => {
            let mut batch = Batch::new(layout, disk);
            let text = format!("{}\n", json!({ "ficha": LAYOUT_VERSION }));
            batch.write(Stage::Rest, layout.marker(), text.as_bytes())?;
            batch.commit()?;
        }
        Err(error) => return Ok(Some(error.to_string())),
    }
    // A probe of what every save does, so that a folder that turned read-only says so now and not at the first save.
    let mut batch = Batch::new(layout, disk);
    batch.write(Stage::Rest, layout.lock(), b"")?;
    drop(batch);
    match lock(&layout.lock(), Duration::ZERO) {
        Ok(_) | Err(LibraryError::Busy) => Ok(None),
        Err(LibraryError::Io { source, .. }) if source.kind() == ErrorKind::Unsupported => {
            Ok(Some("its file system cannot lock files".to_owned()))
        }
        Err(error) => Err(error),
    }
}

/// When a file was last changed, as the library writes times.
pub(crate) fn modified_at(path: &Path) -> String {
    clock::rfc3339(fs::metadata(path).and_then(|meta| meta.modified()).unwrap_or(SystemTime::UNIX_EPOCH))
}
