//! A card becomes a world.
//!
//! Here: the card cut into pieces, the records an import keeps, the documents a card is made into without a model, and
//! the plan that says what is written. Not here: folders, clocks, any command; a card of another app comes as V3
//! through `ficha-convert`.
//!
//! The rule: documents, pieces, roster and outcomes are data. Who made them, code or a person, makes no difference to
//! what is done with them.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic))]

pub mod book;
pub mod card;
pub mod evidence;
pub mod finish;
mod ids;
pub mod outcomes;
pub mod pictures;
pub mod preset;
pub mod records;
pub mod roster;
pub mod run;
mod said;
pub mod sources;
pub mod structure;
pub mod tools;
pub mod update;
