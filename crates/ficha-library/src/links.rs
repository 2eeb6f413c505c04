//! The link lists of bodies: where they are and which kind they lead to. One table, used by keeping (links follow an
//! id that had to change), by the comparison of contents (which leaves links aside) and by the index (which books
//! nothing links to).

use std::collections::BTreeMap;

use ficha_model::{Body, Entity, Kind, Link};
use serde_json::Value;

/// The kind that the links under a body key lead to; `None` for a key that holds no links.
pub(crate) fn linked_kind(key: &str) -> Option<Kind> {
    match key {
        "knowledgeRefs" => Some(Kind::Lorebook),
        "behaviorRefs" => Some(Kind::Regex),
        "characterIds" => Some(Kind::Character),
        _ => None,
    }
}

/// Points the links of an entity to the new ids, by kind and old id.
pub(crate) fn follow(entity: &mut Entity, ids: &BTreeMap<(Kind, String), String>) {
    if ids.iter().all(|((_, old), new)| old == new) {
        return;
    }
    let mut bodies: Vec<&mut Body> = vec![&mut entity.body];
    bodies.extend(entity.profiles.values_mut());
    for body in bodies {
        let mut changed = body.value().clone();
        if follow_in(&mut changed, ids) {
            *body.value_mut() = changed;
        }
    }
}

/// Everything an entity links to that has an id here, its profiles included.
pub(crate) fn linked(entity: &Entity) -> Vec<(Kind, String)> {
    let mut found = Vec::new();
    for body in std::iter::once(&entity.body).chain(entity.profiles.values()) {
        linked_in(body.value(), &mut found);
    }
    found
}

fn linked_in(value: &Value, found: &mut Vec<(Kind, String)>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                match (linked_kind(key), value) {
                    (Some(kind), Value::Array(links)) => {
                        found.extend(links.iter().filter_map(|link| match Link::from_value(link)? {
                            Link::Entity(id) => Some((kind, id)),
                            Link::Name(_) | Link::Foreign { .. } => None,
                        }))
                    }
                    (Some(_) | None, value) => linked_in(value, found),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|value| linked_in(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn follow_in(value: &mut Value, ids: &BTreeMap<(Kind, String), String>) -> bool {
    match value {
        Value::Object(map) => map.iter_mut().fold(false, |any, (key, value)| {
            let here = match (linked_kind(key), &mut *value) {
                (Some(kind), Value::Array(links)) => {
                    links.iter_mut().fold(false, |any, link| follow_link(link, kind, ids) | any)
                }
                (Some(_) | None, value) => follow_in(value, ids),
            };
            any | here
        }),
        Value::Array(list) => list.iter_mut().fold(false, |any, value| follow_in(value, ids) | any),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

fn follow_link(value: &mut Value, kind: Kind, ids: &BTreeMap<(Kind, String), String>) -> bool {
    let Some(Link::Entity(old)) = Link::from_value(value) else { return false };
    match ids.get(&(kind, old)) {
        Some(new) => {
            *value = Link::Entity(new.clone()).to_value();
            true
        }
        None => false,
    }
}
