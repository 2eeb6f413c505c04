//! Running checks over a piece. One that breaks down is listed as skipped, and the others go on.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ficha_model::Path;

use crate::{Check, CheckInput, CheckSkipped, CheckSpec, Finding, Severity};

/// Findings of one check that are kept; the rest are counted in one more.
pub const MOST: usize = 200;

/// What became of one check.
#[derive(Debug)]
pub struct Ran {
    /// The check.
    pub spec: &'static CheckSpec,
    /// Its findings, the gravest first; or why there are none to be had.
    pub outcome: Result<Vec<Finding>, CheckSkipped>,
}

/// Runs the checks that look at this kind of piece, in their order.
pub fn run(checks: &[&dyn Check], input: &CheckInput<'_>) -> Vec<Ran> {
    let kind = input.entity().kind;
    let fitting = checks.iter().filter(|check| check.spec().kinds.contains(&kind));
    fitting.map(|check| Ran { spec: check.spec(), outcome: one(*check, input) }).collect()
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
        findings.push(Finding::new(Severity::Info, "more", Path::default()).with("count", rest));
    }
    Ok(findings)
}

/// The order of findings: the gravest first, then by place, then by code.
pub fn sort(finding: &Finding) -> (Severity, Path, &'static str) {
    (finding.severity, finding.place.clone(), finding.code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Alone, Kit, Mode};
    use ficha_model::{Body, Entity, Kind};

    struct Broken;
    struct Many;

    static BROKEN: CheckSpec =
        CheckSpec { id: "broken", kit: Kit::Card, mode: Mode::Code, kinds: &Kind::ALL, codes: &[] };
    static MANY: CheckSpec =
        CheckSpec { id: "many", kit: Kit::Card, mode: Mode::Code, kinds: &[Kind::Pack], codes: &[] };

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
        assert_eq!(found[1].place, Path::default().index(101));
        assert_eq!(found[MOST].values, [("count", crate::finding::Said::Text("101".to_owned()))]);
    }

    #[test]
    fn a_check_for_other_kinds_is_not_run() {
        let entity = Entity::new(Kind::Persona, "ann", Body::default());
        assert!(run(&[&Many], &CheckInput::new(&entity, &[], &Alone)).is_empty());
    }
}
