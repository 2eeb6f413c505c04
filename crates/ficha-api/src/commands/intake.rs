//! The intake: files read and staged, looked at, decided on, kept or taken away.

use std::io::Read;
use std::path::PathBuf;

use bytes::Bytes;
use ficha_container::Limits;
use ficha_library::Staged;

use super::history::language;
use crate::dto::{Amount, Decision, IntakeKept, StagedDetail, StagedRow, StagedState};
use crate::intake::{self, State, detail, keep};
use crate::studio::Open;
use crate::{ApiError, ErrorCode, Studio, background, disk, raise as limits};

/// Reads files and folders into the intake. A file that cannot be read becomes a row that says why.
///
/// # Errors
/// `io` when nothing can be staged at all: the library is read-only or the disk is full.
pub fn add(studio: &Studio, paths: Vec<String>, job: String) -> Result<Vec<StagedRow>, ApiError> {
    let job = studio.job(&job);
    let open = studio.open();
    let paths: Vec<PathBuf> = paths.into_iter().map(PathBuf::from).collect();
    job.step(0, 0, "");
    let found = disk::walk(&paths);
    let total = found.len();
    let mut rows = Vec::new();
    for (at, file) in found.into_iter().enumerate() {
        if job.is_cancelled() {
            break;
        }
        let staged = match file {
            Ok(path) => intake::stage_path(&open, &path),
            Err((path, error)) => intake::stage_refused(&open, &path.display().to_string(), error, None),
        };
        match staged {
            Ok(row) => {
                job.row(at + 1, total, &row);
                rows.push(row);
            }
            // Rows that were staged are staged; the rest cannot be.
            Err(error) => return job.end(total, Err(error)),
        }
    }
    job.end(total, Ok(rows))
}

/// Takes in bytes a shell holds: a paste, an upload.
///
/// # Errors
/// `io` when they cannot be staged.
pub fn add_bytes(studio: &Studio, name: &str, bytes: Bytes, job: &str) -> Result<Vec<StagedRow>, ApiError> {
    let job = studio.job(job);
    let open = studio.open();
    let name = name.rsplit(['/', '\\']).next().filter(|name| !name.is_empty()).unwrap_or("pasted");
    let result = intake::stage(&open, name, bytes).map(|row| {
        job.row(1, 1, &row);
        vec![row]
    });
    job.end(1, result)
}

/// Leaves a row for a file a page holds when it is too large to be sent unasked; no row says that it may be sent.
///
/// # Errors
/// `io` when it cannot be staged.
pub fn announce(studio: &Studio, name: &str, length: u64, job: &str) -> Result<Vec<StagedRow>, ApiError> {
    let Err(error) = disk::fits(length, &Limits::default()) else { return Ok(Vec::new()) };
    let job = studio.job(job);
    let result = intake::stage_refused(&studio.open(), name, error, None).map(|row| {
        job.row(1, 1, &row);
        vec![row]
    });
    job.end(1, result)
}

/// Raises one limit for one staged file and reads the file again.
///
/// # Errors
/// `usage` for a limit that cannot be raised so far, `not-found` for a file that is not staged or not at hand any
/// more, `io`. A file that reaches another limit then is a row that says so.
pub fn raise(studio: &Studio, id: String, limit: String, value: Amount, job: String) -> Result<StagedRow, ApiError> {
    raise_from(studio, &id, (&limit, value.0), None, &job)
}

/// The same, with the bytes of a file that a page holds.
///
/// # Errors
/// As [`raise`].
pub fn raise_from(
    studio: &Studio,
    id: &str,
    (limit, value): (&str, u64),
    stream: Option<&mut dyn Read>,
    job: &str,
) -> Result<StagedRow, ApiError> {
    limits::check(limit, value)?;
    let job = studio.job(job);
    let open = studio.open();
    let result = one(&open, id).and_then(|(mut staged, mut state)| {
        job.step(0, 1, &staged.file_name);
        state.raised.insert(limit.to_owned(), value);
        if staged.bytes == 0 {
            staged = intake::fill(&open, &staged, &state, stream)?;
        }
        state.row.error = None;
        intake::set_state(&open, id, &state)?;
        Ok(shown(studio, &open, &staged, state)?.row)
    });
    if let Ok(row) = &result {
        job.row(1, 1, row);
    }
    job.end(1, result)
}

/// Stages the samples that come with the program.
///
/// # Errors
/// `io` when they cannot be staged.
pub fn open_samples(studio: &Studio, job: String) -> Result<Vec<StagedRow>, ApiError> {
    let job = studio.job(&job);
    let open = studio.open();
    let samples = crate::samples::all();
    let total = samples.len();
    let mut rows = Vec::new();
    for (at, (name, bytes)) in samples.into_iter().enumerate() {
        match intake::stage(&open, name, bytes) {
            Ok(row) => {
                job.row(at + 1, total, &row);
                rows.push(row);
            }
            Err(error) => return job.end(total, Err(error)),
        }
    }
    job.end(total, Ok(rows))
}

/// Stages what appeared in the watched folder since the last look; nothing when none is watched.
///
/// # Errors
/// `io` when the folder cannot be read or nothing can be staged.
pub fn look(studio: &Studio) -> Result<Vec<StagedRow>, ApiError> {
    let folder = studio.settings().get().watch_folder.clone();
    let Some(folder) = folder.filter(|folder| !folder.trim().is_empty()) else { return Ok(Vec::new()) };
    let open = studio.open();
    if open.library.read_only().is_some() {
        return Ok(Vec::new());
    }
    open.watched.look(&open, &PathBuf::from(folder))
}

fn one(open: &Open, id: &str) -> Result<(Staged, State), ApiError> {
    let staged = open.library.staged_one(id)?;
    let state = intake::state(open, &staged);
    Ok((staged, state))
}

fn all(open: &Open) -> Result<Vec<(Staged, State)>, ApiError> {
    let with_state = |staged: Staged| {
        let state = intake::state(open, &staged);
        (staged, state)
    };
    Ok(open.library.staged()?.into_iter().map(with_state).collect())
}

/// Everything staged, oldest first.
///
/// # Errors
/// `io` when the intake cannot be read.
pub fn list(studio: &Studio) -> Result<Vec<StagedRow>, ApiError> {
    Ok(all(&studio.open())?.into_iter().map(|(_, state)| state.row).collect())
}

/// All about one staged file. Its duplicates are looked up again.
///
/// # Errors
/// `not-found`, `io`.
pub fn show(studio: &Studio, id: String) -> Result<StagedDetail, ApiError> {
    let open = studio.open();
    let (staged, state) = one(&open, &id)?;
    shown(studio, &open, &staged, state)
}

/// Reads a staged file by its state, remembers what came of it, and gives the detail.
fn shown(studio: &Studio, open: &Open, staged: &Staged, mut state: State) -> Result<StagedDetail, ApiError> {
    if staged.bytes == 0 && state.row.error.is_some() {
        return Ok(detail::refused(staged, &state, None));
    }
    let decided = (state.row.state != StagedState::Refused).then_some(state.row.decision);
    let before = state.row.clone();
    match intake::read_again(&open.library, staged, &state) {
        Ok(read) => {
            state.row = intake::row(open, staged, &read, decided)?;
            if state.row != before {
                intake::set_state(open, &staged.id, &state)?;
            }
            detail::detail(open, staged, &state, &read, language(studio))
        }
        Err(error) => {
            state.row =
                StagedRow { state: StagedState::Refused, error: Some(error), decision: Decision::Skip, ..state.row };
            if state.row != before {
                intake::set_state(open, &staged.id, &state)?;
            }
            let source = detail::opened(open.library.staged_bytes(&staged.id)?, staged, &state);
            Ok(detail::refused(staged, &state, source.as_ref()))
        }
    }
}

/// Sets what will be done with staged files. An update where there is nothing to update, and any decision on a file
/// that cannot be read, is passed over.
///
/// # Errors
/// `not-found`, `io`.
pub fn decide(studio: &Studio, ids: Vec<String>, decision: Decision) -> Result<Vec<StagedRow>, ApiError> {
    let open = studio.open();
    let mut rows = Vec::new();
    for id in &ids {
        let (_, mut state) = one(&open, id)?;
        let fits = match decision {
            Decision::Update => !state.row.duplicates.is_empty(),
            Decision::Keep | Decision::Skip => true,
        };
        if fits && state.row.state != StagedState::Refused && state.row.decision != decision {
            state.row.decision = decision;
            intake::set_state(&open, id, &state)?;
        }
        rows.push(state.row);
    }
    Ok(rows)
}

/// Chooses among card texts that say different things.
///
/// # Errors
/// `not-found`, `usage` for a text the file does not hold.
pub fn choose(studio: &Studio, id: String, chunk: String) -> Result<StagedDetail, ApiError> {
    let open = studio.open();
    let (staged, mut state) = one(&open, &id)?;
    let source = detail::opened(open.library.staged_bytes(&id)?, &staged, &state);
    if !source.is_some_and(|source| source.candidates().iter().any(|candidate| candidate.label == chunk)) {
        return Err(ApiError::new(ErrorCode::Usage, format!("This file holds no card text {chunk:?}.")));
    }
    state.preference.candidate = Some(chunk);
    intake::set_state(&open, &id, &state)?;
    shown(studio, &open, &staged, state)
}

/// Reads an encrypted staged file with a password. The password is held for as long as the file waits, and kept nowhere.
///
/// # Errors
/// `not-found`, `io`. A password that is not the one leaves a row that says so.
pub fn unlock(studio: &Studio, id: String, password: String) -> Result<StagedRow, ApiError> {
    let open = studio.open();
    let (staged, mut state) = one(&open, &id)?;
    open.staging.unlock(&id, &password);
    state.preference.password = Some(password);
    Ok(shown(studio, &open, &staged, state)?.row)
}

/// Reads the text as it is in the file, without the repair; asked again, with it.
///
/// # Errors
/// `not-found`, `io`.
pub fn undo_repair(studio: &Studio, id: String) -> Result<StagedDetail, ApiError> {
    let open = studio.open();
    let (staged, mut state) = one(&open, &id)?;
    state.preference.keep_double_encoding = !state.preference.keep_double_encoding;
    intake::set_state(&open, &id, &state)?;
    shown(studio, &open, &staged, state)
}

/// Keeps staged files by their decisions; all of them when none is named.
///
/// # Errors
/// `not-found` for a file that is not staged; what fails later is in the answer.
pub fn keep(studio: &Studio, ids: Option<Vec<String>>, job: String) -> Result<IntakeKept, ApiError> {
    let job = studio.job(&job);
    let open = studio.open();
    let items = match ids {
        Some(ids) => ids.iter().map(|id| one(&open, id)).collect::<Result<Vec<_>, _>>(),
        None => all(&open),
    };
    let result = items.map(|items| {
        let total = items.len();
        job.step(0, total, "");
        (total, keep::answer(keep::keep_all(&open, items, &job)))
    });
    let total = result.as_ref().map_or(0, |(total, _)| *total);
    if let Ok((_, answer)) = &result {
        studio.changed(if answer.kept.len() <= 50 { answer.kept.clone() } else { Vec::new() });
        background::describe(studio, answer.kept.iter().filter_map(|text| text.parse().ok()).collect());
    }
    job.end(total, result.map(|(_, answer)| answer))
}

/// Takes staged files away; all of them when none is named.
///
/// # Errors
/// `not-found`, `io`.
pub fn discard(studio: &Studio, ids: Option<Vec<String>>) -> Result<(), ApiError> {
    let open = studio.open();
    let ids = match ids {
        Some(ids) => ids,
        None => open.library.staged()?.into_iter().map(|staged| staged.id).collect(),
    };
    ids.iter().try_for_each(|id| keep::discard(&open, id))
}
