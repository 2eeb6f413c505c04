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
