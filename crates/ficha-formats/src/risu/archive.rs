//! A card with its module: a charx of RisuAI holds lore and rules in `module.risum`, and that is what RisuAI uses.
//!
//! The module's lore is the card's book here too, and its rules are a set. `character_book` in the card is a copy for
//! other apps: one that agrees with the module follows it, another stays as it is, with a note. A card that leaves its
//! archive takes lore, rules and triggers along inside itself.

use bytes::Bytes;
use ficha_container::archive::{Archive, EntryEdit};
use ficha_container::risu::module::Module;
use ficha_container::{ContainerId, Place};
use ficha_json::{Document, Node, Op};
use ficha_model::{Entity, Kind, Link, Original, Path, Pristine, Raw, SourceRecord, canonical_id};
use serde_json::{Value, json};

use super::card::LINEAGE;
use super::follow::{agrees, followed};
use super::rows::{Lanes, Place as ListPlace};
use super::{adapt, lorebook, regex};
use crate::ask::{Ask, Encoded};
use crate::carrier;
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::Writes;
use crate::read::Reader;
use crate::record::{Record, merged};
use crate::source::Source;
use crate::tavern::layout::Layout;
use crate::tavern::lineage::CardFormat;
use crate::tavern::{book, card, linked, rules, version};

/// The entry of the module.
pub(super) const MODULE: &str = "module.risum";
/// Its lore.
const LORE: &str = "/module/lorebook";
/// Its rules.
const RULES: &str = "/module/regex";
/// The list of rules SillyTavern keeps in a card.
const SCRIPTS: &str = "/regex_scripts";

/// Linked entities, each with its place in the list of links.
type Linked<'a> = Vec<(usize, &'a Entity)>;

const CARD: CardFormat = CardFormat(&LINEAGE);

/// The format.
pub(super) struct RisuCard;

impl Format for RisuCard {
    fn spec(&self) -> &'static FormatSpec {
        CARD.spec()
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        CARD.detect(source)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        let mut decoded = CARD.decode(source, notes)?;
        match source.entry_bytes(MODULE).and_then(|bytes| json_of(&bytes, source)) {
            Ok(module) => take_over(&mut decoded, &module, source, notes),
            Err(Refusal::NoCard { .. }) => {}
            Err(refusal) => {
                let text = format!("{MODULE} is kept and cannot be read: {refusal}. The lore of the card is used.");
                notes.warn(NoteCode::ForeignPart, Place::entry(MODULE), text);
            }
        }
        Ok(decoded)
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        let home = Home::of(entity, ask);
        let container = ask.container.or(carrier::own_container(entity, LINEAGE.id()));
        if let (Some(home), Some(ContainerId::Zip | ContainerId::JpegZip)) = (&home, container) {
            return home.stays(entity, ask, notes);
        }
        let ask = Ask { whole: Some(ask.whole.unwrap_or(entity)), ..*ask };
        let entity = adapt::signed(entity, &ask);
        match home {
            Some(home) => CARD.encode(&home.leaves(&entity), &ask, notes),
            None => CARD.encode(&entity, &ask, notes),
        }
    }

    fn embedded(&self, kind: Kind) -> Option<&'static FormatSpec> {
        CARD.embedded(kind)
    }

    fn roots(&self, document: &Document) -> Roots {
        CARD.roots(document)
    }
}

/// The JSON of a module.
fn json_of(bytes: &[u8], source: &Source) -> Result<Document, Refusal> {
    let json = Module::read(bytes)?.json(bytes);
    let (text, _) = ficha_container::payload::decode_json_bytes(&json)?;
    Ok(Document::parse(text.into_owned(), &source.limits().json)?)
}

/// A list of the module as a linked entity that is an original of its own format.
fn piece(
    record: &Record,
    text: String,
    at: &str,
    id: String,
    card: &SourceRecord,
    notes: &mut Notes,
) -> Option<Entity> {
    let document = Document::parse(text, &carrier::own_limits().json).ok()?;
    let body = record.body(&document, &mut Reader::new(Place::entry(MODULE), notes));
    let mut entity = Entity::new(record.spec.kind, id, Value::Object(body).into());
    let pristine = Pristine(Some(entity.body.clone()));
    let original = Original { raw: Some(Raw(document.strict_text())), pristine, ..Original::default() };
    entity.original.insert(record.spec.id.to_owned(), original);
    entity.source = Some(SourceRecord { pointer: Some(at.to_owned()), ..card.clone() });
    Some(entity)
}

/// The text of a lorebook file around a list of lore.
fn around(list: Node<'_>) -> String {
    format!("{{\"type\":\"risu\",\"ver\":1,\"data\":{}}}", list.raw())
}

/// Puts what the module says in the place of what the card says.
fn take_over(decoded: &mut Decoded, module: &Document, source: &Source, notes: &mut Notes) {
    let Some((main, others)) = decoded.entities.split_first() else { return };
    let (mut main, mut others) = (main.clone(), others.to_vec());
    let Some(record) = main.source.clone() else { return };
    let name = main.name().to_owned();
    let filled = |at: &str| module.at(at).filter(|list| list.is_array());
    if let Some(list) = filled(LORE) {
        note_other_book(list, source, notes);
        others.retain(|other| other.kind != Kind::Lorebook);
        let id = canonical_id(&format!("{name} lorebook"));
        let rows = !list.is_empty();
        let book = rows.then(|| piece(&lorebook::FORMAT, around(list), LORE, id, &record, notes)).flatten();
        link(&mut main, "knowledgeRefs", book.iter());
        others.splice(0..0, book);
    }
    if let Some(list) = filled(RULES) {
        others.retain(|other| other.kind != Kind::Regex || is_at(other, SCRIPTS));
        let id = canonical_id(&format!("{name} regex"));
        let rows = !list.is_empty();
        let set = rows.then(|| piece(&regex::FORMAT, list.raw().to_owned(), RULES, id, &record, notes)).flatten();
        for other in others.iter_mut().filter(|other| set.as_ref().is_some_and(|set| is_named(other, set))) {
            other.id = format!("{}-2", other.id);
        }
        let sets = set.iter().chain(others.iter().filter(|other| other.kind == Kind::Regex));
        link(&mut main, "behaviorRefs", sets);
        let place = others.iter().position(|other| other.kind == Kind::Regex).unwrap_or(others.len());
        others.splice(place..place, set);
    }
    if let Some(original) = main.original.get_mut(LINEAGE.id()) {
        original.pristine = Pristine(Some(main.body.clone()));
    }
    decoded.entities = std::iter::once(main).chain(others).collect();
}

fn is_named(other: &Entity, set: &Entity) -> bool {
    other.kind == set.kind && other.id == set.id
}

fn is_at(entity: &Entity, end: &str) -> bool {
    entity.source.as_ref().and_then(|source| source.pointer.as_deref()).is_some_and(|at| at.ends_with(end))
}

fn link<'a>(main: &mut Entity, list: &str, to: impl Iterator<Item = &'a Entity>) {
    let links: Vec<Value> = to.map(|entity| Link::Entity(entity.id.clone()).to_value()).collect();
    let path = Path::default().key(list);
    match links.is_empty() {
        true => {
            main.body.remove(&path);
        }
        false => {
            main.body.set(&path, Value::Array(links));
        }
    }
}

fn note_other_book(lore: Node<'_>, source: &Source, notes: &mut Notes) {
    let Some(payload) = source.payload() else { return };
    let Some((layout, _)) = Layout::of(&payload.document) else { return };
    let Some((node, at)) = book::find(&payload.document, &layout) else { return };
    if !agrees(lore, node) {
        let text = "The card holds another book than the module. RisuAI uses the module's, and so does this reading; both are kept.";
        notes.warn(NoteCode::MirrorDiffers, Place { pointer: Some(at), ..payload.place() }, text);
    }
}

/// The rules of several sets behind each other.
fn merged_rules(first: &Entity, others: &[(usize, &Entity)], notes: &mut Notes) -> Value {
    let text = "A module has one list of rules; the sets stand in it behind each other.";
    let mut rules = first.body.list("rules").to_vec();
    for (index, other) in others {
        notes.explain(Path::default().key("behaviorRefs").index(*index), NoteCode::MergedBooks, text);
        for rule in other.body.list("rules") {
            let path = Path::default().key("rules").index(rules.len());
            notes.explain_in(first.address().as_str(), path, NoteCode::MergedBooks, text);
            let mut rule = rule.clone();
            if let Value::Object(rule) = &mut rule {
                rule.insert("id".to_owned(), json!(format!("{index}#{}", rules.len())));
            }
            rules.push(rule);
        }
    }
    json!({"rules": rules})
}

/// The archive a card came in, with its module.
struct Home {
    bytes: Vec<u8>,
    module: Document,
}

impl Home {
    fn of(entity: &Entity, ask: &Ask<'_>) -> Option<Home> {
        let own = carrier::own_container(entity, LINEAGE.id())?;
        matches!(own, ContainerId::Zip | ContainerId::JpegZip).then_some(())?;
        let file: Bytes = carrier::source_file(entity, ask)?;
        let limits = carrier::own_limits();
        let archive = Archive::read(&file, &limits).ok()?;
        let bytes = archive.inflate(&file, archive.find(MODULE)?, &limits).ok()?;
        let json = Module::read(&bytes).ok()?.json(&bytes);
        let (text, _) = ficha_container::payload::decode_json_bytes(&json).ok()?;
        let module = Document::parse(text.into_owned(), &limits.json).ok()?;
        Some(Home { bytes, module })
    }

    /// The card outside of its archive: what only the module says goes into it.
    fn leaves(&self, entity: &Entity) -> Entity {
        let mut entity = entity.clone();
        let triggers = self.module.at("/module/trigger").filter(|list| list.is_array() && !list.is_empty());
        let at = "/data/extensions/risuai/triggerscript";
        let raw = entity.original.get(LINEAGE.id()).and_then(|original| original.raw.as_ref());
        let card = raw.and_then(|raw| Document::parse(raw.0.clone(), &carrier::own_limits().json).ok());
        let has_own = card.as_ref().is_none_or(|card| card.at(at).is_some_and(|list| !list.is_empty()));
        if let (Some(triggers), false) = (triggers, has_own) {
            let add = Op::Add { path: at.to_owned(), value: triggers.to_value() };
            entity.native_edits.entry(LINEAGE.id().to_owned()).or_default().push(add);
        }
        entity
    }

    /// The card in its archive: lore and rules go into the module, the card's copy of the lore follows.
    fn stays(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        let books = linked::resolve(entity, "knowledgeRefs", Kind::Lorebook, ask, notes)?;
        let sets = linked::resolve(entity, "behaviorRefs", Kind::Regex, ask, notes)?;
        let (scripts, sets): (Linked<'_>, Linked<'_>) = sets.into_iter().partition(|(_, set)| is_at(set, SCRIPTS));
        let mut writes = Writes::default();
        let holds = |at: &str| self.module.at(at).is_some_and(Node::is_array);
        let lore = holds(LORE).then(|| self.list(&lorebook::LANES, LORE, &books, notes, &mut writes));
        let lore_changed = !writes.is_empty();
        if holds(RULES) {
            let after = self.list(&regex::LANES, RULES, &sets, notes, &mut writes);
            drop(after);
        }
        let (inner, at_hand) = self.inner(entity, lore.filter(|_| lore_changed), &scripts, notes);
        let copies: Vec<String> = at_hand.iter().map(Entity::address).collect();
        let at_hand: Vec<Entity> = at_hand.into_iter().chain(ask.linked.iter().cloned()).collect();
        let whole = Some(ask.whole.unwrap_or(entity));
        // What the card's copies cannot say, the module says: nobody reads them.
        let mut said = Notes::new();
        let encoded = CARD.encode(&inner, &Ask { linked: &at_hand, whole, ..*ask }, &mut said)?;
        notes.take_over_without(said, &copies);
        if writes.is_empty() {
            return Ok(encoded);
        }
        let json = version::edited(&self.module, writes);
        let module = Module::read(&self.bytes)?.with_json(&self.bytes, json.as_bytes())?;
        let archive = Archive::read(&encoded.bytes, &carrier::own_limits())?;
        let edit = EntryEdit::Replace { name: MODULE.to_owned(), bytes: module };
        let bytes = archive.rewrite(&encoded.bytes, &[edit])?.into();
        Ok(Encoded { bytes, ..encoded })
    }

    /// What a list of the module says before and after, with its changes put to the others.
    fn list(
        &self,
        lanes: &Lanes,
        at: &str,
        entities: &[(usize, &Entity)],
        notes: &mut Notes,
        writes: &mut Writes,
    ) -> (Value, Value) {
        let before = self.said(lanes, at);
        let (after, address) = match entities.split_first() {
            None => (json!({}), None),
            Some(((_, first), [])) => (first.body.value().clone(), Some(first.address())),
            Some(((_, first), others)) => {
                let whole = if at == LORE { merged(first, others, notes) } else { merged_rules(first, others, notes) };
                (whole, Some(first.address()))
            }
        };
        let stays = |list: Node<'_>| list.items().any(|row| !row.is_object());
        let (links, text) = match at == LORE {
            true => ("knowledgeRefs", "A module holds lore; a book without any leaves nothing in it."),
            false => ("behaviorRefs", "A module holds rules; a set without any leaves nothing in it."),
        };
        if let (Some((index, _)), true) = (entities.first(), lanes.is_empty(&after))
            && !self.module.at(at).is_some_and(stays)
        {
            notes.explain(Path::default().key(links).index(*index), NoteCode::NoPlace, text);
        }
        let place = ListPlace { list: self.module.at(at), at, address: address.as_deref() };
        lanes.overlay(&before, &after, &place, notes, writes);
        (before, after)
    }

    fn said(&self, lanes: &Lanes, at: &str) -> Value {
        let mut quiet = Notes::new();
        let mut body = serde_json::Map::new();
        if let Some(list) = self.module.at(at) {
            lanes.decode(list, at, &mut body, &mut Reader::muted(&mut quiet));
        }
        Value::Object(body)
    }

    /// The card with links to what it says itself, so that the common ground finds it unchanged where only the module
    /// changed; and those entities. `lore`: the module's lore before and after, when it changed.
    fn inner(
        &self,
        entity: &Entity,
        lore: Option<(Value, Value)>,
        scripts: &[(usize, &Entity)],
        notes: &mut Notes,
    ) -> (Entity, Vec<Entity>) {
        let mut inner = entity.clone();
        let raw = entity.original.get(LINEAGE.id()).and_then(|original| original.raw.as_ref());
        let card = raw.and_then(|raw| Document::parse(raw.0.clone(), &carrier::own_limits().json).ok());
        let Some((card, record)) = card.zip(entity.source.clone()) else { return (inner, Vec::new()) };
        let Some((layout, _)) = Layout::of(&card) else { return (inner, Vec::new()) };
        let mut quiet = Notes::new();
        let mut reader = Reader::muted(&mut quiet);
        let mut at_hand = Vec::new();
        if self.module.at(LORE).is_some_and(Node::is_array) {
            let (mut books, _) = card::split_book(&card, &layout, "card", &record, &mut reader);
            let agrees = self
                .module
                .at(LORE)
                .zip(book::find(&card, &layout))
                .is_some_and(|(lore, (node, _))| agrees(lore, node));
            match (lore, agrees) {
                (Some((_, after)), true) if after.get("entries").is_none() => books.clear(),
                (Some((before, after)), true) => {
                    if let (Some(copy), Some(list)) = (books.first_mut(), self.module.at(LORE)) {
                        copy.body = followed(&copy.body, list, &before, &after).into();
                    }
                }
                (Some(_), false) if !books.is_empty() => {
                    let text = "The card holds another book than the module; it stays as it is.";
                    notes.info(NoteCode::MirrorDiffers, Place::pointer("/data/character_book"), text);
                }
                (Some(_) | None, _) => {}
            }
            link(&mut inner, "knowledgeRefs", books.iter());
            at_hand.extend(books);
        }
        if self.module.at(RULES).is_some_and(Node::is_array) {
            let (sets, _) = rules::split(LINEAGE.rules, &card, &layout, "card", &record, &mut reader);
            let own: Vec<Entity> = sets.into_iter().filter(|set| !is_at(set, SCRIPTS)).collect();
            link(&mut inner, "behaviorRefs", own.iter().chain(scripts.iter().map(|(_, set)| *set)));
            at_hand.extend(own);
        }
        (inner, at_hand)
    }
}
