//! An upload becomes a world's folder (W-007): a world file that says no more than name, language and origin, and beside
//! it the card, its picture, the choices and the first state. Rule kept: all of it is made where nobody lists it and
//! gets its name as the last step.

use ficha_convert::NormalizedCard;
use ficha_library::worlds::{Incoming, WorldFolder};
use ficha_world::{make_id, schema, to_bytes};

use super::choose::{Wishes, choose, minimal};
use super::error::{Result, RunError};
use super::kept;
use super::outside::Outside;
use super::phase::{Act, Facts, enter};
use super::store::place;
use crate::card::Card;
use crate::records::{Choices, Phase, Record, State, Upload};

/// The largest upload an import takes, in bytes: `importMaxUploadBytes`.
pub const MAX_UPLOAD_BYTES: u64 = 100_000_000;

/// Refuses an upload over the limit (W-002). To be asked before a byte of it is read.
///
/// # Errors
/// [`RunError::TooLarge`].
pub fn check_upload(bytes: u64) -> Result<()> {
    if bytes > MAX_UPLOAD_BYTES { Err(RunError::TooLarge { bytes, limit: MAX_UPLOAD_BYTES }) } else { Ok(()) }
}

/// Makes the folder of a world that is to be imported.
///
/// # Errors
/// A wish that does not fit the card, and what the disk refuses; then there is no world, and the upload still waits.
pub fn start(incoming: Incoming, card: &NormalizedCard, wishes: &Wishes, outside: &Outside<'_>) -> Result<WorldFolder> {
    check_upload(incoming.bytes)?;
    enter(None, Act::Start, Facts::default())?;
    let mut upload = Upload {
        name: incoming.name.clone(),
        bytes: usize::try_from(incoming.bytes).unwrap_or(usize::MAX),
        sha256: incoming.sha256.clone(),
        source_format: card.source_format.clone(),
        ..Upload::default()
    };
    kept::remember(&mut upload, card);
    let choices = choose(Card::of(&card.data), wishes, upload)?;
    let id = make_id(&choices.world_name, "world", &|_| false);
    Ok(incoming.start(&id, &files(card, &choices, outside))?)
}

/// The files a world begins with, the upload aside. The state is the last of them.
fn files(card: &NormalizedCard, choices: &Choices, outside: &Outside<'_>) -> Vec<(String, Vec<u8>)> {
    let now = (outside.now)();
    let seen = Card::of(&card.data);
    let origin = crate::finish::origin(seen, &now);
    let info = minimal(&choices.world_name, &choices.language, &origin, &now);
    let info = info.as_object().cloned().unwrap_or_default();
    let state = State {
        phase: Phase::Ready,
        language: choices.language.clone(),
        report_language: outside.report_language.to_owned(),
        updated_at: now,
        ..State::default()
    };
    let mut files = vec![
        ("world.json".to_owned(), to_bytes(&schema::WORLD, &info)),
        (place("card.json"), card.text.clone().into_bytes()),
    ];
    if let Some(picture) = &card.picture {
        files.push((place("picture.png"), picture.to_vec()));
    }
    files.push((place(Choices::FILE), choices.to_bytes()));
    files.push((place(State::FILE), state.to_bytes()));
    files
}
