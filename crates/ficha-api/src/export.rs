//! What is exported together, where it can go, and the report as a shell has it.

use std::collections::BTreeMap;
use std::sync::Arc;

use ficha_convert::Report;
use ficha_formats::Source;
use ficha_library::{Address, Library};
use ficha_model::schema::{FieldType, label, schema};
use ficha_model::{Entity, Kind, Link, Path, merge_variant};
use serde_json::Value;

use crate::commands::{address, count, history::language};
use crate::dto::{self, ChangedRow, Counts, Json, LeftBehindRow, LostRow, Note, ReportSource, ReportTarget};
use crate::files::Converted;
use crate::media::LibraryMedia;
use crate::{ApiError, ErrorCode, Studio, disk, files};

/// How much of a written text is shown.
const PREVIEW: usize = 4096;

/// A link of a body: where it is, which kind it leads to, what it names.
pub(crate) struct LinkAt {
    pub path: Path,
    pub kind: Kind,
    pub link: Link,
}

/// Every link of an entity, in the order of its kind's table.
pub(crate) fn links(entity: &Entity) -> Vec<LinkAt> {
    let mut found = Vec::new();
    let lists = schema(entity.kind)
        .fields()
        .filter(|field| field.shape == FieldType::Link)
        .filter_map(|field| field.path.strip_suffix("[]"));
    for list in lists {
        let Ok(path) = list.parse::<Path>() else { continue };
        let kind = match list {
            "behaviorRefs" => Kind::Regex,
            "characterIds" => Kind::Character,
            _ => Kind::Lorebook,
        };
        for (index, value) in entity.body.list(list).iter().enumerate() {
            found.extend(Link::from_value(value).map(|link| LinkAt { path: path.index(index), kind, link }));
        }
    }
    found
}

/// An entity with everything it links to that is here, itself first.
pub(crate) fn gather(library: &Library, address: &Address) -> Result<Vec<Entity>, ApiError> {
    let mut gathered = vec![library.open_entity(address)?.entity];
    let mut at = 0;
    while let Some(entity) = gathered.get(at) {
        at += 1;
        for found in links(entity) {
            let Link::Entity(id) = found.link else { continue };
            let Some(linked) = Address::new(found.kind, &id) else { continue };
            if gathered.iter().all(|known| known.kind != found.kind || known.id != id) && library.exists(&linked) {
                gathered.push(library.open_entity(&linked)?.entity);
            }
        }
    }
    Ok(gathered)
}

/// A piece with what it links to as another app's file, not yet written.
///
/// # Errors
/// Why it cannot be written as that.
pub(crate) fn made(
    studio: &Studio,
    text: &str,
    format: &str,
    options: &dto::ExportOptions,
) -> Result<Converted, ApiError> {
    let library = studio.library();
    let mut entities = gather(&library, &address(studio, text)?)?;
    if options.without_book {
        entities = without_books(entities);
    }
    let Some(form) = &options.form else { return files::encode(&entities, format, options, &LibraryMedia(library)) };
    let named = entities.first().and_then(|main| Some((main.id.clone(), name_of_form(main, form)?)));
    let entities = in_form(entities, form)?;
    let mut converted = files::encode(&entities, format, options, &LibraryMedia(library))?;
    if let Some((id, name)) = named {
        converted.file_name = disk::file_name(&name, &id, converted.extension);
    }
    Ok(converted)
}

/// Several entities with everything they link to that is here, each once, the one the file is about first: the first of
/// this kind, where one is named, else the first character, else the first.
pub(crate) fn gather_set(
    library: &Library,
    addresses: &[Address],
    kind: Option<Kind>,
) -> Result<Vec<Entity>, ApiError> {
    let mut set: Vec<Entity> = Vec::new();
    for address in addresses {
        for entity in gather(library, address)? {
            if set.iter().all(|known| (known.kind, &known.id) != (entity.kind, &entity.id)) {
                set.push(entity);
            }
        }
    }
    let named = |entity: &Entity| addresses.iter().any(|at| at.kind() == entity.kind && at.id() == entity.id);
    let wanted = kind.unwrap_or(Kind::Character);
    let first = set.iter().position(|entity| named(entity) && entity.kind == wanted);
    if let Some(first) = first.or_else(|| set.iter().position(named).filter(|_| kind.is_none())) {
        let main = set.remove(first);
        set.insert(0, main);
        return Ok(set);
    }
    let what = format!("None of these is a {wanted}, and this file is about one.");
    Err(ApiError::new(ErrorCode::CannotExpress, what).hint("Choose the Ficha format of what they are."))
}

/// The main entity in one of its forms: a variant by its id, the base alone for an empty one. Its name says which.
pub(crate) fn in_form(mut entities: Vec<Entity>, form: &str) -> Result<Vec<Entity>, ApiError> {
    let Some(main) = entities.first_mut() else { return Ok(entities) };
    if form.is_empty() {
        main.body.remove(&Path::of("variants"));
        return Ok(entities);
    }
    let is_it = |variant: &&Value| variant.get("id").and_then(Value::as_str) == Some(form);
    let variant = main
        .body
        .list("variants")
        .iter()
        .find(is_it)
        .cloned()
        .ok_or_else(|| ApiError::new(ErrorCode::NotFound, format!("The piece has no variant {form:?}.")))?;
    main.body = merge_variant(&main.body, &variant);
    Ok(entities)
}

/// The name of a file for one form of a character: the piece's, and the variant's label.
pub(crate) fn name_of_form(main: &Entity, form: &str) -> Option<String> {
    let is_it = |variant: &&Value| variant.get("id").and_then(Value::as_str) == Some(form);
    let label = main.body.list("variants").iter().find(is_it)?.get("label")?.as_str()?;
    Some(format!("{} ({label})", main.name()))
}

/// The same without lorebooks, and without the main entity's links to them.
pub(crate) fn without_books(entities: Vec<Entity>) -> Vec<Entity> {
    let mut rest: Vec<Entity> = Vec::new();
    for (index, mut entity) in entities.into_iter().enumerate() {
        if index == 0 {
            let books: Vec<Path> = links(&entity)
                .into_iter()
                .filter(|found| found.kind == Kind::Lorebook)
                .map(|found| found.path)
                .collect();
            // From the last to the first, so that the places of the rest hold.
            for path in books.iter().rev() {
                entity.body.remove(path);
            }
            rest.push(entity);
        } else if entity.kind != Kind::Lorebook {
            rest.push(entity);
        }
    }
    rest
}

/// Notes as a shell has them.
pub(crate) fn notes(notes: &[ficha_formats::Note]) -> Vec<Note> {
    notes
        .iter()
        .map(|note| Note {
            code: note.code.word().to_owned(),
            severity: match note.severity {
                ficha_formats::Severity::Info => dto::Severity::Info,
                ficha_formats::Severity::Warning => dto::Severity::Warning,
                ficha_formats::Severity::Error => dto::Severity::Error,
            },
            place: (&note.place).into(),
            text: note.text.clone(),
        })
        .collect()
}

/// The report of a conversion as a shell has it.
pub(crate) fn report(studio: &Studio, converted: &Converted, milliseconds: u128) -> dto::Report {
    let Report { source, target, identical, carried, changed, lost, left_behind, notes: said, .. } = &converted.report;
    dto::Report {
        source: source.as_ref().map(|side| ReportSource {
            format: side.format.clone(),
            container: side.container.clone(),
            confidence: side.confidence,
        }),
        target: ReportTarget { format: target.format.clone(), container: target.container.clone() },
        identical: *identical,
        carried: carried.clone(),
        changed: changed
            .iter()
            .map(|row| ChangedRow {
                path: row.path.clone(),
                before: Json::of(&row.before),
                after: Json::of(&row.after),
                reason: row.reason.clone(),
                code: row.code.word().to_owned(),
            })
            .collect(),
        lost: lost
            .iter()
            .map(|row| LostRow {
                path: row.path.clone(),
                value: Json::of(&row.value),
                reason: row.reason.clone(),
                code: row.code.word().to_owned(),
            })
            .collect(),
        left_behind: left_behind
            .iter()
            .map(|row| LeftBehindRow {
                format: row.format.clone(),
                pointer: row.pointer.clone(),
                reason: row.reason.clone(),
            })
            .collect(),
        notes: notes(said),
        labels: labels(studio, &converted.report),
        counts: Counts {
            carried: count(carried.len()),
            changed: count(changed.len()),
            lost: count(lost.len()),
            left_behind: count(left_behind.len()),
        },
        bytes: converted.bytes.len() as u64,
        file_name: converted.file_name.clone(),
        preview: preview(converted),
        milliseconds: u32::try_from(milliseconds).unwrap_or(u32::MAX),
    }
}

/// What people call every field a report names. A field of a linked entity is named with that entity in front.
fn labels(studio: &Studio, report: &Report) -> BTreeMap<String, String> {
    let language = language(studio);
    let own = ficha_formats::format(&report.target.format).map_or(Kind::Character, |format| format.spec().kind);
    let paths = report
        .carried
        .iter()
        .chain(report.changed.iter().map(|row| &row.path))
        .chain(report.lost.iter().map(|row| &row.path));
    paths
        .filter_map(|named| {
            let linked = named
                .split_once(':')
                .and_then(|(address, path)| Some((Kind::from_word(address.split_once('/')?.0)?, path)));
            let (kind, path) = linked.unwrap_or((own, named));
            Some((named.clone(), label(kind, &path.parse().ok()?, language)))
        })
        .collect()
}

/// The beginning of the text that was written.
fn preview(converted: &Converted) -> String {
    let Ok(source) = Source::open(converted.bytes.clone(), None, &ficha_container::Limits::highest()) else {
        return String::new();
    };
    let Some(payload) = source.payload() else { return String::new() };
    let text: &Arc<str> = payload.document.text();
    let mut end = text.len().min(PREVIEW);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].to_owned()
}
