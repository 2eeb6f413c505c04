//! What an import tells, in the shapes a shell gets. Not here: what is told.

use std::collections::BTreeMap;

use ficha_convert::NormalizedCard;
use ficha_import::outcomes::{Outcome, Outcomes};
use ficha_import::records::{self, Decisions, Document, Extracted, Note, Phase, Piece, Tally, Verdict, VerdictKind};
use ficha_import::run::{self, RunError};
use ficha_library::worlds::WorldFolder;
use ficha_model::schema::Language;
use ficha_world::Ref;

use crate::card_told::outcome;
use crate::commands::count;
use crate::commands::history::language;
use crate::dto::{
    Amount, CardDialect, CardOutcome, CardOutcomes, CardPieceRow, CardPreview, ImportChoices, ImportFault, ImportNote,
    ImportReview, ImportStatus, Json, NamedCount, PreviewEntry, PreviewField, PreviewGreeting, ReviewAct, ReviewChoice,
    ReviewDocument, ReviewPiece, ReviewText,
};
use crate::importing::Upload;
use crate::{ApiError, ErrorCode, Studio, worlds};

/// A sentence out of an error's words.
pub(crate) fn sentence(error: &dyn std::fmt::Display) -> String {
    format!("{}.", capital(&error.to_string()))
}

/// The same with a capital in front.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

impl From<RunError> for ApiError {
    fn from(error: RunError) -> ApiError {
        let said = sentence(&error);
        let (code, hint) = match error {
            RunError::Library(error) => return error.into(),
            RunError::Refused(refusal) => match refusal {
                run::Refusal::WrongPhase { .. } => {
                    (ErrorCode::WrongPhase, "ficha import status tells how far it is and what comes next.")
                }
                run::Refusal::NoModel { .. } => {
                    (ErrorCode::NoModel, "The world can be made of the card's own words, without a language model.")
                }
                run::Refusal::Builds => (ErrorCode::WrongPhase, "Ask for a new run."),
                run::Refusal::NotApproved => {
                    (ErrorCode::NotApproved, "Look at the review, then finish it with --approve.")
                }
                run::Refusal::UpdateWaits => (ErrorCode::Conflict, "Finish or cancel that one first."),
            },
            RunError::NothingToResume { .. } => (ErrorCode::NothingToResume, ""),
            RunError::Busy => (ErrorCode::Busy, "Wait for it, or stop it."),
            RunError::Unreadable { .. } => (ErrorCode::Malformed, "Nothing was written. The file is left as it is."),
            RunError::Damaged { .. } => (
                ErrorCode::Conflict,
                "Start the finish over (ficha import resume WORLD --again), or discard the world.",
            ),
            RunError::TooLarge { limit, .. } => {
                let reached = crate::LimitReached {
                    name: "importMaxUploadBytes".to_owned(),
                    value: limit,
                    needed: None,
                    raise_to: None,
                };
                return ApiError::new(ErrorCode::Limit, said).reaching(reached);
            }
            RunError::Choice(_) => (ErrorCode::Usage, ""),
            RunError::Stopped => (ErrorCode::Cancelled, "It can be gone on with."),
        };
        let error = ApiError::new(code, said);
        if hint.is_empty() { error } else { error.hint(hint) }
    }
}

/// Choices of the window as wishes: all of them said.
pub(crate) fn wishes(choices: ImportChoices) -> run::Wishes {
    run::Wishes {
        name: Some(choices.world_name),
        entries: run::Entries::Off(choices.entries_off.iter().map(|number| *number as usize).collect()),
        opening: choices.opening.map(|number| number as usize),
        pictures: choices.pictures,
        language: Some(choices.language),
    }
}

/// How much of a text a list shows, in characters.
const BEGINNING: usize = 120;

fn notes(notes: &[Note]) -> Vec<ImportNote> {
    let note = |note: &Note| ImportNote {
        code: note.code.clone(),
        message: note.message.clone(),
        piece: note.piece.clone(),
        entity: note.entity.clone(),
    };
    notes.iter().map(note).collect()
}

/// How far the import of a world is.
pub(crate) fn status(folder: &WorldFolder) -> Result<ImportStatus, ApiError> {
    let status = run::status(folder)?;
    let state = status.state.as_ref();
    let fault = state.and_then(|state| state.last_error.as_ref()).map(|fault| ImportFault {
        step: fault.step.clone(),
        code: fault.code.clone(),
        message: fault.message.clone(),
        at: fault.at.clone(),
    });
    let upload = status.choices.as_ref().map(|choices| &choices.upload);
    Ok(ImportStatus {
        world: status.world.clone(),
        name: status.name.clone(),
        phase: state.map(|state| worlds::rows::phase(state.phase)),
        busy: status.busy,
        step: state.and_then(|state| state.run.as_ref()).map(|run| run.step.word().to_owned()),
        kept: state.is_some_and(|state| state.kept),
        can_resume: status.can_resume,
        last_error: fault,
        file_name: upload.map(|upload| upload.name.clone()).unwrap_or_default(),
        source_format: upload.map(|upload| upload.source_format.clone()).unwrap_or_default(),
        outcomes: outcomes(&status.outcomes),
        counts: status
            .counts
            .iter()
            .map(|(folder, found)| NamedCount { name: folder.word().to_owned(), count: count(*found) })
            .collect(),
        notes: notes(&status.notes),
        problems: status.problems.iter().map(worlds::shown).collect(),
        readiness: worlds::readiness(status.readiness),
    })
}

/// What a card holds, before anything is made of it.
pub(crate) fn preview(
    studio: &Studio,
    upload_id: &str,
    upload: &Upload,
    card: &NormalizedCard,
) -> Result<CardPreview, ApiError> {
    let seen = run::preview(card, &upload.name, word(language(studio)));
    let (targets, update) = crate::commands::updates::proposed(studio, &seen.world_name)?;
    let beginning =
        |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(BEGINNING).collect();
    let field = |piece: &Piece| PreviewField {
        id: piece.id.clone(),
        title: piece.title.clone(),
        chars: count(piece.chars),
        beginning: beginning(&piece.text),
    };
    let entry = |entry: &run::SeenEntry| PreviewEntry {
        position: count(entry.number),
        title: entry.piece.title.clone(),
        keys: entry.piece.keys().to_vec(),
        constant: entry.piece.is_constant(),
        enabled: entry.enabled,
        chars: count(entry.piece.chars),
        beginning: beginning(&entry.piece.text),
    };
    let greeting = |greeting: &run::SeenGreeting| PreviewGreeting {
        number: greeting.number.map(count),
        id: greeting.id.clone(),
        title: greeting.title.clone(),
        chars: count(greeting.chars),
        blank: greeting.text.is_empty(),
        beginning: beginning(&greeting.text),
    };
    Ok(CardPreview {
        upload: upload_id.to_owned(),
        file_name: upload.name.clone(),
        bytes: Amount(upload.bytes.len() as u64),
        name: seen.world_name.clone(),
        creator: seen.creator.clone(),
        version: seen.version.clone(),
        source_format: card.source_format.clone(),
        picture: card.picture.is_some(),
        fields: seen.fields.iter().map(field).collect(),
        entries: seen.entries.iter().map(entry).collect(),
        greetings: seen.greetings.iter().map(greeting).collect(),
        opening: seen.opening.map(count),
        dialect: dialect(&seen.dialect),
        addresses: seen.addresses.clone(),
        not_carried: notes(&seen.not_carried),
        language: seen.language.clone(),
        targets,
        update,
    })
}

/// Machinery of a card as a shell has it.
pub(crate) fn dialect(found: &records::Dialect) -> CardDialect {
    let named = |counts: &BTreeMap<String, usize>| {
        counts.iter().map(|(name, found)| NamedCount { name: name.clone(), count: count(*found) }).collect()
    };
    CardDialect {
        regex_scripts: count(found.regex_scripts),
        helper_scripts: count(found.helper_scripts),
        macros: named(&found.macros),
        tag_blocks: named(&found.tag_blocks),
        ejs_blocks: count(found.ejs_blocks),
        decorators: named(&found.decorators),
    }
}

/// Choices of the window as a record.
///
/// # Errors
/// `usage` for a document that is no object, `limit` for one past every limit.
pub(crate) fn decisions(choices: Vec<ReviewChoice>) -> Result<Decisions, ApiError> {
    let verdict = |choice: ReviewChoice| {
        let doc = match choice.doc.map(|doc| doc.value()).transpose()? {
            None => None,
            Some(serde_json::Value::Object(doc)) => Some(doc),
            Some(_) => return Err(ApiError::new(ErrorCode::Usage, "A document is an object.")),
        };
        Ok(Verdict {
            what: verdict_kind(choice.act),
            reference: choice.of,
            into: choice.into,
            name: choice.name,
            kind: choice.kind,
            doc,
            ..Verdict::default()
        })
    };
    let choices = choices.into_iter().map(verdict).collect::<Result<_, ApiError>>()?;
    Ok(Decisions { choices, ..Decisions::default() })
}

fn verdict_kind(act: ReviewAct) -> VerdictKind {
    match act {
        ReviewAct::Keep => VerdictKind::Keep,
        ReviewAct::Drop => VerdictKind::Drop,
        ReviewAct::Merge => VerdictKind::Merge,
        ReviewAct::Rename => VerdictKind::Rename,
        ReviewAct::SplitAlias => VerdictKind::SplitAlias,
        ReviewAct::Edit => VerdictKind::Edit,
        ReviewAct::ChangeKind => VerdictKind::ChangeKind,
    }
}

fn review_act(kind: VerdictKind) -> ReviewAct {
    match kind {
        VerdictKind::Keep => ReviewAct::Keep,
        VerdictKind::Drop => ReviewAct::Drop,
        VerdictKind::Merge => ReviewAct::Merge,
        VerdictKind::Rename => ReviewAct::Rename,
        VerdictKind::SplitAlias => ReviewAct::SplitAlias,
        VerdictKind::Edit => ReviewAct::Edit,
        VerdictKind::ChangeKind => ReviewAct::ChangeKind,
    }
}

pub(crate) fn word(language: Language) -> &'static str {
    match language {
        Language::English => "en",
        Language::Chinese => "zh",
    }
}

/// Pieces by outcome.
pub(crate) fn outcomes(totals: &Tally) -> CardOutcomes {
    let of = |outcome: Outcome| count(totals.get(outcome.word()));
    CardOutcomes {
        carried: of(Outcome::Carried),
        converted: of(Outcome::Converted),
        guidance: of(Outcome::Guidance),
        read: of(Outcome::Read),
        omitted: of(Outcome::Omitted),
        awaiting: of(Outcome::Awaiting),
    }
}

/// What is about to be written, with the pieces it was made from.
pub(crate) fn review(folder: &WorldFolder) -> Result<ImportReview, ApiError> {
    let review = run::review(folder)?;
    let written = |of: &Ref| !review.is_dropped(&of.to_string());
    let told = Outcomes {
        phase: Phase::Built,
        classification: Some(&review.classification),
        roster: Some(&review.roster),
        written: &written,
    };
    let document = |document: &Document| ReviewDocument {
        of: document.reference.clone(),
        name: named(&document.doc),
        doc: Json::of(&serde_json::Value::Object(document.doc.clone())),
        from: document.from.clone(),
        choices: review.verdicts_of(&document.reference).map(choice).collect(),
    };
    let piece = |piece: &Piece| ReviewPiece {
        row: piece_row(piece, &review, outcome(told.of(piece))),
        text: piece.text.clone(),
        outcome: outcome(told.of(piece)),
    };
    let extracted = &review.extracted;
    let label = |doc: &serde_json::Value| doc.as_object().map(named).unwrap_or_default();
    Ok(ImportReview {
        world: folder.id().to_owned(),
        name: review.choices.world_name.clone(),
        documents: extracted.documents.iter().map(document).collect(),
        texts: texts(extracted),
        variables: extracted.variables.iter().map(label).collect(),
        commands: extracted.commands.iter().map(label).collect(),
        triggers: extracted.triggers.iter().map(label).collect(),
        notes: notes(&extracted.notes),
        left_out: notes(&review.left_out(folder)?),
        pieces: review.pieces.pieces.iter().map(piece).collect(),
        outcomes: outcomes(&told.totals(&review.pieces)),
    })
}

/// What a document calls itself.
fn named(doc: &serde_json::Map<String, serde_json::Value>) -> String {
    let known = ["name", "title", "label", "word", "key"].iter().filter_map(|key| doc.get(*key)?.as_str());
    known.map(str::to_owned).next().unwrap_or_default()
}

fn texts(extracted: &Extracted) -> Vec<ReviewText> {
    let text = |id: String, title: &str, text: &str| ReviewText { id, title: title.to_owned(), text: text.to_owned() };
    let world = &extracted.world;
    let mut texts =
        vec![text("description".to_owned(), "", &world.description), text("opening".to_owned(), "", &world.opening)];
    for (index, opening) in world.alternate_openings.iter().enumerate() {
        texts.push(text(
            format!("alternate:{}", index + 1),
            opening.title.as_deref().unwrap_or_default(),
            &opening.text,
        ));
    }
    texts.extend(extracted.prompts.iter().map(|(slot, prompt)| text(format!("roleplay/{slot}"), "", prompt)));
    texts.retain(|text| !text.text.is_empty());
    texts
}

fn choice(verdict: &Verdict) -> ReviewChoice {
    ReviewChoice {
        act: review_act(verdict.what),
        of: verdict.reference.clone(),
        into: verdict.into.clone(),
        name: verdict.name.clone(),
        kind: verdict.kind.clone(),
        doc: verdict.doc.clone().map(|doc| Json::of(&serde_json::Value::Object(doc))),
    }
}

fn piece_row(piece: &Piece, review: &run::Review, outcome: CardOutcome) -> CardPieceRow {
    let classified = review.classification.pieces.get(&piece.id);
    CardPieceRow {
        id: piece.id.clone(),
        origin: piece.origin.word().to_owned(),
        title: piece.title.clone(),
        chars: count(piece.chars),
        parts: count(piece.cuts.len() + 1),
        constant: piece.is_constant(),
        keys: piece.keys().to_vec(),
        off: piece.off,
        roles: classified.map(|row| row.roles.iter().map(|role| role.word().to_owned()).collect()).unwrap_or_default(),
        settled_by: classified.map(|row| row.settled_by.word().to_owned()),
        outcome,
        made_into: review
            .extracted
            .documents
            .iter()
            .filter(|document| document.from.contains(&piece.id))
            .map(|document| document.reference.clone())
            .collect(),
    }
}
