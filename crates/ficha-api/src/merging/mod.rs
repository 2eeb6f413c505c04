//! Versions of a piece brought together: body, profiles and the edits of originals, field by field. What differs, and
//! what comes of choosing, is found by one walk.
//!
//! Not here: where the versions come from ([`crate::commands::merge`], [`crate::commands::history`],
//! [`crate::intake::update`]), how a row reads ([`rows`]).

mod native;
pub(crate) mod rows;

use std::collections::BTreeMap;

use ficha_model::{
    AuthorNote, Body, Entity, NativeEdits, Path, Profiles, Side, Slot, in_profile, three_way, three_way_at,
};
use serde_json::Value;

use crate::ApiError;
use crate::dto::{FieldChoice, FieldPart, MergeSide};

/// Three versions of one piece.
#[derive(Clone, Copy)]
pub(crate) struct Versions<'a> {
    /// What both began with.
    pub base: &'a Entity,
    /// Mine.
    pub mine: &'a Entity,
    /// The other's.
    pub theirs: &'a Entity,
}

/// Where a difference is.
#[derive(Clone, Copy)]
pub(crate) enum Place<'a> {
    Body,
    Profile(&'a str),
    /// A format and the pointer the slot's path counts from.
    Native(&'a str, &'a str),
}

impl Place<'_> {
    /// The field's name on the wire.
    pub fn field(self, path: &Path) -> String {
        match self {
            Place::Body => path.to_string(),
            Place::Profile(format) => in_profile(format, path).to_string(),
            Place::Native(format, at) => format!("native:{format}:{}", native::below(at, path)),
        }
    }

    pub fn part(self) -> FieldPart {
        match self {
            Place::Body => FieldPart::Body,
            Place::Profile(_) => FieldPart::Profile,
            Place::Native(..) => FieldPart::Native,
        }
    }
}

/// What is asked about each difference.
pub(crate) type Choose<'a> = &'a mut dyn FnMut(Place<'_>, &Slot) -> Side;

/// What came of bringing versions together, for the original of `theirs`.
pub(crate) struct Merged {
    pub body: Body,
    pub profiles: Profiles,
    pub native_edits: NativeEdits,
    pub notes: Vec<AuthorNote>,
}

/// Brings three versions together.
///
/// # Errors
/// What keeps an original from being read.
pub(crate) fn merge(versions: Versions<'_>, choose: Choose<'_>) -> Result<Merged, ApiError> {
    let Versions { base, mine, theirs } = versions;
    let body =
        three_way(base.body.value(), mine.body.value(), theirs.body.value(), &mut |slot| choose(Place::Body, slot));
    let mut profiles = Profiles::new();
    let formats = theirs.profiles.keys().chain(mine.profiles.keys().filter(|key| !theirs.profiles.contains_key(*key)));
    for format in formats {
        let of = |entity: &'_ Entity| entity.profiles.get(format).map(|body| body.value().clone());
        let (base, mine, theirs) = (of(base), of(mine), of(theirs));
        let merged = three_way_at(&Path::default(), [base.as_ref(), mine.as_ref(), theirs.as_ref()], &mut |slot| {
            choose(Place::Profile(format), slot)
        });
        if let Some(merged @ Value::Object(_)) = merged {
            profiles.insert(format.clone(), Body::from(merged));
        }
    }
    let native_edits = native::merge(versions, choose)?;
    // Notes are a list nobody orders: what either side wrote stays.
    let mut notes = if mine.notes == base.notes { theirs.notes.clone() } else { mine.notes.clone() };
    if mine.notes != base.notes && theirs.notes != base.notes {
        notes.extend(theirs.notes.iter().filter(|note| !mine.notes.contains(note)).cloned());
    }
    Ok(Merged { body: Body::from(body), profiles, native_edits, notes })
}

impl Merged {
    /// Puts what came of it into an entity.
    pub fn into(self, mut entity: Entity) -> Entity {
        entity.body = self.body;
        entity.profiles = self.profiles;
        entity.native_edits = self.native_edits;
        entity.notes = self.notes;
        entity
    }
}

/// Choices by field.
pub(crate) type Choices = BTreeMap<String, MergeSide>;

/// The choices of a shell by field.
pub(crate) fn choices(rows: Vec<FieldChoice>) -> Choices {
    rows.into_iter().map(|choice| (choice.path, choice.side)).collect()
}

/// The side chosen for a field, else the usual one. `piece` is `KIND/ID|` for a piece that came along.
pub(crate) fn chosen(choices: &Choices, piece: &str, place: Place<'_>, slot: &Slot) -> Side {
    match choices.get(&format!("{piece}{}", place.field(&slot.path))) {
        Some(MergeSide::Mine) => Side::Mine,
        Some(MergeSide::Theirs) => Side::Theirs,
        Some(MergeSide::Joined) => Side::Joined,
        None => slot.usual(),
    }
}
