//! An entry as a scan needs it, read from its body once.

use serde_json::Value;

use super::keys::{Key, Logic, Manner, Told};
use super::{Address, Settings};
use crate::Names;

/// Lines at the head of a text that SillyTavern acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decorator {
    Activate,
    DontActivate,
}

/// An entry ready for a scan. Numbers that are absent or negative are zero.
#[derive(Debug)]
pub(super) struct Entry {
    pub address: Address,
    pub content: String,
    pub on: bool,
    pub constant: bool,
    pub keys: Vec<Key>,
    pub secondary: Vec<Key>,
    pub logic: Logic,
    pub depth: Option<usize>,
    pub order: f64,
    pub decorator: Option<Decorator>,
    pub exclude_recursion: bool,
    pub prevent_recursion: bool,
    /// The level of recursion it waits for; 0 waits for none.
    pub recursion_level: usize,
    pub sticky: usize,
    pub cooldown: usize,
    pub delay: usize,
    pub groups: Vec<String>,
    pub group_wins: bool,
    pub group_weight: f64,
    pub group_scoring: bool,
    /// 0 to 100; `None` always.
    pub probability: Option<f64>,
    pub ignores_budget: bool,
    pub generations: Vec<String>,
    pub filter: Option<Filter>,
    pub sources: Vec<&'static str>,
}

/// For whom an entry counts.
#[derive(Debug)]
pub(super) struct Filter {
    pub names: Vec<String>,
    pub tags: Vec<String>,
    pub exclude: bool,
}

impl Filter {
    /// Whether an entry with this filter is for a character of these names. Names and tags are asked apart, as in
    /// SillyTavern.
    pub fn admits(&self, character: &[String]) -> bool {
        let admits =
            |list: &[String]| list.is_empty() || list.iter().any(|word| character.contains(word)) != self.exclude;
        admits(&self.names) && admits(&self.tags)
    }
}

/// The body fields that ask for a text beside the chat, and the name of that text.
const SOURCES: [(&str, &str); 6] = [
    ("scanUserPersona", "persona"),
    ("scanCharacterDescription", "description"),
    ("scanCharacterPersonality", "personality"),
    ("scanCharacterDepthPrompt", "depthPrompt"),
    ("scanScenario", "scenario"),
    ("scanCreatorNotes", "creatorNotes"),
];

fn texts(value: Option<&Value>) -> Vec<String> {
    value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The entries of a book, in its order. A category that is off switches its entries off.
pub(super) fn entries(book: usize, body: &Value, settings: &Settings, names: &Names, told: &mut Told) -> Vec<Entry> {
    let is_off = |value: Option<&Value>| value == Some(&Value::Bool(false));
    let book_off = is_off(body.get("enabled"));
    let categories = body.get("categories").and_then(Value::as_array);
    let off: Vec<&str> = categories
        .into_iter()
        .flatten()
        .filter(|category| is_off(category.get("enabled")))
        .filter_map(|category| category.get("id")?.as_str())
        .collect();
    let rows = body.get("entries").and_then(Value::as_array);
    let read = |row: &Value| {
        let in_off = row.get("categoryId").and_then(Value::as_str).is_some_and(|id| off.contains(&id));
        let mut entry = Entry::read(book, row, body, settings, names, told);
        entry.on &= !book_off && !in_off;
        entry
    };
    rows.into_iter().flatten().map(read).collect()
}

impl Entry {
    fn read(book: usize, row: &Value, body: &Value, settings: &Settings, names: &Names, told: &mut Told) -> Entry {
        let address = (book, row.get("id").and_then(Value::as_str).unwrap_or("").to_owned());
        let flag = |key: &str| row.get(key).and_then(Value::as_bool);
        let own = |key: &str, of_book: &str, default: bool| {
            flag(key).or_else(|| body.get(of_book).and_then(Value::as_bool)).unwrap_or(default)
        };
        let number = |key: &str| row.get(key).and_then(Value::as_f64).filter(|number| number.is_finite());
        let count = |key: &str| number(key).map_or(0, |number| number.clamp(0.0, 1e9) as usize);
        let text = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or("");
        let manner = Manner {
            case: own("caseSensitive", "globalCaseSensitive", settings.case_sensitive),
            whole: own("matchWholeWords", "globalMatchWholeWords", settings.whole_words),
        };
        let mut keys = |key: &str| {
            let list = row.get(key).and_then(Value::as_array);
            let read = |trigger| Key::read(trigger, manner, names, &address, told);
            list.into_iter().flatten().filter_map(read).collect()
        };
        let (primary, secondary): (Vec<Key>, Vec<Key>) = (keys("triggers"), keys("secondaryTriggers"));
        let (decorator, content) = decorated(text("content"));
        let depth = number("scanDepth").or_else(|| body.get("globalScanDepth").and_then(Value::as_f64));
        let in_messages = |unit: Option<&Value>| unit.and_then(Value::as_str) != Some("characters");
        let depth = depth.filter(|depth| {
            *depth >= 0.0 && in_messages(row.get("scanDepthUnit")) && in_messages(body.get("scanDepthUnit"))
        });
        let probability = number("probability").filter(|_| flag("useProbability") != Some(false));
        let filter = row.get("characterFilter").filter(|filter| filter.is_object()).map(|filter| Filter {
            names: texts(filter.get("names")),
            tags: texts(filter.get("tags")),
            exclude: filter.get("isExclude") == Some(&Value::Bool(true)),
        });
        Entry {
            on: flag("enabled") != Some(false),
            constant: flag("constant") == Some(true),
            // A mode that says simple means that secondary keys are there and do not count.
            secondary: if text("triggerMode") == "simple" { Vec::new() } else { secondary },
            keys: primary,
            logic: Logic::of(text("selectiveLogic")),
            depth: depth.map(|depth| depth as usize),
            order: number("sortOrder").unwrap_or(100.0),
            decorator,
            content,
            exclude_recursion: flag("excludeRecursion") == Some(true),
            prevent_recursion: flag("preventRecursion") == Some(true),
            recursion_level: match row.get("delayUntilRecursion") {
                Some(Value::Bool(true)) => 1,
                _ => count("delayUntilRecursion"),
            },
            sticky: count("sticky"),
            cooldown: count("cooldown"),
            delay: count("delay"),
            groups: text("groupName")
                .split(',')
                .map(str::trim)
                .filter(|group| !group.is_empty())
                .map(str::to_owned)
                .collect(),
            group_wins: flag("groupOverride") == Some(true),
            group_weight: number("groupWeight").unwrap_or(100.0).max(0.0),
            group_scoring: flag("useGroupScoring").unwrap_or(settings.group_scoring),
            probability: probability.filter(|probability| *probability < 100.0),
            ignores_budget: flag("ignoreBudget") == Some(true),
            generations: texts(row.get("generationTriggers")),
            filter,
            sources: SOURCES.iter().filter(|(key, _)| flag(key) == Some(true)).map(|(_, source)| *source).collect(),
            address,
        }
    }
}

/// The decorator at the head of a text, and the text without such lines. Lines nobody knows stay.
fn decorated(content: &str) -> (Option<Decorator>, String) {
    let mut decorator = None;
    let mut rest = content;
    while let Some(line) = rest.strip_prefix("@@").map(|rest| rest.lines().next().unwrap_or("")) {
        decorator = match line.trim_end() {
            "activate" => decorator.or(Some(Decorator::Activate)),
            "dont_activate" => decorator.or(Some(Decorator::DontActivate)),
            _ => break,
        };
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    (decorator, rest.to_owned())
}
