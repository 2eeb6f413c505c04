//! Find and replace: in a body as it is being written, and in many pieces of the library.

use ficha_model::{Entity, Path};
use serde_json::Value;

use super::many::{each_piece, save_each};
use super::{address, count, history::language};
use crate::dto::{Address, Change, FoundBody, FoundField, FoundPiece, FoundPieces, Json, Kind, ReplaceIn, Run, Wanted};
use crate::edits::change;
use crate::find::{Finder, whole};
use crate::{ApiError, ErrorCode, Studio};

/// Pieces told of in one answer; the count goes on.
const PIECES: usize = 2_000;
/// Places shown of one field of a piece of many.
const SHOWN: usize = 3;
/// Pieces a pattern may be given up on before the search of the library ends.
const PATIENCE: usize = 2;

fn given_up(fault: String) -> ApiError {
    ApiError::new(ErrorCode::Limit, fault).hint("Write the pattern so that it cannot go back and forth without end.")
}

/// What is found in a body as it is being written.
///
/// # Errors
/// `limit` when the body is too large to be read.
pub fn body(studio: &Studio, kind: Kind, body: Json, wanted: Wanted) -> Result<FoundBody, ApiError> {
    let value = body.value()?;
    let nothing = |fault| FoundBody { total: 0, fields: Vec::new(), fault };
    if wanted.text.is_empty() {
        return Ok(nothing(None));
    }
    Ok(match Finder::new(&wanted) {
        Ok(finder) => {
            let found = finder.look(kind.into(), &value, language(studio), None);
            FoundBody { total: count(found.total), fields: found.fields, fault: found.fault }
        }
        Err(fault) => nothing(Some(fault)),
    })
}

/// The changes that replace in a body: everywhere, or one place of one field by its number there.
///
/// # Errors
/// `usage` for a pattern that is none, `limit` for one that was given up.
pub fn replace_body(
    _: &Studio,
    kind: Kind,
    body: Json,
    wanted: Wanted,
    replacement: String,
    path: Option<String>,
    number: Option<u32>,
) -> Result<Vec<Change>, ApiError> {
    let finder = finder(&wanted)?;
    let only: Option<Path> = path.as_deref().map(str::parse).transpose()?;
    let number = number.and_then(|number| usize::try_from(number).ok());
    let here = |at: &Path| only.as_ref().is_none_or(|only| only == at);
    let rows = finder.replace(kind.into(), &body.value()?, &replacement, &here, number).map_err(given_up)?;
    let change = |row: crate::find::Replaced| Change {
        path: row.path.to_string(),
        value: Some(Json::of(&Value::String(row.text))),
    };
    Ok(rows.into_iter().map(change).collect())
}

fn finder(wanted: &Wanted) -> Result<Finder, ApiError> {
    if wanted.text.is_empty() {
        return Err(ApiError::new(ErrorCode::Usage, "Nothing is looked for."));
    }
    Finder::new(wanted).map_err(|fault| ApiError::new(ErrorCode::Usage, fault))
}

/// What is found in many pieces, with what each place would become.
///
/// # Errors
/// `cancelled`. A piece that cannot be read is named in the answer.
pub fn library(
    studio: &Studio,
    addresses: Vec<Address>,
    wanted: Wanted,
    replacement: String,
    job: String,
) -> Result<FoundPieces, ApiError> {
    let mut answer =
        FoundPieces { total: 0, looked: 0, pieces: Vec::new(), untold: 0, fault: None, failed: Vec::new() };
    if wanted.text.is_empty() {
        return Ok(answer);
    }
    let finder = match Finder::new(&wanted) {
        Ok(finder) => finder,
        Err(fault) => return Ok(FoundPieces { fault: Some(fault), ..answer }),
    };
    let language = language(studio);
    let mut gave_up = 0;
    let job = studio.job(&job);
    let total = addresses.len();
    let result = each_piece(studio, &job, &addresses, |at, opened, failed| {
        if gave_up >= PATIENCE {
            return;
        }
        let found = finder.look(at.kind(), &whole(&opened.entity), language, Some(&replacement));
        answer.looked += 1;
        if let Some(fault) = found.fault {
            gave_up += 1;
            failed(given_up(fault.clone()));
            answer.fault = Some(fault);
        }
        if found.total == 0 {
            return;
        }
        answer.total = answer.total.saturating_add(count(found.total));
        if answer.pieces.len() == PIECES {
            answer.untold += 1;
            return;
        }
        let shorter =
            |field: FoundField| FoundField { places: field.places.into_iter().take(SHOWN).collect(), ..field };
        answer.pieces.push(FoundPiece {
            address: at.to_string(),
            kind: at.kind().into(),
            name: opened.entity.name().to_owned(),
            revision: u32::try_from(opened.revision).unwrap_or(u32::MAX),
            total: count(found.total),
            fields: found.fields.into_iter().map(shorter).collect(),
        });
    });
    let result = result.map(|failed| FoundPieces { failed, ..answer });
    job.end(total, result)
}

/// Replaces in many pieces: one revision for each, everything or nothing of a piece.
///
/// # Errors
/// `usage` for a pattern that is none. A piece that cannot be saved is named in the answer and the others go on; when
/// stopped, the answer says what was done.
pub fn replace_library(
    studio: &Studio,
    choice: Vec<ReplaceIn>,
    wanted: Wanted,
    replacement: String,
    job: String,
) -> Result<Run, ApiError> {
    let finder = finder(&wanted)?;
    let mut places = Vec::new();
    for one in &choice {
        let paths = one
            .paths
            .as_ref()
            .map(|paths| paths.iter().map(|path| path.parse::<Path>()).collect::<Result<Vec<_>, _>>());
        places.push((address(studio, &one.address)?, one.revision, paths.transpose()?));
    }
    save_each(studio, &job, "replaced", &places, |(_, revision, paths), opened| {
        if opened.revision != u64::from(*revision) {
            return Err(ApiError::new(ErrorCode::Conflict, "It was saved since it was looked through.")
                .hint("Look again to see it as it is now."));
        }
        let here = |path: &Path| paths.as_ref().is_none_or(|paths| paths.contains(path));
        replaced(&mut opened.entity, &finder, &replacement, &here)
    })
}

fn replaced(
    entity: &mut Entity,
    finder: &Finder,
    replacement: &str,
    here: &dyn Fn(&Path) -> bool,
) -> Result<usize, ApiError> {
    let rows = finder.replace(entity.kind, &whole(entity), replacement, here, None).map_err(given_up)?;
    let total = rows.iter().map(|row| row.count).sum();
    let changes: Vec<Change> = rows
        .into_iter()
        .map(|row| Change { path: row.path.to_string(), value: Some(Json::of(&Value::String(row.text))) })
        .collect();
    change(entity, &changes)?;
    Ok(total)
}
