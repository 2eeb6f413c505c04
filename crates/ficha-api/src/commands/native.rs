//! Native fields of single apps: what is there, what can be added, what each key of an original means.
//!
//! Everything comes from the wire tables. Values are those of the untouched original; the page lays its edits over them.

use std::collections::BTreeSet;

use ficha_formats::{Format, FormatSpec, NativeField, Roots, Shape, Widget, Wire, native_of};
use ficha_json::{Document, Limits, pointer};
use ficha_model::{Entity, PatchOp};
use serde_json::Value;

use super::{address, count};
use crate::dto::{
    Address, Json, KeyMeaning, NativeColumn, NativeFieldRow, NativeOffer, NativeOrigin, NativePanel, NativePanels,
    NativePatch, NativeWidget, RawKey, WidgetWord, Words,
};
use crate::edits::set_native;
use crate::{ApiError, Studio, files};

/// Bytes of a value's text that still go to a panel; larger ones are edited as text.
const SHOWN: usize = 256 * 1024;

/// The panels of an entity with these native edits in place of the saved ones, and the apps that can be added.
///
/// # Errors
/// `not-found`, `usage` for edits that make no sense, or what keeps the entity from being read.
pub fn panels(studio: &Studio, text: Address, native: Vec<NativePatch>) -> Result<NativePanels, ApiError> {
    let entity = edited(studio, &text, &native)?;
    let mut panels = Vec::new();
    let mut here = BTreeSet::new();
    for data in payloads(&entity) {
        here.insert(data.spec.id);
        let own = native_of(data.spec, &data.roots, &data.base);
        let lists = lists(data.spec);
        let is_added = data.origin == NativeOrigin::Added;
        let filled = data.origin == NativeOrigin::Source || own.iter().any(|field| data.holds(&field.pointer));
        if is_added || !lists.is_empty() || (filled && !own.is_empty()) {
            panels.push(data.panel(data.spec, own, lists));
        }
        if !is_added {
            panels.extend(data.guests());
        }
    }
    let from = entity.source.as_ref().map(|source| source.format.clone());
    panels.sort_by_key(|panel| (from.as_ref() != Some(&panel.format), panel.origin == NativeOrigin::Added));
    let offered = ficha_formats::formats().filter(|format| {
        let spec = format.spec();
        format.by_hand() && spec.kind == entity.kind && !here.contains(spec.id)
    });
    let offers = offered.filter_map(|format| {
        let fields = count(own_rows(format.spec()).count());
        let row = NativeOffer { format: format.spec().id.to_owned(), title: format.spec().title.to_owned(), fields };
        (fields > 0).then_some(row)
    });
    Ok(NativePanels { panels, offers: offers.collect() })
}

/// The native fields of one row of a list of the body, an entry of a book for one. A panel for each original that has
/// the row and fields for it.
///
/// # Errors
/// As [`panels`].
pub fn row(
    studio: &Studio,
    text: Address,
    native: Vec<NativePatch>,
    list: String,
    id: String,
) -> Result<Vec<NativePanel>, ApiError> {
    let entity = edited(studio, &text, &native)?;
    let found = payloads(&entity).into_iter().filter_map(|data| {
        let fields = ficha_formats::native_row(data.spec, &data.roots, &data.base, &list, &id)?;
        (!fields.is_empty()).then(|| data.panel(data.spec, fields, vec![list.clone()]))
    });
    Ok(found.collect())
}

/// What the keys of an original mean.
///
/// # Errors
/// `not-found`, or what keeps the entity from being read.
pub fn keys(studio: &Studio, text: Address, format: String) -> Result<Vec<RawKey>, ApiError> {
    let entity = edited(studio, &text, &[])?;
    let data = payloads(&entity).into_iter().find(|data| data.spec.id == format);
    let (spec, roots) = match data {
        Some(data) => (Some(data.spec), data.roots),
        None => (ficha_formats::spec(&format), Roots::plain()),
    };
    let rows = spec.into_iter().flat_map(FormatSpec::rows).filter(|row| row.key().starts_with('/'));
    Ok(rows.filter(|row| !row.key().contains(' ')).map(|row| raw_key(row, &roots)).collect())
}

fn edited(studio: &Studio, text: &str, native: &[NativePatch]) -> Result<Entity, ApiError> {
    let mut entity = studio.library().open_entity(&address(studio, text)?)?.entity;
    set_native(&mut entity, native)?;
    Ok(entity)
}

/// One payload native fields are in.
struct Payload {
    spec: &'static FormatSpec,
    roots: Roots,
    /// As it came.
    base: Document,
    /// With the edits made.
    edited: Option<Document>,
    origin: NativeOrigin,
}

fn payloads(entity: &Entity) -> Vec<Payload> {
    let from = entity.source.as_ref().map(|source| source.format.as_str());
    let edits = |id: &str| entity.native_edits.get(id).map(Vec::as_slice).unwrap_or(&[]);
    let mut found = Vec::new();
    for (id, original) in &entity.original {
        let (Some(spec), Some(raw)) = (ficha_formats::spec(id), &original.raw) else { continue };
        let Ok(base) = Document::parse(raw.0.clone(), &Limits::widest()) else { continue };
        let is_part =
            entity.original.len() == 1 && entity.source.as_ref().is_some_and(|source| source.pointer.is_some());
        let origin = if is_part || from == Some(id.as_str()) { NativeOrigin::Source } else { NativeOrigin::Foreign };
        let roots = ficha_formats::format(id).map_or_else(Roots::plain, |format: &dyn Format| format.roots(&base));
        found.push(Payload { spec, roots, edited: patched(&base, edits(id)), base, origin });
    }
    for (id, ops) in &entity.native_edits {
        let Some(spec) = ficha_formats::spec(id).filter(|_| found.iter().all(|data| data.spec.id != id)) else {
            continue;
        };
        let Ok(base) = Document::parse("{}", &Limits::widest()) else { continue };
        let edited = Document::parse(ficha_formats::native_payload(ops).0, &Limits::widest()).ok();
        found.push(Payload { spec, roots: Roots::plain(), base, edited, origin: NativeOrigin::Added });
    }
    found
}

fn patched(base: &Document, ops: &[PatchOp]) -> Option<Document> {
    if ops.is_empty() {
        return None;
    }
    Document::parse(ficha_json::apply_patch(base, ops).0, &Limits::widest()).ok()
}

impl Payload {
    fn holds(&self, pointer: &str) -> bool {
        self.edited.as_ref().unwrap_or(&self.base).at(pointer).is_some()
    }

    fn panel(&self, of: &'static FormatSpec, fields: Vec<NativeField>, lists: Vec<String>) -> NativePanel {
        NativePanel {
            format: of.id.to_owned(),
            title: of.title.to_owned(),
            platform: of.platform.to_owned(),
            original: self.spec.id.to_owned(),
            original_title: files::title(self.spec.id),
            origin: self.origin,
            fields: fields.into_iter().map(|field| self.field(field)).collect(),
            lists,
        }
    }

    /// Fields other apps left in the extensions of this card: their keys are of no other app.
    fn guests(&self) -> Vec<NativePanel> {
        let mut known: BTreeSet<&str> = self.spec.rows().filter(|row| !is_kept(row)).map(Wire::key).collect();
        let mut panels = Vec::new();
        for format in ficha_formats::formats().filter(|format| format.spec().kind == self.spec.kind) {
            let spec = format.spec();
            if spec.id == self.spec.id || spec.own {
                continue;
            }
            let fields = native_of(spec, &self.roots, &self.base).into_iter();
            let theirs: Vec<NativeField> = fields
                .filter(|field| field.key.starts_with("/data/extensions/") && !known.contains(field.key))
                .collect();
            let there: Vec<&NativeField> = theirs.iter().filter(|field| self.holds(&field.pointer)).collect();
            if there.is_empty() {
                continue;
            }
            known.extend(there.iter().map(|field| field.key));
            panels.push(self.panel(spec, theirs, Vec::new()));
        }
        panels
    }

    fn field(&self, field: NativeField) -> NativeFieldRow {
        let text = self.base.at(&field.pointer).map(|node| node.raw());
        let bytes = text.map_or(0, str::len);
        let large = bytes > SHOWN;
        let value = text.filter(|_| !large).map(|_| Json::of(field.value.as_ref().unwrap_or(&Value::Null)));
        NativeFieldRow {
            group: group(field.key),
            missing: if self.origin == NativeOrigin::Added { Vec::new() } else { self.missing(&field.pointer) },
            key: field.key.to_owned(),
            pointer: field.pointer,
            label: words(field.label),
            help: words(field.help),
            widget: widget(field.widget),
            private: field.private,
            value,
            present: text.is_some(),
            bytes: count(bytes),
            large,
        }
    }

    fn missing(&self, pointer: &str) -> Vec<String> {
        let tokens = pointer::tokens(pointer).unwrap_or_default();
        let mut at = String::new();
        let mut missing = Vec::new();
        for token in tokens.iter().take(tokens.len().saturating_sub(1)) {
            at = pointer::join(&at, token);
            if self.base.at(&at).is_none() {
                missing.push(at.clone());
            }
        }
        missing
    }
}

fn is_kept(row: &Wire) -> bool {
    matches!(row, Wire::Kept { .. })
}

fn own_rows(spec: &'static FormatSpec) -> impl Iterator<Item = &'static Wire> {
    spec.rows().filter(|row| matches!(row, Wire::Native { .. }) && !row.key().contains('*'))
}

/// Body paths of lists with native fields in their rows.
fn lists(spec: &'static FormatSpec) -> Vec<String> {
    let mut found = Vec::new();
    for row in spec.rows() {
        let Wire::List { key, path, .. } = row else { continue };
        let below = format!("{key}/*/");
        let mut fields = spec.rows().filter(|row| matches!(row, Wire::Native { .. }));
        if fields.any(|row| row.key().strip_prefix(below.as_str()).is_some_and(|rest| !rest.contains('*')))
            && !found.iter().any(|other| other == path)
        {
            found.push((*path).to_owned());
        }
    }
    found
}

/// The object a key lies in, past those every key of the format lies in.
fn group(key: &str) -> String {
    let tokens = pointer::tokens(key.rsplit_once("/*/").map_or(key, |(_, rest)| rest)).unwrap_or_default();
    let outer = ["data", "extensions", "lorebook", "preset"];
    let inner: Vec<&str> = tokens
        .iter()
        .take(tokens.len().saturating_sub(1))
        .map(String::as_str)
        .filter(|token| !outer.contains(token))
        .collect();
    inner.join(" › ")
}

fn words(words: ficha_formats::Words) -> Words {
    Words { en: words.en.to_owned(), zh: words.zh.to_owned() }
}

fn widget(widget: Widget) -> NativeWidget {
    let plain = |word| NativeWidget { word, choices: Vec::new(), columns: Vec::new(), kind: None };
    match widget {
        Widget::Line => plain(WidgetWord::Line),
        Widget::Text => plain(WidgetWord::Text),
        Widget::Number => plain(WidgetWord::Number),
        Widget::Toggle => plain(WidgetWord::Toggle),
        Widget::List => plain(WidgetWord::List),
        Widget::Choice(choices) => NativeWidget {
            choices: choices.iter().map(|word| (*word).to_owned()).collect(),
            ..plain(WidgetWord::Choice)
        },
        Widget::Colour => plain(WidgetWord::Colour),
        Widget::Table(columns) => NativeWidget {
            columns: columns
                .iter()
                .map(|column| NativeColumn {
                    key: column.key.to_owned(),
                    label: words(column.label),
                    number: column.number,
                })
                .collect(),
            ..plain(WidgetWord::Table)
        },
        Widget::Asset => plain(WidgetWord::Asset),
        Widget::Links(kind) => NativeWidget { kind: Some(kind.into()), ..plain(WidgetWord::Links) },
        Widget::Json => plain(WidgetWord::Json),
    }
}

fn raw_key(row: &Wire, roots: &Roots) -> RawKey {
    let bare = RawKey {
        pattern: roots.locate(row.key()),
        meaning: KeyMeaning::Mapped,
        paths: row.paths().into_iter().filter(|path| *path != "*").map(str::to_owned).collect(),
        label: None,
        help: None,
        why: None,
        widget: None,
        holds: String::new(),
        words: Vec::new(),
    };
    match row {
        Wire::Mapped(mapped) => {
            let (holds, words) = holds(mapped.shape);
            RawKey { holds: holds.to_owned(), words, ..bare }
        }
        Wire::Custom { .. } => bare,
        Wire::List { .. } => RawKey { meaning: KeyMeaning::List, holds: "list".to_owned(), ..bare },
        Wire::Kept { why, .. } => RawKey { meaning: KeyMeaning::Kept, why: Some((*why).to_owned()), ..bare },
        Wire::Native { label, help, widget: of, .. } => {
            let (holds, choices): (&str, &[&str]) = match of {
                Widget::Line | Widget::Text | Widget::Colour | Widget::Asset => ("text", &[]),
                Widget::Number => ("number", &[]),
                Widget::Toggle => ("flag", &[]),
                Widget::List | Widget::Table(_) | Widget::Links(_) => ("list", &[]),
                Widget::Choice(choices) => ("text", choices),
                Widget::Json => ("", &[]),
            };
            RawKey {
                meaning: KeyMeaning::Native,
                label: Some(words(*label)),
                help: Some(words(*help)),
                widget: Some(widget(*of)),
                holds: holds.to_owned(),
                words: choices.iter().map(|word| Value::from(*word).to_string()).collect(),
                ..bare
            }
        }
    }
}

fn holds(shape: Shape) -> (&'static str, Vec<String>) {
    match shape {
        Shape::Text | Shape::FilledText => ("text", Vec::new()),
        Shape::Number => ("number", Vec::new()),
        Shape::Flag | Shape::Not => ("flag", Vec::new()),
        Shape::TextList | Shape::Greetings => ("list", Vec::new()),
        Shape::TextMap => ("map", Vec::new()),
        Shape::Word(lexicon) => ("", lexicon.pairs.iter().map(|(wire, _)| (*wire).to_owned()).collect()),
        Shape::Any | Shape::Coded(_) => ("", Vec::new()),
    }
}
