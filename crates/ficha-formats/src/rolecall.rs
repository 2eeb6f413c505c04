//! RoleCall's files: cards of the Tavern lineage with a block of their own, lorebooks, personas, regex sets
//! and presets.
//!
//! Closed source; the facts are those of the one public description of its files (Hoplight), whose samples were made
//! from the app's serialiser.

mod card;
mod lorebook;
mod parts;
mod persona;
mod preset;
mod regex;
mod wire;

use crate::format::Format;
use crate::tavern::lineage::CardFormat;

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] =
    &[&CardFormat(&card::CARD), &lorebook::LOREBOOK, &persona::Persona, &preset::PRESET, &regex::REGEX];

/// Where the facts come from.
const SOURCE: &str = "RoleCall, by Hoplight";

#[cfg(test)]
mod tests;
