//! Marinara Engine: characters, lorebooks, personas and presets in the app's envelopes, and the regex rows its API answers with.
//!
//! The envelope is `{type, version, exportedAt, data}`; the importer asks for version 1. Rows come from a database, so
//! some of them hold booleans and JSON as text ([`values`]).

mod card;
mod lorebook;
mod persona;
mod preset;
mod regex;
mod values;

use crate::format::Format;

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] =
    &[&card::CARD, &lorebook::LOREBOOK, &persona::PERSONA, &preset::PRESET, &regex::REGEX];

/// Where the facts come from.
const SOURCE: &str = "Marinara Engine 1.5.8, export and import services";

/// Why the app's own numbers and times stay.
const DATABASE: &str = "a number or time of the app's database";

#[cfg(test)]
mod tests;
