//! A file of several records: each of some places in it is an entity of its own.
//!
//! The whole file is the original of every one of them, and each knows its place in it. Any of them gives the whole
//! file back, with the edits of all that are at hand; what was not edited stays as it was. Where the others are
//! nobody's business, one that is written alone leaves them out.

use ficha_container::{ContainerId, Place};
use ficha_json::{Document, pointer};
use ficha_model::{Body, Entity, Raw, leaves};
use serde_json::{Map, Value, json};

use super::decode::{Piece, entity};
use super::encode::only_json;
use super::format::Record;
use super::ids::make_free;
use super::overlay::unedited;
use super::table::complete;
use crate::ask::{Ask, Encoded};
use crate::carrier;
use crate::error::EncodeError;
use crate::format::FormatSpec;
use crate::inspect::{Roots, matching};
use crate::notes::{NoteCode, Notes};
use crate::overlay::{Writes, is_blank};
use crate::read::Reader;
use crate::source::Source;

/// The key under which an original says where in the file its record is.
const AT: &str = "at";

/// A format whose files hold several records.
pub(crate) struct Several {
    /// The format of the files, key of every record's original.
    pub spec: fn() -> &'static FormatSpec,
    /// Pointers of the records in a payload.
    pub places: fn(&Document) -> Vec<String>,
    /// What the record at a pointer is.
    pub record: fn(&str) -> &'static Record,
    /// The changes that leave out the records that are not at hand; `None`: they stay.
    pub leave_out: Option<fn(&Document, &[&str]) -> Writes>,
}

/// The pointers of the objects in a list.
pub(crate) fn rows_of(document: &Document, list: &str) -> Vec<String> {
    let rows = document.at(list).into_iter().flat_map(|list| list.items()).enumerate();
    rows.filter(|(_, row)| row.is_object()).map(|(index, _)| pointer::join(list, &index.to_string())).collect()
}

impl Several {
    /// The entities of a file, in its order.
    pub fn read(&self, source: &Source, document: &Document, notes: &mut Notes) -> Vec<Entity> {
        let spec = (self.spec)();
        let text = document.strict_text();
        let mut reader = Reader::new(source.place(), notes);
        let mut entities = Vec::new();
        for at in (self.places)(document) {
            let body = (self.record)(&at).body_at(document, &roots(&at), &mut reader);
            let mut unmapped = Map::new();
            unmapped.insert(AT.to_owned(), json!(at));
            let raw = Raw(text.clone());
            let kind = spec.kind;
            let piece = Piece { format: spec.id, kind, body, raw, unmapped, pointer: Some(at), file_format: None };
            entities.push(entity(piece, source));
        }
        make_free(&mut entities);
        entities
    }

    /// The file of an entity: that of all records it came with; `None` when it came in none.
    ///
    /// # Errors
    /// When another container or version is asked for, or the original cannot be read any more.
    pub fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Option<Encoded>, EncodeError> {
        let spec = (self.spec)();
        let Some((at, raw)) = place(entity, spec.id) else { return Ok(None) };
        only_json(spec, ask)?;
        let beside = ask.linked.iter().filter(|other| {
            other.kind == entity.kind && place(other, spec.id).is_some_and(|(other, text)| other != at && text == raw)
        });
        let members: Vec<&Entity> = std::iter::once(entity).chain(beside).collect();
        let own = carrier::parse_own(raw.0.clone(), spec.id)?;
        let ops: Vec<_> =
            members.iter().filter_map(|member| member.native_edits.get(spec.id)).flatten().cloned().collect();
        let patched = match ops.as_slice() {
            [] => None,
            ops => Some(carrier::patched(&own, ops, spec.id, notes)?),
        };
        let document = patched.as_ref().unwrap_or(&own);
        let mut writes = Writes::default();
        for (index, member) in members.iter().enumerate() {
            let Some((at, _)) = place(member, spec.id) else { continue };
            let before = self.quiet_body(&own, at);
            if !unedited(before.value(), member.body.value()) {
                let address = (index > 0).then(|| member.address());
                let bodies = (before.value(), member.body.value());
                let record = (self.record)(at);
                writes.extend_at("", record.writes_at(bodies, document, &roots(at), address.as_deref(), notes));
            }
        }
        let record = (self.record)(at);
        for (path, value) in leaves(entity.body.value()) {
            if !is_blank(Some(value)) && spec.carries(&path) && !record.spec.carries(&path) {
                let text = "It belongs into another part of the file than this one came from.";
                notes.explain(path, NoteCode::NoPlace, text);
            }
        }
        if let Some(leave_out) = self.leave_out {
            let kept: Vec<&str> = members.iter().filter_map(|member| Some(place(member, spec.id)?.0)).collect();
            writes.extend_at("", leave_out(document, &kept));
        }
        let private = matching(spec, &Roots::plain(), spec.private, document);
        if !private.is_empty() && !ask.without_secrets {
            let text = "The file holds what is private to the person who exported it, as it did before; it can be blanked on export.";
            notes.info(NoteCode::HoldsPrivateData, Place::file(), text);
        }
        for pointer in private.into_iter().filter(|_| ask.without_secrets) {
            notes.info(
                NoteCode::BlankedPrivateData,
                Place::pointer(pointer.clone()),
                format!("{pointer} was blanked."),
            );
            writes.set(pointer, json!(""));
        }
        let own_file = entity.source.as_ref().is_some_and(|source| {
            source.format == spec.id && source.container == ContainerId::Json.word() && !ask.rewrite
        });
        let file = carrier::source_file(entity, ask).filter(|_| own_file);
        let bytes = match (file, writes.is_empty() && patched.is_none()) {
            (Some(file), true) => file,
            (file, _) => {
                let text = if writes.is_empty() {
                    document.strict_text().to_string()
                } else {
                    let mut edit = document.edit();
                    writes.apply(document, &mut edit);
                    edit.finish()
                };
                file.map_or_else(|| text.clone().into_bytes(), |file| carrier::dressed(&text, &file)).into()
            }
        };
        let extension = spec.extensions.first().copied().unwrap_or("json");
        Ok(Some(Encoded { bytes, container: ContainerId::Json, extension, variant: None }))
    }

    /// What the record at this place says. Remembered bodies are not asked: they may be those of another row.
    fn quiet_body(&self, document: &Document, at: &str) -> Body {
        let mut quiet = Notes::new();
        let mut body = (self.record)(at).body_at(document, &roots(at), &mut Reader::muted(&mut quiet));
        complete((self.spec)().kind, &mut body);
        Body::from(Value::Object(body))
    }
}

/// The keys of a row lie in the row.
pub(super) fn roots(at: &str) -> Roots {
    Roots { envelope: at.to_owned(), data: format!("{at}/data") }
}

/// Where in its file an entity is, and the text of that file.
fn place<'a>(entity: &'a Entity, id: &str) -> Option<(&'a str, &'a Raw)> {
    let original = entity.original.get(id)?;
    Some((original.unmapped.get(AT)?.as_str()?, original.raw.as_ref()?))
}
