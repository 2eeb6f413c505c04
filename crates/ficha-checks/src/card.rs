//! The kit of cards: what is worth a look in one piece of the library. One file a check; this list is their order.

mod broken_pattern;
mod budget;
mod entry_never;
mod examples;
mod greetings;
mod idle_settings;
mod keys;
mod leftovers;
mod letters;
mod links;
mod macros;
mod name;
mod portrait;
mod recursion;
mod repeats;
mod slow_pattern;
mod speaks_for_user;
mod target;
mod twin_entries;
mod unbalanced;
mod weight;

use crate::Check;

/// Every check of the kit.
pub static CARD: &[&dyn Check] = &[
    &name::Name,
    &portrait::Portrait,
    &greetings::Greetings,
    &speaks_for_user::SpeaksForUser,
    &examples::Examples,
    &macros::Macros,
    &unbalanced::Unbalanced,
    &letters::Letters,
    &leftovers::Leftovers,
    &repeats::Repeats,
    &weight::Weight,
    &links::Links,
    &keys::Keys,
    &entry_never::EntryNever,
    &twin_entries::TwinEntries,
    &recursion::Recursion,
    &budget::Budget,
    &idle_settings::IdleSettings,
    &broken_pattern::BrokenPattern,
    &slow_pattern::SlowPattern,
    &target::Target,
];

/// A check's type, its spec and the door to its `look`, said in one place.
macro_rules! check {
    ($name:ident, $id:literal, $kinds:expr, $codes:expr) => {
        /// The check.
        #[derive(Debug)]
        pub struct $name;

        static SPEC: crate::CheckSpec = crate::CheckSpec {
            id: $id,
            kit: crate::Kit::Card,
            mode: crate::Mode::Code,
            needs: crate::Needs::NOTHING,
            kinds: $kinds,
            codes: $codes,
        };

        impl crate::Check for $name {
            fn spec(&self) -> &'static crate::CheckSpec {
                &SPEC
            }

            fn run(&self, input: &crate::CheckInput<'_>) -> Result<Vec<crate::Finding>, crate::CheckSkipped> {
                match input {
                    crate::CheckInput::Entity(input) => look(input),
                    crate::CheckInput::World(_) => Err(crate::CheckSkipped::OtherSubject),
                }
            }
        }
    };
}
pub(crate) use check;
