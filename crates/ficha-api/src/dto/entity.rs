//! An open entity: body, draft, history, raw original, pictures.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use specta::datatype::DataType;
use specta::{Type, Types};

use super::json::{JsonObject, present};
use super::{Address, Json, Kind, Note, Place};

/// An entity as the workbench opens it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OpenEntity {
    /// `kind/id`.
    pub address: Address,
    /// What it is.
    pub kind: Kind,
    /// Its id within the kind.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The revision on disk; a save names it.
    pub revision: u32,
    /// When that was saved, RFC 3339 UTC.
    pub saved_at: String,
    /// The authored content, a tree of the model's body fields.
    #[specta(type = JsonObject)]
    pub body: Json,
    /// Per-format overrides of body fields.
    #[specta(type = BTreeMap<String, JsonObject>)]
    pub profiles: BTreeMap<String, Json>,
    /// What its link fields name.
    pub links: Vec<EntityLink>,
    /// Where it came from.
    pub source: Option<SourceRecord>,
    /// Source payloads kept.
    pub originals: Vec<OriginalRow>,
    /// Edits to originals, in order.
    pub native_edits: BTreeMap<String, Vec<PatchOp>>,
    /// The portrait's SHA-256.
    pub portrait: Option<String>,
    /// Every picture.
    pub pictures: Vec<PictureRow>,
    /// What was said while its file was read.
    pub notes: Vec<Note>,
    /// The author's own notes about the piece.
    pub author_notes: Vec<Json>,
    /// Edits since that revision that were never saved as one.
    pub draft: Option<Draft>,
    /// Platforms whose own keys are present in an original.
    pub native_fields: Vec<NativeFieldsRow>,
    /// Whether a newer version wrote keys this one does not know; they are kept.
    pub unknown: bool,
    /// Whether the library is read-only.
    pub read_only: bool,
}

/// One link of an entity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EntityLink {
    /// The linked entity; `null` for a name or another app's id.
    pub address: Option<Address>,
    /// What it is.
    pub kind: Kind,
    /// Its name, or what the link says.
    pub name: String,
    /// How many rows it has.
    pub count: u32,
    /// Whether the library has no such entity.
    pub missing: bool,
    /// The body path of the link.
    pub path: String,
}

/// Where an entity came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SourceRecord {
    /// Format id.
    pub format: String,
    /// The format's title.
    pub title: String,
    /// Container id.
    pub container: String,
    /// The file's name; empty when it is not known.
    pub file_name: String,
    /// SHA-256 of the file; empty when it is not known.
    pub sha256: String,
    /// The file's size; 0 when it is not known.
    #[specta(type = u32)]
    pub bytes: u64,
    /// When it was kept, RFC 3339 UTC; empty when it is not known.
    pub at: String,
    /// JSON Pointer into the payload, for what was split out of another's file.
    pub pointer: Option<String>,
}

/// One source payload kept with an entity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OriginalRow {
    /// Format id.
    pub format: String,
    /// The format's title.
    pub title: String,
    /// Size of the payload's text.
    #[specta(type = u32)]
    pub bytes: u64,
    /// How many edits lie beside it.
    pub edits: u32,
    /// Whether it can be looked at only: it is not where this entity came from, or it is no JSON.
    pub locked: bool,
}

/// Keys of one platform that are present.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NativeFieldsRow {
    /// Format id.
    pub format: String,
    /// The format's title.
    pub title: String,
    /// How many of its own keys are present.
    pub keys: u32,
}

/// One picture of an entity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PictureRow {
    /// The entity it belongs to, for one that is not the main one of a file.
    pub entity: Option<Address>,
    /// The body path of the picture; `null` for the carrier of a staged file.
    pub path: Option<String>,
    /// `portrait`, `emotion`, `outfit`, `pose`, `background` or `other`.
    pub role: String,
    /// Its name.
    pub name: String,
    /// Its media type.
    pub mime: String,
    /// Its size; 0 when it is not at hand.
    #[specta(type = u32)]
    pub bytes: u64,
    /// Its SHA-256; `null` when it is not at hand (an address, a missing archive entry).
    pub sha256: Option<String>,
    /// Whether it is not at hand.
    pub missing: bool,
    /// Where in the file it is.
    pub place: Option<Place>,
    /// What the body says of it (`carrier:`, `sha256:…`, an address).
    pub reference: String,
}

/// One change of a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// The body path.
    pub path: String,
    /// The new value; absent takes the field away (`null` is a value).
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[specta(type = Option<Json>)]
    pub value: Option<Json>,
}

/// The word of a patch operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PatchWord {
    /// Adds a member or list item.
    Add,
    /// Takes one away.
    Remove,
    /// Replaces one.
    Replace,
    /// Moves one.
    Move,
}

/// One RFC 6902 operation against an original. On the other side a union told apart by `op`.
///
/// It is flat here because serde's tagged enums read numbers through a buffer that does not keep their spelling.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PatchOp {
    /// What is done.
    pub op: PatchWord,
    /// JSON Pointer.
    pub path: String,
    /// For `move`: where it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// For `add` and `replace`: what is put there.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub value: Option<Json>,
}

impl Type for PatchOp {
    fn definition(_: &mut Types) -> DataType {
        DataType::Reference(specta_typescript::define("PatchOp"))
    }
}

/// Edits to one original.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NativePatch {
    /// Format id.
    pub format: String,
    /// All operations from now on, in order: the list replaces the one before.
    pub ops: Vec<PatchOp>,
}

/// One step of a draft: what an undo takes back at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// What the person did.
    pub label: String,
    /// What it changed in the body.
    pub changes: Vec<Change>,
    /// What takes it back.
    pub inverse: Vec<Change>,
    /// The native edits of each format it touched, whole lists as they are after it.
    pub native: Vec<NativePatch>,
    /// When, RFC 3339 UTC.
    pub at: String,
}

/// Edits since a revision, with their undo.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    /// The revision they start from.
    pub base_revision: u32,
    /// When it was saved last, RFC 3339 UTC.
    pub at: String,
    /// The steps, oldest first.
    pub steps: Vec<Step>,
    /// How many of them are in force; the rest are undone and can be redone.
    pub position: u32,
}

/// One saved revision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct HistoryRow {
    /// Its number, from 1.
    pub revision: u32,
    /// When, RFC 3339 UTC.
    pub at: String,
    /// Why it was made.
    pub why: String,
    /// A name the person gave it.
    pub name: Option<String>,
}

/// A revision's content.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RevisionView {
    /// Its number.
    pub revision: u32,
    /// When, RFC 3339 UTC.
    pub at: String,
    /// Why it was made.
    pub why: String,
    /// Its body.
    #[specta(type = JsonObject)]
    pub body: Json,
}

/// An original as text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RawView {
    /// Format id.
    pub format: String,
    /// The text with the edits applied.
    pub text: String,
    /// The text as it came.
    pub source: String,
    /// The edits.
    pub edits: Vec<PatchOp>,
    /// Size of the source text.
    #[specta(type = u32)]
    pub bytes: u64,
    /// Whether it is JSON; other payloads show as nothing.
    pub json: bool,
    /// Edits whose place is gone, in words.
    pub faults: Vec<String>,
}

/// What keeps a text from being JSON, or what was read tolerantly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RawProblem {
    /// Line, from 1.
    pub line: u32,
    /// Column in code points, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
    /// Whether the text could be read all the same.
    pub tolerated: bool,
}

/// What an edited raw text amounts to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RawEdit {
    /// The operations that turn the source into it.
    pub ops: Vec<PatchOp>,
    /// Whether the text differs from what these operations give in spelling or blanks only; such edits are not kept.
    pub spelling_only: bool,
}

/// A picture taken in as portrait.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PortraitSet {
    /// SHA-256 of the picture as it will be used.
    pub blob: String,
    /// Its media type.
    pub mime: String,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// What was done to it on the way, if anything.
    pub note: Option<String>,
}

/// A picture taken in beside the portrait.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MediaAdded {
    /// Its SHA-256.
    pub blob: String,
    /// Its media type, by the bytes.
    pub mime: String,
    /// The name of its file.
    pub name: String,
    /// Its width in pixels; 0 when its header does not say.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// Its size in bytes.
    #[specta(type = u32)]
    pub bytes: u64,
}

/// A structured persona read from a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AttributesRead {
    /// `kind` and `attributes`, as a body has them.
    #[specta(type = JsonObject)]
    pub structured: Json,
    /// The name the text gives.
    pub name: Option<String>,
    /// Whether writing them gives the same text, blanks at its ends aside.
    pub exact: bool,
}
