//! Putting a payload back into what carried it, and what every encoder needs to know before it may.
//!
//! Here: the original an encoder starts from, with native edits applied; the copy of an unedited source; PNG card
//! chunks edited in place or built anew; the portrait as PNG. Not here: what any payload says.

use std::borrow::Cow;
use std::sync::Arc;

use bytes::Bytes;
use ficha_container::payload::looks_double_encoded;
use ficha_container::png::{self, NewChunk, Png, Splice, TextForm};
use ficha_container::{ContainerId, Limits, Place, yaml};
use ficha_json::{Document, apply_patch};
use ficha_model::{Body, Entity, Path};
use serde_json::Value;

use crate::ask::Ask;
use crate::error::EncodeError;
use crate::media;
use crate::notes::{NoteCode, Notes};
use crate::source::{card_chunks, payload_chunks};

/// The limits of texts and pictures that are in memory already: they were let in once, by the person's word when they
/// are large, and what reading them costs is bounded by what they cost now. A source file is opened under the limits
/// its [media source](crate::MediaSource::limits) gives.
pub(crate) fn own_limits() -> Limits {
    Limits::highest()
}

/// An original parsed.
pub(crate) struct Base {
    /// The payload as it came.
    pub raw: Arc<Document>,
    /// The payload with native edits; `None` when there are none.
    pub edited: Option<Document>,
    /// Keys beside the payload.
    pub unmapped: serde_json::Map<String, Value>,
    /// What the payload decodes to, when it is remembered.
    pub pristine: Option<Body>,
}

impl Base {
    /// The payload edits go into.
    pub fn document(&self) -> &Document {
        self.edited.as_ref().unwrap_or(&self.raw)
    }
}

/// The original of a format, parsed; `None` when the entity has none with a payload.
pub(crate) fn base(entity: &Entity, id: &str, notes: &mut Notes) -> Result<Option<Base>, EncodeError> {
    let Some(original) = entity.original.get(id) else { return Ok(None) };
    let parsed = original.document(&own_limits().json).map_err(|error| damaged(id, error))?;
    let Some(raw) = parsed else { return Ok(None) };
    let edits = entity.native_edits.get(id).map(Vec::as_slice).unwrap_or(&[]);
    let edited = match edits {
        [] => None,
        edits => Some(patched(&raw, edits, id, notes)?),
    };
    Ok(Some(Base { raw, edited, unmapped: original.unmapped.clone(), pristine: original.pristine.0.clone() }))
}

/// A payload with native edits applied; a place that is gone is a note.
pub(crate) fn patched(
    raw: &Document,
    edits: &[ficha_json::Op],
    id: &str,
    notes: &mut Notes,
) -> Result<Document, EncodeError> {
    let (text, faults) = apply_patch(raw, edits);
    for fault in faults {
        let text = format!("The edit of {} has no place any more.", fault.path);
        notes.warn(NoteCode::NativeEditLost, Place::pointer(fault.path), text);
    }
    parse_own(text, id)
}

/// Parses a payload of ours.
pub(crate) fn parse_own(text: impl Into<Arc<str>> + AsRef<str>, id: &str) -> Result<Document, EncodeError> {
    Document::parse(text, &own_limits().json).map_err(|error| damaged(id, error))
}

fn damaged(id: &str, error: ficha_json::JsonError) -> EncodeError {
    EncodeError::DamagedOriginal { format: id.to_owned(), refusal: error.into() }
}

/// Whether the entity came in a file of this format and container.
pub(crate) fn came_as(entity: &Entity, id: &str, container: ContainerId) -> bool {
    entity
        .source
        .as_ref()
        .is_some_and(|source| source.format == id && source.container == container.word() && source.pointer.is_none())
}

/// The container the entity came in, when it came as this format.
pub(crate) fn own_container(entity: &Entity, id: &str) -> Option<ContainerId> {
    let source = entity.source.as_ref().filter(|source| source.format == id && source.pointer.is_none())?;
    ContainerId::from_word(&source.container)
}

/// Says when the carrier that leaves as a copy is one its own app cannot read.
pub(crate) fn note_odd_carrier(bytes: &[u8], carrier: Option<&str>, notes: &mut Notes) {
    let Ok(png) = png::read(bytes, &own_limits()) else { return };
    let texts = png.texts(bytes);
    let Some(text) = texts.iter().find(|text| Some(text.name().as_str()) == carrier) else { return };
    let data = bytes.get(text.data.clone()).unwrap_or_default();
    // The first letters tell base64 of a JSON object from everything else that was found in such chunks.
    let head: Vec<u8> = data.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).take(64).collect();
    let whole = head.get(..head.len() / 4 * 4).unwrap_or_default();
    let object =
        base64_simd::forgiving_decode_to_vec(whole).is_ok_and(|inner| inner.trim_ascii_start().starts_with(b"{"));
    let plain = text.form == TextForm::Text
        && !text.after_iend
        && png.iend().is_some()
        && object
        && !data.contains(&0)
        && png.crc_ok(bytes, text.chunk);
    if !plain {
        let text = "The file leaves as it came, in a carrier SillyTavern cannot read; --rewrite writes a clean one.";
        notes.warn(NoteCode::CarrierRepaired, text_place(&text_name(text_of(&texts, carrier))), text);
    }
}

fn text_of<'a>(texts: &'a [png::TextChunk], carrier: Option<&str>) -> Option<&'a png::TextChunk> {
    texts.iter().find(|text| Some(text.name().as_str()) == carrier)
}

fn text_name(text: Option<&png::TextChunk>) -> String {
    text.map(png::TextChunk::name).unwrap_or_default()
}

fn text_place(name: &str) -> Place {
    if name.is_empty() { Place::file() } else { Place::entry(name) }
}

/// A PNG whose card chunks of these names get other texts, each in its place; all other bytes stay.
pub(crate) fn edit_png(bytes: &[u8], png: &Png, edits: &[(usize, String, String)]) -> Vec<u8> {
    let mut splice = Splice::new(png);
    for (chunk, keyword, text) in edits {
        splice.replace(*chunk, NewChunk::base64(keyword.to_ascii_lowercase(), unambiguous(text).as_bytes()));
    }
    splice.write(bytes)
}

/// A PNG with these card chunks and no others, right before its end; before its first other text, since TavernAI and
/// Agnai take the first text of a file for the card, whatever its keyword.
pub(crate) fn build_png(picture: &[u8], chunks: &[(&str, &str)]) -> Result<Vec<u8>, EncodeError> {
    let png = png::read(picture, &own_limits())?;
    // A clean carrier ends where the picture ends: nothing stands behind the end chunk.
    let end = png.iend().and_then(|index| png.chunks.get(index)).map_or(picture.len(), |chunk| chunk.end);
    let picture = picture.get(..end).unwrap_or(picture);
    let png = png::read(picture, &own_limits())?;
    let mut splice = Splice::new(&png);
    let old = payload_chunks(&png, picture, &own_limits());
    let first_text = png.texts(picture).into_iter().map(|text| text.chunk).find(|chunk| !old.contains(chunk));
    for chunk in old {
        splice.remove(chunk);
    }
    for (keyword, text) in chunks {
        let new = NewChunk::base64(*keyword, unambiguous(text).as_bytes());
        match first_text {
            Some(first) => splice.insert_at(first, new),
            None => splice.insert_before_iend(new),
        };
    }
    Ok(splice.write(picture))
}

/// Index and keyword of the card chunk of a name, else of the best one.
pub(crate) fn chunk_of(png: &Png, bytes: &[u8], carrier: Option<&str>) -> Option<(usize, String)> {
    let chunks = card_chunks(png, bytes);
    let named = chunks.iter().find(|chunk| Some(chunk.name().as_str()) == carrier);
    named.or_else(|| chunks.first()).map(|chunk| (chunk.chunk, chunk.keyword.clone()))
}

/// The portrait a body names, by its reference.
pub(crate) fn portrait_reference(body: &Body) -> Option<&str> {
    body.text("media.portrait.ref").filter(|reference| !reference.is_empty())
}

/// The portrait as PNG bytes; another kind of picture is transcoded. `None` when there is none at hand.
pub(crate) fn portrait_png(entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Option<Bytes> {
    let reference = portrait_reference(&entity.body)?;
    let picture = media::picture(entity, reference, ask.media)?;
    if media::is_png(&picture.mime) {
        return Some(picture.bytes);
    }
    let bytes = ask.media.to_png(&picture.bytes, &picture.mime)?;
    let text = format!("The portrait was {} and is written as PNG.", picture.mime);
    notes.info(NoteCode::TranscodedPortrait, Place::file(), &text);
    notes.explain(Path::default().key("media").key("portrait"), NoteCode::TranscodedPortrait, text);
    Some(bytes)
}

/// The portrait as PNG, or the plain picture that was offered in its place. `keeps_address`: the payload goes on
/// naming a portrait that lies on the web, so that nothing is lost with it.
///
/// # Errors
/// When there is neither.
pub(crate) fn portrait_or_plain(
    entity: &Entity,
    ask: &Ask<'_>,
    keeps_address: bool,
    notes: &mut Notes,
) -> Result<Bytes, EncodeError> {
    if let Some(portrait) = portrait_png(entity, ask, notes) {
        return Ok(portrait);
    }
    let portrait = Path::default().key("media").key("portrait");
    let reference = portrait_reference(&entity.body);
    let has = reference.is_some();
    let kept = keeps_address && reference.is_some_and(media::is_web);
    match ask.plain_portrait {
        Some(plain) => {
            let text = "There is no portrait at hand; a plain picture was written.";
            notes.warn(NoteCode::PlainPortrait, Place::file(), text);
            if !kept {
                notes.explain(portrait, NoteCode::PlainPortrait, text);
            }
            Ok(plain.clone())
        }
        None => Err(EncodeError::CannotExpress {
            what: if has {
                "a PNG needs a picture, and the portrait is not at hand as one".to_owned()
            } else {
                "a PNG needs a picture, and there is no portrait".to_owned()
            },
            hint: "Add a portrait, allow a plain picture, or write JSON.".to_owned(),
        }),
    }
}

/// The bytes of the source file, for a copy or an edit in place.
pub(crate) fn source_file(entity: &Entity, ask: &Ask<'_>) -> Option<Bytes> {
    media::source_file(entity, ask.media)
}

/// A YAML file that says this value: the file it came as with the least changed, or a fresh one.
pub(crate) fn yaml(value: &Value, file: Option<&Bytes>) -> Vec<u8> {
    let Some(file) = file else {
        let fresh = yaml::fresh(value);
        return if looks_double_encoded(&fresh) { yaml::fresh_ascii(value) } else { fresh }.into_bytes();
    };
    let text = ficha_container::payload::decode_json_bytes(file).ok().map(|(text, _)| text);
    let edited = text.and_then(|text| yaml::edit(&text, value, &own_limits()).ok());
    match edited {
        Some(edited) if looks_double_encoded(&edited) => yaml::fresh_ascii(value).into_bytes(),
        Some(edited) if file.starts_with(b"\xef\xbb\xbf") => [b"\xef\xbb\xbf", edited.as_bytes()].concat(),
        Some(edited) => edited.into_bytes(),
        None => yaml::fresh(value).into_bytes(),
    }
}

/// A JSON text that no reader takes for one that was encoded twice: its letters beyond ASCII are escaped where it would
/// be. In JSON such letters stand in texts only.
pub(crate) fn unambiguous(text: &str) -> Cow<'_, str> {
    if !looks_double_encoded(text) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if letter.is_ascii() {
            escaped.push(letter);
            continue;
        }
        for unit in letter.encode_utf16(&mut [0; 2]) {
            escaped.push_str(&format!("\\u{unit:04x}"));
        }
    }
    Cow::Owned(escaped)
}

/// A JSON text with the byte order mark and the blanks its file had around it.
pub(crate) fn dressed(text: &str, file: &[u8]) -> Vec<u8> {
    let text = unambiguous(text);
    const MARK: &[u8] = b"\xef\xbb\xbf";
    let (mark, rest) = match file.strip_prefix(MARK) {
        Some(rest) => (MARK, rest),
        None => (&b""[..], file),
    };
    let lead = rest.len() - rest.trim_ascii_start().len();
    let tail = rest.trim_ascii_end().len().max(lead);
    let parts =
        [mark, rest.get(..lead).unwrap_or_default(), text.trim().as_bytes(), rest.get(tail..).unwrap_or_default()];
    parts.concat()
}
