//! Free JSON as text, so that nothing between the file and the page re-spells it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;
use specta::{Type, Types, datatype::DataType};

use crate::{ApiError, ErrorCode};

/// One JSON value, kept as its text. `Json` on the other side.
///
/// It is text and not a tree because serde's own reading of a tree takes a map with one reserved key for a number;
/// [`Json::value`] reads with our reader instead.
#[derive(Clone, Debug)]
pub struct Json(Box<RawValue>);

impl Json {
    /// The text of a tree.
    pub fn of(value: &Value) -> Json {
        Json::verbatim(ficha_json::to_text(value, ficha_json::Style::Compact))
    }

    /// A text that is known to be strict JSON, word for word.
    pub fn verbatim(text: String) -> Json {
        // Text of our own writer: what it refuses is shown as a text, so that nothing is lost on the way out.
        Json(
            RawValue::from_string(text.clone()).unwrap_or_else(|_| {
                serde_json::value::to_raw_value(&text).unwrap_or_else(|_| RawValue::NULL.to_owned())
            }),
        )
    }

    /// A text that should be strict JSON with every key once.
    ///
    /// # Errors
    /// `malformed` with what is wrong, `limit` when it is too large or too deep.
    pub fn strict(text: &str) -> Result<Json, ApiError> {
        let document = ficha_json::Document::parse(text, &ficha_json::Limits::default())?;
        let repair = document.repairs().iter().find(|repair| repair.kind != ficha_json::RepairKind::ByteOrderMark);
        if let Some(repair) = repair {
            let what = format!("This is no strict JSON: see byte {}.", repair.offset);
            return Err(ApiError::new(ErrorCode::Malformed, what));
        }
        if let Some(twice) = document.duplicate_keys().first() {
            return Err(ApiError::new(ErrorCode::Malformed, format!("{twice} is there twice.")));
        }
        Ok(Json::of(&document.root().to_value()))
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.0.get()
    }

    /// The value, read within the limits of any JSON text.
    ///
    /// # Errors
    /// `limit` when it is too large or too deep.
    pub fn value(&self) -> Result<Value, ApiError> {
        let document = ficha_json::Document::parse(self.0.get(), &ficha_json::Limits::widest())?;
        Ok(document.root().to_value())
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Json) -> bool {
        self.text() == other.text()
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        Box::<RawValue>::deserialize(deserializer).map(Json)
    }
}

impl Type for Json {
    fn definition(_: &mut Types) -> DataType {
        DataType::Reference(specta_typescript::define("Json"))
    }
}

/// Says that a [`Json`] is always a map. For `#[specta(type = …)]` only.
#[derive(Debug)]
pub struct JsonObject;

impl Type for JsonObject {
    fn definition(_: &mut Types) -> DataType {
        DataType::Reference(specta_typescript::define("JsonObject"))
    }
}

/// Reads a key that may be absent, where `null` is a value and not absence.
///
/// # Errors
/// When it is no JSON.
pub(super) fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(deserializer).map(Some)
}
