//! From the bytes of an archive to the files of a world. An archive that reaches outside itself, or whose files are not
//! what its list says, is refused whole; a file that is no part of the format is skipped and named.

use std::collections::{BTreeMap, BTreeSet};

use ficha_container::archive::{Archive, Entry};
use ficha_container::{ContainerError, Limits};
use ficha_json::Document;
use serde_json::Value;
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::{ARCHIVE_SCHEMA, MANIFEST, Part, part_of};
use crate::id::{is_valid_id, make_id};

/// Why an archive was refused. Nothing of a refused archive is kept.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArchiveError {
    /// It is no zip, a damaged one, or larger than a limit, which is named.
    #[error("{0}")]
    Container(#[from] ContainerError),
    /// It has no list of files that can be read.
    #[error("this is no archive of a world: {0}")]
    NotAWorld(String),
    /// Its list of files has a form this studio does not know.
    #[error("the archive says it is `{0}`, and only `{ARCHIVE_SCHEMA}` is known here")]
    Newer(String),
    /// An entry that would reach outside the world.
    #[error("the entry `{entry}` is {what}; the whole archive is refused")]
    Escapes {
        /// The entry's name.
        entry: String,
        /// What is wrong with it.
        what: &'static str,
    },
    /// Two entries of one name.
    #[error("the entry `{0}` stands twice in the archive")]
    Twice(String),
    /// A file that is listed and not there.
    #[error("the archive lists `{0}` and does not hold it")]
    Missing(String),
    /// A file that is not what the list says.
    #[error("`{0}` is not the file the archive lists: its hash or size differs")]
    Altered(String),
}

impl ArchiveError {
    /// A stable word for the reason. For a limit it is the limit's name.
    pub fn code(&self) -> &'static str {
        match self {
            ArchiveError::Container(ContainerError::Limit { name, .. }) => name,
            ArchiveError::Container(_) => "archive-damaged",
            ArchiveError::NotAWorld(_) => "archive-no-world",
            ArchiveError::Newer(_) => "archive-newer",
            ArchiveError::Escapes { .. } => "archive-escapes",
            ArchiveError::Twice(_) => "archive-twice",
            ArchiveError::Missing(_) => "archive-missing",
            ArchiveError::Altered(_) => "archive-altered",
        }
    }
}

/// What the list of files says beside the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// A valid id for the world: the one it had, or one made of its name.
    pub world: String,
    /// The world's name.
    pub name: String,
    /// The program that wrote it.
    pub app: String,
    /// When `world.json` was written last; empty when it is not said.
    pub world_updated_at: String,
}

/// An archive whose directory and list of files are good. Contents are unpacked one at a time, so that a large archive
/// needs no more memory than its largest file.
#[derive(Clone, Debug)]
pub struct Opened {
    /// What the list says.
    pub manifest: Manifest,
    /// Entries that are no part of the format or are not listed, and are left out.
    pub skipped: Vec<String>,
    archive: Archive,
    limits: Limits,
    /// By path in the archive: place in the directory, size and hash.
    files: BTreeMap<String, Listed>,
}

#[derive(Clone, Debug)]
struct Listed {
    entry: usize,
    bytes: u64,
    sha256: String,
}

/// Everything of an archive.
#[derive(Clone, Debug)]
pub struct Unpacked {
    /// What the list says.
    pub manifest: Manifest,
    /// The files of the world, by their paths in it.
    pub world: BTreeMap<String, Vec<u8>>,
    /// The files of lorebooks, by `<id>/...`.
    pub lorebooks: BTreeMap<String, Vec<u8>>,
    /// The files of presets, by `<id>/...`.
    pub presets: BTreeMap<String, Vec<u8>>,
    /// Entries that were left out.
    pub skipped: Vec<String>,
}

/// The limits an archive is read with unless a person raises them.
pub fn limits() -> Limits {
    Limits::default()
}

/// The limits a person may raise them to for one file: 4 GiB and 20,000 entries.
pub fn raised_limits() -> Limits {
    Limits { zip_entries: 20_000, ..Limits::highest() }
}

/// Opens an archive and holds its directory against its list. No content but the list's is unpacked.
///
/// # Errors
/// As [`ArchiveError`] says; whether contents are what the list says is found when they are read.
pub fn open(zip: &[u8], limits: &Limits) -> Result<Opened, ArchiveError> {
    limits.check_file(zip.len() as u64)?;
    let archive = Archive::read(zip, limits)?;
    let mut names = BTreeSet::new();
    for entry in archive.entries() {
        if let Some(what) = escape(entry, zip) {
            return Err(ArchiveError::Escapes { entry: entry.name.clone(), what });
        }
        if !names.insert(entry.name.as_str()) {
            return Err(ArchiveError::Twice(entry.name.clone()));
        }
    }
    let (manifest, listed) = manifest(&archive, zip, limits)?;
    let mut files = BTreeMap::new();
    let mut skipped = Vec::new();
    for (at, entry) in archive.entries().iter().enumerate() {
        if entry.name == MANIFEST || entry.is_directory() {
            continue;
        }
        match listed.get(&entry.name).filter(|_| part_of(&entry.name).is_some()) {
            Some((bytes, sha256)) => {
                if *bytes != entry.size {
                    return Err(ArchiveError::Altered(entry.name.clone()));
                }
                files.insert(entry.name.clone(), Listed { entry: at, bytes: *bytes, sha256: sha256.clone() });
            }
            None => skipped.push(entry.name.clone()),
        }
    }
    if let Some(missing) = listed.keys().find(|path| !names.contains(path.as_str())) {
        return Err(ArchiveError::Missing(missing.clone()));
    }
    Ok(Opened { manifest, skipped, archive, limits: limits.clone(), files })
}

impl Opened {
    /// The paths that are kept, in order; each is a [`part_of`] an archive.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// How many bytes all files have.
    pub fn bytes(&self) -> u64 {
        self.files.values().map(|listed| listed.bytes).sum()
    }

    /// Gives the content of a file to `sink` piece by piece. What was given before an error is to be thrown away.
    ///
    /// # Errors
    /// When the file is damaged, or is not the one the list names.
    pub fn stream(&self, zip: &[u8], path: &str, sink: &mut dyn FnMut(&[u8])) -> Result<(), ArchiveError> {
        let missing = || ArchiveError::Missing(path.to_owned());
        let listed = self.files.get(path).ok_or_else(missing)?;
        let entry = self.archive.entries().get(listed.entry).ok_or_else(missing)?;
        let mut hash = Sha256::new();
        self.archive.stream(zip, entry, &self.limits, &mut |piece| {
            hash.update(piece);
            sink(piece);
        })?;
        let hash: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        if hash == listed.sha256 { Ok(()) } else { Err(ArchiveError::Altered(path.to_owned())) }
    }
}

/// Reads an archive whole.
///
/// # Errors
/// As [`open`] and [`Opened::stream`].
pub fn read(zip: &[u8], limits: &Limits) -> Result<Unpacked, ArchiveError> {
    let opened = open(zip, limits)?;
    let (mut world, mut lorebooks, mut presets) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for path in opened.paths() {
        let mut content = Vec::new();
        opened.stream(zip, path, &mut |piece| content.extend_from_slice(piece))?;
        match part_of(path) {
            Some(Part::World(inner)) => world.insert(inner.to_owned(), content),
            Some(Part::Lorebook(inner)) => lorebooks.insert(inner.to_owned(), content),
            Some(Part::Preset(inner)) => presets.insert(inner.to_owned(), content),
            None => None,
        };
    }
    Ok(Unpacked { manifest: opened.manifest, world, lorebooks, presets, skipped: opened.skipped })
}

/// Why an entry reaches outside the archive; `None` when it does not.
fn escape(entry: &Entry, zip: &[u8]) -> Option<&'static str> {
    // A program that takes `\` for a separator must not be led outside either.
    let name = entry.name.replace('\\', "/");
    let drive = || {
        let mut letters = name.chars();
        letters.next().is_some_and(|letter| letter.is_ascii_alphabetic()) && letters.next() == Some(':')
    };
    if entry.is_link(zip) {
        Some("a link")
    } else if name.starts_with('/') {
        Some("an absolute path")
    } else if drive() {
        Some("a path on a drive")
    } else if name.split('/').any(|segment| segment == "..") {
        Some("a path through a parent folder")
    } else {
        None
    }
}

type Files = BTreeMap<String, (u64, String)>;

fn manifest(archive: &Archive, zip: &[u8], limits: &Limits) -> Result<(Manifest, Files), ArchiveError> {
    let no = |why: &str| ArchiveError::NotAWorld(why.to_owned());
    let entry = archive.find(MANIFEST).ok_or_else(|| no("it has no `archive.json`"))?;
    let bytes = archive.contents(zip, entry, limits)?;
    let text = std::str::from_utf8(&bytes).map_err(|_| no("`archive.json` is no UTF-8 text"))?;
    let json = ficha_json::Limits { depth: 8, ..limits.json.clone() };
    let document = Document::parse(text, &json).map_err(|error| no(&format!("`archive.json`: {error}")))?;
    if !document.repairs().is_empty() || !document.duplicate_keys().is_empty() {
        return Err(no("`archive.json` is no strict JSON"));
    }
    let value = document.root().to_value();
    let said = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
    match value.get("schema").and_then(Value::as_str) {
        Some(ARCHIVE_SCHEMA) => {}
        Some(other) => return Err(ArchiveError::Newer(other.chars().take(80).collect())),
        None => return Err(no("`archive.json` does not say what it is")),
    }
    let mut listed = Files::new();
    for row in value.get("files").and_then(Value::as_array).ok_or_else(|| no("it lists no files"))? {
        let path = row.get("path").and_then(Value::as_str);
        let bytes = row.get("bytes").and_then(Value::as_u64);
        let sha256 = row.get("sha256").and_then(Value::as_str);
        let (Some(path), Some(bytes), Some(sha256)) = (path, bytes, sha256) else {
            return Err(no("a listed file has no path, size or hash"));
        };
        if listed.insert(path.to_owned(), (bytes, sha256.to_owned())).is_some() {
            return Err(ArchiveError::Twice(path.to_owned()));
        }
    }
    let (id, name) = (said("world"), said("name"));
    let world = if is_valid_id(&id) { id } else { make_id(&name, "world", &|_| false) };
    Ok((Manifest { world, name, app: said("app"), world_updated_at: said("world_updated_at") }, listed))
}
