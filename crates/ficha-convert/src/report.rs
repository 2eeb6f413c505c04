//! What a conversion did, as data: the answer of `convert --json` and what the export dialog shows.

use ficha_container::ContainerId;
use ficha_formats::{Note, NoteCode, Reason};
use serde::Serialize;
use serde_json::Value;

/// The longest text shown of a value, in Unicode code points.
pub const SHOWN_CHARS: usize = 200;

/// What a conversion did. Paths are body paths; those of a linked entity have `kind/id:` in front.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Where the entity came from; `None` for one made here.
    pub source: Option<SourceSide>,
    /// What was written.
    pub target: TargetSide,
    /// The file written; `None` as long as nothing is on disk.
    pub output: Option<String>,
    /// Whether the bytes written are the bytes of the source file.
    pub identical: bool,
    /// Leaves that arrived as they were.
    pub carried: Vec<String>,
    /// Leaves that arrived with another value, in another place, or that were not there before.
    pub changed: Vec<Changed>,
    /// Leaves that did not arrive.
    pub lost: Vec<Lost>,
    /// Keys of other formats' originals that stay where they are.
    pub left_behind: Vec<LeftBehind>,
    /// What was said while writing.
    pub notes: Vec<Note>,
    /// Where encoder and measurement disagree. Empty unless there is a fault in the program.
    #[serde(skip)]
    pub mismatches: Vec<Mismatch>,
}

/// The file an entity came from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SourceSide {
    /// Format id.
    pub format: String,
    /// Container id.
    pub container: String,
    /// The winning bid, 0 to 1; `None` when the entity comes from the library and nothing was detected.
    pub confidence: Option<f32>,
}

/// The file written.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TargetSide {
    /// Format id.
    pub format: String,
    /// Container id.
    pub container: String,
}

/// A leaf that arrived otherwise.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Changed {
    /// Its path.
    pub path: String,
    /// What it was; null when it was not there.
    pub before: Value,
    /// The length of a text before, in code points, uncut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before_chars: Option<usize>,
    /// What it is now; null when it is not there any more.
    pub after: Value,
    /// The length of a text after, in code points, uncut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after_chars: Option<usize>,
    /// Why.
    pub reason: String,
    /// The kind of reason, for a shell that says it in another language.
    #[serde(skip)]
    pub code: NoteCode,
}

/// A leaf that did not arrive.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lost {
    /// Its path.
    pub path: String,
    /// What it was. A picture is `{mime, bytes}`, a linked entity `{name, entries}`.
    pub value: Value,
    /// The length of a text, in code points, uncut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chars: Option<usize>,
    /// Why.
    pub reason: String,
    /// The kind of reason, for a shell that says it in another language.
    #[serde(skip)]
    pub code: NoteCode,
}

/// A key of another format's original.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeftBehind {
    /// Whose original it is.
    pub format: String,
    /// JSON Pointer of the topmost such key.
    pub pointer: String,
    /// Why.
    pub reason: String,
}

/// A disagreement between what an encoder said and what was measured.
#[derive(Clone, Debug, PartialEq)]
pub enum Mismatch {
    /// This path was measured as lost or changed, and nobody said why.
    Unexplained {
        /// The path as the report has it.
        path: String,
    },
    /// A reason was given for something that arrived whole.
    Unmeasured {
        /// The reason.
        reason: Reason,
    },
}

impl Report {
    /// An empty report about a target.
    pub fn of(format: &str, container: ContainerId) -> Report {
        Report {
            source: None,
            target: TargetSide { format: format.to_owned(), container: container.word().to_owned() },
            output: None,
            identical: false,
            carried: Vec::new(),
            changed: Vec::new(),
            lost: Vec::new(),
            left_behind: Vec::new(),
            notes: Vec::new(),
            mismatches: Vec::new(),
        }
    }

    /// Whether something did not arrive: what `--strict` refuses.
    pub fn loses(&self) -> bool {
        !self.lost.is_empty()
    }
}

/// A value as a report shows it, cut at [`SHOWN_CHARS`], and the uncut length of a text.
pub fn shown(value: &Value) -> (Value, Option<usize>) {
    match value {
        Value::String(text) => {
            let chars = text.chars().count();
            let cut = if chars > SHOWN_CHARS { text.chars().take(SHOWN_CHARS).collect() } else { text.clone() };
            (Value::String(cut), Some(chars))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => (value.clone(), None),
        Value::Array(_) | Value::Object(_) => (cut_inside(value), None),
    }
}

fn cut_inside(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(cut_inside).collect(),
        Value::Object(members) => members.iter().map(|(key, member)| (key.clone(), cut_inside(member))).collect(),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => shown(value).0,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::shown;

    #[test]
    fn long_texts_are_cut_by_code_points() {
        let lighthouse = "灯".repeat(300);
        let (cut, chars) = shown(&json!(lighthouse));
        assert_eq!(cut.as_str().map(|text| text.chars().count()), Some(super::SHOWN_CHARS));
        assert_eq!(chars, Some(300));
        assert_eq!(shown(&json!(false)), (json!(false), None));
    }
}
