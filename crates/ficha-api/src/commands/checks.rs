//! Checks: over kept pieces with what they link to, over a body at hand; what was found last, what was silenced.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use ficha_checks::CARD;
use ficha_library::{Address as At, Query, Save, Sheet};
use ficha_model::{Body, Entity};
use serde_json::{Map, Value, json};

use super::{address, count};
use crate::checking::{self, InLibrary, Skips};
use crate::dto::{
    Address, CheckRow, CheckRun, CheckedPiece, FindingCounts, FindingRow, GoneRow, HushedRow, Json, ReportLanguage,
};
use crate::{ApiError, Studio, export};

/// Findings a shell gets of one run; the rest are counted.
const MOST: usize = 5_000;

/// Pieces of a run that are named.
const NAMED: usize = 500;

/// The shape of the file of results.
const SCHEMA: &str = "ficha-checks/v1";

/// Every check.
///
/// # Errors
/// None today.
pub fn list(_: &Studio, language: ReportLanguage) -> Result<Vec<CheckRow>, ApiError> {
    Ok(checking::rows(language))
}

/// Checks pieces with what they link to; the whole library when none is named. What was found is remembered, and
/// compared with what was remembered of the same pieces.
///
/// # Errors
/// `not-found`, `usage` for a target that does not exist, `cancelled`. A piece that cannot be read is listed.
pub fn run(
    studio: &Studio,
    addresses: Vec<Address>,
    targets: Vec<String>,
    language: ReportLanguage,
    job: String,
) -> Result<CheckRun, ApiError> {
    let job = studio.job(&job);
    let result = run_over(studio, &addresses, &targets, language, &job);
    let total = result.as_ref().map_or(addresses.len(), |run| run.looked_at as usize);
    job.end(total, result)
}

fn run_over(
    studio: &Studio,
    addresses: &[Address],
    targets: &[String],
    language: ReportLanguage,
    job: &crate::Job<'_>,
) -> Result<CheckRun, ApiError> {
    let started = Instant::now();
    let formats = checking::targets(targets)?;
    let language = language.into();
    let open = studio.open();
    let library = Arc::clone(&open.library);
    let mut waiting: Vec<At> = wanted(studio, addresses)?;
    let mut known: BTreeSet<String> = waiting.iter().map(ToString::to_string).collect();
    let before = Results::read(&library);
    let hushed = hushed_keys(&library);
    let mut run = CheckRun {
        at: library.now(),
        milliseconds: 0,
        pieces: Vec::new(),
        looked_at: 0,
        unreadable: Vec::new(),
        findings: Vec::new(),
        counts: FindingCounts::default(),
        gone: Vec::new(),
        ran: Vec::new(),
        skipped: Vec::new(),
        compared: false,
    };
    let mut ran_checks: BTreeSet<&'static str> = BTreeSet::new();
    let mut skips = Skips::default();
    let mut results = Results::default();
    let mut at = 0;
    while let Some(place) = waiting.get(at).cloned() {
        job.check()?;
        at += 1;
        let opened = match library.open_entity(&place) {
            Ok(opened) => opened,
            Err(error) => {
                let error = ApiError::from(error);
                let code = serde_json::to_value(error.code).ok().and_then(|code| code.as_str().map(str::to_owned));
                let code = code.unwrap_or_default();
                run.unreadable.push(GoneRow { address: place.to_string(), title: error.message, code });
                continue;
            }
        };
        let entity = &opened.entity;
        job.step(at, waiting.len(), entity.name());
        for found in export::links(entity) {
            let ficha_model::Link::Entity(id) = &found.link else { continue };
            let Some(linked) = At::new(found.kind, id) else { continue };
            if library.exists(&linked) && known.insert(linked.to_string()) {
                waiting.push(linked);
            }
        }
        let around = InLibrary { library: Arc::clone(&library), entity, tokenizer: open.tokenizer };
        let text = place.to_string();
        let earlier = before.0.get(&text);
        let mut keys: BTreeMap<String, (String, String)> = BTreeMap::new();
        let mut skipped: BTreeSet<&str> = BTreeSet::new();
        for ran in checking::look(entity, &formats, &around) {
            let Ok(findings) = &ran.outcome else {
                skips.add(&ran, language);
                skipped.insert(ran.spec.id);
                continue;
            };
            ran_checks.insert(ran.spec.id);
            for finding in findings {
                let mut row = checking::row(ran.spec.id, entity, finding, language);
                row.hushed = hushed.contains(&(text.clone(), row.key.clone()));
                row.fresh = earlier.is_some_and(|earlier| !earlier.keys.contains_key(&row.key));
                keys.insert(row.key.clone(), (row.check.clone(), row.code.clone()));
                checking::tally(&mut run.counts, &row);
                run.findings.push(row);
            }
        }
        if let Some(earlier) = earlier {
            run.compared = true;
            for (key, (check, code)) in &earlier.keys {
                if keys.contains_key(key) {
                    continue;
                }
                if skipped.contains(check.as_str()) {
                    // It did not run, so nothing is known of it: what was known stays.
                    keys.insert(key.clone(), (check.clone(), code.clone()));
                } else {
                    run.gone.push(GoneRow { address: text.clone(), title: titled(code, language), code: code.clone() });
                }
            }
        }
        if run.pieces.len() < NAMED {
            run.pieces.push(CheckedPiece {
                address: text.clone(),
                kind: entity.kind.into(),
                name: entity.name().to_owned(),
                revision: u32::try_from(opened.revision).unwrap_or(u32::MAX),
                checked_before: earlier.map(|earlier| earlier.at.clone()),
                revision_before: earlier.map(|earlier| earlier.revision),
            });
        }
        let revision = u32::try_from(opened.revision).unwrap_or(u32::MAX);
        results.0.insert(text, Kept { at: run.at.clone(), revision, keys });
        run.looked_at += 1;
        if run.findings.len() > MOST * 2 {
            cut(&mut run.findings);
        }
    }
    cut(&mut run.findings);
    run.ran = CARD
        .iter()
        .filter(|check| ran_checks.contains(check.spec().id))
        .map(|check| checking::check_row(check.spec(), language))
        .collect();
    run.skipped = skips.rows();
    run.milliseconds = u32::try_from(started.elapsed().as_millis()).unwrap_or(u32::MAX);
    if library.read_only().is_none() {
        library.change_sheet(Sheet::CheckResults, |now| results.over(now))?;
    }
    Ok(run)
}

/// The pieces to be looked at.
fn wanted(studio: &Studio, addresses: &[Address]) -> Result<Vec<At>, ApiError> {
    if !addresses.is_empty() {
        let mut found: Vec<At> = Vec::new();
        for text in addresses {
            let at = address(studio, text)?;
            if !found.contains(&at) {
                found.push(at);
            }
        }
        return Ok(found);
    }
    let library = studio.library();
    let mut found = Vec::new();
    loop {
        let query = Query { offset: found.len() as u64, limit: 500, ..Query::default() };
        let page = library.list(&query)?;
        if page.rows.is_empty() {
            return Ok(found);
        }
        found.extend(page.rows.into_iter().map(|row| row.address));
    }
}

/// The gravest first; a piece's own order within them. No more than a shell gets.
fn cut(findings: &mut Vec<FindingRow>) {
    findings.sort_by_key(|row| std::cmp::Reverse(row.severity));
    findings.truncate(MOST);
}

fn titled(code: &str, language: ficha_model::schema::Language) -> String {
    // A code an older version had is said as it is.
    let known = CARD.iter().flat_map(|check| check.spec().codes).find(|known| **known == code);
    known.map_or_else(
        || code.to_owned(),
        |code| {
            let finding = ficha_checks::Finding::new(ficha_checks::Severity::Info, code, ficha_model::Path::default());
            ficha_checks::said_of_finding(&finding, language).title
        },
    )
}

/// Checks a body as it is being written. Silenced findings are marked.
///
/// # Errors
/// `not-found`, `usage` for a target that does not exist, `limit` for a body past every limit.
pub fn body(
    studio: &Studio,
    text: Address,
    body: Json,
    targets: Vec<String>,
    language: ReportLanguage,
) -> Result<Vec<FindingRow>, ApiError> {
    let at = address(studio, &text)?;
    let formats = checking::targets(&targets)?;
    let open = studio.open();
    let kept = open.library.open_entity(&at)?.entity;
    let entity = Entity { body: Body::from(body.value()?), ..kept };
    let around = InLibrary { library: Arc::clone(&open.library), entity: &entity, tokenizer: open.tokenizer };
    let hushed = hushed_keys(&open.library);
    let mut rows = Vec::new();
    for ran in checking::look(&entity, &formats, &around) {
        for finding in ran.outcome.iter().flatten() {
            let mut row = checking::row(ran.spec.id, &entity, finding, language.into());
            row.hushed = hushed.contains(&(at.to_string(), row.key.clone()));
            rows.push(row);
        }
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.severity));
    Ok(rows)
}

/// Makes every fix of a kept piece that is the one answer, saved as one revision; how many were made.
///
/// # Errors
/// `not-found`, `usage`, `conflict`, or what keeps the library from being written.
pub fn mend(studio: &Studio, text: Address, targets: Vec<String>) -> Result<u32, ApiError> {
    let at = address(studio, &text)?;
    let formats = checking::targets(&targets)?;
    let open = studio.open();
    let opened = open.library.open_entity(&at)?;
    let mut entity = opened.entity;
    let mut made = 0;
    while made < checking::MOST_FIXES {
        let around = InLibrary { library: Arc::clone(&open.library), entity: &entity, tokenizer: open.tokenizer };
        let Some(fix) = checking::sure_fix(&entity, &formats, &around) else { break };
        if !checking::made_by(&mut entity, &fix) {
            break;
        }
        made += 1;
    }
    if made > 0 {
        let save = Save { address: at, base: opened.revision, entity, why: "mended".to_owned(), name: None };
        super::entity::save_entity(studio, save)?;
    }
    Ok(count(made))
}

/// What was found in one piece.
#[derive(Debug)]
struct Kept {
    at: String,
    revision: u32,
    /// Key to check and code.
    keys: BTreeMap<String, (String, String)>,
}

/// What was found last, by address.
#[derive(Debug, Default)]
struct Results(BTreeMap<String, Kept>);

impl Results {
    fn read(library: &ficha_library::Library) -> Results {
        let sheet = library.sheet(Sheet::CheckResults).filter(|sheet| sheet["schema"] == SCHEMA);
        let mut found = Results::default();
        let pieces = sheet.as_ref().and_then(|sheet| sheet["pieces"].as_object());
        for (at, piece) in pieces.into_iter().flatten() {
            let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
            let rows = piece["findings"].as_array().into_iter().flatten();
            let keys = rows.map(|row| (text(&row["key"]), (text(&row["check"]), text(&row["code"])))).collect();
            let revision = piece["revision"].as_u64().and_then(|number| u32::try_from(number).ok()).unwrap_or(0);
            found.0.insert(at.clone(), Kept { at: text(&piece["at"]), revision, keys });
        }
        found
    }

    /// The file with these results in place of what it had of the same pieces.
    fn over(self, sheet: Option<Value>) -> Value {
        let kept = sheet.filter(|sheet| sheet["schema"] == SCHEMA);
        let mut pieces: Map<String, Value> =
            kept.and_then(|sheet| sheet["pieces"].as_object().cloned()).unwrap_or_default();
        for (at, piece) in self.0 {
            let rows: Vec<Value> = piece
                .keys
                .into_iter()
                .map(|(key, (check, code))| json!({ "key": key, "check": check, "code": code }))
                .collect();
            pieces.insert(at, json!({ "at": piece.at, "revision": piece.revision, "findings": rows }));
        }
        json!({ "schema": SCHEMA, "pieces": pieces })
    }
}

/// Silences a finding of a piece, or lets it speak again; what is silenced then.
///
/// # Errors
/// `not-found`, or what keeps the library from being written.
pub fn hush(
    studio: &Studio,
    text: Address,
    key: String,
    title: String,
    hush: bool,
) -> Result<Vec<HushedRow>, ApiError> {
    let at = address(studio, &text)?.to_string();
    let library = studio.library();
    let now = library.now();
    library.change_sheet(Sheet::HushedFindings, |sheet| {
        let mut rows: Vec<Value> = sheet.and_then(|sheet| sheet["hushed"].as_array().cloned()).unwrap_or_default();
        rows.retain(|row| row["address"] != at.as_str() || row["key"] != key.as_str());
        if hush {
            rows.push(json!({ "address": at, "key": key, "title": title, "at": now }));
        }
        json!({ "schema": SCHEMA, "hushed": rows })
    })?;
    hushed(studio)
}

/// Every silenced finding, the latest first; those of pieces that are gone are left out.
///
/// # Errors
/// None today.
pub fn hushed(studio: &Studio) -> Result<Vec<HushedRow>, ApiError> {
    let library = studio.library();
    let mut rows = Vec::new();
    for row in hushed_rows(&library).iter().rev() {
        let text = |key: &str| row[key].as_str().unwrap_or("").to_owned();
        let Ok(at) = library.resolve(&text("address")) else { continue };
        let Ok(opened) = library.open_entity(&at) else { continue };
        rows.push(HushedRow {
            address: at.to_string(),
            name: opened.entity.name().to_owned(),
            key: text("key"),
            title: text("title"),
            at: text("at"),
        });
    }
    Ok(rows)
}

fn hushed_rows(library: &ficha_library::Library) -> Vec<Value> {
    let sheet = library.sheet(Sheet::HushedFindings);
    sheet.and_then(|sheet| sheet["hushed"].as_array().cloned()).unwrap_or_default()
}

fn hushed_keys(library: &ficha_library::Library) -> BTreeSet<(String, String)> {
    let pair = |row: &Value| Some((row["address"].as_str()?.to_owned(), row["key"].as_str()?.to_owned()));
    hushed_rows(library).iter().filter_map(pair).collect()
}
