//! RoleCall's files: cards of the Tavern lineage with a block of their own.
//!
//! Closed source; the facts are those of the one public description of its files (Hoplight), whose samples were made
//! from the app's serialiser.

mod card;
mod parts;
mod wire;

use crate::format::Format;
use crate::tavern::lineage::CardFormat;

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] = &[&CardFormat(&card::CARD)];
