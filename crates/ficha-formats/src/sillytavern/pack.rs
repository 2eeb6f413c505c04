//! A pack of pictures: a zip of nothing else, as SillyTavern takes one for a character's expressions.
//!
//! Source: SillyTavern 1.19 `src/endpoints/sprites.js` (upload-zip). The app goes by the name of each entry without
//! folders and extension; folders of macOS are passed over. A pack is written as its own archive again: an unedited one
//! is a copy, and of an edited one every picture that stays keeps its bytes.

use std::collections::BTreeSet;

use ficha_container::archive::{Archive, Entry, EntryEdit, NewEntry, build};
use ficha_container::{ContainerId, Place, picture};
use ficha_json::Document;
use ficha_model::{Body, Entity, Kind, Original, Path, Pristine, SourceRecord, canonical_id};
use serde_json::{Value, json};

use crate::ask::{Ask, Encoded};
use crate::carrier;
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec, Wire, custom};
use crate::inspect::Roots;
use crate::media::{self, archive_path};
use crate::notes::{NoteCode, Notes};
use crate::source::Source;

const ST: &str = "SillyTavern sprites.js";

const WIRE: &[Wire] = &[
    custom("/entries/*/name", &["pack.items[].label"], ST),
    custom("/entries/*/bytes", &["pack.items[].ref", "pack.items[].mime"], ST),
];

static SPEC: FormatSpec = FormatSpec {
    id: "sillytavern-pack",
    platform: "sillytavern",
    kind: Kind::Pack,
    title: "Pack of pictures",
    reads: &[ContainerId::Zip],
    writes: &[ContainerId::Zip],
    writes_own: &[],
    extensions: &["zip"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &[],
    source: ST,
};

/// Extensions of pictures and their types.
const PICTURES: [(&str, &str); 8] = [
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("webp", "image/webp"),
    ("gif", "image/gif"),
    ("bmp", "image/bmp"),
    ("avif", "image/avif"),
    ("jfif", "image/jpeg"),
];

fn mime_of_name(name: &str) -> Option<&'static str> {
    let (_, extension) = name.rsplit_once('.')?;
    PICTURES.iter().find(|(known, _)| extension.eq_ignore_ascii_case(known)).map(|(_, mime)| *mime)
}

/// What systems leave in an archive beside what a person put there.
fn is_litter(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name);
    name.starts_with("__MACOSX/") || matches!(last, ".DS_Store" | "Thumbs.db" | "desktop.ini")
}

/// The name of an entry without folders and extension.
fn label_of(name: &str) -> &str {
    let last = name.rsplit('/').next().unwrap_or(name);
    last.rsplit_once('.').map_or(last, |(stem, _)| stem)
}

fn entries_of(archive: &Archive) -> impl Iterator<Item = &Entry> {
    archive.entries().iter().filter(|entry| !entry.is_directory() && !is_litter(&entry.name))
}

fn pictures_of(archive: &Archive) -> impl Iterator<Item = &str> {
    entries_of(archive).map(|entry| entry.name.as_str())
}

/// A picture is told from others by its content: its checksum stays when it is called otherwise or moves.
fn body(archive: &Archive) -> Body {
    let (mut names, mut ids) = (BTreeSet::new(), BTreeSet::new());
    let mut items = Vec::new();
    for entry in entries_of(archive) {
        let name = entry.name.as_str();
        // Two entries may have one name; the last of them is what the name leads to.
        if !names.insert(name) {
            continue;
        }
        let own = format!("{:08x}", entry.crc32);
        let mut free = std::iter::once(own.clone()).chain((2..).map(|count| format!("{own}-{count}")));
        let id = free.find(|id| !ids.contains(id)).unwrap_or(own);
        ids.insert(id.clone());
        items.push(
            json!({"id": id, "label": label_of(name), "ref": format!("embeded://{name}"), "mime": mime_of_name(name)}),
        );
    }
    Body::from(json!({"pack": {"items": items}}))
}

/// A pack of pictures.
pub(super) struct Pack;

impl Format for Pack {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        let archive = source.archive().filter(|_| source.container() == ContainerId::Zip)?;
        let mut names = pictures_of(archive).peekable();
        names.peek()?;
        let fits = names.all(|name| mime_of_name(name).is_some());
        fits.then_some(Detection { confidence: 0.7, because: "the archive holds nothing but pictures" })
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        let archive = source.archive().filter(|_| source.container() == ContainerId::Zip).ok_or_else(|| {
            Refusal::UnknownFormat { what: format!("this is no {}", SPEC.title), place: source.place() }
        })?;
        let mut labels = BTreeSet::new();
        for name in pictures_of(archive) {
            let place = Place::entry(name);
            if !labels.insert(label_of(name).to_lowercase()) {
                let text = format!("Another picture is called {} too; SillyTavern keeps one of them.", label_of(name));
                notes.warn(NoteCode::DuplicateId, place.clone(), text);
            }
            if name.contains('/') {
                let text = format!("SillyTavern leaves the folder of {name} away.");
                notes.info(NoteCode::NoPlace, place, text);
            }
        }
        let record = SourceRecord {
            format: SPEC.id.to_owned(),
            container: source.container().word().to_owned(),
            file_name: source.file_name().map(str::to_owned),
            ..SourceRecord::default()
        };
        let mut entity = Entity::new(Kind::Pack, canonical_id(record.stem().unwrap_or("")), body(archive));
        let pristine = Pristine(Some(entity.body.clone()));
        entity.original.insert(SPEC.id.to_owned(), Original { pristine, ..Original::default() });
        entity.source = Some(record);
        Ok(Decoded { entities: vec![entity], blobs: Vec::new() })
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        if ask.container.is_some_and(|container| container != ContainerId::Zip) || ask.variant.is_some() {
            return Err(EncodeError::CannotExpress {
                what: "a pack of pictures is a zip and has no versions".to_owned(),
                hint: "Choose zip.".to_owned(),
            });
        }
        if ask.carry_originals && entity.original.keys().any(|id| id != SPEC.id) {
            let text = "The format has no place for the originals of other formats; they stay behind.";
            notes.warn(NoteCode::NoPlace, Place::file(), text);
        }
        let own = carrier::source_file(entity, ask)
            .filter(|_| !ask.rewrite && carrier::came_as(entity, SPEC.id, ContainerId::Zip));
        let done = |bytes| Encoded { bytes, container: ContainerId::Zip, extension: "zip", variant: None };
        let Some(file) = own else { return Ok(done(anew(entity, ask, notes)?.into())) };
        let archive = Archive::read(&file, &ask.media.limits(entity))?;
        let before = body(&archive);
        if before.is_same(&entity.body) || before == entity.body {
            return Ok(done(file));
        }
        match edits(&before, entity, ask) {
            Some(edits) => Ok(done(archive.rewrite(&file, &edits)?.into())),
            None => Ok(done(anew(entity, ask, notes)?.into())),
        }
    }

    fn roots(&self, _: &Document) -> Roots {
        Roots::plain()
    }
}

fn text<'a>(item: &'a Value, key: &str) -> &'a str {
    item.get(key).and_then(Value::as_str).unwrap_or("")
}

/// The changes of the archive, when pictures only went, were called otherwise, or came at its end; `None` when it has
/// to be put together anew.
fn edits(before: &Body, entity: &Entity, ask: &Ask<'_>) -> Option<Vec<EntryEdit>> {
    let (old, new) = (before.list("pack.items"), entity.body.list("pack.items"));
    let known = |item: &&Value| old.iter().any(|known| text(known, "ref") == text(item, "ref"));
    let staying: Vec<&Value> = new.iter().take_while(known).collect();
    let kept: Vec<&Value> =
        old.iter().filter(|item| staying.iter().any(|staying| text(staying, "ref") == text(item, "ref"))).collect();
    let in_order = kept.iter().map(|item| text(item, "ref")).eq(staying.iter().map(|item| text(item, "ref")));
    let added = new.get(staying.len()..)?;
    if !in_order || added.iter().any(|item| known(&item)) {
        return None;
    }
    let mut edits = Vec::new();
    for item in old.iter().filter(|item| !kept.contains(item)) {
        edits.push(EntryEdit::Remove { name: archive_path(text(item, "ref"))? });
    }
    let mut taken: BTreeSet<String> = old.iter().filter_map(|item| archive_path(text(item, "ref"))).collect();
    for (was, is) in kept.iter().zip(&staying).filter(|(was, is)| text(was, "label") != text(is, "label")) {
        let (name, to) = (archive_path(text(was, "ref"))?, kept_name(is)?);
        if !taken.insert(to.clone()) {
            return None;
        }
        edits.push(EntryEdit::Rename { name, to });
    }
    for item in added {
        let found = media::picture(entity, text(item, "ref"), ask.media)?;
        let name = name_of(text(item, "label"), &found.bytes)?;
        if !taken.insert(name.clone()) {
            return None;
        }
        edits.push(EntryEdit::Add { name, bytes: media::without_cards(found.bytes).to_vec() });
    }
    Some(edits)
}

/// The name of a picture in an archive; `None` for a label no name can be made of.
fn name_of(label: &str, bytes: &[u8]) -> Option<String> {
    let extension = picture::describe(bytes).map_or("png", |found| found.extension);
    let fits = !label.is_empty() && !label.contains(['/', '\\', '\0']) && !label.starts_with('.');
    fits.then(|| format!("{label}.{extension}"))
}

/// The name a picture of an archive had there, its label exchanged.
fn kept_name(item: &Value) -> Option<String> {
    let (path, label) = (archive_path(text(item, "ref"))?, text(item, "label"));
    let folder = path.rfind('/').and_then(|end| path.get(..=end)).unwrap_or("");
    let (_, extension) = path.rsplit_once('.')?;
    let fits = !label.is_empty() && !label.contains(['/', '\\', '\0']) && !label.starts_with('.');
    (fits && mime_of_name(&path).is_some()).then(|| format!("{folder}{label}.{extension}"))
}

/// An archive made anew of every picture that is at hand.
fn anew(entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Vec<u8>, EncodeError> {
    let items = Path::default().key("pack").key("items");
    let mut taken = BTreeSet::new();
    let mut entries = Vec::new();
    for (index, item) in entity.body.list("pack.items").iter().enumerate() {
        let here = items.index(index);
        let Some(found) = media::picture(entity, text(item, "ref"), ask.media) else {
            notes.explain(here, NoteCode::DanglingAsset, "The picture is not at hand, so it cannot be packed.");
            continue;
        };
        let label = text(item, "label");
        let wanted = kept_name(item).or_else(|| name_of(label, &found.bytes));
        let free = |name: &String| !taken.contains(&name.to_lowercase());
        let name = wanted.clone().filter(free).or_else(|| {
            let plain: String =
                label.chars().map(|sign| if matches!(sign, '/' | '\\' | '\0') { '-' } else { sign }).collect();
            let plain = plain.trim_start_matches('.');
            let plain = if plain.is_empty() { "picture" } else { plain };
            let names = std::iter::once(plain.to_owned()).chain((2..).map(|count| format!("{plain}-{count}")));
            names.filter_map(|label| name_of(&label, &found.bytes)).find(free)
        });
        let Some(name) = name else { continue };
        // Out of its folder it may keep its label.
        if label_of(&name) != label {
            let text = "A picture in an archive is called by its file name, which has to be one and its own.";
            notes.explain(here.key("label"), NoteCode::Adapted, text);
        }
        taken.insert(name.to_lowercase());
        entries.push(NewEntry::new(name, media::without_cards(found.bytes).to_vec()));
    }
    if entries.is_empty() {
        return Err(EncodeError::CannotExpress {
            what: "there is no picture at hand to pack".to_owned(),
            hint: "Add a picture.".to_owned(),
        });
    }
    Ok(build(&entries)?)
}
