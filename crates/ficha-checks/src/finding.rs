//! One thing worth a look: where, what stands there, what would mend it. Its sentences are in the catalogue; here are
//! the values that go into them, so that a finding is the same in every language.

use ficha_model::schema::{Language, label};
use ficha_model::{Kind, Path, Step};
use serde_json::Value;

use crate::Severity;

/// Characters of context shown on each side of the evidence.
const AROUND: usize = 90;

/// Characters of evidence shown.
const LONGEST: usize = 240;

/// Where a finding is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A body path of a piece; empty for the piece as a whole.
    Body(Path),
    /// A place of a world: `characters/orla#/start`, `world.json`, `piece:entry:3`.
    World(String),
}

impl From<Path> for Place {
    fn from(path: Path) -> Place {
        Place::Body(path)
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Body(path) => path.fmt(out),
            Place::World(spot) => out.write_str(spot),
        }
    }
}

/// A finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// How much it matters.
    pub severity: Severity,
    /// Its stable code, lower-kebab.
    pub code: &'static str,
    /// Where its sentences stand.
    pub words: Words,
    /// Where it is.
    pub place: Place,
    /// Values for the sentences, by name.
    pub values: Vec<(&'static str, Said)>,
    /// What stands there.
    pub evidence: Option<Evidence>,
    /// What would mend it, the likeliest first.
    pub fixes: Vec<Fix>,
}

/// Where the sentences of a finding stand in the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// In the row of its code.
    Own,
    /// In another row: one code may be said in several ways.
    Row(&'static str),
    /// Among the problems that keep a story from starting. The problem's own sentence is the value `said`.
    Problem,
}

/// A value in a sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// A text of the piece, or a figure.
    Text(String),
    /// A field, by what people call it in the language of the sentence.
    Field(Kind, Path),
}

impl Said {
    /// The value in a language.
    pub fn said(&self, language: Language) -> String {
        match self {
            Said::Text(text) => text.clone(),
            Said::Field(kind, path) => label(*kind, path, language),
        }
    }
}

/// A part of a text, with what stands around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The text before, from as far back as is shown.
    pub before: String,
    /// The part itself.
    pub span: String,
    /// The text behind.
    pub after: String,
    /// Where the part begins in the field, in UTF-16 units, as editors of the web count.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
}

/// A mechanical way to mend a finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// Its row of the catalogue.
    pub code: &'static str,
    /// Values for its sentence.
    pub values: Vec<(&'static str, Said)>,
    /// Whether it is the one answer: safe to apply without looking.
    pub sure: bool,
    /// What it changes, in order.
    pub changes: Vec<Change>,
}

/// One change of a body. Taking away a list item moves those behind it up.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Where.
    pub path: Path,
    /// What is put there; `None` takes it away.
    pub value: Option<Value>,
}

impl Finding {
    /// A finding without evidence, values and fixes.
    pub fn new(severity: Severity, code: &'static str, place: impl Into<Place>) -> Finding {
        Finding {
            severity,
            code,
            words: Words::Own,
            place: place.into(),
            values: Vec::new(),
            evidence: None,
            fixes: Vec::new(),
        }
    }

    /// The body path it is about; empty for the piece as a whole, and for every place of a world.
    pub fn path(&self) -> &Path {
        static WHOLE: Path = Path(Vec::new());
        match &self.place {
            Place::Body(path) => path,
            Place::World(_) => &WHOLE,
        }
    }

    /// Said by other words than the row of its code.
    pub fn worded(mut self, words: Words) -> Finding {
        self.words = words;
        self
    }

    /// With a value for its sentences.
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Finding {
        self.values.push((name, Said::Text(value.to_string())));
        self
    }

    /// With the name of a field for its sentences.
    pub fn naming(mut self, name: &'static str, kind: Kind, path: Path) -> Finding {
        self.values.push((name, Said::Field(kind, path)));
        self
    }

    /// With a part of a text, given in bytes.
    pub fn at(mut self, text: &str, from: usize, to: usize) -> Finding {
        self.evidence = Some(Evidence::of(text, from, to));
        self
    }

    /// With a whole value as evidence.
    pub fn showing(self, text: &str) -> Finding {
        self.at(text, 0, text.len())
    }

    /// With a way to mend it.
    pub fn fix(mut self, fix: Fix) -> Finding {
        self.fixes.push(fix);
        self
    }

    /// What stays the same of a finding while the piece around it is edited: its code, its place by the ids of rows
    /// instead of their numbers, and the words found. Two runs are compared by it, and hushing goes by it.
    pub fn key(&self, body: &Value) -> String {
        let mut anchor = String::new();
        let mut here = Some(body);
        let span = self.evidence.as_ref().map_or("", |evidence| evidence.span.as_str());
        let words: String = span.chars().filter(|letter| letter.is_alphabetic()).take(80).collect();
        for step in &self.path().0 {
            match step {
                Step::Key(key) => {
                    anchor.push('/');
                    anchor.push_str(key);
                    here = here.and_then(|value| value.get(key.as_str()));
                }
                Step::Index(index) => {
                    here = here.and_then(|value| value.get(*index));
                    match here.and_then(|row| row.get("id")).and_then(Value::as_str) {
                        Some(id) => anchor.push_str(&format!("/#{id}")),
                        // What was found tells rows without an id apart, wherever they are moved.
                        None if !words.is_empty() => anchor.push_str("/*"),
                        None => anchor.push_str(&format!("/{index}")),
                    }
                }
            }
        }
        format!("{}:{anchor}:{words}", self.code)
    }
}

impl Evidence {
    /// A part of a text by its bytes; both ends are moved to the nearest letters.
    pub fn of(text: &str, from: usize, to: usize) -> Evidence {
        let from = floor(text, from);
        let to = floor(text, to).max(from);
        let (head, rest) = text.split_at(from);
        let (span, tail) = rest.split_at(to - from);
        let skipped = head.chars().count().saturating_sub(AROUND);
        let units = |text: &str| text.chars().map(char::len_utf16).sum::<usize>();
        let begin = units(head);
        Evidence {
            before: head.chars().skip(skipped).collect(),
            span: span.chars().take(LONGEST).collect(),
            after: tail.chars().take(AROUND).collect(),
            from: begin,
            to: begin + units(span),
        }
    }
}

fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl Fix {
    /// A fix of one change.
    pub fn one(code: &'static str, sure: bool, path: Path, value: Option<Value>) -> Fix {
        Fix { code, values: Vec::new(), sure, changes: vec![Change { path, value }] }
    }

    /// With a value for its sentence.
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Fix {
        self.values.push((name, Said::Text(value.to_string())));
        self
    }

    /// Brings it about in a body; `false` when a change does not fit.
    pub fn apply(&self, body: &mut Value) -> bool {
        self.changes.iter().all(|change| match &change.value {
            Some(value) => change.path.set(body, value.clone()),
            None => change.path.remove(body).is_some(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn evidence_counts_as_an_editor_of_the_web_does() {
        let text = "🌊 the sêa";
        let at = text.find("sêa").unwrap();
        let evidence = Evidence::of(text, at, text.len());
        assert_eq!((evidence.before.as_str(), evidence.span.as_str(), evidence.after.as_str()), ("🌊 the ", "sêa", ""));
        assert_eq!((evidence.from, evidence.to), (7, 10));
    }

    #[test]
    fn a_key_stays_when_rows_move_and_goes_when_the_words_change() {
        let place = |text: &str| text.parse::<Path>().unwrap();
        let before = json!({"entries": [{"id": "a"}, {"id": "b", "triggers": [{"keyword": "sea"}]}]});
        let after = json!({"entries": [{"id": "b", "triggers": [{}, {"keyword": "sea"}]}, {"id": "a"}]});
        let finding = |path: &str, word: &str| Finding::new(Severity::Warning, "key-twice", place(path)).showing(word);
        let key = finding("entries[1].triggers[0]", "sea").key(&before);
        assert_eq!(key, finding("entries[0].triggers[1]", "sea").key(&after));
        assert_ne!(key, finding("entries[0].triggers[1]", "tide").key(&after));
        assert_ne!(key, finding("entries[1].triggers[1]", "sea").key(&after));
    }
}
