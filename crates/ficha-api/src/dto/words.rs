//! The words most shapes use: kinds, addresses, places, notes.

use serde::{Deserialize, Serialize};
use specta::Type;

/// An entity of the library: `character/tilda-quarrow`.
pub type Address = String;

/// What an entity is; the words of the model, see [`ficha_model::Kind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A character card.
    Character,
    /// A lorebook.
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
    /// The kind of a word; `None` for any other word.
    pub fn from_word(word: &str) -> Option<Kind> {
        ficha_model::Kind::from_word(word).map(Kind::from)
    }

    /// The word of a kind.
    pub fn word(self) -> &'static str {
        ficha_model::Kind::from(self).word()
    }
}

impl From<ficha_model::Kind> for Kind {
    fn from(kind: ficha_model::Kind) -> Kind {
        match kind {
            ficha_model::Kind::Character => Kind::Character,
            ficha_model::Kind::Lorebook => Kind::Lorebook,
            ficha_model::Kind::Persona => Kind::Persona,
            ficha_model::Kind::Regex => Kind::Regex,
            ficha_model::Kind::Preset => Kind::Preset,
            ficha_model::Kind::Pack => Kind::Pack,
            ficha_model::Kind::Quickreply => Kind::Quickreply,
        }
    }
}

impl From<Kind> for ficha_model::Kind {
    fn from(kind: Kind) -> ficha_model::Kind {
        match kind {
            Kind::Character => ficha_model::Kind::Character,
            Kind::Lorebook => ficha_model::Kind::Lorebook,
            Kind::Persona => ficha_model::Kind::Persona,
            Kind::Regex => ficha_model::Kind::Regex,
            Kind::Preset => ficha_model::Kind::Preset,
            Kind::Pack => ficha_model::Kind::Pack,
            Kind::Quickreply => ficha_model::Kind::Quickreply,
        }
    }
}

/// Where in a file something is: an archive entry or chunk (`tEXt:chara#1`), a JSON Pointer in that payload, a byte
/// offset in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// Archive entry or chunk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// JSON Pointer in that payload.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// Byte offset in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[specta(type = Option<u32>)]
    pub offset: Option<u64>,
}

/// How grave a note is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Something was repaired, guessed or adapted.
    Warning,
    /// Something could not be read and is not in the entity.
    Error,
}

/// What was said while reading or writing; never fatal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Note {
    /// The code, one of the engine's list: `carrier-repaired`.
    pub code: String,
    /// How grave.
    pub severity: Severity,
    /// Where.
    pub place: Place,
    /// The sentence.
    pub text: String,
}
