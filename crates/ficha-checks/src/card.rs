//! The kit of cards: what is worth a look in one piece of the library. One file a check; this list is their order.

mod greetings;
mod keys;
mod name;

use crate::Check;

/// Every check of the kit.
pub static CARD: &[&dyn Check] = &[&name::Name, &greetings::Greetings, &keys::Keys];

/// A check's type, its spec and the door to its `look`, said in one place.
macro_rules! check {
    ($name:ident, $id:literal, $kinds:expr, $codes:expr) => {
        /// The check.
        #[derive(Debug)]
        pub struct $name;

        static SPEC: crate::CheckSpec =
            crate::CheckSpec { id: $id, kit: crate::Kit::Card, mode: crate::Mode::Code, kinds: $kinds, codes: $codes };

        impl crate::Check for $name {
            fn spec(&self) -> &'static crate::CheckSpec {
                &SPEC
            }

            fn run(&self, input: &crate::CheckInput<'_>) -> Result<Vec<crate::Finding>, crate::CheckSkipped> {
                look(input)
            }
        }
    };
}
pub(crate) use check;
