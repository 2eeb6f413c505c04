//! Cards that older RisuAI versions encrypted in their PNG (`rcc||rccv1||...`). They are only read: no version writes
//! them any more.
//!
//! Four parts with `||` between them after the mark: the version, the cipher text in base64, the SHA-256 of it in hex,
//! and base64 of `{"usePassword": ...}`. Without a password of its own the card is sealed with a word everyone knows.

use sha2::{Digest, Sha256};

use crate::error::{ContainerError, Place};

/// The mark in front.
const MARK: &[u8] = b"rcc||";
/// The only version that was ever written.
const VERSION: &[u8] = b"rccv1";
/// The word of a card without a password of its own.
const OPEN_WORD: &str = "RISU_NONE";

/// Whether a card text is one of these.
pub fn is_sealed(text: &[u8]) -> bool {
    text.starts_with(MARK)
}

/// The plain bytes of a sealed card: JSON text of a V2 card.
///
/// # Errors
/// `Locked` when it needs a password that was not given or is wrong; `Malformed` when it is damaged, `Unsupported` for a
/// version that is not known.
pub fn open(text: &[u8], password: Option<&str>) -> Result<Vec<u8>, ContainerError> {
    let broken = |what: &str| ContainerError::malformed(format!("the encrypted card {what}"), Place::file());
    let rest = text.strip_prefix(MARK).ok_or_else(|| broken("has no mark in front"))?;
    let mut parts = Parts(Some(rest));
    if parts.next() != Some(VERSION) {
        let what = "the card is encrypted by RisuAI in a version that is not known";
        return Err(ContainerError::unsupported(what, Place::file()));
    }
    let (Some(cipher), Some(checksum)) = (parts.next(), parts.next()) else { return Err(broken("is cut off")) };
    let settings = parts.next().unwrap_or_default();
    let cipher = base64_simd::forgiving_decode_to_vec(cipher).map_err(|_| broken("is no base64"))?;
    if hex(&Sha256::digest(&cipher)).as_bytes() != checksum.trim_ascii().to_ascii_lowercase() {
        return Err(broken("does not match its checksum"));
    }
    let own = uses_password(settings);
    let plain = match (own, password) {
        (_, Some(password)) => super::unseal(&cipher, password),
        (Some(true), None) => None,
        (Some(false) | None, None) => super::unseal(&cipher, OPEN_WORD),
    };
    plain.ok_or_else(|| ContainerError::Locked { wrong: password.is_some(), place: Place::file() })
}

/// Whether the settings say that the card has a password of its own; `None` when they cannot be read.
fn uses_password(settings: &[u8]) -> Option<bool> {
    let json = base64_simd::forgiving_decode_to_vec(settings).ok()?;
    let document = ficha_json::Document::parse(String::from_utf8(json).ok()?, &ficha_json::Limits::default()).ok()?;
    document.root().get("usePassword")?.as_bool()
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// What stands between `||`.
struct Parts<'a>(Option<&'a [u8]>);

impl<'a> Iterator for Parts<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let rest = self.0?;
        match memchr::memmem::find(rest, b"||") {
            Some(at) => {
                self.0 = rest.get(at + 2..);
                rest.get(..at)
            }
            None => self.0.take(),
        }
    }
}
