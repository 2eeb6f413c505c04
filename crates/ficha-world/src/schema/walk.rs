//! One walk over a document by its table: every value a field is known for, with its pointer.

use super::tables::CONDITION;
use super::{Field, Is};

/// Deeper than any document that was read; a walk over a value from elsewhere ends here.
pub(super) const DEEPEST: usize = 64;

/// The members of an object kind; `None` for every other kind.
pub fn members(is: &Is) -> Option<&'static [Field]> {
    match is {
        Is::Object(fields) => Some(fields),
        Is::Condition => Some(CONDITION),
        Is::OrNull(inner) => members(inner),
        _ => None,
    }
}

/// What the items of a list kind are; `None` for every other kind.
pub fn item(is: &Is) -> Option<&'static Is> {
    match is {
        Is::List { of, .. } => Some(of),
        Is::OrNull(inner) => item(inner),
        Is::Ids(to) => Some(match to {
            super::To::Nothing => &Is::Id(super::To::Nothing),
            super::To::Sibling => &Is::Id(super::To::Sibling),
            super::To::In(folder) => id_in(*folder),
        }),
        Is::Aliases => Some(&Is::Name),
        Is::Tags => Some(&Is::Text { min: 1, max: Some(40) }),
        _ => None,
    }
}

fn id_in(folder: crate::place::Folder) -> &'static Is {
    use crate::place::Folder;
    match folder {
        Folder::Characters => &Is::Id(super::To::In(Folder::Characters)),
        Folder::Places => &Is::Id(super::To::In(Folder::Places)),
        Folder::Factions => &Is::Id(super::To::In(Folder::Factions)),
        Folder::Things => &Is::Id(super::To::In(Folder::Things)),
        Folder::Lore => &Is::Id(super::To::In(Folder::Lore)),
        Folder::Plots => &Is::Id(super::To::In(Folder::Plots)),
    }
}

/// What the values of a free map are; `None` for every other kind.
pub(super) fn value_of(is: &Is) -> Option<&'static Is> {
    match is {
        Is::Map(of) => Some(of),
        Is::Values => Some(&Is::Value),
        Is::OrNull(inner) => value_of(inner),
        _ => None,
    }
}
