//! What the checks know of the card a world was made from. Plain data: the import fills it from its records, nothing here
//! reads a card.

use ficha_world::Ref;

/// The card a world was made from; or a newer one that waits, together with what it changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardEvidence {
    /// Its pieces in card order.
    pub pieces: Vec<PieceEvidence>,
    /// Whom and what the import found in it.
    pub roster: Vec<RosterEvidence>,
    /// Names that stand in no piece and are nobody's invention: the card's name, its nickname, what the person called the
    /// world.
    pub names: Vec<String>,
    /// What a newer card changes; `None` for the card the world was made from.
    pub changes: Option<CardChanges>,
}

/// What became of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceOutcome {
    /// Word for word somewhere in the world.
    Carried,
    /// Made into documents.
    Converted,
    /// Read as background.
    Read,
    /// Guidance for those who tell or make things up.
    Guidance,
    /// Left out.
    Omitted,
    /// Nothing yet.
    Awaiting,
}

/// A piece of the card.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceEvidence {
    /// `entry:7`, `field:description`.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// Words that bring it up.
    pub keys: Vec<String>,
    /// Its cleaned text.
    pub text: String,
    /// Whether it is a field of the card.
    pub is_field: bool,
    /// Whether it is an entry that is always told.
    pub constant: bool,
    /// Whether the person left it off.
    pub off: bool,
    /// What became of it.
    pub outcome: PieceOutcome,
    /// The documents it was made into, by the import's records.
    pub made_into: Vec<Ref>,
}

/// Somebody or something the import found in the card.
#[derive(Clone, Debug, PartialEq)]
pub struct RosterEvidence {
    /// The document it was given.
    pub at: Ref,
    /// Its name.
    pub name: String,
    /// Its other names.
    pub aliases: Vec<String>,
    /// Ids of the pieces it was made from.
    pub sources: Vec<String>,
}

/// What a newer card changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardChanges {
    /// Pieces with sentences that are new or reworded.
    pub pieces: Vec<PieceChange>,
    /// Pieces that are gone.
    pub dropped: Vec<DroppedPiece>,
    /// Fields of the world that the newer card says otherwise.
    pub fields: Vec<FieldChange>,
}

/// A piece with sentences that are new or reworded.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceChange {
    /// Its id in the newer card.
    pub piece: String,
    /// What it is called.
    pub title: String,
    /// The sentences.
    pub sentences: Vec<String>,
}

/// A piece the newer card does not have.
#[derive(Clone, Debug, PartialEq)]
pub struct DroppedPiece {
    /// Its id in the older card.
    pub piece: String,
    /// What it was called.
    pub title: String,
    /// What was made of it alone.
    pub made_only_from_it: Vec<Ref>,
}

/// A field of the world as the newer card has it.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldChange {
    /// The member of `world.json`.
    pub field: String,
    /// Its value.
    pub value: serde_json::Value,
}

impl CardEvidence {
    /// The piece of an id.
    pub fn piece(&self, id: &str) -> Option<&PieceEvidence> {
        self.pieces.iter().find(|piece| piece.id == id)
    }
}
