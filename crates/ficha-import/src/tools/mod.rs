//! Looking at the card behind a world: overview, search, reading, origin, and what a newer card changes.
//!
//! Here: five questions about a card, none of which changes a byte. Not here: marks, finishing an update, anything that
//! writes. Text is shown as the import read it, with the player as `[PLAYER]`; reading can show the card's own words.
//!
//! The rules: the world's files are what counts, the card is evidence; answers have a fixed order; a world without a
//! card has no tools and is none the worse for it.

mod diff;
mod evidence;
mod fields;
pub mod fold;
pub mod graphemes;
mod known;
mod origin;
mod overview;
mod read;
pub mod search;
mod side;

use ficha_library::LibraryError;
use ficha_library::worlds::WorldFolder;
use ficha_world::World;

use crate::records::{Report, State};
use crate::run::{self, RunError};
use crate::update::UpdateError;

pub use diff::{AddressChanges, CardDiff, ChangedPiece, DroppedPiece, FieldChange, MovedPiece, PictureChange};
pub use origin::Origin;
pub use overview::{CardHead, Overview, PictureTotals, PieceRow, RosterRow};
pub use read::{PieceText, TURN};
pub use search::{Hit, How, SearchOpts, SearchResult, Within};
pub use side::raw_text;

use side::Side;

/// Which card is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    /// The one the world was made from.
    #[default]
    Current,
    /// The newer one that waits.
    New,
}

/// Why a card tool does not answer.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The world was not made from a card, or the card was taken away.
    #[error("the world has no card")]
    NoCard,
    /// No newer card waits.
    #[error("no newer card waits")]
    NoUpdate,
    /// The card has no such piece.
    #[error("the card has no piece {id}; the closest are {}", closest.join(", "))]
    NoPiece {
        /// What was asked for.
        id: String,
        /// Up to three ids that are nearly it.
        closest: Vec<String>,
    },
    /// So little is asked for that everything would be found.
    #[error("the query is too short")]
    QueryTooShort,
    /// A record cannot be read.
    #[error(transparent)]
    Unreadable(#[from] UpdateError),
}

impl From<RunError> for ToolError {
    fn from(error: RunError) -> ToolError {
        ToolError::Unreadable(error.into())
    }
}

impl From<LibraryError> for ToolError {
    fn from(error: LibraryError) -> ToolError {
        ToolError::Unreadable(error.into())
    }
}

impl ToolError {
    /// The word every JSON answer prints.
    pub fn code(&self) -> &'static str {
        match self {
            ToolError::NoCard => "no-card",
            ToolError::NoUpdate => "no-update",
            ToolError::NoPiece { .. } => "no-piece",
            ToolError::QueryTooShort => "query-too-short",
            ToolError::Unreadable(error) => error.code(),
        }
    }
}

/// The card tools of one world, with its records as they were when they were opened.
pub struct CardTools<'w> {
    folder: &'w WorldFolder,
    state: State,
    world: World,
    report: Option<Report>,
    current: Side,
    new: Option<Side>,
}

impl<'w> CardTools<'w> {
    /// The card tools of a world.
    ///
    /// # Errors
    /// [`ToolError::NoCard`] for a world without one, and records that cannot be read.
    pub fn open(folder: &'w WorldFolder) -> Result<CardTools<'w>, ToolError> {
        let world = run::load(folder)?.world;
        CardTools::over(folder, world)
    }

    /// The card tools of a world that was read already.
    ///
    /// # Errors
    /// As [`CardTools::open`].
    pub fn over(folder: &'w WorldFolder, world: World) -> Result<CardTools<'w>, ToolError> {
        let state = run::state(folder)?.unwrap_or_default();
        let current = Side::current(folder, &state)?.ok_or(ToolError::NoCard)?;
        let new = Side::new(folder, &state, &current)?;
        Ok(CardTools { folder, world, report: run::record(folder)?, state, current, new })
    }

    fn side(&self, version: Version) -> Result<&Side, ToolError> {
        match version {
            Version::Current => Ok(&self.current),
            Version::New => self.new.as_ref().ok_or(ToolError::NoUpdate),
        }
    }

    /// Looks for a query in a card.
    ///
    /// # Errors
    /// [`ToolError::QueryTooShort`], [`ToolError::NoUpdate`].
    pub fn search(&self, version: Version, query: &str, opts: SearchOpts) -> Result<SearchResult, ToolError> {
        search::search(&self.side(version)?.pieces.pieces, query, opts)
    }
}

#[cfg(test)]
mod text_tests;
