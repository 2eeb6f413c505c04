//! A card at a glance: every piece with what became of it, who was found, what the import said.

use std::collections::BTreeMap;

use ficha_world::Ref;

use super::side::Side;
use super::{CardTools, ToolError, Version};
use crate::outcomes::Outcome;
use crate::records::{Dialect, EntityKind, Note, Origin, PictureOutcome, Pictures, Role, SettledBy};
use crate::run::record;

/// A card's own facts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardHead {
    /// Its name.
    pub name: String,
    /// Who made it.
    pub creator: String,
    /// Its version, as its maker writes it.
    pub version: String,
    /// What it came as: `chara_card_v2 in PNG`.
    pub source_format: String,
    /// SHA-256 of the card as it was read.
    pub sha256: String,
}

/// A piece of a card and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceRow {
    /// `field:description`, `opening`, `greeting:2`, `entry:7`.
    pub id: String,
    /// Where it comes from.
    pub origin: Origin,
    /// What it is called.
    pub title: String,
    /// Length of what is shown, in characters.
    pub chars: usize,
    /// How many parts it has; one for a piece that was not cut.
    pub parts: usize,
    /// Whether an entry is always told.
    pub constant: bool,
    /// The keys of an entry.
    pub keys: Vec<String>,
    /// Whether it was switched off.
    pub off: bool,
    /// What it was taken to be, the main thing first.
    pub roles: Vec<Role>,
    /// Who said so.
    pub settled_by: Option<SettledBy>,
    /// What became of it.
    pub outcome: Outcome,
    /// The documents it was made into.
    pub made_into: Vec<Ref>,
}

/// An entity of the roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterRow {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: EntityKind,
    /// Its document.
    pub of: Ref,
    /// Its other names.
    pub aliases: Vec<String>,
    /// Whether the document is in the world.
    pub exists: bool,
}

/// Addresses by what became of them.
pub type PictureTotals = BTreeMap<PictureOutcome, usize>;

/// A card at a glance.
#[derive(Clone, Debug, PartialEq)]
pub struct Overview {
    /// Its own facts.
    pub card: CardHead,
    /// Its pieces in card order.
    pub pieces: Vec<PieceRow>,
    /// Who was found in it.
    pub roster: Vec<RosterRow>,
    /// Pieces by outcome; every outcome is named.
    pub totals: BTreeMap<Outcome, usize>,
    /// What it is written with besides words.
    pub dialect: Dialect,
    /// What the import said.
    pub notes: Vec<Note>,
    /// Addresses by what became of them.
    pub pictures: PictureTotals,
}

impl CardTools<'_> {
    /// Every piece of a card with its size, what it was taken to be and what became of it; the roster; what the import
    /// said.
    ///
    /// # Errors
    /// [`ToolError::NoUpdate`], and a record that cannot be read.
    pub fn overview(&self, version: Version) -> Result<Overview, ToolError> {
        let side = self.side(version)?;
        let pieces = self.rows(side);
        let mut totals: BTreeMap<Outcome, usize> = Outcome::ALL.iter().map(|outcome| (*outcome, 0)).collect();
        for row in &pieces {
            *totals.entry(row.outcome).or_default() += 1;
        }
        let mut pictures = PictureTotals::new();
        for item in record::<Pictures>(self.folder)?.unwrap_or_default().items {
            *pictures.entry(item.outcome).or_default() += 1;
        }
        Ok(Overview {
            card: head(side),
            pieces,
            roster: self.roster(side),
            totals,
            dialect: self.dialect(side)?,
            notes: self.report.as_ref().map(|report| report.notes.clone()).unwrap_or_default(),
            pictures,
        })
    }
}

fn head(side: &Side) -> CardHead {
    let card = side.view();
    CardHead {
        name: card.name(),
        creator: card.text("creator").trim().to_owned(),
        version: card.text("character_version").trim().to_owned(),
        source_format: side.choices.upload.source_format.clone(),
        sha256: side.pieces.card_sha256.clone(),
    }
}
