//! Triggers that never start, start at once, or draw from nothing. Those that are switched off are left alone.

use ficha_world::{Doc, World};
use serde_json::Value;

use super::Ways;
use crate::world::found;
use crate::world::input::{WorldInput, list, text};
use crate::{Finding, Severity};

pub(super) fn look(input: &WorldInput<'_>, ways: &Ways<'_>, findings: &mut Vec<Finding>) {
    let world = input.world();
    let live = world.triggers.iter().enumerate().filter(|(_, row)| row.get("enabled") != Some(&Value::Bool(false)));
    for (index, trigger) in live {
        let place = |pointer: &str| format!("triggers.json#/triggers/{index}{pointer}");
        let name = text(trigger, "name");
        if let Some(when) = trigger.get("when").and_then(Value::as_object) {
            if never(when, world, ways) {
                findings.push(found(Severity::Warning, "trigger-never", place("/when")).with("name", name));
            } else if input.scratch().holds(when) {
                findings.push(found(Severity::Info, "trigger-at-start", place("/when")).with("name", name));
            }
        }
        let Some(effect) = trigger.get("effect").and_then(Value::as_object) else { continue };
        let is_authored = text(effect, "kind") == "beat" && text(effect, "dispatch") == "author";
        if is_authored && list(effect, "draw").next().is_none() {
            findings.push(found(Severity::Info, "trigger-draw-empty", place("/effect")).with("name", name));
        }
    }
}

/// Whether a condition cannot become true. What the validation already calls wrong is left to it.
fn never(condition: &Doc, world: &World, ways: &Ways<'_>) -> bool {
    if let Some(test) = condition.get("value").and_then(Value::as_object) {
        return Allowed::of(test, world).is_some_and(|allowed| allowed.is_empty());
    }
    if let Some(test) = condition.get("is_at").and_then(Value::as_object) {
        return ways.is_out_of_reach(text(test, "place"));
    }
    let parts =
        |key: &str| condition.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object);
    if condition.contains_key("any") {
        let mut any = parts("any").peekable();
        return any.peek().is_some() && any.all(|part| never(part, world, ways));
    }
    let all: Vec<&Doc> = parts("all").collect();
    all.iter().any(|part| never(part, world, ways)) || contradicts(&all, world)
}

/// Whether tests of one value, or of where one character is, leave nothing when they must all hold.
fn contradicts(all: &[&Doc], world: &World) -> bool {
    let tests = |key: &'static str| all.iter().filter_map(move |part| part.get(key)?.as_object());
    let apart = tests("is_at").enumerate().any(|(index, one)| {
        let others = tests("is_at").skip(index + 1);
        others.into_iter().any(|other| {
            text(one, "character") == text(other, "character") && text(one, "place") != text(other, "place")
        })
    });
    apart
        || tests("value").any(|one| {
            let same = |other: &&Doc| {
                let carrier = |test| Some(text(test, "of")).filter(|of| !of.is_empty()).unwrap_or("world");
                text(one, "key") == text(other, "key") && carrier(one) == carrier(other)
            };
            let allowed = tests("value").filter(same).filter_map(|test| Allowed::of(test, world));
            allowed.reduce(Allowed::and).is_some_and(|left| left.is_empty())
        })
}

/// The values that a test leaves of those a variable can have.
enum Allowed {
    /// Numbers between two, each end with whether it counts, without these.
    Numbers { from: (f64, bool), to: (f64, bool), without: Vec<f64> },
    /// These words; flags are `true` and `false`.
    Words(Vec<String>),
}

impl Allowed {
    /// `None` for a test the validation has something against.
    fn of(test: &Doc, world: &World) -> Option<Allowed> {
        let variable = world.variables.iter().find(|row| text(row, "key") == text(test, "key"))?;
        let (to, op) = (test.get("to")?, text(test, "op"));
        match text(variable, "type") {
            "number" => {
                let to = to.as_f64()?;
                let end = |key: &str, open: f64| variable.get(key).and_then(Value::as_f64).unwrap_or(open);
                let (least, most) = ((end("min", f64::NEG_INFINITY), true), (end("max", f64::INFINITY), true));
                let numbers = |from, to, without| Some(Allowed::Numbers { from, to, without });
                let test = match op {
                    "==" => numbers((to, true), (to, true), vec![]),
                    "!=" => numbers(least, most, vec![to]),
                    "<" => numbers(least, (to, false), vec![]),
                    "<=" => numbers(least, (to, true), vec![]),
                    ">" => numbers((to, false), most, vec![]),
                    ">=" => numbers((to, true), most, vec![]),
                    _ => None,
                };
                Some(Allowed::Numbers { from: least, to: most, without: vec![] }.and(test?))
            }
            kind @ ("flag" | "choice") => {
                let to = if kind == "flag" { to.as_bool()?.to_string() } else { to.as_str()?.to_owned() };
                let all: Vec<String> = match kind {
                    "flag" => vec!["true".to_owned(), "false".to_owned()],
                    _ => list(variable, "options").map(str::to_owned).collect(),
                };
                let keep = |word: &String| match op {
                    "==" => *word == to,
                    "!=" => *word != to,
                    _ => true,
                };
                Some(Allowed::Words(all.into_iter().filter(keep).collect()))
            }
            _ => None,
        }
    }

    fn and(self, other: Allowed) -> Allowed {
        match (self, other) {
            (
                Allowed::Numbers { from, to, mut without },
                Allowed::Numbers { from: other_from, to: other_to, without: other_without },
            ) => {
                without.extend(other_without);
                let later = other_from.0 > from.0 || (other_from.0 == from.0 && !other_from.1);
                let sooner = other_to.0 < to.0 || (other_to.0 == to.0 && !other_to.1);
                Allowed::Numbers {
                    from: if later { other_from } else { from },
                    to: if sooner { other_to } else { to },
                    without,
                }
            }
            (Allowed::Words(one), Allowed::Words(other)) => {
                Allowed::Words(one.into_iter().filter(|word| other.contains(word)).collect())
            }
            (one, _) => one,
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Allowed::Words(words) => words.is_empty(),
            Allowed::Numbers { from, to, without } => {
                from.0 > to.0 || (from.0 == to.0 && (!(from.1 && to.1) || without.contains(&from.0)))
            }
        }
    }
}
