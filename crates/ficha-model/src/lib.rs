//! The canonical superset model.
//!
//! Here: the wrapper every entity shares ([`Entity`]), the body as a tree described by a schema table ([`schema`]),
//! paths into it, ids, links, the difference of two bodies and of three, profiles, and migrations of older wrappers.
//! Not here: any platform's name, any I/O, any clock. A body slot exists only if some wire format writes it.

mod body;
mod diff;
mod entity;
mod equal;
mod id;
mod joining;
mod kind;
mod leaves;
mod link;
mod merge;
mod pairing;
pub mod path;
mod profile;
pub mod schema;
mod three_way;
mod wrapper;

pub use body::Body;
pub use diff::{Change, Touched, apply, diff};
pub use entity::{
    AuthorNote, Entity, Media, NativeEdits, Original, PatchOp, Pristine, Profiles, Raw, SCHEMA_VERSION, SourceRecord,
};
pub use equal::{is_blank, same};
pub use id::{MAX_ID_CHARS, canonical_id};
pub use kind::Kind;
pub use leaves::{leaves, texts, visit_leaves};
pub use link::Link;
pub use merge::{merge_profile, merge_variant};
pub use path::{Path, PathError, Step};
pub use profile::{PROFILES, in_profile, profile_path};
pub use three_way::{Part, Side, Slot, Standing, three_way, three_way_at};
pub use wrapper::{InlineMedia, Wrapper, WrapperError, Writing};
