//! The state machine against the table of the specification, written down a second time and by hand.

use super::*;

/// May everything that can be said with a yes.
const ALL_SET: Facts = Facts { model: true, again: false, builds: 0, approved: true, update_waits: false };

/// For each step: the phases it may begin in (`-` stands for no import yet).
const ALLOWED: &[(&str, &str)] = &[
    ("start", "-"),
    ("survey", "ready"),
    ("survey again", "surveyed built"),
    ("build", "surveyed built"),
    ("structure import", "ready"),
    ("structure import with review", "ready"),
    ("review", "built"),
    ("finish", "built"),
    ("settle", "repair"),
    ("repair", "repair"),
    ("keep", "repair"),
    ("discard", "ready surveyed built repair"),
    ("update", "done"),
];

fn phases() -> Vec<Option<Phase>> {
    std::iter::once(None).chain(Phase::ALL.iter().copied().map(Some)).collect()
}

// W-021
#[test]
fn w_021_every_combination_is_allowed_or_refused_with_both_names() {
    let mut allowed = 0;
    for (word, from) in ALLOWED {
        let step = Act::ALL.into_iter().find(|step| step.word() == *word).expect("a step");
        for phase in phases() {
            let name = phase.map_or("-", Phase::word);
            let answer = enter(phase, step, ALL_SET);
            if from.split(' ').any(|from| from == name) {
                assert!(answer.is_ok(), "{word} in {name}: {answer:?}");
                allowed += 1;
                continue;
            }
            let refusal = answer.expect_err("refused");
            assert_eq!(refusal, Refusal::WrongPhase { phase, step });
            assert_eq!(refusal.code(), "wrong-phase");
            let said = refusal.to_string();
            assert!(said.contains(word), "{said}");
            assert!(phase.is_none_or(|phase| said.contains(phase.word())), "{said}");
        }
    }
    assert_eq!(ALLOWED.len(), Act::ALL.len());
    assert_eq!(allowed, TABLE.len(), "the table has rows nobody asked for");
}

#[test]
fn no_pair_stands_in_the_table_twice() {
    for (at, row) in TABLE.iter().enumerate() {
        assert!(!TABLE[..at].iter().any(|other| other.0 == row.0 && other.1 == row.1), "{row:?}");
    }
}

// W-021: the reasons beside the phase
#[test]
fn what_else_is_missing_is_said_by_its_own_name() {
    let table = [
        (Phase::Ready, Act::Survey, Facts { model: false, ..ALL_SET }, "no-model"),
        (Phase::Surveyed, Act::SurveyAgain, Facts { model: false, ..ALL_SET }, "no-model"),
        (Phase::Surveyed, Act::Build, Facts { model: false, ..ALL_SET }, "no-model"),
        (Phase::Repair, Act::Repair, Facts { model: false, ..ALL_SET }, "no-model"),
        (Phase::Built, Act::Build, Facts { builds: 2, ..ALL_SET }, "builds"),
        (Phase::Built, Act::Finish, Facts { approved: false, ..ALL_SET }, "not-approved"),
        (Phase::Done, Act::Update, Facts { update_waits: true, ..ALL_SET }, "update-waits"),
    ];
    for (phase, step, facts, code) in table {
        let refusal = enter(Some(phase), step, facts).expect_err("refused");
        assert_eq!(refusal.code(), code, "{step} in {}", phase.word());
        assert!(enter(Some(phase), step, ALL_SET).is_ok(), "{step} in {}", phase.word());
    }
    // The phase is judged first.
    let refusal = enter(Some(Phase::Done), Act::Survey, Facts::default()).expect_err("refused");
    assert_eq!(refusal.code(), "wrong-phase");
}

// W-023
#[test]
fn a_third_build_is_another_run() {
    let built = |builds, again| enter(Some(Phase::Built), Act::Build, Facts { builds, again, ..ALL_SET });
    assert!(built(1, false).is_ok());
    assert_eq!(built(2, false), Err(Refusal::Builds));
    assert!(built(2, true).is_ok());
}

#[test]
fn steps_end_where_the_table_says() {
    let ends = |phase, step| enter(phase, step, ALL_SET).expect("allowed");
    assert_eq!(ends(None, Act::Start), Ends::In(Phase::Ready));
    assert_eq!(ends(Some(Phase::Ready), Act::Structure), Ends::DoneOrRepair);
    assert_eq!(ends(Some(Phase::Ready), Act::StructureReview), Ends::In(Phase::Built));
    assert_eq!(ends(Some(Phase::Repair), Act::Keep), Ends::In(Phase::Done));
    assert_eq!(ends(Some(Phase::Repair), Act::Discard), Ends::Trashed);
    assert_eq!(ends(Some(Phase::Built), Act::SurveyAgain), Ends::In(Phase::Surveyed));
}

// W-026
#[test]
fn going_on_depends_on_the_phase_and_on_what_was_at_work() {
    let table = [
        (Phase::Ready, None, false, GoOn::Run(Act::Structure)),
        (Phase::Ready, None, true, GoOn::Run(Act::Survey)),
        (Phase::Ready, Some(Act::Structure), true, GoOn::Run(Act::Structure)),
        (Phase::Ready, Some(Act::StructureReview), false, GoOn::Run(Act::StructureReview)),
        (Phase::Surveyed, Some(Act::Build), true, GoOn::Run(Act::Build)),
        (Phase::Built, Some(Act::StructureReview), false, GoOn::Approval),
        (Phase::Built, Some(Act::Finish), false, GoOn::Run(Act::Finish)),
        (Phase::Repair, Some(Act::Structure), false, GoOn::Mend),
        (Phase::Done, Some(Act::Structure), true, GoOn::Nothing),
    ];
    for (phase, at_work, model, wanted) in table {
        assert_eq!(go_on(phase, at_work, model), wanted, "{} {at_work:?} {model}", phase.word());
    }
}
