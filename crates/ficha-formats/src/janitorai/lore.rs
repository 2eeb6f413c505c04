//! Lorebooks among a character's scripts: each is an object whose `script` is the JSON text of its rows.
//!
//! Other kinds of script are code; they stay in the file and are never run.

use std::sync::LazyLock;

use ficha_json::{Document, Node, Style, to_text};
use ficha_model::{Body, Entity, Kind, Link, Original, Pristine, Raw, SourceRecord, canonical_id};
use serde_json::{Value, json};

use crate::format::{Clear, Form, FormatSpec, IdFrom, Items, Shape, Wire, kept, list, row};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::read::Reader;
use crate::record::Tables;
use crate::record::keywords::COMMA_WORDS;

const SITE: &str = "JanitorAI lorebook script";

static ROWS: Items =
    Items { form: Form::Array, id: IdFrom::Key("id"), numbers: false, fresh: "{}", decode: None, encode: None };

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    row("/title", "name", Shape::Text, Clear::Empty, SITE),
    row("/description", "description", Shape::Text, Clear::Empty, SITE),
    list("/script", "entries", &ROWS, SITE),
    row("/script/*/name", "entries[].title", Shape::Text, Clear::Empty, SITE),
    row("/script/*/key", "entries[].triggers", Shape::Coded(&COMMA_WORDS), Clear::Empty, SITE),
    row("/script/*/keysRaw", "entries[].triggers", Shape::Coded(&COMMA_WORDS), Clear::Empty, SITE),
    row("/script/*/content", "entries[].content", Shape::Text, Clear::Empty, SITE),
    row("/script/*/enabled", "entries[].enabled", Shape::Flag, Clear::Remove, SITE),
    row("/script/*/constant", "entries[].constant", Shape::Flag, Clear::Remove, SITE),
    row("/script/*/priority", "entries[].priority", Shape::Number, Clear::Remove, SITE),
    row("/script/*/insertion_order", "entries[].sortOrder", Shape::Number, Clear::Remove, SITE),
    kept("/id", "the script's id on the site", SITE),
    kept("/type", "says that the script is a lorebook", SITE),
    kept("/is_public", "whether others may see it on the site", SITE),
    kept("/settings", "how the site runs the script", SITE),
];

/// The lorebook, which is in no file by itself.
pub(super) static SPEC: FormatSpec = FormatSpec {
    id: "janitorai-lore",
    platform: "janitorai",
    kind: Kind::Lorebook,
    title: "lorebook of a JanitorAI character",
    reads: &[],
    writes: &[],
    writes_own: &[],
    extensions: &[],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &[],
    source: SITE,
};

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::of(&SPEC));

/// The lorebooks of a character, which is linked to them.
pub(super) fn read(document: &Document, character: &mut Entity, reader: &mut Reader<'_>) -> Vec<Entity> {
    let mut books: Vec<Entity> = Vec::new();
    let scripts = document.at("/scripts").filter(|scripts| scripts.is_array());
    for (index, script) in scripts.iter().flat_map(|scripts| scripts.items()).enumerate() {
        if script.get("type").and_then(|kind| kind.as_str()).as_deref() != Some("lorebook") {
            continue;
        }
        let at = format!("/scripts/{index}");
        let Some(inner) = opened(script) else {
            let said = "The rows of a lorebook are a text that cannot be read; it is left out.";
            reader.warn(NoteCode::WrongType, &format!("{at}/script"), said);
            continue;
        };
        let roots = Roots { envelope: String::new(), data: String::new() };
        let mut said = Notes::new();
        let body = TABLES.body(&inner, &roots, &mut Reader::new(reader.place.clone(), &mut said));
        reader.notes.extend(said.into_list().into_iter().map(|mut note| {
            note.place.pointer = note.place.pointer.map(|below| format!("{at}{below}"));
            note
        }));
        let name = body.get("name").and_then(Value::as_str).filter(|name| !name.trim().is_empty());
        let base = canonical_id(&name.map_or_else(|| format!("{} lorebook", character.name()), str::to_owned));
        let taken = |id: &str| books.iter().any(|book| book.id == id);
        let id = if taken(&base) {
            (2..).map(|count| format!("{base}-{count}")).find(|id| !taken(id)).unwrap_or(base)
        } else {
            base
        };
        let mut book = Entity::new(Kind::Lorebook, id, Body::from(Value::Object(body)));
        let pristine = Pristine(Some(book.body.clone()));
        let raw = Some(Raw(script.raw().into()));
        book.original.insert(SPEC.id.to_owned(), Original { raw, pristine, ..Original::default() });
        let source = character.source.clone().unwrap_or_default();
        book.source = Some(SourceRecord { pointer: Some(at), ..source });
        books.push(book);
    }
    if !books.is_empty() {
        let links: Vec<Value> = books.iter().map(|book| Link::Entity(book.id.clone()).to_value()).collect();
        character.body.set(&ficha_model::Path::of("knowledgeRefs"), json!(links));
        let pristine = Pristine(Some(character.body.clone()));
        for original in character.original.values_mut() {
            original.pristine = pristine.clone();
        }
    }
    books
}

/// The script with its rows in it as rows; `None` when their text is none.
fn opened(script: Node<'_>) -> Option<Document> {
    let limits = ficha_json::Limits::default();
    let rows = match script.get("script")? {
        node if node.is_array() => node.raw().to_owned(),
        node => Document::parse(node.as_str()?.into_owned(), &limits).ok()?.strict_text().to_string(),
    };
    let text = |key: &str| {
        let value = script.get(key).map_or(Value::Null, |node| node.to_value());
        to_text(&value, Style::Compact)
    };
    let whole = format!("{{\"title\":{},\"description\":{},\"script\":{rows}}}", text("title"), text("description"));
    Document::parse(whole, &limits).ok()
}
