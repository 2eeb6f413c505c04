//! File names for many pieces by one pattern, each different from the others whatever the case of its letters.

use std::collections::BTreeSet;

use crate::disk;

/// What a pattern can say of a piece.
#[derive(Clone, Debug, Default)]
pub struct Naming {
    /// `{name}`.
    pub name: String,
    /// `{creator}`.
    pub creator: String,
    /// `{id}`.
    pub id: String,
    /// `{kind}`.
    pub kind: String,
    /// `{app}`: the format's title.
    pub app: String,
}

/// The words a pattern may hold, in braces.
pub const WORDS: [&str; 6] = ["name", "creator", "id", "kind", "app", "number"];

/// A pattern filled in, not yet safe as a file name. Braces around other words stay as they are.
fn filled(pattern: &str, naming: &Naming, number: usize) -> String {
    let mut text = String::new();
    let mut rest = pattern;
    while let Some(at) = rest.find('{') {
        let (head, tail) = rest.split_at(at);
        text.push_str(head);
        let word = tail.get(1..).and_then(|tail| tail.split_once('}'));
        let value = word.and_then(|(word, _)| {
            Some(match word {
                "name" => naming.name.clone(),
                "creator" => naming.creator.clone(),
                "id" => naming.id.clone(),
                "kind" => naming.kind.clone(),
                "app" => naming.app.clone(),
                "number" => format!("{number:03}"),
                _ => return None,
            })
        });
        match (value, word) {
            (Some(value), Some((_, behind))) => {
                text.push_str(&value);
                rest = behind;
            }
            _ => {
                text.push('{');
                rest = tail.get(1..).unwrap_or_default();
            }
        }
    }
    text.push_str(rest);
    text
}

/// One file name stem a piece, in order; the second of one name has `(2)` behind it. Whether a number was put there.
pub fn stems(pattern: &str, pieces: &[Naming]) -> Vec<(String, bool)> {
    let pattern = if pattern.trim().is_empty() { "{name}" } else { pattern };
    let mut taken = BTreeSet::new();
    pieces
        .iter()
        .enumerate()
        .map(|(at, naming)| {
            // A name that ends in what looks like an extension keeps it: the real one is put behind.
            let safe = disk::file_name(&filled(pattern, naming, at + 1), &naming.id, "x");
            let stem = safe.strip_suffix(".x").unwrap_or(&safe).to_owned();
            let fresh = numbered(&stem, &mut |name| !taken.contains(&name.to_lowercase()));
            taken.insert(fresh.to_lowercase());
            let is_numbered = fresh != stem;
            (fresh, is_numbered)
        })
        .collect()
}

/// A name, or the first of it with a number that is free.
pub fn numbered(stem: &str, is_free: &mut dyn FnMut(&str) -> bool) -> String {
    let mut name = stem.to_owned();
    let mut number = 2_u32;
    while !is_free(&name) {
        name = format!("{stem} ({number})");
        number += 1;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naming(name: &str, creator: &str) -> Naming {
        Naming {
            name: name.into(),
            creator: creator.into(),
            id: "an-id".into(),
            kind: "character".into(),
            app: "Some app".into(),
        }
    }

    #[test]
    fn names_are_filled_made_safe_and_kept_apart() {
        let pieces = [naming("Ann", "Mo"), naming("ANN", "Mo"), naming("../../x", "a/b"), naming("", "")];
        let stems = |pattern: &str| stems(pattern, &pieces).into_iter().map(|(stem, _)| stem).collect::<Vec<_>>();
        assert_eq!(stems("{name}"), ["Ann", "ANN (2)", "x", "an-id"]);
        assert_eq!(stems("{number} {name} by {creator}")[..2], ["001 Ann by Mo", "002 ANN by Mo"]);
        assert_eq!(stems("{other}{name"), ["{other}{name", "{other}{name (2)", "{other}{name (3)", "{other}{name (4)"]);
        assert_eq!(stems("{app}/{kind}")[0], "Some app character");
        assert_eq!(stems("  ")[0], "Ann");
    }
}
