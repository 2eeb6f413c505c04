//! The scan itself: loops over the entries until nothing new is called.

use std::collections::{BTreeMap, BTreeSet};

use super::entry::{Decorator, Entry, entries};
use super::groups::{Contest, decide};
use super::haystack::Haystack;
use super::timed::Timed;
use super::{Address, Because, Called, Fault, Outcome, Scene, Silent, Stopped};
use crate::chance::Chance;

/// Why a loop runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loop {
    First,
    Recursion,
    LeastEntries,
}

/// More loops than this are no story but a ring; each calls at least one entry, except while older messages are searched.
const MOST_LOOPS: usize = 10_000;

/// What the entries of a scene do. `timed` carries effects from the scan before to the one after; `tokens` counts.
pub fn scan(scene: &Scene<'_>, timed: &mut Timed, tokens: &dyn Fn(&str) -> usize) -> Outcome {
    let mut outcome = Outcome::default();
    let mut all: Vec<Entry> = Vec::new();
    for (number, (_, body)) in scene.books.iter().enumerate() {
        all.extend(entries(number, body, scene.settings, &mut outcome.faults));
    }
    // Higher order first, as they are asked; equal ones in the order of the books.
    all.sort_by(|a, b| b.order.total_cmp(&a.order));
    let length = scene.chat.len();
    timed.advance(length, &all);
    let mut run = Run {
        scene,
        timed,
        haystack: Haystack::new(scene.chat, scene.sources, scene.names, scene.settings),
        called: Vec::new(),
        known: BTreeSet::new(),
        stopped: BTreeMap::new(),
        failed: BTreeSet::new(),
        chance: Chance::new(scene.seed),
        tokens: 0,
        over: false,
        level: 0,
        faults: std::mem::take(&mut outcome.faults),
    };
    let mut levels: Vec<usize> = all
        .iter()
        .map(|entry| entry.recursion_level)
        .filter(|level| *level > 0)
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    levels.reverse();
    run.level = levels.pop().unwrap_or(0);
    let mut kind = Some(Loop::First);
    while let Some(now) = kind {
        let most = if scene.settings.most_loops > 0 { scene.settings.most_loops } else { MOST_LOOPS };
        if outcome.loops >= most {
            break;
        }
        outcome.loops += 1;
        let fresh = run.one_loop(&all, now, outcome.loops, tokens);
        kind = run.next(now, &fresh, &mut levels);
        if kind.is_some() {
            let texts = fresh.iter().filter(|entry| !entry.prevent_recursion);
            run.haystack.called.extend(texts.map(|entry| (entry.address.clone(), scene.names.fill(&entry.content))));
        }
    }
    let Run { called, stopped, over, tokens: used, faults, .. } = run;
    let by_address: BTreeMap<&Address, &Entry> = all.iter().map(|entry| (&entry.address, entry)).collect();
    let entry_of = |called: &Called| by_address.get(&(called.book, called.entry.clone())).copied();
    timed.begin(length, called.iter().filter_map(entry_of));
    let silent = all.iter().filter(|entry| !called.iter().any(|called| is(called, entry)));
    outcome.silent = silent
        .map(|entry| Silent {
            book: entry.address.0,
            entry: entry.address.1.clone(),
            because: stopped.get(&entry.address).cloned().unwrap_or(Stopped::NoMatch),
        })
        .collect();
    let mut called = called;
    called.sort_by(|a, b| {
        let order = |called: &Called| entry_of(called).map_or(0.0, |entry| entry.order);
        order(a).total_cmp(&order(b))
    });
    Outcome { called, tokens: used, over_budget: over, faults, ..outcome }
}

fn is(called: &Called, entry: &Entry) -> bool {
    called.book == entry.address.0 && called.entry == entry.address.1
}

struct Run<'s, 't> {
    scene: &'s Scene<'s>,
    timed: &'t Timed,
    haystack: Haystack<'s>,
    called: Vec<Called>,
    known: BTreeSet<Address>,
    stopped: BTreeMap<Address, Stopped>,
    /// Entries chance has said no to; they are not asked again.
    failed: BTreeSet<Address>,
    chance: Chance,
    tokens: usize,
    over: bool,
    /// The level of recursion that is open.
    level: usize,
    faults: Vec<Fault>,
}

impl Run<'_, '_> {
    /// One loop: who is called, less what groups, chance and budget take away. Answers the new ones.
    fn one_loop<'e>(
        &mut self,
        all: &'e [Entry],
        now: Loop,
        number: usize,
        tokens: &dyn Fn(&str) -> usize,
    ) -> Vec<&'e Entry> {
        let mut because: BTreeMap<Address, Because> = BTreeMap::new();
        for entry in all {
            if self.known.contains(&entry.address) || self.failed.contains(&entry.address) {
                continue;
            }
            match self.ask(entry, now) {
                Ok(reason) => {
                    because.insert(entry.address.clone(), reason);
                }
                Err(stopped) => {
                    // What stopped it in a later loop is only more telling when keys were found.
                    let telling = !matches!(stopped, Stopped::NoMatch | Stopped::OnlyRecursion);
                    if telling || !self.stopped.contains_key(&entry.address) {
                        self.stopped.insert(entry.address.clone(), stopped);
                    }
                }
            }
        }
        let mut fresh: Vec<&Entry> = all.iter().filter(|entry| because.contains_key(&entry.address)).collect();
        fresh.sort_by_key(|entry| !self.timed.is_sticky(&entry.address));
        self.groups(&mut fresh, all, now);
        let mut kept = Vec::new();
        for entry in fresh {
            if self.over && !entry.ignores_budget {
                self.stopped.insert(entry.address.clone(), Stopped::Budget);
                continue;
            }
            if !self.lucky(entry) {
                self.failed.insert(entry.address.clone());
                let probability = entry.probability.unwrap_or(0.0).max(0.0) as u64;
                self.stopped.insert(entry.address.clone(), Stopped::Chance { probability });
                continue;
            }
            let count = tokens(&self.scene.names.fill(&entry.content));
            let full = self.scene.settings.budget.is_some_and(|budget| self.tokens + count >= budget);
            if full && !entry.ignores_budget {
                self.over = true;
                self.stopped.insert(entry.address.clone(), Stopped::Budget);
                continue;
            }
            self.tokens += count;
            self.known.insert(entry.address.clone());
            self.stopped.remove(&entry.address);
            self.called.push(Called {
                book: entry.address.0,
                entry: entry.address.1.clone(),
                in_loop: number,
                because: because.remove(&entry.address).unwrap_or(Because::Constant),
                tokens: count,
            });
            kept.push(entry);
        }
        kept
    }

    fn groups(&mut self, fresh: &mut Vec<&Entry>, all: &[Entry], now: Loop) {
        let settled: Vec<String> = all
            .iter()
            .filter(|entry| self.known.contains(&entry.address))
            .flat_map(|entry| entry.groups.iter().cloned())
            .collect();
        let mut lost = Vec::new();
        let with_entries = now != Loop::LeastEntries;
        let (haystack, names) = (&self.haystack, self.scene.names);
        let mut faults = Vec::new();
        let mut score = |entry: &Entry| {
            let text = haystack.text(entry, with_entries);
            let mut count = |keys: &[super::keys::Key]| {
                keys.iter().filter(|key| key.is_in(&text, names, &entry.address, &mut faults)).count()
            };
            let (primary, secondary) = (count(&entry.keys), count(&entry.secondary));
            match entry.logic {
                _ if entry.keys.is_empty() || entry.secondary.is_empty() => primary,
                super::Logic::AndAny => primary + secondary,
                super::Logic::AndAll if secondary == entry.secondary.len() => primary + secondary,
                super::Logic::AndAll | super::Logic::NotAll | super::Logic::NotAny => primary,
            }
        };
        let mut contest = Contest { timed: self.timed, settled: &settled, score: &mut score, chance: &mut self.chance };
        decide(fresh, &mut contest, &mut lost);
        self.stopped.extend(lost);
    }

    fn lucky(&mut self, entry: &Entry) -> bool {
        match entry.probability {
            Some(_) if self.timed.is_sticky(&entry.address) => true,
            Some(probability) => self.chance.next_unit() * 100.0 <= probability,
            None => true,
        }
    }

    /// Whether an entry is called in this loop, and by what, or what stops it.
    fn ask(&mut self, entry: &Entry, now: Loop) -> Result<Because, Stopped> {
        let scene = self.scene;
        let length = self.haystack.length();
        if !entry.on {
            return Err(Stopped::Off);
        }
        if !entry.generations.is_empty() && !entry.generations.iter().any(|kind| kind == scene.generation) {
            return Err(Stopped::Generation);
        }
        if entry.filter.as_ref().is_some_and(|filter| !filter.admits(scene.character)) {
            return Err(Stopped::Character);
        }
        let sticky = self.timed.is_sticky(&entry.address);
        if length < entry.delay {
            return Err(Stopped::Delay { until: entry.delay });
        }
        if let (Some(left), false) = (self.timed.rests(&entry.address, length), sticky) {
            return Err(Stopped::Cooldown { left });
        }
        let waits = entry.recursion_level > 0 && !sticky;
        if waits && (now != Loop::Recursion || entry.recursion_level > self.level) {
            return Err(Stopped::OnlyRecursion);
        }
        if now == Loop::Recursion && scene.settings.recursive && entry.exclude_recursion && !sticky {
            return match self.keys(entry, now) {
                Ok(_) => Err(Stopped::ExcludesRecursion),
                Err(stopped) => Err(stopped),
            };
        }
        match entry.decorator {
            Some(Decorator::Activate) => return Ok(Because::Decorator),
            Some(Decorator::DontActivate) => return Err(Stopped::Decorator),
            None => {}
        }
        if entry.constant {
            return Ok(Because::Constant);
        }
        if sticky {
            return Ok(Because::Sticky);
        }
        self.keys(entry, now)
    }

    fn keys(&mut self, entry: &Entry, now: Loop) -> Result<Because, Stopped> {
        if entry.keys.is_empty() {
            return Err(Stopped::NoKeys);
        }
        let names = self.scene.names;
        let with_entries = now != Loop::LeastEntries;
        let text = self.haystack.text(entry, with_entries);
        let mut faults = std::mem::take(&mut self.faults);
        let found = |key: &super::keys::Key, faults: &mut Vec<Fault>| key.is_in(&text, names, &entry.address, faults);
        let first = entry.keys.iter().find(|key| found(key, &mut faults));
        let answer = match first {
            None => Err(Stopped::NoMatch),
            Some(key) => {
                let hits: Vec<bool> = entry.secondary.iter().map(|key| found(key, &mut faults)).collect();
                if entry.secondary.is_empty() || entry.logic.admits(&hits) {
                    let secondary = entry.secondary.iter().zip(&hits).filter(|(_, hit)| **hit);
                    Ok(Because::Keys {
                        key: key.shown.clone(),
                        secondary: secondary.map(|(key, _)| key.shown.clone()).collect(),
                        found_in: self.haystack.place(entry, with_entries, key, &mut faults),
                    })
                } else {
                    Err(Stopped::Secondary { key: key.shown.clone(), logic: entry.logic })
                }
            }
        };
        self.faults = faults;
        answer
    }

    /// What the next loop is for; `None` ends the scan.
    fn next(&mut self, now: Loop, fresh: &[&Entry], levels: &mut Vec<usize>) -> Option<Loop> {
        let settings = self.scene.settings;
        let calls_more = fresh.iter().any(|entry| !entry.prevent_recursion);
        let mut next = None;
        if settings.recursive && !self.over && calls_more {
            next = Some(Loop::Recursion);
        }
        if settings.recursive && !self.over && now == Loop::LeastEntries && !self.haystack.called.is_empty() {
            next = Some(Loop::Recursion);
        }
        let too_few = settings.least_entries > 0 && self.known.len() < settings.least_entries;
        if next.is_none() && !self.over && too_few {
            let far = settings.least_entries_depth > 0 && self.haystack.depth > settings.least_entries_depth;
            if !far && self.haystack.depth <= self.haystack.length() {
                self.haystack.depth += 1;
                next = Some(Loop::LeastEntries);
            }
        }
        if next.is_none()
            && let Some(level) = levels.pop()
        {
            self.level = level;
            next = Some(Loop::Recursion);
        }
        next
    }
}
