//! Who and what the card is about: `roster.json`.

use super::classification::EntityKind;
use super::part::{parts, record};

parts! {
    /// `roster.json`.
    Roster {
        /// The entities.
        need "entities" entities: Vec<RosterEntity>,
        /// Names that became none.
        need "dropped" dropped: Vec<Dropped>,
    }
    /// An entity a card is about.
    RosterEntity {
        /// What it is.
        need "kind" kind: EntityKind,
        /// Its id, which stays.
        need "id" id: String,
        /// Its name.
        need "name" name: String,
        /// Its other names.
        need "aliases" aliases: Vec<String>,
        /// Whether the player may be it.
        need "playable" playable: bool,
        /// The pieces it was made from, in the order they are read.
        need "pieces" pieces: Vec<String>,
    }
    /// A name that became no entity.
    Dropped {
        /// The name.
        need "name" name: String,
        /// Why.
        need "why" why: String,
    }
}

record! {
    Roster = "roster.json", "ficha-roster/v1";
}
