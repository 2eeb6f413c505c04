//! Patterns that can take an app's engine time without end: a long message without a match holds the page.

use ficha_model::Kind;

use super::check;
use crate::text::patterns::patterns;
use crate::text::shape::slow;
use crate::{CardInput, CheckSkipped, Finding, Severity};

check!(SlowPattern, "slow-pattern", &[Kind::Lorebook, Kind::Regex], &["pattern-slow"]);

/// Longer patterns are told of as too long.
const LONGEST: usize = ficha_chat::pattern::LONGEST;

fn look(input: &CardInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let judged = patterns(input).into_iter().filter(|pattern| pattern.text.len() <= LONGEST).filter_map(|pattern| {
        let part = slow(pattern.text)?;
        let words = pattern.text.get(part.from..part.to).unwrap_or("").to_owned();
        let finding = Finding::new(Severity::Warning, "pattern-slow", pattern.field).with("part", words);
        Some(finding.at(pattern.text, part.from, part.to))
    });
    Ok(judged.collect())
}
