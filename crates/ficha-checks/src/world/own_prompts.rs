//! `own-prompts`: the world's own prompts as a host reads them.

use super::{WorldInput, found, world_check};
use crate::{CheckSkipped, Finding, Severity, Words};

world_check!(
    OwnPrompts,
    "own-prompts",
    Consistency,
    &["prompt-slot", "prompt-long", "prompt-placeholder", "prompt-encoding", "prompt-braces"]
);

fn look(input: &WorldInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let problems = input.loaded().problems.iter().filter(|problem| problem.path().starts_with("prompts/"));
    let mut findings: Vec<Finding> = problems
        .map(|problem| {
            let code = if problem.code == "file-unreadable" { "prompt-encoding" } else { problem.code };
            found(Severity::Error, code, problem.path()).worded(Words::Problem).with("said", &problem.message)
        })
        .collect();
    for ((language, slot), text) in &input.world().prompts {
        let count = text.matches("{{").count();
        if count > 0 {
            let path = format!("prompts/{language}/roleplay/{slot}.md");
            findings.push(found(Severity::Error, "prompt-braces", path).with("mark", "{{").with("count", count));
        }
    }
    Ok(findings)
}
