//! What the library's tests share: a library in a fresh folder, cards, and everything a folder holds.

#![allow(dead_code, reason = "each test binary uses its own part")]

pub mod failing;

use std::collections::BTreeMap;
use std::path::Path;

use ficha_library::{Address, Keep, Library};
use ficha_model::{Body, Entity, Kind, canonical_id};
use serde_json::json;
use tempfile::TempDir;

/// A library in a folder of its own.
pub fn library() -> (TempDir, Library) {
    let folder = tempfile::tempdir().expect("a folder");
    let library = Library::open(folder.path()).expect("a library");
    assert_eq!(library.read_only(), None);
    (folder, library)
}

/// A character with a description.
pub fn card(name: &str, creator: &str, description: &str) -> Entity {
    let body = json!({
        "identity": {"name": name, "description": description},
        "attribution": {"creator": creator},
        "discovery": {"tags": ["Harbour", "Slow Burn"]},
    });
    Entity::new(Kind::Character, canonical_id(name), Body::from(body))
}

/// Keeps one entity.
pub fn kept(library: &Library, entity: Entity) -> Address {
    let item = Keep { entities: vec![entity], why: ficha_library::why::KEPT.to_owned(), ..Keep::default() };
    library.keep(vec![item], &mut |_, _| true).remove(0).expect("kept").entities.remove(0).0
}

/// Every file below a folder with its text, by path.
pub fn texts_of(folder: &Path) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below").to_string_lossy().into_owned();
                texts.insert(name, String::from_utf8_lossy(&std::fs::read(&path).unwrap_or_default()).into_owned());
            }
        }
    }
    texts
}
