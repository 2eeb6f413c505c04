//! Structured personas as text and back, for the table of an editor and the text beside it.

use serde_json::{Map, Value, json};

use ficha_formats::attributes;

use crate::dto::{AttributesRead, Json};
use crate::{ApiError, ErrorCode, Studio};

/// The text a structured persona becomes under a name.
///
/// # Errors
/// `malformed` when it is no JSON.
pub fn text(_: &Studio, structured: Json, name: String) -> Result<String, ApiError> {
    Ok(attributes::write(&structured.value()?, &name))
}

/// Reads a text in a notation, or in the one it looks like when none is named; `null` when it has no such form.
/// `before` is the structured persona the text was written from.
///
/// # Errors
/// `usage` for a notation nobody knows.
pub fn read(
    _: &Studio,
    text: String,
    kind: Option<String>,
    before: Option<Json>,
) -> Result<Option<AttributesRead>, ApiError> {
    let Some(kind) = kind.or_else(|| attributes::looks_like(&text).map(str::to_owned)) else { return Ok(None) };
    if !attributes::NOTATIONS.contains(&kind.as_str()) {
        return Err(ApiError::new(ErrorCode::Usage, format!("There is no notation {kind:?}.")));
    }
    let before = before.map(|before| before.value()).transpose()?;
    let before: Map<String, Value> = before
        .as_ref()
        .and_then(|before| before.get("attributes"))
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    Ok(attributes::read(&kind, &text, &before).map(|found| {
        let structured = json!({"kind": found.kind, "attributes": found.attributes});
        let again = attributes::write(&structured, found.name.as_deref().unwrap_or_default());
        AttributesRead { structured: Json::of(&structured), name: found.name, exact: again.trim() == text.trim() }
    }))
}
