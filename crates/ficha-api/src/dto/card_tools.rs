//! The card behind a world: pieces with what became of them, hits, text, origin. Read only.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{CardDialect, ImportNote, NamedCount};

/// Which card is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum CardVersion {
    /// The one the world was made from.
    #[default]
    Current,
    /// The newer one that waits.
    New,
}

/// What became of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum CardOutcome {
    /// In the world word for word.
    Carried,
    /// Made into documents.
    Converted,
    /// Guidance for whoever tells the story.
    Guidance,
    /// Read as background.
    Read,
    /// Not used.
    Omitted,
    /// Waits.
    Awaiting,
}

/// Pieces by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CardOutcomes {
    /// In the world word for word.
    pub carried: u32,
    /// Made into documents.
    pub converted: u32,
    /// Guidance.
    pub guidance: u32,
    /// Read as background.
    pub read: u32,
    /// Not used.
    pub omitted: u32,
    /// Waiting.
    pub awaiting: u32,
}

/// A piece of a card and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CardPieceRow {
    /// `field:description`, `opening`, `greeting:2`, `entry:7`.
    pub id: String,
    /// `field`, `greeting` or `entry`.
    pub origin: String,
    /// Its title.
    pub title: String,
    /// Its length.
    pub chars: u32,
    /// How many parts it has.
    pub parts: u32,
    /// Whether the entry is always on.
    pub constant: bool,
    /// The entry's keys.
    pub keys: Vec<String>,
    /// Whether it was switched off.
    pub off: bool,
    /// What it was taken to be.
    pub roles: Vec<String>,
    /// Who took it so: `structure`, `model`, `person`, ...
    pub settled_by: Option<String>,
    /// What became of it.
    pub outcome: CardOutcome,
    /// The documents it was made into.
    pub made_into: Vec<String>,
}

/// An entity of the roster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CardRosterRow {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// Its document.
    #[serde(rename = "ref")]
    pub of: String,
    /// Its other names.
    pub aliases: Vec<String>,
    /// Whether the document is still there.
    pub exists: bool,
}

/// A card at a glance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CardOverview {
    /// Its name.
    pub name: String,
    /// Who made it.
    pub creator: String,
    /// Its version.
    pub version: String,
    /// What it is.
    pub source_format: String,
    /// Its hash.
    pub sha256: String,
    /// Its pieces, in the card's order.
    pub pieces: Vec<CardPieceRow>,
    /// Who was found in it.
    pub roster: Vec<CardRosterRow>,
    /// Pieces by outcome.
    pub totals: CardOutcomes,
    /// What it is written with besides words.
    pub dialect: CardDialect,
    /// Remarks of the import.
    pub notes: Vec<ImportNote>,
    /// Addresses by what became of them.
    pub pictures: Vec<NamedCount>,
}

/// A place in a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CardHit {
    /// Which piece.
    pub piece: String,
    /// Its title.
    pub title: String,
    /// Where it begins, in characters of the shown text.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// The text before it, from as far back as is shown.
    pub before: String,
    /// The hit.
    pub span: String,
    /// The text behind.
    pub after: String,
    /// `phrase`, `words` or `title`.
    pub how: String,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CardSearch {
    /// The hits that are shown.
    pub hits: Vec<CardHit>,
    /// How many there are.
    pub total: u32,
}

/// A turn of a piece's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CardText {
    /// Which piece.
    pub piece: String,
    /// The text of this turn.
    pub text: String,
    /// Where the turn begins, in characters.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// How long the piece is.
    pub total: u32,
    /// Where the next turn begins.
    pub next: Option<u32>,
}

/// Where something of a world comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CardOrigin {
    /// What was asked about.
    pub subject: String,
    /// The document it is.
    pub entity: Option<String>,
    /// The pieces it was built from.
    pub built_from: Vec<CardPieceRow>,
    /// Where it is mentioned.
    pub mentioned_in: Vec<CardHit>,
}
