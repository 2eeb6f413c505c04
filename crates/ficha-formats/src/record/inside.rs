//! Lorebooks that lie inside a record of another kind and are records themselves; and stories, which are only read.

use ficha_json::Document;
use ficha_model::{Body, Entity, Link, Original, Pristine, Raw, SourceRecord, canonical_id};
use serde_json::{Value, json};

use super::Record;
use crate::ask::{Ask, Encoded};
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec};
use crate::inspect::Roots;
use crate::notes::Notes;
use crate::overlay::place;
use crate::read::Reader;
use crate::source::Source;

/// The book that lies at a pointer of the payload of `owner`; `None` when nothing is there. One without a name is
/// called after its owner.
fn book_inside(
    book: &Record,
    document: &Document,
    at: &str,
    owner: &Entity,
    source: &Source,
    notes: &mut Notes,
) -> Option<Entity> {
    let node = document.at(at)?;
    let roots = Roots { envelope: at.to_owned(), data: format!("{at}/data") };
    let body = book.body_at(document, &roots, &mut Reader::new(source.place(), notes));
    let body = Body::from(Value::Object(body));
    let name = body.text("name").filter(|name| !name.trim().is_empty());
    let called = if owner.name().trim().is_empty() { owner.id.as_str() } else { owner.name() };
    let id = canonical_id(&name.map_or_else(|| format!("{called} lorebook"), str::to_owned));
    let mut entity = Entity::new(book.spec.kind, id, body);
    let pristine = Pristine(Some(entity.body.clone()));
    let raw = Some(Raw(node.raw().into()));
    entity.original.insert(book.spec.id.to_owned(), Original { raw, pristine, ..Original::default() });
    let record = owner.source.clone().unwrap_or_default();
    entity.source = Some(SourceRecord { pointer: Some(at.to_owned()), ..record });
    Some(entity)
}

/// A character and its books, linked.
pub(crate) fn with_books(mut owner: Entity, books: Vec<Entity>) -> Vec<Entity> {
    if !books.is_empty() {
        let links: Vec<Value> = books.iter().map(|book| Link::Entity(book.id.clone()).to_value()).collect();
        let mut body = owner.body.value().as_object().cloned().unwrap_or_default();
        place(&mut body, "knowledgeRefs", json!(links));
        owner.body = Body::from(Value::Object(body));
        for original in owner.original.values_mut() {
            original.pristine = Pristine(Some(owner.body.clone()));
        }
    }
    std::iter::once(owner).chain(books).collect()
}

/// The refusal of a format that is only read.
pub(crate) fn only_read(spec: &FormatSpec) -> EncodeError {
    EncodeError::CannotExpress {
        what: format!("{} is only read", spec.title),
        hint: "Choose a format its own app imports.".to_owned(),
    }
}

/// A story as a character and the book inside it: read and never written, since it is a text to go on with.
pub(crate) struct Story {
    /// The character's record.
    pub record: &'static Record,
    /// The record of the book in a payload, and where it lies; `None` when there is none or it is empty.
    pub book: fn(&Document) -> Option<(&'static Record, &'static str)>,
}

impl Format for Story {
    fn spec(&self) -> &'static FormatSpec {
        self.record.spec
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        self.record.detect(source)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        let character = self.record.read(source, notes)?;
        let document = source.payload().map(|payload| &payload.document);
        let found = document.and_then(|document| Some((document, (self.book)(document)?)));
        let book =
            found.and_then(|(document, (record, at))| book_inside(record, document, at, &character, source, notes));
        Ok(Decoded { entities: with_books(character, book.into_iter().collect()), blobs: Vec::new() })
    }

    fn encode(&self, _: &Entity, _: &Ask<'_>, _: &mut Notes) -> Result<Encoded, EncodeError> {
        Err(only_read(self.record.spec))
    }

    fn roots(&self, document: &Document) -> Roots {
        self.record.roots(document)
    }
}
