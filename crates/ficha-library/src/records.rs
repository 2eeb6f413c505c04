//! What the studio knows of an entity and no format carries: when it was added and opened, the studio's own tags, its
//! colour, its size in tokens, the limits raised for its file,
//! the choices of its last export. One file each, beside the entity's, never needed for it.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::batch::{Batch, Stage};
use crate::own_json::{list_of, put, read_value, text_of, to_text};
use crate::{Address, Library, LibraryError, Result};

/// The studio's own data of an entity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// When it was kept, RFC 3339 UTC.
    pub added: Option<String>,
    /// When it was last opened, RFC 3339 UTC.
    pub opened: Option<String>,
    /// Tags given in the studio, beside those of the body.
    pub tags: Vec<String>,
    /// A colour drawn from its picture, `#rrggbb`.
    pub tint: Option<String>,
    /// The blob that shows it, where its portrait lies inside its file (an archive entry).
    pub portrait: Option<String>,
    /// Its size in tokens, as last counted.
    pub tokens: Option<u64>,
    /// Limits the person raised for the file it came in: name and value. Without them it could not be opened again.
    pub raised: BTreeMap<String, u64>,
    /// What was chosen at its last export, by format id.
    pub export: Map<String, Value>,
    /// Keys a newer version wrote, kept.
    pub unknown: Map<String, Value>,
}

impl Record {
    fn from_value(value: Value) -> Record {
        let mut record = Record {
            added: text_of(&value, "added"),
            opened: text_of(&value, "opened"),
            tags: list_of(&value, "tags").iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            tint: text_of(&value, "tint"),
            portrait: text_of(&value, "portrait"),
            tokens: value.get("tokens").and_then(Value::as_u64),
            raised: value.get("raised").and_then(Value::as_object).map(numbers).unwrap_or_default(),
            export: value.get("export").and_then(Value::as_object).cloned().unwrap_or_default(),
            unknown: Map::new(),
        };
        if let Value::Object(mut map) = value {
            map.retain(|key, _| {
                !matches!(
                    key.as_str(),
                    "added" | "opened" | "tags" | "tint" | "portrait" | "tokens" | "raised" | "export"
                )
            });
            record.unknown = map;
        }
        record
    }

    pub(crate) fn to_value(&self) -> Value {
        let mut map = Map::new();
        put(&mut map, "added", self.added.clone());
        put(&mut map, "opened", self.opened.clone());
        put(&mut map, "tags", (!self.tags.is_empty()).then(|| self.tags.clone()));
        put(&mut map, "tint", self.tint.clone());
        put(&mut map, "portrait", self.portrait.clone());
        put(&mut map, "tokens", self.tokens);
        let raised =
            || self.raised.iter().map(|(name, value)| (name.clone(), Value::from(*value))).collect::<Map<_, _>>();
        put(&mut map, "raised", (!self.raised.is_empty()).then(raised));
        put(&mut map, "export", (!self.export.is_empty()).then(|| self.export.clone()));
        map.extend(self.unknown.clone());
        Value::Object(map)
    }
}

fn numbers(map: &Map<String, Value>) -> BTreeMap<String, u64> {
    map.iter().filter_map(|(name, value)| Some((name.clone(), value.as_u64()?))).collect()
}

/// Adds a record to a set of files.
pub(crate) fn write_record(library: &Library, address: &Address, record: &Record, batch: &mut Batch) -> Result<()> {
    batch.write(Stage::Rest, library.layout.record(address), to_text(&record.to_value()).as_bytes())
}

impl Library {
    /// The record of an entity; an empty one when it has none or it cannot be read, since nothing authored is in it.
    pub fn record(&self, address: &Address) -> Result<Record> {
        Ok(read_value(&self.layout.record(address)).ok().flatten().map(Record::from_value).unwrap_or_default())
    }

    /// Replaces the record of an entity; one that cannot be read is put aside. No revision is made.
    pub fn set_record(&self, address: &Address, record: &Record) -> Result<()> {
        let lock = self.lock()?;
        if !self.exists(address) {
            return Err(LibraryError::not_found(address));
        }
        let path = self.layout.record(address);
        if matches!(read_value(&path), Err(LibraryError::Malformed { .. })) {
            self.put_aside(&path)?;
        }
        let mut batch = self.batch();
        write_record(self, address, record, &mut batch)?;
        batch.commit()?;
        drop(lock);
        self.index_written(std::slice::from_ref(address));
        Ok(())
    }
}
