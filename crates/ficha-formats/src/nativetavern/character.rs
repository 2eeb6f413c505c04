//! A character of NativeTavern's store: flat keys in camel case, with a book of the card lineage inside.
//!
//! Source: NativeTavern `lib/data/models/character.dart`, `import_service.dart`, and files of its repository, of which
//! the older ones spell two keys otherwise.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::{Body, Entity, Kind, Original, Path, Pristine, Raw, SourceRecord, canonical_id};

use crate::ask::{Ask, Encoded};
use crate::carrier;
use crate::dates::ISO_DATE;
use crate::error::{EncodeError, Refusal};
use crate::format::{Clear, Decoded, Detection, Format, FormatSpec, Shape, Widget, Wire, custom, kept, native, row};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::Writes;
use crate::read::Reader;
use crate::record::{Export, Record, RecordHooks, Tables, export_with, plain, with_books};
use crate::source::Source;
use crate::tavern::{book, linked};

const DART: &str = "NativeTavern character.dart";
const OLDER: &str = "NativeTavern, older files";
const BOOK: &str = "/characterBook";

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    kept("/id", "the id of the character in the app", DART),
    row("/name", "identity.name", Shape::Text, Clear::Empty, DART),
    row("/description", "identity.description", Shape::Text, Clear::Empty, DART),
    row("/personality", "persona.personality", Shape::Text, Clear::Empty, DART),
    row("/scenario", "persona.scenario", Shape::Text, Clear::Empty, DART),
    row("/firstMessage", "greetings.firstMessage", Shape::Text, Clear::Empty, DART),
    row("/alternateGreetings", "greetings.alternateGreetings", Shape::Greetings, Clear::Empty, DART),
    row("/exampleMessages", "examples.exampleMessages", Shape::Text, Clear::Empty, DART),
    row("/exampleDialogue", "examples.exampleMessages", Shape::Text, Clear::Empty, OLDER),
    row("/systemPrompt", "prompts.systemPrompt", Shape::Text, Clear::Empty, DART),
    row("/postHistoryInstructions", "prompts.postHistoryInstructions", Shape::Text, Clear::Empty, DART),
    row("/creatorNotes", "attribution.creatorNotes", Shape::Text, Clear::Empty, DART),
    row("/creator", "attribution.creator", Shape::Text, Clear::Empty, DART),
    row("/tags", "discovery.tags", Shape::TextList, Clear::Empty, DART),
    row("/version", "identity.characterVersion", Shape::Text, Clear::Empty, DART),
    row("/characterVersion", "identity.characterVersion", Shape::Text, Clear::Empty, OLDER),
    row("/createdAt", "attribution.createdAt", Shape::Coded(&ISO_DATE), Clear::Remove, DART),
    row("/modifiedAt", "attribution.updatedAt", Shape::Coded(&ISO_DATE), Clear::Remove, DART),
    native("/isFavorite", ("Favourite", "收藏"),
        ("Marks the character in the app's list.", "在应用列表中标为收藏。"), Widget::Toggle, DART),
    kept("/assets", "paths of pictures on the device", DART),
    custom(BOOK, &["knowledgeRefs"], DART),
    native("/extensions", ("Extensions", "扩展"),
        ("What an imported card had there.", "导入的角色卡中原有的扩展数据。"), Widget::Json, DART),
];

static SPEC: LazyLock<FormatSpec> = LazyLock::new(|| FormatSpec {
    id: "nativetavern",
    platform: "nativetavern",
    kind: Kind::Character,
    title: "NativeTavern character",
    reads: &[ContainerId::Json],
    writes: &[],
    writes_own: &[ContainerId::Json],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: Box::leak(Box::new([WIRE, book::rows_below(BOOK)])),
    private: &[],
    source: DART,
});

static RECORD: LazyLock<Record> = LazyLock::new(|| Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    fresh: "",
    style: Style::Pretty(2),
    hooks: RecordHooks::NONE,
});

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let text = |key: &str| root.get(key).is_some_and(Node::is_string);
    let others = ["aiName", "kind", "spec", "data", "type"].iter().any(|key| root.get(key).is_some());
    let signs = ["alternateGreetings", "exampleMessages", "exampleDialogue", "systemPrompt"];
    let fits = text("name") && text("firstMessage") && !others && signs.iter().any(|key| root.get(key).is_some());
    fits.then_some(Detection { confidence: 0.95, because: "it has the keys of a NativeTavern character" })
}

/// The format.
pub(super) struct Character;

impl Format for Character {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        RECORD.detect(source)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        let character = RECORD.read(source, notes)?;
        let document = source.payload().map(|payload| &payload.document);
        let book = document.and_then(|document| read_book(document, &character, source, notes));
        Ok(Decoded { entities: with_books(character, book.into_iter().collect()), blobs: Vec::new() })
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        crate::record::only_json(&SPEC, ask)?;
        let books = linked::resolve(entity, "knowledgeRefs", Kind::Lorebook, ask, notes)?;
        let books: Vec<&Entity> = books.into_iter().map(|(_, book)| book).collect();
        let beside = |document: &Document, notes: &mut Notes| Ok(write_books(&books, document, notes));
        let bytes = match export_with(&RECORD, entity, ContainerId::Json, ask, &beside, notes)? {
            Export::Copy(file) => file,
            Export::Text(text) => {
                let own = carrier::source_file(entity, ask)
                    .filter(|_| !ask.rewrite && carrier::came_as(entity, SPEC.id, ContainerId::Json));
                own.map_or_else(|| text.clone().into_bytes(), |file| carrier::dressed(&text, &file)).into()
            }
        };
        Ok(Encoded { bytes, container: ContainerId::Json, extension: "json", variant: None })
    }

    fn roots(&self, document: &Document) -> Roots {
        RECORD.roots(document)
    }
}

/// The book inside: one of the card lineage, in which positions are SillyTavern's numbers.
fn read_book(document: &Document, owner: &Entity, source: &Source, notes: &mut Notes) -> Option<Entity> {
    let node = document.at(BOOK).filter(|node| node.get("entries").is_some())?;
    let body = Body::from(book::decode(node, BOOK, &mut Reader::new(source.place(), notes)));
    let name = body.text("name").filter(|name| !name.trim().is_empty()).map(str::to_owned);
    let id = canonical_id(&name.unwrap_or_else(|| format!("{} lorebook", owner.name())));
    let mut entity = Entity::new(Kind::Lorebook, id, body);
    let pristine = Pristine(Some(entity.body.clone()));
    let raw = Some(Raw(node.raw().into()));
    entity.original.insert(book::ID.to_owned(), Original { raw, pristine, ..Original::default() });
    let record = owner.source.clone().unwrap_or_default();
    entity.source = Some(SourceRecord { pointer: Some(BOOK.to_owned()), ..record });
    Some(entity)
}

/// The changes that put these books where the one inside is.
fn write_books(books: &[&Entity], document: &Document, notes: &mut Notes) -> Writes {
    let mut writes = Writes::default();
    let present = document.at(BOOK).filter(|node| !node.is_null());
    let Some((first, others)) = books.split_first() else {
        if present.is_some() {
            writes.remove(BOOK);
        }
        return writes;
    };
    for index in 1..=others.len() {
        let path = Path::default().key("knowledgeRefs").index(index);
        notes.explain(path, NoteCode::LinkLeft, "The app keeps one book inside a character.");
    }
    let original = first.original.get(book::ID);
    let raw = original.and_then(|original| original.raw.as_ref());
    match present.filter(|node| raw.is_some_and(|raw| &*raw.0 == node.raw())) {
        Some(node) => {
            let before = original.and_then(|original| original.pristine.0.clone());
            let before = before.unwrap_or_else(|| Body::from(book::decode_quietly(node)));
            let address = first.address();
            let target = book::Target { wire: Some(node), at: BOOK, address: Some(&address) };
            book::overlay(before.value(), first.body.value(), &target, notes, &mut writes);
        }
        None => writes.set(BOOK, book::build(first.body.value(), None, Some(&first.address()), notes)),
    }
    writes
}
