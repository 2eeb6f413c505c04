//! One entry of a `character_book`: its table, decoding, and the changes of an edit.
//!
//! Keys of the specification stand in the entry itself; everything SillyTavern adds stands in its `extensions`, under
//! SillyTavern's own names (`endpoints/characters.js` `convertWorldInfoToCharacterBook`). Other spellings found in
//! real files are read wherever they stand; a change is written where the value stands, else under the first name.

use std::sync::LazyLock;

use ficha_json::{Node, NodeKind};
use ficha_model::Path;
use serde_json::{Map, Number, Value};

use super::values;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{Said, State, Writes, encode_texts, state};
use crate::read::Reader;

const V2: &str = "Character Card V2, character_book";
const V3: &str = "Character Card V3, Lorebook";
const ST: &str = "SillyTavern characters.js convertWorldInfoToCharacterBook";
const SEEN: &str = "read from real files; SillyTavern does not write it in a book";

/// How a value is read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Text,
    FilledText,
    Number,
    Flag,
    /// A flag that says the opposite under the spellings `disable` and `disabled`.
    Enabled,
    Triggers,
    Words,
    /// `selective`: whether secondary keys count.
    Mode,
    Logic,
    Position,
    Role,
    /// A number, or `true` for the first level.
    Level,
    Filter,
}

/// Where a value is written when it stands nowhere yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Home {
    /// In the entry.
    Entry,
    /// In its `extensions`.
    Extensions,
    /// Nowhere: no app reads it there.
    Nowhere,
}

/// What clearing does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clear {
    Remove,
    Blank,
    BlankList,
    /// The specification wants a boolean, and an entry is on unless it says otherwise.
    True,
    /// The specification wants a number; SillyTavern's own default.
    Hundred,
}

/// A field of an entry.
pub(crate) struct Row {
    /// Key of the body entry.
    pub path: &'static str,
    /// The same as full body paths, for coverage.
    pub paths: &'static [&'static str],
    /// Names, the first is written; looked for in `extensions`, then in the entry.
    pub names: &'static [&'static str],
    pub home: Home,
    pub shape: Shape,
    pub clear: Clear,
    /// Where the names are from.
    pub source: &'static str,
}

const fn row(
    paths: &'static [&'static str],
    path: &'static str,
    names: &'static [&'static str],
    home: Home,
    shape: Shape,
    clear: Clear,
    source: &'static str,
) -> Row {
    Row { path, paths, names, home, shape, clear, source }
}

/// The fields of an entry in the order of the body; `id` and `use_regex` are handled beside them.
#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = &[
    row(&["entries[].title"], "title", &["name"], Home::Entry, Shape::Text, Clear::Blank, V2),
    row(&["entries[].content"], "content", &["content"], Home::Entry, Shape::Text, Clear::Blank, V2),
    row(&["entries[].comment"], "comment", &["comment"], Home::Entry, Shape::Text, Clear::Blank, V2),
    row(&["entries[].enabled"], "enabled", &["enabled", "disable", "disabled"], Home::Entry, Shape::Enabled, Clear::True, V2),
    row(&["entries[].constant"], "constant", &["constant"], Home::Entry, Shape::Flag, Clear::Remove, V2),
    row(&["entries[].triggerMode"], "triggerMode", &["selective"], Home::Entry, Shape::Mode, Clear::Remove, V2),
    row(&["entries[].triggers[].keyword", "entries[].triggers[].isRegex", "entries[].triggers[].flags"], "triggers",
        &["keys", "key"], Home::Entry, Shape::Triggers, Clear::BlankList, V2),
    row(&["entries[].secondaryTriggers[].keyword", "entries[].secondaryTriggers[].isRegex", "entries[].secondaryTriggers[].flags"], "secondaryTriggers",
        &["secondary_keys", "keysecondary", "secondaryKeys"], Home::Entry, Shape::Triggers, Clear::BlankList, V2),
    row(&["entries[].selectiveLogic"], "selectiveLogic", &["selectiveLogic", "selective_logic", "key_logic"], Home::Extensions, Shape::Logic, Clear::Remove, ST),
    row(&["entries[].caseSensitive"], "caseSensitive", &["case_sensitive", "caseSensitive"], Home::Extensions, Shape::Flag, Clear::Remove, ST),
    row(&["entries[].matchWholeWords"], "matchWholeWords", &["match_whole_words", "matchWholeWords", "whole_words_only"], Home::Extensions, Shape::Flag, Clear::Remove, ST),
    row(&["entries[].scanDepth"], "scanDepth", &["scan_depth", "scanDepth"], Home::Extensions, Shape::Number, Clear::Remove, ST),
    row(&["entries[].position"], "position", &["position"], Home::Extensions, Shape::Position, Clear::Remove, ST),
    row(&["entries[].outletName"], "outletName", &["outlet_name", "outletName"], Home::Extensions, Shape::FilledText, Clear::Blank, ST),
    row(&["entries[].depth"], "depth", &["depth"], Home::Extensions, Shape::Number, Clear::Remove, ST),
    row(&["entries[].role"], "role", &["role"], Home::Extensions, Shape::Role, Clear::Remove, ST),
    row(&["entries[].sortOrder"], "sortOrder", &["insertion_order", "order"], Home::Entry, Shape::Number, Clear::Hundred, V2),
    row(&["entries[].priority"], "priority", &["priority"], Home::Entry, Shape::Number, Clear::Remove, V2),
    row(&["entries[].sticky"], "sticky", &["sticky"], Home::Extensions, Shape::Number, Clear::Remove, ST),
    row(&["entries[].cooldown"], "cooldown", &["cooldown"], Home::Extensions, Shape::Number, Clear::Remove, ST),
    row(&["entries[].delay"], "delay", &["delay"], Home::Extensions, Shape::Number, Clear::Remove, ST),
    row(&["entries[].groupName"], "groupName", &["group", "group_name", "groupName"], Home::Extensions, Shape::FilledText, Clear::Blank, ST),
    row(&["entries[].groupWeight"], "groupWeight", &["group_weight", "groupWeight"], Home::Extensions, Shape::Number, Clear::Remove, ST),
    row(&["entries[].groupOverride"], "groupOverride", &["group_override", "groupOverride"], Home::Extensions, Shape::Flag, Clear::Remove, ST),
    row(&["entries[].useGroupScoring"], "useGroupScoring", &["use_group_scoring", "useGroupScoring"], Home::Extensions, Shape::Flag, Clear::Remove, ST),
    row(&["entries[].probability"], "probability", &["probability", "risu_activationPercent"], Home::Extensions, Shape::Number, Clear::Remove, ST),
    row(&["entries[].useProbability"], "useProbability", &["useProbability", "use_probability"], Home::Extensions, Shape::Flag, Clear::Remove, ST),
    row(&["entries[].useMemo"], "useMemo", &["addMemo", "use_memo", "useMemo"], Home::Nowhere, Shape::Flag, Clear::Remove, SEEN),
    row(&["entries[].excludeRecursion"], "excludeRecursion", &["exclude_recursion", "excludeRecursion"], Home::Extensions, Shape::Flag, Clear::Remove, ST),
    row(&["entries[].preventRecursion"], "preventRecursion", &["prevent_recursion", "preventRecursion"], Home::Extensions, Shape::Flag, Clear::Remove, ST),
    row(&["entries[].delayUntilRecursion"], "delayUntilRecursion", &["delay_until_recursion", "delayUntilRecursion"], Home::Extensions, Shape::Level, Clear::Remove, ST),
    row(&["entries[].generationTriggers"], "generationTriggers", &["triggers"], Home::Extensions, Shape::Words, Clear::BlankList, ST),
    row(&["entries[].characterFilter"], "characterFilter", &["characterFilter", "character_filter"], Home::Nowhere, Shape::Filter, Clear::Remove, SEEN),
    row(&["entries[].scanCharacterDescription"], "scanCharacterDescription", &["match_character_description", "matchCharacterDescription", "scanCharacterDescription"], Home::Extensions, Shape::Flag, Clear::Remove, ST),
    row(&["entries[].scanCharacterPersonality"], "scanCharacterPersonality", &["match_character_personality", "matchCharacterPersonality", "scanCharacterPersonality"], Home::Extensions, Shape::Flag, Clear::Remove, ST),
    row(&["entries[].scanUserPersona"], "scanUserPersona", &["match_persona_description", "matchPersonaDescription", "scanUserPersona", "scan_persona"], Home::Extensions, Shape::Flag, Clear::Remove, ST),
    row(&["entries[].scanScenario"], "scanScenario", &["match_scenario", "matchScenario", "scanScenario"], Home::Extensions, Shape::Flag, Clear::Remove, ST),
    row(&["entries[].scanCharacterDepthPrompt"], "scanCharacterDepthPrompt", &["match_character_depth_prompt", "matchCharacterDepthPrompt"], Home::Extensions, Shape::Flag, Clear::Remove, ST),
    row(&["entries[].scanCreatorNotes"], "scanCreatorNotes", &["match_creator_notes", "matchCreatorNotes"], Home::Extensions, Shape::Flag, Clear::Remove, ST),
    row(&["entries[].ignoreBudget"], "ignoreBudget", &["ignore_budget", "ignoreBudget"], Home::Extensions, Shape::Flag, Clear::Remove, ST),
    row(&["entries[].vectorized"], "vectorized", &["vectorized"], Home::Extensions, Shape::Flag, Clear::Remove, ST),
    row(&["entries[].automationId"], "automationId", &["automation_id", "automationId"], Home::Extensions, Shape::FilledText, Clear::Blank, ST),
    row(&["entries[].displayIndex"], "displayIndex", &["display_index", "displayIndex"], Home::Extensions, Shape::Number, Clear::Remove, ST),
];

/// `use_regex`: whether plain keys are patterns.
pub(crate) const USE_REGEX: (&str, &str) = ("use_regex", V3);

/// Names by which a book is known to have gone through SillyTavern: there `use_regex` is always true and says nothing.
const ST_MARKS: [&str; 6] =
    ["exclude_recursion", "selectiveLogic", "useProbability", "display_index", "prevent_recursion", "group_override"];

/// A name, its row and its rank there.
type Name = (&'static str, usize, usize);

/// Every name with its row and rank, by length: an entry has forty keys and a book hundreds of entries, so a key is
/// found by comparing it with the few names as long as it.
static NAMES: LazyLock<Vec<Vec<Name>>> = LazyLock::new(|| {
    let mut names = vec![Vec::new(); 40];
    for (at, row) in ROWS.iter().enumerate() {
        for (rank, name) in row.names.iter().enumerate() {
            if let Some(list) = names.get_mut(name.len()) {
                list.push((*name, at, rank));
            }
        }
    }
    names
});

fn named(key: &str) -> Option<(usize, usize)> {
    let list = NAMES.get(key.len())?;
    list.iter().find(|(name, ..)| *name == key).map(|(_, at, rank)| (*at, *rank))
}

/// A value found in a wire entry.
#[derive(Clone, Copy)]
pub(crate) struct Found<'a> {
    pub node: Node<'a>,
    pub in_extensions: bool,
    pub rank: usize,
}

impl Found<'_> {
    /// Its pointer below the entry.
    fn pointer(&self, row: &Row) -> String {
        let name = row.names.get(self.rank).copied().unwrap_or(row.path);
        if self.in_extensions { format!("/extensions/{name}") } else { format!("/{name}") }
    }
}

/// The values of a wire entry, by row.
pub(crate) struct Slots<'a> {
    found: [Option<Found<'a>>; ROWS.len()],
    pub id: Option<Node<'a>>,
    pub use_regex: Option<Node<'a>>,
    pub is_sillytavern: bool,
}

/// Whether an entry went through SillyTavern.
pub(crate) fn is_sillytavern(entry: Node<'_>) -> bool {
    entry.get("extensions").is_some_and(|node| node.members().any(|(key, _)| ST_MARKS.contains(&key.as_ref())))
}

impl<'a> Slots<'a> {
    /// Looks through an entry once.
    pub fn of(entry: Node<'a>) -> Slots<'a> {
        let mut slots = Slots { found: [None; ROWS.len()], id: None, use_regex: None, is_sillytavern: false };
        for (key, node) in entry.members() {
            match key.as_ref() {
                "id" => slots.id = Some(node),
                "uid" | "entry_id" if slots.id.is_none() => slots.id = Some(node),
                "use_regex" => slots.use_regex = Some(node),
                "extensions" => {
                    for (key, node) in node.members() {
                        slots.is_sillytavern |= ST_MARKS.contains(&key.as_ref());
                        slots.take(&key, node, true);
                    }
                }
                key => slots.take(key, node, false),
            }
        }
        slots
    }

    fn take(&mut self, key: &str, node: Node<'a>, in_extensions: bool) {
        let Some((at, rank)) = named(key) else { return };
        let Some(slot) = self.found.get_mut(at) else { return };
        // A value beats null, `extensions` beat the entry, the first name beats the others.
        let order = |found: &Found<'_>| (found.node.is_null(), !found.in_extensions, found.rank);
        let new = Found { node, in_extensions, rank };
        if slot.as_ref().is_none_or(|old| order(&new) < order(old)) {
            *slot = Some(new);
        }
    }

    /// How many rows have a value.
    pub fn filled(&self) -> usize {
        self.found.iter().flatten().filter(|found| !found.node.is_null()).count()
    }

    pub fn get(&self, row: usize) -> Option<Found<'a>> {
        self.found.get(row).copied().flatten()
    }

    /// Whether plain keys are patterns here.
    pub fn bare_patterns(&self, sillytavern_book: bool) -> bool {
        !sillytavern_book && self.use_regex.is_some_and(|node| node.as_bool() == Some(true))
    }
}

/// Decodes what an entry says into body fields. `said` holds the rows whose faults were already named in this book.
pub(crate) fn decode(
    slots: &Slots<'_>,
    bare: bool,
    at: &str,
    said: &mut [bool; ROWS.len()],
    reader: &mut Reader<'_>,
    entry: &mut Map<String, Value>,
) {
    let muted = reader.muted;
    for (index, row) in ROWS.iter().enumerate() {
        let value = slots.get(index).and_then(|found| {
            reader.muted = muted || said.get(index).copied().unwrap_or(true);
            let before = reader.notes.list().len();
            let value = value(row, found, bare, at, reader);
            if reader.notes.list().len() > before
                && let Some(said) = said.get_mut(index)
            {
                *said = true;
            }
            value
        });
        match value {
            Some(value) => {
                entry.insert(row.path.to_owned(), value);
            }
            None => match row.path {
                "content" => {
                    entry.insert(row.path.to_owned(), Value::String(String::new()));
                }
                "triggers" | "secondaryTriggers" => {
                    entry.insert(row.path.to_owned(), Value::Array(Vec::new()));
                }
                _ => {}
            },
        }
    }
    reader.muted = muted;
}

fn value(row: &Row, found: Found<'_>, bare: bool, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    let node = found.node;
    if node.is_null() {
        return None;
    }
    // The pointer is put together only where a note needs it.
    let here = || format!("{at}{}", found.pointer(row));
    let spelt = |reader: &mut Reader<'_>| {
        if found.rank > 0 && row.home == Home::Entry {
            let name = row.names.first().copied().unwrap_or(row.path);
            let at = here();
            reader.info(NoteCode::OtherSpelling, &at, format!("{at} is read as {name}."));
        }
    };
    spelt(reader);
    let simple = |kind: NodeKind| node.kind() == kind;
    match row.shape {
        Shape::Text if simple(NodeKind::String) => node.as_str().map(|text| Value::String(text.into_owned())),
        Shape::Text => reader.text(node, &here()).map(Value::String),
        Shape::FilledText if simple(NodeKind::String) => {
            node.as_str().filter(|text| !text.is_empty()).map(|text| Value::String(text.into_owned()))
        }
        Shape::FilledText => reader.text(node, &here()).map(Value::String),
        Shape::Number if simple(NodeKind::Number) => Some(node.to_value()),
        Shape::Number => reader.number(node, &here()).map(Value::Number),
        Shape::Flag if simple(NodeKind::Bool) => node.as_bool().map(Value::Bool),
        Shape::Flag => reader.flag(node, &here()).map(Value::Bool),
        Shape::Enabled => reader.flag(node, &here()).map(|flag| Value::Bool(flag == (found.rank == 0))),
        Shape::Mode => {
            let mode = if reader.flag(node, &here())? { "advanced" } else { "simple" };
            Some(Value::String(mode.to_owned()))
        }
        Shape::Triggers => values::triggers(node, bare, &here, reader),
        Shape::Words => {
            let words = reader.texts(node, &here())?;
            (!words.is_empty()).then(|| Value::Array(words.into_iter().map(Value::String).collect()))
        }
        Shape::Logic => match node.as_str().map(|word| word.to_ascii_lowercase()) {
            Some(word) if values::LOGIC.contains(&word.as_str()) => Some(Value::String(word)),
            _ => values::known(node, &values::LOGIC, &here, reader),
        },
        Shape::Role => values::known(node, &values::ROLES, &here, reader),
        Shape::Position => values::position(node, &here, reader),
        Shape::Level => values::level(node, &here, reader),
        Shape::Filter => values::filter(node, &here(), reader),
    }
}

/// The changes between two body entries, as pointers below the wire entry. `slots` is the present wire entry, `None`
/// for a new one. `path` is the body path of the entry, for reasons.
pub(crate) fn overlay(
    before: &Value,
    after: &Value,
    slots: Option<&Slots<'_>>,
    bare: bool,
    path: &Path,
    book: Option<&str>,
    notes: &mut Notes,
) -> Writes {
    let mut writes = Writes::default();
    for (index, row) in ROWS.iter().enumerate() {
        let new = after.get(row.path);
        let change = state(before.get(row.path), new);
        if change == State::Equal {
            continue;
        }
        let found = slots.and_then(|slots| slots.get(index));
        let here = path.key(row.path);
        if row.shape == Shape::Position {
            write_position(new.filter(|_| change == State::Changed), slots, &here, book, notes, &mut writes);
            continue;
        }
        let at = match (&found, row.home) {
            (Some(found), _) => found.pointer(row),
            (None, Home::Entry) => format!("/{}", row.names.first().copied().unwrap_or(row.path)),
            (None, Home::Extensions) => format!("/extensions/{}", row.names.first().copied().unwrap_or(row.path)),
            (None, Home::Nowhere) => {
                if change == State::Changed {
                    notes.explain_in(book, here, NoteCode::NoPlace, "No app reads this from a book inside a card.");
                }
                continue;
            }
        };
        let inverted = found.is_some_and(|found| found.rank > 0);
        match (change, new) {
            (State::Changed, Some(new)) => {
                let wire = encode(row, new, found, inverted, bare, &here, book, notes, &mut writes);
                if let Some(wire) = wire {
                    writes.set(at, wire);
                }
            }
            _ => match row.clear {
                Clear::Remove => writes.remove(at),
                Clear::Blank => writes.set(at, Value::String(String::new())),
                Clear::BlankList => writes.set(at, Value::Array(Vec::new())),
                Clear::True => writes.set(at, Value::Bool(!inverted)),
                Clear::Hundred => writes.set(at, Value::Number(Number::from(100))),
            },
        }
    }
    writes
}

#[expect(clippy::too_many_arguments, reason = "one value with everything its spelling depends on")]
fn encode(
    row: &Row,
    new: &Value,
    found: Option<Found<'_>>,
    inverted: bool,
    bare: bool,
    here: &Path,
    book: Option<&str>,
    notes: &mut Notes,
    writes: &mut Writes,
) -> Option<Value> {
    let present = found.map(|found| found.node);
    let numbered = |words: &[&str]| values::numbered(new, words, present);
    match row.shape {
        Shape::Text | Shape::FilledText | Shape::Number | Shape::Flag | Shape::Level => Some(new.clone()),
        Shape::Enabled => Some(if inverted { Value::Bool(new != &Value::Bool(true)) } else { new.clone() }),
        // Written in two places, by `write_position`.
        Shape::Position => None,
        Shape::Mode => Some(Value::Bool(new.as_str() == Some("advanced"))),
        Shape::Words => Some(encode_texts(new, present)),
        // A logic that stands by its name stays one.
        Shape::Logic if present.is_some_and(|node| node.as_str().is_some_and(|word| word.contains("_A"))) => {
            new.as_str().map(|word| Value::String(word.to_ascii_uppercase()))
        }
        Shape::Logic => numbered(&values::LOGIC).or_else(|| {
            notes.explain_in(book, here.clone(), NoteCode::NoPlace, "SillyTavern knows no such logic.");
            None
        }),
        Shape::Role => numbered(&values::ROLES).or_else(|| {
            notes.explain_in(book, here.clone(), NoteCode::NoPlace, "SillyTavern knows no such role.");
            None
        }),
        Shape::Filter => Some(values::filter_onto(new, present)),
        Shape::Triggers => {
            values::explain_unspelt(new, &mut Said { notes, address: book, path: here.clone() });
            let triggers = new.as_array().map(Vec::as_slice).unwrap_or(&[]);
            let plain = triggers.iter().any(|trigger| trigger.get("isRegex") != Some(&Value::Bool(true)));
            if bare && plain {
                // The flag speaks for every key of the entry; a plain word among them takes it away.
                writes.set("/use_regex", Value::Bool(false));
                return Some(values::triggers_onto(new, None, false));
            }
            Some(values::triggers_onto(new, present, bare))
        }
    }
}

/// Writes a position: its number where SillyTavern looks, and the word of the specification beside it.
fn write_position(
    new: Option<&Value>,
    slots: Option<&Slots<'_>>,
    here: &Path,
    book: Option<&str>,
    notes: &mut Notes,
    writes: &mut Writes,
) {
    let index = ROWS.iter().position(|row| row.shape == Shape::Position);
    let found = index.and_then(|index| slots.and_then(|slots| slots.get(index)));
    let in_extensions = found.is_some_and(|found| found.in_extensions);
    let Some(word) = new.and_then(Value::as_str) else {
        writes.remove("/extensions/position");
        writes.remove("/position");
        return;
    };
    let (number, reason) = values::position_number(word);
    if let Some(reason) = reason {
        notes.explain_in(book, here.clone(), NoteCode::Adapted, reason);
    }
    let coarse = Value::String(if number == 0 { "before_char" } else { "after_char" }.to_owned());
    if in_extensions || number > 1 || slots.is_none() {
        writes.set("/extensions/position", Value::Number(Number::from(number)));
    }
    writes.set("/position", coarse);
}
