//! Many pieces to one app, from the window.

use crate::batch::ledger::put;
use crate::batch::pieces;
use crate::dto::{BatchMeasured, BatchPlan, BatchResult, BatchWish, Unfinished};
use crate::{ApiError, Studio};

/// What an app would take of these pieces.
///
/// # Errors
/// None today: a piece that cannot be written is a row that says why, and a stopped job answers what it reached.
pub fn measure(studio: &Studio, wish: BatchWish, job: String) -> Result<Vec<BatchMeasured>, ApiError> {
    let job = studio.job(&job);
    let rows = pieces::measure(studio, &wish, &job);
    job.end(wish.addresses.len(), Ok(rows))
}

/// The names of the files, which are taken, and whether the folder can be written.
///
/// # Errors
/// `usage` for an unknown format or no folder, `malformed` for a damaged record of an earlier run.
pub fn plan(studio: &Studio, wish: BatchWish, extensions: Vec<String>) -> Result<BatchPlan, ApiError> {
    pieces::plan(studio, &wish, &extensions)
}

/// Writes every piece that is not written yet, and a file that tells what became of each.
///
/// # Errors
/// `usage`, and `io` when the folder cannot be written at all.
pub fn run(studio: &Studio, wish: BatchWish, job: String) -> Result<BatchResult, ApiError> {
    let job = studio.job(&job);
    let total = wish.addresses.len();
    job.step(0, total, "");
    let result = pieces::run(studio, &wish, &job, &put);
    job.end(total, result)
}

/// The run that was stopped or cut off, when there is one.
///
/// # Errors
/// None today: a record that cannot be read is none.
pub fn unfinished(studio: &Studio) -> Result<Option<Unfinished>, ApiError> {
    Ok(pieces::unfinished(studio))
}

/// Forgets that run. What it wrote stays.
///
/// # Errors
/// `io`.
pub fn forget(studio: &Studio) -> Result<(), ApiError> {
    pieces::forget(studio)
}
