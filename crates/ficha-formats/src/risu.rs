//! RisuAI: cards, modules, lorebooks, regex rules, presets, personas.
//!
//! Lore and rules have one shape wherever they stand, so they are in files of their own ([`lore`], [`regex`]) and the
//! formats use them. Triggers are shown and kept, never run and never reordered: their first row says how the others
//! are read.

mod adapt;
mod archive;
mod card;
mod follow;
mod inside;
mod keys;
mod lore;
mod lorebook;
mod module;
mod persona;
mod preset;
mod regex;
mod rows;
mod wire;

use crate::format::Format;

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] = &[
    &archive::RisuCard,
    &module::ModuleFormat,
    &lorebook::FORMAT,
    &regex::REGEX,
    &preset::PresetFormat,
    &persona::PersonaFormat,
];
