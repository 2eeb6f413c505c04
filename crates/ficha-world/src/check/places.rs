//! Places: that there is one, where a story begins, loops of bigger places, exits, and the ways people know.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{is_playable, items, said};
use crate::place::{Folder, Ref};
use crate::problem::Problem;
use crate::world::World;

pub(super) fn look(world: &World, found: &mut Vec<Problem>) {
    if world.folder(Folder::Places).next().is_none() {
        let message = "The world has no place, and a story has to be somewhere.";
        found.push(Problem::new("no-place", "world.json", "", message).hint("Add a place."));
    }
    starts(world, found);
    loops(world, found);
    exits(world, found);
    known_ways(world, found);
}

fn starts(world: &World, found: &mut Vec<Problem>) {
    let mut anybody = false;
    for (id, doc) in world.folder(Folder::Characters) {
        let starts = said(doc, "start").is_some();
        anybody |= starts;
        if is_playable(doc) && !starts {
            let path = Ref::new(Folder::Characters, id).path();
            let message = "A character a player can be has to begin somewhere.";
            found.push(Problem::new("no-start", &path, "/start", message).hint("Set `start` to a place."));
        }
    }
    if !anybody && items(&world.info, "start_places").next().is_none() {
        let message = "No place is named where a player may begin, and nobody begins anywhere.";
        found.push(Problem::new("no-start", "world.json", "/start_places", message).hint("Name a place to begin in."));
    }
}

fn parent<'a>(world: &'a World, id: &str) -> Option<&'a str> {
    said(world.documents.get(&Ref::new(Folder::Places, id))?, "parent")
}

fn loops(world: &World, found: &mut Vec<Problem>) {
    let mut safe: BTreeSet<&str> = BTreeSet::new();
    for (id, _) in world.folder(Folder::Places) {
        let mut way: Vec<&str> = Vec::new();
        let mut at = Some(id);
        while let Some(here) = at {
            if safe.contains(here) {
                break;
            }
            if let Some(start) = way.iter().position(|passed| *passed == here) {
                for inside in way.iter().skip(start) {
                    let path = Ref::new(Folder::Places, *inside).path();
                    let message = format!("`{inside}` lies in itself by way of the places it lies in.");
                    found.push(Problem::new("place-loop", &path, "/parent", message));
                }
                break;
            }
            way.push(here);
            at = parent(world, here);
        }
        safe.extend(way);
    }
}

fn exits(world: &World, found: &mut Vec<Problem>) {
    for (id, doc) in world.folder(Folder::Places) {
        let path = Ref::new(Folder::Places, id).path();
        let mut seen = BTreeSet::new();
        for (index, way) in items(doc, "ways") {
            let Some(way) = way.as_object() else { continue };
            let Some(to) = said(way, "to") else { continue };
            let at = format!("/ways/{index}");
            if to == id {
                found.push(Problem::new("way-self", &path, &at, "This way leads to the place it begins in."));
            } else if !seen.insert((to, said(way, "name").unwrap_or(""))) {
                let message = format!("Two ways of one name lead to `{to}`.");
                found.push(Problem::new("way-twice", &path, &at, message));
            }
        }
    }
}

fn known_ways(world: &World, found: &mut Vec<Problem>) {
    for (id, doc) in world.folder(Folder::Characters) {
        let Some(knowledge) = doc.get("knowledge").and_then(Value::as_object) else { continue };
        for (index, way) in items(knowledge, "ways") {
            let ends: Vec<&str> = way.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let [from, to] = ends.as_slice() else { continue };
            let (there, goal) = (Ref::new(Folder::Places, *from), Ref::new(Folder::Places, *to));
            let Some(place) = world.documents.get(&there) else { continue };
            let leads = items(place, "ways").any(|(_, way)| way.get("to").and_then(Value::as_str) == Some(*to));
            if world.has(&goal) && !leads {
                let path = Ref::new(Folder::Characters, id).path();
                let message = format!("A way from `{from}` to `{to}` is known, and `{from}` has none.");
                found.push(Problem::new("knowledge-way", &path, &format!("/knowledge/ways/{index}"), message));
            }
        }
    }
}
