//! `lint`: what is odd in a world though a story can start, seen from where everything is when it does.

mod parts;
mod triggers;
mod ways;

use super::{WorldInput, world_check};
use crate::{CheckSkipped, Finding};

pub(super) use ways::Ways;

world_check!(
    Lint,
    "lint",
    Consistency,
    &[
        "one-way",
        "unreachable-place",
        "dead-end",
        "thing-nowhere",
        "unused-command",
        "trigger-never",
        "trigger-at-start",
        "trigger-draw-empty",
        "value-unused",
        "faction-empty",
        "missing-picture",
        "stray-file",
        "knows-unheld",
        "lore-keywordless",
    ]
);

fn look(input: &WorldInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let mut findings = Vec::new();
    let ways = Ways::of(input.world());
    ways::look(input.world(), &ways, &mut findings);
    triggers::look(input, &ways, &mut findings);
    parts::look(input.world(), &mut findings);
    Ok(findings)
}
