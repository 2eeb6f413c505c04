//! What a body may hold: one table a kind, one row a field.
//!
//! A row says where the field is, what type it has, what it means and what people call it in English and Chinese.
//! Editors, documents, coverage and checks read these tables; no other list of fields exists. A field has a row only
//! if some wire format writes it: `known-wires.txt` says which, and is the one place of this crate that names formats.
//!
//! Patterns are body paths with `[]` for any list item and `{}` for any map key:
//! `greetings.alternateGreetings[].text`, `attribution.creatorNotesMultilingual{}`.

mod character;
mod character_look;
mod label;
mod lookup;
mod lorebook;
mod lorebook_entry;
mod pack;
mod persona;
mod preset;
mod preset_samplers;
mod quickreply;
mod regex;
mod table;
mod validate;
mod wires;

pub use label::{Language, label};
pub use lookup::field;
pub use validate::{Fault, What, validate};

use crate::Kind;

/// The type of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldType {
    /// A short text, one line in an editor.
    Text,
    /// Prose: a text of any length.
    LongText,
    /// A text only programs read: an id, a media type, an address. Not searched, not counted in tokens.
    Identifier,
    /// A number, whole or not.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A number, or `true` for "yes, without a number" (`delayUntilRecursion`).
    NumberOrTrue,
    /// One of the words of a [`Choice`].
    Choice(&'static Choice),
    /// A list; its items have the row `…[]`.
    List,
    /// A map with free keys; its values have the row `…{}`.
    Map,
    /// A map whose keys have rows of their own.
    Group,
    /// A [`crate::Link`] to another entity.
    Link,
    /// A picture reference: `carrier:`, `sha256:<hex>`, or what the wire said (an address, an archive path).
    Picture,
    /// Any JSON; nothing below it has rows.
    Any,
    /// A partial body of the same kind: below it the table starts anew.
    Overlay,
}

/// The words a choice field can hold.
#[derive(Debug, PartialEq, Eq)]
pub struct Choice {
    /// The words, in the order editors offer them.
    pub values: &'static [ChoiceValue],
    /// Whether other words are allowed too (an app may know more than we do).
    pub open: bool,
}

/// One word of a [`Choice`].
#[derive(Debug, PartialEq, Eq)]
pub struct ChoiceValue {
    /// The word in the body.
    pub word: &'static str,
    /// What people call it in English.
    pub english: &'static str,
    /// What people call it in Simplified Chinese.
    pub chinese: &'static str,
}

/// One row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The path pattern.
    pub path: &'static str,
    /// The type.
    pub shape: FieldType,
    /// Whether a body (or the list item it belongs to) without it is incomplete. A blank text is there.
    pub required: bool,
    /// Whether `null` is a value of its own: "as the app is set".
    pub nullable: bool,
    /// What people call it in English. Rows of list items name one item.
    pub english: &'static str,
    /// What people call it in Simplified Chinese.
    pub chinese: &'static str,
    /// What it means, one sentence.
    pub meaning: &'static str,
}

/// The table of one kind.
#[derive(Debug)]
pub struct KindSchema {
    /// The kind.
    pub kind: Kind,
    /// What people call one of it in English.
    pub english: &'static str,
    /// What people call one of it in Simplified Chinese.
    pub chinese: &'static str,
    /// The parts of the table; [`KindSchema::fields`] runs through all of them.
    parts: &'static [&'static [Field]],
}

impl KindSchema {
    /// Every row, parents before their children.
    pub fn fields(&self) -> impl Iterator<Item = &'static Field> + use<> {
        self.parts.iter().copied().flatten()
    }
}

impl Field {
    /// Whether it holds words a person wrote: what is searched and counted in tokens.
    pub fn is_text(&self) -> bool {
        matches!(self.shape, FieldType::Text | FieldType::LongText)
    }
}

impl FieldType {
    /// The word for it in documents and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            FieldType::Text => "text",
            FieldType::LongText => "longtext",
            FieldType::Identifier => "identifier",
            FieldType::Number => "number",
            FieldType::Boolean => "boolean",
            FieldType::NumberOrTrue => "number-or-true",
            FieldType::Choice(_) => "choice",
            FieldType::List => "list",
            FieldType::Map => "map",
            FieldType::Group => "group",
            FieldType::Link => "link",
            FieldType::Picture => "picture",
            FieldType::Any => "any",
            FieldType::Overlay => "overlay",
        }
    }
}

/// The table of a kind.
pub fn schema(kind: Kind) -> &'static KindSchema {
    match kind {
        Kind::Character => &character::SCHEMA,
        Kind::Lorebook => &lorebook::SCHEMA,
        Kind::Persona => &persona::SCHEMA,
        Kind::Regex => &regex::SCHEMA,
        Kind::Preset => &preset::SCHEMA,
        Kind::Pack => &pack::SCHEMA,
        Kind::Quickreply => &quickreply::SCHEMA,
    }
}
