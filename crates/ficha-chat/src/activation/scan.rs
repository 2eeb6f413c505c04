//! The scan itself: loops over the entries until nothing new is called.

use std::collections::{BTreeMap, BTreeSet};

use super::entry::{Decorator, Entry, entries};
use super::groups::{Contest, decide};
use super::haystack::Haystack;
use super::keys::{Key, Logic, Told};
use super::timed::Timed;
use super::{Address, Because, Called, Outcome, Scene, Silent, Stopped};
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
    Books::read(scene).scan(scene, timed, tokens)
}

/// The entries of a scene's books, read once for any number of scans.
pub(super) struct Books {
    /// In the order they are asked.
    pub all: Vec<Entry>,
    pub told: Told,
}

impl Books {
    pub fn read(scene: &Scene<'_>) -> Books {
        let mut told = Told::default();
        let mut all: Vec<Entry> = Vec::new();
        for (number, (_, body)) in scene.books.iter().enumerate() {
            all.extend(entries(number, body, scene.settings, scene.names, &mut told));
        }
        // Higher order first, as they are asked; equal ones in the order of the books.
        let by_book = scene.settings.book_by_book;
        let book = |entry: &Entry| if by_book { entry.address.0 } else { 0 };
        all.sort_by(|a, b| book(a).cmp(&book(b)).then_with(|| b.order.total_cmp(&a.order)));
        Books { all, told }
    }

    pub fn scan(&mut self, scene: &Scene<'_>, timed: &mut Timed, tokens: &dyn Fn(&str) -> usize) -> Outcome {
        let mut outcome = Outcome::default();
        let Books { all, told } = self;
        let length = scene.chat.len();
        timed.advance(length, all);
        let mut run = Run {
            scene,
            timed,
            haystack: Haystack::new(scene.chat, scene.sources, scene.settings),
            called: Vec::new(),
            known: BTreeSet::new(),
            stopped: BTreeMap::new(),
            failed: BTreeSet::new(),
            chance: Chance::new(scene.seed),
            tokens: 0,
            over: false,
            level: 0,
            told,
        };
        let levels: BTreeSet<usize> =
            all.iter().map(|entry| entry.recursion_level).filter(|level| *level > 0).collect();
        let mut levels: Vec<usize> = levels.into_iter().rev().collect();
        run.level = levels.pop().unwrap_or(0);
        let mut kind = Some(Loop::First);
        while let Some(now) = kind {
            let most = if scene.settings.most_loops > 0 { scene.settings.most_loops } else { MOST_LOOPS };
            if outcome.loops >= most {
                break;
            }
            outcome.loops += 1;
            let fresh = run.one_loop(all, now, outcome.loops, tokens);
            kind = run.next(now, &fresh, &mut levels);
            if kind.is_some() {
                let texts = fresh.iter().filter(|entry| !entry.prevent_recursion);
                run.haystack.add(texts.map(|entry| (entry.address.clone(), scene.names.fill(&entry.content))));
            }
        }
        let Run { mut called, known, mut stopped, over, tokens: used, .. } = run;
        let by_address: BTreeMap<&Address, &Entry> = all.iter().map(|entry| (&entry.address, entry)).collect();
        let entry_of = |called: &Called| by_address.get(&(called.book, called.entry.clone())).copied();
        timed.begin(length, called.iter().filter_map(entry_of));
        let silent = all.iter().filter(|entry| !known.contains(&entry.address));
        outcome.silent = silent
            .map(|entry| Silent {
                book: entry.address.0,
                entry: entry.address.1.clone(),
                because: stopped.remove(&entry.address).unwrap_or(Stopped::NoMatch),
            })
            .collect();
        called.sort_by(|a, b| {
            let order = |called: &Called| entry_of(called).map_or(0.0, |entry| entry.order);
            order(a).total_cmp(&order(b))
        });
        for called in &mut called {
            called.stays = timed.stays(&(called.book, called.entry.clone()), length);
        }
        Outcome { called, tokens: used, over_budget: over, faults: told.faults.clone(), ..outcome }
    }
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
    told: &'t mut Told,
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
            let drawn = entry.probability.filter(|_| !self.timed.is_sticky(&entry.address));
            if drawn.is_some_and(|probability| self.chance.next_unit() * 100.0 > probability) {
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
                passed: drawn,
                stays: 0,
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
        let (haystack, told) = (&self.haystack, &mut *self.told);
        let mut score = |entry: &Entry| {
            let text = haystack.text(entry, with_entries);
            let mut count = |keys: &[Key]| keys.iter().filter(|key| key.is_in(&text, &entry.address, told)).count();
            let (primary, secondary) = (count(&entry.keys), count(&entry.secondary));
            match entry.logic {
                _ if entry.keys.is_empty() || entry.secondary.is_empty() => primary,
                Logic::AndAny => primary + secondary,
                Logic::AndAll if secondary == entry.secondary.len() => primary + secondary,
                Logic::AndAll | Logic::NotAll | Logic::NotAny => primary,
            }
        };
        let mut contest = Contest { timed: self.timed, settled: &settled, score: &mut score, chance: &mut self.chance };
        decide(fresh, &mut contest, &mut lost);
        self.stopped.extend(lost);
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
        let with_entries = now != Loop::LeastEntries;
        let text = self.haystack.text(entry, with_entries);
        let told = &mut *self.told;
        let Some(key) = entry.keys.iter().find(|key| key.is_in(&text, &entry.address, told)) else {
            return Err(Stopped::NoMatch);
        };
        let hits: Vec<bool> = entry.secondary.iter().map(|key| key.is_in(&text, &entry.address, told)).collect();
        if !entry.secondary.is_empty() && !entry.logic.admits(&hits) {
            return Err(Stopped::Secondary { key: key.shown.clone(), logic: entry.logic });
        }
        let secondary = entry.secondary.iter().zip(&hits).filter(|(_, hit)| **hit);
        Ok(Because::Keys {
            key: key.shown.clone(),
            secondary: secondary.map(|(key, _)| key.shown.clone()).collect(),
            found_in: self.haystack.place(entry, with_entries, key, told),
        })
    }

    /// What the next loop is for; `None` ends the scan.
    fn next(&mut self, now: Loop, fresh: &[&Entry], levels: &mut Vec<usize>) -> Option<Loop> {
        let settings = self.scene.settings;
        let calls_more = fresh.iter().any(|entry| !entry.prevent_recursion);
        let mut next = None;
        if settings.recursive && !self.over && calls_more {
            next = Some(Loop::Recursion);
        }
        if settings.recursive && !self.over && now == Loop::LeastEntries && self.haystack.has_called() {
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
