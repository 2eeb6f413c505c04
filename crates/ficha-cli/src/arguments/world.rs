//! `ficha world ...`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// `ficha world`.
#[derive(Debug, Args)]
pub struct World {
    /// The library's folder; else $FICHA_LIBRARY, the one chosen in the settings, the default place.
    #[arg(long, global = true, value_name = "DIR")]
    pub library: Option<PathBuf>,
    /// What to do.
    #[command(subcommand)]
    pub command: WorldCommand,
}

/// What can be done with worlds. WORLD is an id of the library, or the path of a folder.
#[derive(Debug, Subcommand)]
pub enum WorldCommand {
    /// Makes a world with nothing in it but its name and language.
    New {
        /// Its name; the id is made of it.
        name: String,
        /// The language of its text, as a tag.
        #[arg(long, default_value = "en")]
        language: String,
    },
    /// Lists the worlds of the library.
    List,
    /// Shows a world, or one document of it.
    Show {
        /// The world.
        world: String,
        /// A document: folder/id, `characters/orla`.
        document: Option<String>,
    },
    /// Says what keeps a story from beginning; exit 7 when there is something.
    Check {
        /// The world.
        world: String,
    },
    /// Creates or replaces a document.
    Set {
        /// The world.
        world: String,
        /// The document: folder/id.
        document: String,
        /// The file with the document, as JSON; `-` for standard input.
        #[arg(long, value_name = "FILE")]
        file: PathBuf,
    },
    /// Changes what the world says of itself: description, tags, author, opening, alternate_openings, cover,
    /// start_places, language.
    Info {
        /// The world.
        world: String,
        /// A field and its value; a list as JSON or with commas; an empty value takes the field away. May be given more
        /// than once.
        #[arg(long, value_name = "FIELD=VALUE", required = true)]
        set: Vec<String>,
    },
    /// Moves a document into the world's own trash.
    Remove {
        /// The world.
        world: String,
        /// The document: folder/id; or the path of a file that cannot be read.
        document: String,
    },
    /// Writes a world as a file another studio can take in; nothing of its card is in it.
    Export {
        /// The world.
        world: String,
        /// The file to write. Without it: <id>.world.zip in the current folder.
        #[arg(short, long)]
        output: Option<PathBuf>,
        /// Take the lorebooks and the preset it uses along.
        #[arg(long)]
        with_books: bool,
        /// Overwrite a file that is there.
        #[arg(long)]
        force: bool,
    },
    /// Takes a world in from such a file; a taken id gets a number.
    Import {
        /// The file.
        file: PathBuf,
        /// Let it be as large as a person may allow: 4 GiB, 20,000 entries.
        #[arg(long)]
        raise_limits: bool,
    },
    /// Prints the JSON Schema of one kind of file, or of all.
    Schema {
        /// The kind: world.json, character, place, faction, thing, lore, plot, relationships.json ...
        file: Option<String>,
    },
}
