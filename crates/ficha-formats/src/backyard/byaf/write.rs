//! Writing an archive: the edited texts put back into their entries, or an archive made anew.

use std::cell::RefCell;

use bytes::Bytes;
use ficha_container::ContainerId;
use ficha_container::archive::{Archive, EntryEdit, Method, NewEntry, build};
use ficha_json::{Document, Style, to_text};
use ficha_model::{Entity, Kind};

use super::pictures::{Album, Entries};
use super::wire::{SHELF, SPEC};
use super::{RECORD, roots, story};
use crate::ask::{Ask, Encoded};
use crate::carrier;
use crate::error::EncodeError;
use crate::notes::Notes;
use crate::record::{Export, export_with};
use crate::tavern::linked;

/// The file of a character, and of the others that came in the same archive.
pub(super) fn write(entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
    if let Some(other) = ask.container.filter(|container| *container != ContainerId::Zip) {
        return Err(EncodeError::CannotExpress {
            what: format!("a Backyard archive is not written as {}", other.word()),
            hint: "Choose zip.".to_owned(),
        });
    }
    if let Some(variant) = ask.variant {
        return Err(EncodeError::CannotExpress {
            what: format!("a Backyard archive has no version {}", variant.word()),
            hint: "Leave the version away.".to_owned(),
        });
    }
    let made = |bytes| Ok(Encoded { bytes, container: ContainerId::Zip, extension: "byaf", variant: None });
    let own = carrier::source_file(entity, ask)
        .filter(|_| !ask.rewrite && carrier::came_as(entity, SPEC.id, ContainerId::Zip));
    let Some(file) = own else {
        // A character that stood behind another has nothing but its own document.
        let mut alone = entity.clone();
        if alone.source.as_ref().is_some_and(|source| source.pointer.is_some()) {
            alone.original.shift_remove(SPEC.id);
        }
        let (text, entries) = match text_of(&alone, ask, false, notes)? {
            (Export::Text(text), entries) => (text, entries),
            (Export::Copy(file), _) => return made(file),
        };
        return made(anew(&text, &entries)?.into());
    };
    let archive = Archive::read(&file, &carrier::own_limits())?;
    let mut edits: Vec<EntryEdit> = Vec::new();
    let others = ask
        .linked
        .iter()
        .filter(|other| other.kind == Kind::Character && other.id != entity.id && came_beside(other, entity));
    for character in std::iter::once(entity).chain(others) {
        // Reasons are given for the character that is asked for; of the others only what is said is passed on.
        let mut said = Notes::new();
        let of_main = std::ptr::eq(character, entity);
        let (export, entries) = text_of(character, ask, true, if of_main { notes } else { &mut said })?;
        notes.extend(said.into_list());
        let Export::Text(text) = export else { continue };
        changes(character, &text, entries, (&file, &archive), &mut edits)?;
    }
    if edits.is_empty() {
        return made(file);
    }
    made(archive.rewrite(&file, &edits)?.into())
}

/// Whether a character came in the archive of another one.
fn came_beside(other: &Entity, first: &Entity) -> bool {
    let (Some(own), Some(theirs)) = (&other.source, &first.source) else { return false };
    own.format == SPEC.id
        && own.pointer.is_some()
        && (&own.sha256, &own.file_name) == (&theirs.sha256, &theirs.file_name)
}

/// The payload of a character with its edits, and the pictures that come and go.
fn text_of(
    entity: &Entity,
    ask: &Ask<'_>,
    in_place: bool,
    notes: &mut Notes,
) -> Result<(Export, Entries), EncodeError> {
    let books = linked::resolve(entity, "knowledgeRefs", Kind::Lorebook, ask, notes)?;
    let entries = RefCell::new(Entries::default());
    let beside = |document: &Document, notes: &mut Notes| {
        let mut writes = SHELF.writes(&books, document, &roots(document), notes);
        let album = Album { entity, ask, document, in_place };
        entries.replace(album.write(&mut writes, notes));
        Ok(writes)
    };
    let export = export_with(&RECORD, entity, ContainerId::Zip, ask, &beside, notes)?;
    Ok((export, entries.into_inner()))
}

/// The documents of a payload with the names of their entries.
fn parts(document: &Document) -> Vec<(String, &str)> {
    let mut parts = Vec::new();
    if let Some(manifest) = document.at("/manifest") {
        parts.push(("manifest.json".to_owned(), manifest.raw()));
    }
    let path = document.at("/path").and_then(|path| path.as_str()).map(|path| path.into_owned());
    if let (Some(path), Some(character)) = (path, document.at("/character")) {
        parts.push((path, character.raw()));
    }
    let scenarios = story::scenarios(document, &roots(document)).into_iter();
    parts.extend(scenarios.filter(|(_, node)| node.is_object()).map(|(path, node)| (path, node.raw())));
    parts
}

/// The changes of entries that an edited payload asks for. Of an entry that two characters change, the first counts.
fn changes(
    entity: &Entity,
    text: &str,
    entries: Entries,
    (file, archive): (&Bytes, &Archive),
    edits: &mut Vec<EntryEdit>,
) -> Result<(), EncodeError> {
    let limits = carrier::own_limits();
    let raw = entity.original.get(SPEC.id).and_then(|original| original.raw.clone());
    let old = carrier::parse_own(raw.map_or_else(|| "{}".into(), |raw| raw.0), SPEC.id)?;
    let new = carrier::parse_own(text.to_owned(), SPEC.id)?;
    let before = parts(&old);
    let named = |edits: &[EntryEdit], wanted: &str| {
        edits.iter().any(|edit| match edit {
            EntryEdit::Replace { name, .. } | EntryEdit::Add { name, .. } | EntryEdit::Remove { name } => {
                name == wanted
            }
            EntryEdit::Rename { name, to } => name == wanted || to == wanted,
        })
    };
    for (path, text) in parts(&new) {
        let same = before.iter().any(|(known, old)| *known == path && *old == text);
        if same || named(edits, &path) {
            continue;
        }
        match archive.find(&path) {
            Some(entry) => {
                let content = archive.inflate(file, entry, &limits)?;
                edits.push(EntryEdit::Replace { name: entry.name.clone(), bytes: carrier::dressed(text, &content) });
            }
            None => edits.push(EntryEdit::Add { name: path, bytes: text.as_bytes().to_vec() }),
        }
    }
    for (name, bytes) in entries.added {
        if !named(edits, &name) {
            let bytes = bytes.to_vec();
            let known = archive.find(&name).is_some();
            edits.push(if known { EntryEdit::Replace { name, bytes } } else { EntryEdit::Add { name, bytes } });
        }
    }
    let still = super::pictures::named(&new);
    for name in entries.removed.into_iter().filter(|name| !still.contains(name)) {
        if let Some(entry) = archive.find(&name).filter(|entry| !named(edits, &entry.name)) {
            edits.push(EntryEdit::Remove { name: entry.name.clone() });
        }
    }
    Ok(())
}

/// An archive of a payload; entries are stored, as the app writes them.
fn anew(text: &str, entries: &Entries) -> Result<Vec<u8>, EncodeError> {
    let document = carrier::parse_own(text.to_owned(), SPEC.id)?;
    let parts = parts(&document);
    let texts: Vec<(String, String)> = parts
        .into_iter()
        .map(|(path, raw)| {
            let own = carrier::parse_own(raw.to_owned(), SPEC.id)?;
            Ok((path, to_text(&own.root().to_value(), Style::Pretty(2))))
        })
        .collect::<Result<_, EncodeError>>()?;
    let mut all: Vec<NewEntry<'_>> =
        texts.iter().map(|(path, text)| NewEntry::new(path.clone(), text.as_bytes())).collect();
    all.extend(entries.added.iter().map(|(name, bytes)| NewEntry::new(name.clone(), &bytes[..])));
    for entry in &mut all {
        entry.method = Method::Stored;
    }
    Ok(build(&all)?)
}
