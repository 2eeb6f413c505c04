//! Running checks over a piece or a world. One that breaks down is listed as skipped, and the others go on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use ficha_model::Path;

use crate::{Check, CheckInput, CheckSkipped, CheckSpec, Deep, Finding, Kit, Place, Severity, WORLD};

/// Findings of one check that are kept; the rest are counted in one more.
pub const MOST: usize = 200;

/// What became of one check.
#[derive(Debug)]
pub struct Ran {
    /// The check.
    pub spec: &'static CheckSpec,
    /// Its findings, the gravest first; or why there are none to be had.
    pub outcome: Result<Vec<Finding>, CheckSkipped>,
    /// How long it took; nothing where nobody measured.
    pub took: Duration,
}

/// Runs the checks that look at this kind of subject, in their order.
pub fn run(checks: &[&dyn Check], input: &CheckInput<'_>) -> Vec<Ran> {
    let fits = |check: &&&dyn Check| match input {
        CheckInput::Entity(input) => check.spec().kinds.contains(&input.entity().kind),
        CheckInput::World(_) => check.spec().kit != Kit::Card,
    };
    let fitting = checks.iter().filter(fits);
    fitting.map(|check| Ran { spec: check.spec(), outcome: one(*check, input), took: Duration::ZERO }).collect()
}

/// Runs the kits asked for over a world, as deep as asked for, in the order of [`WORLD`]. `clock` says the time since
/// any moment.
pub fn run_world(kits: &[Kit], deep: Deep, input: &CheckInput<'_>, clock: &dyn Fn() -> Duration) -> Vec<Ran> {
    run_some(WORLD, kits, deep, input, clock)
}

fn run_some(
    checks: &[&dyn Check],
    kits: &[Kit],
    deep: Deep,
    input: &CheckInput<'_>,
    clock: &dyn Fn() -> Duration,
) -> Vec<Ran> {
    let asked = checks.iter().filter(|check| kits.contains(&check.spec().kit));
    let ran = asked.map(|check| {
        let (spec, began) = (check.spec(), clock());
        let unloadable = || matches!(input, CheckInput::World(input) if input.is_unloadable());
        let outcome = if !deep.takes(spec.mode) {
            Err(CheckSkipped::NotDeep)
        } else if spec.id != "startable" && unloadable() {
            Err(CheckSkipped::Unloadable)
        } else {
            one(*check, input)
        };
        Ran { spec, outcome, took: clock().saturating_sub(began) }
    });
    ran.collect()
}

fn one(check: &dyn Check, input: &CheckInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let ended = catch_unwind(AssertUnwindSafe(|| check.run(input)));
    let mut findings = ended.unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(CheckSkipped::Failed(said.unwrap_or("it stopped").to_owned()))
    })?;
    findings.sort_by_cached_key(sort);
    let rest = findings.len().saturating_sub(MOST);
    if rest > 0 {
        findings.truncate(MOST);
        let whole = match input {
            CheckInput::Entity(_) => Place::Body(Path::default()),
            CheckInput::World(_) => Place::World(String::new()),
        };
        findings.push(Finding::new(Severity::Info, "more", whole).with("count", rest));
    }
    Ok(findings)
}

/// The order of findings: the gravest first, then by place, then by code and what is said.
pub fn sort(finding: &Finding) -> (Severity, Place, &'static str, String) {
    let said = finding.values.iter().map(|(_, value)| format!("{value:?}\n")).collect();
    (finding.severity, finding.place.clone(), finding.code, said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Alone, Mode, Needs};
    use ficha_model::{Body, Entity, Kind};

    struct Broken;
    struct Many;

    static BROKEN: CheckSpec = CheckSpec {
        id: "broken",
        kit: Kit::Card,
        mode: Mode::Code,
        needs: Needs::NOTHING,
        kinds: &Kind::ALL,
        codes: &[],
    };
    static MANY: CheckSpec = CheckSpec {
        id: "many",
        kit: Kit::Card,
        mode: Mode::Code,
        needs: Needs::NOTHING,
        kinds: &[Kind::Pack],
        codes: &[],
    };

    impl Check for Broken {
        fn spec(&self) -> &'static CheckSpec {
            &BROKEN
        }
        fn run(&self, _: &CheckInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
            panic!("no such luck")
        }
    }

    impl Check for Many {
        fn spec(&self) -> &'static CheckSpec {
            &MANY
        }
        fn run(&self, _: &CheckInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
            let finding = |index: usize| {
                let severity = if index == 300 { Severity::Error } else { Severity::Info };
                Finding::new(severity, "key-twice", Path::default().index(400 - index))
            };
            Ok((0..301).map(finding).collect())
        }
    }

    #[test]
    fn a_check_that_breaks_down_is_skipped_and_the_others_go_on() {
        let entity = Entity::new(Kind::Pack, "pack", Body::default());
        let ran = run(&[&Broken, &Many], &CheckInput::new(&entity, &[], &Alone));
        assert_eq!(ran[0].outcome, Err(CheckSkipped::Failed("no such luck".to_owned())));
        let found = ran[1].outcome.as_ref().unwrap();
        assert_eq!(found.len(), MOST + 1);
        assert_eq!(found[0].severity, Severity::Error);
        assert_eq!(found[1].place, Place::Body(Path::default().index(101)));
        assert_eq!(found[MOST].values, [("count", crate::finding::Said::Text("101".to_owned()))]);
    }

    #[test]
    fn a_check_for_other_kinds_is_not_run() {
        let entity = Entity::new(Kind::Persona, "ann", Body::default());
        assert!(run(&[&Many], &CheckInput::new(&entity, &[], &Alone)).is_empty());
    }
}
