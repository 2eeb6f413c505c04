//! Lorebooks that lie inside a record of another kind and are records themselves.

use ficha_json::Document;
use ficha_model::{Body, Entity, Link, Original, Pristine, Raw, SourceRecord, canonical_id};
use serde_json::{Value, json};

use super::Record;
use crate::error::EncodeError;
use crate::format::FormatSpec;
use crate::inspect::Roots;
use crate::notes::Notes;
use crate::overlay::place;
use crate::read::Reader;
use crate::source::Source;

/// The book that lies at a pointer of the payload of `owner`; `None` when nothing is there. One without a name is
/// called after its owner.
pub(crate) fn book_inside(
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
