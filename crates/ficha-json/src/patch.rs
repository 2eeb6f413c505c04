//! RFC 6902 patches, as far as native edits use them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::document::Document;

/// One RFC 6902 operation; `copy` and `test` are not used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum Op {
    /// Adds a member or list item, or replaces a member that is there.
    Add {
        /// JSON Pointer; `-` as its last token is the end of a list.
        path: String,
        /// What is put there.
        value: Value,
    },
    /// Takes one away.
    Remove {
        /// JSON Pointer.
        path: String,
    },
    /// Replaces one that is there.
    Replace {
        /// JSON Pointer.
        path: String,
        /// What is put there.
        value: Value,
    },
    /// Takes one away and adds it elsewhere.
    Move {
        /// JSON Pointer it goes to, in the document without it.
        path: String,
        /// JSON Pointer it comes from.
        from: String,
    },
}

impl Op {
    /// The operation a value of the RFC's shape describes. Foreign text is read this way and not through
    /// `Deserialize`, which takes an object with serde's private number key for a number.
    pub fn from_value(value: &Value) -> Option<Op> {
        let text = |key: &str| Some(value.get(key)?.as_str()?.to_string());
        let path = text("path")?;
        match value.get("op")?.as_str()? {
            "add" => Some(Op::Add { path, value: value.get("value")?.clone() }),
            "remove" => Some(Op::Remove { path }),
            "replace" => Some(Op::Replace { path, value: value.get("value")?.clone() }),
            "move" => Some(Op::Move { path, from: text("from")? }),
            _ => None,
        }
    }

    /// The operation in the RFC's shape.
    pub fn to_value(&self) -> Value {
        let text = |text: &str| Value::String(text.to_string());
        let (op, path, more) = match self {
            Op::Add { path, value } => ("add", path, Some(("value", value.clone()))),
            Op::Remove { path } => ("remove", path, None),
            Op::Replace { path, value } => ("replace", path, Some(("value", value.clone()))),
            Op::Move { path, from } => ("move", path, Some(("from", text(from)))),
        };
        let mut members = Map::new();
        members.insert("op".to_string(), text(op));
        members.insert("path".to_string(), text(path));
        members.extend(more.map(|(key, value)| (key.to_string(), value)));
        Value::Object(members)
    }

    /// The place it is about.
    pub fn path(&self) -> &str {
        match self {
            Op::Add { path, .. } | Op::Remove { path } | Op::Replace { path, .. } | Op::Move { path, .. } => path,
        }
    }
}

/// An operation that could not be made and was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchFault {
    /// Its place in the list.
    pub index: usize,
    /// The pointer at fault: its `path`, or the `from` of a move.
    pub path: String,
    /// Why.
    pub problem: PatchProblem,
}

/// Why an operation could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PatchProblem {
    /// It is no JSON Pointer.
    NotAPointer,
    /// Nothing is there, or nothing is there to put it into.
    NoSuchPlace,
    /// The whole document cannot be removed or moved.
    WholeDocument,
    /// A value cannot be moved into itself.
    IntoItself,
}

/// Makes the operations one after the other, each on what the one before left, and answers with the text and the
/// operations that could not be made. Values are put in as they are; what they say already is left as it is spelt.
pub fn apply_patch(document: &Document, ops: &[Op]) -> (String, Vec<PatchFault>) {
    let mut root = document.root().to_value();
    let mut faults = Vec::new();
    for (index, op) in ops.iter().enumerate() {
        let done = match op {
            Op::Add { path, value } | Op::Replace { path, value } => crate::edit::put(&mut root, path, value.clone()),
            Op::Remove { path } => crate::edit::take(&mut root, path).is_some(),
            Op::Move { path, from } => match crate::edit::take(&mut root, from) {
                Some(value) => crate::edit::put(&mut root, path, value),
                None => false,
            },
        };
        if !done {
            faults.push(PatchFault { index, path: op.path().to_string(), problem: PatchProblem::NoSuchPlace });
        }
    }
    (crate::to_text(&root, crate::Style::Compact), faults)
}
