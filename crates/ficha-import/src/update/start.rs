//! A newer card comes to a world: it waits beside the world, and everything an undo needs is kept. Also the two ways
//! back: cancelling what waits, undoing what was finished.
//!
//! Rules kept: the world's files do not change; the copies are those of before the first newer card that was waiting,
//! also when another one takes its place.

use ficha_convert::NormalizedCard;
use ficha_library::worlds::{WorldFolder, Writing};

use super::act::Act;
use super::error::{Result, UpdateError};
use super::kept::{keep, put_back, settle};
use super::pairs::match_pieces;
use super::status::{card_at, is_waiting};
use crate::card::{Card, itemise};
use crate::records::{Choices, Pieces, Record, State, UpdateState, Upload};
use crate::run::{self, Facts, Outside, enter, hex, lock, record, remember};

/// A newer card with the file it came in.
#[derive(Clone, Copy, Debug)]
pub struct Newer<'a> {
    /// The card as V3.
    pub card: &'a NormalizedCard,
    /// The file's name as the person knows it.
    pub file_name: &'a str,
    /// The file's name in the world: `source.png`.
    pub source_name: &'a str,
    /// Its bytes.
    pub source: &'a [u8],
}

impl Newer<'_> {
    fn upload(&self) -> Upload {
        let mut upload = Upload {
            name: self.file_name.to_owned(),
            bytes: self.source.len(),
            sha256: ficha_formats::media::sha256(self.source),
            source_format: self.card.source_format.clone(),
            ..Upload::default()
        };
        remember(&mut upload, self.card);
        upload
    }

    fn pieces(&self, choices: &Choices, report_language: &str) -> Pieces {
        Pieces {
            card_sha256: hex(&self.card.payload_sha256),
            pieces: itemise(&self.card.data, choices, report_language).pieces,
            ..Pieces::default()
        }
    }
}

/// The state of a world an update may begin on.
fn state_for(folder: &WorldFolder, update_waits: bool) -> Result<State> {
    let state = run::state(folder)?;
    let phase = state.as_ref().map(|state| state.phase);
    enter(phase, run::Act::Update, Facts { update_waits, ..Facts::default() })?;
    state.filter(|_| folder.has(".import/card.json")).ok_or(UpdateError::NoCard)
}

/// The choices for a newer card when nobody chooses: those of the world's card as far as they fit. An entry stays off
/// where it was off; one the newer card has newly switched off, or brings switched off, is off as well.
///
/// # Errors
/// [`UpdateError::NoCard`], and records that cannot be read.
pub fn choices_for(folder: &WorldFolder, newer: &Newer<'_>, report_language: &str) -> Result<Choices> {
    let old_card = card_at(folder, ".import/card.json")?.ok_or(UpdateError::NoCard)?;
    let before: Choices = record(folder)?.unwrap_or_default();
    let card = Card::of(&newer.card.data);
    let greetings = card.greetings();
    let says = |number: &usize| greetings.get(*number).is_some_and(|text| !text.trim().is_empty());
    let opening = before.opening.filter(says).or_else(|| (0..greetings.len()).find(says));
    let mut choices = Choices { opening, upload: newer.upload(), entries_off: Vec::new(), ..before.clone() };
    let old = itemise(&old_card, &before, report_language).pieces;
    let new = newer.pieces(&choices, report_language).pieces;
    let pairs = match_pieces(&old, &new, &before.language);
    let older = Card::of(&old_card).entries();
    let was_enabled = |id: &str| older.iter().find(|entry| entry.piece() == id).is_none_or(|entry| entry.is_enabled());
    for entry in card.entries() {
        let pair = pairs.pairs.iter().find(|pair| new.get(pair.new).is_some_and(|piece| piece.id == entry.piece()));
        let off = match pair.and_then(|pair| old.get(pair.old)) {
            Some(piece) => piece.off || (!entry.is_enabled() && was_enabled(&piece.id)),
            None => !entry.is_enabled(),
        };
        if off {
            choices.entries_off.push(entry.number);
        }
    }
    Ok(choices)
}

/// Lets a newer card wait beside the world. `replace`: another one that waits may go.
///
/// # Errors
/// `wrong-phase`, `update-waits`, [`UpdateError::NoCard`], `busy`, and what the disk refuses; then nothing has changed,
/// or the act is done by whatever asks next.
pub fn start(
    folder: &WorldFolder,
    newer: &Newer<'_>,
    choices: &Choices,
    replace: bool,
    outside: &Outside<'_>,
) -> Result<()> {
    settle(folder)?;
    let writing = lock(folder)?;
    let waits = is_waiting(&writing);
    state_for(&writing, waits && !replace)?;
    let now = (outside.now)();
    let mut act = Act::begin(&writing, "start")?;
    if !waits {
        keep(&mut act, &writing, &now)?;
    }
    let choices = Choices { upload: newer.upload(), ..choices.clone() };
    let state = UpdateState { started_at: now, ..UpdateState::default() };
    let mut fill = |path: &str, bytes: &[u8]| act.fill("update", path, bytes);
    fill(newer.source_name, newer.source)?;
    fill("card.json", newer.card.text.as_bytes())?;
    if let Some(picture) = &newer.card.picture {
        fill("picture.png", picture)?;
    }
    fill("pieces.json", &newer.pieces(&choices, outside.report_language).to_bytes())?;
    fill("choices.json", &choices.to_bytes())?;
    fill("state.json", &state.to_bytes())?;
    act.place_folder("update", UPDATE);
    act.done()
}

/// Where the newer card waits.
pub(super) const UPDATE: &str = ".import/update";

fn waiting(folder: &WorldFolder) -> Result<Writing> {
    settle(folder)?;
    let writing = lock(folder)?;
    if is_waiting(&writing) { Ok(writing) } else { Err(UpdateError::NoUpdate) }
}

/// Takes the newer card away. Edits made meanwhile stay.
///
/// # Errors
/// [`UpdateError::NoUpdate`], `busy`, and what the disk refuses.
pub fn cancel(folder: &WorldFolder) -> Result<()> {
    let writing = waiting(folder)?;
    let mut act = Act::begin(&writing, "cancel")?;
    act.remove_folder(UPDATE);
    act.done()
}

/// Puts back what was there before the last finished update. What the world holds goes to its trash, under the name
/// that is returned; pictures are left as they are.
///
/// # Errors
/// [`UpdateError::NothingToUndo`], `damaged` when a copy is not what it was, `busy`, and what the disk refuses.
pub fn undo(folder: &WorldFolder) -> Result<String> {
    settle(folder)?;
    let writing = lock(folder)?;
    if is_waiting(&writing) {
        return Err(UpdateError::NothingToUndo);
    }
    put_back(&writing)
}
