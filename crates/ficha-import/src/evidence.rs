//! The records of an import as the checks of a world read them.
//!
//! Here: what became of each piece and whom the import found, as plain data. Not here: what is made of it; that is the
//! checks' (`ficha-checks`).

use std::collections::BTreeMap;

use ficha_checks::{CardEvidence, PieceEvidence, PieceOutcome, RosterEvidence};
use ficha_world::Ref;
use serde_json::Value;

use crate::card::Card;
use crate::outcomes::{Outcome, Outcomes};
use crate::records::{Classification, Decisions, Extracted, Origin, Phase, Pieces, Roster, VerdictKind};
use crate::sources::{made_into, reference_of};

/// What evidence is made of.
#[derive(Clone, Copy)]
pub struct Told<'a> {
    /// How far the import is.
    pub phase: Phase,
    /// The card as it is read.
    pub card: &'a Value,
    /// What the person called the world; somebody without a name in the card is called by it.
    pub world_name: &'a str,
    /// Its pieces.
    pub pieces: &'a Pieces,
    /// What they were taken to be.
    pub classification: &'a Classification,
    /// Whom and what was found.
    pub roster: &'a Roster,
    /// The documents as data.
    pub extracted: &'a Extracted,
    /// What the person decided about them.
    pub decisions: &'a Decisions,
    /// Whether a document is in the world.
    pub written: &'a dyn Fn(&Ref) -> bool,
}

/// The evidence of a card.
pub fn evidence(told: &Told<'_>) -> CardEvidence {
    let outcomes = Outcomes {
        phase: told.phase,
        classification: Some(told.classification),
        roster: Some(told.roster),
        written: told.written,
    };
    let documents = documents(told.extracted);
    let pieces = told.pieces.pieces.iter().map(|piece| {
        let mut made = made_into(&piece.id, told.roster);
        made.extend(documents.get(piece.id.as_str()).into_iter().flatten().cloned());
        made.sort();
        made.dedup();
        PieceEvidence {
            id: piece.id.clone(),
            title: piece.title.clone(),
            keys: piece.keys().to_vec(),
            text: piece.text.clone(),
            is_field: piece.origin == Origin::Field,
            constant: piece.is_constant(),
            off: piece.off,
            outcome: match outcomes.of(piece) {
                Outcome::Carried => PieceOutcome::Carried,
                Outcome::Converted => PieceOutcome::Converted,
                Outcome::Guidance => PieceOutcome::Guidance,
                Outcome::Read => PieceOutcome::Read,
                Outcome::Omitted => PieceOutcome::Omitted,
                Outcome::Awaiting => PieceOutcome::Awaiting,
            },
            made_into: made,
        }
    });
    let card = Card::of(told.card);
    let names = [card.name(), card.nickname(), told.world_name.to_owned()].into_iter().filter(|name| !name.is_empty());
    CardEvidence { pieces: pieces.collect(), roster: roster(told), names: names.collect(), changes: None }
}

/// The documents each piece was written into. A part of a piece counts as the piece.
fn documents(extracted: &Extracted) -> BTreeMap<&str, Vec<Ref>> {
    let mut made: BTreeMap<&str, Vec<Ref>> = BTreeMap::new();
    for document in &extracted.documents {
        let Ok(at) = document.reference.parse::<Ref>() else { continue };
        for piece in &document.from {
            made.entry(piece.split('#').next().unwrap_or(piece)).or_default().push(at.clone());
        }
    }
    made
}

/// Whom the import found. What the person took out of the world, made part of another or another kind of thing is no
/// news to them.
fn roster(told: &Told<'_>) -> Vec<RosterEvidence> {
    let decided = |at: &Ref| {
        let away = [VerdictKind::Drop, VerdictKind::Merge, VerdictKind::ChangeKind];
        let name = at.to_string();
        told.decisions.choices.iter().any(|choice| choice.reference == name && away.contains(&choice.what))
    };
    let entities = told.roster.entities.iter().map(|entity| RosterEvidence {
        at: reference_of(entity),
        name: entity.name.clone(),
        aliases: entity.aliases.clone(),
        sources: entity.pieces.clone(),
    });
    entities.filter(|entity| (told.written)(&entity.at) || !decided(&entity.at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{Classified, Document, Piece, Role, RosterEntity, Verdict};
    use serde_json::json;

    // W-258, checks.md section 4: records become evidence.
    #[test]
    fn records_tell_what_became_of_each_piece_and_who_was_found() {
        let piece =
            |id: &str, origin: Origin| Piece { id: id.into(), origin, text: "words".into(), ..Piece::default() };
        let pieces = Pieces {
            pieces: vec![
                piece("field:description", Origin::Field),
                piece("opening", Origin::Greeting),
                Piece { constant: Some(true), ..piece("entry:1", Origin::Entry) },
                Piece { off: true, ..piece("entry:2", Origin::Entry) },
            ],
            ..Pieces::default()
        };
        let as_role = |role| Classified { roles: vec![role], ..Classified::default() };
        let classification = Classification {
            pieces: [
                ("field:description".to_owned(), as_role(Role::Character)),
                ("entry:1".to_owned(), as_role(Role::World)),
            ]
            .into(),
            ..Classification::default()
        };
        let found = |id: &str| RosterEntity {
            id: id.into(),
            name: id.into(),
            pieces: vec!["field:description".into()],
            ..RosterEntity::default()
        };
        let roster = Roster { entities: vec![found("orla"), found("tam"), found("ves")], ..Roster::default() };
        let tide = Document { reference: "lore/tide".into(), from: vec!["entry:1#2".into()], ..Document::default() };
        let extracted = Extracted { documents: vec![tide], ..Extracted::default() };
        let drop = Verdict { what: VerdictKind::Drop, reference: "characters/tam".into(), ..Verdict::default() };
        let decisions = Decisions { choices: vec![drop], ..Decisions::default() };
        let card = json!({"data": {"name": "Orla", "nickname": "Or"}});
        let told = Told {
            phase: Phase::Done,
            card: &card,
            world_name: "Salt",
            pieces: &pieces,
            classification: &classification,
            roster: &roster,
            extracted: &extracted,
            decisions: &decisions,
            written: &|at| at.id == "orla",
        };
        let evidence = evidence(&told);
        let outcomes: Vec<PieceOutcome> = evidence.pieces.iter().map(|piece| piece.outcome).collect();
        use PieceOutcome::{Carried, Converted, Omitted, Read};
        assert_eq!(outcomes, [Converted, Carried, Read, Omitted]);
        assert_eq!(evidence.pieces[0].made_into.len(), 3);
        assert_eq!(evidence.pieces[2].made_into, ["lore/tide".parse().unwrap()]);
        assert!(evidence.pieces[0].is_field && evidence.pieces[2].constant);
        let names: Vec<&str> = evidence.roster.iter().map(|entity| entity.name.as_str()).collect();
        assert_eq!(names, ["orla", "ves"], "what the person dropped is no news");
        assert_eq!(evidence.names, ["Orla", "Or", "Salt"]);
    }
}
