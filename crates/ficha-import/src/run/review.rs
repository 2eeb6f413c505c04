//! The review between a build and the finish: what is about to be written, and the person's choices over it (W-210,
//! W-222). Rule kept here: a choice that fits nothing that was built is refused by name, and then none is taken.

use ficha_library::worlds::WorldFolder;
use ficha_world::{Folder, Ref, schema};

use super::error::{Result, RunError};
use super::kept;
use super::phase::{Act, Facts, enter};
use super::preview::not_carried;
use super::store::{self, lock, state_for};
use crate::card::dialect;
use crate::records::{
    Choices, Classification, Decisions, Extracted, Note, Pieces, Record, Roster, Verdict, VerdictKind,
};

/// The longest name a document may have, in characters.
const NAME: usize = 120;

/// Everything a review shows.
#[derive(Clone, Debug)]
pub struct Review {
    /// The choices before the import.
    pub choices: Choices,
    /// The card in pieces.
    pub pieces: Pieces,
    /// What the pieces were taken to be.
    pub classification: Classification,
    /// Who was found.
    pub roster: Roster,
    /// What was made.
    pub extracted: Extracted,
    /// What the person decided so far.
    pub decisions: Decisions,
}

impl Review {
    /// What the person decided about a document, in order.
    pub fn verdicts_of<'a>(&'a self, reference: &'a str) -> impl Iterator<Item = &'a Verdict> {
        self.decisions.choices.iter().filter(move |verdict| verdict.reference == reference)
    }

    /// Whether a document is not written as things stand.
    pub fn is_dropped(&self, reference: &str) -> bool {
        self.verdicts_of(reference).last().is_some_and(|verdict| verdict.what == VerdictKind::Drop)
    }

    /// What no world carries of the card.
    ///
    /// # Errors
    /// When the card beside the world cannot be read.
    pub fn left_out(&self, folder: &WorldFolder) -> Result<Vec<Note>> {
        let card = kept::card(folder, &self.choices)?;
        let found = dialect(&card.data, card.ignored.regex_scripts, card.ignored.helper_scripts);
        Ok(not_carried(&card, &found))
    }
}

/// What is about to be written.
///
/// # Errors
/// `wrong-phase` when nothing is built, and a record that cannot be read.
pub fn review(folder: &WorldFolder) -> Result<Review> {
    let state = state_for(folder, Act::Decide)?;
    enter(Some(state.phase), Act::Decide, Facts::default())?;
    Ok(Review {
        choices: store::need(folder)?,
        pieces: store::need(folder)?,
        classification: store::need(folder)?,
        roster: store::need(folder)?,
        extracted: store::need(folder)?,
        decisions: store::record(folder)?.unwrap_or_default(),
    })
}

/// Reads a file of choices.
///
/// # Errors
/// [`RunError::Unreadable`] when it is no list of choices.
pub fn read_decisions(bytes: &[u8]) -> Result<Decisions> {
    let fault = |what: String| RunError::Unreadable { file: "the file of choices".to_owned(), what };
    Decisions::from_bytes(bytes).map_err(|error| fault(error.to_string()))
}

/// Takes these choices in place of the earlier ones.
///
/// # Errors
/// `wrong-phase`, `busy`, a choice that does not fit, and what the disk refuses.
pub fn decide(folder: &WorldFolder, decisions: Decisions) -> Result<()> {
    let writing = lock(folder)?;
    let state = state_for(&writing, Act::Decide)?;
    enter(Some(state.phase), Act::Decide, Facts::default())?;
    let extracted: Extracted = store::need(&writing)?;
    for verdict in &decisions.choices {
        fits(verdict, &extracted)?;
    }
    store::put(&writing, &decisions)
}

/// Whether a choice fits what was built.
fn fits(verdict: &Verdict, extracted: &Extracted) -> Result<()> {
    let refused = |what: String| Err(RunError::Choice(what));
    let what = verdict.what.word();
    let of = &verdict.reference;
    let known = |reference: &str| extracted.documents.iter().any(|document| document.reference == reference);
    let Some(here) = of.parse::<Ref>().ok().filter(|_| known(of)) else {
        return refused(format!("{what}: {of:?} names nothing that was built"));
    };
    match verdict.what {
        VerdictKind::Keep | VerdictKind::Drop => Ok(()),
        VerdictKind::Merge => {
            let into = verdict.into.as_deref().unwrap_or_default();
            match into.parse::<Ref>().ok().filter(|_| known(into)) {
                None => refused(format!("{what} {of}: {into:?} names nothing that was built")),
                Some(other) if other == here => refused(format!("{what} {of}: it cannot go into itself")),
                Some(other) if other.folder != here.folder => {
                    refused(format!("{what} {of}: {into} is of another kind"))
                }
                Some(_) => Ok(()),
            }
        }
        VerdictKind::Rename | VerdictKind::SplitAlias => {
            let name = verdict.name.as_deref().unwrap_or_default().trim();
            match name.chars().count() {
                0 => refused(format!("{what} {of}: a name is missing")),
                long if long > NAME => {
                    refused(format!("{what} {of}: the name has {long} characters, {NAME} are allowed"))
                }
                _ => Ok(()),
            }
        }
        VerdictKind::Edit => {
            let Some(doc) = &verdict.doc else { return refused(format!("{what} {of}: the document is missing")) };
            let path = format!("{of}.json");
            let problems = schema::faults(schema::of(here.folder).fields, doc, &path, "");
            match problems.first() {
                None => Ok(()),
                Some(problem) => refused(format!("{what} {of}: {}", problem.message)),
            }
        }
        VerdictKind::ChangeKind => {
            let kind = verdict.kind.as_deref().unwrap_or_default();
            let entity = |folder: &Folder| {
                matches!(folder, Folder::Characters | Folder::Places | Folder::Factions | Folder::Things)
            };
            match Folder::ALL.into_iter().find(|folder| folder.kind_word() == kind && entity(folder)) {
                Some(folder) if folder != here.folder => Ok(()),
                Some(_) => refused(format!("{what} {of}: it is a {kind} already")),
                None => refused(format!("{what} {of}: there is no kind {kind:?}")),
            }
        }
    }
}
