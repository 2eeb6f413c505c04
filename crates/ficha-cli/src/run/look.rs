//! Looking at files and formats: nothing is written.

use std::path::Path;

use ficha_api::files::{self, DetectRow};
use ficha_api::{ApiError, disk};

use super::{Ended, given};
use crate::arguments::{Coverage, Detect, Inspect};
use crate::output::{Output, described, name_flag, plain, short, table};

/// `ficha formats`.
pub fn formats(output: Output) -> Ended {
    let rows = files::formats();
    output.put(&rows, || {
        let mut lines = vec![["id", "kind", "reads", "writes", "title"].map(str::to_owned).to_vec()];
        lines.extend(rows.iter().map(|row| {
            let kind = row.kind.word().to_owned();
            vec![row.id.clone(), kind, row.reads.join(" "), row.writes.join(" "), row.title.clone()]
        }));
        table(&lines)
    })?;
    Ok(0)
}

/// `ficha detect`. Exits 0 when each file has a winner, else with the gravest refusal.
pub fn detect(output: Output, wishes: &Detect) -> Ended {
    let opening = wishes.raising.opening()?;
    let mut rows: Vec<DetectRow> = Vec::new();
    for path in &wishes.files {
        if path == Path::new("-") {
            rows.push(
                given(path, &opening)
                    .map_or_else(|error| DetectRow::refused("-".to_owned(), error), |given| files::detect(&given)),
            );
            continue;
        }
        for found in disk::walk(std::slice::from_ref(path)) {
            rows.push(match found {
                Ok(path) => given(&path, &opening).map_or_else(
                    |error| DetectRow::refused(path.display().to_string(), error),
                    |given| files::detect(&given),
                ),
                Err((path, error)) => DetectRow::refused(path.display().to_string(), error),
            });
        }
    }
    for refusal in rows.iter_mut().filter_map(|row| row.refusal.as_mut()) {
        name_flag(refusal);
    }
    output.put(&rows, || rows.iter().map(detected).collect())?;
    let refusals = rows.iter().filter_map(|row| row.refusal.as_ref()).map(|error| error.code.exit_code());
    Ok(refusals.max().unwrap_or(0))
}

fn detected(row: &DetectRow) -> String {
    let mut text = format!("{}\n", plain(&row.file));
    let container = row.container.unwrap_or("-");
    match (&row.winner, &row.refusal) {
        (Some(winner), _) => {
            let name = if winner.name.is_empty() { "(no name)".to_owned() } else { short(&winner.name, 80) };
            text.push_str(&format!("  {} ({}) in {container}: {name}\n", winner.format, winner.kind));
        }
        (None, Some(error)) => text.push_str(&format!("  refused: {}\n", described(error).replace('\n', "\n  "))),
        (None, None) => {}
    }
    for bid in &row.bids {
        text.push_str(&format!("    {:.2}  {}  {}\n", bid.confidence, bid.format, bid.because));
    }
    text
}

/// `ficha inspect`.
pub fn inspect(output: Output, wishes: &Inspect) -> Ended {
    let answer = files::inspect(&given(&wishes.file, &wishes.raising.opening()?)?, wishes.entities && output.json)?;
    output.put(&answer, || {
        let found = &answer.inspection;
        let mut text =
            format!("{}\n  {} in {}\n  sha256 {}\n", plain(&answer.file), found.format, found.container, answer.sha256);
        for entity in &found.entities {
            let name = if entity.name.is_empty() { "(no name)".to_owned() } else { short(&entity.name, 80) };
            text.push_str(&format!("\n{} {}: {name}\n", entity.kind, entity.id));
            let rows: Vec<Vec<String>> =
                entity.fields.iter().map(|field| vec![format!("  {}", field.path), field.chars.to_string()]).collect();
            text.push_str(&table(&rows));
        }
        let mut section = |title: &str, rows: Vec<Vec<String>>| {
            if !rows.is_empty() {
                text.push_str(&format!("\n{title}\n{}", table(&rows)));
            }
        };
        let place = |place: &ficha_api::files::Place| place.to_string();
        section(
            "notes",
            found
                .notes
                .iter()
                .map(|note| vec![format!("  {}", note.code.word()), place(&note.place), note.text.clone()])
                .collect(),
        );
        section(
            "keys no format describes",
            found.undescribed.iter().map(|pointer| vec![format!("  {pointer}")]).collect(),
        );
        section(
            "pictures",
            found
                .pictures
                .iter()
                .map(|picture| {
                    let size = picture.bytes.map_or_else(|| "not here".to_owned(), |bytes| format!("{bytes} bytes"));
                    vec![
                        format!("  {}", picture.role),
                        picture.name.clone().unwrap_or_default(),
                        picture.mime.clone().unwrap_or_default(),
                        size,
                    ]
                })
                .collect(),
        );
        let kind = |kind| {
            serde_json::to_value(kind).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
        };
        section(
            "scripts",
            found
                .scripts
                .iter()
                .map(|script| {
                    vec![format!("  {}", kind(script.kind)), script.pointer.clone(), script.chars.to_string()]
                })
                .collect(),
        );
        text
    })?;
    Ok(0)
}

/// `ficha coverage`.
pub fn coverage(output: Output, wishes: &Coverage) -> Result<u8, ApiError> {
    let tried = files::coverage(wishes.format.as_deref())?;
    output.put(&tried, || {
        let mut text = String::new();
        for format in &tried {
            let carried = format.fields.iter().filter(|field| field.carried).count();
            text.push_str(&format!(
                "{} ({}): {carried} of {} fields\n",
                format.format,
                format.kind,
                format.fields.len()
            ));
            let rows: Vec<Vec<String>> = format
                .fields
                .iter()
                .map(|field| {
                    vec![
                        format!("  {}", if field.carried { "yes" } else { "no" }),
                        field.path.to_owned(),
                        field.containers.join(" "),
                    ]
                })
                .collect();
            text.push_str(&table(&rows));
        }
        text
    })?;
    Ok(0)
}
