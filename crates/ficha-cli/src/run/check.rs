//! `ficha check`: what is worth a look in files, in pieces of the library and in worlds.

mod worlds;

use std::path::Path;

use ficha_api::checking::{self, FileChecked};
use ficha_api::dto::{CheckRow, CheckRun, FindingCounts, FindingRow, Kind, ReportLanguage, Severity};
use ficha_api::{ApiError, ErrorCode, Options, Studio, commands, disk};
use serde_json::json;

use super::{Ended, given};
use crate::arguments::{Check, Language};
use crate::output::{Output, described, name_flag, plain, short, table};

/// The exit code when errors were found.
const FOUND: u8 = 7;

/// `ficha check`. Exits 0 without errors, 7 with errors, else with the gravest refusal.
pub fn check(output: Output, wishes: Check) -> Ended {
    let language = match wishes.language {
        Language::En => ReportLanguage::En,
        Language::Zh => ReportLanguage::Zh,
    };
    let is_word =
        |word: &str| !wishes.library && wishes.subjects.first().is_some_and(|first| first.as_os_str() == word);
    if is_word("list") {
        let rows = checking::rows(language);
        output.put(&rows, || listed(&rows))?;
        return Ok(0);
    }
    if is_word("show") {
        return worlds::show(output, &wishes, language);
    }
    if wishes.library {
        return in_library(output, wishes, language);
    }
    let what: Vec<What> = wishes.subjects.iter().map(|subject| What::of(subject)).collect();
    let all = |wanted: What| what.iter().all(|what| *what == wanted);
    match what.first() {
        Some(What::World) if all(What::World) => worlds::run(output, &wishes, language),
        Some(What::Piece) if all(What::Piece) => in_library(output, wishes, language),
        _ if what.contains(&What::World) || (what.contains(&What::Piece) && !all(What::Piece)) => {
            Err(ApiError::new(ErrorCode::Usage, "Worlds, pieces of the library and files are checked apart.")
                .hint("Name things of one sort."))
        }
        _ => in_files(output, &wishes, language),
    }
}

/// What a person named.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    World,
    Piece,
    File,
}

impl What {
    fn of(subject: &Path) -> What {
        if worlds::id_of(subject).is_some() || subject.join("world.json").is_file() {
            return What::World;
        }
        match subject.to_str().and_then(|text| text.split_once('/')) {
            Some((kind, id)) if Kind::from_word(kind).is_some() && !id.contains('/') && !subject.exists() => {
                What::Piece
            }
            _ => What::File,
        }
    }
}

fn listed(rows: &[CheckRow]) -> String {
    let needs = |row: &CheckRow| match (row.needs_card, row.needs_model) {
        (true, true) => "card, model",
        (true, false) => "card",
        (false, true) => "model",
        (false, false) => "",
    };
    let line = |row: &CheckRow| {
        vec![row.id.clone(), row.kit.clone(), row.mode.clone(), needs(row).to_owned(), row.about.clone()]
    };
    table(&rows.iter().map(line).collect::<Vec<_>>())
}

fn ended(counts: FindingCounts, wishes: &Check) -> u8 {
    let bad = counts.errors + if wishes.deny_warnings { counts.warnings } else { 0 };
    if bad > 0 { FOUND } else { 0 }
}

fn in_library(output: Output, wishes: Check, language: ReportLanguage) -> Ended {
    let studio = Studio::open_with(Options { library: wishes.folder.clone(), ..Options::of_person() })?;
    let addresses: Vec<String> = wishes.subjects.iter().map(|path| path.display().to_string()).collect();
    if wishes.fix {
        if addresses.is_empty() {
            return Err(ApiError::new(ErrorCode::Usage, "A whole library is not mended at once.")
                .hint("Name the pieces to mend."));
        }
        for address in &addresses {
            let made = commands::checks::mend(&studio, address.clone(), wishes.target.clone())?;
            output.progress(&format!("{address}: {made} mended"));
        }
        ficha_api::terminal::settle(&studio);
    }
    let run = commands::checks::run(&studio, addresses, wishes.target.clone(), language, "check".to_owned())?;
    output.put(&run, || told(&run))?;
    Ok(ended(run.counts, &wishes))
}

fn told(run: &CheckRun) -> String {
    let mut text = rows(&run.findings, true);
    for gone in &run.unreadable {
        text.push_str(&format!("{}: {}\n", gone.address, gone.title));
    }
    text.push_str(&format!("{} in {} pieces", counted(run.counts), run.looked_at));
    if run.compared {
        text.push_str(&format!("; {} new since the last run, {} gone", run.counts.fresh, run.gone.len()));
    }
    text.push('\n');
    text
}

fn counted(counts: FindingCounts) -> String {
    let mut text = format!("{} errors, {} warnings, {} hints", counts.errors, counts.warnings, counts.hints);
    if counts.hushed > 0 {
        text.push_str(&format!(", {} hushed", counts.hushed));
    }
    text
}

fn rows(findings: &[FindingRow], with_address: bool) -> String {
    let mut text = String::new();
    for row in findings.iter().filter(|row| !row.hushed) {
        let word = match row.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "hint",
        };
        let address = if with_address { format!("{} ", row.address) } else { String::new() };
        let path = if row.path.is_empty() { String::new() } else { format!("{} ", row.path) };
        text.push_str(&format!(
            "{word}  {address}{}[{}] {}. {}\n",
            plain(&path),
            row.code,
            plain(&row.title),
            plain(&row.message)
        ));
        if let Some(evidence) = row.evidence.as_ref().filter(|found| !found.span.trim().is_empty()) {
            text.push_str(&format!("       {}\n", short(&evidence.span, 100)));
        }
        let one = row.fixes.len() == 1 && row.fixes.iter().all(|fix| fix.sure);
        if let Some(hint) = &row.hint {
            text.push_str(&format!("       {}{}\n", plain(hint), if one { " (--fix)" } else { "" }));
        }
    }
    text
}

fn in_files(output: Output, wishes: &Check, language: ReportLanguage) -> Ended {
    let opening = wishes.raising.opening()?;
    if wishes.subjects.is_empty() {
        return Err(ApiError::new(ErrorCode::Usage, "There is nothing to check.")
            .hint("Name files, or --library for the pieces that are kept."));
    }
    let mut found: Vec<Result<FileChecked, (String, ApiError)>> = Vec::new();
    for walked in disk::walk(&wishes.subjects) {
        found.push(match walked {
            Ok(path) => one(&path, wishes, &opening, language).map_err(|error| (path.display().to_string(), error)),
            Err((path, error)) => Err((path.display().to_string(), error)),
        });
    }
    if wishes.fix && found.len() != 1 {
        return Err(ApiError::new(ErrorCode::Usage, "One file is mended at a time.").hint("Name one file with --fix."));
    }
    let mut code = 0;
    for row in &mut found {
        code = code.max(match row {
            Ok(checked) => ended(checked.counts, wishes),
            Err((_, error)) => {
                name_flag(error);
                error.code.exit_code()
            }
        });
    }
    let value: Vec<serde_json::Value> = found
        .iter()
        .map(|row| match row {
            Ok(checked) => json!(checked),
            Err((file, error)) => json!({ "file": file, "refusal": error }),
        })
        .collect();
    output.put(&value, || found.iter().map(file_told).collect())?;
    Ok(code)
}

fn one(
    path: &Path,
    wishes: &Check,
    opening: &ficha_api::raise::Opening,
    language: ReportLanguage,
) -> Result<FileChecked, ApiError> {
    if wishes.fix && (wishes.subjects.len() != 1 || path != wishes.subjects[0]) {
        return Err(ApiError::new(ErrorCode::Usage, "One file is mended at a time.").hint("Name one file with --fix."));
    }
    let to = wishes.output.as_deref();
    if wishes.fix && to.is_none() {
        return Err(ApiError::new(ErrorCode::Usage, "The mended file needs a name.").hint("Name it with -o."));
    }
    if to.is_some_and(|to| disk::is_same(path, to)) {
        return Err(
            ApiError::new(ErrorCode::Usage, "The output would be the input.").hint("Name another file with -o.")
        );
    }
    let (checked, written) = checking::check_file(&given(path, opening)?, &wishes.target, language.into(), wishes.fix)?;
    if let (Some(to), Some(written)) = (to, written) {
        disk::write(to, &written.bytes, wishes.force)?;
    }
    Ok(checked)
}

fn file_told(row: &Result<FileChecked, (String, ApiError)>) -> String {
    match row {
        Err((file, error)) => format!("{}\n  refused: {}\n", plain(file), described(error).replace('\n', "\n  ")),
        Ok(checked) => {
            let rows = rows(&checked.findings, checked.pieces.len() > 1);
            let mended = if checked.mended > 0 { format!(", {} mended", checked.mended) } else { String::new() };
            let rows: String = rows.lines().map(|line| format!("  {line}\n")).collect();
            format!("{}\n{rows}  {}{mended}\n", plain(&checked.file), counted(checked.counts))
        }
    }
}
