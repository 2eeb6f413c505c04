//! An entity carried in a file of another format under one key of our own, so that the way back loses nothing.
//!
//! The key holds `{"original": {format: {"text", "unmapped"}}, "nativeEdits": {format: [operation]}, "body", "profiles",
//! "linked": [wrapper text]}`. Texts stand as strings, so that they come back byte for byte. Nothing is carried unless
//! the person asks for it; the author's own notes never are. What becomes of it on the way back is for conversions to
//! say; originals and native edits alone are taken back here.

use std::sync::Arc;

use ficha_json::{Document, Op};
use ficha_model::schema::{FieldType, schema};
use ficha_model::{Body, Entity, Link, Original, Profiles, Raw, Wrapper};
use serde_json::{Map, Value, json};

use crate::ask::Ask;
use crate::format::{Format, Wire};
use crate::handmade;
use crate::inspect::matching;
use crate::source::Source;

/// What was carried, but for the originals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Carried {
    /// The whole body, as it was when the file was written; `None` in files that carry originals alone.
    pub body: Option<Body>,
    /// Its profiles.
    pub profiles: Profiles,
    /// The entities it linked to.
    pub linked: Vec<Entity>,
}

/// What is carried of an entity into a file of the format `own`. `None` when that file holds everything by itself,
/// because it came as one and has no other original.
pub(crate) fn of(entity: &Entity, ask: &Ask<'_>, own: &str) -> Option<Value> {
    let entity = ask.whole.unwrap_or(entity);
    let mut originals = Map::new();
    for (format, original) in entity.original.iter().filter(|(format, _)| *format != own) {
        let text = original.raw.as_ref().and_then(|raw| match ask.without_secrets {
            true => blanked(format, raw),
            false => Some(raw.0.clone()),
        });
        if let Some(text) = text {
            originals.insert(format.clone(), json!({"text": *text, "unmapped": original.unmapped}));
        }
    }
    let edits = entity.native_edits.iter().filter(|(format, ops)| *format != own && !ops.is_empty());
    let edits = edits.map(|(format, ops)| {
        let ops = if ask.without_secrets { handmade::without_private(format, ops) } else { ops.clone() };
        (format.clone(), Value::Array(ops.iter().map(Op::to_value).collect()))
    });
    let edits: Map<String, Value> = edits.collect();
    let came_so = entity.source.as_ref().is_none_or(|source| source.format == own);
    if originals.is_empty() && edits.is_empty() && came_so && entity.original.contains_key(own) {
        return None;
    }
    let mut carried = Map::new();
    carried.insert("original".to_owned(), Value::Object(originals));
    if !edits.is_empty() {
        carried.insert("nativeEdits".to_owned(), Value::Object(edits));
    }
    carried.insert("body".to_owned(), entity.body.value().clone());
    if !entity.profiles.is_empty() {
        let profiles = entity.profiles.iter().map(|(format, profile)| (format.clone(), profile.value().clone()));
        carried.insert("profiles".to_owned(), Value::Object(profiles.collect()));
    }
    let linked: Vec<Value> = ask.linked.iter().filter(|other| links_to(entity, other)).map(text_of).collect();
    if !linked.is_empty() {
        carried.insert("linked".to_owned(), Value::Array(linked));
    }
    Some(Value::Object(carried))
}

/// An original with what is private to the person blank; one nobody can read any more is not carried.
pub(crate) fn blanked(id: &str, raw: &Raw) -> Option<Arc<str>> {
    let format = crate::format(id)?;
    let document = Document::parse(raw.0.clone(), &ficha_json::Limits::widest()).ok()?;
    let mut edit = document.edit();
    for pointer in matching(format.spec(), &format.roots(&document), format.spec().private, &document) {
        edit.set(&pointer, &json!(""));
    }
    Some(edit.finish().into())
}

fn links_to(entity: &Entity, other: &Entity) -> bool {
    let lists = schema(entity.kind).fields().filter(|field| field.shape == FieldType::Link);
    let mut links = lists.filter_map(|field| field.path.strip_suffix("[]")).flat_map(|list| entity.body.list(list));
    links.any(|link| Link::from_value(link) == Some(Link::Entity(other.id.clone())))
}

fn text_of(entity: &Entity) -> Value {
    let mut entity = entity.clone();
    entity.notes.clear();
    Value::String(entity.to_json())
}

/// What a file carries: in its payload, or in the text its format put together from several documents of an archive.
pub fn of_file(format: &dyn Format, source: &Source, main: &Entity) -> Option<Carried> {
    let found = source.payload().and_then(|payload| read(format, &payload.document));
    found.or_else(|| {
        source.archive()?;
        let raw = main.original.get(format.spec().id)?.raw.as_ref()?;
        read(format, &Document::parse(raw.0.clone(), &source.limits().json).ok()?)
    })
}

/// What a payload of this format carries; `None` when it carries nothing.
pub fn read(format: &dyn Format, document: &Document) -> Option<Carried> {
    let roots = format.roots(document);
    let mut keys = format.spec().rows().map(Wire::key).filter(|key| key.ends_with("/extensions/ficha"));
    let node = keys.find_map(|key| document.at(&roots.locate(key)))?;
    let body = |node: ficha_json::Node<'_>| Some(Body::from(node.to_value())).filter(|_| node.is_object());
    let profiles = node.get("profiles").into_iter().flat_map(|profiles| profiles.members());
    let linked = node.get("linked").into_iter().flat_map(|linked| linked.items());
    Some(Carried {
        body: node.get("body").and_then(body),
        profiles: profiles.filter_map(|(format, profile)| Some((format.into_owned(), body(profile)?))).collect(),
        linked: linked.filter_map(|text| Some(Wrapper::from_json(&text.as_str()?).ok()?.entity)).collect(),
    })
}

/// Takes carried originals back into an entity; a format it has already is left alone.
pub(crate) fn take_back(document: &Document, at: &str, entity: &mut Entity) {
    let Some(carried) = document.at(at) else { return };
    for (format, list) in carried.get("nativeEdits").into_iter().flat_map(|edits| edits.members()) {
        let ops: Vec<Op> = list.items().filter_map(|op| Op::from_value(&op.to_value())).collect();
        if !ops.is_empty() && !entity.native_edits.contains_key(format.as_ref()) {
            entity.native_edits.insert(format.into_owned(), ops);
        }
    }
    let Some(originals) = carried.get("original") else { return };
    for (format, node) in originals.members() {
        let Some(text) = node.get("text").and_then(|text| text.as_str()) else { continue };
        let Ok(payload) = Document::parse(text.as_ref(), &ficha_json::Limits::default()) else { continue };
        if entity.original.contains_key(format.as_ref()) {
            continue;
        }
        let unmapped = match node.get("unmapped").map(|node| node.to_value()) {
            Some(Value::Object(unmapped)) => unmapped,
            _ => Map::new(),
        };
        let raw = Some(Raw(payload.strict_text()));
        entity.original.insert(format.into_owned(), Original { raw, unmapped, ..Original::default() });
    }
}
