//! Which piece of the newer card is which piece of the older one (`match_pieces`).
//!
//! Here: pairing whole pieces. Not here: what changed within a pair, and what was made of it.
//!
//! Rule kept: each piece is used once. Fields and greetings pair by id; entries by equal title and keys, then by equal
//! text, then by number when at least half of the words of the shorter one are shared. Equal numbers alone mean nothing.

use std::collections::{BTreeMap, BTreeSet};

use ficha_checks::measure;

use crate::records::{Origin, Piece};

/// What made two pieces one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchedBy {
    /// The same field or greeting.
    Id,
    /// Entries of one title and one list of keys.
    TitleAndKeys,
    /// Entries of one text.
    Text,
    /// Entries in one place that share half their words.
    Number,
}

impl MatchedBy {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            MatchedBy::Id => "id",
            MatchedBy::TitleAndKeys => "title-and-keys",
            MatchedBy::Text => "text",
            MatchedBy::Number => "number",
        }
    }
}

/// A piece of the older card and the same one of the newer card, as positions in their lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Position in the older list.
    pub old: usize,
    /// Position in the newer list.
    pub new: usize,
    /// What made them one.
    pub how: MatchedBy,
}

/// Every piece of two cards, paired or not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// In the order of the newer card.
    pub pairs: Vec<Pair>,
    /// Positions in the newer list that no older piece has become, in order.
    pub added: Vec<usize>,
    /// Positions in the older list that became nothing, in order.
    pub dropped: Vec<usize>,
}

impl Pairs {
    /// The newer id of each older one.
    pub fn ids<'p>(&self, old: &'p [Piece], new: &'p [Piece]) -> BTreeMap<&'p str, &'p str> {
        self.pairs
            .iter()
            .filter_map(|pair| Some((old.get(pair.old)?.id.as_str(), new.get(pair.new)?.id.as_str())))
            .collect()
    }
}

/// What is left to pair on one side.
struct Left<'p> {
    pieces: &'p [Piece],
    open: BTreeSet<usize>,
}

impl<'p> Left<'p> {
    fn of(pieces: &'p [Piece]) -> Left<'p> {
        Left { pieces, open: (0..pieces.len()).collect() }
    }

    /// The open pieces that have this, by it, in card order.
    fn by<K: Ord>(&self, key: impl Fn(&'p Piece) -> Option<K>) -> BTreeMap<K, Vec<usize>> {
        let mut out: BTreeMap<K, Vec<usize>> = BTreeMap::new();
        for at in &self.open {
            if let Some(key) = self.pieces.get(*at).and_then(&key) {
                out.entry(key).or_default().push(*at);
            }
        }
        out
    }
}

/// Pairs the pieces of two cards; the language is that of their text.
pub fn match_pieces(old: &[Piece], new: &[Piece], language: &str) -> Pairs {
    let (mut was, mut is) = (Left::of(old), Left::of(new));
    let mut pairs = Vec::new();
    let mut join = |how, was: &mut Left<'_>, is: &mut Left<'_>, found: Vec<(usize, usize)>| {
        for (old, new) in found {
            if was.open.contains(&old) && is.open.contains(&new) {
                was.open.remove(&old);
                is.open.remove(&new);
                pairs.push(Pair { old, new, how });
            }
        }
    };
    let found = equal(&was, &is, |piece| (piece.origin != Origin::Entry).then_some(piece.id.as_str()));
    join(MatchedBy::Id, &mut was, &mut is, found);
    // Twins of one title and keys: those whose text is equal too come first, then those of one number.
    let named = |piece: &'_ Piece| entry(piece).then(|| (piece.title.clone(), piece.keys().to_vec()));
    for finer in [Some(Finer::Text), Some(Finer::Number), None] {
        let found = equal(&was, &is, |piece| {
            let finer = match finer {
                Some(Finer::Text) => piece.text.clone(),
                Some(Finer::Number) => piece.id.clone(),
                None => String::new(),
            };
            named(piece).map(|named| (named, finer))
        });
        join(MatchedBy::TitleAndKeys, &mut was, &mut is, found);
    }
    // A blank text says nothing about which entry it is.
    let found = equal(&was, &is, |piece| (entry(piece) && !piece.is_blank()).then_some(piece.text.as_str()));
    join(MatchedBy::Text, &mut was, &mut is, found);
    let found = equal(&was, &is, |piece| entry(piece).then_some(piece.id.as_str()));
    let found = found.into_iter().filter(|(left, right)| alike(old.get(*left), new.get(*right), language)).collect();
    join(MatchedBy::Number, &mut was, &mut is, found);
    pairs.sort_by_key(|pair| pair.new);
    Pairs { pairs, added: is.open.into_iter().collect(), dropped: was.open.into_iter().collect() }
}

#[derive(Clone, Copy)]
enum Finer {
    Text,
    Number,
}

fn entry(piece: &Piece) -> bool {
    piece.origin == Origin::Entry
}

/// Open pieces of both sides with one key, in card order.
fn equal<'p, K: Ord>(was: &Left<'p>, is: &Left<'p>, key: impl Fn(&'p Piece) -> Option<K>) -> Vec<(usize, usize)> {
    let (was, is) = (was.by(&key), is.by(&key));
    let mut out = Vec::new();
    for (key, old) in was {
        let new = is.get(&key).map(Vec::as_slice).unwrap_or_default();
        out.extend(old.into_iter().zip(new.iter().copied()));
    }
    out
}

/// Whether at least half of the words of the smaller set are in the other.
fn alike(old: Option<&Piece>, new: Option<&Piece>, language: &str) -> bool {
    let (Some(old), Some(new)) = (old, new) else { return false };
    let (old, new) = (measure::terms(&old.text, language), measure::terms(&new.text, language));
    let least = old.len().min(new.len());
    least > 0 && old.intersection(&new).count() * 2 >= least
}
