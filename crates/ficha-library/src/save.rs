//! Opening, saving and bringing back one entity. Rules kept here: a save names the revision it started from and a
//! newer one on disk is a conflict; the order is blobs, revision, entity, index; a save that changes nothing writes
//! nothing; bringing back is a new revision, so that it can be taken back too.

use std::fs;
use std::path::Path as FilePath;
use std::time::SystemTime;

use ficha_model::{Entity, Kind};

use crate::batch::{Batch, Stage, sha256};
use crate::keep::fill_source;
use crate::library::modified_at;
use crate::own_json::read_text;
use crate::revisions::{Head, Header, RevisionRow, revision_text, why};
use crate::wrapper::Stored;
use crate::{Address, Library, LibraryError, Record, Result, clock};

/// An entity as it is now.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The entity, source payloads included.
    pub entity: Entity,
    /// Its newest revision; a save names it.
    pub revision: u64,
    /// When that was made, RFC 3339 UTC.
    pub saved_at: String,
    /// What the studio knows of it.
    pub record: Record,
}

/// A save.
#[derive(Clone, Debug)]
pub struct Save {
    /// The entity saved.
    pub address: Address,
    /// The revision it was opened at.
    pub base: u64,
    /// What it is to be. Kind and id are those of the address, whatever they say.
    pub entity: Entity,
    /// Why, see [`why`].
    pub why: String,
    /// A name for the revision.
    pub name: Option<String>,
}

/// An entity brought up to date from a newer file.
#[derive(Clone, Debug)]
pub struct Update {
    /// The entity brought up to date.
    pub address: Address,
    /// The revision it was opened at.
    pub base: u64,
    /// What it is from now on, with the newer file's original and source.
    pub entity: Entity,
    /// The staged file it came in, which becomes a blob.
    pub staged: Option<String>,
    /// Other binaries it names.
    pub blobs: Vec<bytes::Bytes>,
}

impl Library {
    fn read_entity(&self, address: &Address) -> Result<(String, Stored)> {
        let path = self.layout.entity(address);
        let text = read_text(&path)?.ok_or_else(|| LibraryError::not_found(address))?;
        let stored = Stored::parse_at(&text, address, &path)?;
        Ok((text, stored))
    }

    /// The wrapper as its file has it.
    pub fn entity_text(&self, address: &Address) -> Result<String> {
        Ok(self.read_entity(address)?.0)
    }

    /// Opens an entity, its source payloads read from their blobs.
    pub fn open_entity(&self, address: &Address) -> Result<Opened> {
        let (text, stored) = self.read_entity(address)?;
        let Head { revision, saved_at, .. } = self.head(address, &text)?;
        Ok(Opened { entity: stored.complete(self)?, revision, saved_at, record: self.record(address)? })
    }

    /// Saves an entity as a new revision. One that is equal to what is there and has no name makes none.
    pub fn save(&self, save: Save) -> Result<Opened> {
        let lock = self.lock()?;
        let mut batch = self.batch();
        let opened = self.save_in(save, &mut batch)?;
        batch.commit()?;
        drop(lock);
        self.index_written(std::slice::from_ref(&opened.0));
        Ok(opened.1)
    }

    fn save_in(&self, save: Save, batch: &mut Batch) -> Result<(Address, Opened)> {
        let Save { address, base, mut entity, why, name } = save;
        let file = self.layout.entity(&address);
        let (before, mut found) = self.read_entity(&address)?;
        let head = self.head(&address, &before)?;
        if head.revision != base {
            return Err(LibraryError::Conflict { address, base, current: head.revision });
        }
        entity.kind = address.kind();
        entity.id = address.id().to_owned();
        let raws: Vec<_> =
            entity.original.iter().map(|(format, original)| (format.clone(), original.clone())).collect();
        let stored = Stored::of(entity, batch)?;
        let text = stored.to_text();
        let mut revision = head.revision;
        let mut saved_at = head.saved_at.clone();
        if text != before || name.is_some() {
            if head.unrecorded {
                found.store_media(&mut |bytes| batch.blob(bytes))?;
                self.record_found(&address, &found, &before, head.revision, batch)?;
            }
            revision += 1;
            saved_at = self.now();
            let header = Header {
                at: saved_at.clone(),
                why,
                parent: Some(head.revision),
                name,
                entity: sha256(text.as_bytes()),
            };
            self.write_revision(&address, revision, &stored, &header, batch)?;
            if text != before {
                batch.write(Stage::Entities, file, text.as_bytes())?;
            }
        }
        let mut entity = stored.entity;
        entity.original.extend(raws);
        let record = self.record(&address)?;
        Ok((address, Opened { entity, revision, saved_at, record }))
    }

    pub(crate) fn write_revision(
        &self,
        address: &Address,
        number: u64,
        stored: &Stored,
        header: &Header,
        batch: &mut Batch,
    ) -> Result<()> {
        let path = self.layout.revision(address, number);
        let text = revision_text(stored, header, batch, &path)?;
        batch.write(Stage::Revisions, path, text.as_bytes())
    }

    /// Makes the state something else left in the file a revision, so that the next save does not lose it.
    fn record_found(
        &self,
        address: &Address,
        found: &Stored,
        text: &str,
        number: u64,
        batch: &mut Batch,
    ) -> Result<()> {
        let header = Header {
            at: modified_at(&self.layout.entity(address)),
            why: why::FOUND.to_owned(),
            parent: number.checked_sub(1).filter(|parent| *parent > 0),
            name: None,
            entity: sha256(text.as_bytes()),
        };
        self.write_revision(address, number, found, &header, batch)
    }

    /// Brings a revision back, all of it, as a new one.
    pub fn restore(&self, address: &Address, base: u64, revision: u64) -> Result<Opened> {
        let entity = self.revision(address, revision)?;
        self.save(Save { address: address.clone(), base, entity, why: why::RESTORED.to_owned(), name: None })
    }

    /// Makes a state that something else left in the entity's file a revision, so that a save that starts from it can
    /// be told from one that does not know it. Nothing happens when there is none; whether there was one.
    pub fn record_outside(&self, address: &Address) -> Result<bool> {
        let is_unrecorded = |text: &str| Ok::<bool, LibraryError>(self.head(address, text)?.unrecorded);
        if !is_unrecorded(&self.read_entity(address)?.0)? {
            return Ok(false);
        }
        let lock = self.lock()?;
        let (text, mut found) = self.read_entity(address)?;
        let head = self.head(address, &text)?;
        if !head.unrecorded {
            return Ok(false);
        }
        let mut batch = self.batch();
        found.store_media(&mut |bytes| batch.blob(bytes))?;
        self.record_found(address, &found, &text, head.revision, &mut batch)?;
        batch.commit()?;
        drop(lock);
        Ok(true)
    }

    /// When an entity's file was last changed and its size, `None` when there is none, and when its history was; both
    /// the same means that [`Library::newest`] is.
    pub fn stamp_of(&self, address: &Address) -> (Option<(SystemTime, u64)>, Option<SystemTime>) {
        let changed = |meta: &fs::Metadata| meta.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let file = fs::metadata(self.layout.entity(address)).ok();
        let history = fs::metadata(self.layout.revisions(address)).ok();
        (file.map(|meta| (changed(&meta), meta.len())), history.as_ref().map(changed))
    }

    /// A text that is another one after a file of an entity was added, removed or replaced by whomever.
    pub fn stamp(&self) -> String {
        let times = Kind::ALL.into_iter().map(|kind| {
            let folder = self.layout.top("entities").join(kind.word());
            let changed = fs::metadata(folder).and_then(|meta| meta.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
            changed.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_micros()).to_string()
        });
        times.collect::<Vec<_>>().join("-")
    }

    /// The newest revision of an entity, without reading more than that needs.
    pub fn newest(&self, address: &Address) -> Result<u64> {
        let text = read_text(&self.layout.entity(address))?.ok_or_else(|| LibraryError::not_found(address))?;
        Ok(self.head(address, &text)?.revision)
    }

    /// Gives the entity as it is a name in its history.
    pub fn snapshot(&self, address: &Address, name: &str) -> Result<RevisionRow> {
        let opened = self.open_entity(address)?;
        let why = why::NAMED.to_owned();
        let name = Some(name.to_owned());
        let save = Save {
            address: address.clone(),
            base: opened.revision,
            entity: opened.entity,
            why: why.clone(),
            name: name.clone(),
        };
        let opened = self.save(save)?;
        Ok(RevisionRow { revision: opened.revision, at: opened.saved_at, why, name })
    }

    /// Brings an entity up to date from a newer file, as one revision.
    pub fn update(&self, update: Update) -> Result<Opened> {
        let Update { address, base, mut entity, staged, blobs } = update;
        let lock = self.lock()?;
        let mut batch = self.batch();
        let source = staged.map(|id| self.staged_one(&id)).transpose()?;
        if let Some(staged) = &source {
            batch.blob_file(&self.staged_path(&staged.id)?, &staged.sha256, staged.bytes)?;
        }
        for blob in &blobs {
            batch.blob(blob)?;
        }
        fill_source(&mut entity, source.as_ref().map(|staged| (staged.sha256.as_str(), staged.bytes)), &self.now());
        let save = Save { address, base, entity, why: why::UPDATED.to_owned(), name: None };
        let (address, opened) = self.save_in(save, &mut batch)?;
        batch.commit()?;
        drop(lock);
        self.index_written(std::slice::from_ref(&address));
        Ok(opened)
    }

    /// Moves a file that cannot be read out of the way of one that is about to take its name.
    pub(crate) fn put_aside(&self, path: &FilePath) -> Result<()> {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let aside = path.with_file_name(format!("{stem}.damaged-{}.json", clock::folder_time(&self.now())));
        self.disk.rename(path, &aside).map_err(LibraryError::io("put aside", path))
    }
}
