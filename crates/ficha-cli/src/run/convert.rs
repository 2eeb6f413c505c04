//! Files to other apps' formats: one with its report, or many.

use std::path::{Path, PathBuf};

use ficha_api::batch::{self, BatchRow};
use ficha_api::files::{self, Converted};
use ficha_api::{ApiError, ErrorCode, disk};
use serde_json::json;

use super::{Ended, given};
use crate::arguments::{Batch, Convert};
use crate::output::{Output, described, name_flag, plain, print, say, short, table};

/// The exit code of `--strict` when something would be lost.
const WOULD_LOSE: u8 = 5;

/// `ficha convert`.
pub fn convert(output: Output, wishes: &Convert) -> Ended {
    files::spec(&wishes.to)?;
    let given = given(&wishes.file, &wishes.raising.opening()?)?;
    let mut options = wishes.options.export();
    options.container = options.container.or_else(|| files::container_of_name(&wishes.to, wishes.output.as_deref()?));
    let converted = files::convert(&given, &wishes.to, wishes.piece.as_deref(), &options)?;
    let to = wishes.output.clone().unwrap_or_else(|| beside(&wishes.file, &wishes.to, converted.extension));
    if to != Path::new("-") && disk::is_same(&wishes.file, &to) {
        return Err(
            ApiError::new(ErrorCode::Usage, "The output would be the input.").hint("Name another file with -o.")
        );
    }
    finish(output, converted, &to, wishes.options.strict, wishes.options.force)
}

/// The output when none is named: beside the input under the new extension, with the format in the name when that
/// would be the input. What comes from standard input goes to standard output.
fn beside(input: &Path, format: &str, extension: &str) -> PathBuf {
    if input == Path::new("-") {
        return PathBuf::from("-");
    }
    let plain = input.with_extension(extension);
    if plain == input { input.with_extension(format!("{format}.{extension}")) } else { plain }
}

/// Writes a conversion where it is to go, and prints its report.
pub fn finish(output: Output, mut converted: Converted, to: &Path, strict: bool, force: bool) -> Ended {
    let to_stream = to == Path::new("-");
    if to_stream && output.json {
        return Err(ApiError::new(ErrorCode::Usage, "The file and the report cannot both go to standard output.")
            .hint("Name a file with -o, or leave --json out."));
    }
    let refused = strict && converted.report.loses();
    if !refused {
        if to_stream {
            print(&converted.bytes)?;
        } else {
            disk::write(to, &converted.bytes, force)?;
        }
        converted.report.output = Some(to.display().to_string());
    }
    if to_stream {
        say(report(&converted).trim_end());
    } else {
        output.put(&files::report_value(&converted.report), || report(&converted))?;
    }
    if refused {
        output.progress("Nothing was written: --strict, and something would be lost.");
        return Ok(WOULD_LOSE);
    }
    Ok(0)
}

/// The report for people.
fn report(converted: &Converted) -> String {
    let report = &converted.report;
    let from = report
        .source
        .as_ref()
        .map_or_else(|| "made here".to_owned(), |side| format!("{} in {}", side.format, side.container));
    let mut text = format!("{from} -> {} in {}\n", report.target.format, report.target.container);
    if let Some(output) = &report.output {
        text.push_str(&format!(
            "{}  {} bytes{}\n",
            plain(output),
            converted.bytes.len(),
            if report.identical { ", the same as the source" } else { "" }
        ));
    }
    text.push_str(&format!(
        "carried {}  changed {}  lost {}  left behind {}\n",
        report.carried.len(),
        report.changed.len(),
        report.lost.len(),
        report.left_behind.len()
    ));
    let mut section = |title: &str, rows: Vec<Vec<String>>| {
        if !rows.is_empty() {
            text.push_str(&format!("\n{title}\n{}", table(&rows)));
        }
    };
    let value = |value: &serde_json::Value| short(value.as_str().unwrap_or(&value.to_string()), 40);
    section(
        "lost",
        report.lost.iter().map(|row| vec![format!("  {}", row.path), value(&row.value), row.reason.clone()]).collect(),
    );
    section(
        "changed",
        report
            .changed
            .iter()
            .map(|row| {
                vec![
                    format!("  {}", row.path),
                    format!("{} -> {}", value(&row.before), value(&row.after)),
                    row.reason.clone(),
                ]
            })
            .collect(),
    );
    section(
        "left behind",
        report
            .left_behind
            .iter()
            .map(|row| vec![format!("  {}", row.format), row.pointer.clone(), row.reason.clone()])
            .collect(),
    );
    section(
        "notes",
        report
            .notes
            .iter()
            .map(|note| vec![format!("  {}", note.code.word()), note.place.to_string(), note.text.clone()])
            .collect(),
    );
    text
}

/// `ficha batch`. Exits with the gravest failure, or 5 when `--strict` held a file back and nothing else failed.
pub fn batch(output: Output, wishes: &Batch) -> Ended {
    let options = wishes.options.export();
    let opening = wishes.raising.opening()?;
    let asked = batch::Batch {
        inputs: &wishes.inputs,
        target: &wishes.to,
        folder: &wishes.output,
        options: &options,
        overwrite: wishes.options.force,
        strict: wishes.options.strict,
        opening: &opening,
    };
    let mut rows = batch::run(&asked, &mut |done, total, row| {
        output.progress(&line(done, total, row));
        true
    })?;
    for error in rows.iter_mut().filter_map(|row| row.error.as_mut()) {
        name_flag(error);
    }
    let failed: Vec<&BatchRow> = rows.iter().filter(|row| row.error.is_some()).collect();
    let answer = json!({
        "target": wishes.to,
        "folder": wishes.output.display().to_string(),
        "done": rows.len() - failed.len(),
        "earlier": rows.iter().filter(|row| row.earlier).count(),
        "failed": failed,
        "files": rows,
    });
    output.put(&answer, || {
        format!("{} of {} files in {}\n", rows.len() - failed.len(), rows.len(), wishes.output.display())
    })?;
    let codes = failed.iter().filter_map(|row| row.error.as_ref()).map(|error| match error.code {
        ErrorCode::CannotExpress if wishes.options.strict => WOULD_LOSE,
        code => code.exit_code(),
    });
    // 4 before 3, as everywhere; the strict one last.
    Ok(codes.max_by_key(|code| if *code == WOULD_LOSE { 0 } else { *code }).unwrap_or(0))
}

fn line(done: usize, total: usize, row: &BatchRow) -> String {
    let what = match (&row.error, row.earlier) {
        (Some(error), _) => format!("failed: {}", described(error).replace('\n', "\n    ")),
        (None, true) => "done before".to_owned(),
        (None, false) => format!("{} lost, {} changed", row.lost, row.changed),
    };
    format!("[{done}/{total}] {}: {what}", plain(&row.file))
}
