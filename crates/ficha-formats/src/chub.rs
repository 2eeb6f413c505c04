//! Chub: lorebooks in the shape its site hands out. Cards are those of the Tavern lineage.

mod lorebook;

use crate::format::Format;

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] = &[&lorebook::RECORD];
