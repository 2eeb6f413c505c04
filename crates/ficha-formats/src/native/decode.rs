//! Reading a portable file: the wrapper, the wrappers beside it, and the binaries inside.

use std::collections::BTreeMap;

use bytes::Bytes;
use ficha_container::Place;
use ficha_container::archive::Archive;
use ficha_json::{Node, pointer};
use ficha_model::{Entity, Kind, Media, Raw, SourceRecord, Wrapper, WrapperError};

use super::wire;
use crate::error::Refusal;
use crate::format::{Blob, Decoded, FormatSpec};
use crate::media::{entry_bytes, mime_of, sha256};
use crate::notes::{NoteCode, Notes};
use crate::source::Source;

/// The entities of a file.
pub(super) fn decode(spec: &FormatSpec, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
    let root = match (source.payload(), source.refusal()) {
        (Some(payload), _) => payload.document.root(),
        (None, Some(refusal)) => return Err(refusal.clone()),
        (None, None) => return Err(malformed("this is no Ficha file", "")),
    };
    let mut blobs = blobs(root)?;
    if let Some(archive) = source.archive() {
        archived(archive, source, &mut blobs)?;
    }
    let mut entities = vec![entity(root, "", spec, source, &mut blobs, notes)?];
    for (index, node) in root.get("with").iter().flat_map(|list| list.items()).enumerate() {
        entities.push(entity(node, &format!("/with/{index}"), spec, source, &mut blobs, notes)?);
    }
    if entities.first().is_none_or(|entity| entity.kind != spec.kind) {
        return Err(malformed("the file holds another kind of thing than its format says", "/kind"));
    }
    Ok(Decoded { entities, blobs: blobs.into_values().collect() })
}

/// The kind a file says it holds, when it is a wrapper.
pub(super) fn kind(root: Node<'_>) -> Option<Kind> {
    root.get("schemaVersion").filter(|version| version.is_string())?;
    root.get("body").filter(|body| body.is_object())?;
    Kind::from_word(&root.get("kind")?.as_str()?)
}

/// Whether it has what only Ficha writes.
pub(super) fn is_portable(root: Node<'_>) -> bool {
    ["blobs", "with", "nativeEdits", "source"].iter().any(|key| root.get(key).is_some())
}

fn malformed(what: &str, at: &str) -> Refusal {
    Refusal::Malformed { what: what.to_owned(), place: Place::pointer(at) }
}

/// The binaries inside, each checked against its name.
fn blobs(root: Node<'_>) -> Result<BTreeMap<String, Blob>, Refusal> {
    let mut blobs = BTreeMap::new();
    let Some(list) = root.get("blobs") else { return Ok(blobs) };
    for (name, node) in list.members() {
        let at = pointer::join("/blobs", &name);
        let text = node.get("b64").and_then(|text| text.as_str());
        let bytes = text.and_then(|text| base64_simd::STANDARD.decode_to_vec(text.as_bytes()).ok());
        let bytes = bytes.ok_or_else(|| malformed("a picture inside the file is no base64", &at))?;
        if sha256(&bytes) != *name {
            return Err(malformed("a picture inside the file is not the one its hash names", &at));
        }
        let mime = node.get("mime").and_then(|mime| mime.as_str()).map(|mime| mime.into_owned());
        let blob = blob(name.into_owned(), mime, bytes.into());
        blobs.insert(blob.sha256.clone(), blob);
    }
    Ok(blobs)
}

/// The binaries of an archive, each checked against its name. One that is stored as it is stays a part of the file.
fn archived(archive: &Archive, source: &Source, blobs: &mut BTreeMap<String, Blob>) -> Result<(), Refusal> {
    for entry in archive.entries().iter().filter(|entry| !entry.is_directory()) {
        let Some(name) = entry.name.strip_prefix(wire::BLOBS) else { continue };
        let bytes = entry_bytes(source.bytes(), archive, entry, source.limits())?;
        if sha256(&bytes) != name {
            return Err(Refusal::Malformed {
                what: "a picture inside the file is not the one its hash names".to_owned(),
                place: Place::entry(entry.name.as_str()),
            });
        }
        blobs.insert(name.to_owned(), blob(name.to_owned(), None, bytes));
    }
    Ok(())
}

fn blob(sha256: String, mime: Option<String>, bytes: Bytes) -> Blob {
    let mime =
        mime.or_else(|| mime_of(&bytes).map(str::to_owned)).unwrap_or_else(|| "application/octet-stream".to_owned());
    Blob { sha256, mime, bytes }
}

/// One wrapper, with what it keeps in blobs put back.
fn entity(
    node: Node<'_>,
    at: &str,
    spec: &FormatSpec,
    source: &Source,
    blobs: &mut BTreeMap<String, Blob>,
    notes: &mut Notes,
) -> Result<Entity, Refusal> {
    let wrapper = Wrapper::from_node(node, &["blobs", "with"]).map_err(|error| refusal(error, at))?;
    let mut entity = wrapper.entity;
    if wrapper.newer {
        let text = "A newer version of Ficha wrote this; what is new in it is kept.";
        notes.warn(NoteCode::UnknownSpec, Place::pointer(format!("{at}/schemaVersion")), text);
    }
    for media in wrapper.inline_media {
        let here = format!("{at}/original");
        let bytes = base64_simd::STANDARD.decode_to_vec(media.base64.as_bytes());
        let bytes = bytes.map_err(|_| malformed("the source picture is no base64", &here))?;
        let blob = blob(sha256(&bytes), Some(media.mime), bytes.into());
        if let Some(original) = entity.original.get_mut(&media.format) {
            original.source_media = Some(Media { blob: blob.sha256.clone(), mime: blob.mime.clone() });
        }
        blobs.insert(blob.sha256.clone(), blob);
    }
    for (format, name) in wrapper.raw_blobs {
        let text = blobs.get(&name).and_then(|blob| std::str::from_utf8(&blob.bytes).ok());
        match (text, entity.original.get_mut(&format)) {
            (Some(text), Some(original)) => original.raw = Some(Raw(text.into())),
            _ => {
                let text = format!("The original of {format} is not in the file.");
                notes.warn(NoteCode::MissingRequired, Place::pointer(format!("{at}/original/{format}")), text);
            }
        }
    }
    // A record of a file that is not inside would be taken for one of this file.
    let inside = |source: &SourceRecord| source.sha256.as_ref().is_some_and(|name| blobs.contains_key(name));
    if !entity.source.as_ref().is_some_and(inside) {
        entity.source = Some(SourceRecord {
            format: spec.id.to_owned(),
            container: source.container().word().to_owned(),
            pointer: (!at.is_empty()).then(|| at.to_owned()),
            file_name: source.file_name().map(str::to_owned),
            ..SourceRecord::default()
        });
    }
    Ok(entity)
}

fn refusal(error: WrapperError, at: &str) -> Refusal {
    match error {
        WrapperError::Json(error) => error.into(),
        WrapperError::Malformed { what, pointer } => {
            Refusal::Malformed { what: what.to_owned(), place: Place::pointer(format!("{at}{pointer}")) }
        }
        WrapperError::Unsupported { kind } => Refusal::Unsupported {
            what: format!("it holds a {kind}, which this version does not know"),
            place: Place::pointer(format!("{at}/kind")),
        },
    }
}
