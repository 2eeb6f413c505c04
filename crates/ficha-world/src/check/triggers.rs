//! Triggers: that a condition says one thing, and that what it and the effect name exists.

use ficha_json::pointer::join;
use serde_json::Value;

use super::said;
use super::variables::{carries, declared, value_fault};
use crate::id::id_key;
use crate::place::{ListFile, Ref};
use crate::problem::Problem;
use crate::schema::{self, short};
use crate::world::{Doc, World};

/// How deep conditions may lie in one another.
const DEEPEST: usize = 3;

pub(super) fn look(world: &World, found: &mut Vec<Problem>) {
    let mut look = Look { world, found };
    for (index, row) in world.triggers.iter().enumerate() {
        let at = format!("/triggers/{index}");
        if let Some(when) = row.get("when").and_then(Value::as_object) {
            look.condition(when, &join(&at, "when"), 1);
        }
        if let Some(effect) = row.get("effect").and_then(Value::as_object) {
            look.effect(effect, &join(&at, "effect"));
        }
    }
}

struct Look<'w, 'f> {
    world: &'w World,
    found: &'f mut Vec<Problem>,
}

impl<'w> Look<'w, '_> {
    fn say(&mut self, code: &'static str, at: &str, message: impl Into<String>) {
        self.found.push(Problem::new(code, ListFile::Triggers.path(), at, message));
    }

    fn condition(&mut self, condition: &Doc, at: &str, depth: usize) {
        let members = schema::condition_members(condition);
        if members.len() != 1 {
            let message = match members.len() {
                0 => "A condition says what it waits for.".to_owned(),
                more => format!("A condition says one thing, and this one says {more}."),
            };
            self.say("trigger-start", at, message);
        }
        if depth > DEEPEST {
            self.say("trigger-start", at, format!("Conditions lie at most {DEEPEST} deep in one another."));
            return;
        }
        if let Some(word) = said(condition, "command") {
            let key = id_key(word);
            let known = self.world.commands.iter().any(|row| said(row, "word").is_some_and(|word| id_key(word) == key));
            if !known {
                self.say("trigger-command", &join(at, "command"), format!("There is no command `{}`.", short(word)));
            }
        }
        if let Some(test) = condition.get("value").and_then(Value::as_object) {
            self.value_test(test, &join(at, "value"));
        }
        for key in ["all", "any"] {
            for (index, inner) in super::items(condition, key) {
                if let Some(inner) = inner.as_object() {
                    self.condition(inner, &format!("{at}/{key}/{index}"), depth + 1);
                }
            }
        }
    }

    fn value_test(&mut self, test: &Doc, at: &str) {
        let Some(decl) = self.variable(test, at) else { return };
        if let Some(to) = test.get("to")
            && let Some(message) = value_fault(decl, to)
        {
            self.say("trigger-value", &join(at, "to"), message);
        }
        let orders = matches!(said(test, "op"), Some("<" | "<=" | ">" | ">="));
        if orders && said(decl, "type") != Some("number") {
            self.say("trigger-value", &join(at, "op"), "Only numbers are above or below one another.");
        }
    }

    /// The variable a test or an effect names, with what is wrong about naming it here.
    fn variable(&mut self, named: &Doc, at: &str) -> Option<&'w Doc> {
        let key = said(named, "key")?;
        let Some(decl) = declared(self.world, key) else {
            self.say("trigger-value", &join(at, "key"), format!("No variable is called `{}`.", short(key)));
            return None;
        };
        let here = join(at, "of");
        match (said(decl, "of"), said(named, "of")) {
            (Some("world"), None | Some("world")) => {}
            (Some("world"), Some(_)) => {
                self.say("trigger-value", &here, format!("`{key}` is carried by the world itself."));
            }
            (_, None) => {
                let message = format!("`{key}` is carried by documents, and none is named.");
                self.say("trigger-value", &here, message);
            }
            (_, Some(of)) => match of.parse::<Ref>() {
                Ok(at) if carries(decl, &at) => {}
                Ok(at) => self.say("trigger-value", &here, format!("`{key}` is not tracked for `{at}`.")),
                Err(fault) => self.say("trigger-value", &here, format!("{fault}.")),
            },
        }
        Some(decl)
    }

    fn effect(&mut self, effect: &Doc, at: &str) {
        let needed: &[&str] = match said(effect, "kind") {
            Some("beat") => &["dispatch", "need"],
            Some("set") => &["key", "value"],
            Some("move") => &["character", "place"],
            Some("reveal") => &["lore", "to"],
            _ => &[],
        };
        for member in needed {
            let empty = match effect.get(*member) {
                None | Some(Value::Null) => true,
                Some(Value::String(text)) => text.is_empty() && *member != "value",
                Some(Value::Array(items)) => items.is_empty(),
                Some(_) => false,
            };
            if empty {
                let kind = said(effect, "kind").unwrap_or("");
                self.say("trigger-effect", &join(at, member), format!("`{kind}` needs `{member}`."));
            }
        }
        if said(effect, "kind") == Some("set")
            && let Some(decl) = self.set_variable(effect, at)
            && let Some(value) = effect.get("value")
            && let Some(message) = value_fault(decl, value)
        {
            self.say("trigger-value", &join(at, "value"), message);
        }
    }

    /// As [`Look::variable`]; that a subject is missing is the effect's fault.
    fn set_variable(&mut self, effect: &Doc, at: &str) -> Option<&'w Doc> {
        let decl = declared(self.world, said(effect, "key")?);
        if said(effect, "of").is_none() && decl.is_some_and(|decl| said(decl, "of") != Some("world")) {
            self.say("trigger-effect", &join(at, "of"), "`set` needs `of`, what carries the value.");
            return decl;
        }
        self.variable(effect, at)
    }
}
