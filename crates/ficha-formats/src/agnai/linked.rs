//! The memory book inside a character: a lorebook entity of its own, put back where it came from.
//!
//! The book keeps its text as its original. Unedited and still linked, that text is not touched; several linked books
//! leave as one, with the mark by which they are split again.

use ficha_json::{Document, Node, Style, to_text};
use ficha_model::{Body, Entity, Kind, Link, Raw, canonical_id};
use serde_json::{Map, Value, json};

use super::book::{BOOK, ID};
use crate::carrier;
use crate::error::EncodeError;
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::constant;
use crate::read::Reader;
use crate::record::{Piece, entity};
use crate::source::Source;
use crate::tavern::book as marks;

/// Where a character has its book.
pub(super) const KEY: &str = "/characterBook";

/// What becomes of the book of a character.
pub(super) enum Change {
    /// Nothing.
    Same,
    /// It goes.
    Gone,
    /// This text takes its place.
    Text(String),
}

/// The book of a document, when it is one.
fn find(document: &Document) -> Option<Node<'_>> {
    document.at(KEY).filter(|node| node.get("entries").is_some_and(|entries| entries.is_array() || entries.is_object()))
}

fn roots(at: &str) -> Roots {
    Roots { envelope: at.to_owned(), data: format!("{at}/data") }
}

/// The books of a character as entities, and the links to them.
pub(super) fn split(
    document: &Document,
    format: &'static str,
    card_name: &str,
    source: &Source,
    reader: &mut Reader<'_>,
) -> (Vec<Entity>, Vec<Value>) {
    let Some(node) = find(document) else { return (Vec::new(), Vec::new()) };
    let whole = BOOK.tables.body(document, &roots(KEY), reader);
    let parts = marks::parts(node);
    let bodies: Vec<Map<String, Value>> = match &parts {
        Some(parts) => {
            let text = format!("The book was merged from {} books and is split again.", parts.len());
            reader.info(NoteCode::SplitBook, KEY, text);
            marks::split(&Value::Object(whole), parts)
                .into_iter()
                .filter_map(|body| body.as_object().cloned())
                .collect()
        }
        None => vec![whole],
    };
    let mut books: Vec<Entity> = Vec::with_capacity(bodies.len());
    for (index, body) in bodies.into_iter().enumerate() {
        let mut unmapped = Map::new();
        if parts.is_some() {
            unmapped.insert("part".to_owned(), json!(index));
        }
        let name = body.get("name").and_then(Value::as_str).unwrap_or("").to_owned();
        let base = if name.trim().is_empty() { format!("{card_name} lorebook") } else { name };
        let piece = Piece {
            format: ID,
            kind: Kind::Lorebook,
            body,
            raw: Raw(node.raw().into()),
            unmapped,
            pointer: Some(KEY.to_owned()),
            file_format: Some(format),
        };
        let mut book = entity(piece, source);
        let id = canonical_id(&base);
        let taken = |id: &str| books.iter().any(|other| other.id == id);
        let free = (2..).map(|count| format!("{id}-{count}")).find(|id| !taken(id));
        book.id = if taken(&id) { free.unwrap_or(id) } else { id };
        books.push(book);
    }
    let links = books.iter().map(|book| Link::Entity(book.id.clone()).to_value()).collect();
    (books, links)
}

/// What becomes of the book when these are linked.
///
/// # Errors
/// When the original of a book cannot be read any more.
pub(super) fn change(books: &[&Entity], document: &Document, notes: &mut Notes) -> Result<Change, EncodeError> {
    let present = find(document);
    let Some((first, others)) = books.split_first() else {
        return Ok(if present.is_some() { Change::Gone } else { Change::Same });
    };
    let is_part = first.original.get(ID).is_some_and(|original| original.unmapped.contains_key("part"));
    let text = if others.is_empty() && !is_part { single(first, notes)? } else { merged(books, present, notes)? };
    let same = present.is_some_and(|node| node.raw() == text);
    Ok(if same { Change::Same } else { Change::Text(text) })
}

/// The text of one book: its own with its edits, else one made anew.
fn single(book: &Entity, notes: &mut Notes) -> Result<String, EncodeError> {
    let Some(base) = carrier::base(book, ID, notes)? else { return fresh(book.body.value(), None, book, notes) };
    let before = match &base.pristine {
        Some(body) => body.clone(),
        None => body_of(&base.raw),
    };
    edited(base.document(), &before, book.body.value(), book, notes)
}

/// Several books as one.
fn merged(books: &[&Entity], present: Option<Node<'_>>, notes: &mut Notes) -> Result<String, EncodeError> {
    let values: Vec<&Value> = books.iter().map(|book| book.body.value()).collect();
    let parts = present.and_then(marks::parts);
    let (after, made) = marks::merge(&values, parts.as_deref());
    let Some(first) = books.first() else { return Ok(String::new()) };
    if books.len() > 1 {
        let text = format!("{} books leave as one; Ficha splits them again.", books.len());
        notes.info(NoteCode::MergedBooks, ficha_container::Place::pointer(KEY), text);
    }
    let as_marked = parts
        .is_some_and(|parts| parts.len() == made.len() && parts.iter().zip(&made).all(|(part, mark)| part.is_as(mark)));
    if let (true, Some(node)) = (as_marked, present) {
        let own = carrier::parse_own(node.raw().to_owned(), ID)?;
        return edited(&own, &body_of(&own), &after, first, notes);
    }
    fresh(&after, (books.len() > 1).then_some(made), first, notes)
}

fn body_of(document: &Document) -> Body {
    let mut quiet = Notes::new();
    Body::from(Value::Object(BOOK.tables.body(document, &roots(""), &mut Reader::muted(&mut quiet))))
}

fn edited(
    document: &Document,
    before: &Body,
    after: &Value,
    book: &Entity,
    notes: &mut Notes,
) -> Result<String, EncodeError> {
    let address = book.address();
    let writes = BOOK.tables.writes((before.value(), after), document, &roots(""), Some(&address), notes);
    let mut edit = document.edit();
    writes.apply(document, &mut edit);
    Ok(edit.finish())
}

/// A book made anew, with the marks the app puts on a book inside a character.
fn fresh(after: &Value, made: Option<Vec<Value>>, book: &Entity, notes: &mut Notes) -> Result<String, EncodeError> {
    let mut skeleton = constant(BOOK.fresh);
    if let Value::Object(map) = &mut skeleton {
        map.insert("_id".to_owned(), json!("__bundled__characterbook__"));
        map.insert("userId".to_owned(), json!("characterBook"));
        if let Some(made) = made {
            map.insert("extensions".to_owned(), json!({"ficha": {"books": made}}));
        }
    }
    let own = carrier::parse_own(to_text(&skeleton, Style::Compact), ID)?;
    let before = body_of(&own);
    let text = edited(&own, &before, after, book, notes)?;
    let whole = carrier::parse_own(text, ID)?;
    Ok(to_text(&whole.root().to_value(), Style::Pretty(2)))
}
