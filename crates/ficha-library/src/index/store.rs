//! The SQLite file. Rule kept here: it is derived, so one that is broken, from another version, or cannot be opened is
//! thrown away or replaced by one in memory, and no caller ever waits long for it or fails by it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

/// Raised with every change of the tables or of how text is cut.
const VERSION: i64 = 2;

const SCHEMA: &str = "
CREATE TABLE entities(
    row INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, creator TEXT NOT NULL,
    format TEXT, updated TEXT NOT NULL, added TEXT NOT NULL, portrait TEXT, tint TEXT, tokens INTEGER,
    tags TEXT NOT NULL, name_key TEXT NOT NULL, creator_key TEXT NOT NULL, twin TEXT, source TEXT,
    content TEXT NOT NULL, stamp INTEGER NOT NULL, record_stamp INTEGER NOT NULL, UNIQUE(kind, id));
CREATE INDEX by_name ON entities(name_key, kind, id);
CREATE INDEX by_updated ON entities(updated, kind, id);
CREATE INDEX by_added ON entities(added, kind, id);
CREATE INDEX by_creator ON entities(creator_key, name_key, kind, id);
CREATE INDEX by_twin ON entities(twin);
CREATE INDEX by_source ON entities(source);
CREATE INDEX by_content ON entities(content);
CREATE TABLE tags(key TEXT NOT NULL, row INTEGER NOT NULL, tag TEXT NOT NULL, PRIMARY KEY(key, row)) WITHOUT ROWID;
CREATE INDEX tags_of ON tags(row);
CREATE TABLE links(kind TEXT NOT NULL, id TEXT NOT NULL, row INTEGER NOT NULL, PRIMARY KEY(kind, id, row)) WITHOUT ROWID;
CREATE INDEX links_of ON links(row);
CREATE TABLE leaves(row INTEGER PRIMARY KEY, packed TEXT NOT NULL);
CREATE TABLE damaged(kind TEXT NOT NULL, name TEXT NOT NULL, file TEXT NOT NULL, error TEXT NOT NULL,
    stamp INTEGER NOT NULL, record_stamp INTEGER NOT NULL, PRIMARY KEY(kind, name)) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5(name, about, body, tokenize='ascii', content='', contentless_delete=1,
    prefix='2 3');
";

/// The rows that match a search, and those that do so by their names, for the statements of one answer.
const SCRATCH: &str = "
CREATE TEMP TABLE matched(row INTEGER PRIMARY KEY);
CREATE TEMP TABLE named(row INTEGER PRIMARY KEY);
";

/// The open index and what to do when it fails.
pub(super) struct Store {
    /// `None` for an index in memory.
    path: Mutex<Option<PathBuf>>,
    connection: Mutex<Option<Connection>>,
}

impl Store {
    pub fn new(path: Option<PathBuf>) -> Store {
        Store { path: Mutex::new(path), connection: Mutex::new(None) }
    }

    fn path(&self) -> Option<PathBuf> {
        self.path.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// Does something with the open index; `None` when it could not be done now because another process holds it.
    /// `reset` is called when what was in the index is gone and has to be filled in again, and the work is then done
    /// once more.
    pub fn with<T>(&self, reset: &dyn Fn(), work: &mut dyn FnMut(&mut Connection) -> rusqlite::Result<T>) -> Option<T> {
        // A thread that panicked in the middle of a statement leaves a connection that rolls back, so it can be used.
        let mut slot = self.connection.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for attempt in 0..3 {
            let connection = match slot.take() {
                Some(connection) => Ok((connection, false)),
                None => open(self.path().as_deref()),
            };
            let error = match connection {
                Ok((mut connection, fresh)) => {
                    if fresh {
                        reset();
                    }
                    match work(&mut connection) {
                        Ok(done) => {
                            *slot = Some(connection);
                            return Some(done);
                        }
                        Err(error) => {
                            if is_busy(&error) {
                                *slot = Some(connection);
                            }
                            error
                        }
                    }
                }
                Err(error) => error,
            };
            if is_busy(&error) {
                return None;
            }
            // First a new file, then one in memory: a folder that lets nothing be replaced still lists and searches.
            let mut path = self.path.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if attempt > 0 || !path.as_deref().is_some_and(remove) {
                *path = None;
            }
            reset();
        }
        None
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// Takes a broken index away; whether it is gone.
fn remove(path: &Path) -> bool {
    for tail in ["", "-wal", "-shm", "-journal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(tail);
        if fs::remove_file(&name).is_err_and(|error| error.kind() != std::io::ErrorKind::NotFound) {
            return false;
        }
    }
    true
}

/// Opens an index, making its tables; the flag says that they were made now.
fn open(path: Option<&Path>) -> rusqlite::Result<(Connection, bool)> {
    let mut connection = match path {
        Some(path) => {
            Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?
        }
        None => Connection::open_in_memory()?,
    };
    connection.busy_timeout(Duration::from_secs(1))?;
    connection.set_prepared_statement_cache_capacity(64);
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "normal")?;
    connection.pragma_update(None, "temp_store", "memory")?;
    connection.execute_batch(SCRATCH)?;
    connection.pragma_update(None, "cache_size", -32_768)?;
    // The file may have been damaged or made by anyone, and it is not mapped: a map of a file that is cut is a crash.
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    // In one transaction that takes the lock at once: two processes starting together make the tables once.
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let version: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let fresh = version != VERSION;
    if fresh {
        let tables: Vec<String> = transaction
            .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'words\\__%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'")?
            .query_map([], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        for table in tables {
            transaction.execute_batch(&format!("DROP TABLE \"{}\"", table.replace('"', "\"\"")))?;
        }
        transaction.execute_batch(SCHEMA)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()?;
    Ok((connection, fresh))
}
