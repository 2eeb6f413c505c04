//! What is known of the pieces of a card: rows of an overview, the roster, the machinery it is written with.

use std::collections::BTreeMap;

use ficha_convert::normalized_text;
use ficha_world::Ref;

use super::overview::{PieceRow, RosterRow};
use super::side::Side;
use super::{CardTools, ToolError};
use crate::card::dialect;
use crate::outcomes::{Outcome, Outcomes};
use crate::records::{Dialect, ImportKind, Provenance};
use crate::run::record;
use crate::sources::{made_into, reference_of};
use crate::update::UpdateError;

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

    /// The machinery of the app a card was made for: as the import's report says it, for the card it is about.
    ///
    /// # Errors
    /// When the card cannot be read.
    pub(super) fn dialect(&self, side: &Side) -> Result<Dialect, ToolError> {
        let lines = record::<Provenance>(self.folder).ok().flatten().map(|all| all.lines).unwrap_or_default();
        let updated = lines.last().is_some_and(|line| line.kind == ImportKind::Update);
        if let Some(report) = self.report.as_ref().filter(|_| side.pairs.is_none() && !updated) {
            return Ok(report.left_out.dialect.clone());
        }
        // Scripts are counted when a card is read as one.
        let fault = |what: String| UpdateError::unreadable(side.place, what);
        let bytes = self.folder.read(side.place)?.unwrap_or_default();
        let text = String::from_utf8(bytes).map_err(|error| fault(error.to_string()))?;
        let ignored = normalized_text(text).map_err(|error| fault(error.to_string()))?.ignored;
        Ok(dialect(&side.card, ignored.regex_scripts, ignored.helper_scripts))
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
