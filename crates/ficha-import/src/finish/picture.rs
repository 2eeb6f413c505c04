//! The card's picture as the world's cover and as the portrait of the character that carries the card's name.

use std::collections::BTreeMap;

use ficha_checks::measure::folded;
use ficha_container::png;
use ficha_formats::media::sha256;
use ficha_world::{Folder, Ref, schema};
use serde_json::{Value, json};

use super::Work;
use crate::records::Doc;
use crate::structure::own_name;

const COVER: &str = "images/cover.png";

impl Work<'_> {
    /// The files of the picture; cover, portrait and index name them.
    pub(super) fn pictures(&mut self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        let Some(picture) = self.given.picture else { return files };
        let mut uses = vec![(COVER.to_owned(), "cover", None)];
        self.world.info.insert("cover".to_owned(), COVER.into());
        self.world.info = schema::arranged(schema::WORLD.fields, &self.world.info);
        if let Some(person) = self.who_is_shown() {
            let path = format!("images/{person}/reference.png");
            if let Some(doc) = self.world.documents.get_mut(&person) {
                doc.insert("portrait".to_owned(), path.as_str().into());
            }
            uses.push((path, "reference", Some(person.to_string())));
        }
        for (path, role, of) in uses {
            let row = row(&path, role, of, picture, self.given.at);
            self.world.images.retain(|known| known.get("path").and_then(Value::as_str) != Some(path.as_str()));
            self.world.images.push(row);
            self.world.pictures.insert(path.clone());
            files.insert(path, picture.to_vec());
        }
        files
    }

    /// The character with the card's name, else the only one.
    fn who_is_shown(&self) -> Option<Ref> {
        let own = folded(&own_name(self.card(), self.given.choices));
        let people = self.made(Folder::Characters);
        let named = people.iter().find(|person| self.names(person).first() == Some(&own));
        let named = named.or_else(|| people.iter().find(|person| self.names(person).contains(&own)));
        let only = if let [only] = people.as_slice() { Some(only) } else { None };
        named.or(only).cloned()
    }
}

/// A row of the picture index for the card's own picture.
fn row(path: &str, role: &str, of: Option<String>, picture: &[u8], at: &str) -> Doc {
    let hash = sha256(picture);
    // Without texts, times and EXIF the bytes are what the picture shows, so both hashes are one.
    let size = png::dimensions(picture);
    let row = json!({
        "path": path, "role": role, "of": of, "origin": "uploaded", "original_name": "picture.png",
        "sha256": hash, "pixels": hash, "width": size.map(|size| size.0), "height": size.map(|size| size.1),
        "added_at": at,
    });
    let Value::Object(row) = row else { return Doc::new() };
    schema::arranged(schema::IMAGES_ROW.fields, &row)
}
