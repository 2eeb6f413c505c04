//! The state machine of an import: which step may begin in which phase, where it ends, and why it is refused.
//!
//! Pure. Not here: files, locks, and what a step does. Rule kept: [`TABLE`] is the only list of allowed pairs; a pair
//! that is not in it is refused with both names (W-021).

use std::fmt;

use crate::records::Phase;

/// What can be asked of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// A world folder is made of an upload.
    Start,
    /// Pieces are classified by a model.
    Survey,
    /// The same once more, from the beginning.
    SurveyAgain,
    /// Documents are written by a model.
    Build,
    /// Documents are written word for word, and the world with them.
    Structure,
    /// The same, stopping before the world is written.
    StructureReview,
    /// The person's choices over what was built.
    Decide,
    /// The world is written.
    Finish,
    /// A write left no problem in a draft.
    Settle,
    /// A language model mends a draft.
    Repair,
    /// A draft is taken as it is.
    Keep,
    /// A draft is set aside.
    Discard,
    /// A newer card is compared with the world.
    Update,
}

impl Act {
    /// Every step.
    pub const ALL: [Act; 13] = [
        Act::Start,
        Act::Survey,
        Act::SurveyAgain,
        Act::Build,
        Act::Structure,
        Act::StructureReview,
        Act::Decide,
        Act::Finish,
        Act::Settle,
        Act::Repair,
        Act::Keep,
        Act::Discard,
        Act::Update,
    ];

    /// The word messages use.
    pub fn word(self) -> &'static str {
        match self {
            Act::Start => "start",
            Act::Survey => "survey",
            Act::SurveyAgain => "survey again",
            Act::Build => "build",
            Act::Structure => "structure import",
            Act::StructureReview => "structure import with review",
            Act::Decide => "review",
            Act::Finish => "finish",
            Act::Settle => "settle",
            Act::Repair => "repair",
            Act::Keep => "keep",
            Act::Discard => "discard",
            Act::Update => "update",
        }
    }

    /// Whether a language model does it.
    pub fn needs_model(self) -> bool {
        matches!(self, Act::Survey | Act::SurveyAgain | Act::Build | Act::Repair)
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Where a step ends when it succeeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// In this phase.
    In(Phase),
    /// In `done` when no problem is left, else in `repair`.
    DoneOrRepair,
    /// The folder is in the trash.
    Trashed,
}

/// Every allowed pair: the phase a step begins in (`None`: there is no import yet), the step, where it ends.
pub const TABLE: &[(Option<Phase>, Act, Ends)] = &[
    (None, Act::Start, Ends::In(Phase::Ready)),
    (Some(Phase::Ready), Act::Survey, Ends::In(Phase::Surveyed)),
    (Some(Phase::Surveyed), Act::SurveyAgain, Ends::In(Phase::Surveyed)),
    (Some(Phase::Built), Act::SurveyAgain, Ends::In(Phase::Surveyed)),
    (Some(Phase::Surveyed), Act::Build, Ends::In(Phase::Built)),
    (Some(Phase::Built), Act::Build, Ends::In(Phase::Built)),
    (Some(Phase::Built), Act::Decide, Ends::In(Phase::Built)),
    (Some(Phase::Built), Act::Finish, Ends::DoneOrRepair),
    (Some(Phase::Ready), Act::Structure, Ends::DoneOrRepair),
    (Some(Phase::Ready), Act::StructureReview, Ends::In(Phase::Built)),
    (Some(Phase::Repair), Act::Settle, Ends::DoneOrRepair),
    (Some(Phase::Repair), Act::Repair, Ends::DoneOrRepair),
    (Some(Phase::Repair), Act::Keep, Ends::In(Phase::Done)),
    (Some(Phase::Repair), Act::Discard, Ends::Trashed),
    (Some(Phase::Ready), Act::Discard, Ends::Trashed),
    (Some(Phase::Surveyed), Act::Discard, Ends::Trashed),
    (Some(Phase::Built), Act::Discard, Ends::Trashed),
    (Some(Phase::Done), Act::Update, Ends::In(Phase::Done)),
];

/// Builds one run may do before the person has to ask for another run (W-023).
pub const BUILDS: u64 = 2;

/// What else decides whether a step may begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// A language model is set.
    pub model: bool,
    /// The person asked for another run.
    pub again: bool,
    /// Builds this run did.
    pub builds: u64,
    /// The person approved what is to be written.
    pub approved: bool,
    /// Another update waits, and the person did not say that it may go.
    pub update_waits: bool,
}

/// Why a step does not begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The step does not belong to the phase.
    #[error("{step} is not possible {}", where_it_is(*.phase))]
    WrongPhase {
        /// Where the import is.
        phase: Option<Phase>,
        /// What was asked.
        step: Act,
    },
    /// The step needs a language model and none is set.
    #[error("{step} needs a language model, and none is set")]
    NoModel {
        /// What was asked.
        step: Act,
    },
    /// This run built twice already.
    #[error("this run has built {BUILDS} times; another build is a new run")]
    Builds,
    /// Nobody approved what is to be written.
    #[error("nothing is written before it is approved")]
    NotApproved,
    /// An update waits already.
    #[error("another update of this world waits")]
    UpdateWaits,
}

impl Refusal {
    /// The word of the command line's contract.
    pub fn code(self) -> &'static str {
        match self {
            Refusal::WrongPhase { .. } => "wrong-phase",
            Refusal::NoModel { .. } => "no-model",
            Refusal::Builds => "builds",
            Refusal::NotApproved => "not-approved",
            Refusal::UpdateWaits => "update-waits",
        }
    }
}

fn where_it_is(phase: Option<Phase>) -> String {
    match phase {
        Some(phase) => format!("in the phase {}", phase.word()),
        None => "without an import".to_owned(),
    }
}

/// Where a step would end, or why it does not begin. The phase is judged first, then the rest.
///
/// # Errors
/// [`Refusal`].
pub fn enter(phase: Option<Phase>, step: Act, facts: Facts) -> Result<Ends, Refusal> {
    let row = TABLE.iter().find(|(from, asked, _)| *from == phase && *asked == step);
    let Some((_, _, ends)) = row else { return Err(Refusal::WrongPhase { phase, step }) };
    if step.needs_model() && !facts.model {
        return Err(Refusal::NoModel { step });
    }
    match step {
        Act::Build if facts.builds >= BUILDS && !facts.again => Err(Refusal::Builds),
        Act::Finish if !facts.approved => Err(Refusal::NotApproved),
        Act::Update if facts.update_waits => Err(Refusal::UpdateWaits),
        _ => Ok(*ends),
    }
}

/// What going on means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoOn {
    /// This step runs again.
    Run(Act),
    /// The person's approval is awaited.
    Approval,
    /// Problems are left for the person to mend.
    Mend,
    /// Nothing waits.
    Nothing,
}

/// Where an interrupted import goes on: by its phase, the step that was at work, and whether a model is set. A journal
/// of a finish that had begun comes before all this and is not judged here.
pub fn go_on(phase: Phase, at_work: Option<Act>, model: bool) -> GoOn {
    match (phase, at_work) {
        (Phase::Ready, Some(step @ (Act::Structure | Act::StructureReview))) => GoOn::Run(step),
        (Phase::Ready, _) if model => GoOn::Run(Act::Survey),
        (Phase::Ready, _) => GoOn::Run(Act::Structure),
        (Phase::Surveyed, _) => GoOn::Run(Act::Build),
        (Phase::Built, Some(Act::Finish)) => GoOn::Run(Act::Finish),
        (Phase::Built, _) => GoOn::Approval,
        (Phase::Repair, _) => GoOn::Mend,
        (Phase::Done, _) => GoOn::Nothing,
    }
}

#[cfg(test)]
#[path = "phase_tests.rs"]
mod tests;
