//! A world and a newer card: what differs, what was settled, what finish asks.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{CardPieceRow, Json, WorldUpdateMark};

/// One run of sentences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SentenceChange {
    /// `same`, `added` or `dropped`.
    pub what: String,
    /// The sentences as written; of `same` as many as are shown.
    pub text: String,
    /// How many sentences.
    pub count: u32,
}

/// How a change was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum UpdateMark {
    /// Its words are in the world now.
    Carried,
    /// It is not wanted.
    Dismissed,
}

/// A change between the card of a world and the newer one.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UpdateChange {
    /// Names it: `changed:entry:7`, `added:entry:12`, `dropped:entry:3`, `field:tags`, `picture`, `addresses`.
    pub id: String,
    /// The word before the colon.
    pub kind: String,
    /// The piece's title, or the field's.
    pub title: String,
    /// The piece in the old card.
    pub old: Option<CardPieceRow>,
    /// The piece in the new card.
    pub new: Option<CardPieceRow>,
    /// How the two were paired: `id`, `title-and-keys`, `text`, `number`.
    pub how: Option<String>,
    /// What differs, sentence by sentence; both texts whole where they are too long to compare.
    pub sentences: Vec<SentenceChange>,
    /// Whether the piece was too long to compare.
    pub too_long: bool,
    /// The documents it concerns.
    pub documents: Vec<String>,
    /// Documents that only a dropped piece made: proposed for removal.
    pub made_only: Vec<String>,
    /// Documents of those that the person edited since: not proposed for removal.
    pub edited: Vec<String>,
    /// What the old card says, of a field of the world.
    pub before: Option<Json>,
    /// What the new card says of it.
    pub after: Option<Json>,
    /// Whether the world's field was edited here.
    pub edited_here: bool,
    /// Addresses that are new.
    pub came: Vec<String>,
    /// Addresses that are gone.
    pub gone: Vec<String>,
    /// How it was settled.
    pub mark: Option<UpdateMark>,
}

/// Where a world stands with updates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UpdateStatus {
    /// Whether it was made from a card that is still there.
    pub from_card: bool,
    /// What is so.
    pub mark: WorldUpdateMark,
    /// The newer card's file.
    pub file_name: Option<String>,
    /// The newer card's version.
    pub version: Option<String>,
    /// The version the world has.
    pub version_before: Option<String>,
    /// When the update was started.
    pub started_at: Option<String>,
    /// When the update that can be undone was finished.
    pub finished_at: Option<String>,
}

/// What a newer card changes.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CardChanges {
    /// Pieces that are the same.
    pub same: u32,
    /// Of those, pieces that moved.
    pub moved: u32,
    /// The changes, in the card's order.
    pub changes: Vec<UpdateChange>,
    /// Files edited since the import; `null` when nothing is known of it.
    pub edited_since: Option<Vec<String>>,
}

/// What finishing an update came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UpdateFinished {
    /// Whether it is finished; else it asks once about `unmarked`.
    pub finished: bool,
    /// Changes that are neither carried nor dismissed.
    pub unmarked: Vec<String>,
}
