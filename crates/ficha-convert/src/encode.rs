//! An entity written as another app's file: profile merged, linked entities handed on, the result read back.

use bytes::Bytes;
use ficha_container::ContainerId;
use ficha_formats::{Ask, EncodeError, Encoded, Format, Notes, Refusal, Variant, format};
use ficha_model::{Entity, merge_profile};

use crate::measure::{Measured, measure};
use crate::report::Report;

/// A file made, and what became of everything in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// The file.
    pub bytes: Bytes,
    /// Its container.
    pub container: ContainerId,
    /// The extension it should have, without dot.
    pub extension: &'static str,
    /// The version it was written as, where the format has versions.
    pub variant: Option<Variant>,
    /// What was measured on it.
    pub report: Report,
}

/// Why nothing was written.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConvertError {
    /// No format has this id.
    #[error("there is no format {id}")]
    UnknownTarget {
        /// The id asked for.
        id: String,
    },
    /// The target holds another kind of thing, or nothing was given.
    #[error("{what}")]
    WrongKind {
        /// What does not fit.
        what: String,
    },
    /// The encoder refused.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// What was written cannot be read back: a fault of this program, never of the file.
    #[error("the file written as {format} cannot be read back: {refusal}")]
    NotReadBack {
        /// The target.
        format: &'static str,
        /// Why not.
        refusal: Refusal,
    },
}

impl ConvertError {
    /// The error code every JSON answer prints.
    pub fn code(&self) -> &'static str {
        match self {
            ConvertError::UnknownTarget { .. } => "usage",
            ConvertError::WrongKind { .. } => "cannot-express",
            ConvertError::Encode(error) => error.code(),
            ConvertError::NotReadBack { .. } => "bug",
        }
    }

    /// What the person can do about it.
    pub fn hint(&self) -> &str {
        match self {
            ConvertError::UnknownTarget { .. } => "The list of formats names every id.",
            ConvertError::WrongKind { .. } => "Choose a format of the same kind.",
            ConvertError::Encode(error) => error.hint(),
            ConvertError::NotReadBack { .. } => "Nothing was written. Please report this with the source file.",
        }
    }
}

/// A file made and not yet read back.
pub struct Unmeasured {
    /// The file.
    pub encoded: Encoded,
    /// What the encoder said.
    pub notes: Notes,
    /// The entity that was written: the profile of the target merged into its body.
    pub main: Entity,
    /// Every entity it could link to.
    pub linked: Vec<Entity>,
    target: &'static dyn Format,
}

/// Writes entities, the main one first, and measures the result. The others are those it may link to, beside
/// `ask.linked`.
///
/// # Errors
/// When the target is unknown or of another kind, the encoder refuses, or the result cannot be read back.
pub fn encode(entities: &[Entity], target: &str, ask: &Ask<'_>) -> Result<Written, ConvertError> {
    let made = encode_unmeasured(entities, target, ask)?;
    let report = measure(&Measured {
        target: made.target,
        encoded: &made.encoded,
        main: &made.main,
        linked: &made.linked,
        together: ask.together,
        notes: &made.notes,
        media: ask.media,
    })?;
    let Encoded { bytes, container, extension, variant } = made.encoded;
    Ok(Written { bytes, container, extension, variant, report })
}

/// The same without reading it back: for measuring how long writing takes, never for files a person gets.
///
/// # Errors
/// When the target is unknown or of another kind, or the encoder refuses.
pub fn encode_unmeasured(entities: &[Entity], target: &str, ask: &Ask<'_>) -> Result<Unmeasured, ConvertError> {
    let target = format(target).ok_or_else(|| ConvertError::UnknownTarget { id: target.to_owned() })?;
    let spec = target.spec();
    let (main, others) = entities
        .split_first()
        .ok_or_else(|| ConvertError::WrongKind { what: "there is nothing to write".to_owned() })?;
    if main.kind != spec.kind {
        let what = format!("{} holds a {}, and this is a {}", spec.title, spec.kind, main.kind);
        return Err(ConvertError::WrongKind { what });
    }
    let whole = main;
    let mut main = main.clone();
    if let Some(profile) = main.profiles.get(spec.id) {
        main.body = merge_profile(&main.body, profile);
    }
    if ask.together && !spec.own {
        let what = format!("{} has no file that holds several pieces together", spec.title);
        return Err(ConvertError::WrongKind { what });
    }
    let linked: Vec<Entity> = others.iter().chain(ask.linked).cloned().collect();
    let mut notes = Notes::new();
    // What is carried along is the entity before its profile: the way back lays that over it again.
    let ask = Ask { linked: &linked, whole: ask.whole.or(Some(whole)), ..*ask };
    let encoded = target.encode(&main, &ask, &mut notes)?;
    Ok(Unmeasured { encoded, notes, main, linked, target })
}
