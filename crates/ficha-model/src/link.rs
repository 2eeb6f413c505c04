//! Typed links between entities: a host's id is never mistaken for ours.

use serde_json::{Value, json};

/// What a link in a body names. On disk: `{"type": "entity", "id"}`, `{"type": "name", "name"}` or
/// `{"type": "foreign", "platform", "id"}`; a plain string, as older files have, is an entity link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// An entity of the library or of the same intake, by canonical id.
    Entity(String),
    /// Something known only by its name in the source app.
    Name(String),
    /// Another app's own identifier.
    Foreign {
        /// The platform whose id it is.
        platform: String,
        /// The id as that platform wrote it.
        id: String,
    },
}

impl Link {
    /// The link a body value holds; `None` when it is no link.
    pub fn from_value(value: &Value) -> Option<Link> {
        if let Some(id) = value.as_str() {
            return Some(Link::Entity(id.to_owned()));
        }
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        match value.get("type")?.as_str()? {
            "entity" => Some(Link::Entity(text("id")?)),
            "name" => Some(Link::Name(text("name")?)),
            "foreign" => Some(Link::Foreign { platform: text("platform")?, id: text("id")? }),
            _ => None,
        }
    }

    /// The body value of this link.
    pub fn to_value(&self) -> Value {
        match self {
            Link::Entity(id) => json!({"type": "entity", "id": id}),
            Link::Name(name) => json!({"type": "name", "name": name}),
            Link::Foreign { platform, id } => json!({"type": "foreign", "platform": platform, "id": id}),
        }
    }
}
