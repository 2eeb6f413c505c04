//! Export: where a piece can go, what would arrive, and writing it.

use std::path::{Path, PathBuf};
use std::time::Instant;

use ficha_container::ContainerId;

use super::address;
use crate::dto::{Address, ExportOptions, ExportTarget, ExportWritten, FormatRow, Report};
use crate::files::Converted;
use crate::media::LibraryMedia;
use crate::{ApiError, ErrorCode, Studio, disk, export, files};

/// The two texts some formats have one place for.
const JOINED: [&str; 2] = ["identity.description", "persona.personality"];

/// Every format the engine speaks.
///
/// # Errors
/// None today.
pub fn formats(_: &Studio) -> Result<Vec<FormatRow>, ApiError> {
    Ok(files::formats())
}

/// Where an entity can be written to: the format it came from first, then the rest in the registry's order. Platforms
/// without a format of its kind are named with that reason.
///
/// # Errors
/// `not-found`, or what keeps the entity from being read.
pub fn targets(studio: &Studio, text: Address) -> Result<Vec<ExportTarget>, ApiError> {
    let entity = studio.library().open_entity(&address(studio, &text)?)?.entity;
    let source = entity.source.as_ref();
    let mut targets: Vec<ExportTarget> = Vec::new();
    let mut silent: Vec<ExportTarget> = Vec::new();
    for format in ficha_formats::formats() {
        let spec = format.spec();
        let is_source = source.is_some_and(|source| source.format == spec.id);
        let mut containers: Vec<String> = spec.writes.iter().map(|container| container.word().to_owned()).collect();
        if let Some(source) = source.filter(|_| is_source) {
            containers.extend(
                spec.writes_own
                    .iter()
                    .map(|container| container.word().to_owned())
                    .filter(|word| *word == source.container),
            );
            // A stable sort: the container it came in is offered first.
            containers.sort_by_key(|word| *word != source.container);
        }
        let off = if spec.kind != entity.kind {
            Some(format!("{} has no file for a {}.", spec.title, entity.kind))
        } else if containers.is_empty() {
            Some(format!("{} is read here and not written.", spec.title))
        } else {
            None
        };
        let target = ExportTarget {
            format: spec.id.to_owned(),
            title: spec.title.to_owned(),
            platform: spec.platform.to_owned(),
            containers,
            versions: spec.variants.iter().map(|variant| (*variant).into()).collect(),
            books_inside: spec.rows().any(|row| row.paths().iter().any(|path| path.starts_with("knowledgeRefs"))),
            joins_persona: spec.rows().any(|row| JOINED.iter().all(|path| row.paths().contains(path))),
            is_source,
            off,
        };
        if target.off.is_none() {
            targets.push(target);
        } else {
            silent.push(target);
        }
    }
    targets.sort_by_key(|target| !target.is_source);
    for target in silent {
        if targets.iter().all(|known| known.platform != target.platform) {
            targets.push(target);
        }
    }
    Ok(targets)
}

/// Writes in memory, reads back and compares. Nothing reaches the disk.
///
/// # Errors
/// Why it cannot be written as that.
pub fn measure(
    studio: &Studio,
    text: Address,
    format: String,
    options: ExportOptions,
    job: String,
) -> Result<Report, ApiError> {
    let job = studio.job(&job);
    let started = Instant::now();
    job.step(0, 1, &format);
    let result = export::made(studio, &text, &format, &options)
        .and_then(|converted| job.check().map(|()| converted))
        .map(|converted| export::report(studio, &converted, started.elapsed().as_millis()));
    job.end(1, result)
}

/// Writes a file, and remembers the choices for the next time.
///
/// # Errors
/// Why it cannot be written: as that format, or to that place.
pub fn write(
    studio: &Studio,
    text: Address,
    format: String,
    options: ExportOptions,
    path: String,
    overwrite: bool,
    job: String,
) -> Result<ExportWritten, ApiError> {
    let job = studio.job(&job);
    let started = Instant::now();
    let path = PathBuf::from(path);
    job.step(0, 1, &path.file_name().unwrap_or_default().to_string_lossy());
    let result = export::made(studio, &text, &format, &options).and_then(|converted| {
        job.check()?;
        fits_name(&path, &converted)?;
        disk::write(&path, &converted.bytes, overwrite)?;
        remember(studio, &text, &format, &options);
        Ok(ExportWritten {
            path: path.display().to_string(),
            report: export::report(studio, &converted, started.elapsed().as_millis()),
        })
    });
    job.end(1, result)
}

fn made_set(studio: &Studio, texts: &[Address], options: &ExportOptions) -> Result<Converted, ApiError> {
    let library = studio.library();
    let addresses = texts.iter().map(|text| address(studio, text)).collect::<Result<Vec<_>, _>>()?;
    let entities = export::gather_set(&library, &addresses, None)?;
    let first = entities.first().ok_or_else(|| ApiError::new(ErrorCode::Usage, "Nothing is named."))?;
    // An archive, unless something else is asked for: pictures lie in it as they are.
    let container = options.container.clone().or_else(|| Some(ContainerId::Zip.word().to_owned()));
    let options = ExportOptions { container, ..options.clone() };
    files::encode_set(&entities, files::own_format(first.kind)?.id, &options, &LibraryMedia(library))
}

/// Writes several pieces and what they link to into one file of the studio's own, in memory, and measures all of them.
///
/// # Errors
/// `not-found`, or why they cannot be written.
pub fn measure_set(
    studio: &Studio,
    texts: Vec<Address>,
    options: ExportOptions,
    job: String,
) -> Result<Report, ApiError> {
    let job = studio.job(&job);
    let started = Instant::now();
    job.step(0, 1, "");
    let result = made_set(studio, &texts, &options)
        .and_then(|converted| job.check().map(|()| converted))
        .map(|converted| export::report(studio, &converted, started.elapsed().as_millis()));
    job.end(1, result)
}

/// Writes that file.
///
/// # Errors
/// As [`measure_set`], and why it cannot be written to that place.
pub fn write_set(
    studio: &Studio,
    texts: Vec<Address>,
    options: ExportOptions,
    path: String,
    overwrite: bool,
    job: String,
) -> Result<ExportWritten, ApiError> {
    let job = studio.job(&job);
    let started = Instant::now();
    let path = PathBuf::from(path);
    job.step(0, 1, &path.file_name().unwrap_or_default().to_string_lossy());
    let result = made_set(studio, &texts, &options).and_then(|converted| {
        job.check()?;
        fits_name(&path, &converted)?;
        disk::write(&path, &converted.bytes, overwrite)?;
        Ok(ExportWritten {
            path: path.display().to_string(),
            report: export::report(studio, &converted, started.elapsed().as_millis()),
        })
    });
    job.end(1, result)
}

/// Refuses a name that says another kind of file than the one that was made: an app goes by the name, and would find
/// no card in a picture called `.json`.
fn fits_name(path: &Path, converted: &Converted) -> Result<(), ApiError> {
    let Some(said) = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase()) else {
        return Ok(());
    };
    let last = |extension: &str| extension.rsplit('.').next().unwrap_or_default().replace("jpeg", "jpg");
    let is_of_a_card = ficha_formats::formats().any(|format| format.spec().extensions.contains(&said.as_str()));
    if last(&said) == last(converted.extension) || !is_of_a_card {
        return Ok(());
    }
    let what = format!("The file is a .{}, and its name says .{said}.", converted.extension);
    Err(ApiError::new(ErrorCode::Usage, what)
        .hint(format!("Name it .{}, or choose the other kind of file.", converted.extension)))
}

/// Keeps the choices of an export with the entity. The file is written by then, so a failure here is no failure of
/// the export: the next dialog starts from the defaults.
fn remember(studio: &Studio, text: &str, format: &str, options: &ExportOptions) {
    let library = studio.library();
    let Ok(address) = library.resolve(text) else { return };
    let Ok(mut record) = library.record(&address) else { return };
    // Which form is asked anew each time.
    let options = ExportOptions { form: None, ..options.clone() };
    let Ok(chosen) = serde_json::to_value(options) else { return };
    if record.export.get(format) != Some(&chosen) {
        record.export.insert(format.to_owned(), chosen);
        let _ = library.set_record(&address, &record);
    }
}
