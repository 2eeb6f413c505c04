//! Many files to another app's format. A failing file is named and the rest go on; the same call goes on where an
//! earlier one stopped.
//!
//! What was done is kept in [`LEDGER`] beside the outputs: an input that is the same file as then, with its output
//! still there, is not done again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Value, json};

use crate::dto::ExportOptions;
use crate::raise::Opening;
use crate::{ApiError, ErrorCode, disk, files};

/// The file beside the outputs that says what was done.
pub const LEDGER: &str = "ficha-batch.json";

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

/// What was done before, by input.
type Ledger = BTreeMap<String, Value>;

/// Does it, and tells of each file as it ends; `go_on` says whether to go on.
///
/// # Errors
/// `usage` for an unknown format, `io` when the folder cannot be made or the ledger not be written.
pub fn run(
    batch: &Batch<'_>,
    go_on: &mut dyn FnMut(usize, usize, &BatchRow) -> bool,
) -> Result<Vec<BatchRow>, ApiError> {
    files::spec(batch.target)?;
    std::fs::create_dir_all(batch.folder).map_err(|error| crate::error::io("made", batch.folder, &error))?;
    let ledger_path = batch.folder.join(LEDGER);
    let mut ledger = read_ledger(&ledger_path, batch)?;
    let found = disk::walk(batch.inputs);
    let total = found.len();
    let stems = stems(&found);
    let mut rows = Vec::new();
    for (at, (found, stem)) in found.into_iter().zip(stems).enumerate() {
        let row = match found {
            Ok(path) if path == ledger_path || is_output(&ledger, &path) => continue,
            Ok(path) => one(batch, &path, &stem, &mut ledger),
            Err((path, error)) => failed(&path, error),
        };
        let stop = !go_on(at + 1, total, &row);
        rows.push(row);
        // Written as it goes, so that a call that is cut off loses at most what it was at.
        if rows.len() % 25 == 0 || stop {
            write_ledger(&ledger_path, batch, &ledger, &rows)?;
        }
        if stop {
            break;
        }
    }
    write_ledger(&ledger_path, batch, &ledger, &rows)?;
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
    if let Some(row) = ledger.get(&key).and_then(|done| earlier(&key, done, &stamp)) {
        return row;
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
        let own = ledger.get(&key).and_then(|done| done.get("output")).and_then(Value::as_str)
            == Some(&*output.display().to_string());
        disk::write(&output, &converted.bytes, batch.overwrite || own)?;
        Ok((output.display().to_string(), lost, converted.report.changed.len()))
    });
    match written {
        Ok((output, lost, changed)) => {
            ledger.insert(key.clone(), json!({ "output": output, "stamp": stamp, "lost": lost, "changed": changed }));
            BatchRow { file: key, output: Some(output), earlier: false, lost, changed, error: None }
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

fn earlier(key: &str, done: &Value, stamp: &str) -> Option<BatchRow> {
    let output = done.get("output")?.as_str()?;
    let number = |name: &str| done.get(name).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    (done.get("stamp")?.as_str()? == stamp && Path::new(output).is_file()).then(|| BatchRow {
        file: key.to_owned(),
        output: Some(output.to_owned()),
        earlier: true,
        lost: number("lost"),
        changed: number("changed"),
        error: None,
    })
}

fn is_output(ledger: &Ledger, path: &Path) -> bool {
    let path = path.display().to_string();
    ledger.values().any(|done| done.get("output").and_then(Value::as_str) == Some(path.as_str()))
}

/// What makes an earlier call the same as this one.
fn asked(batch: &Batch<'_>) -> Value {
    json!({ "target": batch.target, "options": batch.options })
}

/// The ledger of an earlier call with the same wishes; an empty one after a call with others.
fn read_ledger(path: &Path, batch: &Batch<'_>) -> Result<Ledger, ApiError> {
    if !path.is_file() {
        return Ok(Ledger::new());
    }
    let damaged = || {
        ApiError::new(ErrorCode::Malformed, format!("{} is no record of a batch.", path.display()))
            .hint("Remove it to begin anew.")
    };
    let text = std::fs::read_to_string(path).map_err(|error| crate::error::io("read", path, &error))?;
    let limits = ficha_json::Limits { bytes: 256 << 20, values: 10_000_000, ..ficha_json::Limits::default() };
    let value = ficha_json::Document::parse(text, &limits).map_err(|_| damaged())?.root().to_value();
    let done = value.get("done").and_then(Value::as_object).ok_or_else(damaged)?;
    let same = value.get("asked") == Some(&asked(batch));
    Ok(done
        .iter()
        .map(|(key, done)| {
            let mut done = done.clone();
            if !same {
                // The outputs are ours still, but not what is asked now.
                done["stamp"] = Value::String(String::new());
            }
            (key.clone(), done)
        })
        .collect())
}

fn write_ledger(path: &Path, batch: &Batch<'_>, ledger: &Ledger, rows: &[BatchRow]) -> Result<(), ApiError> {
    let failed: Vec<Value> =
        rows.iter().filter_map(|row| Some(json!({ "file": row.file, "error": row.error.as_ref()? }))).collect();
    let text = format!("{:#}\n", json!({ "asked": asked(batch), "done": ledger, "failed": failed }));
    disk::write(path, text.as_bytes(), true)
}
