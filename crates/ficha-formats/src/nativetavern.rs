//! NativeTavern: the flat files of its own store, read and written back into themselves.
//!
//! What the app exports are ordinary V3 cards; a character from elsewhere is written as one of those.

mod character;
mod lorebook;

use crate::format::Format;

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] = &[&character::Character, &lorebook::LOREBOOK];
