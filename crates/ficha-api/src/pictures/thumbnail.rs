//! One thumbnail: bytes in, small bytes out, and the main colour of what is seen.

use std::io::Cursor;

use bytes::Bytes;
use ficha_container::{Limits, picture};
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader};

use crate::{ApiError, ErrorCode};

/// The media types thumbnails come in, with their extensions: JPEG, and PNG for what has see-through parts.
pub(super) const KINDS: [(&str, &str); 2] = [("image/jpeg", "jpg"), ("image/png", "png")];

/// The JPEG quality of thumbnails.
const QUALITY: u8 = 82;

/// A small picture.
#[derive(Clone, Debug)]
pub struct Thumbnail {
    /// The bytes.
    pub bytes: Bytes,
    /// Its media type.
    pub mime: &'static str,
}

/// Decodes a picture within the limits: its header is read first.
///
/// # Errors
/// `limit` for sides too large, `unsupported` for what is not decoded here, `malformed` for broken pixels.
pub(super) fn decode(bytes: &[u8]) -> Result<DynamicImage, ApiError> {
    let limits = Limits::default();
    let header =
        picture::describe(bytes).ok_or_else(|| ApiError::new(ErrorCode::Unsupported, "These bytes are no picture."))?;
    picture::check_size(&header, &limits)?;
    let format = match header.extension {
        "png" => ImageFormat::Png,
        "jpg" => ImageFormat::Jpeg,
        "webp" => ImageFormat::WebP,
        "gif" => ImageFormat::Gif,
        other => {
            return Err(ApiError::new(
                ErrorCode::Unsupported,
                format!("Pictures of the kind {} are not decoded.", other.to_uppercase()),
            )
            .hint("Save it as PNG, JPEG or WebP first."));
        }
    };
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut decoder_limits = image::Limits::default();
    decoder_limits.max_image_width = Some(limits.picture_side);
    decoder_limits.max_image_height = Some(limits.picture_side);
    // Eight bytes a pixel (16 bits a channel) and as much again for the decoder's own rows.
    decoder_limits.max_alloc = Some(limits.picture_pixels.saturating_mul(16));
    reader.limits(decoder_limits);
    let decoded = reader.into_decoder().and_then(|mut decoder| {
        // A camera's "turn me" is made true here: what is written from this picture has no such mark.
        let orientation = decoder.orientation()?;
        let mut picture = DynamicImage::from_decoder(decoder)?;
        picture.apply_orientation(orientation);
        Ok(picture)
    });
    decoded.map_err(|error| match error {
        image::ImageError::Limits(what) => {
            ApiError::new(ErrorCode::Limit, format!("The picture is too large to decode: {what}."))
        }
        other => ApiError::new(ErrorCode::Malformed, format!("The picture cannot be decoded: {other}.")),
    })
}

/// A thumbnail whose longer side is `side`; a smaller picture keeps its size.
pub(super) fn make(bytes: &[u8], side: u32) -> Result<Thumbnail, ApiError> {
    let whole = decode(bytes)?;
    let small = if whole.width().max(whole.height()) > side { whole.thumbnail(side, side) } else { whole };
    let mut out = Vec::new();
    let clear = small.color().has_alpha() && small.to_rgba8().pixels().any(|pixel| pixel.0[3] < 255);
    let written = if clear {
        small.write_to(&mut Cursor::new(&mut out), ImageFormat::Png)
    } else {
        small.to_rgb8().write_with_encoder(JpegEncoder::new_with_quality(&mut out, QUALITY))
    };
    written.map_err(|error| ApiError::new(ErrorCode::Bug, format!("The thumbnail could not be written: {error}.")))?;
    Ok(Thumbnail { bytes: out.into(), mime: if clear { KINDS[1].0 } else { KINDS[0].0 } })
}

/// The main colour of a small picture, `#rrggbb`: the mean of the most common group of similar colours, where
/// colourful ones count more than grey ones.
pub fn tint_of(bytes: &[u8]) -> Option<String> {
    let picture = decode(bytes).ok()?.to_rgba8();
    let mut groups = std::collections::BTreeMap::<u16, (f32, [f32; 3])>::new();
    for pixel in picture.pixels() {
        let [red, green, blue, alpha] = pixel.0;
        if alpha < 128 {
            continue;
        }
        let key = (u16::from(red >> 5) << 6) | (u16::from(green >> 5) << 3) | u16::from(blue >> 5);
        let spread = f32::from(red.max(green).max(blue) - red.min(green).min(blue)) / 255.0;
        let weight = 0.15 + spread;
        let group = groups.entry(key).or_default();
        group.0 += weight;
        for (sum, channel) in group.1.iter_mut().zip([red, green, blue]) {
            *sum += f32::from(channel) * weight;
        }
    }
    let (weight, sums) = groups.into_values().max_by(|a, b| a.0.total_cmp(&b.0))?;
    let [red, green, blue] = sums.map(|sum| (sum / weight).round() as u8);
    Some(format!("#{red:02x}{green:02x}{blue:02x}"))
}
