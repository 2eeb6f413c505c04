//! One card of a world with its pieces and what is known of them.

use std::borrow::Cow;

use ficha_formats::media::sha256;
use ficha_library::worlds::WorldFolder;
use serde_json::Value;

use super::ToolError;
use crate::card::{Card, FieldName, itemise};
use crate::records::{Choices, Classification, Extracted, Origin, Piece, Pieces, Record, Roster, State};
use crate::run::record;
use crate::update::card_at;
use crate::update::carry;
use crate::update::pairs::{Pairs, match_pieces};
use crate::update::record_at;

const CURRENT: &str = ".import/card.json";
const NEW: &str = ".import/update/card.json";

/// A card with what the import keeps about it.
pub(super) struct Side {
    /// The card as V3.
    pub card: Value,
    /// What the person chose.
    pub choices: Choices,
    /// The pieces in card order.
    pub pieces: Pieces,
    /// Where the card lies.
    pub place: &'static str,
    /// What the pieces were taken to be.
    pub classification: Classification,
    /// Who it is about.
    pub roster: Roster,
    /// The documents as data.
    pub extracted: Extracted,
    /// How its pieces pair with those of the card before; of a newer card only.
    pub pairs: Option<Pairs>,
}

/// The words of a piece before cleaning.
pub fn raw_text<'c>(card: &'c Value, choices: &Choices, id: &str) -> Option<Cow<'c, str>> {
    let card = Card::of(card);
    let (kind, rest) = id.split_once(':').unwrap_or((id, ""));
    let number = || rest.parse::<usize>().ok();
    let text = match kind {
        "field" => card.field(*FieldName::ALL.iter().find(|field| field.word() == rest)?),
        "opening" => card.greetings().get(choices.opening?)?,
        "greeting" => card.greetings().get(number()?)?,
        "group" => card.group_greetings().get(number()?.checked_sub(1)?)?,
        "entry" => card.entries().get(number()?.checked_sub(1)?)?.content(),
        _ => return None,
    };
    Some(Cow::Borrowed(text))
}

/// Whether pieces are those of a card: the same number, each of the words it was made from.
fn fits(card: &Value, choices: &Choices, pieces: &[Piece]) -> bool {
    let entries = Card::of(card).entries();
    let count = pieces.iter().filter(|piece| piece.origin == Origin::Entry).count();
    let same = |piece: &Piece| {
        let entry = piece.id.strip_prefix("entry:").and_then(|number| number.parse::<usize>().ok());
        let raw = match entry.and_then(|number| entries.get(number.checked_sub(1)?)) {
            Some(entry) => Some(Cow::Borrowed(entry.content())),
            None => raw_text(card, choices, &piece.id),
        };
        raw.is_some_and(|raw| sha256(raw.as_bytes()) == piece.sha256)
    };
    count == entries.len() && pieces.iter().all(same)
}

impl Side {
    /// The card the world was made from; `None` when there is none.
    pub fn current(folder: &WorldFolder, state: &State) -> Result<Option<Side>, ToolError> {
        let Some(card) = card_at(folder, CURRENT)? else { return Ok(None) };
        let choices: Choices = record(folder)?.unwrap_or_default();
        let pieces = pieces_of(&card, &choices, record(folder)?, &state.report_language);
        Ok(Some(Side {
            classification: record(folder)?.unwrap_or_default(),
            roster: record(folder)?.unwrap_or_default(),
            extracted: record(folder)?.unwrap_or_default(),
            place: CURRENT,
            card,
            choices,
            pieces,
            pairs: None,
        }))
    }

    /// The newer card that waits, with what is known of the pieces its own have become of.
    pub fn new(folder: &WorldFolder, state: &State, current: &Side) -> Result<Option<Side>, ToolError> {
        let Some(card) = card_at(folder, NEW)? else { return Ok(None) };
        let choices: Choices = record_at(folder, "update/choices.json")?.unwrap_or_else(|| current.choices.clone());
        let kept: Option<Pieces> = record_at(folder, &format!("update/{}", Pieces::FILE))?;
        let pieces = pieces_of(&card, &choices, kept, &state.report_language);
        let pairs = match_pieces(&current.pieces.pieces, &pieces.pieces, &choices.language);
        let ids = pairs.ids(&current.pieces.pieces, &pieces.pieces);
        Ok(Some(Side {
            classification: carry::classification(&current.classification, &ids),
            roster: carry::roster(&current.roster, &ids),
            extracted: carry::extracted(&current.extracted, &ids),
            place: NEW,
            card,
            choices,
            pieces,
            pairs: Some(pairs),
        }))
    }

    /// The card as it is read.
    pub fn view(&self) -> Card<'_> {
        Card::of(&self.card)
    }

    /// A piece by its id.
    pub fn piece(&self, id: &str) -> Option<&Piece> {
        self.pieces.get(id)
    }
}

/// The pieces that were kept, or those of the card itself where they are gone or another card's.
fn pieces_of(card: &Value, choices: &Choices, kept: Option<Pieces>, report_language: &str) -> Pieces {
    match kept {
        Some(kept) if fits(card, choices, &kept.pieces) => kept,
        Some(_) | None => Pieces { pieces: itemise(card, choices, report_language).pieces, ..Pieces::default() },
    }
}
