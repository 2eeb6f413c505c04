//! A Tavern payload to a character body, its mirrors compared, its book split off.

use ficha_json::{Document, Node, pointer};
use ficha_model::{Body, Entity, Kind, Link, Original, Pristine, Raw, SourceRecord, canonical_id};
use serde_json::{Map, Value, json};

use super::fields::{RENAMED_MIRRORS, V1_KEYS};
use super::layout::{Layout, Shape};
use super::lineage::{Lineage, Payload};
use super::{assets, book};
use crate::format::Variant;
use crate::notes::NoteCode;
use crate::overlay::{self, place};
use crate::read::Reader;

/// The groups of a body in the order they are written.
const GROUPS: [&str; 11] = [
    "identity",
    "persona",
    "prompts",
    "greetings",
    "examples",
    "media",
    "attribution",
    "discovery",
    "settings",
    "worldName",
    "knowledgeRefs",
];

/// The body of a payload, the link to its book aside.
pub(crate) fn decode(
    lineage: &Lineage,
    document: &Document,
    layout: &Layout,
    pictures: &mut assets::Pictures<'_>,
    reader: &mut Reader<'_>,
) -> Map<String, Value> {
    let mut body = Map::new();
    overlay::decode(lineage.mapped(), &|key| layout.find(document, key), &mut body, reader);
    if overlay::at_map(&body, "identity.name").is_none() {
        place(&mut body, "identity.name", json!(""));
    }
    assets::decode(document, layout, pictures, reader, &mut body);
    for part in lineage.parts {
        (part.decode)(&Payload { document, layout }, &mut body, reader);
    }
    let mut ordered = Map::with_capacity(GROUPS.len());
    for group in GROUPS {
        if let Some(value) = body.shift_remove(group) {
            ordered.insert(group.to_owned(), value);
        }
    }
    ordered.extend(body);
    ordered
}

/// What the shape of a card calls for saying.
pub(crate) fn note_shape(document: &Document, layout: &Layout, reader: &mut Reader<'_>) {
    let root = layout.envelope.as_str();
    match layout.shape {
        Shape::AtRoot(_) => {
            reader.warn(NoteCode::FieldsAtRoot, root, "The card says its version but has its fields at the root.");
        }
        Shape::NoSpec => reader.warn(NoteCode::MissingSpec, root, "The card does not say which version it is."),
        Shape::UnknownSpec => {
            reader.warn(NoteCode::UnknownSpec, &format!("{root}/spec"), "The card names a version nobody knows.");
        }
        Shape::Envelope(Variant::V3) => {
            let at = format!("{root}/spec_version");
            let version =
                document.at(&at).and_then(|node| node.as_f64().or_else(|| node.as_str()?.trim().parse().ok()));
            if version.is_some_and(|version| version > 3.0) {
                reader.info(
                    NoteCode::UnknownSpec,
                    &at,
                    "The card is of a newer minor version; what is new in it is kept.",
                );
            }
        }
        Shape::Envelope(_) | Shape::V1 | Shape::Flat => {}
    }
    if layout.find(document, "/data/name").is_none_or(|(node, _)| node.is_null()) {
        reader.warn(NoteCode::MissingRequired, &layout.locate("/data/name"), "The card has no name.");
    }
    for (mirror, data) in mirrors(document, layout) {
        let (Some(a), Some(b)) = (document.at(&mirror), document.at(&data)) else { continue };
        // Old mirrors of the lists and switches differ in spelling all the time; only texts are worth a word.
        if a.is_string() && b.is_string() && !a.same_as(b) {
            let text = format!("{mirror} says something else than {data}, which counts.");
            reader.info(NoteCode::MirrorDiffers, &mirror, text);
        }
    }
}

/// Root copies of `data` values: pointer of the copy, pointer of the value. Only where both objects exist.
pub(crate) fn mirrors(document: &Document, layout: &Layout) -> Vec<(String, String)> {
    if layout.is_flat() {
        return Vec::new();
    }
    let (Some(envelope), Some(data)) = (document.at(&layout.envelope), document.at(&layout.data)) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (key, _) in envelope.members() {
        if matches!(key.as_ref(), "spec" | "spec_version" | "data") {
            continue;
        }
        let mirror = pointer::join(&layout.envelope, &key);
        if let Some((_, below)) = RENAMED_MIRRORS.iter().find(|(renamed, _)| *renamed == key) {
            found.push((mirror.clone(), format!("{}{below}", layout.data)));
        }
        let known = V1_KEYS.contains(&key.as_ref()) || data.get(&key).is_some();
        if known && RENAMED_MIRRORS.iter().all(|(renamed, _)| *renamed != key) {
            found.push((mirror, pointer::join(&layout.data, &key)));
        }
    }
    found
}

/// Splits the book of a card into lorebook entities and the links to them.
pub(crate) fn split_book(
    document: &Document,
    layout: &Layout,
    card_name: &str,
    source: &SourceRecord,
    reader: &mut Reader<'_>,
) -> (Vec<Entity>, Vec<Value>) {
    split_found(book::find(document, layout), card_name, (book::ID, source), reader)
}

/// Splits a book that was found, with its pointer, into lorebook entities and the links to them. `id` is the format of
/// such a book.
pub(crate) fn split_found(
    found: Option<(Node<'_>, String)>,
    card_name: &str,
    (id, source): (&'static str, &SourceRecord),
    reader: &mut Reader<'_>,
) -> (Vec<Entity>, Vec<Value>) {
    let Some((node, at)) = found else { return (Vec::new(), Vec::new()) };
    let whole = book::decode(node, &at, reader);
    let parts = book::parts(node);
    let bodies = match &parts {
        Some(parts) => {
            reader.info(
                NoteCode::SplitBook,
                &at,
                format!("The book was merged from {} books and is split again.", parts.len()),
            );
            book::split(&whole, parts)
        }
        None => vec![whole],
    };
    let mut entities: Vec<Entity> = Vec::new();
    for (index, body) in bodies.into_iter().enumerate() {
        let name = body.get("name").and_then(Value::as_str).filter(|name| !name.trim().is_empty());
        let base = canonical_id(name.map_or_else(|| format!("{card_name} lorebook"), str::to_owned).as_str());
        let taken = |id: &str| entities.iter().any(|entity| entity.id == id);
        let own = if taken(&base) {
            (2..).map(|n| format!("{base}-{n}")).find(|id| !taken(id)).unwrap_or(base)
        } else {
            base
        };
        let mut entity = Entity::new(Kind::Lorebook, own, Body::from(body));
        let mut unmapped = Map::new();
        if parts.is_some() {
            unmapped.insert("part".to_owned(), json!(index));
        }
        let pristine = Pristine(Some(entity.body.clone()));
        let raw = Some(Raw(node.raw().into()));
        entity.original.insert(id.to_owned(), Original { raw, unmapped, pristine, ..Original::default() });
        entity.source = Some(SourceRecord { pointer: Some(at.clone()), ..source.clone() });
        entities.push(entity);
    }
    let links = entities.iter().map(|entity| Link::Entity(entity.id.clone()).to_value()).collect();
    (entities, links)
}
