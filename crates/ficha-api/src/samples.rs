//! The samples that come with the program, for a first look at an empty library. All invented.

use bytes::Bytes;

macro_rules! sample {
    ($name:literal, $path:literal) => {
        ($name, Bytes::from_static(include_bytes!(concat!("../../../samples/", $path))))
    };
}

/// Each with the file name it is staged under.
pub(crate) fn all() -> Vec<(&'static str, Bytes)> {
    vec![
        sample!("card-with-both-chunks.png", "sillytavern/both-chunks.png"),
        sample!("archive.charx", "sillytavern/v3.charx"),
        sample!("pygmalion.json", "pygmalion/classic.json"),
        sample!("two-texts-that-differ.png", "edge/16-two-chara-first-is-stale.png"),
    ]
}
