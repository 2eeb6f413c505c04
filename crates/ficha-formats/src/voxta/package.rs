//! A package: one folder a character with its document and pictures, one a memory book.
//!
//! Source: `Voxta_Package.md` of Voxta's unofficial documents, character-foundry `packages/voxta`. Documents name
//! their type in `$type`; `Profile` is the definition and `Description` the looks. Templates with blanks inside the
//! braces (`{{ char }}`) become placeholders; other expressions stay as they are, with a note.

use std::sync::{Arc, LazyLock};

use ficha_container::{ContainerId, Place};
use ficha_json::{Document, Node};
use ficha_model::{Body, Entity, Kind, Original, Path, Pristine, Raw, SourceRecord, canonical_id};
use serde_json::{Map, Value, json};

use crate::ask::{Ask, Encoded};
use crate::dates::ISO_DATE;
use crate::error::{EncodeError, Refusal};
use crate::format::{
    Clear, Coded, Decoded, Detection, Form, Format, FormatSpec, IdFrom, Items, Shape, Wire, custom, kept, list, row,
};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{Said, place};
use crate::ratings::ADULT;
use crate::read::Reader;
use crate::record::keywords::WORDS;
use crate::record::{Piece, Tables, entity, only_read, with_books};
use crate::source::{Payload, Source};
use crate::tavern::assets::mime_of_extension;

const DOCUMENTS: &str = "Voxta_Package.md";
const RUN: &str = "how the app runs the character";

/// A text with templates.
static PROSE: Coded = Coded { name: "text with templates", decode: decode_prose, encode: same, empty: "\"\"" };

fn same(value: &Value, _: Option<Node<'_>>, _: &mut Said<'_>) -> Option<Value> {
    Some(value.clone())
}

fn decode_prose(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    let text = reader.text(node, at).filter(|text| !text.is_empty())?;
    let (plain, others) = placeholders(&text);
    if others {
        let said = format!("{at} holds expressions of Voxta's templates; they are kept as they are.");
        reader.warn(NoteCode::UnknownValue, at, said);
    }
    Some(json!(plain))
}

/// A text with placeholders in place of the two templates that have one; whether there were others.
fn placeholders(text: &str) -> (String, bool) {
    let mut out = String::with_capacity(text.len());
    let mut others = false;
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("{{") {
        out.push_str(before);
        let Some((inside, after)) = behind.split_once("}}") else {
            out.push_str("{{");
            rest = behind;
            continue;
        };
        match inside.trim() {
            name @ ("char" | "user") => out.push_str(&format!("{{{{{name}}}}}")),
            _ => {
                others = true;
                out.push_str("{{");
                out.push_str(inside);
                out.push_str("}}");
            }
        }
        rest = after;
    }
    out.push_str(rest);
    (out, others)
}

#[rustfmt::skip]
const CHARACTER: &[Wire] = &[
    kept("/$type", "the type of the document", DOCUMENTS),
    kept("/Id", "the id of the character", DOCUMENTS),
    kept("/PackageId", "the id of the package", DOCUMENTS),
    row("/Name", "identity.name", Shape::Text, Clear::Empty, DOCUMENTS),
    row("/Label", "identity.nickname", Shape::FilledText, Clear::Empty, DOCUMENTS),
    row("/Version", "identity.characterVersion", Shape::FilledText, Clear::Empty, DOCUMENTS),
    row("/Profile", "identity.description", Shape::Coded(&PROSE), Clear::Empty, DOCUMENTS),
    row("/Description", "persona.appearance", Shape::Coded(&PROSE), Clear::Empty, DOCUMENTS),
    row("/Personality", "persona.personality", Shape::Coded(&PROSE), Clear::Empty, DOCUMENTS),
    row("/Scenario", "persona.scenario", Shape::Coded(&PROSE), Clear::Empty, DOCUMENTS),
    row("/FirstMessage", "greetings.firstMessage", Shape::Coded(&PROSE), Clear::Empty, DOCUMENTS),
    row("/AlternativeFirstMessages", "greetings.alternateGreetings", Shape::Greetings, Clear::Empty, "character-foundry voxta types.ts"),
    row("/MessageExamples", "examples.exampleMessages", Shape::Coded(&PROSE), Clear::Empty, DOCUMENTS),
    row("/SystemPrompt", "prompts.systemPrompt", Shape::Coded(&PROSE), Clear::Empty, DOCUMENTS),
    row("/PostHistoryInstructions", "prompts.postHistoryInstructions", Shape::Coded(&PROSE), Clear::Empty, DOCUMENTS),
    row("/Creator", "attribution.creator", Shape::FilledText, Clear::Empty, DOCUMENTS),
    row("/CreatorNotes", "attribution.creatorNotes", Shape::FilledText, Clear::Empty, DOCUMENTS),
    row("/Tags", "discovery.tags", Shape::TextList, Clear::Empty, DOCUMENTS),
    row("/ExplicitContent", "discovery.rating", Shape::Coded(&ADULT), Clear::To("false"), DOCUMENTS),
    row("/Culture", "identity.culture", Shape::FilledText, Clear::Empty, DOCUMENTS),
    row("/DateCreated", "attribution.createdAt", Shape::Coded(&ISO_DATE), Clear::Remove, DOCUMENTS),
    row("/DateModified", "attribution.updatedAt", Shape::Coded(&ISO_DATE), Clear::Remove, DOCUMENTS),
    custom("/MemoryBooks", &["knowledgeRefs"], DOCUMENTS),
    custom("/Thumbnail", &["media.portrait", "media.assets"], DOCUMENTS),
    kept("/Context", RUN, DOCUMENTS),
    kept("/Instructions", RUN, DOCUMENTS),
    kept("/UserNameOverride", RUN, DOCUMENTS),
    kept("/UserDescriptionOverride", RUN, DOCUMENTS),
    kept("/ImportedFrom", "where the app took the character from", DOCUMENTS),
    kept("/ChatStyle", RUN, DOCUMENTS),
    kept("/EnableThinkingSpeech", RUN, DOCUMENTS),
    kept("/NotifyUserAwayReturn", RUN, DOCUMENTS),
    kept("/TimeAware", RUN, DOCUMENTS),
    kept("/UseMemory", RUN, DOCUMENTS),
    kept("/MaxTokens", RUN, DOCUMENTS),
    kept("/MaxSentences", RUN, DOCUMENTS),
    kept("/SystemPromptOverrideType", RUN, DOCUMENTS),
    kept("/TextToSpeech", "the voices of the character", DOCUMENTS),
    kept("/Scripts", "program code; it is shown, never run", DOCUMENTS),
    kept("/Augmentations", RUN, DOCUMENTS),
    kept("/AppConfiguration", RUN, DOCUMENTS),
    kept("/DefaultScenarios", "scenarios of the app, by id", DOCUMENTS),
    kept("/ClimaxSensitivity", RUN, DOCUMENTS),
    kept("/PleasureDecay", RUN, DOCUMENTS),
];

static SPEC: FormatSpec = FormatSpec {
    id: "voxta",
    platform: "voxta",
    kind: Kind::Character,
    title: "Voxta package",
    reads: &[ContainerId::Zip],
    writes: &[],
    writes_own: &[],
    extensions: &["voxpkg"],
    variants: &[],
    own: false,
    wire: &[CHARACTER],
    private: &[],
    source: DOCUMENTS,
};

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::of(&SPEC));

static ITEMS: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("Id"),
    numbers: false,
    fresh: "{}",
    decode: Some(deleted),
    encode: None,
};

#[rustfmt::skip]
const BOOK: &[Wire] = &[
    row("/Name", "name", Shape::Text, Clear::Empty, DOCUMENTS),
    row("/Description", "description", Shape::FilledText, Clear::Empty, DOCUMENTS),
    list("/Items", "entries", &ITEMS, DOCUMENTS),
    row("/Items/*/Keywords", "entries[].triggers", Shape::Coded(&WORDS), Clear::Empty, DOCUMENTS),
    row("/Items/*/Text", "entries[].content", Shape::Coded(&PROSE), Clear::Empty, DOCUMENTS),
    row("/Items/*/Weight", "entries[].priority", Shape::Number, Clear::Remove, DOCUMENTS),
];

static BOOK_SPEC: FormatSpec = FormatSpec {
    id: "voxta-book",
    platform: "voxta",
    kind: Kind::Lorebook,
    title: "Memory book of a Voxta package",
    reads: &[],
    writes: &[],
    writes_own: &[],
    extensions: &[],
    variants: &[],
    own: false,
    wire: &[BOOK],
    private: &[],
    source: DOCUMENTS,
};

static BOOK_TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::of(&BOOK_SPEC));

/// An item that was deleted stays in the file until the app clears it out; it is off.
fn deleted(row: Node<'_>, at: &str, entry: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let deleted = row.get("Deleted").and_then(|node| reader.flag(node, &format!("{at}/Deleted")));
    if deleted == Some(true) {
        entry.insert("enabled".to_owned(), json!(false));
    }
}

/// The format.
pub(super) struct Package;

/// Documents of one type in folders of one name, with their paths.
fn documents(source: &Source, folder: &str, file: &str, kind: &str) -> Vec<(String, Arc<Payload>)> {
    let entries = source.archive().into_iter().flat_map(|archive| archive.entries());
    let names = entries.map(|entry| entry.name.as_str()).filter(|name| {
        let parts: Vec<&str> = name.split('/').collect();
        matches!(parts[..], [first, _, last] if first == folder && last == file)
    });
    let typed = |payload: &Payload| {
        let found = payload.document.root().get("$type");
        found.is_some_and(|found| found.as_str().is_some_and(|found| found == kind))
    };
    names
        .filter_map(|name| Some((name.to_owned(), source.entry_document(name).ok().filter(|found| typed(found))?)))
        .collect()
}

fn characters(source: &Source) -> Vec<(String, Arc<Payload>)> {
    documents(source, "Characters", "character.json", "character")
}

impl Format for Package {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        source.archive()?;
        let found = !characters(source).is_empty();
        found.then_some(Detection { confidence: 1.0, because: "it holds a character of Voxta" })
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        let books = documents(source, "Books", "book.json", "book");
        let (mut owners, mut others): (Vec<Entity>, Vec<Entity>) = (Vec::new(), Vec::new());
        for (path, payload) in characters(source) {
            notes.extend(payload.notes.iter().filter(|_| !owners.is_empty()).cloned());
            let first = owners.is_empty();
            let character = character(&path, &payload, source, first, notes);
            let ids: Vec<String> = payload
                .document
                .at("/MemoryBooks")
                .into_iter()
                .flat_map(|list| list.items())
                .filter_map(|id| Some(id.as_str()?.into_owned()))
                .collect();
            let linked = ids.iter().filter_map(|id| {
                let found = books.iter().find(|(_, book)| {
                    let own = book.document.root().get("Id");
                    own.is_some_and(|own| own.as_str().is_some_and(|own| own.eq_ignore_ascii_case(id)))
                });
                if found.is_none() {
                    let text = format!("The memory book {id} is not in the package.");
                    notes.warn(NoteCode::MissingRequired, Place::entry(&path), text);
                }
                found.map(|(path, book)| memory_book(path, book, source, &character, notes))
            });
            let linked: Vec<Entity> = linked.collect();
            let mut all = with_books(character, linked).into_iter();
            owners.extend(all.next());
            others.extend(all.filter(|book| !others.iter().any(|known| known.id == book.id)).collect::<Vec<_>>());
        }
        if owners.is_empty() {
            let what = "this is no package of Voxta, or it holds no character".to_owned();
            return Err(Refusal::UnknownFormat { what, place: source.place() });
        }
        Ok(Decoded { entities: owners.into_iter().chain(others).collect(), blobs: Vec::new() })
    }

    fn encode(&self, _: &Entity, _: &Ask<'_>, _: &mut Notes) -> Result<Encoded, EncodeError> {
        Err(only_read(&SPEC))
    }

    fn embedded(&self, kind: Kind) -> Option<&'static FormatSpec> {
        (kind == Kind::Lorebook).then_some(&BOOK_SPEC)
    }

    fn roots(&self, _: &Document) -> Roots {
        Roots::plain()
    }
}

fn character(path: &str, payload: &Payload, source: &Source, first: bool, notes: &mut Notes) -> Entity {
    let document = &payload.document;
    let mut reader = Reader::new(Place::entry(path), notes);
    let mut body = TABLES.body(document, &Roots::plain(), &mut reader);
    greetings(&mut body);
    pictures(path, source, &mut body);
    let mut unmapped = Map::new();
    unmapped.insert("carrier".to_owned(), json!(path));
    let piece = Piece {
        format: SPEC.id,
        kind: Kind::Character,
        body,
        raw: Raw(document.strict_text()),
        unmapped,
        pointer: (!first).then(|| path.to_owned()),
        file_format: None,
    };
    entity(piece, source)
}

/// Templates of greetings, which the table reads as they are.
fn greetings(body: &mut Map<String, Value>) {
    let rows = body.get_mut("greetings").and_then(|greetings| greetings.get_mut("alternateGreetings"));
    for row in rows.and_then(Value::as_array_mut).into_iter().flatten() {
        let text = row.get("text").and_then(Value::as_str).map(|text| placeholders(text).0);
        if let (Some(text), Value::Object(row)) = (text, row) {
            row.insert("text".to_owned(), json!(text));
        }
    }
}

/// The thumbnail as portrait, the avatars as expressions.
fn pictures(path: &str, source: &Source, body: &mut Map<String, Value>) {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut assets = Vec::new();
    for entry in source.archive().into_iter().flat_map(|archive| archive.entries()) {
        let Some(rest) = entry.name.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')) else { continue };
        let Some((stem, extension)) = rest.rsplit_once('.') else { continue };
        let Some(mime) = mime_of_extension(extension).filter(|mime| mime.starts_with("image/")) else { continue };
        let reference = format!("embeded://{}", entry.name);
        if stem == "thumbnail" {
            let portrait = json!({"role": "portrait", "primary": true, "ref": reference, "mime": mime});
            place(body, "media.portrait", portrait);
        } else if let Some(name) = stem.strip_prefix("Assets/Avatars/") {
            let label = name.rsplit_once('/').map_or(name, |(_, label)| label);
            assets.push(json!({"role": "emotion", "label": label, "ref": reference, "mime": mime}));
        }
    }
    if !assets.is_empty() {
        place(body, "media.assets", Value::Array(assets));
    }
}

fn memory_book(path: &str, payload: &Payload, source: &Source, owner: &Entity, notes: &mut Notes) -> Entity {
    notes.extend(payload.notes.iter().cloned());
    let document = &payload.document;
    let body = BOOK_TABLES.body(document, &Roots::plain(), &mut Reader::new(Place::entry(path), notes));
    let body = Body::from(Value::Object(body));
    let name = body.get(&Path::of("name")).and_then(Value::as_str).filter(|name| !name.trim().is_empty());
    let id = canonical_id(&name.map_or_else(|| format!("{} lorebook", owner.name()), str::to_owned));
    let mut book = Entity::new(Kind::Lorebook, id, body);
    let pristine = Pristine(Some(book.body.clone()));
    let raw = Some(Raw(document.strict_text()));
    book.original.insert(BOOK_SPEC.id.to_owned(), Original { raw, pristine, ..Original::default() });
    let record = owner.source.clone().unwrap_or_default();
    book.source = Some(SourceRecord { pointer: Some(path.to_owned()), ..record });
    debug_assert_eq!(source.container(), ContainerId::Zip);
    book
}
