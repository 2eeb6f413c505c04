//! Formats, export targets, options and the measured report.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Json, Kind, Note};

/// One format the engine speaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FormatRow {
    /// Format id.
    pub id: String,
    /// What it holds.
    pub kind: Kind,
    /// The platform's folder name.
    pub platform: String,
    /// What people call it.
    pub title: String,
    /// Containers it is read from.
    pub reads: Vec<String>,
    /// Containers it is written in; the first is the usual one.
    pub writes: Vec<String>,
    /// File extensions, without the dot.
    pub extensions: Vec<String>,
}

/// A card specification's version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// Tavern card V1.
    V1,
    /// Character card V2.
    V2,
    /// Character card V3.
    V3,
}

impl From<ficha_formats::Variant> for Variant {
    fn from(variant: ficha_formats::Variant) -> Variant {
        match variant {
            ficha_formats::Variant::V1 => Variant::V1,
            ficha_formats::Variant::V2 => Variant::V2,
            ficha_formats::Variant::V3 => Variant::V3,
        }
    }
}

impl From<Variant> for ficha_formats::Variant {
    fn from(variant: Variant) -> ficha_formats::Variant {
        match variant {
            Variant::V1 => ficha_formats::Variant::V1,
            Variant::V2 => ficha_formats::Variant::V2,
            Variant::V3 => ficha_formats::Variant::V3,
        }
    }
}

/// How two texts become one where the target has one place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum Persona {
    /// Description, blank line, personality.
    #[default]
    Joined,
    /// Personality alone.
    Personality,
}

/// How to write.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct ExportOptions {
    /// Container id or extension; `null` for the target's usual one.
    pub container: Option<String>,
    /// Card version; `null` for the source's.
    pub variant: Option<Variant>,
    /// Write a clean carrier instead of the source's.
    pub rewrite: bool,
    /// Take originals along under one key of our own.
    pub carry_originals: bool,
    /// Blank what looks private.
    pub without_secrets: bool,
    /// How two texts become one; `null` for joined.
    pub persona: Option<Persona>,
    /// Leave linked books out.
    pub without_book: bool,
    /// Write one form of a character as a card of its own: a variant by its id, or the base alone for an empty text;
    /// `null` for all of them together.
    pub form: Option<String>,
    /// Draw a plain picture when the container needs one and the entity has none.
    pub plain_picture: bool,
}

/// One app an entity can be written for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ExportTarget {
    /// Format id.
    pub format: String,
    /// What people call it.
    pub title: String,
    /// Its platform.
    pub platform: String,
    /// Containers it is written in; the first is the usual one (the source's for the source format).
    pub containers: Vec<String>,
    /// Card versions it can be written as, oldest first; empty where there is only one.
    pub versions: Vec<Variant>,
    /// Whether linked lorebooks travel inside the file.
    pub books_inside: bool,
    /// Whether it has one place for description and personality, so that a way of joining them can be chosen.
    pub joins_persona: bool,
    /// Whether the entity came from it.
    pub is_source: bool,
    /// Why it cannot be chosen; `null` when it can.
    pub off: Option<String>,
}

/// What was converted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReportSource {
    /// Format id.
    pub format: String,
    /// Container id.
    pub container: String,
    /// How sure detection was, 0.5 to 1; `null` for a piece of the library, where nothing was detected.
    #[specta(type = Option<specta_typescript::Number>)]
    pub confidence: Option<f32>,
}

/// What it was converted to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReportTarget {
    /// Format id.
    pub format: String,
    /// Container id.
    pub container: String,
}

/// One field that arrives with another value or at another place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct ChangedRow {
    /// The body path.
    pub path: String,
    /// The value before, texts cut at 200 code points.
    pub before: Json,
    /// The value after.
    pub after: Json,
    /// Why, an English sentence.
    pub reason: String,
    /// The kind of reason, one of the note codes.
    pub code: String,
}

/// One field that does not arrive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct LostRow {
    /// The body path.
    pub path: String,
    /// The value, texts cut at 200 code points.
    pub value: Json,
    /// Why, an English sentence.
    pub reason: String,
    /// The kind of reason, one of the note codes.
    pub code: String,
}

/// Another app's data that stays with the library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct LeftBehindRow {
    /// Whose data.
    pub format: String,
    /// Topmost pointer.
    pub pointer: String,
    /// Why.
    pub reason: String,
}

/// The four numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Fields that arrive as they were.
    pub carried: u32,
    /// Fields that arrive changed or elsewhere.
    pub changed: u32,
    /// Fields that do not arrive.
    pub lost: u32,
    /// Other apps' keys that stay here.
    pub left_behind: u32,
}

/// The measured report of one conversion: the bytes were written, read back and compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// What was converted; `null` for an entity made here.
    pub source: Option<ReportSource>,
    /// What to.
    pub target: ReportTarget,
    /// Whether the bytes are the source file's.
    pub identical: bool,
    /// Paths that arrive as they were.
    pub carried: Vec<String>,
    /// What arrives changed.
    pub changed: Vec<ChangedRow>,
    /// What does not arrive.
    pub lost: Vec<LostRow>,
    /// What stays here.
    pub left_behind: Vec<LeftBehindRow>,
    /// What was said while writing.
    pub notes: Vec<Note>,
    /// What people call the fields named above, by path, in the chosen language.
    pub labels: BTreeMap<String, String>,
    /// How many of each.
    pub counts: Counts,
    /// Size of the file.
    #[specta(type = u32)]
    pub bytes: u64,
    /// The name it would be written under.
    pub file_name: String,
    /// The first 4 KiB of its text, for the eye.
    pub preview: String,
    /// How long it took.
    pub milliseconds: u32,
}

/// What an export wrote.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ExportWritten {
    /// The file.
    pub path: String,
    /// The report of what was written.
    pub report: Report,
}
