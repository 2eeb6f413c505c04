//! Staged files become pieces of the library, or bring one up to date.

use std::sync::Arc;

use bytes::Bytes;
use ficha_container::ContainerId;
use ficha_convert::Reading;
use ficha_formats::Source;
use ficha_library::{Address, Keep, Library, Opened, Record, Staged, Update, why};
use ficha_model::{Body, Entity, Link, Path};

use super::{Read, State, read_again};
use crate::background::with_notes;
use crate::commands::tokens;
use crate::dto::{Decision, IntakeFailure, IntakeKept, StagedState, Tokenizer};
use crate::jobs::Job;
use crate::media::LibraryMedia;
use crate::raise::{self, Raised};
use crate::studio::Open;
use crate::{ApiError, ErrorCode, export};

/// How many files are read before they are written together.
const TOGETHER: usize = 40;

/// What became of a staged file: where it is now, or why it is still staged. A file that was left out, by its
/// decision or because it cannot be read, is nowhere.
pub(crate) type Outcome = (Staged, Result<Vec<Address>, ApiError>);

/// The outcomes as a shell has them.
pub(crate) fn answer(outcomes: Vec<Outcome>) -> IntakeKept {
    let mut answer = IntakeKept::default();
    for (staged, outcome) in outcomes {
        match outcome {
            Ok(addresses) => answer.kept.extend(addresses.iter().map(ToString::to_string)),
            Err(error) => answer.failed.push(IntakeFailure { id: staged.id, file_name: staged.file_name, error }),
        }
    }
    answer
}

/// Keeps these staged files by their decisions. What fails stays staged; what was done before a stop stays done, and
/// the same call goes on from there.
pub(crate) fn keep_all(open: &Open, items: Vec<(Staged, State)>, job: &Job<'_>) -> Vec<Outcome> {
    let total = items.len();
    let mut outcomes = Vec::new();
    let mut items = items.into_iter();
    while !job.is_cancelled() {
        let group: Vec<(Staged, State)> = items.by_ref().take(TOGETHER).collect();
        if group.is_empty() {
            break;
        }
        keep_group(open, group, job, total, &mut outcomes);
    }
    outcomes
}

fn keep_group(open: &Open, group: Vec<(Staged, State)>, job: &Job<'_>, total: usize, outcomes: &mut Vec<Outcome>) {
    let mut names = Vec::new();
    let mut keeps = Vec::new();
    for (staged, state) in group {
        let gone = |addresses: Vec<Address>| discard(open, &staged.id).map(|()| addresses);
        let outcome = match (&staged.kept, state.row.state, state.row.decision) {
            // Kept before a crash: only the staged copy is left to go.
            (Some(addresses), _, _) => gone(addresses.clone()),
            (None, StagedState::Refused, _) => Ok(Vec::new()),
            (None, _, Decision::Skip) => gone(Vec::new()),
            (None, _, Decision::Update) => update(open, &staged, &state).and_then(gone),
            (None, _, Decision::Keep) => match item(open, &staged, &state) {
                Ok(keep) => {
                    keeps.push(keep);
                    names.push(staged);
                    continue;
                }
                Err(error) => Err(error),
            },
        };
        job.step(outcomes.len() + 1, total, &staged.file_name);
        outcomes.push((staged, outcome));
    }
    let before = outcomes.len();
    let kept = open.library.keep(keeps, &mut |at, _| {
        job.step(before + at + 1, total, names.get(at).map_or("", |staged| &staged.file_name));
        !job.is_cancelled()
    });
    for (staged, outcome) in names.into_iter().zip(kept) {
        let outcome = outcome.map_err(ApiError::from).and_then(|kept| {
            discard(open, &staged.id)?;
            Ok(kept.entities.into_iter().map(|(address, _)| address).collect())
        });
        outcomes.push((staged, outcome));
    }
}

/// Takes a staged file away.
pub(crate) fn discard(open: &Open, id: &str) -> Result<(), ApiError> {
    open.library.discard_staged(id)?;
    open.staging.forget(id);
    Ok(())
}

fn item(open: &Open, staged: &Staged, state: &State) -> Result<Keep, ApiError> {
    let read = read_again(&open.library, staged, state)?;
    Ok(Keep { staged: Some(staged.id.clone()), ..fresh(read, open.tokenizer, &state.raised) })
}

/// What a file that was read gives to the library, but for the file itself. The limits it was read under are known
/// with each piece, or none of them could be opened again.
pub(crate) fn fresh(read: Read, tokenizer: Tokenizer, raised: &Raised) -> Keep {
    let Reading { entities, blobs, notes, .. } = read.reading;
    let mut records: Vec<Record> = entities
        .iter()
        .map(|entity| Record {
            tokens: Some(tokens::total(entity, tokenizer).into()),
            raised: raised.clone(),
            ..Record::default()
        })
        .collect();
    if let Some(main) = records.first_mut() {
        *main = with_notes(std::mem::take(main), &export::notes(&notes));
    }
    let blobs = blobs.into_iter().map(|blob| blob.bytes).collect();
    Keep { entities, blobs, records, why: why::KEPT.to_owned(), ..Keep::default() }
}

/// What an entity's present source decodes to: what differs from it was edited here. Where that cannot be read any
/// more, nothing counts as edited, and the revision before the update still has it.
pub(crate) fn before(library: &Library, entity: &Entity) -> Body {
    decoded(library, entity).unwrap_or_else(|| entity.body.clone())
}

fn decoded(library: &Library, entity: &Entity) -> Option<Body> {
    let record = entity.source.as_ref()?;
    let bytes = library.blob(record.sha256.as_deref()?).ok()?;
    let known = library.record(&Address::new(entity.kind, &entity.id)?).ok()?;
    let source = Source::open(bytes, record.file_name.as_deref(), &raise::limits(&known.raised)).ok()?;
    // An embedded book is found where it was cut out; its own format reads no file.
    let owner = if record.pointer.is_some() { None } else { Some(record.format.as_str()) };
    let reading = ficha_convert::decode(&source, owner).or_else(|_| ficha_convert::decode(&source, None)).ok()?;
    let same_place = |other: &&Entity| {
        other.kind == entity.kind
            && other.source.as_ref().and_then(|source| source.pointer.as_ref()) == record.pointer.as_ref()
    };
    reading.entities.iter().find(same_place).map(|found| found.body.clone())
}

const PORTRAIT: &str = "media.portrait";

/// Whether a file says nothing about the portrait: a text holds no picture, so one without a portrait takes none away.
pub(crate) fn leaves_portrait(reading: &Reading) -> bool {
    matches!(reading.container, ContainerId::Json | ContainerId::Yaml)
        && reading.main().is_some_and(|main| main.body.get(&Path::of(PORTRAIT)).is_none())
}

/// Gives a body the portrait of another where that has one.
pub(crate) fn take_portrait(body: &mut Body, from: &Body) {
    if let Some(portrait) = from.get(&Path::of(PORTRAIT)) {
        body.set(&Path::of(PORTRAIT), portrait.clone());
    }
}

/// The same for an update: a picture that lies in the present source becomes a blob, since that file is the source no
/// longer. Answers its bytes.
fn carry_portrait(open: &Open, mine: &Entity, incoming: &mut Entity) -> Option<Bytes> {
    take_portrait(&mut incoming.body, &mine.body);
    let reference = mine.body.text("media.portrait.ref")?;
    let media = LibraryMedia(Arc::clone(&open.library));
    let picture = ficha_formats::picture(mine, reference, &media)?;
    let blob = format!("sha256:{}", ficha_library::sha256(&picture.bytes));
    incoming.body.set(&Path::of("media.portrait.ref"), blob.into());
    Some(picture.bytes)
}

/// Brings the first duplicate up to date, and the pieces that came with it.
fn update(open: &Open, staged: &Staged, state: &State) -> Result<Vec<Address>, ApiError> {
    let library = &open.library;
    let read = read_again(library, staged, state)?;
    let twins = super::duplicates(library, &read, &staged.sha256)?;
    let twin = twins.first().ok_or_else(|| {
        ApiError::new(ErrorCode::NotFound, "The piece this would update is not in the library any more.")
            .hint("Keep it as a new piece.")
    })?;
    let address = library.resolve(&twin.address)?;
    let Opened { entity: mine, revision, .. } = library.open_entity(&address)?;
    let before_main = before(library, &mine);
    let leaves_portrait = leaves_portrait(&read.reading);
    let mut entities = read.reading.entities.into_iter();
    let mut incoming =
        entities.next().ok_or_else(|| ApiError::new(ErrorCode::Bug, "There is nothing in this file."))?;
    let mut changed = vec![address.clone()];
    let mut old: Vec<Address> = export::links(&mine)
        .into_iter()
        .filter_map(|found| match found.link {
            Link::Entity(id) => Address::new(found.kind, &id).filter(|address| library.exists(address)),
            Link::Name(_) | Link::Foreign { .. } => None,
        })
        .collect();
    let source_file = library.staged_bytes(&staged.id)?;
    for part in entities {
        let counterpart = old.iter().position(|address| address.kind() == part.kind);
        let at = match counterpart {
            Some(index) => {
                let at = old.remove(index);
                let Opened { entity, revision, .. } = library.open_entity(&at)?;
                let base = before(library, &entity);
                let part = with_file(part.clone(), staged);
                library.update(Update {
                    address: at.clone(),
                    base: revision,
                    before: base,
                    incoming: part,
                    staged: None,
                    blobs: Vec::new(),
                })?;
                at
            }
            None => {
                let keep = Keep {
                    source: Some(source_file.clone()),
                    entities: vec![part.clone()],
                    why: why::UPDATED.to_owned(),
                    ..Keep::default()
                };
                let kept = library.keep(vec![keep], &mut |_, _| true).pop();
                let kept = kept.ok_or_else(|| ApiError::new(ErrorCode::Bug, "Nothing was kept."))??;
                kept.entities
                    .into_iter()
                    .next()
                    .map(|(at, _)| at)
                    .ok_or_else(|| ApiError::new(ErrorCode::Bug, "Nothing was kept."))?
            }
        };
        relink(&mut incoming, part.kind, &part.id, at.id());
        changed.push(at);
    }
    let mut blobs: Vec<Bytes> = read.reading.blobs.into_iter().map(|blob| blob.bytes).collect();
    if leaves_portrait {
        blobs.extend(carry_portrait(open, &mine, &mut incoming));
    }
    library.update(Update {
        address,
        base: revision,
        before: relinked(before_main, &mine),
        incoming,
        staged: Some(staged.id.clone()),
        blobs,
    })?;
    for address in &changed {
        let record = library.record(address)?;
        if record.raised != state.raised {
            library.set_record(address, &Record { raised: state.raised.clone(), ..record })?;
        }
    }
    Ok(changed)
}

/// A part of a file that is not itself staged: its source is the file it came in.
fn with_file(mut part: Entity, staged: &Staged) -> Entity {
    if let Some(source) = &mut part.source {
        source.sha256.get_or_insert_with(|| staged.sha256.clone());
        source.bytes.get_or_insert(staged.bytes);
    }
    part
}

/// Points the links to an entity to the id it has in the library.
fn relink(entity: &mut Entity, kind: ficha_model::Kind, old: &str, new: &str) {
    for found in export::links(entity) {
        if found.kind == kind && found.link == Link::Entity(old.to_owned()) {
            entity.body.set(&found.path, Link::Entity(new.to_owned()).to_value());
        }
    }
}

/// The links of a decoded body as the library has them where both have as many: ids given on keeping are no edit.
fn relinked(before: Body, mine: &Entity) -> Body {
    let mut decoded = Entity::new(mine.kind, mine.id.clone(), before);
    let (old, new) = (export::links(&decoded), export::links(mine));
    if old.len() == new.len() {
        for (old, new) in old.iter().zip(&new).filter(|(old, new)| old.path == new.path) {
            decoded.body.set(&old.path, new.link.to_value());
        }
    }
    decoded.body
}
