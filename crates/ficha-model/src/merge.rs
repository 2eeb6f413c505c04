//! Laying one body over another: a profile over the body it belongs to, a variant over its base.

use serde_json::{Map, Value};

use crate::Body;

/// The body a format gets: the overrides laid over the body leaf by leaf. Maps are gone into; texts, numbers, flags
/// and whole lists stand in place of the body's; a key that is `null` takes the body's away.
pub fn merge_profile(body: &Body, overrides: &Body) -> Body {
    let laid = overrides.value().as_object();
    if laid.is_none_or(Map::is_empty) {
        return body.clone();
    }
    let mut merged = body.clone();
    if let (Value::Object(target), Some(overrides)) = (merged.value_mut(), laid) {
        lay(target, overrides, true);
    }
    merged
}

/// The body of one variant (an item of a character's `variants`), without `variants`.
///
/// With `mirrorBase` absent or true the differences are laid over the base: maps are gone into, everything else
/// replaces, `""` clears. With `mirrorBase` false each section the variant has stands in place of the whole section of
/// the base; sections it has not, and the name, still come from the base.
pub fn merge_variant(body: &Body, variant: &Value) -> Body {
    let mut merged = body.clone();
    let Value::Object(target) = merged.value_mut() else { return merged };
    target.shift_remove("variants");
    let Some(overrides) = variant.get("overrides").and_then(Value::as_object) else { return merged };
    let mirrors = variant.get("mirrorBase").and_then(Value::as_bool).unwrap_or(true);
    if mirrors {
        lay(target, overrides, false);
    } else {
        let name = target.get("identity").and_then(|identity| identity.get("name")).cloned();
        for (section, value) in overrides.iter().filter(|(section, _)| *section != "variants") {
            target.insert(section.clone(), value.clone());
        }
        if let (Some(name), Some(Value::Object(identity))) = (name, target.get_mut("identity")) {
            identity.entry("name").or_insert(name);
        }
    }
    target.shift_remove("variants");
    merged
}

fn lay(target: &mut Map<String, Value>, overrides: &Map<String, Value>, null_clears: bool) {
    for (key, value) in overrides {
        match (target.get_mut(key), value) {
            (_, Value::Null) if null_clears => {
                target.shift_remove(key);
            }
            (Some(Value::Object(below)), Value::Object(more)) => lay(below, more, null_clears),
            (_, Value::Object(more)) => {
                let mut fresh = Map::new();
                lay(&mut fresh, more, null_clears);
                target.insert(key.clone(), Value::Object(fresh));
            }
            _ => {
                target.insert(key.clone(), value.clone());
            }
        }
    }
}
