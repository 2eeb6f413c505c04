//! What a persona tells the model: its text, or its sections put together, and the blocks that are switched on.
//!
//! Not here: where in the prompt it goes (`assemble`), and how a format writes it.

use serde_json::Value;

/// The sections in the order they are told, with the words the apps put before them.
pub const SECTIONS: [(&str, &str); 5] = [
    ("appearance", "Appearance"),
    ("body", "Body"),
    ("personality", "Personality"),
    ("quirks", "Quirks"),
    ("history", "History"),
];

/// One part of what is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Where it stands in the body.
    pub path: String,
    /// The text with the section's word before it.
    pub text: String,
}

/// The parts of a persona that are told, in order. A text of its own comes in place of the sections.
pub fn parts(body: &Value) -> Vec<Part> {
    let text =
        |value: Option<&Value>| value.and_then(Value::as_str).filter(|text| !text.trim().is_empty()).map(str::to_owned);
    let mut parts = Vec::new();
    match text(body.get("content")) {
        Some(content) => parts.push(Part { path: "content".to_owned(), text: content }),
        None => parts.extend(SECTIONS.iter().filter_map(|(key, word)| {
            let section = text(body.get("sections")?.get(key))?;
            Some(Part { path: format!("sections.{key}"), text: format!("{word}: {section}") })
        })),
    }
    let rows = body.get("addenda").and_then(Value::as_array).into_iter().flatten().enumerate();
    let mut addenda: Vec<(f64, Part)> = rows
        .filter(|(_, row)| row.get("enabled") != Some(&Value::Bool(false)))
        .filter_map(|(at, row)| {
            let order = row.get("sortOrder").and_then(Value::as_f64).unwrap_or(0.0);
            Some((order, Part { path: format!("addenda[{at}].content"), text: text(row.get("content"))? }))
        })
        .collect();
    addenda.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    parts.extend(addenda.into_iter().map(|(_, part)| part));
    parts
}

/// The parts as one text, a blank line between them.
pub fn compile(body: &Value) -> String {
    parts(body).into_iter().map(|part| part.text).collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn sections_are_told_in_their_order_unless_there_is_a_text() {
        let sections = json!({"history": "Born at sea.", "appearance": "Tall.", "body": " "});
        assert_eq!(compile(&json!({"sections": sections})), "Appearance: Tall.\n\nHistory: Born at sea.");
        assert_eq!(compile(&json!({"content": "A pilot.", "sections": sections})), "A pilot.");
    }

    #[test]
    fn blocks_that_are_on_follow_in_their_order() {
        let body = json!({"content": "A pilot.", "addenda": [
            {"id": "1", "content": "Later.", "sortOrder": 2}, {"id": "2", "content": "Off.", "enabled": false},
            {"id": "3", "content": "Sooner.", "sortOrder": 1}, {"id": "4"}, 7,
        ]});
        assert_eq!(compile(&body), "A pilot.\n\nSooner.\n\nLater.");
        assert_eq!(parts(&body).last().map(|part| part.path.as_str()), Some("addenda[0].content"));
    }

    #[test]
    fn a_body_of_wrong_types_tells_nothing() {
        assert_eq!(compile(&json!({"content": 5, "sections": ["x"], "addenda": "y"})), "");
    }
}
