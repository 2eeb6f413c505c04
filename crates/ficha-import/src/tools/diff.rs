//! What a newer card changes: pieces, fields of the world, picture, addresses.
//!
//! Not here: what the person made of each change.
//!
//! Rule kept: both cards are read alike, so that what is told as a change is one of the cards' and not of the reading.

use std::collections::BTreeSet;

use ficha_convert::addresses;
use ficha_world::Ref;
use serde_json::Value;

use super::overview::PieceRow;
use super::{CardTools, ToolError};
use crate::pictures::picture_hash;
use crate::records::Piece;
use crate::update::pairs::MatchedBy;
use crate::update::sentences::{SentenceChange, diff_text};
use crate::update::snapshot;

/// A piece both cards have, with something else in it.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangedPiece {
    /// The piece of the older card.
    pub old: PieceRow,
    /// The piece of the newer card.
    pub new: PieceRow,
    /// What made them one.
    pub how: MatchedBy,
    /// Whether it has another place.
    pub moved: bool,
    /// What differs in the text.
    pub sentences: Vec<SentenceChange>,
    /// Whether the texts were too long to compare; the piece counts as replaced.
    pub too_long: bool,
    /// The documents the older piece was made into.
    pub made_into: Vec<Ref>,
}

/// A piece both cards have in different places, and nothing else changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedPiece {
    /// Its id in the older card.
    pub old: String,
    /// Its id in the newer card.
    pub new: String,
}

/// A piece the newer card no longer has.
#[derive(Clone, Debug, PartialEq)]
pub struct DroppedPiece {
    /// The piece of the older card.
    pub piece: PieceRow,
    /// The documents only it was made into.
    pub made_only_from_it: Vec<Ref>,
    /// Those of them that are still there and nobody edited: what an update proposes to remove.
    pub proposed: Vec<Ref>,
    /// Those of them that are still there and somebody edited, or may have: what is not proposed.
    pub edited: Vec<Ref>,
}

/// What the cards say differently about the world itself.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldChange {
    /// The member of `world.json`.
    pub field: &'static str,
    /// What the older card says.
    pub old: Value,
    /// What the newer card says.
    pub new: Value,
    /// Whether the world no longer says what the older card said: somebody edited it here.
    pub edited_here: bool,
}

/// What became of the card's own picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureChange {
    /// The same pixels, or none in either.
    #[default]
    Same,
    /// Other pixels.
    Changed,
    /// Only the newer card has one.
    New,
    /// Only the older card has one.
    Gone,
}

impl PictureChange {
    /// A word for it.
    pub fn word(self) -> &'static str {
        match self {
            PictureChange::Same => "same",
            PictureChange::Changed => "changed",
            PictureChange::New => "new",
            PictureChange::Gone => "gone",
        }
    }
}

/// Addresses in the cards' texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddressChanges {
    /// Only the newer card has them.
    pub new: Vec<String>,
    /// Only the older card has them.
    pub gone: Vec<String>,
}

/// Everything a newer card changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardDiff {
    /// How many pieces are the same, moved ones among them.
    pub same: usize,
    /// Those that only have another place.
    pub moved: Vec<MovedPiece>,
    /// Pieces with something else in them, in the order of the newer card.
    pub changed: Vec<ChangedPiece>,
    /// Pieces only the newer card has.
    pub added: Vec<PieceRow>,
    /// Pieces only the older card has.
    pub dropped: Vec<DroppedPiece>,
    /// What differs about the world itself.
    pub world_fields: Vec<FieldChange>,
    /// The card's own picture.
    pub picture: PictureChange,
    /// Addresses.
    pub addresses: AddressChanges,
    /// Files edited since the import or last update; `None` when nothing is known of it.
    pub edited_since: Option<Vec<String>>,
}

impl CardDiff {
    /// The changes by the names marks have for them, in order: `changed:<old piece>`, `added:<new piece>`,
    /// `dropped:<old piece>`, `field:<world field>`, `picture`, `addresses`.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.changed.iter().map(|change| format!("changed:{}", change.old.id)).collect();
        names.extend(self.added.iter().map(|row| format!("added:{}", row.id)));
        names.extend(self.dropped.iter().map(|dropped| format!("dropped:{}", dropped.piece.id)));
        names.extend(self.world_fields.iter().map(|change| format!("field:{}", change.field)));
        if self.picture != PictureChange::Same {
            names.push("picture".to_owned());
        }
        if self.addresses != AddressChanges::default() {
            names.push("addresses".to_owned());
        }
        names
    }

    /// Whether the newer card changes nothing.
    pub fn is_same(&self) -> bool {
        self.names().is_empty()
    }
}

impl CardTools<'_> {
    /// What the newer card changes.
    ///
    /// # Errors
    /// [`ToolError::NoUpdate`], and records that cannot be read.
    pub fn diff(&self) -> Result<CardDiff, ToolError> {
        let new = self.new.as_ref().ok_or(ToolError::NoUpdate)?;
        let old = &self.current;
        let mut diff = CardDiff { edited_since: snapshot::edited_since(self.folder)?, ..CardDiff::default() };
        let (old_rows, new_rows) = (self.rows(old), self.rows(new));
        let pairs = new.pairs.clone().unwrap_or_default();
        for pair in &pairs.pairs {
            let (Some(was), Some(is)) = (old.pieces.pieces.get(pair.old), new.pieces.pieces.get(pair.new)) else {
                continue;
            };
            let (Some(old_row), Some(new_row)) = (old_rows.get(pair.old), new_rows.get(pair.new)) else { continue };
            let text = diff_text(&was.text, &is.text);
            let moved = was.id != is.id;
            if text.is_same() && says_the_same(was, is) {
                diff.same += 1;
                if moved {
                    diff.moved.push(MovedPiece { old: was.id.clone(), new: is.id.clone() });
                }
                continue;
            }
            diff.changed.push(ChangedPiece {
                made_into: old_row.made_into.clone(),
                old: old_row.clone(),
                new: new_row.clone(),
                how: pair.how,
                moved,
                sentences: text.sentences,
                too_long: text.too_long,
            });
        }
        diff.added = pairs.added.iter().filter_map(|at| new_rows.get(*at).cloned()).collect();
        let dropped: BTreeSet<usize> = pairs.dropped.iter().copied().collect();
        let gone = |at: &usize| old_rows.get(*at).map(|row| self.dropped(row, &old_rows, &diff));
        diff.dropped = dropped.iter().filter_map(gone).collect();
        diff.world_fields = self.world_fields(old, new, diff.edited_since.as_deref());
        diff.picture = self.picture_change()?;
        diff.addresses = address_changes(&old.card, &new.card);
        Ok(diff)
    }

    fn dropped(&self, row: &PieceRow, all: &[PieceRow], diff: &CardDiff) -> DroppedPiece {
        let others = || all.iter().filter(|other| other.id != row.id);
        let only = row.made_into.iter().filter(|made| !others().any(|other| other.made_into.contains(made)));
        let made_only_from_it: Vec<Ref> = only.cloned().collect();
        let edited = |made: &Ref| match &diff.edited_since {
            Some(paths) => paths.contains(&made.path()),
            // Where nothing is known of edits, nothing is proposed.
            None => true,
        };
        let there = made_only_from_it.iter().filter(|made| self.world.has(made)).cloned();
        let (edited, proposed) = there.partition(edited);
        DroppedPiece { piece: row.clone(), made_only_from_it, proposed, edited }
    }

    fn picture_change(&self) -> Result<PictureChange, ToolError> {
        let old = self.folder.read(".import/picture.png")?.map(|bytes| picture_hash(&bytes));
        let new = self.folder.read(".import/update/picture.png")?.map(|bytes| picture_hash(&bytes));
        Ok(match (old, new) {
            (None, None) => PictureChange::Same,
            (Some(old), Some(new)) if old == new => PictureChange::Same,
            (Some(_), Some(_)) => PictureChange::Changed,
            (None, Some(_)) => PictureChange::New,
            (Some(_), None) => PictureChange::Gone,
        })
    }
}

/// Whether two pieces with the same sentences are called and keyed alike.
fn says_the_same(old: &Piece, new: &Piece) -> bool {
    // Titles of fields and greetings are ours, in the language of the report.
    old.keys.is_none() || (old.title == new.title && old.keys() == new.keys() && old.is_constant() == new.is_constant())
}

fn address_changes(old: &Value, new: &Value) -> AddressChanges {
    let (old, new) = (addresses(old), addresses(new));
    AddressChanges {
        new: new.iter().filter(|address| !old.contains(address)).cloned().collect(),
        gone: old.iter().filter(|address| !new.contains(address)).cloned().collect(),
    }
}
