//! Worlds: listed, made, opened, discarded and brought back; what forms need to know about them.

use std::path::Path;

use ficha_container::Limits;
use ficha_world::edit::new_world;
use ficha_world::make_id;
use serde_json::{Value, json};

use crate::dto::{
    Amount, Json, OpenedWorld, WorldExported, WorldImported, WorldLeftOut, WorldRow, WorldSchema, WorldTrashRow,
};
use crate::worlds::{archive, find, forms, load, opened, reference, writing};
use crate::{ApiError, ErrorCode, Studio, disk};

/// Every world, by name.
///
/// # Errors
/// `io` when the folder of the worlds cannot be listed.
pub fn list(studio: &Studio) -> Result<Vec<WorldRow>, ApiError> {
    let open = studio.open();
    open.worlds.all(&open.library.worlds(), &open.world_pictures)
}

/// One world as it is listed.
///
/// # Errors
/// `not-found`; `malformed` when the folder has no `world.json`; `io`.
pub fn row(studio: &Studio, world: &str) -> Result<WorldRow, ApiError> {
    let open = studio.open();
    Ok(open.worlds.of(&find(studio, world)?, &open.world_pictures))
}

/// Makes a world with nothing in it but its name and language; the id is made of the name.
///
/// # Errors
/// `malformed` for a name or language that is none, `busy`, `io`.
pub fn new(studio: &Studio, name: String, language: String) -> Result<WorldRow, ApiError> {
    let worlds = studio.library().worlds();
    let name = name.trim();
    let now = worlds.now();
    let origin = json!({ "kind": "studio", "name": "Ficha", "version": env!("CARGO_PKG_VERSION"), "at": now });
    let made = new_world(name, language.trim(), Some(origin), &now).map_err(|why| writing::refused(&why))?;
    let files: Vec<(String, Vec<u8>)> = made.put.into_iter().collect();
    let folder = worlds.create(&make_id(name, "world", &|id| worlds.is_taken(id)), &files)?;
    row(studio, folder.id())
}

/// Opens a world.
///
/// # Errors
/// `not-found`; `malformed` when the folder has no `world.json`; `io`.
pub fn open(studio: &Studio, world: String) -> Result<OpenedWorld, ApiError> {
    opened::open(&find(studio, &world)?, &studio.open().world_pictures)
}

/// One document of a world, whole.
///
/// # Errors
/// `not-found`; `malformed` when its file cannot be read.
pub fn document(studio: &Studio, world: String, document: String) -> Result<Json, ApiError> {
    let at = reference(&document)?;
    let loaded = load(&find(studio, &world)?)?;
    if let Some(doc) = loaded.world.documents.get(&at) {
        return Ok(Json::of(&Value::Object(doc.clone())));
    }
    let path = at.path();
    match loaded.world.damaged.iter().find(|problem| problem.path() == path) {
        Some(problem) => Err(ApiError::new(ErrorCode::Malformed, format!("{path}: {}", problem.message))),
        None => Err(ApiError::new(ErrorCode::NotFound, format!("There is no {at} in this world."))),
    }
}

/// What forms need to know about the documents of a world.
///
/// # Errors
/// None.
pub fn schema(_: &Studio) -> Result<WorldSchema, ApiError> {
    Ok(forms::all())
}

/// The JSON Schema of one kind of file, `world.json` or `character`; of all, by name, without one.
///
/// # Errors
/// `usage` for a name that is none.
pub fn json_schema(_: &Studio, file: Option<String>) -> Result<Json, ApiError> {
    let shapes = ficha_world::schema::all();
    let names = || shapes.iter().map(|shape| shape.name).collect::<Vec<_>>().join(", ");
    match file {
        Some(name) => match ficha_world::schema::named(&name) {
            Some(shape) => Ok(Json::of(&ficha_world::schema::json_schema(shape))),
            None => Err(ApiError::new(ErrorCode::Usage, format!("There is no kind of file {name:?}."))
                .hint(format!("{} are known.", names()))),
        },
        None => {
            let all = shapes.iter().map(|shape| (shape.name.to_owned(), ficha_world::schema::json_schema(shape)));
            Ok(Json::of(&Value::Object(all.collect())))
        }
    }
}

/// Writes a world as an archive, with the books and the preset it uses when that is wished. The card it was made from,
/// the records of its import and everything else of the studio's stay here.
///
/// # Errors
/// `not-found`; `conflict` when the file is there and may not be overwritten; `io`.
pub fn export(
    studio: &Studio,
    world: String,
    path: String,
    companions: bool,
    overwrite: bool,
) -> Result<WorldExported, ApiError> {
    let folder = find(studio, &world)?;
    let packed = archive::pack(studio, &folder, companions)?;
    disk::write(Path::new(&path), &packed.zip, overwrite)?;
    let left_out = packed.left_out.into_iter().map(|(path, why)| WorldLeftOut { path, why: why.to_owned() });
    Ok(WorldExported { path, bytes: Amount(packed.zip.len() as u64), left_out: left_out.collect() })
}

/// Takes a world in from an archive; a taken id gets a number. `raise` lets the file be as large as a person may allow.
///
/// # Errors
/// `malformed` or `unsupported` when it is no archive of a world, or one that reaches outside or was altered; `limit`;
/// `busy`, `io`. Then nothing of it is here.
pub fn import(studio: &Studio, path: String, raise: Option<bool>) -> Result<WorldImported, ApiError> {
    let limits = archive::limits(raise.unwrap_or(false));
    import_bytes(studio, &disk::read(Path::new(&path), &limits)?, &limits)
}

/// The same with bytes that are at hand.
///
/// # Errors
/// As for a file.
pub fn import_bytes(studio: &Studio, bytes: &[u8], limits: &Limits) -> Result<WorldImported, ApiError> {
    let (folder, skipped) = archive::unpack(studio, bytes, limits)?;
    Ok(WorldImported { row: row(studio, folder.id())?, skipped })
}

/// Moves a world to the trash.
///
/// # Errors
/// `not-found`, `busy` while something writes to it, `io`.
pub fn discard(studio: &Studio, world: String) -> Result<WorldTrashRow, ApiError> {
    let worlds = studio.library().worlds();
    let item = worlds.trash(&world)?;
    let row = trash(studio)?.into_iter().find(|row| row.item == item);
    row.ok_or_else(|| ApiError::new(ErrorCode::Bug, format!("{item} is not in the trash.")))
}

/// The worlds in the trash, the newest first.
///
/// # Errors
/// `io`.
pub fn trash(studio: &Studio) -> Result<Vec<WorldTrashRow>, ApiError> {
    let worlds = studio.library().worlds();
    let mut items = worlds.trashed()?;
    items.sort_by(|a, b| (&b.time, &b.item).cmp(&(&a.time, &a.item)));
    let shown = |item: &ficha_library::worlds::InTrash| WorldTrashRow {
        name: worlds
            .trashed_file(&item.item, "world.json")
            .and_then(|bytes| name_of(&bytes))
            .unwrap_or(item.id.clone()),
        item: item.item.clone(),
        removed_at: spelt(&item.time),
    };
    Ok(items.iter().map(shown).collect())
}

/// The name in the bytes of a `world.json`.
fn name_of(bytes: &[u8]) -> Option<String> {
    let info = ficha_import::records::read_json(bytes).ok()?;
    info.get("name").and_then(Value::as_str).filter(|name| !name.is_empty()).map(str::to_owned)
}

/// `20261130T100000Z` as RFC 3339.
fn spelt(time: &str) -> String {
    let part = |from: usize, to: usize| time.get(from..to).unwrap_or("00");
    format!("{}-{}-{}T{}:{}:{}Z", part(0, 4), part(4, 6), part(6, 8), part(9, 11), part(11, 13), part(13, 15))
}

/// Brings a world back from the trash; a number is added when its id is taken meanwhile.
///
/// # Errors
/// `not-found`, `io`.
pub fn restore(studio: &Studio, item: String) -> Result<WorldRow, ApiError> {
    let id = studio.library().worlds().restore(&item)?;
    row(studio, &id)
}
