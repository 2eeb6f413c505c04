//! What the runners share: opening a sample with its media, running a check over many files, golden files.

#![allow(dead_code, reason = "each runner is a crate of its own and uses its share")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use bytes::Bytes;
use ficha_container::Limits;
use ficha_convert::{Reading, decode};
use ficha_formats::{Format, Refusal, Source, format};
use ficha_testkit::corpus::Sample;
use ficha_testkit::media::FileMedia;
use ficha_testkit::workspace_dir;

/// Opens a sample.
pub fn open(sample: &Sample) -> Result<Source, Refusal> {
    let name = sample.path.file_name().map(|name| name.to_string_lossy().into_owned());
    Source::open(Bytes::from(sample.read()), name.as_deref(), &Limits::default())
}

/// A sample read, with its own file as the source of its pictures.
pub struct Opened {
    /// The file.
    pub source: Source,
    /// What is in it.
    pub reading: Reading,
    /// Its bytes and blobs.
    pub media: FileMedia,
}

impl Opened {
    /// Reads a sample; `None` when it is refused.
    pub fn of(sample: &Sample) -> Option<Opened> {
        Opened::from(open(sample).ok()?)
    }

    /// Reads an opened file; `None` when it is refused.
    pub fn from(source: Source) -> Option<Opened> {
        Opened::read(source).ok()
    }

    /// Reads an opened file, or says why it is refused.
    pub fn read(source: Source) -> Result<Opened, Refusal> {
        let reading = decode(&source, None)?;
        let media = FileMedia { file: Some(source.bytes().clone()), blobs: reading.blobs.clone() };
        Ok(Opened { source, reading, media })
    }

    /// The format it was read as.
    pub fn format(&self) -> &'static dyn Format {
        format(self.reading.format).expect("what was read has a format")
    }
}

/// Runs a check over many files and gathers what went wrong, a panic included, one line a file.
pub fn faults_of(samples: &[Sample], check: impl Fn(&Sample) -> Result<(), String>) -> String {
    let mut faults = Vec::new();
    for sample in samples {
        let outcome = catch_unwind(AssertUnwindSafe(|| check(sample)));
        let fault = match outcome {
            Ok(Ok(())) => continue,
            Ok(Err(fault)) => fault,
            Err(panic) => {
                let text = panic
                    .downcast_ref::<String>()
                    .map(String::as_str)
                    .or_else(|| panic.downcast_ref::<&str>().copied());
                format!("panicked: {}", text.unwrap_or("without words"))
            }
        };
        faults.push(format!("{}: {fault}", sample.name));
    }
    faults.join("\n")
}

/// Compares a text with a file of `golden/`, or writes it there when `FICHA_BLESS` is set.
pub fn golden(name: &str, text: &str) {
    let path = workspace_dir().join("tests/golden").join(name);
    if std::env::var_os("FICHA_BLESS").is_some() {
        std::fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<std::collections::BTreeSet<_>>();
    let (old, new) = (lines(&kept), lines(text));
    let gone: Vec<&String> = old.difference(&new).collect();
    let come: Vec<&String> = new.difference(&old).collect();
    assert!(kept == text, "{name} differs (FICHA_BLESS=1 writes it anew)\nwas: {gone:#?}\nis: {come:#?}");
}
