//! The way back of an entity that left with its originals carried along.
//!
//! A file of another format holds less than the entity had. When it also carries the entity's original, what it could
//! not say is taken from there: the original is decoded, written as the carrying format would have written it, and
//! whatever the file says differently from that is an edit made since, which is kept. So nothing is lost by the detour
//! and no later edit is overwritten.

use bytes::Bytes;
use ficha_container::ContainerId;
use ficha_formats::{Ask, Format, NoMedia, Notes, Source, format};
use ficha_model::{Entity, Pristine, diff};

/// Completes the main entity from an original that was carried along; entities that came with that original follow.
/// An original that cannot be decoded any more stays in the entity as it is.
pub(crate) fn restore(carrier: &dyn Format, source: &Source, entities: &mut Vec<Entity>) {
    let Some(main) = entities.first_mut() else { return };
    if carrier.spec().own {
        return;
    }
    let was_carried = |id: &str, original: &ficha_model::Original| {
        id != carrier.spec().id && original.raw.is_some() && original.pristine.0.is_none()
    };
    let Some(id) = main.original.iter().find(|(id, original)| was_carried(id, original)).map(|(id, _)| id.clone())
    else {
        return;
    };
    let Some((before, others)) = decoded(main, &id, source) else { return };
    let Some(as_written) = rewritten(carrier, &before, &others, source) else { return };

    let mut body = before.body.clone();
    body.apply(&diff(as_written.body.value(), main.body.value()));
    main.body = body;
    if let Some(original) = main.original.get_mut(&id) {
        original.pristine = Pristine(Some(before.body));
    }
    for other in others {
        if !entities.iter().any(|entity| entity.kind == other.kind && entity.id == other.id) {
            entities.push(other);
        }
    }
}

/// What a carried original decodes to: its main entity and what came with it.
fn decoded(main: &Entity, id: &str, source: &Source) -> Option<(Entity, Vec<Entity>)> {
    let raw = main.original.get(id)?.raw.as_ref()?;
    let payload = Source::open(Bytes::copy_from_slice(raw.0.as_bytes()), None, source.limits()).ok()?;
    let mut entities = format(id)?.decode(&payload, &mut Notes::new()).ok()?.entities.into_iter();
    let before = entities.next().filter(|before| before.kind == main.kind)?;
    Some((before, entities.collect()))
}

/// The entity as the carrying format says it: written and read back in memory.
fn rewritten(carrier: &dyn Format, before: &Entity, others: &[Entity], source: &Source) -> Option<Entity> {
    let writes = carrier.spec().writes;
    let container =
        writes.iter().copied().find(|container| *container == ContainerId::Json).or_else(|| writes.first().copied())?;
    let ask = Ask { container: Some(container), linked: others, ..Ask::of(&NoMedia) };
    let encoded = carrier.encode(before, &ask, &mut Notes::new()).ok()?;
    let written = Source::open(encoded.bytes, None, source.limits()).ok()?;
    carrier.decode(&written, &mut Notes::new()).ok()?.entities.into_iter().next()
}
