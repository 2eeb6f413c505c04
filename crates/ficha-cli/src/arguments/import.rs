//! What can be asked of `ficha import`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::Raising;

/// `ficha import`.
#[derive(Debug, Args)]
pub struct Import {
    /// The library's folder, worlds lie in its `worlds`; else $FICHA_LIBRARY, the one chosen in the settings, the default
    /// place.
    #[arg(long, global = true, value_name = "DIR")]
    pub library: Option<PathBuf>,
    /// How progress is told on standard error: lines for people, or one JSON object a line.
    #[arg(long, global = true, value_enum)]
    pub progress: Option<Progress>,
    /// What to do.
    #[command(subcommand)]
    pub command: ImportCommand,
}

/// How progress is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Progress {
    /// Nothing is told.
    None,
    /// Lines for people.
    Text,
    /// One JSON object a line: run, step, done, total, current, notes.
    Json,
}

/// What a person chooses before an import starts.
#[derive(Debug, Args)]
pub struct Choosing {
    /// The world's name; else the card's.
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Lorebook entries to leave out, by their place in the card from 1.
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    pub off: Vec<u32>,
    /// Lorebook entries to take though the card switches them off.
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    pub on: Vec<u32>,
    /// The opening: 0 for the first message, n for alternate greeting n. Else the first that is not blank.
    #[arg(long, value_name = "N")]
    pub opening: Option<u32>,
    /// Fetch the pictures the card points to. Their owner learns of it, so nothing is fetched unasked.
    #[arg(long)]
    pub pictures: bool,
    /// The language of the world's text, `en`. Else the one most of the card is in.
    #[arg(long, value_name = "TAG")]
    pub language: Option<String>,
    /// Limits raised.
    #[command(flatten)]
    pub raising: Raising,
}

/// `ficha import ...`.
#[derive(Debug, Subcommand)]
pub enum ImportCommand {
    /// What a card holds, before anything is made of it.
    Preview {
        /// The card: a file, `-` for standard input, or a character of the library as character/id.
        card: String,
        /// Limits raised.
        #[command(flatten)]
        raising: Raising,
    },
    /// Makes the world's folder with the card in it.
    Start {
        /// The card: a file, `-` for standard input, or a character of the library as character/id.
        card: String,
        /// The choices.
        #[command(flatten)]
        choosing: Choosing,
    },
    /// Reads the card with a language model.
    Survey {
        /// The world: its id, or its folder.
        world: String,
        /// Once more, from the beginning.
        #[arg(long)]
        again: bool,
    },
    /// Writes the documents with a language model.
    Build {
        /// The world: its id, or its folder.
        world: String,
        /// As a new run.
        #[arg(long)]
        again: bool,
    },
    /// Makes the world of the card's own words, without a language model.
    Structure {
        /// The world: its id, or its folder; or a card, which is started first.
        world: String,
        /// Stop before the world is written, for a review.
        #[arg(long)]
        review: bool,
        /// The choices, for a card.
        #[command(flatten)]
        choosing: Choosing,
    },
    /// What is about to be written, and the choices over it.
    Review {
        /// The world: its id, or its folder.
        world: String,
        /// A file of choices to take over; `-` for standard input.
        #[arg(long, value_name = "FILE")]
        apply: Option<PathBuf>,
    },
    /// Writes what was reviewed.
    Finish {
        /// The world: its id, or its folder.
        world: String,
        /// Say that it may be written.
        #[arg(long)]
        approve: bool,
    },
    /// All steps in one: from a card to a world.
    Run {
        /// The card: a file, `-` for standard input, or a character of the library as character/id.
        card: String,
        /// Without a language model.
        #[arg(long)]
        no_model: bool,
        /// Stop before the world is written, for a review.
        #[arg(long)]
        review: bool,
        /// Say that what was built may be written.
        #[arg(long)]
        approve: bool,
        /// Take over what the model's review proposes.
        #[arg(long, conflicts_with = "no_model")]
        accept_review: bool,
        /// The choices.
        #[command(flatten)]
        choosing: Choosing,
    },
    /// How far an import is.
    Status {
        /// The world: its id, or its folder.
        world: String,
    },
    /// Goes on where an import was interrupted.
    Resume {
        /// The world: its id, or its folder.
        world: String,
        /// Start the finish over when its files are damaged.
        #[arg(long)]
        again: bool,
    },
    /// A draft: its problems; or what to do with it.
    Draft {
        /// The world: its id, or its folder.
        world: String,
        /// What to do.
        #[arg(value_enum)]
        act: Option<DraftAct>,
    },
}

/// What can be done with a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DraftAct {
    /// Have a language model mend it.
    Ask,
    /// Take it as it is.
    Keep,
    /// Move it to the trash.
    Discard,
}
