//! A world is brought up to a newer card.
//!
//! Here: which worlds a card could update, the newer card that waits, what it changes, what the person made of each
//! change, finishing, undoing to the byte, cancelling. Not here: carrying a change into a document; that is an edit
//! like any other, made by the person. No model is asked anything.
//!
//! The rules: the card is evidence and the world's files are what counts, so no act here writes a document; starting
//! keeps everything an undo needs before anything else happens; every act happens whole or not at all.

mod act;
pub(crate) mod carry;
mod changes;
mod error;
mod finish;
mod kept;
pub mod pairs;
mod pictures;
pub mod sentences;
pub mod snapshot;
mod start;
mod status;
mod targets;

pub(crate) use act::record_at;
pub use error::{Result, UpdateError};
pub use finish::{Done, Finished, finish};
pub use start::{Newer, cancel, choices_for, start, undo};
pub(crate) use status::card_at;
pub use status::{Status, mark, marks, status};
pub use targets::{Edited, Target, default_target, find_targets};

#[cfg(test)]
mod text_tests;
