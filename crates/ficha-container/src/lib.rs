//! Bytes to containers and back: PNG chunks, zip archives, payload text, data URIs, picture headers.
//!
//! Here is everything that says *how bytes are wrapped*. What a card is, which keyword or entry holds it and what
//! its JSON means is not here: this crate hands out ranges, texts and repairs, and puts texts back.
//!
//! Rules it keeps: no function panics on any input, none allocates by a length it merely read, none decodes pixels,
//! and whatever was not asked to change is written back byte for byte.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic))]

pub mod archive;
pub mod data_uri;
pub mod deflated;
mod error;
pub mod exif;
mod id;
mod inflate;
mod limits;
pub mod msgpack;
mod needs;
pub mod payload;
pub mod picture;
pub mod png;
mod read;
pub mod risu;
mod sniff;
mod strip;
pub mod yaml;

pub use error::{ContainerError, Place, locked_sentence};
pub use id::ContainerId;
pub use limits::{Limits, RaiseFault, limit_sentence, within};
pub use needs::needed;
pub use sniff::{Sniffed, sniff};
pub use strip::stripped;
