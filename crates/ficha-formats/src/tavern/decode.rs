//! Reading a card: from its payload to a character and its book, by the table of its lineage.

use std::collections::BTreeSet;

use ficha_container::{ContainerId, Place};
use ficha_json::Document;
use ficha_model::{Body, Entity, Kind, Original, Pristine, Raw, SourceRecord, canonical_id};
use serde_json::{Map, Value, json};

use super::assets::{self, Pictures, asset_chunk_path};
use super::layout::Layout;
use super::lineage::Lineage;
use super::{book, card, rules};
use crate::error::Refusal;
use crate::format::{Blob, Decoded};
use crate::media::archive_path;
use crate::notes::{NoteCode, Notes};
use crate::read::Reader;
use crate::source::Source;

/// The entities of a card.
///
/// # Errors
/// When the file holds no card, or its payload could not be read.
pub(super) fn decode(lineage: &Lineage, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
    match (source.payload(), source.refusal()) {
        (Some(payload), _) => decode_document(lineage, source, &payload.document, notes),
        (None, Some(refusal)) => Err(refusal.clone()),
        (None, None) => Err(none(source)),
    }
}

fn none(source: &Source) -> Refusal {
    Refusal::UnknownFormat { what: "this is no character card".to_owned(), place: source.place() }
}

/// The same for a payload that was put together from several entries of the file.
///
/// # Errors
/// When it holds no card.
pub(crate) fn decode_document(
    lineage: &Lineage,
    source: &Source,
    document: &Document,
    notes: &mut Notes,
) -> Result<Decoded, Refusal> {
    let none = || none(source);
    let id = lineage.id();
    let (layout, _) = Layout::of(document).ok_or_else(none)?;
    let mut blobs = Vec::new();
    let mut reader = Reader::new(source.place(), notes);
    card::note_shape(document, &layout, &mut reader);
    let mut body = body(lineage, document, &layout, source, &mut blobs, &mut reader);
    let record = SourceRecord {
        format: id.to_owned(),
        container: source.container().word().to_owned(),
        file_name: source.file_name().map(str::to_owned),
        ..SourceRecord::default()
    };
    let name =
        body.get("identity").and_then(|identity| identity.get("name")).and_then(Value::as_str).unwrap_or("").to_owned();
    let (books, links) =
        card::split_found(book::find(document, &layout), &name, (lineage.book.id, &record), &mut reader);
    if !links.is_empty() {
        body.insert("knowledgeRefs".to_owned(), Value::Array(links));
    }
    let (sets, links) = rules::split(lineage.rules, document, &layout, &name, &record, &mut reader);
    if !links.is_empty() {
        body.insert("behaviorRefs".to_owned(), Value::Array(links));
    }
    note_archive(lineage, source, document, &layout, reader.notes);
    let mut entity = Entity::new(Kind::Character, canonical_id(&name), Body::from(Value::Object(body)));
    let mut unmapped = Map::new();
    unmapped.insert("variant".to_owned(), json!(layout.word()));
    if let Some(carrier) = source.payload().and_then(|payload| payload.carrier.as_ref()) {
        unmapped.insert("carrier".to_owned(), json!(carrier));
    }
    let original = Original {
        raw: Some(Raw(document.strict_text())),
        unmapped,
        pristine: Pristine(Some(entity.body.clone())),
        ..Original::default()
    };
    entity.original.insert(id.to_owned(), original);
    crate::carried::take_back(document, &layout.locate("/data/extensions/ficha"), &mut entity);
    entity.source = Some(record);
    let mut entities = vec![entity];
    entities.extend(books);
    entities.extend(sets);
    Ok(Decoded { entities, blobs })
}

fn body(
    lineage: &Lineage,
    document: &Document,
    layout: &Layout,
    source: &Source,
    blobs: &mut Vec<Blob>,
    reader: &mut Reader<'_>,
) -> Map<String, Value> {
    let in_archive = |path: &str| source.archive().is_some_and(|archive| archive.find(path).is_some());
    let chunks = asset_chunks(source);
    let in_chunks = |path: &str| chunks.contains(path);
    let is_there: &dyn Fn(&str) -> bool = match source.container() {
        ContainerId::Png => &in_chunks,
        _ => &in_archive,
    };
    let mut pictures = Pictures { container: source.container(), is_there: Some(is_there), blobs: Some(blobs) };
    card::decode(lineage, document, layout, &mut pictures, reader)
}

/// Paths of pictures in chunks of their own (Character Card V3, embedded assets): `chara-ext-asset_:` and the path;
/// RisuAI also reads the keyword without the colon.
fn asset_chunks(source: &Source) -> BTreeSet<String> {
    let Some(png) = source.png() else { return BTreeSet::new() };
    let texts = png.texts(source.bytes());
    texts.iter().filter_map(|text| asset_chunk_path(&text.keyword).map(str::to_owned)).collect()
}

/// Entries of an archive the card does not name.
fn note_archive(lineage: &Lineage, source: &Source, document: &Document, layout: &Layout, notes: &mut Notes) {
    let Some(archive) = source.archive() else { return };
    let assets = layout.find(document, assets::KEY);
    let named: BTreeSet<String> = assets
        .iter()
        .flat_map(|(node, _)| node.items())
        .filter_map(|row| archive_path(&row.get("uri")?.as_str()?))
        .filter_map(|path| archive.find(&path).map(|entry| entry.name.clone()))
        .collect();
    let carrier = source.payload().and_then(|payload| payload.carrier.as_deref());
    for entry in archive.entries() {
        let spoken_for = Some(entry.name.as_str()) == carrier || named.contains(&entry.name);
        if entry.is_directory() || spoken_for || lineage.knows_entry(&entry.name) {
            continue;
        }
        let place = Place::entry(&entry.name);
        match entry.name.as_str() {
            "module.risum" => {
                let text = "module.risum holds RisuAI's own lore, regex and triggers. It is kept and not read yet.";
                notes.warn(NoteCode::ForeignPart, place, text);
            }
            name if name.starts_with("x_meta/") => {
                notes.info(
                    NoteCode::ForeignPart,
                    place,
                    format!("{name} is RisuAI's description of a picture; it is kept."),
                );
            }
            name => notes.info(NoteCode::OrphanEntry, place, format!("Nothing in the card names {name}; it is kept.")),
        }
    }
}
