//! `.risup` and `.risupreset`: a RisuAI preset in its wrappings (RisuAI `database.svelte.ts`).
//!
//! Inside out: the preset in MessagePack; sealed with a word everyone knows; put into a small MessagePack map; packed
//! with gzip; and, in `.risup`, sent through RPack. RisuAI's reader also takes zlib and bare deflate. What is around
//! the preset is kept, so that another preset goes into the same wrappings.

use flate2::{Compression, GzBuilder};

use super::rpack;
use crate::deflated;
use crate::error::{ContainerError, Place};
use crate::limits::Limits;
use crate::msgpack::{self, Packed};

/// The word presets are sealed with.
const WORD: &str = "risupreset";
/// The keys the sealed preset stands under; the second in version 0 of the wrapping.
const SEALED: [&str; 2] = ["preset", "pres"];
/// How every gzip stream begins.
const GZIP: &[u8] = b"\x1F\x8B";
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

/// Whether bytes begin as a preset file that is not gzip may: with the header of zlib, in RPack or not.
pub fn may_be_zlib(bytes: &[u8]) -> bool {
    let head = bytes.get(..2).unwrap_or_default();
    is_zlib(head) || is_zlib(&rpack::decode(head))
}

/// RFC 1950: deflate with a window, and the two bytes are a multiple of 31.
fn is_zlib(head: &[u8]) -> bool {
    match head {
        [method, flags] => {
            method & 0x0F == 8 && method >> 4 <= 7 && (u16::from(*method) << 8 | u16::from(*flags)).is_multiple_of(31)
        }
        _ => false,
    }
}

impl Preset {
    /// Opens the wrappings of a preset file.
    ///
    /// # Errors
    /// When it is no preset file, is damaged, or reaches a limit.
    pub fn read(bytes: &[u8], limits: &Limits) -> Result<Preset, ContainerError> {
        if bytes.starts_with(GZIP) {
            return open(bytes, false, limits);
        }
        match open(&rpack::decode(bytes), true, limits) {
            // A .risupreset may be zlib or bare deflate, which cannot be told from RPack by its beginning.
            Err(error @ ContainerError::Malformed { .. }) => open(bytes, false, limits).map_err(|_| error),
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
    let inflated = deflated::unpack(packed, limits.text)?;
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

fn gzip(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut stream = GzBuilder::new().mtime(0).operating_system(GZIP_SYSTEM).write(Vec::new(), Compression::default());
    // Writing to memory cannot fail.
    let _ = stream.write_all(bytes);
    stream.finish().unwrap_or_default()
}
