//! What is asked of an encoder, and what it gives back.
//!
//! Encoders do no I/O: bytes they need (the source file, pictures) and the one thing they cannot do (turning a
//! picture into a PNG) come through [`MediaSource`], which the caller implements over what it holds.

use bytes::Bytes;
use ficha_container::{ContainerId, Limits};
use ficha_model::Entity;

use crate::format::Variant;

/// The wishes for one export.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// The container; `None`: the one the entity came in when the target writes it, else the target's own choice.
    pub container: Option<ContainerId>,
    /// The version of the target; `None`: by the rules of the format.
    pub variant: Option<Variant>,
    /// Builds a clean carrier even when a copy or an edit in place would do.
    pub rewrite: bool,
    /// Every entity the main one may link to. A link to one that is not here is an error.
    pub linked: &'a [Entity],
    /// Every one of `linked` goes into the file, whether the main entity links to it or not. Only the studio's own
    /// format has a place for that.
    pub together: bool,
    /// Bytes that are not in the entity.
    pub media: &'a dyn MediaSource,
    /// How two texts become one where the target has one slot for both.
    pub persona: PersonaMode,
    /// Stores the originals of other formats in the file, under a key of their own.
    pub carry_originals: bool,
    /// The entity that is carried, where an encoder hands on one it adapted.
    pub whole: Option<&'a Entity>,
    /// Blanks what is private to the person who exported the source.
    pub without_secrets: bool,
    /// A picture for a carrier that needs one when the entity has none.
    pub plain_portrait: Option<&'a Bytes>,
    /// When the file is made, `2026-11-30T10:00:00.000Z`; apps state it around what they export. `None`: nobody has a
    /// clock at hand, and the beginning of time is stated.
    pub now: Option<&'a str>,
}

/// The date a new payload has before it is given one.
const NO_DATE: &str = "1970-01-01T00:00:00.000Z";

impl<'a> Ask<'a> {
    /// No wishes: nothing linked, the defaults of the target.
    pub fn of(media: &'a dyn MediaSource) -> Ask<'a> {
        Ask {
            container: None,
            variant: None,
            rewrite: false,
            linked: &[],
            together: false,
            media,
            persona: PersonaMode::default(),
            carry_originals: false,
            whole: None,
            without_secrets: false,
            plain_portrait: None,
            now: None,
        }
    }

    /// The text of a new payload with the date it is made.
    pub(crate) fn dated(&self, fresh: String) -> String {
        self.now.map_or_else(|| fresh.clone(), |now| fresh.replace(NO_DATE, now))
    }
}

/// Which text a single persona slot gets when both the description and the personality are filled and differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PersonaMode {
    /// Both, the description first, with a blank line between.
    #[default]
    Joined,
    /// The personality alone.
    Personality,
}

impl PersonaMode {
    /// `joined`, `personality`.
    pub fn word(self) -> &'static str {
        match self {
            PersonaMode::Joined => "joined",
            PersonaMode::Personality => "personality",
        }
    }

    /// The mode of a word.
    pub fn from_word(word: &str) -> Option<PersonaMode> {
        [PersonaMode::Joined, PersonaMode::Personality].into_iter().find(|mode| mode.word() == word)
    }
}

/// Where an encoder gets bytes.
pub trait MediaSource: Sync {
    /// The whole file this entity came in, as `source` records it. `None` when it is not at hand: then nothing can
    /// leave as a copy, and edits start from the payload text alone.
    fn source_file(&self, entity: &Entity) -> Option<Bytes>;

    /// The blob of a SHA-256 in lower-case hex.
    fn blob(&self, sha256: &str) -> Option<Bytes>;

    /// A picture of this media type as PNG; `None` when it cannot be read.
    fn to_png(&self, picture: &Bytes, mime: &str) -> Option<Bytes>;

    /// The limits the file of this entity is opened under: those of any file, unless the person raised one for it.
    fn limits(&self, entity: &Entity) -> Limits {
        let _ = entity;
        Limits::default()
    }
}

/// Nothing at hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoMedia;

impl MediaSource for NoMedia {
    fn source_file(&self, _: &Entity) -> Option<Bytes> {
        None
    }

    fn blob(&self, _: &str) -> Option<Bytes> {
        None
    }

    fn to_png(&self, _: &Bytes, _: &str) -> Option<Bytes> {
        None
    }
}

/// A file made.
#[derive(Clone, Debug, PartialEq)]
pub struct Encoded {
    /// The file.
    pub bytes: Bytes,
    /// Its container.
    pub container: ContainerId,
    /// The extension it should have, without dot.
    pub extension: &'static str,
    /// The version it was written as, where the format has versions.
    pub variant: Option<Variant>,
}
