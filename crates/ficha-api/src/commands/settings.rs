//! What was chosen, what the program is, where the library lies.

use std::path::{Path, PathBuf};

use crate::dto::{Settings, StudioInfo};
use crate::{ApiError, ErrorCode, Studio, error::io};

/// What the program is and where it works.
///
/// # Errors
/// None today.
pub fn info(studio: &Studio) -> Result<StudioInfo, ApiError> {
    let settings = studio.settings();
    Ok(StudioInfo {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        platform: std::env::consts::OS.to_owned(),
        library_dir: studio.library().root().display().to_string(),
        export_folder: export_folder(studio),
        settings_file: settings.path().map(|path| path.display().to_string()),
        settings_kept_aside: settings.kept_aside().map(str::to_owned),
        settings: settings.get().clone(),
    })
}

/// Where exports go while nothing else was chosen: the person's documents, else their home, else beside the library.
fn export_folder(studio: &Studio) -> String {
    let folders = directories::UserDirs::new();
    let folder = folders.as_ref().map(|folders| folders.document_dir().unwrap_or(folders.home_dir()));
    folder.unwrap_or(studio.library().root()).display().to_string()
}

/// What was chosen.
///
/// # Errors
/// None today.
pub fn get(studio: &Studio) -> Result<Settings, ApiError> {
    Ok(studio.settings().get().clone())
}

/// Keeps a choice; the library's folder stays as it is.
///
/// # Errors
/// `io` when the settings file cannot be written.
pub fn set(studio: &Studio, settings: Settings) -> Result<Settings, ApiError> {
    let mut file = studio.settings();
    let text_scale = settings.text_scale.clamp(90, 140);
    let settings = Settings { library: file.get().library.clone(), text_scale, ..settings };
    studio.count_with(settings.tokenizer);
    file.set(settings)?;
    Ok(file.get().clone())
}

/// Opens the library in another folder. When nothing is there, the library in force is copied there first; a library
/// that is there is opened as it is. The one in force stays where it was: nothing here deletes a library.
///
/// # Errors
/// `usage` for a folder that holds something else or lies inside the library, `io` when it cannot be moved.
pub fn move_library(studio: &Studio, folder: String) -> Result<StudioInfo, ApiError> {
    let target = PathBuf::from(&folder);
    let library = studio.library();
    let root = library.root().to_owned();
    if !target.is_absolute() {
        return Err(ApiError::new(ErrorCode::Usage, "The folder's whole path is needed."));
    }
    if target.starts_with(&root) && target != root {
        return Err(ApiError::new(ErrorCode::Usage, "A library cannot move into itself."));
    }
    if target.is_file() {
        return Err(ApiError::new(ErrorCode::Usage, format!("{} is a file.", target.display())));
    }
    if target != root && !target.join("library.json").is_file() {
        let empty = match std::fs::read_dir(&target) {
            Ok(mut entries) => entries.next().is_none(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => true,
            Err(error) => return Err(io("read", &target, &error)),
        };
        if !empty {
            return Err(ApiError::new(ErrorCode::Usage, format!("{} holds other things.", target.display()))
                .hint("Choose an empty folder, a new one, or one that is a library already."));
        }
        copy_library(&root, &target)?;
        studio.switch(&target)?;
    } else if target != root {
        studio.switch(&target)?;
    }
    let mut file = studio.settings();
    let settings = Settings { library: target.display().to_string(), ..file.get().clone() };
    file.set(settings)?;
    drop(file);
    info(studio)
}

/// Copies everything of a library but what is derived.
fn copy_library(from: &Path, to: &Path) -> Result<(), ApiError> {
    let copied = (|| {
        for entry in walkdir::WalkDir::new(from) {
            let entry = entry
                .map_err(|error| ApiError::new(ErrorCode::Io, format!("The library could not be read: {error}.")))?;
            let Ok(inside) = entry.path().strip_prefix(from) else { continue };
            let first = inside.iter().next().map(|first| first.to_string_lossy().into_owned()).unwrap_or_default();
            if first.starts_with("index.sqlite") || first == "cache" || first == "lock" {
                continue;
            }
            let place = to.join(inside);
            if entry.file_type().is_dir() {
                std::fs::create_dir_all(&place).map_err(|error| io("made", &place, &error))?;
            } else if entry.file_type().is_file() {
                std::fs::copy(entry.path(), &place).map_err(|error| io("written", &place, &error))?;
            }
        }
        Ok(())
    })();
    if copied.is_err() {
        // What was copied is a copy; the library is still where it was.
        let _ = std::fs::remove_dir_all(to);
    }
    copied
}

/// Shows a file in the system's file browser.
///
/// # Errors
/// `unsupported` where the shell has none, `not-found` without such a file.
pub fn open_folder(studio: &Studio, path: String) -> Result<(), ApiError> {
    let path = PathBuf::from(path);
    if !path.exists() {
        return Err(ApiError::new(ErrorCode::NotFound, format!("{} is not there.", path.display())));
    }
    studio.show_file(&path)
}
