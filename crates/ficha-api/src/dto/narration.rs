//! World books and narration presets: what worlds share.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Amount, ImportNote};

/// A world book as it is listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldBookRow {
    /// Its id.
    pub id: String,
    /// What it is called; the id when it cannot be read.
    pub name: String,
    /// The language of its texts.
    pub language: String,
    /// How many entries it has.
    pub entries: u32,
    /// Worlds that use it, by id.
    pub used_by: Vec<String>,
}

/// An entry of a lorebook that did not become one of the world book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BookLeftOut {
    /// Its title.
    pub title: String,
    /// Whether it was switched off; else it said nothing.
    pub off: bool,
}

/// A world book that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldBookMade {
    /// The book.
    pub row: WorldBookRow,
    /// What did not go along.
    pub left_out: Vec<BookLeftOut>,
    /// What was said on the way.
    pub notes: Vec<ImportNote>,
}

/// One prompt of a preset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NarrationPrompt {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The text.
    pub text: String,
    /// How many characters it has.
    pub chars: Amount,
    /// Whether the preset sends it.
    pub ticked: bool,
}

/// A number of the sampling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NarrationSampler {
    /// Its name in a world.
    pub name: String,
    /// The number as it is written.
    pub value: String,
}

/// What a preset would bring to a world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NarrationPreset {
    /// What it is called.
    pub name: String,
    /// Its prompts in the order they are sent.
    pub prompts: Vec<NarrationPrompt>,
    /// Its sampling.
    pub sampling: Vec<NarrationSampler>,
    /// Whether the world has a style already, which goes to its trash.
    pub replaces_style: bool,
}

/// What applying a preset did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NarrationApplied {
    /// The world or the shared preset that has it now, by id.
    pub id: String,
    /// Prompts that went over.
    pub prompts: u32,
    /// Numbers of the sampling that went over.
    pub sampling: u32,
    /// Where in the world's trash the style before lies.
    pub trashed: Option<String>,
}
