//! Which entries' texts can call which, with what stands between them. Each text is read once: only keys of which some
//! rare letters stand in it are looked for.

use std::collections::BTreeMap;

use serde::Serialize;

use super::entry::Entry;
use super::scan::Books;
use super::text::Text;
use super::{Address, Fault, Scene};

/// What keeps a text from calling an entry though it says its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Barrier {
    /// The one who speaks calls no others.
    Prevents,
    /// The one who is spoken of is not called by others.
    Excludes,
    /// One of them is off.
    Off,
}

/// One entry's text says another's keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reach {
    /// Whose text.
    pub from: Address,
    /// Whose key.
    pub to: Address,
    /// The key.
    pub key: String,
    /// What stands between them; `None`: it calls.
    pub barrier: Option<Barrier>,
}

/// How many letters of a key, in bytes, decide whether it is looked for at all.
const PIECE: usize = 3;

/// Entries by the piece of a key that the fewest keys have, and those with a key too short or a pattern.
struct Pieces {
    of: BTreeMap<[u8; PIECE], Vec<usize>>,
    any: Vec<usize>,
}

impl Pieces {
    fn of(all: &[Entry]) -> Pieces {
        let words = |entry: &Entry| entry.keys.iter().map(|key| key.folded().unwrap_or_default()).collect::<Vec<_>>();
        let mut common: BTreeMap<[u8; PIECE], usize> = BTreeMap::new();
        for word in all.iter().flat_map(words) {
            for piece in pieces(&word) {
                *common.entry(piece).or_default() += 1;
            }
        }
        let mut found = Pieces { of: BTreeMap::new(), any: Vec::new() };
        for (number, entry) in all.iter().enumerate() {
            for word in words(entry) {
                match pieces(&word).min_by_key(|piece| common.get(piece).copied()) {
                    Some(piece) => found.of.entry(piece).or_default().push(number),
                    None => found.any.push(number),
                }
            }
        }
        found
    }

    /// The entries whose keys a text may say, lowest first.
    fn in_text(&self, text: &Text) -> Vec<usize> {
        let said = pieces(text.folded()).filter_map(|piece| self.of.get(&piece)).flatten();
        let mut found: Vec<usize> = said.chain(&self.any).copied().collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

fn pieces(text: &str) -> impl Iterator<Item = [u8; PIECE]> + '_ {
    text.as_bytes().windows(PIECE).filter_map(|window| window.try_into().ok())
}

/// Every pair of entries of which the one's text says the other's keys, as its secondary keys allow: at most `most`
/// pairs, and the patterns that do not work. Chance, groups, effects and budget are left aside. An entry that says its
/// own key is no pair. `go_on` is asked before each text, with its number; what was found until then is answered.
pub fn reach(scene: &Scene<'_>, most: usize, go_on: &dyn Fn(usize) -> bool) -> (Vec<Reach>, Vec<Fault>) {
    let Books { mut all, mut told } = Books::read(scene);
    all.sort_by_key(|entry| entry.address.0);
    let pieces = Pieces::of(&all);
    let mut found = Vec::new();
    for (number, speaker) in all.iter().enumerate() {
        if speaker.content.is_empty() {
            continue;
        }
        if !go_on(number) {
            break;
        }
        let text = Text::new(format!("\u{1}{}", scene.names.fill(&speaker.content)));
        for target in pieces.in_text(&text).into_iter().filter_map(|at| all.get(at)) {
            if target.address == speaker.address {
                continue;
            }
            let mut is_in = |key: &super::keys::Key| key.is_in(&text, &target.address, &mut told);
            let Some(key) = target.keys.iter().find(|key| is_in(key)) else { continue };
            let hits: Vec<bool> = target.secondary.iter().map(is_in).collect();
            if !hits.is_empty() && !target.logic.admits(&hits) {
                continue;
            }
            if found.len() == most {
                return (found, told.faults);
            }
            found.push(Reach {
                from: speaker.address.clone(),
                to: target.address.clone(),
                key: key.shown.clone(),
                barrier: barrier(speaker, target),
            });
        }
    }
    (found, told.faults)
}

fn barrier(speaker: &Entry, target: &Entry) -> Option<Barrier> {
    if !speaker.on || !target.on {
        Some(Barrier::Off)
    } else if speaker.prevent_recursion {
        Some(Barrier::Prevents)
    } else if target.exclude_recursion {
        Some(Barrier::Excludes)
    } else {
        None
    }
}
