//! Writing a card: a copy, an edit in place, or a carrier built anew.
//!
//! An unedited entity leaves to its own container as the same bytes. An edited one differs only where it was edited
//! and keeps the set of card chunks it came with. A card from elsewhere, one that gained a field its version lacks,
//! or one asked to be clean is built anew; a PNG then holds the full V3 text and a valid V2 copy.

use bytes::Bytes;
use ficha_container::archive::{Archive, EntryEdit, NewEntry, build};
use ficha_container::{ContainerId, Place, png};
use ficha_json::{Document, Style};
use ficha_model::{Body, Entity, Path};
use serde_json::{Value, json};

use crate::ask::{Ask, Encoded};
use crate::carrier::{self, Base};
use crate::error::EncodeError;
use crate::format::Variant;
use crate::media;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{State, at, state};
use crate::read::Reader;
use crate::source::{card_chunks, read_card_chunk};
use crate::tavern::assets::Pictures;
use crate::tavern::edit::{self, BookChange, Target};
use crate::tavern::layout::Layout;
use crate::tavern::pictures::{self, Entries, Plan};
use crate::tavern::{book, card, depth_prompt, linked, version};

/// Everything one export knows.
struct Export<'a> {
    id: &'static str,
    entity: &'a Entity,
    /// The entity as it was given; what is carried along is of it.
    whole: &'a Entity,
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
pub(super) fn encode(
    id: &'static str,
    entity: &Entity,
    ask: &Ask<'_>,
    notes: &mut Notes,
) -> Result<Encoded, EncodeError> {
    let said_once = said_once(id, entity, notes);
    let whole = entity;
    let entity = said_once.as_ref().unwrap_or(entity);
    let export = prepare(id, entity, whole, ask, notes)?;
    let books = linked::resolve(entity, ask, notes)?;
    let present = book::find(&export.base.raw, &export.layout);
    let mut bodies = linked::Bodies::default();
    let change = linked::change(&books, present, &mut bodies, notes)?;
    if let Some(copy) = export.copy(&change, notes) {
        return Ok(export.made(copy, export.layout.variant()));
    }
    depth_prompt::explain(entity.body.value(), notes);
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
    id: &'static str,
    entity: &'a Entity,
    whole: &'a Entity,
    ask: &'a Ask<'a>,
    notes: &mut Notes,
) -> Result<Export<'a>, EncodeError> {
    let container = container(id, entity, ask)?;
    let original = carrier::base(entity, id, notes)?;
    let found = original.and_then(|base| Some((Layout::of(&base.raw)?.0, base)));
    let has_original = found.is_some();
    let (layout, base) = match found {
        Some(found) => found,
        None => empty(id, entity, ask, container)?,
    };
    let before = match &base.pristine {
        Some(pristine) => pristine.clone(),
        None => pristine(id, entity, &base.raw, &layout, has_original),
    };
    let file = carrier::source_file(entity, ask).filter(|_| has_original && carrier::came_as(entity, id, container));
    Ok(Export { id, entity, whole, ask, base, has_original, layout, before, container, file })
}

/// The container: as asked; else the one it came in; else PNG when it came in one from elsewhere, JSON otherwise.
fn container(id: &str, entity: &Entity, ask: &Ask<'_>) -> Result<ContainerId, EncodeError> {
    let own = carrier::own_container(entity, id);
    match ask.container {
        Some(asked @ (ContainerId::Json | ContainerId::Png | ContainerId::Zip)) => Ok(asked),
        Some(ContainerId::JpegZip) if own == Some(ContainerId::JpegZip) => Ok(ContainerId::JpegZip),
        Some(other) => Err(EncodeError::CannotExpress {
            what: format!("a SillyTavern card is not written as {} here", other.word()),
            hint: "Choose json, png or zip (charx).".to_owned(),
        }),
        None => Ok(own.unwrap_or_else(|| {
            let from_png = entity.source.as_ref().is_some_and(|source| source.container == ContainerId::Png.word());
            let portrait = carrier::portrait_reference(&entity.body)
                .is_some_and(|reference| media::picture(entity, reference, ask.media).is_some());
            if from_png && portrait { ContainerId::Png } else { ContainerId::Json }
        })),
    }
}

/// A card without content, of the version that will hold everything.
fn empty(id: &str, entity: &Entity, ask: &Ask<'_>, container: ContainerId) -> Result<(Layout, Base), EncodeError> {
    let full = matches!(container, ContainerId::Png | ContainerId::Zip | ContainerId::JpegZip);
    let latest = full || version::needs_v3(entity.body.value());
    let variant = match ask.variant {
        Some(variant) => variant.max(Variant::V2),
        None if latest => Variant::V3,
        None => Variant::V2,
    };
    let style = if container == ContainerId::Png { Style::Compact } else { Style::Pretty(4) };
    let raw = carrier::parse_own(version::skeleton(variant, style), id)?;
    let (layout, _) = Layout::of(&raw).ok_or_else(|| EncodeError::CannotExpress {
        what: "an empty card cannot be read back".to_owned(),
        hint: String::new(),
    })?;
    Ok((layout, Base { raw, edited: None, unmapped: serde_json::Map::new(), pristine: None }))
}

/// What a payload decodes to, its book's link aside; the portrait is there when the file it came in is a picture.
fn pristine(id: &str, entity: &Entity, document: &Document, layout: &Layout, has_original: bool) -> Body {
    let container = carrier::own_container(entity, id).filter(|_| has_original).unwrap_or(ContainerId::Json);
    let mut notes = Notes::new();
    let mut pictures = Pictures { container, is_there: None, blobs: None };
    Body::from(Value::Object(card::decode(document, layout, &mut pictures, &mut Reader::muted(&mut notes))))
}

impl Export<'_> {
    /// The source file itself, when nothing was edited and nothing else is asked for.
    fn copy(&self, change: &BookChange<'_>, notes: &mut Notes) -> Option<Bytes> {
        let plain = self.base.edited.is_none()
            && !self.ask.rewrite
            && !self.ask.carry_originals
            && self.ask.variant.is_none_or(|variant| variant == self.layout.variant())
            && matches!(change, BookChange::Untouched)
            && !(self.ask.without_secrets && self.holds_private());
        if !plain || !self.is_unedited() {
            return None;
        }
        let file = self.file.clone()?;
        if self.container == ContainerId::Png {
            carrier::note_odd_carrier(&file, self.carrier(), notes);
        }
        if self.holds_private() {
            let text = "The file names the chat it was saved in, as it did before; it can be blanked on export.";
            notes.info(NoteCode::HoldsPrivateData, Place::file(), text);
        }
        Some(file)
    }

    fn carrier(&self) -> Option<&str> {
        self.base.unmapped.get("carrier").and_then(Value::as_str)
    }

    /// Whether the body says what the original says, links aside: those are judged by the books they lead to.
    fn is_unedited(&self) -> bool {
        let body = &self.entity.body;
        if self.before.is_same(body) {
            return true;
        }
        let without_links = |body: &Body| {
            let mut map = body.value().as_object().cloned().unwrap_or_default();
            map.shift_remove("knowledgeRefs");
            Value::Object(map)
        };
        state(Some(&without_links(&self.before)), Some(&without_links(body))) == State::Equal
    }

    fn holds_private(&self) -> bool {
        !self.private().is_empty()
    }

    fn private(&self) -> Vec<String> {
        let spec = &super::wire::SPEC;
        crate::inspect::matching(spec, &self.layout.roots(), spec.private, self.base.document())
    }

    fn made(&self, bytes: Bytes, variant: Variant) -> Encoded {
        let extension = match self.container {
            ContainerId::Png => "png",
            ContainerId::Zip => "charx",
            ContainerId::JpegZip => "jpeg",
            _ => "json",
        };
        Encoded { bytes, container: self.container, extension, variant: Some(variant) }
    }

    /// The file with the edits in it.
    fn write(&self, change: &BookChange<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
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

    fn version_needed(&self, change: &BookChange<'_>) -> Variant {
        let mut needed =
            edit::version_needed(self.before.value(), self.entity.body.value(), self.base.document(), &self.layout);
        let new_book = matches!(change, BookChange::Text(_) | BookChange::Fresh(_))
            && book::find(&self.base.raw, &self.layout).is_none();
        if new_book && self.layout.variant() == Variant::V1 {
            needed = needed.max(Variant::V2);
        }
        if !self.has_original && matches!(self.container, ContainerId::Zip | ContainerId::JpegZip | ContainerId::Png) {
            needed = Variant::V3;
        }
        if self.container == ContainerId::Zip && self.file.is_none() {
            needed = Variant::V3;
        }
        needed
    }

    /// The edited text of one payload, and the pictures that go beside it.
    fn text(
        &self,
        target: &Target<'_>,
        change: &BookChange<'_>,
        in_place: bool,
        notes: &mut Notes,
    ) -> (String, Entries) {
        let (before, after) = (self.before.value(), self.entity.body.value());
        let mut writes = edit::fields(before, after, target, notes);
        let spliced = edit::book(change, target, notes, &mut writes);
        let mut entries = Entries::default();
        let holds_assets = !target.second && target.layout.variant() == Variant::V3;
        if holds_assets {
            let plan = Plan {
                entity: self.entity,
                ask: self.ask,
                document: target.document,
                layout: target.layout,
                before,
                target: self.container,
                in_place,
            };
            entries = pictures::overlay(&plan, &mut writes, notes);
        }
        edit::follow_mirrors(target, &mut writes, notes);
        if self.ask.without_secrets {
            let spec = &super::wire::SPEC;
            for pointer in crate::inspect::matching(spec, &target.layout.roots(), spec.private, target.document) {
                let text = format!("{pointer} was blanked.");
                notes.info(NoteCode::BlankedPrivateData, Place::pointer(pointer.clone()), text);
                writes.set(pointer, json!(""));
            }
        }
        if let Some(carried) =
            self.ask.carry_originals.then(|| crate::carried::of(self.whole, self.ask, self.id)).flatten()
        {
            if !target.second {
                notes.info(NoteCode::CarriedOriginals, Place::file(), "The originals of other formats travel along.");
            }
            writes.set(target.layout.locate("/data/extensions/ficha"), carried);
        }
        if writes.is_empty() && spliced.is_none() {
            return (target.document.strict_text().to_string(), entries);
        }
        let mut edit = target.document.edit();
        writes.apply(target.document, &mut edit);
        if let Some((pointer, text)) = spliced {
            edit.splice(&pointer, &text);
        }
        (edit.finish(), entries)
    }

    /// The very file with its payloads edited.
    fn in_place(&self, change: &BookChange<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        let own = self.layout.variant();
        let target =
            Target { raw: &self.base.raw, document: self.base.document(), layout: &self.layout, second: false };
        let (text, entries) = self.text(&target, change, true, notes);
        let file = self.file.clone().unwrap_or_default();
        let bytes = match self.container {
            ContainerId::Png => self.png_in_place(&file, text, change, notes)?,
            ContainerId::Zip | ContainerId::JpegZip => self.archive_in_place(&file, text, &entries, notes)?,
            _ => carrier::dressed(&text, &file),
        };
        if self.container == ContainerId::Json {
            pictures::explain_left(self.entity, own, notes);
        }
        Ok(self.made(bytes.into(), own))
    }

    fn png_in_place(
        &self,
        file: &Bytes,
        text: String,
        change: &BookChange<'_>,
        notes: &mut Notes,
    ) -> Result<Vec<u8>, EncodeError> {
        let png = png::read(file, &carrier::own_limits())?;
        let Some((first, keyword)) = carrier::chunk_of(&png, file, self.carrier()) else {
            let picture =
                carrier::portrait_or_plain(self.entity, self.ask, self.layout.variant() == Variant::V3, notes)?;
            let keyword = if self.layout.variant() == Variant::V3 { "ccv3" } else { "chara" };
            return carrier::build_png(&picture, &[(keyword, &text)]);
        };
        let second = self.second_chunk(&png, file, &keyword, &text, change, notes);
        let mut edits = vec![(first, keyword.clone(), text)];
        edits.extend(second);
        if self.same_portrait() {
            return Ok(carrier::edit_png(file, &png, &edits));
        }
        let picture = carrier::portrait_or_plain(self.entity, self.ask, self.layout.variant() == Variant::V3, notes)?;
        edits.sort_by_key(|(_, keyword, _)| !keyword.eq_ignore_ascii_case("chara"));
        let lower: Vec<(String, &str)> =
            edits.iter().map(|(_, keyword, text)| (keyword.to_ascii_lowercase(), text.as_str())).collect();
        let chunks: Vec<(&str, &str)> = lower.iter().map(|(keyword, text)| (keyword.as_str(), *text)).collect();
        carrier::build_png(&picture, &chunks)
    }

    fn same_portrait(&self) -> bool {
        let path = "media.portrait.ref";
        state(at(self.before.value(), path), at(self.entity.body.value(), path)) == State::Equal
    }

    /// The chunk of the other keyword with the same edits in its own text; `None` when there is none to read.
    fn second_chunk(
        &self,
        png: &png::Png,
        file: &Bytes,
        keyword: &str,
        first: &str,
        change: &BookChange<'_>,
        notes: &mut Notes,
    ) -> Option<(usize, String, String)> {
        let other = if keyword.eq_ignore_ascii_case("ccv3") { "chara" } else { "ccv3" };
        let chunks = card_chunks(png, file);
        let chunk = chunks.iter().find(|chunk| chunk.keyword.eq_ignore_ascii_case(other))?;
        let raw = read_card_chunk(file, chunk, &carrier::own_limits()).ok()?;
        let (layout, _) = Layout::of(&raw)?;
        // A compressed copy is one its own app never saw again; when it also says other things, it is a stale card that
        // other programs would find, and it is made from the new text.
        if chunk.form != png::TextForm::Text && self.is_stale(&raw, &layout) {
            let text = format!("{} held an older card and is made from the edited one.", chunk.name());
            notes.info(NoteCode::CarrierRepaired, chunk.place(), text);
            let document = carrier::parse_own(first, self.id).ok()?;
            let (layout, _) = Layout::of(&document)?;
            let copy = match other {
                "chara" => version::lower_to_v2(&document, &layout, true).0,
                _ => version::raise(&document, &layout, Variant::V3),
            };
            return Some((chunk.chunk, chunk.keyword.clone(), copy));
        }
        let edits = self.entity.native_edits.get(self.id).map(Vec::as_slice).unwrap_or(&[]);
        // A native edit is made here too where the place exists and says the same.
        let shared: Vec<ficha_json::Op> = edits
            .iter()
            .filter(|op| {
                let (here, there) = (raw.at(op.path()), self.base.raw.at(op.path()));
                matches!((here, there), (Some(here), Some(there)) if here.same_as(there))
            })
            .cloned()
            .collect();
        let mut silent = Notes::new();
        let edited = match shared.as_slice() {
            [] => None,
            shared => carrier::patched(&raw, shared, self.id, &mut silent).ok(),
        };
        let target = Target { raw: &raw, document: edited.as_ref().unwrap_or(&raw), layout: &layout, second: true };
        let (text, _) = self.text(&target, change, true, &mut silent);
        Some((chunk.chunk, chunk.keyword.clone(), text))
    }

    /// Whether the other chunk says something else in the texts every version has.
    fn is_stale(&self, other: &Document, layout: &Layout) -> bool {
        card::mapped_rows().filter(|row| row.since == Variant::V1).any(|row| {
            let here = self.layout.find(&self.base.raw, row.key).map(|(node, _)| node);
            match (here, layout.find(other, row.key).map(|(node, _)| node)) {
                (Some(here), Some(there)) => !here.same_as(there),
                (Some(_), None) | (None, Some(_)) => true,
                (None, None) => false,
            }
        })
    }

    fn archive_in_place(
        &self,
        file: &Bytes,
        text: String,
        entries: &Entries,
        notes: &mut Notes,
    ) -> Result<Vec<u8>, EncodeError> {
        let archive = Archive::read(file, &carrier::own_limits())?;
        let name = self.carrier().unwrap_or("card.json").to_owned();
        let mut edits = vec![EntryEdit::Replace { name, bytes: text.into_bytes() }];
        for path in &entries.dropped {
            if let Some(entry) = archive.find(path) {
                edits.push(EntryEdit::Remove { name: entry.name.clone() });
            }
        }
        for (name, bytes) in &entries.added {
            let edit = match archive.find(name) {
                Some(entry) => EntryEdit::Replace { name: entry.name.clone(), bytes: bytes.to_vec() },
                None => EntryEdit::Add { name: name.clone(), bytes: bytes.to_vec() },
            };
            edits.retain(|known| *known != EntryEdit::Remove { name: name.clone() });
            edits.push(edit);
        }
        if self.container == ContainerId::JpegZip && !self.same_portrait() {
            let text = "The picture in front of the archive stays as it is.";
            notes.warn(NoteCode::PictureLeft, Place::file(), text);
        }
        Ok(archive.rewrite(file, &edits)?)
    }

    /// A carrier built anew.
    fn anew(&self, change: &BookChange<'_>, wanted: Variant, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        let keeps_shape = self.container == ContainerId::Json && wanted == self.layout.variant() && !self.ask.rewrite;
        let full = match (self.container, self.ask.variant) {
            (ContainerId::Png, None) => Variant::V3,
            _ => wanted.max(Variant::V2),
        };
        // The text as it came is kept word for word wherever its own version leaves.
        let own_text = self.layout.variant();
        let raised;
        let raised_raw;
        let is_late = own_text >= full && !self.layout.is_flat();
        let (raw, document) = if keeps_shape || (is_late && !self.ask.rewrite) {
            (&self.base.raw, self.base.document())
        } else {
            let anew = |text: &Document| {
                let raised =
                    if is_late { text.strict_text().to_string() } else { version::raise(text, &self.layout, full) };
                version::complete(carrier::parse_own(raised, self.id)?, full, self.id)
            };
            raised_raw = anew(&self.base.raw)?;
            raised = anew(self.base.document())?;
            (&raised_raw, &raised)
        };
        let (layout, _) = Layout::of(document).ok_or_else(unreadable)?;
        let target = Target { raw, document, layout: &layout, second: false };
        let holds = self.container == ContainerId::Zip && !self.ask.rewrite && self.own_archive().is_some();
        let (text, entries) = self.text(&target, change, holds, notes);
        let text = self.without_wrapper(text, &layout)?;
        match self.container {
            ContainerId::Png => {
                let same_version = wanted == self.layout.variant() && wanted < Variant::V3;
                let as_it_came = self.has_original && same_version && self.ask.variant.is_none() && !self.ask.rewrite;
                let chara = if as_it_came {
                    let own = Target {
                        raw: &self.base.raw,
                        document: self.base.document(),
                        layout: &self.layout,
                        second: false,
                    };
                    let (text, _) = self.text(&own, change, false, &mut Notes::new());
                    Some(self.without_wrapper(text, &self.layout)?)
                } else {
                    None
                };
                self.png_anew(&text, chara, wanted, notes)
            }
            ContainerId::Zip => {
                let bytes = self.archive_anew(&text, &entries, holds)?;
                Ok(self.made(bytes.into(), Variant::V3))
            }
            _ => {
                let text = if layout.variant() == Variant::V3 && wanted == Variant::V3 {
                    text
                } else {
                    self.lowered(&text, wanted, notes)?
                };
                pictures::explain_left(self.entity, wanted, notes);
                Ok(self.made(text.into_bytes().into(), wanted))
            }
        }
    }

    /// The card alone where only a JSON file has room for what some apps wrap around it.
    fn without_wrapper(&self, text: String, layout: &Layout) -> Result<String, EncodeError> {
        if layout.envelope.is_empty() || self.container == ContainerId::Json {
            return Ok(text);
        }
        let document = carrier::parse_own(text, self.id)?;
        let card = document.at(&layout.envelope).ok_or_else(unreadable)?;
        Ok(card.raw().to_owned())
    }

    /// A text as the version that was asked for.
    fn lowered(&self, text: &str, wanted: Variant, notes: &mut Notes) -> Result<String, EncodeError> {
        let document = carrier::parse_own(text, self.id)?;
        let (layout, _) = Layout::of(&document).ok_or_else(unreadable)?;
        if layout.variant() <= wanted {
            return Ok(text.to_owned());
        }
        self.explain_older(wanted, notes);
        let style = if text.contains('\n') { Style::Pretty(4) } else { Style::Compact };
        Ok(match wanted {
            Variant::V1 => version::lower_to_v1(&document, &layout, style),
            Variant::V2 | Variant::V3 => version::lower_to_v2(&document, &layout, false).0,
        })
    }

    /// The reasons for what an older version has no place for.
    fn explain_older(&self, wanted: Variant, notes: &mut Notes) {
        let body = self.entity.body.value();
        let text = format!("Version {} of the card has no place for it.", wanted.word());
        for row in card::mapped_rows().filter(|row| row.since > wanted) {
            if !crate::overlay::is_blank(at(body, row.path)) {
                notes.explain(path_of(row.path), NoteCode::OlderVariant, &text);
            }
        }
        let mut rest = vec!["media.assets"];
        if wanted == Variant::V1 {
            rest.extend(["prompts.depthInjections", "knowledgeRefs"]);
        }
        for path in rest {
            if !crate::overlay::is_blank(at(body, path)) {
                notes.explain(path_of(path), NoteCode::OlderVariant, &text);
            }
        }
    }

    fn png_anew(
        &self,
        text: &str,
        chara: Option<String>,
        wanted: Variant,
        notes: &mut Notes,
    ) -> Result<Encoded, EncodeError> {
        let picture = match self.file.as_ref().filter(|_| self.same_portrait()) {
            Some(file) => file.clone(),
            None => carrier::portrait_or_plain(self.entity, self.ask, self.layout.variant() == Variant::V3, notes)?,
        };
        let document = carrier::parse_own(text, self.id)?;
        let (layout, _) = Layout::of(&document).ok_or_else(unreadable)?;
        let chunks = match self.ask.variant {
            _ if chara.is_some() => [("chara", chara.unwrap_or_default()), ("ccv3", text.to_owned())],
            Some(Variant::V1 | Variant::V2) => {
                let lowered = self.lowered(text, wanted, notes)?;
                return Ok(self.made(carrier::build_png(&picture, &[("chara", &lowered)])?.into(), wanted));
            }
            Some(Variant::V3) | None => {
                let (copy, stripped) = version::lower_to_v2(&document, &layout, true);
                if stripped {
                    let text = "Decorator lines were left out of the V2 copy in the chara chunk; ccv3 has them.";
                    notes.info(NoteCode::StrippedDecorators, Place::entry("tEXt:chara#1"), text);
                }
                [("chara", copy), ("ccv3", text.to_owned())]
            }
        };
        let chunks: Vec<(&str, &str)> = chunks.iter().map(|(keyword, text)| (*keyword, text.as_str())).collect();
        Ok(self.made(carrier::build_png(&picture, &chunks)?.into(), Variant::V3))
    }

    /// An archive built anew. One that comes from an archive of its own brings every entry along that the card did
    /// not give up; `holds`: its assets keep their paths.
    fn archive_anew(&self, text: &str, entries: &Entries, holds: bool) -> Result<Vec<u8>, EncodeError> {
        let mut all = pictures::archive(text, entries);
        if let Some((file, archive)) = self.own_archive() {
            let gone = if holds { self.found_in(&archive, &entries.dropped) } else { self.named_entries(&archive) };
            for entry in archive.entries() {
                let taken = all.iter().any(|known| known.name == entry.name);
                let is_card = Some(entry.name.as_str()) == self.carrier();
                if entry.is_directory() || taken || is_card || gone.contains(&entry.name) {
                    continue;
                }
                all.push(NewEntry::new(entry.name.clone(), archive.inflate(&file, entry, &carrier::own_limits())?));
            }
        }
        Ok(build(&all)?)
    }

    /// The archive the card came in, when it came in one as a card of this format.
    fn own_archive(&self) -> Option<(Bytes, Archive)> {
        let own = carrier::own_container(self.entity, self.id).filter(|_| self.has_original)?;
        matches!(own, ContainerId::Zip | ContainerId::JpegZip).then_some(())?;
        let file = carrier::source_file(self.entity, self.ask)?;
        let archive = Archive::read(&file, &carrier::own_limits()).ok()?;
        Some((file, archive))
    }

    /// Entries the card names as assets.
    fn named_entries(&self, archive: &Archive) -> Vec<String> {
        let assets = self.layout.find(&self.base.raw, crate::tavern::assets::KEY);
        let uris = assets.iter().flat_map(|(node, _)| node.items()).filter_map(|row| row.get("uri")?.as_str());
        let paths: Vec<String> = uris.filter_map(|uri| media::archive_path(&uri)).collect();
        self.found_in(archive, &paths)
    }

    /// The entries of these paths.
    fn found_in(&self, archive: &Archive, paths: &[String]) -> Vec<String> {
        paths.iter().filter_map(|path| Some(archive.find(path)?.name.clone())).collect()
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
