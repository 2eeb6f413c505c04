//! What is tracked: each declaration by itself, and the values documents begin with.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{items, said};
use crate::id::{is_valid_id, is_variable_key};
use crate::place::{Folder, ListFile, Ref};
use crate::problem::Problem;
use crate::schema::{number, short};
use crate::words::is_feeling;
use crate::world::{Doc, World};

/// All problems of one declaration. Places are pointers in the declaration; the file is `variables.json`. A declaration
/// that is in the world already does not take its own key.
pub fn variable_problems(decl: &Doc, world: &World) -> Vec<Problem> {
    let key = said(decl, "key").unwrap_or("");
    let others = world.variables.iter().filter(|row| said(row, "key") == Some(key));
    let (same, other): (Vec<&Doc>, Vec<&Doc>) = others.partition(|row| *row == decl);
    Declared { decl, world, at: "", found: Vec::new() }.look(!other.is_empty() || same.len() > 1)
}

/// The declaration of a key.
pub(crate) fn declared<'a>(world: &'a World, key: &str) -> Option<&'a Doc> {
    world.variables.iter().find(|row| said(row, "key") == Some(key))
}

pub(super) fn look(world: &World, found: &mut Vec<Problem>) {
    let mut keys = BTreeSet::new();
    for (index, decl) in world.variables.iter().enumerate() {
        let taken = said(decl, "key").is_some_and(|key| !keys.insert(key));
        let at = format!("/variables/{index}");
        found.extend(Declared { decl, world, at: &at, found: Vec::new() }.look(taken));
    }
    values(world, found);
}

struct Declared<'a> {
    decl: &'a Doc,
    world: &'a World,
    at: &'a str,
    found: Vec<Problem>,
}

impl Declared<'_> {
    fn say(&mut self, code: &'static str, member: &str, message: impl Into<String>) {
        let at = format!("{}/{member}", self.at);
        self.found.push(Problem::new(code, ListFile::Variables.path(), &at, message));
    }

    fn number(&self, key: &str) -> Option<f64> {
        self.decl.get(key).and_then(number)
    }

    fn look(mut self, taken: bool) -> Vec<Problem> {
        if let Some(key) = self.decl.get("key").and_then(Value::as_str) {
            if !is_variable_key(key) {
                self.say("var-key", "key", "A key is lower case letters, digits and `_`, a letter first, at most 48.");
            } else if taken {
                self.say("var-key-taken", "key", format!("`{key}` is declared already."));
            }
        }
        for member in ["key", "label"] {
            if let Some(word) = said(self.decl, member).filter(|word| is_feeling(word)) {
                let message = format!("`{}` is a feeling; relationships hold those already.", short(word));
                self.say("var-feeling", member, message);
                break;
            }
        }
        self.kind();
        self.limits();
        self.bands();
        self.options();
        if let (Some(default), Some("number" | "flag" | "choice")) = (self.decl.get("default"), said(self.decl, "type"))
            && let Some(message) = value_fault(self.decl, default)
        {
            self.say("var-default", "default", message);
        }
        self.only();
        self.found
    }

    fn kind(&mut self) {
        let kind = self.decl.get("type").and_then(Value::as_str);
        if let Some(kind) = kind
            && !matches!(kind, "number" | "flag" | "choice")
        {
            self.say("var-type", "type", format!("`{}` is none of: number, flag, choice.", short(kind)));
            return;
        }
        let wrong = |wanted: &str, kind: Option<&str>| kind.is_some_and(|kind| kind != wanted);
        for (member, wanted) in
            [("min", "number"), ("max", "number"), ("step", "number"), ("bands", "number"), ("options", "choice")]
        {
            let empty = self
                .decl
                .get(member)
                .is_none_or(|value| value.is_null() || value.as_array().is_some_and(Vec::is_empty));
            if !empty && wrong(wanted, kind) {
                self.say("var-type", member, format!("`{member}` belongs to variables of type {wanted}."));
            }
        }
    }

    fn limits(&mut self) {
        if let (Some(min), Some(max)) = (self.number("min"), self.number("max"))
            && min >= max
        {
            self.say("var-limits", "min", "`min` has to be below `max`.");
        }
        if self.number("step").is_some_and(|step| step <= 0.0) {
            self.say("var-limits", "step", "`step` has to be above 0.");
        }
    }

    fn bands(&mut self) {
        let bands: Vec<(usize, &Doc)> =
            items(self.decl, "bands").filter_map(|(index, band)| Some((index, band.as_object()?))).collect();
        let mut before: Option<f64> = None;
        let mut labels = BTreeSet::new();
        for (index, band) in &bands {
            let Some(from) = band.get("from").and_then(number) else { continue };
            if before.is_some_and(|before| from <= before) {
                self.say("var-bands-rise", &format!("bands/{index}/from"), "Each band begins above the one before.");
            }
            if *index == 0 && self.number("min") != Some(from) {
                self.say("var-bands-range", "bands/0/from", "The first band begins at `min`.");
            }
            if self.number("max").is_some_and(|max| from > max) {
                self.say("var-bands-range", &format!("bands/{index}/from"), "A band begins above `max`.");
            }
            if said(band, "label").is_some_and(|label| !labels.insert(label)) {
                self.say("var-bands-range", &format!("bands/{index}/label"), "Two bands have one label.");
            }
            before = Some(from);
        }
    }

    fn options(&mut self) {
        if said(self.decl, "type") != Some("choice") {
            return;
        }
        let all: Vec<&str> = items(self.decl, "options").filter_map(|(_, option)| option.as_str()).collect();
        let distinct: BTreeSet<&str> = all.iter().copied().collect();
        if distinct.len() < 2 {
            self.say("var-options", "options", "A choice has at least two different options.");
        } else if distinct.len() < all.len() {
            self.say("var-options", "options", "An option stands twice.");
        }
    }

    fn only(&mut self) {
        let of = said(self.decl, "of").unwrap_or("");
        let limited: Vec<(usize, &Value)> = items(self.decl, "only").collect();
        if of == "world" && !limited.is_empty() {
            self.say("var-only-world", "only", "What the world itself carries is limited to nothing.");
            return;
        }
        let Some(folder) = Folder::of(of) else { return };
        for (index, id) in limited {
            let Some(id) = id.as_str().filter(|id| is_valid_id(id)) else { continue };
            if !self.world.has(&Ref::new(folder, id)) {
                let message = format!("There is no {} `{id}`.", folder.kind_word());
                self.say("var-only-unknown", &format!("only/{index}"), message);
            }
        }
    }
}

/// Why a variable cannot have a value; `None` when it can. A declaration of no known type takes every value.
pub fn value_fault(decl: &Doc, value: &Value) -> Option<String> {
    match said(decl, "type") {
        Some("number") => {
            let Some(given) = number(value) else { return Some("A number is needed.".to_owned()) };
            let limit = |key: &str| decl.get(key).and_then(number);
            if let Some(min) = limit("min").filter(|min| given < *min) {
                return Some(format!("{given} is below {min}."));
            }
            limit("max").filter(|max| given > *max).map(|max| format!("{given} is above {max}."))
        }
        Some("flag") => (!value.is_boolean()).then(|| "True or false is needed.".to_owned()),
        Some("choice") => {
            let known = value
                .as_str()
                .is_some_and(|given| items(decl, "options").any(|(_, option)| option.as_str() == Some(given)));
            (!known).then(|| "This is none of the options.".to_owned())
        }
        _ => None,
    }
}

/// Whether a variable is carried by a document.
pub(crate) fn carries(decl: &Doc, at: &Ref) -> bool {
    let only: Vec<&str> = items(decl, "only").filter_map(|(_, id)| id.as_str()).collect();
    said(decl, "of") == Some(at.folder.word()) && (only.is_empty() || only.contains(&at.id.as_str()))
}

fn values(world: &World, found: &mut Vec<Problem>) {
    for (at, doc) in &world.documents {
        for (key, value) in doc.get("values").and_then(Value::as_object).into_iter().flatten() {
            let here = ficha_json::pointer::join("/values", key);
            let mut say = |code, message: String| found.push(Problem::new(code, &at.path(), &here, message));
            match declared(world, key) {
                None => say("value-unknown", format!("No variable is called `{}`.", short(key))),
                Some(decl) if !carries(decl, at) => {
                    say("value-subject", format!("`{key}` is not tracked for `{at}`."));
                }
                Some(decl) => {
                    if let Some(message) = value_fault(decl, value) {
                        say("value-range", message);
                    }
                }
            }
        }
    }
}
