//! Edits that are no revision yet, with the steps to take them back: one file per entity, replaced by each autosave,
//! offered again at the next start. Rule kept here: a draft names the revision it was made on, and what cannot be
//! read is put aside, never overwritten.

use ficha_model::{Kind, PatchOp};
use serde_json::{Map, Value, json};

use crate::batch::Stage;
use crate::blobs::folder_entries;
use crate::own_json::{list_of, put, read_value, text_of, to_text};
use crate::{Address, Library, LibraryError, Result};

/// The unsaved edits of an entity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// The revision they were made on.
    pub base_revision: u64,
    /// When they were last written down, RFC 3339 UTC.
    pub at: String,
    /// The steps, in order; those from `position` on were undone.
    pub steps: Vec<Step>,
    /// How many of the steps are in force.
    pub position: usize,
}

/// One step of undo.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// What the person reads in the undo menu.
    pub label: String,
    /// What it changed.
    pub changes: Vec<Change>,
    /// What takes it back.
    pub inverse: Vec<Change>,
    /// What it changed in originals.
    pub native: Vec<NativeStep>,
    /// When, RFC 3339 UTC.
    pub at: String,
}

/// A value put at a body path, or taken away.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Body path.
    pub path: String,
    /// The value; `None` takes it away. In JSON the key is absent then; `null` is a value.
    pub value: Option<Value>,
}

/// Operations on the original of a format.
#[derive(Clone, Debug, PartialEq)]
pub struct NativeStep {
    /// Format id.
    pub format: String,
    /// The operations.
    pub ops: Vec<PatchOp>,
}

impl Draft {
    /// A draft as JSON: `baseRevision`, `at`, `steps`, `position`.
    pub fn to_value(&self) -> Value {
        let steps: Vec<Value> = self.steps.iter().map(Step::to_value).collect();
        json!({"baseRevision": self.base_revision, "at": self.at, "steps": steps, "position": self.position})
    }

    /// A draft from JSON; `None` when it is none.
    pub fn from_value(value: &Value) -> Option<Draft> {
        let steps = list_of(value, "steps").iter().map(Step::from_value).collect::<Option<Vec<Step>>>()?;
        let position = value.get("position").and_then(Value::as_u64).map_or(steps.len(), |position| position as usize);
        Some(Draft {
            base_revision: value.get("baseRevision")?.as_u64()?,
            at: text_of(value, "at")?,
            position: position.min(steps.len()),
            steps,
        })
    }
}

impl Step {
    fn to_value(&self) -> Value {
        let changes = |changes: &[Change]| changes.iter().map(Change::to_value).collect::<Vec<Value>>();
        let native: Vec<Value> = self
            .native
            .iter()
            .map(|native| json!({"format": native.format, "ops": native.ops.iter().map(PatchOp::to_value).collect::<Vec<Value>>()}))
            .collect();
        json!({
            "label": self.label,
            "changes": changes(&self.changes),
            "inverse": changes(&self.inverse),
            "native": native,
            "at": self.at,
        })
    }

    fn from_value(value: &Value) -> Option<Step> {
        let changes = |key: &str| list_of(value, key).iter().map(Change::from_value).collect::<Option<Vec<Change>>>();
        let native = list_of(value, "native").iter().map(|native| {
            let ops = list_of(native, "ops").iter().map(PatchOp::from_value).collect::<Option<Vec<PatchOp>>>()?;
            Some(NativeStep { format: text_of(native, "format")?, ops })
        });
        Some(Step {
            label: text_of(value, "label")?,
            changes: changes("changes")?,
            inverse: changes("inverse")?,
            native: native.collect::<Option<Vec<NativeStep>>>()?,
            at: text_of(value, "at").unwrap_or_default(),
        })
    }
}

impl Change {
    fn to_value(&self) -> Value {
        let mut map = Map::new();
        map.insert("path".to_owned(), json!(self.path));
        put(&mut map, "value", self.value.clone());
        Value::Object(map)
    }

    fn from_value(value: &Value) -> Option<Change> {
        Some(Change { path: text_of(value, "path")?, value: value.get("value").cloned() })
    }
}

impl Library {
    /// The draft of an entity, `None` when there is none.
    pub fn draft(&self, address: &Address) -> Result<Option<Draft>> {
        let path = self.layout.draft(address);
        let not_one = || LibraryError::malformed(&path, "it is no draft");
        read_value(&path)?.map(|value| Draft::from_value(&value).ok_or_else(not_one)).transpose()
    }

    /// Writes the draft of an entity down. No revision is made, and nobody is kept waiting for the write lock: only
    /// one window edits an entity, and a draft replaces a draft whole.
    pub fn save_draft(&self, address: &Address, draft: &Draft) -> Result<()> {
        self.writable()?;
        let path = self.layout.draft(address);
        if matches!(self.draft(address), Err(LibraryError::Malformed { .. })) {
            self.put_aside(&path)?;
        }
        let mut batch = self.batch();
        batch.write(Stage::Rest, path, to_text(&draft.to_value()).as_bytes())?;
        batch.commit()
    }

    /// Takes the draft of an entity away; nothing happens when there is none.
    pub fn drop_draft(&self, address: &Address) -> Result<()> {
        self.writable()?;
        let path = self.layout.draft(address);
        match self.disk.remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(LibraryError::io("remove", &path)(error)),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// The entities that have a draft.
    pub fn drafts(&self) -> Result<Vec<Address>> {
        let mut found = Vec::new();
        for kind in Kind::ALL {
            for path in folder_entries(&self.layout.top("drafts").join(kind.word()))? {
                let stem = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".json"));
                found.extend(stem.and_then(|stem| Address::new(kind, stem)));
            }
        }
        Ok(found)
    }
}
