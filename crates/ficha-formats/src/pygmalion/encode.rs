//! Writing a classic card: five texts, and the portrait as the PNG that carries them.
//!
//! `char_persona` is one text for two fields. When only one of them was edited, that edit is written; when both say
//! different things, they are joined, since readers of this format take it as the whole definition.

use bytes::Bytes;
use ficha_container::{ContainerId, Place};
use ficha_json::{Document, Style, to_text};
use ficha_model::{Body, Entity, Path};
use serde_json::{Map, Value, json};

use super::decode;
use super::wire::TEXTS;
use crate::ask::{Ask, Encoded, PersonaMode};
use crate::carrier::{self, Base};
use crate::error::EncodeError;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{State, Writes, at, is_blank, state};
use crate::read::Reader;

/// The file of a character.
pub(super) fn encode(
    id: &'static str,
    entity: &Entity,
    ask: &Ask<'_>,
    notes: &mut Notes,
) -> Result<Encoded, EncodeError> {
    if let Some(variant) = ask.variant {
        return Err(EncodeError::CannotExpress {
            what: format!("a Pygmalion card has no version {}", variant.word()),
            hint: "Leave the version away.".to_owned(),
        });
    }
    let base = carrier::base(entity, id, notes)?;
    let pristine = base.as_ref().map(|base| pristine(base, entity, id));
    let container = container(id, entity, pristine.as_ref(), ask)?;
    let source = carrier::source_file(entity, ask).filter(|_| carrier::came_as(entity, id, container));
    let unedited = base.as_ref().is_some_and(|base| base.edited.is_none())
        && pristine.as_ref().is_some_and(|pristine| pristine.is_same(&entity.body) || same(pristine, &entity.body));
    let made = |bytes: Bytes| {
        let extension = if container == ContainerId::Png { "png" } else { "json" };
        Ok(Encoded { bytes, container, extension, variant: None })
    };
    if unedited
        && !ask.rewrite
        && !ask.carry_originals
        && let Some(source) = &source
    {
        let label = base.as_ref().and_then(|base| base.unmapped.get("carrier")).and_then(Value::as_str);
        carrier::note_odd_carrier(source, label, notes);
        return made(source.clone());
    }
    let text = payload(base.as_ref(), pristine.as_ref(), entity, ask, notes)?;
    match container {
        ContainerId::Png => {
            let said = "Most apps find no card in this picture: SillyTavern reads this format only from JSON.";
            notes.warn(NoteCode::RarelyRead, Place::file(), said);
            let kept = at(entity.body.value(), "media.portrait.ref").and_then(Value::as_str) == Some("carrier:");
            if let (Some(source), Some(base), true, false) = (&source, &base, kept, ask.rewrite) {
                let png = ficha_container::png::read(source, &ask.media.limits(entity))?;
                let label = base.unmapped.get("carrier").and_then(Value::as_str);
                if let Some((chunk, keyword)) = carrier::chunk_of(&png, source, label) {
                    return made(carrier::edit_png(source, &png, &[(chunk, keyword, text)]).into());
                }
            }
            let picture = carrier::portrait_or_plain(entity, ask, false, notes)?;
            made(carrier::build_png(&picture, &[("chara", &text)])?.into())
        }
        _ => {
            if carrier::portrait_reference(&entity.body).is_some() {
                let path = Path::default().key("media").key("portrait");
                notes.explain(path, NoteCode::PictureLeft, "A JSON file of this format holds no picture.");
            }
            let in_place = source.as_ref().filter(|_| !ask.rewrite);
            made(in_place.map_or_else(|| text.clone().into_bytes(), |file| carrier::dressed(&text, file)).into())
        }
    }
}

/// What the original decodes to, the portrait included.
fn pristine(base: &Base, entity: &Entity, id: &str) -> Body {
    if let Some(pristine) = &base.pristine {
        return pristine.clone();
    }
    let mut notes = Notes::new();
    let mut body = decode::body(&base.raw, &mut Reader::muted(&mut notes));
    if carrier::own_container(entity, id).is_some_and(crate::media::has_picture) {
        crate::overlay::place(&mut body, "media.portrait", crate::tavern::assets::carrier(ContainerId::Png));
    }
    Body::from(Value::Object(body))
}

/// Whether two bodies say the same in what this format writes.
fn same(before: &Body, after: &Body) -> bool {
    let (before, after) = (before.value(), after.value());
    let portrait = "media.portrait.ref";
    let paths = TEXTS.iter().map(|text| text.path).chain(["identity.description", portrait]);
    paths.into_iter().all(|path| state(at(before, path), at(after, path)) == State::Equal)
}

/// The container: as asked; else PNG when the portrait is one, JSON otherwise.
fn container(id: &str, entity: &Entity, pristine: Option<&Body>, ask: &Ask<'_>) -> Result<ContainerId, EncodeError> {
    match ask.container {
        Some(asked @ (ContainerId::Json | ContainerId::Png)) => Ok(asked),
        Some(other) => Err(EncodeError::CannotExpress {
            what: format!("a Pygmalion card is not written as {}", other.word()),
            hint: "Choose json or png.".to_owned(),
        }),
        None => {
            let untouched = pristine.is_some_and(|pristine| {
                let at = |body: &Body| body.text("media.portrait.ref").map(str::to_owned);
                at(pristine) == at(&entity.body)
            });
            if let Some(own) = carrier::own_container(entity, id).filter(|_| untouched) {
                return Ok(own);
            }
            let picture = carrier::portrait_reference(&entity.body)
                .and_then(|reference| crate::media::picture(entity, reference, ask.media));
            let png = picture.is_some_and(|picture| crate::media::is_png(&picture.mime));
            Ok(if png { ContainerId::Png } else { ContainerId::Json })
        }
    }
}

/// The JSON text of the card.
fn payload(
    base: Option<&Base>,
    pristine: Option<&Body>,
    entity: &Entity,
    ask: &Ask<'_>,
    notes: &mut Notes,
) -> Result<String, EncodeError> {
    let after = entity.body.value();
    let nothing = json!({});
    let mut writes = Writes::default();
    let before = pristine.map_or(&nothing, Body::value);
    for text in TEXTS.iter().filter(|text| text.key != "char_persona") {
        let key = format!("/{}", text.key);
        let new = at(after, text.path);
        match state(at(before, text.path), new) {
            State::Equal => {}
            State::Changed => writes.set(key, new.cloned().unwrap_or(Value::Null)),
            State::Cleared => writes.set(key, json!("")),
        }
    }
    if let Some(persona) = persona(pristine, after, ask.persona, notes) {
        writes.set("/char_persona", json!(persona));
    }
    let carried = ask.carry_originals.then(|| crate::carried::of(entity, ask, "pygmalion")).flatten();
    if let Some(carried) = carried {
        writes.set("/extensions/ficha", carried);
        notes.info(NoteCode::CarriedOriginals, Place::file(), "The originals of other formats travel along.");
    }
    let Some(base) = base else {
        let mut card: Value =
            Value::Object(TEXTS.iter().map(|text| (text.key.to_owned(), json!(""))).collect::<Map<_, _>>());
        writes.apply_to(&mut card);
        return Ok(to_text(&card, Style::Pretty(2)));
    };
    let document = base.document();
    let mut all = Writes::default();
    mirror(&base.raw, document, &writes, &mut all);
    let mut edit = document.edit();
    all.apply(document, &mut edit);
    Ok(edit.finish())
}

/// Adds to the changes those of the V1 copies that were equal before, native edits included.
fn mirror(raw: &Document, document: &Document, writes: &Writes, all: &mut Writes) {
    let set = |key: &str| writes.list().iter().find(|(at, _)| at == key).and_then(|(_, value)| value.clone());
    for (at, value) in writes.list() {
        match value {
            Some(value) => all.set(at.clone(), value.clone()),
            None => all.remove(at.clone()),
        }
    }
    for text in &TEXTS {
        let (key, alias) = (format!("/{}", text.key), format!("/{}", text.alias));
        let Some(copy) = raw.at(&alias) else { continue };
        // A key that was absent took its value from the copy, so the copy speaks for it.
        let equal = raw.at(&key).is_none_or(|own| own.same_as(copy) || own.raw() == "\"\"");
        let now = set(&key).or_else(|| {
            let edited = document.at(&key)?;
            raw.at(&key).is_none_or(|own| !own.same_as(edited)).then(|| edited.to_value())
        });
        if let (true, Some(now)) = (equal, now) {
            all.set(alias, now);
        }
    }
}

/// The persona text to write; `None` leaves what is there.
fn persona(pristine: Option<&Body>, after: &Value, mode: PersonaMode, notes: &mut Notes) -> Option<String> {
    let (personality, description) = (at(after, "persona.personality"), at(after, "identity.description"));
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or("").to_owned();
    let (p, d) = (text(personality), text(description));
    let old = pristine.map(|pristine| pristine.value());
    let was = |path: &str, new: Option<&Value>| state(old.and_then(|old| at(old, path)), new) == State::Equal;
    let (p_same, d_same) = (was("persona.personality", personality), was("identity.description", description));
    if old.is_some() && p_same && d_same {
        return None;
    }
    let blank = |text: &str| text.trim().is_empty();
    let (p_path, d_path) =
        (Path::default().key("persona").key("personality"), Path::default().key("identity").key("description"));
    let once = "The format has one slot for personality and description; both read back as this text.";
    let mirrored = |notes: &mut Notes, path: Path| {
        notes.info(NoteCode::MirroredText, Place::pointer("/char_persona"), once);
        notes.explain(path, NoteCode::MirroredText, once);
    };
    if p == d {
        return Some(p);
    }
    // From a Pygmalion file both fields hold one text: the edit of either is an edit of it.
    if old.is_some() && (p_same || d_same) && !(is_blank(personality) && d_same) && !(is_blank(description) && p_same) {
        return if p_same {
            mirrored(notes, p_path);
            Some(d)
        } else {
            mirrored(notes, d_path);
            Some(p)
        };
    }
    if blank(&p) {
        mirrored(notes, p_path);
        return Some(d);
    }
    if blank(&d) {
        mirrored(notes, d_path);
        return Some(p);
    }
    match mode {
        PersonaMode::Personality => {
            let said = "Only the personality was asked for; this format has one slot for both.";
            notes.explain(d_path, NoteCode::NoPlace, said);
            Some(p)
        }
        PersonaMode::Joined => {
            let said =
                "The format has one slot for both; description and personality were joined, a blank line between.";
            notes.info(NoteCode::JoinedText, Place::pointer("/char_persona"), said);
            notes.explain(d_path, NoteCode::JoinedText, said);
            notes.explain(p_path, NoteCode::JoinedText, said);
            Some(format!("{d}\n\n{p}"))
        }
    }
}
