//! Agnai (Agnaistic): characters, memory books, presets and scenario books.
//!
//! A character comes in two shapes: the app's own object ([`card`], [`wire`]) and a Tavern V2 card that holds the
//! same persona under `extensions.agnai`, which is the only picture the app writes. Its structured personas have code
//! of their own ([`persona`]); the memory book inside a character is a lorebook entity ([`linked`]).

mod book;
mod card;
mod linked;
mod parts;
mod persona;
mod preset;
mod scenario;
mod tavern_card;
mod wire;

use crate::format::Format;

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] = &[&card::Card, &book::BOOK, &preset::PRESET, &scenario::SCENARIO];

/// Where the facts come from.
const SOURCE: &str = "agnaistic/agnai 2421510e, common/types";

/// Why the rows' own number in Agnai's database stays.
const ACCOUNT: &str = "says whose account the row belongs to and when it was saved";

#[cfg(test)]
mod tests;
