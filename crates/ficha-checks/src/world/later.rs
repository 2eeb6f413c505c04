//! Checks that something else than the program decides: declared, so that they are listed, and skipped while there is
//! nobody to decide.

/// A declared check: its type and its spec.
macro_rules! declared {
    ($name:ident, $spec:ident, $id:literal, $kit:ident, $mode:ident, $card:literal) => {
        /// The check.
        #[derive(Debug)]
        pub struct $name;

        static $spec: crate::CheckSpec = crate::CheckSpec {
            id: $id,
            kit: crate::Kit::$kit,
            mode: crate::Mode::$mode,
            needs: crate::Needs { card: $card, model: true },
            kinds: &[],
            codes: &[],
        };

        impl crate::Check for $name {
            fn spec(&self) -> &'static crate::CheckSpec {
                &$spec
            }

            fn run(&self, input: &crate::CheckInput<'_>) -> Result<Vec<crate::Finding>, crate::CheckSkipped> {
                match input {
                    crate::CheckInput::World(input) if $spec.needs.card => {
                        input.card()?;
                        Err(crate::CheckSkipped::NoModel)
                    }
                    crate::CheckInput::World(_) => Err(crate::CheckSkipped::NoModel),
                    crate::CheckInput::Entity(_) => Err(crate::CheckSkipped::OtherSubject),
                }
            }
        }
    };
}

declared!(DuplicateValuesMeaning, MEANING, "duplicate-values-meaning", Consistency, Decision, false);
declared!(NameNear, NEAR, "name-near", Consistency, Decision, false);
declared!(LoreConflict, CONFLICT, "lore-conflict", Consistency, Decision, false);
declared!(SheetPlayable, SHEET, "sheet-playable", Quality, Decision, false);
declared!(OpeningPlayable, OPENING, "opening-playable", Playability, Decision, false);
declared!(CardFidelity, FIDELITY, "card-fidelity", Fidelity, Judged, true);
declared!(WorldGaps, GAPS, "world-gaps", Quality, Judged, false);
