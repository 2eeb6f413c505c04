//! `card-changes`: whether the world says what a newer card changes. Only where a newer one waits and was asked for.

use serde_json::Value;

use super::{WorldInput, found, spot, world_check};
use crate::measure::{FEWEST_TERMS, share, terms};
use crate::text::short;
use crate::{CheckSkipped, Finding, Severity};

world_check!(CardChangesSaid, "card-changes", Fidelity, true, &["not-said", "dropped-but-there", "field-not-taken"]);

/// Share of a sentence's terms from which a document says it.
const SAID: f64 = 0.6;

/// Sentences named in one finding, and letters of each.
const NAMED: usize = 3;
const LETTERS: usize = 160;

fn look(input: &WorldInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let changes = input.card()?.changes.as_ref().ok_or(CheckSkipped::NoUpdate)?;
    let world = input.world();
    let mut findings = Vec::new();
    for change in &changes.pieces {
        let is_said = |sentence: &str| {
            let terms = terms(sentence, world.language());
            terms.len() < FEWEST_TERMS
                || input
                    .documents()
                    .iter()
                    .any(|document| share(&terms, &document.terms).is_some_and(|share| share >= SAID))
        };
        let missing: Vec<&String> = change.sentences.iter().filter(|sentence| !is_said(sentence)).collect();
        if missing.is_empty() {
            continue;
        }
        let named = missing.iter().take(NAMED).map(|sentence| format!("“{}”", short(sentence, LETTERS)));
        let title = if change.title.is_empty() { &change.piece } else { &change.title };
        let finding = found(Severity::Warning, "not-said", format!("piece:{}", change.piece));
        findings.push(
            finding
                .with("title", title)
                .with("count", missing.len())
                .with("sentences", named.collect::<Vec<_>>().join(" ")),
        );
    }
    for dropped in &changes.dropped {
        for at in dropped.made_only_from_it.iter().filter(|at| world.has(at)) {
            let finding = found(Severity::Info, "dropped-but-there", spot(at, ""));
            let title = if dropped.title.is_empty() { &dropped.piece } else { &dropped.title };
            findings.push(finding.with("name", world.name_of(at)).with("title", title));
        }
    }
    for field in &changes.fields {
        let own = world.info.get(&field.field).unwrap_or(&Value::Null);
        let is_taken = ficha_model::same(own, &field.value) || own.is_null() && ficha_model::is_blank(&field.value);
        if !is_taken {
            let place = format!("world.json#/{}", field.field);
            findings.push(found(Severity::Warning, "field-not-taken", place).with("field", &field.field));
        }
    }
    Ok(findings)
}
