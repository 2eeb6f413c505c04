//! The pictures a card points to, on their way into a world (W-312): fetched before the finish promises anything, each
//! written as it comes and remembered with the address it came from, so that what was fetched once is not asked again.
//!
//! Rule kept: a picture that cannot be had never stops an import; the disk that fails does.

use std::collections::BTreeSet;

use ficha_world::{Doc, Held};

use super::at_work::AtWork;
use super::error::{Result, RunError};
use super::{store, tree};
use crate::pictures::{Saved, Wanted, candidates, fetch, merged, picture_hash, row};
use crate::records::{Choices, PictureItem, PictureOutcome, Pictures};
use ficha_convert::NormalizedCard;

/// What fetching stopped at.
enum Fault {
    /// There is no way to ask anybody.
    NoWay,
    /// The disk.
    Run(RunError),
}

impl From<std::io::Error> for Fault {
    fn from(_: std::io::Error) -> Fault {
        Fault::NoWay
    }
}

/// Fetches what the person wants of the card's pictures and does not have yet.
///
/// # Errors
/// `stopped`, and what the disk refuses.
pub(super) fn gather(work: &AtWork<'_>, card: &NormalizedCard, choices: &Choices) -> Result<Option<Pictures>> {
    let addresses = candidates(&card.data);
    if !choices.pictures || addresses.is_empty() {
        return Ok(None);
    }
    let before: Option<Pictures> = store::record(&work.writing)?;
    if before.as_ref().is_some_and(|record| record.finished_at.is_some()) {
        return Ok(before);
    }
    let saved = |item: &&PictureItem| item.outcome == PictureOutcome::Saved;
    let mut record = before.unwrap_or_else(|| Pictures { started_at: (work.outside.now)(), ..Pictures::default() });
    record.items.retain(|item| saved(&item));
    let asked: Vec<String> =
        addresses.iter().filter(|address| record.items.iter().all(|item| item.address != **address)).cloned().collect();
    let mut known: BTreeSet<String> = card.picture.iter().map(|picture| picture_hash(picture)).collect();
    for item in &record.items {
        if let Some(bytes) = item.path.as_deref().map(|path| work.writing.read(path)).transpose()?.flatten() {
            known.insert(picture_hash(&bytes));
        }
    }
    let taken = tree::tree_of(&work.writing)?.into_iter().filter(|(_, held)| matches!(held, Held::Picture { .. }));
    let wanted = Wanted {
        addresses: &asked,
        known,
        taken: taken.map(|(path, _)| path).collect(),
        run: &work.run_id(),
        now: work.outside.now,
        watch: work.outside.watch,
    };
    let mut so_far = record.clone();
    let found = fetch(wanted, work.outside.pictures, &mut |picture: Saved| {
        work.writing.write(&picture.path, &picture.bytes).map_err(|error| Fault::Run(error.into()))?;
        so_far.items.push(of_saved(&picture));
        store::put(&work.writing, &so_far).map_err(Fault::Run)
    });
    let found = match found {
        Ok(found) => found,
        Err(Fault::Run(error)) => return Err(error),
        Err(Fault::NoWay) => unasked(&asked, &(work.outside.now)()),
    };
    // What was stopped in the middle is asked again when the import goes on.
    work.go()?;
    let started_at = record.started_at.clone();
    let record = in_order(Pictures { started_at, ..merged(Some(record), found) }, &addresses);
    store::put(&work.writing, &record)?;
    Ok(Some(record))
}

fn of_saved(picture: &Saved) -> PictureItem {
    let address = picture.record.get("address").and_then(|address| address.as_str()).unwrap_or_default();
    PictureItem {
        address: address.to_owned(),
        outcome: PictureOutcome::Saved,
        path: Some(picture.path.clone()),
        bytes: Some(picture.bytes.len()),
        ..PictureItem::default()
    }
}

/// Every address as one that could not be asked.
fn unasked(addresses: &[String], now: &str) -> Pictures {
    let item = |address: &String| PictureItem {
        address: address.clone(),
        outcome: PictureOutcome::Failed,
        may_pass: true,
        ..PictureItem::default()
    };
    Pictures {
        started_at: now.to_owned(),
        finished_at: Some(now.to_owned()),
        items: addresses.iter().map(item).collect(),
        ..Pictures::default()
    }
}

/// The items in the order of the card.
fn in_order(mut record: Pictures, addresses: &[String]) -> Pictures {
    let place = |item: &PictureItem| addresses.iter().position(|address| *address == item.address);
    record.items.sort_by_cached_key(place);
    record
}

/// The rows of the picture index for what was fetched.
///
/// # Errors
/// What the disk refuses. A picture that is gone has no row.
pub(super) fn rows(work: &AtWork<'_>, record: Option<&Pictures>) -> Result<Vec<Doc>> {
    let mut rows = Vec::new();
    for item in record.map(|record| record.items.as_slice()).unwrap_or_default() {
        let Some(path) = item.path.as_deref().filter(|_| item.outcome == PictureOutcome::Saved) else { continue };
        let Some(bytes) = work.writing.read(path)? else { continue };
        // When it was added is when fetching began, so that an interrupted import says the same as an undisturbed one.
        let at = record.map(|record| record.started_at.as_str()).unwrap_or_default();
        rows.extend(row(path, &item.address, &bytes, at));
    }
    Ok(rows)
}
