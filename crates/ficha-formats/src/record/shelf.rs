//! A list of lore inside a record that becomes a lorebook of its own.
//!
//! Apps whose cards hold a few lore items and no book around them (a list of keys and texts) get the items as a
//! linked lorebook. The book keeps the list as its original; it has no name, since the list has none.

use std::sync::LazyLock;

use ficha_json::{Document, Node};
use ficha_model::{Body, Entity, Kind, Link, Original, Path, Pristine, Raw, SourceRecord, canonical_id};
use serde_json::{Map, Value, json};

use super::table::Tables;
use crate::format::FormatSpec;
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::Writes;
use crate::read::Reader;

/// Where the lore is and what its rows are like.
pub(crate) struct Shelf {
    /// What the list is, with rows below its key: a format of its own that is in no file by itself.
    pub spec: &'static FormatSpec,
    /// Its table made ready.
    pub tables: LazyLock<Tables>,
    /// The key of the list, as the table of the record has it.
    pub key: &'static str,
}

impl Shelf {
    /// The lore as a lorebook, and the link to it; `None` when there is none. `owner`: the name of the character.
    pub fn read(
        &self,
        document: &Document,
        roots: &Roots,
        owner: &str,
        source: &SourceRecord,
        reader: &mut Reader<'_>,
    ) -> Option<(Entity, Value)> {
        let at = roots.locate(self.key);
        let is_row = |node: Node<'_>| node.is_object() && !node.is_empty();
        let node = document.at(&at)?;
        if !node.items().any(is_row) && !node.members().any(|(_, node)| is_row(node)) {
            return None;
        }
        let body = Body::from(Value::Object(self.tables.body(document, roots, reader)));
        let mut book = Entity::new(Kind::Lorebook, canonical_id(&format!("{owner} lorebook")), body);
        let pristine = Pristine(Some(book.body.clone()));
        let raw = Some(Raw(node.raw().into()));
        book.original.insert(self.spec.id.to_owned(), Original { raw, pristine, ..Original::default() });
        book.source = Some(SourceRecord { pointer: Some(at), ..source.clone() });
        let link = Link::Entity(book.id.clone()).to_value();
        Some((book, link))
    }

    /// The changes that put these books, each with its number among the links, where the lore is. Several become one
    /// list.
    pub fn writes(&self, books: &[(usize, &Entity)], document: &Document, roots: &Roots, notes: &mut Notes) -> Writes {
        let mut writes = Writes::default();
        let at = roots.locate(self.key);
        let present = document.at(&at).filter(|node| !node.is_null());
        let Some(((place, first), others)) = books.split_first() else {
            if present.is_some_and(|node| !node.is_empty()) {
                writes.set(at, json!([]));
            }
            return writes;
        };
        let before = match present {
            Some(node) => self.known(first, node, document, roots),
            None => json!({}),
        };
        if first.body.list("entries").is_empty() && others.iter().all(|(_, book)| book.body.list("entries").is_empty())
        {
            let text = "A list without an item is no book.";
            notes.explain(Path::default().key("knowledgeRefs").index(*place), NoteCode::LinkLeft, text);
        }
        let after = if others.is_empty() { first.body.value().clone() } else { merged(first, others, notes) };
        self.tables.writes((&before, &after), document, roots, Some(&first.address()), notes)
    }

    /// What the list in the file says, when it is the list the book came as; nothing else can be told apart in it.
    fn known(&self, book: &Entity, node: Node<'_>, document: &Document, roots: &Roots) -> Value {
        let original = book.original.get(self.spec.id);
        let same = original.and_then(|original| original.raw.as_ref()).is_some_and(|raw| &*raw.0 == node.raw());
        match original.and_then(|original| original.pristine.0.as_ref()).filter(|_| same) {
            Some(pristine) => pristine.value().clone(),
            None if same => {
                let mut quiet = Notes::new();
                Value::Object(self.tables.body(document, roots, &mut Reader::muted(&mut quiet)))
            }
            None => json!({}),
        }
    }
}

/// The entries of several books behind each other, with ids that are each there once.
pub(crate) fn merged(first: &Entity, others: &[(usize, &Entity)], notes: &mut Notes) -> Value {
    let mut whole = first.body.value().as_object().cloned().unwrap_or_default();
    let mut entries: Vec<Value> = first.body.list("entries").to_vec();
    let text = "The format has one list of lore; the books stand in it behind each other.";
    let place = Path::default().key("knowledgeRefs");
    for (index, other) in others {
        notes.explain(place.index(*index), NoteCode::MergedBooks, text);
        for entry in other.body.list("entries") {
            let mut entry = entry.as_object().cloned().unwrap_or_default();
            let taken = |id: &str| entries.iter().any(|known| known.get("id").and_then(Value::as_str) == Some(id));
            let id = entry.get("id").and_then(Value::as_str).unwrap_or("").to_owned();
            if taken(&id) {
                let free = (2..).map(|count| format!("{id}#{count}")).find(|id| !taken(id)).unwrap_or(id);
                entry.insert("id".to_owned(), Value::String(free));
            }
            notes.explain_in(
                first.address().as_str(),
                Path::default().key("entries").index(entries.len()),
                NoteCode::MergedBooks,
                text,
            );
            entries.push(Value::Object(entry));
        }
    }
    whole.insert("entries".to_owned(), Value::Array(entries));
    Value::Object(whole as Map<String, Value>)
}
