//! JSON text from values, and from drafts: there every byte that is not touched is copied.

use serde_json::Value;

use crate::document::Document;
use crate::draft::{Child, Fresh, Name, Opened, Slot};
use crate::layout::{Gaps, Layout, line_break};
use crate::node::Node;
use crate::number;
use crate::string;

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
        Style::Compact => Layout::compact(),
        Style::Pretty(spaces) => Layout::pretty(spaces),
    };
    let mut out = String::new();
    write_value(&mut out, value, &layout, "", Spelling::Kept);
    out
}

/// How the numbers of a value are spelt.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spelling {
    Kept,
    Shortest,
}

/// The text of a draft, with whatever stands around the root.
pub(crate) fn write_draft(document: &Document, root: &Slot) -> String {
    let text = document.strict_text();
    let span = document.root().span();
    if let Slot::Source(0) = root {
        return format!("{}{text}", document.mark());
    }
    let mut out = String::with_capacity(text.len() + 1024);
    out.push_str(document.mark());
    out.push_str(text.get(..span.start).unwrap_or(""));
    write_slot(&mut out, document, root, &Layout::of_document(document), "");
    out.push_str(text.get(span.end..).unwrap_or(""));
    out
}

/// Writes what stands on a line indented by `indent`; `layout` is that of a new container here.
fn write_slot(out: &mut String, document: &Document, slot: &Slot, layout: &Layout, indent: &str) {
    match slot {
        Slot::Source(index) => out.push_str(Node::new(document, *index).raw()),
        Slot::Text(text) => out.push_str(text),
        Slot::Fresh(fresh) => {
            let Fresh { value, .. } = fresh.as_ref();
            write_value(out, value, layout, indent, Spelling::Shortest);
        }
        Slot::Opened(opened) => write_opened(out, document, opened, layout, indent),
    }
}

fn write_opened(out: &mut String, document: &Document, opened: &Opened, layout: &Layout, indent: &str) {
    let gaps = opened.source.and_then(|index| Gaps::of(Node::new(document, index)));
    if let Some(gaps) = gaps {
        return write_among(out, document, opened, &gaps, layout, indent);
    }
    if opened.children.is_empty()
        && let Some(index) = opened.source
    {
        return out.push_str(Node::new(document, index).raw());
    }
    let scalars = opened.children.iter().all(|child| is_scalar(document, &child.slot));
    let frame = Frame::of(layout, indent, !opened.is_object && scalars);
    out.push_str(opening(opened));
    for (place, child) in opened.children.iter().enumerate() {
        frame.separate(out, place);
        write_name(out, document, child, &layout.colon, layout);
        write_slot(out, document, &child.slot, layout, &frame.inner);
    }
    frame.finish(out, opened.children.len());
    out.push_str(closing(opened));
}

/// A container that had children: those that stay keep the blanks around them, new ones do as the last one did.
fn write_among(out: &mut String, document: &Document, opened: &Opened, gaps: &Gaps, outer: &Layout, indent: &str) {
    out.push_str(opening(opened));
    if opened.children.is_empty() {
        out.push_str(closing(opened));
        return;
    }
    let separator = gaps.separator(document, outer);
    let layout = layout_among(document, gaps, outer, &separator, indent);
    let usual_indent = line_break(&separator).map_or(indent, |(_, indent)| indent);
    for (place, child) in opened.children.iter().enumerate() {
        let origin = child.origin.map(|origin| origin as usize);
        let gap = match origin.and_then(|origin| gaps.before(document, origin)) {
            _ if place == 0 => gaps.lead(document),
            Some(own) => own,
            None => &separator,
        };
        out.push_str(gap);
        let child_indent = if origin.is_some() { line_break(gap).map_or(indent, |(_, own)| own) } else { usual_indent };
        match origin.and_then(|origin| gaps.children.get(origin)) {
            Some(&(start, value, _)) => out.push_str(document.slice(start..value)),
            None => write_name(out, document, child, &layout.colon, &layout),
        }
        write_slot(out, document, &child.slot, &layout, child_indent);
    }
    out.push_str(gaps.tail(document));
    out.push_str(closing(opened));
}

/// How something new is laid out inside a container that has children.
fn layout_among(document: &Document, gaps: &Gaps, outer: &Layout, separator: &str, indent: &str) -> Layout {
    let mut layout = outer.clone();
    if let Some(colon) = gaps.colon(document) {
        layout.colon = colon.to_string();
    }
    match line_break(separator) {
        Some((newline, inner)) => {
            layout.newline = Some(newline.to_string());
            if let Some(unit) = inner.strip_prefix(indent).filter(|unit| !unit.is_empty()) {
                layout.unit = unit.to_string();
            }
        }
        None => {
            layout.newline = None;
            if gaps.children.len() > 1 {
                layout.comma = separator.to_string();
            }
        }
    }
    layout
}

fn write_name(out: &mut String, document: &Document, child: &Child, colon: &str, layout: &Layout) {
    match &child.name {
        Name::Item => return,
        Name::Source(_) => string::encode(out, &child.name.text(document), layout.escapes),
        Name::New(name) => string::encode(out, name, layout.escapes),
    }
    out.push_str(colon);
}

fn is_scalar(document: &Document, slot: &Slot) -> bool {
    match slot {
        Slot::Source(index) => {
            let node = Node::new(document, *index);
            !node.is_array() && !node.is_object()
        }
        Slot::Text(text) => !text.starts_with(['[', '{']),
        Slot::Fresh(fresh) => !fresh.value.is_array() && !fresh.value.is_object(),
        Slot::Opened(_) => false,
    }
}

fn opening(opened: &Opened) -> &'static str {
    if opened.is_object { "{" } else { "[" }
}

fn closing(opened: &Opened) -> &'static str {
    if opened.is_object { "}" } else { "]" }
}

fn write_value(out: &mut String, value: &Value, layout: &Layout, indent: &str, spelling: Spelling) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) if spelling == Spelling::Shortest => out.push_str(&number::shortest(number.as_str())),
        Value::Number(number) => out.push_str(number.as_str()),
        Value::String(text) => string::encode(out, text, layout.escapes),
        Value::Array(items) => {
            let frame = Frame::of(layout, indent, items.iter().all(|item| !item.is_array() && !item.is_object()));
            out.push('[');
            for (place, item) in items.iter().enumerate() {
                frame.separate(out, place);
                write_value(out, item, layout, &frame.inner, spelling);
            }
            frame.finish(out, items.len());
            out.push(']');
        }
        Value::Object(members) => {
            let frame = Frame::of(layout, indent, false);
            out.push('{');
            for (place, (key, member)) in members.iter().enumerate() {
                frame.separate(out, place);
                string::encode(out, key, layout.escapes);
                out.push_str(&layout.colon);
                write_value(out, member, layout, &frame.inner, spelling);
            }
            frame.finish(out, members.len());
            out.push('}');
        }
    }
}

/// The blanks and commas of a new container.
struct Frame<'a> {
    /// `None` on one line.
    newline: Option<&'a str>,
    comma: &'a str,
    indent: &'a str,
    /// The indentation of the children.
    inner: String,
}

impl<'a> Frame<'a> {
    fn of(layout: &'a Layout, indent: &'a str, is_list_of_scalars: bool) -> Frame<'a> {
        let newline = layout.newline.as_deref().filter(|_| !(is_list_of_scalars && layout.lists_inline));
        let inner = if newline.is_some() { format!("{indent}{}", layout.unit) } else { String::new() };
        Frame { newline, comma: &layout.comma, indent, inner }
    }

    fn separate(&self, out: &mut String, place: usize) {
        match self.newline {
            Some(newline) => {
                if place > 0 {
                    out.push(',');
                }
                out.push_str(newline);
                out.push_str(&self.inner);
            }
            None if place > 0 => out.push_str(self.comma),
            None => {}
        }
    }

    fn finish(&self, out: &mut String, children: usize) {
        if let Some(newline) = self.newline.filter(|_| children > 0) {
            out.push_str(newline);
            out.push_str(self.indent);
        }
    }
}
