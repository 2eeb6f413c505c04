//! What is worth a look in a piece: checks, their findings with evidence and fixes, and the words for all of it in two
//! languages.
//!
//! Here: the contract every check keeps ([`Check`]), the kit of cards ([`CARD`]) with one file a check, the runner
//! ([`run`]), the catalogue of words. Not here: files, the library, tokens (the caller counts), any command.
//!
//! The rules: a check says nothing about what is right; a check that could not run is listed as skipped and never
//! counted as clean; a fix is a list of changes to the body that a person could have made.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic))]

mod card;
mod contract;
mod finding;
mod input;
pub mod measure;
mod run;
mod text;
mod words;

pub use card::CARD;
pub use contract::{Check, CheckSkipped, CheckSpec, Kit, Mode, Severity};
pub use finding::{Change, Evidence, Finding, Fix};
pub use input::{Alone, Around, CheckInput, Subject, There};
pub use run::{MOST, Ran, run, sort};
pub use words::{Said, said_of_check, said_of_finding, said_of_fix, said_of_skip};
