//! Many pieces of the library to one app: measured together, named by a pattern, written one by one. What is written
//! stays written when it stops; the same wish goes on where it stopped, after a restart too.
//!
//! Rules kept here: an output appears whole or not at all; a file that is no output of this batch is only replaced on
//! request; when the folder itself fails (full, gone), the run stops and says so instead of failing every piece.

use std::path::{Path, PathBuf};
use std::time::Instant;

use ficha_library::Address;
use serde_json::{Value, json};

use super::ledger::{Done, Ledger, holds};
use super::names::{self, Naming};
use crate::commands::count;
use crate::dto::{
    BatchCollision, BatchMeasured, BatchName, BatchOutcome, BatchPlan, BatchResult, BatchWish, Counts, Unfinished,
};
use crate::files::Converted;
use crate::jobs::Job;
use crate::{ApiError, ErrorCode, Studio, disk, export, files};

/// Where a run that is not finished is remembered, below the library's folder of things that may be deleted.
const UNFINISHED: &str = "cache/unfinished-export.json";

/// Reasons told of one piece.
const REASONS: usize = 3;

/// Writes an output; a seam for tests.
pub(crate) type Put<'a> = &'a dyn Fn(&Path, &[u8], bool) -> Result<(), ApiError>;

fn counts(converted: &Converted) -> Counts {
    let report = &converted.report;
    Counts {
        carried: count(report.carried.len()),
        changed: count(report.changed.len()),
        lost: count(report.lost.len()),
        left_behind: count(report.left_behind.len()),
    }
}

/// What an app would take of these pieces, in order; those not reached when the job was stopped are left out.
pub(crate) fn measure(studio: &Studio, wish: &BatchWish, job: &Job<'_>) -> Vec<BatchMeasured> {
    let total = wish.addresses.len();
    let mut rows = Vec::new();
    for (at, text) in wish.addresses.iter().enumerate() {
        if job.is_cancelled() {
            break;
        }
        let started = Instant::now();
        let measured = export::made(studio, text, &wish.format, &wish.options);
        rows.push(match measured {
            Ok(converted) => {
                let report = export::report(studio, &converted, started.elapsed().as_millis());
                let lost = report.lost.iter().map(|row| (&row.path, &row.reason));
                let reasons = lost.chain(report.changed.iter().map(|row| (&row.path, &row.reason))).take(REASONS);
                let named = |(path, reason): (&String, &String)| {
                    format!("{}: {reason}", report.labels.get(path).unwrap_or(path))
                };
                BatchMeasured {
                    address: text.clone(),
                    reasons: reasons.map(named).collect(),
                    counts: Some(report.counts),
                    extension: converted.extension.to_owned(),
                    identical: report.identical,
                    bytes: report.bytes,
                    error: None,
                }
            }
            Err(error) => BatchMeasured {
                address: text.clone(),
                reasons: Vec::new(),
                counts: None,
                extension: String::new(),
                identical: false,
                bytes: 0,
                error: Some(error),
            },
        });
        job.step(at + 1, total, text);
    }
    rows
}

fn naming(studio: &Studio, wish: &BatchWish) -> Vec<Naming> {
    let app = files::title(&wish.format);
    let rows: Vec<Address> = wish.addresses.iter().filter_map(|text| text.parse().ok()).collect();
    let known = studio.library().rows(&rows).unwrap_or_default();
    wish.addresses
        .iter()
        .map(|text| {
            let (kind, id) = text.split_once('/').unwrap_or(("", text));
            let row = known.iter().find(|row| row.address.to_string() == *text);
            Naming {
                name: row.map(|row| row.name.clone()).unwrap_or_default(),
                creator: row.map(|row| row.creator.clone()).unwrap_or_default(),
                id: id.to_owned(),
                kind: kind.to_owned(),
                app: app.clone(),
            }
        })
        .collect()
}

fn asked(wish: &BatchWish) -> Value {
    json!({ "pieces": true, "target": wish.format, "options": wish.options, "pattern": wish.pattern })
}

/// The names the files would get, which are taken, and why the folder cannot be written. Nothing is written.
///
/// # Errors
/// `usage` for an unknown format or no folder, `malformed` for a record of an earlier run that cannot be read.
pub(crate) fn plan(studio: &Studio, wish: &BatchWish, extensions: &[String]) -> Result<BatchPlan, ApiError> {
    files::spec(&wish.format)?;
    let folder = folder_of(wish)?;
    let ledger = Ledger::look(&folder, asked(wish))?;
    let stems = names::stems(&wish.pattern, &naming(studio, wish));
    let rows = wish.addresses.iter().zip(&stems).enumerate().map(|(at, (address, (stem, numbered)))| {
        let extension = extensions.get(at).map(String::as_str).unwrap_or_default();
        let file_name = if extension.is_empty() { stem.clone() } else { format!("{stem}.{extension}") };
        let path = folder.join(&file_name);
        let own = ledger.is_of(address, &path);
        BatchName {
            address: address.clone(),
            there: !own && !extension.is_empty() && path.exists(),
            done: ledger.output(address).is_some_and(|output| Path::new(output).is_file())
                && stamp(studio, address).is_some_and(|stamp| ledger.done(address, &stamp).is_some()),
            numbered: *numbered,
            file_name,
        }
    });
    Ok(BatchPlan { rows: rows.collect(), obstacle: disk::obstacle(&folder) })
}

fn folder_of(wish: &BatchWish) -> Result<PathBuf, ApiError> {
    let folder = wish.folder.trim();
    if folder.is_empty() {
        return Err(ApiError::new(ErrorCode::Usage, "No folder is named."));
    }
    Ok(PathBuf::from(folder))
}

/// What says that a piece is the same as then: its revision.
fn stamp(studio: &Studio, text: &str) -> Option<String> {
    let at = studio.library().resolve(text).ok()?;
    Some(format!("revision {}", studio.library().newest(&at).ok()?))
}

/// Writes every piece that is not written yet.
///
/// # Errors
/// `usage` for an unknown format or no folder, `io` when the folder cannot be written at all.
pub(crate) fn run(studio: &Studio, wish: &BatchWish, job: &Job<'_>, put: Put<'_>) -> Result<BatchResult, ApiError> {
    files::spec(&wish.format)?;
    let folder = folder_of(wish)?;
    disk::ready(&folder)?;
    let mut ledger = Ledger::open(&folder, asked(wish))?;
    remember(studio, wish, 0)?;
    let stems = names::stems(&wish.pattern, &naming(studio, wish));
    let total = wish.addresses.len();
    let mut rows: Vec<BatchOutcome> = Vec::new();
    let mut stopped = None;
    for (text, (stem, _)) in wish.addresses.iter().zip(stems) {
        if job.is_cancelled() {
            break;
        }
        let mut run = Run { studio, wish, folder: &folder, ledger: &mut ledger, put };
        let row = run.one(text, &stem);
        let failed_on_disk = row.error.as_ref().is_some_and(|error| error.code == ErrorCode::Io);
        if failed_on_disk && let Err(error) = disk_is_there(&folder, put) {
            stopped = Some(error);
            break;
        }
        job.piece(rows.len() + 1, total, &row);
        rows.push(row);
        ledger.write_often()?;
    }
    // Outputs that are there are found again by their bytes, so a record that cannot be written loses nothing.
    let written = ledger.write().and_then(|()| ledger.write_result(told(wish, &rows, stopped.as_ref())));
    let complete = rows.len() == total;
    if complete {
        forget(studio)?
    } else {
        remember(studio, wish, rows.len())?
    }
    let tally = |test: fn(&BatchOutcome) -> bool| count(rows.iter().filter(|row| test(row)).count());
    Ok(BatchResult {
        written: tally(|row| row.output.is_some() && !row.earlier),
        earlier: tally(|row| row.earlier),
        skipped: tally(|row| row.skipped),
        failed: tally(|row| row.error.is_some()),
        left: count(total - rows.len()),
        result_file: written.as_ref().ok().map(|path| path.display().to_string()),
        stopped: stopped.or_else(|| written.err()),
        rows,
    })
}

/// Whether a small file can still be written there, through the same seam.
fn disk_is_there(folder: &Path, put: Put<'_>) -> Result<(), ApiError> {
    let probe = folder.join(format!(".ficha-probe.{}.new", std::process::id()));
    let written = put(&probe, &[0; 4096], true);
    let _ = std::fs::remove_file(&probe);
    written
}

struct Run<'a> {
    studio: &'a Studio,
    wish: &'a BatchWish,
    folder: &'a Path,
    ledger: &'a mut Ledger,
    put: Put<'a>,
}

impl Run<'_> {
    fn one(&mut self, text: &str, stem: &str) -> BatchOutcome {
        let blank = BatchOutcome {
            address: text.to_owned(),
            output: None,
            earlier: false,
            skipped: false,
            counts: None,
            bytes: 0,
            error: None,
        };
        let stamp = stamp(self.studio, text).unwrap_or_default();
        if let Some(done) = self.ledger.done(text, &stamp) {
            let counts = Counts { carried: 0, changed: count(done.changed), lost: count(done.lost), left_behind: 0 };
            return BatchOutcome { output: Some(done.output.clone()), earlier: true, counts: Some(counts), ..blank };
        }
        let written = export::made(self.studio, text, &self.wish.format, &self.wish.options).and_then(|converted| {
            let place = self.place(text, stem, &converted);
            if let Some((path, overwrite)) = &place {
                (self.put)(path, &converted.bytes, *overwrite)?;
            }
            Ok((converted, place.map(|(path, _)| path)))
        });
        match written {
            Ok((converted, Some(path))) => {
                let report = &converted.report;
                let output = path.display().to_string();
                let done =
                    Done { output: output.clone(), stamp, lost: report.lost.len(), changed: report.changed.len() };
                self.ledger.record(text.to_owned(), done);
                let bytes = converted.bytes.len() as u64;
                BatchOutcome { output: Some(output), counts: Some(counts(&converted)), bytes, ..blank }
            }
            Ok((converted, None)) => BatchOutcome { skipped: true, counts: Some(counts(&converted)), ..blank },
            Err(error) => BatchOutcome { error: Some(error), ..blank },
        }
    }

    /// Where a file goes and whether what is there may be replaced; `None` when it is passed over.
    fn place(&self, text: &str, stem: &str, converted: &Converted) -> Option<(PathBuf, bool)> {
        let named = |stem: &str| self.folder.join(format!("{stem}.{}", converted.extension));
        let path = named(stem);
        // One of its own from an earlier call, or one a call that was cut off wrote, is no stranger's file.
        if self.ledger.is_of(text, &path) || !path.exists() || holds(&path, &converted.bytes) {
            return Some((path, true));
        }
        match self.wish.collision {
            BatchCollision::Replace => Some((path, true)),
            BatchCollision::Skip => None,
            BatchCollision::Number => {
                let free = names::numbered(stem, &mut |name| {
                    let path = named(name);
                    !path.exists() || self.ledger.is_of(text, &path) || holds(&path, &converted.bytes)
                });
                Some((named(&free), true))
            }
        }
    }
}

/// The rows as the result file has them.
fn told(wish: &BatchWish, rows: &[BatchOutcome], stopped: Option<&ApiError>) -> Value {
    let left: Vec<&String> = wish.addresses.iter().skip(rows.len()).collect();
    json!({ "pieces": rows, "notReached": left, "stopped": stopped })
}

fn remember(studio: &Studio, wish: &BatchWish, done: usize) -> Result<(), ApiError> {
    let library = studio.library();
    if library.read_only().is_some() {
        return Ok(());
    }
    let path = library.root().join(UNFINISHED);
    let folder = path.parent().unwrap_or(&path);
    std::fs::create_dir_all(folder).map_err(|error| crate::error::io("made", folder, &error))?;
    disk::write(&path, format!("{:#}\n", json!({ "wish": wish, "done": done })).as_bytes(), true)
}

/// Forgets a run that was not finished. What it wrote stays.
///
/// # Errors
/// `io`.
pub(crate) fn forget(studio: &Studio) -> Result<(), ApiError> {
    let path = studio.library().root().join(UNFINISHED);
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(crate::error::io("removed", &path, &error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// The run that was not finished, when there is one that can be read.
pub(crate) fn unfinished(studio: &Studio) -> Option<Unfinished> {
    let text = std::fs::read_to_string(studio.library().root().join(UNFINISHED)).ok()?;
    serde_json::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::fs;

    use super::*;
    use crate::batch::ledger::{LEDGER, put};
    use crate::{Options, table};

    struct Desk {
        folder: tempfile::TempDir,
        studio: Studio,
        wish: BatchWish,
    }

    /// A library of characters of two names, and the wish to write them all.
    fn desk(pieces: usize) -> Desk {
        let folder = tempfile::tempdir().expect("a folder");
        let library = Some(folder.path().join("library"));
        let studio = Studio::open_with(Options { library, config: None, opener: None }).expect("a studio");
        let addresses = (0..pieces)
            .map(|number| {
                let made = json!({ "kind": "character", "name": if number % 2 == 0 { "Ann" } else { "ANN" } });
                let text = table::call(&studio, "entity_new", &made.to_string()).expect("made");
                let opened: Value = serde_json::from_str(&text).expect("JSON");
                opened["address"].as_str().expect("an address").to_owned()
            })
            .collect();
        let wish = BatchWish {
            addresses,
            format: "sillytavern".to_owned(),
            options: serde_json::from_value(json!({ "container": "json" })).expect("options"),
            folder: folder.path().join("out").display().to_string(),
            pattern: String::new(),
            collision: BatchCollision::Number,
        };
        Desk { folder, studio, wish }
    }

    impl Desk {
        fn run(&self, put: Put<'_>) -> BatchResult {
            run(&self.studio, &self.wish, &self.studio.job("batch"), put).expect("ran")
        }

        /// The outputs, each proved to be whole JSON; nothing half-written and no hidden file may be there.
        fn outputs(&self) -> Vec<String> {
            let mut names = Vec::new();
            for entry in fs::read_dir(&self.wish.folder).expect("listed") {
                let path = entry.expect("an entry").path();
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                assert!(!name.starts_with('.'), "{name} was left behind");
                let text = fs::read_to_string(&path).expect("read");
                serde_json::from_str::<Value>(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
                if !name.starts_with("ficha-batch") {
                    names.push(name);
                }
            }
            names.sort();
            names
        }
    }

    fn full() -> ApiError {
        ApiError::new(ErrorCode::Io, "No space is left.")
    }

    #[test]
    fn a_full_disk_stops_the_run_and_the_same_wish_goes_on() {
        for limit in 0..7 {
            let desk = desk(6);
            let left = Cell::new(limit);
            let result = desk.run(&|path, bytes, overwrite| {
                if left.get() == 0 {
                    return Err(full());
                }
                left.set(left.get() - 1);
                put(path, bytes, overwrite)
            });
            assert_eq!(result.written, limit.min(6), "{result:?}");
            assert_eq!(result.stopped.is_some(), limit < 6);
            assert_eq!(result.left, 6 - limit.min(6), "a full disk is no failure of the pieces");
            assert_eq!(desk.outputs().len(), limit.min(6) as usize);
            assert_eq!(unfinished(&desk.studio).is_some(), limit < 6);
            let again = desk.run(&put);
            assert_eq!((again.earlier, again.written, again.failed), (limit.min(6), 6 - limit.min(6), 0));
            assert_eq!(desk.outputs().len(), 6);
            assert_eq!(unfinished(&desk.studio), None);
        }
    }

    #[test]
    fn killed_between_two_files_nothing_is_written_twice_or_under_another_name() {
        let desk = desk(5);
        let whole = desk.run(&put);
        let names = desk.outputs();
        assert_eq!(names, ["ANN (2).json", "ANN (4).json", "Ann (3).json", "Ann (5).json", "Ann.json"]);
        assert!(whole.result_file.is_some_and(|path| Path::new(&path).is_file()));
        // The record did not reach the disk, another process wrote it, and one output was half-written beside its place.
        let folder = Path::new(&desk.wish.folder);
        let record = json!({ "asked": asked(&desk.wish), "process": 999_999, "done": {} });
        fs::write(folder.join(LEDGER), record.to_string()).expect("written");
        fs::write(folder.join(".Ann (5).json.999999.new"), "{\"half").expect("written");
        fs::remove_file(folder.join("Ann (5).json")).expect("removed");
        let again = desk.run(&put);
        assert_eq!((again.failed, again.left), (0, 0), "{again:?}");
        assert_eq!(desk.outputs(), names);
    }

    #[test]
    fn strangers_files_are_settled_as_asked() {
        let mut desk = desk(2);
        let folder = PathBuf::from(&desk.wish.folder);
        fs::create_dir_all(&folder).expect("made");
        let stranger = folder.join("Ann.json");
        fs::write(&stranger, "\"mine\"").expect("written");
        let named = plan(&desk.studio, &desk.wish, &["json".to_owned(), "json".to_owned()]).expect("planned");
        let told: Vec<(&str, bool, bool)> =
            named.rows.iter().map(|row| (row.file_name.as_str(), row.there, row.numbered)).collect();
        assert_eq!(told, [("Ann.json", true, false), ("ANN (2).json", false, true)]);
        desk.wish.collision = BatchCollision::Skip;
        assert_eq!(desk.run(&put).skipped, 1);
        desk.wish.collision = BatchCollision::Number;
        assert_eq!(desk.run(&put).written, 1);
        assert_eq!(desk.outputs(), ["ANN (2).json", "Ann (2).json", "Ann.json"]);
        assert_eq!(fs::read_to_string(&stranger).expect("read"), "\"mine\"");
    }

    #[test]
    fn a_folder_that_cannot_be_one_is_named() {
        let mut desk = desk(1);
        let file = desk.folder.path().join("file");
        fs::write(&file, "").expect("written");
        desk.wish.folder = file.join("out").display().to_string();
        let plan = plan(&desk.studio, &desk.wish, &[]).expect("planned");
        assert!(plan.obstacle.is_some_and(|error| error.message.contains("file")));
        let error = run(&desk.studio, &desk.wish, &desk.studio.job("batch"), &put).expect_err("refused");
        assert_eq!(error.code, ErrorCode::Io);
        assert!(error.message.contains("out"), "{}", error.message);
    }

    #[test]
    fn a_stopped_run_tells_what_was_not_reached() {
        let desk = desk(4);
        let job = desk.studio.job("batch");
        let count = Cell::new(0);
        let result = run(&desk.studio, &desk.wish, &job, &|path, bytes, overwrite| {
            count.set(count.get() + 1);
            if count.get() == 2 {
                desk.studio.jobs().cancel("batch");
            }
            put(path, bytes, overwrite)
        })
        .expect("ran");
        assert_eq!((result.written, result.left), (2, 2));
        let text = fs::read_to_string(result.result_file.expect("a file")).expect("read");
        let told: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(told["notReached"].as_array().map(Vec::len), Some(2));
        assert_eq!(unfinished(&desk.studio).expect("remembered").done, 2);
    }
}
