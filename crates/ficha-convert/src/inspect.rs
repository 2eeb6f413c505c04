//! What is in a file, for people: entities with their fields and sizes, keys nobody describes, pictures, scripts.

use ficha_container::Place;
use ficha_formats::inspect::undescribed;
use ficha_formats::media::{picture_figures, pictures};
use ficha_formats::scripts::{Script, scripts};
use ficha_formats::{MediaSource, Note, Source, format};
use ficha_model::{Kind, leaves};
use serde::Serialize;
use serde_json::Value;

use crate::decode::Reading;
use crate::media::WrittenMedia;

/// What is in a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Inspection {
    /// Container id.
    pub container: &'static str,
    /// The format it was read as.
    pub format: &'static str,
    /// The entities, the one the file is about first.
    pub entities: Vec<InspectedEntity>,
    /// What was said while reading.
    pub notes: Vec<Note>,
    /// Pointers of keys in the payload that no row of the format describes, topmost only.
    pub undescribed: Vec<String>,
    /// Pictures the entities name.
    pub pictures: Vec<InspectedPicture>,
    /// Code in the payload.
    pub scripts: Vec<Script>,
}

/// An entity found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InspectedEntity {
    /// Its kind.
    pub kind: Kind,
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its leaves.
    pub fields: Vec<InspectedField>,
}

/// A leaf of a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InspectedField {
    /// Body path.
    pub path: String,
    /// Length in code points; of a value that is no text, of its JSON.
    pub chars: usize,
}

/// A picture named by an entity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InspectedPicture {
    /// `kind/id`.
    pub entity: String,
    /// Its role.
    pub role: String,
    /// Its name or label.
    pub name: Option<String>,
    /// Media type: by the bytes, else as said.
    pub mime: Option<String>,
    /// Size in bytes; `None` when the bytes are not in the file.
    pub bytes: Option<u64>,
    /// Where the bytes lie.
    pub place: Option<Place>,
}

/// Inspects a file that was read.
pub fn inspect(source: &Source, reading: &Reading) -> Inspection {
    let document = source.payload().map(|payload| &payload.document);
    let owner = format(reading.format);
    let media = WrittenMedia { bytes: source.bytes(), blobs: &reading.blobs, limits: source.limits() };
    Inspection {
        container: reading.container.word(),
        format: reading.format,
        entities: reading
            .entities
            .iter()
            .map(|entity| InspectedEntity {
                kind: entity.kind,
                id: entity.id.clone(),
                name: entity.name().to_owned(),
                fields: leaves(entity.body.value())
                    .into_iter()
                    .map(|(path, value)| InspectedField { path: path.to_string(), chars: chars(value) })
                    .collect(),
            })
            .collect(),
        notes: reading.notes.clone(),
        undescribed: owner.zip(document).map(|(owner, document)| undescribed(owner, document)).unwrap_or_default(),
        pictures: inspected_pictures(reading, &media),
        scripts: document.map(scripts).unwrap_or_default(),
    }
}

fn inspected_pictures(reading: &Reading, media: &dyn MediaSource) -> Vec<InspectedPicture> {
    let of_entity =
        reading.entities.iter().flat_map(|entity| pictures(entity).into_iter().map(move |found| (entity, found)));
    of_entity
        .map(|(entity, found)| {
            let figures = picture_figures(entity, &found.reference, media);
            InspectedPicture {
                entity: entity.address(),
                role: found.role,
                name: found.name,
                mime: figures.as_ref().map(|figures| figures.mime.clone()).or(found.mime),
                bytes: figures.as_ref().map(|figures| figures.bytes),
                place: figures.map(|figures| figures.place),
            }
        })
        .collect()
}

fn chars(value: &Value) -> usize {
    match value {
        Value::String(text) => text.chars().count(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            value.to_string().chars().count()
        }
    }
}
