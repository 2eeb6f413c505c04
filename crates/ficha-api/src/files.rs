//! Files as files, without a library: what they are, what is in them, another app's version of them.
//!
//! Answers serialise to the JSON of the command line's contract. Not here: argv, exit codes, tables for people.

use std::path::Path;

use bytes::Bytes;
use ficha_container::{ContainerId, Limits};
use ficha_convert::{BidRow, Inspection, Reading, Report, Winner};
use ficha_formats::source::Preference;
use ficha_formats::{Ask, Blob, FormatSpec, MediaSource, NoteCode, PersonaMode, Source, Variant};
use ficha_model::Entity;
use serde::Serialize;
use serde_json::Value;

use crate::dto::{ExportOptions, FormatRow};
use crate::raise::Opening;
use crate::{ApiError, ErrorCode, disk, pictures};

pub use ficha_container::Place;

/// Every format the engine speaks, in the registry's order.
pub fn formats() -> Vec<FormatRow> {
    let words = |containers: &[ContainerId]| containers.iter().map(|container| container.word().to_owned()).collect();
    ficha_formats::formats()
        .map(|format| {
            let spec = format.spec();
            FormatRow {
                id: spec.id.to_owned(),
                kind: spec.kind.into(),
                platform: spec.platform.to_owned(),
                title: spec.title.to_owned(),
                reads: words(spec.reads),
                writes: words(spec.writes),
                extensions: spec.extensions.iter().map(|extension| (*extension).to_owned()).collect(),
            }
        })
        .collect()
}

/// The declaration of a format by its id.
///
/// # Errors
/// `usage` when there is none.
pub fn spec(id: &str) -> Result<&'static FormatSpec, ApiError> {
    ficha_formats::format(id).map(|format| format.spec()).ok_or_else(|| {
        let known: Vec<&str> = ficha_formats::formats().map(|format| format.spec().id).collect();
        ApiError::new(ErrorCode::Usage, format!("There is no format {id:?}."))
            .hint(format!("The formats are {}.", known.join(", ")))
    })
}

/// What a format is called; its id when it is none of ours.
pub fn title(id: &str) -> String {
    ficha_formats::format(id).map_or_else(|| id.to_owned(), |format| format.spec().title.to_owned())
}

/// Bytes with the name they came under.
#[derive(Clone, Debug)]
pub struct Given {
    /// The path or name as it was given.
    pub file: String,
    /// The file's name without folders; `None` for a stream.
    pub name: Option<String>,
    /// The bytes.
    pub bytes: Bytes,
    /// What they are opened under.
    pub limits: Limits,
    /// What the person prefers: a password, say.
    pub preference: Preference,
}

impl Given {
    /// A file of the disk, under the limits of any file and those the person raised for it.
    ///
    /// # Errors
    /// `limit` and `io`.
    pub fn read(path: &Path, opening: &Opening) -> Result<Given, ApiError> {
        let limits = opening.limits();
        let bytes = disk::read(path, &limits)?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        Ok(Given { file: path.display().to_string(), name, bytes, limits, preference: opening.preference() })
    }

    /// What a stream holds, `-` for a name.
    ///
    /// # Errors
    /// `limit` and `io`.
    pub fn stream(from: &mut dyn std::io::Read, opening: &Opening) -> Result<Given, ApiError> {
        let limits = opening.limits();
        let bytes = disk::read_stream(from, &limits)?;
        Ok(Given { file: "-".to_owned(), name: None, bytes, limits, preference: opening.preference() })
    }

    /// Opens the bytes.
    ///
    /// # Errors
    /// Why no reader can do anything with them.
    pub fn open(&self) -> Result<Source, ApiError> {
        Source::open_preferring(self.bytes.clone(), self.name.as_deref(), &self.limits, &self.preference)
            .map_err(|refusal| self.refused(refusal))
    }

    /// A refusal of these bytes, with what they would need when it is a limit they reached.
    pub(crate) fn refused(&self, refusal: ficha_formats::Refusal) -> ApiError {
        ApiError::from(refusal).needing(&self.bytes, &self.limits)
    }
}

/// What one file is: a row of `detect --json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DetectRow {
    /// The file as it was given or found.
    pub file: String,
    /// How its bytes are wrapped.
    pub container: Option<&'static str>,
    /// The format that reads it.
    pub winner: Option<Winner>,
    /// Every bid, highest first.
    pub bids: Vec<BidRow>,
    /// Why none reads it.
    pub refusal: Option<ApiError>,
}

impl DetectRow {
    /// A file that could not be opened.
    pub fn refused(file: String, error: ApiError) -> DetectRow {
        DetectRow { file, container: None, winner: None, bids: Vec::new(), refusal: Some(error) }
    }
}

/// What a file is.
pub fn detect(given: &Given) -> DetectRow {
    match given.open() {
        Err(error) => DetectRow::refused(given.file.clone(), error),
        Ok(source) => {
            let found = ficha_convert::detect(&source);
            DetectRow {
                file: given.file.clone(),
                container: Some(found.container.word()),
                winner: found.winner,
                bids: found.bids,
                refusal: found.refusal.map(|refusal| given.refused(refusal)),
            }
        }
    }
}

/// What is in a file: the answer of `inspect --json`.
#[derive(Clone, Debug, Serialize)]
pub struct Inspected {
    /// The file as it was given.
    pub file: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// What was found.
    #[serde(flatten)]
    pub inspection: Inspection,
    /// The canonical wrappers, without blobs, when they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrappers: Option<Vec<crate::dto::Json>>,
}

/// Looks into a file.
///
/// # Errors
/// Why it cannot be read.
pub fn inspect(given: &Given, with_entities: bool) -> Result<Inspected, ApiError> {
    let source = given.open()?;
    let mut reading = ficha_convert::decode(&source, None).map_err(|refusal| given.refused(refusal))?;
    let sha256 = ficha_library::sha256(&given.bytes);
    for entity in &mut reading.entities {
        if let Some(record) = &mut entity.source {
            record.sha256 = Some(sha256.clone());
            record.bytes = Some(given.bytes.len() as u64);
        }
    }
    let mut inspection = ficha_convert::inspect(&source, &reading);
    if let (Some(format), Some(payload)) = (ficha_formats::format(reading.format), source.payload()) {
        // Named here and not in the reading: a piece that is only converted never shows them.
        for pointer in ficha_formats::inspect::all_private(format, &payload.document, &reading.entities) {
            inspection.notes.push(ficha_formats::Note {
                code: NoteCode::HoldsPrivateData,
                severity: ficha_formats::Severity::Info,
                place: Place { pointer: Some(pointer), ..source.place() },
                text: "This is private to the person who exported the file.".to_owned(),
            });
        }
    }
    let wrappers = with_entities
        .then(|| reading.entities.iter().map(|entity| crate::dto::Json::verbatim(entity.to_json())).collect());
    Ok(Inspected { file: given.file.clone(), sha256, inspection, wrappers })
}

/// A file that was read, as the place encoders get bytes from.
pub(crate) struct FileMedia<'a> {
    /// The file.
    pub bytes: &'a Bytes,
    /// Binaries lifted out of its text.
    pub blobs: &'a [Blob],
    /// What it was opened under.
    pub limits: &'a Limits,
}

impl MediaSource for FileMedia<'_> {
    fn source_file(&self, _: &Entity) -> Option<Bytes> {
        Some(self.bytes.clone())
    }

    fn blob(&self, sha256: &str) -> Option<Bytes> {
        self.blobs.iter().find(|blob| blob.sha256 == sha256).map(|blob| blob.bytes.clone())
    }

    fn to_png(&self, picture: &Bytes, _: &str) -> Option<Bytes> {
        pictures::to_png(picture).ok()
    }

    fn limits(&self, _: &Entity) -> Limits {
        self.limits.clone()
    }
}

/// A conversion that was made and not yet written.
#[derive(Clone, Debug)]
pub struct Converted {
    /// The file.
    pub bytes: Bytes,
    /// The extension it should have, without dot.
    pub extension: &'static str,
    /// What was measured on it.
    pub report: Report,
    /// The name the main entity would have as a file.
    pub file_name: String,
}

/// A container by its id, or by an extension the target writes.
pub(crate) fn container(spec: &FormatSpec, word: &str) -> Result<ContainerId, ApiError> {
    let all = || spec.writes.iter().chain(spec.writes_own).copied();
    let by_extension = || all().find(|container| container.extension() == word);
    let by_target = || match word {
        "charx" | "byaf" | "ficha" if spec.extensions.contains(&word) => {
            all().find(|container| *container == ContainerId::Zip)
        }
        "jpg" => all().find(|container| matches!(container, ContainerId::Jpeg | ContainerId::JpegZip)),
        "yml" => all().find(|container| *container == ContainerId::Yaml),
        _ => None,
    };
    ContainerId::from_word(word).or_else(by_target).or_else(by_extension).ok_or_else(|| {
        let known: Vec<&str> = all().map(ContainerId::word).collect();
        ApiError::new(ErrorCode::Usage, format!("There is no container {word:?}.")).hint(format!(
            "{} is written as {}.",
            spec.title,
            known.join(", ")
        ))
    })
}

/// The container a file name asks for by its extension, where the target writes one of that extension.
pub fn container_of_name(target: &str, path: &Path) -> Option<String> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    let spec = ficha_formats::format(target)?.spec();
    let found = container(spec, &extension).ok()?;
    (spec.writes.contains(&found) || spec.writes_own.contains(&found)).then(|| found.word().to_owned())
}

/// Encodes entities, the main one first, by a person's options.
pub(crate) fn encode(
    entities: &[Entity],
    target: &str,
    options: &ExportOptions,
    media: &dyn MediaSource,
) -> Result<Converted, ApiError> {
    written(entities, target, options, media, false)
}

/// Encodes a set into one file of the studio's own.
pub(crate) fn encode_set(
    entities: &[Entity],
    target: &str,
    options: &ExportOptions,
    media: &dyn MediaSource,
) -> Result<Converted, ApiError> {
    written(entities, target, options, media, true)
}

/// The studio's own format of a kind.
pub(crate) fn own_format(kind: ficha_model::Kind) -> Result<&'static FormatSpec, ApiError> {
    let mut specs = ficha_formats::formats().map(|format| format.spec());
    specs
        .find(|spec| spec.own && spec.kind == kind)
        .ok_or_else(|| ApiError::new(ErrorCode::Bug, format!("There is no own format of a {kind}.")))
}

fn written(
    entities: &[Entity],
    target: &str,
    options: &ExportOptions,
    media: &dyn MediaSource,
    together: bool,
) -> Result<Converted, ApiError> {
    let spec = spec(target)?;
    let main = entities.first().ok_or_else(|| ApiError::new(ErrorCode::Bug, "There is nothing to write."))?;
    let plain = if options.plain_picture { Some(pictures::plain(main.name())?) } else { None };
    let now = ficha_library::rfc3339(std::time::SystemTime::now());
    let ask = Ask {
        container: options.container.as_deref().map(|word| container(spec, word)).transpose()?,
        variant: options.variant.map(Variant::from),
        rewrite: options.rewrite,
        persona: match options.persona.unwrap_or_default() {
            crate::dto::Persona::Joined => PersonaMode::Joined,
            crate::dto::Persona::Personality => PersonaMode::Personality,
        },
        carry_originals: options.carry_originals,
        without_secrets: options.without_secrets,
        plain_portrait: plain.as_ref(),
        together,
        now: Some(&now),
        ..Ask::of(media)
    };
    let written = ficha_convert::encode(entities, target, &ask)?;
    let file_name = disk::file_name(main.name(), &main.id, written.extension);
    Ok(Converted { bytes: written.bytes, extension: written.extension, report: written.report, file_name })
}

/// One file as another app's. `piece` is the address of the piece to write, in a file that holds several; without it
/// that is the one the file is about, or the only one of the kind the target holds.
///
/// # Errors
/// Why it cannot be read, or not be written.
pub fn convert(
    given: &Given,
    target: &str,
    piece: Option<&str>,
    options: &ExportOptions,
) -> Result<Converted, ApiError> {
    let kind = spec(target)?.kind;
    let source = given.open()?;
    let reading = ficha_convert::decode(&source, None).map_err(|refusal| given.refused(refusal))?;
    let Reading { entities, blobs, bid, .. } = reading;
    let media = FileMedia { bytes: &given.bytes, blobs: &blobs, limits: &given.limits };
    let mut entities = entities;
    let at = chosen(&entities, kind, piece)?;
    entities.get_mut(..=at).into_iter().for_each(|head| head.rotate_right(1));
    if options.without_book {
        entities = crate::export::without_books(entities);
    }
    let mut converted = encode(&entities, target, options, &media)?;
    if let (Some(side), Some(bid)) = (&mut converted.report.source, bid) {
        side.confidence = Some(bid.confidence);
    }
    Ok(converted)
}

/// The place of the piece to write.
fn chosen(entities: &[Entity], kind: ficha_model::Kind, piece: Option<&str>) -> Result<usize, ApiError> {
    let of_kind: Vec<usize> =
        entities.iter().enumerate().filter(|(_, entity)| entity.kind == kind).map(|(at, _)| at).collect();
    let addresses = || {
        let all = of_kind.iter().filter_map(|at| entities.get(*at)).map(Entity::address);
        all.take(20).collect::<Vec<_>>().join(", ")
    };
    match piece {
        Some(piece) => entities.iter().position(|entity| entity.address() == piece).ok_or_else(|| {
            ApiError::new(ErrorCode::Usage, format!("There is no {piece} in the file."))
                .hint(format!("It holds {}.", addresses()))
        }),
        None if entities.first().is_none_or(|main| main.kind == kind) => Ok(0),
        None => match of_kind.as_slice() {
            [] => Ok(0),
            [only] => Ok(*only),
            [_, _, ..] => Err(ApiError::new(ErrorCode::Usage, format!("The file holds more than one {kind}."))
                .hint(format!("Name the one to write with --piece: {}.", addresses()))),
        },
    }
}

/// What a format carries, computed by trying; all formats when none is named.
///
/// # Errors
/// `usage` for an unknown id.
pub fn coverage(id: Option<&str>) -> Result<Vec<ficha_convert::Coverage>, ApiError> {
    match id {
        Some(id) => {
            spec(id)?;
            Ok(ficha_formats::format(id).into_iter().map(ficha_convert::coverage).collect())
        }
        None => Ok(ficha_formats::formats()
            .filter(|format| !format.spec().writes.is_empty())
            .map(ficha_convert::coverage)
            .collect()),
    }
}

/// The report as the command line prints it.
pub fn report_value(report: &Report) -> Value {
    serde_json::to_value(report).unwrap_or(Value::Null)
}
