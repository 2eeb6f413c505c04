//! Pictures of an archive: those a character lists, and the background of its first scenario.
//!
//! The picture labelled `avatar`, else the first, is the portrait. Paths of pictures count from the character's
//! folder, the path of a background from the root of the archive.

use bytes::Bytes;
use ficha_json::{Document, Node};
use ficha_model::{Entity, Path};
use serde_json::{Map, Value, json};

use crate::ask::Ask;
use crate::media;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{State, Writes, at, place, state};
use crate::read::Reader;
use crate::source::Source;
use crate::tavern::assets::{extension_of_mime, mime_of_extension};

const IMAGES: &str = "/character/images";
const BACKGROUND: &str = "/scenarios/0/backgroundImage";

/// The folder of the character.
pub(super) fn folder(document: &Document) -> String {
    let path = document.at("/path").and_then(|path| path.as_str()).unwrap_or_default();
    path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned()
}

fn entry_of(folder: &str, path: &str) -> String {
    if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") }
}

/// The label of the portrait.
fn is_marker(label: &str) -> bool {
    label.eq_ignore_ascii_case("avatar")
}

/// Entries the documents of a character name as pictures.
pub(super) fn named(document: &Document) -> Vec<String> {
    let folder = folder(document);
    let listed = document.at(IMAGES).into_iter().flat_map(|list| list.items());
    let mut named: Vec<String> =
        listed.filter_map(|row| Some(entry_of(&folder, &row.get("path")?.as_str()?))).collect();
    let scenarios = document.at("/scenarios").into_iter().flat_map(|list| list.items());
    named.extend(scenarios.filter_map(|scenario| Some(scenario.get("backgroundImage")?.as_str()?.into_owned())));
    named
}

/// Says which of them are not there.
pub(super) fn note_missing(document: &Document, source: &Source, reader: &mut Reader<'_>) {
    for name in named(document) {
        if source.archive().is_some_and(|archive| archive.find(&name).is_none()) {
            let text = format!("The archive holds no {name}; what names it is kept.");
            reader.warn(NoteCode::DanglingAsset, IMAGES, text);
        }
    }
}

/// The assets of the rows, the portrait first, each with the number of its row.
fn assets(document: &Document) -> Vec<(usize, Value)> {
    let folder = folder(document);
    let rows = document.at(IMAGES).into_iter().flat_map(|list| list.items()).enumerate();
    let text = |row: Node<'_>, key: &str| row.get(key).and_then(|text| text.as_str()).map(|text| text.into_owned());
    let rows: Vec<(usize, String, String)> = rows
        .filter_map(|(index, row)| Some((index, text(row, "path")?, text(row, "label").unwrap_or_default())))
        .collect();
    let portrait = rows.iter().position(|(_, _, label)| is_marker(label)).unwrap_or(0);
    let mut assets: Vec<(usize, Value)> = Vec::new();
    for (at, (index, path, label)) in rows.iter().enumerate() {
        let mut asset = Map::new();
        asset.insert("role".to_owned(), json!(if at == portrait { "portrait" } else { "other" }));
        // The label that makes it the portrait is no label of its own.
        if !label.is_empty() && (at != portrait || !is_marker(label)) {
            asset.insert("label".to_owned(), json!(label));
        }
        if at == portrait {
            asset.insert("primary".to_owned(), json!(true));
        }
        asset.insert("ref".to_owned(), json!(format!("embeded://{}", entry_of(&folder, path))));
        if let Some(mime) = path.rsplit_once('.').and_then(|(_, extension)| mime_of_extension(extension)) {
            asset.insert("mime".to_owned(), json!(mime));
        }
        assets.insert(if at == portrait { 0 } else { assets.len() }, (*index, Value::Object(asset)));
    }
    assets
}

/// Reads pictures and background.
pub(super) fn decode(document: &Document, body: &mut Map<String, Value>) {
    let mut assets = assets(document).into_iter().map(|(_, asset)| asset);
    if let Some(portrait) = assets.next() {
        place(body, "media.portrait", portrait);
    }
    let others: Vec<Value> = assets.collect();
    if !others.is_empty() {
        place(body, "media.assets", Value::Array(others));
    }
    let background = document.at(BACKGROUND).and_then(|path| path.as_str()).filter(|path| !path.is_empty());
    if let Some(path) = background {
        place(body, "presentation.background.ref", json!(format!("embeded://{path}")));
    }
}

/// Entries that come and go with an edit of the pictures.
#[derive(Default)]
pub(super) struct Entries {
    /// New ones.
    pub added: Vec<(String, Bytes)>,
    /// Those nothing names any more.
    pub removed: Vec<String>,
}

/// What every step of writing pictures needs.
pub(super) struct Album<'a> {
    /// The character.
    pub entity: &'a Entity,
    /// Where bytes come from.
    pub ask: &'a Ask<'a>,
    /// The payload.
    pub document: &'a Document,
    /// Whether entries the payload names are in the archive that is written.
    pub in_place: bool,
}

impl Album<'_> {
    /// The changes of rows, and the entries that come and go.
    pub fn write(&self, writes: &mut Writes, notes: &mut Notes) -> Entries {
        let mut entries = Entries::default();
        let body = self.entity.body.value();
        let before = assets(self.document);
        let mut after: Vec<(Path, &Value)> = Vec::new();
        let media = Path::default().key("media");
        after.extend(at(body, "media.portrait").map(|asset| (media.key("portrait"), asset)));
        let list = media.key("assets");
        let others = self.entity.body.list("media.assets").iter().enumerate();
        after.extend(others.map(|(index, asset)| (list.index(index), asset)));
        let same = before.len() == after.len() && before.iter().zip(&after).all(|((_, old), (_, new))| old == *new);
        if !same || !self.in_place {
            self.rows(&before, &after, writes, &mut entries, notes);
        }
        self.background(writes, &mut entries, notes);
        let gone = |name: &String| !entries.added.iter().any(|(added, _)| added == name);
        let mut kept = named(self.document);
        kept.retain(gone);
        entries
    }

    fn rows(
        &self,
        before: &[(usize, Value)],
        after: &[(Path, &Value)],
        writes: &mut Writes,
        entries: &mut Entries,
        notes: &mut Notes,
    ) {
        let present: Vec<Node<'_>> = self.document.at(IMAGES).into_iter().flat_map(|list| list.items()).collect();
        let folder = folder(self.document);
        let reference = |asset: &Value| asset.get("ref").and_then(Value::as_str).unwrap_or("").to_owned();
        let mut rows: Vec<Value> = Vec::new();
        let mut used: Vec<usize> = Vec::new();
        let mut taken = named(self.document);
        for (path, asset) in after {
            let known = before.iter().find(|(index, old)| !used.contains(index) && reference(old) == reference(asset));
            let row = match known {
                Some((index, _)) => {
                    used.push(*index);
                    let row = present.get(*index).map(|row| row.to_value());
                    if !self.in_place {
                        self.bring(&reference(asset), path, entries, notes);
                    }
                    row
                }
                None => self.new_row(asset, path, &folder, &mut taken, entries, notes),
            };
            let Some(Value::Object(mut row)) = row else { continue };
            let label = asset.get("label").and_then(Value::as_str).unwrap_or("");
            let old = row.get("label").and_then(Value::as_str).unwrap_or("");
            let marks = label.is_empty() && rows.is_empty() && is_marker(old);
            if old != label && !marks {
                row.insert("label".to_owned(), json!(label));
            }
            self.explain(asset, path, rows.is_empty(), notes);
            rows.push(Value::Object(row));
        }
        let same = rows.len() == present.len() && rows.iter().zip(&present).all(|(row, node)| node.equals(row));
        if !same {
            // The portrait stays where it is unless rows came, went or moved.
            writes.set(IMAGES, Value::Array(self.in_old_order(rows, before, &used)));
        }
        for (index, asset) in before.iter().filter(|(index, _)| !used.contains(index)) {
            debug_assert!(*index < present.len());
            if let Some(name) = media::archive_path(&reference(asset)) {
                entries.removed.push(name);
            }
        }
    }

    /// Rows in the order they stood in when all of them are still there: the portrait need not be the first.
    fn in_old_order(&self, rows: Vec<Value>, before: &[(usize, Value)], used: &[usize]) -> Vec<Value> {
        let marked = rows.first().and_then(|row| row.get("label")).and_then(Value::as_str).is_some_and(is_marker);
        let first = used.first() == Some(&0);
        let as_before = before.iter().map(|(index, _)| *index).eq(used.iter().copied())
            && rows.len() == used.len()
            && (marked || first);
        if !as_before {
            return rows;
        }
        let mut sorted: Vec<(usize, Value)> = used.iter().copied().zip(rows).collect();
        sorted.sort_by_key(|(index, _)| *index);
        sorted.into_iter().map(|(_, row)| row).collect()
    }

    /// Brings the bytes of a listed picture along into an archive made anew.
    fn bring(&self, reference: &str, path: &Path, entries: &mut Entries, notes: &mut Notes) {
        let picture = media::picture(self.entity, reference, self.ask.media);
        match (picture, media::archive_path(reference)) {
            (Some(picture), Some(name)) => entries.added.push((name, picture.bytes)),
            _ => {
                let text = format!("The picture {reference} is not at hand; its row is kept.");
                notes.warn(NoteCode::DanglingAsset, ficha_container::Place::pointer(IMAGES), text);
                debug_assert!(!path.0.is_empty());
            }
        }
    }

    fn new_row(
        &self,
        asset: &Value,
        path: &Path,
        folder: &str,
        taken: &mut Vec<String>,
        entries: &mut Entries,
        notes: &mut Notes,
    ) -> Option<Value> {
        let reference = asset.get("ref").and_then(Value::as_str).unwrap_or("");
        let Some(picture) = media::picture(self.entity, reference, self.ask.media) else {
            notes.explain(path.clone(), NoteCode::DanglingAsset, "The picture is not at hand, so it was left out.");
            return None;
        };
        let extension = extension_of_mime(&picture.mime);
        if !["png", "jpg", "gif", "webp"].contains(&extension) {
            notes.explain(path.clone(), NoteCode::NoPlace, "An archive lists PNG, JPEG, WebP and GIF pictures only.");
            return None;
        }
        let portrait = asset.get("role").and_then(Value::as_str) == Some("portrait");
        let stems = (1..).map(|number: usize| format!("image{number}"));
        let stem = std::iter::once("portrait".to_owned()).filter(|_| portrait).chain(stems);
        let name = stem
            .map(|stem| format!("images/{stem}.{extension}"))
            .find(|name| !taken.contains(&entry_of(folder, name)))?;
        let entry = entry_of(folder, &name);
        taken.push(entry.clone());
        entries.added.push((entry, media::without_cards(picture.bytes)));
        Some(json!({"path": name, "label": ""}))
    }

    /// The reasons for what a row cannot say of a picture.
    fn explain(&self, asset: &Value, path: &Path, first: bool, notes: &mut Notes) {
        let text = |key: &str| asset.get(key).and_then(Value::as_str).unwrap_or("");
        let is_portrait = path.to_string() == "media.portrait";
        if first && !is_portrait {
            let said = "The first picture of an archive is the portrait.";
            notes.explain(path.clone(), NoteCode::Adapted, said);
            notes.explain(Path::of("media.portrait"), NoteCode::Adapted, said);
            return;
        }
        if text("role") != if is_portrait { "portrait" } else { "other" } {
            notes.explain(path.key("role"), NoteCode::NoPlace, "An archive does not say what a picture is for.");
        }
        if !text("name").is_empty() {
            notes.explain(path.key("name"), NoteCode::NoPlace, "A picture has a label there, and no name beside it.");
        }
        if (asset.get("primary") == Some(&json!(true))) != is_portrait {
            notes.explain(path.key("primary"), NoteCode::Adapted, "The portrait is the main picture, and no other is.");
        }
        if !is_portrait && is_marker(text("label")) {
            notes.explain(Path::of("media"), NoteCode::Adapted, "The picture labelled avatar is the portrait there.");
        }
    }

    fn background(&self, writes: &mut Writes, entries: &mut Entries, notes: &mut Notes) {
        let path = "presentation.background.ref";
        let old = self.document.at(BACKGROUND).and_then(|path| path.as_str()).filter(|path| !path.is_empty());
        let before = old.as_deref().map(|path| json!(format!("embeded://{path}")));
        let new = at(self.entity.body.value(), path);
        let reference = new.and_then(Value::as_str).unwrap_or("");
        match state(before.as_ref(), new) {
            State::Equal if self.in_place || old.is_none() => {}
            State::Equal => self.bring(reference, &Path::of(path), entries, notes),
            State::Cleared => writes.remove(BACKGROUND),
            State::Changed => {
                let Some(picture) = media::picture(self.entity, reference, self.ask.media) else {
                    notes.explain(
                        Path::of("presentation.background"),
                        NoteCode::DanglingAsset,
                        "The picture is not at hand, so it was left out.",
                    );
                    return;
                };
                let extension = extension_of_mime(&picture.mime);
                let taken = named(self.document);
                let stems = (1..).map(|number: usize| format!("scenarios/scenario{number}-background.{extension}"));
                let Some(name) = stems.into_iter().find(|name| !taken.contains(name)) else { return };
                writes.set(BACKGROUND, json!(name));
                entries.added.push((name, media::without_cards(picture.bytes)));
            }
        }
    }
}
