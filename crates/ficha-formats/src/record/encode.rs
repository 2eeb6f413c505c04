//! Writing a record: a copy of its file, its text with the edits in it, or a text made anew.

use bytes::Bytes;
use ficha_container::{ContainerId, Place};
use ficha_json::{Document, Style, to_text};
use ficha_model::Entity;
use serde_json::json;

use super::format::Record;
use super::overlay::unedited;
use crate::ask::{Ask, Encoded};
use crate::carrier;
use crate::error::EncodeError;
use crate::format::{FormatSpec, Wire};
use crate::handmade;
use crate::inspect::matching;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{Writes, constant};

/// A payload about to be written.
pub(crate) enum Export {
    /// Nothing was edited and nothing else is asked for: the file leaves as it came.
    Copy(Bytes),
    /// The text of the payload, edited or made anew.
    Text(String),
}

/// Changes of a payload beside those of the body: of what travels inside it and is an entity of its own.
pub(crate) type Beside<'a> = dyn Fn(&Document, &mut Notes) -> Result<Writes, EncodeError> + 'a;

/// The payload of an entity of this record, for whatever container it goes into. `container` is the one it is to be
/// written in: only a file that came in it leaves as a copy.
///
/// # Errors
/// When the original cannot be read any more, or a format that only writes into its own files has none.
pub(crate) fn export(
    record: &Record,
    entity: &Entity,
    container: ContainerId,
    ask: &Ask<'_>,
    notes: &mut Notes,
) -> Result<Export, EncodeError> {
    export_with(record, entity, container, ask, &|_, _| Ok(Writes::default()), notes)
}

/// The same with changes beside those of the body.
///
/// # Errors
/// As [`export`], and what `beside` refuses.
pub(crate) fn export_with(
    record: &Record,
    entity: &Entity,
    container: ContainerId,
    ask: &Ask<'_>,
    beside: &Beside<'_>,
    notes: &mut Notes,
) -> Result<Export, EncodeError> {
    let spec = record.spec;
    let base = carrier::base(entity, spec.id, notes)?;
    let file = carrier::source_file(entity, ask).filter(|_| carrier::came_as(entity, spec.id, container));
    let Some(base) = base else {
        return bare_text(record, entity, ask, beside, notes).map(Export::Text);
    };
    let before = match &base.pristine {
        Some(pristine) => pristine.clone(),
        None => record.quiet_body(&base.raw),
    };
    let roots = (record.roots)(base.document());
    let private = matching(spec, &roots, spec.private, base.document());
    let others = beside(base.document(), notes)?;
    let plain = base.edited.is_none()
        && !ask.rewrite
        && others.is_empty()
        && !(ask.carry_originals && carried_at(record).is_some())
        && (!ask.without_secrets || private.is_empty())
        && (before.is_same(&entity.body) || unedited(before.value(), entity.body.value()));
    if !private.is_empty() && !ask.without_secrets {
        let text = "The file holds what is private to the person who exported it, as it did before; it can be blanked on export.";
        notes.info(NoteCode::HoldsPrivateData, Place::file(), text);
    }
    if let (true, Some(file)) = (plain, &file) {
        return Ok(Export::Copy(file.clone()));
    }
    let document = base.document();
    let mut writes = record.writes(before.value(), entity.body.value(), document, notes);
    writes.extend_at("", others);
    if ask.without_secrets {
        for pointer in private {
            notes.info(
                NoteCode::BlankedPrivateData,
                Place::pointer(pointer.clone()),
                format!("{pointer} was blanked."),
            );
            writes.set(pointer, json!(""));
        }
    }
    carry(record, entity, ask, &mut writes, document, notes);
    if writes.is_empty() {
        return Ok(Export::Text(document.strict_text().to_string()));
    }
    let mut edit = document.edit();
    writes.apply(document, &mut edit);
    Ok(Export::Text(edit.finish()))
}

/// The payload of an entity that has no original of this record.
///
/// # Errors
/// When the format only writes into its own files, and what `beside` refuses.
pub(crate) fn bare_text(
    record: &Record,
    entity: &Entity,
    ask: &Ask<'_>,
    beside: &Beside<'_>,
    notes: &mut Notes,
) -> Result<String, EncodeError> {
    let spec = record.spec;
    if spec.writes.is_empty() || record.fresh.is_empty() {
        return Err(EncodeError::CannotExpress {
            what: format!("{} is only written back into a file that came as one", spec.title),
            hint: "Choose another format of this kind.".to_owned(),
        });
    }
    let mut fresh = constant(record.fresh);
    if let Some(shape) = record.hooks.shape {
        shape(entity.body.value(), &mut fresh);
    }
    let skeleton = carrier::parse_own(ask.dated(to_text(&fresh, Style::Pretty(2))), spec.id)?;
    let before = record.quiet_body(&skeleton);
    let by_hand = handmade::laid_on(&skeleton, entity, spec, &(record.roots)(&skeleton));
    let skeleton = by_hand.map(|text| carrier::parse_own(text, spec.id)).transpose()?.unwrap_or(skeleton);
    let mut writes = record.writes(before.value(), entity.body.value(), &skeleton, notes);
    if ask.without_secrets {
        for pointer in matching(spec, &(record.roots)(&skeleton), spec.private, &skeleton) {
            let text = format!("{pointer} was blanked.");
            notes.info(NoteCode::BlankedPrivateData, Place::pointer(pointer.clone()), text);
            writes.set(pointer, json!(""));
        }
    }
    writes.extend_at("", beside(&skeleton, notes)?);
    carry(record, entity, ask, &mut writes, &skeleton, notes);
    let mut edit = skeleton.edit();
    writes.apply(&skeleton, &mut edit);
    // Rows made anew are laid out like the rest of the file.
    let text = edit.finish();
    let whole = carrier::parse_own(text, spec.id)?;
    Ok(to_text(&whole.root().to_value(), record.style))
}

/// Where entities of other formats travel in this one.
fn carried_at(record: &Record) -> Option<&'static str> {
    record.spec.rows().map(Wire::key).find(|key| key.ends_with("/extensions/ficha"))
}

fn carry(record: &Record, entity: &Entity, ask: &Ask<'_>, writes: &mut Writes, document: &Document, notes: &mut Notes) {
    let Some(carried) =
        Some(ask).filter(|ask| ask.carry_originals).and_then(|ask| crate::carried::of(entity, ask, record.spec.id))
    else {
        return;
    };
    match carried_at(record) {
        Some(key) => {
            writes.set((record.roots)(document).locate(key), carried);
            notes.info(NoteCode::CarriedOriginals, Place::file(), "The originals of other formats travel along.");
        }
        None => {
            let text = "The format has no place for the originals of other formats; they stay behind.";
            notes.warn(NoteCode::NoPlace, Place::file(), text);
        }
    }
}

/// Refuses what a format that is nothing but a JSON text cannot give.
///
/// # Errors
/// When another container or a version is asked for.
pub(crate) fn only_json(spec: &FormatSpec, ask: &Ask<'_>) -> Result<(), EncodeError> {
    let title = spec.title;
    if let Some(other) = ask.container.filter(|container| *container != ContainerId::Json) {
        return Err(EncodeError::CannotExpress {
            what: format!("{title} is not written as {}", other.word()),
            hint: "Choose json.".to_owned(),
        });
    }
    match ask.variant {
        Some(variant) => Err(EncodeError::CannotExpress {
            what: format!("{title} has no version {}", variant.word()),
            hint: "Leave the version away.".to_owned(),
        }),
        None => Ok(()),
    }
}

/// The file of a record that is a JSON text.
///
/// # Errors
/// When another container or version is asked for, and as [`export`].
pub(super) fn encode(
    record: &Record,
    entity: &Entity,
    ask: &Ask<'_>,
    notes: &mut Notes,
) -> Result<Encoded, EncodeError> {
    only_json(record.spec, ask)?;
    let bytes = match export(record, entity, ContainerId::Json, ask, notes)? {
        Export::Copy(file) => file,
        Export::Text(text) => {
            let own = carrier::source_file(entity, ask)
                .filter(|_| !ask.rewrite && carrier::came_as(entity, record.spec.id, ContainerId::Json));
            own.map_or_else(|| text.clone().into_bytes(), |file| carrier::dressed(&text, &file)).into()
        }
    };
    let extension = record.spec.extensions.first().copied().unwrap_or("json");
    Ok(Encoded { bytes, container: ContainerId::Json, extension, variant: None })
}
