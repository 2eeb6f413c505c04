//! Entries that call each other in a ring: one word of the chat brings in all of them.
//!
//! An app calls an entry once, so a ring ends; what it costs is the room of all its texts at once. Small rings are how
//! books are written, and are not told of.

use std::collections::BTreeMap;

use ficha_chat::Names;
use ficha_chat::activation::Settings;
use ficha_chat::pattern::Pattern;
use ficha_chat::wake::wakes;
use ficha_model::{Kind, Path};
use serde_json::{Value, json};

use super::check;
use crate::finding::Fix;
use crate::input::{is_on, text_of};
use crate::text::{near, short};
use crate::{CardInput, CheckSkipped, Finding, Severity};

check!(Recursion, "recursion", &[Kind::Lorebook], &["recursion-runs-away"]);

/// Entries compared with each other in one run, and how many patterns are run over all of them.
const MOST: usize = 1_200;
const MOST_PATTERNS: usize = 40_000;

/// The largest ring that is gone through by the rules of a chat; of a larger one every word that stands in a text counts.
const EXACT: usize = 16;

/// Tokens a ring may have before it is told of, where the book has no budget of its own.
const ROOM: usize = 1_500;

/// Entries named in the message.
const NAMED: usize = 5;

fn look(input: &CardInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    // Only a book that says so looks into the texts it tells.
    if input.body().get("globalRecursion") != Some(&Value::Bool(true)) {
        return Ok(Vec::new());
    }
    let mut entries: Vec<(usize, &Value)> = Vec::new();
    for (number, entry) in input.rows("entries") {
        let on = entry.get("enabled") != Some(&Value::Bool(false));
        if on && !is_on(entry, "preventRecursion") && !text_of(entry, "content").is_empty() {
            entries.push((number, entry));
        }
    }
    if entries.len() > MOST {
        return Err(CheckSkipped::TooMuch { found: entries.len(), most: MOST });
    }
    let keys: Vec<Keys> = entries.iter().map(|(_, entry)| Keys::of(entry)).collect();
    let patterns: usize = keys.iter().map(|keys| keys.patterns.len()).sum();
    if patterns * entries.len() > MOST_PATTERNS {
        return Err(CheckSkipped::TooMuch { found: entries.len(), most: MOST_PATTERNS / patterns.max(1) });
    }
    let out = may_call(&entries, &keys);
    let budget = input.body().get("tokenBudget").and_then(Value::as_u64).filter(|budget| *budget > 0);
    let room = budget.map_or(ROOM, |budget| usize::try_from(budget).unwrap_or(ROOM));
    let rings = rings(entries.len(), &out);
    let told = rings.iter().filter_map(|ring| {
        let finding = told(input, &entries, ring, &out, room)?;
        (ring.len() > EXACT || calls_itself(input, &entries, ring)).then_some(finding)
    });
    Ok(told.collect())
}

/// Keys of an entry, read once.
struct Keys {
    words: Vec<String>,
    patterns: Vec<Pattern>,
}

impl Keys {
    fn of(entry: &Value) -> Keys {
        let mut keys = Keys { words: Vec::new(), patterns: Vec::new() };
        if is_on(entry, "excludeRecursion") {
            return keys;
        }
        for row in entry.get("triggers").and_then(Value::as_array).into_iter().flatten() {
            let keyword = text_of(row, "keyword").trim();
            if keyword.is_empty() {
                continue;
            }
            if is_on(row, "isRegex") {
                keys.patterns.extend(Pattern::new(keyword, text_of(row, "flags")));
            } else {
                keys.words.push(keyword.to_lowercase());
            }
        }
        keys
    }
}

/// Who may call whom: every word and pattern that stands in a text, whatever else the entries ask.
fn may_call(entries: &[(usize, &Value)], keys: &[Keys]) -> BTreeMap<usize, Vec<usize>> {
    let mut out: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (from, (_, entry)) in entries.iter().enumerate() {
        let text = near(text_of(entry, "content"), LONGEST);
        let small = text.to_lowercase();
        let called = keys.iter().enumerate().filter(|(to, keys)| {
            *to != from
                && (keys.words.iter().any(|word| small.contains(word.as_str()))
                    || keys.patterns.iter().any(|pattern| pattern.is_in(text) == Ok(true)))
        });
        out.insert(from, called.map(|(to, _)| to).collect());
    }
    out
}

/// How much of a text is looked through, in bytes.
const LONGEST: usize = 20_000;

/// Whether a ring stays one when a chat's rules are kept: whole words, case, secondary keys.
fn calls_itself(input: &CardInput<'_>, entries: &[(usize, &Value)], ring: &[usize]) -> bool {
    let rows: Vec<Value> =
        ring.iter().enumerate().filter_map(|(at, index)| Some(numbered(entries.get(*index)?.1, at))).collect();
    let mut book = input.body().clone();
    if let Some(book) = book.as_object_mut() {
        book.insert("entries".to_owned(), Value::Array(rows));
    }
    let mut out: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for wake in wakes(&[(String::new(), &book)], &Names::default(), &Settings::default()) {
        if let (Ok(from), Ok(to)) = (wake.from.1.parse(), wake.to.1.parse()) {
            out.entry(from).or_default().push(to);
        }
    }
    rings(ring.len(), &out).iter().any(|found| found.len() == ring.len())
}

/// The entry under a name that is its place, so that two with one id are told apart.
fn numbered(entry: &Value, at: usize) -> Value {
    let mut entry = entry.clone();
    if let Some(map) = entry.as_object_mut() {
        map.insert("id".to_owned(), Value::from(at.to_string()));
    }
    entry
}

fn told(
    input: &CardInput<'_>,
    entries: &[(usize, &Value)],
    ring: &[usize],
    out: &BTreeMap<usize, Vec<usize>>,
    room: usize,
) -> Option<Finding> {
    let entry = |at: &usize| entries.get(*at).copied();
    let tokens: usize =
        ring.iter().filter_map(entry).map(|(_, entry)| input.around.tokens(text_of(entry, "content"))).sum();
    if tokens <= room {
        return None;
    }
    let name = |at: &usize| {
        entry(at).map(|(number, entry)| {
            let title = text_of(entry, "title").trim();
            if title.is_empty() { format!("#{}", number + 1) } else { short(title, 32) }
        })
    };
    let way: Vec<String> = walk(ring, out).iter().take(NAMED).filter_map(name).collect();
    let way = format!("{}{}", way.join(" → "), if ring.len() >= NAMED { " → …" } else { "" });
    // The entry with the most ways out of it within the ring is the one whose silence helps most.
    let inside = |at: &usize| out.get(at).map_or(0, |to| to.iter().filter(|to| ring.contains(to)).count());
    let loudest = ring.iter().max_by_key(|at| (inside(at), std::cmp::Reverse(**at)))?;
    let (number, loud) = entry(loudest)?;
    let place = Path::default().key("entries").index(number);
    let fix = Fix::one("end-recursion", false, place.key("preventRecursion"), Some(json!(true)));
    Some(
        Finding::new(Severity::Warning, "recursion-runs-away", place)
            .with("count", ring.len())
            .with("tokens", tokens)
            .with("room", room)
            .showing(&way)
            .fix(fix.with("entry", name(loudest).unwrap_or_else(|| text_of(loud, "id").to_owned()))),
    )
}

/// A way along the ring from its first entry, each entry once.
fn walk(ring: &[usize], out: &BTreeMap<usize, Vec<usize>>) -> Vec<usize> {
    let mut way: Vec<usize> = ring.first().copied().into_iter().collect();
    while let Some(last) = way.last() {
        let next = out.get(last).and_then(|to| to.iter().find(|to| ring.contains(to) && !way.contains(to)));
        match next {
            Some(next) => way.push(*next),
            None => break,
        }
    }
    if let Some(first) = way.first().copied()
        && way.len() == ring.len()
    {
        way.push(first);
    }
    way
}

/// Groups of two and more in which each entry leads to each other (Tarjan's, without recursion of its own).
fn rings(count: usize, out: &BTreeMap<usize, Vec<usize>>) -> Vec<Vec<usize>> {
    #[derive(Clone, Copy, Default)]
    struct Mark {
        order: Option<usize>,
        low: usize,
        waiting: bool,
    }
    const NONE: &[usize] = &[];
    let next = |at: usize| out.get(&at).map_or(NONE, Vec::as_slice);
    let mut marks = vec![Mark::default(); count];
    let mut stack: Vec<usize> = Vec::new();
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut order = 0;
    for start in 0..count {
        if marks.get(start).is_none_or(|mark| mark.order.is_some()) {
            continue;
        }
        let mut work: Vec<(usize, usize)> = vec![(start, 0)];
        while let Some((at, step)) = work.pop() {
            if step == 0
                && let Some(mark) = marks.get_mut(at)
            {
                *mark = Mark { order: Some(order), low: order, waiting: true };
                order += 1;
                stack.push(at);
            }
            if let Some(to) = next(at).get(step) {
                work.push((at, step + 1));
                let there = marks.get(*to).copied().unwrap_or_default();
                match there.order {
                    None => work.push((*to, 0)),
                    Some(order) if there.waiting => lower(&mut marks, at, order),
                    Some(_) => {}
                }
                continue;
            }
            let mark = marks.get(at).copied().unwrap_or_default();
            if let Some((parent, _)) = work.last() {
                lower(&mut marks, *parent, mark.low);
            }
            if mark.order == Some(mark.low) {
                let mut ring = Vec::new();
                while let Some(top) = stack.pop() {
                    if let Some(mark) = marks.get_mut(top) {
                        mark.waiting = false;
                    }
                    ring.push(top);
                    if top == at {
                        break;
                    }
                }
                if ring.len() > 1 {
                    ring.sort_unstable();
                    found.push(ring);
                }
            }
        }
    }
    fn lower(marks: &mut [Mark], at: usize, to: usize) {
        if let Some(mark) = marks.get_mut(at) {
            mark.low = mark.low.min(to);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::rings;
    use std::collections::BTreeMap;

    #[test]
    fn rings_are_found_and_chains_are_not() {
        let out: BTreeMap<usize, Vec<usize>> =
            [(0, vec![1]), (1, vec![2]), (2, vec![0, 3]), (3, vec![4]), (4, vec![]), (5, vec![6]), (6, vec![5])].into();
        let mut found = rings(7, &out);
        found.sort();
        assert_eq!(found, [vec![0, 1, 2], vec![5, 6]]);
    }
}
