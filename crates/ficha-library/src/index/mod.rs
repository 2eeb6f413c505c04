//! The index: what serves lists, search and the finding of duplicates without reading entities. Rules kept here: it
//! holds nothing that the files do not say; files that changed behind its back are noticed by a look at a few folders
//! and read again; when it cannot be used, it is made anew or passed over.

mod ask;
mod cut;
mod entry;
mod fill;
mod hit;
mod leaves;
mod list;
mod query;
mod store;
mod twins;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, MutexGuard, PoisonError};

pub use fill::{Damaged, Refreshed};
pub use hit::Hit;
pub use list::{Page, Row, Summary};
pub use query::{Narrow, Query, Sort};
pub use twins::{Duplicate, DuplicateWhy};

/// The index of one open library.
pub(crate) struct Index {
    store: store::Store,
    /// What was seen of the folders when they were last read; nothing at the start.
    seen: Mutex<fill::Seen>,
    /// Held by the one thread that reads files into the index.
    filling: Mutex<()>,
    running: AtomicBool,
    /// Whether what killed writers left was looked for.
    cleared: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
}

impl Index {
    /// An index in a file, or in memory for a folder that cannot be written. Opened when first used.
    pub fn new(path: Option<PathBuf>) -> Index {
        Index {
            store: store::Store::new(path),
            seen: Mutex::default(),
            filling: Mutex::default(),
            running: AtomicBool::default(),
            cleared: AtomicBool::default(),
            done: AtomicU64::default(),
            total: AtomicU64::default(),
        }
    }

    fn seen(&self) -> MutexGuard<'_, fill::Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
