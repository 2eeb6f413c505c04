//! What people know: of places, things and ways that are there, of lore about them, of each other.

use std::collections::BTreeSet;

use ficha_world::{Folder, Ref, SHIPPED_LANGUAGES, World};
use serde_json::{Value, json};

use super::mend::Tell;
use crate::card::{Label, label};
use crate::records::Doc;
use crate::said::Said;

/// Known places and things stay if they are there, a known way if its place has it.
pub fn prune_knowledge(world: &mut World, tell: &mut Tell<'_>) {
    let mut ways: BTreeSet<(String, String)> = BTreeSet::new();
    for (id, doc) in world.folder(Folder::Places) {
        let list = doc.get("ways").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let to = list.iter().filter_map(|way| way.get("to").and_then(Value::as_str));
        ways.extend(to.map(|to| (id.to_owned(), to.to_owned())));
    }
    let there: BTreeSet<Ref> = world.documents.keys().cloned().collect();
    for (reference, doc) in world.documents.iter_mut().filter(|(reference, _)| reference.folder == Folder::Characters) {
        let Some(Value::Object(knowledge)) = doc.get_mut("knowledge") else { continue };
        for (key, folder) in [("places", Folder::Places), ("things", Folder::Things)] {
            let Some(Value::Array(ids)) = knowledge.get_mut(key) else { continue };
            ids.retain(|id| {
                let id = id.as_str().unwrap_or_default();
                let known = there.contains(&Ref::new(folder, id));
                if !known {
                    let to = format!("{folder}/{id}");
                    tell(&reference.to_string(), &Said::Dangling(&format!("knowledge/{key}"), &to));
                }
                known
            });
        }
        let Some(Value::Array(known)) = knowledge.get_mut("ways") else { continue };
        known.retain(|way| {
            let end = |at: usize| way.get(at).and_then(Value::as_str).unwrap_or_default().to_owned();
            let pair = (end(0), end(1));
            let has = ways.contains(&pair);
            if !has {
                tell(&reference.to_string(), &Said::UnknownWay(&pair.0, &pair.1));
            }
            has
        });
    }
}

/// People whom lore with a list of knowers is about know it, unless it is for the game master alone.
pub(super) fn tell_subjects(world: &mut World) {
    for doc in world.documents.iter_mut().filter(|(reference, _)| reference.folder == Folder::Lore).map(|(_, doc)| doc)
    {
        if doc.get("scope").and_then(Value::as_str) != Some("listed") || is_for_the_game_master(doc) {
            continue;
        }
        let about = doc.get("about").and_then(Value::as_array).cloned().unwrap_or_default();
        let people = about.into_iter().filter(|one| one.as_str().is_some_and(|one| one.starts_with("characters/")));
        let known = doc.entry("known_by").or_insert_with(|| json!([]));
        if let Value::Array(known) = known {
            for person in people {
                if !known.contains(&person) {
                    known.push(person);
                }
            }
        }
    }
}

/// Lore about making people up, lore of rules, and the card's own words that a model-free import listed for nobody.
fn is_for_the_game_master(doc: &Doc) -> bool {
    let custom = doc.get("custom_kind").and_then(Value::as_str).unwrap_or_default();
    let labels = [Label::HowPeopleAreMadeUp, Label::RulesAndMechanics];
    let named = labels.iter().any(|of| SHIPPED_LANGUAGES.iter().any(|language| label(*of, language) == custom));
    named || doc.get("as_written").and_then(Value::as_bool) == Some(true)
}

/// Whoever is known to somebody knows them back: a plain acquaintance where there is no relationship yet.
pub fn complete_awareness(world: &mut World) {
    let ends = |edge: &Doc| {
        let end = |key: &str| edge.get(key).and_then(Value::as_str).map(str::to_owned);
        Some((end("from")?, end("to")?))
    };
    let mut known: BTreeSet<(String, String)> = world.relationships.iter().filter_map(ends).collect();
    let edges: Vec<(String, String)> = world.relationships.iter().filter_map(ends).collect();
    for (from, to) in edges {
        if from != to && known.insert((to.clone(), from.clone())) {
            let edge = json!({"from": to, "to": from, "kind": "acquaintance"});
            world.relationships.extend(edge.as_object().cloned());
        }
    }
}
