//! Paths into the profiles of an entity. A change of `profiles["risu"].greetings.firstMessage` is one of what RisuAI
//! alone gets; every other path is one of the body. No body has a field of that name.

use serde_json::{Map, Value};

use crate::path::{Path, Step};
use crate::{Body, Entity, Profiles};

/// The first step of a path into the profiles.
pub const PROFILES: &str = "profiles";

/// The format and the path below it, of a path into the profiles; `None` for a path of the body.
pub fn profile_path(path: &Path) -> Option<(&str, Path)> {
    match path.0.as_slice() {
        [Step::Key(first), Step::Key(format), rest @ ..] if first == PROFILES => {
            Some((format.as_str(), Path(rest.to_vec())))
        }
        _ => None,
    }
}

/// The path of a format's override, where `inner` is one of the body.
pub fn in_profile(format: &str, inner: &Path) -> Path {
    let mut path = Path::default().key(PROFILES).key(format);
    path.0.extend(inner.0.iter().cloned());
    path
}

impl Entity {
    /// The value at a path of the body or of a profile.
    pub fn value_at(&self, path: &Path) -> Option<&Value> {
        match profile_path(path) {
            None => self.body.get(path),
            Some((format, inner)) => self.profiles.get(format)?.get(&inner),
        }
    }

    /// Puts a value at a path of the body or of a profile; `false` when it does not fit there.
    pub fn put_at(&mut self, path: &Path, value: Value) -> bool {
        match profile_path(path) {
            None => self.body.set(path, value),
            Some((_, inner)) if inner.0.is_empty() && !value.is_object() => false,
            Some((format, inner)) => {
                let format = format.to_owned();
                let fits = self.profiles.entry(format).or_default().set(&inner, value);
                without_empty(&mut self.profiles);
                fits
            }
        }
    }

    /// Takes the value at a path of the body or of a profile away.
    pub fn take_at(&mut self, path: &Path) {
        match profile_path(path) {
            None => {
                self.body.remove(path);
            }
            Some((format, inner)) => {
                if inner.0.is_empty() {
                    self.profiles.shift_remove(format);
                } else if let Some(profile) = self.profiles.get_mut(format) {
                    profile.remove(&inner);
                    without_empty(&mut self.profiles);
                }
            }
        }
    }
}

/// What says nothing goes: maps without anything in them, and profiles of those alone.
fn without_empty(profiles: &mut Profiles) {
    profiles.retain(|_, body: &mut Body| {
        if says_nothing(body.value()) {
            return false;
        }
        prune(body.value_mut());
        true
    });
}

fn says_nothing(value: &Value) -> bool {
    value.as_object().is_some_and(|map: &Map<String, Value>| map.values().all(says_nothing))
}

fn prune(value: &mut Value) {
    let Value::Object(map) = value else { return };
    map.retain(|_, inner| !says_nothing(inner));
    map.values_mut().for_each(prune);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Kind;

    #[test]
    fn a_path_of_a_profile_reaches_the_profile_and_nothing_else() {
        let mut entity = Entity::new(Kind::Character, "a".to_owned(), Body::from(json!({"identity": {"name": "A"}})));
        let path = in_profile("risu", &Path::of("identity.name"));
        assert_eq!(path.to_string(), "profiles.risu.identity.name");
        assert!(entity.put_at(&path, json!("B")));
        assert_eq!(entity.value_at(&path), Some(&json!("B")));
        assert_eq!(entity.body.text("identity.name"), Some("A"));
        assert!(entity.put_at(&in_profile("risu", &Path::of("persona.scenario")), Value::Null));
        entity.take_at(&path);
        assert_eq!(entity.profiles["risu"].value(), &json!({"persona": {"scenario": null}}), "no empty map is left");
        entity.take_at(&in_profile("risu", &Path::of("persona.scenario")));
        assert!(entity.profiles.is_empty(), "an empty profile is none");
        assert_eq!(profile_path(&Path::of("identity.name")), None);
    }
}
