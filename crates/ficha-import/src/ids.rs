//! Ids of documents as they are made: one after the other, none twice.

use std::collections::{BTreeMap, BTreeSet};

use ficha_world::{Folder, Ref, id_key, make_id};

use crate::card::within;

/// Characters of a name an id is made of; it has room for a few dozen.
const LOOKED_AT: usize = 1_000;

/// The ids that are taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ids {
    taken: BTreeSet<(Folder, String)>,
    /// The last number given to a name that was taken already, so that many of one name cost no more than one.
    last: BTreeMap<(Folder, String), u64>,
}

impl Ids {
    /// Takes an id that is there already.
    pub fn take(&mut self, reference: &Ref) {
        self.taken.insert((reference.folder, id_key(&reference.id)));
    }

    /// The id of a name, taken from now on.
    pub fn make(&mut self, folder: Folder, name: &str) -> Ref {
        let base = make_id(within(name, LOOKED_AT), folder.kind_word(), &|_| false);
        let id = self.free(folder, &base);
        let reference = Ref::new(folder, id);
        self.take(&reference);
        reference
    }

    fn free(&mut self, folder: Folder, base: &str) -> String {
        let is_taken = |taken: &BTreeSet<(Folder, String)>, key: &str| taken.contains(&(folder, key.to_owned()));
        if !is_taken(&self.taken, &id_key(base)) {
            return base.to_owned();
        }
        // Of a long name the number takes the place of its end, which is for whoever makes ids to say.
        if base.chars().count() > 50 || base.len() > 150 {
            return make_id(base, folder.kind_word(), &|key| is_taken(&self.taken, key));
        }
        let number = self.last.entry((folder, id_key(base))).or_insert(1);
        loop {
            *number += 1;
            let candidate = format!("{base}-{number}");
            if !is_taken(&self.taken, &id_key(&candidate)) {
                return candidate;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ficha_world::is_valid_id;

    use super::*;

    // W-097
    #[test]
    fn ids_of_one_name_are_numbered_and_none_is_given_twice() {
        let mut ids = Ids::default();
        let made: Vec<String> = ["Öl", "öl", "öl 2", "Öl", "..", "x".repeat(300).as_str()]
            .iter()
            .map(|name| ids.make(Folder::Lore, name).id)
            .collect();
        assert_eq!(made.get(..5).unwrap(), ["öl", "öl-2", "öl-2-2", "öl-3", "lore"]);
        for number in 0..300 {
            let id = ids.make(Folder::Lore, &"x".repeat(300)).id;
            assert!(is_valid_id(&id), "{number}: {id}");
        }
        assert_eq!(ids.taken.len(), 306);
        assert_eq!(ids.make(Folder::Places, "Öl").id, "öl");
    }
}
