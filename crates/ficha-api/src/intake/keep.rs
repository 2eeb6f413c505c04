//! Staged files become pieces of the library, or bring one up to date.

use bytes::Bytes;
use ficha_container::Limits;
use ficha_convert::Reading;
use ficha_formats::Source;
use ficha_library::{Address, Keep, Library, Opened, Record, Staged, Update, why};
use ficha_model::{Body, Entity, Link};

use super::{Read, State, read_again};
use crate::background::with_notes;
use crate::dto::{Decision, IntakeFailure, IntakeKept, StagedState};
use crate::jobs::Job;
use crate::studio::Open;
use crate::{ApiError, ErrorCode, export};

/// How many files are read before they are written together.
const TOGETHER: usize = 40;

/// Keeps these staged files by their decisions, in order. What fails stays staged and is named; what was done before
/// a stop stays done, and the same call goes on from there.
pub(crate) fn keep_all(open: &Open, items: Vec<(Staged, State)>, job: &Job<'_>) -> IntakeKept {
    let total = items.len();
    let mut answer = IntakeKept::default();
    let mut done = 0;
    for group in items.chunks(TOGETHER) {
        if job.is_cancelled() {
            break;
        }
        let mut fresh: Vec<(&Staged, Keep)> = Vec::new();
        for (staged, state) in group {
            let failed =
                |error: ApiError| IntakeFailure { id: staged.id.clone(), file_name: staged.file_name.clone(), error };
            if let Some(addresses) = &staged.kept {
                // Kept before a crash: only the staged copy is left to go.
                answer.kept.extend(addresses.iter().map(ToString::to_string));
                done += 1;
                if let Err(error) = discard(open, &staged.id) {
                    answer.failed.push(failed(error));
                }
                continue;
            }
            if state.row.state == StagedState::Refused {
                done += 1;
                continue;
            }
            match state.row.decision {
                Decision::Skip => {
                    done += 1;
                    if let Err(error) = discard(open, &staged.id) {
                        answer.failed.push(failed(error));
                    }
                }
                Decision::Update => {
                    done += 1;
                    match update(open, staged, state)
                        .and_then(|addresses| discard(open, &staged.id).map(|()| addresses))
                    {
                        Ok(addresses) => answer.kept.extend(addresses.iter().map(ToString::to_string)),
                        Err(error) => answer.failed.push(failed(error)),
                    }
                    job.step(done, total, &staged.file_name);
                }
                Decision::Keep => match item(open, staged, state) {
                    Ok(keep) => fresh.push((staged, keep)),
                    Err(error) => {
                        done += 1;
                        answer.failed.push(failed(error));
                    }
                },
            }
        }
        let (names, keeps): (Vec<&Staged>, Vec<Keep>) = fresh.into_iter().unzip();
        let outcomes = open.library.keep(keeps, &mut |at, _| {
            job.step(done + at + 1, total, names.get(at).map_or("", |staged| &staged.file_name));
            !job.is_cancelled()
        });
        done += outcomes.len();
        for (staged, outcome) in names.iter().zip(outcomes) {
            let result = outcome.map_err(ApiError::from).and_then(|kept| discard(open, &staged.id).map(|()| kept));
            match result {
                Ok(kept) => answer.kept.extend(kept.entities.iter().map(|(address, _)| address.to_string())),
                Err(error) => answer.failed.push(IntakeFailure {
                    id: staged.id.clone(),
                    file_name: staged.file_name.clone(),
                    error,
                }),
            }
        }
    }
    answer
}

/// Takes a staged file away.
pub(crate) fn discard(open: &Open, id: &str) -> Result<(), ApiError> {
    open.library.discard_staged(id)?;
    open.staging.forget(id);
    Ok(())
}

fn item(open: &Open, staged: &Staged, state: &State) -> Result<Keep, ApiError> {
    let Read { reading, .. } = read_again(&open.library, staged, &state.preference)?;
    let records = vec![with_notes(Record::default(), &export::notes(&reading.notes))];
    let Reading { entities, blobs, .. } = reading;
    Ok(Keep {
        staged: Some(staged.id.clone()),
        source: None,
        entities,
        blobs: blobs.into_iter().map(|blob| blob.bytes).collect(),
        records,
        why: why::KEPT.to_owned(),
    })
}

/// What an entity's present source decodes to: what differs from it was edited here. Where that cannot be read any
/// more, nothing counts as edited, and the revision before the update still has it.
pub(crate) fn before(library: &Library, entity: &Entity) -> Body {
    decoded(library, entity).unwrap_or_else(|| entity.body.clone())
}

fn decoded(library: &Library, entity: &Entity) -> Option<Body> {
    let record = entity.source.as_ref()?;
    let bytes: Bytes = library.blob(record.sha256.as_deref()?).ok()?.into();
    let source = Source::open(bytes, record.file_name.as_deref(), &Limits::default()).ok()?;
    // An embedded book is found where it was cut out; its own format reads no file.
    let owner = if record.pointer.is_some() { None } else { Some(record.format.as_str()) };
    let reading = ficha_convert::decode(&source, owner).or_else(|_| ficha_convert::decode(&source, None)).ok()?;
    let same_place = |other: &&Entity| {
        other.kind == entity.kind
            && other.source.as_ref().and_then(|source| source.pointer.as_ref()) == record.pointer.as_ref()
    };
    reading.entities.iter().find(same_place).map(|found| found.body.clone())
}

/// Brings the first duplicate up to date, and the pieces that came with it.
fn update(open: &Open, staged: &Staged, state: &State) -> Result<Vec<Address>, ApiError> {
    let library = &open.library;
    let read = read_again(library, staged, &state.preference)?;
    let twins = super::duplicates(library, &read, &staged.sha256)?;
    let twin = twins.first().ok_or_else(|| {
        ApiError::new(ErrorCode::NotFound, "The piece this would update is not in the library any more.")
            .hint("Keep it as a new piece.")
    })?;
    let address = library.resolve(&twin.address)?;
    let Opened { entity: mine, revision, .. } = library.open_entity(&address)?;
    let before_main = before(library, &mine);
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
    let source_file: Bytes = library.staged_bytes(&staged.id)?.into();
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
    library.update(Update {
        address,
        base: revision,
        before: relinked(before_main, &mine),
        incoming,
        staged: Some(staged.id.clone()),
        blobs: read.reading.blobs.into_iter().map(|blob| blob.bytes).collect(),
    })?;
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
