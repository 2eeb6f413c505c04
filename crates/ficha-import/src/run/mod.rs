//! The import of one card on disk: an upload becomes a world's folder, steps run in it one after the other, and whatever
//! interrupts them, the next one finds a whole state.
//!
//! Here: choices, the state machine ([`enter`]), the steps that need no model, the review's decisions, the journal of a
//! finish, going on, drafts. Not here: what a card is made into (`card`, `structure`, `finish` beside this folder),
//! folders and locks (the library), clocks and ids ([`Outside`]).
//!
//! The rules: results first, then the phase that claims them; one run a world; what a person chose is on the disk before
//! anything is made of it.

mod draft;
mod error;
mod outside;
mod phase;
mod review;
mod store;
mod tree;

pub use draft::{discard, keep, settle};
pub use error::{Result, RunError};
pub use outside::{Outside, Progress, Unwatched, Watch};
pub use phase::{Act, BUILDS, Ends, Facts, GoOn, Refusal, TABLE, enter, go_on};
pub use review::{Review, decide, read_decisions, review};
pub use store::state;
pub use tree::{load, problems, tree_of};
