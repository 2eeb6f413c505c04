//! Uploads that are looked at before a world exists. Rules kept here: an upload is kept byte for byte until it is
//! started or dropped; the world it becomes is made beside it and renamed into place as the last step; one that nobody
//! started for a week goes.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use super::make::INCOMING;
use super::write::{make_parents, move_to, sync_parent, write_whole};
use super::{WorldFolder, Worlds, is_folder_name, is_plain_file};
use crate::batch::copy_hashed;
use crate::blobs::folder_entries;
use crate::own_json::{read_value, text_of, to_text};
use crate::{LibraryError, Result};

/// How long an upload that nobody started is kept.
pub const KEPT_UPLOADS: Duration = Duration::from_secs(7 * 24 * 3600);
const RECORD: &str = "upload.json";

/// An upload that waits.
#[derive(Clone)]
pub struct Incoming {
    /// Its name in the library.
    pub id: String,
    /// The file's name as it came, without folders.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// SHA-256 of its bytes in lower-case hex.
    pub sha256: String,
    /// When it came, RFC 3339 UTC.
    pub at: String,
    /// What its file is called here: `source`, and the extension it came with.
    pub source: String,
    place: WorldFolder,
}

impl Worlds {
    /// Takes an upload in as a stream; `file_name` is what the person's file is called.
    ///
    /// # Errors
    /// [`LibraryError::Limit`] over `limit` bytes, a stream that fails, and what the system refuses; then nothing is
    /// left of it.
    pub fn take_incoming(&self, file_name: &str, from: &mut dyn Read, limit: u64) -> Result<Incoming> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        self.writable()?;
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let id = format!("{}-{}-{count:06}", self.time_in_names(), std::process::id());
        let place = self.upload_place(&id)?;
        let taken = self.fill_incoming(&place, file_name, from, limit);
        if taken.is_err() {
            // The sweep finds what cannot be taken away now.
            let _ = self.disk.remove_folder(&place.path);
        }
        taken
    }

    fn upload_place(&self, id: &str) -> Result<WorldFolder> {
        if !is_folder_name(id) {
            return Err(LibraryError::not_found(id));
        }
        let path = self.root.join(INCOMING).join(id);
        Ok(WorldFolder { id: id.to_owned(), path, all: self.clone() })
    }

    fn fill_incoming(&self, place: &WorldFolder, file_name: &str, from: &mut dyn Read, limit: u64) -> Result<Incoming> {
        let name = file_name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        let source = source_name(&name);
        let path = place.path.join(&source);
        make_parents(place, &path)?;
        let mut file = self.disk.create(&path).map_err(LibraryError::io("write", &path))?;
        let copied = copy_hashed(from, &mut *file, limit).map_err(LibraryError::io("copy", Path::new(&name)))?;
        drop(file);
        let over = || LibraryError::Limit { name: "upload-bytes", limit, place: PathBuf::from(&name) };
        let (sha256, bytes) = copied.ok_or_else(over)?;
        self.disk.sync_file(&path).map_err(LibraryError::io("sync", &path))?;
        let at = self.now();
        let incoming = Incoming { id: place.id.clone(), name, bytes, sha256, at, source, place: place.clone() };
        // Last, since an upload without its record is one that was never taken.
        write_whole(place, &place.path.join(RECORD), to_text(&incoming.record()).as_bytes())?;
        Ok(incoming)
    }

    /// An upload that waits.
    ///
    /// # Errors
    /// [`LibraryError::NotFound`] when there is none of that name.
    pub fn incoming(&self, id: &str) -> Result<Incoming> {
        let place = self.upload_place(id)?;
        let record = read_value(&place.path.join(RECORD))?.ok_or_else(|| LibraryError::not_found(id))?;
        let need = |key: &str| {
            text_of(&record, key).ok_or_else(|| LibraryError::malformed(&place.path, format!("no `{key}`")))
        };
        let name = need("name")?;
        let bytes = record.get("bytes").and_then(Value::as_u64).unwrap_or_default();
        let (sha256, at, source) = (need("sha256")?, need("at")?, source_name(&name));
        Ok(Incoming { id: id.to_owned(), name, bytes, sha256, at, source, place })
    }

    /// Takes away the uploads, and what is left of half-made worlds, that nobody touched for [`KEPT_UPLOADS`] before
    /// `now`. How many went.
    ///
    /// # Errors
    /// When the uploads cannot be listed. One that cannot be taken away is left for the next time.
    pub fn sweep_incoming(&self, now: SystemTime) -> Result<u64> {
        self.writable()?;
        let mut gone = 0;
        for path in folder_entries(&self.root.join(INCOMING))? {
            let Ok(meta) = fs::symlink_metadata(&path) else { continue };
            let age = meta.modified().ok().and_then(|time| now.duration_since(time).ok());
            let old = age.is_some_and(|age| age > KEPT_UPLOADS);
            if old && meta.is_dir() && self.disk.remove_folder(&path).is_ok() {
                gone += 1;
            }
        }
        Ok(gone)
    }
}

impl Incoming {
    /// The file with its bytes.
    ///
    /// # Errors
    /// [`LibraryError::NotFound`] when they are gone.
    pub fn source_path(&self) -> Result<PathBuf> {
        let own = self.place.path.join(&self.source);
        // A start that was interrupted has moved it already.
        let moved = self.place.path.join("world/.import").join(&self.source);
        [own, moved].into_iter().find(|path| is_plain_file(path)).ok_or_else(|| LibraryError::not_found(&self.id))
    }

    /// Its bytes.
    ///
    /// # Errors
    /// When they are gone or cannot be read.
    pub fn read(&self) -> Result<Vec<u8>> {
        let path = self.source_path()?;
        fs::read(&path).map_err(LibraryError::io("read", &path))
    }

    /// Makes it a world of these files, the upload among them as `.import/source.<ext>`. The first free of `id`,
    /// `id-2` ... names the world. Until the last step nothing is listed, and a failure can be tried again.
    ///
    /// # Errors
    /// Names and paths that lead elsewhere, and what the system refuses.
    pub fn start(&self, id: &str, files: &[(String, Vec<u8>)]) -> Result<WorldFolder> {
        let all = &self.place.all;
        all.writable()?;
        let own = self.place.path.join(&self.source);
        let source = self.source_path()?;
        if source != own {
            move_to(&self.place, &source, &own)?;
        }
        let half = self.place.path.join("world");
        if half.exists() {
            all.disk.remove_folder(&half).map_err(LibraryError::io("remove", &half))?;
        }
        let new = all.begin_in(self.place.path.clone(), false)?;
        for (path, bytes) in files {
            new.put(path, bytes)?;
        }
        let target = new.folder().place(&format!(".import/{}", self.source))?;
        make_parents(new.folder(), &target)?;
        all.disk.rename(&own, &target).map_err(LibraryError::io("move", &own))?;
        [own.parent(), target.parent()].into_iter().flatten().for_each(|folder| new.fresh().folder(folder));
        new.place_as(id)
    }

    /// Takes it away.
    ///
    /// # Errors
    /// What the system refuses.
    pub fn drop_it(self) -> Result<()> {
        let path = &self.place.path;
        self.place.all.writable()?;
        self.place.all.disk.remove_folder(path).map_err(LibraryError::io("remove", path))?;
        sync_parent(&self.place, path)
    }

    fn record(&self) -> Value {
        json!({"name": self.name, "bytes": self.bytes, "sha256": self.sha256, "at": self.at})
    }
}

/// `source`, with the extension of a name when that is a plain word.
fn source_name(name: &str) -> String {
    let extension = Path::new(name).extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.filter(|word| word.len() <= 8 && word.bytes().all(|byte| byte.is_ascii_alphanumeric())) {
        Some(extension) if !extension.is_empty() => format!("source.{extension}"),
        _ => "source.bin".to_owned(),
    }
}
