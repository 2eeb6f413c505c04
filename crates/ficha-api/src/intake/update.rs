//! A piece brought up to date from a newer file, with the pieces that came with it.
//!
//! The rule: which of them is which is told by what they are and not by their number. Each is compared with what the
//! earlier file said of the pieces here, so one that was renamed or edited here is known again, one that changed its
//! place in the file too, and one that came from elsewhere and is merely linked is never overwritten.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use ficha_container::ContainerId;
use ficha_convert::Reading;
use ficha_formats::Source;
use ficha_json::value_eq;
use ficha_library::{Address, Keep, Library, Opened, Record, Staged, Update, why};
use ficha_model::{Body, Entity, Kind, Link, Path};

use super::{State, read_again};
use crate::media::LibraryMedia;
use crate::studio::Open;
use crate::{ApiError, ErrorCode, export, raise};

/// What an entity's present source decodes to: what differs from it was edited here. Where that cannot be read any
/// more, nothing counts as edited, and the revision before the update still has it.
pub(crate) fn before(library: &Library, entity: &Entity) -> Body {
    said_of(entity, &earlier(library, entity)).body
}

/// The entities of the file an entity came in; none when it is not here or cannot be read any more.
fn earlier(library: &Library, entity: &Entity) -> Vec<Entity> {
    let decoded = || {
        let record = entity.source.as_ref()?;
        let bytes = library.blob(record.sha256.as_deref()?).ok()?;
        let known = library.record(&Address::new(entity.kind, &entity.id)?).ok()?;
        let source = Source::open(bytes, record.file_name.as_deref(), &raise::limits(&known.raised)).ok()?;
        // An embedded book is found where it was cut out; its own format reads no file.
        let owner = if record.pointer.is_some() { None } else { Some(record.format.as_str()) };
        ficha_convert::decode(&source, owner).or_else(|_| ficha_convert::decode(&source, None)).ok()
    };
    decoded().map(|reading| reading.entities).unwrap_or_default()
}

/// What a file said of an entity, by its place in the file; the entity as it is where the file says nothing of it.
fn said_of(entity: &Entity, file: &[Entity]) -> Entity {
    let place = |entity: &Entity| entity.source.as_ref().and_then(|source| source.pointer.clone());
    let same_place = |other: &&Entity| other.kind == entity.kind && place(other) == place(entity);
    file.iter().find(same_place).unwrap_or(entity).clone()
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

/// A piece of the library that came in the same file, and what that file said of it.
struct Known {
    address: Address,
    revision: u64,
    said: Entity,
}

/// The pieces that came in the file a piece came in: those it links to, and those that resemble a part of the newer
/// file. A piece from another file is none of them, whatever it is called.
fn known(open: &Open, mine: &Entity, file: &[Entity], parts: &[Entity]) -> Result<Vec<Known>, ApiError> {
    let library = &open.library;
    let hash = |entity: &Entity| entity.source.as_ref().and_then(|source| source.sha256.clone());
    let Some(came_in) = hash(mine) else { return Ok(Vec::new()) };
    let linked = export::links(mine).into_iter().filter_map(|found| match found.link {
        Link::Entity(id) => Address::new(found.kind, &id),
        Link::Name(_) | Link::Foreign { .. } => None,
    });
    let mut addresses: Vec<Address> = linked.collect();
    for part in parts {
        addresses.extend(library.duplicates(part, None)?.into_iter().map(|twin| twin.address));
    }
    let mut known: Vec<Known> = Vec::new();
    for address in addresses {
        let is_mine = (address.kind(), address.id()) == (mine.kind, mine.id.as_str());
        if is_mine || known.iter().any(|known| known.address == address) || !library.exists(&address) {
            continue;
        }
        let Opened { entity, revision, .. } = library.open_entity(&address)?;
        if hash(&entity).as_deref() == Some(&came_in) {
            known.push(Known { said: said_of(&entity, file), address, revision });
        }
    }
    Ok(known)
}

/// The pointer in the payload a piece came from.
fn pointer(entity: &Entity) -> Option<&str> {
    entity.source.as_ref()?.pointer.as_deref()
}

/// Whether two pieces have one name that says something.
fn named(said: &Entity, part: &Entity) -> bool {
    !part.name().trim().is_empty() && said.name() == part.name()
}

/// For each part the place of the known piece it is, each piece at most once: one that says the same, else one of the
/// same id and name, else of the same name, else the one that stood in the same place of the file.
fn pair(known: &[Known], parts: &[Entity]) -> Vec<Option<usize>> {
    let tests: [fn(&Entity, &Entity) -> bool; 4] = [
        |said, part| value_eq(said.body.value(), part.body.value()),
        |said, part| said.id == part.id && named(said, part),
        named,
        |said, part| pointer(part).is_some() && pointer(said) == pointer(part),
    ];
    let mut pairs = vec![None; parts.len()];
    for test in tests {
        for (at, part) in parts.iter().enumerate() {
            if pairs[at].is_none() {
                let is_free = |index: &usize| !pairs.contains(&Some(*index));
                pairs[at] = (0..known.len())
                    .filter(is_free)
                    .find(|index| known[*index].said.kind == part.kind && test(&known[*index].said, part));
            }
        }
    }
    pairs
}

/// Ids as the file has them to ids as the library has them.
type Ids = BTreeMap<(Kind, String), String>;

/// Points links to the ids of the library, all at once, so that no id is taken for another's.
fn relink(entity: &mut Entity, ids: &Ids) {
    for found in export::links(entity) {
        let Link::Entity(old) = found.link else { continue };
        if let Some(new) = ids.get(&(found.kind, old)) {
            entity.body.set(&found.path, Link::Entity(new.clone()).to_value());
        }
    }
}

/// Brings the first duplicate up to date, and the pieces that came with it.
pub(crate) fn update(open: &Open, staged: &Staged, state: &State) -> Result<Vec<Address>, ApiError> {
    let library = &open.library;
    let read = read_again(library, staged, state)?;
    let twins = super::duplicates(library, &read, &staged.sha256)?;
    let twin = twins.first().ok_or_else(|| {
        ApiError::new(ErrorCode::NotFound, "The piece this would update is not in the library any more.")
            .hint("Keep it as a new piece.")
    })?;
    let address = library.resolve(&twin.address)?;
    let Opened { entity: mine, revision, .. } = library.open_entity(&address)?;
    let leaves_portrait = leaves_portrait(&read.reading);
    let mut parts = read.reading.entities;
    if parts.is_empty() {
        return Err(ApiError::new(ErrorCode::Bug, "There is nothing in this file."));
    }
    let mut incoming = parts.remove(0);
    let file = earlier(library, &mine);
    let known = known(open, &mine, &file, &parts)?;
    let pairs = pair(&known, &parts);

    // What the earlier file said, in the ids of the library: an id given on keeping is no edit.
    let here = |said: &Entity| (said.kind, said.id.clone());
    let mut ids_before: Ids = known.iter().map(|known| (here(&known.said), known.address.id().to_owned())).collect();
    let said = said_of(&mine, &file);
    ids_before.insert(here(&said), address.id().to_owned());
    let mut ids: Ids = BTreeMap::from([(here(&incoming), address.id().to_owned())]);
    for (part, pair) in parts.iter().zip(&pairs) {
        if let Some(known) = pair.and_then(|index| known.get(index)) {
            ids.insert(here(part), known.address.id().to_owned());
        }
    }
    let mut changed = vec![address.clone()];
    let source_file = library.staged_bytes(&staged.id)?;
    for (part, pair) in parts.iter().zip(&pairs) {
        let mut fresh = with_file(part.clone(), staged);
        relink(&mut fresh, &ids);
        let Some(known) = pair.and_then(|index| known.get(index)) else {
            let keep = Keep {
                source: Some(source_file.clone()),
                entities: vec![fresh],
                records: vec![Record { raised: state.raised.clone(), ..Record::default() }],
                why: why::UPDATED.to_owned(),
                ..Keep::default()
            };
            let kept = library.keep(vec![keep], &mut |_, _| true).pop();
            let kept = kept.ok_or_else(|| ApiError::new(ErrorCode::Bug, "Nothing was kept."))??;
            let at = kept.entities.into_iter().next().map(|(at, _)| at);
            let at = at.ok_or_else(|| ApiError::new(ErrorCode::Bug, "Nothing was kept."))?;
            ids.insert(here(part), at.id().to_owned());
            changed.push(at);
            continue;
        };
        let mut base = known.said.clone();
        relink(&mut base, &ids_before);
        library.update(Update {
            address: known.address.clone(),
            base: known.revision,
            before: base.body,
            incoming: fresh,
            staged: None,
            blobs: Vec::new(),
        })?;
        changed.push(known.address.clone());
    }
    relink(&mut incoming, &ids);
    let mut base = said;
    relink(&mut base, &ids_before);
    let mut blobs: Vec<Bytes> = read.reading.blobs.into_iter().map(|blob| blob.bytes).collect();
    if leaves_portrait {
        blobs.extend(carry_portrait(open, &mine, &mut incoming));
    }
    library.update(Update {
        address,
        base: revision,
        before: base.body,
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
