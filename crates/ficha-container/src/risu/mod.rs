//! Containers only RisuAI writes: modules, presets, and cards its older versions encrypted.
//!
//! Here: the bytes around the payloads. What a module or preset says is not here.

pub mod module;
pub mod preset;
pub mod rpack;
pub mod sealed;

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes256Gcm, Nonce};
use sha2::{Digest, Sha256};

/// The cipher of a password: AES-256-GCM under its SHA-256. The nonce is always twelve zero bytes, so this hides
/// nothing from anyone who knows the word.
fn cipher(password: &str) -> Aes256Gcm {
    Aes256Gcm::new(&Sha256::digest(password.as_bytes()))
}

/// The plain text of sealed bytes; `None` when they were changed or the password is another.
fn unseal(bytes: &[u8], password: &str) -> Option<Vec<u8>> {
    cipher(password).decrypt(&Nonce::default(), bytes).ok()
}

/// Bytes sealed, with the tag of sixteen bytes behind them. `None` only for more bytes than the cipher can take.
fn seal(bytes: &[u8], password: &str) -> Option<Vec<u8>> {
    cipher(password).encrypt(&Nonce::default(), bytes).ok()
}
