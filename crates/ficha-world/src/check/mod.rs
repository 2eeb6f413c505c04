//! Everything that keeps a story from starting in a world: what the tables find in each document, and the rules that look
//! at several.

use serde_json::Value;

use crate::place::Folder;
use crate::problem::{Problem, Readiness, sort};
use crate::schema;
use crate::world::World;

/// Everything wrong with a world, by file and pointer.
pub fn check_world(world: &World) -> Vec<Problem> {
    let mut found = world.damaged.clone();
    for (path, shape, doc) in world.tables() {
        found.extend(schema::faults(shape.fields, &doc, &path, ""));
    }
    sort(&mut found);
    found
}

/// Whether a story can start, by what [`check_world`] found.
pub fn readiness(world: &World, problems: &[Problem]) -> Readiness {
    let playable = |doc: &crate::Doc| doc.get("playable").and_then(Value::as_bool) == Some(true);
    if !problems.is_empty() {
        Readiness::Draft
    } else if world.folder(Folder::Characters).any(|(_, doc)| playable(doc)) {
        Readiness::Ready
    } else {
        Readiness::NeedsPlayer
    }
}
