//! `cast`: whether the characters are more than names, and know of each other.

use std::collections::BTreeSet;

use ficha_world::{Folder, Ref, schema};

use super::input::{list, text};
use super::{WorldInput, found, spot, walk, world_check};
use crate::measure::has_no_blanks;
use crate::{CheckSkipped, Finding, Severity};

world_check!(
    Cast,
    "cast",
    Quality,
    &["no-cast", "thin", "no-behaviour", "loose", "strangers", "no-goals", "very-long"]
);

/// Characters of text below which a sheet is thin. Where scripts have no blanks, a character says as much as two.
const THIN: usize = 200;

/// Characters of one text above which it is very long.
const VERY_LONG: usize = 20_000;

fn look(input: &WorldInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let world = input.world();
    let edges = || world.relationships.iter().flat_map(|edge| [text(edge, "from"), text(edge, "to")]);
    let related: BTreeSet<&str> = edges().collect();
    let playable: BTreeSet<&str> = input.playable().map(|(id, _)| id).collect();
    let mut findings = Vec::new();
    let mut count = 0;
    for (id, doc) in world.folder(Folder::Characters) {
        count += 1;
        let at = Ref::new(Folder::Characters, id);
        let name = world.name_of(&at);
        let (mut length, mut weight) = (0, 0);
        walk::texts(schema::CHARACTER.fields, doc, &mut |pointer, text| {
            if pointer == "/name" || pointer.starts_with("/aliases") || pointer == "/notes" {
                return;
            }
            let letters = text.chars().count();
            length += letters;
            weight += letters + text.chars().filter(|letter| has_no_blanks(*letter)).count();
            if letters > VERY_LONG {
                let finding = found(Severity::Info, "very-long", spot(&at, pointer));
                findings.push(finding.with("name", name).with("count", letters));
            }
        });
        let mut say = |severity: Severity, code: &'static str, pointer: &str| {
            findings.push(found(severity, code, spot(&at, pointer)).with("name", name).with("count", length));
        };
        if weight < THIN {
            say(Severity::Warning, "thin", "");
        }
        // Sample lines show how somebody speaks, and many cards have nothing else.
        let samples = list(doc, "examples").any(|sample| !sample.trim().is_empty());
        if !samples && ["personality", "speech", "goals"].iter().all(|key| text(doc, key).trim().is_empty()) {
            say(Severity::Warning, "no-behaviour", "");
        }
        if text(doc, "start").is_empty() && !related.contains(id) {
            say(Severity::Info, "loose", "");
        }
        if playable.contains(id) && text(doc, "goals").trim().is_empty() {
            say(Severity::Info, "no-goals", "/goals");
        }
    }
    if count == 0 {
        findings.push(found(Severity::Info, "no-cast", "world.json"));
    }
    if count >= 2 && world.relationships.is_empty() {
        findings.push(found(Severity::Warning, "strangers", "relationships.json").with("count", count));
    }
    Ok(findings)
}
