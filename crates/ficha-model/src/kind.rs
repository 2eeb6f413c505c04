//! The closed set of entity kinds.

use serde::{Deserialize, Serialize};

/// What an entity is. Formats are open, kinds are closed: a new kind is a new variant and a new schema table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A character card.
    Character,
    /// A lorebook (world info).
    Lorebook,
    /// The person's own identity in a chat.
    Persona,
    /// A set of regex rules.
    Regex,
    /// A prompt or sampler preset.
    Preset,
    /// A pack of labelled pictures.
    Pack,
    /// A set of quick replies.
    Quickreply,
}

impl Kind {
    /// Every kind, in the order lists show them.
    pub const ALL: [Kind; 7] =
        [Kind::Character, Kind::Lorebook, Kind::Persona, Kind::Regex, Kind::Preset, Kind::Pack, Kind::Quickreply];

    /// The word used in ids, folders and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Character => "character",
            Kind::Lorebook => "lorebook",
            Kind::Persona => "persona",
            Kind::Regex => "regex",
            Kind::Preset => "preset",
            Kind::Pack => "pack",
            Kind::Quickreply => "quickreply",
        }
    }

    /// The kind of a word, `None` for any other word.
    pub fn from_word(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}
