//! Many files to another app's format. A failing file is named and the rest go on; the same call goes on where an
//! earlier one stopped.
//!
//! What was done is kept in [`LEDGER`] beside the outputs: an input that is the same file as then, with its output
//! still there, is not done again. Each run leaves a file of its own that tells what became of every input.
//!
//! Not here: pieces of the library ([`pieces`]), how the record is kept ([`ledger`]).

pub(crate) mod ledger;
pub mod names;
pub mod pieces;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Value, json};

use crate::dto::ExportOptions;
use crate::raise::Opening;
use crate::{ApiError, ErrorCode, disk, files};

pub use ledger::LEDGER;
use ledger::{Done, Ledger, put};

/// How one file ended.
#[derive(Clone, Debug, Serialize)]
pub struct BatchRow {
    /// The input.
    pub file: String,
    /// The output; `None` when there is none.
    pub output: Option<String>,
    /// Whether an earlier call had made it already.
    pub earlier: bool,
    /// How many fields were lost.
    pub lost: usize,
    /// How many were changed.
    pub changed: usize,
    /// Why it failed.
    pub error: Option<ApiError>,
}

/// What a batch is asked to do.
#[derive(Debug)]
pub struct Batch<'a> {
    /// Files and folders.
    pub inputs: &'a [PathBuf],
    /// Format id.
    pub target: &'a str,
    /// The folder of the outputs; made when it is not there.
    pub folder: &'a Path,
    /// How to write.
    pub options: &'a ExportOptions,
    /// Whether files that are there may be overwritten.
    pub overwrite: bool,
    /// Whether a file that would lose something is not written.
    pub strict: bool,
    /// How these files are opened.
    pub opening: &'a Opening,
}

/// Does it, and tells of each file as it ends; `go_on` says whether to go on.
///
/// # Errors
/// `usage` for an unknown format, `io` when the folder cannot be made or the ledger not be written.
pub fn run(
    batch: &Batch<'_>,
    go_on: &mut dyn FnMut(usize, usize, &BatchRow) -> bool,
) -> Result<Vec<BatchRow>, ApiError> {
    files::spec(batch.target)?;
    disk::ready(batch.folder)?;
    let ledger_path = batch.folder.join(LEDGER);
    let mut ledger = Ledger::open(batch.folder, asked(batch))?;
    let found = disk::walk(batch.inputs);
    let total = found.len();
    let stems = stems(&found);
    let mut rows = Vec::new();
    for (at, (found, stem)) in found.into_iter().zip(stems).enumerate() {
        let row = match found {
            Ok(path) if path == ledger_path || ledger::is_result(&path) || ledger.is_output(&path) => continue,
            Ok(path) => one(batch, &path, &stem, &mut ledger),
            Err((path, error)) => failed(&path, error),
        };
        let stop = !go_on(at + 1, total, &row);
        rows.push(row);
        // Written as it goes, so that a call that is cut off loses at most what it was at.
        if rows.len() % 25 == 0 || stop {
            ledger.write()?;
        }
        if stop {
            break;
        }
    }
    ledger.write()?;
    ledger.write_result(told(&rows))?;
    Ok(rows)
}

fn failed(path: &Path, error: ApiError) -> BatchRow {
    BatchRow { file: path.display().to_string(), output: None, earlier: false, lost: 0, changed: 0, error: Some(error) }
}

/// The output names without extension: those of the inputs, two of one name with a number behind, by their order, so
/// that the same inputs always give the same names.
fn stems(found: &[disk::Found]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut stems = Vec::new();
    for found in found {
        let path = match found {
            Ok(path) | Err((path, _)) => path,
        };
        let stem = path.file_stem().map_or_else(|| "card".into(), |stem| stem.to_string_lossy().into_owned());
        let mut name = stem.clone();
        let mut number = 2;
        while !taken.insert(name.to_lowercase()) {
            name = format!("{stem}-{number}");
            number += 1;
        }
        stems.push(name);
    }
    stems
}

fn one(batch: &Batch<'_>, path: &Path, stem: &str, ledger: &mut Ledger) -> BatchRow {
    let key = path.display().to_string();
    let stamp = stamp(path);
    if let Some(done) = ledger.done(&key, &stamp) {
        return earlier(&key, done);
    }
    let converted = files::Given::read(path, batch.opening)
        .and_then(|given| files::convert(&given, batch.target, None, batch.options));
    let written = converted.and_then(|converted| {
        let lost = converted.report.lost.len();
        if batch.strict && lost > 0 {
            return Err(ApiError::new(
                ErrorCode::CannotExpress,
                format!("{lost} fields would be lost; nothing was written."),
            ));
        }
        let output = batch.folder.join(format!("{stem}.{}", converted.extension));
        if disk::is_same(path, &output) {
            return Err(ApiError::new(ErrorCode::Usage, "The output would be the input."));
        }
        // One of its own, from an earlier call with other options, is no stranger's file.
        put(&output, &converted.bytes, batch.overwrite || ledger.is_of(&key, &output))?;
        Ok(Done { output: output.display().to_string(), stamp, lost, changed: converted.report.changed.len() })
    });
    match written {
        Ok(done) => {
            let row = BatchRow { earlier: false, ..earlier(&key, &done) };
            ledger.record(key, done);
            row
        }
        Err(error) => failed(path, error),
    }
}

/// What says that a file is the same as then: its size and the time it was changed.
fn stamp(path: &Path) -> String {
    let metadata = std::fs::metadata(path).ok();
    let changed = metadata.as_ref().and_then(|metadata| metadata.modified().ok());
    let changed =
        changed.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok()).map_or(0, |since| since.as_millis());
    format!("{}-{changed}", metadata.map_or(0, |metadata| metadata.len()))
}

fn earlier(key: &str, done: &Done) -> BatchRow {
    BatchRow {
        file: key.to_owned(),
        output: Some(done.output.clone()),
        earlier: true,
        lost: done.lost,
        changed: done.changed,
        error: None,
    }
}

/// What makes an earlier call the same as this one.
fn asked(batch: &Batch<'_>) -> Value {
    json!({ "target": batch.target, "options": batch.options })
}

/// The rows as a result file has them.
fn told(rows: &[BatchRow]) -> Value {
    let row = |row: &BatchRow| json!({ "file": row.file, "output": row.output, "earlier": row.earlier, "lost": row.lost, "changed": row.changed, "error": row.error });
    json!({ "files": rows.iter().map(row).collect::<Vec<_>>() })
}
