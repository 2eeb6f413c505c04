//! Library commands as a terminal asks for them: whole files in, whole wrappers out. The window has its own, with a
//! review in between; both end in the same calls below.
//!
//! Answers serialise to the JSON of the command line's contract.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use ficha_container::Limits;
use ficha_library::{Address, Keep};
use serde::Serialize;

use crate::commands::{address, entity, history};
use crate::dto::{Decision, ExportOptions, NativePatch, Note, PatchOp};
use crate::files::Converted;
use crate::intake::{self, keep};
use crate::media::LibraryMedia;
use crate::raise::{self, Opening, Raised};
use crate::{ApiError, ErrorCode, Studio, background, disk, dto, edits, export, files};

/// An entity with the revision it is at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Saved {
    /// What it is.
    pub kind: dto::Kind,
    /// Its id.
    pub id: String,
    /// The revision it is at.
    pub revision: u64,
}

/// A piece of the library a file resembles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Resembled {
    /// What it is.
    pub kind: dto::Kind,
    /// Its id.
    pub id: String,
    /// How it was found.
    pub why: dto::DuplicateReason,
}

/// What became of one file: a row of `library add --json`.
#[derive(Clone, Debug, Serialize)]
pub struct AddRow {
    /// The file as it was given or found.
    pub file: String,
    /// What of it is in the library now.
    pub kept: Vec<Saved>,
    /// What it resembles there.
    pub duplicates: Vec<Resembled>,
    /// What was said while reading.
    pub notes: Vec<Note>,
    /// Why it was not kept.
    pub error: Option<ApiError>,
}

impl AddRow {
    /// A file nothing is known of yet.
    pub fn of(path: &Path) -> AddRow {
        AddRow {
            file: path.display().to_string(),
            kept: Vec::new(),
            duplicates: Vec::new(),
            notes: Vec::new(),
            error: None,
        }
    }
}

/// The fields of an opened entity for the eye: path and value, texts as they are.
///
/// # Errors
/// `limit` for a body past every limit.
pub fn fields(opened: &dto::OpenEntity) -> Result<Vec<(String, String)>, ApiError> {
    let body = opened.body.value()?;
    Ok(ficha_model::leaves(&body).into_iter().map(|(path, value)| (path.to_string(), edits::shown(value))).collect())
}

fn saved(studio: &Studio, address: &Address) -> Result<Saved, ApiError> {
    let revision = studio.library().open_entity(address)?.revision;
    Ok(Saved { kind: address.kind().into(), id: address.id().to_owned(), revision })
}

/// How many bytes of files are held before they are kept together.
const TOGETHER: usize = 64 << 20;

/// Adds files. What resembles nothing is kept; the same bytes are left out unless `on_duplicate` says otherwise, and
/// anything else that resembles is kept beside it unless that says otherwise. `opening` holds for each of these files.
/// One row a file, in order.
pub fn add(
    studio: &Studio,
    found: Vec<disk::Found>,
    on_duplicate: Option<Decision>,
    opening: &Opening,
    progress: &mut dyn FnMut(usize, usize),
) -> Vec<AddRow> {
    let total = found.len();
    let mut adding = Adding { opening: opening.clone(), ..Adding::default() };
    for found in found {
        match found {
            Ok(path) => adding.one(studio, &path, on_duplicate),
            Err((path, error)) => adding.rows.push(AddRow { error: Some(error), ..AddRow::of(&path) }),
        }
        if adding.bytes >= TOGETHER || adding.rows.len().is_multiple_of(100) {
            adding.write(studio);
        }
        progress(adding.rows.len(), total);
    }
    adding.write(studio);
    adding.rows
}

/// Files on their way into the library.
#[derive(Default)]
struct Adding {
    rows: Vec<AddRow>,
    /// What is kept with the next write, with the row it belongs to.
    keeps: Vec<(usize, Keep)>,
    /// Their hashes: a second file of the same bytes is a duplicate of the first.
    hashes: BTreeSet<String>,
    bytes: usize,
    opening: Opening,
}

impl Adding {
    fn one(&mut self, studio: &Studio, path: &Path, on_duplicate: Option<Decision>) {
        let mut row = AddRow::of(path);
        if let Err(error) = self.judge(studio, path, on_duplicate, &mut row) {
            row.error = Some(error);
        }
        self.rows.push(row);
    }

    fn judge(
        &mut self,
        studio: &Studio,
        path: &Path,
        on_duplicate: Option<Decision>,
        row: &mut AddRow,
    ) -> Result<(), ApiError> {
        if std::fs::metadata(path).is_ok_and(|meta| meta.len() > Limits::default().file as u64) {
            self.write(studio);
            return large(studio, path, on_duplicate, &self.opening.raised, row);
        }
        let given = files::Given::read(path, &self.opening)?;
        let name = given.name.unwrap_or_default();
        let read = intake::read(given.bytes.clone(), &name, &given.preference, &given.limits)?;
        row.notes = export::notes(&read.reading.notes);
        let sha256 = ficha_library::sha256(&given.bytes);
        if self.hashes.contains(&sha256) {
            // It can only be judged against what is there, so that has to be there first.
            self.write(studio);
        }
        let open = studio.open();
        let twins = intake::duplicates(&open.library, &read, &sha256)?;
        row.duplicates = twins.iter().filter_map(resembled).collect();
        let same = twins.first().is_some_and(|twin| twin.why == dto::DuplicateReason::SameBytes);
        let wanted = on_duplicate.filter(|_| !twins.is_empty());
        match wanted.unwrap_or(if same { Decision::Skip } else { Decision::Keep }) {
            Decision::Skip => {}
            Decision::Keep => {
                self.bytes += given.bytes.len();
                self.hashes.insert(sha256);
                let keep = keep::fresh(read, open.tokenizer, &self.opening.raised);
                self.keeps.push((self.rows.len(), Keep { source: Some(given.bytes), ..keep }));
            }
            Decision::Update => {
                let staged = intake::stage(&open, &name, given.bytes)?;
                if let Some(password) = &self.opening.password {
                    open.staging.unlock(&staged.id, password);
                }
                row.kept = through_intake(studio, &staged.id, Decision::Update, &self.opening.raised)?;
            }
        }
        Ok(())
    }

    fn write(&mut self, studio: &Studio) {
        let (places, keeps): (Vec<usize>, Vec<Keep>) = std::mem::take(&mut self.keeps).into_iter().unzip();
        self.hashes.clear();
        self.bytes = 0;
        let mut kept = Vec::new();
        for (place, outcome) in places.into_iter().zip(studio.library().keep(keeps, &mut |_, _| true)) {
            let Some(row) = self.rows.get_mut(place) else { continue };
            match outcome {
                Ok(outcome) => {
                    let saved = |(address, revision): &(Address, u64)| Saved {
                        kind: address.kind().into(),
                        id: address.id().to_owned(),
                        revision: *revision,
                    };
                    row.kept = outcome.entities.iter().map(saved).collect();
                    kept.extend(outcome.entities.into_iter().map(|(address, _)| address));
                }
                Err(error) => row.error = Some(error.into()),
            }
        }
        background::describe(studio, kept);
    }
}

fn resembled(twin: &dto::Duplicate) -> Option<Resembled> {
    let address: Address = twin.address.parse().ok()?;
    Some(Resembled { kind: address.kind().into(), id: address.id().to_owned(), why: twin.why })
}

/// Adds a file over the size of what is opened unasked: it is streamed into the intake and kept from there.
fn large(
    studio: &Studio,
    path: &Path,
    on_duplicate: Option<Decision>,
    raised: &Raised,
    row: &mut AddRow,
) -> Result<(), ApiError> {
    disk::fits(std::fs::metadata(path).map_or(0, |meta| meta.len()), &raise::limits(raised))?;
    let open = studio.open();
    let (staged, state) = intake::stage_large(&open, path, raised)?;
    if let Some(error) = state.row.error {
        // A terminal has no review where it could wait.
        keep::discard(&open, &staged.id)?;
        return Err(error);
    }
    let twins = &state.row.duplicates;
    row.duplicates = twins.iter().filter_map(resembled).collect();
    let decision = on_duplicate.filter(|_| !twins.is_empty()).unwrap_or(state.row.decision);
    row.kept = through_intake(studio, &staged.id, decision, raised)?;
    Ok(())
}

/// Keeps one staged file, or brings the piece it resembles up to date, as the review would.
fn through_intake(studio: &Studio, id: &str, decision: Decision, raised: &Raised) -> Result<Vec<Saved>, ApiError> {
    let open = studio.open();
    let staged = open.library.staged_one(id)?;
    let mut state = intake::state(&open, &staged);
    state.row.decision = decision;
    state.raised.clone_from(raised);
    let job = studio.job("library add");
    let (staged, outcome) = keep::keep_all(&open, vec![(staged, state)], &job)
        .pop()
        .ok_or_else(|| ApiError::new(ErrorCode::Bug, "Nothing was updated."))?;
    if outcome.is_err() {
        // A terminal has no review where it could wait.
        keep::discard(&open, &staged.id)?;
    }
    let addresses = outcome?;
    let updated = addresses.iter().map(|address| saved(studio, address)).collect();
    background::describe(studio, addresses);
    updated
}

/// The wrapper of an entity as its file has it.
///
/// # Errors
/// `not-found`, or what keeps it from being read.
pub fn wrapper(studio: &Studio, text: &str) -> Result<String, ApiError> {
    Ok(studio.library().entity_text(&address(studio, text)?)?)
}

/// One edit of the command line.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Puts a text at a body path.
    Set(String, String),
    /// Puts JSON at a body path.
    SetJson(String, String),
    /// Takes what is at a body path away.
    Unset(String),
    /// Replaces the edits of an original by a list of operations, as JSON text.
    Native(String, String),
}

/// What an edit did.
#[derive(Clone, Debug, Serialize)]
pub struct Edited {
    /// The entity, at its new revision.
    #[serde(flatten)]
    pub saved: Saved,
    /// The paths and formats touched.
    pub changed: Vec<String>,
}

/// Edits an entity as one revision.
///
/// # Errors
/// `conflict` when `if_revision` is not the newest, `usage` for edits that do not fit, `busy` and `io`.
pub fn edit(studio: &Studio, text: &str, wishes: &[Edit], if_revision: Option<u64>) -> Result<Edited, ApiError> {
    let at = address(studio, text)?;
    let (mut changes, mut native, mut changed) = (Vec::new(), Vec::new(), Vec::new());
    let strict = |json: &str| {
        let document = ficha_json::Document::parse(json, &ficha_json::Limits::default())?;
        Ok::<_, ApiError>(document.root().to_value())
    };
    for wish in wishes {
        let (path, value) = match wish {
            Edit::Set(path, text) => (path, Some(dto::Json::of(&serde_json::Value::String(text.clone())))),
            Edit::SetJson(path, json) => (path, Some(dto::Json::of(&strict(json)?))),
            Edit::Unset(path) => (path, None),
            Edit::Native(format, json) => {
                let serde_json::Value::Array(rows) = strict(json)? else {
                    return Err(ApiError::new(ErrorCode::Usage, "Native edits are a list of operations."));
                };
                let ops = rows.iter().map(|row| {
                    ficha_model::PatchOp::from_value(row).ok_or_else(|| {
                        ApiError::new(ErrorCode::Usage, "One of the native edits is no operation.")
                            .hint("add, remove, replace and move are known.")
                    })
                });
                let ops: Vec<PatchOp> = edits::ops_to(&ops.collect::<Result<Vec<_>, _>>()?);
                native.push(NativePatch { format: format.clone(), ops });
                changed.push(format!("nativeEdits.{format}"));
                continue;
            }
        };
        changes.push(dto::Change { path: path.clone(), value });
        changed.push(path.clone());
    }
    let base = match if_revision {
        Some(revision) => revision,
        None => studio.library().open_entity(&at)?.revision,
    };
    let base = u32::try_from(base).map_err(|_| ApiError::new(ErrorCode::Usage, "There is no such revision."))?;
    let opened = entity::save(studio, at.to_string(), base, changes, native, "edited".to_owned())?;
    Ok(Edited { saved: Saved { kind: opened.kind, id: opened.id, revision: opened.revision.into() }, changed })
}

/// Saves an earlier revision as a new one, or only these fields of it.
///
/// # Errors
/// `not-found`, `busy` and `io`.
pub fn restore(studio: &Studio, text: &str, revision: u32, fields: Option<Vec<String>>) -> Result<Saved, ApiError> {
    let at = address(studio, text)?;
    let base = studio.library().open_entity(&at)?.revision;
    let base = u32::try_from(base).map_err(|_| ApiError::new(ErrorCode::Bug, "There are too many revisions."))?;
    let opened = history::restore(studio, at.to_string(), revision, base, fields)?;
    Ok(Saved { kind: opened.kind, id: opened.id, revision: opened.revision.into() })
}

/// An entity and what it links to as another app's file, not yet written; several together as one file of our own.
///
/// # Errors
/// Why they cannot be written as that.
pub fn encode(studio: &Studio, texts: &[String], target: &str, options: &ExportOptions) -> Result<Converted, ApiError> {
    let spec = files::spec(target)?;
    let library = studio.library();
    let addresses = texts.iter().map(|text| address(studio, text)).collect::<Result<Vec<_>, _>>()?;
    if addresses.len() > 1 {
        let entities = export::gather_set(&library, &addresses, Some(spec.kind))?;
        return files::encode_set(&entities, target, options, &LibraryMedia(library));
    }
    let first = addresses.first().ok_or_else(|| ApiError::new(ErrorCode::Usage, "Nothing is named."))?;
    let mut entities = export::gather(&library, first)?;
    if options.without_book {
        entities = export::without_books(entities);
    }
    files::encode(&entities, target, options, &LibraryMedia(library))
}

/// The file an entity came from, byte for byte, with its name.
///
/// # Errors
/// `not-found` for an entity that was made here or whose file is gone.
pub fn source_file(studio: &Studio, text: &str) -> Result<(Bytes, PathBuf), ApiError> {
    let library = studio.library();
    let opened = library.open_entity(&address(studio, text)?)?.entity;
    let made_here =
        || ApiError::new(ErrorCode::NotFound, format!("{} has no source file: it was made here.", opened.address()));
    let source = opened.source.as_ref().ok_or_else(made_here)?;
    let sha256 = source.sha256.as_deref().ok_or_else(made_here)?;
    let name = source.file_name.clone().unwrap_or_else(|| opened.id.clone());
    Ok((library.blob(sha256)?, PathBuf::from(name)))
}

/// Makes the index again: how many entities it has, and the files that cannot be read.
///
/// # Errors
/// What keeps the folder from being read.
pub fn rebuild(studio: &Studio, progress: &dyn Fn(u64, u64)) -> Result<(u64, Vec<dto::DamagedFile>), ApiError> {
    let refreshed = studio.library().rebuild(&|done, total| {
        progress(done, total);
        true
    })?;
    let damaged = refreshed
        .damaged
        .iter()
        .map(|damaged| dto::DamagedFile { file: damaged.file.clone(), error: damaged.error.clone() });
    Ok((refreshed.entities, damaged.collect()))
}

/// Waits until what is worked out in the background is done; a process that ends now would lose it.
pub fn settle(studio: &Studio) {
    studio.open().waiting.settle();
}
