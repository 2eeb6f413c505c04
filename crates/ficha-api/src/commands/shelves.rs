//! Shelves: kept searches and pieces put together by hand.

use ficha_library::{LibraryError, Shelf};

use super::{address, count};
use crate::dto::{self, Address, Json};
use crate::{ApiError, ErrorCode, Studio};

fn shown(shelf: Shelf) -> dto::Shelf {
    dto::Shelf {
        id: shelf.id,
        name: shelf.name,
        search: shelf.search.as_ref().map(Json::of),
        count: count(shelf.pieces.len()),
    }
}

fn told(studio: &Studio, shelves: Vec<Shelf>) -> Vec<dto::Shelf> {
    studio.changed(Vec::new());
    shelves.into_iter().map(shown).collect()
}

/// Every shelf, in order.
///
/// # Errors
/// When the file of shelves cannot be read.
pub fn list(studio: &Studio) -> Result<Vec<dto::Shelf>, ApiError> {
    Ok(studio.library().shelves()?.into_iter().map(shown).collect())
}

/// Makes a shelf: a kept search, or an empty one to be filled by hand.
///
/// # Errors
/// `usage` without a name, `io`.
pub fn make(studio: &Studio, name: String, search: Option<Json>) -> Result<Vec<dto::Shelf>, ApiError> {
    let name = name.trim().to_owned();
    if name.is_empty() {
        return Err(ApiError::new(ErrorCode::Usage, "A shelf needs a name."));
    }
    let search = search.map(|search| search.value()).transpose()?;
    let shelves = studio.library().edit_shelves(|shelves| {
        let base = ficha_model::canonical_id(&name);
        let taken = |id: &str| shelves.iter().any(|shelf| shelf.id == id);
        let free = std::iter::once(base.clone()).chain((2..).map(|number| format!("{base}-{number}")));
        let id = free.into_iter().find(|id| !taken(id)).unwrap_or(base);
        shelves.push(Shelf::new(id, name, search));
        Ok(())
    })?;
    Ok(told(studio, shelves))
}

fn on<'s>(shelves: &'s mut [Shelf], id: &str) -> Result<&'s mut Shelf, LibraryError> {
    shelves
        .iter_mut()
        .find(|shelf| shelf.id == id)
        .ok_or_else(|| LibraryError::NotFound { what: format!("the shelf {id}") })
}

/// Gives a shelf another name.
///
/// # Errors
/// `not-found`, `usage` without a name, `io`.
pub fn rename(studio: &Studio, id: String, name: String) -> Result<Vec<dto::Shelf>, ApiError> {
    if name.trim().is_empty() {
        return Err(ApiError::new(ErrorCode::Usage, "A shelf needs a name."));
    }
    let shelves = studio.library().edit_shelves(|shelves| {
        name.trim().clone_into(&mut on(shelves, &id)?.name);
        Ok(())
    })?;
    Ok(told(studio, shelves))
}

/// Takes a shelf away; its pieces stay in the library.
///
/// # Errors
/// `not-found`, `io`.
pub fn remove(studio: &Studio, id: String) -> Result<Vec<dto::Shelf>, ApiError> {
    let shelves = studio.library().edit_shelves(|shelves| {
        on(shelves, &id)?;
        shelves.retain(|shelf| shelf.id != id);
        Ok(())
    })?;
    Ok(told(studio, shelves))
}

/// Puts pieces on a shelf and takes others off it.
///
/// # Errors
/// `not-found`; `cannot-express` for a kept search, whose pieces come by themselves.
pub fn put(studio: &Studio, id: String, add: Vec<Address>, remove: Vec<Address>) -> Result<Vec<dto::Shelf>, ApiError> {
    let add = add.iter().map(|text| address(studio, text)).collect::<Result<Vec<_>, _>>()?;
    let shelves = studio.library().edit_shelves(|shelves| {
        let shelf = on(shelves, &id)?;
        if shelf.search.is_some() {
            let what = "this shelf is a kept search; its pieces come by themselves".to_owned();
            return Err(LibraryError::CannotExpress { what });
        }
        shelf.pieces.retain(|piece| !remove.contains(&piece.to_string()));
        for piece in add {
            if !shelf.pieces.contains(&piece) {
                shelf.pieces.push(piece);
            }
        }
        Ok(())
    })?;
    Ok(told(studio, shelves))
}
