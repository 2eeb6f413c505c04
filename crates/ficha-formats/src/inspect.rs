//! What a wire table says about one payload: keys no row describes, keys that stay behind, native fields with their
//! values, scripts.
//!
//! Everything here is derived from the rows of a [`FormatSpec`]; nothing is decoded. A row describes its key and
//! everything below it, unless the table has rows below it too: then each of those is looked up on its own.

use std::collections::BTreeMap;

use ficha_json::{Document, Node, NodeKind, pointer};
use ficha_model::Entity;
use serde::Serialize;
use serde_json::Value;

use crate::format::{Format, FormatSpec, Widget, Wire, Words};

/// Where the keys of a wire table lie in one payload, as JSON Pointers. Tables are written for the fullest shape:
/// keys that begin with `/data/` lie below `data`, all others below `envelope`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roots {
    /// The object that holds the envelope keys; empty for the payload itself.
    pub envelope: String,
    /// The object that holds the `data` keys; the same as `envelope` in flat shapes.
    pub data: String,
}

impl Roots {
    /// The payload as the tables have it.
    pub fn plain() -> Roots {
        Roots { envelope: String::new(), data: "/data".to_owned() }
    }

    /// The pointer of a table key without `*` in this payload.
    pub fn locate(&self, key: &str) -> String {
        match key.strip_prefix("/data") {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => format!("{}{rest}", self.data),
            _ => format!("{}{key}", self.envelope),
        }
    }
}

/// A key that does not cross into another format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftBehind {
    /// JSON Pointer of the topmost such key.
    pub pointer: String,
    /// Why it stays.
    pub reason: String,
}

/// A native field of one payload.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NativeField {
    /// JSON Pointer in the payload, also where it would go when it is absent.
    pub pointer: String,
    /// What the panel calls it.
    pub label: Words,
    /// One sentence of help.
    pub help: Words,
    /// How it is edited.
    pub widget: Widget,
    /// Its value; `None` when the payload has none.
    pub value: Option<Value>,
}

/// Pointers of keys that no row describes, topmost only, in the order of the text.
pub fn undescribed(format: &dyn Format, document: &Document) -> Vec<String> {
    let mut found = Vec::new();
    walk(format, document, &mut |pointer, _, met| {
        if let Met::Nothing = met {
            found.push(pointer.to_owned());
        }
    });
    found
}

/// Keys with something in them that stay with the original, topmost only, in the order of the text.
pub fn left_behind(format: &dyn Format, document: &Document) -> Vec<LeftBehind> {
    let mut found = Vec::new();
    walk(format, document, &mut |pointer, node, met| {
        let reason = match met {
            Met::Row(Wire::Native { label, .. }) => format!("{} belongs to {}", label.en, format.spec().title),
            Met::Row(Wire::Kept { why, .. }) => (*why).to_owned(),
            Met::Row(Wire::Mapped(_) | Wire::List { .. } | Wire::Custom { .. }) => return,
            Met::Nothing => "no format describes this key".to_owned(),
        };
        if !is_blank(node) {
            found.push(LeftBehind { pointer: pointer.to_owned(), reason });
        }
    });
    found
}

/// The native rows of a format with their values in this payload. Keys with `*` are not fields of a panel.
pub fn native_fields(format: &dyn Format, document: &Document) -> Vec<NativeField> {
    let roots = format.roots(document);
    let fields = format.spec().rows().filter_map(|row| match row {
        Wire::Native { key, label, help, widget, .. } if !key.contains('*') => {
            let pointer = roots.locate(key);
            let value = document.at(&pointer).map(|node| node.to_value());
            Some(NativeField { pointer, label: *label, help: *help, widget: *widget, value })
        }
        Wire::Native { .. } | Wire::Mapped(_) | Wire::Kept { .. } | Wire::List { .. } | Wire::Custom { .. } => None,
    });
    fields.collect()
}

/// Pointers of values that are private to the person who exported the payload, as far as they hold something.
pub fn private(format: &dyn Format, document: &Document) -> Vec<String> {
    let spec = format.spec();
    matching(spec, &format.roots(document), spec.private, document)
}

/// Pointers of everything private in a file: in its payload by the format it was read as, and in the originals of its
/// entities by the formats those are of. An original of a part lies where its source record says, one that travels in
/// a file of our own under that file's `original`.
pub fn all_private(format: &dyn Format, document: &Document, entities: &[Entity]) -> Vec<String> {
    let mut found = private(format, document);
    for entity in entities {
        let at = entity.source.as_ref().and_then(|source| source.pointer.clone()).unwrap_or_default();
        for (id, original) in entity.original.iter().filter(|(id, _)| *id != format.spec().id) {
            let (Some(owner), Some(raw)) = (crate::format(id), &original.raw) else { continue };
            let Ok(text) = Document::parse(raw.0.clone(), &ficha_json::Limits::widest()) else { continue };
            let at = if format.spec().own {
                pointer::join(&pointer::join(&pointer::join(&own_place(entity, entities), "original"), id), "raw")
            } else {
                at.clone()
            };
            found.extend(private(owner, &text).into_iter().map(|pointer| format!("{at}{pointer}")));
        }
    }
    let mut told = std::collections::BTreeSet::new();
    found.retain(|pointer| told.insert(pointer.clone()));
    found
}

/// Where a wrapper stands in a file of our own: at the root, or in the list beside it.
fn own_place(entity: &Entity, entities: &[Entity]) -> String {
    match entities.iter().position(|other| std::ptr::eq(other, entity)) {
        None | Some(0) => String::new(),
        Some(place) => format!("/with/{}", place - 1),
    }
}

/// Pointers of this payload's values that match a list of key patterns and hold something.
pub(crate) fn matching(spec: &FormatSpec, roots: &Roots, patterns: &[&str], document: &Document) -> Vec<String> {
    debug_assert!(patterns.iter().all(|pattern| pattern.starts_with('/')), "{}", spec.id);
    let mut found = Vec::new();
    for pattern in patterns {
        expand(document.root(), String::new(), &tokens(&roots.locate(pattern)), &mut found);
    }
    found
}

fn expand(node: Node<'_>, at: String, tokens: &[String], found: &mut Vec<String>) {
    let Some((first, rest)) = tokens.split_first() else {
        if !is_blank(node) {
            found.push(at);
        }
        return;
    };
    for (token, child) in children(node) {
        if first == "*" || *first == token {
            expand(child, pointer::join(&at, &token), rest, found);
        }
    }
}

fn tokens(text: &str) -> Vec<String> {
    pointer::tokens(text).unwrap_or_default()
}

/// Null, an empty text, list or map: nothing that could be lost.
pub(crate) fn is_blank(node: Node<'_>) -> bool {
    match node.kind() {
        NodeKind::Null => true,
        NodeKind::String => node.raw() == "\"\"",
        NodeKind::Array | NodeKind::Object => node.is_empty(),
        NodeKind::Bool | NodeKind::Number => false,
    }
}

/// Members and items alike, with the token of each.
fn children(node: Node<'_>) -> Vec<(String, Node<'_>)> {
    match node.kind() {
        NodeKind::Object => node.members().map(|(key, child)| (key.into_owned(), child)).collect(),
        NodeKind::Array => node.items().enumerate().map(|(at, child)| (at.to_string(), child)).collect(),
        NodeKind::Null | NodeKind::Bool | NodeKind::Number | NodeKind::String => Vec::new(),
    }
}

/// The rows of a table as a tree of tokens.
#[derive(Default)]
struct Branch {
    row: Option<&'static Wire>,
    named: BTreeMap<&'static str, Branch>,
    any: Option<Box<Branch>>,
}

impl Branch {
    fn of(wire: impl Iterator<Item = &'static Wire>) -> Branch {
        let mut root = Branch::default();
        for row in wire {
            let mut branch = &mut root;
            for token in row.key().split('/').skip(1) {
                branch = match token {
                    "*" => branch.any.get_or_insert_default(),
                    _ => branch.named.entry(token).or_default(),
                };
            }
            branch.row = Some(row);
        }
        root
    }

    fn below(&self, token: &str) -> Option<&Branch> {
        self.named.get(pointer::escape(token).as_ref()).or(self.any.as_deref())
    }

    fn is_leaf(&self) -> bool {
        self.named.is_empty() && self.any.is_none()
    }
}

enum Met {
    Row(&'static Wire),
    Nothing,
}

/// Visits the topmost value of every row and of everything no row names.
fn walk(format: &dyn Format, document: &Document, visit: &mut dyn FnMut(&str, Node<'_>, Met)) {
    let roots = format.roots(document);
    let table = Branch::of(format.spec().rows());
    let flat = roots.data == roots.envelope;
    let data = table.named.get("data");
    let Some(envelope) = document.at(&roots.envelope) else { return };
    for (token, child) in children(envelope) {
        let at = pointer::join(&roots.envelope, &token);
        if let Some(branch) = data.filter(|_| at == roots.data) {
            descend(branch, &at, child, visit);
            continue;
        }
        let mirrored = data.and_then(|data| data.below(&token));
        match (table.below(&token), mirrored) {
            (_, Some(branch)) if flat => descend(branch, &at, child, visit),
            (Some(branch), _) => descend(branch, &at, child, visit),
            // A root copy of a data key is described by that key; it is never a second value.
            (None, Some(branch)) if branch.row.is_some() => {}
            (None, _) => visit(&at, child, Met::Nothing),
        }
    }
}

fn descend(branch: &Branch, at: &str, node: Node<'_>, visit: &mut dyn FnMut(&str, Node<'_>, Met)) {
    let holds = matches!(node.kind(), NodeKind::Object | NodeKind::Array);
    if branch.is_leaf() || !holds || node.is_empty() {
        match branch.row {
            Some(row) => visit(at, node, Met::Row(row)),
            None if holds => {}
            None => visit(at, node, Met::Nothing),
        }
        return;
    }
    for (token, child) in children(node) {
        let below = pointer::join(at, &token);
        match branch.below(&token) {
            Some(branch) => descend(branch, &below, child, visit),
            None => visit(&below, child, Met::Nothing),
        }
    }
}
