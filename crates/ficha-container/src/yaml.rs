//! YAML texts: read as JSON, edited in place, written fresh.
//!
//! A YAML text is turned into a strict JSON text, so that everything above this crate knows one language only. An
//! edited JSON value goes back into the YAML text it came from: scalars that changed are written in their place and
//! style, keys are added and removed by line, and every other byte stays, comments included. What was written is read
//! again; when it does not say what was meant, the whole text is written fresh instead.
//!
//! Plain scalars mean what JSON can say: `null`, `true`, `false` and numbers in JSON's spelling. Everything else is
//! text, so `yes`, `0x1F` and `2001-01-01` keep their letters. Not here: several documents in one text, and keys that
//! are no scalars; both are refused.

mod edit;
mod scalar;
mod tree;
mod write;

use ficha_json::{Document, Style, to_text, value_eq};
use serde_json::Value;

use crate::error::{ContainerError, Place};
use crate::limits::{Limits, within};
use tree::{Content, NodeId, Tree};

pub use write::{fresh, fresh_ascii};

/// Whether a text that is no JSON looks like YAML that holds something: its first line with content is a key, a list
/// item or the start of a document.
pub fn looks_like(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_end);
    let first = lines.find(|line| !line.is_empty() && !line.trim_start().starts_with(['#', '%']));
    let Some(first) = first else { return false };
    first == "---"
        || first.starts_with("--- ")
        || first.starts_with("- ")
        || first.ends_with(':')
        || first.split_once(": ").is_some_and(|(key, _)| !key.trim().is_empty() && key.len() <= LONGEST_KEY)
}

/// Longer than any key people write; a sentence with a colon in it is no key.
const LONGEST_KEY: usize = 64;

/// The strict JSON text a YAML text says, indented by two. Aliases are expanded, within the limits of a JSON text.
///
/// # Errors
/// When the text breaks the rules of YAML, holds several documents or a key that is no scalar, or reaches a limit
/// (`json-bytes`, `json-values`, `json-depth`).
pub fn to_json(text: &str, limits: &Limits) -> Result<String, ContainerError> {
    let tree = Tree::parse(text, &limits.json)?;
    let mut writer = Writer { tree: &tree, out: String::new(), values: 0, limits: &limits.json };
    writer.value(tree.root, 0)?;
    Ok(writer.out)
}

/// The text with the least changed that makes it say `after`. Comments and blank lines of what stays, stay.
///
/// # Errors
/// When `text` is no YAML that [`to_json`] accepts.
pub fn edit(text: &str, after: &Value, limits: &Limits) -> Result<String, ContainerError> {
    let tree = Tree::parse(text, &limits.json)?;
    let before = value(text, limits)?;
    if value_eq(&before, after) {
        return Ok(text.to_owned());
    }
    if let Some(edited) = edit::edited(&tree, text, &before, after)
        && value(&edited, limits).is_ok_and(|read| value_eq(&read, after))
    {
        return Ok(edited);
    }
    Ok(fresh(after))
}

fn value(text: &str, limits: &Limits) -> Result<Value, ContainerError> {
    let json = to_json(text, limits)?;
    let document = Document::parse(json, &limits.json).map_err(|error| {
        ContainerError::malformed(format!("the YAML text cannot be said in JSON: {error}"), Place::file())
    })?;
    Ok(document.root().to_value())
}

/// Writes the JSON text of a tree.
struct Writer<'a> {
    tree: &'a Tree,
    out: String,
    values: usize,
    limits: &'a ficha_json::Limits,
}

impl Writer<'_> {
    fn value(&mut self, id: NodeId, depth: usize) -> Result<(), ContainerError> {
        let Some(node) = self.tree.node(id) else { return Ok(()) };
        let place = || Place::offset(node.span.start);
        self.values += 1;
        within("json-values", self.values, self.limits.values, place)?;
        within("json-depth", depth, self.limits.depth, place)?;
        within("json-bytes", self.out.len(), self.limits.bytes, place)?;
        match &node.content {
            Content::Scalar { .. } => self.out.push_str(&scalar::json(node)),
            // What an alias stands for is read as if it stood here; a cycle ends at the limit of depth.
            Content::Alias(target) => self.value(*target, depth + 1)?,
            Content::Sequence(items) => {
                self.out.push('[');
                for (at, item) in items.iter().enumerate() {
                    self.next(at, depth + 1);
                    self.value(*item, depth + 1)?;
                }
                self.end(items.is_empty(), depth, ']');
            }
            Content::Mapping(rows) => {
                self.out.push('{');
                for (at, row) in rows.iter().enumerate() {
                    self.next(at, depth + 1);
                    self.out.push_str(&to_text(&Value::from(row.key.as_str()), Style::Compact));
                    self.out.push_str(": ");
                    self.value(row.value, depth + 1)?;
                }
                self.end(rows.is_empty(), depth, '}');
            }
        }
        Ok(())
    }

    fn next(&mut self, at: usize, depth: usize) {
        if at > 0 {
            self.out.push(',');
        }
        self.line(depth);
    }

    fn end(&mut self, empty: bool, depth: usize, bracket: char) {
        if !empty {
            self.line(depth);
        }
        self.out.push(bracket);
    }

    fn line(&mut self, depth: usize) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("  ", depth));
    }
}
