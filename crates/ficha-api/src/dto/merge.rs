//! Versions of a piece laid side by side: two revisions, or three states of which one comes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use specta::Type;

use super::json::JsonObject;
use super::{Json, PatchOp};

/// Which part of a piece a field belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum FieldPart {
    /// The authored content.
    Body,
    /// What differs for one format.
    Profile,
    /// A key of an original.
    Native,
    /// The file it came from; told, and never chosen by itself.
    Source,
}

/// What a row of a comparison is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum FieldUnit {
    /// One value.
    Value,
    /// A whole row of a list that one side lacks.
    Row,
    /// The order of a list's rows.
    Order,
}

/// What a three-way comparison says of one field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum ComparisonState {
    /// Only mine was edited.
    Mine,
    /// Only the other's is new.
    Theirs,
    /// Both, to the same value.
    Same,
    /// Both, to different values.
    Both,
}

/// Which version a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum MergeSide {
    /// Mine.
    Mine,
    /// The other's.
    Theirs,
    /// Both edits in one text.
    Joined,
}

/// A choice for one field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FieldChoice {
    /// The field, as the comparison names it.
    pub path: String,
    /// What it takes.
    pub side: MergeSide,
}

/// One value of a field, for the eye.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Told {
    /// A text as it is, a row or map as lines, anything else as JSON; cut when it is very long.
    pub text: String,
    /// Whether it was cut.
    pub cut: bool,
    /// SHA-256 of the picture it names, when that is at hand.
    pub picture: Option<String>,
}

/// One field of a three-way comparison. `null` stands for an absent field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ComparisonRow {
    /// The field: a body path, `profiles.FORMAT.PATH` or `native:FORMAT:POINTER`, with `KIND/ID|` in front for a field
    /// of a piece that came along.
    pub path: String,
    /// What the field is called.
    pub label: String,
    /// Which part of the piece it belongs to.
    pub part: FieldPart,
    /// What the row is about.
    pub unit: FieldUnit,
    /// The title of its format, or the name of the piece that came along; `null` for the piece's own body.
    pub of: Option<String>,
    /// Mine.
    pub mine: Option<Told>,
    /// What both began with.
    pub source: Option<Told>,
    /// The other's.
    pub theirs: Option<Told>,
    /// Both edits in one, where they do not touch.
    pub joined: Option<Told>,
    /// Who edited it.
    pub state: ComparisonState,
}

/// One field that two revisions have differently. `null` stands for an absent field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CompareRow {
    /// The field, as in a three-way comparison.
    pub path: String,
    /// What the field is called.
    pub label: String,
    /// Which part of the piece it belongs to.
    pub part: FieldPart,
    /// What the row is about.
    pub unit: FieldUnit,
    /// The title of its format; `null` for the body.
    pub of: Option<String>,
    /// The earlier value.
    pub before: Option<Told>,
    /// The later value.
    pub after: Option<Told>,
}

/// A piece as a window has it and has not saved it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PieceState {
    /// The body.
    #[specta(type = JsonObject)]
    pub body: Json,
    /// The edits of originals, whole lists.
    pub native_edits: BTreeMap<String, Vec<PatchOp>>,
    /// The overrides of single formats; `null` when the window did not touch them.
    #[specta(type = Option<BTreeMap<String, JsonObject>>)]
    pub profiles: Option<BTreeMap<String, Json>>,
}

/// A piece that two sides changed, before they are brought together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MergeView {
    /// The revision the other side saved.
    pub revision: u32,
    /// When, RFC 3339 UTC.
    pub at: String,
    /// Why it was made.
    pub why: String,
    /// What differs.
    pub rows: Vec<ComparisonRow>,
}

/// What an update of a piece from a staged file would do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UpdateView {
    /// The piece's name.
    pub name: String,
    /// The revision it is at.
    pub revision: u32,
    /// The file's name.
    pub file_name: String,
    /// The title of the file's format.
    pub format: String,
    /// Whether the file is of another kind than the piece, so that it cannot update it.
    pub misfit: bool,
    /// What differs.
    pub rows: Vec<ComparisonRow>,
}

/// The newest revision of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PieceHead {
    /// Which.
    pub address: String,
    /// Its newest revision; `null` when it is not in the library any more.
    pub revision: Option<u32>,
}

/// What may have changed on the disk without this program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LibraryWatch {
    /// Another text whenever a piece was added, removed or replaced.
    pub stamp: String,
    /// The newest revision of each piece asked for.
    pub heads: Vec<PieceHead>,
}
