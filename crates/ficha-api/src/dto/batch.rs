//! Many pieces written at once.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Address, Counts, ExportOptions};
use crate::ApiError;

/// What happens where a file of another origin has the name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum BatchCollision {
    /// The new one gets a number.
    #[default]
    Number,
    /// The one that is there is replaced.
    Replace,
    /// The piece is passed over.
    Skip,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BatchWish {
    /// The pieces.
    pub addresses: Vec<Address>,
    /// Format id.
    pub format: String,
    /// How each is written.
    pub options: ExportOptions,
    /// Where the files go.
    pub folder: String,
    /// How they are called: a text with `{name}`, `{creator}`, `{id}`, `{kind}`, `{app}` and `{number}`; empty for the
    /// name.
    pub pattern: String,
    /// What happens where the name is taken.
    pub collision: BatchCollision,
}

/// What an app would take of one piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BatchMeasured {
    /// The piece.
    pub address: Address,
    /// How many fields cross, and how; `null` when it cannot be written as that.
    pub counts: Option<Counts>,
    /// The first reasons for what does not cross, each with its field.
    pub reasons: Vec<String>,
    /// The extension of the file, without dot; empty when there is none.
    pub extension: String,
    /// Whether the file would be the source's, byte for byte.
    pub identical: bool,
    /// The size of the file.
    #[specta(type = u32)]
    pub bytes: u64,
    /// Why it cannot be written.
    pub error: Option<ApiError>,
}

/// The name of one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BatchName {
    /// The piece.
    pub address: Address,
    /// The file's name.
    pub file_name: String,
    /// Whether another piece of this batch has the name already, so that a number was put behind.
    pub numbered: bool,
    /// Whether a file of another origin has it.
    pub there: bool,
    /// Whether an earlier run wrote it and the piece has not changed since.
    pub done: bool,
}

/// Names of all files, and whether they can be written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BatchPlan {
    /// One row a piece.
    pub rows: Vec<BatchName>,
    /// Why nothing can be written to the folder.
    pub obstacle: Option<ApiError>,
}

/// What became of one piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BatchOutcome {
    /// The piece.
    pub address: Address,
    /// The file; `null` when there is none.
    pub output: Option<String>,
    /// Whether an earlier run had written it.
    pub earlier: bool,
    /// Whether it was passed over because its name is taken.
    pub skipped: bool,
    /// How many fields crossed, and how.
    pub counts: Option<Counts>,
    /// The size of the file; 0 where it was not written now.
    #[specta(type = u32)]
    pub bytes: u64,
    /// Why it failed.
    pub error: Option<ApiError>,
}

/// What became of all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BatchResult {
    /// One row a piece that was reached, in order.
    pub rows: Vec<BatchOutcome>,
    /// Files written now.
    pub written: u32,
    /// Files an earlier run had written.
    pub earlier: u32,
    /// Pieces passed over.
    pub skipped: u32,
    /// Pieces that failed.
    pub failed: u32,
    /// Pieces not reached.
    pub left: u32,
    /// The file that tells what became of each.
    pub result_file: Option<String>,
    /// Why the run could not go on.
    pub stopped: Option<ApiError>,
}

/// A run that was not finished.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Unfinished {
    /// What was asked for.
    pub wish: BatchWish,
    /// How many pieces were reached when that was last written down.
    pub done: u32,
}
