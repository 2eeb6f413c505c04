//! What can be asked on the command line.

mod card;
mod import;
mod narration;
mod world;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use ficha_api::ApiError;
use ficha_api::dto::{self, ExportOptions};
use ficha_api::raise::{self, Opening};

pub use card::{Card, CardCommand, Marking, Update, UpdateCommand};
pub use import::{Choosing, DraftAct, Import, ImportCommand, Progress};
pub use narration::{Lorebook, LorebookCommand, Preset, PresetCommand};
pub use world::{World, WorldCommand};

/// Reads, converts and keeps roleplay character cards.
#[derive(Debug, Parser)]
#[command(name = "ficha", version, arg_required_else_help = true)]
pub struct Arguments {
    /// Print one JSON document on standard output.
    #[arg(long, global = true)]
    pub json: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Every format: id, kind, what it reads and writes, extensions.
    Formats,
    /// What files are: all bids with confidence and reason, the winner, its name.
    Detect(Detect),
    /// What is in a file: entities, fields, notes, undescribed keys, pictures, scripts.
    Inspect(Inspect),
    /// One file to another app's format, with the measured report.
    Convert(Convert),
    /// Many files to another app's format; can be called again to go on.
    Batch(Batch),
    /// The card behind a world: its pieces, words in them, where things come from, what a newer one changes.
    Card(Card),
    /// What is worth a look in cards: in files, or in pieces of the library.
    Check(Check),
    /// Which body fields each format carries, found by trying.
    Coverage(Coverage),
    /// From a card to a world.
    Import(Import),
    /// The library.
    Library(Library),
    /// The same commands for the workbench in a browser on this machine.
    Serve(Serve),
    /// A world and a newer card.
    Update(Update),
    /// Worlds: folders of documents a story can begin in.
    World(World),
    /// Narration presets: a chat app's prompts and sampling as the style of a world.
    Preset(Preset),
    /// World books: lorebooks as lore that worlds share.
    Lorebook(Lorebook),
}

/// How a command opens its files.
#[derive(Debug, Args)]
pub struct Raising {
    /// Raise a limit for these files: the name an error gave and a number, or a size like 200MiB. May be given more than
    /// once.
    #[arg(long, value_name = "NAME=VALUE")]
    pub raise: Vec<String>,
    /// The password of encrypted cards. Without this, FICHA_PASSWORD of the environment is used, which other users of the
    /// machine cannot see.
    #[arg(long, value_name = "PASSWORD")]
    pub password: Option<String>,
}

impl Raising {
    /// The limits, checked, and the password.
    ///
    /// # Errors
    /// `usage` for a limit that cannot be raised so.
    pub fn opening(&self) -> Result<Opening, ApiError> {
        let raised = self.raise.iter().map(|text| raise::parse(text)).collect::<Result<_, _>>()?;
        Ok(Opening { raised, password: self.password.clone().or_else(|| std::env::var("FICHA_PASSWORD").ok()) })
    }
}

/// `ficha detect`.
#[derive(Debug, Args)]
pub struct Detect {
    /// Files and folders; `-` for standard input.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Limits raised.
    #[command(flatten)]
    pub raising: Raising,
}

/// `ficha inspect`.
#[derive(Debug, Args)]
pub struct Inspect {
    /// The file; `-` for standard input.
    pub file: PathBuf,
    /// With --json, also the whole canonical wrappers.
    #[arg(long)]
    pub entities: bool,
    /// Limits raised.
    #[command(flatten)]
    pub raising: Raising,
}

/// How to write.
#[derive(Debug, Args)]
pub struct Options {
    /// Container id (json, png, zip, ...) or an extension the target writes.
    #[arg(long)]
    pub container: Option<String>,
    /// Card version.
    #[arg(long, value_enum)]
    pub variant: Option<Variant>,
    /// Write nothing, and exit 5, when something would be lost.
    #[arg(long)]
    pub strict: bool,
    /// Take the originals of other apps along under one key.
    #[arg(long)]
    pub carry_originals: bool,
    /// Blank what looks private.
    #[arg(long)]
    pub without_secrets: bool,
    /// How description and personality become one text where the target has one.
    #[arg(long, value_enum)]
    pub persona: Option<Persona>,
    /// Write a clean carrier instead of keeping the source's.
    #[arg(long)]
    pub rewrite: bool,
    /// Leave linked lorebooks out.
    #[arg(long)]
    pub without_book: bool,
    /// Draw a plain picture when one is needed and there is none.
    #[arg(long)]
    pub plain_picture: bool,
    /// Overwrite a file that is there.
    #[arg(long)]
    pub force: bool,
}

/// Card versions.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Variant {
    /// Tavern card V1.
    V1,
    /// Character card V2.
    V2,
    /// Character card V3.
    V3,
}

/// Ways of making one text of two.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Persona {
    /// Description, blank line, personality.
    Joined,
    /// Personality alone.
    Personality,
}

impl Options {
    /// The options as the studio has them.
    pub fn export(&self) -> ExportOptions {
        ExportOptions {
            container: self.container.clone(),
            variant: self.variant.map(|variant| match variant {
                Variant::V1 => dto::Variant::V1,
                Variant::V2 => dto::Variant::V2,
                Variant::V3 => dto::Variant::V3,
            }),
            rewrite: self.rewrite,
            carry_originals: self.carry_originals,
            without_secrets: self.without_secrets,
            persona: self.persona.map(|persona| match persona {
                Persona::Joined => dto::Persona::Joined,
                Persona::Personality => dto::Persona::Personality,
            }),
            without_book: self.without_book,
            form: None,
            plain_picture: self.plain_picture,
        }
    }
}

/// `ficha convert`.
#[derive(Debug, Args)]
pub struct Convert {
    /// The file; `-` for standard input.
    pub file: PathBuf,
    /// Format id of the target.
    #[arg(long = "to", value_name = "FORMAT")]
    pub to: String,
    /// The piece to write, as `inspect` names it, of a file that holds several: `persona/ann`.
    #[arg(long, value_name = "KIND/ID")]
    pub piece: Option<String>,
    /// The file to write; `-` for standard output. Without it: beside the input.
    #[arg(short, long)]
    pub output: Option<PathBuf>,
    /// Limits raised.
    #[command(flatten)]
    pub raising: Raising,
    /// How to write.
    #[command(flatten)]
    pub options: Options,
}

/// `ficha batch`.
#[derive(Debug, Args)]
pub struct Batch {
    /// Files and folders.
    #[arg(required = true)]
    pub inputs: Vec<PathBuf>,
    /// Format id of the target.
    #[arg(long = "to", value_name = "FORMAT")]
    pub to: String,
    /// The folder of the outputs.
    #[arg(short, long)]
    pub output: PathBuf,
    /// Limits raised.
    #[command(flatten)]
    pub raising: Raising,
    /// How to write.
    #[command(flatten)]
    pub options: Options,
}

/// `ficha check`.
#[derive(Debug, Args)]
pub struct Check {
    /// Files and folders of files; worlds, as folders or as world/ID; pieces of the library, as KIND/ID. `list` lists
    /// the checks; `show WORLD` tells what the last run over a world found. With --library: pieces by KIND/ID or an id
    /// that only one kind has, and nothing for the whole library.
    pub subjects: Vec<PathBuf>,
    /// The pieces are those of the library.
    #[arg(long)]
    pub library: bool,
    /// The library's folder; else $FICHA_LIBRARY, the one chosen in the settings, the default place.
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// For a world: kits, by commas: consistency, fidelity, quality, playability. All when absent.
    #[arg(long, value_name = "KITS", value_delimiter = ',')]
    pub kit: Vec<String>,
    /// For a world: also what a model decides; `=decision` only what is a yes or no.
    #[arg(long, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub deep: Option<Deep>,
    /// For a world: the card it is held against.
    #[arg(long, value_enum, default_value_t = CardVersionWord::Current)]
    pub card_version: CardVersionWord,
    /// Format id of an app the piece is meant for; may be given more than once.
    #[arg(long, value_name = "FORMAT")]
    pub target: Vec<String>,
    /// Mend what has one answer: kept pieces get a revision, a file is written anew to the output.
    #[arg(long)]
    pub fix: bool,
    /// Where a mended file goes.
    #[arg(short, long, requires = "fix")]
    pub output: Option<PathBuf>,
    /// Overwrite a file that is there.
    #[arg(long)]
    pub force: bool,
    /// Count warnings as errors.
    #[arg(long)]
    pub deny_warnings: bool,
    /// The language of the report.
    #[arg(long, value_enum, default_value_t = Language::En)]
    pub language: Language,
    /// Limits raised.
    #[command(flatten)]
    pub raising: Raising,
}

/// How deep a run over a world goes.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Deep {
    /// Everything.
    All,
    /// What is a yes or no.
    Decision,
}

/// Which card a world is held against.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum CardVersionWord {
    /// The one it was made from.
    Current,
    /// The newer one that waits.
    New,
}

/// Languages of a report.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Language {
    /// English.
    En,
    /// Simplified Chinese.
    Zh,
}

/// `ficha coverage`.
#[derive(Debug, Args)]
pub struct Coverage {
    /// Format id; every format that is written when absent.
    pub format: Option<String>,
}

/// `ficha library`.
#[derive(Debug, Args)]
pub struct Library {
    /// The library's folder; else $FICHA_LIBRARY, the one chosen in the settings, the default place.
    #[arg(long, global = true, value_name = "DIR")]
    pub library: Option<PathBuf>,
    /// What to do.
    #[command(subcommand)]
    pub command: LibraryCommand,
}

/// What is done with a duplicate.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum OnDuplicate {
    /// Keep both.
    Keep,
    /// Bring the one that is there up to date.
    Update,
    /// Leave it out.
    Skip,
}

/// `ficha library ...`.
#[derive(Debug, Subcommand)]
pub enum LibraryCommand {
    /// Adds files; folders are walked.
    Add {
        /// Files and folders.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// For what resembles a piece that is there. Without it the same bytes are left out and the rest is kept.
        #[arg(long, value_enum)]
        on_duplicate: Option<OnDuplicate>,
        /// Limits raised.
        #[command(flatten)]
        raising: Raising,
    },
    /// Lists entities by name.
    List(Page),
    /// Searches: words, "a phrase", tag:, creator:, kind:, OR, -.
    Search {
        /// The words.
        text: String,
        /// Which of the results.
        #[command(flatten)]
        page: Page,
    },
    /// Shows an entity.
    Show {
        /// kind/id, or an id that only one kind has.
        address: String,
    },
    /// Edits an entity as one revision.
    Edit(Edit),
    /// Writes an entity as another app's file, or several together as one Ficha file.
    Export {
        /// kind/id, or an id that only one kind has; several go into one file of a Ficha format.
        #[arg(required = true)]
        addresses: Vec<String>,
        /// Format id of the target.
        #[arg(long = "to", value_name = "FORMAT", required_unless_present = "source", conflicts_with = "source")]
        to: Option<String>,
        /// Write the source file itself, byte for byte.
        #[arg(long)]
        source: bool,
        /// The file to write; `-` for standard output. Without it: in the current folder.
        #[arg(short, long)]
        output: Option<PathBuf>,
        /// How to write.
        #[command(flatten)]
        options: Options,
    },
    /// Lists the revisions of an entity, newest first.
    History {
        /// kind/id, or an id that only one kind has.
        address: String,
    },
    /// Saves an earlier revision as a new one.
    Restore {
        /// kind/id, or an id that only one kind has.
        address: String,
        /// The revision to bring back.
        #[arg(long)]
        revision: u32,
        /// Only this field, as `compare` names it; may be given more than once.
        #[arg(long, value_name = "FIELD")]
        field: Vec<String>,
    },
    /// What two revisions of an entity have differently, field by field.
    Compare {
        /// kind/id, or an id that only one kind has.
        address: String,
        /// The earlier revision.
        #[arg(long)]
        from: u32,
        /// The later revision; the newest when absent.
        #[arg(long)]
        to: Option<u32>,
    },
    /// Moves entities to the trash.
    Remove {
        /// kind/id, or ids that only one kind has.
        #[arg(required = true)]
        addresses: Vec<String>,
    },
    /// Makes the index again from the files.
    Rebuild,
}

/// A part of a list.
#[derive(Debug, Args)]
pub struct Page {
    /// Only this kind.
    #[arg(long)]
    pub kind: Option<String>,
    /// Only what has this tag; may be given more than once.
    #[arg(long)]
    pub tag: Vec<String>,
    /// How many at most.
    #[arg(long, default_value_t = 200)]
    pub limit: u32,
    /// How many to pass over.
    #[arg(long, default_value_t = 0)]
    pub offset: u32,
}

/// `ficha library edit`.
#[derive(Debug, Args)]
pub struct Edit {
    /// kind/id, or an id that only one kind has.
    pub address: String,
    /// Puts a text at a body path.
    #[arg(long, value_name = "PATH=TEXT")]
    pub set: Vec<String>,
    /// Puts JSON at a body path.
    #[arg(long, value_name = "PATH=JSON")]
    pub set_json: Vec<String>,
    /// Takes what is at a body path away.
    #[arg(long, value_name = "PATH")]
    pub unset: Vec<String>,
    /// Replaces the edits of an original by the operations in a file.
    #[arg(long, num_args = 2, value_names = ["FORMAT", "FILE"])]
    pub native: Vec<String>,
    /// Only when this is the newest revision.
    #[arg(long)]
    pub if_revision: Option<u64>,
}

/// `ficha serve`.
#[derive(Debug, Args)]
pub struct Serve {
    /// The port; 0 for any that is free.
    #[arg(long, default_value_t = 0)]
    pub port: u16,
    /// The library's folder; else $FICHA_LIBRARY, the one chosen in the settings, the default place.
    #[arg(long, value_name = "DIR")]
    pub library: Option<PathBuf>,
    /// The folder of the workbench's files; else $FICHA_UI, beside the program, ui/dist.
    #[arg(long, value_name = "DIR")]
    pub ui: Option<PathBuf>,
}
