//! Native fields of single apps: what a panel draws, and what a key of an original means.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Json, Kind};

/// A label in the languages of the workbench.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Words {
    /// English.
    pub en: String,
    /// Simplified Chinese.
    pub zh: String,
}

/// How a native field is edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum WidgetWord {
    /// One line of text.
    Line,
    /// Several lines of text.
    Text,
    /// A number.
    Number,
    /// On or off.
    Toggle,
    /// A list of short texts.
    List,
    /// One of some words.
    Choice,
    /// A colour as CSS writes it.
    Colour,
    /// A list of rows with columns.
    Table,
    /// A picture or file by its address or the app's name of it; never fetched.
    Asset,
    /// Ids of entities of a kind in the app.
    Links,
    /// Any JSON.
    Json,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NativeColumn {
    /// The key of a row that is an object, the place of a row that is a list.
    pub key: String,
    /// What it is called.
    pub label: Words,
    /// Whether it holds numbers.
    pub number: bool,
}

/// A widget with what it needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NativeWidget {
    /// Which one.
    pub word: WidgetWord,
    /// The words of a choice.
    pub choices: Vec<String>,
    /// The columns of a table.
    pub columns: Vec<NativeColumn>,
    /// The kind links lead to.
    pub kind: Option<Kind>,
}

/// One native field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NativeFieldRow {
    /// Its key in the format's table.
    pub key: String,
    /// JSON Pointer in the original, also where it would go when it is absent.
    pub pointer: String,
    /// The key of the object that holds it; empty for one of the app's own objects.
    pub group: String,
    /// What it is called.
    pub label: Words,
    /// One sentence of help.
    pub help: Words,
    /// How it is edited.
    pub widget: NativeWidget,
    /// Whether the value is private to the person who exported the original.
    pub private: bool,
    /// The value in the untouched original; `null` when `present` is false or it is larger than a panel takes.
    pub value: Option<Json>,
    /// Whether the untouched original has the key.
    pub present: bool,
    /// Size of the value's text.
    pub bytes: u32,
    /// Whether the value is left out here because of its size.
    pub large: bool,
    /// Objects around it that the untouched original lacks, outermost first.
    pub missing: Vec<String>,
}

/// Where the data of a panel comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum NativeOrigin {
    /// The original the piece came from.
    Source,
    /// An original of another app that came along.
    Foreign,
    /// Nothing: the person writes it here.
    Added,
}

/// The native fields of one app in one original.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NativePanel {
    /// The format whose table the fields are from.
    pub format: String,
    /// Its title.
    pub title: String,
    /// Its platform.
    pub platform: String,
    /// The format whose native edits they go to.
    pub original: String,
    /// The title of that.
    pub original_title: String,
    /// Where the data comes from.
    pub origin: NativeOrigin,
    /// The fields in the order of the table.
    pub fields: Vec<NativeFieldRow>,
    /// Body paths of lists whose rows have native fields of their own.
    pub lists: Vec<String>,
}

/// An app whose native fields can be written by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NativeOffer {
    /// Its format.
    pub format: String,
    /// The format's title.
    pub title: String,
    /// How many fields it has.
    pub fields: u32,
}

/// Every panel of an entity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NativePanels {
    /// Those with data, the piece's own app first.
    pub panels: Vec<NativePanel>,
    /// Apps that can be added.
    pub offers: Vec<NativeOffer>,
}

/// What becomes of a key of an original.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum KeyMeaning {
    /// Goes to and from a field of the body.
    Mapped,
    /// A list whose rows become rows of the body.
    List,
    /// A native field.
    Native,
    /// Kept as it is, neither edited nor carried.
    Kept,
}

/// A key a format describes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RawKey {
    /// JSON Pointer in this original; `*` stands for any item or member.
    pub pattern: String,
    /// What becomes of it.
    pub meaning: KeyMeaning,
    /// Body paths it goes to.
    pub paths: Vec<String>,
    /// What a panel calls it; for native keys.
    pub label: Option<Words>,
    /// One sentence of help; for native keys.
    pub help: Option<Words>,
    /// Why it is kept, English; for kept keys.
    pub why: Option<String>,
    /// How it is edited; for native keys.
    pub widget: Option<NativeWidget>,
    /// The JSON type it has, as far as the table says: `text`, `number`, `flag`, `list`, `map`; empty for any.
    pub holds: String,
    /// Words it may be, as JSON.
    pub words: Vec<String>,
}
