//! Worlds: folders of JSON and Markdown documents that a person can read, compare and keep.
//!
//! Here: ids and references, the tables that say what every document holds ([`schema`]), loading a tree of files into
//! a [`World`] with everything wrong in it named ([`Problem`]), writing documents so that equal content is equal
//! bytes, edits as pure functions ([`edit`]), the position a story starts from ([`Scratch`]) and the archive a world
//! travels in ([`archive`]). Not here: folders on disk, locks and trash (the library), cards and imports, checks that
//! weigh what was written.
//!
//! The rules kept: loading never fails as a whole because one file is bad; a member nobody reads stays where it is; one
//! fact has one home; nothing here panics on any input.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic))]

pub mod archive;
mod check;
pub mod edit;
mod id;
mod load;
mod place;
mod problem;
pub mod schema;
mod scratch;
mod text;
mod tree;
mod words;
mod world;
mod write;

pub use check::{check_world, readiness, value_fault, variable_problems};
pub use id::{MAX_ID_BYTES, MAX_ID_CHARS, id_key, is_valid_id, is_variable_key, make_id};
pub use place::{Folder, IMAGE_EXTENSIONS, ImageFault, ListFile, Ref, RefFault, image_fault, is_command_word};
pub use problem::{Problem, RULES, Readiness};
pub use scratch::{Knowledge, Scratch, Subject, Whereabouts};
pub use text::{SHIPPED_LANGUAGES, SLOTS, Slot, inert, placeholders};
pub use tree::{FileKind, Held, Tree, kind_of, prompt_path};
pub use words::{is_feeling, player_word};
pub use world::{Doc, Loaded, World};
pub use write::to_bytes;
