//! `ficha check WORLD` and `ficha check show WORLD`.

use std::path::Path;

use ficha_api::dto::{
    CardVersion, ReportLanguage, Severity, WorldCheckDeep, WorldCheckRun, WorldCheckSkipped, WorldFinding,
};
use ficha_api::{ApiError, ErrorCode, Options, Studio, commands};
use serde_json::{Value, json};

use super::{Ended, FOUND};
use crate::arguments::{CardVersionWord, Check, Deep};
use crate::output::{Output, plain};

/// The id of a world named as `world/ID`.
pub(super) fn id_of(subject: &Path) -> Option<&str> {
    let id = subject.to_str()?.strip_prefix("world/")?;
    let is_id = !id.is_empty() && !id.contains(['/', '\\']) && !subject.is_dir();
    is_id.then_some(id)
}

/// What the library finds a world by.
fn named(subject: &Path) -> String {
    id_of(subject).map_or_else(|| subject.display().to_string(), str::to_owned)
}

fn studio(wishes: &Check) -> Result<Studio, ApiError> {
    Studio::open_with(Options { library: wishes.folder.clone(), ..Options::of_person() })
}

/// Checks worlds. Exits 0 without errors, 7 with errors.
pub(super) fn run(output: Output, wishes: &Check, language: ReportLanguage) -> Ended {
    if wishes.fix || !wishes.target.is_empty() {
        return Err(ApiError::new(ErrorCode::Usage, "A world has no target and nothing of it is mended at once."));
    }
    let studio = studio(wishes)?;
    let deep = match wishes.deep {
        None => WorldCheckDeep::Code,
        Some(Deep::Decision) => WorldCheckDeep::Decision,
        Some(Deep::All) => WorldCheckDeep::All,
    };
    let version = match wishes.card_version {
        CardVersionWord::Current => CardVersion::Current,
        CardVersionWord::New => CardVersion::New,
    };
    let mut runs = Vec::new();
    for subject in &wishes.subjects {
        let kits = wishes.kit.clone();
        runs.push(commands::world_checks::run(&studio, named(subject), kits, deep, version, language)?);
    }
    let reports: Vec<Value> = runs.iter().map(report).collect();
    let text = || runs.iter().map(told).collect();
    match reports.as_slice() {
        [only] => output.put(only, text)?,
        all => output.put(&all, text)?,
    }
    let bad: u32 =
        runs.iter().map(|run| run.counts.error + if wishes.deny_warnings { run.counts.warning } else { 0 }).sum();
    Ok(if bad > 0 { FOUND } else { 0 })
}

/// Tells what the last run found, and runs nothing.
pub(super) fn show(output: Output, wishes: &Check, language: ReportLanguage) -> Ended {
    let [_, world] = wishes.subjects.as_slice() else {
        return Err(ApiError::new(ErrorCode::Usage, "`ficha check show` tells of one world.").hint("Name one world."));
    };
    let run = commands::world_checks::results(&studio(wishes)?, named(world), language)?;
    output.put(&report(&run), || told(&run))?;
    Ok(0)
}

/// The report as scripts read it.
fn report(run: &WorldCheckRun) -> Value {
    let finding = |found: &WorldFinding| {
        json!({
            "severity": found.severity, "code": found.code, "where": found.place, "message": found.message,
            "hint": found.hint, "key": found.key, "check": found.check,
        })
    };
    let checks: Vec<Value> = run
        .checks
        .iter()
        .map(|check| {
            let findings: Vec<Value> = check.findings.iter().map(finding).collect();
            let mut row = json!({
                "id": check.id, "kit": check.kit, "mode": check.mode, "findings": findings, "at": check.at,
                "seconds": check.seconds,
            });
            if let (Some(skipped), Some(row)) = (&check.skipped, row.as_object_mut()) {
                row.insert("skipped".to_owned(), json!(skipped));
            }
            row
        })
        .collect();
    let gone: Vec<Value> = run.gone.iter().map(finding).collect();
    json!({
        "world": run.world, "at": run.at, "version": run.version, "deep": run.deep, "readiness": run.readiness,
        "counts": run.counts, "new": run.new, "gone": gone, "checks": checks,
    })
}

fn told(run: &WorldCheckRun) -> String {
    let mut text = format!("{}\n", plain(&run.world));
    let found = run.checks.iter().flat_map(|check| &check.findings);
    for found in found {
        let word = match found.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "hint",
        };
        let new = if found.fresh { "new " } else { "" };
        let (place, message) = (plain(&found.place), plain(&found.message));
        text.push_str(&format!("  {word}  {new}{place} [{}] {}. {message}\n", found.code, plain(&found.title)));
        if let Some(hint) = &found.hint {
            text.push_str(&format!("         {}\n", plain(hint)));
        }
    }
    for gone in &run.gone {
        text.push_str(&format!("  gone   {} [{}] {}\n", plain(&gone.place), gone.code, plain(&gone.title)));
    }
    let mut reasons: Vec<(&WorldCheckSkipped, Vec<&str>)> = Vec::new();
    for check in &run.checks {
        let Some(skipped) = &check.skipped else { continue };
        match reasons.iter_mut().find(|(known, _)| known.why == skipped.why) {
            Some((_, checks)) => checks.push(&check.id),
            None => reasons.push((skipped, vec![&check.id])),
        }
    }
    for (skipped, checks) in reasons {
        text.push_str(&format!("  not run  {} [{}] {}\n", checks.join(", "), skipped.reason, plain(&skipped.why)));
    }
    let counts = run.counts;
    text.push_str(&format!("  {} errors, {} warnings, {} hints", counts.error, counts.warning, counts.info));
    text.push_str(&format!("; {} new, {} gone\n", run.new.len(), run.gone.len()));
    text
}
