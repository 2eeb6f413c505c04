//! A body: the authored content of an entity, as a tree.
//!
//! It is a tree and not a set of structs because everything that must know a body's fields (wire tables, overlay,
//! profiles, difference, coverage, documents, the editors) works by path; what fields there are, of which type and
//! with what meaning, is said once, in the tables of [`crate::schema`].

use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::path::Path;

/// A body. Clones share the tree until one is changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Body(Arc<Value>);

impl Default for Body {
    fn default() -> Body {
        Body::from(Value::Object(Map::new()))
    }
}

impl From<Value> for Body {
    /// A body of a tree; anything but a map is an empty body.
    fn from(value: Value) -> Body {
        Body(Arc::new(if value.is_object() { value } else { Value::Object(Map::new()) }))
    }
}

impl Body {
    /// The whole tree, always a map.
    pub fn value(&self) -> &Value {
        &self.0
    }

    /// The tree for changing; copies it first when it is shared.
    pub fn value_mut(&mut self) -> &mut Value {
        Arc::make_mut(&mut self.0)
    }

    /// Whether both are the very same tree in memory: equal without looking.
    pub fn is_same(&self, other: &Body) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The value at a path.
    pub fn get(&self, path: &Path) -> Option<&Value> {
        path.get(&self.0)
    }

    /// The text at a path written as in [`Path`]; `None` when it is absent or no text.
    pub fn text(&self, path: &str) -> Option<&str> {
        path.parse::<Path>().ok()?.get(&self.0)?.as_str()
    }

    /// The list at a path; empty when it is absent or no list.
    pub fn list(&self, path: &str) -> &[Value] {
        path.parse::<Path>()
            .ok()
            .and_then(|path| path.get(&self.0))
            .and_then(Value::as_array)
            .map_or(&[], Vec::as_slice)
    }

    /// Puts a value at a path; `false` when it does not fit there.
    pub fn set(&mut self, path: &Path, value: Value) -> bool {
        path.set(self.value_mut(), value)
    }

    /// Takes the value at a path away.
    pub fn remove(&mut self, path: &Path) -> Option<Value> {
        path.remove(self.value_mut())
    }
}

/// Written only: foreign text becomes a body through [`ficha_json`], never through serde, which takes a map with its
/// own private key for a number.
impl Serialize for Body {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
