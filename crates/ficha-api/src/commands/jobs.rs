//! Stopping long work.

use crate::{ApiError, Studio};

/// Asks a job to stop; one that has ended needs no asking.
///
/// # Errors
/// None today.
pub fn cancel(studio: &Studio, job: String) -> Result<(), ApiError> {
    studio.jobs().cancel(&job);
    Ok(())
}
