//! Checks of worlds: a run, and what is remembered of the last one.

use std::collections::BTreeSet;
use std::time::Instant;

use ficha_checks::{Asked, Deep, Kept, Kit, WORLD, said_of_check, said_of_skip, title_of};
use ficha_import::run::{self, RunError};
use ficha_model::schema::Language;

use super::count;
use crate::dto::{
    CardVersion, ReportLanguage, Severity, WorldCheck, WorldCheckCounts, WorldCheckDeep, WorldCheckRun,
    WorldCheckSkipped, WorldFinding,
};
use crate::worlds::{find, readiness};
use crate::{ApiError, ErrorCode, Studio};

/// Checks a world with the kits asked for, all four when none is named, and remembers what was found.
///
/// # Errors
/// `not-found`; `usage` for a kit that is none; `busy`; `io`.
pub fn run(
    studio: &Studio,
    world: String,
    kits: Vec<String>,
    deep: WorldCheckDeep,
    version: CardVersion,
    language: ReportLanguage,
) -> Result<WorldCheckRun, ApiError> {
    let kits = kits_of(&kits)?;
    let folder = find(studio, &world)?;
    let (at, language) = (folder.all().now(), Language::from(language));
    let asked = Asked {
        kits: &kits,
        deep: match deep {
            WorldCheckDeep::Code => Deep::Code,
            WorldCheckDeep::Decision => Deep::Decision,
            WorldCheckDeep::All => Deep::All,
        },
        version: match version {
            CardVersion::Current => ficha_checks::CardVersion::Current,
            CardVersion::New => ficha_checks::CardVersion::New,
        },
        language,
        at: &at,
    };
    let began = Instant::now();
    let checked = run::check(&folder, &asked, &|| began.elapsed()).map_err(refused)?;
    let new = &checked.compared.new;
    let checks: Vec<WorldCheck> = checked
        .ran
        .iter()
        .map(|ran| {
            let findings = ran.outcome.iter().flatten();
            let findings = findings.map(|finding| shown(&Kept::of(ran.spec.id, finding, language), new, language));
            let skipped = ran.outcome.as_ref().err().map(|skipped| WorldCheckSkipped {
                reason: skipped.word().to_owned(),
                why: said_of_skip(skipped, language),
                at: at.clone(),
            });
            let ran_at = skipped.is_none().then(|| at.clone());
            let seconds = ran.took.as_secs_f64();
            WorldCheck { findings: findings.collect(), skipped, at: ran_at, seconds, ..check(ran.spec, language) }
        })
        .collect();
    Ok(WorldCheckRun {
        world: folder.id().to_owned(),
        at: Some(at.clone()),
        version,
        deep,
        readiness: Some(readiness(checked.readiness)),
        counts: counted(&checks),
        new: new.iter().cloned().collect(),
        gone: checked.compared.gone.iter().map(|kept| shown(kept, &BTreeSet::new(), language)).collect(),
        checks,
    })
}

/// What is remembered of the checks of a world. Sentences are in the language of the run that found them.
///
/// # Errors
/// `not-found`, `io`.
pub fn results(studio: &Studio, world: String, language: ReportLanguage) -> Result<WorldCheckRun, ApiError> {
    let folder = find(studio, &world)?;
    let kept = run::checked(&folder).map_err(refused)?;
    let language = Language::from(language);
    let stored = WORLD.iter().filter_map(|check| Some((check.spec(), kept.checks.get(check.spec().id)?)));
    let checks: Vec<WorldCheck> = stored
        .map(|(spec, stored)| WorldCheck {
            findings: stored.findings.iter().map(|kept| shown(kept, &BTreeSet::new(), language)).collect(),
            skipped: stored.skipped.as_ref().map(|(reason, at)| WorldCheckSkipped {
                reason: reason.clone(),
                why: ficha_checks::said_of_reason(reason, language),
                at: at.clone(),
            }),
            at: stored.at.clone(),
            ..check(spec, language)
        })
        .collect();
    let skips = checks.iter().filter_map(|check| check.skipped.as_ref().map(|skipped| &skipped.at));
    let at = checks.iter().filter_map(|check| check.at.as_ref()).chain(skips).max().cloned();
    let is_new = kept.checks.values().any(|stored| stored.version == ficha_checks::CardVersion::New.word());
    Ok(WorldCheckRun {
        world: folder.id().to_owned(),
        at,
        version: if is_new { CardVersion::New } else { CardVersion::Current },
        deep: WorldCheckDeep::Code,
        readiness: None,
        counts: counted(&checks),
        new: Vec::new(),
        gone: Vec::new(),
        checks,
    })
}

fn kits_of(words: &[String]) -> Result<Vec<Kit>, ApiError> {
    if words.is_empty() {
        return Ok(Kit::WORLD.to_vec());
    }
    let kit = |word: &String| {
        Kit::of_world(word).ok_or_else(|| {
            ApiError::new(ErrorCode::Usage, format!("There is no kit {word:?}."))
                .hint("The kits of worlds are consistency, fidelity, quality and playability.")
        })
    };
    words.iter().map(kit).collect()
}

fn check(spec: &ficha_checks::CheckSpec, language: Language) -> WorldCheck {
    WorldCheck {
        id: spec.id.to_owned(),
        kit: spec.kit.word().to_owned(),
        mode: spec.mode.word().to_owned(),
        title: said_of_check(spec.id, language).0.to_owned(),
        findings: Vec::new(),
        skipped: None,
        at: None,
        seconds: 0.0,
    }
}

fn shown(kept: &Kept, new: &BTreeSet<String>, language: Language) -> WorldFinding {
    let (file, pointer) = kept.place.split_once('#').unwrap_or((&kept.place, ""));
    let document = file.parse::<ficha_world::Ref>().ok().map(|at| at.to_string());
    WorldFinding {
        key: kept.key.clone(),
        check: kept.check.clone(),
        code: kept.code.clone(),
        severity: match kept.severity.as_str() {
            "error" => Severity::Error,
            "warning" => Severity::Warning,
            _ => Severity::Info,
        },
        place: kept.place.clone(),
        document,
        pointer: pointer.to_owned(),
        title: title_of(&kept.check, &kept.code, language),
        message: kept.message.clone(),
        hint: kept.hint.clone(),
        fresh: new.contains(&kept.key),
    }
}

fn counted(checks: &[WorldCheck]) -> WorldCheckCounts {
    let of = |severity| {
        let findings = checks.iter().flat_map(|check| &check.findings);
        count(findings.filter(|finding| finding.severity == severity).count())
    };
    WorldCheckCounts { error: of(Severity::Error), warning: of(Severity::Warning), info: of(Severity::Info) }
}

fn refused(error: RunError) -> ApiError {
    match error {
        RunError::Library(error) => error.into(),
        RunError::Busy => ApiError::new(ErrorCode::Busy, "Another run is at work on this world."),
        other => ApiError::new(ErrorCode::Malformed, format!("{other}.")),
    }
}
