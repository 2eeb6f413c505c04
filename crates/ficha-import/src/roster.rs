//! Who and what a card is about, by counting names: the rule that stands in when no model is asked, and the order a
//! model is given.
//!
//! Here: names grouped and folded. Not here: where the names come from, and ids.
//!
//! The rule: a name is folded into another only when there is one that it most clearly is.

use std::collections::{BTreeMap, BTreeSet};

use ficha_checks::measure::{folded, has_no_blanks};

use crate::records::{Classification, EntityKind, Pieces, Role, RosterEntity};

/// A name of the roster with everything that goes by it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    /// What its names are compared by.
    keys: BTreeSet<String>,
    /// The names as they are written, first seen first.
    forms: Vec<String>,
    kind: EntityKind,
    /// Places of the pieces that name it.
    pieces: BTreeSet<usize>,
}

/// The entities of classified pieces, in the order they are named first. Ids and sources are left to the caller.
pub fn roster(pieces: &Pieces, classification: &Classification, card_name: &str, language: &str) -> Vec<RosterEntity> {
    let groups = groups(pieces, classification, language);
    let own = key(card_name, language);
    let folded = fold(groups);
    let entity = |group: Group| {
        let of_card = group.forms.iter().find(|form| key(form, language) == own && !own.is_empty());
        let longest = group.forms.iter().rev().max_by_key(|form| form.chars().count());
        let name = of_card.or(longest).cloned().unwrap_or_default();
        let aliases = group.forms.into_iter().filter(|form| *form != name).collect();
        RosterEntity { kind: group.kind, name, aliases, ..RosterEntity::default() }
    };
    folded.into_iter().map(entity).collect()
}

/// Whether a name occurs only in pieces about making things up, forms and instructions.
pub fn is_generator_only(name: &str, classification: &Classification) -> bool {
    let wanted = folded(name);
    let outside = [Role::Generator, Role::Template, Role::Instruction];
    let mut naming = classification
        .pieces
        .values()
        .filter(|classified| classified.about.iter().any(|about| folded(&about.name) == wanted))
        .peekable();
    naming.peek().is_some() && naming.all(|classified| classified.roles.iter().all(|role| outside.contains(role)))
}

/// Names that are the same, with the kind most of them are said to be. A name nobody says the kind of makes none.
fn groups(pieces: &Pieces, classification: &Classification, language: &str) -> Vec<Group> {
    struct Votes {
        forms: Vec<String>,
        kinds: BTreeMap<EntityKind, usize>,
        pieces: BTreeSet<usize>,
    }
    let mut order: Vec<String> = Vec::new();
    let mut all: BTreeMap<String, Votes> = BTreeMap::new();
    for (at, piece) in pieces.pieces.iter().enumerate() {
        for about in
            classification.pieces.get(&piece.id).map(|classified| classified.about.as_slice()).unwrap_or_default()
        {
            let key = key(&about.name, language);
            if key.is_empty() {
                continue;
            }
            let votes = all.entry(key.clone()).or_insert_with(|| {
                order.push(key);
                Votes { forms: Vec::new(), kinds: BTreeMap::new(), pieces: BTreeSet::new() }
            });
            let form = crate::card::one_line(&about.name);
            if !votes.forms.iter().any(|known| folded(known) == folded(&form)) {
                votes.forms.push(form);
            }
            if let Some(kind) = about.kind {
                *votes.kinds.entry(kind).or_default() += 1;
            }
            votes.pieces.insert(at);
        }
    }
    let group = |key: String| {
        let votes = all.remove(&key)?;
        // Of equal votes the first kind in order wins: character, place, faction, thing.
        let kind = votes.kinds.into_iter().rev().max_by_key(|(_, count)| *count).map(|(kind, _)| kind)?;
        Some(Group { keys: [key].into(), forms: votes.forms, kind, pieces: votes.pieces })
    };
    order.into_iter().filter_map(group).collect()
}

/// Each name into the one longer name it is a part of; where there are several, into the one it shares most pieces
/// with; where that is undecided, into none.
fn fold(groups: Vec<Group>) -> Vec<Group> {
    let mut order: Vec<usize> = (0..groups.len()).collect();
    let length = |at: &usize| groups.get(*at).and_then(|group| group.keys.first()).map_or(0, |key| key.chars().count());
    // The longest first, so that what a name is folded into is settled before the name is looked at.
    order.sort_by_key(|at| std::cmp::Reverse(length(at)));
    let mut into: Vec<usize> = (0..groups.len()).collect();
    let mut shared: Vec<BTreeSet<usize>> = groups.iter().map(|group| group.pieces.clone()).collect();
    for at in order {
        let Some(group) = groups.get(at) else { continue };
        let holders: BTreeSet<usize> = groups
            .iter()
            .enumerate()
            .filter(|(other, holder)| *other != at && holder.kind == group.kind && is_part(&group.keys, &holder.keys))
            .filter_map(|(other, _)| into.get(other).copied())
            .collect();
        let together =
            |holder: &usize| shared.get(*holder).map_or(0, |pieces| pieces.intersection(&group.pieces).count());
        let most = holders.iter().map(together).max().unwrap_or_default();
        let mut best = holders.iter().filter(|holder| together(holder) == most);
        if let (Some(holder), None) = (best.next().copied(), best.next()) {
            if let Some(slot) = into.get_mut(at) {
                *slot = holder;
            }
            if let Some(pieces) = shared.get_mut(holder) {
                pieces.extend(&group.pieces);
            }
        }
    }
    let mut folded: BTreeMap<usize, Group> = BTreeMap::new();
    let mut first: BTreeMap<usize, usize> = BTreeMap::new();
    for (at, group) in groups.into_iter().enumerate() {
        let root = into.get(at).copied().unwrap_or(at);
        first.entry(root).or_insert(at);
        match folded.get_mut(&root) {
            None => {
                folded.insert(root, group);
            }
            Some(known) => {
                known.keys.extend(group.keys);
                known.forms.extend(group.forms);
                known.pieces.extend(group.pieces);
            }
        }
    }
    let mut sorted: Vec<(usize, Group)> =
        folded.into_iter().map(|(root, group)| (first.get(&root).copied().unwrap_or(root), group)).collect();
    sorted.sort_by_key(|(at, _)| *at);
    sorted.into_iter().map(|(_, group)| group).collect()
}

/// Whether a name stands inside a longer one: its words in a row, or, in scripts without blanks, its letters.
fn is_part(small: &BTreeSet<String>, large: &BTreeSet<String>) -> bool {
    small.iter().any(|small| {
        large.iter().any(|large| {
            if small.chars().any(has_no_blanks) {
                return small.chars().nth(1).is_some() && small != large && large.contains(small.as_str());
            }
            let (small, large): (Vec<&str>, Vec<&str>) = (words(small).collect(), words(large).collect());
            small.len() < large.len() && !small.is_empty() && large.windows(small.len()).any(|run| run == small)
        })
    })
}

fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|letter: char| letter.is_whitespace() || matches!(letter, '-' | '·' | '・' | ','))
        .filter(|word| !word.is_empty())
}

/// What a name is compared by: folded, without the article of the language before it.
fn key(name: &str, language: &str) -> String {
    let folded = folded(name);
    let articles = articles(language);
    let without = articles.iter().find_map(|article| {
        let rest = folded.strip_prefix(article)?;
        (!rest.trim().is_empty()).then(|| rest.trim().to_owned())
    });
    without.unwrap_or(folded)
}

/// Leading articles, with the blank or sign that ends them.
fn articles(language: &str) -> &'static [&'static str] {
    match language.split('-').next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "en" => &["the ", "an ", "a "],
        "de" => &["der ", "die ", "das ", "ein ", "eine "],
        "fr" => &["le ", "la ", "les ", "l'", "un ", "une "],
        "es" => &["el ", "la ", "los ", "las ", "un ", "una "],
        "it" => &["il ", "lo ", "la ", "i ", "gli ", "le ", "l'", "un ", "una "],
        "pt" => &["o ", "a ", "os ", "as ", "um ", "uma "],
        "nl" => &["de ", "het ", "een "],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{About, Classified, Piece};

    /// Pieces that each name these, with a kind.
    fn named(rows: &[&[(&str, EntityKind)]]) -> (Pieces, Classification) {
        let mut pieces = Pieces::default();
        let mut classification = Classification::default();
        for (at, names) in rows.iter().enumerate() {
            let id = format!("entry:{}", at + 1);
            let about =
                names.iter().map(|(name, kind)| About { name: (*name).into(), kind: Some(*kind), ..About::default() });
            let classified = Classified { roles: vec![Role::World], about: about.collect(), ..Classified::default() };
            classification.pieces.insert(id.clone(), classified);
            pieces.pieces.push(Piece { id, ..Piece::default() });
        }
        (pieces, classification)
    }

    fn told(rows: &[&[(&str, EntityKind)]], card: &str, language: &str) -> Vec<String> {
        let (pieces, classification) = named(rows);
        let entities = roster(&pieces, &classification, card, language);
        let line =
            |entity: RosterEntity| format!("{}: {} ({})", entity.kind.word(), entity.name, entity.aliases.join(", "));
        entities.into_iter().map(line).collect()
    }

    use EntityKind::{Character as C, Faction as F, Place as P, Thing as T};

    // W-091
    #[test]
    fn names_are_grouped_and_folded_in_any_script() {
        type Row<'r> = (&'r str, &'r [&'r [(&'r str, EntityKind)]], &'r [&'r str]);
        let rows: &[Row<'_>] = &[
            (
                "en",
                &[&[("Orla Fenwick", C)], &[("orla  fenwick", C)], &[("Orla", C)]],
                &["character: Orla Fenwick (Orla)"],
            ),
            ("en", &[&[("The Keeper", C)], &[("keeper", C)]], &["character: The Keeper (keeper)"]),
            ("ru", &[&[("Орла Фенвик", C)], &[("Фенвик", C)]], &["character: Орла Фенвик (Фенвик)"]),
            (
                "zh",
                &[&[("灯台守 白石", C)], &[("灯台守", C)], &[("灯", C)]],
                &["character: 灯台守 白石 (灯台守)", "character: 灯 ()"],
            ),
            ("ar", &[&[("ليلى حارسة المنارة", C)], &[("ليلى", C)]], &["character: ليلى حارسة المنارة (ليلى)"]),
            // Two families of one name do not become one.
            (
                "en",
                &[&[("Orla Fenwick", C)], &[("Tam Fenwick", C)], &[("Fenwick", C)]],
                &["character: Orla Fenwick ()", "character: Tam Fenwick ()", "character: Fenwick ()"],
            ),
            // The one it stands beside is the one it is.
            (
                "en",
                &[&[("Orla Fenwick", C), ("Fenwick", C)], &[("Tam Fenwick", C)]],
                &["character: Orla Fenwick (Fenwick)", "character: Tam Fenwick ()"],
            ),
            // A name inside a name inside a name.
            (
                "en",
                &[&[("Orla", C)], &[("Orla Fenwick", C)], &[("Orla Fenwick Marsh", C)]],
                &["character: Orla Fenwick Marsh (Orla, Orla Fenwick)"],
            ),
            // Kinds are never crossed.
            ("en", &[&[("Fenwick Mill", P)], &[("Fenwick", C)]], &["place: Fenwick Mill ()", "character: Fenwick ()"]),
            // Votes, and of equal ones character before place before faction before thing.
            ("en", &[&[("Gull", T)], &[("Gull", F)], &[("Gull", F)]], &["faction: Gull ()"]),
            ("en", &[&[("Gull", T)], &[("Gull", P)]], &["place: Gull ()"]),
            ("en", &[&[("Orlando", C)], &[("Orla", C)]], &["character: Orlando ()", "character: Orla ()"]),
        ];
        for (language, names, wanted) in rows {
            assert_eq!(told(names, "Nobody", language), *wanted);
        }
    }

    // W-091
    #[test]
    fn the_cards_own_name_is_the_name_of_its_group() {
        let rows: &[&[(&str, EntityKind)]] = &[&[("Orla Fenwick of the Quay", C)], &[("Orla", C)]];
        assert_eq!(told(rows, "orla", "en"), ["character: Orla (Orla Fenwick of the Quay)"]);
    }

    // W-079
    #[test]
    fn a_name_without_a_kind_makes_no_entity_and_adds_its_piece_to_one() {
        let (mut pieces, mut classification) = named(&[&[("Orla", C)]]);
        for (id, name) in [("entry:2", "Orla"), ("entry:3", "Tide")] {
            let about = vec![About { name: name.into(), ..About::default() }];
            let classified = Classified { roles: vec![Role::World], about, ..Classified::default() };
            classification.pieces.insert(id.into(), classified);
            pieces.pieces.push(Piece { id: id.into(), text: "words".into(), ..Piece::default() });
        }
        let entities = roster(&pieces, &classification, "", "en");
        assert_eq!(entities.len(), 1);
        let sources = crate::sources::sources_for(&entities[0], "", &pieces, &classification);
        assert_eq!(sources, ["entry:2"]);
    }

    // W-094
    #[test]
    fn a_name_only_making_up_speaks_of_is_told() {
        let (_, mut classification) = named(&[&[("Glazier", C)], &[("Glazier", C), ("Orla", C)]]);
        for classified in classification.pieces.values_mut() {
            classified.roles = vec![Role::Generator, Role::Template];
        }
        assert!(is_generator_only("glazier", &classification));
        classification.pieces.get_mut("entry:2").unwrap().roles = vec![Role::Generator, Role::Character];
        assert!(!is_generator_only("Glazier", &classification));
        assert!(!is_generator_only("Nobody", &classification));
    }
}
