//! What is known of the pieces of a card: rows of an overview, the roster, the machinery it is written with.

use std::collections::BTreeMap;

use ficha_world::Ref;

use super::CardTools;
use super::overview::{PieceRow, RosterRow};
use super::side::Side;
use crate::card::dialect;
use crate::outcomes::{Outcome, Outcomes};
use crate::records::Dialect;
use crate::sources::{made_into, reference_of};

impl CardTools<'_> {
    /// A row for every piece, in card order.
    pub(super) fn rows(&self, side: &Side) -> Vec<PieceRow> {
        let written = |made: &Ref| self.world.has(made);
        let outcomes = Outcomes {
            phase: self.state.phase,
            classification: Some(&side.classification),
            roster: Some(&side.roster),
            written: &written,
        };
        let documents = documents(side);
        let pieces = side.pieces.pieces.iter();
        pieces.map(|piece| row(side, piece, outcomes.of(piece), documents.get(piece.id.as_str()))).collect()
    }

    /// Who was found, with whether they are still in the world.
    pub(super) fn roster(&self, side: &Side) -> Vec<RosterRow> {
        let rows = side.roster.entities.iter().map(|entity| {
            let of = reference_of(entity);
            RosterRow {
                name: entity.name.clone(),
                kind: entity.kind,
                exists: self.world.has(&of),
                of,
                aliases: entity.aliases.clone(),
            }
        });
        rows.collect()
    }

    /// The machinery of the app a card was made for. Scripts were counted when the card was read.
    pub(super) fn dialect(&self, side: &Side) -> Dialect {
        match (side.scripts, &self.report) {
            (Some((regex, helper)), _) => dialect(&side.card, regex, helper),
            (None, Some(report)) => report.left_out.dialect.clone(),
            (None, None) => dialect(&side.card, 0, 0),
        }
    }
}

/// The documents each piece was written into, lore among them, in the order they were written.
fn documents(side: &Side) -> BTreeMap<&str, Vec<Ref>> {
    let mut out: BTreeMap<&str, Vec<Ref>> = BTreeMap::new();
    for document in &side.extracted.documents {
        let Ok(reference) = document.reference.parse::<Ref>() else { continue };
        for piece in &document.from {
            let made = out.entry(piece.split('#').next().unwrap_or(piece)).or_default();
            if !made.contains(&reference) {
                made.push(reference.clone());
            }
        }
    }
    out
}

fn row(side: &Side, piece: &crate::records::Piece, outcome: Outcome, documents: Option<&Vec<Ref>>) -> PieceRow {
    let known = side.classification.pieces.get(&piece.id);
    let mut made = made_into(&piece.id, &side.roster);
    for document in documents.into_iter().flatten() {
        if !made.contains(document) {
            made.push(document.clone());
        }
    }
    PieceRow {
        id: piece.id.clone(),
        origin: piece.origin,
        title: piece.title.clone(),
        chars: piece.text.chars().count(),
        parts: piece.cuts.len() + 1,
        constant: piece.is_constant(),
        keys: piece.keys().to_vec(),
        off: piece.off,
        roles: known.map(|known| known.roles.clone()).unwrap_or_default(),
        settled_by: known.map(|known| known.settled_by),
        outcome,
        made_into: made,
    }
}
