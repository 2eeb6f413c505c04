//! Lumiverse: world books, regex scripts, personas, presets, characters and the account archive.
//!
//! Every number and word means what Lumiverse's own code means by it; where its importers copy another app's number
//! untranslated, a note says so. Secrets and vectors of an archive are never read.

mod archive;
mod character;
mod lorebook;
mod persona;
mod preset;
mod regex;
mod triggers;

use crate::format::Format;

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] = &[
    &archive::AccountArchive,
    &character::Character,
    &lorebook::LOREBOOK,
    &persona::Persona,
    &preset::Preset,
    &regex::Scripts,
];

/// The id of the platform, in links to things of its own.
pub(crate) const PLATFORM: &str = "lumiverse";
