//! What nearly was called: entries a chat speaks of, or nearly does, and why they stayed silent all the same.

use serde::Serialize;

use super::entry::Entry;
use super::haystack::Haystack;
use super::keys::{Key, Looser, Told};
use super::{Outcome, Place, Scene, Silent, Stopped};
use std::collections::BTreeMap;

/// An entry that was nearly called.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Near {
    /// Number of the book.
    pub book: usize,
    /// Id of the entry.
    pub entry: String,
    /// What stopped it.
    pub because: Stopped,
    /// What was said of it; `None` where that is not the point.
    pub said: Option<Said>,
}

/// What a chat says of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Said {
    /// A key stands where the entry looks.
    Here {
        /// The key.
        key: String,
        /// Where.
        place: Place,
    },
    /// A key stands further back than the entry looks.
    Earlier {
        /// The key.
        key: String,
        /// How many messages back, 0 for the last.
        back: usize,
        /// How many messages the entry looks at.
        reach: usize,
    },
    /// A key stands there in other letters, and its case counts.
    OtherCase {
        /// The key.
        key: String,
    },
    /// A key stands there inside a longer word, and whole words are wanted.
    PartOfWord {
        /// The key.
        key: String,
    },
}

/// The silent entries of an outcome that were nearly called, in the order they were asked.
pub(super) fn nearly(scene: &Scene<'_>, all: &[Entry], told: &mut Told, outcome: &Outcome) -> Vec<Near> {
    let haystack = Haystack::new(scene.chat, scene.sources, scene.settings);
    let by_address: BTreeMap<_, _> =
        all.iter().map(|entry| ((entry.address.0, entry.address.1.as_str()), entry)).collect();
    let mut found = Vec::new();
    for silent in &outcome.silent {
        let Some(entry) = by_address.get(&(silent.book, silent.entry.as_str())) else { continue };
        if let Some(said) = near(silent, entry, &haystack, told) {
            let Silent { book, entry, because } = silent.clone();
            found.push(Near { book, entry, because, said });
        }
    }
    found
}

/// `None`: not near. `Some(None)`: near by what stopped it alone.
fn near(silent: &Silent, entry: &Entry, haystack: &Haystack<'_>, told: &mut Told) -> Option<Option<Said>> {
    match silent.because {
        Stopped::Cooldown { .. }
        | Stopped::Secondary { .. }
        | Stopped::ExcludesRecursion
        | Stopped::Group { .. }
        | Stopped::Chance { .. }
        | Stopped::Budget => Some(None),
        Stopped::NoKeys => None,
        Stopped::Off
        | Stopped::Generation
        | Stopped::Character
        | Stopped::Delay { .. }
        | Stopped::OnlyRecursion
        | Stopped::Decorator => here(entry, haystack, told).map(Some),
        Stopped::NoMatch => missed(entry, haystack, told).map(Some),
    }
}

fn here(entry: &Entry, haystack: &Haystack<'_>, told: &mut Told) -> Option<Said> {
    let text = haystack.text(entry, false);
    let key = entry.keys.iter().find(|key| key.is_in(&text, &entry.address, told))?;
    Some(Said::Here { key: key.shown.clone(), place: haystack.place(entry, false, key, told) })
}

fn missed(entry: &Entry, haystack: &Haystack<'_>, told: &mut Told) -> Option<Said> {
    let text = haystack.text(entry, false);
    let loosely = |way| {
        let looser = |key: &Key| key.looser(way).map(|looser| (key.shown.clone(), looser));
        entry.keys.iter().filter_map(looser).collect::<Vec<_>>()
    };
    for (key, looser) in loosely(Looser::AnyCase) {
        if looser.is_in(&text, &entry.address, told) {
            return Some(Said::OtherCase { key });
        }
    }
    for (key, looser) in loosely(Looser::PartOfWord) {
        if looser.is_in(&text, &entry.address, told) {
            return Some(Said::PartOfWord { key });
        }
    }
    if haystack.reach(entry) >= haystack.length() {
        return None;
    }
    let chat = haystack.whole_chat();
    let key = entry.keys.iter().find(|key| key.is_in(&chat, &entry.address, told))?;
    let back = haystack.anywhere(entry, key, told)?;
    Some(Said::Earlier { key: key.shown.clone(), back, reach: haystack.reach(entry) })
}
