//! Whether a body keeps to its table. Nothing found here is fatal: a faulty body is still shown and kept.

use serde_json::Value;

use super::FieldType;
use super::lookup::{Next, Node, tree};
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
    let mut walk = Walk { root, path: Path::default(), faults: Vec::new(), inside_overlay: false };
    walk.map(root, body.value());
    walk.faults
}

struct Walk {
    root: &'static Node,
    /// Where the walk is.
    path: Path,
    faults: Vec<Fault>,
    /// Overlays are partial: nothing is missing in them.
    inside_overlay: bool,
}

impl Walk {
    fn fault(&mut self, what: What) {
        self.faults.push(Fault { path: self.path.clone(), what });
    }

    fn below(&mut self, step: Step, work: impl FnOnce(&mut Walk)) {
        self.path.0.push(step);
        work(self);
        self.path.0.pop();
    }

    fn value(&mut self, node: &'static Node, value: &Value) {
        let Some(field) = node.field else { return self.map(node, value) };
        if value.is_null() && field.nullable {
            return;
        }
        if !fits(field.shape, value) {
            return self.fault(What::WrongType(field.shape.word()));
        }
        match field.shape {
            FieldType::List => {
                let Some(row) = node.item.as_deref() else { return };
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    self.below(Step::Index(index), |walk| walk.value(row, item));
                }
            }
            FieldType::Map | FieldType::Group => self.map(node, value),
            FieldType::Overlay => {
                let outer = std::mem::replace(&mut self.inside_overlay, true);
                self.map(self.root, value);
                self.inside_overlay = outer;
            }
            FieldType::Choice(choice) => {
                let word = value.as_str().unwrap_or_default();
                if !choice.open && !choice.values.iter().any(|value| value.word == word) {
                    self.fault(What::BadChoice(word.to_owned()));
                }
            }
            FieldType::Text
            | FieldType::LongText
            | FieldType::Identifier
            | FieldType::Number
            | FieldType::Boolean
            | FieldType::NumberOrTrue
            | FieldType::Link
            | FieldType::Picture
            | FieldType::Any => {}
        }
    }

    fn map(&mut self, node: &'static Node, value: &Value) {
        let Some(map) = value.as_object() else { return };
        if !self.inside_overlay {
            for (key, below) in &node.keys {
                if below.field.is_some_and(|field| field.required) && !map.contains_key(*key) {
                    self.below(Step::Key((*key).into()), |walk| walk.fault(What::Missing));
                }
            }
        }
        for (key, below) in map {
            let step = Step::Key(key.into());
            let next = node.step(self.root, &step);
            self.below(step, |walk| match next {
                Next::Node(next) => walk.value(next, below),
                Next::Open => {}
                Next::Unknown => walk.fault(What::UnknownField),
            });
        }
    }
}

/// Whether a value is of a type; which word a choice holds is not looked at.
fn fits(shape: FieldType, value: &Value) -> bool {
    match shape {
        FieldType::Text | FieldType::LongText | FieldType::Identifier | FieldType::Picture | FieldType::Choice(_) => {
            value.is_string()
        }
        FieldType::Number => value.is_number(),
        FieldType::Boolean => value.is_boolean(),
        FieldType::NumberOrTrue => value.is_number() || value.is_boolean(),
        FieldType::List => value.is_array(),
        FieldType::Map | FieldType::Group | FieldType::Overlay => value.is_object(),
        FieldType::Link => Link::from_value(value).is_some(),
        FieldType::Any => true,
    }
}
