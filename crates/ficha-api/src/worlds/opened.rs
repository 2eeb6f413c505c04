//! An opened world: everything lists and panels need, without the long texts, which are asked for one by one.

use std::collections::BTreeMap;

use ficha_library::worlds::WorldFolder;
use ficha_world::{Held, ListFile, SHIPPED_LANGUAGES, SLOTS, World};
use serde_json::{Map, Value};

use super::pictures::WorldPictures;
use super::{readiness, shown, tree_of};
use crate::ApiError;
use crate::commands::count;
use crate::dto::{Json, OpenedWorld, WorldDocumentRow, WorldPicture, WorldPrompt, WorldSlot, WorldUnreadable};

/// The longest text of a document that goes into a list.
const SHORT: usize = 200;
/// How much of an unreadable file is shown.
const SHOWN: usize = 200_000;

/// A world as it is on the disk now.
pub(crate) fn open(folder: &WorldFolder, pictures: &WorldPictures) -> Result<OpenedWorld, ApiError> {
    let tree = tree_of(folder)?;
    let loaded = World::load(&tree);
    let world = &loaded.world;
    let mut lists = BTreeMap::new();
    for file in ListFile::ALL {
        if let Some(doc) = world.list_document(file) {
            lists.insert(file.path().to_owned(), Json::of(&Value::Object(doc)));
        }
    }
    let document = |at: &ficha_world::Ref, doc: &ficha_world::Doc| WorldDocumentRow {
        document: at.to_string(),
        name: world.name_of(at).to_owned(),
        facts: Json::of(&Value::Object(facts(doc))),
    };
    let damaged = world.damaged.iter().filter(|problem| problem.pointer().is_empty());
    let unreadable = damaged.filter(|problem| tree.contains_key(problem.path())).map(|problem| WorldUnreadable {
        file: problem.path().to_owned(),
        problem: shown(problem),
        text: tree.get(problem.path()).and_then(text_of),
    });
    let size = |path: &String| match tree.get(path) {
        Some(Held::Picture { bytes, .. }) => u32::try_from(*bytes).unwrap_or(u32::MAX),
        _ => 0,
    };
    Ok(OpenedWorld {
        id: folder.id().to_owned(),
        name: Some(world.name()).filter(|name| !name.is_empty()).unwrap_or(folder.id()).to_owned(),
        readiness: readiness(loaded.readiness),
        problems: loaded.problems.iter().map(shown).collect(),
        newer: loaded.newer,
        card: folder.has(".import/card.json"),
        info: Json::of(&Value::Object(world.info.clone())),
        rows: world.documents.iter().map(|(at, doc)| document(at, doc)).collect(),
        unreadable: unreadable.collect(),
        lists,
        prompts: world
            .prompts
            .iter()
            .map(|((language, slot), text)| WorldPrompt {
                language: language.clone(),
                slot: slot.clone(),
                text: text.clone(),
            })
            .collect(),
        slots: SLOTS
            .iter()
            .map(|slot| WorldSlot {
                slot: slot.word.to_owned(),
                most: count(slot.most),
                placeholders: slot.given.iter().map(|name| (*name).to_owned()).collect(),
            })
            .collect(),
        languages: SHIPPED_LANGUAGES.iter().map(|language| (*language).to_owned()).collect(),
        pictures: world
            .pictures
            .iter()
            .map(|path| WorldPicture {
                path: path.clone(),
                stamp: pictures.key(folder, path).unwrap_or_default(),
                bytes: size(path),
            })
            .collect(),
        stray: world.stray.clone(),
    })
}

/// A document without its long texts, at any depth.
fn facts(doc: &Map<String, Value>) -> Map<String, Value> {
    let short = |value: &Value| !matches!(value, Value::String(text) if text.chars().nth(SHORT).is_some());
    doc.iter().filter(|(_, value)| short(value)).map(|(key, value)| (key.clone(), shortened(value))).collect()
}

fn shortened(value: &Value) -> Value {
    match value {
        Value::Object(map) => Value::Object(facts(map)),
        // An item of a list keeps its place.
        Value::Array(items) => items.iter().map(shortened).collect(),
        Value::String(text) => match text.char_indices().nth(SHORT) {
            Some((end, _)) => Value::from(text.get(..end).unwrap_or_default()),
            None => value.clone(),
        },
        other => other.clone(),
    }
}

fn text_of(held: &Held) -> Option<String> {
    let Held::Bytes(bytes) = held else { return None };
    let text = std::str::from_utf8(bytes).ok()?;
    Some(text.chars().take(SHOWN).collect())
}
