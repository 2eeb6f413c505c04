//! The KoboldAI family: world info files, which are written back into themselves, and stories, which are only read.

mod lorebook;
mod story;

use crate::format::Format;

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] = &[&story::STORY, &lorebook::WorldInfo];
