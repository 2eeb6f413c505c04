//! Bringing the index up to date with the files. Rules kept here: whether anything changed is decided by the times of
//! a few folders, what changed by name, size and times of each file, and only that is read; a file that cannot be read
//! as an entity is listed as damaged.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime};

use ficha_model::Kind;
use rusqlite::Connection;

use super::entry::{Reading, stamp, write_all};
use crate::{Address, Library, LibraryError, Result};

/// A file of the library that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged {
    /// Its path below the folder.
    pub file: String,
    /// What is wrong with it.
    pub error: String,
}

/// What bringing the index up to date came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refreshed {
    /// Entities in the index now.
    pub entities: u64,
    /// Files that were read.
    pub changed: u64,
    /// Files that cannot be read.
    pub damaged: Vec<Damaged>,
}

/// What was seen of the folders, by kind.
#[derive(Default)]
pub(super) struct Seen {
    folders: BTreeMap<Kind, Look>,
}

/// One look at the folders of a kind.
#[derive(Clone)]
struct Look {
    times: [Option<SystemTime>; 2],
    at: Instant,
    /// Whether the folders' times were old enough then that a later change must show in them.
    settled: bool,
}

/// How coarse the times of a file system may be.
const COARSE: Duration = Duration::from_secs(2);
/// How soon a look that was not settled is repeated.
const AGAIN: Duration = Duration::from_millis(250);
/// How soon any look is repeated, for files that were changed in place.
const STALE: Duration = Duration::from_secs(5);
/// How many entities are read into the index between two chances for a query.
const CHUNK: usize = 50;
pub(super) const TOPS: [&str; 2] = ["entities", "records"];

/// The stamps of the files in a folder by name, hidden ones aside.
fn stamps_of(folder: &Path) -> Result<BTreeMap<String, i64>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(BTreeMap::new());
        }
        Err(error) => return Err(LibraryError::io("list the folder", folder)(error)),
    };
    let mut stamps = Vec::new();
    for entry in entries {
        let entry = entry.map_err(LibraryError::io("list the folder", folder))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') {
            stamps.push((name, stamp(entry.metadata().ok().as_ref())));
        }
    }
    Ok(stamps.into_iter().collect())
}

impl Library {
    /// Reads what changed since the index was last brought up to date, and takes away what killed writers left
    /// half-written. Meant to run in the background after opening. `progress` gets files done and in all, and says
    /// whether to go on; what was read until then stays.
    pub fn refresh(&self, progress: &dyn Fn(u64, u64) -> bool) -> Result<Refreshed> {
        let _filling = self.index.filling.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.index.cleared.swap(true, Ordering::Relaxed) {
            self.clear_unfinished();
        }
        self.index.seen().folders.clear();
        let changed = self.fill(&Kind::ALL, progress)?;
        let mut refreshed = Refreshed { changed, ..Refreshed::default() };
        self.with_index(&mut |connection| {
            let entities: i64 = connection.query_row("SELECT count(*) FROM entities", [], |row| row.get(0))?;
            refreshed.entities = entities.unsigned_abs();
            refreshed.damaged = damaged(connection)?;
            Ok(())
        });
        Ok(refreshed)
    }

    /// Empties the index and fills it from the files.
    pub fn rebuild(&self, progress: &dyn Fn(u64, u64) -> bool) -> Result<Refreshed> {
        self.with_index(&mut |connection| {
            connection.execute_batch(
                "BEGIN IMMEDIATE; DELETE FROM entities; DELETE FROM tags; DELETE FROM leaves; DELETE FROM damaged;
                 INSERT INTO words(words) VALUES('delete-all'); COMMIT;",
            )
        });
        self.refresh(progress)
    }

    /// How far a refresh or rebuild in another thread is, in files; `None` when none is running.
    pub fn rebuilding(&self) -> Option<(u64, u64)> {
        let index = &self.index;
        index
            .running
            .load(Ordering::Relaxed)
            .then(|| (index.done.load(Ordering::Relaxed), index.total.load(Ordering::Relaxed)))
    }

    /// Does something with the index; `None` when another process kept it locked.
    pub(super) fn with_index<T>(&self, work: &mut dyn FnMut(&mut Connection) -> rusqlite::Result<T>) -> Option<T> {
        let forget = || self.index.seen().folders.clear();
        self.index.store.with(&forget, work)
    }

    /// Looks whether files changed, and reads those that did; when another thread is at it, its work so far will do.
    /// While a person types, files that were changed in place can wait for the next list.
    pub(super) fn freshen(&self, typing: bool) {
        // An index that had to be made anew forgets what was seen, so opening it comes first.
        self.with_index(&mut |_| Ok(()));
        let stale: Vec<Kind> = {
            let seen = self.index.seen();
            Kind::ALL
                .into_iter()
                .filter(|kind| seen.folders.get(kind).is_none_or(|look| self.is_stale(*kind, look, typing)))
                .collect()
        };
        if stale.is_empty() {
            return;
        }
        if let Ok(_filling) = self.index.filling.try_lock() {
            // What cannot be read now is read at the next look; the index answers with what it has.
            let _ = self.fill(&stale, &|_, _| true);
        }
    }

    fn folder_times(&self, kind: Kind) -> [Option<SystemTime>; 2] {
        TOPS.map(|top| fs::metadata(self.layout.top(top).join(kind.word())).and_then(|meta| meta.modified()).ok())
    }

    fn is_stale(&self, kind: Kind, look: &Look, typing: bool) -> bool {
        let age = look.at.elapsed();
        look.times != self.folder_times(kind) || (age > STALE && !typing) || (age > AGAIN && !look.settled)
    }

    /// Reads the changed files of some kinds into the index; how many.
    fn fill(&self, kinds: &[Kind], progress: &dyn Fn(u64, u64) -> bool) -> Result<u64> {
        let mut looks = Vec::new();
        let mut changed = Vec::new();
        for kind in kinds {
            let times = self.folder_times(*kind);
            let settled = times.iter().flatten().all(|time| time.elapsed().is_ok_and(|age| age > COARSE));
            // Records are only ever replaced by name, so the time of their folder tells whether one was.
            let records =
                self.index.seen().folders.get(kind).is_none_or(|look| look.times[1] != times[1] || !look.settled);
            looks.push((*kind, Look { times, at: Instant::now(), settled }));
            changed.extend(self.changed_files(*kind, records)?);
        }
        let index = &self.index;
        let total = changed.len() as u64;
        index.done.store(0, Ordering::Relaxed);
        index.total.store(total, Ordering::Relaxed);
        index.running.store(total > CHUNK as u64, Ordering::Relaxed);
        let mut whole = true;
        for chunk in changed.chunks(CHUNK) {
            let readings = self.read_chunk(chunk);
            whole &= self.with_index(&mut |connection| write_all(connection, &readings)).is_some();
            let done = index.done.fetch_add(chunk.len() as u64, Ordering::Relaxed) + chunk.len() as u64;
            if !progress(done, total) {
                whole = false;
                break;
            }
        }
        index.running.store(false, Ordering::Relaxed);
        if whole {
            self.index.seen().folders.extend(looks);
        }
        Ok(total)
    }

    /// The file names of a kind whose entity or record is not the one in the index, gone ones included.
    fn changed_files(&self, kind: Kind, records: bool) -> Result<Vec<(Kind, String)>> {
        let mut known: BTreeMap<String, [i64; 2]> = self
            .with_index(&mut |connection| {
                let mut known = BTreeMap::new();
                let mut rows = connection
                    .prepare_cached("SELECT id || '.json', stamp, record_stamp FROM entities WHERE kind = ?1")?;
                for row in rows.query_map([kind.word()], |row| Ok((row.get(0)?, [row.get(1)?, row.get(2)?])))? {
                    known.extend([row?]);
                }
                let mut rows =
                    connection.prepare_cached("SELECT name, stamp, record_stamp FROM damaged WHERE kind = ?1")?;
                for row in rows.query_map([kind.word()], |row| Ok((row.get(0)?, [row.get(1)?, row.get(2)?])))? {
                    known.extend([row?]);
                }
                Ok(known)
            })
            .unwrap_or_default();
        let [entities, record_folder] = TOPS.map(|top| self.layout.top(top).join(kind.word()));
        let record_stamps = if records { stamps_of(&record_folder)? } else { BTreeMap::new() };
        let mut changed = Vec::new();
        for (name, stamp) in stamps_of(&entities)? {
            let same = known.remove(&name).is_some_and(|[entity, record]| {
                entity == stamp && (!records || record == record_stamps.get(&name).copied().unwrap_or(0))
            });
            if !same {
                changed.push((kind, name));
            }
        }
        changed.extend(known.into_keys().map(|name| (kind, name)));
        Ok(changed)
    }

    /// Reads some files, as many at a time as the machine can.
    fn read_chunk(&self, files: &[(Kind, String)]) -> Vec<Reading> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(files.len().div_ceil(8)).max(1);
        std::thread::scope(|scope| {
            let read = |part: &[(Kind, String)]| -> Vec<Reading> {
                part.iter().map(|(kind, name)| self.read_for_index(*kind, name)).collect()
            };
            let mut parts = files.chunks(files.len().div_ceil(threads).max(1));
            let first = parts.next().unwrap_or(&[]);
            let others: Vec<_> = parts.map(|part| scope.spawn(move || read(part))).collect();
            let mut readings = read(first);
            for other in others {
                match other.join() {
                    Ok(part) => readings.extend(part),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            readings
        })
    }

    /// Brings the rows of entities that were just written up to date. The index not being free is no failure of the
    /// save: the next look finds the files newer.
    pub(crate) fn index_written(&self, addresses: &[Address]) {
        for chunk in addresses.chunks(CHUNK) {
            let names: Vec<(Kind, String)> =
                chunk.iter().map(|address| (address.kind(), format!("{}.json", address.id()))).collect();
            let readings = self.read_chunk(&names);
            self.with_index(&mut |connection| write_all(connection, &readings));
        }
    }
}

/// The damaged files known to the index.
pub(super) fn damaged(connection: &Connection) -> rusqlite::Result<Vec<Damaged>> {
    let mut rows = connection.prepare_cached("SELECT file, error FROM damaged ORDER BY file")?;
    rows.query_map([], |row| Ok(Damaged { file: row.get(0)?, error: row.get(1)? }))?.collect()
}
