//! The character: which of its two shapes a file has or gets, and the app's own object read and written.
//!
//! JSON is the app's own object unless it came as a Tavern card; a picture is always a Tavern card. What the shape
//! that leaves has no place for while the other has is given a reason here, since one table describes both.

use std::sync::LazyLock;

use bytes::Bytes;
use ficha_container::{ContainerId, data_uri, png};
use ficha_json::{Document, Node, Style, to_text};
use ficha_model::{Entity, Kind, Path, Raw, leaves};
use serde_json::{Map, Value, json};

use super::linked::{self, Change};
use super::persona;
use super::wire::{CARD_SPEC, ID, NATIVE_SPEC, SPEC};
use super::{book, parts, tavern_card};
use crate::ask::{Ask, Encoded};
use crate::carrier;
use crate::error::{EncodeError, Refusal};
use crate::format::{Blob, Decoded, Detection, Format, FormatSpec};
use crate::inspect::Roots;
use crate::media;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{State, Writes, at, at_map, is_blank, place, state};
use crate::read::Reader;
use crate::record::{self, Export, Piece, Record, RecordHooks, Tables, plain};
use crate::source::Source;
use crate::tavern::assets::{lifted, mime_of_extension};
use crate::tavern::layout::Layout;
use crate::tavern::linked::resolve;

const PORTRAIT: &str = "media.portrait";
const AVATAR: &str = "/avatar";

/// The format.
pub(super) struct Card;

/// The app's own object.
static NATIVE: Record = Record {
    spec: &NATIVE_SPEC,
    tables: LazyLock::new(|| Tables::of(&NATIVE_SPEC)),
    detect: native,
    roots: plain,
    fresh: r#"{"kind": "character", "name": "", "description": "", "persona": {"kind": "text", "attributes": {"text": [""]}}, "greeting": "", "scenario": "", "sampleChat": ""}"#,
    style: Style::Pretty(2),
    hooks: RecordHooks { decode: Some(decode_rest), encode: Some(encode_rest), ..RecordHooks::NONE },
};

impl Format for Card {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        let document = &source.payload()?.document;
        match source.container() {
            ContainerId::Json => native(document).or_else(|| tavern_card::detect(document)),
            ContainerId::Png => tavern_card::detect(document),
            ContainerId::Yaml
            | ContainerId::Webp
            | ContainerId::Jpeg
            | ContainerId::Zip
            | ContainerId::JpegZip
            | ContainerId::Risum
            | ContainerId::Risup => None,
        }
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        match source.payload() {
            Some(payload) if native(&payload.document).is_some() => decode(source, &payload.document, notes),
            Some(_) | None => tavern_card::CARD.decode(source, notes),
        }
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        let container = container(entity, ask)?;
        let ask = Ask { container: Some(container), ..*ask };
        if container == ContainerId::Json && !came_as_card(entity) {
            explain_shape(entity, &NATIVE_SPEC, &["persona.personality"], notes);
            return encode(entity, &ask, notes);
        }
        explain_shape(entity, &CARD_SPEC, &[], notes);
        let as_card = if came_as_card(entity) { entity.clone() } else { without_own(entity) };
        let ask = Ask { whole: ask.whole.or(Some(entity)), ..ask };
        let encoded = tavern_card::CARD.encode(&as_card, &ask, notes)?;
        let own = carrier::came_as(entity, ID, container) && !ask.rewrite;
        let bytes = if container == ContainerId::Png && !own { first_text(encoded.bytes) } else { encoded.bytes };
        Ok(Encoded { bytes, variant: None, ..encoded })
    }

    fn embedded(&self, kind: Kind) -> Option<&'static FormatSpec> {
        (kind == Kind::Lorebook).then_some(book::BOOK.spec)
    }

    fn roots(&self, document: &Document) -> Roots {
        match native(document) {
            Some(_) => Roots::plain(),
            None => Layout::of(document).map_or_else(Roots::plain, |(layout, _)| layout.roots()),
        }
    }
}

/// The bid for the app's own object.
fn native(document: &Document) -> Option<Detection> {
    let root = document.root();
    let text = |key: &str| root.get(key).is_some_and(Node::is_string);
    let persona = root.get("persona").is_some_and(Node::is_object);
    let foreign = ["schemaVersion", "body", "spec"].iter().any(|key| root.get(key).is_some());
    if !persona || !text("greeting") || foreign {
        return None;
    }
    match root.get("kind").and_then(|kind| kind.as_str()).as_deref() {
        Some("character" | "library-character") => {
            Some(Detection { confidence: 1.0, because: "it says it is a character and has Agnai's persona" })
        }
        Some(_) => None,
        None => (text("name") && text("scenario") && text("sampleChat"))
            .then_some(Detection { confidence: 0.95, because: "it has the fields of an older Agnai character" }),
    }
}

/// Whether the entity's original is a Tavern card.
fn came_as_card(entity: &Entity) -> bool {
    let raw = entity.original.get(ID).and_then(|original| original.raw.as_ref());
    let document = raw.and_then(|raw| Document::parse(raw.0.clone(), &carrier::own_limits().json).ok());
    document.is_some_and(|document| native(&document).is_none() && Layout::of(&document).is_some())
}

/// The entity without the app's own object, which is no text a card is made from.
fn without_own(entity: &Entity) -> Entity {
    let mut other = entity.clone();
    other.original.shift_remove(ID);
    other.native_edits.shift_remove(ID);
    other
}

/// The container: as asked; else its own; else a picture when it came in one and there is a portrait.
fn container(entity: &Entity, ask: &Ask<'_>) -> Result<ContainerId, EncodeError> {
    let writes = |container: &ContainerId| SPEC.writes.contains(container);
    match ask.container {
        Some(asked) if writes(&asked) => Ok(asked),
        Some(asked) => Err(EncodeError::CannotExpress {
            what: format!("an Agnai character is not written as {}", asked.word()),
            hint: "Choose json or png.".to_owned(),
        }),
        None => Ok(carrier::own_container(entity, ID).filter(writes).unwrap_or_else(|| {
            let from_png = entity.source.as_ref().is_some_and(|source| source.container == ContainerId::Png.word());
            let portrait = carrier::portrait_reference(&entity.body)
                .is_some_and(|reference| media::picture(entity, reference, ask.media).is_some());
            if from_png && portrait { ContainerId::Png } else { ContainerId::Json }
        })),
    }
}

/// The reasons for what one shape has no place for and the other has. `others` are fields explained elsewhere.
fn explain_shape(entity: &Entity, shape: &FormatSpec, others: &[&str], notes: &mut Notes) {
    for (path, value) in leaves(entity.body.value()) {
        let elsewhere = others.iter().any(|other| path.is_under(&Path::of(other)));
        if !is_blank(Some(value)) && SPEC.carries(&path) && !shape.carries(&path) && !elsewhere {
            let text = format!("{} has no place for it; the app's other shape has.", shape.title);
            notes.explain(path, NoteCode::NoPlace, text);
        }
    }
}

/// A picture built anew with its card as the only text: the app reads the first text of a picture, whatever it is.
fn first_text(bytes: Bytes) -> Bytes {
    let Ok(png) = png::read(&bytes, &carrier::own_limits()) else { return bytes };
    let mut splice = png::Splice::new(&png);
    for text in png.texts(&bytes) {
        if !text.keyword.eq_ignore_ascii_case("chara") && text.form == png::TextForm::Text {
            splice.remove(text.chunk);
        }
    }
    splice.write(&bytes).into()
}

/// Reads the app's own object.
fn decode(source: &Source, document: &Document, notes: &mut Notes) -> Result<Decoded, Refusal> {
    let mut reader = Reader::new(source.place(), notes);
    let mut body = NATIVE.body(document, &mut reader);
    let name = at_map(&body, "identity.name").and_then(Value::as_str).unwrap_or("").to_owned();
    let (books, links) = linked::split(document, ID, &name, source, &mut reader);
    if !links.is_empty() {
        body.insert("knowledgeRefs".to_owned(), Value::Array(links));
    }
    let mut blobs = Vec::new();
    lift_avatar(document, &mut blobs);
    let piece = Piece {
        format: ID,
        kind: Kind::Character,
        body,
        raw: Raw(document.strict_text()),
        unmapped: Map::new(),
        pointer: None,
        file_format: None,
    };
    let mut character = record::entity(piece, source);
    crate::carried::take_back(document, "/extensions/ficha", &mut character);
    let mut entities = vec![character];
    entities.extend(books);
    Ok(Decoded { entities, blobs })
}

/// The bytes of an avatar that is a long data URI.
fn lift_avatar(document: &Document, blobs: &mut Vec<Blob>) {
    if let Some(uri) = document.at(AVATAR).and_then(|node| node.as_str()) {
        lifted(&uri, Some(blobs));
    }
}

/// What the table cannot say.
fn decode_rest(document: &Document, _: &Roots, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let name = at_map(body, "identity.name").and_then(Value::as_str).unwrap_or("").to_owned();
    if let Some(persona) = document.at("/persona").and_then(|node| persona::read(node, "/persona", reader)) {
        place(body, persona::TEXT, json!(persona::told(&persona, &name)));
        if let persona::Persona::Structured(structured) = persona {
            place(body, persona::STRUCTURED, structured);
        }
    }
    parts::read_voice(document, "/voice", body);
    parts::read_insert(document.at("/insert"), "/insert", body, reader);
    parts::read_sprite(document, "/sprite", body, reader);
    let avatar = document.at(AVATAR).and_then(|node| reader.text(node, AVATAR)).filter(|avatar| !avatar.is_empty());
    if let Some(avatar) = avatar {
        let (reference, _) = lifted(&avatar, None);
        let mut portrait = json!({"role": "portrait", "primary": true, "ref": reference});
        if let (Some(mime), Value::Object(portrait)) = (mime_of(&avatar), &mut portrait) {
            portrait.insert("mime".to_owned(), json!(mime));
        }
        place(body, PORTRAIT, portrait);
    }
}

/// The media type of an avatar, as its address says it.
fn mime_of(address: &str) -> Option<&str> {
    let path = address.split(['?', '#']).next().unwrap_or(address);
    let name = || path.rsplit('/').next()?.rsplit_once('.');
    if address.starts_with("data:") { data_uri::mime(address) } else { mime_of_extension(name()?.1) }
}

/// The changes the table cannot say; the portrait and the book need more than two bodies.
fn encode_rest(before: &Value, after: &Value, document: &Document, _: &Roots, writes: &mut Writes, notes: &mut Notes) {
    let text = |path: &str| at(after, path).and_then(Value::as_str).unwrap_or("");
    let wanted = persona::joined(text(persona::TEXT), text("persona.personality"), after, notes);
    let plan = persona::plan(before, after, &wanted, &mut |path, code, text| notes.explain(Path::of(path), code, text));
    persona::write(&plan, document.at("/persona"), "/persona", writes);
    parts::write_voice(before, after, "/voice", writes, notes);
    parts::write_insert(before, after, "/insert", writes, notes);
    parts::write_sprite(before, after, "/sprite", writes);
}

/// Writes the app's own object.
fn encode(entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
    if let Some(variant) = ask.variant {
        return Err(EncodeError::CannotExpress {
            what: format!("an Agnai character has no version {}", variant.word()),
            hint: "Leave the version away.".to_owned(),
        });
    }
    let made = |bytes: Bytes| Encoded { bytes, container: ContainerId::Json, extension: "json", variant: None };
    let books = resolve(entity, "knowledgeRefs", Kind::Lorebook, ask, notes)?;
    let books: Vec<&Entity> = books.into_iter().map(|(_, book)| book).collect();
    let exported = record::export(&NATIVE, entity, ContainerId::Json, ask, notes)?;
    let base = carrier::base(entity, ID, &mut Notes::new())?;
    let (copy, text) = match exported {
        Export::Copy(file) => {
            (Some(file), base.as_ref().map(|base| base.document().strict_text().to_string()).unwrap_or_default())
        }
        Export::Text(text) => (None, text),
    };
    let document = carrier::parse_own(text, ID)?;
    let book = linked::change(&books, &document, notes)?;
    if let (Some(file), Change::Same) = (&copy, &book) {
        return Ok(made(file.clone()));
    }
    let mut edit = document.edit();
    match book {
        Change::Same => {}
        Change::Gone => {
            edit.remove(linked::KEY);
        }
        Change::Text(text) => {
            edit.splice(linked::KEY, &text);
        }
    }
    match avatar(entity, base.as_ref().map(|base| &*base.raw)) {
        State::Equal => {}
        State::Cleared => {
            edit.remove(AVATAR);
        }
        State::Changed => {
            if let Some(uri) = address(entity, ask, notes) {
                edit.set(AVATAR, &json!(uri));
            }
        }
    }
    let text = edit.finish();
    if base.is_none() {
        let whole = carrier::parse_own(text, ID)?;
        return Ok(made(to_text(&whole.root().to_value(), Style::Pretty(2)).into_bytes().into()));
    }
    let own =
        carrier::source_file(entity, ask).filter(|_| !ask.rewrite && carrier::came_as(entity, ID, ContainerId::Json));
    Ok(made(own.map_or_else(|| text.clone().into_bytes(), |file| carrier::dressed(&text, &file)).into()))
}

/// What became of the portrait.
fn avatar(entity: &Entity, raw: Option<&Document>) -> State {
    let path = "media.portrait.ref";
    let was = raw.and_then(|raw| raw.at(AVATAR)?.as_str().map(|avatar| json!(lifted(&avatar, None).0)));
    state(was.as_ref(), at(entity.body.value(), path))
}

/// The portrait as the object holds it: an address, or the picture itself.
fn address(entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Option<String> {
    let reference = carrier::portrait_reference(&entity.body)?;
    let path = Path::of(PORTRAIT);
    let open = media::is_web(reference) || reference.starts_with("data:");
    let uri = match media::picture(entity, reference, ask.media).filter(|_| !open) {
        Some(picture) => data_uri::build(&picture.mime, &media::without_cards(picture.bytes)),
        None if open => reference.to_owned(),
        None => {
            let text = format!("The picture {reference} is not at hand, so the portrait was left out.");
            notes.explain(path, NoteCode::DanglingAsset, text);
            return None;
        }
    };
    let portrait = at(entity.body.value(), PORTRAIT);
    let said = |key: &str| portrait.and_then(|portrait| portrait.get(key)).is_some_and(|value| !is_blank(Some(value)));
    for key in ["name", "label"].into_iter().filter(|key| said(key)) {
        notes.explain(path.key(key), NoteCode::NoPlace, "The portrait has no name here.");
    }
    let mime = portrait.and_then(|portrait| portrait.get("mime")).and_then(Value::as_str);
    match (mime, mime_of(reference).filter(|_| media::is_web(reference))) {
        (Some(mime), found) if media::is_web(reference) && found != Some(mime) => {
            notes.explain(path.key("mime"), NoteCode::NoPlace, "The kind of picture is told by its address.");
        }
        (None, Some(_)) => {
            notes.explain(path.key("mime"), NoteCode::FilledDefault, "The kind of picture is told by its address.");
        }
        _ => {}
    }
    Some(uri)
}
