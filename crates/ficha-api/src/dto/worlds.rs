//! The list of worlds.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Amount, FindingCounts, ImportPhase};

/// Whether a story can begin in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub enum WorldReadiness {
    /// It has problems.
    Draft,
    /// It has none, but nobody is playable.
    NeedsPlayer,
    /// A story can begin.
    Ready,
}

/// How many documents a world has, folder by folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldCounts {
    /// People.
    pub characters: u32,
    /// Places.
    pub places: u32,
    /// Factions.
    pub factions: u32,
    /// Things.
    pub things: u32,
    /// Lore.
    pub lore: u32,
    /// Plots.
    pub plots: u32,
}

/// The card a world was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldMadeFrom {
    /// The card's name.
    pub card_name: String,
    /// The file's name.
    pub file_name: String,
    /// `structure` without a model, `model` with one.
    pub method: String,
    /// When.
    pub at: String,
}

/// What is so of updates from a newer card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub enum WorldUpdateMark {
    /// Nothing.
    None,
    /// A newer card waits.
    Waiting,
    /// The last one can be undone.
    CanUndo,
}

/// A world in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldRow {
    /// Its folder's name.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its language.
    pub language: String,
    /// Whether a story can begin in it.
    pub readiness: WorldReadiness,
    /// Its cover, a path in the world.
    pub cover: Option<String>,
    /// What the cover is asked for by, as a picture of the library by its hash; another one when it was replaced.
    pub cover_media: Option<String>,
    /// How many documents it has.
    pub counts: WorldCounts,
    /// How many problems stand in the way of a story.
    pub problems: u32,
    /// What the checks found last; `null` when they never ran.
    pub findings: Option<FindingCounts>,
    /// The card it was made from.
    pub made_from: Option<WorldMadeFrom>,
    /// How far its import is; `null` when it is no import.
    pub phase: Option<ImportPhase>,
    /// What is so of updates.
    pub update: WorldUpdateMark,
    /// When a file of it changed last.
    pub changed: String,
    /// Why it cannot be read; the row then shows what is known.
    pub unreadable: Option<String>,
    /// Whether a newer program wrote it: it is shown and not written to.
    pub newer: bool,
}

/// A world that was taken out of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldTrashRow {
    /// Names it for putting back.
    pub item: String,
    /// Its name.
    pub name: String,
    /// When it was taken out.
    pub removed_at: String,
}

/// A world written to a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldExported {
    /// The file.
    pub path: String,
    /// Its size.
    pub bytes: Amount,
    /// What stayed behind beside the studio's own: each path with the reason.
    pub left_out: Vec<WorldLeftOut>,
}

/// A file of a world that did not go into its archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldLeftOut {
    /// Its path in the world.
    pub path: String,
    /// Why.
    pub why: String,
}

/// A world that came in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldImported {
    /// The world as it is listed now.
    #[serde(flatten)]
    pub row: WorldRow,
    /// What of the file is no part of a world and was passed over.
    pub skipped: Vec<String>,
}
