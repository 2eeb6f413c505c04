//! Inclusion groups: of several called entries of one group, one stays.

use std::collections::BTreeMap;

use super::entry::Entry;
use super::timed::Timed;
use super::{Address, Stopped};
use crate::chance::Chance;

/// What a group decision needs to know.
pub(super) struct Contest<'a> {
    pub timed: &'a Timed,
    /// Groups that have a called entry from an earlier loop.
    pub settled: &'a [String],
    /// How many keys of an entry are found.
    pub score: &'a mut dyn FnMut(&Entry) -> usize,
    pub chance: &'a mut Chance,
}

/// Takes out of `called` what loses, in the order SillyTavern decides: sticky ones first, then scores, then groups that
/// called one before, then those that win by order, then the draw.
pub(super) fn decide(called: &mut Vec<&Entry>, contest: &mut Contest<'_>, lost: &mut Vec<(Address, Stopped)>) {
    let mut groups: BTreeMap<String, Vec<&Entry>> = BTreeMap::new();
    for entry in called.iter() {
        for group in &entry.groups {
            groups.entry(group.clone()).or_default().push(entry);
        }
    }
    for (group, mut members) in groups {
        let still = |members: &mut Vec<&Entry>, called: &Vec<&Entry>| {
            members.retain(|member| called.iter().any(|entry| entry.address == member.address));
        };
        still(&mut members, called);
        let mut drop = |loser: &Entry, winner: Option<&Entry>, called: &mut Vec<&Entry>| {
            called.retain(|entry| entry.address != loser.address);
            let winner = winner.map(|winner| winner.address.clone());
            lost.push((loser.address.clone(), Stopped::Group { group: group.clone(), winner }));
        };
        let sticky = members.iter().copied().find(|entry| contest.timed.is_sticky(&entry.address));
        if let Some(sticky) = sticky {
            for member in members.iter().filter(|member| !contest.timed.is_sticky(&member.address)) {
                drop(member, Some(sticky), called);
            }
            continue;
        }
        if members.iter().any(|entry| entry.group_scoring) {
            let scores: Vec<usize> = members.iter().map(|entry| (contest.score)(entry)).collect();
            let best = scores.iter().copied().max().unwrap_or(0);
            let winner = members.iter().zip(&scores).find(|(_, score)| **score == best).map(|(entry, _)| *entry);
            for (member, score) in members.iter().zip(&scores) {
                if member.group_scoring && *score < best {
                    drop(member, winner, called);
                }
            }
            still(&mut members, called);
        }
        if contest.settled.contains(&group) {
            for member in members {
                drop(member, None, called);
            }
            continue;
        }
        if members.len() < 2 {
            continue;
        }
        let by_order =
            members.iter().copied().filter(|entry| entry.group_wins).max_by(|a, b| a.order.total_cmp(&b.order));
        let winner = by_order.or_else(|| draw(&members, contest.chance));
        if let Some(winner) = winner {
            for member in members.iter().filter(|member| member.address != winner.address) {
                drop(member, Some(winner), called);
            }
        }
    }
}

/// One of them, each as likely as its weight.
fn draw<'e>(members: &[&'e Entry], chance: &mut Chance) -> Option<&'e Entry> {
    let total: f64 = members.iter().map(|entry| entry.group_weight).sum();
    let roll = chance.next_unit() * total;
    let mut passed = 0.0;
    let found = members.iter().find(|entry| {
        passed += entry.group_weight;
        roll <= passed
    });
    found.or(members.last()).copied()
}
