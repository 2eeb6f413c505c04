//! What worlds share and take from chat apps: world books made of lorebooks, narration presets applied to a world or
//! kept for several. Without a model; what becomes of a text is said in `ficha_import`.

use std::path::Path;

use ficha_import::book::{self, Source, Why};
use ficha_import::preset::{self, Narration, NotApplied};
use ficha_library::worlds::WorldFolder;
use ficha_model::schema::Language;
use ficha_model::{Body, Entity, Kind};
use ficha_world::{SHIPPED_LANGUAGES, inert, make_id, prompt_path};
use serde_json::{Value, json};

use crate::dto::{
    Amount, BookLeftOut, ImportNote, NarrationApplied, NarrationPreset, NarrationPrompt, NarrationSampler,
    WorldBookMade, WorldBookRow,
};
use crate::files::Given;
use crate::raise::Opening;
use crate::worlds::{find, load, writing};
use crate::{ApiError, ErrorCode, Studio};

/// Where a preset waits in a world until it is applied or dismissed.
const WAITING: &str = ".import/preset.json";
/// The most a waiting preset may have, in bytes.
const MOST_WAITING: usize = 32 << 20;

/// A piece as it was given: an address of the library, or a file.
struct Piece {
    body: Body,
    /// The payload's JSON, for what no body holds.
    raw: Option<Value>,
    /// Who the card is that a book was in.
    character: String,
    source: Source,
    /// The payload as it was read, kept beside what is made of it.
    upload: Vec<u8>,
}

/// Every world book, by name.
///
/// # Errors
/// `io` when the folder cannot be listed.
pub fn books(studio: &Studio) -> Result<Vec<WorldBookRow>, ApiError> {
    let library = studio.library();
    let uses = uses(studio)?;
    let mut rows = Vec::new();
    for listed in library.world_books().list()? {
        rows.push(book_row(&library.world_books().open(&listed.id)?, &uses)?);
    }
    rows.sort_by(|a, b| (a.name.to_lowercase(), &a.id).cmp(&(b.name.to_lowercase(), &b.id)));
    Ok(rows)
}

/// Which books each world uses.
fn uses(studio: &Studio) -> Result<Vec<(String, Vec<String>)>, ApiError> {
    let worlds = studio.library().worlds();
    let mut uses = Vec::new();
    for listed in worlds.list()? {
        let Some(info) = worlds.open(&listed.id).ok().and_then(|folder| value_of(&folder, "world.json")) else {
            continue;
        };
        let books = info.get("lorebooks").and_then(Value::as_array);
        let books = books.into_iter().flatten().filter_map(|id| Some(id.as_str()?.to_owned())).collect();
        uses.push((listed.id, books));
    }
    Ok(uses)
}

fn value_of(folder: &WorldFolder, path: &str) -> Option<Value> {
    let text = String::from_utf8(folder.read(path).ok()??).ok()?;
    let document = ficha_json::Document::parse(text, &ficha_json::Limits::default()).ok()?;
    Some(document.root().to_value())
}

fn book_row(folder: &WorldFolder, uses: &[(String, Vec<String>)]) -> Result<WorldBookRow, ApiError> {
    let head = value_of(folder, "lorebook.json").unwrap_or_default();
    let text = |key: &str| head.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let entries = folder.names("entries")?.iter().filter(|name| name.ends_with(".json")).count();
    let name = text("name");
    Ok(WorldBookRow {
        id: folder.id().to_owned(),
        name: if name.is_empty() { folder.id().to_owned() } else { name },
        language: text("language"),
        entries: u32::try_from(entries).unwrap_or(u32::MAX),
        used_by: uses
            .iter()
            .filter(|(_, books)| books.iter().any(|id| id == folder.id()))
            .map(|(id, _)| id.clone())
            .collect(),
    })
}

/// Makes a world book of a lorebook: a file, `lorebook/<id>`, or the book of `character/<id>`. Entries that are on and
/// say something go along word for word.
///
/// # Errors
/// `not-found`; a file that is refused; `cannot-express` for one without a lorebook, or a book without an entry.
pub fn lorebook_import(
    studio: &Studio,
    from: String,
    name: Option<String>,
    language: Option<String>,
) -> Result<WorldBookMade, ApiError> {
    let piece = piece(studio, &from, Kind::Lorebook)?;
    let books = studio.library().world_books();
    let made = book::world_book(&book::Ask {
        body: &piece.body,
        name: name.as_deref().unwrap_or_default(),
        language: language.as_deref().unwrap_or_default(),
        character: &piece.character,
        source: &piece.source,
        at: &books.now(),
        report_language: report_language(studio),
    });
    if made.entries == 0 {
        return Err(ApiError::new(
            ErrorCode::CannotExpress,
            format!("No entry of {from} is switched on and says something; no world book was made."),
        )
        .hint("Switch on the entries that are to go along."));
    }
    let mut files = made.files;
    files.push((".import/lorebook.json".to_owned(), piece.upload));
    let folder = books.create(&made.id, &files)?;
    let left_out = made.left_out.into_iter().map(|one| BookLeftOut { title: one.title, off: one.why == Why::Off });
    let notes = made.notes.into_iter().map(|note| ImportNote {
        code: note.code,
        message: note.message,
        piece: note.piece,
        entity: note.entity,
    });
    Ok(WorldBookMade { row: book_row(&folder, &[])?, left_out: left_out.collect(), notes: notes.collect() })
}

/// What a preset would bring to a world: a file or `preset/<id>`. It waits in the world until it is applied or
/// dismissed.
///
/// # Errors
/// `not-found`; a file that is refused; `cannot-express` for one without a preset; `busy`.
pub fn preset_open(studio: &Studio, world: String, from: String) -> Result<NarrationPreset, ApiError> {
    let folder = find(studio, &world)?;
    let piece = piece(studio, &from, Kind::Preset)?;
    let narration = preset::read_preset(&piece.body, piece.raw.as_ref());
    refuse_empty(&narration, &from)?;
    let waiting = waiting_text(&narration, &piece.source);
    if waiting.len() > MOST_WAITING {
        return Err(ApiError::new(ErrorCode::Limit, format!("The prompts of {from} are over {MOST_WAITING} bytes.")));
    }
    folder.lock(folder.all().wait())?.write(WAITING, waiting.as_bytes())?;
    shown(&folder, &narration)
}

/// The preset that waits in a world; nothing when none does.
///
/// # Errors
/// `not-found`, `io`.
pub fn preset_waiting(studio: &Studio, world: String) -> Result<Option<NarrationPreset>, ApiError> {
    let folder = find(studio, &world)?;
    waiting(&folder).map(|narration| shown(&folder, &narration)).transpose()
}

/// Applies the preset that waits, with the prompts of these ids: word for word into the style of every shipped
/// language, its sampling into the world. The style before goes to the world's trash.
///
/// # Errors
/// `not-found` when none waits; `limit` when the prompts are longer than a style may be, and then nothing changes.
pub fn preset_apply(studio: &Studio, world: String, ticked: Vec<String>) -> Result<NarrationApplied, ApiError> {
    let folder = find(studio, &world)?;
    let mut narration = waiting(&folder).ok_or_else(none_waits)?;
    for prompt in &mut narration.prompts {
        prompt.ticked = ticked.contains(&prompt.id);
    }
    let style = preset::style(&narration.prompts).map_err(not_applied)?;
    let lock = folder.lock(folder.all().wait())?;
    let loaded = load(&folder)?;
    if loaded.newer {
        return Err(writing::refused(&ficha_world::edit::Refused::Newer));
    }
    let before: Vec<String> = SHIPPED_LANGUAGES
        .iter()
        .map(|language| prompt_path(language, "style"))
        .filter(|path| !style.is_empty() && folder.has(path))
        .collect();
    let trashed = lock.remove_to_trash(&before, "prompts")?.map(|removed| removed.item);
    for (path, bytes) in preset::style_files(&style) {
        lock.write(&path, &bytes)?;
    }
    if !narration.sampling.is_empty() {
        let sampling = Value::Object(narration.sampling.clone());
        let written = ficha_world::edit::set_own(&loaded.world, "sampling", &sampling, &folder.all().now())
            .map_err(|why| writing::refused(&why))?;
        writing::commit(&lock, &written)?;
    }
    lock.remove(WAITING)?;
    Ok(applied(folder.id(), &narration, trashed))
}

/// Takes the waiting preset away.
///
/// # Errors
/// `not-found`, `busy`, `io`.
pub fn preset_dismiss(studio: &Studio, world: String) -> Result<(), ApiError> {
    let folder = find(studio, &world)?;
    Ok(folder.lock(folder.all().wait())?.remove(WAITING)?)
}

/// Keeps a preset (a file or `preset/<id>`) for worlds to share, with the prompts that it sends itself.
///
/// # Errors
/// As `preset_open`; `limit` when its prompts are longer than a style may be.
pub fn preset_share(studio: &Studio, from: String, name: Option<String>) -> Result<NarrationApplied, ApiError> {
    let piece = piece(studio, &from, Kind::Preset)?;
    let narration = preset::read_preset(&piece.body, piece.raw.as_ref());
    let presets = studio.library().world_presets();
    let name = name.unwrap_or_else(|| narration.name.clone());
    let name = if name.trim().is_empty() { "Preset".to_owned() } else { name.trim().chars().take(120).collect() };
    let files = preset::shared_preset(&narration, &name, &piece.source, &presets.now()).map_err(not_applied)?;
    let folder = presets.create(&make_id(&name, "preset", &|id| presets.is_taken(id)), &files)?;
    Ok(applied(folder.id(), &narration, None))
}

fn applied(id: &str, narration: &Narration, trashed: Option<String>) -> NarrationApplied {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    NarrationApplied {
        id: id.to_owned(),
        prompts: count(narration.prompts.iter().filter(|prompt| prompt.ticked).count()),
        sampling: count(narration.sampling.len()),
        trashed,
    }
}

fn not_applied(why: NotApplied) -> ApiError {
    let code = match why {
        NotApplied::Empty => ErrorCode::CannotExpress,
        NotApplied::TooLong { .. } => ErrorCode::Limit,
    };
    ApiError::new(code, format!("Nothing was changed: {why}."))
}

fn none_waits() -> ApiError {
    ApiError::new(ErrorCode::NotFound, "No preset waits in this world.").hint("Open one first.")
}

fn refuse_empty(narration: &Narration, from: &str) -> Result<(), ApiError> {
    if !narration.prompts.is_empty() || !narration.sampling.is_empty() {
        return Ok(());
    }
    Err(ApiError::new(
        ErrorCode::CannotExpress,
        format!("{from} has neither a prompt nor a sampler of use to a world."),
    ))
}

/// A preset as it waits: what was read of it, in the shape of a chat app's preset.
fn waiting_text(narration: &Narration, source: &Source) -> String {
    let prompts: Vec<Value> = narration
        .prompts
        .iter()
        .map(|one| json!({"id": one.id, "name": one.name, "content": one.text, "enabled": one.ticked}))
        .collect();
    let waiting = json!({
        "schema": "ficha-waiting-preset/v1", "name": narration.name, "prompts": prompts,
        "sampling": narration.sampling, "source": {"format": source.format, "file": source.file, "sha256": source.sha256},
    });
    format!("{waiting:#}\n")
}

fn waiting(folder: &WorldFolder) -> Option<Narration> {
    let value = value_of(folder, WAITING)?;
    if value.get("schema").and_then(Value::as_str) != Some("ficha-waiting-preset/v1") {
        return None;
    }
    Some(Narration {
        sampling: value.get("sampling").and_then(Value::as_object).cloned().unwrap_or_default(),
        ..preset::read_preset(&Body::from(value), None)
    })
}

fn shown(folder: &WorldFolder, narration: &Narration) -> Result<NarrationPreset, ApiError> {
    let prompts = narration.prompts.iter().map(|one| NarrationPrompt {
        id: one.id.clone(),
        name: one.name.clone(),
        text: one.text.clone(),
        chars: Amount(inert(&one.text).chars().count() as u64),
        ticked: one.ticked,
    });
    let sampling = narration.sampling.iter();
    Ok(NarrationPreset {
        name: narration.name.clone(),
        prompts: prompts.collect(),
        sampling: sampling
            .map(|(name, value)| NarrationSampler { name: name.clone(), value: value.to_string() })
            .collect(),
        replaces_style: SHIPPED_LANGUAGES.iter().any(|language| folder.has(&prompt_path(language, "style"))),
    })
}

fn report_language(studio: &Studio) -> &'static str {
    match super::history::language(studio) {
        Language::English => "en",
        Language::Chinese => "zh",
    }
}

/// A piece of a kind: of the library when the text is its address, else of the file of that name. The book of a card
/// counts as a lorebook.
fn piece(studio: &Studio, from: &str, kind: Kind) -> Result<Piece, ApiError> {
    if let Ok(address) = from.parse::<ficha_library::Address>() {
        let library = studio.library();
        if library.exists(&address) {
            let entities = crate::export::gather(&library, &address)?;
            let source = Source { format: format_of(&entities), ..Source::default() };
            return of_kind(entities, kind, source, None, from);
        }
    }
    let given = Given::read(Path::new(from), &Opening::default())?;
    let opened = given.open()?;
    let reading = ficha_convert::decode(&opened, None).map_err(|refusal| given.refused(refusal))?;
    let sha256 = ficha_formats::media::sha256(&given.bytes);
    let source = Source { format: format_of(&reading.entities), file: given.name.clone().unwrap_or_default(), sha256 };
    let payload = opened.payload().map(|payload| payload.document.root().to_value());
    of_kind(reading.entities, kind, source, payload, from)
}

fn format_of(entities: &[Entity]) -> String {
    entities.first().and_then(|main| main.source.as_ref()).map(|source| source.format.clone()).unwrap_or_default()
}

fn of_kind(
    entities: Vec<Entity>,
    kind: Kind,
    source: Source,
    payload: Option<Value>,
    from: &str,
) -> Result<Piece, ApiError> {
    let main = entities.first().filter(|main| main.kind == Kind::Character);
    let character = main.map(|main| main.name().to_owned()).unwrap_or_default();
    let Some(found) = entities.iter().find(|entity| entity.kind == kind) else {
        let word = if kind == Kind::Preset { "preset" } else { "lorebook" };
        return Err(ApiError::new(ErrorCode::CannotExpress, format!("{from} holds no {word}.")));
    };
    let own = found.original.values().find_map(|original| original.raw.as_ref());
    let raw = payload.or_else(|| {
        let document = ficha_json::Document::parse(own?.0.clone(), &ficha_json::Limits::default()).ok()?;
        Some(document.root().to_value())
    });
    let upload = own.map_or_else(|| found.body.value().to_string(), |raw| raw.0.to_string());
    // The file's own order of prompts says nothing any more once a person has edited the piece.
    let edited =
        found.original.values().any(|original| original.pristine.0.as_ref().is_some_and(|was| *was != found.body));
    let raw = raw.filter(|_| kind == Kind::Preset && !edited);
    Ok(Piece { body: found.body.clone(), raw, character, source, upload: upload.into_bytes() })
}
