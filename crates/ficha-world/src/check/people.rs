//! Relationships, things that are held, and lore with those who know it.

use std::collections::BTreeSet;

use super::{items, said};
use crate::place::{Folder, ListFile, Ref};
use crate::problem::Problem;
use crate::world::World;

pub(super) fn look(world: &World, found: &mut Vec<Problem>) {
    edges(world, found);
    for (id, doc) in world.folder(Folder::Things) {
        if said(doc, "held_by").is_some() && said(doc, "at").is_some() {
            let message = "A thing is either held by somebody or lies somewhere.";
            let path = Ref::new(Folder::Things, id).path();
            found.push(Problem::new("held-and-placed", &path, "", message).hint("Take out `held_by` or `at`."));
        }
    }
    for (id, doc) in world.folder(Folder::Lore) {
        if said(doc, "scope") == Some("everyone") && items(doc, "known_by").next().is_some() {
            let message = "What everyone knows names nobody who knows it.";
            let path = Ref::new(Folder::Lore, id).path();
            let hint = "Empty `known_by`, or set `scope` to `listed`.";
            found.push(Problem::new("scope-known-by", &path, "/known_by", message).hint(hint));
        }
    }
}

fn edges(world: &World, found: &mut Vec<Problem>) {
    let mut seen = BTreeSet::new();
    let path = ListFile::Relationships.path();
    for (index, row) in world.relationships.iter().enumerate() {
        let (Some(from), Some(to)) = (said(row, "from"), said(row, "to")) else { continue };
        let at = format!("/relationships/{index}");
        if from == to {
            found.push(Problem::new("edge-self", path, &at, format!("`{from}` stands in a relationship to itself.")));
        } else if !seen.insert((from, to)) {
            let message = format!("How `{from}` stands to `{to}` is said twice.");
            found.push(Problem::new("edge-twice", path, &at, message));
        }
    }
}
