//! The position a story starts from, worked out from the documents and never written.
//!
//! No command was typed in it and no event has happened, so conditions on those are false.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::check::{carries, items, said};
use crate::place::{Folder, Ref};
use crate::schema::number;
use crate::world::{Doc, World};

/// What carries a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The world itself.
    World,
    /// One of its documents.
    Of(Ref),
}

/// Where a thing is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// With a character.
    HeldBy(String),
    /// At a place.
    At(String),
    /// Nowhere in particular.
    Nowhere,
}

/// What a character knows of, by ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    /// Places.
    pub places: BTreeSet<String>,
    /// Things.
    pub things: BTreeSet<String>,
    /// Ways, from one place to another.
    pub ways: BTreeSet<(String, String)>,
    /// Lore: what everyone knows, what names the character, what names a group it belongs to.
    pub lore: BTreeSet<String>,
    /// People it stands in a relationship to.
    pub people: BTreeSet<String>,
}

/// A starting position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scratch {
    /// Each value by what carries it and the variable's key.
    pub values: BTreeMap<(Subject, String), Value>,
    /// Where each character is; `None` is off stage.
    pub at: BTreeMap<String, Option<String>>,
    /// Where each thing is.
    pub things: BTreeMap<String, Whereabouts>,
    /// What each character knows.
    pub knows: BTreeMap<String, Knowledge>,
}

impl Scratch {
    /// The starting position of a world.
    pub fn of(world: &World) -> Scratch {
        let text = |doc: &Doc, key: &str| said(doc, key).map(str::to_owned);
        let at = world.folder(Folder::Characters).map(|(id, doc)| (id.to_owned(), text(doc, "start"))).collect();
        let things = world.folder(Folder::Things).map(|(id, doc)| {
            let place = match (text(doc, "held_by"), text(doc, "at")) {
                (Some(holder), _) => Whereabouts::HeldBy(holder),
                (None, Some(place)) => Whereabouts::At(place),
                (None, None) => Whereabouts::Nowhere,
            };
            (id.to_owned(), place)
        });
        Scratch { values: values(world), at, things: things.collect(), knows: knowledge(world) }
    }

    /// Whether a condition holds in the starting position. One that says nothing, or cannot be read, does not.
    pub fn holds(&self, condition: &Doc) -> bool {
        self.holds_at(condition, 0)
    }

    fn holds_at(&self, condition: &Doc, depth: usize) -> bool {
        if depth > 32 {
            return false;
        }
        let part = |inner: &Value| inner.as_object().is_some_and(|inner| self.holds_at(inner, depth + 1));
        if let Some(test) = condition.get("value").and_then(Value::as_object) {
            return self.value_holds(test);
        }
        if let Some(test) = condition.get("is_at").and_then(Value::as_object) {
            let (Some(character), Some(place)) = (said(test, "character"), said(test, "place")) else { return false };
            return self.at.get(character).is_some_and(|at| at.as_deref() == Some(place));
        }
        if let Some(all) = condition.get("all").and_then(Value::as_array) {
            return !all.is_empty() && all.iter().all(part);
        }
        condition.get("any").and_then(Value::as_array).is_some_and(|any| any.iter().any(part))
    }

    fn value_holds(&self, test: &Doc) -> bool {
        let subject = match said(test, "of") {
            None | Some("world") => Subject::World,
            Some(of) => match of.parse() {
                Ok(at) => Subject::Of(at),
                Err(_) => return false,
            },
        };
        let key = said(test, "key").unwrap_or("").to_owned();
        let (Some(is), Some(to)) = (self.values.get(&(subject, key)), test.get("to")) else { return false };
        let order = number(is).zip(number(to)).and_then(|(is, to)| is.partial_cmp(&to));
        let same = ficha_json::value_eq(is, to) || order == Some(std::cmp::Ordering::Equal);
        match said(test, "op") {
            Some("==") => same,
            Some("!=") => !same,
            Some("<") => order.is_some_and(std::cmp::Ordering::is_lt),
            Some("<=") => order.is_some_and(std::cmp::Ordering::is_le),
            Some(">") => order.is_some_and(std::cmp::Ordering::is_gt),
            Some(">=") => order.is_some_and(std::cmp::Ordering::is_ge),
            _ => false,
        }
    }
}

fn values(world: &World) -> BTreeMap<(Subject, String), Value> {
    let mut values = BTreeMap::new();
    for decl in &world.variables {
        let (Some(key), Some(default)) = (said(decl, "key"), decl.get("default")) else { continue };
        if said(decl, "of") == Some("world") {
            values.insert((Subject::World, key.to_owned()), default.clone());
            continue;
        }
        for (at, doc) in world.documents.iter().filter(|(at, _)| carries(decl, at)) {
            let own = doc.get("values").and_then(|values| values.get(key));
            values.insert((Subject::Of(at.clone()), key.to_owned()), own.unwrap_or(default).clone());
        }
    }
    values
}

/// What each character knows. Lore and relationships are walked once for all characters.
fn knowledge(world: &World) -> BTreeMap<String, Knowledge> {
    let mut knows: BTreeMap<String, Knowledge> =
        world.folder(Folder::Characters).map(|(id, doc)| (id.to_owned(), said_knowledge(doc))).collect();
    let mut members: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (faction, doc) in world.folder(Folder::Factions) {
        let all = items(doc, "members").filter_map(|(_, member)| member.get("character").and_then(Value::as_str));
        members.insert(faction, all.collect());
    }
    for (lore, entry) in world.folder(Folder::Lore) {
        if said(entry, "scope") == Some("everyone") {
            for knowledge in knows.values_mut() {
                knowledge.lore.insert(lore.to_owned());
            }
        }
        for named in items(entry, "known_by").filter_map(|(_, named)| named.as_str()?.parse::<Ref>().ok()) {
            let own = [named.id.as_str()];
            let people = match named.folder {
                Folder::Characters => own.as_slice(),
                Folder::Factions => members.get(named.id.as_str()).map_or(&[] as &[&str], Vec::as_slice),
                _ => &[],
            };
            for id in people {
                if let Some(knowledge) = knows.get_mut(*id) {
                    knowledge.lore.insert(lore.to_owned());
                }
            }
        }
    }
    for row in &world.relationships {
        if let (Some(from), Some(to)) = (said(row, "from"), said(row, "to"))
            && let Some(knowledge) = knows.get_mut(from)
        {
            knowledge.people.insert(to.to_owned());
        }
    }
    knows
}

/// What a character's own document says it knows.
fn said_knowledge(doc: &Doc) -> Knowledge {
    let mut knows = Knowledge::default();
    let Some(own) = doc.get("knowledge").and_then(Value::as_object) else { return knows };
    let ids = |key: &str| items(own, key).filter_map(|(_, id)| id.as_str().map(str::to_owned)).collect();
    knows.places = ids("places");
    knows.things = ids("things");
    for (_, way) in items(own, "ways") {
        let ends: Vec<&str> = way.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if let [from, to] = ends.as_slice() {
            knows.ways.insert(((*from).to_owned(), (*to).to_owned()));
        }
    }
    knows
}
