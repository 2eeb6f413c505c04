//! JSON text kept as it was written: spans, tolerant reading, minimal-difference edits.
//!
//! Here: a [`Document`] that knows where every value of a text stands, [`Edit`] and [`apply_patch`] that change
//! values in that text and leave every other byte alone, and the few questions about JSON values that have to be
//! answered in one place (are two numbers the same, how is a pointer written). Not here: what any key means.
//!
//! The rule kept: a text that is not edited leaves as it came, and an edit touches no byte it does not have to.
//! Nothing here panics, recurses over hostile nesting, or reserves memory by anything but bytes already held.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic))]

mod difference;
mod document;
mod draft;
mod edit;
mod equal;
mod error;
mod keep;
mod layout;
mod lists;
mod node;
mod number;
mod patch;
pub mod pointer;
mod repair;
mod scan;
mod string;
mod write;

pub use document::Document;
pub use edit::Edit;
pub use equal::value_eq;
pub use error::{JsonError, Limits};
pub use node::{Node, NodeKind};
pub use number::number_eq;
pub use patch::{Op, PatchFault, PatchProblem, apply_patch};
pub use repair::{Repair, RepairKind};
pub use write::{Style, to_text};
