//! Pictures by their headers: kind, size in pixels, and whether they are whole.
//!
//! No pixel is decoded here. The sizes are what a decoder would be asked to allocate, so they are checked first.

use crate::error::{ContainerError, Place};
use crate::limits::Limits;
use crate::{png, read};

/// What a picture file says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Media type, from the bytes.
    pub mime: &'static str,
    /// File extension without a dot.
    pub extension: &'static str,
    /// Width and height in pixels, when the header is understood. AVIF keeps them too deep to look for.
    pub size: Option<(u32, u32)>,
}

/// Reads the header of a PNG, JPEG, WebP, GIF, BMP or AVIF. `None` for anything else.
pub fn describe(bytes: &[u8]) -> Option<Picture> {
    let picture = |mime, extension, size| Some(Picture { mime, extension, size });
    if bytes.starts_with(&png::SIGNATURE) {
        return picture("image/png", "png", png::dimensions(bytes));
    }
    if bytes.starts_with(b"\xFF\xD8\xFF") {
        return picture("image/jpeg", "jpg", jpeg_frame(bytes));
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return picture("image/webp", "webp", webp_size(bytes));
    }
    if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        let size = read::u16_le(bytes, 6).zip(read::u16_le(bytes, 8));
        return picture("image/gif", "gif", size.map(|(w, h)| (w.into(), h.into())));
    }
    if bytes.starts_with(b"BM") && read::u32_le(bytes, 14).is_some_and(|header| (12..=124).contains(&header)) {
        let size = read::u32_le(bytes, 18).zip(read::u32_le(bytes, 22));
        return picture("image/bmp", "bmp", size.map(|(w, h)| (w, (h as i32).unsigned_abs())));
    }
    if is_avif(bytes) {
        return picture("image/avif", "avif", None);
    }
    None
}

/// Whether a picture may be handed to a decoder: by the sides its header states.
pub fn check_size(picture: &Picture, limits: &Limits) -> Result<(), ContainerError> {
    let Some((width, height)) = picture.size else { return Ok(()) };
    if width.max(height) > limits.picture_side {
        return Err(ContainerError::limit("picture-side", limits.picture_side as usize, Place::file()));
    }
    if u64::from(width) * u64::from(height) > limits.picture_pixels {
        return Err(ContainerError::Limit {
            name: "picture-pixels",
            limit: limits.picture_pixels,
            place: Place::file(),
        });
    }
    Ok(())
}

/// Whether a JPEG has a frame header and an end marker behind it.
pub(crate) fn is_whole_jpeg(bytes: &[u8]) -> bool {
    jpeg_frame(bytes).is_some() && memchr::memmem::rfind(bytes, b"\xFF\xD9").is_some()
}

/// Width and height from the first frame header, found along the marker segments (ITU-T T.81, annex B).
fn jpeg_frame(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2_usize;
    loop {
        let [mark, code] = read::array::<2>(bytes, at)?;
        if mark != 0xFF {
            return None;
        }
        match code {
            // Any number of fill bytes may stand before a marker.
            0xFF => at = at.checked_add(1)?,
            // Markers without a length.
            0x01 | 0xD0..=0xD8 => at = at.checked_add(2)?,
            // The picture data or the end came first.
            0xD9 | 0xDA => return None,
            0xC0..=0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF => {
                let height = read::u16_be(bytes, at.checked_add(5)?)?;
                let width = read::u16_be(bytes, at.checked_add(7)?)?;
                return Some((width.into(), height.into()));
            }
            _ => {
                let length = read::u16_be(bytes, at.checked_add(2)?)?;
                if length < 2 {
                    return None;
                }
                at = at.checked_add(2 + usize::from(length))?;
            }
        }
    }
}

/// Whether the file holds all the bytes its RIFF header counts.
pub(crate) fn is_whole_webp(bytes: &[u8]) -> bool {
    let Some(size) = read::u32_le(bytes, 4) else { return false };
    webp_size(bytes).is_some() && bytes.len() as u64 >= u64::from(size) + 8
}

/// Width and height from the first chunk: `VP8X`, `VP8 ` or `VP8L` (WebP container specification).
fn webp_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let kind = read::array::<4>(bytes, 12)?;
    match &kind {
        b"VP8X" => {
            let three = |at| read::array::<3>(bytes, at).map(|[a, b, c]| u32::from_le_bytes([a, b, c, 0]));
            Some((three(24)? + 1, three(27)? + 1))
        }
        b"VP8 " => {
            if read::array::<3>(bytes, 23)? != [0x9D, 0x01, 0x2A] {
                return None;
            }
            // The two top bits are a scale.
            let side = |at| read::u16_le(bytes, at).map(|side| u32::from(side & 0x3FFF));
            Some((side(26)?, side(28)?))
        }
        b"VP8L" => {
            let bits = read::u32_le(bytes, 21)?;
            Some(((bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1))
        }
        _ => None,
    }
}

pub(crate) fn is_avif(bytes: &[u8]) -> bool {
    bytes.get(4..8) == Some(b"ftyp") && matches!(bytes.get(8..12), Some(b"avif" | b"avis"))
}
