//! Every limit on what a foreign file may cost, with the value used for files opened unasked.
//!
//! Limits are arguments, never constants inside a reader: a person may raise one for one file. A reader that reaches
//! one answers with [`ContainerError::Limit`] and the name of the limit.

use crate::error::{ContainerError, Place};

const MIB: usize = 1024 * 1024;

/// What a foreign file may cost.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of the file itself. 96 MiB.
    pub file: usize,
    /// Entries in the directory of an archive. 10,000: sprite cards come near a thousand.
    pub zip_entries: usize,
    /// Bytes of one archive entry, inflated. 64 MiB.
    pub zip_entry: usize,
    /// Bytes of all archive entries together, inflated. 96 MiB.
    pub zip_total: usize,
    /// Bytes of one text payload of a picture, inflated. 16 MiB.
    pub text: usize,
    /// Chunks in a PNG. 100,000.
    pub chunks: usize,
    /// The limits of a JSON text.
    pub json: ficha_json::Limits,
    /// Pixels along one side of a picture that is to be decoded. 16,384.
    pub picture_side: u32,
    /// Pixels of a picture that is to be decoded. 64 million.
    pub picture_pixels: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            file: 96 * MIB,
            zip_entries: 10_000,
            zip_entry: 64 * MIB,
            zip_total: 96 * MIB,
            text: 16 * MIB,
            chunks: 100_000,
            json: ficha_json::Limits::default(),
            picture_side: 16_384,
            picture_pixels: 64_000_000,
        }
    }
}

impl Limits {
    /// Whether a file of so many bytes may be opened at all. To be asked with the size the system states, before a
    /// byte of it is read.
    pub fn check_file(&self, bytes: u64) -> Result<(), ContainerError> {
        if bytes > self.file as u64 {
            return Err(ContainerError::limit("file-bytes", self.file, Place::file()));
        }
        Ok(())
    }
}

/// Why a limit was not raised.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RaiseFault {
    /// There is no limit of this name.
    #[error("there is no limit {name:?}")]
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// The limit guards against damage and not against size, so nobody may raise it.
    #[error("the limit {name} cannot be raised")]
    Fixed {
        /// Its name.
        name: String,
    },
    /// More than any file may cost.
    #[error("the limit {name} can be raised to {ceiling} at most")]
    Beyond {
        /// Its name.
        name: String,
        /// The highest value.
        ceiling: u64,
    },
}

/// Limits that no one raises: an entry longer than it declares is damage, deep nesting costs stack and not memory,
/// and pictures are decoded in one piece.
const FIXED: [&str; 5] = ["declared-size", "json-depth", "json-repairs", "picture-side", "picture-pixels"];

impl Limits {
    /// The names of the limits a person may raise for one file.
    pub const RAISABLE: [&str; 8] = [
        "file-bytes",
        "zip-entries",
        "zip-entry",
        "zip-total",
        "text-bytes",
        "png-chunks",
        "json-bytes",
        "json-values",
    ];

    /// The highest value a person may raise a limit to; `None` for one that cannot be raised. Sizes of files and
    /// archives end at 4 GiB, since nothing of them need be in memory at once; what is held as a whole ends earlier.
    pub fn ceiling(name: &str) -> Option<u64> {
        const MIB: u64 = 1024 * 1024;
        match name {
            "file-bytes" | "zip-entry" | "zip-total" => Some(4096 * MIB),
            "zip-entries" => Some(200_000),
            "text-bytes" => Some(256 * MIB),
            "json-bytes" => Some(ficha_json::Limits::widest().bytes as u64),
            "png-chunks" => Some(1_000_000),
            "json-values" => Some(ficha_json::Limits::widest().values as u64),
            _ => None,
        }
    }

    /// Every limit at its ceiling: for what was made here from files that were let in, whose size says nothing.
    pub fn highest() -> Limits {
        let mut limits = Limits::default();
        for name in Limits::RAISABLE {
            if let (Some(ceiling), Some(slot)) = (Limits::ceiling(name), limits.slot(name)) {
                *slot = usize::try_from(ceiling).unwrap_or(usize::MAX);
            }
        }
        limits
    }

    fn slot(&mut self, name: &str) -> Option<&mut usize> {
        match name {
            "file-bytes" => Some(&mut self.file),
            "zip-entries" => Some(&mut self.zip_entries),
            "zip-entry" => Some(&mut self.zip_entry),
            "zip-total" => Some(&mut self.zip_total),
            "text-bytes" => Some(&mut self.text),
            "png-chunks" => Some(&mut self.chunks),
            "json-bytes" => Some(&mut self.json.bytes),
            "json-values" => Some(&mut self.json.values),
            _ => None,
        }
    }

    /// Raises one limit, by the name an error gives it. A value below the present one changes nothing. With
    /// `file-bytes` what an archive may unpack to follows, to twice the file: a file that is let in would else be
    /// refused at once for its content, which is counted all the same.
    ///
    /// # Errors
    /// For a name that is none, a limit nobody may raise, a value beyond its [ceiling](Limits::ceiling).
    pub fn raise(&mut self, name: &str, value: u64) -> Result<(), RaiseFault> {
        let owned = || name.to_owned();
        if FIXED.contains(&name) {
            return Err(RaiseFault::Fixed { name: owned() });
        }
        let ceiling = Limits::ceiling(name).ok_or_else(|| RaiseFault::Unknown { name: owned() })?;
        if value > ceiling {
            return Err(RaiseFault::Beyond { name: owned(), ceiling });
        }
        let size = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
        if let Some(slot) = self.slot(name) {
            *slot = (*slot).max(size(value));
        }
        if name == "file-bytes" {
            let total = Limits::ceiling("zip-total").map_or(value, |most| most.min(value.saturating_mul(2)));
            self.zip_total = self.zip_total.max(size(total));
        }
        Ok(())
    }
}

/// Refuses `value` above `limit`, by the name of the limit.
pub fn within(
    name: &'static str,
    value: usize,
    limit: usize,
    place: impl FnOnce() -> Place,
) -> Result<(), ContainerError> {
    if value > limit { Err(ContainerError::limit(name, limit, place())) } else { Ok(()) }
}

/// A limit that was reached, as a sentence for a person, with its name. Knows the limits of JSON texts too.
pub fn limit_sentence(name: &str, limit: u64) -> String {
    let what = match name {
        "file-bytes" => format!("the file is larger than {limit} bytes"),
        "zip-entries" => format!("the archive has more than {limit} entries"),
        "zip-entry" => format!("an entry of the archive unpacks to more than {limit} bytes"),
        "zip-total" => format!("the archive unpacks to more than {limit} bytes"),
        "declared-size" => format!("an entry of the archive unpacks to more than the {limit} bytes it declares"),
        "text-bytes" => format!("a text of the picture unpacks to more than {limit} bytes"),
        "png-chunks" => format!("the picture has more than {limit} chunks"),
        "picture-side" => format!("the picture is more than {limit} pixels wide or high"),
        "picture-pixels" => format!("the picture has more than {limit} pixels"),
        "json-bytes" => format!("the JSON text is longer than {limit} bytes"),
        "json-values" => format!("the JSON text holds more than {limit} values"),
        "json-depth" => format!("the JSON text is nested more than {limit} levels deep"),
        "json-repairs" => format!("the JSON text breaks the rules in more than {limit} places"),
        _ => format!("more than {limit}"),
    };
    format!("{what} (limit {name})")
}
