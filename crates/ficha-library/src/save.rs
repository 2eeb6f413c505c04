//! Opening, saving and bringing back one entity. Rules kept here: a save names the revision it started from and a
//! newer one on disk is a conflict; the order is blobs, revision, entity, index; a save that changes nothing writes
//! nothing; bringing back is a new revision, so that it can be taken back too.

use std::path::Path as FilePath;

use ficha_model::{Body, Entity, Path};

use crate::batch::{Batch, Stage, sha256};
use crate::keep::fill_source;
use crate::library::modified_at;
use crate::merge::merge;
use crate::own_json::read_text;
use crate::revisions::{Head, Header, RevisionRow, revision_text, why};
use crate::wrapper::{Stored, pictures_to_blobs};
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

/// A newer file for an entity that is here.
#[derive(Clone, Debug)]
pub struct Update {
    /// The entity brought up to date.
    pub address: Address,
    /// The revision it was opened at.
    pub base: u64,
    /// What its present original decodes to: what differs from it was edited here and stays.
    pub before: Body,
    /// What the newer file decodes to.
    pub incoming: Entity,
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

    /// Brings a revision back as a new one: all of it, or the body's values at some paths.
    pub fn restore(&self, address: &Address, base: u64, revision: u64, paths: Option<&[Path]>) -> Result<Opened> {
        let old = self.revision(address, revision)?;
        let entity = match paths {
            None => old,
            Some(paths) => {
                let mut entity = self.open_entity(address)?.entity;
                for path in paths {
                    match old.value_at(path).cloned() {
                        Some(value) => {
                            if !entity.put_at(path, value) {
                                let what = format!("{path} has no place in {address} any more");
                                return Err(LibraryError::CannotExpress { what });
                            }
                        }
                        None => entity.take_at(path),
                    }
                }
                entity
            }
        };
        self.save(Save { address: address.clone(), base, entity, why: why::RESTORED.to_owned(), name: None })
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

    /// Brings an entity up to date from a newer file, as one revision: original and source are replaced, and so are
    /// the parts of the body that were not edited here since; the edited ones, profiles and notes stay.
    pub fn update(&self, update: Update) -> Result<Opened> {
        let Update { address, base, mut before, incoming, staged, blobs } = update;
        let lock = self.lock()?;
        let mut batch = self.batch();
        let source = staged.map(|id| self.staged_one(&id)).transpose()?;
        if let Some(staged) = &source {
            batch.blob_file(&self.staged_path(&staged.id)?, &staged.sha256, staged.bytes)?;
        }
        for blob in &blobs {
            batch.blob(blob)?;
        }
        let mut entity = self.read_entity(&address)?.1.complete(self)?;
        // As it was when it was kept: a picture that became a blob then is no edit.
        pictures_to_blobs(&mut before, &mut batch)?;
        entity.body = Body::from(merge(before.value(), entity.body.value(), incoming.body.value()));
        entity.original = incoming.original;
        entity.source = incoming.source;
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
