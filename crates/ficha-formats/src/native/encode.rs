//! Writing a portable file: body, profiles and pictures; originals only when they are asked for.

use std::collections::BTreeMap;

use bytes::Bytes;
use ficha_container::{ContainerId, Place};
use ficha_json::{Document, Style, pointer, to_text};
use ficha_model::{Entity, Kind, Link, Writing};
use serde_json::{Map, Value, json};

use crate::ask::{Ask, Encoded};
use crate::carrier;
use crate::error::EncodeError;
use crate::format::FormatSpec;
use crate::media::{self, mime_of, pictures, sha256};
use crate::notes::{NoteCode, Notes};
use crate::source::Source;

/// Binaries of the file, by hash.
type Blobs = BTreeMap<String, Value>;

/// The file of an entity and those it links to.
pub(super) fn encode(
    spec: &'static FormatSpec,
    entity: &Entity,
    ask: &Ask<'_>,
    notes: &mut Notes,
) -> Result<Encoded, EncodeError> {
    if ask.container.is_some_and(|container| container != ContainerId::Json) || ask.variant.is_some() {
        return Err(EncodeError::CannotExpress {
            what: "a Ficha file is JSON and has no versions".to_owned(),
            hint: "Choose json.".to_owned(),
        });
    }
    let linked = linked(entity, ask)?;
    if let Some(file) = copy(spec, entity, &linked, ask) {
        return Ok(Encoded { bytes: file, container: ContainerId::Json, extension: "ficha.json", variant: None });
    }
    let mut blobs = Blobs::new();
    let mut writing = Writing::default();
    let main = portable(entity, ask, &mut blobs, &mut writing, notes);
    let others: Vec<String> = linked
        .iter()
        .map(|other| {
            let mut writing = Writing::default();
            let copy = portable(other, ask, &mut blobs, &mut writing, notes);
            copy.to_json_with(&writing)
        })
        .collect();
    if !others.is_empty() {
        writing.additions.push(("with".to_owned(), format!("[{}]", others.join(", "))));
    }
    let blobs = to_text(&Value::Object(blobs.into_iter().collect::<Map<_, _>>()), Style::Pretty(2));
    writing.additions.push(("blobs".to_owned(), blobs));
    let text = main.to_json_with(&writing);
    let text = into_file(spec, entity, ask, text);
    Ok(Encoded {
        bytes: text.into_bytes().into(),
        container: ContainerId::Json,
        extension: "ficha.json",
        variant: None,
    })
}

/// The very file the entities came in, when it says what they say. A file that holds more (originals) is no copy of an
/// export without them.
fn copy(spec: &'static FormatSpec, entity: &Entity, linked: &[&Entity], ask: &Ask<'_>) -> Option<Bytes> {
    if ask.rewrite || ask.carry_originals || !carrier::came_as(entity, spec.id, ContainerId::Json) {
        return None;
    }
    let file = media::source_file(entity, ask.media)?;
    let source = Source::open(file.clone(), None, &ask.media.limits(entity)).ok()?;
    let decoded = super::decode::decode(spec, &source, &mut Notes::new()).ok()?;
    let (first, others) = decoded.entities.split_first()?;
    let says = |was: &Entity, is: &Entity| {
        was.original.is_empty()
            && is.original.is_empty()
            && (was.kind, &was.id, &was.body, &was.profiles) == (is.kind, &is.id, &is.body, &is.profiles)
            && (&was.notes, &was.unknown) == (&is.notes, &is.unknown)
    };
    let same = says(first, entity)
        && others.len() == linked.len()
        && others.iter().all(|was| linked.iter().any(|is| says(was, is)));
    same.then_some(file)
}

/// The text put into the file it came from, so that only what changed is written otherwise.
fn into_file(spec: &'static FormatSpec, entity: &Entity, ask: &Ask<'_>, text: String) -> String {
    if ask.rewrite || !carrier::came_as(entity, spec.id, ContainerId::Json) {
        return text;
    }
    let file =
        media::source_file(entity, ask.media).and_then(|file| Source::open(file, None, &ask.media.limits(entity)).ok());
    let Some(payload) = file.as_ref().and_then(Source::payload) else { return text };
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
    let put = |bytes: &[u8], mime: &str, blobs: &mut Blobs| {
        let name = sha256(bytes);
        blobs
            .entry(name.clone())
            .or_insert_with(|| json!({"mime": mime, "b64": base64_simd::STANDARD.encode_to_string(bytes)}));
        name
    };
    let with_file = ask.carry_originals.then(|| media::source_file(entity, ask.media)).flatten();
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
                let name = put(&media::without_cards(found.bytes), &found.mime, blobs);
                copy.body.set(&path, json!(format!("sha256:{name}")));
            }
            None => {
                let text = format!("The picture {reference} is not at hand, so only its name is in the file.");
                notes.warn(NoteCode::DanglingAsset, Place::pointer(format!("/body/{}", picture.path)), text);
            }
        }
    }
    if !ask.carry_originals {
        copy.original.clear();
        copy.native_edits.clear();
        copy.source = None;
        return copy;
    }
    if let Some(file) = with_file {
        let mime = mime_of(&file).unwrap_or("application/octet-stream");
        let name = put(&file, mime, blobs);
        if let Some(source) = &mut copy.source {
            source.sha256 = Some(name);
            source.bytes = Some(file.len() as u64);
        }
    }
    for (format, original) in &entity.original {
        // A text with blanks around it would lose them between the members of the wrapper.
        if let Some(raw) = original.raw.as_ref().filter(|raw| raw.0.trim() != &*raw.0) {
            let name = put(raw.0.as_bytes(), "application/json", blobs);
            writing.raw_blobs.insert(format.clone(), name);
        }
        let Some(source) = &original.source_media else { continue };
        if let Some(bytes) = ask.media.blob(&source.blob) {
            put(&bytes, &source.mime, blobs);
        }
    }
    copy
}
