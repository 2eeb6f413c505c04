//! Backyard AI, formerly Faraday: its archives, and the cards of its first years.
//!
//! A Faraday card is JSON, most often in the EXIF comment of a picture ([`card`]); an archive holds a character, its
//! scenarios and pictures as entries of their own ([`byaf`]). Both have lore items, which become a lorebook.

mod byaf;
mod card;
mod macros;
mod wire;

use crate::format::Format;

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] = &[&byaf::Archive, &card::Card];
