//! The structure import on disk (W-240): the records of a world that is made of the card's own words, then the finish,
//! or a stop before it for a review (W-251).

use ficha_library::worlds::WorldFolder;

use super::at_work::AtWork;
use super::error::Result;
use super::outside::Outside;
use super::phase::{Act, Facts};
use super::{finish, kept, store};
use crate::records::{Choices, Phase};
use crate::structure::structure_import;

/// Parts of the step that are told.
const PARTS: usize = 5;

/// Makes the world of the card's own words; with `review` it stops before a file of the world is written.
///
/// # Errors
/// `wrong-phase`, `busy`, `stopped`, a record that cannot be read, and what the disk refuses. The phase stays, and the
/// step can be taken again.
pub fn structure(folder: &WorldFolder, review: bool, outside: &Outside<'_>) -> Result<()> {
    let act = if review { Act::StructureReview } else { Act::Structure };
    let mut work = AtWork::begin(folder, act, Facts::default(), outside)?;
    let result = made(&mut work, review);
    work.closed(result)
}

fn made(work: &mut AtWork<'_>, review: bool) -> Result<()> {
    work.tell(0, PARTS, "the card");
    let choices: Choices = store::need(&work.writing)?;
    let card = kept::card(&work.writing, &choices)?;
    work.go()?;
    let records = structure_import(&card.data, &kept::hex(&card.payload_sha256), &choices, &work.state.report_language);
    work.tell(1, PARTS, "pieces");
    store::put(&work.writing, &records.pieces)?;
    store::put(&work.writing, &records.classification)?;
    store::put(&work.writing, &records.roster)?;
    store::put(&work.writing, &records.extracted)?;
    work.tell(2, PARTS, "documents");
    work.go()?;
    if review {
        work.reached(Phase::Built)?;
        work.tell(PARTS, PARTS, "");
        return Ok(());
    }
    finish::write_world(work)
}
