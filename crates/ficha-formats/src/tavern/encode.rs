//! Writing a card: a copy, an edit in place ([`in_place`]), or a carrier built anew ([`anew`]).
//!
//! An unedited entity leaves to its own container as the same bytes. An edited one differs only where it was edited
//! and keeps the set of card chunks it came with. A card from elsewhere, one that gained a field its version lacks,
//! or one asked to be clean is built anew; a PNG then holds the full V3 text and a valid V2 copy.

mod anew;
mod in_place;

use bytes::Bytes;
use ficha_container::{ContainerId, Place};
use ficha_json::{Document, Style};
use ficha_model::{Body, Entity, Kind, Path};
use serde_json::{Value, json};

use super::assets::Pictures;
use super::edit::{self, BookChange, Target};
use super::layout::Layout;
use super::lineage::Lineage;
use super::pictures::{self, Entries, Plan};
use super::rules::ListChange;
use super::{book, card, linked, rules};
use crate::ask::{Ask, Encoded};
use crate::carrier::{self, Base};
use crate::error::EncodeError;
use crate::format::{FormatSpec, Variant};
use crate::handmade;
use crate::media;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{State, state};
use crate::read::Reader;

/// What becomes of the linked entities a payload holds.
struct LinkedChange<'a> {
    book: BookChange<'a>,
    rules: Vec<ListChange>,
}

/// Everything one export knows.
struct Export<'a> {
    lineage: &'static Lineage,
    entity: &'a Entity,
    ask: &'a Ask<'a>,
    /// The original, or an empty card when there is none.
    base: Base,
    /// Whether there is an original.
    has_original: bool,
    layout: Layout,
    before: Body,
    container: ContainerId,
    /// The file the entity came in, when it came in this format and container.
    file: Option<Bytes>,
}

/// The file of a character.
///
/// # Errors
/// When the container or version cannot be had, a linked entity is missing, or there is no picture for a picture file.
pub(super) fn encode(
    lineage: &'static Lineage,
    entity: &Entity,
    ask: &Ask<'_>,
    notes: &mut Notes,
) -> Result<Encoded, EncodeError> {
    let said_once = said_once(lineage.id(), entity, notes);
    let ask = &Ask { whole: Some(ask.whole.unwrap_or(entity)), ..*ask };
    let entity = said_once.as_ref().unwrap_or(entity);
    let export = prepare(lineage, entity, ask, notes)?;
    let books = linked::resolve(entity, "knowledgeRefs", Kind::Lorebook, ask, notes)?;
    let adapt = |book: &Entity, notes: &mut Notes| lineage.adapt.and_then(|adapt| adapt(book, notes));
    let adapted: Vec<Option<Entity>> = books.iter().map(|(_, book)| adapt(book, notes)).collect();
    let books: Vec<&Entity> =
        books.iter().zip(&adapted).map(|((_, book), adapted)| adapted.as_ref().unwrap_or(book)).collect();
    let present = book::find(&export.base.raw, &export.layout);
    let mut bodies = linked::Bodies::default();
    let book = linked::change(&books, present, &mut bodies, lineage.book.id, notes)?;
    let rules = rules::changes(lineage.rules, entity, ask, &export.base.raw, &export.layout, notes)?;
    let change = LinkedChange { book, rules };
    if let Some(copy) = export.copy(&change, notes) {
        return Ok(export.made(copy, export.layout.variant()));
    }
    for part in lineage.parts {
        (part.explain)(entity.body.value(), notes);
    }
    export.write(&change, notes)
}

/// A card from elsewhere whose personality is its description once more, as from a format with one slot for both, with
/// the text in the description alone: an app that has both slots would put it into the prompt twice.
fn said_once(id: &str, entity: &Entity, notes: &mut Notes) -> Option<Entity> {
    let personality = entity.body.text("persona.personality").filter(|text| !text.trim().is_empty())?;
    if entity.original.contains_key(id) || entity.body.text("identity.description") != Some(personality) {
        return None;
    }
    let mut once = entity.clone();
    let path = path_of("persona.personality");
    once.body.remove(&path);
    let text = "Description and personality are one text; it is written once, as the description.";
    notes.info(NoteCode::MirroredText, Place::pointer("/data/description"), text);
    notes.explain(path, NoteCode::MirroredText, text);
    Some(once)
}

fn prepare<'a>(
    lineage: &'static Lineage,
    entity: &'a Entity,
    ask: &'a Ask<'a>,
    notes: &mut Notes,
) -> Result<Export<'a>, EncodeError> {
    let id = lineage.id();
    let container = container(lineage, entity, ask)?;
    if let Some(variant) = ask.variant.filter(|variant| !lineage.spec.variants.contains(variant)) {
        return Err(EncodeError::CannotExpress {
            what: format!("{} has no version {}", lineage.spec.title, variant.word()),
            hint: "Leave the version away.".to_owned(),
        });
    }
    let original = carrier::base(entity, id, notes)?;
    let found = original.and_then(|base| Some((Layout::of(&base.raw)?.0, base)));
    let has_original = found.is_some();
    let (layout, base) = match found {
        Some(found) => found,
        None if lineage.spec.writes.is_empty() => {
            return Err(EncodeError::CannotExpress {
                what: format!("{} is only written back into a file that came as one", lineage.spec.title),
                hint: "Choose another format of this kind.".to_owned(),
            });
        }
        None => empty(lineage, entity, ask, container)?,
    };
    let before = match &base.pristine {
        Some(pristine) => pristine.clone(),
        None => pristine(lineage, entity, &base.raw, &layout, has_original),
    };
    let file = carrier::source_file(entity, ask).filter(|_| has_original && carrier::came_as(entity, id, container));
    Ok(Export { lineage, entity, ask, base, has_original, layout, before, container, file })
}

/// The container: as asked; else the one it came in; else PNG when it came in one from elsewhere, JSON otherwise.
fn container(lineage: &Lineage, entity: &Entity, ask: &Ask<'_>) -> Result<ContainerId, EncodeError> {
    let own = carrier::own_container(entity, lineage.id()).filter(|own| lineage.writes(*own, Some(*own)));
    let other = || lineage.spec.writes.first().copied().unwrap_or(ContainerId::Json);
    match ask.container {
        Some(asked) if lineage.writes(asked, own) => Ok(asked),
        Some(asked) => {
            let words: Vec<&str> = lineage.spec.writes.iter().map(|container| container.word()).collect();
            Err(EncodeError::CannotExpress {
                what: format!("{} is not written as {} here", lineage.spec.title, asked.word()),
                hint: format!("Choose one of: {}.", words.join(", ")),
            })
        }
        None => Ok(own.unwrap_or_else(|| {
            let from_png = entity.source.as_ref().is_some_and(|source| source.container == ContainerId::Png.word());
            let portrait = carrier::portrait_reference(&entity.body)
                .is_some_and(|reference| media::picture(entity, reference, ask.media).is_some());
            let png = from_png && portrait && lineage.writes(ContainerId::Png, None);
            if png { ContainerId::Png } else { other() }
        })),
    }
}

/// A card without content, of the version that will hold everything.
fn empty(
    lineage: &Lineage,
    entity: &Entity,
    ask: &Ask<'_>,
    container: ContainerId,
) -> Result<(Layout, Base), EncodeError> {
    let variant = match ask.variant {
        // An older version is made from the fullest, so that what it cannot hold is said.
        Some(_) => lineage.latest(),
        None => (lineage.fresh)(lineage, container, entity.body.value()),
    };
    let style = if container == ContainerId::Png { Style::Compact } else { Style::Pretty(4) };
    let raw = carrier::parse_own(ask.dated((lineage.skeleton)(variant, style)), lineage.id())?;
    let (layout, _) = Layout::of(&raw).ok_or_else(|| EncodeError::CannotExpress {
        what: "an empty card cannot be read back".to_owned(),
        hint: String::new(),
    })?;
    let edited = handmade::laid_on(&raw, entity, lineage.spec, &layout.roots());
    let edited = edited.map(|text| carrier::parse_own(text, lineage.id())).transpose()?;
    Ok((layout, Base { raw: std::sync::Arc::new(raw), edited, unmapped: serde_json::Map::new(), pristine: None }))
}

/// What a payload decodes to, its book's link aside; the portrait is there when the file it came in is a picture.
fn pristine(lineage: &Lineage, entity: &Entity, document: &Document, layout: &Layout, has_original: bool) -> Body {
    let container = carrier::own_container(entity, lineage.id()).filter(|_| has_original).unwrap_or(ContainerId::Json);
    let mut notes = Notes::new();
    let mut pictures = Pictures { container, is_there: None, blobs: None };
    let mut reader = Reader::muted(&mut notes);
    Body::from(Value::Object(card::decode(lineage, document, layout, &mut pictures, &mut reader)))
}

impl Export<'_> {
    /// The source file itself, when nothing was edited and nothing else is asked for.
    fn copy(&self, change: &LinkedChange<'_>, notes: &mut Notes) -> Option<Bytes> {
        let plain = self.base.edited.is_none()
            && !self.ask.rewrite
            && !self.ask.carry_originals
            && self.ask.variant.is_none_or(|variant| variant == self.layout.variant())
            && matches!(change.book, BookChange::Untouched)
            && change.rules.iter().all(ListChange::is_untouched)
            && !(self.ask.without_secrets && self.holds_private());
        if !plain || !self.is_unedited() {
            return None;
        }
        let file = self.file.clone()?;
        if self.container == ContainerId::Png {
            carrier::note_odd_carrier(&file, self.carrier(), notes);
        }
        if self.holds_private() {
            notes.info(NoteCode::HoldsPrivateData, Place::file(), self.lineage.holds_private);
        }
        Some(file)
    }

    fn carrier(&self) -> Option<&str> {
        self.base.unmapped.get("carrier").and_then(Value::as_str)
    }

    /// Whether the body says what the original says, links aside: those are judged by the entities they
    /// lead to.
    fn is_unedited(&self) -> bool {
        let body = &self.entity.body;
        if self.before.is_same(body) {
            return true;
        }
        let without_links = |body: &Body| {
            let mut map = body.value().as_object().cloned().unwrap_or_default();
            map.shift_remove("knowledgeRefs");
            map.shift_remove("behaviorRefs");
            Value::Object(map)
        };
        state(Some(&without_links(&self.before)), Some(&without_links(body))) == State::Equal
    }

    fn holds_private(&self) -> bool {
        !self.private().is_empty()
    }

    fn private(&self) -> Vec<String> {
        let spec: &FormatSpec = self.lineage.spec;
        crate::inspect::matching(spec, &self.layout.roots(), spec.private, self.base.document())
    }

    fn made(&self, bytes: Bytes, variant: Variant) -> Encoded {
        let extension = self.lineage.extension(self.container);
        Encoded { bytes, container: self.container, extension, variant: Some(variant) }
    }

    /// The file with the edits in it.
    fn write(&self, change: &LinkedChange<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        let label = self.entity.body.text("media.portrait.label").filter(|label| !label.is_empty());
        if label.is_some() {
            let text = "The portrait of a card is called main, whatever its label was.";
            notes.explain(path_of("media.portrait.label"), NoteCode::NoPlace, text);
        }
        let own = self.layout.variant();
        let needed = self.version_needed(change);
        let wanted = self.ask.variant.unwrap_or(needed);
        let upgraded = self.has_original && wanted > own;
        if upgraded && self.ask.variant.is_none() {
            let text = match self.container {
                ContainerId::Zip => "A charx holds a card of version v3; the card leaves as that.".to_owned(),
                _ => format!("A field needs version {}; the card leaves as that.", wanted.word()),
            };
            notes.info(NoteCode::UpgradedSpec, Place::file(), text);
        }
        let in_place = self.file.is_some() && !self.ask.rewrite && !upgraded && wanted == own;
        if in_place {
            return self.in_place(change, notes);
        }
        self.anew(change, wanted, notes)
    }

    fn version_needed(&self, change: &LinkedChange<'_>) -> Variant {
        let mut needed = edit::version_needed(
            self.lineage,
            self.before.value(),
            self.entity.body.value(),
            self.base.document(),
            &self.layout,
        );
        let new_book = matches!(change.book, BookChange::Text(_) | BookChange::Fresh(_))
            && book::find(&self.base.raw, &self.layout).is_none();
        let new_rules = change.rules.iter().any(ListChange::is_new);
        if (new_book || new_rules) && self.layout.variant() == Variant::V1 {
            needed = needed.max(Variant::V2);
        }
        if !self.has_original && matches!(self.container, ContainerId::Zip | ContainerId::JpegZip | ContainerId::Png) {
            needed = (self.lineage.fresh)(self.lineage, self.container, self.entity.body.value());
        }
        if self.container == ContainerId::Zip && self.file.is_none() {
            needed = Variant::V3;
        }
        needed.min(self.lineage.latest().max(self.layout.variant()))
    }

    /// The edited text of one payload, and the pictures that go beside it.
    fn text(
        &self,
        target: &Target<'_>,
        change: &LinkedChange<'_>,
        in_place: bool,
        notes: &mut Notes,
    ) -> (String, Entries) {
        let (before, after) = (self.before.value(), self.entity.body.value());
        let mut writes = edit::fields(self.lineage, before, after, target, notes);
        let mut spliced: Vec<(String, String)> =
            edit::book(&change.book, target, notes, &mut writes).into_iter().collect();
        spliced.extend(rules::write(&change.rules, target, notes, &mut writes));
        let mut entries = Entries::default();
        let holds_assets = !target.second && target.layout.variant() == Variant::V3;
        if holds_assets {
            let plan = Plan {
                entity: self.entity,
                ask: self.ask,
                document: target.document,
                layout: target.layout,
                before,
                expression: self.lineage.expression,
                target: self.container,
                in_place,
            };
            entries = pictures::overlay(&plan, &mut writes, notes);
        }
        edit::follow_mirrors(target, &mut writes, notes);
        if self.ask.without_secrets {
            let spec: &FormatSpec = self.lineage.spec;
            for pointer in crate::inspect::matching(spec, &target.layout.roots(), spec.private, target.document) {
                let text = format!("{pointer} was blanked.");
                notes.info(NoteCode::BlankedPrivateData, Place::pointer(pointer.clone()), text);
                writes.set(pointer, json!(""));
            }
        }
        if let Some(carried) =
            self.ask.carry_originals.then(|| crate::carried::of(self.entity, self.ask, self.lineage.id())).flatten()
        {
            if !target.second {
                notes.info(NoteCode::CarriedOriginals, Place::file(), "The originals of other formats travel along.");
            }
            let at = target.layout.locate("/data/extensions/ficha");
            let mut carried = carried;
            // Marks stand beside what is carried.
            writes.take_below(&at).apply_to(&mut carried);
            writes.set(at, carried);
        }
        if writes.is_empty() && spliced.is_empty() {
            return (target.document.strict_text().to_string(), entries);
        }
        let mut edit = target.document.edit();
        writes.apply(target.document, &mut edit);
        for (pointer, text) in spliced {
            edit.splice(&pointer, &text);
        }
        (edit.finish(), entries)
    }
}

fn path_of(text: &str) -> Path {
    text.split('.').fold(Path::default(), |path, key| path.key(key))
}

fn unreadable() -> EncodeError {
    EncodeError::CannotExpress {
        what: "the card cannot be read back as one".to_owned(),
        hint: "Undo the last edit of its raw text.".to_owned(),
    }
}
