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

use crate::format::{Form, Format, FormatSpec, IdFrom, Widget, Wire, Words};
use crate::record::ids;

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
    /// The key of its row in the wire table.
    pub key: &'static str,
    /// JSON Pointer in the payload, also where it would go when it is absent.
    pub pointer: String,
    /// What the panel calls it.
    pub label: Words,
    /// One sentence of help.
    pub help: Words,
    /// How it is edited.
    pub widget: Widget,
    /// Whether its value is private to the person who exported the payload.
    pub private: bool,
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

/// The native rows of a format with their values in this payload. Keys with `*` are not fields of a panel but of a row,
/// see [`native_row`].
pub fn native_fields(format: &dyn Format, document: &Document) -> Vec<NativeField> {
    native_of(format.spec(), &format.roots(document), document)
}

/// The same for a format that may live inside other files only.
pub fn native_of(spec: &'static FormatSpec, roots: &Roots, document: &Document) -> Vec<NativeField> {
    let rows = spec.rows().filter(|row| !row.key().contains('*'));
    rows.filter_map(|row| native_field(spec, row, roots.locate(row.key()), document)).collect()
}

fn native_field(spec: &FormatSpec, row: &'static Wire, pointer: String, document: &Document) -> Option<NativeField> {
    let Wire::Native { key, label, help, widget, .. } = row else { return None };
    let private = spec.private.iter().any(|pattern| key == pattern || is_below(key, pattern) || is_below(pattern, key));
    let value = document.at(&pointer).map(|node| node.to_value());
    Some(NativeField { key, pointer, label: *label, help: *help, widget: *widget, private, value })
}

fn is_below(key: &str, base: &str) -> bool {
    key.strip_prefix(base).is_some_and(|rest| rest.starts_with('/'))
}

/// The native fields of one row of a list: the row the body calls `id` in the list at the body path `list`. `None` when
/// the payload has no such row; a format whose rows have no fields of their own gives an empty list.
pub fn native_row(
    spec: &'static FormatSpec,
    roots: &Roots,
    document: &Document,
    list: &str,
    id: &str,
) -> Option<Vec<NativeField>> {
    let lists = spec.rows().filter_map(|row| match row {
        Wire::List { key, path, items, .. } if *path == list => Some((*key, *items)),
        Wire::Mapped(_) | Wire::Native { .. } | Wire::Kept { .. } | Wire::List { .. } | Wire::Custom { .. } => None,
    });
    for (key, items) in lists {
        let at = roots.locate(key);
        let Some(node) = document.at(&at) else { continue };
        let rows: Vec<(String, Node<'_>)> =
            children(node).into_iter().filter(|(_, row)| row.is_object() || row.is_array()).collect();
        let named = rows.iter().map(|(token, row)| match items.id {
            IdFrom::Key(key) => row.get(key).and_then(ids::spelt),
            IdFrom::MapKey => Some(token.clone()),
            IdFrom::Place if items.form == Form::Map => Some(token.clone()),
            IdFrom::Place => None,
        });
        let (named, _) = ids::body_ids(named.collect());
        let Some(place) = named.iter().position(|name| name == id) else { continue };
        let Some((token, _)) = rows.get(place) else { continue };
        let below = format!("{key}/*/");
        let fields = spec.rows().filter_map(|row| {
            let rest = row.key().strip_prefix(below.as_str()).filter(|rest| !rest.contains('*'))?;
            native_field(spec, row, format!("{}/{rest}", pointer::join(&at, token)), document)
        });
        return Some(fields.collect());
    }
    None
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
    walk_from(format.spec(), &format.roots(document), document, visit);
}

fn walk_from(
    spec: &'static FormatSpec,
    roots: &Roots,
    document: &Document,
    visit: &mut dyn FnMut(&str, Node<'_>, Met),
) {
    let table = Branch::of(spec.rows());
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

/// What of a payload no body can say: its topmost native, kept and unknown values, by pointer in the fullest shape.
pub(crate) fn beside_the_body(spec: &'static FormatSpec, document: &Document) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    walk_from(spec, &Roots::plain(), document, &mut |pointer, node, met| match met {
        Met::Row(Wire::Native { .. } | Wire::Kept { .. }) | Met::Nothing => {
            found.push((pointer.to_owned(), node.to_value()));
        }
        Met::Row(Wire::Mapped(_) | Wire::List { .. } | Wire::Custom { .. }) => {}
    });
    found
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
