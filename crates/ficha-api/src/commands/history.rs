//! Revisions: listed, shown, compared, brought back, named.

use std::collections::BTreeSet;

use ficha_library::{RevisionRow, why};
use ficha_model::schema::label;
use ficha_model::{Body, Entity, Path, diff, in_profile};

use super::{address, entity::view};
use crate::dto::{Address, CompareRow, HistoryRow, Json, OpenEntity, RevisionView, UiLanguage};
use crate::edits::shown;
use crate::{ApiError, ErrorCode, Studio, background, files};

fn row(row: RevisionRow) -> HistoryRow {
    HistoryRow { revision: u32::try_from(row.revision).unwrap_or(u32::MAX), at: row.at, why: row.why, name: row.name }
}

/// Every revision, newest first.
///
/// # Errors
/// `not-found`, or what keeps the history from being read.
pub fn list(studio: &Studio, text: Address) -> Result<Vec<HistoryRow>, ApiError> {
    Ok(studio.library().history(&address(studio, &text)?)?.into_iter().map(row).collect())
}

/// One revision's content.
///
/// # Errors
/// `not-found`, or what keeps it from being read.
pub fn show(studio: &Studio, text: Address, revision: u32) -> Result<RevisionView, ApiError> {
    let at = address(studio, &text)?;
    let library = studio.library();
    let entity = library.revision(&at, revision.into())?;
    let row = library.history(&at)?.into_iter().find(|row| row.revision == u64::from(revision));
    let (when, why) = row.map(|row| (row.at, row.why)).unwrap_or_default();
    Ok(RevisionView { revision, at: when, why, body: Json::of(entity.body.value()) })
}

/// The language of labels: as chosen, else as the system says.
pub(crate) fn language(studio: &Studio) -> ficha_model::schema::Language {
    let chinese = match studio.settings().get().language {
        UiLanguage::Zh => true,
        UiLanguage::En => false,
        UiLanguage::System => std::env::var("LANG").is_ok_and(|lang| lang.starts_with("zh")),
    };
    if chinese { ficha_model::schema::Language::Chinese } else { ficha_model::schema::Language::English }
}

/// What two bodies have differently, field by field.
pub(crate) fn compared(studio: &Studio, kind: ficha_model::Kind, before: &Body, after: &Body) -> Vec<CompareRow> {
    let language = language(studio);
    diff(before.value(), after.value())
        .into_iter()
        .map(|change| CompareRow {
            label: label(kind, &change.path, language),
            path: change.path.to_string(),
            before: change.before.as_ref().map(shown),
            after: change.after.as_ref().map(shown),
        })
        .collect()
}

/// What two revisions have differently.
///
/// # Errors
/// `not-found`, or what keeps one of them from being read.
pub fn compare(studio: &Studio, text: Address, from: u32, to: u32) -> Result<Vec<CompareRow>, ApiError> {
    let at = address(studio, &text)?;
    let library = studio.library();
    let (before, after) = (library.revision(&at, from.into())?, library.revision(&at, to.into())?);
    let mut rows = compared(studio, at.kind(), &before.body, &after.body);
    let empty = Body::default();
    let formats: BTreeSet<&String> = before.profiles.keys().chain(after.profiles.keys()).collect();
    for format in formats {
        let of = |entity: &Entity| entity.profiles.get(format).unwrap_or(&empty).clone();
        rows.extend(compared(studio, at.kind(), &of(&before), &of(&after)).into_iter().map(|row| CompareRow {
            label: format!("{} · {}", files::title(format), row.label),
            path: row.path.parse().map_or(row.path, |path| in_profile(format, &path).to_string()),
            ..row
        }));
    }
    Ok(rows)
}

/// Saves an earlier revision, or some of its fields, as a new one.
///
/// # Errors
/// `conflict` when a newer revision is on disk, `not-found`, `usage` for a path that is none.
pub fn restore(
    studio: &Studio,
    text: Address,
    revision: u32,
    base_revision: u32,
    paths: Option<Vec<String>>,
) -> Result<OpenEntity, ApiError> {
    let at = address(studio, &text)?;
    let paths =
        paths.map(|paths| paths.iter().map(|path| path.parse()).collect::<Result<Vec<Path>, _>>()).transpose()?;
    let opened = studio.library().restore(&at, base_revision.into(), revision.into(), paths.as_deref())?;
    studio.changed(vec![at.to_string()]);
    background::describe(studio, vec![at.clone()]);
    view(studio, &at, opened)
}

/// Saves the entity as it is as a revision with a name.
///
/// # Errors
/// `usage` without a name, `busy` and `io`.
pub fn snapshot(studio: &Studio, text: Address, name: String) -> Result<HistoryRow, ApiError> {
    let name = name.trim();
    if name.is_empty() {
        return Err(ApiError::new(ErrorCode::Usage, "A snapshot needs a name."));
    }
    let at = address(studio, &text)?;
    let named = studio.library().snapshot(&at, name)?;
    studio.changed(vec![at.to_string()]);
    debug_assert_eq!(named.why, why::NAMED);
    Ok(row(named))
}
