//! How far the import of a world is: its state, what came of each piece of the card, what was said, what is wrong.
//! Reads only; a world under the hands of a run is read as it is.

use std::collections::BTreeMap;

use ficha_library::LibraryError;
use ficha_library::worlds::WorldFolder;
use ficha_world::{Folder, Problem, Readiness, Ref};

use super::error::Result;
use super::kept;
use super::{store, tree};
use crate::card::itemise;
use crate::outcomes::Outcomes;
use crate::records::{Choices, Classification, Extracted, Note, Phase, Pieces, Report, Roster, State, Tally};

/// How far an import is.
#[derive(Clone, Debug)]
pub struct Status {
    /// The world's id.
    pub world: String,
    /// The world's name.
    pub name: String,
    /// The state; `None` for a world that was not made from a card.
    pub state: Option<State>,
    /// Whether a run is at work on it.
    pub busy: bool,
    /// Whether it can be gone on with.
    pub can_resume: bool,
    /// What was chosen before it started.
    pub choices: Option<Choices>,
    /// How many pieces of the card came to what.
    pub outcomes: Tally,
    /// How many documents the world has.
    pub counts: BTreeMap<Folder, usize>,
    /// The report, once there is one.
    pub report: Option<Report>,
    /// What was said so far.
    pub notes: Vec<Note>,
    /// Everything that is wrong with the world.
    pub problems: Vec<Problem>,
    /// Whether a story can start.
    pub readiness: Readiness,
}

/// How far the import of a world is.
///
/// # Errors
/// A state that cannot be read, and a folder that cannot be listed.
pub fn status(folder: &WorldFolder) -> Result<Status> {
    let state = store::state(folder)?;
    let loaded = tree::load(folder)?;
    let mut counts: BTreeMap<Folder, usize> = Folder::ALL.into_iter().map(|folder| (folder, 0)).collect();
    for reference in loaded.world.documents.keys() {
        *counts.entry(reference.folder).or_default() += 1;
    }
    let report: Option<Report> = store::record(folder)?;
    let extracted: Option<Extracted> = store::record(folder)?;
    let notes = report.as_ref().map(|report| report.notes.clone());
    let staged = folder.staged()?.is_some();
    let waiting = state.as_ref().is_some_and(|state| state.phase != Phase::Done);
    let busy = matches!(folder.lock(std::time::Duration::ZERO), Err(LibraryError::Busy));
    let choices: Option<Choices> = store::record(folder)?;
    let written = |of: &Ref| loaded.world.has(of);
    let outcomes = match &state {
        Some(state) => outcomes(folder, state, choices.as_ref(), &written)?,
        None => Tally::default(),
    };
    Ok(Status {
        world: folder.id().to_owned(),
        name: loaded.world.info.get("name").and_then(|name| name.as_str()).unwrap_or_default().to_owned(),
        busy,
        can_resume: (waiting || staged) && !busy,
        choices,
        outcomes,
        counts,
        notes: notes.or_else(|| extracted.map(|extracted| extracted.notes)).unwrap_or_default(),
        report,
        problems: loaded.problems,
        readiness: loaded.readiness,
        state,
    })
}

/// What became of the pieces of a card, as far as the records say.
pub(crate) fn outcomes(
    folder: &WorldFolder,
    state: &State,
    choices: Option<&Choices>,
    written: &dyn Fn(&Ref) -> bool,
) -> Result<Tally> {
    let classification: Option<Classification> = store::record(folder)?;
    let roster: Option<Roster> = store::record(folder)?;
    let told =
        Outcomes { phase: state.phase, classification: classification.as_ref(), roster: roster.as_ref(), written };
    if let Some(pieces) = store::record::<Pieces>(folder)? {
        return Ok(told.totals(&pieces));
    }
    let Some(choices) = choices else { return Ok(Tally::default()) };
    // Nothing was read yet, but how much there is to read can be said.
    let card = kept::card(folder, choices)?;
    let pieces = itemise(&card.data, choices, &state.report_language).pieces;
    Ok(told.totals(&Pieces { pieces, ..Pieces::default() }))
}
