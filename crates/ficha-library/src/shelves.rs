//! Shelves: searches that were kept, and pieces put together by hand. One file, `shelves.json`, in the order the
//! person has them. Rules kept here: a shelf holds addresses, so a piece that is gone is simply not shown; keys a newer
//! version wrote stay in the file.

use serde_json::{Map, Value, json};

use crate::batch::Stage;
use crate::own_json::{list_of, read_value, text_of, to_text};
use crate::{Address, Library, LibraryError, Result};

/// Shelves kept at most.
const MOST: usize = 500;

/// One shelf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    /// Names it; never shown.
    pub id: String,
    /// What the person calls it.
    pub name: String,
    /// A kept search, as the caller wrote it; `None` for a shelf filled by hand.
    pub search: Option<Value>,
    /// The pieces put on it, in order.
    pub pieces: Vec<Address>,
    /// Keys of a newer version.
    unknown: Map<String, Value>,
}

impl Shelf {
    /// An empty shelf.
    pub fn new(id: String, name: String, search: Option<Value>) -> Shelf {
        Shelf { id, name, search, pieces: Vec::new(), unknown: Map::new() }
    }

    fn read(value: &Value) -> Option<Shelf> {
        let mut unknown = value.as_object()?.clone();
        for key in ["id", "name", "search", "pieces"] {
            unknown.shift_remove(key);
        }
        let pieces = list_of(value, "pieces").iter().filter_map(|text| text.as_str()?.parse().ok()).collect();
        let search = value.get("search").filter(|search| !search.is_null()).cloned();
        Some(Shelf { id: text_of(value, "id")?, name: text_of(value, "name")?, search, pieces, unknown })
    }

    fn value(&self) -> Value {
        let mut map = Map::new();
        map.insert("id".to_owned(), json!(self.id));
        map.insert("name".to_owned(), json!(self.name));
        if let Some(search) = &self.search {
            map.insert("search".to_owned(), search.clone());
        }
        let pieces: Vec<String> = self.pieces.iter().map(ToString::to_string).collect();
        map.insert("pieces".to_owned(), json!(pieces));
        map.extend(self.unknown.clone());
        Value::Object(map)
    }
}

impl Library {
    /// Every shelf, in order.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn shelves(&self) -> Result<Vec<Shelf>> {
        let file = read_value(&self.layout.shelves())?.unwrap_or_default();
        Ok(list_of(&file, "shelves").iter().filter_map(Shelf::read).collect())
    }

    /// Changes the shelves as one act; nothing is written when `edit` fails.
    ///
    /// # Errors
    /// Those of `edit`, and when the file cannot be read or written.
    pub fn edit_shelves(&self, edit: impl FnOnce(&mut Vec<Shelf>) -> Result<()>) -> Result<Vec<Shelf>> {
        let lock = self.lock()?;
        let path = self.layout.shelves();
        let mut file = read_value(&path)?.filter(Value::is_object).unwrap_or_else(|| json!({}));
        let mut shelves: Vec<Shelf> = list_of(&file, "shelves").iter().filter_map(Shelf::read).collect();
        edit(&mut shelves)?;
        if shelves.len() > MOST {
            return Err(LibraryError::Limit { name: "shelves", limit: MOST as u64, place: path });
        }
        if let Some(map) = file.as_object_mut() {
            map.insert("shelves".to_owned(), shelves.iter().map(Shelf::value).collect());
        }
        let mut batch = self.batch();
        batch.write(Stage::Rest, path, to_text(&file).as_bytes())?;
        batch.commit()?;
        drop(lock);
        Ok(shelves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shelves_are_kept_in_order_with_what_a_newer_version_wrote() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::open(folder.path()).unwrap();
        assert_eq!(library.shelves().unwrap(), []);
        let text = r#"{"later":1,"shelves":[{"id":"a","name":"Winter","pieces":["character/ott","no address"],"colour":"red"}]}"#;
        std::fs::write(folder.path().join("shelves.json"), text).unwrap();
        let shelves = library
            .edit_shelves(|shelves| {
                shelves.push(Shelf::new("b".to_owned(), "Fog".to_owned(), Some(json!({ "text": "fog" }))));
                Ok(())
            })
            .unwrap();
        assert_eq!(shelves, library.shelves().unwrap());
        assert_eq!(shelves.iter().map(|shelf| shelf.name.as_str()).collect::<Vec<_>>(), ["Winter", "Fog"]);
        assert_eq!(shelves[0].pieces.len(), 1);
        let kept = std::fs::read_to_string(folder.path().join("shelves.json")).unwrap();
        assert!(kept.contains("\"colour\"") && kept.contains("\"later\""), "{kept}");
        assert!(library.edit_shelves(|_| Err(LibraryError::not_found("x"))).is_err());
        assert_eq!(library.shelves().unwrap().len(), 2);
    }
}
