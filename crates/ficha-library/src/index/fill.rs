//! Bringing the index up to date with the files. Rules kept here: whether anything changed is decided by the times of
//! a few folders, what changed by name, size and times of each file, and only that is read; a file that cannot be read
//! as an entity is listed as damaged.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime};

use ficha_model::{Entity, Kind};
use rusqlite::{Connection, OptionalExtension, params};
use serde_json::json;

use super::cut::{fold_key, normal, push_words};
use super::leaves;
use crate::own_json::read_text;
use crate::wrapper::Stored;
use crate::{Address, Library, LibraryError, Record, Result};

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
const STALE: Duration = Duration::from_secs(60);
/// How many entities are read into the index between two chances for a query.
const CHUNK: usize = 50;
const TOPS: [&str; 2] = ["entities", "records"];

/// A name, size and times that change whenever the file does.
fn stamp(path: &Path) -> String {
    let Ok(meta) = fs::metadata(path) else { return String::new() };
    let time =
        meta.modified().ok().and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok()).unwrap_or_default();
    #[cfg(unix)]
    let more = {
        use std::os::unix::fs::MetadataExt;
        format!("{:x}.{:x}.{:x}", meta.ino(), meta.ctime(), meta.ctime_nsec())
    };
    #[cfg(not(unix))]
    let more = "";
    format!("{:x}.{:x}.{more}", time.as_nanos(), meta.len())
}

/// Everything the index holds of one entity.
struct Entry {
    address: Address,
    entity: Entity,
    record: Record,
    updated: String,
    added: String,
    stamp: String,
}

impl Library {
    /// Reads what changed since the index was last brought up to date. `progress` gets files done and in all, and says
    /// whether to go on; what was read until then stays.
    pub fn refresh(&self, progress: &dyn Fn(u64, u64) -> bool) -> Result<Refreshed> {
        let _filling = self.index.filling.lock().unwrap_or_else(PoisonError::into_inner);
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
        let forget = || self.index.seen.lock().unwrap_or_else(PoisonError::into_inner).folders.clear();
        self.index.store.with(&forget, work)
    }

    /// Looks whether files changed, and reads those that did; when another thread is at it, its work so far will do.
    pub(super) fn freshen(&self) {
        // An index that had to be made anew forgets what was seen, so opening it comes first.
        self.with_index(&mut |_| Ok(()));
        let stale: Vec<Kind> = {
            let seen = self.index.seen.lock().unwrap_or_else(PoisonError::into_inner);
            Kind::ALL
                .into_iter()
                .filter(|kind| seen.folders.get(kind).is_none_or(|look| self.is_stale(*kind, look)))
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

    fn is_stale(&self, kind: Kind, look: &Look) -> bool {
        let age = look.at.elapsed();
        look.times != self.folder_times(kind) || age > STALE || (!look.settled && age > AGAIN)
    }

    /// Reads the changed files of some kinds into the index; how many.
    fn fill(&self, kinds: &[Kind], progress: &dyn Fn(u64, u64) -> bool) -> Result<u64> {
        let mut looks = Vec::new();
        let mut changed = Vec::new();
        for kind in kinds {
            let times = self.folder_times(*kind);
            let settled = times.iter().flatten().all(|time| time.elapsed().is_ok_and(|age| age > COARSE));
            looks.push((*kind, Look { times, at: Instant::now(), settled }));
            changed.extend(self.changed_files(*kind)?);
        }
        let index = &self.index;
        let total = changed.len() as u64;
        index.done.store(0, Ordering::Relaxed);
        index.total.store(total, Ordering::Relaxed);
        index.running.store(total > CHUNK as u64, Ordering::Relaxed);
        let mut whole = true;
        for chunk in changed.chunks(CHUNK) {
            let read: Vec<_> = chunk.iter().map(|(kind, name)| (*kind, name, self.read_entry(*kind, name))).collect();
            whole &= self.with_index(&mut |connection| write_all(self, connection, &read)).is_some();
            let done = index.done.fetch_add(chunk.len() as u64, Ordering::Relaxed) + chunk.len() as u64;
            if !progress(done, total) {
                whole = false;
                break;
            }
        }
        index.running.store(false, Ordering::Relaxed);
        if whole {
            self.index.seen.lock().unwrap_or_else(PoisonError::into_inner).folders.extend(looks);
        }
        Ok(total)
    }

    /// The file names of a kind whose entity or record is not the one in the index, gone ones included.
    fn changed_files(&self, kind: Kind) -> Result<Vec<(Kind, String)>> {
        let known: BTreeMap<String, String> = self
            .with_index(&mut |connection| {
                let mut known = BTreeMap::new();
                let mut rows =
                    connection.prepare_cached("SELECT id || '.json', stamp FROM entities WHERE kind = ?1")?;
                for row in rows.query_map([kind.word()], |row| Ok((row.get(0)?, row.get(1)?)))? {
                    let (name, stamp): (String, String) = row?;
                    known.insert(name, stamp);
                }
                let mut rows = connection.prepare_cached("SELECT file, stamp FROM damaged WHERE file LIKE ?1")?;
                let below = format!("entities/{}/", kind.word());
                for row in rows.query_map([format!("{below}%")], |row| Ok((row.get(0)?, row.get(1)?)))? {
                    let (file, stamp): (String, String) = row?;
                    known.insert(file[below.len()..].to_owned(), stamp);
                }
                Ok(known)
            })
            .unwrap_or_default();
        let mut left = known.clone();
        let mut changed = Vec::new();
        let folder = self.layout.top("entities").join(kind.word());
        for path in crate::blobs::folder_entries(&folder)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with('.') {
                continue;
            }
            left.remove(&name);
            if known.get(&name) != Some(&self.stamps(kind, &name)) {
                changed.push((kind, name));
            }
        }
        changed.extend(left.into_keys().map(|name| (kind, name)));
        Ok(changed)
    }

    fn stamps(&self, kind: Kind, name: &str) -> String {
        let [entity, record] = TOPS.map(|top| stamp(&self.layout.top(top).join(kind.word()).join(name)));
        format!("{entity} {record}")
    }

    /// An entity's entry; `None` when its file is gone.
    fn read_entry(&self, kind: Kind, name: &str) -> std::result::Result<Option<Entry>, (Damaged, String)> {
        let path = self.layout.top("entities").join(kind.word()).join(name);
        let stamp = self.stamps(kind, name);
        let fault = |error: &LibraryError| {
            let what = match error {
                LibraryError::Malformed { what, .. } | LibraryError::Unsupported { what, .. } => what.clone(),
                other => other.to_string(),
            };
            (Damaged { file: self.layout.shown(&path), error: what }, stamp.clone())
        };
        let id = name.strip_suffix(".json").unwrap_or("");
        let text = match read_text(&path) {
            Ok(Some(text)) => text,
            Ok(None) => return Ok(None),
            Err(error) => return Err(fault(&error)),
        };
        let address =
            Address::new(kind, id).ok_or_else(|| fault(&LibraryError::malformed(&path, "its name is no id")))?;
        let entity = Stored::parse_at(&text, &address, &path).map_err(|error| fault(&error))?.entity;
        let record = self.record(&address).unwrap_or_default();
        let updated = self.head(&address, &text).map_err(|error| fault(&error))?.saved_at;
        let added = self.added_at(&address, &entity, &record);
        Ok(Some(Entry { address, entity, record, updated, added, stamp }))
    }

    /// Brings the rows of entities that were just written up to date. The index not being free is no failure of the
    /// save: the next look finds the files newer.
    pub(crate) fn index_written(&self, addresses: &[Address]) {
        for chunk in addresses.chunks(CHUNK) {
            let names: Vec<(Kind, String)> =
                chunk.iter().map(|address| (address.kind(), format!("{}.json", address.id()))).collect();
            let read: Vec<_> = names.iter().map(|(kind, name)| (*kind, name, self.read_entry(*kind, name))).collect();
            self.with_index(&mut |connection| write_all(self, connection, &read));
        }
    }
}

/// The damaged files known to the index.
pub(super) fn damaged(connection: &Connection) -> rusqlite::Result<Vec<Damaged>> {
    let mut rows = connection.prepare_cached("SELECT file, error FROM damaged ORDER BY file")?;
    rows.query_map([], |row| Ok(Damaged { file: row.get(0)?, error: row.get(1)? }))?.collect()
}

type Read<'a> = (Kind, &'a String, std::result::Result<Option<Entry>, (Damaged, String)>);

fn write_all(library: &Library, connection: &mut Connection, read: &[Read]) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    for (kind, name, entry) in read {
        forget(&transaction, library, *kind, name)?;
        match entry {
            Ok(Some(entry)) => insert(&transaction, entry)?,
            Ok(None) => {}
            Err((damaged, stamp)) => {
                transaction.prepare_cached("INSERT OR REPLACE INTO damaged VALUES(?1, ?2, ?3)")?.execute(params![
                    damaged.file,
                    damaged.error,
                    stamp
                ])?;
            }
        }
    }
    transaction.commit()
}

fn forget(connection: &Connection, library: &Library, kind: Kind, name: &str) -> rusqlite::Result<()> {
    let file = library.layout.shown(&library.layout.top("entities").join(kind.word()).join(name));
    connection.prepare_cached("DELETE FROM damaged WHERE file = ?1")?.execute([file])?;
    let id = name.strip_suffix(".json").unwrap_or(name);
    let row: Option<i64> = connection
        .prepare_cached("SELECT row FROM entities WHERE kind = ?1 AND id = ?2")?
        .query_row([kind.word(), id], |row| row.get(0))
        .optional()?;
    if let Some(row) = row {
        for statement in [
            "DELETE FROM entities WHERE row = ?1",
            "DELETE FROM tags WHERE row = ?1",
            "DELETE FROM leaves WHERE row = ?1",
            "DELETE FROM words WHERE rowid = ?1",
        ] {
            connection.prepare_cached(statement)?.execute([row])?;
        }
    }
    Ok(())
}

fn insert(connection: &Connection, entry: &Entry) -> rusqlite::Result<()> {
    let Entry { address, entity, record, updated, added, stamp } = entry;
    let mut tags: Vec<(String, &str)> = Vec::new();
    for tag in leaves::tags(entity).chain(record.tags.iter().map(String::as_str)) {
        let key = fold_key(tag);
        if !key.is_empty() && tags.iter().all(|(known, _)| *known != key) {
            tags.push((key, tag));
        }
    }
    let creator = leaves::creator(entity);
    let shown = super::list::Shown::new(address, entity.name(), creator, tags.iter().map(|(_, tag)| *tag));
    let source = entity.source.as_ref();
    connection
        .prepare_cached(
            "INSERT INTO entities(kind, id, name, creator, format, updated, added, portrait, tint, tokens, tags, name_key,
             creator_key, twin, source, content, stamp) VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17)",
        )?
        .execute(params![
            address.kind().word(),
            address.id(),
            shown.name,
            shown.creator,
            source.map(|source| &source.format),
            updated,
            added,
            leaves::portrait(entity),
            record.tint,
            record.tokens.map(|tokens| tokens as i64),
            json!(shown.tags).to_string(),
            fold_key(entity.name()),
            fold_key(creator),
            leaves::twin_key(entity),
            super::twins::source_key(entity, None),
            leaves::content_hash(entity.body.value()),
            stamp,
        ])?;
    let row = connection.last_insert_rowid();
    for (key, tag) in &tags {
        connection.prepare_cached("INSERT INTO tags VALUES(?1, ?2, ?3)")?.execute(params![key, row, tag])?;
    }
    let packed = leaves::pack(entity.body.value());
    let (mut name, mut about, mut body) = (String::new(), String::new(), String::new());
    push_words(&normal(entity.name()), &mut name);
    for text in std::iter::once(creator).chain(tags.iter().map(|(_, tag)| *tag)) {
        push_words(&normal(text), &mut about);
    }
    for (_, text) in leaves::unpack(&packed) {
        push_words(text, &mut body);
    }
    connection.prepare_cached("INSERT INTO leaves VALUES(?1, ?2)")?.execute(params![row, packed])?;
    connection
        .prepare_cached("INSERT INTO words(rowid, name, about, body) VALUES(?1, ?2, ?3, ?4)")?
        .execute(params![row, name, about, body])?;
    Ok(())
}
