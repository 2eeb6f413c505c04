//! A card as the checks of its world read it, and what a newer one changes.
//!
//! Rule kept: nothing of the world is read from the disk for it; the tools were opened with it.

use ficha_checks::{CardChanges, CardEvidence, DroppedPiece, FieldChange, PieceChange};
use ficha_world::Ref;

use super::side::Side;
use super::{CardTools, ToolError, Version};
use crate::evidence::{Told, evidence};
use crate::run::record;
use crate::sources::made_only_from;
use crate::update::sentences::{SentenceChange, diff_text, sentences};

impl CardTools<'_> {
    /// The evidence of a card; of the newer one with its changes.
    ///
    /// # Errors
    /// [`ToolError::NoUpdate`], and decisions that cannot be read.
    pub fn evidence(&self, version: Version) -> Result<CardEvidence, ToolError> {
        let side = self.side(version)?;
        let decisions = record(self.folder)?.unwrap_or_default();
        let written = |at: &Ref| self.world.has(at);
        let mut found = evidence(&Told {
            phase: self.state.phase,
            card: &side.card,
            world_name: &side.choices.world_name,
            pieces: &side.pieces,
            classification: &side.classification,
            roster: &side.roster,
            extracted: &side.extracted,
            decisions: &decisions,
            written: &written,
        });
        if version == Version::New {
            found.changes = Some(self.changes(side));
        }
        Ok(found)
    }

    fn changes(&self, new: &Side) -> CardChanges {
        let old = &self.current;
        let pairs = new.pairs.clone().unwrap_or_default();
        let mut changes = CardChanges::default();
        for pair in &pairs.pairs {
            let (Some(was), Some(is)) = (old.pieces.pieces.get(pair.old), new.pieces.pieces.get(pair.new)) else {
                continue;
            };
            let diff = diff_text(&was.text, &is.text);
            let fresh = match diff.too_long {
                true => whole(&is.text),
                false => diff.sentences.into_iter().filter_map(added).collect(),
            };
            changes.pieces.push(PieceChange { piece: is.id.clone(), title: is.title.clone(), sentences: fresh });
        }
        for is in pairs.added.iter().filter_map(|at| new.pieces.pieces.get(*at)) {
            let fresh = whole(&is.text);
            changes.pieces.push(PieceChange { piece: is.id.clone(), title: is.title.clone(), sentences: fresh });
        }
        // What the person left off is not missed.
        let off = |id: &str| new.pieces.get(id).is_some_and(|piece| piece.off);
        changes.pieces.retain(|change| !change.sentences.is_empty() && !off(&change.piece));
        let dropped = pairs.dropped.iter().filter_map(|at| old.pieces.pieces.get(*at));
        changes.dropped = dropped
            .map(|piece| DroppedPiece {
                piece: piece.id.clone(),
                title: piece.title.clone(),
                made_only_from_it: made_only_from(&piece.id, &old.roster),
            })
            .collect();
        let fields = self.world_fields(old, new, None);
        let fields = fields.into_iter().map(|field| FieldChange { field: field.field.to_owned(), value: field.new });
        changes.fields = fields.collect();
        changes
    }
}

fn added(change: SentenceChange) -> Option<String> {
    match change {
        SentenceChange::Added(sentence) => Some(sentence),
        SentenceChange::Same(_) | SentenceChange::Dropped(_) => None,
    }
}

fn whole(text: &str) -> Vec<String> {
    sentences(text).into_iter().map(str::to_owned).collect()
}
