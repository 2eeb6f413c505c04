//! The records of one import in its folder. Rules kept here: a record of another schema counts as absent; a state or a
//! provenance of another schema is unreadable and never replaced; what is half a record is an error with its name.

use ficha_library::worlds::{WorldFolder, Writing};

use super::error::{Result, RunError};
use super::phase::{Act, Refusal};
use crate::records::{Record, RecordError, State};

/// Where a record lies in a world.
pub(crate) fn place(file: &str) -> String {
    format!(".import/{file}")
}

/// A record; `None` when there is none of this schema.
pub(crate) fn record<R: Record>(folder: &WorldFolder) -> Result<Option<R>> {
    match read::<R>(folder)? {
        None => Ok(None),
        Some(Ok(record)) => Ok(Some(record)),
        Some(Err(RecordError::Schema { .. })) => Ok(None),
        Some(Err(error)) => Err(unreadable(R::FILE, &error)),
    }
}

/// A record that must be there.
pub(crate) fn need<R: Record>(folder: &WorldFolder) -> Result<R> {
    record(folder)?.ok_or_else(|| RunError::Unreadable { file: place(R::FILE), what: "it is not there".to_owned() })
}

/// How far the import of a world is; `None` when the world was not made from a card.
///
/// # Errors
/// [`RunError::Unreadable`] for a state of another schema or a broken one.
pub fn state(folder: &WorldFolder) -> Result<Option<State>> {
    match read::<State>(folder)? {
        None => Ok(None),
        Some(Ok(state)) => Ok(Some(state)),
        Some(Err(error)) => Err(unreadable(State::FILE, &error)),
    }
}

/// A record as it is on the disk, with why it cannot be read; `None` when the file is not there.
pub(crate) fn read<R: Record>(folder: &WorldFolder) -> Result<Option<std::result::Result<R, RecordError>>> {
    Ok(folder.read(&place(R::FILE))?.map(|bytes| R::from_bytes(&bytes)))
}

/// Writes a record whole.
pub(crate) fn put<R: Record>(writing: &Writing, record: &R) -> Result<()> {
    Ok(writing.write(&place(R::FILE), &record.to_bytes())?)
}

fn unreadable(file: &str, error: &RecordError) -> RunError {
    RunError::Unreadable { file: place(file), what: error.to_string() }
}

/// How long a step waits for a write that is just being made; another run lasts longer.
const PATIENCE: std::time::Duration = std::time::Duration::from_millis(400);

/// Takes the right to write. A run that waits for another is no use to anybody, so it does not wait for one (W-022).
pub(crate) fn lock(folder: &WorldFolder) -> Result<Writing> {
    Ok(folder.lock(PATIENCE)?)
}

/// The state of a world that an import is asked to go on with.
pub(crate) fn state_for(folder: &WorldFolder, act: Act) -> Result<State> {
    state(folder)?.ok_or(RunError::Refused(Refusal::WrongPhase { phase: None, step: act }))
}
