//! A world on the disk as what its checks look at: the world, and its card as the import's records tell it.

use ficha_checks::{CardEvidence, CardVersion, PieceEvidence, PieceOutcome, RosterEvidence, WorldSource};
use ficha_library::worlds::WorldFolder;
use ficha_world::{Loaded, Ref};

use super::error::Result;
use super::{kept, store, tree};
use crate::card::Card;
use crate::outcomes::{Outcome, Outcomes};
use crate::records::{Choices, Classification, Extracted, Origin, Phase, Pieces, Roster};
use crate::sources::{reference_of, written_from};

/// A world that was read for its checks.
#[derive(Clone, Debug)]
pub struct OnDisk {
    loaded: Loaded,
    card: Option<CardEvidence>,
}

impl OnDisk {
    /// Reads a world with the card behind it. `phase` is the phase its import is about to be in; else the one it is in.
    ///
    /// # Errors
    /// A folder that cannot be listed, a record that is there and cannot be read.
    pub fn read(folder: &WorldFolder, phase: Option<Phase>) -> Result<OnDisk> {
        let loaded = tree::load(folder)?;
        let card = evidence(folder, phase, &|of| loaded.world.has(of))?;
        Ok(OnDisk { loaded, card })
    }
}

impl WorldSource for OnDisk {
    fn loaded(&self) -> Loaded {
        self.loaded.clone()
    }

    fn card(&self, version: CardVersion) -> Option<CardEvidence> {
        match version {
            CardVersion::Current => self.card.clone(),
            // The newer card and its changes are told by whoever carries them over.
            CardVersion::New => None,
        }
    }
}

/// What the checks of a world know of its card; `None` for a world that was not made from one, or whose pieces are not
/// known yet.
///
/// # Errors
/// A record that is there and cannot be read.
pub fn evidence(
    folder: &WorldFolder,
    phase: Option<Phase>,
    written: &dyn Fn(&Ref) -> bool,
) -> Result<Option<CardEvidence>> {
    let Some(state) = store::state(folder)? else { return Ok(None) };
    let choices: Option<Choices> = store::record(folder)?;
    let pieces: Option<Pieces> = store::record(folder)?;
    let (Some(choices), Some(pieces)) = (choices, pieces) else { return Ok(None) };
    let classification: Option<Classification> = store::record(folder)?;
    let roster: Roster = store::record(folder)?.unwrap_or_default();
    let extracted: Extracted = store::record(folder)?.unwrap_or_default();
    let phase = phase.unwrap_or(state.phase);
    let told = Outcomes { phase, classification: classification.as_ref(), roster: Some(&roster), written };
    let piece = |piece: &crate::records::Piece| PieceEvidence {
        id: piece.id.clone(),
        title: piece.title.clone(),
        keys: piece.keys().to_vec(),
        text: piece.text.clone(),
        is_field: piece.origin == Origin::Field,
        constant: piece.is_constant(),
        off: piece.off,
        outcome: outcome(told.of(piece)),
        made_into: written_from(&piece.id, &extracted),
    };
    let entity = |entity: &crate::records::RosterEntity| RosterEvidence {
        at: reference_of(entity),
        name: entity.name.clone(),
        aliases: entity.aliases.clone(),
        sources: entity.pieces.clone(),
    };
    let card = kept::card(folder, &choices)?;
    let seen = Card::of(&card.data);
    let names = [seen.name(), seen.nickname()];
    Ok(Some(CardEvidence {
        language: choices.language,
        pieces: pieces.pieces.iter().map(piece).collect(),
        roster: roster.entities.iter().map(entity).collect(),
        names: names.into_iter().filter(|name| !name.is_empty()).collect(),
        changes: None,
    }))
}

fn outcome(outcome: Outcome) -> PieceOutcome {
    match outcome {
        Outcome::Carried => PieceOutcome::Carried,
        Outcome::Converted => PieceOutcome::Converted,
        Outcome::Guidance => PieceOutcome::Guidance,
        Outcome::Read => PieceOutcome::Read,
        Outcome::Omitted => PieceOutcome::Omitted,
        Outcome::Awaiting => PieceOutcome::Awaiting,
    }
}
