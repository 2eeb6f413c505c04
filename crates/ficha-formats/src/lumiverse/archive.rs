//! The archive of an account (`.lvbak`): world books, personas, characters, presets and regex scripts in one zip.
//!
//! Each row becomes what the app itself would export for it and is read as that; so a piece of an archive is edited
//! and written like one that came alone. A row that cannot be read is said by name and leaves the others alone. Chats,
//! settings, connections, vectors and secrets are never read. Archives are only read.
//! Source: Lumiverse `src/services/user-data/{manifest,table-registry,export.service}.ts`.

mod owners;
mod pieces;
mod tables;

use ficha_container::archive::Archive;
use ficha_container::{ContainerId, Place};
use ficha_json::{Document, Node};
use ficha_model::{Entity, Kind};

use self::pieces::Pieces;
use self::tables::Table;
use crate::ask::{Ask, Encoded};
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec, Wire, custom, kept};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::source::Source;

/// The id of the format.
pub(super) const ID: &str = "lumiverse-archive";

const MANIFEST: &str = "Lumiverse user-data/manifest.ts";

/// The version of archives that is read (`schemaVersion`).
const VERSION: i64 = 1;

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    custom("/producer", &[], MANIFEST),
    custom("/schemaVersion", &[], MANIFEST),
    custom("/ndjsonFormatVersion", &[], MANIFEST),
    kept("/producerVersion", "the version of the app that wrote the archive", MANIFEST),
    kept("/exportedAt", "when the archive was written", MANIFEST),
    kept("/archiveId", "the app's own id of the archive", MANIFEST),
    kept("/includeVectors", "whether vectors are in the archive; they are not read", MANIFEST),
    kept("/embeddingConfig", "how the vectors were made; they are not read", MANIFEST),
    kept("/counts", "written before anything is counted, so always empty", MANIFEST),
    kept("/missingFiles", "written before anything is looked for, so always empty", MANIFEST),
    kept("/hasEncryptedSecrets", "whether secrets are in the archive; they are not read", MANIFEST),
    kept("/secretsCount", "how many secrets are in the archive; they are not read", MANIFEST),
];

static SPEC: FormatSpec = FormatSpec {
    id: ID,
    platform: "lumiverse",
    kind: Kind::Character,
    title: "Lumiverse archive",
    reads: &[ContainerId::Zip],
    writes: &[],
    writes_own: &[],
    extensions: &["lvbak"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &[],
    source: "Lumiverse user-data/manifest.ts, table-registry.ts, export.service.ts",
};

/// Tables that are read, in the order they are needed.
const READ: [&str; 8] = [
    "images",
    "character_gallery",
    "world_books",
    "world_book_entries",
    "personas",
    "characters",
    "presets",
    "regex_scripts",
];

/// The format.
pub(super) struct AccountArchive;

impl Format for AccountArchive {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        let archive = source.archive()?;
        let root = source.payload()?.document.root();
        let rows = READ.iter().skip(2).any(|table| {
            let name = tables::entry_name(table);
            archive.entries().iter().any(|entry| entry.name == name && entry.size > 0)
        });
        (is_manifest(root) && version(root) == Some(VERSION) && rows)
            .then_some(Detection { confidence: 1.0, because: "its manifest says that Lumiverse wrote it" })
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        let none = || Refusal::UnknownFormat { what: "this is no Lumiverse archive".to_owned(), place: Place::file() };
        let (archive, payload) = source.archive().zip(source.payload()).ok_or_else(none)?;
        if self.detect(source).is_none() {
            return Err(none());
        }
        note_unread(source, archive, &payload.document, notes)?;
        let line = tables::line_limit(&payload.document);
        let read = |name: &str, notes: &mut Notes| Table::read(source, archive, name, line, notes);
        let mut pieces = Pieces::new(source, archive);
        pieces.images(&read("images", notes)?);
        pieces.gallery(&read("character_gallery", notes)?);
        pieces.books(&read("world_books", notes)?, &read("world_book_entries", notes)?, notes);
        pieces.characters(&read("characters", notes)?, notes);
        pieces.personas(&read("personas", notes)?, notes);
        pieces.presets(&read("presets", notes)?, notes);
        pieces.regex(&read("regex_scripts", notes)?, notes);
        let decoded = pieces.finish();
        if decoded.entities.is_empty() {
            let what = "nothing in this archive is a piece that can be read".to_owned();
            return Err(Refusal::NoCard { what, place: Place::file() });
        }
        Ok(decoded)
    }

    fn encode(&self, _: &Entity, _: &Ask<'_>, _: &mut Notes) -> Result<Encoded, EncodeError> {
        Err(EncodeError::CannotExpress {
            what: "an archive of an account is only read".to_owned(),
            hint: "Write each piece as a file of its own kind.".to_owned(),
        })
    }

    fn roots(&self, _: &Document) -> Roots {
        Roots::plain()
    }
}

fn is_manifest(root: Node<'_>) -> bool {
    root.get("producer").is_some_and(|word| word.as_str().is_some_and(|word| word == "lumiverse"))
}

fn version(root: Node<'_>) -> Option<i64> {
    root.get("schemaVersion")?.as_i64()
}

/// Says what else is in the archive and stays unread, table by table.
fn note_unread(source: &Source, archive: &Archive, manifest: &Document, notes: &mut Notes) -> Result<(), Refusal> {
    let mut secrets = false;
    let mut vectors = false;
    for entry in archive.entries().iter().filter(|entry| !entry.is_directory()) {
        let name = entry.name.as_str();
        secrets |= name.starts_with("secrets/");
        vectors |= name.starts_with("lancedb/");
        let Some(table) = name.strip_prefix("database/").and_then(|name| name.strip_suffix(".ndjson")) else {
            continue;
        };
        if table.contains('/') || READ.contains(&table) {
            continue;
        }
        let rows = tables::count(source, archive, entry)?;
        if rows > 0 {
            let text =
                format!("{rows} rows of {table} stay in the archive; they are no pieces of a kind that is read.");
            notes.info(NoteCode::SkippedRows, Place::entry(name), text);
        }
    }
    let said = manifest.root().get("hasEncryptedSecrets").is_some_and(|flag| flag.as_bool() == Some(true));
    if secrets || said {
        let text = "The archive holds secrets of the account; they are not read.";
        notes.info(NoteCode::HoldsPrivateData, Place::entry("secrets/"), text);
    }
    if vectors {
        notes.info(NoteCode::SkippedRows, Place::entry("lancedb/"), "The archive holds vectors; they are not read.");
    }
    Ok(())
}
