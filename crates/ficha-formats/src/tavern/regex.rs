//! SillyTavern's regex rules: one table of a row, for the lists inside cards and for files of their own.
//!
//! Source: SillyTavern 1.19 `public/scripts/extensions/regex/engine.js` (`regexFromString` in `utils.js`). Rules are
//! shown and carried, never run. A pattern spelt `/pattern/flags` is taken apart as the app does it: the last slash
//! ends it, and letters that are no flags there make the whole text the pattern.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Node, NodeKind, Style, to_text};
use ficha_model::Kind;
use serde_json::{Map, Value, json};

use super::rules::RuleList;
use crate::format::{Clear, Coded, Form, FormatSpec, IdFrom, Items, Lexicon, Shape, Wire, custom, list, row};
use crate::notes::NoteCode;
use crate::overlay::{Said, State, Writes, state};
use crate::read::Reader;
use crate::record::Tables;

/// The format id of a list of rules.
pub(crate) const ID: &str = "sillytavern-regex";

const ST: &str = "SillyTavern extensions/regex";

/// A row made anew: what the app needs to run it.
static ITEMS: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("id"),
    numbers: false,
    fresh: r#"{"id": "", "scriptName": "", "findRegex": "", "replaceString": "", "trimStrings": [], "placement": []}"#,
    decode: Some(decode_row),
    encode: Some(encode_row),
};

static SUBSTITUTE: Lexicon = Lexicon {
    pairs: &[("0", "none"), ("1", "raw"), ("2", "escaped"), ("false", "none"), ("true", "raw")],
    open: false,
    unknown: "SillyTavern leaves macros in a pattern alone, puts them in as they are, or escaped; it knows no other way.",
};

static PLACEMENT: Coded = Coded { name: "placement", decode: decode_placement, encode: encode_placement, empty: "[]" };

/// What a rule rewrites, by the app's numbers (`regex_placement`). 0 and 4 are old ones it has no use for any more.
const PLACES: [(i64, &str); 5] = [(1, "input"), (2, "output"), (3, "slash"), (5, "lorebook"), (6, "reasoning")];

/// Flags the app hands on (`regexFromString`), each once.
const FLAGS: &str = "gmixXsuUAJ";

/// The table of the rows of a list under this key.
pub(crate) fn rows(key: &str) -> &'static [Wire] {
    let at = |below: &str| -> &'static str { Box::leak(format!("{key}{below}").into_boxed_str()) };
    let field = |name: &str, path: &'static str, shape: Shape, clear: Clear| {
        row(at(&format!("/*/{name}")), path, shape, clear, ST)
    };
    let all = vec![
        list(at(""), "rules", &ITEMS, ST),
        custom(at("/*/id"), &["rules[].id"], ST),
        field("scriptName", "rules[].label", Shape::Text, Clear::Empty),
        custom(at("/*/findRegex"), &["rules[].find", "rules[].flags"], ST),
        field("replaceString", "rules[].replace", Shape::Text, Clear::Empty),
        field("trimStrings", "rules[].trimStrings", Shape::TextList, Clear::Empty),
        field("placement", "rules[].phases", Shape::Coded(&PLACEMENT), Clear::Empty),
        field("disabled", "rules[].enabled", Shape::Not, Clear::Remove),
        custom(at("/*/markdownOnly"), &["rules[].targets"], ST),
        custom(at("/*/promptOnly"), &["rules[].targets"], ST),
        field("runOnEdit", "rules[].runOnEdit", Shape::Flag, Clear::Remove),
        field("substituteRegex", "rules[].substituteFind", Shape::Word(&SUBSTITUTE), Clear::Remove),
        field("minDepth", "rules[].minDepth", Shape::Number, Clear::To("null")),
        field("maxDepth", "rules[].maxDepth", Shape::Number, Clear::To("null")),
    ];
    Box::leak(all.into_boxed_slice())
}

/// The same as part of a card's table: what is below the list is described, and the list leads to a set of its own.
pub(crate) fn rows_in_card(key: &str) -> &'static [Wire] {
    let linked = rows(key).iter().map(|row| match row {
        Wire::List { key, source, .. } => custom(key, &["behaviorRefs"], source),
        Wire::Mapped(_) | Wire::Native { .. } | Wire::Kept { .. } | Wire::Custom { .. } => {
            custom(row.key(), &[], row.source())
        }
    });
    Box::leak(linked.collect::<Vec<Wire>>().into_boxed_slice())
}

/// What a list of rules inside a card is.
pub(crate) static SPEC: LazyLock<FormatSpec> = LazyLock::new(|| FormatSpec {
    id: ID,
    platform: "sillytavern",
    kind: Kind::Regex,
    title: "SillyTavern regex",
    reads: &[ContainerId::Json],
    writes: &[],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: Box::leak(Box::new([rows("/regex_scripts")])),
    private: &[],
    source: ST,
});

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::of(&SPEC));

/// The list of a SillyTavern card and of every card that passed through it.
pub(crate) static IN_CARD: RuleList = RuleList { key: "/data/extensions/regex_scripts", spec: &SPEC, tables: &TABLES };

/// The same as the lists of a card.
pub(crate) const IN_CARDS: &[&RuleList] = &[&IN_CARD];

/// A pattern as it stands, taken apart: the pattern and, when it is spelt between slashes, its flags.
pub(crate) fn parse_find(text: &str) -> (&str, Option<&str>) {
    let between = || {
        let (pattern, flags) = text.strip_prefix('/')?.rsplit_once('/')?;
        let known = flags.chars().all(|flag| FLAGS.contains(flag));
        let once = flags.chars().enumerate().all(|(at, flag)| flags.chars().take(at).all(|other| other != flag));
        (!pattern.is_empty() && known && once).then_some((pattern, Some(flags)))
    };
    between().unwrap_or((text, None))
}

/// The spelling of a pattern with flags. `wrapped`: between slashes even without any.
pub(crate) fn spell_find(find: &str, flags: &str, wrapped: bool) -> String {
    let bare = !wrapped && flags.is_empty() && parse_find(find).1.is_none();
    if bare || find.is_empty() { find.to_owned() } else { format!("/{find}/{flags}") }
}

fn decode_row(node: Node<'_>, at: &str, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    if let Some(find) = node.get("findRegex").and_then(|node| reader.text(node, &format!("{at}/findRegex"))) {
        let (pattern, flags) = parse_find(&find);
        body.insert("find".to_owned(), json!(pattern));
        if let Some(flags) = flags {
            body.insert("flags".to_owned(), json!(flags));
        }
    }
    let mut targets = Vec::new();
    for (key, target) in TARGETS {
        let flag =
            node.get(key).filter(|node| !node.is_null()).and_then(|node| reader.flag(node, &format!("{at}/{key}")));
        if flag == Some(true) {
            targets.push(json!(target));
        }
    }
    if !targets.is_empty() {
        body.insert("targets".to_owned(), Value::Array(targets));
    }
}

/// Switches that keep a rule from the stored text, and what each leaves it to rewrite.
const TARGETS: [(&str, &str); 2] = [("markdownOnly", "display"), ("promptOnly", "prompt")];

fn encode_row(before: &Value, after: &Value, wire: Option<Node<'_>>, writes: &mut Writes, said: &mut Said<'_>) {
    let changed = |key: &str| state(before.get(key), after.get(key)) != State::Equal;
    if changed("find") || changed("flags") {
        let text = |key: &str| after.get(key).and_then(Value::as_str).unwrap_or("");
        let (find, wanted) = (text("find"), text("flags"));
        let mut flags = String::new();
        for flag in wanted.chars().filter(|flag| FLAGS.contains(*flag)) {
            if !flags.contains(flag) {
                flags.push(flag);
            }
        }
        if find.is_empty() {
            flags.clear();
        }
        if flags != wanted {
            said.explain_field(
                "flags",
                NoteCode::Adapted,
                "SillyTavern takes only some flags, each once, and none without a pattern.",
            );
        }
        let was_wrapped =
            wire.and_then(|row| row.get("findRegex")?.as_str()).is_some_and(|text| parse_find(&text).1.is_some());
        writes.set("/findRegex", json!(spell_find(find, &flags, was_wrapped)));
    }
    let wanted = switches(after);
    if changed("targets") || wanted != switches(before) {
        let response = words(after, "targets").any(|word| word == "response");
        if response {
            said.explain_field(
                "targets",
                NoteCode::Adapted,
                "SillyTavern rewrites the stored text when neither switch is on.",
            );
        }
        for ((key, target), on) in TARGETS.iter().zip(wanted) {
            let is = wire.and_then(|row| row.get(key)?.as_bool());
            if is.unwrap_or(false) != on {
                writes.set(format!("/{key}"), json!(on));
            }
            if on && words(after, "targets").all(|word| word != *target) {
                said.explain_field(
                    "targets",
                    NoteCode::Adapted,
                    "It was a place of the rule and is a switch in SillyTavern.",
                );
            }
        }
    }
}

fn words<'a>(row: &'a Value, key: &str) -> impl Iterator<Item = &'a str> {
    row.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

/// Whether each of [`TARGETS`] is on. Other apps say it as a place the rule works in.
fn switches(row: &Value) -> [bool; 2] {
    let has = |target: &str| words(row, "targets").any(|word| word == target);
    let works_in = |phase: &str| words(row, "phases").any(|word| word == phase);
    [has("display") || works_in("display"), has("prompt") || works_in("prompt") || works_in("request")]
}

fn decode_placement(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    if !node.is_array() {
        reader.wrong_type(at, node, "a list", "it is not read");
        return None;
    }
    Some(Value::Array(node.items().filter_map(phase).collect()))
}

/// The phase of a wire number; one nobody knows is kept under its spelling.
fn phase(node: Node<'_>) -> Option<Value> {
    let number = node.as_i64().or_else(|| node.as_str()?.trim().parse().ok());
    let known = number.and_then(|number| PLACES.iter().find(|(known, _)| *known == number));
    match (known, node.kind()) {
        (Some((_, word)), _) => Some(json!(word)),
        (None, NodeKind::Number | NodeKind::String) => {
            let spelt = node.as_str().map_or_else(|| node.raw().to_owned(), |text| text.into_owned());
            Some(json!(format!("wire:{spelt}")))
        }
        (None, NodeKind::Null | NodeKind::Bool | NodeKind::Array | NodeKind::Object) => None,
    }
}

fn encode_placement(value: &Value, present: Option<Node<'_>>, said: &mut Said<'_>) -> Option<Value> {
    let phases: Vec<&str> = value.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut places: Vec<Value> = Vec::with_capacity(phases.len());
    let mut switched = false;
    for phase in phases {
        let own =
            phase.strip_prefix("wire:").map(|own| own.parse::<i64>().map_or_else(|_| json!(own), |own| json!(own)));
        let known = PLACES.iter().find(|(_, word)| *word == phase).map(|(number, _)| json!(number));
        match known.or(own) {
            Some(place) => places.push(place),
            None if matches!(phase, "display" | "prompt" | "request") => switched = true,
            None => said.explain(NoteCode::NoPlace, "SillyTavern's rules do not work there."),
        }
    }
    if switched {
        said.explain(
            NoteCode::Adapted,
            "It is a switch of the rule in SillyTavern; the rule works on messages of both sides.",
        );
        if places.is_empty() {
            places.extend([json!(1), json!(2)]);
        }
    }
    // A number that came as text, or stands twice, stays as it is.
    let same = |list: Node<'_>| list.items().filter_map(phase).eq(value.as_array().into_iter().flatten().cloned());
    match present.filter(|present| present.is_array()) {
        Some(present) if same(present) => Some(present.to_value()),
        _ => Some(Value::Array(places)),
    }
}

/// A list of rules as text, for a set that has none of its own yet.
pub(crate) fn text_of(rules: &Value) -> String {
    to_text(rules, Style::Pretty(4))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn patterns_are_taken_apart_as_the_app_does_it() {
        assert_eq!(parse_find("/a\\/b/gi"), ("a\\/b", Some("gi")));
        assert_eq!(parse_find("/a/b/"), ("a/b", Some("")));
        assert_eq!(parse_find("plain"), ("plain", None));
        assert_eq!(parse_find("/a/gg"), ("/a/gg", None));
        assert_eq!(parse_find("/a/q"), ("/a/q", None));
        assert_eq!(parse_find("//"), ("//", None));
    }

    proptest! {
        #[test]
        fn a_pattern_spelt_is_the_pattern_read(find in "\\PC{1,12}", flags in proptest::sample::subsequence(vec!['g', 'm', 'i', 's', 'u'], 0..5), wrapped: bool) {
            let flags: String = flags.into_iter().collect();
            let spelt = spell_find(&find, &flags, wrapped);
            let (pattern, read) = parse_find(&spelt);
            prop_assert_eq!((pattern, read.unwrap_or("")), (find.as_str(), flags.as_str()));
        }
    }
}
