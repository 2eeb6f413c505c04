//! The regex set: rules with the places they work in.
//!
//! `display_only` and `prompt_only` stand among the places on the wire; they say what is rewritten and not where, so
//! they are targets in the body.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::Kind;
use serde_json::{Map, Value, json};

use super::SOURCE;
use crate::format::{
    Clear, Detection, Form, FormatSpec, IdFrom, Items, Shape, Widget, Wire, custom, kept, list, native, row,
};
use crate::notes::NoteCode;
use crate::overlay::{Said, Writes};
use crate::read::Reader;
use crate::record::{KnownByRows, Record, RecordHooks, Tables, plain};

/// Places: wire word and phase.
const PHASES: [(&str, &str); 4] =
    [("user_input", "input"), ("ai_output", "output"), ("lorebook", "lorebook"), ("reasoning", "reasoning")];

/// What alone is rewritten: wire word and target.
const TARGETS: [(&str, &str); 2] = [("display_only", "display"), ("prompt_only", "prompt")];

const RULES: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("id"),
    numbers: false,
    fresh: r#"{"id": "", "name": "", "description": "", "find_pattern": "", "replace_string": "", "placement": [], "flags": "g", "enabled": true, "min_depth": null, "max_depth": null, "run_on_edit": false, "sort_order": 0, "trim_strings": []}"#,
    decode: Some(decode_places),
    encode: Some(encode_places),
};

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    native("/id", ("Id", "ID"), ("The id RoleCall knows the set by.", "RoleCall 用于识别该脚本集的 ID。"), Widget::Line, SOURCE),
    row("/name", "name", Shape::Text, Clear::Empty, SOURCE),
    row("/description", "description", Shape::Text, Clear::Empty, SOURCE),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
    list("/rules", "rules", &RULES, SOURCE),
    kept("/rules/*/id", "the id of the rule", SOURCE),
    row("/rules/*/name", "rules[].label", Shape::Text, Clear::Empty, SOURCE),
    row("/rules/*/description", "rules[].note", Shape::Text, Clear::Empty, SOURCE),
    row("/rules/*/find_pattern", "rules[].find", Shape::Text, Clear::Empty, SOURCE),
    row("/rules/*/replace_string", "rules[].replace", Shape::Text, Clear::Empty, SOURCE),
    custom("/rules/*/placement", &["rules[].phases", "rules[].targets"], SOURCE),
    row("/rules/*/flags", "rules[].flags", Shape::Text, Clear::To("\"g\""), SOURCE),
    row("/rules/*/enabled", "rules[].enabled", Shape::Flag, Clear::To("true"), SOURCE),
    row("/rules/*/min_depth", "rules[].minDepth", Shape::Number, Clear::To("null"), SOURCE),
    row("/rules/*/max_depth", "rules[].maxDepth", Shape::Number, Clear::To("null"), SOURCE),
    row("/rules/*/run_on_edit", "rules[].runOnEdit", Shape::Flag, Clear::To("false"), SOURCE),
    row("/rules/*/sort_order", "rules[].sortOrder", Shape::Number, Clear::To("0"), SOURCE),
    row("/rules/*/trim_strings", "rules[].trimStrings", Shape::TextList, Clear::Empty, SOURCE),
];

static SPEC: FormatSpec = FormatSpec {
    id: "rolecall-regex",
    platform: "rolecall",
    kind: Kind::Regex,
    title: "RoleCall regex set",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &[],
    source: SOURCE,
};

/// The format.
pub(super) static REGEX: KnownByRows = KnownByRows { record: &SET, bids };

static SET: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    fresh: r#"{"id": "", "name": "", "description": "", "rules": []}"#,
    style: Style::Pretty(2),
    hooks: RecordHooks::NONE,
};

fn detect(document: &Document) -> Option<Detection> {
    let rules = document.root().get("rules").filter(|rules| rules.is_array())?;
    if rules.is_empty() {
        return Some(Detection { confidence: 0.6, because: "it has the keys of a RoleCall regex set and no rules" });
    }
    let text = |row: Node<'_>, key: &str| row.get(key).is_some_and(Node::is_string);
    rules
        .items()
        .all(|row| text(row, "find_pattern") || text(row, "replace_string"))
        .then_some(Detection { confidence: 0.9, because: "its rules have find_pattern and replace_string" })
}

/// A set without rules is known only when it has the keys of one and no others.
fn bids(document: &Document) -> bool {
    let root = document.root();
    let own = ["id", "name", "description", "rules", "extensions"];
    let named = ["id", "name"].iter().all(|key| root.get(key).is_some_and(Node::is_string));
    let known = named && root.members().all(|(key, _)| own.contains(&key.as_ref()));
    known || root.get("rules").is_some_and(|rules| !rules.is_empty())
}

fn decode_places(row: Node<'_>, at: &str, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let Some(node) = row.get("placement").filter(|node| !node.is_null()) else { return };
    let Some(words) = reader.texts(node, &format!("{at}/placement")) else { return };
    let find = |list: &[(&str, &str)], word: &str| {
        list.iter().find(|(wire, _)| *wire == word).map(|(_, known)| (*known).to_owned())
    };
    let (mut phases, mut targets) = (Vec::new(), Vec::new());
    for word in words {
        match (find(&TARGETS, &word), find(&PHASES, &word)) {
            (Some(target), _) => targets.push(target),
            (None, Some(phase)) => phases.push(phase),
            (None, None) => phases.push(format!("wire:{word}")),
        }
    }
    body.insert("phases".to_owned(), json!(phases));
    body.insert("targets".to_owned(), json!(targets));
}

fn encode_places(old: &Value, new: &Value, wire: Option<Node<'_>>, writes: &mut Writes, said: &mut Said<'_>) {
    if old.get("phases") == new.get("phases") && old.get("targets") == new.get("targets") {
        return;
    }
    let present = wire.and_then(|wire| wire.get("placement"));
    let words: Vec<String> = present
        .into_iter()
        .flat_map(|list| list.items())
        .filter_map(|word| Some(word.as_str()?.into_owned()))
        .collect();
    let mut wanted: Vec<String> = Vec::new();
    for (field, list) in [("phases", &PHASES[..]), ("targets", &TARGETS[..])] {
        let items = new.get(field).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        for (index, item) in items.enumerate() {
            let own = item.strip_prefix("wire:").filter(|own| words.iter().any(|word| word == own));
            let known = list.iter().find(|(_, known)| *known == item).map(|(wire, _)| *wire);
            match known.or(own) {
                Some(word) => wanted.push(word.to_owned()),
                None => {
                    let place = format!("{field}[{index}]");
                    said.explain_field(&place, NoteCode::NoPlace, "RoleCall has no word for it.");
                }
            }
        }
    }
    // Words that stay keep their order, new ones follow.
    let mut placement: Vec<&String> = words.iter().filter(|word| wanted.contains(word)).collect();
    let phases_kept = placement.iter().filter(|word| wanted.iter().any(|want| want == **word)).count();
    if phases_kept < wanted.len() || !in_order(&placement, &wanted) {
        placement = wanted.iter().collect();
    }
    writes.set("/placement", json!(placement));
}

/// Whether the words of a placement read back as these, phases in their order and targets in theirs.
fn in_order(placement: &[&String], wanted: &[String]) -> bool {
    let is_target = |word: &str| TARGETS.iter().any(|(wire, _)| *wire == word);
    let phases = placement.iter().filter(|word| !is_target(word)).map(|word| word.as_str());
    let targets = placement.iter().filter(|word| is_target(word)).map(|word| word.as_str());
    phases.chain(targets).eq(wanted.iter().map(String::as_str))
}
