//! Reading a card piece by piece, in turns.

use std::borrow::Cow;

use super::graphemes::turn;
use super::side::{Side, raw_text};
use super::{CardTools, ToolError, Version};

/// Characters of one turn at most.
pub const TURN: usize = 6_000;

/// A turn of a piece's text. Positions are in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceText {
    /// The piece or part.
    pub piece: String,
    /// The text of this turn.
    pub text: String,
    /// Its first character.
    pub from: usize,
    /// The character after its last one.
    pub to: usize,
    /// How long the piece is.
    pub total: usize,
    /// Where the next turn begins; none at the end.
    pub next: Option<usize>,
}

impl CardTools<'_> {
    /// A turn of a piece, or of a part of one (`entry:7#2`), from a character on. `raw`: the card's own words, with
    /// everything in them; those have no parts.
    ///
    /// # Errors
    /// [`ToolError::NoPiece`], [`ToolError::NoUpdate`].
    pub fn read(&self, version: Version, piece: &str, from: usize, raw: bool) -> Result<PieceText, ToolError> {
        let side = self.side(version)?;
        let text = text_of(side, piece, raw).ok_or_else(|| no_piece(side, piece))?;
        let turn = turn(&text, from, TURN);
        Ok(PieceText {
            piece: piece.to_owned(),
            text: turn.text.to_owned(),
            from: turn.from,
            to: turn.to,
            total: turn.total,
            next: turn.next(),
        })
    }

    /// The whole of a piece or part.
    ///
    /// # Errors
    /// Those of [`CardTools::read`].
    pub fn read_all(&self, version: Version, piece: &str, raw: bool) -> Result<String, ToolError> {
        let side = self.side(version)?;
        text_of(side, piece, raw).map(Cow::into_owned).ok_or_else(|| no_piece(side, piece))
    }
}

fn text_of<'s>(side: &'s Side, id: &str, raw: bool) -> Option<Cow<'s, str>> {
    if let Some(piece) = side.piece(id) {
        return if raw { raw_text(&side.card, &side.choices, id) } else { Some(Cow::Borrowed(piece.text.as_str())) };
    }
    let (whole, _) = id.split_once('#').filter(|_| !raw)?;
    let part = side.piece(whole)?.parts().into_iter().find(|(part, _)| part == id);
    part.map(|(_, text)| Cow::Borrowed(text))
}

fn no_piece(side: &Side, id: &str) -> ToolError {
    let mut near: Vec<(usize, &str)> =
        side.pieces.pieces.iter().map(|piece| (distance(id, &piece.id), piece.id.as_str())).collect();
    near.sort_by_key(|(distance, _)| *distance);
    let closest = near.into_iter().take(3).map(|(_, id)| id.to_owned()).collect();
    ToolError::NoPiece { id: id.to_owned(), closest }
}

/// How many letters make one id of the other; only the beginning of a long one is looked at.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (number, letter) in one.chars().take(64).enumerate() {
        let mut corner = number;
        let mut left = number + 1;
        for (cell, its) in row.iter_mut().skip(1).zip(&other) {
            let least = (corner + usize::from(letter != *its)).min(left + 1).min(*cell + 1);
            corner = std::mem::replace(cell, least);
            left = least;
        }
        if let Some(first) = row.first_mut() {
            *first = number + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}
