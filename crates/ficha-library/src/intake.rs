//! Files waiting to be judged: their bytes, untouched, and what the caller has found and decided so far. Rule kept
//! here: a staged file appears whole, survives a restart, and goes only when it is discarded.
//!
//! A folder of the intake has `source`, the bytes; `state.json`, `{fileName, sha256, bytes, at, state}`; and, from the
//! moment its entities are about to be written, `kept.json` with where they go.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use serde_json::{Value, json};

use crate::batch::{Stage, copy_hashed, discard, temporary_name};
use crate::blobs::folder_entries;
use crate::own_json::{list_of, read_value, text_of, to_text};
use crate::{Address, Library, LibraryError, Result, clock};

/// A staged file.
#[derive(Clone, Debug, PartialEq)]
pub struct Staged {
    /// Its name in the intake; later ones sort behind earlier ones.
    pub id: String,
    /// The file's name, without folders.
    pub file_name: String,
    /// SHA-256 of its bytes in lower-case hex.
    pub sha256: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// When it was staged, RFC 3339 UTC.
    pub at: String,
    /// Whatever the caller keeps with it.
    pub state: Value,
    /// Where its entities went, once it was kept.
    pub kept: Option<Vec<Address>>,
}

/// Where the entities of a staged file go, written before they do: each with the SHA-256 of its file.
pub(crate) type Plan = Vec<(Address, String)>;

impl Library {
    /// Stages a file by copying it as a stream; refuses one over `limit` bytes.
    pub fn stage_file(&self, path: &Path, limit: u64) -> Result<Staged> {
        let mut file = fs::File::open(path).map_err(LibraryError::io("read", path))?;
        let length = file.metadata().map_err(LibraryError::io("read", path))?.len();
        if length > limit {
            return Err(LibraryError::Limit { name: "file-bytes", limit, place: path.to_owned() });
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        self.stage(&name, &mut file, limit, path)
    }

    /// Stages bytes that are no file here: pasted or uploaded ones.
    pub fn stage_bytes(&self, file_name: &str, bytes: &[u8]) -> Result<Staged> {
        self.stage(file_name, &mut &*bytes, u64::MAX, Path::new(file_name))
    }

    fn stage(&self, file_name: &str, from: &mut dyn Read, limit: u64, shown: &Path) -> Result<Staged> {
        self.writable()?;
        let at = self.now();
        let hidden = self.layout.top("intake").join(temporary_name());
        let staged = self.stage_hidden(&hidden, file_name, from, limit, shown, &at);
        if staged.is_err() {
            // What is left of a failed attempt is hidden and taken away with the other temporary files.
            let _ = self.disk.remove_folder(&hidden);
        }
        staged
    }

    fn stage_hidden(
        &self,
        hidden: &Path,
        file_name: &str,
        from: &mut dyn Read,
        limit: u64,
        shown: &Path,
        at: &str,
    ) -> Result<Staged> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        self.disk.create_folders(hidden).map_err(LibraryError::io("make the folder", hidden))?;
        let source = hidden.join("source");
        let mut file = self.disk.create(&source).map_err(LibraryError::io("write", &source))?;
        let copied = copy_hashed(from, &mut *file, limit).map_err(LibraryError::io("copy", shown))?;
        let (sha256, bytes) =
            copied.ok_or_else(|| LibraryError::Limit { name: "file-bytes", limit, place: shown.to_owned() })?;
        drop(file);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let id = format!("{}-{}-{count:06}", clock::folder_time(at), std::process::id());
        let file_name = file_name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        let staged = Staged { id, file_name, sha256, bytes, at: at.to_owned(), state: Value::Null, kept: None };
        let state = hidden.join("state.json");
        let mut file = self.disk.create(&state).map_err(LibraryError::io("write", &state))?;
        file.write_all(staged.text().as_bytes()).map_err(LibraryError::io("write", &state))?;
        drop(file);
        let folder = self.staged_folder(&staged.id)?;
        self.disk.rename(hidden, &folder).map_err(LibraryError::io("put in place", &folder))?;
        Ok(staged)
    }

    fn staged_folder(&self, id: &str) -> Result<PathBuf> {
        self.layout.item("intake", id).ok_or_else(|| LibraryError::not_found(id))
    }

    /// The file with a staged file's bytes.
    pub fn staged_path(&self, id: &str) -> Result<PathBuf> {
        let path = self.staged_folder(id)?.join("source");
        if path.is_file() { Ok(path) } else { Err(LibraryError::not_found(id)) }
    }

    /// The bytes of a staged file, checked against its hash.
    pub fn staged_bytes(&self, id: &str) -> Result<Bytes> {
        let path = self.staged_path(id)?;
        let bytes = self.proved.content(&path, &self.staged_one(id)?.sha256)?;
        bytes.ok_or_else(|| LibraryError::malformed(&path, "its bytes changed since it was staged"))
    }

    /// Gives a staged file that has no bytes yet, as one refused for its size, the bytes of a stream, as far as
    /// `limit`; none of them is held in memory. What the caller keeps with it stays.
    pub fn fill_staged(&self, id: &str, from: &mut dyn Read, limit: u64) -> Result<Staged> {
        self.writable()?;
        let staged = self.staged_one(id)?;
        let folder = self.staged_folder(id)?;
        let (source, hidden) = (folder.join("source"), folder.join(temporary_name()));
        let filled = self.copy_to(&hidden, from, limit).and_then(|(sha256, bytes)| {
            let staged = Staged { sha256, bytes, ..staged };
            // The state first: bytes that are not those it names are noticed, a state without its bytes is not.
            let mut batch = self.batch();
            batch.write(Stage::Rest, folder.join("state.json"), staged.text().as_bytes())?;
            batch.commit()?;
            self.disk.rename(&hidden, &source).map_err(LibraryError::io("put in place", &source))?;
            Ok(staged)
        });
        if filled.is_err() {
            discard(&*self.disk, &hidden);
        }
        filled
    }

    fn copy_to(&self, file: &Path, from: &mut dyn Read, limit: u64) -> Result<(String, u64)> {
        let mut to = self.disk.create(file).map_err(LibraryError::io("write", file))?;
        let copied = copy_hashed(from, &mut *to, limit).map_err(LibraryError::io("copy", file))?;
        copied.ok_or_else(|| LibraryError::Limit { name: "file-bytes", limit, place: file.to_owned() })
    }

    /// Every staged file, oldest first. One whose state cannot be read is left out and left alone.
    pub fn staged(&self) -> Result<Vec<Staged>> {
        let folders = folder_entries(&self.layout.top("intake"))?;
        let names = folders.iter().filter_map(|path| path.file_name()?.to_str());
        Ok(names.filter(|name| !name.starts_with('.')).filter_map(|name| self.staged_one(name).ok()).collect())
    }

    /// How many files are staged.
    pub(crate) fn staged_count(&self) -> Result<u64> {
        let folders = folder_entries(&self.layout.top("intake"))?;
        let shown = |path: &&PathBuf| path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.'));
        Ok(folders.iter().filter(shown).count() as u64)
    }

    /// One staged file.
    pub fn staged_one(&self, id: &str) -> Result<Staged> {
        let path = self.staged_folder(id)?.join("state.json");
        let value = read_value(&path)?.ok_or_else(|| LibraryError::not_found(id))?;
        let need =
            |key: &str| text_of(&value, key).ok_or_else(|| LibraryError::malformed(&path, format!("no `{key}`")));
        let plan = self.plan(id)?;
        let whole = !plan.is_empty() && plan.iter().all(|(address, hash)| self.was_kept(address, hash));
        Ok(Staged {
            id: id.to_owned(),
            file_name: need("fileName")?,
            sha256: need("sha256")?,
            bytes: value.get("bytes").and_then(Value::as_u64).unwrap_or(0),
            at: need("at")?,
            state: value.get("state").cloned().unwrap_or_default(),
            kept: whole.then(|| plan.into_iter().map(|(address, _)| address).collect()),
        })
    }

    /// Replaces what the caller keeps with a staged file.
    pub fn set_staged_state(&self, id: &str, state: &Value) -> Result<()> {
        self.writable()?;
        let staged = Staged { state: state.clone(), ..self.staged_one(id)? };
        let mut batch = self.batch();
        batch.write(Stage::Rest, self.staged_folder(id)?.join("state.json"), staged.text().as_bytes())?;
        batch.commit()
    }

    /// Takes a staged file away; what was kept of it stays.
    pub fn discard_staged(&self, id: &str) -> Result<()> {
        self.writable()?;
        let folder = self.staged_folder(id)?;
        // Renamed first, so that it is gone at once and whole.
        let hidden = folder.with_file_name(temporary_name());
        self.disk.rename(&folder, &hidden).map_err(LibraryError::io("discard", &folder))?;
        self.disk.remove_folder(&hidden).map_err(LibraryError::io("remove", &hidden))
    }

    /// The plan of a staged file; empty when it was never being kept.
    pub(crate) fn plan(&self, id: &str) -> Result<Plan> {
        let value = read_value(&self.staged_folder(id)?.join("kept.json"))?.unwrap_or_default();
        let row = |row: &Value| Some((text_of(row, "address")?.parse().ok()?, text_of(row, "sha256")?));
        Ok(list_of(&value, "entities").iter().filter_map(row).collect())
    }

    /// The file of a plan, and its text.
    pub(crate) fn plan_file(&self, id: &str, plan: &Plan) -> Result<(PathBuf, String)> {
        let row = |(address, sha256): &(Address, String)| json!({"address": address.to_string(), "sha256": sha256});
        let rows: Vec<Value> = plan.iter().map(row).collect();
        Ok((self.staged_folder(id)?.join("kept.json"), to_text(&json!({ "entities": rows }))))
    }
}

impl Staged {
    fn text(&self) -> String {
        to_text(&json!({
            "fileName": self.file_name,
            "sha256": self.sha256,
            "bytes": self.bytes,
            "at": self.at,
            "state": self.state,
        }))
    }
}
