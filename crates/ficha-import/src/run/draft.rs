//! A world with problems after its import: kept as it is, set aside, or settled by the write that mended it.

use ficha_library::worlds::{WorldFolder, Writing};

use super::error::Result;
use super::phase::{Act, Facts, enter};
use super::store::{self, lock, state_for};
use super::tree;
use crate::records::{Phase, State};

/// Ends a draft that has no problem left. To be called after every write to a world, by whoever wrote, with the lock it
/// wrote under (W-219). Whether the state is another now; a world that is no draft is left alone.
///
/// # Errors
/// When the state cannot be read or written, or the folder cannot be listed.
pub fn settle(writing: &Writing, now: &str) -> Result<bool> {
    let Some(state) = store::state(writing)? else { return Ok(false) };
    // A finish that was interrupted settles itself when it goes on.
    if enter(Some(state.phase), Act::Settle, Facts::default()).is_err() || writing.staged()?.is_some() {
        return Ok(false);
    }
    if !tree::problems(writing)?.is_empty() {
        return Ok(false);
    }
    put(writing, State { phase: Phase::Done, reviewing: false, ..state }, now)?;
    Ok(true)
}

/// Takes a draft as it is: an ordinary world that lists its problems.
///
/// # Errors
/// `wrong-phase`, `busy`, and what the disk refuses.
pub fn keep(folder: &WorldFolder, now: &str) -> Result<()> {
    let writing = lock(folder)?;
    let state = state_for(&writing, Act::Keep)?;
    enter(Some(state.phase), Act::Keep, Facts::default())?;
    put(&writing, State { phase: Phase::Done, reviewing: false, kept: true, ..state }, now)
}

/// Moves a world that is no finished import to the trash, from where it can come back. Its name there.
///
/// # Errors
/// `wrong-phase`, `busy`, and what the disk refuses.
pub fn discard(folder: &WorldFolder) -> Result<String> {
    let writing = lock(folder)?;
    let state = state_for(&writing, Act::Discard)?;
    enter(Some(state.phase), Act::Discard, Facts::default())?;
    // Some systems move no folder in which a file is open.
    drop(writing);
    Ok(folder.all().trash(folder.id())?)
}

fn put(writing: &Writing, state: State, now: &str) -> Result<()> {
    store::put(writing, &State { updated_at: now.to_owned(), ..state })
}
