//! PNG files built chunk by chunk (PNG specification, third edition, sections 5 and 11).
//!
//! A file is a list of [`Chunk`]s between the signature and the end; every wrong thing a test needs (a bad checksum,
//! a chunk after `IEND`, a declared length past the end) is done by changing that list.

use crate::deflate;

/// The eight bytes every PNG starts with.
pub const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];

/// One chunk as it will be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The four letters.
    pub kind: [u8; 4],
    /// The content.
    pub data: Vec<u8>,
    /// Written instead of the right checksum.
    pub checksum: Option<u32>,
    /// Written instead of the right length, in bytes.
    pub length: Option<u32>,
}

/// A chunk with the right length and checksum.
pub fn chunk(kind: &[u8; 4], data: impl Into<Vec<u8>>) -> Chunk {
    Chunk { kind: *kind, data: data.into(), checksum: None, length: None }
}

/// A whole picture: `IHDR`, one `IDAT`, `IEND`; 8-bit RGB with a gradient, so that it is small and no two sizes agree.
pub fn picture(width: u32, height: u32) -> Vec<Chunk> {
    pixels(width, height, |x, y, channel| match channel {
        0 => (x * 255 / width.max(1)) as u8,
        1 => (y * 255 / height.max(1)) as u8,
        _ => 90,
    })
}

/// A whole picture of noise that no compressor shrinks: about `3 * width * height` bytes, the same ones every time.
pub fn noisy_picture(width: u32, height: u32) -> Vec<Chunk> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    pixels(width, height, move |_, _, _| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 24) as u8
    })
}

fn pixels(width: u32, height: u32, mut sample: impl FnMut(u32, u32, u32) -> u8) -> Vec<Chunk> {
    let mut rows = Vec::with_capacity((width as usize * 3 + 1) * height as usize);
    for y in 0..height {
        rows.push(0);
        for x in 0..width {
            for channel in 0..3 {
                rows.push(sample(x, y, channel));
            }
        }
    }
    vec![header(width, height), chunk(b"IDAT", deflate::zlib(&rows)), chunk(b"IEND", [])]
}

/// An `IHDR` of an 8-bit RGB picture; sides in pixels.
pub fn header(width: u32, height: u32) -> Chunk {
    let mut data = Vec::with_capacity(13);
    data.extend(width.to_be_bytes());
    data.extend(height.to_be_bytes());
    data.extend([8, 2, 0, 0, 0]);
    chunk(b"IHDR", data)
}

/// A `tEXt` chunk; the text is written as given, Latin-1 or not.
pub fn text(keyword: &str, text: impl AsRef<[u8]>) -> Chunk {
    chunk(b"tEXt", [keyword.as_bytes(), &[0], text.as_ref()].concat())
}

/// A `zTXt` chunk with its text compressed.
pub fn compressed_text(keyword: &str, text: impl AsRef<[u8]>) -> Chunk {
    chunk(b"zTXt", [keyword.as_bytes(), &[0, 0], &deflate::zlib(text.as_ref())].concat())
}

/// An `iTXt` chunk, plain or compressed, without language or translated keyword.
pub fn international_text(keyword: &str, text: impl AsRef<[u8]>, compressed: bool) -> Chunk {
    let body = if compressed { deflate::zlib(text.as_ref()) } else { text.as_ref().to_vec() };
    chunk(b"iTXt", [keyword.as_bytes(), &[0, u8::from(compressed), 0, 0, 0], &body].concat())
}

/// The chunks as a file, in their order.
pub fn write(chunks: &[Chunk]) -> Vec<u8> {
    let mut bytes = SIGNATURE.to_vec();
    for chunk in chunks {
        bytes.extend(chunk.length.unwrap_or(chunk.data.len() as u32).to_be_bytes());
        bytes.extend(chunk.kind);
        bytes.extend(&chunk.data);
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&chunk.kind);
        checksum.update(&chunk.data);
        bytes.extend(chunk.checksum.unwrap_or_else(|| checksum.finalize()).to_be_bytes());
    }
    bytes
}

/// A picture with chunks put in: `before` between `IHDR` and the pixels, `after` between the pixels and `IEND`.
pub fn with_chunks(picture: Vec<Chunk>, before: Vec<Chunk>, after: Vec<Chunk>) -> Vec<Chunk> {
    let (mut chunks, mut before, mut after) = (Vec::new(), Some(before), Some(after));
    for chunk in picture {
        match &chunk.kind {
            b"IDAT" => chunks.extend(before.take().unwrap_or_default()),
            b"IEND" => chunks.extend(after.take().unwrap_or_default()),
            _ => {}
        }
        chunks.push(chunk);
    }
    chunks
}

/// A card file as SillyTavern writes one: the text in base64 in a `tEXt` chunk of that keyword before `IEND`.
pub fn card(picture: Vec<Chunk>, keyword: &str, json: &str) -> Vec<u8> {
    write(&with_chunks(picture, vec![], vec![text(keyword, base64(json))]))
}

/// A card file with both chunks, `chara` before `ccv3`.
pub fn card_with_both(picture: Vec<Chunk>, chara: &str, ccv3: &str) -> Vec<u8> {
    write(&with_chunks(picture, vec![], vec![text("chara", base64(chara)), text("ccv3", base64(ccv3))]))
}

/// Standard base64 with padding.
pub fn base64(bytes: impl AsRef<[u8]>) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

/// The chunks of a well-formed PNG, for comparing two files chunk by chunk. Stops at the first thing that is no whole
/// chunk; the rest of the file is the second value.
pub fn read(bytes: &[u8]) -> (Vec<(String, Vec<u8>)>, &[u8]) {
    let mut chunks = Vec::new();
    let mut rest = bytes.strip_prefix(&SIGNATURE).unwrap_or(bytes);
    while let Some((head, tail)) = rest.split_at_checked(8) {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let Some((body, after)) = length.checked_add(4).and_then(|length| tail.split_at_checked(length)) else { break };
        chunks.push((String::from_utf8_lossy(&head[4..8]).into_owned(), body.to_vec()));
        rest = after;
    }
    (chunks, rest)
}
