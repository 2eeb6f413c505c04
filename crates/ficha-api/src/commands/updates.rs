//! A world and a newer card: let it wait, mark its changes, finish, cancel, undo.

use ficha_import::card::Card;
use ficha_import::records::{Choices, Mark};
use ficha_import::run;
use ficha_import::update::{self, Finished, Newer};
use ficha_library::worlds::{Incoming, WorldFolder};
use ficha_model::schema::Language;

use super::history::language;
use crate::dto::{
    CardChanges, ImportChoices, ReportLanguage, UpdateFinished, UpdateMark, UpdateStatus, UpdateTarget, WorldEdited,
};
use crate::imported::word;
use crate::importing::{self, Upload, Wishes};
use crate::{ApiError, Studio, card_told, imported, worlds};

/// Where a world stands with updates. An act that was interrupted is done first.
///
/// # Errors
/// `not-found`, `malformed` for a record that cannot be read, `io`.
pub fn status(studio: &Studio, world: String) -> Result<UpdateStatus, ApiError> {
    Ok(card_told::status(update::status(&worlds::find(studio, &world)?)?))
}

/// The worlds a card of this name could update, the likeliest first.
///
/// # Errors
/// `io` when the worlds cannot be listed.
pub fn targets(studio: &Studio, name: String) -> Result<Vec<UpdateTarget>, ApiError> {
    Ok(update::find_targets(&studio.library().worlds(), &name)?.iter().map(target).collect())
}

/// The same with the one that is updated when nobody chooses.
pub(crate) fn proposed(studio: &Studio, name: &str) -> Result<(Vec<UpdateTarget>, Option<String>), ApiError> {
    let found = update::find_targets(&studio.library().worlds(), name)?;
    let chosen = update::default_target(&found).map(|target| target.world.clone());
    Ok((found.iter().map(target).collect(), chosen))
}

fn target(target: &update::Target) -> UpdateTarget {
    UpdateTarget {
        world: target.world.clone(),
        name: target.name.clone(),
        same_name: target.same_name,
        edited: match target.edited {
            update::Edited::No => WorldEdited::No,
            update::Edited::Yes => WorldEdited::Yes,
            update::Edited::Unknown => WorldEdited::Unknown,
        },
        waiting: target.waiting,
    }
}

/// The choices for an upload that waits, when it updates this world and nobody chooses: what was off stays off.
///
/// # Errors
/// `not-found`, `no-card`, and why the upload is no card.
pub fn choices(studio: &Studio, world: String, upload: String) -> Result<ImportChoices, ApiError> {
    let folder = worlds::find(studio, &world)?;
    let incoming = studio.library().worlds().incoming(&upload)?;
    let choices = on_card(&upload_of(&incoming)?, &incoming, &|newer| {
        Ok(update::choices_for(&folder, newer, word(language(studio)))?)
    })?;
    Ok(ImportChoices {
        world_name: choices.world_name,
        entries_off: choices.entries_off.iter().map(|number| crate::commands::count(*number)).collect(),
        opening: choices.opening.map(crate::commands::count),
        pictures: choices.pictures,
        language: choices.language,
    })
}

/// Lets an upload that waits become the newer card of a world. `replace`: another one that waits there may go. The world
/// keeps its name.
///
/// # Errors
/// `wrong-phase`, `conflict` when another one waits, `usage` for a choice that does not fit the card, `busy`, `io`.
pub fn start(
    studio: &Studio,
    world: String,
    upload: String,
    choices: ImportChoices,
    replace: bool,
) -> Result<UpdateStatus, ApiError> {
    let folder = worlds::find(studio, &world)?;
    let incoming = studio.library().worlds().incoming(&upload)?;
    start_with(studio, &folder, (&upload_of(&incoming)?, &incoming), replace, &|_| imported::wishes(choices.clone()))?;
    incoming.drop_it()?;
    status(studio, world)
}

/// The same with a file at a terminal and the choices of one: what is not chosen stays as it was.
///
/// # Errors
/// As for an upload, and why the file is no card.
pub fn start_file(
    studio: &Studio,
    world: &str,
    upload: &Upload,
    wishes: &Wishes,
    replace: bool,
) -> Result<UpdateStatus, ApiError> {
    let folder = worlds::find(studio, world)?;
    let incoming = importing::take(studio, upload)?;
    let started = start_with(studio, &folder, (upload, &incoming), replace, &|usual| chosen(usual, wishes));
    incoming.drop_it()?;
    started?;
    status(studio, world.to_owned())
}

fn chosen(usual: &Choices, wishes: &Wishes) -> run::Wishes {
    let is = |list: &[u32], number: usize| list.iter().any(|wanted| *wanted as usize == number);
    let kept = usual.entries_off.iter().copied().filter(|number| !is(&wishes.on, *number));
    let off = kept.chain(wishes.off.iter().map(|number| *number as usize));
    run::Wishes {
        name: None,
        entries: run::Entries::Off(off.collect()),
        opening: wishes.opening.map(|number| number as usize).or(usual.opening),
        pictures: wishes.pictures || usual.pictures,
        language: wishes.language.clone().or_else(|| Some(usual.language.clone())),
    }
}

/// An upload that waits, as a file to be opened.
fn upload_of(incoming: &Incoming) -> Result<Upload, ApiError> {
    Ok(Upload::of(&incoming.name, incoming.read()?.into()))
}

fn on_card<T>(
    upload: &Upload,
    incoming: &Incoming,
    then: &dyn Fn(&Newer<'_>) -> Result<T, ApiError>,
) -> Result<T, ApiError> {
    let card = upload.card()?;
    then(&Newer { card: &card, file_name: &upload.name, source_name: &incoming.source, source: &upload.bytes })
}

fn start_with(
    studio: &Studio,
    folder: &WorldFolder,
    (upload, incoming): (&Upload, &Incoming),
    replace: bool,
    wishes: &dyn Fn(&Choices) -> run::Wishes,
) -> Result<(), ApiError> {
    on_card(upload, incoming, &|newer| {
        let usual = update::choices_for(folder, newer, word(language(studio)))?;
        let wishes = run::Wishes { name: Some(usual.world_name.clone()), ..wishes(&usual) };
        let choices = run::choose(Card::of(&newer.card.data), &wishes, usual.upload.clone())?;
        importing::with_outside(studio, told_in(studio), &run::Unwatched, |outside| {
            update::start(folder, newer, &choices, replace, outside)
        })?;
        Ok(())
    })?;
    studio.changed(Vec::new());
    Ok(())
}

/// The language of the person's window, as commands have it.
fn told_in(studio: &Studio) -> ReportLanguage {
    match language(studio) {
        Language::English => ReportLanguage::En,
        Language::Chinese => ReportLanguage::Zh,
    }
}

/// Marks a change as carried into the world or dismissed, or takes its mark away.
///
/// # Errors
/// `usage` for a change the newer card does not make, `no-update`, `busy`, `io`.
pub fn mark(studio: &Studio, world: String, change: String, mark: Option<UpdateMark>) -> Result<CardChanges, ApiError> {
    let folder = worlds::find(studio, &world)?;
    let mark = mark.map(|mark| match mark {
        UpdateMark::Carried => Mark::Carried,
        UpdateMark::Dismissed => Mark::Dismissed,
    });
    update::mark(&folder, &change, mark)?;
    super::card_tools::diff(studio, world)
}

/// Makes the newer card the card of the world. It asks once when changes are unmarked; asked again, it goes through.
///
/// # Errors
/// `no-update`, `busy`, `malformed` for a record that cannot be read, `io`.
pub fn finish(
    studio: &Studio,
    world: String,
    language: ReportLanguage,
    job: String,
) -> Result<UpdateFinished, ApiError> {
    let folder = worlds::find(studio, &world)?;
    let job = studio.job(&job);
    let finished =
        importing::with_outside(studio, language, &run::Unwatched, |outside| update::finish(&folder, outside));
    studio.changed(Vec::new());
    let told = finished.map_err(ApiError::from).map(|finished| match finished {
        Finished::Asks(unmarked) => UpdateFinished { finished: false, unmarked },
        Finished::Done(done) => UpdateFinished { finished: true, unmarked: done.unmarked },
    });
    job.end(1, told)
}

/// Takes the newer card away. Edits made meanwhile stay.
///
/// # Errors
/// `no-update`, `busy`, `io`.
pub fn cancel(studio: &Studio, world: String) -> Result<UpdateStatus, ApiError> {
    update::cancel(&worlds::find(studio, &world)?)?;
    studio.changed(Vec::new());
    status(studio, world)
}

/// Puts back what was there before the last update. What the world holds now goes to its trash; pictures stay.
///
/// # Errors
/// `nothing-to-undo`, `conflict` when a copy is damaged, `busy`, `io`.
pub fn undo(studio: &Studio, world: String) -> Result<UpdateStatus, ApiError> {
    update::undo(&worlds::find(studio, &world)?)?;
    studio.changed(Vec::new());
    status(studio, world)
}
