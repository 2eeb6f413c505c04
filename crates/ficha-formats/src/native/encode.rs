//! Writing a portable file: body, profiles and pictures; originals only when they are asked for.

use std::collections::BTreeMap;

use bytes::Bytes;
use ficha_container::archive::{EntryEdit, NewEntry, build};
use ficha_container::{ContainerId, Place};
use ficha_json::{Document, Style, pointer, to_text};
use ficha_model::{Entity, Kind, Link, Original, Raw, SourceRecord, Writing};
use serde_json::{Map, Value, json};

use super::wire;
use crate::ask::{Ask, Encoded};
use crate::error::EncodeError;
use crate::format::FormatSpec;
use crate::handmade;
use crate::media::{self, mime_of, pictures, sha256};
use crate::notes::{NoteCode, Notes};
use crate::source::{Payload, Source};
use crate::{carried, carrier};

/// Binaries of the file, by hash.
type Blobs = BTreeMap<String, Binary>;

/// A binary, with its media type.
struct Binary {
    mime: String,
    bytes: Bytes,
}

/// The file of an entity and those that go with it: what it links to, or a set.
pub(super) fn encode(
    spec: &'static FormatSpec,
    entity: &Entity,
    ask: &Ask<'_>,
    notes: &mut Notes,
) -> Result<Encoded, EncodeError> {
    let usual = if ask.together { ContainerId::Zip } else { ContainerId::Json };
    let container = ask.container.or_else(|| carrier::own_container(entity, spec.id)).unwrap_or(usual);
    if !spec.writes.contains(&container) || ask.variant.is_some() {
        return Err(EncodeError::CannotExpress {
            what: "a Ficha file is JSON or an archive and has no versions".to_owned(),
            hint: "Choose json or zip.".to_owned(),
        });
    }
    let extension = if container == ContainerId::Zip { "ficha" } else { "ficha.json" };
    let made = |bytes: Bytes| Encoded { bytes, container, extension, variant: None };
    let others = others(entity, ask)?;
    if let Some(file) = copy(spec, entity, &others, container, ask) {
        return Ok(made(file));
    }
    let mut blobs = Blobs::new();
    let mut writing = Writing::default();
    let main = portable(entity, ask, &mut blobs, &mut writing, notes);
    let texts: Vec<String> = others
        .iter()
        .map(|other| {
            let mut writing = Writing::default();
            let copy = portable(other, ask, &mut blobs, &mut writing, notes);
            copy.to_json_with(&writing)
        })
        .collect();
    if !texts.is_empty() {
        writing.additions.push(("with".to_owned(), format!("[{}]", texts.join(", "))));
    }
    if container == ContainerId::Zip {
        let text = main.to_json_with(&writing);
        return Ok(made(archive(spec, entity, ask, text, blobs)?));
    }
    let inside = |(name, binary): (String, Binary)| {
        (name, json!({"mime": binary.mime, "b64": base64_simd::STANDARD.encode_to_string(&binary.bytes)}))
    };
    let blobs = to_text(&Value::Object(blobs.into_iter().map(inside).collect::<Map<_, _>>()), Style::Pretty(2));
    writing.additions.push(("blobs".to_owned(), blobs));
    let text = main.to_json_with(&writing);
    let file = own_file(spec, entity, container, ask);
    let text = file.as_ref().and_then(Source::payload).map_or(text.clone(), |payload| into_document(payload, text));
    Ok(made(text.into_bytes().into()))
}

/// The archive: the text, and each binary as an entry. One that it came in keeps every entry that is still needed, and
/// those that are not ours.
fn archive(
    spec: &'static FormatSpec,
    entity: &Entity,
    ask: &Ask<'_>,
    text: String,
    blobs: Blobs,
) -> Result<Bytes, EncodeError> {
    let name = |hash: &str| format!("{}{hash}", wire::BLOBS);
    let file = own_file(spec, entity, ContainerId::Zip, ask);
    let parts = file.as_ref().and_then(|file| Some((file, file.archive()?, file.payload()?)));
    let Some((file, archive, payload)) = parts else {
        let mut entries = vec![NewEntry::new(wire::TEXT, text.into_bytes())];
        entries.extend(blobs.iter().map(|(hash, binary)| NewEntry::new(name(hash), &*binary.bytes)));
        return Ok(build(&entries)?.into());
    };
    let text = into_document(payload, text).into_bytes();
    let mut edits = vec![EntryEdit::Replace { name: wire::TEXT.to_owned(), bytes: text }];
    for entry in archive.entries() {
        let hash = entry.name.strip_prefix(wire::BLOBS).filter(|hash| !hash.is_empty());
        if hash.is_some_and(|hash| !blobs.contains_key(hash)) {
            edits.push(EntryEdit::Remove { name: entry.name.clone() });
        }
    }
    let fresh = blobs.into_iter().map(|(hash, binary)| (name(&hash), binary));
    for (name, binary) in fresh.filter(|(name, _)| archive.find(name).is_none()) {
        edits.push(EntryEdit::Add { name, bytes: binary.bytes.into() });
    }
    Ok(archive.rewrite(file.bytes(), &edits)?.into())
}

/// The very file the entities came in, when it says what they say. A file that holds more (originals) is no copy of an
/// export without them.
fn copy(
    spec: &'static FormatSpec,
    entity: &Entity,
    others: &[&Entity],
    container: ContainerId,
    ask: &Ask<'_>,
) -> Option<Bytes> {
    if ask.carry_originals {
        return None;
    }
    let source = own_file(spec, entity, container, ask)?;
    let decoded = super::decode::decode(spec, &source, &mut Notes::new()).ok()?;
    let (first, found) = decoded.entities.split_first()?;
    let says = |was: &Entity, is: &Entity| {
        was.original.is_empty()
            && is.original.is_empty()
            && (was.kind, &was.id, &was.body, &was.profiles) == (is.kind, &is.id, &is.body, &is.profiles)
            && (&was.notes, &was.unknown) == (&is.notes, &is.unknown)
    };
    let same = says(first, entity)
        && found.len() == others.len()
        && found.iter().all(|was| others.iter().any(|is| says(was, is)));
    same.then(|| source.bytes().clone())
}

/// The file the entity came in, when that was one of this format and container and is to be kept.
fn own_file(spec: &'static FormatSpec, entity: &Entity, container: ContainerId, ask: &Ask<'_>) -> Option<Source> {
    if ask.rewrite || !carrier::came_as(entity, spec.id, container) {
        return None;
    }
    Source::open(media::source_file(entity, ask.media)?, None, &ask.media.limits(entity)).ok()
}

/// The text put into the document it came from, so that only what changed is written otherwise.
fn into_document(payload: &Payload, text: String) -> String {
    let Ok(new) = Document::parse(text.as_str(), &carrier::own_limits().json) else { return text };
    let mut edit = payload.document.edit();
    for (key, value) in new.root().members() {
        edit.set(&pointer::join("", &key), &value.to_value());
    }
    for (key, _) in payload.document.root().members().filter(|(key, _)| new.root().get(key).is_none()) {
        edit.remove(&pointer::join("", &key));
    }
    edit.finish()
}

/// Whether another piece stood beside this one in the file it came in.
fn came_along(entity: &Entity, other: &Entity) -> bool {
    let (Some(own), Some(source)) = (&entity.source, &other.source) else { return false };
    let beside = source.pointer.as_deref().is_some_and(|pointer| pointer.starts_with("/with/"));
    let file = |source: &SourceRecord| {
        (source.format.clone(), source.container.clone(), source.sha256.clone(), source.file_name.clone())
    };
    beside && own.pointer.is_none() && file(own) == file(source)
}

/// The entities that go into the file beside the main one, in the order given.
fn others<'a>(entity: &Entity, ask: &Ask<'a>) -> Result<Vec<&'a Entity>, EncodeError> {
    if !ask.together {
        let mut others = linked(entity, ask)?;
        // What came with it in one set goes on with it when it is at hand.
        let fellows = ask.linked.iter().filter(|other| came_along(entity, other));
        for fellow in fellows {
            if !others.iter().any(|other| (other.kind, &other.id) == (fellow.kind, &fellow.id)) {
                others.push(fellow);
            }
        }
        others.sort_by_key(|other| ask.linked.iter().position(|linked| std::ptr::eq(linked, *other)));
        return Ok(others);
    }
    let is_main = |other: &&Entity| (other.kind, &other.id) == (entity.kind, &entity.id);
    let others: Vec<&'a Entity> = ask.linked.iter().filter(|other| !is_main(other)).collect();
    let found = |(kind, id): &(Kind, String)| {
        (*kind, id) == (entity.kind, &entity.id) || others.iter().any(|other| (other.kind, &other.id) == (*kind, id))
    };
    let all = std::iter::once(entity).chain(others.iter().copied());
    match all.flat_map(links).find(|link| !found(link)) {
        Some((kind, id)) => Err(EncodeError::MissingLink { address: format!("{kind}/{id}") }),
        None => Ok(others),
    }
}

/// The entities a body links to, each once, those of linked ones too.
fn linked<'a>(entity: &Entity, ask: &Ask<'a>) -> Result<Vec<&'a Entity>, EncodeError> {
    let mut found: Vec<&'a Entity> = Vec::new();
    let mut waiting = links(entity);
    while let Some((kind, id)) = waiting.pop() {
        if found.iter().any(|known| known.kind == kind && known.id == id) {
            continue;
        }
        let other = ask.linked.iter().find(|other| other.kind == kind && other.id == id);
        let other = other.ok_or_else(|| EncodeError::MissingLink { address: format!("{kind}/{id}") })?;
        waiting.extend(links(other));
        found.push(other);
    }
    found.sort_by_key(|other| ask.linked.iter().position(|linked| linked.kind == other.kind && linked.id == other.id));
    Ok(found)
}

fn links(entity: &Entity) -> Vec<(Kind, String)> {
    let kinds = [("knowledgeRefs", Kind::Lorebook), ("behaviorRefs", Kind::Regex)];
    let all = kinds.into_iter().flat_map(|(path, kind)| entity.body.list(path).iter().map(move |link| (kind, link)));
    let ids = all.filter_map(|(kind, link)| match Link::from_value(link)? {
        Link::Entity(id) => Some((kind, id)),
        Link::Name(_) | Link::Foreign { .. } => None,
    });
    // A stack gives them back in order.
    ids.collect::<Vec<_>>().into_iter().rev().collect()
}

/// The entity as it goes into the file; its pictures become blobs.
fn portable(entity: &Entity, ask: &Ask<'_>, blobs: &mut Blobs, writing: &mut Writing, notes: &mut Notes) -> Entity {
    let mut copy = entity.clone();
    let put = |bytes: Bytes, mime: &str, blobs: &mut Blobs| {
        let name = sha256(&bytes);
        blobs.entry(name.clone()).or_insert_with(|| Binary { mime: mime.to_owned(), bytes });
        name
    };
    // A whole file cannot be blanked: without secrets the original goes along as text alone.
    let with_file =
        (ask.carry_originals && !ask.without_secrets).then(|| media::source_file(entity, ask.media)).flatten();
    for picture in pictures(entity) {
        let reference = picture.reference.as_str();
        let inline =
            reference.starts_with("data:") || reference.starts_with("http") || reference.starts_with("ccdefault:");
        let follows = with_file.is_some() && !reference.starts_with("sha256:");
        if inline || follows {
            continue;
        }
        let path = picture.path.key("ref");
        match media::picture(entity, reference, ask.media) {
            Some(found) => {
                let name = put(media::without_cards(found.bytes), &found.mime, blobs);
                copy.body.set(&path, json!(format!("sha256:{name}")));
            }
            None => {
                let text = format!("The picture {reference} is not at hand, so only its name is in the file.");
                notes.warn(NoteCode::DanglingAsset, Place::pointer(format!("/body/{}", picture.path)), text);
            }
        }
    }
    if !ask.carry_originals {
        // What was written by hand for an app is the author's own and not an original of somebody.
        let originals = std::mem::take(&mut copy.original);
        copy.native_edits.retain(|format, _| originals.get(format).is_none_or(|original| original.raw.is_none()));
        if ask.without_secrets {
            without_private(&mut copy);
        }
        copy.source = None;
        return copy;
    }
    if ask.without_secrets {
        blank(&mut copy, notes);
    }
    if let Some(file) = with_file {
        let (mime, bytes) = (mime_of(&file).unwrap_or("application/octet-stream"), file.len() as u64);
        let name = put(file, mime, blobs);
        if let Some(source) = &mut copy.source {
            source.sha256 = Some(name);
            source.bytes = Some(bytes);
        }
    }
    for (format, original) in &copy.original {
        // A text with blanks around it would lose them between the members of the wrapper.
        if let Some(raw) = original.raw.as_ref().filter(|raw| raw.0.trim() != &*raw.0) {
            let name = put(Bytes::copy_from_slice(raw.0.as_bytes()), "application/json", blobs);
            writing.raw_blobs.insert(format.clone(), name);
        }
        let Some(source) = &original.source_media else { continue };
        if let Some(bytes) = ask.media.blob(&source.blob) {
            put(bytes, &source.mime, blobs);
        }
    }
    copy
}

/// Takes what is private to the person out of the originals that go along. Edits of an original are made first, since
/// one may hold what the original does not; an original that is no text stays behind.
fn blank(copy: &mut Entity, notes: &mut Notes) {
    let originals = std::mem::take(&mut copy.original);
    for (format, original) in originals {
        let edits = copy.native_edits.shift_remove(&format).unwrap_or_default();
        let Some(raw) = &original.raw else { continue };
        let edited = match (edits.as_slice(), carrier::parse_own(raw.0.clone(), &format)) {
            ([], _) => Some(raw.clone()),
            (edits, Ok(document)) => {
                let patched = carrier::patched(&document, edits, &format, notes).ok();
                patched.map(|document| Raw(document.text().clone()))
            }
            (_, Err(_)) => None,
        };
        if let Some(text) = edited.and_then(|raw| carried::blanked(&format, &raw)) {
            let raw = Some(Raw(text));
            copy.original.insert(format, Original { raw, source_media: None, ..original });
        }
    }
    without_private(copy);
    // The file itself stays behind, and with it the record of it.
    copy.source = None;
}

/// Takes what is private to the person out of what was written by hand for an app.
fn without_private(copy: &mut Entity) {
    for (format, edits) in &mut copy.native_edits {
        *edits = handmade::without_private(format, edits);
    }
}
