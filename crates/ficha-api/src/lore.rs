//! Books as a scan takes them, and what a scan says as a shell has it. Entries go by their place in the list: each gets
//! it for an id while it is scanned, because ids of files may be missing or the same.

use std::collections::BTreeMap;

use ficha_chat::activation::{Address, Barrier, Because, Fault, Logic, Message, Near, Place, Said, Stopped, Trial};
use serde_json::{Map, Value, json};

use crate::commands::count;
use crate::dto::{
    LoreBarrier, LoreEntry, LoreFault, LoreMark, LoreNear, LorePlace, LoreSaid, LoreStop, LoreTrial, LoreWhy, LoreWoke,
};

/// Rows of what was nearly called that are told.
const MOST_NEAR: usize = 200;

/// Books with numbered entries.
pub(crate) struct Books(Vec<(String, Value)>);

impl Books {
    /// The book at hand.
    pub fn of(body: Value) -> Books {
        let mut books = Books(Vec::new());
        books.add(body);
        books
    }

    /// One more.
    pub fn add(&mut self, mut body: Value) {
        let rows = body.get_mut("entries").and_then(Value::as_array_mut);
        for (at, row) in rows.into_iter().flatten().enumerate() {
            if !row.is_object() {
                // What is no entry keeps its place and says nothing.
                *row = Value::Object(Map::from_iter([("enabled".to_owned(), json!(false))]));
            }
            if let Some(row) = row.as_object_mut() {
                row.insert("id".to_owned(), json!(at.to_string()));
            }
        }
        self.0.push((self.0.len().to_string(), body));
    }

    /// The same, lent to a scan.
    pub fn lent(&self) -> Vec<(String, &Value)> {
        self.0.iter().map(|(name, body)| (name.clone(), body)).collect()
    }

    /// Entries of all books.
    pub fn entries(&self) -> usize {
        self.0.iter().map(|(_, body)| body.get("entries").and_then(Value::as_array).map_or(0, Vec::len)).sum()
    }

    fn entry(&self, (book, id): &Address) -> LoreEntry {
        let at: usize = id.parse().unwrap_or(0);
        let row = self.0.get(*book).and_then(|(_, body)| body.get("entries")?.get(at));
        let title = row.and_then(|row| row.get("title")?.as_str()).unwrap_or_default();
        LoreEntry { book: count(*book), at: count(at), title: title.to_owned() }
    }
}

pub(crate) fn barrier(barrier: Barrier) -> LoreBarrier {
    match barrier {
        Barrier::Prevents => LoreBarrier::Prevents,
        Barrier::Excludes => LoreBarrier::Excludes,
        Barrier::Off => LoreBarrier::Off,
    }
}

pub(crate) fn told_faults(books: &Books, faults: &[Fault]) -> Vec<LoreFault> {
    let told = |fault: &Fault| LoreFault {
        entry: books.entry(&(fault.book, fault.entry.clone())),
        key: fault.key.clone(),
        slow: fault.slow,
        what: fault.what.clone(),
    };
    faults.iter().map(told).collect()
}

fn place(books: &Books, place: &Place) -> LorePlace {
    match place {
        Place::Message(back) => LorePlace { back: Some(count(*back)), ..LorePlace::default() },
        Place::Source(field) => LorePlace { source: Some((*field).to_owned()), ..LorePlace::default() },
        Place::Entry(address) => LorePlace { entry: Some(books.entry(address)), ..LorePlace::default() },
        Place::Several => LorePlace::default(),
    }
}

/// What came of a trial.
pub(crate) fn trial_to(books: &Books, messages: &[Message], trial: Trial) -> LoreTrial {
    let Trial { outcome, nearly, marks, .. } = trial;
    let woke = outcome.called.iter().map(|called| {
        let (why, key, secondary, at) = match &called.because {
            Because::Constant => (LoreWhy::Always, String::new(), Vec::new(), LorePlace::default()),
            Because::Decorator => (LoreWhy::Decorator, String::new(), Vec::new(), LorePlace::default()),
            Because::Sticky => (LoreWhy::Staying, String::new(), Vec::new(), LorePlace::default()),
            Because::Keys { key, secondary, found_in } => {
                (LoreWhy::Keys, key.clone(), secondary.clone(), place(books, found_in))
            }
        };
        LoreWoke {
            entry: books.entry(&(called.book, called.entry.clone())),
            step: count(called.in_loop),
            why,
            key,
            secondary,
            place: at,
            tokens: count(called.tokens),
            passed: called.passed,
            stays: count(called.stays),
        }
    });
    let units = |text: &str, bytes: usize| count(text.get(..bytes).map_or(0, |head| head.encode_utf16().count()));
    let marks = marks.iter().filter_map(|mark| {
        let text = &messages.get(mark.message)?.text;
        Some(LoreMark {
            message: count(mark.message),
            from: units(text, mark.from),
            until: units(text, mark.until),
            entry: books.entry(&mark.to),
        })
    });
    LoreTrial {
        woke: woke.collect(),
        nearly: nearly.iter().take(MOST_NEAR).map(|near| near_to(books, near)).collect(),
        marks: marks.collect(),
        faults: told_faults(books, &outcome.faults),
        tokens: count(outcome.tokens),
        over_budget: outcome.over_budget,
        steps: count(outcome.loops),
        entries: count(books.entries()),
    }
}

fn near_to(books: &Books, near: &Near) -> LoreNear {
    let mut row = LoreNear {
        entry: books.entry(&(near.book, near.entry.clone())),
        stop: LoreStop::NoMatch,
        number: 0,
        group: None,
        winner: None,
        logic: None,
        said: None,
        key: String::new(),
        back: 0,
        reach: 0,
    };
    row.stop = match &near.because {
        Stopped::Off => LoreStop::Off,
        Stopped::Generation => LoreStop::Generation,
        Stopped::Character => LoreStop::Character,
        Stopped::OnlyRecursion => LoreStop::OnlyRecursion,
        Stopped::Decorator => LoreStop::Decorator,
        Stopped::NoKeys => LoreStop::NoKeys,
        Stopped::NoMatch => LoreStop::NoMatch,
        Stopped::ExcludesRecursion => LoreStop::ExcludesRecursion,
        Stopped::Budget => LoreStop::Budget,
        Stopped::Delay { until } => {
            row.number = count(*until);
            LoreStop::Delay
        }
        Stopped::Cooldown { left } => {
            row.number = count(*left);
            LoreStop::Cooldown
        }
        Stopped::Chance { probability } => {
            row.number = u32::try_from(*probability).unwrap_or(0);
            LoreStop::Chance
        }
        Stopped::Secondary { key, logic } => {
            row.key.clone_from(key);
            row.logic = Some(word(*logic).to_owned());
            LoreStop::Secondary
        }
        Stopped::Group { group, winner } => {
            row.group = Some(group.clone());
            row.winner = winner.as_ref().map(|winner| books.entry(winner));
            LoreStop::Group
        }
    };
    if let Some(said) = &near.said {
        let (kind, key) = match said {
            Said::Here { key, .. } => (LoreSaid::Here, key),
            Said::OtherCase { key } => (LoreSaid::OtherCase, key),
            Said::PartOfWord { key } => (LoreSaid::PartOfWord, key),
            Said::Earlier { key, back, reach } => {
                (row.back, row.reach) = (count(*back), count(*reach));
                (LoreSaid::Earlier, key)
            }
        };
        row.said = Some(kind);
        row.key.clone_from(key);
    }
    row
}

fn word(logic: Logic) -> &'static str {
    match logic {
        Logic::AndAny => "and_any",
        Logic::AndAll => "and_all",
        Logic::NotAny => "not_any",
        Logic::NotAll => "not_all",
    }
}

/// The rows of a list of a body that are maps, by the text of one of their keys.
pub(crate) fn by_text<'a>(body: &'a Value, list: &str, key: &str) -> BTreeMap<&'a str, &'a Value> {
    let rows = body.get(list).and_then(Value::as_array);
    rows.into_iter().flatten().filter_map(|row| Some((row.get(key)?.as_str()?, row))).collect()
}
