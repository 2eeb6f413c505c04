//! Differences as rows for the eye: what a field is called, what each version says, the picture it names.

use std::sync::Arc;

use ficha_formats::NativeField;
use ficha_json::{Document, Limits};
use ficha_model::schema::{FieldType, Language, field, label};
use ficha_model::{Entity, Kind, Path, Side, Slot, Standing};
use serde_json::Value;

use super::{Place, Versions, merge};
use crate::ApiError;
use crate::dto::{CompareRow, ComparisonRow, ComparisonState, FieldPart, FieldUnit, Told};
use crate::edits::shown;
use crate::files::title;
use crate::intake::update::Plan;
use crate::media::LibraryMedia;
use crate::studio::Open;

/// How much of a value is told, in code points.
const TEXT: usize = 20_000;

/// What rows are made with.
struct Telling<'a> {
    open: &'a Open,
    kind: Kind,
    language: Language,
    /// The native fields of the originals, by format, looked up once.
    native: std::collections::BTreeMap<String, Vec<NativeField>>,
}

/// A difference with its place, kept for telling.
struct Found {
    format: Option<String>,
    part: FieldPart,
    field: String,
    slot: Slot,
}

fn found(versions: Versions<'_>) -> Result<Vec<Found>, ApiError> {
    let mut all = Vec::new();
    merge(versions, &mut |place, slot| {
        let format = match place {
            Place::Body => None,
            Place::Profile(format) | Place::Native(format, _) => Some(format.to_owned()),
        };
        all.push(Found { format, part: place.part(), field: place.field(&slot.path), slot: slot.clone() });
        slot.usual()
    })?;
    Ok(all)
}

impl<'a> Telling<'a> {
    fn new(open: &'a Open, language: Language, versions: Versions<'_>) -> Telling<'a> {
        let mut native = std::collections::BTreeMap::new();
        for entity in [versions.base, versions.mine, versions.theirs] {
            for (id, original) in &entity.original {
                let (Some(format), Some(raw)) = (ficha_formats::format(id), &original.raw) else { continue };
                if entity.native_edits.is_empty() && native.contains_key(id) {
                    continue;
                }
                if let Ok(document) = Document::parse(raw.0.clone(), &Limits::widest()) {
                    native.insert(id.clone(), ficha_formats::native_fields(format, &document));
                }
            }
        }
        Telling { open, kind: versions.theirs.kind, language, native }
    }

    fn label(&self, found: &Found) -> String {
        if found.part != FieldPart::Native {
            return label(self.kind, &found.slot.path, self.language);
        }
        let format = found.format.as_deref().unwrap_or_default();
        let pointer =
            found.field.strip_prefix("native:").and_then(|rest| rest.strip_prefix(format)).unwrap_or_default();
        let pointer = pointer.strip_prefix(':').unwrap_or(pointer);
        let known = self.native.get(format).into_iter().flatten().find(|field| field.pointer == pointer);
        known.map_or_else(
            || pointer.to_owned(),
            |field| match self.language {
                Language::English => field.label.en.to_owned(),
                Language::Chinese => field.label.zh.to_owned(),
            },
        )
    }

    fn told(&self, entity: &Entity, value: Option<&Value>) -> Option<Told> {
        let value = value?;
        let whole = lines(value);
        let mut letters = whole.chars();
        let text: String = letters.by_ref().take(TEXT).collect();
        Some(Told { text, cut: letters.next().is_some(), picture: self.picture(entity, value) })
    }

    /// The picture a value names: a reference, or a row of pictures.
    fn picture(&self, entity: &Entity, value: &Value) -> Option<String> {
        let reference = match value {
            Value::String(text) => text.as_str(),
            Value::Object(map) => map.get("ref")?.as_str()?,
            _ => return None,
        };
        if let Some(hash) = reference.strip_prefix("sha256:") {
            return self.open.library.has_blob(hash).then(|| hash.to_owned());
        }
        let is_inside = reference == "carrier:" || reference.contains("://") && !reference.starts_with("http");
        let picture =
            is_inside.then(|| ficha_formats::picture(entity, reference, &LibraryMedia(Arc::clone(&self.open.library))));
        picture.flatten().map(|picture| self.open.shown.hold(&picture))
    }

    fn row(&self, versions: Versions<'_>, found: &Found, piece: &str, name: Option<&str>) -> ComparisonRow {
        let slot = &found.slot;
        ComparisonRow {
            path: format!("{piece}{}", found.field),
            label: self.label(found),
            part: found.part,
            unit: unit(slot),
            of: found.format.as_deref().map(title).or_else(|| name.map(str::to_owned)),
            mine: self.told(versions.mine, slot.mine.as_ref()),
            source: self.told(versions.base, slot.base.as_ref()),
            theirs: self.told(versions.theirs, slot.theirs.as_ref()),
            joined: slot.joined.as_ref().and_then(|joined| self.told(versions.mine, Some(joined))),
            state: match slot.standing {
                Standing::Mine => ComparisonState::Mine,
                Standing::Theirs => ComparisonState::Theirs,
                Standing::Same => ComparisonState::Same,
                Standing::Both => ComparisonState::Both,
            },
        }
    }
}

fn unit(slot: &Slot) -> FieldUnit {
    match slot.part {
        ficha_model::Part::Value => FieldUnit::Value,
        ficha_model::Part::Row => FieldUnit::Row,
        ficha_model::Part::Order => FieldUnit::Order,
    }
}

/// A value as lines: a text as it is, a map one line a key, anything else as JSON.
fn lines(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            map.iter().map(|(key, value)| format!("{key}: {}", shown(value))).collect::<Vec<_>>().join("\n")
        }
        other => shown(other),
    }
}

/// Whether a body path leads to a link or below one.
fn is_link(kind: Kind, path: &Path) -> bool {
    (0..path.0.len()).any(|end| {
        let parent = Path(path.0[..=end].to_vec());
        field(kind, &parent).is_some_and(|field| matches!(field.shape, FieldType::Link))
    })
}

/// What three versions have differently.
///
/// # Errors
/// What keeps an original from being read.
pub(crate) fn three(open: &Open, versions: Versions<'_>, language: Language) -> Result<Vec<ComparisonRow>, ApiError> {
    let telling = Telling::new(open, language, versions);
    Ok(found(versions)?.iter().map(|found| telling.row(versions, found, "", None)).collect())
}

/// What an update would change, in the piece itself and in those that came with it. Links are left out: they follow
/// the pieces.
///
/// # Errors
/// What keeps an original from being read.
pub(crate) fn update_rows(open: &Open, plan: &Plan, language: Language) -> Result<Vec<ComparisonRow>, ApiError> {
    let mut rows = Vec::new();
    for (at, piece) in plan.pieces.iter().enumerate() {
        let versions = piece.versions();
        let telling = Telling::new(open, language, versions);
        let name = (at > 0).then(|| piece.mine.name());
        let prefix = piece.prefix(at == 0);
        rows.extend(
            found(versions)?
                .iter()
                .filter(|found| found.part != FieldPart::Body || !is_link(telling.kind, &found.slot.path))
                .map(|found| telling.row(versions, found, &prefix, name)),
        );
    }
    Ok(rows)
}

/// What two versions have differently, the file they came from too.
///
/// # Errors
/// What keeps an original from being read.
pub(crate) fn two(
    open: &Open,
    before: &Entity,
    after: &Entity,
    language: Language,
) -> Result<Vec<CompareRow>, ApiError> {
    let versions = Versions { base: before, mine: before, theirs: after };
    let telling = Telling::new(open, language, versions);
    let mut rows: Vec<CompareRow> = found(versions)?
        .iter()
        .map(|found| CompareRow {
            path: found.field.clone(),
            label: telling.label(found),
            part: found.part,
            unit: unit(&found.slot),
            of: found.format.as_deref().map(title),
            before: telling.told(before, found.slot.base.as_ref()),
            after: telling.told(after, found.slot.theirs.as_ref()),
        })
        .collect();
    let file = |entity: &Entity| {
        let source = entity.source.as_ref()?;
        let hash = source.sha256.as_deref().unwrap_or_default();
        let name = source.file_name.as_deref().unwrap_or_default();
        Some(Told { text: format!("{name}\n{}\n{hash}", title(&source.format)), cut: false, picture: None })
    };
    if file(before) != file(after) {
        rows.push(CompareRow {
            path: "source".to_owned(),
            label: String::new(),
            part: FieldPart::Source,
            unit: FieldUnit::Value,
            of: None,
            before: file(before),
            after: file(after),
        });
    }
    Ok(rows)
}

/// An entity with the fields named as an earlier version has them, the rest as it is.
///
/// # Errors
/// `usage` for a field the two do not differ in, or what keeps an original from being read.
pub(crate) fn with_fields(earlier: &Entity, now: &Entity, fields: &[String]) -> Result<Entity, ApiError> {
    let mut left: Vec<&String> = fields.iter().collect();
    let versions = Versions { base: earlier, mine: earlier, theirs: now };
    let merged = merge(versions, &mut |place, slot| {
        let name = place.field(&slot.path);
        match left.iter().position(|field| **field == name) {
            Some(at) => {
                left.remove(at);
                Side::Mine
            }
            None => Side::Theirs,
        }
    })?;
    if let Some(field) = left.first() {
        return Err(ApiError::new(crate::ErrorCode::Usage, format!("The two do not differ in {field}."))
            .hint("Compare them again: the piece may have been saved meanwhile."));
    }
    Ok(merged.into(now.clone()))
}
