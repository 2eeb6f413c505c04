//! Pictures taken in: for a portrait, for the other pictures of a piece, a part of one that is there, and the plain one
//! for a piece that has none. The body is changed by the caller's own step, so that one undo takes it back.

use std::path::Path;

use bytes::Bytes;
use ficha_container::{Limits, picture};

use super::address;
use crate::dto::{Address, MediaAdded, PortraitSet};
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

/// A part of a picture that is shown, as a portrait: `left`, `top`, `width` and `height` in its own pixels.
///
/// # Errors
/// `not-found` when the picture is not at hand, `usage` for a part with nothing in it.
pub fn crop(
    studio: &Studio,
    sha256: String,
    left: u32,
    top: u32,
    width: u32,
    height: u32,
) -> Result<PortraitSet, ApiError> {
    let whole = studio.open().pictures.get(&sha256, None)?;
    kept(studio, &pictures::crop(&whole.bytes, (left, top), (width, height))?, None)
}

/// A picture file of the disk, for the pictures beside the portrait. It stays as it is.
///
/// # Errors
/// `io`, `limit`, `unsupported`, `malformed`: why it is no picture.
pub fn add_from_file(studio: &Studio, text: Address, path: String) -> Result<MediaAdded, ApiError> {
    address(studio, &text)?;
    let path = Path::new(&path);
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    add(studio, name, disk::read(path, &Limits::default())?)
}

/// A picture whose bytes are at hand, under the name of its file.
///
/// # Errors
/// As for a file.
pub fn add(studio: &Studio, name: String, bytes: Bytes) -> Result<MediaAdded, ApiError> {
    let header = picture::describe(&bytes).ok_or_else(|| {
        ApiError::new(ErrorCode::Unsupported, format!("{name} is no picture."))
            .hint("PNG, JPEG, WebP, GIF, BMP and AVIF can be taken in.")
    })?;
    picture::check_size(&header, &Limits::default())?;
    let (width, height) = header.size.unwrap_or((0, 0));
    let blob = studio.library().put_blob(&bytes)?;
    Ok(MediaAdded { blob, mime: header.mime.to_owned(), name, width, height, bytes: bytes.len() as u64 })
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
