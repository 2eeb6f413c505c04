//! Pictures when a newer card takes the place of the one a world was made from (W-352).

use std::collections::{BTreeMap, BTreeSet};

use crate::records::{PictureItem, Pictures};

/// The addresses of the newer card that are worth asking: those the old one lacked, and those whose reason may pass.
/// Without a record of the old card's addresses they count as settled.
pub fn addresses_to_fetch(old: &[String], new: &[String], record: Option<&Pictures>) -> Vec<String> {
    let before: BTreeSet<&str> = old.iter().map(String::as_str).collect();
    let passing: BTreeSet<&str> = record
        .iter()
        .flat_map(|record| &record.items)
        .filter(|item| item.may_pass)
        .map(|item| item.address.as_str())
        .collect();
    let wanted = |address: &&String| !before.contains(address.as_str()) || passing.contains(address.as_str());
    new.iter().filter(wanted).cloned().collect()
}

/// Both records as one: what was asked again has its new end, in its old place; what is new stands behind.
pub fn merged(old: Option<Pictures>, new: Pictures) -> Pictures {
    let Some(mut all) = old else { return new };
    let mut again: BTreeMap<String, PictureItem> =
        new.items.iter().map(|item| (item.address.clone(), item.clone())).collect();
    for item in &mut all.items {
        if let Some(newer) = again.remove(&item.address) {
            *item = newer;
        }
    }
    all.items.extend(new.items.into_iter().filter(|item| again.contains_key(&item.address)));
    all.finished_at = new.finished_at;
    all
}

/// Paths of the pictures that came from addresses the newer card no longer has. They stay in the world.
pub fn dropped_from_the_card(new: &[String], record: Option<&Pictures>) -> Vec<String> {
    let still: BTreeSet<&str> = new.iter().map(String::as_str).collect();
    record
        .iter()
        .flat_map(|record| &record.items)
        .filter(|item| !still.contains(item.address.as_str()))
        .filter_map(|item| item.path.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::PictureOutcome;

    fn item(address: &str, outcome: PictureOutcome, may_pass: bool) -> PictureItem {
        let path = (outcome == PictureOutcome::Saved).then(|| format!("images/library/{address}.png"));
        PictureItem { address: address.to_owned(), outcome, path, may_pass, ..PictureItem::default() }
    }

    fn texts(words: &str) -> Vec<String> {
        words.split_whitespace().map(str::to_owned).collect()
    }

    // W-352
    #[test]
    fn only_new_addresses_and_those_that_may_pass_are_asked() {
        let record = Pictures {
            items: vec![
                item("a", PictureOutcome::Saved, false),
                item("b", PictureOutcome::Timeout, true),
                item("c", PictureOutcome::Gone, false),
                item("gone", PictureOutcome::Saved, false),
            ],
            ..Pictures::default()
        };
        let (old, new) = (texts("a b c gone"), texts("d c b a"));
        assert_eq!(addresses_to_fetch(&old, &new, Some(&record)), texts("d b"));
        assert_eq!(addresses_to_fetch(&old, &new, None), texts("d"));
        assert_eq!(dropped_from_the_card(&new, Some(&record)), texts("images/library/gone.png"));
        let later = Pictures {
            items: vec![item("d", PictureOutcome::Failed, true), item("b", PictureOutcome::Saved, false)],
            finished_at: Some("later".to_owned()),
            ..Pictures::default()
        };
        let all = merged(Some(record), later.clone());
        let ends: Vec<(&str, PictureOutcome)> =
            all.items.iter().map(|item| (item.address.as_str(), item.outcome)).collect();
        let wanted = [
            ("a", PictureOutcome::Saved),
            ("b", PictureOutcome::Saved),
            ("c", PictureOutcome::Gone),
            ("gone", PictureOutcome::Saved),
            ("d", PictureOutcome::Failed),
        ];
        assert_eq!(ends, wanted);
        assert_eq!(all.finished_at.as_deref(), Some("later"));
        assert_eq!(merged(None, later.clone()), later);
    }
}
