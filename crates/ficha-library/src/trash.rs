//! Taking entities out, and back. Rules kept here: everything an entity had moves together and can move back; an
//! interrupted move is finished by the next one; deleting for good is a step of its own that only the person takes.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::batch::Stage;
use crate::blobs::folder_entries;
use crate::own_json::{read_text, read_value, text_of, to_text};
use crate::wrapper::Stored;
use crate::{Address, Library, LibraryError, Result, clock};

/// Something in the trash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trashed {
    /// Its name in the trash.
    pub item: String,
    /// Where it was.
    pub address: Address,
    /// Its name, as people see it.
    pub name: String,
    /// When it was removed, RFC 3339 UTC.
    pub at: String,
}

/// What an entity has, its file last: a move back is done when that is there.
const PARTS: [&str; 4] = ["revisions", "record.json", "draft.json", "entity.json"];

impl Library {
    fn part(&self, address: &Address, part: &str) -> PathBuf {
        match part {
            "revisions" => self.layout.revisions(address),
            "record.json" => self.layout.record(address),
            "draft.json" => self.layout.draft(address),
            _ => self.layout.entity(address),
        }
    }

    fn move_part(&self, from: &Path, to: &Path) -> Result<()> {
        if fs::symlink_metadata(from).is_err() {
            return Ok(());
        }
        if let Some(parent) = to.parent() {
            self.disk.create_folders(parent).map_err(LibraryError::io("make the folder", parent))?;
        }
        self.disk.rename(from, to).map_err(LibraryError::io("move", from))?;
        for folder in [from.parent(), to.parent()].into_iter().flatten() {
            self.disk.sync_folder(folder).map_err(LibraryError::io("sync the folder", folder))?;
        }
        Ok(())
    }

    /// Moves entities to the trash, each with its record, draft and revisions. Damaged ones can be moved too.
    pub fn remove(&self, addresses: &[Address]) -> Result<Vec<Trashed>> {
        let lock = self.lock()?;
        let removed = addresses.iter().map(|address| self.remove_one(address)).collect();
        drop(lock);
        self.index_written(addresses);
        removed
    }

    fn remove_one(&self, address: &Address) -> Result<Trashed> {
        let file = self.layout.entity(address);
        if fs::symlink_metadata(&file).is_err() {
            return Err(LibraryError::not_found(address));
        }
        let stored = read_text(&file).ok().flatten().and_then(|text| Stored::parse(&text, &file).ok());
        let name = stored.map_or_else(|| address.id().to_owned(), |stored| stored.entity.name().to_owned());
        let at = self.now();
        let stem = format!(
            "{}-{}-{}",
            clock::folder_time(&at),
            address.kind(),
            Address::wanted(address.kind(), address.id()).id()
        );
        let mut item = stem.clone();
        let mut number = 2;
        while self.layout.top("trash").join(&item).exists() {
            item = format!("{stem}-{number}");
            number += 1;
        }
        let folder = self.layout.top("trash").join(&item);
        let label = json!({"kind": address.kind().word(), "id": address.id(), "name": name, "at": at});
        let mut batch = self.batch();
        batch.write(Stage::Rest, folder.join("trash.json"), to_text(&label).as_bytes())?;
        batch.commit()?;
        // The entity first: from then on it is in the trash, and nothing of it can be taken for a new one's.
        for part in PARTS.into_iter().rev() {
            self.move_part(&self.part(address, part), &folder.join(part))?;
        }
        Ok(Trashed { item, address: address.clone(), name, at })
    }

    /// What is in the trash, newest first.
    pub fn trash(&self) -> Result<Vec<Trashed>> {
        let folders = folder_entries(&self.layout.top("trash"))?;
        let names = folders.iter().rev().filter_map(|path| path.file_name()?.to_str());
        Ok(names.filter(|name| !name.starts_with('.')).filter_map(|name| self.trashed(name).ok()).collect())
    }

    fn trashed(&self, item: &str) -> Result<Trashed> {
        let folder = self.layout.item("trash", item).ok_or_else(|| LibraryError::not_found(item))?;
        let path = folder.join("trash.json");
        let label = read_value(&path)?.ok_or_else(|| LibraryError::not_found(item))?;
        let need =
            |key: &str| text_of(&label, key).ok_or_else(|| LibraryError::malformed(&path, format!("no `{key}`")));
        if !folder.join("entity.json").exists() {
            return Err(LibraryError::not_found(item));
        }
        let address = format!("{}/{}", need("kind")?, need("id")?).parse()?;
        Ok(Trashed { item: item.to_owned(), address, name: need("name")?, at: need("at")? })
    }

    /// Moves things back from the trash; where the address is taken meanwhile, the id gets a number.
    pub fn restore_trash(&self, items: &[String]) -> Result<Vec<Address>> {
        let lock = self.lock()?;
        let addresses: Vec<Address> = items.iter().map(|item| self.restore_one(item)).collect::<Result<_>>()?;
        drop(lock);
        self.index_written(&addresses);
        Ok(addresses)
    }

    fn restore_one(&self, item: &str) -> Result<Address> {
        let trashed = self.trashed(item)?;
        let folder = self.layout.top("trash").join(item);
        self.finish_move(&trashed, &folder)?;
        let mut address = trashed.address.clone();
        let mut number = 2;
        while PARTS.iter().any(|part| fs::symlink_metadata(self.part(&address, part)).is_ok()) {
            address = trashed.address.numbered(number);
            number += 1;
        }
        let file = folder.join("entity.json");
        if address != trashed.address {
            let text = read_text(&file)?.unwrap_or_default();
            let mut stored = Stored::parse(&text, &file)?;
            stored.entity.id = address.id().to_owned();
            let mut batch = self.batch();
            batch.write(Stage::Entities, file.clone(), stored.to_text().as_bytes())?;
            batch.commit()?;
        }
        for part in PARTS {
            self.move_part(&folder.join(part), &self.part(&address, part))?;
        }
        self.disk.remove_folder(&folder).map_err(LibraryError::io("remove", &folder))?;
        Ok(address)
    }

    /// Brings what an interrupted move left outside into the trash, unless an entity lives at that address or another
    /// one was removed from it later.
    fn finish_move(&self, trashed: &Trashed, folder: &Path) -> Result<()> {
        let newest = self.trash()?.into_iter().find(|other| other.address == trashed.address);
        if self.exists(&trashed.address) || newest.is_some_and(|newest| newest.item != trashed.item) {
            return Ok(());
        }
        for part in PARTS {
            let to = folder.join(part);
            if fs::symlink_metadata(&to).is_err() {
                self.move_part(&self.part(&trashed.address, part), &to)?;
            }
        }
        Ok(())
    }

    /// Deletes things in the trash for good. Blobs only they named stay until a sweep.
    pub fn delete_trash(&self, items: &[String]) -> Result<()> {
        let _lock = self.lock()?;
        for item in items {
            let folder = self
                .layout
                .item("trash", item)
                .filter(|folder| folder.is_dir())
                .ok_or_else(|| LibraryError::not_found(item))?;
            if let Ok(trashed) = self.trashed(item) {
                self.finish_move(&trashed, &folder)?;
            }
            self.disk.remove_folder(&folder).map_err(LibraryError::io("remove", &folder))?;
        }
        Ok(())
    }
}
