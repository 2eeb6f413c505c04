//! A piece on its way out without a dialog: its usual file, for a drag out of the window and for a download, and its
//! text for the clipboard.
//!
//! Rules kept here: the usual file is that of the format the piece came in, else the studio's own, and nothing about it
//! is chosen by guess; a file for a drag lies in a folder of its own that only this person can read.

use std::path::PathBuf;
use std::sync::OnceLock;

use ficha_library::Library;
use ficha_model::schema::{Language, label};
use ficha_model::{Entity, Path, Step, texts};
use serde_json::Value;

use crate::dto::ExportOptions;
use crate::files::{self, Converted};
use crate::media::LibraryMedia;
use crate::{ApiError, ErrorCode, Studio, commands, disk, export, worlds};

/// The format a piece leaves in when nobody chooses one.
fn usual_format(library: &Library, entity: &Entity) -> Result<(String, ExportOptions), ApiError> {
    let source = entity.source.as_ref().and_then(|source| ficha_formats::format(&source.format));
    let spec = source.map(|format| format.spec()).filter(|spec| spec.kind == entity.kind && !spec.writes.is_empty());
    let spec = match spec {
        Some(spec) => spec,
        None => files::own_format(entity.kind)?,
    };
    let at = ficha_library::Address::new(entity.kind, &entity.id);
    let chosen = at.and_then(|at| library.record(&at).ok()).and_then(|record| record.export.get(spec.id).cloned());
    let options = chosen.and_then(|chosen| serde_json::from_value(chosen).ok()).unwrap_or_default();
    Ok((spec.id.to_owned(), options))
}

/// The usual file of a piece: with the choices of its last export to that format, where there was one.
///
/// # Errors
/// `not-found`, or why it cannot be written.
pub fn usual_file(studio: &Studio, text: &str) -> Result<Converted, ApiError> {
    let library = studio.library();
    let entities = export::gather(&library, &commands::address(studio, text)?)?;
    let main = entities.first().ok_or_else(|| ApiError::new(ErrorCode::Bug, "Nothing was gathered."))?;
    let (format, options) = usual_format(&library, main)?;
    let entities = if options.without_book { export::without_books(entities) } else { entities };
    files::encode(&entities, &format, &options, &LibraryMedia(library))
}

/// A world as the file it travels in, and what that is called.
///
/// # Errors
/// `not-found`, or why it cannot be written.
pub fn world_file(studio: &Studio, world: &str) -> Result<(String, Vec<u8>), ApiError> {
    // By its id alone: this stands in addresses.
    let folder = studio.library().worlds().open(world)?;
    let packed = worlds::archive::pack(studio, &folder, true)?;
    Ok((format!("{}.world.zip", folder.id()), packed.zip))
}

/// The folder of files that are dragged out, made once a run.
fn out_folder() -> Result<&'static PathBuf, ApiError> {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    if let Some(folder) = FOLDER.get() {
        return Ok(folder);
    }
    let time = std::time::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_nanos());
    let folder = std::env::temp_dir().join(format!("ficha-out-{}-{time:x}", std::process::id()));
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(&folder).map_err(|error| crate::error::io("made", &folder, &error))?;
    Ok(FOLDER.get_or_init(|| folder))
}

/// Writes the usual file of a piece to a passing place, for a drag; where it is.
///
/// # Errors
/// As [`usual_file`], and `io` when the temporary folder cannot be written.
pub fn to_passing_place(studio: &Studio, text: &str) -> Result<PathBuf, ApiError> {
    let converted = usual_file(studio, text)?;
    let path = out_folder()?.join(&converted.file_name);
    disk::write(&path, &converted.bytes, true)?;
    Ok(path)
}

/// A body as prose: every text under its name, in the order of the body. Markdown has headings, plain text has lines.
pub(crate) fn as_prose(entity: &Entity, language: Language, markdown: bool) -> String {
    let mut out = if markdown { format!("# {}\n", entity.name()) } else { format!("{}\n", entity.name()) };
    let title = commands::entity::name_path(entity.kind);
    let mut rows: Vec<(Path, String)> = Vec::new();
    for (path, text, _) in texts(entity.kind, entity.body.value()) {
        match (words_of(entity, &path), rows.last_mut()) {
            (Some(list), Some((last, words))) if *last == list => words.extend([", ", text]),
            (list, _) => rows.push((list.unwrap_or(path), text.to_owned())),
        }
    }
    for (path, text) in rows.iter().filter(|(path, text)| !text.trim().is_empty() && *path != title) {
        let (name, text) = (label(entity.kind, path, language), text.trim_end());
        if markdown {
            out.push_str(&format!("\n## {name}\n\n{text}\n"));
        } else {
            out.push_str(&format!("\n{name}\n{text}\n"));
        }
    }
    out
}

/// The list a text is a word of, such as tags or keys, which belong in one line.
fn words_of(entity: &Entity, path: &Path) -> Option<Path> {
    let (Step::Index(_), list) = path.0.split_last()? else { return None };
    let list = Path(list.to_vec());
    let words = entity.body.get(&list)?.as_array()?;
    words.iter().all(Value::is_string).then_some(list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ficha_model::{Body, Kind};
    use serde_json::json;

    #[test]
    fn prose_has_every_text_under_its_name_and_no_ids() {
        let body = json!({
            "identity": { "name": "Ottilie", "description": "Keeps the tables.\n" },
            "greetings": { "firstMessage": "Hello.", "alternateGreetings": [{ "id": "g1", "text": "Late." }] },
            "discovery": { "tags": ["harbour", "slow burn"] }
        });
        let entity = Entity::new(Kind::Character, "ott".to_owned(), Body::from(body));
        let text = as_prose(&entity, Language::English, true);
        assert!(text.starts_with("# Ottilie\n\n## Description\n\nKeeps the tables.\n"), "{text}");
        assert!(text.contains("harbour, slow burn") && text.contains("Late.") && !text.contains("g1"), "{text}");
        assert!(!as_prose(&entity, Language::English, false).contains('#'));
    }
}
