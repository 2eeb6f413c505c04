//! Staged files become pieces of the library, by their decisions. Not here: how one is brought up to date.

use ficha_convert::Reading;
use ficha_library::{Address, Keep, Record, Staged, why};

use super::update::update;
use super::{Read, State, read_again};
use crate::background::with_notes;
use crate::commands::tokens;
use crate::dto::{Decision, IntakeFailure, IntakeKept, StagedState, Tokenizer};
use crate::jobs::Job;
use crate::raise::Raised;
use crate::studio::Open;
use crate::{ApiError, export};

/// How many files are read before they are written together.
const TOGETHER: usize = 40;

/// What became of a staged file: where it is now, or why it is still staged. A file that was left out, by its
/// decision or because it cannot be read, is nowhere.
pub(crate) type Outcome = (Staged, Result<Vec<Address>, ApiError>);

/// The outcomes as a shell has them.
pub(crate) fn answer(outcomes: Vec<Outcome>) -> IntakeKept {
    let mut answer = IntakeKept::default();
    for (staged, outcome) in outcomes {
        match outcome {
            Ok(addresses) => answer.kept.extend(addresses.iter().map(ToString::to_string)),
            Err(error) => answer.failed.push(IntakeFailure { id: staged.id, file_name: staged.file_name, error }),
        }
    }
    answer
}

/// Keeps these staged files by their decisions. What fails stays staged; what was done before a stop stays done, and
/// the same call goes on from there.
pub(crate) fn keep_all(open: &Open, items: Vec<(Staged, State)>, job: &Job<'_>) -> Vec<Outcome> {
    let total = items.len();
    let mut outcomes = Vec::new();
    let mut items = items.into_iter();
    while !job.is_cancelled() {
        let group: Vec<(Staged, State)> = items.by_ref().take(TOGETHER).collect();
        if group.is_empty() {
            break;
        }
        keep_group(open, group, job, total, &mut outcomes);
    }
    outcomes
}

fn keep_group(open: &Open, group: Vec<(Staged, State)>, job: &Job<'_>, total: usize, outcomes: &mut Vec<Outcome>) {
    let mut names = Vec::new();
    let mut keeps = Vec::new();
    for (staged, state) in group {
        let gone = |addresses: Vec<Address>| discard(open, &staged.id).map(|()| addresses);
        let outcome = match (&staged.kept, state.row.state, state.row.decision) {
            // Kept before a crash: only the staged copy is left to go.
            (Some(addresses), _, _) => gone(addresses.clone()),
            (None, StagedState::Refused, _) => Ok(Vec::new()),
            (None, _, Decision::Skip) => gone(Vec::new()),
            (None, _, Decision::Update) => update(open, &staged, &state).and_then(gone),
            (None, _, Decision::Keep) => match item(open, &staged, &state) {
                Ok(keep) => {
                    keeps.push(keep);
                    names.push(staged);
                    continue;
                }
                Err(error) => Err(error),
            },
        };
        job.step(outcomes.len() + 1, total, &staged.file_name);
        outcomes.push((staged, outcome));
    }
    let before = outcomes.len();
    let kept = open.library.keep(keeps, &mut |at, _| {
        job.step(before + at + 1, total, names.get(at).map_or("", |staged| &staged.file_name));
        !job.is_cancelled()
    });
    for (staged, outcome) in names.into_iter().zip(kept) {
        let outcome = outcome.map_err(ApiError::from).and_then(|kept| {
            discard(open, &staged.id)?;
            Ok(kept.entities.into_iter().map(|(address, _)| address).collect())
        });
        outcomes.push((staged, outcome));
    }
}

/// Takes a staged file away.
pub(crate) fn discard(open: &Open, id: &str) -> Result<(), ApiError> {
    open.library.discard_staged(id)?;
    open.staging.forget(id);
    Ok(())
}

fn item(open: &Open, staged: &Staged, state: &State) -> Result<Keep, ApiError> {
    let read = read_again(&open.library, staged, state)?;
    Ok(Keep { staged: Some(staged.id.clone()), ..fresh(read, open.tokenizer, &state.raised) })
}

/// What a file that was read gives to the library, but for the file itself. The limits it was read under are known
/// with each piece, or none of them could be opened again.
pub(crate) fn fresh(read: Read, tokenizer: Tokenizer, raised: &Raised) -> Keep {
    let Reading { entities, blobs, notes, .. } = read.reading;
    let mut records: Vec<Record> = entities
        .iter()
        .map(|entity| Record {
            tokens: Some(tokens::total(entity, tokenizer).into()),
            raised: raised.clone(),
            ..Record::default()
        })
        .collect();
    if let Some(main) = records.first_mut() {
        *main = with_notes(std::mem::take(main), &export::notes(&notes));
    }
    let blobs = blobs.into_iter().map(|blob| blob.bytes).collect();
    Keep { entities, blobs, records, why: why::KEPT.to_owned(), ..Keep::default() }
}
