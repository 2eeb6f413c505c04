//! Finding and replacing, and what a run over many pieces did.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Address, Kind};
use crate::ApiError;

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Wanted {
    /// The words, or the pattern.
    pub text: String,
    /// Capitals count.
    pub exact: bool,
    /// Not inside a longer word.
    pub whole_word: bool,
    /// The text is a regular expression as JavaScript writes them.
    pub pattern: bool,
}

/// One place in a text, in units of JavaScript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FoundPlace {
    /// Where it begins.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// The place with what stands around it; `null` where only the place was asked for.
    pub before: Option<String>,
    /// The same after replacing.
    pub after: Option<String>,
}

/// One field with what was looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FoundField {
    /// The body path.
    pub path: String,
    /// What people call it, in the chosen language.
    pub label: String,
    /// How often.
    pub count: u32,
    /// The places, the first 2,000 of them.
    pub places: Vec<FoundPlace>,
}

/// What was found in one body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FoundBody {
    /// How often in all.
    pub total: u32,
    /// Field by field.
    pub fields: Vec<FoundField>,
    /// What is wrong with the pattern, or that it was given up on some text.
    pub fault: Option<String>,
}

/// One piece of the library with what was looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FoundPiece {
    /// Which.
    pub address: Address,
    /// What it is.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// The revision that was looked through.
    pub revision: u32,
    /// How often in all.
    pub total: u32,
    /// Field by field; of each the first three places.
    pub fields: Vec<FoundField>,
}

/// A piece that was passed over, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PieceFailure {
    /// Which.
    pub address: Address,
    /// Its name, where it could be read.
    pub name: String,
    /// Why.
    pub error: ApiError,
}

/// What was found in many pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FoundPieces {
    /// How often in all.
    pub total: u32,
    /// How many pieces were looked through.
    pub looked: u32,
    /// Pieces with some, in the order given; the first 2,000 of them.
    pub pieces: Vec<FoundPiece>,
    /// Pieces with some beyond those told.
    pub untold: u32,
    /// What is wrong with the pattern, or that it was given up.
    pub fault: Option<String>,
    /// Pieces that could not be looked through.
    pub failed: Vec<PieceFailure>,
}

/// Where to replace: fields of a piece as they were in a revision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReplaceIn {
    /// Which piece.
    pub address: Address,
    /// The revision the choice was made on; a newer one is left alone.
    pub revision: u32,
    /// Only these fields; `null` for all.
    pub paths: Option<Vec<String>>,
}

/// One piece that a run saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RunPiece {
    /// Which.
    pub address: Address,
    /// Its name.
    pub name: String,
    /// The revision before.
    pub before: u32,
    /// The revision the run made.
    pub after: u32,
    /// How many places, tags or fields it changed.
    pub count: u32,
}

/// What a run over many pieces did: one revision for each.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    /// The pieces that were saved, for a report and for `run_undo`.
    pub pieces: Vec<RunPiece>,
    /// How many places in all.
    pub total: u32,
    /// Pieces that were passed over.
    pub failed: Vec<PieceFailure>,
}
