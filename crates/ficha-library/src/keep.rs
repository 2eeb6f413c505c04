//! Keeping: entities that were staged or made here enter the library. Rules kept here: nothing there is overwritten,
//! an occupied id gets a number and links among what is kept together follow it; many are written together and can be
//! interrupted anywhere, after which the same call goes on where it stopped without keeping anything twice.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use bytes::Bytes;
use ficha_model::Entity;

use crate::batch::{Batch, Stage, sha256};
use crate::blobs::folder_entries;
use crate::intake::Plan;
use crate::library::modified_at;
use crate::links::follow;
use crate::own_json::read_text;
use crate::records::write_record;
use crate::revisions::{Header, why};
use crate::wrapper::Stored;
use crate::{Address, Library, Record, Result};

/// How many entities are written under one lock and one sync.
const TOGETHER: usize = 100;

/// What came of one file, to be kept together.
#[derive(Clone, Debug, Default)]
pub struct Keep {
    /// The staged file it came in, which becomes a blob.
    pub staged: Option<String>,
    /// The bytes of the file, when it was not staged; they become a blob.
    pub source: Option<Bytes>,
    /// The entities, the one the file is about first. Their ids are wishes.
    pub entities: Vec<Entity>,
    /// Other binaries they name.
    pub blobs: Vec<Bytes>,
    /// What the studio knows of each, in the same order; missing ones are empty.
    pub records: Vec<Record>,
    /// Why the first revision is made; empty for [`why::KEPT`].
    pub why: String,
}

/// Where what was kept is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Address and revision of each entity, in the order given.
    pub entities: Vec<(Address, u64)>,
}

/// Fills in which file an entity came from, where its record of it does not say.
pub(crate) fn fill_source(entity: &mut Entity, file: Option<(&str, u64)>, at: &str) {
    if let Some(source) = &mut entity.source {
        if let (None, Some((sha256, bytes))) = (&source.sha256, file) {
            source.sha256 = Some(sha256.to_owned());
            source.bytes = Some(bytes);
        }
        source.at.get_or_insert_with(|| at.to_owned());
    }
}

/// Whether an address may not be given away: an entity is there, or something one left behind. An empty folder is what
/// a failed attempt left, and no obstacle.
fn is_occupied(library: &Library, address: &Address) -> bool {
    let layout = &library.layout;
    let is_hidden = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    [layout.entity(address), layout.record(address), layout.draft(address)]
        .iter()
        .any(|path| fs::symlink_metadata(path).is_ok())
        || folder_entries(&layout.revisions(address)).map_or(true, |entries| !entries.iter().all(is_hidden))
}

impl Library {
    /// Keeps each item, in order; `progress` gets each outcome with its place in the list and says whether to go on.
    /// The answer has one outcome per item that was reached.
    pub fn keep(&self, items: Vec<Keep>, progress: &mut dyn FnMut(usize, &Result<Kept>) -> bool) -> Vec<Result<Kept>> {
        let mut outcomes = Vec::with_capacity(items.len());
        let mut items = items.into_iter().peekable();
        while items.peek().is_some() {
            let mut group = Vec::new();
            let mut size = 0;
            while let Some(item) = items.next_if(|item| size == 0 || size + item.entities.len() <= TOGETHER) {
                size += item.entities.len();
                group.push(item);
            }
            for outcome in self.keep_group(group) {
                let go_on = progress(outcomes.len(), &outcome);
                outcomes.push(outcome);
                if !go_on {
                    // The rest of the group is on disk already, and its outcomes are true.
                    items = Vec::new().into_iter().peekable();
                }
            }
        }
        outcomes
    }

    fn keep_group(&self, group: Vec<Keep>) -> Vec<Result<Kept>> {
        let lock = match self.lock() {
            Ok(lock) => lock,
            Err(error) => return group.iter().map(|_| Err(error.again())).collect(),
        };
        let mut batch = self.batch();
        let mut taken = BTreeSet::new();
        let plans: Vec<Result<Plan>> = group
            .into_iter()
            .map(|item| {
                let mut own = self.batch();
                let plan = self.plan_item(item, &mut own, &mut taken)?;
                batch.absorb(own);
                Ok(plan)
            })
            .collect();
        let written = batch.commit();
        // The index has a lock of its own; nobody waits for both.
        drop(lock);
        let addresses: Vec<Address> = plans.iter().flatten().flatten().map(|(address, _)| address.clone()).collect();
        self.index_written(&addresses);
        let outcome = |plan: Result<Plan>| {
            let plan = plan?;
            // A write that failed half-way has kept the items before that point.
            match &written {
                Err(error) if !plan.iter().all(|(address, hash)| self.was_kept(address, hash)) => Err(error.again()),
                Ok(()) | Err(_) => Ok(Kept { entities: plan.into_iter().map(|(address, _)| (address, 1)).collect() }),
            }
        };
        plans.into_iter().map(outcome).collect()
    }

    /// Writes one item's files and says where they go.
    fn plan_item(&self, item: Keep, batch: &mut Batch, taken: &mut BTreeSet<Address>) -> Result<Plan> {
        let Keep { staged, source, mut entities, blobs, records, why } = item;
        let why = if why.is_empty() { why::KEPT.to_owned() } else { why };
        let earlier = staged.as_ref().map(|id| self.plan(id)).transpose()?.unwrap_or_default();
        if !earlier.is_empty() && earlier.iter().all(|(address, hash)| self.was_kept(address, hash)) {
            return Ok(earlier);
        }
        let file = match (&staged, &source) {
            (Some(id), _) => {
                let staged = self.staged_one(id)?;
                batch.blob_file(&self.staged_path(id)?, &staged.sha256, staged.bytes)?;
                Some((staged.sha256, staged.bytes))
            }
            (None, Some(bytes)) => Some((batch.blob(bytes)?, bytes.len() as u64)),
            (None, None) => None,
        };
        for blob in &blobs {
            batch.blob(blob)?;
        }
        let at = self.now();
        let mut ids = BTreeMap::new();
        let mut addresses = Vec::new();
        for (index, entity) in entities.iter().enumerate() {
            let own = earlier
                .get(index)
                .filter(|(address, hash)| address.kind() == entity.kind && self.is_unfinished(address, hash));
            let address = match own {
                Some((address, _)) => address.clone(),
                None => self.free_address(entity, taken),
            };
            taken.insert(address.clone());
            ids.entry((entity.kind, entity.id.clone())).or_insert_with(|| address.id().to_owned());
            addresses.push(address);
        }
        let mut plan = Plan::new();
        let mut records = records.into_iter();
        for (entity, address) in entities.iter_mut().zip(addresses) {
            follow(entity, &ids);
            entity.id = address.id().to_owned();
            fill_source(entity, file.as_ref().map(|(sha256, bytes)| (sha256.as_str(), *bytes)), &at);
            let path = self.layout.entity(&address);
            let stored = Stored::of(entity.clone(), batch)?;
            let text = stored.to_text();
            let hash = sha256(text.as_bytes());
            let header = Header { at: at.clone(), why: why.clone(), parent: None, name: None, entity: hash.clone() };
            self.write_revision(&address, 1, &stored, &header, batch)?;
            batch.write(Stage::Entities, path, text.as_bytes())?;
            let mut record = records.next().unwrap_or_default();
            record.added.get_or_insert_with(|| at.clone());
            write_record(self, &address, &record, batch)?;
            plan.push((address, hash));
        }
        if let Some(id) = staged {
            let (path, text) = self.plan_file(&id, &plan)?;
            batch.write(Stage::Plans, path, text.as_bytes())?;
        }
        Ok(plan)
    }

    /// The first free address for an entity: its id's, or that with `-2`, `-3` ... behind it.
    fn free_address(&self, entity: &Entity, taken: &BTreeSet<Address>) -> Address {
        let wish = if entity.id.is_empty() { entity.name() } else { &entity.id };
        let wanted = Address::wanted(entity.kind, wish);
        let mut address = wanted.clone();
        let mut number = 2;
        while taken.contains(&address) || is_occupied(self, &address) {
            address = wanted.numbered(number);
            number += 1;
        }
        address
    }

    /// Whether an entity is here whose first revision wrote a file of that hash: it was kept by the plan that says so.
    pub(crate) fn was_kept(&self, address: &Address, hash: &str) -> bool {
        self.exists(address) && self.header(address, 1).is_ok_and(|header| header.entity == hash)
    }

    /// Whether what is at an address is at most the beginning of that plan, so that it may be written again.
    fn is_unfinished(&self, address: &Address, hash: &str) -> bool {
        let text = read_text(&self.layout.entity(address)).ok().flatten();
        let numbers = self.revision_numbers(address).unwrap_or_default();
        text.is_none_or(|text| sha256(text.as_bytes()) == hash)
            && numbers.iter().all(|number| *number == 1)
            && (numbers.is_empty() || self.header(address, 1).is_ok_and(|header| header.entity == hash))
    }

    /// When an entity entered the library, as well as the files tell.
    pub(crate) fn added_at(&self, address: &Address, entity: &Entity, record: &Record) -> String {
        let source = || entity.source.as_ref().and_then(|source| source.at.clone());
        record.added.clone().or_else(source).unwrap_or_else(|| modified_at(&self.layout.entity(address)))
    }
}
