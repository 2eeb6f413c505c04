//! RisuAI's regex rules: as a file, as bare rows, and as part of a card, a module or a preset.
//!
//! A rule works in one place of the chat, its `type`. Flags are JavaScript's mixed with words of RisuAI's own in
//! angle brackets, and count only with `ableFlag`. A rule that is off has the type `disabled`, so it forgets its place.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::Kind;
use serde_json::{Map, Value, json};

use super::regex;
use super::rows::{Lane, Lanes, Place};
use crate::format::{Clear, Detection, FormatSpec, Shape, Wire, custom, kept, row};
use crate::notes::NoteCode;
use crate::overlay::{Said, State, Writes, state};
use crate::read::Reader;
use crate::record::{KnownByRows, Record, RecordHooks, Table, Tables, plain};

/// Where the keys of a rule are from.
pub(super) const SOURCE: &str = "RisuAI scripts.ts customscript";
/// Where the switch is from.
pub(super) const SWITCH: &str = "written by some tools; RisuAI has a type for it";

/// The rows of a wire table for a list of rules at a key.
macro_rules! rule_rows {
    ($list:literal) => {
        &[
            row(concat!($list, "/*/comment"), "rules[].label", Shape::Text, Clear::Empty, regex::SOURCE),
            row(concat!($list, "/*/in"), "rules[].find", Shape::Text, Clear::Empty, regex::SOURCE),
            row(concat!($list, "/*/out"), "rules[].replace", Shape::Text, Clear::Empty, regex::SOURCE),
            row(concat!($list, "/*/flag"), "rules[].flags", Shape::FilledText, Clear::Remove, regex::SOURCE),
            custom(concat!($list, "/*/ableFlag"), &["rules[].useFlags"], regex::SOURCE),
            custom(concat!($list, "/*/type"), &["rules[].phases"], regex::SOURCE),
            custom(concat!($list, "/*/disabled"), &["rules[].enabled"], regex::SWITCH),
        ]
    };
}
pub(super) use rule_rows;

/// The rows of a file's list.
pub(super) const RULES: &[Wire] = rule_rows!("/data");

/// A new rule.
pub(super) const FRESH: &str = r#"{"comment":"","in":"","out":""}"#;

const FILE: &[Wire] = &[
    custom("/type", &[], SOURCE),
    custom("/data", &[], SOURCE),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
];

/// The format.
pub(super) static SPEC: FormatSpec = spec();

/// What the format is.
pub(super) const fn spec() -> FormatSpec {
    FormatSpec {
        id: "risu-regex",
        platform: "risu",
        kind: Kind::Regex,
        title: "RisuAI regex rules",
        reads: &[ContainerId::Json],
        writes: &[ContainerId::Json],
        writes_own: &[],
        extensions: &["json"],
        variants: &[],
        own: false,
        wire: &[FILE, RULES],
        private: &[],
        source: "RisuAI 2026.1",
    }
}

/// The lane of a list of rules, wherever it stands.
pub(super) static LANES: LazyLock<Lanes> = LazyLock::new(|| Lanes {
    of: |_| 0,
    lanes: vec![Lane {
        path: "rules",
        table: Table::of_rows(Kind::Regex, RULES.iter(), "/data", "rules"),
        fresh: FRESH,
        id: None,
        decode: Some(decode_row),
        encode: Some(encode_row),
    }],
});

/// The format. Any empty list could be one of its lists, so it bids for none.
pub(super) static REGEX: KnownByRows =
    KnownByRows { record: &FORMAT, bids: |document| !document.root().is_array() || !document.root().is_empty() };

/// The format's record.
pub(super) static FORMAT: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    fresh: r#"{"type":"regex","data":[]}"#,
    style: Style::Compact,
    hooks: RecordHooks {
        decode: Some(|document, _, body, reader| {
            let at = list_at(document);
            if let Some(list) = document.at(at) {
                LANES.decode(list, at, body, reader);
            }
        }),
        encode: Some(|before, after, document, _, writes, notes| {
            let at = list_at(document);
            LANES.overlay(before, after, &Place { list: document.at(at), at, address: None }, notes, writes);
        }),
        ..RecordHooks::NONE
    },
};

/// The rows themselves, or an object that holds them.
fn list_at(document: &Document) -> &'static str {
    if document.root().is_array() { "" } else { "/data" }
}

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    if root.is_array() {
        let rows = root.items().all(is_rule);
        return rows.then_some(Detection { confidence: 0.85, because: "its rows are RisuAI's regex rules" });
    }
    let file = root.get("type")?.as_str()? == "regex" && root.get("data")?.is_array();
    file.then_some(Detection { confidence: 1.0, because: "it says it is regex and lists RisuAI's rules" })
}

/// Whether a row is a rule: its pattern and its replacement, and one more key only rules of RisuAI have.
fn is_rule(row: Node<'_>) -> bool {
    let has = |key: &str| row.get(key).is_some();
    let text = |key: &str| row.get(key).is_some_and(Node::is_string);
    text("in") && text("out") && ["type", "comment", "flag", "ableFlag", "disabled"].iter().any(|key| has(key))
}

/// RisuAI's word and ours. The first of ours is written.
const PHASES: [(&str, &str); 5] = [
    ("editinput", "input"),
    ("editoutput", "output"),
    ("editprocess", "request"),
    ("editrequest", "request"),
    ("editdisplay", "display"),
];
const DISABLED: &str = "disabled";

/// Reads what the table cannot say of a rule.
pub(super) fn decode_row(row: Node<'_>, at: &str, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let kind = row.get("type").filter(|node| !node.is_null());
    let kind = kind.and_then(|node| reader.text(node, &format!("{at}/type"))).filter(|kind| !kind.is_empty());
    let able = row.get("ableFlag").and_then(|node| reader.flag(node, &format!("{at}/ableFlag")));
    if let Some(able) = able {
        body.insert("useFlags".to_owned(), Value::Bool(able));
    }
    let off = row.get("disabled").and_then(|node| reader.flag(node, &format!("{at}/disabled")));
    match kind.as_deref() {
        Some(DISABLED) => {
            body.insert("enabled".to_owned(), Value::Bool(false));
        }
        Some(kind) => {
            let known = PHASES.iter().find(|(wire, _)| *wire == kind);
            let phase = known.map_or_else(|| format!("wire:{kind}"), |(_, phase)| (*phase).to_owned());
            body.insert("phases".to_owned(), json!([phase]));
            body.insert("enabled".to_owned(), Value::Bool(!off.unwrap_or(false)));
        }
        None => {}
    }
    if let (Some(off), None) = (off, body.get("enabled")) {
        body.insert("enabled".to_owned(), Value::Bool(!off));
    }
}

/// Writes what the table cannot say of a rule.
pub(super) fn encode_row(
    before: &Value,
    after: &Value,
    wire: Option<Node<'_>>,
    writes: &mut Writes,
    said: &mut Said<'_>,
) {
    let change = |field: &str| state(before.get(field), after.get(field));
    let has_switch = wire.is_some_and(|row| row.get("disabled").is_some());
    let off = after.get("enabled") == Some(&Value::Bool(false));
    if change("enabled") != State::Equal && has_switch {
        writes.set("/disabled", Value::Bool(off));
    }
    let moved = ["enabled", "phases", "targets"].iter().any(|field| change(field) != State::Equal);
    if moved {
        write_type(after, wire, off && !has_switch, writes, said);
    }
    if change("useFlags") != State::Equal {
        match after.get("useFlags") {
            Some(Value::Bool(able)) => writes.set("/ableFlag", Value::Bool(*able)),
            _ => writes.remove("/ableFlag"),
        }
    } else if change("flags") == State::Changed && after.get("useFlags").is_none() {
        writes.set("/ableFlag", Value::Bool(true));
        said.explain_field("useFlags", NoteCode::FilledDefault, "RisuAI looks at flags only when it is told to.");
    }
}

fn write_type(after: &Value, wire: Option<Node<'_>>, off: bool, writes: &mut Writes, said: &mut Said<'_>) {
    let list = |field: &str| -> Vec<&str> {
        let items = after.get(field).and_then(Value::as_array).map(Vec::as_slice).unwrap_or(&[]);
        items.iter().filter_map(Value::as_str).collect()
    };
    let (phases, targets) = (list("phases"), list("targets"));
    let known = |word: &str| PHASES.iter().find(|(_, ours)| *ours == word).map(|(wire, _)| (*wire).to_owned());
    let present = wire.and_then(|row| row.get("type")?.as_str()).map(|kind| kind.into_owned());
    // A rule of another app that changes only what is shown or sent has a place of its own here.
    let by_target = targets.iter().find_map(|target| match *target {
        "display" => Some("editdisplay".to_owned()),
        "prompt" => Some("editprocess".to_owned()),
        _ => None,
    });
    let by_phase = phases.iter().find_map(|phase| {
        let same = present.as_deref().is_some_and(|kind| PHASES.contains(&(kind, phase)));
        let own = || phase.strip_prefix("wire:").filter(|word| !word.is_empty()).map(str::to_owned);
        let sent = || (*phase == "prompt").then(|| "editprocess".to_owned());
        if same { present.clone() } else { known(phase).or_else(sent).or_else(own) }
    });
    let kind = if off { Some(DISABLED.to_owned()) } else { by_target.or(by_phase) };
    let back: Vec<String> = kind
        .iter()
        .filter(|kind| *kind != DISABLED)
        .map(|kind| {
            let known = PHASES.iter().find(|(wire, _)| wire == kind);
            known.map_or_else(|| format!("wire:{kind}"), |(_, phase)| (*phase).to_owned())
        })
        .collect();
    if !phases.iter().eq(back.iter()) {
        let text = match off {
            true => "A rule of RisuAI that is off does not say where it works.",
            false => "A rule of RisuAI works in one place.",
        };
        said.explain_field("phases", NoteCode::Adapted, text);
    }
    match kind {
        Some(kind) => {
            if kind != DISABLED && after.get("enabled").is_none() {
                let text = "A rule of RisuAI that has a place to work is on.";
                said.explain_field("enabled", NoteCode::FilledDefault, text);
            }
            writes.set("/type", Value::String(kind));
        }
        None => {
            if after.get("enabled") == Some(&Value::Bool(true)) {
                said.explain_field("enabled", NoteCode::Adapted, "A rule of RisuAI that works nowhere is never on.");
            }
            writes.remove("/type");
        }
    }
}
