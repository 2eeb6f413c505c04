//! What code can settle before a world is checked: references to nothing, ways to oneself, places inside each other,
//! relationships said twice. Everything dropped is said.

use std::collections::BTreeSet;

use ficha_world::{Folder, ListFile, Ref, World};
use serde_json::Value;

use crate::said::Said;

/// Says something of a document.
pub(super) type Tell<'t> = dyn FnMut(&str, &Said<'_>) + 't;

/// Mends a world.
pub fn mend(world: &mut World, tell: &mut Tell<'_>) {
    drop_dangling(world, tell);
    drop_ways_to_self(world, tell);
    break_place_loops(world, tell);
    drop_second_edges(world, tell);
}

fn drop_dangling(world: &mut World, tell: &mut Tell<'_>) {
    let there: BTreeSet<Ref> = world.documents.keys().cloned().collect();
    let dangling: Vec<(String, String, String)> = world
        .references()
        .into_iter()
        .filter(|(_, reference)| !there.contains(&reference.to))
        .map(|(path, reference)| (path, reference.pointer, reference.to.to_string()))
        .collect();
    if dangling.is_empty() {
        return;
    }
    for (path, pointer, to) in &dangling {
        tell(entity(path), &Said::Dangling(pointer.trim_start_matches('/'), to));
    }
    world.remove_references(&|reference| !there.contains(reference));
}

/// A document by its path, as notes name it.
fn entity(path: &str) -> &str {
    match path.strip_suffix(".json") {
        Some(document) if document.contains('/') && ListFile::at(path).is_none() => document,
        _ => path,
    }
}

fn drop_ways_to_self(world: &mut World, tell: &mut Tell<'_>) {
    for (reference, doc) in world.documents.iter_mut().filter(|(reference, _)| reference.folder == Folder::Places) {
        let Some(Value::Array(ways)) = doc.get_mut("ways") else { continue };
        let before = ways.len();
        ways.retain(|way| way.get("to").and_then(Value::as_str) != Some(reference.id.as_str()));
        for _ in ways.len()..before {
            tell(&reference.to_string(), &Said::WayToItself);
        }
    }
}

fn break_place_loops(world: &mut World, tell: &mut Tell<'_>) {
    let places: Vec<String> = world.folder(Folder::Places).map(|(id, _)| id.to_owned()).collect();
    let mut settled: BTreeSet<String> = BTreeSet::new();
    for place in places {
        let mut on_the_way = vec![place];
        while let Some(here) = on_the_way.last().cloned() {
            let parent = parent_of(world, &here).filter(|_| !settled.contains(&here));
            let Some(parent) = parent else { break };
            if on_the_way.contains(&parent) {
                if let Some(doc) = world.documents.get_mut(&Ref::new(Folder::Places, here.as_str())) {
                    doc.shift_remove("parent");
                }
                tell(&format!("places/{here}"), &Said::PlaceLoop(&parent));
                break;
            }
            on_the_way.push(parent);
        }
        settled.extend(on_the_way);
    }
}

fn parent_of(world: &World, place: &str) -> Option<String> {
    let doc = world.documents.get(&Ref::new(Folder::Places, place))?;
    doc.get("parent").and_then(Value::as_str).map(str::to_owned)
}

fn drop_second_edges(world: &mut World, tell: &mut Tell<'_>) {
    let mut seen = BTreeSet::new();
    world.relationships.retain(|edge| {
        let end = |key: &str| edge.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let (from, to) = (end("from"), end("to"));
        let place = format!("characters/{from}");
        if from == to {
            tell(&place, &Said::EdgeToItself);
            return false;
        }
        let first = seen.insert((from, to.clone()));
        if !first {
            tell(&place, &Said::SecondEdge(&to));
        }
        first
    });
}
