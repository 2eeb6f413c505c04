//! `startable`: what stands in the way of a story, as the loader and the validation say it. Prompts are left to
//! `own-prompts`, so that nothing is said twice.

use ficha_world::Readiness;

use super::{WorldInput, file_spot, found, world_check};
use crate::{CheckSkipped, Finding, Severity, Words};

world_check!(
    Startable,
    "startable",
    Consistency,
    &[
        "no-player",
        "world-file",
        "file-unreadable",
        "file-too-big",
        "bad-id",
        "id-clash",
        "field-missing",
        "field-type",
        "field-range",
        "dangling",
        "no-place",
        "no-start",
        "place-loop",
        "way-self",
        "way-twice",
        "held-and-placed",
        "edge-self",
        "edge-twice",
        "scope-known-by",
        "knowledge-way",
        "var-key",
        "var-key-taken",
        "var-feeling",
        "var-type",
        "var-limits",
        "var-bands-rise",
        "var-bands-range",
        "var-options",
        "var-default",
        "var-only-unknown",
        "var-only-world",
        "value-unknown",
        "value-range",
        "value-subject",
        "command-word",
        "command-twice",
        "trigger-start",
        "trigger-command",
        "trigger-value",
        "trigger-effect",
        "image-path",
    ]
);

fn look(input: &WorldInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let loaded = input.loaded();
    let told = loaded.problems.iter().filter(|problem| !problem.path().starts_with("prompts/"));
    let mut findings: Vec<Finding> = told
        .map(|problem| {
            let mut finding = found(Severity::Error, problem.code, file_spot(problem.path(), problem.pointer()))
                .worded(Words::Problem)
                .with("said", &problem.message);
            if let Some(hint) = &problem.hint {
                finding = finding.with("hint", hint);
            }
            finding
        })
        .collect();
    if loaded.readiness == Readiness::NeedsPlayer {
        findings.push(found(Severity::Warning, "no-player", "world.json"));
    }
    Ok(findings)
}
