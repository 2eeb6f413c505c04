//! The card in pieces: `pieces.json`.

use serde_json::Value;

use super::part::{parts, record, words};

words! {
    /// Where in a card a piece comes from.
    Origin {
        /// A field of the card.
        Field = "field",
        /// A greeting.
        Greeting = "greeting",
        /// An entry of the card's book.
        Entry = "entry",
    }
}

parts! {
    /// `pieces.json`.
    Pieces {
        /// SHA-256 of the card as it was read.
        need "card_sha256" card_sha256: String,
        /// The pieces in card order.
        need "pieces" pieces: Vec<Piece>,
    }
    /// One piece of a card.
    Piece {
        /// `field:description`, `opening`, `greeting:2`, `group:1`, `entry:7`.
        need "id" id: String,
        /// Where it comes from.
        need "origin" origin: Origin,
        /// What it is called.
        need "title" title: String,
        /// The keys of an entry.
        may "keys" keys: Option<Vec<String>>,
        /// Whether an entry is always told.
        may "constant" constant: Option<bool>,
        /// Where an entry is told, as the card says it.
        may "position" position: Option<Value>,
        /// Length before cleaning, in characters.
        need "chars" chars: usize,
        /// SHA-256 of the text before cleaning, lower-case hex.
        need "sha256" sha256: String,
        /// Whether the person left it off.
        need "off" off: bool,
        /// Where parts 2, 3 and so on begin, in characters of `text`.
        need "cuts" cuts: Vec<usize>,
        /// The cleaned text.
        need "text" text: String,
        /// What cleaning has to say.
        may "notes" notes: Vec<String>,
    }
}

record! {
    Pieces = "pieces.json", "ficha-pieces/v1";
}

impl Pieces {
    /// The piece of an id.
    pub fn get(&self, id: &str) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.id == id)
    }
}

impl Piece {
    /// The keys of an entry; none for anything else.
    pub fn keys(&self) -> &[String] {
        self.keys.as_deref().unwrap_or_default()
    }

    /// Whether it is an entry that is always told.
    pub fn is_constant(&self) -> bool {
        self.constant.unwrap_or_default()
    }

    /// Whether nothing is left of its text.
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// The parts with their ids: the piece itself when it was not cut, else `<id>#1`, `<id>#2` and so on.
    pub fn parts(&self) -> Vec<(String, &str)> {
        if self.cuts.is_empty() {
            return vec![(self.id.clone(), self.text.as_str())];
        }
        let mut offsets = vec![0];
        let mut wanted = self.cuts.iter().copied().peekable();
        for (at, (offset, _)) in self.text.char_indices().enumerate() {
            if wanted.next_if_eq(&at).is_some() {
                offsets.push(offset);
            }
        }
        offsets.push(self.text.len());
        let ends = offsets.iter().skip(1);
        let parts = offsets.iter().zip(ends).map(|(start, end)| self.text.get(*start..*end).unwrap_or_default());
        parts.enumerate().map(|(index, text)| (format!("{}#{}", self.id, index + 1), text)).collect()
    }
}
