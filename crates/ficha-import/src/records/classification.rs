//! What each piece was taken to be: `classification.json`.

use std::collections::BTreeMap;

use super::part::{parts, record, words};

words! {
    /// What a piece tells.
    Role {
        /// A character.
        Character = "character",
        /// The player's own character.
        Player = "player",
        /// How somebody talks.
        Speech = "speech",
        /// A place.
        Place = "place",
        /// A group.
        Faction = "faction",
        /// A thing.
        Thing = "thing",
        /// The world at large.
        World = "world",
        /// The situation a story begins in.
        Scenario = "scenario",
        /// How the narrator tells it.
        Instruction = "instruction",
        /// How people or places are made up.
        Generator = "generator",
        /// A form that is filled in.
        Template = "template",
        /// Nothing a story needs.
        Irrelevant = "irrelevant",
    }
    /// Who said what a piece is.
    SettledBy {
        /// A language model.
        Model = "model",
        /// A decision service.
        Decision = "decision",
        /// The rule for a piece whose job failed.
        Fallback = "fallback",
        /// The person.
        Person = "person",
        /// The import without a model.
        Structure = "structure",
    }
    /// What an entity is.
    EntityKind {
        /// Somebody.
        Character = "character",
        /// Somewhere.
        Place = "place",
        /// A group.
        Faction = "faction",
        /// Something.
        Thing = "thing",
    }
}

parts! {
    /// `classification.json`.
    Classification {
        /// By piece id; a part has none of its own.
        need "pieces" pieces: BTreeMap<String, Classified>,
    }
    /// What a piece was taken to be.
    Classified {
        /// One to three, the main one first.
        need "roles" roles: Vec<Role>,
        /// Whom or what it is about, at most twelve.
        need "about" about: Vec<About>,
        /// Who said so.
        need "settled_by" settled_by: SettledBy,
        /// How sure a decision was, 0 to 1.
        may "confidence" confidence: Option<f64>,
        /// Why.
        may "note" note: Option<String>,
    }
    /// A name in a piece.
    About {
        /// The name.
        need "name" name: String,
        /// What it is; unknown for a name that only adds to what others name.
        need "kind" kind: Option<EntityKind>,
    }
}

record! {
    Classification = "classification.json", "ficha-classification/v1";
}
