//! From a card to a world, for the window: a card is opened, chosen about, started, made into documents, reviewed,
//! written. Long steps run under a job.

use std::path::Path;

use ficha_import::run;

use crate::dto::{
    Address, CardPreview, DraftAct, ImportChoices, ImportReview, ImportStatus, ReportLanguage, ReviewChoice,
};
use crate::importing::{self, Upload};
use crate::{ApiError, Studio, imported, worlds};

/// Opens a card of the disk and says what it holds. It waits as an upload until it is started or closed.
///
/// # Errors
/// `limit` for a file over 100 MB, `io`, and why it is no card.
pub fn open(studio: &Studio, path: String) -> Result<CardPreview, ApiError> {
    importing::open(studio, &importing::read_file(Path::new(&path))?)
}

/// The same for a character of the library, as its export is written.
///
/// # Errors
/// `not-found`, and why it cannot be written as a card.
pub fn open_piece(studio: &Studio, address: Address) -> Result<CardPreview, ApiError> {
    importing::open(studio, &importing::upload_of_piece(studio, &address)?)
}

/// The same for bytes a page holds.
///
/// # Errors
/// As [`open`].
pub fn open_bytes(studio: &Studio, name: &str, bytes: bytes::Bytes) -> Result<CardPreview, ApiError> {
    importing::open(studio, &Upload::of(name, bytes))
}

/// Takes an upload that waits away.
///
/// # Errors
/// `not-found`, `io`.
pub fn close(studio: &Studio, upload: String) -> Result<(), ApiError> {
    Ok(studio.library().worlds().incoming(&upload)?.drop_it()?)
}

/// Makes a world's folder with the card in it.
///
/// # Errors
/// `not-found` for an upload that is gone, `usage` for a choice that does not fit the card, `io`.
pub fn start(studio: &Studio, upload: String, choices: ImportChoices) -> Result<ImportStatus, ApiError> {
    importing::start_waiting(studio, &upload, &imported::wishes(choices))
}

/// Makes the world of the card's own words, without a language model; with `review` it stops before it writes.
///
/// # Errors
/// `wrong-phase`, `busy`, `cancelled`, `io`.
pub fn structure(
    studio: &Studio,
    world: String,
    review: bool,
    language: ReportLanguage,
    job: String,
) -> Result<ImportStatus, ApiError> {
    importing::step(studio, &world, language, &job, |folder, outside| run::structure(folder, review, outside))
}

/// How far the import of a world is.
///
/// # Errors
/// `not-found`, `malformed` for a state that cannot be read.
pub fn status(studio: &Studio, world: String) -> Result<ImportStatus, ApiError> {
    imported::status(&worlds::find(studio, &world)?)
}

/// Goes on where an import was interrupted.
///
/// # Errors
/// `nothing-to-resume`, `busy`, and those of the step that waits.
pub fn resume(studio: &Studio, world: String, language: ReportLanguage, job: String) -> Result<ImportStatus, ApiError> {
    importing::resume(studio, &world, false, language, &job)
}

/// Starts a finish over whose interrupted files are damaged.
///
/// # Errors
/// As [`resume`].
pub fn restart(
    studio: &Studio,
    world: String,
    language: ReportLanguage,
    job: String,
) -> Result<ImportStatus, ApiError> {
    importing::resume(studio, &world, true, language, &job)
}

/// Stops the step that runs on a world. What it finished stays, and so does its phase.
///
/// # Errors
/// `not-found` when there is no such world.
pub fn stop(studio: &Studio, world: String) -> Result<(), ApiError> {
    let folder = worlds::find(studio, &world)?;
    studio.jobs().cancel(&importing::own_job(folder.id()));
    Ok(())
}

/// What is about to be written.
///
/// # Errors
/// `wrong-phase` when nothing waits for approval.
pub fn review_get(studio: &Studio, world: String) -> Result<ImportReview, ApiError> {
    imported::review(&worlds::find(studio, &world)?)
}

/// Takes these choices in place of the earlier ones.
///
/// # Errors
/// `usage` for a choice that does not fit, `wrong-phase`, `busy`, `io`; then the earlier ones stay.
pub fn review_set(studio: &Studio, world: String, choices: Vec<ReviewChoice>) -> Result<ImportReview, ApiError> {
    let folder = worlds::find(studio, &world)?;
    run::decide(&folder, imported::decisions(choices)?)?;
    imported::review(&folder)
}

/// Writes what was built. Calling it is the approval.
///
/// # Errors
/// `wrong-phase`, `busy`, `cancelled`, `io`.
pub fn finish(studio: &Studio, world: String, language: ReportLanguage, job: String) -> Result<ImportStatus, ApiError> {
    importing::finish(studio, &world, true, language, &job)
}

/// A draft with its problems.
///
/// # Errors
/// `not-found`, `malformed` for a state that cannot be read.
pub fn draft_status(studio: &Studio, world: String) -> Result<ImportStatus, ApiError> {
    status(studio, world)
}

/// Takes a draft as it is, or moves it to the trash. The answer is how it was last.
///
/// # Errors
/// `wrong-phase`, `busy`, `io`.
pub fn draft_act(studio: &Studio, world: String, act: DraftAct) -> Result<ImportStatus, ApiError> {
    let folder = worlds::find(studio, &world)?;
    let answer = match act {
        DraftAct::Keep => {
            run::keep(&folder, &folder.all().now())?;
            imported::status(&folder)?
        }
        DraftAct::Discard => {
            let before = imported::status(&folder)?;
            run::discard(&folder)?;
            before
        }
    };
    studio.changed(Vec::new());
    Ok(answer)
}
