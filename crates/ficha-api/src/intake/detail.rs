//! All that the review shows of one staged file. Nothing in it is run or fetched.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use ficha_convert::Reading;
use ficha_formats::source::{CandidateState, Preference};
use ficha_formats::{NoteCode, Source};
use ficha_library::Staged;
use ficha_model::schema::{Language, label};
use ficha_model::{Entity, Kind, Link, diff, leaves};

use super::{Read, State};
use crate::commands::count;
use crate::commands::entity::rows_of;
use crate::dto::{Bid, Brought, Choice, ComparisonRow, FieldChoice, FieldRow, PictureRow, Script, StagedDetail};
use crate::files::FileMedia;
use crate::merging::rows;
use crate::studio::Open;
use crate::{ApiError, ErrorCode, export, files};

/// How much of a field's text is shown.
const TEXT: usize = 400;

/// Pictures whose bytes are looked up; the rest are named only.
const PICTURES: usize = 200;

/// Card texts opened for the question whether they disagree.
const CHOICES: usize = 8;

/// The detail of a file that could not be read: its row, and what every format said.
pub(crate) fn refused(staged: &Staged, state: &State, source: Option<&Source>) -> StagedDetail {
    StagedDetail {
        row: state.row.clone(),
        bids: source.map(bids).unwrap_or_default(),
        source_sha: staged.sha256.clone(),
        bytes: staged.bytes,
        brought: Vec::new(),
        notes: source.map(|source| export::notes(source.notes())).unwrap_or_default(),
        scripts: Vec::new(),
        pictures: Vec::new(),
        undescribed: Vec::new(),
        fields: Vec::new(),
        secrets: Vec::new(),
        remote_addresses: 0,
        choices: Vec::new(),
        text_repaired: false,
        repair_undone: state.preference.keep_double_encoding,
        comparison: Vec::new(),
        choices_made: Vec::new(),
    }
}

/// The detail of a file that was read.
pub(crate) fn detail(
    open: &Open,
    staged: &Staged,
    state: &State,
    read: &Read,
    language: Language,
) -> Result<StagedDetail, ApiError> {
    let Read { source, reading } = read;
    let inspection = ficha_convert::inspect(source, reading);
    let document = source.payload().map(|payload| &payload.document);
    Ok(StagedDetail {
        brought: brought(reading),
        notes: export::notes(&reading.notes),
        scripts: inspection
            .scripts
            .iter()
            .map(|script| Script {
                kind: serde_json::to_value(script.kind)
                    .ok()
                    .and_then(|word| word.as_str().map(str::to_owned))
                    .unwrap_or_default(),
                pointer: script.pointer.clone(),
                chars: count(script.chars),
            })
            .collect(),
        pictures: pictures(open, read),
        undescribed: inspection.undescribed,
        fields: reading.main().map(|main| fields(main, language)).unwrap_or_default(),
        secrets: ficha_formats::format(reading.format)
            .zip(document)
            .map(|(format, document)| ficha_formats::inspect::all_private(format, document, &reading.entities))
            .unwrap_or_default(),
        remote_addresses: document.map_or(0, |document| count(remote_addresses(document.text()))),
        choices: choices(staged, state, read),
        text_repaired: is_undoable(staged, state, read),
        comparison: comparison(open, staged, state, language)?,
        choices_made: state
            .choices
            .iter()
            .map(|(path, side)| FieldChoice { path: path.clone(), side: *side })
            .collect(),
        ..refused(staged, state, Some(source))
    })
}

/// Every piece of a file with what was said of it: a note belongs to the piece whose place it lies in.
fn brought(reading: &Reading) -> Vec<Brought> {
    let linked: BTreeSet<(Kind, String)> = reading
        .entities
        .iter()
        .flat_map(export::links)
        .filter_map(|found| match found.link {
            Link::Entity(id) => Some((found.kind, id)),
            Link::Name(_) | Link::Foreign { .. } => None,
        })
        .collect();
    let mut notes: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    let places: Vec<&str> = reading
        .entities
        .iter()
        .map(|entity| entity.source.as_ref().and_then(|source| source.pointer.as_deref()).unwrap_or(""))
        .collect();
    for (index, note) in reading.notes.iter().enumerate() {
        let Some(pointer) = note.place.pointer.as_deref() else { continue };
        let inside = |at: &str| {
            !at.is_empty() && pointer.strip_prefix(at).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let owner = places.iter().enumerate().filter(|(_, at)| inside(at)).max_by_key(|(_, at)| at.len());
        if let Some((owner, _)) = owner {
            notes.entry(owner).or_default().push(count(index));
        }
    }
    let piece = |(index, entity): (usize, &Entity)| Brought {
        kind: entity.kind.into(),
        name: entity.name().to_owned(),
        count: count(rows_of(entity)),
        loose: index > 0 && !linked.contains(&(entity.kind, entity.id.clone())),
        notes: notes.remove(&index).unwrap_or_default(),
    };
    reading.entities.iter().enumerate().map(piece).collect()
}

fn bids(source: &Source) -> Vec<Bid> {
    ficha_convert::detect(source)
        .bids
        .into_iter()
        .map(|bid| Bid {
            format: bid.format.to_owned(),
            title: files::title(bid.format),
            confidence: bid.confidence,
            because: bid.because.to_owned(),
        })
        .collect()
}

fn pictures(open: &Open, read: &Read) -> Vec<PictureRow> {
    let media = FileMedia { bytes: read.source.bytes(), blobs: &read.reading.blobs, limits: read.source.limits() };
    let mut rows = Vec::new();
    for (at, entity) in read.reading.entities.iter().enumerate() {
        for found in ficha_formats::pictures(entity) {
            let bytes =
                if rows.len() < PICTURES { ficha_formats::picture(entity, &found.reference, &media) } else { None };
            let whole = bytes.as_ref().is_some_and(|bytes| bytes.bytes.len() == read.source.bytes().len());
            rows.push(PictureRow {
                entity: (at > 0).then(|| entity.address()),
                path: Some(found.path.to_string()),
                role: found.role,
                name: found.name.unwrap_or_default(),
                mime: bytes.as_ref().map(|bytes| bytes.mime.clone()).or(found.mime).unwrap_or_default(),
                bytes: bytes.as_ref().map_or(0, |bytes| bytes.bytes.len() as u64),
                missing: bytes.is_none(),
                place: bytes.as_ref().map(|bytes| (&bytes.place).into()),
                sha256: bytes
                    .as_ref()
                    .map(|bytes| if whole { ficha_library::sha256(&bytes.bytes) } else { open.shown.hold(bytes) }),
                reference: found.reference,
            });
        }
    }
    rows
}

fn fields(main: &Entity, language: Language) -> Vec<FieldRow> {
    leaves(main.body.value())
        .into_iter()
        .filter_map(|(path, value)| {
            let text = value.as_str()?;
            Some(FieldRow {
                path: path.to_string(),
                label: label(main.kind, &path, language),
                chars: count(text.chars().count()),
                text: text.chars().take(TEXT).collect(),
            })
        })
        .collect()
}

/// How many different addresses on other machines a text names.
fn remote_addresses(text: &str) -> usize {
    let mut found = BTreeSet::new();
    for scheme in ["http:", "https:"] {
        for (at, _) in text.match_indices(scheme) {
            let rest = text.get(at + scheme.len()..).unwrap_or("");
            // In JSON a slash may be escaped.
            let Some(rest) = rest.strip_prefix("//").or_else(|| rest.strip_prefix("\\/\\/")) else { continue };
            let end = rest
                .find(|letter: char| letter.is_whitespace() || matches!(letter, '"' | '\'' | '<' | '>' | ')' | '`'))
                .unwrap_or(rest.len());
            found.insert(rest[..end].replace("\\/", "/"));
        }
    }
    found.len()
}

/// The card texts of a file that say different things, the one in use marked; none when they agree.
fn choices(staged: &Staged, state: &State, read: &Read) -> Vec<Choice> {
    let name = read.reading.main().map(|main| main.name().to_owned()).unwrap_or_default();
    let mut choices = Vec::new();
    for candidate in read.source.candidates().iter().take(CHOICES) {
        let differs = match &candidate.state {
            CandidateState::Chosen => Some(name.clone()),
            CandidateState::Differs { name } => Some(name.clone().unwrap_or_default()),
            CandidateState::Unread => disagreeing(staged, state, read, &candidate.label),
            CandidateState::Same | CandidateState::Unreadable { .. } => None,
        };
        if let Some(name) = differs {
            choices.push(Choice {
                chunk: candidate.label.clone(),
                name,
                chosen: candidate.state == CandidateState::Chosen,
            });
        }
    }
    if choices.len() < 2 { Vec::new() } else { choices }
}

/// The name in another card text, when something both hold is not the same in them. What only one version of a card
/// can hold is no disagreement.
fn disagreeing(staged: &Staged, state: &State, read: &Read, label: &str) -> Option<String> {
    let preference = Preference { candidate: Some(label.to_owned()), ..state.preference.clone() };
    let other = super::read(read.source.bytes().clone(), &staged.file_name, &preference, read.source.limits()).ok()?;
    let (mine, theirs) = (read.reading.main()?, other.reading.main()?);
    let disagree = diff(mine.body.value(), theirs.body.value())
        .iter()
        .any(|change| change.before.is_some() && change.after.is_some());
    disagree.then(|| theirs.name().to_owned())
}

/// Whether the text was recovered from a double encoding, which the person may undo.
fn is_undoable(staged: &Staged, state: &State, read: &Read) -> bool {
    if state.preference.keep_double_encoding
        || !read.reading.notes.iter().any(|note| note.code == NoteCode::TextRepaired)
    {
        return false;
    }
    let preference = Preference { keep_double_encoding: true, ..state.preference.clone() };
    let kept = Source::open_preferring(
        read.source.bytes().clone(),
        Some(&staged.file_name),
        read.source.limits(),
        &preference,
    );
    let text = |source: &Source| source.payload().map(|payload| payload.document.text().clone());
    kept.is_ok_and(|kept| text(&kept) != text(&read.source))
}

/// For an update: what differs between the library's piece, the file it came from, and the staged one.
fn comparison(open: &Open, staged: &Staged, state: &State, language: Language) -> Result<Vec<ComparisonRow>, ApiError> {
    let Some(twin) = state.row.duplicates.first() else { return Ok(Vec::new()) };
    let address = open.library.resolve(&twin.address)?;
    match super::update::plan(open, staged, state, &address) {
        Ok(plan) => rows::update_rows(open, &plan, language),
        // A file of another kind can be kept beside it and brings nothing up to date.
        Err(error) if error.code == ErrorCode::Usage => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// The bytes of a refused file as far as they open.
pub(crate) fn opened(bytes: Bytes, staged: &Staged, state: &State) -> Option<Source> {
    Source::open_preferring(bytes, Some(&staged.file_name), &state.limits(), &state.preference).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_counted_once_and_escapes_do_not_hide_them() {
        let text = r#"{"a":"<img src='https://a.example/x.png'> http://b.example", "b":"https:\/\/a.example\/x.png https://"}"#;
        assert_eq!(remote_addresses(text), 3);
    }
}
