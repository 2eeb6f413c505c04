//! text-generation-webui: characters and the person's own profiles, a few texts in YAML.
//!
//! A character is a name, a greeting and one text for everything the model is told, the context. What other apps keep
//! in fields of their own is written into the context under headings; a context is never taken apart again, since
//! most of them were written by hand. Templates for instructions stand in the same folders and are no characters.

mod character;
mod persona;

use crate::format::Format;

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] = &[&character::CHARACTER, &persona::PERSONA];
