//! Where a world stands with updates, and what the person made of the changes.

use std::collections::BTreeMap;

use ficha_library::worlds::WorldFolder;
use serde_json::Value;

use super::error::{Result, UpdateError};
use super::kept::{settle, undoable};
use crate::card::Card;
use crate::records::{Choices, ImportKind, Mark, Provenance, Record, UpdateState, read_json};
use crate::run::{RunError, lock, record};

/// Where a world stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Whether it was made from a card that is still there.
    pub from_card: bool,
    /// Whether a newer card waits.
    pub waiting: bool,
    /// Whether the last update can be undone.
    pub can_undo: bool,
    /// The file the newer card came in.
    pub file_name: Option<String>,
    /// The version the newer card says it has.
    pub version: Option<String>,
    /// The version the world's card says it has.
    pub version_before: Option<String>,
    /// When the newer card came.
    pub started_at: Option<String>,
    /// When the update that can be undone was finished.
    pub finished_at: Option<String>,
    /// Whether finishing has asked about unmarked changes already.
    pub asked: bool,
}

/// Whether a newer card waits.
pub(crate) fn is_waiting(folder: &WorldFolder) -> bool {
    folder.has(".import/update/card.json")
}

/// The waiting update's state; a fresh one when its record is gone.
pub(super) fn state_of(folder: &WorldFolder) -> Result<UpdateState> {
    Ok(record::<UpdateState>(folder)?.unwrap_or_default())
}

/// A card of a world, as V3.
pub(crate) fn card_at(folder: &WorldFolder, path: &str) -> Result<Option<Value>> {
    let Some(bytes) = folder.read(path)? else { return Ok(None) };
    read_json(&bytes).map(Some).map_err(|error| UpdateError::unreadable(path, error))
}

fn version_at(folder: &WorldFolder, path: &str) -> Option<String> {
    let card = card_at(folder, path).ok().flatten()?;
    Some(version_of(&card)).filter(|version| !version.is_empty())
}

/// The version a card says it has.
pub(super) fn version_of(card: &Value) -> String {
    Card::of(card).text("character_version").trim().to_owned()
}

/// Where a world stands with updates. An act that was interrupted is done first.
///
/// # Errors
/// What keeps its records from being read.
pub fn status(folder: &WorldFolder) -> Result<Status> {
    match settle(folder) {
        // Whoever holds the world is at it.
        Err(UpdateError::Run(RunError::Busy)) => {}
        other => other?,
    }
    let waiting = is_waiting(folder);
    let can_undo = !waiting && undoable(folder)?.is_some();
    let lines = record::<Provenance>(folder).ok().flatten().map(|all| all.lines).unwrap_or_default();
    let mut updates = lines.iter().filter(|line| line.kind == ImportKind::Update);
    let waits = waiting.then(|| super::act::record_at::<Choices>(folder, "update/choices.json")).transpose()?.flatten();
    let state = if waiting { state_of(folder)? } else { UpdateState::default() };
    Ok(Status {
        from_card: folder.has(".import/card.json"),
        waiting,
        can_undo,
        file_name: waits.map(|choices| choices.upload.name),
        version: if waiting { version_at(folder, ".import/update/card.json") } else { None },
        version_before: version_at(folder, ".import/card.json"),
        started_at: waiting.then_some(state.started_at).filter(|at| !at.is_empty()),
        finished_at: if can_undo { updates.next_back().map(|line| line.at.clone()) } else { None },
        asked: state.asked,
    })
}

/// What the person made of the changes so far, by their names.
///
/// # Errors
/// A record that cannot be read.
pub fn marks(folder: &WorldFolder) -> Result<BTreeMap<String, Mark>> {
    Ok(state_of(folder)?.marks)
}

/// Marks a change, or takes its mark away.
///
/// # Errors
/// [`UpdateError::NoUpdate`], [`UpdateError::NoChange`] for a name that is none of the changes, and what the disk
/// refuses.
pub fn mark(folder: &WorldFolder, change: &str, mark: Option<Mark>) -> Result<()> {
    settle(folder)?;
    let writing = lock(folder)?;
    if !is_waiting(&writing) {
        return Err(UpdateError::NoUpdate);
    }
    if !super::changes::names(&writing)?.iter().any(|name| name == change) {
        return Err(UpdateError::NoChange(change.to_owned()));
    }
    let mut state = state_of(&writing)?;
    match mark {
        Some(mark) => state.marks.insert(change.to_owned(), mark),
        None => state.marks.remove(change),
    };
    writing.write(&format!(".import/{}", UpdateState::FILE), &state.to_bytes())?;
    Ok(())
}
