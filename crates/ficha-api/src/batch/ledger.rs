//! What a batch has done, beside its outputs: read when it goes on, written as it goes. A run that was killed between
//! two writings of it finds its own files again by their bytes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::{ApiError, ErrorCode, disk};

/// The file beside the outputs that says what was done.
pub const LEDGER: &str = "ficha-batch.json";

/// How the names of result files begin.
const RESULT: &str = "ficha-batch-result-";

/// One output that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Done {
    /// Its path.
    pub output: String,
    /// What says that its input is the same as then.
    pub stamp: String,
    /// How many fields were lost.
    pub lost: usize,
    /// How many were changed.
    pub changed: usize,
}

/// The record of a folder.
pub(crate) struct Ledger {
    folder: PathBuf,
    asked: Value,
    done: BTreeMap<String, Done>,
    /// How many were added since it was written.
    fresh: usize,
    /// The process that wrote it last.
    process: Option<u64>,
}

/// Outputs after which it is written again.
const OFTEN: usize = 25;

/// Whether a file is the result of a run.
pub(crate) fn is_result(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(RESULT))
}

/// Writes an output. One of these very bytes that is there already was written by a run that was cut off.
///
/// # Errors
/// As for any file.
pub(crate) fn put(path: &Path, bytes: &[u8], overwrite: bool) -> Result<(), ApiError> {
    match disk::write(path, bytes, overwrite) {
        Err(error) if error.code == ErrorCode::Conflict && holds(path, bytes) => Ok(()),
        other => other,
    }
}

/// Whether a file has these very bytes.
pub(crate) fn holds(path: &Path, bytes: &[u8]) -> bool {
    std::fs::metadata(path).is_ok_and(|meta| meta.len() == bytes.len() as u64)
        && std::fs::read(path).is_ok_and(|there| there == bytes)
}

impl Ledger {
    /// The record of an earlier call with the same wishes; without its outcomes after a call with others. What a call
    /// that was killed left half-written goes.
    ///
    /// # Errors
    /// `malformed` for a file of that name that is none, `io`.
    pub fn open(folder: &Path, asked: Value) -> Result<Ledger, ApiError> {
        let mut ledger = Ledger::look(folder, asked)?;
        if let Some(process) = ledger.process.filter(|process| *process != u64::from(std::process::id())) {
            disk::clear_unfinished(folder, process);
        }
        // Written at once, so that who was at work here is known whenever the work is cut off.
        ledger.write()?;
        Ok(ledger)
    }

    /// The same without writing anything.
    ///
    /// # Errors
    /// As for [`Ledger::open`].
    pub fn look(folder: &Path, asked: Value) -> Result<Ledger, ApiError> {
        let path = folder.join(LEDGER);
        let mut ledger = Ledger { folder: folder.to_owned(), asked, done: BTreeMap::new(), fresh: 0, process: None };
        if path.is_file() {
            ledger.read(&path)?;
        }
        Ok(ledger)
    }

    fn read(&mut self, path: &Path) -> Result<(), ApiError> {
        let damaged = || {
            ApiError::new(ErrorCode::Malformed, format!("{} is no record of a batch.", path.display()))
                .hint("Remove it to begin anew.")
        };
        let text = std::fs::read_to_string(path).map_err(|error| crate::error::io("read", path, &error))?;
        let limits = ficha_json::Limits { bytes: 256 << 20, values: 10_000_000, ..ficha_json::Limits::default() };
        let value = ficha_json::Document::parse(text, &limits).map_err(|_| damaged())?.root().to_value();
        let done = value.get("done").and_then(Value::as_object).ok_or_else(damaged)?;
        self.process = value.get("process").and_then(Value::as_u64);
        let same = value.get("asked") == Some(&self.asked);
        for (key, row) in done {
            let text = |name: &str| row.get(name).and_then(Value::as_str).map(str::to_owned);
            let number = |name: &str| {
                row.get(name).and_then(Value::as_u64).and_then(|number| usize::try_from(number).ok()).unwrap_or(0)
            };
            let Some(output) = text("output") else { continue };
            // After other wishes the outputs are ours still, but not what is asked now.
            let stamp = if same { text("stamp").unwrap_or_default() } else { String::new() };
            self.done.insert(key.clone(), Done { output, stamp, lost: number("lost"), changed: number("changed") });
        }
        Ok(())
    }

    /// What was written for an input that is the same as then, with its output still there.
    pub fn done(&self, key: &str, stamp: &str) -> Option<&Done> {
        self.done.get(key).filter(|done| done.stamp == stamp && Path::new(&done.output).is_file())
    }

    /// The output of an input, from whatever call.
    pub fn output(&self, key: &str) -> Option<&str> {
        self.done.get(key).map(|done| done.output.as_str())
    }

    /// Whether a file is the output of this input.
    pub fn is_of(&self, key: &str, output: &Path) -> bool {
        self.output(key) == Some(&*output.display().to_string())
    }

    /// Whether a file is an output of any input.
    pub fn is_output(&self, path: &Path) -> bool {
        let path = path.display().to_string();
        self.done.values().any(|done| done.output == path)
    }

    /// Notes an output down. It reaches the disk with the next writing.
    pub fn record(&mut self, key: String, done: Done) {
        self.done.insert(key, done);
        self.fresh += 1;
    }

    /// Writes the record when enough came together.
    ///
    /// # Errors
    /// `io`.
    pub fn write_often(&mut self) -> Result<(), ApiError> {
        if self.fresh >= OFTEN { self.write() } else { Ok(()) }
    }

    /// Writes the record.
    ///
    /// # Errors
    /// `io`.
    pub fn write(&mut self) -> Result<(), ApiError> {
        let row = |done: &Done| json!({ "output": done.output, "stamp": done.stamp, "lost": done.lost, "changed": done.changed });
        let done: serde_json::Map<String, Value> =
            self.done.iter().map(|(key, done)| (key.clone(), row(done))).collect();
        let text = format!("{:#}\n", json!({ "asked": self.asked, "process": std::process::id(), "done": done }));
        disk::write(&self.folder.join(LEDGER), text.as_bytes(), true)?;
        self.fresh = 0;
        Ok(())
    }

    /// Writes what became of every input of this run as a file of its own; its path.
    ///
    /// # Errors
    /// `io`.
    pub fn write_result(&self, told: Value) -> Result<PathBuf, ApiError> {
        let at = ficha_library::rfc3339(std::time::SystemTime::now());
        let mut result = json!({ "at": at, "asked": self.asked });
        if let (Some(all), Value::Object(told)) = (result.as_object_mut(), told) {
            all.extend(told);
        }
        let text = format!("{result:#}\n");
        let stem: String = at.chars().filter(char::is_ascii_alphanumeric).collect();
        let free = (1..1000).map(|number| {
            let end = if number == 1 { String::new() } else { format!("-{number}") };
            self.folder.join(format!("{RESULT}{stem}{end}.json"))
        });
        for path in free {
            match disk::write(&path, text.as_bytes(), false) {
                Err(error) if error.code == ErrorCode::Conflict => {}
                other => return other.map(|()| path),
            }
        }
        Err(ApiError::new(ErrorCode::Io, "No name is left for the result of this run."))
    }
}
