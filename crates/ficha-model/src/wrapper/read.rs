//! Wrapper text to entity.

use ficha_json::{Document, Limits, Node};
use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::{InlineMedia, Wrapper, WrapperError, migrate};
use crate::entity::{AuthorNote, Entity, Media, NativeEdits, Original, PatchOp, Profiles, Raw, SourceRecord};
use crate::{Body, Kind, SCHEMA_VERSION, canonical_id};

/// What a wrapper of our own may measure: far above any entity, since pictures are blobs.
const LIMITS: Limits = Limits { bytes: 512 * 1024 * 1024, values: 8_000_000, depth: Limits::DEEPEST };

/// The members of a wrapper in the order of the text; of double keys the last counts.
pub(super) type Members<'a> = IndexMap<String, Node<'a>>;

impl Entity {
    /// The entity of a wrapper text. What the entity has no place for (source pictures inside the text, blobs of large
    /// originals) is left out: [`Wrapper::from_json`] hands it over.
    pub fn from_json(text: &str) -> Result<Entity, WrapperError> {
        Wrapper::from_json(text).map(|wrapper| wrapper.entity)
    }
}

impl Wrapper {
    /// Reads a wrapper text of any version, migrating older shapes.
    pub fn from_json(text: &str) -> Result<Wrapper, WrapperError> {
        let document = Document::parse(text, &LIMITS)?;
        Wrapper::from_node(document.root(), &[])
    }

    /// Reads a wrapper that is part of another document. Keys in `apart` are the caller's own (`blobs` and `with` of a
    /// portable file) and not taken for unknown ones.
    pub fn from_node(node: Node<'_>, apart: &[&str]) -> Result<Wrapper, WrapperError> {
        if !node.is_object() {
            return Err(malformed("a wrapper is an object", ""));
        }
        let mut members: Members<'_> = node.members().map(|(key, value)| (key.into_owned(), value)).collect();
        members.retain(|key, _| !apart.contains(&key.as_str()));

        let version = members.shift_remove("schemaVersion");
        let newer = version.is_some_and(is_newer);
        let mut migrations = migrate::keys(&mut members);

        let kind = take_text(&mut members, "kind")?.ok_or_else(|| malformed("kind is missing", "/kind"))?;
        let kind = Kind::from_word(&kind).ok_or(WrapperError::Unsupported { kind })?;
        let body = members.shift_remove("body").ok_or_else(|| malformed("body is missing", "/body"))?;
        if !body.is_object() {
            return Err(malformed("body is no object", "/body"));
        }
        let id = take_text(&mut members, "id")?.unwrap_or_default();

        let mut wrapper = Wrapper {
            entity: Entity::new(kind, id, Body::from(body.to_value())),
            newer,
            migrations: Vec::new(),
            inline_media: Vec::new(),
            raw_blobs: IndexMap::new(),
            studio: Map::new(),
        };
        if wrapper.entity.id.is_empty() {
            wrapper.entity.id = canonical_id(wrapper.entity.name());
        }
        if let Some(node) = take_object(&mut members, "profiles")? {
            wrapper.entity.profiles = profiles(node)?;
        }
        if let Some(node) = take_object(&mut members, "original")? {
            originals(node, &mut wrapper)?;
        }
        if let Some(node) = take_object(&mut members, "nativeEdits")? {
            wrapper.entity.native_edits = native_edits(node)?;
        }
        if let Some(node) = take_object(&mut members, "source")? {
            wrapper.entity.source = Some(source(node)?);
        }
        if let Some(node) = members.shift_remove("notes").filter(|node| !node.is_null()) {
            wrapper.entity.notes = notes(node)?;
        }
        wrapper.entity.unknown = members.iter().map(|(key, node)| (key.clone(), node.to_value())).collect();
        if newer && let Some(version) = version {
            // Written again as it was: a newer program must not take our copy for one of today's.
            wrapper.entity.unknown.insert("schemaVersion".to_owned(), version.to_value());
        }
        migrations.extend(migrate::content(&mut wrapper));
        wrapper.migrations = migrations;
        Ok(wrapper)
    }
}

pub(super) fn malformed(what: &'static str, pointer: impl Into<String>) -> WrapperError {
    WrapperError::Malformed { what, pointer: pointer.into() }
}

/// Whether a `schemaVersion` is beyond ours; older files wrote it as a number too.
fn is_newer(version: Node<'_>) -> bool {
    let number = version.as_str().and_then(|text| text.parse::<i64>().ok()).or_else(|| version.as_i64());
    let ours = SCHEMA_VERSION.parse::<i64>().unwrap_or(1);
    number.is_none_or(|number| number > ours)
}

fn take_text(members: &mut Members<'_>, key: &str) -> Result<Option<String>, WrapperError> {
    members.shift_remove(key).map(|node| text(node, &format!("/{key}"))).transpose()
}

/// An object under a key; `null` counts as absent.
fn take_object<'a>(members: &mut Members<'a>, key: &str) -> Result<Option<Node<'a>>, WrapperError> {
    match members.shift_remove(key) {
        Some(node) if node.is_object() => Ok(Some(node)),
        Some(node) if node.is_null() => Ok(None),
        Some(_) => Err(malformed("not an object", format!("/{key}"))),
        None => Ok(None),
    }
}

fn text(node: Node<'_>, pointer: &str) -> Result<String, WrapperError> {
    node.as_str().map(|text| text.into_owned()).ok_or_else(|| malformed("not a text", pointer))
}

/// The optional text under a key of a record; `null` counts as absent.
fn text_at(node: Node<'_>, key: &str, pointer: &str) -> Result<Option<String>, WrapperError> {
    match node.get(key).filter(|node| !node.is_null()) {
        Some(node) => text(node, &format!("{pointer}/{key}")).map(Some),
        None => Ok(None),
    }
}

/// The members of a record that are not among `known`.
fn unknown(node: Node<'_>, known: &[&str]) -> Map<String, Value> {
    node.members()
        .filter(|(key, _)| !known.contains(&key.as_ref()))
        .map(|(key, node)| (key.into_owned(), node.to_value()))
        .collect()
}

fn profiles(node: Node<'_>) -> Result<Profiles, WrapperError> {
    node.members()
        .map(|(format, profile)| {
            if profile.is_object() {
                Ok((format.into_owned(), Body::from(profile.to_value())))
            } else {
                Err(malformed("a profile is an object", ficha_json::pointer::join("/profiles", &format)))
            }
        })
        .collect()
}

fn originals(node: Node<'_>, wrapper: &mut Wrapper) -> Result<(), WrapperError> {
    for (format, entry) in node.members() {
        let at = ficha_json::pointer::join("/original", &format);
        if !entry.is_object() {
            return Err(malformed("an original is an object", at));
        }
        let around = |index| {
            let blank = entry.get("rawAround").and_then(|around| around.item(index)).and_then(|text| text.as_str());
            blank.filter(|text| text.trim_matches([' ', '\t', '\n', '\r']).is_empty()).unwrap_or_default()
        };
        let raw = entry.get("raw").filter(|raw| !raw.is_null());
        let raw = raw.map(|raw| Raw([&around(0), raw.raw(), &around(1)].concat().into()));
        if let Some(blob) = text_at(entry, "rawBlob", &at)?
            && raw.is_none()
        {
            wrapper.raw_blobs.insert(format.clone().into_owned(), blob);
        }
        let unmapped = match entry.get("unmapped").filter(|node| !node.is_null()) {
            Some(node) if node.is_object() => unknown(node, &[]),
            Some(_) => return Err(malformed("not an object", format!("{at}/unmapped"))),
            None => Map::new(),
        };
        let mut source_media = None;
        if let Some(media) = entry.get("sourceMedia").filter(|node| !node.is_null()) {
            let at = format!("{at}/sourceMedia");
            let mime = text_at(media, "mime", &at)?.unwrap_or_default();
            if let Some(blob) = text_at(media, "blob", &at)? {
                source_media = Some(Media { blob, mime });
            } else if let Some(base64) = text_at(media, "b64", &at)? {
                wrapper.inline_media.push(InlineMedia { format: format.clone().into_owned(), mime, base64 });
            } else {
                return Err(malformed("neither blob nor b64", at));
            }
        }
        let unknown = unknown(entry, &["raw", "rawAround", "rawBlob", "unmapped", "sourceMedia"]);
        let original = Original { raw, unmapped, source_media, unknown, ..Original::default() };
        wrapper.entity.original.insert(format.into_owned(), original);
    }
    Ok(())
}

fn native_edits(node: Node<'_>) -> Result<NativeEdits, WrapperError> {
    let mut edits = NativeEdits::new();
    for (format, list) in node.members() {
        let at = ficha_json::pointer::join("/nativeEdits", &format);
        if !list.is_array() {
            return Err(malformed("not a list", at));
        }
        let ops = list
            .items()
            .enumerate()
            .map(|(index, op)| {
                PatchOp::from_value(&op.to_value()).ok_or_else(|| malformed("no operation", format!("{at}/{index}")))
            })
            .collect::<Result<Vec<PatchOp>, WrapperError>>()?;
        edits.insert(format.into_owned(), ops);
    }
    Ok(edits)
}

fn source(node: Node<'_>) -> Result<SourceRecord, WrapperError> {
    let at = "/source";
    let bytes = match node.get("bytes").filter(|node| !node.is_null()) {
        Some(node) => {
            let bytes = node.as_i64().and_then(|bytes| u64::try_from(bytes).ok());
            Some(bytes.ok_or_else(|| malformed("not a size", "/source/bytes"))?)
        }
        None => None,
    };
    Ok(SourceRecord {
        format: text_at(node, "format", at)?.unwrap_or_default(),
        container: text_at(node, "container", at)?.unwrap_or_default(),
        pointer: text_at(node, "pointer", at)?,
        file_name: text_at(node, "fileName", at)?,
        sha256: text_at(node, "sha256", at)?,
        bytes,
        at: text_at(node, "at", at)?,
        unknown: unknown(node, &["format", "container", "pointer", "fileName", "sha256", "bytes", "at"]),
    })
}

fn notes(node: Node<'_>) -> Result<Vec<AuthorNote>, WrapperError> {
    if !node.is_array() {
        return Err(malformed("not a list", "/notes"));
    }
    node.items()
        .enumerate()
        .map(|(index, note)| {
            let at = format!("/notes/{index}");
            Ok(AuthorNote {
                id: text_at(note, "id", &at)?.unwrap_or_else(|| index.to_string()),
                text: text_at(note, "text", &at)?.unwrap_or_default(),
                at: text_at(note, "at", &at)?.unwrap_or_default(),
                by: text_at(note, "by", &at)?,
                unknown: unknown(note, &["id", "text", "at", "by"]),
            })
        })
        .collect()
}
