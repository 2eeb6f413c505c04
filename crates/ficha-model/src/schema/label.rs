//! What people call a concrete path, `Alternate greeting 2 › Text`.

use super::lookup::{Next, tree};
use super::{Field, FieldType};
use crate::{Kind, Path, Step};

/// A language the labels are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Simplified Chinese.
    Chinese,
}

impl Field {
    /// The label in a language.
    pub fn label(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.english,
            Language::Chinese => self.chinese,
        }
    }
}

/// The label of a concrete path. The group a field stands in is left out when it is one of the body's first level,
/// and so is a list's own label before one of its items, which count from 1. Keys without a row stand as they are.
pub fn label(kind: Kind, path: &Path, language: Language) -> String {
    let root = tree(kind);
    let mut parts: Vec<String> = Vec::new();
    let mut node = Some(root);
    for (at, step) in path.0.iter().enumerate() {
        let last = at + 1 == path.0.len();
        let next = match node.map(|node| node.step(root, step)) {
            Some(Next::Node(next)) => Some(next),
            Some(Next::Open | Next::Unknown) | None => None,
        };
        let field = next.and_then(|next| next.field);
        match (step, field) {
            (Step::Index(index), Some(field)) => parts.push(format!("{} {}", field.label(language), index + 1)),
            (Step::Index(index), None) => parts.push((index + 1).to_string()),
            (Step::Key(key), Some(field)) => {
                let is_map_value = node.is_some_and(|node| !node.keys.contains_key(key.as_str()))
                    && !node.and_then(|node| node.field).is_some_and(|field| field.shape == FieldType::Overlay);
                let steps_on = match field.shape {
                    FieldType::Group => !field.path.contains('.'),
                    FieldType::List => matches!(path.0.get(at + 1), Some(Step::Index(_))),
                    FieldType::Overlay => true,
                    _ => false,
                };
                if is_map_value {
                    parts.push(key.to_string());
                } else if last || !steps_on {
                    parts.push(field.label(language).to_owned());
                }
            }
            (Step::Key(key), None) => parts.push(key.to_string()),
        }
        node = next;
    }
    parts.join(" › ")
}
