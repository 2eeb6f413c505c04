//! Characters: cards with Lumiverse's own extensions, and its archive of card, modules and pictures.
//!
//! A card that left Lumiverse as JSON or PNG has its extensions taken out and is a plain card; those that still have
//! them, and archives with modules, are this format's. The common ground reads and writes the card; what Lumiverse
//! adds (variants, expressions, several books) is put beside it here: in the extensions of a text or picture, in the
//! modules of an archive.

mod extras;
mod modules;
mod variants;
mod wire;

use bytes::Bytes;
use ficha_container::ContainerId;
use ficha_container::archive::Archive;
use ficha_json::{Document, Style};
use ficha_model::{Entity, Kind, Link, Original, Path, Pristine, Raw, SourceRecord, canonical_id};
use serde_json::{Value, json};

use self::extras::{Extras, Files};
use super::{lorebook, regex};
use crate::ask::{Ask, Encoded};
use crate::carrier;
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec, Variant};
use crate::handmade;
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::read::Reader;
use crate::record::ids::make_free;
use crate::source::Source;
use crate::tavern::layout::Layout;
use crate::tavern::lineage::{CardFormat, Lineage};
use crate::tavern::rules::RuleList;
use crate::tavern::{decode, regex as card_regex, version};

static CARD: Lineage = Lineage {
    entries: &[modules::ENTRY, "assets/"],
    skeleton,
    rules: &[&card_regex::IN_CARD, &IN_MODULES],
    ..Lineage::of(&wire::SPEC, detect)
};

/// The scripts among the modules.
static IN_MODULES: RuleList = RuleList {
    key: "/data/extensions/lumiverse_modules/regex_scripts",
    spec: &regex::IN_MODULES,
    tables: &regex::MODULE_TABLES,
};

/// The key under which an original says that the card had no extensions of its own.
const BARE: &str = "bare";

/// The books among the modules, below their key.
const BOOKS: &str = "/world_books";

/// A card made anew names no world book of any account, and by that it is known.
fn skeleton(version: Variant, style: Style) -> String {
    let plain = version::skeleton(version, style);
    let Ok(document) = Document::parse(plain.as_str(), &ficha_json::Limits::default()) else { return plain };
    let mut edit = document.edit();
    edit.set("/data/extensions/world_book_ids", &json!([]));
    edit.finish()
}

fn detect(source: &Source) -> Option<Detection> {
    let document = &source.payload()?.document;
    let (layout, _) = Layout::of(document)?;
    if let Some(archive) = source.archive() {
        let has = |name: &str| archive.find(name).is_some_and(|entry| entry.name == name);
        if has(modules::ENTRY) {
            return Some(Detection { confidence: 1.0, because: "it holds Lumiverse's modules beside the card" });
        }
        if has("module.risum") {
            return None;
        }
        return has_fingerprint(document, &layout)
            .then_some(Detection { confidence: 0.96, because: "the card in the archive has Lumiverse's extensions" });
    }
    has_fingerprint(document, &layout)
        .then_some(Detection { confidence: 0.95, because: "the card has Lumiverse's extensions" })
}

/// Keys of `extensions` Lumiverse keeps, each in the shape it has there.
fn has_fingerprint(document: &Document, layout: &Layout) -> bool {
    let Some((extensions, _)) = layout.find(document, "/data/extensions") else { return false };
    let object = |key: &str| extensions.get(key).is_some_and(|node| node.is_object());
    let list = |key: &str| extensions.get(key).is_some_and(|node| node.is_array());
    object("expressions")
        || object("expression_groups")
        || object("alternate_fields")
        || list("alternate_avatars")
        || object("lumiverse_image_gen_lora")
        || extensions.get("alternate_character_name").is_some_and(|node| node.is_string())
        || list("world_book_ids")
        || list("databank_ids")
        || extensions.get("ttsVoice").is_some()
}

/// The format.
pub(super) struct Character;

impl Format for Character {
    fn spec(&self) -> &'static FormatSpec {
        &wire::SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        detect(source)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        let Some(payload) = source.payload() else { return CardFormat(&CARD).decode(source, notes) };
        let whole = with_modules(source, &payload.document, notes);
        let (document, bare) = match &whole {
            Some((document, bare)) => (document, *bare),
            None => (&payload.document, false),
        };
        let mut decoded = decode::decode_document(&CARD, source, document, notes)?;
        let Some((layout, _)) = Layout::of(document) else { return Ok(decoded) };
        let files = source.archive().map_or(Files::Nowhere, Files::Archive);
        let extras = Extras::read(document, &layout, files);
        if let Some(main) = decoded.entities.first_mut() {
            extras.place(&mut main.body);
            if let Some(original) = main.original.get_mut(wire::ID).filter(|_| bare) {
                original.unmapped.insert(BARE.to_owned(), json!(true));
            }
        }
        take_books(document, &layout, source, &mut decoded, notes);
        Ok(decoded)
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        let has_original = entity.original.get(wire::ID).is_some_and(|original| original.raw.is_some());
        let mut card = entity.clone();
        if !has_original {
            if entity.body.list("variants").is_empty() {
                return CardFormat(&CARD).encode(entity, ask, notes);
            }
            let fresh = carrier::parse_own(skeleton(Variant::V3, Style::Pretty(4)), wire::ID)?;
            let by_hand = handmade::laid_on(&fresh, entity, &wire::SPEC, &Roots::plain());
            card.native_edits.shift_remove(wire::ID);
            let raw = Some(Raw(by_hand.map_or_else(|| fresh.text().clone(), Into::into)));
            card.original.insert(wire::ID.to_owned(), Original { raw, ..Original::default() });
        }
        let Some(base) = carrier::base(&card, wire::ID, &mut Notes::new())? else {
            return CardFormat(&CARD).encode(entity, ask, notes);
        };
        let Some((layout, _)) = Layout::of(&base.raw) else { return CardFormat(&CARD).encode(entity, ask, notes) };
        let own = carrier::own_container(entity, wire::ID);
        let into_archive = ask.container.or(own).is_some_and(modules::has_room);
        let file = carrier::source_file(entity, ask).filter(|_| own.is_some_and(modules::has_room));
        let archive = file.as_ref().and_then(|file| Archive::read(file, &carrier::own_limits()).ok());
        let files = match (&archive, own.is_some_and(modules::has_room)) {
            (Some(archive), _) => Files::Archive(archive),
            (None, true) => Files::Unseen,
            (None, false) => Files::Nowhere,
        };
        let mut change = extras::Change::of(base.document(), &layout, files, into_archive);
        change.extras(&mut card, ask, notes)?;
        let mut linked: Vec<Entity> = ask.linked.to_vec();
        put_books(base.document(), &layout, &mut card, &mut linked, &mut change, ask, notes)?;
        let (ops, pictures) = change.finish();
        if !ops.is_empty() {
            card.native_edits.entry(wire::ID.to_owned()).or_default().extend(ops);
        }
        let bare = base.unmapped.get(BARE) == Some(&Value::Bool(true));
        let encoded = CardFormat(&CARD).encode(&card, &Ask { linked: &linked, ..*ask }, notes)?;
        if !modules::has_room(encoded.container) || file.as_ref().is_some_and(|file| *file == encoded.bytes) {
            return Ok(encoded);
        }
        let source = file.as_deref().filter(|_| !ask.rewrite && own == Some(encoded.container));
        let bytes = modules::part(&encoded.bytes, source, bare, &pictures)?;
        Ok(Encoded { bytes: bytes.into(), ..encoded })
    }

    fn embedded(&self, kind: Kind) -> Option<&'static FormatSpec> {
        CardFormat(&CARD).embedded(kind)
    }

    fn roots(&self, document: &Document) -> Roots {
        CardFormat(&CARD).roots(document)
    }
}

/// The card of an archive with its modules in it, when there are any that can be read.
fn with_modules(source: &Source, card: &Document, notes: &mut Notes) -> Option<(Document, bool)> {
    let archive = source.archive()?;
    let entry = archive.find(modules::ENTRY).filter(|entry| entry.name == modules::ENTRY)?;
    let (layout, _) = Layout::of(card)?;
    let read = archive.inflate(source.bytes(), entry, source.limits()).ok();
    let text = read.and_then(|bytes| String::from_utf8(bytes).ok());
    let modules = text.and_then(|text| Document::parse(text, &source.limits().json).ok());
    let Some(modules) = modules.filter(|modules| modules.root().is_object()) else {
        let place = ficha_container::Place::entry(modules::ENTRY);
        notes.warn(NoteCode::ForeignPart, place, "The modules beside the card cannot be read; they are kept.");
        return None;
    };
    let (text, bare) = modules::put_in(card, &layout, &modules)?;
    Some((Document::parse(text, &source.limits().json).ok()?, bare))
}

/// The books among the modules take the place of the one in the card, which is made from them.
fn take_books(document: &Document, layout: &Layout, source: &Source, decoded: &mut Decoded, notes: &mut Notes) {
    let list = format!("{}{BOOKS}", layout.locate(modules::KEY));
    let rows = document.at(&list).into_iter().flat_map(|list| list.items()).enumerate();
    let mut books = Vec::new();
    for (index, node) in rows.filter(|(_, row)| row.get("entries").is_some()) {
        let at = format!("{list}/{index}");
        let Ok(alone) = Document::parse(node.raw(), &source.limits().json) else { continue };
        let mut reader = Reader::new(ficha_container::Place::entry(modules::ENTRY), notes);
        let body = lorebook::LOREBOOK.body(&alone, &mut reader);
        let body = ficha_model::Body::from(Value::Object(body));
        let name = body.text("name").filter(|name| !name.trim().is_empty()).unwrap_or("lorebook").to_owned();
        let mut book = Entity::new(Kind::Lorebook, canonical_id(&name), body);
        let pristine = Pristine(Some(book.body.clone()));
        let raw = Some(Raw(node.raw().into()));
        let id = lorebook::LOREBOOK.spec.id;
        book.original.insert(id.to_owned(), Original { raw, pristine, ..Original::default() });
        book.source = Some(SourceRecord {
            format: wire::ID.to_owned(),
            container: source.container().word().to_owned(),
            file_name: source.file_name().map(str::to_owned),
            pointer: Some(at),
            ..SourceRecord::default()
        });
        books.push(book);
    }
    if books.is_empty() {
        return;
    }
    make_free(&mut books);
    decoded.entities.retain(|entity| entity.kind != Kind::Lorebook);
    let links: Vec<Value> = books.iter().map(|book| Link::Entity(book.id.clone()).to_value()).collect();
    if let Some(main) = decoded.entities.first_mut() {
        main.body.set(&Path::of("knowledgeRefs"), Value::Array(links));
    }
    let behind = decoded.entities.len().min(1);
    decoded.entities.splice(behind..behind, books);
}

/// Writes the books of a card whose modules hold them; the book in the card stays as it is.
fn put_books(
    document: &Document,
    layout: &Layout,
    card: &mut Entity,
    linked: &mut Vec<Entity>,
    change: &mut extras::Change<'_>,
    ask: &Ask<'_>,
    notes: &mut Notes,
) -> Result<(), EncodeError> {
    let list = format!("{}{BOOKS}", layout.locate(modules::KEY));
    if document.at(&list).is_none_or(|list| list.is_empty()) {
        return Ok(());
    }
    let mut rows = Vec::new();
    for value in card.body.list("knowledgeRefs") {
        let Some(Link::Entity(id)) = Link::from_value(value) else { continue };
        let book = ask.linked.iter().find(|other| other.kind == Kind::Lorebook && other.id == id);
        let book = book.ok_or_else(|| EncodeError::MissingLink { address: format!("lorebook/{id}") })?;
        rows.push(book_value(book, document, &list, ask, notes)?);
    }
    change.books(rows);
    // The card's own copy of the books is left alone.
    let mut plain = Notes::new();
    let own = Source::open(Bytes::copy_from_slice(document.strict_text().as_bytes()), None, &carrier::own_limits())
        .and_then(|source| CardFormat(&CARD).decode(&source, &mut plain));
    let book = own.ok().and_then(|own| own.entities.into_iter().find(|entity| entity.kind == Kind::Lorebook));
    let path = Path::of("knowledgeRefs");
    match book {
        Some(mut book) => {
            book.id = format!("{}-in-the-card", book.id);
            card.body.set(&path, json!([Link::Entity(book.id.clone()).to_value()]));
            linked.push(book);
        }
        None => {
            card.body.remove(&path);
        }
    }
    Ok(())
}

/// A book as the modules hold it: its own row with its edits, or one made anew.
fn book_value(
    book: &Entity,
    document: &Document,
    list: &str,
    ask: &Ask<'_>,
    notes: &mut Notes,
) -> Result<Value, EncodeError> {
    let id = lorebook::LOREBOOK.spec.id;
    let own = book.original.get(id).and_then(|original| original.raw.as_ref());
    let row = document
        .at(list)
        .into_iter()
        .flat_map(|list| list.items())
        .find(|row| own.is_some_and(|own| row.raw() == &*own.0));
    let Some(row) = row else {
        let mut alone = book.clone();
        alone.source = None;
        let made = lorebook::LOREBOOK.encode(
            &alone,
            &Ask { container: Some(ContainerId::Json), variant: None, ..*ask },
            &mut Notes::new(),
        )?;
        let text = String::from_utf8_lossy(&made.bytes).into_owned();
        return Ok(carrier::parse_own(text, id)?.root().to_value());
    };
    let alone = carrier::parse_own(row.raw().to_owned(), id)?;
    let before = lorebook::LOREBOOK.quiet_body(&alone);
    let mut value = row.to_value();
    let bodies = (before.value(), book.body.value());
    let writes = lorebook::LOREBOOK.writes_at(bodies, &alone, &Roots::plain(), Some(&book.address()), notes);
    writes.apply_to(&mut value);
    Ok(value)
}
