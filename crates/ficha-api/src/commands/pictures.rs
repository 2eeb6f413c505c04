//! Pictures taken in for a portrait, and the plain one for a piece that has none. The body is changed by the
//! caller's own step, so that one undo takes it back.

use std::path::Path;

use bytes::Bytes;
use ficha_container::{Limits, picture};

use super::address;
use crate::dto::{Address, PortraitSet};
use crate::{ApiError, ErrorCode, Studio, disk, pictures};

/// A picture file of the disk.
///
/// # Errors
/// `io`, `limit`, `unsupported`, `malformed`: why it is no portrait.
pub fn set_from_file(studio: &Studio, text: Address, path: String) -> Result<PortraitSet, ApiError> {
    address(studio, &text)?;
    set(studio, disk::read(Path::new(&path), &Limits::default())?)
}

/// A picture whose bytes are at hand.
///
/// # Errors
/// As for a file.
pub fn set(studio: &Studio, bytes: Bytes) -> Result<PortraitSet, ApiError> {
    let header = picture::describe(&bytes).ok_or_else(|| {
        ApiError::new(ErrorCode::Unsupported, "This is no picture.").hint("PNG, JPEG, WebP and GIF can be portraits.")
    })?;
    picture::check_size(&header, &Limits::default())?;
    if header.extension == "png" {
        // Decoded once, so that a broken picture is refused now and not at an export.
        pictures::check(&bytes)?;
        return kept(studio, &bytes, None);
    }
    let png = pictures::to_png(&bytes)?;
    kept(
        studio,
        &png,
        Some(format!(
            "It was a {} and is a PNG now, since that is what card files hold.",
            header.extension.to_uppercase()
        )),
    )
}

/// A plain picture for an entity, an index card in a colour of its own.
///
/// # Errors
/// `not-found`, or what keeps the library from storing it.
pub fn set_plain(studio: &Studio, text: Address) -> Result<PortraitSet, ApiError> {
    let opened = studio.library().open_entity(&address(studio, &text)?)?;
    kept(studio, &pictures::plain(opened.entity.name())?, Some("A plain picture, made here.".to_owned()))
}

fn kept(studio: &Studio, bytes: &Bytes, note: Option<String>) -> Result<PortraitSet, ApiError> {
    let (width, height) = picture::describe(bytes).and_then(|picture| picture.size).unwrap_or((0, 0));
    let blob = studio.library().put_blob(bytes)?;
    Ok(PortraitSet { blob, mime: "image/png".to_owned(), width, height, note })
}
