//! The journal of an act that writes many files of a world, so that it happens whole however often it is interrupted.
//! Rules kept here: until `stage.json` is there nothing of the world has changed; from then on the act will be
//! finished; every step may be done twice.
//!
//! The steps, all under [`Writing`]: [`Writing::stage`], [`Writing::move_in`], the caller's own records, then
//! [`Writing::end_stage`]. After a crash [`WorldFolder::staged`] says whether to go on from the second.

use std::fs;

use serde_json::{Value, json};

use super::fresh::Fresh;
use super::write::make_parents;
use super::{WorldFolder, Writing, is_plain_file};
use crate::batch::sha256;
use crate::own_json::{document, list_of, text_of, to_text};
use crate::{LibraryError, Result};

const STAGE: &str = ".import/stage";
const RECORD: &str = ".import/stage.json";
const SCHEMA: &str = "ficha-stage/v1";
/// The file that is moved last: until it is there, an import is not finished for anybody who looks.
const LAST: &str = "world.json";

/// An act about to be done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Journal {
    /// The run it belongs to.
    pub run: String,
    /// When, RFC 3339 UTC.
    pub at: String,
    /// The phase the import has when it is done.
    pub phase: String,
    /// New files by world path. They are moved in this order, `world.json` last.
    pub put: Vec<(String, Vec<u8>)>,
    /// World paths taken away afterwards.
    pub remove: Vec<String>,
}

/// An act that has been promised: its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalHead {
    /// The run it belongs to.
    pub run: String,
    /// When it was staged, RFC 3339 UTC.
    pub at: String,
    /// The phase the import has when it is done.
    pub phase: String,
    /// Paths and SHA-256 of what is put, in the order of moving.
    pub put: Vec<(String, String)>,
    /// World paths taken away afterwards.
    pub remove: Vec<String>,
}

/// How moving ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moved {
    /// Every file is in its place.
    Whole(JournalHead),
    /// These files are neither staged nor in place with their content: the act cannot be finished.
    Damaged(Vec<String>),
}

impl WorldFolder {
    /// The act that was promised and is not ended; `None` when there is none.
    ///
    /// # Errors
    /// When the record is there and cannot be read.
    pub fn staged(&self) -> Result<Option<JournalHead>> {
        let Some(bytes) = self.read(RECORD)? else { return Ok(None) };
        let place = self.place(RECORD)?;
        let malformed = |what: &str| LibraryError::malformed(&place, what);
        let text = String::from_utf8(bytes).map_err(|_| malformed("it is not UTF-8"))?;
        let value = document(&text, &place)?.root().to_value();
        if text_of(&value, "schema").as_deref() != Some(SCHEMA) {
            return Err(LibraryError::Unsupported { what: format!("its schema is not {SCHEMA}"), place });
        }
        let need = |key: &str| text_of(&value, key).ok_or_else(|| malformed(&format!("no `{key}`")));
        let row = |row: &Value| Some((text_of(row, "path")?, text_of(row, "sha256")?));
        let rows = list_of(&value, "put");
        let put: Vec<(String, String)> = rows.iter().filter_map(row).collect();
        let listed = list_of(&value, "remove");
        let remove: Vec<String> = listed.iter().filter_map(|path| path.as_str().map(str::to_owned)).collect();
        if put.len() != rows.len() || remove.len() != listed.len() {
            return Err(malformed("a row of it is incomplete"));
        }
        for path in put.iter().map(|(path, _)| path).chain(&remove) {
            world_path(path)?;
        }
        Ok(Some(JournalHead { run: need("run")?, at: need("at")?, phase: need("phase")?, put, remove }))
    }
}

impl Writing {
    /// Stages an act and promises it. What an earlier attempt staged without a promise is taken away first.
    ///
    /// # Errors
    /// [`LibraryError::CannotExpress`] when an act is promised and not ended, or a path is not of the world. Then, and
    /// when the system refuses, nothing of the world has changed.
    pub fn stage(&self, journal: &Journal) -> Result<()> {
        if self.has(RECORD) {
            return Err(LibraryError::CannotExpress { what: "an act on this world is not finished yet".to_owned() });
        }
        for path in journal.put.iter().map(|(path, _)| path).chain(&journal.remove) {
            world_path(path)?;
        }
        self.clear_stage()?;
        let mut order: Vec<&(String, Vec<u8>)> = journal.put.iter().collect();
        order.sort_by_key(|(path, _)| path == LAST);
        let disk = &*self.folder.all.disk;
        let mut fresh = Fresh::default();
        for (path, bytes) in &order {
            fresh.put(disk, &self.place(&format!("{STAGE}/{path}"))?, bytes)?;
        }
        fresh.settle(disk, &self.path)?;
        let row = |(path, bytes): &&(String, Vec<u8>)| json!({"path": path, "sha256": sha256(bytes)});
        let put: Vec<Value> = order.iter().map(row).collect();
        let record = json!({
            "schema": SCHEMA, "run": journal.run, "at": journal.at, "phase": journal.phase,
            "put": put, "remove": journal.remove,
        });
        self.write(RECORD, to_text(&record).as_bytes())
    }

    /// Moves what is staged into place and does the removals; goes on where an earlier attempt stopped.
    ///
    /// # Errors
    /// [`LibraryError::NotFound`] when nothing is promised, and what the system refuses; then it may be called again.
    pub fn move_in(&self) -> Result<Moved> {
        let head = self.staged()?.ok_or_else(|| LibraryError::not_found("a staged act"))?;
        let mut damaged = Vec::new();
        let mut waiting = Vec::new();
        // All of it is looked at before anything moves, so that a damaged act leaves the world as it was.
        for (path, hash) in &head.put {
            let from = format!("{STAGE}/{path}");
            let staged = self.read(&from)?.map(|bytes| sha256(&bytes));
            let placed = || Ok::<_, LibraryError>(self.read(path)?.map(|bytes| sha256(&bytes)));
            match staged {
                Some(found) if found == *hash => waiting.push((from, path)),
                Some(_) => damaged.push(path.clone()),
                None if placed()?.as_ref() == Some(hash) => {}
                None => damaged.push(path.clone()),
            }
        }
        if !damaged.is_empty() {
            return Ok(Moved::Damaged(damaged));
        }
        let disk = &*self.folder.all.disk;
        let mut moved = Fresh::default();
        for (from, path) in waiting {
            let (from, to) = (self.place(&from)?, self.place(path)?);
            make_parents(&self.folder, &to)?;
            disk.rename(&from, &to).map_err(LibraryError::io("move", &from))?;
            [from.parent(), to.parent()].into_iter().flatten().for_each(|folder| moved.folder(folder));
        }
        for path in &head.remove {
            let place = self.place(path)?;
            if is_plain_file(&place) {
                disk.remove_file(&place).map_err(LibraryError::io("remove", &place))?;
                place.parent().into_iter().for_each(|folder| moved.folder(folder));
            }
        }
        // Until these last, the promise does too, and what a power cut undid is done again.
        moved.settle(disk, &self.path)?;
        Ok(Moved::Whole(head))
    }

    /// Ends an act whose files are all in place: the promise first, then the empty stage.
    ///
    /// # Errors
    /// What the system refuses; then it may be called again.
    pub fn end_stage(&self) -> Result<()> {
        self.remove(RECORD)?;
        self.clear_stage()
    }

    /// Gives an act up: takes its promise and all that is staged away. What was moved already stays.
    ///
    /// # Errors
    /// What the system refuses.
    pub fn drop_stage(&self) -> Result<()> {
        self.end_stage()
    }

    fn clear_stage(&self) -> Result<()> {
        match fs::symlink_metadata(self.place(STAGE)?) {
            Ok(_) => self.remove_folder(STAGE),
            Err(_) => Ok(()),
        }
    }
}

/// Only files of the world itself are put and removed by an act.
fn world_path(path: &str) -> Result<()> {
    if path.starts_with('.') || !super::path::is_inner_path(path) {
        return Err(LibraryError::CannotExpress { what: format!("{path:?} is no path of a world's file") });
    }
    Ok(())
}
