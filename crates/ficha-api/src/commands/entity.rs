//! One entity: opened, made, copied, renamed, saved, with the draft of what is not saved yet.

use ficha_library::{Keep, Library, Opened, Save, why};
use ficha_model::{Body, Entity, Link, Path};
use serde_json::Value;

use super::{address, count};
use crate::dto::{
    Address, Change, Draft, EntityLink, Json, Kind, NativeFieldsRow, NativePatch, OpenEntity, OriginalRow, PictureRow,
    SourceRecord, Step,
};
use crate::edits::{change, native_edits, ops_from, ops_to, set_native};
use crate::media::LibraryMedia;
use crate::{ApiError, ErrorCode, Studio, background, export, files};

/// Pictures inside an archive whose bytes are looked up when a piece is opened; the rest are named only.
const INNER_PICTURES: usize = 200;

/// The body path of a kind's name.
pub(crate) fn name_path(kind: ficha_model::Kind) -> Path {
    Path::of(if kind == ficha_model::Kind::Character { "identity.name" } else { "name" })
}

/// Opens an entity.
///
/// # Errors
/// `not-found`, or what keeps it from being read.
pub fn open(studio: &Studio, text: Address) -> Result<OpenEntity, ApiError> {
    let at = address(studio, &text)?;
    let library = studio.library();
    if library.read_only().is_none() {
        // A state left by another program gets a number of its own, so that a later one is told from it. Where that
        // cannot be written now, the piece opens all the same and the next save does it.
        let _ = library.record_outside(&at);
    }
    let opened = library.open_entity(&at)?;
    view(studio, &at, opened)
}

/// An opened entity as a shell has it.
pub(crate) fn view(studio: &Studio, at: &ficha_library::Address, opened: Opened) -> Result<OpenEntity, ApiError> {
    let library = studio.library();
    let Opened { entity, revision, saved_at, record } = opened;
    let pictures = pictures(studio, &entity);
    let source_format = entity.source.as_ref().map(|source| source.format.as_str());
    // What was split out of another's file has the text of its part alone, under that part's own format.
    let is_part = entity.original.len() == 1 && entity.source.as_ref().is_some_and(|source| source.pointer.is_some());
    Ok(OpenEntity {
        address: at.to_string(),
        kind: entity.kind.into(),
        id: entity.id.clone(),
        name: entity.name().to_owned(),
        revision: u32::try_from(revision).unwrap_or(u32::MAX),
        saved_at,
        body: Json::of(entity.body.value()),
        profiles: entity.profiles.iter().map(|(format, body)| (format.clone(), Json::of(body.value()))).collect(),
        links: links(&library, &entity),
        source: entity.source.as_ref().map(|source| SourceRecord {
            format: source.format.clone(),
            title: files::title(&source.format),
            container: source.container.clone(),
            file_name: source.file_name.clone().unwrap_or_default(),
            sha256: source.sha256.clone().unwrap_or_default(),
            bytes: source.bytes.unwrap_or(0),
            at: source.at.clone().unwrap_or_default(),
            pointer: source.pointer.clone(),
        }),
        originals: entity
            .original
            .iter()
            .map(|(format, original)| OriginalRow {
                format: format.clone(),
                title: files::title(format),
                bytes: original.raw.as_ref().map_or(0, |raw| raw.0.len() as u64),
                edits: count(entity.native_edits.get(format).map_or(0, Vec::len)),
                locked: original.raw.is_none() || !(is_part || source_format == Some(format.as_str())),
            })
            .collect(),
        native_edits: native_edits(&entity),
        portrait: pictures.iter().find(|picture| picture.role == "portrait").and_then(|picture| picture.sha256.clone()),
        pictures,
        notes: background::reading_notes(&record),
        author_notes: entity
            .notes
            .iter()
            .map(|note| Json::of(&serde_json::to_value(note).unwrap_or(Value::Null)))
            .collect(),
        draft: library.draft(at)?.map(draft_to),
        native_fields: native_fields(&entity),
        unknown: !entity.unknown.is_empty(),
        read_only: library.read_only().is_some(),
    })
}

fn links(library: &Library, entity: &Entity) -> Vec<EntityLink> {
    export::links(entity)
        .into_iter()
        .map(|found| {
            let bare = |name: String, missing| EntityLink {
                address: None,
                kind: found.kind.into(),
                name,
                count: 0,
                missing,
                path: found.path.to_string(),
            };
            match &found.link {
                Link::Name(name) => bare(name.clone(), false),
                Link::Foreign { platform, id } => bare(format!("{platform}: {id}"), false),
                Link::Entity(id) => {
                    let at = ficha_library::Address::new(found.kind, id);
                    match at.as_ref().and_then(|at| library.open_entity(at).ok()) {
                        Some(linked) => EntityLink {
                            address: at.map(|at| at.to_string()),
                            name: linked.entity.name().to_owned(),
                            count: count(rows_of(&linked.entity)),
                            ..bare(String::new(), false)
                        },
                        None => EntityLink { address: at.map(|at| at.to_string()), ..bare(id.clone(), true) },
                    }
                }
            }
        })
        .collect()
}

/// How many rows an entity has: entries of a book, rules of a set; 0 for a kind without rows.
pub(crate) fn rows_of(entity: &Entity) -> usize {
    let list = match entity.kind {
        ficha_model::Kind::Lorebook => "entries",
        ficha_model::Kind::Regex => "rules",
        ficha_model::Kind::Pack => "pack.items",
        ficha_model::Kind::Quickreply => "replies",
        ficha_model::Kind::Character | ficha_model::Kind::Persona | ficha_model::Kind::Preset => return 0,
    };
    entity.body.list(list).len()
}

fn pictures(studio: &Studio, entity: &Entity) -> Vec<PictureRow> {
    let open = studio.open();
    let media = LibraryMedia(open.library.clone());
    ficha_formats::pictures(entity)
        .into_iter()
        .enumerate()
        .map(|(index, found)| {
            let blob = match found.reference.strip_prefix("sha256:") {
                Some(hash) => Some(hash.to_owned()),
                None if found.reference == "carrier:" => {
                    entity.source.as_ref().and_then(|source| source.sha256.clone())
                }
                None => None,
            };
            let path = blob.as_deref().and_then(|blob| open.library.blob_path(blob));
            let inner = if blob.is_none() && index < INNER_PICTURES {
                ficha_formats::picture(entity, &found.reference, &media)
            } else {
                None
            };
            PictureRow {
                entity: None,
                path: Some(found.path.to_string()),
                role: found.role,
                name: found.name.unwrap_or_default(),
                mime: inner.as_ref().map(|inner| inner.mime.clone()).or(found.mime).unwrap_or_default(),
                bytes: match (&path, &inner) {
                    (Some(path), _) => std::fs::metadata(path).map_or(0, |metadata| metadata.len()),
                    (None, Some(inner)) => inner.bytes.len() as u64,
                    (None, None) => 0,
                },
                missing: path.is_none() && inner.is_none(),
                place: inner.as_ref().map(|inner| (&inner.place).into()),
                sha256: blob.filter(|_| path.is_some()).or_else(|| inner.as_ref().map(|inner| open.shown.hold(inner))),
                reference: found.reference,
            }
        })
        .collect()
}

/// Which formats have keys of their own in an original.
fn native_fields(entity: &Entity) -> Vec<NativeFieldsRow> {
    let mut rows = Vec::new();
    for (id, original) in &entity.original {
        let (Some(format), Some(raw)) = (ficha_formats::format(id), &original.raw) else { continue };
        let Ok(document) = ficha_json::Document::parse(raw.0.clone(), &ficha_json::Limits::widest()) else { continue };
        let keys = ficha_formats::native_fields(format, &document).iter().filter(|field| field.value.is_some()).count();
        if keys > 0 {
            rows.push(NativeFieldsRow { format: id.clone(), title: format.spec().title.to_owned(), keys: count(keys) });
        }
    }
    rows
}

/// Keeps an entity made here.
pub(crate) fn keep_made(studio: &Studio, entity: Entity, why: &str) -> Result<OpenEntity, ApiError> {
    let library = studio.library();
    let keep = Keep { entities: vec![entity], why: why.to_owned(), ..Keep::default() };
    let kept = library.keep(vec![keep], &mut |_, _| true).pop();
    let kept = kept.ok_or_else(|| ApiError::new(ErrorCode::Bug, "Nothing was kept."))??;
    let (at, _) = kept.entities.into_iter().next().ok_or_else(|| ApiError::new(ErrorCode::Bug, "Nothing was kept."))?;
    let opened = library.open_entity(&at)?;
    saved(studio, &at, opened)
}

/// Makes a new entity with a name and nothing else.
///
/// # Errors
/// What keeps the library from being written.
pub fn create(studio: &Studio, kind: Kind, name: String) -> Result<OpenEntity, ApiError> {
    let kind = kind.into();
    let mut body = Body::default();
    body.set(&name_path(kind), Value::String(name.clone()));
    keep_made(studio, Entity::new(kind, ficha_model::canonical_id(&name), body), "made")
}

/// Copies an entity under a new id: what is saved of it, without draft and history.
///
/// # Errors
/// `not-found`, or what keeps the library from being written.
pub fn duplicate(studio: &Studio, text: Address) -> Result<OpenEntity, ApiError> {
    let entity = studio.library().open_entity(&address(studio, &text)?)?.entity;
    keep_made(studio, entity, "copied")
}

/// Gives an entity another name. Its id stays, so links hold.
///
/// # Errors
/// `not-found`, `conflict` or what keeps the library from being written.
pub fn rename(studio: &Studio, text: Address, name: String) -> Result<OpenEntity, ApiError> {
    let at = address(studio, &text)?;
    let Opened { mut entity, revision, .. } = studio.library().open_entity(&at)?;
    entity.body.set(&name_path(entity.kind), Value::String(name));
    save_entity(studio, Save { address: at, base: revision, entity, why: "renamed".to_owned(), name: None })
}

/// Tells everyone that a piece has a new revision, and shows it.
pub(crate) fn saved(studio: &Studio, at: &ficha_library::Address, opened: Opened) -> Result<OpenEntity, ApiError> {
    studio.changed(vec![at.to_string()]);
    background::describe(studio, vec![at.clone()]);
    view(studio, at, opened)
}

/// Saves, and tells everyone.
pub(crate) fn save_entity(studio: &Studio, save: Save) -> Result<OpenEntity, ApiError> {
    let at = save.address.clone();
    let opened = studio.library().save(save)?;
    saved(studio, &at, opened)
}

/// Saves changes as a revision. The draft is in it then, and goes.
///
/// # Errors
/// `conflict` when a newer revision is on disk, `usage` for changes that do not fit, `busy` and `io`.
pub fn save(
    studio: &Studio,
    text: Address,
    base_revision: u32,
    changes: Vec<Change>,
    native: Vec<NativePatch>,
    why_saved: String,
) -> Result<OpenEntity, ApiError> {
    let at = address(studio, &text)?;
    let library = studio.library();
    let Opened { mut entity, revision, .. } = library.open_entity(&at)?;
    if revision != u64::from(base_revision) {
        return Err(ficha_library::LibraryError::Conflict {
            address: at,
            base: base_revision.into(),
            current: revision,
        }
        .into());
    }
    change(&mut entity, &changes)?;
    set_native(&mut entity, &native)?;
    let why_saved = if why_saved.is_empty() { why::SAVED.to_owned() } else { why_saved };
    let opened = library.save(Save { address: at.clone(), base: revision, entity, why: why_saved, name: None })?;
    library.drop_draft(&at)?;
    saved(studio, &at, opened)
}

/// Keeps edits that are not yet a revision.
///
/// # Errors
/// `not-found`, `usage` for steps that make no sense, `io`.
pub fn save_draft(studio: &Studio, text: Address, draft: Draft) -> Result<(), ApiError> {
    let at = address(studio, &text)?;
    Ok(studio.library().save_draft(&at, &draft_from(draft)?)?)
}

/// Forgets such edits.
///
/// # Errors
/// `not-found`, `io`.
pub fn drop_draft(studio: &Studio, text: Address) -> Result<(), ApiError> {
    let at = address(studio, &text)?;
    Ok(studio.library().drop_draft(&at)?)
}

fn draft_to(draft: ficha_library::Draft) -> Draft {
    let changes = |changes: Vec<ficha_library::Change>| {
        changes
            .into_iter()
            .map(|change| Change { path: change.path, value: change.value.as_ref().map(Json::of) })
            .collect()
    };
    let steps = draft.steps.into_iter().map(|step| Step {
        label: step.label,
        changes: changes(step.changes),
        inverse: changes(step.inverse),
        native: step
            .native
            .into_iter()
            .map(|native| NativePatch { format: native.format, ops: ops_to(&native.ops) })
            .collect(),
        at: step.at,
    });
    Draft {
        base_revision: u32::try_from(draft.base_revision).unwrap_or(u32::MAX),
        at: draft.at,
        steps: steps.collect(),
        position: count(draft.position),
    }
}

fn draft_from(draft: Draft) -> Result<ficha_library::Draft, ApiError> {
    let changes = |changes: Vec<Change>| {
        let read = |change: Change| {
            Ok(ficha_library::Change { path: change.path, value: change.value.map(|value| value.value()).transpose()? })
        };
        changes.into_iter().map(read).collect::<Result<Vec<_>, ApiError>>()
    };
    let steps = draft.steps.into_iter().map(|step| {
        Ok(ficha_library::Step {
            label: step.label,
            changes: changes(step.changes)?,
            inverse: changes(step.inverse)?,
            native: step
                .native
                .into_iter()
                .map(|native| Ok(ficha_library::NativeStep { ops: ops_from(&native.ops)?, format: native.format }))
                .collect::<Result<_, ApiError>>()?,
            at: step.at,
        })
    });
    Ok(ficha_library::Draft {
        base_revision: draft.base_revision.into(),
        at: draft.at,
        steps: steps.collect::<Result<_, ApiError>>()?,
        position: usize::try_from(draft.position).unwrap_or(0),
    })
}
