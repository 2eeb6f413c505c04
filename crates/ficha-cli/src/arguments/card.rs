//! What can be asked of `ficha card` and `ficha update`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::Raising;

/// `ficha card`.
#[derive(Debug, Args)]
pub struct Card {
    /// The library's folder; else $FICHA_LIBRARY, the one chosen in the settings, the default place.
    #[arg(long, global = true, value_name = "DIR")]
    pub library: Option<PathBuf>,
    /// What to look at.
    #[command(subcommand)]
    pub command: CardCommand,
}

/// What can be seen of the card behind a world. WORLD is an id of the library, or the path of a folder. Nothing here
/// writes.
#[derive(Debug, Subcommand)]
pub enum CardCommand {
    /// Every piece of the card with what became of it, then the totals.
    Overview {
        /// The world.
        world: String,
        /// The newer card that waits.
        #[arg(long)]
        new: bool,
    },
    /// Looks for a text: the phrase, else all of its words in one piece, else any of them.
    Search {
        /// The world.
        world: String,
        /// The text.
        query: String,
        /// In the newer card that waits.
        #[arg(long)]
        new: bool,
    },
    /// A piece word for word, 6,000 characters a turn; where the next turn begins is said on standard error.
    Read {
        /// The world.
        world: String,
        /// The piece: `field:description`, `opening`, `entry:7`; a part of a long one, `entry:7#2`.
        piece: String,
        /// The first character.
        #[arg(long, value_name = "N", default_value_t = 0)]
        from: u32,
        /// All of it at once.
        #[arg(long, conflicts_with = "from")]
        all: bool,
        /// The card's own words, before cleaning.
        #[arg(long)]
        raw: bool,
        /// From the newer card that waits.
        #[arg(long)]
        new: bool,
    },
    /// The pieces something comes from: a document by its reference or name, `roleplay/style`, `variables/KEY`,
    /// `/command`, `triggers/ID`.
    Origin {
        /// The world.
        world: String,
        /// What is asked about.
        subject: String,
    },
    /// What the newer card that waits changes.
    Diff {
        /// The world.
        world: String,
    },
}

/// `ficha update`.
#[derive(Debug, Args)]
pub struct Update {
    /// The library's folder; else $FICHA_LIBRARY, the one chosen in the settings, the default place.
    #[arg(long, global = true, value_name = "DIR")]
    pub library: Option<PathBuf>,
    /// What to do.
    #[command(subcommand)]
    pub command: UpdateCommand,
}

/// Bringing a world up to a newer card. WORLD is an id of the library, or the path of a folder.
#[derive(Debug, Subcommand)]
pub enum UpdateCommand {
    /// Lets a newer card wait beside the world, and keeps everything an undo needs.
    Start {
        /// The world.
        world: String,
        /// The newer card: a file, `-` for standard input, or a character of the library as character/id.
        card: String,
        /// Lorebook entries to leave out besides those that were, by their place in the newer card from 1.
        #[arg(long, value_name = "N,N", value_delimiter = ',')]
        off: Vec<u32>,
        /// Lorebook entries to take though they were left out or the card switches them off.
        #[arg(long, value_name = "N,N", value_delimiter = ',')]
        on: Vec<u32>,
        /// The opening: 0 for the first message, n for alternate greeting n; else the one that was chosen.
        #[arg(long, value_name = "N")]
        opening: Option<u32>,
        /// Fetch the pictures this card points to and the older one did not, when the update is finished. Their owner
        /// learns of it, so nothing is fetched unasked.
        #[arg(long)]
        pictures: bool,
        /// Take this card though another one waits already; that one goes.
        #[arg(long)]
        replace: bool,
        /// Limits raised.
        #[command(flatten)]
        raising: Raising,
    },
    /// Whether the world was made from a card, whether a newer one waits, whether the last update can be undone.
    Status {
        /// The world.
        world: String,
    },
    /// What the newer card changes, with the marks.
    Diff {
        /// The world.
        world: String,
    },
    /// Marks changes.
    Mark {
        /// The world.
        world: String,
        /// What was made of them.
        #[arg(value_enum)]
        mark: Marking,
        /// The changes, as `diff` names them: `changed:entry:7`, `field:tags`, `picture`.
        #[arg(required = true, value_name = "CHANGE")]
        changes: Vec<String>,
    },
    /// Makes the newer card the card of the world; with unmarked changes it asks once (exit 6), and then goes through.
    Finish {
        /// The world.
        world: String,
    },
    /// Takes the newer card away; edits stay.
    Cancel {
        /// The world.
        world: String,
    },
    /// Puts back what was there before the last update; what the world holds goes to its trash.
    Undo {
        /// The world.
        world: String,
    },
}

/// What is made of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Marking {
    /// It is in the world.
    Carried,
    /// It is not wanted.
    Dismissed,
    /// Nothing yet.
    Clear,
}
