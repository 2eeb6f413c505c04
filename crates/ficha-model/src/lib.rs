//! The canonical superset model.
//!
//! Here: the wrapper every entity shares ([`Entity`]), the body as a tree described by a schema table ([`schema`]),
//! paths into it, ids, links, the difference of two bodies, profiles, and migrations of older wrappers.
//! Not here: any platform's name, any I/O, any clock. A body slot exists only if some wire format writes it.

mod body;
mod entity;
mod id;
mod kind;
mod link;
pub mod path;
pub mod schema;

pub use body::Body;
pub use entity::{
    AuthorNote, Entity, Media, NativeEdits, Original, PatchOp, Pristine, Profiles, Raw, SCHEMA_VERSION, SourceRecord,
};
pub use id::canonical_id;
pub use kind::Kind;
pub use link::Link;
pub use path::{Path, PathError, Step};
