//! Edits as they cross to a shell, brought to the model and back: changes of a body, operations on an original.

use std::collections::BTreeMap;

use ficha_model::schema::validate;
use ficha_model::{Entity, Path, merge_profile, profile_path};

use crate::dto::{Change, Json, NativePatch, PatchOp, PatchWord};
use crate::{ApiError, ErrorCode};

fn usage(message: impl Into<String>) -> ApiError {
    ApiError::new(ErrorCode::Usage, message)
}

/// Operations of a shell as the model has them.
///
/// # Errors
/// `usage` when one lacks what its word needs.
pub(crate) fn ops_from(ops: &[PatchOp]) -> Result<Vec<ficha_model::PatchOp>, ApiError> {
    ops.iter().map(op_from).collect()
}

fn op_from(op: &PatchOp) -> Result<ficha_model::PatchOp, ApiError> {
    let path = op.path.clone();
    let value = || match &op.value {
        Some(value) => value.value(),
        None => Err(usage(format!("The operation on {path:?} has no value."))),
    };
    Ok(match op.op {
        PatchWord::Add => ficha_model::PatchOp::Add { value: value()?, path },
        PatchWord::Replace => ficha_model::PatchOp::Replace { value: value()?, path },
        PatchWord::Remove => ficha_model::PatchOp::Remove { path },
        PatchWord::Move => {
            let from =
                op.from.clone().ok_or_else(|| usage(format!("The move to {path:?} does not say from where.")))?;
            ficha_model::PatchOp::Move { path, from }
        }
    })
}

/// Operations of the model as a shell has them.
pub(crate) fn ops_to(ops: &[ficha_model::PatchOp]) -> Vec<PatchOp> {
    ops.iter().map(op_to).collect()
}

fn op_to(op: &ficha_model::PatchOp) -> PatchOp {
    use ficha_model::PatchOp as Op;
    let (word, path, from, value) = match op {
        Op::Add { path, value } => (PatchWord::Add, path, None, Some(Json::of(value))),
        Op::Remove { path } => (PatchWord::Remove, path, None, None),
        Op::Replace { path, value } => (PatchWord::Replace, path, None, Some(Json::of(value))),
        Op::Move { path, from } => (PatchWord::Move, path, Some(from.clone()), None),
    };
    PatchOp { op: word, path: path.clone(), from, value }
}

/// The native edits of an entity as a shell has them.
pub(crate) fn native_edits(entity: &Entity) -> BTreeMap<String, Vec<PatchOp>> {
    entity.native_edits.iter().map(|(format, ops)| (format.clone(), ops_to(ops))).collect()
}

/// Makes changes in an entity, in order, and answers with the paths touched. A path below `profiles` is an override of
/// one format, where `null` takes the body's field away.
///
/// # Errors
/// `usage` for a path that does not fit, a value its field cannot hold, or a format nobody knows; the entity may be
/// changed in part then.
pub(crate) fn change(entity: &mut Entity, changes: &[Change]) -> Result<Vec<String>, ApiError> {
    let kind = entity.kind;
    let before = faults(entity);
    let mut touched = Vec::new();
    for change in changes {
        let path: Path = change.path.parse()?;
        if let Some((format, _)) = profile_path(&path)
            && ficha_formats::format(format).is_none_or(|format| format.spec().kind != kind)
        {
            return Err(usage(format!("No app {format:?} takes a {kind}.")));
        }
        match &change.value {
            None => entity.take_at(&path),
            Some(value) => {
                if !entity.put_at(&path, value.value()?) {
                    return Err(usage(format!("There is no place {} in this {kind}.", change.path)));
                }
            }
        }
        touched.push(change.path.clone());
    }
    // Faults that were there stay as they are; new ones are the caller's.
    let fault = faults(entity).into_iter().find(|fault| {
        let wrong = match &fault.what {
            ficha_model::schema::What::WrongType(_)
            | ficha_model::schema::What::BadChoice(_)
            | ficha_model::schema::What::UnknownField => true,
            // An editor may add a row and fill it in afterwards.
            ficha_model::schema::What::Missing => false,
        };
        wrong && !before.contains(fault)
    });
    match fault {
        Some(fault) => Err(usage(said(&fault))),
        None => Ok(touched),
    }
}

/// What does not fit: of the body, and of what each format would get.
fn faults(entity: &Entity) -> Vec<ficha_model::schema::Fault> {
    let merged = entity.profiles.values().map(|profile| merge_profile(&entity.body, profile));
    std::iter::once(entity.body.clone()).chain(merged).flat_map(|body| validate(entity.kind, &body)).collect()
}

fn said(fault: &ficha_model::schema::Fault) -> String {
    match &fault.what {
        ficha_model::schema::What::WrongType(word) => format!("{} holds a {word}.", fault.path),
        ficha_model::schema::What::UnknownField => format!("There is no field {}.", fault.path),
        ficha_model::schema::What::BadChoice(word) => format!("{} cannot be {word:?}.", fault.path),
        ficha_model::schema::What::Missing => format!("{} must be there.", fault.path),
    }
}

/// Puts lists of native edits in place of those an entity has. An empty list takes the format's edits away.
///
/// # Errors
/// `usage` for a format the entity has no original of and that cannot be written by hand, or operations that make no sense.
pub(crate) fn set_native(entity: &mut Entity, patches: &[NativePatch]) -> Result<(), ApiError> {
    for patch in patches {
        let ops = ops_from(&patch.ops)?;
        if ops.is_empty() {
            entity.native_edits.shift_remove(&patch.format);
        } else if has_text(entity, &patch.format) || by_hand(entity.kind, &patch.format) {
            entity.native_edits.insert(patch.format.clone(), ops);
        } else {
            return Err(usage(format!("This piece has no original of the format {:?}.", patch.format)));
        }
    }
    Ok(())
}

/// Whether an entity has the text of an original of a format.
pub(crate) fn has_text(entity: &Entity, format: &str) -> bool {
    entity.original.get(format).is_some_and(|original| original.raw.is_some())
}

/// Whether native data of a format can be written without an original.
fn by_hand(kind: ficha_model::Kind, format: &str) -> bool {
    ficha_formats::format(format).is_some_and(|format| format.by_hand() && format.spec().kind == kind)
}

/// A value as a person reads it: a text as it is, anything else as JSON.
pub(crate) fn shown(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => text.clone(),
        other => ficha_json::to_text(other, ficha_json::Style::Compact),
    }
}
