//! Bytes of a payload to its document, with every repair as a note.

use ficha_container::payload::{self, DoubleEncoding, TextRepair};
use ficha_container::{Limits, Place, yaml};
use ficha_json::Document;

use crate::error::Refusal;
use crate::notes::{NoteCode, Notes, Severity};

/// The document of a card chunk: base64 or bare JSON.
pub(super) fn card(
    raw: &[u8],
    place: Place,
    limits: &Limits,
    double: DoubleEncoding,
    notes: &mut Notes,
) -> Result<Document, Refusal> {
    let (text, repairs) = payload::decode_card_text_as(raw, limits, double)?;
    for repair in repairs {
        note_repair(repair, place.clone(), notes);
    }
    document(text, place, limits, notes)
}

/// The document of an EXIF comment: plain JSON, base64 (Faraday since version 4) or a list of byte values (TavernAI).
/// All three are how their apps write it, so nothing is said of them, nor of the zero that ends the text.
pub(super) fn comment(
    raw: &[u8],
    place: Place,
    limits: &Limits,
    double: DoubleEncoding,
    notes: &mut Notes,
) -> Result<Document, Refusal> {
    let (text, repairs) = payload::decode_card_text_as(raw.trim_ascii_end(), limits, double)?;
    for repair in repairs {
        if !matches!(repair, TextRepair::NotBase64 | TextRepair::ByteList | TextRepair::Nul) {
            note_repair(repair, place.clone(), notes);
        }
    }
    document(text, place, limits, notes)
}

/// The document of a JSON file or archive entry.
pub(super) fn file(raw: &[u8], place: Place, limits: &Limits, notes: &mut Notes) -> Result<Document, Refusal> {
    let (text, repairs) = payload::decode_json_bytes(raw)?;
    for repair in repairs {
        note_repair(repair, place.clone(), notes);
    }
    document(text.into_owned(), place, limits, notes)
}

/// The document of a YAML file, turned into JSON; `None` when it is a text like any other. One that is `named` for it
/// need not look like it.
pub(super) fn yaml(raw: &[u8], named: bool, limits: &Limits, notes: &mut Notes) -> Result<Option<Document>, Refusal> {
    let (text, repairs) = payload::decode_json_bytes(raw)?;
    if !named && !yaml::looks_like(&text) {
        return Ok(None);
    }
    let json = yaml::to_json(&text, limits)?;
    let document = document(json, Place::file(), limits, notes)?;
    if !document.root().is_object() && !document.root().is_array() {
        return Ok(None);
    }
    for repair in repairs {
        note_repair(repair, Place::file(), notes);
    }
    Ok(Some(document))
}

fn document(text: String, place: Place, limits: &Limits, notes: &mut Notes) -> Result<Document, Refusal> {
    let document = Document::parse(text, &limits.json)?;
    for pointer in document.duplicate_keys() {
        let text = format!("The key {pointer} stands twice in one object; the last one counts.");
        notes.info(NoteCode::DuplicateKey, Place { pointer: Some(pointer), ..place.clone() }, text);
    }
    let repairs = document.repairs();
    let Some(first) = repairs.first() else { return Ok(document) };
    let count = repairs.len();
    let text = match count {
        1 => format!("The JSON broke a rule at byte {} and was read all the same.", first.offset),
        _ => format!(
            "The JSON broke a rule in {count} places, first at byte {}, and was read all the same.",
            first.offset
        ),
    };
    notes.warn(NoteCode::JsonRepaired, place.at(first.offset), text);
    Ok(document)
}

fn note_repair(repair: TextRepair, place: Place, notes: &mut Notes) {
    let title = repair.title();
    let severity = match repair {
        // Every app of the family reads these (Node's lenient base64).
        TextRepair::Base64Whitespace | TextRepair::Base64Padding | TextRepair::Base64UrlSafe => Severity::Info,
        TextRepair::Base64Junk
        | TextRepair::DoubleBase64
        | TextRepair::NotBase64
        | TextRepair::ByteList
        | TextRepair::Bom
        | TextRepair::Nul
        | TextRepair::Utf16
        | TextRepair::Latin1
        | TextRepair::DoubleUtf8
        | TextRepair::BrokenUtf8 => Severity::Warning,
    };
    let (code, text) = if repair.touches_letters() {
        (NoteCode::TextRepaired, format!("The text had {title}; its letters were recovered."))
    } else {
        (NoteCode::CarrierRepaired, format!("The text had {title} and was read all the same."))
    };
    notes.push(code, severity, place, text);
}

/// The name in a card text, for people to tell cards by.
pub(super) fn card_name(text: &str) -> Option<String> {
    let document = Document::parse(text, &ficha_json::Limits::default()).ok()?;
    let root = document.root();
    let data = root.get("data").filter(|data| data.is_object());
    let name = |node: ficha_json::Node<'_>, key: &str| Some(node.get(key)?.as_str()?.into_owned());
    data.and_then(|data| name(data, "name")).or_else(|| name(root, "name")).or_else(|| name(root, "char_name"))
}
