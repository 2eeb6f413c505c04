//! Long work: progress out, a wish to stop in. A job lives as long as its command runs.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::dto::{BatchOutcome, ImportProgress, StagedRow};
use crate::events::{Event, Events, JobEvent, JobState};
use crate::{ApiError, ErrorCode};

/// Progress goes out at most this often; the last step always does.
const PACE: Duration = Duration::from_millis(60);

/// What came about just now, beside the progress.
enum Just<'a> {
    Nothing,
    Row(&'a StagedRow),
    Piece(&'a BatchOutcome),
    Import(&'a ImportProgress),
}

/// The jobs at work.
#[derive(Debug, Default)]
pub struct Jobs(Mutex<BTreeMap<String, Arc<AtomicBool>>>);

/// One job at work. Dropping it ends it.
#[derive(Debug)]
pub struct Job<'a> {
    id: String,
    stop: Arc<AtomicBool>,
    jobs: &'a Jobs,
    events: &'a Events,
    told: Mutex<Option<Instant>>,
}

impl Jobs {
    /// Starts a job. Two of one id share the wish to stop.
    pub(crate) fn start<'a>(&'a self, id: &str, events: &'a Events) -> Job<'a> {
        let stop = Arc::clone(self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(id.to_owned()).or_default());
        Job { id: id.to_owned(), stop, jobs: self, events, told: Mutex::new(None) }
    }

    /// Asks a job to stop; one that is not at work needs no asking.
    pub fn cancel(&self, id: &str) {
        if let Some(stop) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Job<'_> {
    /// The id the caller made up.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Whether the person wants it to stop.
    pub fn is_cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// `cancelled` when the person wants it to stop.
    ///
    /// # Errors
    /// That one.
    pub fn check(&self) -> Result<(), ApiError> {
        if self.is_cancelled() {
            Err(ApiError::new(ErrorCode::Cancelled, "Stopped. What was done stays done."))
        } else {
            Ok(())
        }
    }

    /// Says how far it is, unless something was said a moment ago.
    pub fn step(&self, done: usize, total: usize, name: &str) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if done < total && told.is_some_and(|at| at.elapsed() < PACE) {
            return;
        }
        *told = Some(Instant::now());
        self.tell(done, total, name, JobState::Running, Just::Nothing);
    }

    /// Says how it ended, and passes the result on.
    ///
    /// # Errors
    /// Those of the result.
    pub fn end<T>(&self, total: usize, result: Result<T, ApiError>) -> Result<T, ApiError> {
        let state = match &result {
            Ok(_) if self.is_cancelled() => JobState::Cancelled,
            Ok(_) => JobState::Done,
            Err(error) if error.code == ErrorCode::Cancelled => JobState::Cancelled,
            Err(_) => JobState::Failed,
        };
        self.tell(total, total, "", state, Just::Nothing);
        result
    }

    /// Says that a file was staged.
    pub fn row(&self, done: usize, total: usize, row: &StagedRow) {
        self.tell(done, total, &row.file_name, JobState::Running, Just::Row(row));
    }

    /// Says what became of a piece of a batch.
    pub fn piece(&self, done: usize, total: usize, piece: &BatchOutcome) {
        self.tell(done, total, &piece.address, JobState::Running, Just::Piece(piece));
    }

    /// Says how far a step of an import is. Every part of a step is told, since a step has few.
    pub fn import(&self, done: usize, total: usize, name: &str, step: &ImportProgress) {
        self.tell(done, total, name, JobState::Running, Just::Import(step));
    }

    fn tell(&self, done: usize, total: usize, name: &str, state: JobState, just: Just<'_>) {
        let (row, piece, import) = match just {
            Just::Nothing => (None, None, None),
            Just::Row(row) => (Some(row.clone()), None, None),
            Just::Piece(piece) => (None, Some(piece.clone()), None),
            Just::Import(step) => (None, None, Some(step.clone())),
        };
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        self.events.tell(&Event::Job(Box::new(JobEvent {
            job: self.id.clone(),
            done: count(done),
            total: count(total),
            name: name.to_owned(),
            state,
            row,
            piece,
            import,
        })));
    }
}

impl Drop for Job<'_> {
    fn drop(&mut self) {
        self.jobs.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
    }
}
