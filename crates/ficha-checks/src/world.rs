//! The kits of worlds: whether a world hangs together, says what its card says, says enough, and can be played from its
//! first scene. One file a check; [`WORLD`] is the order of a run.
//!
//! The rule: a world's findings have hints and no fixes; what would mend a world is a person's to write.

mod about_itself;
mod card_changes;
mod card_coverage;
mod card_names;
mod card_numbers;
mod cast;
mod duplicate_values;
mod evidence;
mod first_scene;
mod input;
mod later;
mod lint;
mod name_clash;
mod own_prompts;
mod places;
mod startable;
mod unread_fields;
mod walk;

use ficha_world::Ref;

use crate::{Check, Finding, Place, Severity};

pub use evidence::{
    CardChanges, CardEvidence, DroppedPiece, FieldChange, PieceChange, PieceEvidence, PieceOutcome, RosterEvidence,
};
pub use input::{CardVersion, Document, WorldInput, WorldSource};

/// Every check of worlds, in the order of a run.
pub static WORLD: &[&dyn Check] = &[
    &startable::Startable,
    &unread_fields::UnreadFields,
    &own_prompts::OwnPrompts,
    &name_clash::NameClash,
    &duplicate_values::DuplicateValues,
    &lint::Lint,
    &first_scene::FirstScene,
    &cast::Cast,
    &places::Places,
    &about_itself::AboutItself,
    &card_names::CardNames,
    &card_numbers::CardNumbers,
    &card_coverage::CardCoverage,
    &card_changes::CardChangesSaid,
    &later::DuplicateValuesMeaning,
    &later::NameNear,
    &later::LoreConflict,
    &later::SheetPlayable,
    &later::OpeningPlayable,
    &later::CardFidelity,
    &later::WorldGaps,
];

/// A finding in a world.
fn found(severity: Severity, code: &'static str, at: impl Into<String>) -> Finding {
    Finding::new(severity, code, Place::World(at.into()))
}

/// A place in a document: `characters/orla#/start`; the whole document for an empty pointer.
fn spot(at: &Ref, pointer: &str) -> String {
    if pointer.is_empty() { at.to_string() } else { format!("{at}#{pointer}") }
}

/// A place in a file, with a document's file told by the document: `world.json#/tags`, `places/quay#/ways`.
fn file_spot(path: &str, pointer: &str) -> String {
    let file = match ficha_world::kind_of(path) {
        ficha_world::FileKind::Document(at) => at.to_string(),
        _ => path.to_owned(),
    };
    if pointer.is_empty() { file } else { format!("{file}#{pointer}") }
}

/// A check's type, its spec and the door to its `look`, said in one place.
macro_rules! world_check {
    ($name:ident, $id:literal, $kit:ident, $codes:expr) => {
        crate::world::world_check!($name, $id, $kit, false, $codes);
    };
    ($name:ident, $id:literal, $kit:ident, $card:expr, $codes:expr) => {
        /// The check.
        #[derive(Debug)]
        pub struct $name;

        static SPEC: crate::CheckSpec = crate::CheckSpec {
            id: $id,
            kit: crate::Kit::$kit,
            mode: crate::Mode::Code,
            needs: crate::Needs { card: $card, model: false },
            kinds: &[],
            codes: $codes,
        };

        impl crate::Check for $name {
            fn spec(&self) -> &'static crate::CheckSpec {
                &SPEC
            }

            fn run(&self, input: &crate::CheckInput<'_>) -> Result<Vec<crate::Finding>, crate::CheckSkipped> {
                match input {
                    crate::CheckInput::World(input) => look(input),
                    crate::CheckInput::Entity(_) => Err(crate::CheckSkipped::OtherSubject),
                }
            }
        }
    };
}
use world_check;
