//! `.risup` and `.risupreset`: a RisuAI preset in its wrappings (RisuAI `database.svelte.ts`).
//!
//! Inside out: the preset in MessagePack; sealed with a word everyone knows; put into a small MessagePack map; packed
//! with gzip; and, in `.risup`, sent through RPack. RisuAI's reader also takes zlib and bare deflate. What is around
//! the preset is kept, so that another preset goes into the same wrappings.

use flate2::{Compression, GzBuilder};

use super::rpack;
use crate::error::{ContainerError, Place};
use crate::inflate::{Framing, InflateFault, inflate};
use crate::limits::Limits;
use crate::msgpack::{self, Packed};

/// The word presets are sealed with.
const WORD: &str = "risupreset";
/// The keys the sealed preset stands under; the second in version 0 of the wrapping.
const SEALED: [&str; 2] = ["preset", "pres"];
/// gzip's number for an unknown or Unix system, as RisuAI's packer writes it.
const GZIP_SYSTEM: u8 = 3;

/// A preset and what it came wrapped in.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// The preset.
    pub preset: Packed,
    /// The map around it, whose sealed value is replaced on writing.
    envelope: Packed,
    /// Whether the file is in RPack.
    in_rpack: bool,
}

/// How the outermost stream of a preset file is framed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outer {
    Gzip,
    Zlib,
    Deflate,
}

/// Whether bytes begin as a preset file does, in RPack or not. Bare deflate has no beginning to know it by.
pub fn begins_like_preset(bytes: &[u8]) -> bool {
    let head = bytes.get(..2).unwrap_or_default();
    outer(head) == Outer::Gzip || outer(&rpack::decode(head)) != Outer::Deflate
}

fn outer(bytes: &[u8]) -> Outer {
    match bytes {
        [0x1F, 0x8B, ..] => Outer::Gzip,
        // RFC 1950: deflate with a window, and the two bytes are a multiple of 31.
        [method, flags, ..]
            if method & 0x0F == 8 && method >> 4 <= 7 && (u16::from(*method) << 8 | u16::from(*flags)) % 31 == 0 =>
        {
            Outer::Zlib
        }
        _ => Outer::Deflate,
    }
}

impl Preset {
    /// Opens the wrappings of a preset file.
    ///
    /// # Errors
    /// When it is no preset file, is damaged, or reaches a limit.
    pub fn read(bytes: &[u8], limits: &Limits) -> Result<Preset, ContainerError> {
        let decoded;
        let in_rpack = outer(bytes) != Outer::Gzip;
        let packed = if in_rpack {
            decoded = rpack::decode(bytes);
            &decoded
        } else {
            bytes
        };
        match open(packed, in_rpack, limits) {
            // A .risupreset may be zlib or bare deflate, which cannot be told from RPack by its beginning.
            Err(error @ ContainerError::Malformed { .. }) if in_rpack => open(bytes, false, limits).map_err(|_| error),
            opened => opened,
        }
    }

    /// The file of another preset in the same wrappings. The time gzip notes is left at zero.
    ///
    /// # Errors
    /// When the preset is too large for its cipher.
    pub fn write(&self, preset: &Packed) -> Result<Vec<u8>, ContainerError> {
        write(preset, &self.envelope, self.in_rpack)
    }

    /// The file of a preset in new wrappings, as RisuAI writes `.risup`.
    ///
    /// # Errors
    /// As [`Preset::write`].
    pub fn fresh(preset: &Packed) -> Result<Vec<u8>, ContainerError> {
        let text = |text: &str| Packed::Text(text.to_owned());
        let envelope = Packed::Map(vec![
            (text("presetVersion"), Packed::Whole(2)),
            (text("type"), text("preset")),
            (text("preset"), Packed::Bytes(Vec::new())),
        ]);
        write(preset, &envelope, true)
    }
}

fn open(packed: &[u8], in_rpack: bool, limits: &Limits) -> Result<Preset, ContainerError> {
    let broken = |what: &str| ContainerError::malformed(format!("the RisuAI preset {what}"), Place::file());
    let inflated = match outer(packed) {
        Outer::Gzip => inflate(gzip_body(packed).ok_or_else(|| broken("is cut off"))?, Framing::Raw, limits.text),
        Outer::Zlib => inflate(packed, Framing::Zlib, limits.text),
        Outer::Deflate => inflate(packed, Framing::Raw, limits.text),
    };
    let inflated = inflated.map_err(|fault| match fault {
        InflateFault::TooLarge => ContainerError::limit("text-bytes", limits.text, Place::file()),
        InflateFault::Broken => broken("cannot be unpacked"),
        InflateFault::Truncated => broken("is cut off"),
    })?;
    let envelope = msgpack::read(&inflated, limits)?;
    if envelope.get("type").and_then(Packed::as_text) != Some("preset") {
        return Err(broken("does not say that it is one"));
    }
    let sealed = SEALED.iter().find_map(|key| match envelope.get(key) {
        Some(Packed::Bytes(bytes)) => Some(bytes),
        _ => None,
    });
    let sealed = sealed.ok_or_else(|| broken("holds no preset"))?;
    let plain = super::unseal(sealed, WORD).ok_or_else(|| broken("was changed after it was sealed"))?;
    let preset = msgpack::read(&plain, limits)?;
    Ok(Preset { preset, envelope, in_rpack })
}

fn write(preset: &Packed, envelope: &Packed, in_rpack: bool) -> Result<Vec<u8>, ContainerError> {
    let too_large = || ContainerError::limit("file-bytes", u32::MAX as usize, Place::file());
    let sealed = super::seal(&msgpack::write(preset), WORD).ok_or_else(too_large)?;
    let mut envelope = envelope.clone();
    if let Packed::Map(members) = &mut envelope {
        let place = members.iter_mut().find(|(key, value)| {
            SEALED.iter().any(|known| key.as_text() == Some(known)) && matches!(value, Packed::Bytes(_))
        });
        if let Some((_, value)) = place {
            *value = Packed::Bytes(sealed);
        }
    }
    let file = gzip(&msgpack::write(&envelope));
    Ok(if in_rpack { rpack::encode(&file) } else { file })
}

/// The deflate stream behind a gzip header (RFC 1952). The checksum behind it is not looked at, as in RisuAI.
fn gzip_body(bytes: &[u8]) -> Option<&[u8]> {
    let flags = *bytes.get(3)?;
    let mut at = 10_usize;
    if flags & 4 != 0 {
        at = at.checked_add(2)?.checked_add(usize::from(crate::read::u16_le(bytes, at)?))?;
    }
    for _ in 0..(flags >> 3 & 1) + (flags >> 4 & 1) {
        at = at.checked_add(memchr::memchr(0, bytes.get(at..)?)?)?.checked_add(1)?;
    }
    if flags & 2 != 0 {
        at = at.checked_add(2)?;
    }
    bytes.get(at..)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut stream = GzBuilder::new().mtime(0).operating_system(GZIP_SYSTEM).write(Vec::new(), Compression::default());
    // Writing to memory cannot fail.
    let _ = stream.write_all(bytes);
    stream.finish().unwrap_or_default()
}
