//! Pictures this program makes itself: PNGs of other pictures, and a plain one for a piece that has none.

use std::io::Cursor;

use bytes::Bytes;
use image::{ImageFormat, Rgb, RgbImage};

use super::thumbnail::decode;
use crate::{ApiError, ErrorCode};

/// The plain picture's size; two to three, as most cards.
const PLAIN: (u32, u32) = (400, 600);

/// A picture of any kind we decode as PNG. The first frame of one that moves.
///
/// # Errors
/// `limit`, `unsupported` or `malformed` as for any picture.
pub fn to_png(bytes: &[u8]) -> Result<Bytes, ApiError> {
    let picture = decode(bytes)?;
    let mut out = Vec::new();
    picture.write_to(&mut Cursor::new(&mut out), ImageFormat::Png).map_err(not_written)?;
    Ok(out.into())
}

/// A part of a picture, in its own pixels, as PNG. A part that reaches beyond the picture is cut at its edge.
///
/// # Errors
/// `usage` for a part with nothing of the picture in it; `limit`, `unsupported` or `malformed` as for any picture.
pub fn crop(bytes: &[u8], (left, top): (u32, u32), (width, height): (u32, u32)) -> Result<Bytes, ApiError> {
    let picture = decode(bytes)?;
    let width = width.min(picture.width().saturating_sub(left));
    let height = height.min(picture.height().saturating_sub(top));
    if width == 0 || height == 0 {
        return Err(ApiError::new(ErrorCode::Usage, "Nothing of the picture is in that part."));
    }
    let mut out = Vec::new();
    picture
        .crop_imm(left, top, width, height)
        .write_to(&mut Cursor::new(&mut out), ImageFormat::Png)
        .map_err(not_written)?;
    Ok(out.into())
}

/// Whether a picture decodes.
///
/// # Errors
/// `limit`, `unsupported` or `malformed` as for any picture.
pub fn check(bytes: &[u8]) -> Result<(), ApiError> {
    decode(bytes).map(|_| ())
}

/// A plain picture: an index card, ruled, its colour drawn from the name so that pieces differ.
///
/// # Errors
/// `bug` when the encoder fails.
pub fn plain(name: &str) -> Result<Bytes, ApiError> {
    let (width, height) = PLAIN;
    let seed = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let channel = |shift: u32| 196 + u8::try_from((seed >> shift) & 0x1f).unwrap_or(0);
    let paper = [channel(0), channel(5), channel(10)];
    let ink = paper.map(|level| level - 40);
    let mut picture = RgbImage::from_pixel(width, height, Rgb(paper));
    let mut rule = |from: u32, to: u32, colour: [u8; 3]| {
        for y in from..to.min(height) {
            for x in 0..width {
                picture.put_pixel(x, y, Rgb(colour));
            }
        }
    };
    rule(120, 124, [188, 74, 60]);
    for line in 0..11 {
        let y = 164 + line * 38;
        rule(y, y + 1, ink);
    }
    let mut out = Vec::new();
    picture.write_to(&mut Cursor::new(&mut out), ImageFormat::Png).map_err(not_written)?;
    Ok(out.into())
}

fn not_written(error: image::ImageError) -> ApiError {
    ApiError::new(ErrorCode::Bug, format!("The picture could not be written: {error}."))
}

#[cfg(test)]
mod tests {
    use super::super::thumbnail;
    use super::*;

    #[test]
    fn a_plain_picture_is_small_and_its_thumbnail_smaller() {
        let picture = plain("Tilda Quarrow").expect("a picture");
        assert!(picture.len() < 8_000, "{}", picture.len());
        assert_eq!(picture, plain("Tilda Quarrow").expect("the same again"));
        let small = thumbnail::make(&picture, 64).expect("a thumbnail");
        let decoded = decode(&small.bytes).expect("a picture");
        assert_eq!(decoded.height(), 64);
        assert!(thumbnail::tint_of(&small.bytes).is_some_and(|tint| tint.starts_with('#')));
    }

    #[test]
    fn a_part_of_a_picture_is_cut_at_its_edge() {
        let picture = plain("x").expect("a picture");
        let size = |bytes: &[u8]| decode(bytes).map(|picture| (picture.width(), picture.height())).expect("a picture");
        assert_eq!(size(&crop(&picture, (10, 20), (100, 200)).expect("a part")), (100, 200));
        assert_eq!(size(&crop(&picture, (350, 0), (100, 700)).expect("a part")), (50, 600));
        assert_eq!(crop(&picture, (400, 0), (10, 10)).expect_err("nothing there").code, ErrorCode::Usage);
    }

    #[test]
    fn huge_sides_are_refused_by_their_header() {
        let mut bytes = plain("x").expect("a picture").to_vec();
        bytes[16..24].copy_from_slice(&[0, 0, 255, 255, 0, 0, 255, 255]);
        let error = to_png(&bytes).expect_err("refused");
        assert_eq!(error.code, ErrorCode::Limit);
        assert!(error.message.contains("picture-side"), "{}", error.message);
    }
}
