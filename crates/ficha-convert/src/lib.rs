//! Detect, decode, encode, and the loss report measured on the bytes written.
//!
//! Everything goes through the registry and the wire tables of `ficha-formats`; no platform is named here and none is
//! treated apart. Not here: disk, shells, the decision what to do about a loss.
//!
//! The rule: what a report says was found by decoding the written bytes again. Encoders only say why.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic))]

mod addresses;
mod carried;
mod compare;
mod coverage;
mod decode;
mod detect;
mod encode;
mod inspect;
mod measure;
mod media;
mod normalized;
mod report;

pub use addresses::addresses;
pub use coverage::{Coverage, Covered, coverage, coverage_once};
pub use decode::{Reading, decode};
pub use detect::{BidRow, Detected, Winner, detect};
pub use encode::{ConvertError, Written, encode, encode_unmeasured};
pub use inspect::{InspectedEntity, InspectedField, InspectedPicture, Inspection, inspect};
pub use measure::{Measured, measure};
pub use normalized::{
    Ignored, NormalizeError, NormalizedCard, normalized_card, normalized_entities, normalized_text, only_pixels,
};
pub use report::{Changed, LeftBehind, Lost, Mismatch, Report, SourceSide, TargetSide};
