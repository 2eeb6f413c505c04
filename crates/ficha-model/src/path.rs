//! Body paths: dots and indices, `greetings.alternateGreetings[0].text`; a map key that is not a plain word is
//! quoted, `attribution.creatorNotesMultilingual["zh-tw"]`.

use std::fmt;
use std::str::FromStr;

use serde_json::{Map, Value};
use smol_str::SmolStr;

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A key of a map. Short keys, as all of ours are, are held without an allocation: paths are made by the
    /// thousand when bodies are compared.
    Key(SmolStr),
    /// A place in a list, from 0.
    Index(usize),
}

/// A place in a body; the empty path is the body itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(pub Vec<Step>);

/// A text that is no path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a body path at character {at}: {text}")]
pub struct PathError {
    /// The text as given.
    pub text: String,
    /// Where it stops being a path, in characters.
    pub at: usize,
}

fn is_plain(key: &str) -> bool {
    !key.is_empty()
        && !key.starts_with(|c: char| c.is_ascii_digit())
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

impl Path {
    /// The path of a static text. For paths written in our own tables, which a test parses one by one.
    ///
    /// # Panics
    /// When the text is no path: a fault of our tables, never of a file.
    pub fn of(text: &str) -> Path {
        match text.parse() {
            Ok(path) => path,
            Err(error) => panic!("{error}"),
        }
    }

    /// This path with one more key.
    pub fn key(&self, key: &str) -> Path {
        let mut steps = self.0.clone();
        steps.push(Step::Key(key.into()));
        Path(steps)
    }

    /// This path with one more index.
    pub fn index(&self, index: usize) -> Path {
        let mut steps = self.0.clone();
        steps.push(Step::Index(index));
        Path(steps)
    }

    /// Whether this path is `other` or lies below it.
    pub fn is_under(&self, other: &Path) -> bool {
        self.0.starts_with(&other.0)
    }

    /// The value at this path.
    pub fn get<'a>(&self, root: &'a Value) -> Option<&'a Value> {
        self.0.iter().try_fold(root, |value, step| match step {
            Step::Key(key) => value.get(key.as_str()),
            Step::Index(index) => value.get(*index),
        })
    }

    /// Puts a value at this path, making the maps on the way. A list grows by one at most; `false` when a step
    /// does not fit what is there (a key of a list, an index past its end) and nothing was changed.
    pub fn set(&self, root: &mut Value, new: Value) -> bool {
        if !self.fits(root) {
            return false;
        }
        let mut value = root;
        for step in &self.0 {
            match step {
                Step::Key(key) => {
                    if value.is_null() {
                        *value = Value::Object(Map::new());
                    }
                    let Value::Object(map) = value else { return false };
                    value = map.entry(key.as_str()).or_insert(Value::Null);
                }
                Step::Index(index) => {
                    if value.is_null() {
                        *value = Value::Array(Vec::new());
                    }
                    let Value::Array(list) = value else { return false };
                    if *index == list.len() {
                        list.push(Value::Null);
                    }
                    let Some(item) = list.get_mut(*index) else { return false };
                    value = item;
                }
            }
        }
        *value = new;
        true
    }

    fn fits(&self, root: &Value) -> bool {
        let mut value = Some(root);
        for step in &self.0 {
            value = match (step, value) {
                (Step::Key(key), Some(Value::Object(map))) => map.get(key.as_str()),
                (Step::Index(index), Some(Value::Array(list))) if *index <= list.len() => list.get(*index),
                (Step::Key(_), None | Some(Value::Null)) | (Step::Index(0), None | Some(Value::Null)) => None,
                _ => return false,
            };
        }
        true
    }

    /// Takes away what is at this path, and the maps that become empty by it below the first level; the value
    /// taken, `None` when there was none.
    pub fn remove(&self, root: &mut Value) -> Option<Value> {
        let (last, parents) = self.0.split_last()?;
        let parent = Path(parents.to_vec());
        let holder = parents.iter().try_fold(&mut *root, |value, step| match step {
            Step::Key(key) => value.get_mut(key.as_str()),
            Step::Index(index) => value.get_mut(*index),
        })?;
        let taken = match (last, holder) {
            (Step::Key(key), Value::Object(map)) => map.shift_remove(key.as_str()),
            (Step::Index(index), Value::Array(list)) if *index < list.len() => Some(list.remove(*index)),
            _ => None,
        };
        let emptied = matches!(parent.get(root), Some(Value::Object(map)) if map.is_empty());
        if taken.is_some() && emptied && parents.len() > 1 && matches!(parents.last(), Some(Step::Key(_))) {
            parent.remove(root);
        }
        taken
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) if is_plain(key) => write!(f, "{}{key}", if at == 0 { "" } else { "." })?,
                Step::Key(key) => write!(f, "[{}]", Value::from(key.as_str()))?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// As its text.
impl serde::Serialize for Path {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromStr for Path {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Path, PathError> {
        let mut steps = Vec::new();
        let mut rest = text;
        let fault =
            |rest: &str| PathError { text: text.to_owned(), at: text[..text.len() - rest.len()].chars().count() };
        while !rest.is_empty() {
            if let Some(inner) = rest.strip_prefix('[') {
                if inner.starts_with('"') {
                    let mut values = serde_json::Deserializer::from_str(inner).into_iter::<String>();
                    let key = values.next().and_then(Result::ok).ok_or_else(|| fault(rest))?;
                    let after = inner.get(values.byte_offset()..).unwrap_or("");
                    rest = after.strip_prefix(']').ok_or_else(|| fault(rest))?;
                    steps.push(Step::Key(key.into()));
                } else {
                    let (digits, after) = inner.split_once(']').ok_or_else(|| fault(rest))?;
                    let index = digits.parse().map_err(|_| fault(rest))?;
                    rest = after;
                    steps.push(Step::Index(index));
                }
                continue;
            }
            let word = if steps.is_empty() { rest } else { rest.strip_prefix('.').ok_or_else(|| fault(rest))? };
            let end = word.find(['.', '[']).unwrap_or(word.len());
            let (key, after) = word.split_at(end);
            if !is_plain(key) {
                return Err(fault(rest));
            }
            steps.push(Step::Key(key.into()));
            rest = after;
        }
        Ok(Path(steps))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_path_reads_back_as_it_is_written() {
        for text in
            ["", "identity.name", "greetings.alternateGreetings[0].text", r#"a["zh-tw"][3]["x\"y"].b"#, r#"[""]"#]
        {
            let path: Path = text.parse().expect(text);
            assert_eq!(path.to_string(), text);
        }
        for text in [".", "a.", "a..b", "a[", "a[x]", "a[\"b\"", "0a", "a b"] {
            assert!(text.parse::<Path>().is_err(), "{text}");
        }
    }

    #[test]
    fn setting_makes_maps_and_refuses_what_does_not_fit() {
        let mut body = json!({});
        assert!(Path::of("a.b[0].c").set(&mut body, json!(1)));
        assert_eq!(body, json!({"a": {"b": [{"c": 1}]}}));
        assert!(!Path::of("a.b[2]").set(&mut body, json!(1)));
        assert!(!Path::of("a.b.c").set(&mut body, json!(1)));
        assert_eq!(Path::of("a.b[0].c").remove(&mut body), Some(json!(1)));
        assert_eq!(body, json!({"a": {"b": [{}]}}));
    }
}
