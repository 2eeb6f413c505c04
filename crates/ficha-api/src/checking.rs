//! Checks over pieces of the library and of files: what lies around a piece, and findings as a shell has them.
//!
//! Not here: what is remembered of a run (`commands::checks`).
//!
//! Rule kept here: a file is looked at and never written to; mended pieces go into a file of their own.

use std::sync::Arc;

use ficha_checks::{
    Around, CARD, CheckInput, Finding, Ran, There, WORLD, said_of_check, said_of_finding, said_of_fix, said_of_skip,
};
use ficha_convert::Reading;
use ficha_formats::FormatSpec;
use ficha_library::{Address, Library};
use ficha_model::schema::{Language, label};
use ficha_model::{Entity, Kind, Path, Step};

use serde::Serialize;

use crate::dto::{
    Change, CheckRow, EvidenceRow, ExportOptions, FindingCounts, FindingRow, FixRow, Json, Severity, SkippedRow,
    Tokenizer,
};
use crate::files::{Converted, FileMedia, Given};
use crate::media::LibraryMedia;
use crate::{ApiError, commands::count, files, tokens};

/// The formats a person checks for.
///
/// # Errors
/// `usage` for one that does not exist.
pub(crate) fn targets(ids: &[String]) -> Result<Vec<&'static FormatSpec>, ApiError> {
    ids.iter().map(|id| files::spec(id)).collect()
}

/// Around a kept piece lies the library.
pub(crate) struct InLibrary<'a> {
    /// The library.
    pub library: Arc<Library>,
    /// The piece.
    pub entity: &'a Entity,
    /// How tokens are counted.
    pub tokenizer: Tokenizer,
}

impl Around for InLibrary<'_> {
    fn piece(&self, kind: Kind, id: &str) -> There {
        let there = Address::new(kind, id).is_some_and(|address| self.library.exists(&address));
        if there { There::Yes } else { There::No }
    }

    fn picture(&self, reference: &str) -> There {
        let blob = |hash: &str| if self.library.blob_path(hash).is_some() { There::Yes } else { There::No };
        if let Some(hash) = reference.strip_prefix("sha256:") {
            return blob(hash);
        }
        if reference == "carrier:" {
            let source = self.entity.source.as_ref().and_then(|source| source.sha256.as_deref());
            return source.map_or(There::No, blob);
        }
        if reference.contains("://") || reference.starts_with("data:") {
            return There::Unknown;
        }
        let media = LibraryMedia(Arc::clone(&self.library));
        match ficha_formats::picture(self.entity, reference, &media) {
            Some(_) => There::Yes,
            None => There::No,
        }
    }

    fn tokens(&self, text: &str) -> usize {
        tokens::count(text, self.tokenizer) as usize
    }
}

/// Around a piece of a file lie the other pieces of the file.
pub(crate) struct InFile<'a> {
    /// All pieces of the file.
    pub pieces: &'a [Entity],
    /// How tokens are counted.
    pub tokenizer: Tokenizer,
}

impl Around for InFile<'_> {
    fn piece(&self, kind: Kind, id: &str) -> There {
        let there = self.pieces.iter().any(|piece| piece.kind == kind && piece.id == id);
        if there { There::Yes } else { There::No }
    }

    fn picture(&self, _: &str) -> There {
        There::Unknown
    }

    fn tokens(&self, text: &str) -> usize {
        tokens::count(text, self.tokenizer) as usize
    }
}

/// Runs the kit of cards over one piece.
pub(crate) fn look(entity: &Entity, targets: &[&'static FormatSpec], around: &dyn Around) -> Vec<Ran> {
    ficha_checks::run(CARD, &CheckInput::new(entity, targets, around))
}

/// Every check as a shell has it.
pub fn rows(language: crate::dto::ReportLanguage) -> Vec<CheckRow> {
    CARD.iter().chain(WORLD).map(|check| check_row(check.spec(), language.into())).collect()
}

/// A check as a shell has it.
pub(crate) fn check_row(spec: &ficha_checks::CheckSpec, language: Language) -> CheckRow {
    let (title, about) = said_of_check(spec.id, language);
    CheckRow {
        id: spec.id.to_owned(),
        kit: spec.kit.word().to_owned(),
        mode: spec.mode.word().to_owned(),
        needs_card: spec.needs.card,
        needs_model: spec.needs.model,
        title: title.to_owned(),
        about: about.to_owned(),
        kinds: spec.kinds.iter().map(|kind| (*kind).into()).collect(),
    }
}

/// A finding as a shell has it; `fresh` and `hushed` are the caller's to say.
pub(crate) fn row(check: &str, entity: &Entity, finding: &Finding, language: Language) -> FindingRow {
    let said = said_of_finding(finding, language);
    FindingRow {
        key: finding.key(entity.body.value()),
        check: check.to_owned(),
        code: finding.code.to_owned(),
        severity: match finding.severity {
            ficha_checks::Severity::Error => Severity::Error,
            ficha_checks::Severity::Warning => Severity::Warning,
            ficha_checks::Severity::Info => Severity::Info,
        },
        address: entity.address(),
        path: finding.path().to_string(),
        place: label(entity.kind, finding.path(), language),
        row: row_name(entity, finding.path()),
        title: said.title,
        message: said.message,
        hint: said.hint,
        evidence: finding.evidence.as_ref().map(|found| EvidenceRow {
            before: found.before.clone(),
            span: found.span.clone(),
            after: found.after.clone(),
            from: count(found.from),
            to: count(found.to),
        }),
        fixes: finding.fixes.iter().map(|fix| fix_row(fix, language)).collect(),
        fresh: false,
        hushed: false,
    }
}

fn fix_row(fix: &ficha_checks::Fix, language: Language) -> FixRow {
    let change = |change: &ficha_checks::Change| Change {
        path: change.path.to_string(),
        value: change.value.as_ref().map(Json::of),
    };
    FixRow { label: said_of_fix(fix, language), sure: fix.sure, changes: fix.changes.iter().map(change).collect() }
}

/// What the row a place lies in is called.
fn row_name(entity: &Entity, place: &Path) -> Option<String> {
    let end = place.0.iter().position(|step| matches!(step, Step::Index(_)))?;
    let row = Path(place.0.get(..=end)?.to_vec());
    let row = entity.body.get(&row)?;
    let names = ["title", "label", "name"].into_iter().filter_map(|key| row.get(key)?.as_str());
    names.map(str::trim).find(|name| !name.is_empty()).map(|name| name.chars().take(120).collect())
}

/// What was found in one file.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FileChecked {
    /// The file as it was given.
    pub file: String,
    /// The format that reads it.
    pub format: String,
    /// Addresses of the pieces in it.
    pub pieces: Vec<String>,
    /// The findings, the gravest first.
    pub findings: Vec<FindingRow>,
    /// How many there are.
    pub counts: FindingCounts,
    /// Checks that did not run.
    pub skipped: Vec<SkippedRow>,
    /// How many fixes were made.
    pub mended: u32,
}

/// Checks every piece in a file. With `fix`, every finding with one answer is mended, what is left is reported, and the
/// file with the mended pieces, in its own format and container, comes along.
///
/// # Errors
/// Why the file cannot be read, or not be written again.
pub fn check_file(
    given: &Given,
    target_ids: &[String],
    language: Language,
    fix: bool,
) -> Result<(FileChecked, Option<Converted>), ApiError> {
    let targets = targets(target_ids)?;
    let source = given.open()?;
    let reading = ficha_convert::decode(&source, None).map_err(|refusal| given.refused(refusal))?;
    let Reading { mut entities, blobs, format, .. } = reading;
    let mut mended = 0;
    if fix {
        for at in 0..entities.len() {
            mended += mend(&mut entities, at, &targets);
        }
    }
    let mut checked = FileChecked {
        file: given.file.clone(),
        format: format.to_owned(),
        pieces: entities.iter().map(Entity::address).collect(),
        findings: Vec::new(),
        counts: FindingCounts::default(),
        skipped: Vec::new(),
        mended: count(mended),
    };
    let mut skips = Skips::default();
    for entity in &entities {
        for ran in look(entity, &targets, &InFile { pieces: &entities, tokenizer: Tokenizer::default() }) {
            skips.add(&ran, language);
            for finding in ran.outcome.iter().flatten() {
                let row = row(ran.spec.id, entity, finding, language);
                tally(&mut checked.counts, &row);
                checked.findings.push(row);
            }
        }
    }
    checked.findings.sort_by_key(|row| std::cmp::Reverse(row.severity));
    checked.skipped = skips.rows();
    let media = FileMedia { bytes: &given.bytes, blobs: &blobs, limits: &given.limits };
    let written = match fix {
        true => Some(files::encode(&entities, format, &ExportOptions::default(), &media)?),
        false => None,
    };
    Ok((checked, written))
}

/// Makes the fixes of one piece that are the one answer, one after another, since one may move the place of the next;
/// how many were made.
fn mend(entities: &mut [Entity], at: usize, targets: &[&'static FormatSpec]) -> usize {
    let mut made = 0;
    while made < MOST_FIXES {
        let Some(entity) = entities.get(at) else { break };
        let around = InFile { pieces: entities, tokenizer: Tokenizer::default() };
        let Some(fix) = sure_fix(entity, targets, &around) else { break };
        if !entities.get_mut(at).is_some_and(|entity| made_by(entity, &fix)) {
            break;
        }
        made += 1;
    }
    made
}

/// Makes a fix; `false`, and nothing changed, for one that does not fit or changes nothing: it would be found again for
/// ever.
pub(crate) fn made_by(entity: &mut Entity, fix: &ficha_checks::Fix) -> bool {
    let before = entity.body.clone();
    if fix.apply(entity.body.value_mut()) && entity.body != before {
        return true;
    }
    entity.body = before;
    false
}

/// The first fix that is the one answer to its finding.
pub(crate) fn sure_fix(
    entity: &Entity,
    targets: &[&'static FormatSpec],
    around: &dyn Around,
) -> Option<ficha_checks::Fix> {
    let ran = look(entity, targets, around);
    let mut findings = ran.into_iter().filter_map(|ran| ran.outcome.ok()).flatten();
    findings.find_map(|finding| match finding.fixes.as_slice() {
        [only] if only.sure => Some(only.clone()),
        _ => None,
    })
}

/// Fixes made in one piece at most.
pub(crate) const MOST_FIXES: usize = 500;

/// Counts a finding.
pub(crate) fn tally(counts: &mut FindingCounts, row: &FindingRow) {
    if row.hushed {
        counts.hushed += 1;
        return;
    }
    counts.fresh += u32::from(row.fresh);
    match row.severity {
        Severity::Error => counts.errors += 1,
        Severity::Warning => counts.warnings += 1,
        Severity::Info => counts.hints += 1,
    }
}

/// Checks that did not run, each once with the number of pieces.
#[derive(Debug, Default)]
pub(crate) struct Skips(Vec<SkippedRow>);

impl Skips {
    /// Counts one.
    pub fn add(&mut self, ran: &Ran, language: Language) {
        let Err(skipped) = &ran.outcome else { return };
        let known = self.0.iter_mut().find(|row| row.check == ran.spec.id && row.reason == skipped.word());
        match known {
            Some(row) => row.pieces += 1,
            None => self.0.push(SkippedRow {
                check: ran.spec.id.to_owned(),
                title: said_of_check(ran.spec.id, language).0.to_owned(),
                reason: skipped.word().to_owned(),
                why: said_of_skip(skipped, language),
                pieces: 1,
            }),
        }
    }

    /// The rows.
    pub fn rows(self) -> Vec<SkippedRow> {
        self.0
    }
}
