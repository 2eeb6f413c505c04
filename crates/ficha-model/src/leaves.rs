//! The leaves of a body: strings, numbers, booleans, nulls, empty lists and empty maps.

use serde_json::Value;

use crate::schema::{self, Field};
use crate::{Kind, Path, Step};

/// Every leaf with its path, in the order of the body.
pub fn leaves(root: &Value) -> Vec<(Path, &Value)> {
    let mut found = Vec::new();
    visit_leaves(root, &mut |path, value| found.push((path.clone(), value)));
    found
}

/// Calls `see` for every leaf in the order of the body. The path is lent and changes between calls: what does not
/// need to keep it costs no memory.
pub fn visit_leaves<'a>(root: &'a Value, see: &mut impl FnMut(&Path, &'a Value)) {
    visit_below(root, &mut Path::default(), see);
}

/// [`visit_leaves`] for a value that stands at `path`.
pub(crate) fn visit_below<'a>(value: &'a Value, path: &mut Path, see: &mut impl FnMut(&Path, &'a Value)) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            for (key, below) in map {
                path.0.push(Step::Key(key.into()));
                visit_below(below, path, see);
                path.0.pop();
            }
        }
        Value::Array(list) if !list.is_empty() => {
            for (index, below) in list.iter().enumerate() {
                path.0.push(Step::Index(index));
                visit_below(below, path, see);
                path.0.pop();
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
            see(path, value);
        }
    }
}

/// Every text a person wrote, with its path and row: what is searched and counted in tokens. Ids, addresses, choices
/// and what the table does not know are left out.
pub fn texts(kind: Kind, root: &Value) -> Vec<(Path, &str, &'static Field)> {
    let mut found = Vec::new();
    visit_leaves(root, &mut |path, value| {
        if let Some(text) = value.as_str()
            && let Some(field) = schema::field(kind, path)
            && field.is_text()
        {
            found.push((path.clone(), text, field));
        }
    });
    found
}
