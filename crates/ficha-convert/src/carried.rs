//! The way back of an entity that left in another format and was carried along.
//!
//! A file of another format says less than the entity did. When it also carries the entity, the entity is written
//! again as the file's format says it; whatever the file says differently from that was edited since, and is kept.
//! So nothing is lost by the detour, and no later edit is overwritten.

use bytes::Bytes;
use ficha_container::ContainerId;
use ficha_formats::carried::{Carried, of_file};
use ficha_formats::{Ask, Format, NoMedia, Notes, Source, format};
use ficha_model::schema::validate;
use ficha_model::{Body, Entity, Kind, Original, Path, Pristine, diff};

/// Completes the main entity of a file from what the file carries; entities it linked to follow. A file that carries
/// nothing, or something that cannot be read any more, is left as it was decoded.
pub(crate) fn restore(carrier: &dyn Format, source: &Source, entities: &mut Vec<Entity>) {
    let Some(carried) = entities.first().and_then(|main| of_file(carrier, source, main)) else { return };
    let Some(main) = entities.first_mut() else { return };
    let own = carrier.spec().id;
    let pristine = remember(main, own, source);
    let Some((mut before, others)) = carried_entity(main, carried, pristine) else { return };
    // What an encoder writes may depend on where the entity came from.
    let originals = main.original.iter().filter(|(id, _)| *id != own);
    before.original.extend(originals.map(|(id, original)| (id.clone(), original.clone())));
    let Some(mut as_written) = rewritten(carrier, &before, &others, source) else { return };
    call_alike(&others, &mut as_written, entities);
    let Some(main) = entities.first_mut() else { return };

    let Some(written) = as_written.first() else { return };
    let mut body = before.body;
    body.apply(&diff(written.body.value(), main.body.value()));
    // The picture of a file is its own, whatever the carried body calls its.
    let portrait = Path::of("media.portrait");
    if let Some(own) = main.body.get(&portrait).filter(|_| source.png().is_some()) {
        body.set(&portrait, own.clone());
    }
    main.body = body;
    main.profiles = before.profiles;
    for other in others {
        let same = |entity: &&mut Entity| entity.kind == other.kind && entity.id == other.id;
        match entities.iter_mut().skip(1).find(same) {
            Some(found) => merge(found, other, &as_written),
            None => entities.push(other),
        }
    }
}

/// Calls linked entities of the file what they were called when they left, where a format has no name for them: as long
/// as none came or went, they are told by their order.
fn call_alike(carried: &[Entity], as_written: &mut [Entity], entities: &mut [Entity]) {
    for kind in Kind::ALL {
        let ids: Vec<&String> = carried.iter().filter(|other| other.kind == kind).map(|other| &other.id).collect();
        let sides = [as_written.iter_mut().skip(1), entities.iter_mut().skip(1)];
        for side in sides {
            let found: Vec<&mut Entity> = side.filter(|entity| entity.kind == kind).collect();
            if found.len() == ids.len() && !found.iter().any(|entity| ids.contains(&&entity.id)) {
                for (entity, id) in found.into_iter().zip(&ids) {
                    entity.id = (*id).clone();
                }
            }
        }
    }
}

/// A linked entity that is in the file itself gets back what that could not say, and keeps what was edited since.
fn merge(found: &mut Entity, carried: Entity, as_written: &[Entity]) {
    let same = |entity: &&Entity| entity.kind == carried.kind && entity.id == carried.id;
    let Some(written) = as_written.iter().skip(1).find(same) else { return };
    let mut body = carried.body;
    body.apply(&diff(written.body.value(), found.body.value()));
    found.body = body;
    found.profiles = carried.profiles;
    for (format, original) in carried.original {
        found.original.entry(format).or_insert(original);
    }
}

/// Decodes the originals that were carried and remembers what each says; gives the first with what came with it.
fn remember(main: &mut Entity, own: &str, source: &Source) -> Option<(Entity, Vec<Entity>)> {
    let mut first = None;
    for (id, original) in main.original.iter_mut().filter(|(id, _)| *id != own) {
        let Some((before, others)) = decoded(id, original, source).filter(|(before, _)| before.kind == main.kind)
        else {
            continue;
        };
        original.pristine = Pristine(Some(before.body.clone()));
        first.get_or_insert((before, others));
    }
    first
}

fn decoded(id: &str, original: &Original, source: &Source) -> Option<(Entity, Vec<Entity>)> {
    let raw = original.raw.as_ref()?;
    let payload = Source::open(Bytes::copy_from_slice(raw.0.as_bytes()), None, source.limits()).ok()?;
    let mut entities = format(id)?.decode(&payload, &mut Notes::new()).ok()?.entities.into_iter();
    Some((entities.next()?, entities.collect()))
}

/// The entity as it was when it left: its body when that is a sound one, else what its original says.
fn carried_entity(
    main: &Entity,
    carried: Carried,
    original: Option<(Entity, Vec<Entity>)>,
) -> Option<(Entity, Vec<Entity>)> {
    let is_sound = |kind, body: &Body| validate(kind, body).is_empty();
    match carried.body.filter(|body| is_sound(main.kind, body)) {
        Some(body) => {
            let mut before = Entity::new(main.kind, main.id.clone(), body);
            before.profiles = carried.profiles;
            let linked = carried.linked.into_iter().filter(|other| is_sound(other.kind, &other.body)).collect();
            Some((before, linked))
        }
        None => original,
    }
}

/// The entity and what it links to as the carrying format says them: written and read back in memory. As a picture
/// where it came as one, since what a format says in a picture may differ from what it says in a text.
fn rewritten(carrier: &dyn Format, before: &Entity, others: &[Entity], source: &Source) -> Option<Vec<Entity>> {
    let writes = carrier.spec().writes;
    let own = if source.container() == ContainerId::Png { ContainerId::Png } else { ContainerId::Json };
    let container = [own, ContainerId::Json].into_iter().find(|container| writes.contains(container));
    let container = container.or_else(|| writes.first().copied());
    let ask = Ask { container, linked: others, plain_portrait: Some(source.bytes()), ..Ask::of(&NoMedia) };
    let mut as_sent = before.clone();
    if let Some(profile) = before.profiles.get(carrier.spec().id) {
        as_sent.body = ficha_model::merge_profile(&before.body, profile);
    }
    let encoded = carrier.encode(&as_sent, &ask, &mut Notes::new()).ok()?;
    let written = Source::open(encoded.bytes, None, source.limits()).ok()?;
    Some(carrier.decode(&written, &mut Notes::new()).ok()?.entities)
}
