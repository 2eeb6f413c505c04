//! The settings file: one JSON file in the person's configuration folder.
//!
//! Rules kept here: a file that cannot be read is kept aside under a name that says so, and defaults are used; keys a
//! newer version wrote stay in the file.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use ficha_json::{Document, Limits};
use serde_json::{Map, Value};

use crate::dto::Settings;
use crate::{ApiError, ErrorCode};

const FILE: &str = "settings.json";

/// What was chosen, and the file it is kept in.
#[derive(Debug, Default)]
pub struct SettingsFile {
    path: Option<PathBuf>,
    settings: Settings,
    unknown: Map<String, Value>,
    kept_aside: Option<String>,
}

/// The folder settings are kept in by default: `$FICHA_CONFIG`, else the system's configuration folder.
pub fn default_folder() -> Option<PathBuf> {
    match std::env::var_os("FICHA_CONFIG").filter(|folder| !folder.is_empty()) {
        Some(folder) => Some(folder.into()),
        None => directories::ProjectDirs::from("", "", "ficha").map(|folders| folders.config_dir().to_owned()),
    }
}

impl SettingsFile {
    /// Reads the file of a folder; without a folder nothing is kept.
    pub fn load(folder: Option<PathBuf>) -> SettingsFile {
        let path = folder.map(|folder| folder.join(FILE));
        let mut file = SettingsFile { path: path.clone(), ..SettingsFile::default() };
        let Some(path) = path else { return file };
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return file,
            Err(_) => {
                file.kept_aside = keep_aside(&path);
                return file;
            }
        };
        let value = Document::parse(text, &Limits::default()).ok().map(|document| document.root().to_value());
        let Some(Value::Object(keys)) = value else {
            file.kept_aside = keep_aside(&path);
            return file;
        };
        let (settings, unknown, whole) = merge(keys);
        file.settings = settings;
        file.unknown = unknown;
        if !whole {
            file.kept_aside = keep_aside(&path);
        }
        file
    }

    /// What was chosen.
    pub fn get(&self) -> &Settings {
        &self.settings
    }

    /// The file, where there is one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The name a damaged file was kept aside under.
    pub fn kept_aside(&self) -> Option<&str> {
        self.kept_aside.as_deref()
    }

    /// Keeps a choice.
    ///
    /// # Errors
    /// `io` when the file cannot be written; then the choice holds until the program ends.
    pub fn set(&mut self, settings: Settings) -> Result<(), ApiError> {
        self.settings = settings;
        let Some(path) = &self.path else { return Ok(()) };
        let mut keys = to_map(&self.settings);
        keys.extend(self.unknown.clone());
        let text = format!("{:#}\n", Value::Object(keys));
        write(path, text.as_bytes()).map_err(|error| {
            ApiError::new(ErrorCode::Io, format!("The settings could not be written to {}: {error}.", path.display()))
                .hint("They hold until the program is closed. Make the folder writable to keep them.")
        })
    }
}

fn to_map(settings: &Settings) -> Map<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(map)) => map,
        Ok(_) | Err(_) => Map::new(),
    }
}

/// The defaults with the file's keys over them, the keys nobody here knows, and whether every known key fitted.
fn merge(keys: Map<String, Value>) -> (Settings, Map<String, Value>, bool) {
    let mut known = to_map(&Settings::default());
    let mut unknown = Map::new();
    let mut whole = true;
    for (key, value) in keys {
        if !known.contains_key(&key) {
            unknown.insert(key, value);
            continue;
        }
        let mut tried = known.clone();
        tried.insert(key, value);
        match serde_json::from_value::<Settings>(Value::Object(tried.clone())) {
            Ok(_) => known = tried,
            Err(_) => whole = false,
        }
    }
    (serde_json::from_value(Value::Object(known)).unwrap_or_default(), unknown, whole)
}

/// Copies a file beside itself under a name that is free; the name, `None` when even that fails.
fn keep_aside(path: &Path) -> Option<String> {
    let free = (1..1000)
        .map(|number| path.with_extension(format!("unreadable-{number}.json")))
        .find(|aside| !aside.exists())?;
    fs::copy(path, &free).ok()?;
    Some(free.file_name()?.to_string_lossy().into_owned())
}

fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let temporary = path.with_extension("json.new");
    let mut file = fs::File::create(&temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&temporary, path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dto::Theme;

    #[test]
    fn a_damaged_file_is_kept_aside_and_a_newer_one_keeps_its_keys() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(FILE);
        fs::write(&path, "not json at all").expect("written");
        let file = SettingsFile::load(Some(folder.path().to_owned()));
        assert_eq!(file.kept_aside(), Some("settings.unreadable-1.json"));
        assert_eq!(*file.get(), Settings::default());

        fs::write(&path, r#"{"theme":"dark","textScale":"big","later":{"a":1}}"#).expect("written");
        let mut file = SettingsFile::load(Some(folder.path().to_owned()));
        assert_eq!(file.kept_aside(), Some("settings.unreadable-2.json"));
        assert_eq!((file.get().theme, file.get().text_scale), (Theme::Dark, 100));
        file.set(file.get().clone()).expect("written");
        let text = fs::read_to_string(&path).expect("read");
        assert!(text.contains("\"later\""), "{text}");
        assert_eq!(SettingsFile::load(Some(folder.path().to_owned())).kept_aside(), None);
    }
}
