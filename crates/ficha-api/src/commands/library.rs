//! The library as a list: pages, counts, rebuilding, trash.

use ficha_library::{Narrow, Query, Row, Sort, Trashed};
use ficha_model::schema::label;

use super::{address, count};
use crate::dto::{
    Address, DamagedFile, EntityRow, KindCount, LibraryList, LibraryPage, LibraryQuery, LibrarySort, LibrarySummary,
    Rebuilding, Removed, SearchHit, TagCount, TrashDeleted, TrashRestored, TrashRow,
};
use crate::{ApiError, ErrorCode, Studio};

/// Rows of a page when the caller names no number.
const PAGE: u64 = 200;

/// Rows of a page at most: an answer stays well under a megabyte.
const LONGEST_PAGE: u64 = 2_000;

/// Tags the summary names.
const TAGS: usize = 400;

fn big(n: u64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

pub(super) fn row(row: Row) -> EntityRow {
    EntityRow {
        kind: row.address.kind().into(),
        id: row.address.id().to_owned(),
        name: row.name,
        creator: row.creator,
        format: row.format,
        updated: row.updated,
        portrait: row.portrait,
        tint: row.tint,
        tags: row.tags,
        tokens: row.tokens.map(big),
    }
}

/// The library at a glance.
///
/// # Errors
/// `busy` when another process holds the index for long, `io` when the folder cannot be read.
pub fn summary(studio: &Studio) -> Result<LibrarySummary, ApiError> {
    let library = studio.library();
    let summary = library.summary()?;
    let of_kind = |kind| summary.per_kind.iter().find(|(other, _)| *other == kind).map_or(0, |(_, count)| *count);
    Ok(LibrarySummary {
        root: library.root().display().to_string(),
        total: big(summary.total),
        per_kind: ficha_model::Kind::ALL
            .into_iter()
            .map(|kind| KindCount { kind: kind.into(), count: big(of_kind(kind)) })
            .collect(),
        trash: big(summary.trash),
        damaged: damaged(&summary.damaged),
        tags: summary.tags.into_iter().take(TAGS).map(|(tag, count)| TagCount { tag, count: big(count) }).collect(),
        read_only: library.read_only().is_some(),
        rebuilding: library.rebuilding().map(|(done, total)| Rebuilding { done: big(done), total: big(total) }),
        staged: big(summary.staged),
        drafts: summary.drafts.iter().map(ToString::to_string).collect(),
    })
}

fn damaged(files: &[ficha_library::Damaged]) -> Vec<DamagedFile> {
    files.iter().map(|damaged| DamagedFile { file: damaged.file.clone(), error: damaged.error.clone() }).collect()
}

/// The rows of these entities, in the order asked for; what is no address or not here is left out.
///
/// # Errors
/// `busy` when another process holds the index for long.
pub fn rows(studio: &Studio, addresses: Vec<Address>) -> Result<Vec<EntityRow>, ApiError> {
    let addresses: Vec<_> = addresses.iter().filter_map(|text| text.parse().ok()).collect();
    Ok(studio.library().rows(&addresses)?.into_iter().map(row).collect())
}

/// One page of a list or search.
///
/// # Errors
/// `busy` when another process holds the index for long.
pub fn query(studio: &Studio, query: LibraryQuery) -> Result<LibraryPage, ApiError> {
    let limit = if query.limit == 0 { PAGE } else { u64::from(query.limit).min(LONGEST_PAGE) };
    let library = studio.library();
    let narrow = match query.list {
        Some(LibraryList::Twins) => Some(Narrow::Twins),
        Some(LibraryList::Unlinked) => Some(Narrow::Unlinked),
        Some(LibraryList::Shelf { id }) => {
            let shelf = library.shelves()?.into_iter().find(|shelf| shelf.id == id);
            let shelf = shelf.ok_or_else(|| ApiError::new(ErrorCode::NotFound, "This shelf is not there any more."))?;
            Some(Narrow::Pieces(shelf.pieces))
        }
        None => None,
    };
    let page = library.list(&Query {
        text: query.text,
        kinds: query.kinds.into_iter().map(Into::into).collect(),
        tags: query.tags,
        creator: query.creator,
        narrow,
        sort: match query.sort {
            LibrarySort::Relevance => Sort::Relevance,
            LibrarySort::Name => Sort::Name,
            LibrarySort::Updated => Sort::Updated,
            LibrarySort::Added => Sort::Added,
            LibrarySort::Creator => Sort::Creator,
        },
        descending: query.descending,
        offset: query.offset.into(),
        limit,
    })?;
    let language = super::history::language(studio);
    let hits = page.rows.iter().zip(page.hits).map(|(found, hit)| {
        let named = if hit.path.is_empty() { None } else { hit.path.parse().ok() };
        let label = named.map(|path| label(found.address.kind(), &path, language)).unwrap_or_default();
        SearchHit { path: hit.path, label, snippet: hit.snippet }
    });
    Ok(LibraryPage { total: big(page.total), hits: hits.collect(), entities: page.rows.into_iter().map(row).collect() })
}

/// Makes the index again from the files.
///
/// # Errors
/// `cancelled`, or what keeps the folder from being read.
pub fn rebuild(studio: &Studio, job: String) -> Result<LibrarySummary, ApiError> {
    let job = studio.job(&job);
    let total = std::cell::Cell::new(0);
    let rebuilt = studio.library().rebuild(&|done, of| {
        total.set(of);
        job.step(usize::try_from(done).unwrap_or(0), usize::try_from(of).unwrap_or(0), "");
        !job.is_cancelled()
    });
    let result = rebuilt.map_err(ApiError::from).and_then(|_| summary(studio));
    studio.changed(Vec::new());
    job.end(usize::try_from(total.get()).unwrap_or(0), result)
}

fn trash_row(trashed: Trashed) -> TrashRow {
    TrashRow {
        item: trashed.item,
        kind: trashed.address.kind().into(),
        id: trashed.address.id().to_owned(),
        name: trashed.name,
        removed_at: trashed.at,
    }
}

/// What is in the trash, last removed first.
///
/// # Errors
/// `io` when the folder cannot be read.
pub fn trash(studio: &Studio) -> Result<Vec<TrashRow>, ApiError> {
    Ok(studio.library().trash()?.into_iter().map(trash_row).collect())
}

/// Moves entities to the trash. All are looked up before the first is moved.
///
/// # Errors
/// `not-found` for an entity that is not here, `busy` and `io` when it cannot be moved.
pub fn remove(studio: &Studio, addresses: Vec<Address>) -> Result<Removed, ApiError> {
    let wanted = addresses.iter().map(|text| address(studio, text)).collect::<Result<Vec<_>, _>>()?;
    let removed = studio.library().remove(&wanted)?;
    studio.changed(removed.iter().map(|trashed| trashed.address.to_string()).collect());
    Ok(Removed { removed: count(removed.len()), undo: removed.into_iter().map(|trashed| trashed.item).collect() })
}

/// Moves trash items back.
///
/// # Errors
/// `not-found` for an item that is not there, `busy` and `io` when it cannot be moved.
pub fn restore_trash(studio: &Studio, items: Vec<String>) -> Result<TrashRestored, ApiError> {
    let restored: Vec<Address> = studio.library().restore_trash(&items)?.iter().map(ToString::to_string).collect();
    studio.changed(restored.clone());
    Ok(TrashRestored { restored })
}

/// Deletes trash items for good; all of them when none is named.
///
/// # Errors
/// `not-found` for an item that is not there, `busy` and `io` when it cannot be deleted.
pub fn delete_trash(studio: &Studio, items: Option<Vec<String>>) -> Result<TrashDeleted, ApiError> {
    let library = studio.library();
    let items = match items {
        Some(items) => items,
        None => library.trash()?.into_iter().map(|trashed| trashed.item).collect(),
    };
    library.delete_trash(&items)?;
    Ok(TrashDeleted { deleted: count(items.len()) })
}
