//! Files read and staged. Each is opened once: its size is asked, its bytes are read, looked into and put into the
//! library's intake, where they wait for a decision. A file that cannot be read stays as a row that says why.
//!
//! Not here: what a person sees of one file ([`detail`]), how it is kept ([`keep`]), how it brings a piece up to date
//! ([`update`]).

pub(crate) mod detail;
pub(crate) mod keep;
pub(crate) mod update;
pub(crate) mod watched;

use std::collections::BTreeMap;
use std::io::Read as Stream;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use ficha_container::Limits;
use ficha_convert::Reading;
use ficha_formats::Source;
use ficha_formats::source::Preference;
use ficha_library::{DuplicateWhy, Library, Staged};
use serde_json::{Value, json};

use crate::dto::{Decision, Duplicate, DuplicateReason, StagedRow, StagedState};
use crate::files::FileMedia;
use crate::merging::Choices;
use crate::raise::{self, Raised};
use crate::studio::Open;
use crate::{ApiError, ErrorCode, disk, files};

/// A staged file that was read.
pub(crate) struct Read {
    pub source: Source,
    pub reading: Reading,
}

/// What is remembered with a staged file: its row as it was read, and what the person chose.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub row: StagedRow,
    pub preference: Preference,
    /// The limits raised for this file.
    pub raised: Raised,
    /// Where on the disk the file lies, as long as its bytes were not taken in because of a limit.
    pub path: Option<PathBuf>,
    /// What the fields of an update take, where the person chose.
    pub choices: Choices,
}

impl State {
    /// What is remembered of a file nobody has chosen anything for.
    fn of(row: StagedRow) -> State {
        State { row, preference: Preference::default(), raised: Raised::new(), path: None, choices: Choices::new() }
    }

    /// What the file is opened under.
    pub fn limits(&self) -> Limits {
        raise::limits(&self.raised)
    }

    fn to_value(&self) -> Value {
        json!({
            "row": self.row,
            "candidate": self.preference.candidate,
            "keepDoubleEncoding": self.preference.keep_double_encoding,
            "raised": self.raised,
            "path": self.path.as_ref().map(|path| path.display().to_string()),
            "choices": self.choices,
        })
    }

    fn from_value(value: &Value) -> Option<State> {
        Some(State {
            row: serde_json::from_value(value.get("row")?.clone()).ok()?,
            raised: value
                .get("raised")
                .and_then(|raised| serde_json::from_value(raised.clone()).ok())
                .unwrap_or_default(),
            path: value.get("path").and_then(Value::as_str).map(PathBuf::from),
            choices: value
                .get("choices")
                .and_then(|choices| serde_json::from_value(choices.clone()).ok())
                .unwrap_or_default(),
            preference: Preference {
                candidate: value.get("candidate").and_then(Value::as_str).map(str::to_owned),
                keep_double_encoding: value.get("keepDoubleEncoding").and_then(Value::as_bool).unwrap_or(false),
                // A password is asked for again; it is kept nowhere.
                password: None,
            },
        })
    }
}

/// Reads bytes as a person prefers, under these limits.
pub(crate) fn read(bytes: Bytes, file_name: &str, preference: &Preference, limits: &Limits) -> Result<Read, ApiError> {
    let refused = |refusal: ficha_formats::Refusal| ApiError::from(refusal).needing(&bytes, limits);
    let source = Source::open_preferring(bytes.clone(), Some(file_name), limits, preference).map_err(refused)?;
    let reading = ficha_convert::decode(&source, None).map_err(refused)?;
    if reading.entities.is_empty() {
        return Err(ApiError::new(ErrorCode::NoCard, "There is nothing in this file."));
    }
    Ok(Read { source, reading })
}

/// Reads a staged file again.
pub(crate) fn read_again(library: &Library, staged: &Staged, state: &State) -> Result<Read, ApiError> {
    read(library.staged_bytes(&staged.id)?, &staged.file_name, &state.preference, &state.limits())
}

fn blank(id: &str, file_name: &str) -> StagedRow {
    StagedRow {
        id: id.to_owned(),
        file_name: file_name.to_owned(),
        state: StagedState::Reading,
        kind: None,
        name: String::new(),
        format: None,
        format_title: None,
        container: None,
        because: None,
        confidence: None,
        portrait: None,
        error: None,
        decision: Decision::Keep,
        duplicates: Vec::new(),
    }
}

fn refused(id: &str, file_name: &str, error: ApiError) -> StagedRow {
    StagedRow { state: StagedState::Refused, error: Some(error), decision: Decision::Skip, ..blank(id, file_name) }
}

/// What in the library resembles the main entity of a file, strongest reason first.
pub(crate) fn duplicates(library: &Library, read: &Read, sha256: &str) -> Result<Vec<Duplicate>, ApiError> {
    let Some(main) = read.reading.main() else { return Ok(Vec::new()) };
    let found = library.duplicates(main, Some(sha256))?;
    Ok(found
        .into_iter()
        .map(|twin| Duplicate {
            address: twin.address.to_string(),
            name: twin.name,
            why: match twin.why {
                DuplicateWhy::SameBytes => DuplicateReason::SameBytes,
                DuplicateWhy::SameContent => DuplicateReason::SameContent,
                DuplicateWhy::SameName => DuplicateReason::SameName,
            },
        })
        .collect())
}

/// The row of a file that was read. A decision made before stays while it still makes sense.
pub(crate) fn row(open: &Open, staged: &Staged, read: &Read, decided: Option<Decision>) -> Result<StagedRow, ApiError> {
    let duplicates = duplicates(&open.library, read, &staged.sha256)?;
    let (state, default) = match duplicates.first().map(|twin| twin.why) {
        None => (StagedState::New, Decision::Keep),
        Some(DuplicateReason::SameBytes) => (StagedState::Same, Decision::Skip),
        Some(DuplicateReason::SameContent) => (StagedState::Alike, Decision::Keep),
        Some(DuplicateReason::SameName) => (StagedState::Newer, Decision::Keep),
    };
    let decision =
        decided.filter(|decision| *decision != Decision::Update || !duplicates.is_empty()).unwrap_or(default);
    let reading = &read.reading;
    let main = reading.main();
    Ok(StagedRow {
        state,
        kind: main.map(|main| main.kind.into()),
        name: main.map(|main| main.name().to_owned()).unwrap_or_default(),
        format: Some(reading.format.to_owned()),
        format_title: Some(files::title(reading.format)),
        container: Some(reading.container.word().to_owned()),
        because: reading.bid.as_ref().map(|bid| bid.because.to_owned()),
        confidence: reading.bid.as_ref().map(|bid| bid.confidence),
        portrait: portrait(open, staged, read),
        decision,
        duplicates,
        ..blank(&staged.id, &staged.file_name)
    })
}

/// The hash a staged file's portrait is served under.
fn portrait(open: &Open, staged: &Staged, read: &Read) -> Option<String> {
    let picture = portrait_of(read)?;
    if picture.bytes.len() == read.source.bytes().len() {
        open.staging.know(&staged.sha256, &staged.id);
        return Some(staged.sha256.clone());
    }
    let hash = open.shown.hold(&picture);
    open.staging.know(&hash, &staged.id);
    Some(hash)
}

fn portrait_of(read: &Read) -> Option<ficha_formats::PictureBytes> {
    let main = read.reading.main()?;
    let found = ficha_formats::pictures(main).into_iter().next().filter(|picture| picture.role == "portrait")?;
    let media = FileMedia { bytes: read.source.bytes(), blobs: &read.reading.blobs, limits: read.source.limits() };
    ficha_formats::picture(main, &found.reference, &media)
}

/// Stages bytes and says what they are. Bytes that wait already are not staged twice.
pub(crate) fn stage(open: &Open, file_name: &str, bytes: Bytes) -> Result<StagedRow, ApiError> {
    let sha256 = ficha_library::sha256(&bytes);
    if let Some(known) = open.staging.staged(&sha256) {
        // Another process may have kept or discarded it meanwhile.
        match open.library.staged_one(&known.id) {
            Ok(staged) if staged.kept.is_none() => return Ok(known),
            Ok(_) | Err(_) => open.staging.forget(&known.id),
        }
    }
    let staged = open.library.stage_bytes(file_name, &bytes)?;
    let found = read(bytes, &staged.file_name, &Preference::default(), &Limits::default());
    let found = match found.and_then(|read| row(open, &staged, &read, None)) {
        Ok(row) => row,
        Err(error) => refused(&staged.id, &staged.file_name, error),
    };
    set_state(open, &staged.id, &State::of(found.clone()))?;
    open.staging.add(&sha256, found.clone());
    Ok(found)
}

/// Stages a file of the disk as a stream, under limits raised for it, and says what it is. None of it is held as a
/// whole.
///
/// # Errors
/// `limit`, `io`; a file that cannot be read is a row that says why.
pub(crate) fn stage_large(open: &Open, path: &Path, raised: &Raised) -> Result<(Staged, State), ApiError> {
    let staged = open.library.stage_file(path, raise::limits(raised).file as u64)?;
    let mut state = State { raised: raised.clone(), ..State::of(blank(&staged.id, &staged.file_name)) };
    let found = read_again(&open.library, &staged, &state).and_then(|read| row(open, &staged, &read, None));
    state.row = found.unwrap_or_else(|error| refused(&staged.id, &staged.file_name, error));
    set_state(open, &staged.id, &state)?;
    open.staging.add(&staged.sha256, state.row.clone());
    Ok((staged, state))
}

/// Stages a file of the disk. One that cannot be opened leaves a row and no bytes.
pub(crate) fn stage_path(open: &Open, path: &Path) -> Result<StagedRow, ApiError> {
    let name = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    match disk::read(path, &Limits::default()) {
        Ok(bytes) => stage(open, &name, bytes),
        Err(error) => {
            let path = error.limit.is_some().then(|| std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
            stage_refused(open, &name, error, path)
        }
    }
}

/// Leaves a row for a file whose bytes could not be had; `path` says where they can be had once a limit is raised.
pub(crate) fn stage_refused(
    open: &Open,
    file_name: &str,
    error: ApiError,
    path: Option<PathBuf>,
) -> Result<StagedRow, ApiError> {
    let staged = open.library.stage_bytes(file_name, b"")?;
    let row = refused(&staged.id, &staged.file_name, error);
    set_state(open, &staged.id, &State { path, ..State::of(row.clone()) })?;
    Ok(row)
}

/// Takes the bytes of a file in that was refused without them: from `stream`, else from where it lies on the disk.
///
/// # Errors
/// `limit` when it is larger than was allowed, `io`, `not-found` when nobody knows where it is.
pub(crate) fn fill(
    open: &Open,
    staged: &Staged,
    state: &State,
    stream: Option<&mut dyn Stream>,
) -> Result<Staged, ApiError> {
    let limit = state.limits().file as u64;
    if let Some(stream) = stream {
        return Ok(open.library.fill_staged(&staged.id, stream, limit)?);
    }
    let path = state.path.as_ref().ok_or_else(|| {
        ApiError::new(ErrorCode::NotFound, format!("The bytes of {} are not at hand any more.", staged.file_name))
            .hint("Choose the file again.")
    })?;
    let mut file = std::fs::File::open(path).map_err(|error| crate::error::io("opened", path, &error))?;
    let length = file.metadata().map_err(|error| crate::error::io("read", path, &error))?.len();
    disk::fits(length, &state.limits())?;
    Ok(open.library.fill_staged(&staged.id, &mut file, limit)?)
}

pub(crate) fn set_state(open: &Open, id: &str, state: &State) -> Result<(), ApiError> {
    open.staging.replace(&state.row);
    Ok(open.library.set_staged_state(id, &state.to_value())?)
}

/// What is remembered of a staged file; read again when nothing is, or nothing that makes sense here.
pub(crate) fn state(open: &Open, staged: &Staged) -> State {
    let mut state = State::from_value(&staged.state).unwrap_or_else(|| {
        let blank = State::of(blank(&staged.id, &staged.file_name));
        let found = read_again(&open.library, staged, &blank).and_then(|read| row(open, staged, &read, None));
        State { row: found.unwrap_or_else(|error| refused(&staged.id, &staged.file_name, error)), ..blank }
    });
    state.preference.password = open.staging.password(&staged.id);
    if staged.kept.is_some() {
        state.row.state = StagedState::Kept;
    }
    state.row.duplicates.retain(|twin| twin.address.parse().is_ok_and(|address| open.library.exists(&address)));
    state
}

/// Which staged file has which bytes and shows which picture, so that a thumbnail need not look through all of them.
pub(crate) struct Staging {
    library: Arc<Library>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// Rows by the hash of their file.
    rows: BTreeMap<String, StagedRow>,
    /// Staged ids by the hash of a picture in them.
    pictures: BTreeMap<String, String>,
    /// Passwords a person gave, by staged id: for as long as the file waits, and in memory alone.
    passwords: BTreeMap<String, String>,
    looked: bool,
}

impl Staging {
    /// Knows nothing yet; looks through the intake when it is first asked.
    pub fn new(library: Arc<Library>) -> Staging {
        Staging { library, known: Mutex::default() }
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if !known.looked {
            known.looked = true;
            for staged in self.library.staged().unwrap_or_default() {
                let Some(state) = State::from_value(&staged.state) else { continue };
                if let Some(picture) = &state.row.portrait {
                    known.pictures.insert(picture.clone(), staged.id.clone());
                }
                // A refused row may have no bytes of its own: another file must not be taken for it.
                if staged.bytes > 0 && staged.kept.is_none() {
                    known.rows.insert(staged.sha256.clone(), state.row);
                }
            }
        }
        known
    }

    /// Remembers the password of a staged file until it is kept or discarded.
    pub fn unlock(&self, id: &str, password: &str) {
        self.known().passwords.insert(id.to_owned(), password.to_owned());
    }

    fn password(&self, id: &str) -> Option<String> {
        self.known().passwords.get(id).cloned()
    }

    fn know(&self, picture: &str, id: &str) {
        self.known().pictures.insert(picture.to_owned(), id.to_owned());
    }

    fn add(&self, sha256: &str, row: StagedRow) {
        self.known().rows.insert(sha256.to_owned(), row);
    }

    fn replace(&self, row: &StagedRow) {
        if let Some(known) = self.known().rows.values_mut().find(|known| known.id == row.id) {
            *known = row.clone();
        }
    }

    /// Forgets a file that was discarded or kept.
    pub fn forget(&self, id: &str) {
        let mut known = self.known();
        known.rows.retain(|_, row| row.id != id);
        known.pictures.retain(|_, other| other != id);
        known.passwords.remove(id);
    }

    /// The row of bytes that wait already.
    fn staged(&self, sha256: &str) -> Option<StagedRow> {
        self.known().rows.get(sha256).cloned()
    }

    /// A picture shown by a staged file.
    pub fn picture(&self, sha256: &str) -> Option<Bytes> {
        let id = self.known().pictures.get(sha256).cloned()?;
        let staged = self.library.staged_one(&id).ok()?;
        let bytes = self.library.staged_bytes(&id).ok()?;
        if staged.sha256 == sha256 {
            return Some(bytes);
        }
        let state = State::from_value(&staged.state)?;
        let picture = portrait_of(&read(bytes, &staged.file_name, &state.preference, &state.limits()).ok()?)?;
        (ficha_library::sha256(&picture.bytes) == sha256).then_some(picture.bytes)
    }
}
