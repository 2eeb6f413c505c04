//! NovelAI: its lorebooks, as files and inside pictures, and its scenarios, which are only read.

mod lorebook;
mod scenario;
mod wire;

use crate::format::Format;

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] = &[&scenario::SCENARIO, &lorebook::Lorebook];
