//! `ficha preset ...` and `ficha lorebook ...`: what worlds share and take from chat apps.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// `ficha preset`.
#[derive(Debug, Args)]
pub struct Preset {
    /// The library's folder; else $FICHA_LIBRARY, the one chosen in the settings, the default place.
    #[arg(long, global = true, value_name = "DIR")]
    pub library: Option<PathBuf>,
    /// What to do.
    #[command(subcommand)]
    pub command: PresetCommand,
}

/// What can be done with narration presets. FROM is a file, or `preset/<id>` of the library.
#[derive(Debug, Subcommand)]
pub enum PresetCommand {
    /// Lists the prompts of a preset, ticked as it sends them.
    Show {
        /// The preset.
        from: String,
        /// The world it would be applied to.
        #[arg(long)]
        world: String,
    },
    /// Applies a preset to a world: its ticked prompts become the style, its sampling goes along.
    Apply {
        /// The preset.
        from: String,
        /// The world.
        #[arg(long)]
        world: String,
        /// Ids of the prompts to take, with commas; else those the preset sends.
        #[arg(long, value_delimiter = ',')]
        prompts: Option<Vec<String>>,
        /// Word for word, without a language model. The only way there is without one.
        #[arg(long)]
        word_for_word: bool,
    },
    /// Keeps a preset for worlds to share.
    Share {
        /// The preset.
        from: String,
        /// What it is to be called.
        #[arg(long)]
        name: Option<String>,
    },
}

/// `ficha lorebook`.
#[derive(Debug, Args)]
pub struct Lorebook {
    /// The library's folder; else $FICHA_LIBRARY, the one chosen in the settings, the default place.
    #[arg(long, global = true, value_name = "DIR")]
    pub library: Option<PathBuf>,
    /// What to do.
    #[command(subcommand)]
    pub command: LorebookCommand,
}

/// What can be done with world books.
#[derive(Debug, Subcommand)]
pub enum LorebookCommand {
    /// Lists the world books.
    List,
    /// Makes a world book of a lorebook.
    Import {
        /// A file, `lorebook/<id>`, or the book of `character/<id>`.
        from: String,
        /// What it is to be called; else as the lorebook is.
        #[arg(long)]
        name: Option<String>,
        /// The language of its texts; else guessed.
        #[arg(long)]
        language: Option<String>,
    },
}
