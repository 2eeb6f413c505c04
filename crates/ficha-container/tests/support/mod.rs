//! Files made by code for the tests of this crate: pictures, archives, bombs. All of it is invented.
//!
//! Every number in them can be set wrong. They stand here and not in the test kit because that one is built on the
//! crates above this one, and these tests must run when those do not compile.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::io::Write;
use std::path::PathBuf;

use flate2::{Compress, Compression, FlushCompress};

/// An invented card, as text.
pub fn card(name: &str) -> String {
    format!(
        "{{\"spec\":\"chara_card_v2\",\"spec_version\":\"2.0\",\"data\":{{\"name\":\"{name}\",\
         \"description\":\"Keeps the ferry at Low Quay.\",\"first_mes\":\"Mind the wet plank.\"}}}}"
    )
}

/// One chunk with a right checksum.
pub fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut out = (data.len() as u32).to_be_bytes().to_vec();
    out.extend_from_slice(kind);
    out.extend_from_slice(data);
    let crc = crc32fast::hash(&out[4..]);
    out.extend_from_slice(&crc.to_be_bytes());
    out
}

/// The signature and these chunks.
pub fn png_of(chunks: &[Vec<u8>]) -> Vec<u8> {
    let mut out = b"\x89PNG\r\n\x1A\n".to_vec();
    for chunk in chunks {
        out.extend_from_slice(chunk);
    }
    out
}

/// The header of an 8 by 8 grey picture.
pub fn header() -> Vec<u8> {
    chunk(b"IHDR", &[0, 0, 0, 8, 0, 0, 0, 8, 8, 0, 0, 0, 0])
}

/// The pixels that go with it.
pub fn pixels() -> Vec<u8> {
    let rows: Vec<u8> =
        (0..8_u8).flat_map(|row| (0..9).map(move |at| if at == 0 { 0 } else { row * 16 + at })).collect();
    chunk(b"IDAT", &zlib(&rows))
}

/// The end.
pub fn end() -> Vec<u8> {
    chunk(b"IEND", &[])
}

/// A whole picture with these chunks before its end.
pub fn picture(extra: &[Vec<u8>]) -> Vec<u8> {
    let mut chunks = vec![header(), pixels()];
    chunks.extend_from_slice(extra);
    chunks.push(end());
    png_of(&chunks)
}

/// A `tEXt` chunk.
pub fn text(keyword: &str, text: &[u8]) -> Vec<u8> {
    chunk(b"tEXt", &[keyword.as_bytes(), b"\0", text].concat())
}

/// A `zTXt` chunk holding this stream as it is.
pub fn ztxt(keyword: &str, stream: &[u8]) -> Vec<u8> {
    chunk(b"zTXt", &[keyword.as_bytes(), b"\0\0", stream].concat())
}

/// An `iTXt` chunk; `compressed` says what the flag states, `data` is written as it is.
pub fn itxt(keyword: &str, compressed: bool, data: &[u8]) -> Vec<u8> {
    chunk(b"iTXt", &[keyword.as_bytes(), &[0, u8::from(compressed), 0], b"en\0", b"karta\0", data].concat())
}

/// A zlib stream.
pub fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A bare deflate stream.
pub fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A bare deflate stream of `mebibytes` MiB of one letter, made by repeating one packed MiB.
pub fn packed_mebibytes(mebibytes: usize) -> Vec<u8> {
    let piece = vec![b'a'; 1 << 20];
    let mut stream = Compress::new(Compression::best(), false);
    let mut block = Vec::with_capacity(64 * 1024);
    stream.compress_vec(&piece, &mut block, FlushCompress::Full).unwrap();
    assert_eq!(stream.total_in(), 1 << 20);
    let mut out = block.repeat(mebibytes);
    // An empty last block.
    out.extend_from_slice(&[0x03, 0x00]);
    out
}

/// The same as a zlib stream, without the checksum nobody gets to.
pub fn zlib_mebibytes(mebibytes: usize) -> Vec<u8> {
    [&[0x78, 0xDA][..], &packed_mebibytes(mebibytes)].concat()
}

/// A picture header with an EXIF user comment: `container` is `png`, `webp` or `jpeg`, `little` the byte order, and
/// `nested` says whether the tag stands in the EXIF directory or, as TavernAI has it, in the first one.
pub fn with_comment(container: &str, comment: &[u8], little: bool, nested: bool) -> Vec<u8> {
    let u16 = |number: u16| if little { number.to_le_bytes() } else { number.to_be_bytes() };
    let u32 = |number: u32| if little { number.to_le_bytes() } else { number.to_be_bytes() };
    let entry =
        |tag: u16, kind: u16, count: u32, value: u32| [&u16(tag)[..], &u16(kind), &u32(count), &u32(value)].concat();
    let mut tiff = if little { b"II\x2A\0".to_vec() } else { b"MM\0\x2A".to_vec() };
    tiff.extend(u32(8));
    let directory = |entries: &[Vec<u8>]| [&u16(entries.len() as u16)[..], &entries.concat(), &u32(0)].concat();
    let orientation = entry(0x0112, 3, 1, 0);
    let len = comment.len() as u32;
    if nested {
        tiff.extend(directory(&[entry(0x8769, 4, 1, 38), orientation]));
        assert_eq!(tiff.len(), 38);
        tiff.extend(directory(&[entry(0x9286, 7, len, 56)]));
    } else {
        tiff.extend(directory(&[entry(0x9286, 7, len, 38), orientation]));
    }
    tiff.extend_from_slice(comment);
    match container {
        "png" => png_of(&[header(), chunk(b"eXIf", &tiff), pixels(), end()]),
        "webp" => {
            let exif = [b"Exif\0\0", &tiff[..]].concat();
            let picture = b"VP8X\x0A\0\0\0\x08\0\0\0\x1F\0\0\x1F\0\0";
            let mut body = [b"WEBP", &picture[..], b"ODD \x01\0\0\0x\0EXIF"].concat();
            body.extend((exif.len() as u32).to_le_bytes());
            body.extend(exif);
            [b"RIFF", &(body.len() as u32).to_le_bytes()[..], &body].concat()
        }
        _ => {
            let exif = [b"Exif\0\0", &tiff[..]].concat();
            let mut out = b"\xFF\xD8\xFF\xE1\0\x04XM\xFF\xE1".to_vec();
            out.extend((exif.len() as u16 + 2).to_be_bytes());
            out.extend(exif);
            out.extend(b"\xFF\xC0\0\x0B\x08\0\x10\0\x20\x01\x01\x11\0\xFF\xDA\0\x02..\xFF\xD9");
            out
        }
    }
}

/// An entry for [`zip_of`], every number of it free to be wrong.
#[derive(Clone, Debug)]
pub struct Raw {
    pub name: Vec<u8>,
    pub method: u16,
    pub flags: u16,
    pub crc32: u32,
    pub data: Vec<u8>,
    pub size: u32,
    pub extra: Vec<u8>,
    pub comment: Vec<u8>,
    pub time: [u8; 4],
}

impl Raw {
    /// A stored entry with right numbers.
    pub fn stored(name: &str, content: &[u8]) -> Raw {
        Raw {
            name: name.as_bytes().to_vec(),
            method: 0,
            flags: 0,
            crc32: crc32fast::hash(content),
            data: content.to_vec(),
            size: content.len() as u32,
            extra: Vec::new(),
            comment: Vec::new(),
            time: [0x21, 0x08, 0x5D, 0x59],
        }
    }

    /// A deflated entry with right numbers.
    pub fn deflated(name: &str, content: &[u8]) -> Raw {
        Raw { method: 8, data: deflate(content), ..Raw::stored(name, content) }
    }

    /// A deflated entry that declares `size` and holds this stream.
    pub fn declaring(name: &str, size: u32, stream: Vec<u8>) -> Raw {
        Raw { method: 8, data: stream, size, crc32: 0, ..Raw::stored(name, b"") }
    }

    fn shared(&self) -> Vec<u8> {
        let mut out = 20_u16.to_le_bytes().to_vec();
        out.extend_from_slice(&self.flags.to_le_bytes());
        out.extend_from_slice(&self.method.to_le_bytes());
        out.extend_from_slice(&self.time);
        out.extend_from_slice(&self.crc32.to_le_bytes());
        out.extend_from_slice(&(self.data.len() as u32).to_le_bytes());
        out.extend_from_slice(&self.size.to_le_bytes());
        out.extend_from_slice(&(self.name.len() as u16).to_le_bytes());
        out
    }

    /// The local header and the data. With flag 8 the header has no sizes and a descriptor follows.
    pub fn local(&self) -> Vec<u8> {
        let mut shared = self.shared();
        if self.flags & 8 != 0 {
            shared[10..22].fill(0);
        }
        let mut out = b"PK\x03\x04".to_vec();
        out.extend_from_slice(&shared);
        out.extend_from_slice(&(self.extra.len() as u16).to_le_bytes());
        out.extend_from_slice(&self.name);
        out.extend_from_slice(&self.extra);
        out.extend_from_slice(&self.data);
        if self.flags & 8 != 0 {
            out.extend_from_slice(b"PK\x07\x08");
            out.extend_from_slice(&self.crc32.to_le_bytes());
            out.extend_from_slice(&(self.data.len() as u32).to_le_bytes());
            out.extend_from_slice(&self.size.to_le_bytes());
        }
        out
    }

    /// The directory record.
    pub fn record(&self, offset: u32) -> Vec<u8> {
        let mut out = b"PK\x01\x02\x14\x03".to_vec();
        out.extend_from_slice(&self.shared());
        out.extend_from_slice(&(self.extra.len() as u16).to_le_bytes());
        out.extend_from_slice(&(self.comment.len() as u16).to_le_bytes());
        out.extend_from_slice(&[0, 0, 1, 0, 0, 0, 0xA4, 0x81]);
        out.extend_from_slice(&offset.to_le_bytes());
        out.extend_from_slice(&self.name);
        out.extend_from_slice(&self.extra);
        out.extend_from_slice(&self.comment);
        out
    }
}

/// The end record.
pub fn end_record(count: u16, size: u32, offset: u32, comment: &[u8]) -> Vec<u8> {
    let mut out = b"PK\x05\x06\0\0\0\0".to_vec();
    out.extend_from_slice(&count.to_le_bytes());
    out.extend_from_slice(&count.to_le_bytes());
    out.extend_from_slice(&size.to_le_bytes());
    out.extend_from_slice(&offset.to_le_bytes());
    out.extend_from_slice(&(comment.len() as u16).to_le_bytes());
    out.extend_from_slice(comment);
    out
}

/// An archive behind `prefix`. `from_file_start`: offsets count the prefix.
pub fn zip_behind(prefix: &[u8], from_file_start: bool, entries: &[Raw], comment: &[u8]) -> Vec<u8> {
    let base = if from_file_start { 0 } else { prefix.len() };
    let mut out = prefix.to_vec();
    let mut records = Vec::new();
    for entry in entries {
        records.extend_from_slice(&entry.record((out.len() - base) as u32));
        out.extend_from_slice(&entry.local());
    }
    let offset = (out.len() - base) as u32;
    out.extend_from_slice(&records);
    out.extend_from_slice(&end_record(entries.len() as u16, records.len() as u32, offset, comment));
    out
}

/// An archive.
pub fn zip_of(entries: &[Raw]) -> Vec<u8> {
    zip_behind(b"", false, entries, b"")
}

/// A directory of `count` records that all name one entry, with a zip64 end record when the count asks for it.
pub fn crowded_zip(count: usize) -> Vec<u8> {
    let entry = Raw::stored("a", b"");
    let mut out = entry.local();
    let offset = out.len();
    let record = entry.record(0);
    for _ in 0..count {
        out.extend_from_slice(&record);
    }
    let size = out.len() - offset;
    let end = out.len() as u64;
    if count >= 0xFFFF {
        out.extend_from_slice(b"PK\x06\x06");
        out.extend_from_slice(&44_u64.to_le_bytes());
        out.extend_from_slice(&[45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        out.extend_from_slice(&(count as u64).to_le_bytes());
        out.extend_from_slice(&(count as u64).to_le_bytes());
        out.extend_from_slice(&(size as u64).to_le_bytes());
        out.extend_from_slice(&(offset as u64).to_le_bytes());
        out.extend_from_slice(b"PK\x06\x07\0\0\0\0");
        out.extend_from_slice(&end.to_le_bytes());
        out.extend_from_slice(&1_u32.to_le_bytes());
    }
    let stated = u16::try_from(count).unwrap_or(u16::MAX);
    out.extend_from_slice(&end_record(stated, size as u32, offset as u32, b""));
    out
}

/// Every bomb by name.
pub const BOMBS: [&str; 11] = [
    "zip: one entry, honestly 1 GiB",
    "zip: one entry of 1 GiB that declares 100 bytes",
    "zip: one entry of 1 GiB that declares 60 MiB",
    "zip: 40 entries of 40 MiB",
    "zip: 40 entries of 40 MiB that declare 1 MiB",
    "zip: a million entries in the directory",
    "zip: 60,000 entries, stated as 1",
    "png: zTXt of 1 GiB",
    "png: iTXt of 1 GiB",
    "png: a million chunks",
    "png: a declared length of 0x7fffffff",
];

/// Builds a bomb by its place in [`BOMBS`].
pub fn bomb(index: usize) -> Vec<u8> {
    match index {
        0 => {
            zip_of(&[Raw::stored("card.json", b"{}"), Raw::declaring("assets/a.png", 1 << 30, packed_mebibytes(1024))])
        }
        1 => zip_of(&[Raw::declaring("card.json", 100, packed_mebibytes(1024))]),
        2 => zip_of(&[Raw::declaring("card.json", 60 << 20, packed_mebibytes(1024))]),
        3 | 4 => {
            let size = if index == 3 { 40 << 20 } else { 1 << 20 };
            let stream = packed_mebibytes(40);
            let entry = |at| Raw::declaring(&format!("assets/{at}.png"), size, stream.clone());
            zip_of(&(0..40).map(entry).collect::<Vec<_>>())
        }
        5 => crowded_zip(1_000_000),
        6 => {
            let mut zip = crowded_zip(60_000);
            let count = zip.len() - 22 + 8;
            zip[count..count + 4].copy_from_slice(&[1, 0, 1, 0]);
            zip
        }
        7 => picture(&[ztxt("chara", &zlib_mebibytes(1024))]),
        8 => picture(&[itxt("chara", true, &zlib_mebibytes(1024))]),
        9 => {
            let dot = chunk(b"tEXt", b"a\0");
            let mut chunks = vec![header(), pixels()];
            chunks.extend(std::iter::repeat_n(dot, 1_000_000));
            chunks.push(end());
            png_of(&chunks)
        }
        _ => {
            let mut png = png_of(&[header(), pixels()]);
            png.extend_from_slice(&0x7FFF_FFFF_u32.to_be_bytes());
            png.extend_from_slice(b"tEXtchara\0");
            png
        }
    }
}

/// The folder of shared material, or `None` with a line that says so.
pub fn shared_dir() -> Option<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let dir = std::env::var_os("FICHA_SHARED").map_or(beside, PathBuf::from);
    if dir.is_dir() {
        return Some(dir);
    }
    println!("skipped: no shared material at {}", dir.display());
    None
}
