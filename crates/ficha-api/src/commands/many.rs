//! Runs over many pieces: one revision for each, a report, and one way back for the whole run.
//!
//! Rules kept here: a piece that cannot be done is named and the others go on; one with edits that no revision holds
//! is left alone; stopping keeps what was done and says what that was; taking back touches no piece that was saved
//! since.

use ficha_library::{Address as At, Opened, Save, why};
use ficha_model::{Kind, Path};
use serde_json::Value;

use super::{address, count};
use crate::dto::{Address, PieceFailure, Run, RunPiece};
use crate::jobs::Job;
use crate::{ApiError, ErrorCode, Studio, background};

/// Opens one piece after another. `take` may name a fault of the piece and go on.
///
/// # Errors
/// `cancelled`.
pub(crate) fn each_piece(
    studio: &Studio,
    job: &Job<'_>,
    addresses: &[Address],
    mut take: impl FnMut(&At, Opened, &mut dyn FnMut(ApiError)),
) -> Result<Vec<PieceFailure>, ApiError> {
    let library = studio.library();
    let mut failed = Vec::new();
    for (done, text) in addresses.iter().enumerate() {
        job.check()?;
        let opened = address(studio, text).and_then(|at| Ok((at.clone(), library.open_entity(&at)?)));
        match opened {
            Ok((at, opened)) => {
                let name = opened.entity.name().to_owned();
                job.step(done, addresses.len(), &name);
                take(&at, opened, &mut |error| {
                    failed.push(PieceFailure { address: text.clone(), name: name.clone(), error });
                });
            }
            Err(error) => failed.push(PieceFailure { address: text.clone(), name: String::new(), error }),
        }
    }
    Ok(failed)
}

/// Something a run does one piece with.
pub(crate) trait Aimed {
    /// The piece.
    fn at(&self) -> &At;
}

impl<A, B> Aimed for (At, A, B) {
    fn at(&self) -> &At {
        &self.0
    }
}

/// Edits one piece after another and saves each as a revision. `edit` says how much it changed; 0 saves nothing.
///
/// # Errors
/// None of a single piece. A run that is stopped ends with what was done.
pub(crate) fn save_each<T: Aimed>(
    studio: &Studio,
    job: &str,
    why_saved: &str,
    aims: &[T],
    mut edit: impl FnMut(&T, &mut Opened) -> Result<usize, ApiError>,
) -> Result<Run, ApiError> {
    let job = studio.job(job);
    let library = studio.library();
    let drafts = library.drafts()?;
    let mut run = Run::default();
    let mut saved = Vec::new();
    for (done, aim) in aims.iter().enumerate() {
        if job.is_cancelled() {
            break;
        }
        let at = aim.at();
        let mut name = String::new();
        let piece = (|| {
            let mut opened = library.open_entity(at)?;
            opened.entity.name().clone_into(&mut name);
            job.step(done, aims.len(), &name);
            if drafts.contains(at) {
                return Err(ApiError::new(ErrorCode::Conflict, "It has edits that no revision holds yet.")
                    .hint("Open it and save it first."));
            }
            let changed = edit(aim, &mut opened)?;
            if changed == 0 {
                return Ok(None);
            }
            let base = opened.revision;
            let save = Save { address: at.clone(), base, entity: opened.entity, why: why_saved.to_owned(), name: None };
            let after = library.save(save)?;
            let number = |revision: u64| u32::try_from(revision).unwrap_or(u32::MAX);
            Ok(Some(RunPiece {
                address: at.to_string(),
                name: after.entity.name().to_owned(),
                before: number(base),
                after: number(after.revision),
                count: count(changed),
            }))
        })();
        match piece {
            Ok(Some(piece)) => {
                run.total = run.total.saturating_add(piece.count);
                saved.push(at.clone());
                run.pieces.push(piece);
            }
            Ok(None) => {}
            Err(error) => run.failed.push(PieceFailure { address: at.to_string(), name, error }),
        }
    }
    studio.changed(saved.iter().map(ToString::to_string).collect());
    background::describe(studio, saved);
    job.end(aims.len(), Ok(run))
}

/// Takes a run back: each piece as it was before, as a new revision. One that was saved since is left alone and named.
///
/// # Errors
/// `not-found` for an address that is none.
pub fn undo(studio: &Studio, pieces: Vec<RunPiece>, job: String) -> Result<Run, ApiError> {
    let library = studio.library();
    let mut aims = Vec::new();
    for piece in pieces {
        aims.push((address(studio, &piece.address)?, piece, ()));
    }
    save_each(studio, &job, why::RESTORED, &aims, |(at, piece, ()), opened| {
        if opened.revision != u64::from(piece.after) {
            return Err(
                ApiError::new(ErrorCode::Conflict, "It was saved since.").hint("Its history has the revision before.")
            );
        }
        opened.entity = library.revision(at, piece.before.into())?;
        Ok(usize::try_from(piece.count).unwrap_or(1).max(1))
    })
}

/// Where a kind keeps the tags that travel with it; `None` for a kind that has none.
fn tags_path(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Character => Some("discovery.tags"),
        Kind::Lorebook => Some("tags"),
        Kind::Persona | Kind::Regex | Kind::Preset | Kind::Pack | Kind::Quickreply => None,
    }
}

/// Adds tags to pieces and takes others away. The same tag in other capitals is the same.
///
/// # Errors
/// `not-found` for an address that is none. A kind without tags is named in the answer.
pub fn tags(
    studio: &Studio,
    addresses: Vec<Address>,
    add: Vec<String>,
    remove: Vec<String>,
    job: String,
) -> Result<Run, ApiError> {
    let mut aims = Vec::new();
    for text in &addresses {
        aims.push((address(studio, text)?, (), ()));
    }
    let same = |one: &str, other: &str| one.trim().to_lowercase() == other.trim().to_lowercase();
    save_each(studio, &job, "tagged", &aims, |(at, (), ()), opened| {
        let path = tags_path(at.kind()).ok_or_else(|| {
            ApiError::new(ErrorCode::CannotExpress, format!("A {} has no tags of its own.", at.kind()))
        })?;
        let body = &mut opened.entity.body;
        let mut tags = body.list(path).to_vec();
        let before = tags.len();
        tags.retain(|tag| !tag.as_str().is_some_and(|tag| remove.iter().any(|gone| same(gone, tag))));
        let mut changed = before - tags.len();
        for tag in add.iter().map(|tag| tag.trim()).filter(|tag| !tag.is_empty()) {
            if !tags.iter().any(|known| known.as_str().is_some_and(|known| same(known, tag))) {
                tags.push(Value::String(tag.to_owned()));
                changed += 1;
            }
        }
        if changed > 0 && !body.set(&Path::of(path), Value::Array(tags)) {
            return Err(ApiError::new(ErrorCode::CannotExpress, "Its tags are no list, so none can be added."));
        }
        Ok(changed)
    })
}
