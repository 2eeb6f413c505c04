//! One entity's rows: what is read from its files, and what of that goes into the tables.

use std::collections::hash_map::DefaultHasher;
use std::fs::{self, Metadata};
use std::hash::{Hash, Hasher};

use ficha_model::{Entity, Kind};
use rusqlite::{Connection, OptionalExtension, params};

use super::cut::{fold_key, normal, push_words};
use super::fill::{Damaged, TOPS};
use super::leaves;
use super::list::{Shown, TAG_BREAK};
use crate::own_json::read_text;
use crate::wrapper::Stored;
use crate::{Address, Library, LibraryError, Record};

/// Size and times of a file in one number that changes whenever the file does; 0 for a file that is not there.
pub(super) fn stamp(meta: Option<&Metadata>) -> i64 {
    let Some(meta) = meta else { return 0 };
    let mut hash = DefaultHasher::new();
    (meta.modified().ok(), meta.len()).hash(&mut hash);
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (meta.ino(), meta.ctime(), meta.ctime_nsec()).hash(&mut hash);
    }
    (hash.finish() >> 1) as i64 + 1
}

/// What the index holds of one entity, made from its files without the index.
struct Entry {
    address: Address,
    entity: Entity,
    record: Record,
    updated: String,
    added: String,
    content: String,
    /// Its tags, folded and as written, each once.
    tags: Vec<(String, String)>,
    packed: String,
    /// The columns of the full-text table.
    words: [String; 3],
}

/// What became of reading one file.
enum Outcome {
    Read(Box<Entry>),
    Gone,
    Damaged(Damaged),
}

/// A file of a kind, its stamp and its record's, and what it holds.
pub(super) struct Reading {
    kind: Kind,
    name: String,
    stamps: [i64; 2],
    outcome: Outcome,
}

impl Library {
    /// Reads one file for the index.
    pub(super) fn read_for_index(&self, kind: Kind, name: &str) -> Reading {
        let place = |top| self.layout.top(top).join(kind.word()).join(name);
        // Taken before the file is read: one that changes meanwhile is read again.
        let stamps = TOPS.map(|top| stamp(fs::symlink_metadata(place(top)).ok().as_ref()));
        let outcome = match self.read_entry(kind, name) {
            Ok(Some(entry)) => Outcome::Read(Box::new(entry)),
            Ok(None) => Outcome::Gone,
            Err(error) => {
                let error = match error {
                    LibraryError::Malformed { what, .. } | LibraryError::Unsupported { what, .. } => what,
                    other => other.to_string(),
                };
                Outcome::Damaged(Damaged { file: self.layout.shown(&place("entities")), error })
            }
        };
        Reading { kind, name: name.to_owned(), stamps, outcome }
    }

    fn read_entry(&self, kind: Kind, name: &str) -> crate::Result<Option<Entry>> {
        let path = self.layout.top("entities").join(kind.word()).join(name);
        let Some(text) = read_text(&path)? else { return Ok(None) };
        let id = name.strip_suffix(".json").and_then(|id| Address::new(kind, id));
        let address = id.ok_or_else(|| LibraryError::malformed(&path, "its name is no id"))?;
        let entity = Stored::parse_at(&text, &address, &path)?.entity;
        let record = self.record(&address).unwrap_or_default();
        let updated = self.head(&address, &text)?.saved_at;
        let added = self.added_at(&address, &entity, &record);
        let mut tags: Vec<(String, String)> = Vec::new();
        for tag in leaves::tags(&entity).chain(record.tags.iter().map(String::as_str)) {
            let key = fold_key(tag);
            if !key.is_empty() && tags.iter().all(|(known, _)| *known != key) {
                tags.push((key, tag.to_owned()));
            }
        }
        let packed = leaves::pack(entity.body.value());
        let mut words = [const { String::new() }; 3];
        push_words(&normal(entity.name()), &mut words[0]);
        for text in std::iter::once(leaves::creator(&entity)).chain(tags.iter().map(|(_, tag)| tag.as_str())) {
            push_words(&normal(text), &mut words[1]);
        }
        for (_, text) in leaves::unpack(&packed) {
            push_words(text, &mut words[2]);
        }
        let content = leaves::content_hash(entity.body.value());
        Ok(Some(Entry { address, entity, record, updated, added, content, tags, packed, words }))
    }
}

/// Replaces the rows of some files, in one transaction.
pub(super) fn write_all(connection: &mut Connection, readings: &[Reading]) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    for reading in readings {
        forget(&transaction, reading)?;
        match &reading.outcome {
            Outcome::Read(entry) => insert(&transaction, entry, reading.stamps)?,
            Outcome::Gone => {}
            Outcome::Damaged(Damaged { file, error }) => {
                let [stamp, record_stamp] = reading.stamps;
                transaction.prepare_cached("INSERT INTO damaged VALUES(?1, ?2, ?3, ?4, ?5, ?6)")?.execute(params![
                    reading.kind.word(),
                    reading.name,
                    file,
                    error,
                    stamp,
                    record_stamp
                ])?;
            }
        }
    }
    transaction.commit()
}

fn forget(connection: &Connection, Reading { kind, name, .. }: &Reading) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM damaged WHERE kind = ?1 AND name = ?2")?.execute([kind.word(), name])?;
    let id = name.strip_suffix(".json").unwrap_or(name);
    let row: Option<i64> = connection
        .prepare_cached("SELECT row FROM entities WHERE kind = ?1 AND id = ?2")?
        .query_row([kind.word(), id], |row| row.get(0))
        .optional()?;
    if let Some(row) = row {
        for statement in [
            "DELETE FROM entities WHERE row = ?1",
            "DELETE FROM tags WHERE row = ?1",
            "DELETE FROM links WHERE row = ?1",
            "DELETE FROM leaves WHERE row = ?1",
            "DELETE FROM words WHERE rowid = ?1",
        ] {
            connection.prepare_cached(statement)?.execute([row])?;
        }
    }
    Ok(())
}

fn insert(connection: &Connection, entry: &Entry, [stamp, record_stamp]: [i64; 2]) -> rusqlite::Result<()> {
    let Entry { address, entity, record, updated, added, content, tags, packed, words: [name, about, body] } = entry;
    let creator = leaves::creator(entity);
    let shown = Shown::new(address, entity.name(), creator, tags.iter().map(|(_, tag)| tag.as_str()));
    let source = entity.source.as_ref();
    connection
        .prepare_cached(
            "INSERT INTO entities(kind, id, name, creator, format, updated, added, portrait, tint, tokens, tags, name_key,
             creator_key, twin, source, content, stamp, record_stamp)
             VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18)",
        )?
        .execute(params![
            address.kind().word(),
            address.id(),
            shown.name,
            shown.creator,
            source.map(|source| &source.format),
            updated,
            added,
            leaves::portrait(entity).or_else(|| record.portrait.clone().filter(|name| crate::layout::is_hash(name))),
            record.tint,
            record.tokens.map(|tokens| tokens as i64),
            shown.tags.join(TAG_BREAK),
            fold_key(entity.name()),
            fold_key(creator),
            leaves::twin_key(entity),
            super::twins::source_key(entity, None),
            content,
            stamp,
            record_stamp,
        ])?;
    let row = connection.last_insert_rowid();
    for (key, tag) in tags {
        connection.prepare_cached("INSERT INTO tags VALUES(?1, ?2, ?3)")?.execute(params![key, row, tag])?;
    }
    for (kind, id) in crate::links::linked(entity) {
        connection.prepare_cached("INSERT OR IGNORE INTO links VALUES(?1, ?2, ?3)")?.execute(params![
            kind.word(),
            id,
            row
        ])?;
    }
    connection.prepare_cached("INSERT INTO leaves VALUES(?1, ?2)")?.execute(params![row, packed])?;
    connection
        .prepare_cached("INSERT INTO words(rowid, name, about, body) VALUES(?1, ?2, ?3, ?4)")?
        .execute(params![row, name, about, body])?;
    Ok(())
}
