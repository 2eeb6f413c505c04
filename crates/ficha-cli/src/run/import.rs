//! `ficha import ...`: from a card to a world, at a terminal.

use std::path::Path;

use ficha_api::dto::{self, ImportPhase, ImportStatus, ReportLanguage};
use ficha_api::importing::{self, Wishes};
use ficha_api::{ApiError, Event, Options, Studio, commands};
use serde_json::json;

use super::{Ended, given};
use crate::arguments::{Choosing, DraftAct, Import, ImportCommand, Progress};
use crate::output::{Output, plain, say, short, table};

/// The job every command of a terminal runs as.
const JOB: &str = "import";

/// The exit code of a draft.
const DRAFT: u8 = 8;

/// `ficha import`.
pub fn import(output: Output, wishes: Import) -> Ended {
    let studio = Studio::open_with(Options { library: wishes.library, ..Options::of_person() })?;
    follow(&studio, wishes.progress.unwrap_or(if output.json { Progress::None } else { Progress::Text }));
    match wishes.command {
        ImportCommand::Preview { card, raising } => {
            let seen = importing::preview(&studio, &upload(&studio, &card, &raising.opening()?)?)?;
            output.put(&seen, || preview(&seen))?;
            Ok(0)
        }
        ImportCommand::Start { card, choosing } => {
            let status = start(&studio, &card, &choosing)?;
            told(output, &status)
        }
        ImportCommand::Survey { world, again } => {
            Err(importing::without_model(&studio, &world, if again { "survey again" } else { "survey" }))
        }
        ImportCommand::Build { world, .. } => Err(importing::without_model(&studio, &world, "build")),
        ImportCommand::Structure { world, review, choosing } => {
            let world = world_of(&studio, world, &choosing)?;
            told(output, &commands::imports::structure(&studio, world, review, ReportLanguage::En, JOB.to_owned())?)
        }
        ImportCommand::Review { world, apply } => review(output, &studio, world, apply.as_deref()),
        ImportCommand::Finish { world, approve } => {
            told(output, &importing::finish(&studio, &world, approve, ReportLanguage::En, JOB)?)
        }
        ImportCommand::Run { card, no_model, review, approve, accept_review, choosing } => {
            if accept_review {
                return Err(importing::no_model("A review by a language model"));
            }
            if !no_model {
                output.progress("No language model is set: the world is made of the card's own words.");
            }
            let world = start(&studio, &card, &choosing)?.world;
            let status =
                commands::imports::structure(&studio, world.clone(), review, ReportLanguage::En, JOB.to_owned())?;
            if review && approve {
                return told(output, &importing::finish(&studio, &world, true, ReportLanguage::En, JOB)?);
            }
            told(output, &status)
        }
        ImportCommand::Status { world } => {
            let status = commands::imports::status(&studio, world)?;
            output.put(&status, || standing(&status))?;
            Ok(0)
        }
        ImportCommand::Resume { world, again } => {
            told(output, &importing::resume(&studio, &world, again, ReportLanguage::En, JOB)?)
        }
        ImportCommand::Draft { world, act } => draft(output, &studio, world, act),
    }
}

/// A world that is there, or one that is started from a card.
fn world_of(studio: &Studio, text: String, choosing: &Choosing) -> Result<String, ApiError> {
    if importing::is_world(studio, &text) {
        return Ok(text);
    }
    Ok(start(studio, &text, choosing)?.world)
}

fn start(studio: &Studio, card: &str, choosing: &Choosing) -> Result<ImportStatus, ApiError> {
    let upload = upload(studio, card, &choosing.raising.opening()?)?;
    let wishes = Wishes {
        name: choosing.name.clone(),
        off: choosing.off.clone(),
        on: choosing.on.clone(),
        opening: choosing.opening,
        pictures: choosing.pictures,
        language: choosing.language.clone(),
    };
    importing::start(studio, upload, &wishes)
}

/// The card a person named: a character of the library, standard input, a file.
pub(super) fn upload(
    studio: &Studio,
    card: &str,
    opening: &ficha_api::raise::Opening,
) -> Result<importing::Upload, ApiError> {
    if card != "-" && !Path::new(card).exists() && importing::is_piece(studio, card) {
        return importing::upload_of_piece(studio, card);
    }
    importing::check_size(Path::new(card))?;
    let given = given(Path::new(card), opening)?;
    Ok(importing::Upload {
        name: given.name.unwrap_or_else(|| "card".to_owned()),
        bytes: given.bytes,
        limits: given.limits,
        preference: given.preference,
    })
}

/// Progress on standard error.
fn follow(studio: &Studio, how: Progress) {
    if how == Progress::None {
        return;
    }
    studio.events().listen(move |event| {
        if let Event::Job(job) = event
            && let Some(step) = &job.import
        {
            if how == Progress::Json {
                let row = json!({ "run": step.run, "step": step.step, "done": job.done, "total": job.total,
                    "current": job.name, "notes": step.notes });
                say(&row.to_string());
            } else {
                say(&format!("{} {}/{} {}", step.step, job.done, job.total, short(&job.name, 60)));
            }
        }
        true
    });
}

/// What came of a step, with its exit code.
fn told(output: Output, status: &ImportStatus) -> Ended {
    output.put(status, || standing(status))?;
    Ok(if status.phase == Some(ImportPhase::Repair) { DRAFT } else { 0 })
}

fn standing(status: &ImportStatus) -> String {
    let phase = status.phase.map_or("no import", importing::phase_word);
    let mut text = format!(
        "{}  {}  {}, {}\n",
        status.world,
        short(&status.name, 60),
        phase,
        importing::readiness_word(status.readiness)
    );
    let counts: Vec<String> =
        status.counts.iter().filter(|row| row.count > 0).map(|row| format!("{} {}", row.count, row.name)).collect();
    if !counts.is_empty() {
        text.push_str(&format!("  {}\n", counts.join(", ")));
    }
    let outcomes = status.outcomes;
    text.push_str(&format!(
        "  of the card: {} carried, {} converted, {} guidance, {} read, {} omitted, {} awaiting\n",
        outcomes.carried, outcomes.converted, outcomes.guidance, outcomes.read, outcomes.omitted, outcomes.awaiting
    ));
    for note in &status.notes {
        text.push_str(&format!("  note: {}\n", short(&note.message, 160)));
    }
    text.push_str(&problems(status));
    if let Some(fault) = &status.last_error {
        text.push_str(&format!("  {} stopped: {}\n", fault.step, plain(&fault.message)));
    }
    if let Some(next) = importing::next_step(status) {
        text.push_str(&format!("  next: {next}\n"));
    }
    text
}

fn problems(status: &ImportStatus) -> String {
    let rows: Vec<Vec<String>> = status
        .problems
        .iter()
        .map(|problem| vec![format!("  {}", problem.code), plain(&problem.place), short(&problem.message, 100)])
        .collect();
    table(&rows)
}

fn preview(seen: &dto::CardPreview) -> String {
    let mut text = format!("{}  {}  {} bytes\n", short(&seen.name, 80), seen.source_format, seen.bytes.0);
    let row = |id: &str, title: &str, chars: u32, about: String| {
        vec![format!("  {id}"), short(title, 40), format!("{chars} characters"), about]
    };
    let mut rows: Vec<Vec<String>> =
        seen.fields.iter().map(|field| row(&field.id, &field.title, field.chars, String::new())).collect();
    for greeting in &seen.greetings {
        let chosen = greeting.number.is_some() && greeting.number == seen.opening;
        let about = if chosen {
            "the opening"
        } else if greeting.blank {
            "blank"
        } else {
            ""
        };
        rows.push(row(&greeting.id, &greeting.title, greeting.chars, about.to_owned()));
    }
    for entry in &seen.entries {
        let mut about = vec![if entry.constant { "always".to_owned() } else { short(&entry.keys.join(", "), 40) }];
        if !entry.enabled {
            about.push("off in the card".to_owned());
        }
        rows.push(row(&format!("entry:{}", entry.position), &entry.title, entry.chars, about.join("; ")));
    }
    text.push_str(&table(&rows));
    text.push_str(&format!("  language: {}\n", seen.language));
    if seen.picture {
        text.push_str("  a picture of its own\n");
    }
    if !seen.addresses.is_empty() {
        text.push_str(&format!("  {} addresses of pictures; --pictures fetches them\n", seen.addresses.len()));
    }
    for note in &seen.not_carried {
        text.push_str(&format!("  not carried: {}\n", short(&note.message, 160)));
    }
    for target in &seen.targets {
        let edited = match target.edited {
            dto::WorldEdited::No => "not edited since",
            dto::WorldEdited::Yes => "edited since",
            dto::WorldEdited::Unknown => "not known whether edited",
        };
        text.push_str(&format!("  could update {} ({}, {edited})\n", target.world, short(&target.name, 40)));
    }
    text
}

fn review(output: Output, studio: &Studio, world: String, apply: Option<&Path>) -> Ended {
    let seen = match apply {
        None => commands::imports::review_get(studio, world)?,
        Some(path) => {
            let bytes = given(path, &ficha_api::raise::Opening::default())?.bytes;
            importing::apply_decisions(studio, &world, &bytes)?
        }
    };
    output.put(&seen, || {
        let mut rows: Vec<Vec<String>> = Vec::new();
        for document in &seen.documents {
            let choices: Vec<&str> = document.choices.iter().map(|choice| importing::act_word(choice.act)).collect();
            rows.push(vec![
                document.of.clone(),
                short(&document.name, 40),
                document.from.join(" "),
                choices.join(", "),
            ]);
        }
        let mut text = format!("{}  {}\n{}", seen.world, short(&seen.name, 60), table(&rows));
        for note in seen.left_out.iter().chain(&seen.notes) {
            text.push_str(&format!("  note: {}\n", short(&note.message, 160)));
        }
        text.push_str(&format!("  next: ficha import finish {} --approve\n", seen.world));
        text
    })?;
    Ok(0)
}

fn draft(output: Output, studio: &Studio, world: String, act: Option<DraftAct>) -> Ended {
    let act = match act {
        None => return told(output, &commands::imports::draft_status(studio, world)?),
        Some(DraftAct::Ask) => return Err(importing::without_model(studio, &world, "repair")),
        Some(DraftAct::Keep) => dto::DraftAct::Keep,
        Some(DraftAct::Discard) => dto::DraftAct::Discard,
    };
    let status = commands::imports::draft_act(studio, world, act)?;
    match act {
        dto::DraftAct::Keep => told(output, &status),
        dto::DraftAct::Discard => {
            output.put(&status, || format!("{} is in the trash\n", status.world))?;
            Ok(0)
        }
    }
}
