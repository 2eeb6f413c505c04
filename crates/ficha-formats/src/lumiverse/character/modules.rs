//! The modules beside a card, as part of the card: read they lie under one key of its extensions, written they are
//! taken out again.
//!
//! So one table and one overlay do for both places, and each file keeps the text of what was not edited.
//! Source: Lumiverse `character-export.service.ts`, `charx-import.service.ts`.

use ficha_container::ContainerId;
use ficha_container::archive::{Archive, EntryEdit};
use ficha_json::Document;

use crate::carrier;
use crate::error::EncodeError;
use crate::tavern::layout::Layout;

/// The entry beside the card.
pub(super) const ENTRY: &str = "lumiverse_modules.json";

/// The key they lie under.
pub(super) const KEY: &str = "/data/extensions/lumiverse_modules";

/// The text of a card with these modules in it; the flag says that it had no extensions before.
pub(super) fn put_in(card: &Document, layout: &Layout, modules: &Document) -> Option<(String, bool)> {
    let extensions = layout.locate("/data/extensions");
    let had = card.at(&extensions).is_some_and(|node| node.is_object());
    let mut edit = card.edit();
    if !had {
        edit.splice(&extensions, &format!("{{\"lumiverse_modules\": {}}}", modules.strict_text()));
        return Some((edit.finish(), true));
    }
    edit.splice(&layout.locate(KEY), &modules.strict_text());
    Some((edit.finish(), false))
}

/// A card and the modules that were in it.
pub(super) struct Parted {
    /// The text of the card.
    pub card: String,
    /// The text of the modules, when there were any.
    pub modules: Option<String>,
}

/// Parts a text again. `bare`: the card had no extensions of its own.
pub(super) fn take_out(text: &str, bare: bool) -> Result<Parted, EncodeError> {
    let document = carrier::parse_own(text.to_owned(), super::wire::ID)?;
    let Some((layout, _)) = Layout::of(&document) else { return Ok(Parted { card: text.to_owned(), modules: None }) };
    let at = layout.locate(KEY);
    let Some(node) = document.at(&at) else { return Ok(Parted { card: text.to_owned(), modules: None }) };
    let extensions = layout.locate("/data/extensions");
    let alone = bare && document.at(&extensions).is_some_and(|node| node.len() == 1);
    let mut edit = document.edit();
    edit.remove(if alone { &extensions } else { &at });
    Ok(Parted { card: edit.finish(), modules: Some(node.raw().to_owned()) })
}

/// An archive with card and modules apart. `source` is the archive the card came in: what neither changes keeps its
/// bytes.
pub(super) fn part(
    made: &[u8],
    source: Option<&[u8]>,
    bare: bool,
    pictures: &[(String, bytes::Bytes)],
) -> Result<Vec<u8>, EncodeError> {
    let limits = carrier::own_limits();
    let archive = Archive::read(made, &limits)?;
    let named =
        |entry: &&ficha_container::archive::Entry| entry.name == "card.json" || entry.name.ends_with("/card.json");
    let card = archive
        .entries()
        .iter()
        .find(|entry| entry.name == "card.json")
        .or_else(|| archive.entries().iter().find(named));
    let Some(card) = card else { return Ok(made.to_vec()) };
    let text = String::from_utf8_lossy(&archive.inflate(made, card, &limits)?).into_owned();
    let parted = take_out(&text, bare)?;
    let kept = source.and_then(|source| Some((source, Archive::read(source, &limits).ok()?)));
    let (base_bytes, base) = match &kept {
        Some((bytes, archive)) => (*bytes, archive),
        None => (made, &archive),
    };
    let mut wanted: Vec<(String, Vec<u8>)> = vec![(card.name.clone(), parted.card.into_bytes())];
    wanted.extend(parted.modules.map(|text| (ENTRY.to_owned(), text.into_bytes())));
    wanted.extend(pictures.iter().map(|(name, bytes)| (name.clone(), bytes.to_vec())));
    for entry in archive.entries() {
        let settled = entry.is_directory() || wanted.iter().any(|(name, _)| *name == entry.name);
        if !settled && kept.is_some() {
            wanted.push((entry.name.clone(), archive.inflate(made, entry, &limits)?));
        }
    }
    let mut edits = Vec::new();
    for (name, bytes) in &wanted {
        match base.entries().iter().find(|entry| entry.name == *name) {
            Some(entry) if base.inflate(base_bytes, entry, &limits)? == *bytes => {}
            Some(_) => edits.push(EntryEdit::Replace { name: name.clone(), bytes: bytes.clone() }),
            None => edits.push(EntryEdit::Add { name: name.clone(), bytes: bytes.clone() }),
        }
    }
    for entry in base.entries().iter().filter(|entry| !entry.is_directory()) {
        if kept.is_some() && wanted.iter().all(|(name, _)| *name != entry.name) {
            edits.push(EntryEdit::Remove { name: entry.name.clone() });
        }
    }
    Ok(if edits.is_empty() { base_bytes.to_vec() } else { base.rewrite(base_bytes, &edits)? })
}

/// Whether a container has room for modules.
pub(super) fn has_room(container: ContainerId) -> bool {
    matches!(container, ContainerId::Zip | ContainerId::JpegZip)
}
