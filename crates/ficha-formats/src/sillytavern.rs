//! SillyTavern's formats. The character card, and with it every plain card of the Tavern lineage (V1, flat V2, V2, V3), is
//! here; world info, regex files, personas, presets, templates, quick replies and packs of pictures have a module each.
//!
//! For cards it is the generic reader: cards no app has put its own mark on are its. Reading and writing them are the
//! common ground's ([`crate::tavern`]); here are the bid and the keys only SillyTavern writes.

mod lorebook;
mod master;
mod pack;
mod persona;
mod preset;
mod quickreply;
mod regex;
mod templates;
mod textgen;
mod wire;

use crate::format::Format;
use crate::tavern::layout::Layout;
use crate::tavern::lineage::{CardFormat, Lineage};

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] = &[
    &CardFormat(&CARD),
    &lorebook::WorldInfo,
    &regex::RegexFile,
    &quickreply::FORMAT,
    &preset::PRESET,
    &textgen::FORMAT,
    &templates::INSTRUCT,
    &templates::CONTEXT,
    &templates::SYSPROMPT,
    &templates::REASONING,
    &master::Master,
    &persona::Backup,
    &pack::Pack,
];

static CARD: Lineage = Lineage {
    holds_private: "The file names the chat it was saved in, as it did before; it can be blanked on export.",
    ..Lineage::of(&wire::SPEC, |source| Layout::of(&source.payload()?.document).map(|(_, detection)| detection))
};
