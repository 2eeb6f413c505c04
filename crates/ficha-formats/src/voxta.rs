//! Voxta: packages of characters and memory books, which are only read.

mod package;

use crate::format::Format;

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] = &[&package::Package];
