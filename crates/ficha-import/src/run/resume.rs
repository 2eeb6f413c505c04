//! Going on where an import was interrupted: a finish that had begun to move files first, else the step its state says
//! was at work (W-026).

use ficha_library::worlds::WorldFolder;

use super::at_work::act_of;
use super::error::{Result, RunError};
use super::outside::Outside;
use super::phase::{Act, Facts, GoOn, Refusal, enter, go_on};
use super::{draft, finish, store, structure};

/// Goes on. `again` gives a damaged finish up and starts it over from the records.
///
/// # Errors
/// `nothing-to-resume` when nothing waits, `no-model` when what waits needs one, else as the step it goes on with.
pub fn resume(folder: &WorldFolder, again: bool, outside: &Outside<'_>) -> Result<()> {
    let nothing = |what: &str| RunError::NothingToResume { what: what.to_owned() };
    let Some(state) = store::state(folder)? else { return Err(nothing("this world was not made from a card")) };
    if folder.staged()?.is_some() {
        return finish::go_on_moving(folder, again, outside);
    }
    match go_on(state.phase, act_of(&state), outside.model) {
        GoOn::Run(Act::Structure) => structure::structure(folder, false, outside),
        GoOn::Run(Act::StructureReview) => structure::structure(folder, true, outside),
        // Approved once is approved: the finish was at work when it was interrupted.
        GoOn::Run(Act::Finish) => finish::finish(folder, true, outside),
        GoOn::Run(step) if step.needs_model() => Err(Refusal::NoModel { step }.into()),
        GoOn::Run(step) => Err(nothing(step.word())),
        // Whoever asks is told how far it is, and that is where it is.
        GoOn::Approval => Ok(()),
        GoOn::Mend => draft::settle(&store::lock(folder)?, &(outside.now)()).map(drop),
        GoOn::Nothing => Err(nothing("the import is done")),
    }
}

/// Why a step that needs a model does not begin on a world: its phase is judged first. `word` is the step's word.
pub fn refused_without_model(folder: &WorldFolder, word: &str) -> RunError {
    let phase = match store::state(folder) {
        Ok(state) => state.map(|state| state.phase),
        Err(error) => return error,
    };
    let Some(act) = Act::ALL.into_iter().find(|act| act.word() == word) else {
        return RunError::Choice(format!("there is no step {word:?}"));
    };
    match enter(phase, act, Facts::default()) {
        Err(refusal) => refusal.into(),
        Ok(_) => Refusal::NoModel { step: act }.into(),
    }
}
