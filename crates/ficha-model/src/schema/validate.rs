//! Whether a body keeps to its table. Nothing found here is fatal: a faulty body is still shown and kept.

use serde_json::Value;

use super::lookup::{Next, Node, tree};
use super::{Field, FieldType};
use crate::{Body, Kind, Link, Path, Step};

/// One place where a body departs from its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub path: Path,
    /// What is wrong there.
    pub what: What,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The value is of another type: the word of the type expected.
    WrongType(&'static str),
    /// No row knows this key; it is kept.
    UnknownField,
    /// The choice is closed and does not have this word.
    BadChoice(String),
    /// A required field is absent.
    Missing,
}

/// Every departure of a body from its kind's table, in the order of the body; missing fields before the rest.
pub fn validate(kind: Kind, body: &Body) -> Vec<Fault> {
    let root = tree(kind);
    let mut walk = Walk { root, faults: Vec::new(), inside_overlay: false };
    walk.map(root, body.value(), &Path::default());
    walk.faults
}

struct Walk {
    root: &'static Node,
    faults: Vec<Fault>,
    inside_overlay: bool,
}

impl Walk {
    fn fault(&mut self, path: &Path, what: What) {
        self.faults.push(Fault { path: path.clone(), what });
    }

    fn value(&mut self, node: &'static Node, value: &Value, path: &Path) {
        let Some(field) = node.field else { return self.map(node, value, path) };
        if value.is_null() && field.nullable {
            return;
        }
        if !self.fits(field, value, path) {
            return self.fault(path, What::WrongType(field.shape.word()));
        }
        match field.shape {
            FieldType::List => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    if let Some(below) = node.item.as_deref() {
                        self.value(below, item, &path.index(index));
                    }
                }
            }
            FieldType::Map | FieldType::Group => self.map(node, value, path),
            FieldType::Overlay => {
                let outer = std::mem::replace(&mut self.inside_overlay, true);
                self.map(self.root, value, path);
                self.inside_overlay = outer;
            }
            FieldType::Text
            | FieldType::LongText
            | FieldType::Identifier
            | FieldType::Number
            | FieldType::Boolean
            | FieldType::NumberOrTrue
            | FieldType::Choice(_)
            | FieldType::Link
            | FieldType::Picture
            | FieldType::Any => {}
        }
    }

    /// Whether the value is of the field's type. A word outside a closed choice is a fault of its own.
    fn fits(&mut self, field: &Field, value: &Value, path: &Path) -> bool {
        match field.shape {
            FieldType::Text | FieldType::LongText | FieldType::Identifier | FieldType::Picture => value.is_string(),
            FieldType::Number => value.is_number(),
            FieldType::Boolean => value.is_boolean(),
            FieldType::NumberOrTrue => value.is_number() || value.is_boolean(),
            FieldType::Choice(choice) => {
                let Some(text) = value.as_str() else { return false };
                if !choice.open && !choice.values.iter().any(|value| value.word == text) {
                    self.fault(path, What::BadChoice(text.to_owned()));
                }
                true
            }
            FieldType::List => value.is_array(),
            FieldType::Map | FieldType::Group | FieldType::Overlay => value.is_object(),
            FieldType::Link => Link::from_value(value).is_some(),
            FieldType::Any => true,
        }
    }

    fn map(&mut self, node: &'static Node, value: &Value, path: &Path) {
        let Some(map) = value.as_object() else { return };
        if !self.inside_overlay {
            for (key, below) in &node.keys {
                if below.field.is_some_and(|field| field.required) && !map.contains_key(*key) {
                    self.fault(&path.key(key), What::Missing);
                }
            }
        }
        for (key, below) in map {
            let at = path.key(key);
            match node.step(self.root, &Step::Key(key.into())) {
                Next::Node(next) => self.value(next, below, &at),
                Next::Open => {}
                Next::Unknown => self.fault(&at, What::UnknownField),
            }
        }
    }
}
