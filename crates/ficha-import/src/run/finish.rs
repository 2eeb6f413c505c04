//! The finish on disk (W-211): what was built becomes the world's files as one act that happens whole however often it
//! is interrupted (world-format 10.4).
//!
//! The order: pictures, the plan, the stage, its promise, files into place with `world.json` last, checks, report, provenance,
//! hashes, the phase, the promise away. Everything behind the promise is made from the records and the promise again,
//! so doing it twice leaves one report and one provenance line.

use std::time::Duration;

use ficha_checks::Severity;
use ficha_convert::NormalizedCard;
use ficha_library::worlds::{Journal, JournalHead, Moved, WorldFolder};
use ficha_model::schema::Language;

use super::at_work::AtWork;
use super::check::check_imported;
use super::error::{Result, RunError};
use super::outside::Outside;
use super::phase::{Act, Facts};
use super::{kept, pictures, store, tree};
use crate::card::dialect;
use crate::finish::{Finish, Plan, Provenanced, plan, with_line};
use crate::records::{
    Choices, Classification, Decisions, Extracted, Method, Phase, Pictures, Pieces, Provenance, Record, Report, Roster,
    StagePhase, Tally, VerdictKind,
};

/// Parts of the step that are told.
const PARTS: usize = 5;

/// A member of the roster that is ours: the run whose decisions are in it already.
const DECIDED: &str = "decided";

/// Writes what was built, once it is approved.
///
/// # Errors
/// `not-approved`, `wrong-phase`, `busy`, `stopped` before anything is promised, `damaged`, a record that cannot be
/// read, and what the disk refuses. What was promised is gone on with by [`resume`](super::resume).
pub fn finish(folder: &WorldFolder, approved: bool, outside: &Outside<'_>) -> Result<()> {
    let facts = Facts { approved, ..Facts::default() };
    let mut work = AtWork::begin(folder, Act::Finish, facts, outside)?;
    let result = write_world(&mut work);
    work.closed(result)
}

/// Goes on with a finish that was promised; `again` gives it up first and starts over from the records.
pub(super) fn go_on_moving(folder: &WorldFolder, again: bool, outside: &Outside<'_>) -> Result<()> {
    let mut work = AtWork::resumed(folder, Act::Finish, outside)?;
    let given_up = if again { work.writing.drop_stage().map_err(RunError::from) } else { Ok(()) };
    let result = given_up.and_then(|()| write_world(&mut work));
    work.closed(result)
}

/// Writes the world of the records, or goes on with writing it.
pub(super) fn write_world(work: &mut AtWork<'_>) -> Result<()> {
    let mut given = Given::read(work)?;
    if work.writing.staged()?.is_none() {
        given.pictures = pictures::gather(work, &given.card, &given.choices)?;
        promise(work, &given)?;
    }
    work.tell(4, PARTS, "files");
    let head = match work.writing.move_in()? {
        Moved::Whole(head) => head,
        Moved::Damaged(files) => return Err(RunError::Damaged { files }),
    };
    // What is promised is made now: from here nobody stops it.
    let plan = given.plan(work, &head.run, &head.at)?;
    keep_records(work, given, plan, &head)?;
    work.tell(PARTS, PARTS, "");
    Ok(())
}

/// Plans the world and promises it.
fn promise(work: &AtWork<'_>, given: &Given) -> Result<()> {
    work.go()?;
    let (run, at) = (work.run_id(), (work.outside.now)());
    let plan = given.plan(work, &run, &at)?;
    work.tell(3, PARTS, "the world");
    work.go()?;
    work.writing.stage(&Journal {
        run,
        at,
        phase: plan.phase.word().to_owned(),
        put: plan.put.into_iter().collect(),
        remove: Vec::new(),
    })?;
    Ok(())
}

/// The records a world is written from.
struct Given {
    card: NormalizedCard,
    choices: Choices,
    pieces: Pieces,
    classification: Classification,
    roster: Roster,
    extracted: Extracted,
    decisions: Decisions,
    pictures: Option<Pictures>,
}

impl Given {
    fn read(work: &AtWork<'_>) -> Result<Given> {
        let folder = &work.writing;
        let choices: Choices = store::need(folder)?;
        Ok(Given {
            card: kept::card(folder, &choices)?,
            choices,
            pieces: store::need(folder)?,
            classification: store::need(folder)?,
            roster: store::need(folder)?,
            extracted: store::need(folder)?,
            decisions: store::record(folder)?.unwrap_or_default(),
            pictures: store::record(folder)?,
        })
    }

    fn plan(&self, work: &AtWork<'_>, run: &str, at: &str) -> Result<Plan> {
        let tree = tree::tree_of(&work.writing)?;
        let images = pictures::rows(work, self.pictures.as_ref())?;
        let machinery = dialect(&self.card.data, self.card.ignored.regex_scripts, self.card.ignored.helper_scripts);
        Ok(plan(Finish {
            card: &self.card.data,
            dialect: &machinery,
            choices: &self.choices,
            pieces: &self.pieces,
            classification: &self.classification,
            roster: &self.roster,
            extracted: &self.extracted,
            decisions: &self.decisions,
            tree: &tree,
            picture: self.card.picture.as_deref(),
            images: &images,
            pictures: self.pictures.as_ref(),
            method: if work.state.no_model { Method::Structure } else { Method::Model },
            run,
            at,
            seconds: (work.outside.seconds)(),
            report_language: &work.state.report_language,
            app_version: work.outside.app_version,
        }))
    }
}

/// Writes what is told of a world whose files are in place, and then the phase it came to.
fn keep_records(work: &mut AtWork<'_>, given: Given, plan: Plan, head: &JournalHead) -> Result<()> {
    // A roster with the decisions in it is written once: they cannot be applied to it again.
    let decided = given.decisions.choices.iter().any(|verdict| verdict.what != VerdictKind::Keep);
    if decided && given.roster.extra.get(DECIDED).and_then(|run| run.as_str()) != Some(&head.run) {
        let mut roster = plan.roster.clone();
        roster.extra.insert(DECIDED.to_owned(), head.run.clone().into());
        store::put(&work.writing, &roster)?;
    }
    let mut report = Report { checks: checked(work, &head.at)?, ..plan.report };
    let there = work.writing.read(&store::place(Provenance::FILE))?;
    match with_line(there.as_deref(), plan.line, &work.state.report_language) {
        Provenanced::Written(bytes) => work.writing.write(&store::place(Provenance::FILE), &bytes)?,
        Provenanced::Left(note) => report.notes.push(*note),
    }
    store::put(&work.writing, &report)?;
    store::put(&work.writing, &plan.files)?;
    work.state.reviewing = false;
    work.reached(match StagePhase::from_word(&head.phase) {
        Some(StagePhase::Done) => Phase::Done,
        Some(StagePhase::Repair) | None => Phase::Repair,
    })?;
    Ok(work.writing.end_stage()?)
}

/// Runs every check the program decides, keeps what they found, and counts it (W-221).
fn checked(work: &AtWork<'_>, at: &str) -> Result<Tally> {
    let language = if work.state.report_language == "zh" { Language::Chinese } else { Language::English };
    let clock = || Duration::from_secs_f64((work.outside.seconds)().max(0.0));
    let found = check_imported(&work.writing, language, at, &clock)?;
    let mut tally = Tally::of(&["error", "warning", "info"]);
    for severity in [Severity::Error, Severity::Warning, Severity::Info] {
        tally.add(severity.word(), found.count(severity));
    }
    Ok(tally)
}
