//! `ficha library ...`: the library from a terminal.

use std::path::{Path, PathBuf};

use ficha_api::dto::{self, Decision, LibraryQuery};
use ficha_api::raise::Opening;
use ficha_api::terminal::{self, AddRow, Edit as Wish};
use ficha_api::{ApiError, ErrorCode, Options, Studio, commands, disk, files};
use serde_json::{Value, json};

use super::{Ended, convert::finish, given};
use crate::arguments::{Edit, Library, LibraryCommand, OnDuplicate, Page};
use crate::output::{Output, described, name_flag, plain, print, short, table};

/// `ficha library`.
pub fn library(output: Output, wishes: Library) -> Ended {
    let studio = Studio::open_with(Options { library: wishes.library, ..Options::of_person() })?;
    match wishes.command {
        LibraryCommand::Add { files, on_duplicate, raising } => {
            add(output, &studio, &files, on_duplicate, &raising.opening()?)
        }
        LibraryCommand::List(page) => list(output, &studio, None, page),
        LibraryCommand::Search { text, page } => list(output, &studio, Some(text), page),
        LibraryCommand::Show { address } => show(output, &studio, &address),
        LibraryCommand::Edit(wishes) => edit(output, &studio, &wishes),
        LibraryCommand::Export { addresses, to, source, output: path, options } => match to {
            Some(target) => {
                let mut wishes = options.export();
                wishes.container = wishes.container.or_else(|| files::container_of_name(&target, path.as_deref()?));
                let converted = terminal::encode(&studio, &addresses, &target, &wishes)?;
                let path = path.unwrap_or_else(|| PathBuf::from(&converted.file_name));
                finish(output, converted, &path, options.strict, options.force)
            }
            None => {
                debug_assert!(source);
                let [address] = addresses.as_slice() else {
                    return Err(ApiError::new(ErrorCode::Usage, "A source file is written alone.")
                        .hint("Name one piece, or write them together with --to ficha."));
                };
                export_source(output, &studio, address, path, options.force)
            }
        },
        LibraryCommand::History { address } => history(output, &studio, &address),
        LibraryCommand::Compare { address, from, to } => compare(output, &studio, &address, from, to),
        LibraryCommand::Restore { address, revision, field } => {
            let saved = terminal::restore(&studio, &address, revision, (!field.is_empty()).then_some(field))?;
            terminal::settle(&studio);
            output.put(&saved, || format!("{}/{} is at revision {}\n", saved.kind.word(), saved.id, saved.revision))?;
            Ok(0)
        }
        LibraryCommand::Remove { addresses } => {
            let removed = commands::library::remove(&studio, addresses.clone())?;
            output.put(&json!({ "removed": addresses, "items": removed.undo }), || {
                format!("{} moved to the trash\n", removed.removed)
            })?;
            Ok(0)
        }
        LibraryCommand::Rebuild => {
            let (entities, damaged) = terminal::rebuild(&studio, &|done, total| {
                if done == total || done % 500 == 0 {
                    output.progress(&format!("{done} of {total}"));
                }
            })?;
            output.put(&json!({ "entities": entities, "damaged": damaged }), || {
                let rows: Vec<Vec<String>> =
                    damaged.iter().map(|file| vec![format!("  {}", file.file), file.error.clone()]).collect();
                format!("{entities} entities, {} files cannot be read\n{}", damaged.len(), table(&rows))
            })?;
            Ok(0)
        }
    }
}

fn add(
    output: Output,
    studio: &Studio,
    files: &[PathBuf],
    on_duplicate: Option<OnDuplicate>,
    opening: &Opening,
) -> Ended {
    let decision = on_duplicate.map(|decision| match decision {
        OnDuplicate::Keep => Decision::Keep,
        OnDuplicate::Update => Decision::Update,
        OnDuplicate::Skip => Decision::Skip,
    });
    let mut rows = terminal::add(studio, disk::walk(files), decision, opening, &mut |done, total| {
        if total > 100 {
            output.progress(&format!("{done} of {total}"));
        }
    });
    terminal::settle(studio);
    for error in rows.iter_mut().filter_map(|row| row.error.as_mut()) {
        name_flag(error);
    }
    output.put(&rows, || rows.iter().map(added).collect())?;
    let codes = rows.iter().filter_map(|row| row.error.as_ref()).map(|error| error.code.exit_code());
    Ok(codes.max().unwrap_or(0))
}

fn added(row: &AddRow) -> String {
    let what = match &row.error {
        Some(error) => format!("refused: {}", described(error).replace('\n', "\n  ")),
        None if row.kept.is_empty() => "left out, it is here already".to_owned(),
        None => row.kept.iter().map(|kept| format!("{}/{}", kept.kind.word(), kept.id)).collect::<Vec<_>>().join(", "),
    };
    format!("{}: {what}\n", plain(&row.file))
}

fn list(output: Output, studio: &Studio, text: Option<String>, page: Page) -> Ended {
    let kinds = match &page.kind {
        Some(word) => vec![dto::Kind::from_word(word).ok_or_else(|| {
            ApiError::new(ErrorCode::Usage, format!("There is no kind {word:?}."))
                .hint("character, lorebook, persona, regex, preset, pack and quickreply are known.")
        })?],
        None => Vec::new(),
    };
    let searched = text.is_some();
    let sort = if searched { dto::LibrarySort::Relevance } else { dto::LibrarySort::Name };
    let query = LibraryQuery {
        text: text.unwrap_or_default(),
        kinds,
        tags: page.tag,
        sort,
        offset: page.offset,
        limit: page.limit,
        ..LibraryQuery::default()
    };
    let found = commands::library::query(studio, query)?;
    let rows: Vec<Value> = found
        .entities
        .iter()
        .enumerate()
        .map(|(at, row)| {
            let mut row = json!({
                "kind": row.kind, "id": row.id, "name": row.name, "creator": row.creator,
                "format": row.format, "updated": row.updated, "portrait": row.portrait,
            });
            if searched {
                let hit = found.hits.get(at);
                row["path"] = json!(hit.map(|hit| &hit.path));
                row["snippet"] = json!(hit.map(|hit| &hit.snippet));
            }
            row
        })
        .collect();
    output.put(&json!({ "total": found.total, "entities": rows }), || {
        let mut lines: Vec<Vec<String>> = Vec::new();
        for (at, row) in found.entities.iter().enumerate() {
            let address = format!("{}/{}", row.kind.word(), row.id);
            let mut line =
                vec![address, short(&row.name, 40), short(&row.creator, 24), row.format.clone().unwrap_or_default()];
            if let Some(hit) = found.hits.get(at) {
                line.push(format!("{}: {}", hit.path, short(&hit.snippet, 60)));
            }
            lines.push(line);
        }
        format!("{}{} in all\n", table(&lines), found.total)
    })?;
    Ok(0)
}

fn show(output: Output, studio: &Studio, address: &str) -> Ended {
    if output.json {
        // The wrapper goes out as its file has it, number for number.
        let text = terminal::wrapper(studio, address)?;
        print(format!("{}\n", text.trim_end()).as_bytes())?;
        return Ok(0);
    }
    let opened = commands::entity::open(studio, address.to_owned())?;
    let mut text =
        format!("{}  revision {}  {}\n{}\n", opened.address, opened.revision, opened.saved_at, short(&opened.name, 80));
    if let Some(source) = &opened.source {
        text.push_str(&format!("from {} in {}  {}\n", source.format, source.container, plain(&source.file_name)));
    }
    let fields = terminal::fields(&opened)?;
    let rows: Vec<Vec<String>> =
        fields.into_iter().map(|(path, value)| vec![format!("  {path}"), short(&value, 80)]).collect();
    text.push_str(&table(&rows));
    print(text.as_bytes())?;
    Ok(0)
}

fn edit(output: Output, studio: &Studio, wishes: &Edit) -> Ended {
    let pair = |text: &String| {
        let (path, value) =
            text.split_once('=').ok_or_else(|| ApiError::new(ErrorCode::Usage, format!("{text:?} has no = in it.")))?;
        Ok::<_, ApiError>((path.to_owned(), value.to_owned()))
    };
    let mut edits = Vec::new();
    for text in &wishes.set {
        let (path, value) = pair(text)?;
        edits.push(Wish::Set(path, value));
    }
    for text in &wishes.set_json {
        let (path, value) = pair(text)?;
        edits.push(Wish::SetJson(path, value));
    }
    edits.extend(wishes.unset.iter().cloned().map(Wish::Unset));
    for native in wishes.native.chunks(2) {
        if let [format, file] = native {
            let bytes = given(Path::new(file), &Opening::default())?.bytes;
            let text = String::from_utf8(bytes.into())
                .map_err(|_| ApiError::new(ErrorCode::Malformed, format!("{file} is not UTF-8.")))?;
            edits.push(Wish::Native(format.clone(), text));
        }
    }
    if edits.is_empty() {
        return Err(ApiError::new(ErrorCode::Usage, "Nothing is to be edited.")
            .hint("--set, --set-json, --unset and --native say what."));
    }
    let edited = terminal::edit(studio, &wishes.address, &edits, wishes.if_revision)?;
    terminal::settle(studio);
    output.put(&edited, || {
        format!("{}/{} is at revision {}\n", edited.saved.kind.word(), edited.saved.id, edited.saved.revision)
    })?;
    Ok(0)
}

fn export_source(output: Output, studio: &Studio, address: &str, path: Option<PathBuf>, force: bool) -> Ended {
    let (bytes, name) = terminal::source_file(studio, address)?;
    let path = path.unwrap_or(name);
    if path == Path::new("-") {
        if output.json {
            return Err(ApiError::new(ErrorCode::Usage, "The file and the answer cannot both go to standard output."));
        }
        print(&bytes)?;
        return Ok(0);
    }
    disk::write(&path, &bytes, force)?;
    output.put(&json!({ "output": path.display().to_string(), "bytes": bytes.len() }), || {
        format!("{}  {} bytes\n", path.display(), bytes.len())
    })?;
    Ok(0)
}

fn compare(output: Output, studio: &Studio, address: &str, from: u32, to: Option<u32>) -> Ended {
    let newest =
        || commands::history::list(studio, address.to_owned()).map(|rows| rows.first().map_or(1, |row| row.revision));
    let to = match to {
        Some(to) => to,
        None => newest()?,
    };
    let rows = commands::history::compare(studio, address.to_owned(), from, to)?;
    output.put(&rows, || {
        let text =
            |told: &Option<dto::Told>| told.as_ref().map_or_else(|| "-".to_owned(), |told| short(&told.text, 48));
        let lines: Vec<Vec<String>> =
            rows.iter().map(|row| vec![row.path.clone(), text(&row.before), text(&row.after)]).collect();
        table(&lines)
    })?;
    Ok(0)
}

fn history(output: Output, studio: &Studio, address: &str) -> Ended {
    let rows = commands::history::list(studio, address.to_owned())?;
    let answer: Vec<Value> = rows
        .iter()
        .map(|row| {
            let mut line = json!({ "revision": row.revision, "at": row.at, "why": row.why });
            if let Some(name) = &row.name {
                line["name"] = json!(name);
            }
            line
        })
        .collect();
    output.put(&answer, || {
        let lines: Vec<Vec<String>> = rows
            .iter()
            .map(|row| {
                vec![row.revision.to_string(), row.at.clone(), row.why.clone(), row.name.clone().unwrap_or_default()]
            })
            .collect();
        table(&lines)
    })?;
    Ok(0)
}
