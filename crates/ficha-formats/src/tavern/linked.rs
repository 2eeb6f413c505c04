//! The books a character links to, and what they mean for the book inside its card.

use ficha_json::{Document, Node};
use ficha_model::{Body, Entity, Kind, Link, Path};
use serde_json::Value;

use super::book;
use super::edit::BookChange;
use crate::ask::Ask;
use crate::carrier;
use crate::error::EncodeError;
use crate::notes::{NoteCode, Notes};
use crate::overlay;

/// The linked entities of one list in order, each with its place in it; links by name or to another app are given a
/// reason and left.
///
/// # Errors
/// When a linked entity is not at hand.
pub(crate) fn resolve<'a>(
    entity: &Entity,
    links: &str,
    kind: Kind,
    ask: &Ask<'a>,
    notes: &mut Notes,
) -> Result<Vec<(usize, &'a Entity)>, EncodeError> {
    let mut found = Vec::new();
    let path = Path::default().key(links);
    for (index, value) in entity.body.list(links).iter().enumerate() {
        match Link::from_value(value) {
            Some(Link::Entity(id)) => {
                let other = ask.linked.iter().find(|other| other.kind == kind && other.id == id);
                let address = || format!("{kind}/{id}");
                found.push((index, other.ok_or_else(|| EncodeError::MissingLink { address: address() })?));
            }
            Some(Link::Name(_) | Link::Foreign { .. }) => {
                let text = format!("The {kind} is known by name only, so there is nothing to embed.");
                notes.explain(path.index(index), NoteCode::LinkLeft, text);
            }
            None => notes.explain(path.index(index), NoteCode::LinkLeft, format!("This is no link to a {kind}.")),
        }
    }
    Ok(found)
}

/// The bodies an overlay of the book compares.
#[derive(Default)]
pub(crate) struct Bodies {
    before: Option<Body>,
    after: Option<Body>,
}

/// What becomes of the book of a payload when these books are linked. `present` is the book in the payload as it came;
/// `id` the format of a book there: originals of other formats are not put into it.
pub(crate) fn change<'b>(
    books: &[&Entity],
    present: Option<(Node<'_>, String)>,
    bodies: &'b mut Bodies,
    id: &'static str,
    notes: &mut Notes,
) -> Result<BookChange<'b>, EncodeError> {
    let Some((first, others)) = books.split_first() else {
        return Ok(if present.is_some() { BookChange::Removed } else { BookChange::Untouched });
    };
    let merged = !others.is_empty() || is_part(first, id);
    if !merged {
        return single(first, present, bodies, id, notes);
    }
    let values: Vec<&Value> = books.iter().map(|book| book.body.value()).collect();
    let parts = present.as_ref().and_then(|(node, _)| book::parts(*node));
    let (after, marks) = book::merge(&values, parts.as_deref());
    if !others.is_empty() {
        let text = format!("{} books leave as one; Ficha splits them again.", books.len());
        notes.info(NoteCode::MergedBooks, ficha_container::Place::file(), text);
    }
    if let Some((node, _)) = present {
        let before = book::decode_quietly(node);
        let as_marked = |parts: Vec<book::Part>| {
            parts.len() == marks.len() && parts.iter().zip(&marks).all(|(part, mark)| part.is_as(mark))
        };
        if parts.is_some_and(as_marked) {
            if ficha_json::value_eq(&before, &after) {
                return Ok(BookChange::Untouched);
            }
            bodies.before = Some(Body::from(before));
            bodies.after = Some(Body::from(after));
            return Ok(edited(bodies, first));
        }
    }
    let marks = (books.len() > 1).then_some(marks);
    Ok(BookChange::Fresh(book::build(&after, marks.as_deref(), Some(&first.address()), notes)))
}

fn is_part(book: &Entity, id: &str) -> bool {
    book.original.get(id).is_some_and(|original| original.unmapped.contains_key("part"))
}

fn edited<'b>(bodies: &'b Bodies, book: &Entity) -> BookChange<'b> {
    match (&bodies.before, &bodies.after) {
        (Some(before), Some(after)) => {
            BookChange::Edited { before: before.value(), after: after.value(), address: book.address() }
        }
        _ => BookChange::Untouched,
    }
}

fn single<'b>(
    book: &Entity,
    present: Option<(Node<'_>, String)>,
    bodies: &'b mut Bodies,
    id: &'static str,
    notes: &mut Notes,
) -> Result<BookChange<'b>, EncodeError> {
    let Some(original) = book.original.get(id) else {
        // The book came from elsewhere, so it is made anew.
        return Ok(BookChange::Fresh(book::build(book.body.value(), None, Some(&book.address()), notes)));
    };
    let Some(raw) = &original.raw else {
        return Ok(BookChange::Fresh(book::build(book.body.value(), None, Some(&book.address()), notes)));
    };
    let edits = book.native_edits.get(id).map(Vec::as_slice).unwrap_or(&[]);
    let here = present.as_ref().map(|(node, _)| *node).filter(|node| node.raw() == &*raw.0);
    let pristine =
        |node: Node<'_>| original.pristine.0.clone().unwrap_or_else(|| Body::from(book::decode_quietly(node)));
    if let (Some(node), []) = (here, edits) {
        let before = pristine(node);
        if before.is_same(&book.body) || before == book.body {
            return Ok(BookChange::Untouched);
        }
        bodies.before = Some(before);
        bodies.after = Some(book.body.clone());
        return Ok(edited(bodies, book));
    }
    let own = carrier::parse_own(raw.0.clone(), id)?;
    let patched = match edits {
        [] => None,
        edits => Some(carrier::patched(&own, edits, id, notes)?),
    };
    let document = patched.as_ref().unwrap_or(&own);
    Ok(BookChange::Text(own_text(&own, document, &pristine(own.root()), book, notes)))
}

/// The book's own text with its own edits, to be put where it belongs.
fn own_text(own: &Document, document: &Document, before: &Body, book: &Entity, notes: &mut Notes) -> String {
    debug_assert!(own.root().is_object());
    let mut writes = overlay::Writes::default();
    let address = book.address();
    let target = book::Target { wire: Some(document.root()), at: "", address: Some(&address) };
    book::overlay(before.value(), book.body.value(), &target, notes, &mut writes);
    super::version::edited(document, writes)
}
