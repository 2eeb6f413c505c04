//! Entries that call each other in a ring: one word of the chat brings in all of them.
//!
//! An app calls an entry once, so a ring ends; what it costs is the room of all its texts at once. Small rings are how
//! books are written, and are not told of.

use std::collections::BTreeMap;

use ficha_chat::Names;
use ficha_chat::activation::Settings;
use ficha_chat::wake::wakes;
use ficha_model::{Kind, Path};
use serde_json::{Value, json};

use super::check;
use crate::finding::Fix;
use crate::input::{is_on, text_of};
use crate::text::short;
use crate::{CheckInput, CheckSkipped, Finding, Severity};

check!(Recursion, "recursion", &[Kind::Lorebook], &["recursion-runs-away"]);

/// Entries compared with each other in one run.
const MOST: usize = 300;

/// Tokens a ring may have before it is told of, where the book has no budget of its own.
const ROOM: usize = 1_500;

/// Entries named in the message.
const NAMED: usize = 5;

fn look(input: &CheckInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
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
    let rows: Vec<Value> = entries.iter().enumerate().map(|(at, (_, entry))| numbered(entry, at)).collect();
    let mut book = input.body().clone();
    if let Some(book) = book.as_object_mut() {
        book.insert("entries".to_owned(), Value::Array(rows));
    }
    let edges = wakes(&[(String::new(), &book)], &Names::default(), &Settings::default());
    let mut out: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for wake in &edges {
        if let (Ok(from), Ok(to)) = (wake.from.1.parse(), wake.to.1.parse()) {
            out.entry(from).or_default().push(to);
        }
    }
    let rings = rings(entries.len(), &out);
    let budget = input.body().get("tokenBudget").and_then(Value::as_u64).filter(|budget| *budget > 0);
    let room = budget.map_or(ROOM, |budget| usize::try_from(budget).unwrap_or(ROOM));
    Ok(rings.iter().filter_map(|ring| told(input, &entries, ring, &out, room)).collect())
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
    input: &CheckInput<'_>,
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
