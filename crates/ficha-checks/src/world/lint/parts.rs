//! Things, values, commands, factions, pictures, files and lore that nothing in the world makes use of.

use std::collections::BTreeSet;

use ficha_world::{Folder, Ref, World, schema};
use serde_json::Value;

use crate::world::input::{list, rows, text};
use crate::world::{file_spot, found, spot, walk};
use crate::{Finding, Severity};

pub(super) fn look(world: &World, findings: &mut Vec<Finding>) {
    things(world, findings);
    values_and_commands(world, findings);
    factions_and_lore(world, findings);
    pictures(world, findings);
    findings.extend(world.stray.iter().map(|path| found(Severity::Info, "stray-file", path).with("path", path)));
}

fn things(world: &World, findings: &mut Vec<Finding>) {
    let nowhere = |id: &str| {
        let doc = world.documents.get(&Ref::new(Folder::Things, id));
        doc.is_some_and(|doc| text(doc, "held_by").is_empty() && text(doc, "at").is_empty())
    };
    for (id, _) in world.folder(Folder::Things).filter(|(id, _)| nowhere(id)) {
        let at = Ref::new(Folder::Things, id);
        findings.push(found(Severity::Info, "thing-nowhere", spot(&at, "")).with("name", world.name_of(&at)));
    }
    for (id, doc) in world.folder(Folder::Characters) {
        let at = Ref::new(Folder::Characters, id);
        let known = doc.get("knowledge").and_then(Value::as_object).into_iter();
        for (index, thing) in known.flat_map(|known| list(known, "things").enumerate()) {
            if nowhere(thing) {
                let thing = Ref::new(Folder::Things, thing);
                let finding = found(Severity::Info, "knows-unheld", spot(&at, &format!("/knowledge/things/{index}")));
                findings.push(finding.with("name", world.name_of(&at)).with("thing", world.name_of(&thing)));
            }
        }
    }
}

fn values_and_commands(world: &World, findings: &mut Vec<Finding>) {
    let (mut keys, mut words) = (BTreeSet::new(), BTreeSet::new());
    for trigger in &world.triggers {
        if let Some(when) = trigger.get("when") {
            named(when, &mut keys, &mut words);
        }
        if let Some(key) = trigger.get("effect").and_then(|effect| effect.get("key")).and_then(Value::as_str) {
            keys.insert(key);
        }
    }
    for (index, variable) in world.variables.iter().enumerate() {
        let key = text(variable, "key");
        if text(variable, "change").is_empty() && rows(variable, "bands").next().is_none() && !keys.contains(key) {
            let place = format!("variables.json#/variables/{index}");
            findings.push(found(Severity::Info, "value-unused", place).with("key", key));
        }
    }
    let words: BTreeSet<String> = words.into_iter().map(ficha_world::id_key).collect();
    for (index, command) in world.commands.iter().enumerate() {
        let word = text(command, "word");
        if !words.contains(&ficha_world::id_key(word)) {
            let place = format!("commands.json#/commands/{index}");
            findings.push(found(Severity::Warning, "unused-command", place).with("word", word));
        }
    }
}

/// The variables and commands a condition names, however deep.
fn named<'w>(condition: &'w Value, keys: &mut BTreeSet<&'w str>, words: &mut BTreeSet<&'w str>) {
    keys.extend(condition.get("value").and_then(|value| value.get("key")).and_then(Value::as_str));
    words.extend(condition.get("command").and_then(Value::as_str));
    for group in ["all", "any"].into_iter().filter_map(|key| condition.get(key)?.as_array()) {
        group.iter().for_each(|condition| named(condition, keys, words));
    }
}

fn factions_and_lore(world: &World, findings: &mut Vec<Finding>) {
    for (id, _) in world.folder(Folder::Factions).filter(|(_, doc)| rows(doc, "members").next().is_none()) {
        let at = Ref::new(Folder::Factions, id);
        findings.push(found(Severity::Info, "faction-empty", spot(&at, "")).with("name", world.name_of(&at)));
    }
    for (id, doc) in world.folder(Folder::Lore) {
        let is_loose = list(doc, "keywords").next().is_none() && list(doc, "about").next().is_none();
        if is_loose && text(doc, "scope") == "everyone" {
            let at = Ref::new(Folder::Lore, id);
            findings.push(found(Severity::Info, "lore-keywordless", spot(&at, "")).with("name", world.name_of(&at)));
        }
    }
}

fn pictures(world: &World, findings: &mut Vec<Finding>) {
    let mut look = |path: &str, fields: &'static [schema::Field], doc: &ficha_world::Doc| {
        walk::pictures(fields, doc, &mut |pointer, picture| {
            if !picture.is_empty() && ficha_world::image_fault(picture).is_none() && !world.pictures.contains(picture) {
                let place = file_spot(path, pointer);
                findings.push(found(Severity::Warning, "missing-picture", place).with("path", picture));
            }
        });
    };
    look("world.json", schema::WORLD.fields, &world.info);
    for (at, doc) in &world.documents {
        look(&at.path(), schema::of(at.folder).fields, doc);
    }
    for (index, row) in world.images.iter().enumerate() {
        let picture = text(row, "path");
        if ficha_world::image_fault(picture).is_none() && !world.pictures.contains(picture) {
            let place = format!("images/index.json#/images/{index}/path");
            findings.push(found(Severity::Warning, "missing-picture", place).with("path", picture));
        }
    }
}
