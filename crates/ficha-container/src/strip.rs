//! Pictures without what was written beside the picture: texts, times, camera data, anything behind the end.
//!
//! Only the parts that say how the picture is drawn are kept, byte for byte; no pixel is decoded. What is not known to be
//! such a part goes, so that nothing travels in a part nobody has heard of.

use crate::limits::Limits;
use crate::png::{self, SIGNATURE};
use crate::read::{array, slice, u16_be, u32_le};

/// PNG chunks that say how the picture is drawn.
const DRAWN: [&[u8; 4]; 19] = [
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"cICP", b"mDCV", b"cLLI",
    b"sBIT", b"bKGD", b"hIST", b"pHYs", b"acTL", b"fcTL", b"fdAT",
];

/// The picture alone. `None` for bytes that are no PNG, JPEG, WebP or GIF, or one too damaged to walk along.
pub fn stripped(bytes: &[u8]) -> Option<Vec<u8>> {
    if bytes.starts_with(&SIGNATURE) {
        png_alone(bytes)
    } else if bytes.starts_with(b"\xFF\xD8\xFF") {
        jpeg_alone(bytes)
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        webp_alone(bytes)
    } else if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        gif_alone(bytes)
    } else {
        None
    }
}

fn png_alone(bytes: &[u8]) -> Option<Vec<u8>> {
    let read = png::read(bytes, &Limits::default()).ok()?;
    let mut out = SIGNATURE.to_vec();
    let mut ended = false;
    for chunk in read.chunks.iter().filter(|chunk| !chunk.after_iend && DRAWN.contains(&&chunk.kind)) {
        ended |= &chunk.kind == b"IEND";
        // An end holds nothing, whatever it says.
        if &chunk.kind != b"IEND" {
            out.extend_from_slice(bytes.get(chunk.start..chunk.end)?);
        }
    }
    let header = read.chunks.first().is_some_and(|chunk| &chunk.kind == b"IHDR");
    if !header || !ended {
        return None;
    }
    out.extend_from_slice(&png::chunk(*b"IEND", &[]));
    Some(out)
}

/// Segments up to the end marker; of the application's own only those the colours depend on.
fn jpeg_alone(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = bytes.get(..2)?.to_vec();
    let mut at = 2_usize;
    loop {
        let [mark, code] = array::<2>(bytes, at)?;
        if mark != 0xFF {
            return None;
        }
        match code {
            0xFF => at = at.checked_add(1)?,
            0xD9 => {
                out.extend_from_slice(b"\xFF\xD9");
                return Some(out);
            }
            0x01 | 0xD0..=0xD8 => {
                out.extend_from_slice(slice(bytes, at, 2)?);
                at = at.checked_add(2)?;
            }
            _ => {
                let length = usize::from(u16_be(bytes, at.checked_add(2)?)?);
                if length < 2 {
                    return None;
                }
                let segment = slice(bytes, at, 2 + length)?;
                let content = segment.get(4..)?;
                let kept = match code {
                    // JFIF, with its thumbnail it may stay; an extension of it is a thumbnail and nothing else.
                    0xE0 => content.starts_with(b"JFIF\0"),
                    0xE2 => content.starts_with(b"ICC_PROFILE\0"),
                    0xEE => content.starts_with(b"Adobe"),
                    0xE1 | 0xE3..=0xED | 0xEF | 0xFE => false,
                    _ => true,
                };
                if kept {
                    out.extend_from_slice(segment);
                }
                at = at.checked_add(segment.len())?;
                if code == 0xDA {
                    let end = scan_end(bytes, at)?;
                    out.extend_from_slice(bytes.get(at..end)?);
                    at = end;
                }
            }
        }
    }
}

/// Where the picture data that begins at `at` ends: at a marker that is neither a stuffed byte nor a restart.
fn scan_end(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    memchr::memchr_iter(0xFF, rest)
        .find(|mark| rest.get(mark + 1).is_some_and(|code| !matches!(code, 0x00 | 0xFF | 0xD0..=0xD7)))
        .map(|mark| at + mark)
}

fn webp_alone(bytes: &[u8]) -> Option<Vec<u8>> {
    let stated = usize::try_from(u32_le(bytes, 4)?).ok()?.checked_add(8)?;
    let file = bytes.get(..stated)?;
    let mut out = bytes.get(..12)?.to_vec();
    let mut at = 12_usize;
    let mut drawn = false;
    while at < file.len() {
        let kind = array::<4>(file, at)?;
        let length = usize::try_from(u32_le(file, at + 4)?).ok()?;
        let data = slice(file, at + 8, length)?;
        match &kind {
            b"VP8X" => {
                // The flags that say there is camera data (3) or XMP (2).
                let (first, rest) = data.split_first()?;
                out.extend_from_slice(slice(file, at, 8)?);
                out.push(first & !0b0000_1100);
                out.extend_from_slice(rest);
            }
            b"VP8 " | b"VP8L" | b"ALPH" | b"ANIM" | b"ANMF" | b"ICCP" => {
                drawn |= !matches!(&kind, b"ICCP" | b"ANIM");
                out.extend_from_slice(slice(file, at, 8 + length)?);
            }
            _ => {
                at = at.checked_add(8 + length + length % 2)?;
                continue;
            }
        }
        if length % 2 == 1 {
            out.push(0);
        }
        at = at.checked_add(8 + length + length % 2)?;
    }
    let size = u32::try_from(out.len().checked_sub(8)?).ok()?;
    out.get_mut(4..8)?.copy_from_slice(&size.to_le_bytes());
    drawn.then_some(out)
}

fn gif_alone(bytes: &[u8]) -> Option<Vec<u8>> {
    let table = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << (usize::from(flags & 7) + 1) };
    let header = 13 + table(*bytes.get(10)?);
    let mut out = bytes.get(..header)?.to_vec();
    let mut at = header;
    loop {
        match *bytes.get(at)? {
            0x3B => {
                out.push(0x3B);
                return Some(out);
            }
            0x2C => {
                let data = at + 10 + table(*bytes.get(at + 9)?) + 1;
                let end = blocks_end(bytes, data)?;
                out.extend_from_slice(bytes.get(at..end)?);
                at = end;
            }
            0x21 => {
                let end = blocks_end(bytes, at + 2)?;
                let kept = match *bytes.get(at + 1)? {
                    0xF9 => true,
                    // How often an animation runs.
                    0xFF => matches!(slice(bytes, at + 3, 11)?, b"NETSCAPE2.0" | b"ANIMEXTS1.0"),
                    _ => false,
                };
                if kept {
                    out.extend_from_slice(bytes.get(at..end)?);
                }
                at = end;
            }
            _ => return None,
        }
    }
}

/// Where a row of length-counted blocks ends, its closing empty one included.
fn blocks_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let length = usize::from(*bytes.get(at)?);
        at = at.checked_add(1 + length)?;
        if length == 0 {
            return (at <= bytes.len()).then_some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::stripped;
    use crate::png::{SIGNATURE, chunk, text_chunk};

    fn png(extra: &[Vec<u8>], behind: &[u8]) -> Vec<u8> {
        let mut out = SIGNATURE.to_vec();
        out.extend(chunk(*b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]));
        for part in extra {
            out.extend(part);
        }
        out.extend(chunk(*b"IDAT", &[0x78, 0x9C, 0x63, 0, 0, 0, 2, 0, 1]));
        out.extend(chunk(*b"IEND", &[]));
        out.extend_from_slice(behind);
        out
    }

    #[test]
    fn a_png_keeps_what_is_drawn() {
        let card = text_chunk("chara", b"e30=");
        let extra = [card, chunk(*b"tIME", &[7; 7]), chunk(*b"eXIf", b"II*\0"), chunk(*b"ficA", b"hidden")];
        let drawn = [chunk(*b"gAMA", &[0, 0, 1, 0])];
        let all: Vec<Vec<u8>> = extra.iter().chain(&drawn).cloned().collect();
        assert_eq!(stripped(&png(&all, b"PK\x03\x04")), Some(png(&drawn, b"")));
        assert_eq!(stripped(&png(&drawn, b"")), Some(png(&drawn, b"")));
        assert_eq!(stripped(&png(&drawn, b"")[..40]), None);
    }

    fn jpeg(extra: &[u8], behind: &[u8]) -> Vec<u8> {
        let head: &[u8] = b"\xFF\xD8\xFF\xE0\0\x07JFIF\0";
        let frame: &[u8] = b"\xFF\xC0\0\x0B\x08\0\x01\0\x01\x01\x01\x11\0";
        let scan: &[u8] = b"\xFF\xDA\0\x08\x01\x01\0\0\x3F\0\xAB\xFF\0\xCD\xFF\xD0\xEF\xFF\xD9";
        [head, extra, frame, scan, behind].concat()
    }

    #[test]
    fn a_jpeg_keeps_what_is_drawn() {
        let extra = b"\xFF\xE1\0\x08Exif\0\0\xFF\xFE\0\x06card\xFF\xED\0\x04PS";
        assert_eq!(stripped(&jpeg(extra, b"PK\x03\x04 and more")), Some(jpeg(b"", b"")));
        let colours = b"\xFF\xE2\0\x10ICC_PROFILE\0\x01\x01";
        assert_eq!(stripped(&jpeg(colours, b"")), Some(jpeg(colours, b"")));
        assert_eq!(stripped(b"\xFF\xD8\xFF\xE1\0\x01"), None);
    }

    fn webp(flags: u8, chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let mut body = b"WEBPVP8X\x0A\0\0\0".to_vec();
        body.extend([flags, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        for (kind, data) in chunks {
            body.extend_from_slice(*kind);
            body.extend((data.len() as u32).to_le_bytes());
            body.extend_from_slice(data);
            body.extend(vec![0; data.len() % 2]);
        }
        [b"RIFF".as_slice(), &(body.len() as u32).to_le_bytes(), &body].concat()
    }

    #[test]
    fn a_webp_keeps_what_is_drawn() {
        let full =
            webp(0b1_1100, &[(b"VP8L", b"\x2F\0\0\0\0"), (b"EXIF", b"abc"), (b"XMP ", b"<x/>"), (b"card", b"{}")]);
        assert_eq!(stripped(&[full, b"behind".to_vec()].concat()), Some(webp(0b1_0000, &[(b"VP8L", b"\x2F\0\0\0\0")])));
    }

    #[test]
    fn a_gif_keeps_what_is_drawn() {
        let head: &[u8] = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xFF\xFF\xFF";
        let turns: &[u8] = b"\x21\xFF\x0BNETSCAPE2.0\x03\x01\0\0\0";
        let frame: &[u8] = b"\x21\xF9\x04\0\0\0\0\0\x2C\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0\x3B";
        let extra: &[u8] = b"\x21\xFE\x04card\0\x21\xFF\x0BXMP DataXMP\x01x\0";
        assert_eq!(stripped(&[head, extra, turns, frame, b"behind"].concat()), Some([head, turns, frame].concat()));
    }

    #[test]
    fn damaged_pictures_are_none_and_no_cut_panics() {
        let whole = [png(&[], b""), jpeg(b"", b""), webp(0, &[(b"VP8L", b"\x2F\0\0\0\0")])];
        for bytes in whole {
            for cut in 0..bytes.len() {
                assert_eq!(stripped(&bytes[..cut]), None, "cut at {cut} of {}", bytes.len());
            }
        }
        assert_eq!(stripped(b"BM"), None);
    }
}
