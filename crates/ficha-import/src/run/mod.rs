//! The import of one card on disk: an upload becomes a world's folder, steps run in it one after the other, and whatever
//! interrupts them, the next one finds a whole state.
//!
//! Here: choices, the state machine ([`enter`]), the steps that need no model, the review's decisions, the journal of a
//! finish, going on, drafts. Not here: what a card is made into (`card`, `structure`, `finish` beside this folder),
//! folders and locks (the library), clocks and ids ([`Outside`]).
//!
//! The rules: results first, then the phase that claims them; one run a world; what a person chose is on the disk before
//! anything is made of it.

mod at_work;
mod check;
mod choose;
mod draft;
mod error;
mod finish;
mod kept;
mod outside;
mod phase;
mod pictures;
mod preview;
mod resume;
mod review;
mod start;
mod status;
mod store;
mod structure;
mod tree;

pub use check::{check, check_imported, checked};
pub use choose::{Entries, Wishes, choose, openings, usual_name, usual_opening};
pub use draft::{discard, keep, settle};
pub use error::{Result, RunError};
pub use finish::finish;
pub use kept::card;
pub(crate) use kept::{hex, remember};
pub use outside::{Outside, Progress, Unwatched, Watch};
pub use phase::{Act, BUILDS, Ends, Facts, GoOn, Refusal, TABLE, enter, go_on};
pub use preview::{Preview, SeenEntry, SeenGreeting, preview};
pub use resume::{refused_without_model, resume};
pub use review::{Review, decide, read_decisions, review};
pub use start::{MAX_UPLOAD_BYTES, check_upload, start};
pub use status::{Status, status};
pub use store::state;
pub use structure::structure;
pub use tree::{load, problems, tree_of};

pub(crate) use store::{lock, need, record};
