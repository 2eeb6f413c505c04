//! Which formats are known to carry a field, read from `known-wires.txt`.

use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use super::{Field, KindSchema};
use crate::Kind;

type Wires = Vec<&'static str>;

impl KindSchema {
    /// Ids of formats known to carry a field of this table: the evidence that it has a row. What a format truly
    /// carries is measured elsewhere, by writing the field and reading it back.
    pub fn known_wires(&self, field: &Field) -> &'static [&'static str] {
        let Some(known) = known().get(&self.kind) else { return &[] };
        let mut path = field.path;
        loop {
            if let Some(wires) = known.get(path) {
                return wires;
            }
            match path.rfind(['.', '[', '{']) {
                Some(end) => path = &path[..end],
                None => return &[],
            }
        }
    }
}

/// Path patterns with a line of their own, by kind.
pub(super) fn known() -> &'static BTreeMap<Kind, HashMap<&'static str, Wires>> {
    static KNOWN: OnceLock<BTreeMap<Kind, HashMap<&'static str, Wires>>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let mut known: BTreeMap<Kind, HashMap<&'static str, Wires>> = BTreeMap::new();
        let mut kind = None;
        for line in include_str!("known-wires.txt").lines().filter(|line| !line.starts_with('#')) {
            if let Some(word) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                kind = Kind::from_word(word);
            } else if let (Some((path, words)), Some(kind)) = (line.split_once(": "), kind) {
                let wires = words.split(' ').filter(|word| *word != "-").collect();
                known.entry(kind).or_default().insert(path, wires);
            }
        }
        known
    })
}

#[cfg(test)]
mod tests {
    use super::{Kind, known};
    use crate::schema::schema;

    #[test]
    fn every_line_is_about_a_row() {
        for (kind, lines) in known() {
            for path in lines.keys() {
                assert!(schema(*kind).fields().any(|field| field.path == *path), "{kind}: {path}");
            }
        }
        let lines = include_str!("known-wires.txt").lines();
        let lines = lines.filter(|line| !line.starts_with('#') && line.contains(": ")).count();
        assert_eq!(known().values().map(std::collections::HashMap::len).sum::<usize>(), lines, "a line twice");
        assert_eq!(known().len(), Kind::ALL.len());
    }
}
