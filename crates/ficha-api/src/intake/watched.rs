//! A folder that is watched: files that appear in it are staged, and never kept by themselves.
//!
//! Rules kept here: what was in the folder when it was chosen is not new; a file is taken when two looks found it the
//! same, so that none is read while it is being written; one look takes so many at most. What was seen is remembered
//! below the library's folder of things that may be deleted; without it everything there counts as seen.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use super::stage_path;
use crate::dto::StagedRow;
use crate::studio::Open;
use crate::{ApiError, disk};

/// Where what was seen is remembered.
const SEEN: &str = "cache/watched-folder.json";

/// Files looked at in one folder; more of them are not watched.
const MOST: usize = 20_000;

/// Files taken by one look.
const TOGETHER: usize = 40;

/// A file that was changed within this time may still be written.
const QUIET: Duration = Duration::from_millis(1500);

/// A file as it was seen: its size and when it was changed.
type Mark = String;

/// What is known of the watched folder.
#[derive(Default)]
pub(crate) struct Watched(Mutex<Known>);

#[derive(Default)]
struct Known {
    folder: Option<PathBuf>,
    seen: BTreeMap<String, Mark>,
    /// New files as the last look found them.
    waiting: BTreeMap<String, Mark>,
}

/// The files of a folder that could be cards, each with its mark and whether it has been quiet.
fn files(folder: &Path) -> Result<Vec<(String, Mark, bool)>, ApiError> {
    let entries = fs::read_dir(folder).map_err(|error| crate::error::io("watched", folder, &error))?;
    let mut found = Vec::new();
    for entry in entries.flatten().take(MOST) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Ok(meta) = entry.metadata() else { continue };
        if !meta.is_file() || name.starts_with('.') {
            continue;
        }
        let changed = meta.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let since = changed.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_millis());
        // A time in the future is a clock that was set back: such a file counts as quiet.
        let quiet = changed.elapsed().map_or(true, |elapsed| elapsed >= QUIET);
        found.push((name, format!("{}-{since}", meta.len()), quiet));
    }
    found.sort();
    Ok(found)
}

impl Known {
    fn read(open: &Open) -> Known {
        let text = fs::read_to_string(open.library.root().join(SEEN)).unwrap_or_default();
        let value: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
        let seen = value.get("seen").and_then(Value::as_object).map(|seen| {
            seen.iter().filter_map(|(name, mark)| Some((name.clone(), mark.as_str()?.to_owned()))).collect()
        });
        Known {
            folder: value.get("folder").and_then(Value::as_str).map(PathBuf::from),
            seen: seen.unwrap_or_default(),
            waiting: BTreeMap::new(),
        }
    }

    fn write(&self, open: &Open) -> Result<(), ApiError> {
        let path = open.library.root().join(SEEN);
        let folder = path.parent().unwrap_or(&path);
        fs::create_dir_all(folder).map_err(|error| crate::error::io("made", folder, &error))?;
        let at = self.folder.as_ref().map(|folder| folder.display().to_string());
        disk::write(&path, json!({ "folder": at, "seen": self.seen }).to_string().as_bytes(), true)
    }
}

impl Watched {
    /// Looks into the folder and stages what is new in it and no longer changing.
    ///
    /// # Errors
    /// `io` when the folder cannot be read or nothing can be staged.
    pub fn look(&self, open: &Open, folder: &Path) -> Result<Vec<StagedRow>, ApiError> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.folder.is_none() {
            *known = Known::read(open);
        }
        let found = files(folder)?;
        if known.folder.as_deref() != Some(folder) {
            let seen = found.into_iter().map(|(name, mark, _)| (name, mark)).collect();
            *known = Known { folder: Some(folder.to_owned()), seen, waiting: BTreeMap::new() };
            known.write(open)?;
            return Ok(Vec::new());
        }
        let mut rows = Vec::new();
        let mut waiting = BTreeMap::new();
        for (name, mark, quiet) in found {
            if known.seen.get(&name) == Some(&mark) {
                continue;
            }
            let is_same = known.waiting.get(&name) == Some(&mark);
            if !quiet || !is_same || rows.len() >= TOGETHER {
                waiting.insert(name, mark);
                continue;
            }
            rows.push(stage_path(open, &folder.join(&name))?);
            known.seen.insert(name, mark);
        }
        known.waiting = waiting;
        if !rows.is_empty() {
            known.write(open)?;
        }
        Ok(rows)
    }
}
