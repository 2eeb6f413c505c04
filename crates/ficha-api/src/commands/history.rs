//! Revisions: listed, shown, compared, brought back, named.

use ficha_library::{RevisionRow, Save, why};

use super::{address, entity::saved};
use crate::dto::{Address, CompareRow, HistoryRow, Json, OpenEntity, RevisionView, UiLanguage};
use crate::merging::rows;
use crate::{ApiError, ErrorCode, Studio};

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

/// What two revisions have differently: body, profiles, edits of originals, the file they came from.
///
/// # Errors
/// `not-found`, or what keeps one of them from being read.
pub fn compare(studio: &Studio, text: Address, from: u32, to: u32) -> Result<Vec<CompareRow>, ApiError> {
    let at = address(studio, &text)?;
    let library = studio.library();
    let (before, after) = (library.revision(&at, from.into())?, library.revision(&at, to.into())?);
    rows::two(&studio.open(), &before, &after, language(studio))
}

/// Saves an earlier revision, or some of its fields, as a new one.
///
/// # Errors
/// `conflict` when a newer revision is on disk, `not-found`, `usage` for a field the two do not differ in.
pub fn restore(
    studio: &Studio,
    text: Address,
    revision: u32,
    base_revision: u32,
    paths: Option<Vec<String>>,
) -> Result<OpenEntity, ApiError> {
    let at = address(studio, &text)?;
    let library = studio.library();
    let opened = match paths {
        None => library.restore(&at, base_revision.into(), revision.into())?,
        Some(fields) => {
            let earlier = library.revision(&at, revision.into())?;
            let now = library.open_entity(&at)?.entity;
            let entity = rows::with_fields(&earlier, &now, &fields)?;
            let base = base_revision.into();
            library.save(Save { address: at.clone(), base, entity, why: why::RESTORED.to_owned(), name: None })?
        }
    };
    saved(studio, &at, opened)
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
