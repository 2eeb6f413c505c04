//! `first-scene`: whether each playable character begins somewhere, can leave, and has somebody or something there.

use std::collections::BTreeSet;

use ficha_world::{Folder, Ref, Whereabouts};
use serde_json::Value;

use super::input::{rows, text};
use super::{WorldInput, found, spot, world_check};
use crate::{CheckSkipped, Finding, Severity};

world_check!(FirstScene, "first-scene", Playability, &["no-start", "no-way-out", "empty-scene", "bare-scene"]);

fn look(input: &WorldInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let world = input.world();
    if input.playable().next().is_none() {
        return Err(CheckSkipped::NoPlayable);
    }
    let scratch = input.scratch();
    let mut findings = Vec::new();
    for (id, doc) in input.playable() {
        let at = Ref::new(Folder::Characters, id);
        let name = world.name_of(&at);
        let start = Ref::new(Folder::Places, text(doc, "start"));
        if start.id.is_empty() {
            findings.push(found(Severity::Error, "no-start", spot(&at, "/start")).with("name", name));
            continue;
        }
        // A start that names no place is `dangling`, which `startable` tells.
        let Some(place) = world.documents.get(&start) else { continue };
        let mut say = |severity: Severity, code: &'static str| {
            let finding = found(severity, code, spot(&at, "/start"));
            findings.push(finding.with("name", name).with("place", world.name_of(&start)));
        };
        let ways: Vec<&ficha_world::Doc> = rows(place, "ways").map(|(_, way)| way).collect();
        if !ways.iter().any(|way| way.get("hidden") != Some(&Value::Bool(true))) {
            say(Severity::Warning, "no-way-out");
        }
        let near: BTreeSet<&str> = ways.iter().map(|way| text(way, "to")).chain([start.id.as_str()]).collect();
        let mut others = scratch.at.iter().filter(|(other, _)| other.as_str() != id);
        let company = others.any(|(_, at)| at.as_deref().is_some_and(|at| near.contains(at)));
        let things = scratch.things.values().any(|place| match place {
            Whereabouts::HeldBy(holder) => holder == id,
            Whereabouts::At(place) => *place == start.id,
            Whereabouts::Nowhere => false,
        });
        if !company && !things {
            say(Severity::Warning, "empty-scene");
        }
        if text(place, "description").trim().is_empty() {
            say(Severity::Warning, "bare-scene");
        }
    }
    Ok(findings)
}
