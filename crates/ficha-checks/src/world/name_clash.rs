//! `name-clash`: one name for two, or twice for one. Lore and plots are about others and may be called like them.

use std::collections::BTreeMap;

use ficha_world::{Folder, Ref, World};

use super::input::{list, text};
use super::{WorldInput, found, spot, world_check};
use crate::measure::folded;
use crate::{CheckSkipped, Finding, Severity, Words};

world_check!(NameClash, "name-clash", Consistency, &["name-clash"]);

const NAMED: [Folder; 4] = [Folder::Characters, Folder::Places, Folder::Factions, Folder::Things];

fn look(input: &WorldInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let world = input.world();
    let mut holders: BTreeMap<String, Vec<(&Ref, String, &str)>> = BTreeMap::new();
    for (at, doc) in world.documents.iter().filter(|(at, _)| NAMED.contains(&at.folder)) {
        let aliases = list(doc, "aliases").enumerate().map(|(index, alias)| (format!("/aliases/{index}"), alias));
        for (pointer, name) in std::iter::once(("/name".to_owned(), text(doc, "name"))).chain(aliases) {
            let fold = folded(name);
            if !fold.is_empty() {
                holders.entry(fold).or_default().push((at, pointer, name));
            }
        }
    }
    let mut findings = Vec::new();
    for holders in holders.values() {
        let Some(((first, _, _), others)) = holders.split_first() else { continue };
        for (at, pointer, name) in others {
            let place = spot(at, pointer);
            if at == first {
                findings.push(
                    found(Severity::Warning, "name-clash", place).worded(Words::Row("name-twice")).with("name", name),
                );
                continue;
            }
            let (words, severity) = if is_seat(world, first, at) {
                (Words::Row("name-seat"), Severity::Info)
            } else {
                (Words::Own, Severity::Warning)
            };
            let clash = found(severity, "name-clash", place).worded(words);
            findings.push(clash.with("name", name).with("other", first));
        }
    }
    Ok(findings)
}

/// Whether one is a place and the other the faction that sits there.
fn is_seat(world: &World, one: &Ref, other: &Ref) -> bool {
    let seated = |place: &Ref, faction: &Ref| {
        place.folder == Folder::Places
            && faction.folder == Folder::Factions
            && world.documents.get(faction).is_some_and(|doc| text(doc, "base") == place.id)
    };
    seated(one, other) || seated(other, one)
}
