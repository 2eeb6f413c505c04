//! What became of a card: `report.json`, `provenance.json`, `pictures.json`, `files.json`.

use std::collections::BTreeMap;

use super::part::{Note, Tally, parts, record, words};

words! {
    /// How a world was made.
    Method {
        /// With a language model.
        Model = "model",
        /// By code alone.
        Structure = "structure",
    }
    /// What a line of the provenance is about.
    ImportKind {
        /// A card became a world.
        Import = "import",
        /// A newer card was carried over.
        Update = "update",
    }
    /// What became of a picture's address.
    PictureOutcome {
        /// It is in the world.
        Saved = "saved",
        /// The world or the library has that picture already.
        Copy = "copy",
        /// The address is not one to be asked.
        Refused = "refused",
        /// There is nothing there any more.
        Gone = "gone",
        /// What is there is no picture.
        NotImage = "not-image",
        /// Over the size.
        TooLarge = "too-large",
        /// Under the size.
        TooSmall = "too-small",
        /// It took too long.
        Timeout = "timeout",
        /// It could not be reached.
        Failed = "failed",
        /// The person stopped it.
        Cancelled = "cancelled",
    }
}

parts! {
    /// `report.json`.
    Report {
        /// The run.
        need "run" run: String,
        /// How it was made.
        need "method" method: Method,
        /// When it ended.
        need "at" at: String,
        /// How long it took.
        need "seconds" seconds: f64,
        /// Documents of each kind, and what else there is.
        need "counts" counts: Tally,
        /// Pieces of each outcome.
        need "pieces" pieces: Tally,
        /// Jobs of each outcome.
        need "jobs" jobs: BTreeMap<String, usize>,
        /// What was not carried.
        need "left_out" left_out: Left,
        /// Addresses of each outcome.
        need "pictures" pictures: BTreeMap<String, usize>,
        /// Findings of each severity.
        need "checks" checks: Tally,
        /// Everything that was said.
        need "notes" notes: Vec<Note>,
    }
    /// What was not carried.
    Left {
        /// The machinery of the app the card was made for.
        need "dialect" dialect: Dialect,
        /// Ids of entries that were left off.
        need "entries_off" entries_off: Vec<String>,
        /// What the style left out.
        need "style" style: Vec<String>,
        /// Pieces that look like tracked values and became none.
        need "variables" variables: Vec<String>,
        /// Mechanisms that became no trigger.
        need "triggers" triggers: Vec<String>,
    }
    /// The machinery of the app a card was made for: counted, never run.
    Dialect {
        /// Regular-expression scripts.
        need "regex_scripts" regex_scripts: usize,
        /// Helper scripts.
        need "helper_scripts" helper_scripts: usize,
        /// Macros by name, those of player and character aside.
        need "macros" macros: BTreeMap<String, usize>,
        /// Blocks of tags that are not ordinary HTML, by name.
        need "tag_blocks" tag_blocks: BTreeMap<String, usize>,
        /// EJS tags.
        need "ejs_blocks" ejs_blocks: usize,
        /// Decorators of entries by name.
        need "decorators" decorators: BTreeMap<String, usize>,
    }
    /// `provenance.json`.
    Provenance {
        /// One line an import or update, oldest first.
        need "lines" lines: Vec<Line>,
    }
    /// One import or update.
    Line {
        /// When.
        need "at" at: String,
        /// The run.
        need "run" run: String,
        /// Import or update.
        need "kind" kind: ImportKind,
        /// How.
        need "method" method: Method,
        /// The card's name.
        need "card_name" card_name: String,
        /// SHA-256 of the card as it was read.
        need "card_sha256" card_sha256: String,
        /// The world's language.
        need "language" language: String,
        /// The version of this program.
        need "app_version" app_version: String,
        /// What came of it; of an import only.
        may "counts" counts: Option<Tally>,
        /// How many notes; of an import only.
        may "notes" notes: Option<usize>,
    }
    /// `pictures.json`.
    Pictures {
        /// When fetching began.
        need "started_at" started_at: String,
        /// When it ended.
        need "finished_at" finished_at: Option<String>,
        /// One item an address, in card order.
        need "items" items: Vec<PictureItem>,
    }
    /// What became of one address.
    PictureItem {
        /// The address.
        need "address" address: String,
        /// What became of it.
        need "outcome" outcome: PictureOutcome,
        /// Where it lies.
        may "path" path: Option<String>,
        /// The answer's status.
        may "status" status: Option<usize>,
        /// How many bytes it has.
        may "bytes" bytes: Option<usize>,
        /// Whether asking again may help.
        need "may_pass" may_pass: bool,
    }
    /// `files.json`: the world's files as the import left them.
    WorldFiles {
        /// When.
        need "at" at: String,
        /// SHA-256 by path; no pictures, nothing whose name begins with a dot.
        need "files" files: BTreeMap<String, String>,
    }
}

record! {
    Report = "report.json", "ficha-import-report/v1";
    Provenance = "provenance.json", "ficha-import/v1";
    Pictures = "pictures.json", "ficha-pictures/v1";
    WorldFiles = "files.json", "ficha-files/v1";
}
