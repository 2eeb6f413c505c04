//! `ficha world ...`: worlds from a terminal.

use std::path::{Path, PathBuf};

use ficha_api::dto::{Json, OpenedWorld, WorldProblem, WorldReadiness, WorldRow, WorldWritten};
use ficha_api::raise::Opening;
use ficha_api::{ApiError, ErrorCode, Options, Studio, commands};
use serde_json::{Value, json};

use super::{Ended, given};
use crate::arguments::{World, WorldCommand};
use crate::output::{Output, plain, print, say, short, table};

/// The exit code of a check that found something.
const FOUND: u8 = 7;
/// How many problems a write tells.
const TOLD: usize = 8;

/// `ficha world`.
pub fn world(output: Output, wishes: World) -> Ended {
    if let WorldCommand::Schema { file } = wishes.command {
        // Printed as it is, with or without `--json`: it is JSON.
        let studio = Studio::open_with(Options { library: wishes.library, ..Options::of_person() })?;
        return schema(&commands::worlds::json_schema(&studio, file)?);
    }
    let studio = Studio::open_with(Options { library: wishes.library, ..Options::of_person() })?;
    match wishes.command {
        WorldCommand::New { name, language } => {
            let row = commands::worlds::new(&studio, name, language)?;
            output.put(&row, || format!("{}\n", plain(&row.id)))?;
            Ok(0)
        }
        WorldCommand::List => list(output, &studio),
        WorldCommand::Show { world, document } => show(output, &studio, world, document),
        WorldCommand::Check { world } => check(output, &studio, world),
        WorldCommand::Set { world, document, file } => {
            let doc = read_json(&file)?;
            written(output, &commands::world_edit::set(&studio, world, document, doc)?)
        }
        WorldCommand::Info { world, set } => {
            let changes = changes(&set)?;
            written(output, &commands::world_edit::info(&studio, world, changes)?)
        }
        WorldCommand::Remove { world, document } => {
            commands::worlds::row(&studio, &world)?;
            let removed = commands::world_edit::remove(&studio, world, document).map_err(|error| match error.code {
                // The world is there, so this is a refusal and no slip of the command line.
                ErrorCode::NotFound => ApiError { code: ErrorCode::CannotExpress, ..error },
                _ => error,
            })?;
            written(output, &removed)
        }
        WorldCommand::Export { world, output: path, with_books, force } => {
            let row = commands::worlds::row(&studio, &world)?;
            let path = path.unwrap_or_else(|| PathBuf::from(format!("{}.world.zip", row.id)));
            let path = path.to_string_lossy().into_owned();
            let exported = commands::worlds::export(&studio, world, path, with_books, force)?;
            output.put(&exported, || {
                let mut text = format!("{}  {} bytes\n", plain(&exported.path), exported.bytes.0);
                for left in &exported.left_out {
                    text.push_str(&format!("  not in it: {}: {}\n", plain(&left.path), left.why));
                }
                text
            })?;
            Ok(0)
        }
        WorldCommand::Import { file, raise_limits } => {
            let path = file.to_string_lossy().into_owned();
            let imported = commands::worlds::import(&studio, path, Some(raise_limits))
                .map_err(|error| naming_raise_limits(error, raise_limits))?;
            output.put(&imported, || {
                let mut text = format!("{}\n", plain(&imported.row.id));
                for path in &imported.skipped {
                    text.push_str(&format!("  passed over: {}\n", plain(path)));
                }
                text
            })?;
            Ok(0)
        }
        WorldCommand::Schema { .. } => Ok(0),
    }
}

/// A limit of an archive is raised by one flag for all of them, which is of no use twice.
fn naming_raise_limits(mut error: ApiError, raised: bool) -> ApiError {
    if let Some(limit) = &mut error.limit
        && limit.raise_to.take().is_some()
        && !raised
    {
        let hint = error.hint.take().unwrap_or_default();
        error.hint = Some(format!("{hint} Add --raise-limits.").trim_start().to_owned());
    }
    error
}

fn schema(schema: &Json) -> Ended {
    let text = serde_json::to_string_pretty(&schema.value()?)
        .map_err(|error| ApiError::new(ErrorCode::Bug, format!("The schema is no JSON: {error}.")))?;
    print(format!("{text}\n").as_bytes())?;
    Ok(0)
}

fn read_json(file: &Path) -> Result<Json, ApiError> {
    let bytes = given(file, &Opening::default())?.bytes;
    let text = String::from_utf8(bytes.into())
        .map_err(|_| ApiError::new(ErrorCode::Malformed, format!("{} is not UTF-8.", file.display())))?;
    Json::strict(&text).map_err(|error| ApiError { message: format!("{}: {}", file.display(), error.message), ..error })
}

/// Readiness as the format names it.
fn ready(readiness: WorldReadiness) -> &'static str {
    match readiness {
        WorldReadiness::Draft => "draft",
        WorldReadiness::NeedsPlayer => "needs-player",
        WorldReadiness::Ready => "ready",
    }
}

/// Whether a row has the mark of an import that is not finished.
fn is_draft(row: &WorldRow) -> bool {
    row.phase.is_some_and(|phase| phase != ficha_api::dto::ImportPhase::Done)
}

fn list(output: Output, studio: &Studio) -> Ended {
    let rows = commands::worlds::list(studio)?;
    let answer: Vec<Value> = rows
        .iter()
        .map(|row| {
            json!({
                "id": row.id, "name": row.name, "readiness": ready(row.readiness), "draft": is_draft(row),
                "problems": row.problems, "unreadable": row.unreadable, "newer": row.newer,
            })
        })
        .collect();
    output.put(&answer, || {
        let lines: Vec<Vec<String>> = rows
            .iter()
            .map(|row| {
                let state = match &row.unreadable {
                    Some(why) => format!("unreadable: {}", short(why, 60)),
                    None => ready(row.readiness).to_owned(),
                };
                let draft = if is_draft(row) { "draft" } else { "" };
                vec![row.id.clone(), short(&row.name, 40), state, draft.to_owned()]
            })
            .collect();
        table(&lines)
    })?;
    Ok(0)
}

fn show(output: Output, studio: &Studio, world: String, document: Option<String>) -> Ended {
    if let Some(document) = document {
        let doc = commands::worlds::document(studio, world, document)?;
        return schema(&doc);
    }
    let opened = commands::worlds::open(studio, world)?;
    output.put(&opened, || summary(&opened))?;
    Ok(0)
}

fn summary(opened: &OpenedWorld) -> String {
    let mut text = format!("{}  {}  {}\n", plain(&opened.id), short(&opened.name, 80), ready(opened.readiness));
    if let Some(about) = opened.info.value().ok().and_then(|info| info.get("description").cloned()) {
        text.push_str(&format!("{}\n", short(about.as_str().unwrap_or(""), 200)));
    }
    let rows: Vec<Vec<String>> =
        opened.rows.iter().map(|row| vec![format!("  {}", row.document), short(&row.name, 60)]).collect();
    text.push_str(&table(&rows));
    for file in &opened.unreadable {
        text.push_str(&format!("  {}: {}\n", plain(&file.file), plain(&file.problem.message)));
    }
    let counts =
        [("pictures", opened.pictures.len()), ("prompts", opened.prompts.len()), ("problems", opened.problems.len())];
    let counts: Vec<String> = counts.iter().map(|(what, count)| format!("{count} {what}")).collect();
    text.push_str(&format!("{}\n", counts.join(", ")));
    text
}

fn line(problem: &WorldProblem) -> String {
    let hint = problem.hint.as_ref().map(|hint| format!("\n    {}", plain(hint))).unwrap_or_default();
    format!("{}  {}  {}{hint}\n", problem.code, plain(&problem.place), plain(&problem.message))
}

fn check(output: Output, studio: &Studio, world: String) -> Ended {
    let opened = commands::worlds::open(studio, world)?;
    let answer = json!({ "world": opened.id, "readiness": ready(opened.readiness), "problems": opened.problems });
    output.put(&answer, || {
        let mut text: String = opened.problems.iter().map(line).collect();
        text.push_str(&format!("{}, {} problems\n", ready(opened.readiness), opened.problems.len()));
        text
    })?;
    Ok(if opened.problems.is_empty() { 0 } else { FOUND })
}

/// The result of a write: what was written, and `ok` or what is wrong with the whole world.
fn written(output: Output, written: &WorldWritten) -> Ended {
    let more = written.problems.len().saturating_sub(TOLD);
    let told: Vec<&WorldProblem> = written.problems.iter().take(TOLD).collect();
    let result = if told.is_empty() { json!("ok") } else { json!({ "problems": told, "more": more }) };
    let answer = json!({
        "document": written.document, "readiness": ready(written.readiness), "result": result,
    });
    output.put(&answer, || {
        if told.is_empty() {
            return "ok\n".to_owned();
        }
        let mut text: String = told.iter().map(|problem| line(problem)).collect();
        if more > 0 {
            text.push_str(&format!("and {more} more\n"));
        }
        text
    })?;
    if !output.json && !told.is_empty() {
        say("It is written; these are what is wrong with the world now.");
    }
    Ok(0)
}

/// Fields of `world.json` from the command line.
fn changes(pairs: &[String]) -> Result<Json, ApiError> {
    let mut map = serde_json::Map::new();
    for pair in pairs {
        let (key, text) =
            pair.split_once('=').ok_or_else(|| ApiError::new(ErrorCode::Usage, format!("{pair:?} has no = in it.")))?;
        let value = match key {
            _ if text.is_empty() => Value::Null,
            "tags" | "start_places" | "alternate_openings" if text.trim_start().starts_with('[') => {
                Json::strict(text)?.value()?
            }
            "tags" | "start_places" => text.split(',').map(str::trim).filter(|item| !item.is_empty()).collect(),
            _ => Value::from(text),
        };
        map.insert(key.to_owned(), value);
    }
    Ok(Json::of(&Value::Object(map)))
}
