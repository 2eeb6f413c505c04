//! Lorebooks at work: a chat tried out, the graph of wakes, what other apps would obey. The rules are those of
//! `ficha_chat`; what a format carries is measured by writing, never listed here.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use ficha_chat::Names;
use ficha_chat::activation::{self, Message, Scene, Settings, Sources, reach, trial};
use ficha_formats::{Ask, NoMedia};
use ficha_model::{Body, Entity, Kind};
use serde_json::{Value, json};

use super::{address, count};
use crate::dto::{Json, LoreChat, LoreGraph, LoreIgnored, LoreObedience, LoreObeyed, LoreReach, LoreRules, LoreTrial};
use crate::lore::{Books, barrier, told_faults, trial_to};
use crate::{ApiError, Job, Studio, tokens};

/// Pairs a graph has at most.
const MOST_PAIRS: usize = 20_000;

/// Fields of an entry that no app acts on.
const SILENT: [&str; 7] = ["id", "title", "comment", "useMemo", "displayIndex", "categoryId", "metadata"];

/// Fields without which an entry is another one.
const ESSENTIAL: [&str; 7] =
    ["content", "triggers", "secondaryTriggers", "selectiveLogic", "triggerMode", "enabled", "constant"];

/// Work that is done before anybody would wait for it is not told of.
const QUIET: Duration = Duration::from_millis(600);

fn tell(job: &Job<'_>, started: Instant, done: usize, total: usize) {
    if started.elapsed() > QUIET {
        job.step(done, total, "");
    }
}

fn settings(rules: &LoreRules) -> Settings {
    let size = |number: u32| number as usize;
    Settings {
        depth: size(rules.depth),
        budget: Some(size(rules.budget)).filter(|budget| *budget > 0),
        recursive: rules.recursive,
        most_loops: size(rules.most_steps),
        least_entries: size(rules.least_entries),
        least_entries_depth: size(rules.least_entries_depth),
        case_sensitive: rules.case_sensitive,
        whole_words: rules.whole_words,
        group_scoring: rules.group_scoring,
        include_names: rules.include_names,
        book_by_book: rules.book_by_book,
    }
}

/// Tries a chat out on a book as it is being written, with other books of the library beside it.
///
/// # Errors
/// `limit` for a body past every limit, `not-found` for another book, `cancelled`.
pub fn bench(
    studio: &Studio,
    body: Json,
    chat: LoreChat,
    rules: LoreRules,
    job: String,
) -> Result<LoreTrial, ApiError> {
    let job = studio.job(&job);
    let total = chat.messages.len();
    let started = Instant::now();
    let result = bench_on(studio, &body, &chat, &rules, &|end| {
        tell(&job, started, end, total);
        !job.is_cancelled()
    })
    .and_then(|trial| job.check().map(|()| trial));
    job.end(total, result)
}

fn bench_on(
    studio: &Studio,
    body: &Json,
    chat: &LoreChat,
    rules: &LoreRules,
    go_on: &dyn Fn(usize) -> bool,
) -> Result<LoreTrial, ApiError> {
    let mut books = Books::of(body.value()?);
    for other in &chat.books {
        books.add(studio.library().open_entity(&address(studio, other)?)?.entity.body.value().clone());
    }
    let tokenizer = studio.settings().get().tokenizer;
    let messages: Vec<Message> = chat
        .messages
        .iter()
        .map(|message| Message { name: message.name.clone(), text: message.text.clone() })
        .collect();
    let given = &chat.sources;
    let sources = Sources {
        persona: given.persona.clone(),
        description: given.description.clone(),
        personality: given.personality.clone(),
        scenario: given.scenario.clone(),
        depth_prompt: given.depth_prompt.clone(),
        creator_notes: given.creator_notes.clone(),
    };
    let names = Names { character: chat.character.clone(), user: chat.user.clone() };
    let lent = books.lent();
    let settings = settings(rules);
    let scene = Scene {
        books: &lent,
        chat: &messages,
        sources: &sources,
        names: &names,
        character: &chat.filters,
        generation: if chat.generation.is_empty() { "normal" } else { &chat.generation },
        settings: &settings,
        seed: rules.seed.into(),
    };
    let counted: Mutex<BTreeMap<String, usize>> = Mutex::default();
    let tokens = |text: &str| {
        let mut counted = counted.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = counted.get(text) {
            return *known;
        }
        let fresh = tokens::count(text, tokenizer) as usize;
        counted.insert(text.to_owned(), fresh);
        fresh
    };
    let came = trial(&scene, &tokens, go_on);
    Ok(trial_to(&books, &messages, came))
}

/// Which entries of a book call which by their texts.
///
/// # Errors
/// `limit` for a body past every limit, `cancelled`.
pub fn wakes(studio: &Studio, body: Json, job: String) -> Result<LoreGraph, ApiError> {
    let job = studio.job(&job);
    let started = Instant::now();
    let result = graph(&body, &|at, total| {
        tell(&job, started, at, total);
        !job.is_cancelled()
    })
    .and_then(|graph| job.check().map(|()| graph));
    job.end(1, result)
}

fn graph(body: &Json, go_on: &dyn Fn(usize, usize) -> bool) -> Result<LoreGraph, ApiError> {
    let books = Books::of(body.value()?);
    let total = books.entries();
    let lent = books.lent();
    let scene = Scene {
        books: &lent,
        chat: &[],
        sources: &Sources::default(),
        names: &Names::default(),
        character: &[],
        generation: "normal",
        settings: &Settings::default(),
        seed: 0,
    };
    let (found, faults) = reach(&scene, MOST_PAIRS + 1, &|at| go_on(at, total));
    let cut = found.len() > MOST_PAIRS;
    let place = |at: &activation::Address| at.1.parse().unwrap_or(0);
    let reaches = found.iter().take(MOST_PAIRS).map(|reach| LoreReach {
        from: place(&reach.from),
        to: place(&reach.to),
        key: reach.key.clone(),
        barrier: reach.barrier.map(barrier),
    });
    Ok(LoreGraph { reaches: reaches.collect(), cut, faults: told_faults(&books, &faults) })
}

/// Whether other apps would obey some entries of a book: each is written alone, as every format of lorebooks that is
/// written, and read back.
///
/// # Errors
/// `limit` for a body past every limit.
pub fn obey(_: &Studio, body: Json, entries: Vec<u32>) -> Result<Vec<LoreObedience>, ApiError> {
    let body = body.value()?;
    let rows = body.get("entries").and_then(Value::as_array);
    let chosen: Vec<Value> =
        entries.iter().filter_map(|at| rows?.get(*at as usize)).filter(|row| row.is_object()).cloned().collect();
    let entity = Entity::new(Kind::Lorebook, "book", Body::from(json!({ "name": "Book", "entries": chosen })));
    let formats = ficha_formats::formats().filter(|format| {
        let spec = format.spec();
        spec.kind == Kind::Lorebook && !spec.writes.is_empty() && !spec.own
    });
    Ok(formats.map(|format| obedience(format.spec(), &entity)).collect())
}

fn obedience(spec: &'static ficha_formats::FormatSpec, entity: &Entity) -> LoreObedience {
    let mut ignored: BTreeMap<String, LoreIgnored> = BTreeMap::new();
    let mut obeyed = LoreObeyed::Carried;
    let mut tell = |path: &str, said: &Value, lost: bool, reason: &str, code: &str| {
        let Some(field) = path.strip_prefix("entries[").and_then(|rest| rest.split_once("].")).map(|(_, field)| field)
        else {
            return;
        };
        let head = field.split(['.', '[']).next().unwrap_or(field);
        if SILENT.contains(&head) || says_nothing(head, said) {
            return;
        }
        obeyed = obeyed.max(if ESSENTIAL.contains(&head) { LoreObeyed::Lost } else { LoreObeyed::Changed });
        let row = LoreIgnored { field: field.to_owned(), lost, reason: reason.to_owned(), code: code.to_owned() };
        ignored.entry(head.to_owned()).or_insert(row);
    };
    match ficha_convert::encode(std::slice::from_ref(entity), spec.id, &Ask::of(&NoMedia)) {
        Ok(written) => {
            for row in &written.report.lost {
                tell(&row.path, &row.value, true, &row.reason, row.code.word());
            }
            // What was not said before is the app's own default, and disobeys nobody.
            for row in written.report.changed.iter().filter(|row| !row.before.is_null()) {
                tell(&row.path, &row.before, false, &row.reason, row.code.word());
            }
        }
        Err(error) => tell("entries[0].content", &Value::Null, true, &error.to_string(), error.code()),
    }
    LoreObedience {
        format: spec.id.to_owned(),
        title: spec.title.to_owned(),
        obeyed,
        ignored: ignored.into_values().collect(),
    }
}

/// Whether a value of a field asks for no more than its absence would.
fn says_nothing(field: &str, value: &Value) -> bool {
    match field {
        "content" | "enabled" => false,
        "probability" | "groupWeight" => value.as_f64() == Some(100.0),
        "selectiveLogic" => value == "and_any",
        _ => ficha_model::is_blank(value) || value == &json!(false) || value.as_f64() == Some(0.0),
    }
}

/// How many entries a body lists.
pub(crate) fn entries_of(body: &Value) -> u32 {
    count(body.get("entries").and_then(Value::as_array).map_or(0, Vec::len))
}
