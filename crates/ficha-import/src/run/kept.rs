//! The card behind a world as it lies in the folder, in the shape it had when it was read.
//!
//! Rule kept: the hash of the file's own text is remembered with the choices when, and only when, the card was written
//! anew as V3, so that its text no longer says it.

use ficha_convert::{NormalizedCard, normalized_text};
use ficha_library::worlds::WorldFolder;
use serde_json::Value;

use super::error::{Result, RunError};
use super::store::place;
use crate::records::{Choices, Upload};

/// A member of the upload's record that is ours, beside those of the record.
const CARD_SHA256: &str = "card_sha256";

/// Remembers what the text of a card does not say.
pub(crate) fn remember(upload: &mut Upload, card: &NormalizedCard) {
    let said = hex(&card.payload_sha256);
    if said != ficha_library::sha256(card.text.as_bytes()) {
        upload.extra.insert(CARD_SHA256.to_owned(), said.into());
    }
}

/// The card of a world, its picture beside it.
///
/// # Errors
/// When its text is gone or no JSON.
pub fn card(folder: &WorldFolder, choices: &Choices) -> Result<NormalizedCard> {
    let file = place("card.json");
    let fault = |what: String| RunError::Unreadable { file: file.clone(), what };
    let bytes = folder.read(&file)?.ok_or_else(|| fault("it is not there".to_owned()))?;
    let text = String::from_utf8(bytes).map_err(|_| fault("it is not UTF-8".to_owned()))?;
    let mut card = normalized_text(text).map_err(|error| fault(error.to_string()))?;
    if let Some(hash) = choices.upload.extra.get(CARD_SHA256).and_then(Value::as_str).and_then(of_hex) {
        card.payload_sha256 = hash;
    }
    card.source_format.clone_from(&choices.upload.source_format);
    card.picture = folder.read(&place("picture.png"))?.map(Into::into);
    Ok(card)
}

/// Bytes as lower-case hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn of_hex(text: &str) -> Option<[u8; 32]> {
    let mut hash = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (index, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(index * 2..index * 2 + 2)?, 16).ok()?;
    }
    Some(hash)
}
