//! What became of every piece of a card: one outcome each, from the records alone.

use std::collections::BTreeMap;

use ficha_world::Ref;

use crate::records::{Classification, Origin, Phase, Piece, Pieces, Role, Roster, Tally, words};
use crate::sources::made_into;

words! {
    /// What became of a piece.
    Outcome {
        /// It is in the world as an opening.
        Carried = "carried",
        /// Somebody or something was made of it.
        Converted = "converted",
        /// It tells the narrator how.
        Guidance = "guidance",
        /// It was read for the world, and nothing named came of it.
        Read = "read",
        /// It was left off, or a story has no use for it.
        Omitted = "omitted",
        /// The import has not come to it.
        Awaiting = "awaiting",
    }
}

/// What outcomes are told from.
#[derive(Clone, Copy)]
pub struct Outcomes<'a> {
    /// How far the import is.
    pub phase: Phase,
    /// What the pieces were taken to be, once that is known.
    pub classification: Option<&'a Classification>,
    /// Who and what was found, once that is known.
    pub roster: Option<&'a Roster>,
    /// Whether a document exists.
    pub written: &'a dyn Fn(&Ref) -> bool,
}

impl Outcomes<'_> {
    /// The outcome of a piece: the first rule that fits.
    pub fn of(&self, piece: &Piece) -> Outcome {
        let entry = piece.origin == Origin::Entry;
        if piece.off || (entry && piece.is_blank()) {
            return Outcome::Omitted;
        }
        let greeting = piece.origin == Origin::Greeting;
        let classified = self.classification.and_then(|all| all.pieces.get(&piece.id));
        if self.phase == Phase::Ready || (classified.is_none() && !greeting) {
            return Outcome::Awaiting;
        }
        if greeting {
            return Outcome::Carried;
        }
        let roster = self.roster.map(|roster| made_into(&piece.id, roster)).unwrap_or_default();
        if roster.iter().any(|made| (self.written)(made)) {
            return Outcome::Converted;
        }
        let roles = classified.map(|classified| classified.roles.as_slice()).unwrap_or_default();
        let has = |wanted: &[Role]| roles.iter().any(|role| wanted.contains(role));
        if has(&[Role::Instruction, Role::Generator]) {
            Outcome::Guidance
        } else if has(&READ) {
            Outcome::Read
        } else {
            Outcome::Omitted
        }
    }

    /// Every piece with its outcome, by id.
    pub fn all<'p>(&self, pieces: &'p Pieces) -> BTreeMap<&'p str, Outcome> {
        pieces.pieces.iter().map(|piece| (piece.id.as_str(), self.of(piece))).collect()
    }

    /// How many pieces have each outcome. Together they are all pieces.
    pub fn totals(&self, pieces: &Pieces) -> Tally {
        let words: Vec<&str> = Outcome::ALL.iter().map(|outcome| outcome.word()).collect();
        let mut totals = Tally::of(&words);
        for piece in &pieces.pieces {
            totals.add(self.of(piece).word(), 1);
        }
        totals
    }
}

const READ: [Role; 8] =
    [Role::World, Role::Scenario, Role::Character, Role::Player, Role::Speech, Role::Place, Role::Faction, Role::Thing];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::records::{Classified, RosterEntity};

    fn piece(id: &str, origin: Origin) -> Piece {
        Piece { id: id.into(), origin, text: "words".into(), ..Piece::default() }
    }

    fn with_roles(roles: &[Role]) -> Classification {
        let classified = Classified { roles: roles.to_vec(), ..Classified::default() };
        Classification { pieces: [("entry:1".to_owned(), classified)].into(), ..Classification::default() }
    }

    // W-263
    #[test]
    fn the_first_rule_that_fits_says_the_outcome() {
        let entry = piece("entry:1", Origin::Entry);
        let opening = piece("opening", Origin::Greeting);
        let roster = Roster {
            entities: vec![RosterEntity {
                id: "orla".into(),
                pieces: vec!["entry:1".into()],
                ..RosterEntity::default()
            }],
            ..Roster::default()
        };
        let of = |phase, roles: Option<&[Role]>, made: bool, piece: &Piece| {
            let classification = roles.map(with_roles);
            let written = |_: &Ref| made;
            Outcomes { phase, classification: classification.as_ref(), roster: Some(&roster), written: &written }
                .of(piece)
        };
        let done = Phase::Done;
        let off = Piece { off: true, ..entry.clone() };
        assert_eq!(of(Phase::Ready, None, false, &off), Outcome::Omitted);
        assert_eq!(of(done, None, false, &Piece { text: " ".into(), ..entry.clone() }), Outcome::Omitted);
        assert_eq!(of(Phase::Ready, Some(&[Role::World]), true, &entry), Outcome::Awaiting);
        assert_eq!(of(Phase::Ready, None, true, &opening), Outcome::Awaiting);
        assert_eq!(of(done, None, false, &entry), Outcome::Awaiting);
        assert_eq!(of(done, None, false, &opening), Outcome::Carried);
        // W-193
        assert_eq!(of(done, None, false, &piece("group:2", Origin::Greeting)), Outcome::Carried);
        assert_eq!(of(done, Some(&[Role::Instruction]), true, &entry), Outcome::Converted);
        assert_eq!(of(done, Some(&[Role::World, Role::Generator]), false, &entry), Outcome::Guidance);
        assert_eq!(of(done, Some(&[Role::Template, Role::Place]), false, &entry), Outcome::Read);
        assert_eq!(of(done, Some(&[Role::Template]), false, &entry), Outcome::Omitted);
        assert_eq!(of(done, Some(&[Role::Irrelevant]), false, &entry), Outcome::Omitted);
    }

    proptest! {
        // W-264
        #[test]
        fn totals_are_all_pieces(rows in prop::collection::vec((0_usize..3, any::<bool>(), 0_usize..13, ".{0,3}"), 0..40), phase in 0_usize..5) {
            let origins = [Origin::Field, Origin::Greeting, Origin::Entry];
            let mut classification = Classification::default();
            let pieces: Vec<Piece> = rows.iter().enumerate().map(|(at, (origin, off, role, text))| {
                let id = format!("entry:{at}");
                if let Some(role) = Role::ALL.get(*role) {
                    let classified = Classified { roles: vec![*role], ..Classified::default() };
                    classification.pieces.insert(id.clone(), classified);
                }
                Piece { off: *off, text: text.clone(), ..piece(&id, origins[*origin]) }
            }).collect();
            let pieces = Pieces { pieces, ..Pieces::default() };
            let outcomes = Outcomes {
                phase: Phase::ALL[phase], classification: Some(&classification), roster: None, written: &|_| true,
            };
            prop_assert_eq!(outcomes.totals(&pieces).total(), pieces.pieces.len());
            prop_assert_eq!(outcomes.all(&pieces).len(), pieces.pieces.len());
        }
    }
}
