//! What is worth a look in a piece or in a world: checks, their findings with evidence and fixes, and the words for all of
//! it in two languages.
//!
//! Here: the contract every check keeps ([`Check`]), the kit of cards ([`CARD`]) and the four kits of worlds ([`WORLD`])
//! with one file a check, the runner ([`run()`], [`run_world`]), what is remembered of a world's last run ([`Results`]),
//! how texts are measured ([`measure`]), the catalogue of words. Not here: files, the library, tokens (the caller
//! counts), any command.
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
mod results;
mod run;
mod text;
mod words;
mod world;

pub use card::CARD;
pub use contract::{Check, CheckSkipped, CheckSpec, Deep, Kit, Mode, Needs, Severity};
pub use finding::{Change, Evidence, Finding, Fix, Place, Words};
pub use input::{Alone, Around, CardInput, CheckInput, There};
pub use results::{Asked, Checked, Compared, Kept, RESULTS, Results, Stored, check_whole};
pub use run::{MOST, Ran, run, run_world, sort};
pub use words::{Said, said_of_check, said_of_finding, said_of_fix, said_of_reason, said_of_skip, title_of};
pub use world::{
    CardChanges, CardEvidence, CardVersion, Document, DroppedPiece, FieldChange, PieceChange, PieceEvidence,
    PieceOutcome, RosterEvidence, WORLD, WorldInput, WorldSource,
};
