//! Reading the library's own JSON files. They may have been edited, synced or cut by anything, so they are read like
//! foreign text: bounded, tolerant, and never through serde's deserialiser.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use ficha_json::{Document, Limits};
use serde_json::{Map, Value};

use crate::{LibraryError, Result};

/// Wider than for files from elsewhere: a wrapper holds what such a file decoded to, and more.
pub(crate) fn limits() -> Limits {
    Limits { bytes: 512 << 20, values: 8_000_000, depth: Limits::DEEPEST }
}

/// A text file; `None` when it is not there.
pub(crate) fn read_text(path: &Path) -> Result<Option<String>> {
    match fs::read(path) {
        Ok(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(text)),
            Err(_) => Err(LibraryError::malformed(path, "it is not UTF-8")),
        },
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(LibraryError::io("read", path)(error)),
    }
}

/// A text as a span document.
pub(crate) fn document(text: &str, path: &Path) -> Result<Document> {
    Document::parse(text, &limits()).map_err(|error| LibraryError::malformed(path, error.to_string()))
}

/// A JSON file; `None` when it is not there.
pub(crate) fn read_value(path: &Path) -> Result<Option<Value>> {
    read_text(path)?.map(|text| Ok(document(&text, path)?.root().to_value())).transpose()
}

/// A value as the library writes it: two spaces, a line end.
pub(crate) fn to_text(value: &Value) -> String {
    format!("{value:#}\n")
}

/// The text of a key.
pub(crate) fn text_of(value: &Value, key: &str) -> Option<String> {
    value.get(key).and_then(Value::as_str).map(str::to_owned)
}

/// The items of a list under a key; none when there is no list.
pub(crate) fn list_of<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Puts a value in a map unless it is absent.
pub(crate) fn put(map: &mut Map<String, Value>, key: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        map.insert(key.to_owned(), value.into());
    }
}
