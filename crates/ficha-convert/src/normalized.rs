//! A card of any format as a V3 card: what a world is made from.
//!
//! A payload that says V3 already is taken as it stands, to the byte. Anything else goes through entities, as an export
//! does, so nothing here knows a format. Not here: what the fields mean, and what a world makes of them.

use bytes::Bytes;
use ficha_container::{ContainerId, Limits, picture as header, png};
use ficha_formats::{Ask, COMMON_CARD, MediaSource, NoMedia, Refusal, ScriptKind, Source, Variant, format, scripts};
use ficha_json::{Document, Style, to_text};
use ficha_model::{Entity, Kind};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::addresses::addresses;
use crate::encode::{ConvertError, encode_unmeasured};
use crate::{Reading, decode};

/// A card as V3.
#[derive(Clone, Debug, PartialEq)]
pub struct NormalizedCard {
    /// The card as a V3 object with its `data`, unknown fields kept.
    pub data: Value,
    /// The same as text: the payload's own where it was V3 already.
    pub text: String,
    /// SHA-256 of the card's JSON as it was read from its container; of a file without one card document, of the file.
    pub payload_sha256: [u8; 32],
    /// What it was: `chara_card_v2 in PNG`, `chara_card_v3 JSON`, `charx`, else the format's title.
    pub source_format: String,
    /// The card's picture as PNG without texts, times and EXIF; `None` when there is none or only a stand-in of one pixel.
    pub picture: Option<Bytes>,
    /// Whether a picture is there that could not be made a PNG.
    pub picture_unread: bool,
    /// Machinery that is counted and not carried.
    pub ignored: Ignored,
    /// Every web address in any text of the card, in order, each once.
    pub urls: Vec<String>,
}

/// Machinery of the app a card was made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ignored {
    /// Regular-expression scripts.
    pub regex_scripts: usize,
    /// Scripts of other kinds.
    pub helper_scripts: usize,
}

/// Why a file is no card to make a world from.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NormalizeError {
    /// The file is not read.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It holds something else.
    #[error("the file holds a {kind} and no card")]
    NoCard {
        /// What it holds.
        kind: Kind,
    },
    /// It could not be written as V3.
    #[error(transparent)]
    Convert(#[from] ConvertError),
}

impl NormalizeError {
    /// The error code every JSON answer prints.
    pub fn code(&self) -> &'static str {
        match self {
            NormalizeError::Refused(refusal) => refusal.code(),
            NormalizeError::NoCard { .. } => "no-card",
            NormalizeError::Convert(error) => error.code(),
        }
    }
}

/// The card of a file that was opened. `media` knows the file's pictures and can turn one into a PNG.
///
/// # Errors
/// When nothing reads the file, it holds no character, or it cannot be written as V3.
pub fn normalized_card(source: &Source, media: &dyn MediaSource) -> Result<NormalizedCard, NormalizeError> {
    let reading = decode(source, None)?;
    let main = reading
        .main()
        .filter(|main| main.kind == Kind::Character)
        .ok_or_else(|| NormalizeError::NoCard { kind: reading.main().map_or(Kind::Lorebook, |main| main.kind) })?;
    let text = match source.payload() {
        Some(payload) if is_v3(&payload.document) => payload.document.strict_text().to_string(),
        _ => as_v3(&reading.entities)?,
    };
    let media = FileOf { source, reading: &reading, media };
    let mut card = finished(text, source_format(source, &reading), main, &media)?;
    card.payload_sha256 = payload_sha256(source);
    Ok(card)
}

/// The card of a character at hand, the pieces it may link to behind it: its text is what an export writes.
///
/// # Errors
/// When the first is no character, or it cannot be written as V3.
pub fn normalized_entities(entities: &[Entity], media: &dyn MediaSource) -> Result<NormalizedCard, NormalizeError> {
    let main = entities.first();
    let kind = main.map_or(Kind::Lorebook, |main| main.kind);
    let main = main.filter(|main| main.kind == Kind::Character).ok_or(NormalizeError::NoCard { kind })?;
    finished(as_v3(entities)?, "chara_card_v3 JSON".to_owned(), main, media)
}

/// A V3 text that was made here before, as it is kept beside a world: without picture, and with the hash of the text.
///
/// # Errors
/// When the text is no JSON.
pub fn normalized_text(text: String) -> Result<NormalizedCard, NormalizeError> {
    let payload_sha256 = Sha256::digest(text.as_bytes()).into();
    let document = Document::parse(text.as_str(), &Limits::highest().json).map_err(Refusal::from)?;
    let data = document.root().to_value();
    let ignored = ignored(&document, &data);
    let urls = addresses(&data);
    let source_format = "chara_card_v3 JSON".to_owned();
    Ok(NormalizedCard {
        data,
        text,
        payload_sha256,
        source_format,
        picture: None,
        picture_unread: false,
        ignored,
        urls,
    })
}

fn finished(
    text: String,
    source_format: String,
    main: &Entity,
    media: &dyn MediaSource,
) -> Result<NormalizedCard, NormalizeError> {
    let (picture, picture_unread) = portrait(main, media);
    Ok(NormalizedCard { source_format, picture, picture_unread, ..normalized_text(text)? })
}

/// Whether a payload says V3 and has its fields where V3 has them.
fn is_v3(document: &Document) -> bool {
    let root = document.root();
    let says = root.get("spec").and_then(|spec| spec.as_str()).is_some_and(|spec| spec == "chara_card_v3");
    says && root.get("data").is_some_and(|data| data.is_object())
}

/// Entities written as a V3 text: by the format they came in where that has the version, so that what only it knows
/// stays, else by the common card. Pictures stay out of the text.
fn as_v3(entities: &[Entity]) -> Result<String, NormalizeError> {
    let own = entities.first().and_then(|main| main.source.as_ref()).and_then(|source| format(&source.format));
    let own =
        own.filter(|own| own.spec().variants.contains(&Variant::V3) && own.spec().writes.contains(&ContainerId::Json));
    let target = own.map_or(COMMON_CARD, |own| own.spec().id);
    let linked = entities.get(1..).unwrap_or_default();
    let ask = Ask { linked, variant: Some(Variant::V3), container: Some(ContainerId::Json), ..Ask::of(&NoMedia) };
    let made = encode_unmeasured(entities, target, &ask)?;
    let text = String::from_utf8_lossy(&made.encoded.bytes).into_owned();
    let document = Document::parse(text.as_str(), &Limits::highest().json).map_err(Refusal::from)?;
    if is_v3(&document) {
        return Ok(text);
    }
    let mut card = document.root().to_value();
    // A card in an envelope of somebody's own keeps the envelope.
    let inner = ["character", "data"].iter().find_map(|key| card.get(*key).filter(|inner| says_v3(inner)).cloned());
    if let Some(inner) = inner {
        return Ok(to_text(&inner, Style::Pretty(2)));
    }
    // A payload that has its fields at the root keeps them there.
    if let Value::Object(members) = &mut card {
        members.shift_remove("spec");
        members.shift_remove("spec_version");
    }
    let mut whole = Map::new();
    whole.insert("spec".to_owned(), Value::from("chara_card_v3"));
    whole.insert("spec_version".to_owned(), Value::from("3.0"));
    whole.insert("data".to_owned(), card);
    Ok(to_text(&Value::Object(whole), Style::Pretty(2)))
}

fn says_v3(card: &Value) -> bool {
    card.get("spec").and_then(Value::as_str) == Some("chara_card_v3") && card.get("data").is_some_and(Value::is_object)
}

/// Of the card's JSON as it was read; of what is no JSON or several files, of the file.
fn payload_sha256(source: &Source) -> [u8; 32] {
    let several = matches!(source.container(), ContainerId::Zip | ContainerId::JpegZip | ContainerId::Risum);
    let payload = source.payload().filter(|payload| {
        source.container() != ContainerId::Yaml && (!several || says(payload.document.root().get("spec")).is_some())
    });
    match payload {
        Some(payload) => Sha256::digest(payload.document.text().as_bytes()).into(),
        None => Sha256::digest(source.bytes()).into(),
    }
}

fn says(spec: Option<ficha_json::Node<'_>>) -> Option<String> {
    spec.and_then(|spec| spec.as_str()).filter(|spec| spec.starts_with("chara_card_v")).map(|spec| spec.into_owned())
}

fn source_format(source: &Source, reading: &Reading) -> String {
    let spec = source.payload().and_then(|payload| says(payload.document.root().get("spec")));
    let title = || format(reading.format).map_or(reading.format, |format| format.spec().title).to_owned();
    match (source.container(), &spec) {
        (ContainerId::Zip | ContainerId::JpegZip, Some(_)) => "charx".to_owned(),
        (ContainerId::Json, _) => format!("{} JSON", spec.unwrap_or_else(title)),
        (ContainerId::Yaml, _) => format!("{} YAML", title()),
        (ContainerId::Png, _) => format!("{} in PNG", spec.unwrap_or_else(title)),
        (container, _) => format!("{} in {}", spec.unwrap_or_else(title), container.word()),
    }
}

/// The picture of a card as PNG without anything but pixels, and whether there is one that could not be read.
fn portrait(main: &Entity, media: &dyn MediaSource) -> (Option<Bytes>, bool) {
    let named = ficha_formats::pictures(main).into_iter().find(|picture| picture.role == "portrait");
    let named = named
        .or_else(|| ficha_formats::pictures(main).into_iter().find(|found| found.path.to_string() == "media.portrait"));
    let Some(found) = named.and_then(|named| ficha_formats::picture(main, &named.reference, media)) else {
        return (None, false);
    };
    // Exporters that need a picture and have none put in one of a single pixel.
    if header::describe(&found.bytes).and_then(|header| header.size).is_some_and(|size| size == (1, 1)) {
        return (None, false);
    }
    let bytes = if found.mime == "image/png" { Some(found.bytes) } else { media.to_png(&found.bytes, &found.mime) };
    match bytes {
        Some(bytes) => (Some(only_pixels(&bytes)), false),
        None => (None, true),
    }
}

/// A PNG without text, time and EXIF chunks and without anything behind its end; other bytes as they are.
pub fn only_pixels(bytes: &Bytes) -> Bytes {
    let Ok(read) = png::read(bytes, &Limits::highest()) else { return bytes.clone() };
    let mut kept = Vec::with_capacity(bytes.len());
    kept.extend_from_slice(&png::SIGNATURE);
    for chunk in read.chunks.iter().filter(|chunk| !chunk.after_iend) {
        if !matches!(&chunk.kind, b"tEXt" | b"zTXt" | b"iTXt" | b"tIME" | b"eXIf") {
            kept.extend_from_slice(bytes.get(chunk.start..chunk.end).unwrap_or_default());
        }
    }
    kept.into()
}

fn ignored(document: &Document, card: &Value) -> Ignored {
    let found = scripts(document);
    let count = |wanted: &[ScriptKind]| found.iter().filter(|script| wanted.contains(&script.kind)).count();
    let extensions = card.get("data").and_then(|data| data.get("extensions"));
    let helpers = ["tavern_helper", "TavernHelper_scripts"].iter().filter_map(|key| extensions?.get(*key));
    Ignored {
        regex_scripts: count(&[ScriptKind::Regex]),
        helper_scripts: helpers.map(code_rows).sum::<usize>() + count(&[ScriptKind::Lua, ScriptKind::Trigger]),
    }
}

/// Rows that have code, however they are nested.
fn code_rows(value: &Value) -> usize {
    let mut rows = 0;
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(row) if row.get("content").is_some_and(Value::is_string) => rows += 1,
            Value::Object(members) => open.extend(members.values()),
            Value::Array(items) => open.extend(items),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    rows
}

/// The pictures of a file: those lifted out of its text, and what the caller knows.
struct FileOf<'a> {
    source: &'a Source,
    reading: &'a Reading,
    media: &'a dyn MediaSource,
}

impl MediaSource for FileOf<'_> {
    fn source_file(&self, _: &Entity) -> Option<Bytes> {
        Some(self.source.bytes().clone())
    }

    fn blob(&self, sha256: &str) -> Option<Bytes> {
        let lifted = self.reading.blobs.iter().find(|blob| blob.sha256 == sha256).map(|blob| blob.bytes.clone());
        lifted.or_else(|| self.media.blob(sha256))
    }

    fn to_png(&self, picture: &Bytes, mime: &str) -> Option<Bytes> {
        self.media.to_png(picture, mime)
    }

    fn limits(&self, _: &Entity) -> Limits {
        self.source.limits().clone()
    }
}
