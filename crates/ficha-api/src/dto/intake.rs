//! The intake: files read and staged, not yet kept.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Address, ComparisonRow, FieldChoice, Kind, Note, PictureRow};
use crate::ApiError;

/// A number of bytes or of anything else a limit counts; too large for 32 bits, and exact as a number of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(transparent)]
pub struct Amount(#[specta(type = specta_typescript::Number)] pub u64);

/// What became of a staged file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum StagedState {
    /// Being read.
    Reading,
    /// Nothing like it in the library.
    New,
    /// The library has one of that name and creator with other content.
    Newer,
    /// The library has the same content from another file.
    Alike,
    /// The library has these very bytes.
    Same,
    /// It cannot be read; `error` says why.
    Refused,
    /// It is in the library now.
    Kept,
}

/// What is done with a staged file when it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// Kept as an entity of its own.
    Keep,
    /// Brings the first duplicate up to date.
    Update,
    /// Left out.
    Skip,
}

/// How a duplicate was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub enum DuplicateReason {
    /// The same file.
    SameBytes,
    /// Equal bodies, links, ids and blanks aside.
    SameContent,
    /// Name and creator equal.
    SameName,
}

/// An entity of the library a staged file resembles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Duplicate {
    /// Which.
    pub address: Address,
    /// Its name.
    pub name: String,
    /// How it was found.
    pub why: DuplicateReason,
}

/// One staged file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct StagedRow {
    /// Names it for the other commands.
    pub id: String,
    /// The file's name, without folders.
    pub file_name: String,
    /// What became of it.
    pub state: StagedState,
    /// What it holds.
    pub kind: Option<Kind>,
    /// The name of the main entity.
    pub name: String,
    /// The winning format's id.
    pub format: Option<String>,
    /// The winning format's title.
    pub format_title: Option<String>,
    /// How its bytes are wrapped, a container id.
    pub container: Option<String>,
    /// Why that format won.
    pub because: Option<String>,
    /// How sure the format is, 0.5 to 1.
    #[specta(type = Option<specta_typescript::Number>)]
    pub confidence: Option<f32>,
    /// Its portrait's SHA-256, servable while staged.
    pub portrait: Option<String>,
    /// Why it was refused.
    pub error: Option<ApiError>,
    /// What will be done with it.
    pub decision: Decision,
    /// What in the library it resembles, best reason first.
    pub duplicates: Vec<Duplicate>,
}

/// What a format said of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Bid {
    /// The format's id.
    pub format: String,
    /// Its title.
    pub title: String,
    /// How sure it is.
    #[specta(type = specta_typescript::Number)]
    pub confidence: f32,
    /// Why.
    pub because: String,
}

/// An entity found in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Brought {
    /// What it is.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// How many rows it has: entries of a book, rules of a regex set; 0 where that means nothing.
    pub count: u32,
    /// Whether nothing in the file links to it.
    pub loose: bool,
    /// Which of the notes speak of it, by their places in the list.
    pub notes: Vec<u32>,
}

/// Code a card brings along. It is text: never run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Script {
    /// `regex`, `lua`, `javascript`, `html`, `css`, `ejs` or `trigger`.
    pub kind: String,
    /// Where, a JSON Pointer into the payload.
    pub pointer: String,
    /// Its length in code points.
    pub chars: u32,
}

/// One text of the staged entity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FieldRow {
    /// The body path.
    pub path: String,
    /// What the field is called, in the chosen language.
    pub label: String,
    /// Its length in code points.
    pub chars: u32,
    /// Its first 400 code points.
    pub text: String,
}

/// One of several card texts a file holds that say different things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Choice {
    /// The chunk, as places name it: `tEXt:chara#1`.
    pub chunk: String,
    /// The name it gives the character.
    pub name: String,
    /// Whether it is the one in use.
    pub chosen: bool,
}

/// All about one staged file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct StagedDetail {
    /// Its row.
    pub row: StagedRow,
    /// Every bid, highest first.
    pub bids: Vec<Bid>,
    /// The file's SHA-256.
    pub source_sha: String,
    /// The file's size.
    #[specta(type = u32)]
    pub bytes: u64,
    /// What is in it, the main entity first.
    pub brought: Vec<Brought>,
    /// What was said while reading.
    pub notes: Vec<Note>,
    /// Code it brings along.
    pub scripts: Vec<Script>,
    /// Its pictures.
    pub pictures: Vec<PictureRow>,
    /// Pointers to keys no format describes, topmost only.
    pub undescribed: Vec<String>,
    /// The texts of the main entity.
    pub fields: Vec<FieldRow>,
    /// Pointers to what looks private (keys, host addresses).
    pub secrets: Vec<String>,
    /// How many addresses on other machines it names; none is fetched.
    pub remote_addresses: u32,
    /// Set when card texts disagree.
    pub choices: Vec<Choice>,
    /// Whether its text was repaired and the repair can be undone.
    pub text_repaired: bool,
    /// Whether that repair is switched off.
    pub repair_undone: bool,
    /// For an update: field by field.
    pub comparison: Vec<ComparisonRow>,
    /// What was chosen for its fields.
    pub choices_made: Vec<FieldChoice>,
}

/// One staged file that could not be kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct IntakeFailure {
    /// The staged file.
    pub id: String,
    /// Its name.
    pub file_name: String,
    /// Why.
    pub error: ApiError,
}

/// What keeping did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct IntakeKept {
    /// What is in the library now, main entities and what came with them.
    pub kept: Vec<Address>,
    /// What could not be kept and stays staged.
    pub failed: Vec<IntakeFailure>,
}
