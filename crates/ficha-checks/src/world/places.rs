//! `places`: whether the places are more than names.

use std::collections::BTreeMap;

use ficha_world::{Folder, Ref};
use serde_json::Value;

use super::input::{list, text};
use super::{WorldInput, found, spot, world_check};
use crate::measure::folded;
use crate::{CheckSkipped, Finding, Severity};

world_check!(Places, "places", Quality, &["bare-place", "bare-start", "stand-in", "same-description", "flat"]);

/// Places a world may have before one is expected to lie in another.
const FLAT: usize = 6;

fn look(input: &WorldInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let world = input.world();
    let mut findings = Vec::new();
    let mut said: BTreeMap<String, &str> = BTreeMap::new();
    let (mut count, mut stand_ins, mut nested) = (0, 0, false);
    for (id, doc) in world.folder(Folder::Places) {
        count += 1;
        nested |= !text(doc, "parent").is_empty();
        stand_ins += usize::from(doc.get("made_by_import") == Some(&Value::Bool(true)));
        let at = Ref::new(Folder::Places, id);
        let name = world.name_of(&at);
        let description = folded(text(doc, "description"));
        if description.is_empty() {
            let is_start = list(&world.info, "start_places").any(|start| start == id);
            let code = if is_start { "bare-start" } else { "bare-place" };
            findings.push(found(Severity::Warning, code, spot(&at, "/description")).with("name", name));
        } else if let Some(twin) = said.get(&description) {
            let twin = Ref::new(Folder::Places, *twin);
            let finding = found(Severity::Info, "same-description", spot(&at, "/description"));
            findings.push(finding.with("name", name).with("other", world.name_of(&twin)));
        } else {
            said.insert(description, id);
        }
    }
    if count == 1 && stand_ins == 1 {
        findings.push(found(Severity::Info, "stand-in", "world.json"));
    }
    if count > FLAT && !nested {
        findings.push(found(Severity::Info, "flat", "world.json").with("count", count));
    }
    Ok(findings)
}
