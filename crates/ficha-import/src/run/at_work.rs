//! One step at work on a world: it holds the lock, has entered its phase, and says how far it is. Rules kept here: that
//! a step began is written before it does anything (resume reads it); a phase is written after the results of its
//! step, never before (W-020); a step that fails leaves the phase and says why.

use ficha_library::worlds::{WorldFolder, Writing};

use super::error::{Result, RunError};
use super::outside::{Outside, Progress};
use super::phase::{Act, Facts, enter};
use super::store::{self, lock, state_for};
use crate::records::{LastError, Phase, Run, State, Step};

/// The member of a run that says that a structure import stops for a review. Ours, beside the members of the record.
const REVIEW: &str = "review";

/// A step at work.
pub(crate) struct AtWork<'a> {
    /// The world, held for writing.
    pub writing: Writing,
    /// What is outside.
    pub outside: &'a Outside<'a>,
    /// The state as it was last written.
    pub state: State,
    act: Act,
}

/// The step of the state file an act is told as.
fn step_of(act: Act) -> Option<Step> {
    match act {
        Act::Survey | Act::SurveyAgain => Some(Step::Survey),
        Act::Build => Some(Step::Build),
        Act::Structure | Act::StructureReview => Some(Step::Structure),
        Act::Finish => Some(Step::Finish),
        Act::Repair => Some(Step::Repair),
        Act::Start | Act::Decide | Act::Settle | Act::Keep | Act::Discard | Act::Update => None,
    }
}

/// What was at work when the state was written.
pub(crate) fn act_of(state: &State) -> Option<Act> {
    let run = state.run.as_ref()?;
    match run.step {
        Step::Survey => Some(Act::Survey),
        Step::Build => Some(Act::Build),
        Step::Structure if run.extra.contains_key(REVIEW) => Some(Act::StructureReview),
        Step::Structure => Some(Act::Structure),
        Step::Finish => Some(Act::Finish),
        Step::Repair => Some(Act::Repair),
    }
}

impl<'a> AtWork<'a> {
    /// Takes the world, enters the phase and writes down that the step began. `facts` gets the model and the builds from
    /// here.
    pub fn begin(folder: &WorldFolder, act: Act, facts: Facts, outside: &'a Outside<'a>) -> Result<AtWork<'a>> {
        let writing = lock(folder)?;
        let state = state_for(&writing, act)?;
        let builds = state.run.as_ref().map_or(0, |run| run.builds);
        enter(Some(state.phase), act, Facts { model: outside.model, builds: builds as u64, ..facts })?;
        writing.clear_unfinished()?;
        let mut work = AtWork { writing, outside, state, act };
        work.note_begin()?;
        Ok(work)
    }

    /// Takes a world whose last step was interrupted behind its promise: nothing is entered, since nothing may be refused
    /// any more. `otherwise` is the step when the state does not say one.
    pub fn resumed(folder: &WorldFolder, otherwise: Act, outside: &'a Outside<'a>) -> Result<AtWork<'a>> {
        let writing = lock(folder)?;
        let state = state_for(&writing, otherwise)?;
        let act = act_of(&state).unwrap_or(otherwise);
        writing.clear_unfinished()?;
        Ok(AtWork { writing, outside, state, act })
    }

    fn note_begin(&mut self) -> Result<()> {
        let Some(step) = step_of(self.act) else { return Ok(()) };
        let fresh = || Run { id: (self.outside.new_run)(), step, started_at: (self.outside.now)(), ..Run::default() };
        // An interrupted step goes on as the run it was.
        let mut run = self.state.run.clone().unwrap_or_else(fresh);
        run.step = step;
        run.extra.shift_remove(REVIEW);
        if self.act == Act::StructureReview {
            run.extra.insert(REVIEW.to_owned(), true.into());
        }
        self.state.run = Some(run);
        self.state.no_model = self.state.no_model || matches!(self.act, Act::Structure | Act::StructureReview);
        self.state.last_error = None;
        self.write_state()
    }

    /// The run's id.
    pub fn run_id(&self) -> String {
        self.state.run.as_ref().map(|run| run.id.clone()).unwrap_or_default()
    }

    /// [`RunError::Stopped`] when the person wants it to stop.
    pub fn go(&self) -> Result<()> {
        if self.outside.watch.stopped() { Err(RunError::Stopped) } else { Ok(()) }
    }

    /// Says how far it is.
    pub fn tell(&self, done: usize, total: usize, current: &str) {
        self.outside.watch.tell(&Progress {
            run: self.run_id(),
            step: self.act.word().to_owned(),
            done,
            total,
            current: current.to_owned(),
            notes: Vec::new(),
        });
    }

    /// Writes the phase a step ended in, after everything it made is on the disk.
    pub fn reached(&mut self, phase: Phase) -> Result<()> {
        self.state.phase = phase;
        self.state.last_error = None;
        self.write_state()
    }

    fn write_state(&mut self) -> Result<()> {
        self.state.updated_at = (self.outside.now)();
        store::put(&self.writing, &self.state)
    }

    /// Passes a result on; a failure is written into the state first, which stays in its phase.
    pub fn closed<T>(mut self, result: Result<T>) -> Result<T> {
        if let Err(error) = &result {
            self.state = store::state(&self.writing)?.unwrap_or(self.state);
            self.state.last_error = Some(LastError {
                step: self.act.word().to_owned(),
                code: error.code().to_owned(),
                message: error.to_string(),
                at: (self.outside.now)(),
                ..LastError::default()
            });
            // The disk may be what failed; the error itself matters more than its note.
            let _ = self.write_state();
        }
        result
    }
}
