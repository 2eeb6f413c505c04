//! Fresh JSON from values.

use serde_json::Value;

use crate::number;
use crate::string::{self, Escapes};

/// How fresh JSON is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// On one line, without blanks.
    Compact,
    /// A line for each member and item, indented by so many spaces a level.
    Pretty(usize),
}

/// A value as JSON, numbers as they are spelt in it, no line end at the end.
pub fn to_text(value: &Value, style: Style) -> String {
    let layout = match style {
        Style::Compact => Layout::default(),
        Style::Pretty(spaces) => {
            Layout { newline: Some("\n".into()), unit: " ".repeat(spaces), colon: ": ".into(), ..Layout::default() }
        }
    };
    let mut out = String::new();
    write_value(&mut out, value, &layout, "", &|number| number.to_string());
    out
}

/// How the content of a container is set out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The line end before each member; `None` for one line.
    pub newline: Option<String>,
    /// What a level adds to the indentation.
    pub unit: String,
    /// The colon with its blanks.
    pub colon: String,
    /// The comma with its blanks, on one line.
    pub comma: String,
    /// Whether lists of scalars stay on one line although objects do not.
    pub lists_inline: bool,
    /// What is escaped.
    pub escapes: Escapes,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout {
            newline: None,
            unit: String::new(),
            colon: ":".into(),
            comma: ",".into(),
            lists_inline: false,
            escapes: Escapes::default(),
        }
    }
}

/// Writes a value whose line is indented by `indent`; `spell` decides how numbers are spelt.
pub(crate) fn write_value(
    out: &mut String,
    value: &Value,
    layout: &Layout,
    indent: &str,
    spell: &dyn Fn(&str) -> String,
) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => out.push_str(&spell(number.as_str())),
        Value::String(text) => string::encode(out, text, layout.escapes),
        Value::Array(items) if items.is_empty() => out.push_str("[]"),
        Value::Object(members) if members.is_empty() => out.push_str("{}"),
        Value::Array(items) => {
            let scalars = items.iter().all(|item| !item.is_array() && !item.is_object());
            let inline = layout.newline.is_none() || (layout.lists_inline && scalars);
            let inner = format!("{indent}{}", layout.unit);
            out.push('[');
            for (place, item) in items.iter().enumerate() {
                separate(out, layout, inline, place, &inner);
                write_value(out, item, layout, &inner, spell);
            }
            finish(out, layout, inline, indent);
            out.push(']');
        }
        Value::Object(members) => {
            let inline = layout.newline.is_none();
            let inner = format!("{indent}{}", layout.unit);
            out.push('{');
            for (place, (key, member)) in members.iter().enumerate() {
                separate(out, layout, inline, place, &inner);
                string::encode(out, key, layout.escapes);
                out.push_str(&layout.colon);
                write_value(out, member, layout, &inner, spell);
            }
            finish(out, layout, inline, indent);
            out.push('}');
        }
    }
}

fn separate(out: &mut String, layout: &Layout, inline: bool, place: usize, inner: &str) {
    match &layout.newline {
        Some(newline) if !inline => {
            if place > 0 {
                out.push(',');
            }
            out.push_str(newline);
            out.push_str(inner);
        }
        _ if place > 0 => out.push_str(&layout.comma),
        _ => {}
    }
}

fn finish(out: &mut String, layout: &Layout, inline: bool, indent: &str) {
    if let Some(newline) = &layout.newline
        && !inline
    {
        out.push_str(newline);
        out.push_str(indent);
    }
}

/// The spelling of a number that is new to a text.
pub(crate) fn spell_shortest(number: &str) -> String {
    number::shortest(number)
}
