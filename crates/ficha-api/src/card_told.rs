//! What card tools and updates tell, in the shapes a shell gets. Not here: what is told.

use std::collections::BTreeMap;

use ficha_import::outcomes::Outcome;
use ficha_import::records::{Mark, Note};
use ficha_import::tools::graphemes::slice;
use ficha_import::tools::{
    CardDiff, CardTools, ChangedPiece, DroppedPiece, FieldChange, Hit, How, Origin, Overview, PictureChange, PieceRow,
    PieceText, SearchResult, ToolError, Version, Within,
};
use ficha_import::update::sentences::{SentenceChange as Change, sentences};
use ficha_import::update::{Status, UpdateError};
use ficha_world::Ref;

use crate::commands::count;
use crate::dto::{
    CardChanges, CardHit, CardOrigin, CardOutcome, CardOutcomes, CardOverview, CardPieceRow, CardRosterRow, CardSearch,
    CardText, CardVersion, ImportNote, Json, NamedCount, SentenceChange, UpdateChange, UpdateMark, UpdateStatus,
    WorldUpdateMark,
};
use crate::{ApiError, ErrorCode, imported};

impl From<UpdateError> for ApiError {
    fn from(error: UpdateError) -> ApiError {
        let said = imported::sentence(&error);
        let (code, hint) = match error {
            UpdateError::Run(error) => return error.into(),
            UpdateError::NoCard => {
                (ErrorCode::NoCard, "It was not made from a card, or its .import folder was deleted.")
            }
            UpdateError::NoUpdate => (ErrorCode::NoUpdate, "ficha update start WORLD CARD lets one wait."),
            UpdateError::NothingToUndo => (ErrorCode::NothingToUndo, ""),
            UpdateError::NoChange(_) => (ErrorCode::Usage, "ficha update diff WORLD names them."),
        };
        let error = ApiError::new(code, said);
        if hint.is_empty() { error } else { error.hint(hint) }
    }
}

impl From<ToolError> for ApiError {
    fn from(error: ToolError) -> ApiError {
        let said = imported::sentence(&error);
        match error {
            ToolError::Unreadable(error) => error.into(),
            ToolError::NoCard => UpdateError::NoCard.into(),
            ToolError::NoUpdate => UpdateError::NoUpdate.into(),
            ToolError::NoPiece { .. } => {
                ApiError::new(ErrorCode::NoPiece, said).hint("ficha card overview WORLD lists the pieces.")
            }
            ToolError::QueryTooShort => ApiError::new(ErrorCode::QueryTooShort, said)
                .hint("Ask for two characters, or three where they are Latin letters."),
        }
    }
}

/// The version a shell means.
pub(crate) fn version(version: CardVersion) -> Version {
    match version {
        CardVersion::Current => Version::Current,
        CardVersion::New => Version::New,
    }
}

/// A card at a glance.
pub(crate) fn overview(found: Overview) -> CardOverview {
    let of = |outcome| count(found.totals.get(&outcome).copied().unwrap_or(0));
    let roster = found.roster.iter().map(|row| CardRosterRow {
        name: row.name.clone(),
        kind: row.kind.word().to_owned(),
        of: row.of.to_string(),
        aliases: row.aliases.clone(),
        exists: row.exists,
    });
    let note = |note: &Note| ImportNote {
        code: note.code.clone(),
        message: note.message.clone(),
        piece: note.piece.clone(),
        entity: note.entity.clone(),
    };
    CardOverview {
        totals: CardOutcomes {
            carried: of(Outcome::Carried),
            converted: of(Outcome::Converted),
            guidance: of(Outcome::Guidance),
            read: of(Outcome::Read),
            omitted: of(Outcome::Omitted),
            awaiting: of(Outcome::Awaiting),
        },
        roster: roster.collect(),
        dialect: imported::dialect(&found.dialect),
        notes: found.notes.iter().map(note).collect(),
        pictures: found
            .pictures
            .iter()
            .map(|(outcome, many)| NamedCount { name: outcome.word().to_owned(), count: count(*many) })
            .collect(),
        pieces: found.pieces.iter().map(piece_row).collect(),
        name: found.card.name,
        creator: found.card.creator,
        version: found.card.version,
        source_format: found.card.source_format,
        sha256: found.card.sha256,
    }
}

/// A piece with what became of it.
pub(crate) fn piece_row(row: &PieceRow) -> CardPieceRow {
    CardPieceRow {
        id: row.id.clone(),
        origin: row.origin.word().to_owned(),
        title: row.title.clone(),
        chars: count(row.chars),
        parts: count(row.parts),
        constant: row.constant,
        keys: row.keys.clone(),
        off: row.off,
        roles: row.roles.iter().map(|role| role.word().to_owned()).collect(),
        settled_by: row.settled_by.map(|who| who.word().to_owned()),
        outcome: outcome(row.outcome),
        made_into: refs(&row.made_into),
    }
}

/// An outcome as a shell has it.
pub(crate) fn outcome(outcome: Outcome) -> CardOutcome {
    match outcome {
        Outcome::Carried => CardOutcome::Carried,
        Outcome::Converted => CardOutcome::Converted,
        Outcome::Guidance => CardOutcome::Guidance,
        Outcome::Read => CardOutcome::Read,
        Outcome::Omitted => CardOutcome::Omitted,
        Outcome::Awaiting => CardOutcome::Awaiting,
    }
}

fn refs(refs: &[Ref]) -> Vec<String> {
    refs.iter().map(ToString::to_string).collect()
}

fn hit(hit: &Hit) -> CardHit {
    let how = match (hit.within, hit.how) {
        (Within::Title, _) => "title",
        (Within::Text, How::Phrase) => "phrase",
        (Within::Text, How::Words) => "words",
    };
    CardHit {
        piece: hit.piece.clone(),
        title: hit.title.clone(),
        from: count(hit.from),
        to: count(hit.to),
        before: slice(&hit.snippet, 0, hit.mark_from).to_owned(),
        span: slice(&hit.snippet, hit.mark_from, hit.mark_to).to_owned(),
        after: slice(&hit.snippet, hit.mark_to, usize::MAX).to_owned(),
        how: how.to_owned(),
    }
}

/// What a search found.
pub(crate) fn search(found: &SearchResult) -> CardSearch {
    CardSearch { hits: found.hits.iter().map(hit).collect(), total: count(found.total) }
}

/// A turn of a text.
pub(crate) fn text(turn: PieceText) -> CardText {
    CardText {
        piece: turn.piece,
        text: turn.text,
        from: count(turn.from),
        to: count(turn.to),
        total: count(turn.total),
        next: turn.next.map(count),
    }
}

/// Where something comes from.
pub(crate) fn origin(found: Origin) -> CardOrigin {
    CardOrigin {
        subject: found.subject,
        entity: found.entity.map(|entity| entity.to_string()),
        built_from: found.built_from.iter().map(piece_row).collect(),
        mentioned_in: found.mentioned_in.iter().map(hit).collect(),
    }
}

/// What a newer card changes, with what the person made of each change.
///
/// # Errors
/// When a text cannot be read.
pub(crate) fn changes(
    tools: &CardTools<'_>,
    diff: &CardDiff,
    marks: &BTreeMap<String, Mark>,
) -> Result<CardChanges, ApiError> {
    let mut changes = Vec::new();
    for change in &diff.changed {
        changes.push(changed(tools, change)?);
    }
    for row in &diff.added {
        let text = tools.read_all(Version::New, &row.id, false)?;
        let new = Some(piece_row(row));
        changes.push(UpdateChange { new, sentences: whole("added", &text), ..blank("added", &row.id, &row.title) });
    }
    for piece in &diff.dropped {
        changes.push(dropped(tools, piece)?);
    }
    changes.extend(diff.world_fields.iter().map(field));
    if diff.picture != PictureChange::Same {
        changes.push(UpdateChange { id: "picture".to_owned(), ..blank("picture", "", diff.picture.word()) });
    }
    let (came, gone) = (&diff.addresses.new, &diff.addresses.gone);
    if !came.is_empty() || !gone.is_empty() {
        let (came, gone) = (came.clone(), gone.clone());
        changes.push(UpdateChange { id: "addresses".to_owned(), came, gone, ..blank("addresses", "", "") });
    }
    for change in &mut changes {
        change.mark = marks.get(&change.id).map(|mark| match mark {
            Mark::Carried => UpdateMark::Carried,
            Mark::Dismissed => UpdateMark::Dismissed,
        });
    }
    let edited_since = diff.edited_since.clone();
    Ok(CardChanges { same: count(diff.same), moved: count(diff.moved.len()), changes, edited_since })
}

fn blank(kind: &str, of: &str, title: &str) -> UpdateChange {
    UpdateChange {
        id: format!("{kind}:{of}"),
        kind: kind.to_owned(),
        title: title.to_owned(),
        old: None,
        new: None,
        how: None,
        sentences: Vec::new(),
        too_long: false,
        documents: Vec::new(),
        made_only: Vec::new(),
        edited: Vec::new(),
        before: None,
        after: None,
        edited_here: false,
        came: Vec::new(),
        gone: Vec::new(),
        mark: None,
    }
}

fn changed(tools: &CardTools<'_>, change: &ChangedPiece) -> Result<UpdateChange, ApiError> {
    let new = tools.read_all(Version::New, &change.new.id, false)?;
    let shown = if change.too_long {
        let old = tools.read_all(Version::Current, &change.old.id, false)?;
        [whole("dropped", &old), whole("added", &new)].concat()
    } else {
        shown_sentences(&change.sentences, &new)
    };
    Ok(UpdateChange {
        old: Some(piece_row(&change.old)),
        new: Some(piece_row(&change.new)),
        how: Some(change.how.word().to_owned()),
        sentences: shown,
        too_long: change.too_long,
        documents: refs(&change.made_into),
        ..blank("changed", &change.old.id, &change.new.title)
    })
}

fn dropped(tools: &CardTools<'_>, dropped: &DroppedPiece) -> Result<UpdateChange, ApiError> {
    let row = &dropped.piece;
    let text = tools.read_all(Version::Current, &row.id, false)?;
    Ok(UpdateChange {
        old: Some(piece_row(row)),
        sentences: whole("dropped", &text),
        documents: refs(&row.made_into),
        made_only: refs(&[dropped.proposed.as_slice(), dropped.edited.as_slice()].concat()),
        edited: refs(&dropped.edited),
        ..blank("dropped", &row.id, &row.title)
    })
}

fn field(change: &FieldChange) -> UpdateChange {
    UpdateChange {
        before: Some(Json::of(&change.old)),
        after: Some(Json::of(&change.new)),
        edited_here: change.edited_here,
        ..blank("field", change.field, change.field)
    }
}

fn whole(what: &str, text: &str) -> Vec<SentenceChange> {
    let text = text.to_owned();
    vec![SentenceChange { what: what.to_owned(), count: count(sentences(&text).len()), text }]
}

/// The changes with the words of the newer text where both say the same; of a long run its two ends.
fn shown_sentences(changes: &[Change], new: &str) -> Vec<SentenceChange> {
    let all = sentences(new);
    let mut at = 0;
    let shown = |what: &str, text: String, count_of: usize| SentenceChange {
        what: what.to_owned(),
        text,
        count: count(count_of),
    };
    let mut out = Vec::new();
    for change in changes {
        out.push(match change {
            Change::Same(run) => {
                let words = all.get(at..at + run).unwrap_or_default();
                at += run;
                let text = match words {
                    [first, .., last] if *run > 2 => format!("{first} … {last}"),
                    words => words.join(" "),
                };
                shown("same", text, *run)
            }
            Change::Added(text) => {
                at += 1;
                shown("added", text.clone(), 1)
            }
            Change::Dropped(text) => shown("dropped", text.clone(), 1),
        });
    }
    out
}

/// Where a world stands with updates.
pub(crate) fn status(status: Status) -> UpdateStatus {
    UpdateStatus {
        from_card: status.from_card,
        mark: match (status.waiting, status.can_undo) {
            (true, _) => WorldUpdateMark::Waiting,
            (false, true) => WorldUpdateMark::CanUndo,
            (false, false) => WorldUpdateMark::None,
        },
        file_name: status.file_name,
        version: status.version,
        version_before: status.version_before,
        started_at: status.started_at,
        finished_at: status.finished_at,
    }
}
