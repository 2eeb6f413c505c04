//! What is kept on disk: entities, revisions, blobs, index, staging, trash.
//!
//! Here: one folder that a person can see, copy and back up ([`Library`]); its layout; saving so that nothing saved
//! before is ever lost; an index that lists and searches and can be thrown away. Not here: any format, any picture
//! decoding, any judgement about a staged file. It stores what it is given.
//!
//! Rules kept throughout: a file appears whole or not at all; what cannot be read is listed and never touched; no
//! text from outside becomes a path; a broken index costs time and nothing else.

mod address;
mod batch;
mod blobs;
mod clock;
mod content;
mod disk;
mod drafts;
mod error;
mod index;
mod intake;
mod keep;
mod layout;
mod library;
mod links;
mod lock;
mod own_json;
mod records;
mod revisions;
mod save;
mod sheets;
mod shelves;
mod trash;
pub mod worlds;
mod wrapper;

pub use address::{Address, MAX_ID_BYTES};
pub use batch::sha256;
pub use blobs::Swept;
pub use clock::rfc3339;
pub use content::content;
pub use disk::{Disk, RealDisk};
pub use drafts::{Change, Draft, NativeStep, Step};
pub use error::{LibraryError, Result};
pub use index::{Damaged, Duplicate, DuplicateWhy, Hit, Narrow, Page, Query, Refreshed, Row, Sort, Summary};
pub use intake::Staged;
pub use keep::{Keep, Kept};
pub use layout::LAYOUT_VERSION;
pub use library::{Library, Options};
pub use records::Record;
pub use revisions::{RevisionRow, why};
pub use save::{Opened, Save, Update};
pub use sheets::Sheet;
pub use shelves::Shelf;
pub use trash::Trashed;
pub use wrapper::{INLINE, lift_pictures};
