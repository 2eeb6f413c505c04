//! How a struct becomes an object and back: the pieces of every record.
//!
//! A member that is needed is always written; one that may be absent is written unless it has no value. What a struct
//! has no member for stays in its `extra`.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Doc;

/// Why a record was not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// Not JSON, or a key twice.
    #[error("the record is no JSON: {what}")]
    Text {
        /// What is wrong.
        what: String,
    },
    /// Another schema, or none.
    #[error("the record is of schema {found:?} and not {wanted}")]
    Schema {
        /// The schema of this program.
        wanted: &'static str,
        /// What the record says; empty when it says nothing.
        found: String,
    },
    /// A member is missing or no such thing.
    #[error("{at}: {what}")]
    Shape {
        /// JSON pointer of the member.
        at: String,
        /// What was wanted.
        what: String,
    },
}

pub(crate) fn shape<T>(at: &str, what: impl Into<String>) -> Result<T, RecordError> {
    Err(RecordError::Shape { at: at.to_owned(), what: what.into() })
}

pub(crate) fn object(value: &Value, at: &str) -> Result<Doc, RecordError> {
    value.as_object().cloned().map_or_else(|| shape(at, "not an object"), Ok)
}

/// A struct that is an object.
pub trait Part: Sized {
    /// Its members into an object, in their order.
    fn put(&self, into: &mut Doc);

    /// Reads it from the members of an object at `at`.
    ///
    /// # Errors
    /// [`RecordError::Shape`].
    fn take(from: Doc, at: &str) -> Result<Self, RecordError>;
}

/// A value of a member.
pub trait Field: Sized {
    /// As JSON.
    fn to_json(&self) -> Value;

    /// From JSON at `at`.
    ///
    /// # Errors
    /// [`RecordError::Shape`].
    fn from_json(value: Value, at: &str) -> Result<Self, RecordError>;
}

impl<P: Part> Field for P {
    fn to_json(&self) -> Value {
        let mut doc = Doc::new();
        self.put(&mut doc);
        Value::Object(doc)
    }

    fn from_json(value: Value, at: &str) -> Result<Self, RecordError> {
        match value {
            Value::Object(doc) => P::take(doc, at),
            _ => shape(at, "not an object"),
        }
    }
}

impl Field for String {
    fn to_json(&self) -> Value {
        Value::from(self.as_str())
    }

    fn from_json(value: Value, at: &str) -> Result<Self, RecordError> {
        match value {
            Value::String(text) => Ok(text),
            _ => shape(at, "not text"),
        }
    }
}

impl Field for bool {
    fn to_json(&self) -> Value {
        Value::from(*self)
    }

    fn from_json(value: Value, at: &str) -> Result<Self, RecordError> {
        value.as_bool().map_or_else(|| shape(at, "neither true nor false"), Ok)
    }
}

impl Field for usize {
    fn to_json(&self) -> Value {
        Value::from(*self as u64)
    }

    fn from_json(value: Value, at: &str) -> Result<Self, RecordError> {
        let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
        number.map_or_else(|| shape(at, "not a whole number"), Ok)
    }
}

impl Field for f64 {
    fn to_json(&self) -> Value {
        Value::from(*self)
    }

    fn from_json(value: Value, at: &str) -> Result<Self, RecordError> {
        value.as_f64().map_or_else(|| shape(at, "not a number"), Ok)
    }
}

impl Field for Value {
    fn to_json(&self) -> Value {
        self.clone()
    }

    fn from_json(value: Value, _: &str) -> Result<Self, RecordError> {
        Ok(value)
    }
}

impl Field for Doc {
    fn to_json(&self) -> Value {
        Value::Object(self.clone())
    }

    fn from_json(value: Value, at: &str) -> Result<Self, RecordError> {
        match value {
            Value::Object(doc) => Ok(doc),
            _ => shape(at, "not an object"),
        }
    }
}

impl<T: Field> Field for Vec<T> {
    fn to_json(&self) -> Value {
        Value::Array(self.iter().map(Field::to_json).collect())
    }

    fn from_json(value: Value, at: &str) -> Result<Self, RecordError> {
        let Value::Array(items) = value else { return shape(at, "not a list") };
        let items = items.into_iter().enumerate();
        items.map(|(index, item)| T::from_json(item, &format!("{at}/{index}"))).collect()
    }
}

impl<T: Field> Field for Option<T> {
    fn to_json(&self) -> Value {
        self.as_ref().map_or(Value::Null, Field::to_json)
    }

    fn from_json(value: Value, at: &str) -> Result<Self, RecordError> {
        if value.is_null() { Ok(None) } else { T::from_json(value, at).map(Some) }
    }
}

impl<T: Field> Field for BTreeMap<String, T> {
    fn to_json(&self) -> Value {
        Value::Object(self.iter().map(|(key, value)| (key.clone(), value.to_json())).collect())
    }

    fn from_json(value: Value, at: &str) -> Result<Self, RecordError> {
        let Value::Object(members) = value else { return shape(at, "not an object") };
        let read = |(key, value): (String, Value)| {
            let at = format!("{at}/{}", ficha_json::pointer::escape(&key));
            Ok((key, T::from_json(value, &at)?))
        };
        members.into_iter().map(read).collect()
    }
}

/// Counts by name, in an order of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally(Vec<(String, usize)>);

impl Tally {
    /// Zero for each name, in this order.
    pub fn of(names: &[&str]) -> Tally {
        Tally(names.iter().map(|name| ((*name).to_owned(), 0)).collect())
    }

    /// Adds to the count of a name.
    pub fn add(&mut self, name: &str, more: usize) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => *count += more,
            None => self.0.push((name.to_owned(), more)),
        }
    }

    /// The count of a name.
    pub fn get(&self, name: &str) -> usize {
        self.0.iter().find(|(known, _)| known == name).map_or(0, |(_, count)| *count)
    }

    /// All counts together.
    pub fn total(&self) -> usize {
        self.0.iter().map(|(_, count)| count).sum()
    }

    /// Names and counts in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, usize)> {
        self.0.iter().map(|(name, count)| (name.as_str(), *count))
    }
}

impl Field for Tally {
    fn to_json(&self) -> Value {
        Value::Object(self.0.iter().map(|(name, count)| (name.clone(), count.to_json())).collect())
    }

    fn from_json(value: Value, at: &str) -> Result<Self, RecordError> {
        let Value::Object(members) = value else { return shape(at, "not an object") };
        let read = |(name, value): (String, Value)| {
            let count = usize::from_json(value, &format!("{at}/{name}"))?;
            Ok((name, count))
        };
        members.into_iter().map(read).collect::<Result<_, _>>().map(Tally)
    }
}

/// Whether a member that may be absent has to be written.
pub(crate) fn has_value<T: Default + PartialEq>(value: &T) -> bool {
    *value != T::default()
}

/// What nobody knows, by name.
pub(crate) fn put_extra(into: &mut Doc, extra: &Doc) {
    let mut keys: Vec<&String> = extra.keys().collect();
    keys.sort();
    for key in keys {
        if let Some(value) = extra.get(key) {
            into.insert(key.clone(), value.clone());
        }
    }
}

/// Defines structs that are objects. Before each member stands its key and whether it is always there (`need`) or only
/// when it has a value (`may`).
macro_rules! parts {
    ($($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $how:ident $key:literal $field:ident : $type:ty,)* })*) => { $(
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name {
            $($(#[$doc])* pub $field: $type,)*
            /// Members nobody knows, kept when the record is written again.
            pub extra: $crate::records::Doc,
        }

        impl $crate::records::part::Part for $name {
            fn put(&self, into: &mut $crate::records::Doc) {
                $($crate::records::part::member!($how put into, $key, &self.$field);)*
                $crate::records::part::put_extra(into, &self.extra);
            }

            fn take(mut from: $crate::records::Doc, at: &str) -> Result<Self, $crate::records::RecordError> {
                Ok($name {
                    $($field: $crate::records::part::member!($how take from, $key, at),)*
                    extra: from,
                })
            }
        }
    )* };
}

macro_rules! member {
    (need put $into:ident, $key:literal, $value:expr) => {
        $into.insert($key.to_owned(), $crate::records::part::Field::to_json($value));
    };
    (may put $into:ident, $key:literal, $value:expr) => {
        if $crate::records::part::has_value($value) {
            $into.insert($key.to_owned(), $crate::records::part::Field::to_json($value));
        }
    };
    (need take $from:ident, $key:literal, $at:ident) => {
        match $from.shift_remove($key) {
            Some(value) => $crate::records::part::Field::from_json(value, &format!("{}/{}", $at, $key))?,
            None => return $crate::records::part::shape(&format!("{}/{}", $at, $key), "missing"),
        }
    };
    (may take $from:ident, $key:literal, $at:ident) => {
        match $from.shift_remove($key) {
            Some(value) => $crate::records::part::Field::from_json(value, &format!("{}/{}", $at, $key))?,
            None => Default::default(),
        }
    };
}

/// Defines enums that are one word each; the first is the default.
macro_rules! words {
    ($($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* })*) => { $(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// All of them, in this order.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The word the files have.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }

            /// The one of a word.
            pub fn from_word(word: &str) -> Option<$name> {
                Self::ALL.iter().copied().find(|one| one.word() == word)
            }
        }

        impl Default for $name {
            fn default() -> $name {
                $crate::records::part::first!($($name::$variant),*)
            }
        }

        impl $crate::records::part::Field for $name {
            fn to_json(&self) -> serde_json::Value {
                serde_json::Value::from(self.word())
            }

            fn from_json(value: serde_json::Value, at: &str) -> Result<Self, $crate::records::RecordError> {
                let found = value.as_str().and_then($name::from_word);
                found.map_or_else(|| $crate::records::part::shape(at, "not one of the known words"), Ok)
            }
        }
    )* };
}

macro_rules! first {
    ($first:expr $(, $more:expr)*) => {
        $first
    };
}

/// Says which file a struct is.
macro_rules! record {
    ($($name:ident = $file:literal, $schema:literal;)*) => { $(
        impl $crate::records::Record for $name {
            const SCHEMA: &'static str = $schema;
            const FILE: &'static str = $file;
        }
    )* };
}

pub(crate) use {first, member, parts, record, words};

parts! {
    /// What an import has to say about one thing it did.
    Note {
        /// The step that says it: `structure`, `finish`.
        need "step" step: String,
        /// The piece it is about.
        may "piece" piece: Option<String>,
        /// The document it is about, as `characters/orla`.
        may "entity" entity: Option<String>,
        /// What it is, in a word that stays the same.
        need "code" code: String,
        /// A sentence for people.
        need "message" message: String,
    }
}
