//! Every command as a plain function, and the one table of them: the only door for a shell.
//!
//! Here: commands over a [`Studio`], the shapes they take and give ([`dto`]), files without a library ([`files`]),
//! pictures by their hash, the one error, jobs and events. Not here: Tauri, HTTP, argv; what a format, a container or
//! the library's folder looks like.
//!
//! The rule: a shell carries names, JSON text and bytes, and decides nothing.

mod background;
pub mod batch;
mod card_told;
pub mod carry_out;
pub mod checking;
pub mod commands;
pub mod disk;
pub mod dto;
mod edits;
mod error;
mod events;
mod export;
pub mod files;
mod find;
mod imported;
pub mod importing;
mod intake;
mod jobs;
mod lore;
mod media;
mod merging;
pub mod pictures;
pub mod raise;
mod rawdiff;
mod samples;
pub mod settings;
mod studio;
pub mod table;
pub mod terminal;
mod tokens;
pub mod uploads;
mod worlds;

pub use error::{ApiError, ErrorCode, LimitReached};
pub use events::{Event, Events, JobEvent, JobState, LibraryEvent};
pub use jobs::{Job, Jobs};
pub use studio::{Opener, Options, Studio};
