//! What an entity was at each save: one file each, never changed, never taken away but with the entity. Rules kept
//! here: a text over [`INLINE`](crate::INLINE) stands in a blob that all revisions with that text share; a state that
//! came to be without the library (a file copied in, edited by hand) becomes a revision before the next save.
//!
//! A file is `{at, why, parent?, name?, entity, wrapper, texts}`: `parent` the number of the revision before, `entity`
//! the SHA-256 of the entity's file as that save wrote it, `wrapper` the entity with every long text of its body empty,
//! `texts` where those are, JSON Pointer to blob. The keys before `wrapper` come first, so that a history is read from
//! the head of each file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use ficha_json::pointer;
use ficha_model::Entity;
use serde_json::{Map, Value, json};

use crate::batch::{Batch, sha256};
use crate::library::modified_at;
use crate::own_json::{document, put, read_text, text_of};
use crate::wrapper::{INLINE, Stored};
use crate::{Address, Library, LibraryError, Result};

/// One line of an entity's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RevisionRow {
    /// Its number, from 1.
    pub revision: u64,
    /// When it was saved, RFC 3339 UTC.
    pub at: String,
    /// Why, in one of the words of [`crate::why`] or the caller's own.
    pub why: String,
    /// The name the person gave it.
    pub name: Option<String>,
}

/// Words for why a revision was made.
pub mod why {
    /// First kept.
    pub const KEPT: &str = "kept";
    /// Saved by the person or by the editor.
    pub const SAVED: &str = "saved";
    /// Replaced from a newer file.
    pub const UPDATED: &str = "updated";
    /// Brought back from an older revision.
    pub const RESTORED: &str = "restored";
    /// Two states that came apart, brought together.
    pub const MERGED: &str = "merged";
    /// Named, without a change.
    pub const NAMED: &str = "named";
    /// The file had been changed by something else.
    pub const FOUND: &str = "found";
}

/// The longest name of a revision, in bytes: a history is read from the first few kilobytes of each file.
const NAME_BYTES: usize = 1024;
const HEAD_BYTES: u64 = 8192;
const WRAPPER_KEY: &str = ",\n  \"wrapper\": ";

/// What stands in front of a revision's wrapper.
pub(crate) struct Header {
    pub at: String,
    pub why: String,
    pub parent: Option<u64>,
    pub name: Option<String>,
    /// SHA-256 of the entity's file as this save wrote it.
    pub entity: String,
}

/// Where an entity stands: its newest revision, when it was saved, and whether the file holds a state that is no
/// revision yet (which the number then counts already).
pub(crate) struct Head {
    pub revision: u64,
    pub saved_at: String,
    pub unrecorded: bool,
}

impl Header {
    fn parse(text: &str, place: &Path) -> Result<Header> {
        let value = document(text, place)?.root().to_value();
        let need =
            |key: &str| text_of(&value, key).ok_or_else(|| LibraryError::malformed(place, format!("no `{key}`")));
        Ok(Header {
            at: need("at")?,
            why: need("why")?,
            parent: value.get("parent").and_then(Value::as_u64),
            name: text_of(&value, "name"),
            entity: need("entity")?,
        })
    }
}

/// The text of a revision file.
pub(crate) fn revision_text(stored: &Stored, header: &Header, batch: &mut Batch, place: &Path) -> Result<String> {
    if header.name.as_ref().is_some_and(|name| name.len() > NAME_BYTES) || header.why.len() > NAME_BYTES {
        return Err(LibraryError::Limit {
            name: "revision name bytes",
            limit: NAME_BYTES as u64,
            place: place.to_owned(),
        });
    }
    let mut texts = Map::new();
    let mut body = stored.entity.body.clone();
    if longest_text(body.value()) > INLINE {
        share_texts(body.value_mut(), "/body", batch, &mut texts)?;
    }
    let short = stored.with_body(body).to_text();
    let mut head = Map::new();
    head.insert("at".to_owned(), json!(header.at));
    head.insert("why".to_owned(), json!(header.why));
    put(&mut head, "parent", header.parent);
    put(&mut head, "name", header.name.clone());
    head.insert("entity".to_owned(), json!(header.entity));
    let head = format!("{:#}", Value::Object(head));
    let head = head.strip_suffix("\n}").unwrap_or(&head);
    Ok(format!("{head}{WRAPPER_KEY}{},\n  \"texts\": {:#}\n}}\n", short.trim_end(), Value::Object(texts)))
}

fn longest_text(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Object(map) => map.values().map(longest_text).max().unwrap_or(0),
        Value::Array(list) => list.iter().map(longest_text).max().unwrap_or(0),
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    }
}

/// Puts every long text of a tree into a blob, leaves `""` in its place and notes where it was.
fn share_texts(value: &mut Value, at: &str, batch: &mut Batch, texts: &mut Map<String, Value>) -> Result<()> {
    match value {
        Value::String(text) if text.len() > INLINE => {
            texts.insert(at.to_owned(), Value::String(batch.blob(text.as_bytes())?));
            text.clear();
        }
        Value::Object(map) => {
            for (key, value) in map {
                share_texts(value, &pointer::join(at, key), batch, texts)?;
            }
        }
        Value::Array(list) => {
            for (index, value) in list.iter_mut().enumerate() {
                share_texts(value, &format!("{at}/{index}"), batch, texts)?;
            }
        }
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
    Ok(())
}

impl Library {
    /// The numbers of an entity's revisions, ascending.
    pub(crate) fn revision_numbers(&self, address: &Address) -> Result<Vec<u64>> {
        let mut numbers: Vec<u64> = crate::blobs::folder_entries(&self.layout.revisions(address))?
            .iter()
            .filter_map(|path| path.file_name()?.to_str()?.strip_suffix(".json")?.parse().ok())
            .collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    pub(crate) fn header(&self, address: &Address, number: u64) -> Result<Header> {
        let path = self.layout.revision(address, number);
        let mut bytes = Vec::new();
        File::open(&path)
            .and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut bytes))
            .map_err(LibraryError::io("read", &path))?;
        let text = String::from_utf8_lossy(&bytes);
        match text.find(WRAPPER_KEY) {
            Some(end) => Header::parse(&format!("{}\n}}", &text[..end]), &path),
            // Written by hand or by a newer version: the keys may be in any order.
            None => Header::parse(&read_text(&path)?.ok_or_else(|| LibraryError::not_found(path.display()))?, &path),
        }
    }

    /// Where an entity whose file holds `text` stands.
    pub(crate) fn head(&self, address: &Address, text: &str) -> Result<Head> {
        let file = self.layout.entity(address);
        let Some(newest) = self.revision_numbers(address)?.pop() else {
            return Ok(Head { revision: 1, saved_at: modified_at(&file), unrecorded: true });
        };
        let hash = sha256(text.as_bytes());
        if let Ok(header) = self.header(address, newest) {
            // The second case is a save that was cut off between its revision and its entity.
            let parent = || header.parent.and_then(|parent| self.header(address, parent).ok());
            if header.entity == hash || parent().is_some_and(|parent| parent.entity == hash) {
                return Ok(Head { revision: newest, saved_at: header.at, unrecorded: false });
            }
        }
        Ok(Head { revision: newest + 1, saved_at: modified_at(&file), unrecorded: true })
    }

    /// Every revision of an entity, newest first. One that cannot be read is listed with what is wrong with it.
    pub fn history(&self, address: &Address) -> Result<Vec<RevisionRow>> {
        let text = read_text(&self.layout.entity(address))?.ok_or_else(|| LibraryError::not_found(address))?;
        let head = self.head(address, &text)?;
        let mut rows = Vec::new();
        if head.unrecorded {
            rows.push(RevisionRow {
                revision: head.revision,
                at: head.saved_at,
                why: why::FOUND.to_owned(),
                name: None,
            });
        }
        for number in self.revision_numbers(address)?.into_iter().rev() {
            rows.push(match self.header(address, number) {
                Ok(header) => RevisionRow { revision: number, at: header.at, why: header.why, name: header.name },
                Err(error) => {
                    let at = modified_at(&self.layout.revision(address, number));
                    RevisionRow { revision: number, at, why: error.to_string(), name: None }
                }
            });
        }
        Ok(rows)
    }

    /// The entity as it was at a revision.
    pub fn revision(&self, address: &Address, number: u64) -> Result<Entity> {
        let path = self.layout.revision(address, number);
        let Some(text) = read_text(&path)? else {
            let opened = self.open_entity(address)?;
            let missing = || LibraryError::not_found(format_args!("revision {number} of {address}"));
            return (opened.revision == number).then_some(opened.entity).ok_or_else(missing);
        };
        let document = document(&text, &path)?;
        let no_wrapper = || LibraryError::malformed(&path, "no `wrapper`");
        let wrapper = document.at("/wrapper").ok_or_else(no_wrapper)?;
        let mut entity = Stored::parse_node(wrapper, &path)?.complete(self)?;
        for (at, name) in document.at("/texts").into_iter().flat_map(|texts| texts.members()) {
            let text = self.blob_text(&name.as_str().unwrap_or_default())?;
            let slot = at.strip_prefix("/body").and_then(|at| entity.body.value_mut().pointer_mut(at));
            *slot.ok_or_else(|| LibraryError::malformed(&path, format!("a text for {at}, which is not there")))? =
                Value::String(text);
        }
        // An entity that came back from the trash under another id takes its history along.
        entity.id = address.id().to_owned();
        Ok(entity)
    }
}
