//! What a document's own table finds wrong with it: missing members, other types, values out of range.

use ficha_json::pointer;
use serde_json::{Map, Value};

use super::walk::{DEEPEST, item, members, value_of};
use super::{Field, Is, MOST_NAME, MOST_TEXT};
use crate::id::is_variable_key;
use crate::place::{Folder, Ref, is_command_word};
use crate::problem::Problem;
use crate::{id, text};

/// Everything wrong with an object by a table. `path` is the file the places are in, `at` the pointer of the object.
pub fn faults(fields: &'static [Field], doc: &Map<String, Value>, path: &str, at: &str) -> Vec<Problem> {
    let mut look = Look { path, found: Vec::new() };
    look.object(fields, doc, at, 0);
    look.found
}

struct Look<'a> {
    path: &'a str,
    found: Vec<Problem>,
}

impl Look<'_> {
    fn say(&mut self, code: &'static str, at: &str, message: String) {
        self.found.push(Problem::new(code, self.path, at, message));
    }

    fn object(&mut self, fields: &'static [Field], object: &Map<String, Value>, at: &str, depth: usize) {
        for field in fields {
            match object.get(field.key) {
                Some(value) => self.value(&field.is, value, &|| pointer::join(at, field.key), depth + 1),
                None if field.required => {
                    let here = pointer::join(at, field.key);
                    self.say("field-missing", &here, format!("`{}` is missing.", field.key));
                }
                None => {}
            }
        }
    }

    /// `at` makes the pointer, which most values need not: nothing is wrong with them and nothing lies in them.
    fn value(&mut self, is: &Is, value: &Value, at: &dyn Fn() -> String, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        if let Is::OrNull(inner) = is {
            if !value.is_null() {
                self.value(inner, value, at, depth);
            }
            return;
        }
        if let Some(fields) = members(is) {
            match value.as_object() {
                Some(object) => self.object(fields, object, &at(), depth),
                None => self.say("field-type", &at(), other(value, "an object")),
            }
        } else if let Some(of) = value_of(is) {
            match value.as_object() {
                Some(object) => {
                    for (key, value) in object {
                        self.value(of, value, &|| pointer::join(&at(), key), depth + 1);
                    }
                }
                None => self.say("field-type", &at(), other(value, "an object")),
            }
        } else if let Some(of) = item(is) {
            match value.as_array() {
                Some(items) => {
                    let (min, max) = count(is);
                    if items.len() < min || max.is_some_and(|max| items.len() > max) {
                        self.say("field-range", &at(), format!("{} items; {}.", items.len(), span(min, max)));
                    }
                    for (index, value) in items.iter().enumerate() {
                        self.value(of, value, &|| format!("{}/{index}", at()), depth + 1);
                    }
                }
                None => self.say("field-type", &at(), other(value, "a list")),
            }
        } else if let Err((code, message)) = leaf(is, value) {
            self.say(code, &at(), message);
        }
    }
}

/// How many items a list may have.
pub(super) fn count(is: &Is) -> (usize, Option<usize>) {
    match is {
        Is::List { min, max, .. } => (*min, *max),
        Is::Aliases | Is::Tags => (0, Some(24)),
        _ => (0, None),
    }
}

fn span(min: usize, max: Option<usize>) -> String {
    match (min, max) {
        (0, Some(max)) => format!("at most {max} are allowed"),
        (min, Some(max)) if min == max => format!("exactly {min} are needed"),
        (min, Some(max)) => format!("{min} to {max} are allowed"),
        (min, None) => format!("at least {min} are needed"),
    }
}

fn other(value: &Value, wanted: &str) -> String {
    let is = match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    format!("This is {is}; {wanted} is needed.")
}

/// The number a JSON number is; none for what no number of the machine holds.
pub(crate) fn number(value: &Value) -> Option<f64> {
    value.as_f64().filter(|number| number.is_finite())
}

type Fault = (&'static str, String);

fn leaf(is: &Is, value: &Value) -> Result<(), Fault> {
    let text = |min: usize, max: usize| -> Result<&str, Fault> {
        let text = value.as_str().ok_or_else(|| ("field-type", other(value, "a text")))?;
        let long = text.chars().count();
        match long {
            0 if min > 0 => Err(("field-range", "This is empty.".to_owned())),
            _ if long < min => Err(("field-range", format!("{long} characters; at least {min} are needed."))),
            _ if long > max => Err(("field-range", format!("{long} characters; at most {max} are allowed."))),
            _ => Ok(text),
        }
    };
    let like = |min: usize, max: usize, fits: &dyn Fn(&str) -> bool, what: &str| -> Result<(), Fault> {
        let text = text(min, max)?;
        if fits(text) { Ok(()) } else { Err(("field-range", format!("`{}` is no {what}.", short(text)))) }
    };
    match is {
        Is::Text { min, max } => text(*min, max.unwrap_or(MOST_TEXT)).map(|_| ()),
        Is::Name => text(1, MOST_NAME).map(|_| ()),
        Is::Summary => text(0, 600).map(|_| ()),
        Is::LongText | Is::Subject => text(0, MOST_TEXT).map(|_| ()),
        Is::Id(_) => like(1, id::MAX_ID_CHARS, &id::is_valid_id, "id"),
        Is::Ref => like(0, MOST_TEXT, &|text| text.parse::<Ref>().is_ok(), "reference like `places/quay`"),
        Is::Knower => {
            let fits = |text: &str| {
                let to = text.parse::<Ref>().ok();
                to.is_some_and(|to| matches!(to.folder, Folder::Characters | Folder::Factions))
            };
            like(0, MOST_TEXT, &fits, "reference to a character or a faction")
        }
        Is::Image if value.is_null() => Ok(()),
        Is::Image => text(0, 400).map(|_| ()),
        Is::Key => like(0, MOST_TEXT, &is_variable_key, "key: lower case letters, digits and `_`, a letter first"),
        Is::Word => like(1, 32, &is_command_word, "command word: letters, digits, `-` and `_`"),
        Is::Language => like(0, MOST_TEXT, &text::is_language, "language tag like `en` or `zh-Hans`"),
        Is::Sha256 => like(0, MOST_TEXT, &is_sha256, "SHA-256 in lower case hexadecimal"),
        Is::When => like(0, MOST_TEXT, &is_moment, "moment like `2026-01-02T03:04:05Z`"),
        Is::Const(wanted) => like(0, MOST_TEXT, &|text| text == *wanted, &format!("`{wanted}`")),
        Is::OneOf(words) => {
            let text = text(0, MOST_TEXT)?;
            if words.contains(&text) {
                return Ok(());
            }
            Err(("field-range", format!("`{}` is none of: {}.", short(text), words.join(", "))))
        }
        Is::Flag { .. } => match value {
            Value::Bool(_) => Ok(()),
            _ => Err(("field-type", other(value, "true or false"))),
        },
        Is::NumberOrNull if value.is_null() => Ok(()),
        Is::Number | Is::NumberOrNull => numeric(value).map(|_| ()),
        Is::Integer { range } => {
            let number = numeric(value)?;
            if number.fract() != 0.0 {
                return Err(("field-type", "A whole number is needed.".to_owned()));
            }
            match range {
                Some((min, max)) if number < *min as f64 || number > *max as f64 => {
                    Err(("field-range", format!("{min} to {max} is allowed.")))
                }
                _ => Ok(()),
            }
        }
        Is::Value => match value {
            Value::Bool(_) => Ok(()),
            Value::Number(_) => numeric(value).map(|_| ()),
            Value::String(_) => text(0, MOST_TEXT).map(|_| ()),
            _ => Err(("field-type", other(value, "a number, true or false, or a text"))),
        },
        // Kinds with parts were looked at before.
        Is::Aliases
        | Is::Tags
        | Is::Ids(_)
        | Is::Values
        | Is::Map(_)
        | Is::List { .. }
        | Is::Object(_)
        | Is::Condition
        | Is::OrNull(_) => Ok(()),
    }
}

fn numeric(value: &Value) -> Result<f64, Fault> {
    if !value.is_number() {
        return Err(("field-type", other(value, "a number")));
    }
    number(value).ok_or_else(|| ("field-range", "This number is too large.".to_owned()))
}

/// The beginning of a text, for a message.
pub(crate) fn short(text: &str) -> String {
    let mut cut: String = text.chars().take(60).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    cut
}

pub(crate) fn is_sha256(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whether a text is a date and time of RFC 3339 that a calendar has.
pub(crate) fn is_moment(text: &str) -> bool {
    let number = |range: std::ops::Range<usize>| -> Option<u32> {
        let digits = text.get(range)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
    };
    let sign = |at: usize, wanted: &[u8]| text.as_bytes().get(at).is_some_and(|byte| wanted.contains(byte));
    let (Some(year), Some(month), Some(day)) = (number(0..4), number(5..7), number(8..10)) else { return false };
    let (Some(hour), Some(minute), Some(second)) = (number(11..13), number(14..16), number(17..19)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    let fits = (1..=days).contains(&day) && hour < 24 && minute < 60 && second <= 60;
    let signs = sign(4, b"-") && sign(7, b"-") && sign(10, b"Tt") && sign(13, b":") && sign(16, b":");
    let mut rest = text.get(19..).unwrap_or("");
    if let Some(fraction) = rest.strip_prefix('.') {
        let behind = fraction.trim_start_matches(|letter: char| letter.is_ascii_digit());
        if behind.len() == fraction.len() {
            return false;
        }
        rest = behind;
    }
    fits && signs && (matches!(rest, "Z" | "z") || is_offset(rest))
}

fn is_offset(text: &str) -> bool {
    let bytes = text.as_bytes();
    let two = |range: std::ops::Range<usize>, below: u32| {
        let digits = text.get(range).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
        digits.and_then(|digits| digits.parse::<u32>().ok()).is_some_and(|number| number < below)
    };
    bytes.len() == 6
        && matches!(bytes.first(), Some(b'+' | b'-'))
        && bytes.get(3) == Some(&b':')
        && two(1..3, 24)
        && two(4..6, 60)
}
