//! Places and the ways between them: what can be reached, what has no way back, where a way ends.

use std::collections::{BTreeMap, BTreeSet};

use ficha_world::{Folder, Ref, World};

use crate::world::input::{list, rows, text};
use crate::world::{found, spot};
use crate::{Finding, Severity};

/// Where the ways of a world lead.
pub(in crate::world) struct Ways<'w> {
    /// From each place, the numbers of its ways and the places they lead to; only places that exist.
    pub from: BTreeMap<&'w str, Vec<(usize, &'w str)>>,
    /// Places that can be reached from a start. `None` while nothing says where a story starts.
    pub reached: Option<BTreeSet<&'w str>>,
}

impl<'w> Ways<'w> {
    pub fn of(world: &'w World) -> Ways<'w> {
        let places: BTreeSet<&str> = world.folder(Folder::Places).map(|(id, _)| id).collect();
        let from: BTreeMap<&str, Vec<(usize, &str)>> = world
            .folder(Folder::Places)
            .map(|(id, doc)| {
                let ways = rows(doc, "ways").map(|(index, way)| (index, text(way, "to")));
                (id, ways.filter(|(_, to)| places.contains(to) && *to != id).collect())
            })
            .collect();
        let people = world.folder(Folder::Characters).map(|(_, doc)| text(doc, "start"));
        let starts = list(&world.info, "start_places").chain(people).filter(|id| places.contains(id));
        let mut next: Vec<&str> = starts.collect();
        let mut reached: BTreeSet<&str> = BTreeSet::new();
        let has_start = !next.is_empty();
        while let Some(place) = next.pop() {
            if reached.insert(place) {
                next.extend(from.get(place).into_iter().flatten().map(|(_, to)| *to));
                // Whoever is in a place is in the bigger one it lies in.
                let parent =
                    world.documents.get(&Ref::new(Folder::Places, place)).map_or("", |doc| text(doc, "parent"));
                next.extend(places.get(parent));
            }
        }
        Ways { from, reached: has_start.then_some(reached) }
    }

    /// Whether nobody can ever be at a place.
    pub fn is_out_of_reach(&self, place: &str) -> bool {
        self.reached.as_ref().is_some_and(|reached| !reached.contains(place))
    }
}

pub(super) fn look(world: &World, ways: &Ways<'_>, findings: &mut Vec<Finding>) {
    // One leaves a place that others lie in through them.
    let holders: BTreeSet<&str> = world.folder(Folder::Places).map(|(_, doc)| text(doc, "parent")).collect();
    for (place, leads) in &ways.from {
        let at = Ref::new(Folder::Places, *place);
        for (index, to) in leads {
            let back = ways.from.get(to).is_some_and(|leads| leads.iter().any(|(_, back)| back == place));
            if !back {
                let to = Ref::new(Folder::Places, *to);
                let finding = found(Severity::Info, "one-way", spot(&at, &format!("/ways/{index}")));
                findings.push(finding.with("from", world.name_of(&at)).with("to", world.name_of(&to)));
            }
        }
        if ways.is_out_of_reach(place) {
            let finding = found(Severity::Warning, "unreachable-place", spot(&at, ""));
            findings.push(finding.with("name", world.name_of(&at)));
        } else if ways.reached.is_some() && leads.is_empty() && ways.from.len() > 1 && !holders.contains(place) {
            findings.push(found(Severity::Info, "dead-end", spot(&at, "")).with("name", world.name_of(&at)));
        }
    }
}
