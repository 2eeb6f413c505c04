//! Three versions of one value: what both sides began with, what one side made of it, what the other did. One walk
//! finds what differs and builds what comes of it, so what was shown and what is done cannot drift apart.
//!
//! Rules kept here: what one side alone changed needs no choice; a list row is known again by what it is (see
//! `pairing`) and goes or comes as a whole; nothing is decided for the caller, who is asked about every difference.
//! Not here: which values are compared, words for people.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::{Map, Value};

use crate::equal::{is_blank, same};
use crate::joining::joined;
use crate::pairing::{pair, pair_new};
use crate::{Path, Step};

/// Which version a place takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first side's.
    Mine,
    /// The other side's.
    Theirs,
    /// Both edits in one text, where [`Slot::joined`] has one; else mine.
    Joined,
}

/// Who changed a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Only mine.
    Mine,
    /// Only theirs.
    Theirs,
    /// Both, to the same.
    Same,
    /// Both, to different values: somebody has to choose.
    Both,
}

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A leaf, or a whole value where the sides hold different types.
    Value,
    /// A whole row of a list, which one side has and another has not.
    Row,
    /// The order of a list's rows: the values are row numbers.
    Order,
}

/// One place where the three differ. `None` stands for absent or blank.
///
/// Paths count list rows as in the beginning; rows that are new count on behind its last one, mine before theirs.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// Where.
    pub path: Path,
    /// What it is.
    pub part: Part,
    /// What both began with.
    pub base: Option<Value>,
    /// What my side has.
    pub mine: Option<Value>,
    /// What the other has.
    pub theirs: Option<Value>,
    /// Both edits in one text, where they do not touch.
    pub joined: Option<Value>,
    /// Who changed it.
    pub standing: Standing,
}

impl Slot {
    /// What is taken when nobody chooses: what is new, and mine where both are.
    pub fn usual(&self) -> Side {
        match self.standing {
            Standing::Theirs => Side::Theirs,
            Standing::Mine | Standing::Same | Standing::Both => Side::Mine,
        }
    }

    /// The value a side stands for.
    pub fn of(&self, side: Side) -> Option<&Value> {
        match side {
            Side::Mine => self.mine.as_ref(),
            Side::Theirs => self.theirs.as_ref(),
            Side::Joined => self.joined.as_ref().or(self.mine.as_ref()),
        }
    }
}

/// Walks three versions, asks for each difference which side it takes, and answers what comes of it.
pub fn three_way(base: &Value, mine: &Value, theirs: &Value, choose: &mut dyn FnMut(&Slot) -> Side) -> Value {
    let mut walk = Walk { choose };
    let mut path = Path::default();
    walk.value([Some(base), Some(mine), Some(theirs)], &mut path).unwrap_or_else(|| Value::Object(Map::new()))
}

/// The same for one place that any of the three may lack.
pub fn three_way_at(
    path: &Path,
    versions: [Option<&Value>; 3],
    choose: &mut dyn FnMut(&Slot) -> Side,
) -> Option<Value> {
    Walk { choose }.value(versions, &mut path.clone())
}

type Versions<'a> = [Option<&'a Value>; 3];

struct Walk<'c> {
    choose: &'c mut dyn FnMut(&Slot) -> Side,
}

fn agree(one: Option<&Value>, other: Option<&Value>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => same(one, other),
        (Some(value), None) | (None, Some(value)) => is_blank(value),
        (None, None) => true,
    }
}

fn standing([base, mine, theirs]: Versions<'_>) -> Option<Standing> {
    Some(match (agree(base, mine), agree(base, theirs)) {
        (true, true) => return None,
        (false, true) => Standing::Mine,
        (true, false) => Standing::Theirs,
        (false, false) if agree(mine, theirs) => Standing::Same,
        (false, false) => Standing::Both,
    })
}

impl Walk<'_> {
    fn value(&mut self, versions: Versions<'_>, path: &mut Path) -> Option<Value> {
        if standing(versions).is_none() {
            return versions[2].cloned();
        }
        let filled = versions.map(|version| version.filter(|value| !is_blank(value)));
        let all = |test: fn(&Value) -> bool| filled.iter().flatten().all(|value| test(value));
        if all(Value::is_object) {
            return self.members(versions, path);
        }
        if all(Value::is_array) {
            return self.rows(versions, path);
        }
        self.ask(versions, Part::Value, path)
    }

    fn ask(&mut self, versions: Versions<'_>, part: Part, path: &Path) -> Option<Value> {
        let Some(standing) = standing(versions) else { return versions[2].cloned() };
        let [base, mine, theirs] = versions.map(|version| version.filter(|value| !is_blank(value)).cloned());
        let joined = if standing == Standing::Both && part == Part::Value {
            joined(base.as_ref(), mine.as_ref(), theirs.as_ref())
        } else {
            None
        };
        let slot = Slot { path: path.clone(), part, base, mine, theirs, joined, standing };
        match (self.choose)(&slot) {
            Side::Mine => versions[1].cloned(),
            Side::Theirs => versions[2].cloned(),
            Side::Joined => slot.of(Side::Joined).cloned(),
        }
    }

    fn members(&mut self, versions: Versions<'_>, path: &mut Path) -> Option<Value> {
        let maps = versions.map(|version| version.and_then(Value::as_object));
        let mut merged = Map::new();
        // The order of the newer file, then what only this side has. What neither has is gone on both.
        let theirs = maps[2].into_iter().flat_map(Map::keys);
        let mine = maps[1].into_iter().flat_map(Map::keys);
        for key in theirs.chain(mine.filter(|key| maps[2].is_none_or(|map| !map.contains_key(*key)))) {
            path.0.push(Step::Key(key.as_str().into()));
            let value = self.value(maps.map(|map| map?.get(key)), path);
            path.0.pop();
            if let Some(value) = value {
                merged.insert(key.clone(), value);
            }
        }
        let was_blank = || versions[2].is_some_and(is_blank);
        (!merged.is_empty() || was_blank()).then_some(Value::Object(merged))
    }

    fn rows(&mut self, versions: Versions<'_>, path: &mut Path) -> Option<Value> {
        let lists = versions.map(|version| version.and_then(Value::as_array).map_or(&[] as &[Value], Vec::as_slice));
        let Numbered { mine, theirs, count } = Numbered::of(lists);
        let order = self.order(&mine, &theirs, lists[0].len(), path);
        let by_number = |side: &[usize], list: &'_ [Value]| {
            let mut found = vec![None; count];
            side.iter().enumerate().for_each(|(at, number)| found[*number] = list.get(at).cloned());
            found
        };
        let (rows_mine, rows_theirs) = (by_number(&mine, lists[1]), by_number(&theirs, lists[2]));
        let mut rows: BTreeMap<usize, Value> = BTreeMap::new();
        for (number, (one, other)) in rows_mine.iter().zip(&rows_theirs).enumerate() {
            let row = [lists[0].get(number), one.as_ref(), other.as_ref()];
            path.0.push(Step::Index(number));
            let kept = match row {
                [Some(_), Some(_), Some(_)] | [None, Some(_), Some(_)] => self.value(row, path),
                _ => self.ask(row, Part::Row, path),
            };
            path.0.pop();
            rows.extend(kept.map(|kept| (number, kept)));
        }
        let merged: Vec<Value> = order.into_iter().filter_map(|number| rows.remove(&number)).collect();
        let was_blank = || versions[2].is_some_and(is_blank);
        (!merged.is_empty() || was_blank()).then_some(Value::Array(merged))
    }

    /// Every row number in the order of the side whose order stands.
    fn order(&mut self, mine: &[usize], theirs: &[usize], old: usize, path: &Path) -> Vec<usize> {
        let stayed = |side: &[usize]| side.iter().copied().filter(|number| *number < old).collect::<Vec<usize>>();
        let (kept_mine, kept_theirs) = (stayed(mine), stayed(theirs));
        let has_moved = |kept: &[usize]| !kept.is_sorted();
        let side = match (has_moved(&kept_mine), has_moved(&kept_theirs)) {
            (false, false) => Side::Theirs,
            (moved, moved_there) => {
                let numbers =
                    |kept: &[usize]| Some(Value::from(kept.iter().map(|number| number + 1).collect::<Vec<_>>()));
                let mut natural = kept_mine.clone();
                natural.sort_unstable();
                let slot = Slot {
                    path: path.clone(),
                    part: Part::Order,
                    base: numbers(&natural),
                    mine: numbers(&kept_mine),
                    theirs: numbers(&kept_theirs),
                    joined: None,
                    standing: match (moved, moved_there) {
                        (true, true) if kept_mine == kept_theirs => Standing::Same,
                        (true, true) => Standing::Both,
                        (true, false) => Standing::Mine,
                        (false, _) => Standing::Theirs,
                    },
                };
                (self.choose)(&slot)
            }
        };
        let (first, second) = if side == Side::Theirs { (theirs, mine) } else { (mine, theirs) };
        // What the other side has besides comes behind the row it stands behind there.
        let here: HashSet<usize> = first.iter().copied().collect();
        let mut behind: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
        let mut anchor = None;
        for number in second {
            if here.contains(number) {
                anchor = Some(*number);
            } else {
                behind.entry(anchor).or_default().push(*number);
            }
        }
        let mut order = behind.remove(&None).unwrap_or_default();
        for number in first {
            order.push(*number);
            order.extend(behind.remove(&Some(*number)).unwrap_or_default());
        }
        order
    }
}

/// The rows of both sides by number: those that were there at the beginning by their place in it, new ones behind.
struct Numbered {
    mine: Vec<usize>,
    theirs: Vec<usize>,
    count: usize,
}

impl Numbered {
    fn of([base, mine, theirs]: [&[Value]; 3]) -> Numbered {
        let (of_mine, of_theirs) = (pair(base, mine), pair(base, theirs));
        let fresh = |list: &[Value], pairs: &[Option<usize>]| -> Vec<Value> {
            list.iter().zip(pairs).filter(|(_, found)| found.is_none()).map(|(row, _)| row.clone()).collect()
        };
        let (new_mine, new_theirs) = (fresh(mine, &of_mine), fresh(theirs, &of_theirs));
        let mut count = base.len();
        let mut next = || {
            count += 1;
            count - 1
        };
        let numbers_mine: Vec<usize> = new_mine.iter().map(|_| next()).collect();
        let numbers_theirs: Vec<usize> = pair_new(&new_mine, &new_theirs)
            .into_iter()
            .map(|twin| twin.and_then(|twin| numbers_mine.get(twin).copied()).unwrap_or_else(&mut next))
            .collect();
        let number = |pairs: Vec<Option<usize>>, fresh: Vec<usize>| {
            let mut fresh = fresh.into_iter();
            pairs.into_iter().filter_map(|found| found.or_else(|| fresh.next())).collect()
        };
        Numbered { mine: number(of_mine, numbers_mine), theirs: number(of_theirs, numbers_theirs), count }
    }
}
