//! Regex scripts: the versioned file of an account, and the rows of one, wherever else they stand.
//!
//! The rows inside a character's archive are shorter (no ids, no account) and older ones hold `target` as one word;
//! one table reads both. Rules are shown and carried, never run.
//! Source: Lumiverse `src/types/regex-script.ts`, `src/services/regex-scripts.service.ts`.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::{Entity, Kind, Original, Raw};
use serde_json::{Value, json};

use crate::ask::{Ask, Encoded};
use crate::error::{EncodeError, Refusal};
use crate::format::{
    Clear, Coded, Decoded, Detection, Form, Format, FormatSpec, IdFrom, Items, Lexicon, Shape, Widget, Wire, custom,
    kept, list, native, row,
};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{Said, Writes};
use crate::record::{Record, RecordHooks, Tables, plain};
use crate::source::Source;

/// The id of the format.
pub(super) const ID: &str = "lumiverse-regex";

const LV: &str = "Lumiverse types/regex-script.ts";
const LOOSE: &str = "Lumiverse-PresetTools, sample exports";

/// A new row says that it has no flags: where the key is absent the app takes `gi`.
static SCRIPTS: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("script_id"),
    numbers: false,
    fresh: r#"{"name": "", "script_id": "", "find_regex": "", "replace_string": "", "flags": "", "scope": "global", "scope_id": null}"#,
    decode: None,
    encode: Some(name_id),
};

/// What an id may hold (`regex-scripts.service.ts`): the same id replaces a script on import.
fn name_id(before: &Value, after: &Value, row: Option<Node<'_>>, writes: &mut Writes, said: &mut Said<'_>) {
    if row.is_some() || before.get("id").is_some() {
        return;
    }
    let id = after.get("id").and_then(Value::as_str).unwrap_or("");
    let fits = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    if id.is_empty() || (id.len() <= 100 && id.chars().all(fits)) {
        return;
    }
    let lower = id.to_ascii_lowercase();
    let named: String = lower.chars().map(|letter| if fits(letter) { letter } else { '_' }).take(100).collect();
    writes.set("/script_id", json!(named));
    said.explain_field("id", NoteCode::Adapted, "Lumiverse takes only small letters, digits and underlines in an id.");
}

/// What a rule rewrites.
const PLACES: [(&str, &str); 5] = [
    ("user_input", "input"),
    ("ai_output", "output"),
    ("world_info", "lorebook"),
    ("reasoning", "reasoning"),
    ("memory", "memory"),
];

static PLACEMENT: Coded = Coded {
    name: "placement",
    decode: |node, at, reader| {
        let known = |word: String| match PLACES.iter().find(|(wire, _)| *wire == word) {
            Some((_, phase)) => json!(phase),
            None => json!(format!("wire:{word}")),
        };
        Some(Value::Array(reader.texts(node, at)?.into_iter().map(known).collect()))
    },
    encode: |value, _, said| {
        let path = said.path.clone();
        let mut words = Vec::new();
        for (index, phase) in value.as_array().into_iter().flatten().filter_map(Value::as_str).enumerate() {
            let known = PLACES.iter().find(|(_, known)| *known == phase).map(|(wire, _)| *wire);
            match known.or_else(|| phase.strip_prefix("wire:").filter(|word| word.parse::<i64>().is_err())) {
                Some(word) => words.push(json!(word)),
                None => {
                    said.path = path.index(index);
                    said.explain(NoteCode::NoPlace, "Lumiverse has no rules for this.");
                }
            }
        }
        said.path = path;
        Some(Value::Array(words))
    },
    empty: "[]",
};

/// One word or several; a rule that came with one word keeps it so.
static TARGET: Coded = Coded {
    name: "target",
    decode: |node, at, reader| {
        let words = match node.as_str() {
            Some(word) => vec![word.into_owned()],
            None => reader.texts(node, at)?,
        };
        let mut targets = Vec::new();
        for word in words {
            match word.as_str() {
                "prompt" | "response" | "display" => targets.push(json!(word)),
                _ => reader.warn(
                    NoteCode::UnknownValue,
                    at,
                    format!("{at} names something no rule rewrites; it is kept as it is."),
                ),
            }
        }
        Some(Value::Array(targets))
    },
    encode: |value, present, _| {
        let one = present.is_some_and(Node::is_string);
        match value.as_array().map(Vec::as_slice) {
            Some([only]) if one => Some(only.clone()),
            _ => Some(value.clone()),
        }
    },
    empty: "[\"response\"]",
};

static MACROS: Lexicon = Lexicon {
    pairs: &[("\"none\"", "none"), ("\"raw\"", "raw"), ("\"escaped\"", "escaped"), ("\"after\"", "after")],
    open: false,
    unknown: "Lumiverse knows no such way of putting macros in.",
};

/// The rows of a list of scripts under this key, in an array.
macro_rules! rows {
    ($at:literal) => {
        [
            list($at, "rules", &SCRIPTS, LV),
            custom(concat!($at, "/*/script_id"), &["rules[].id"], LV),
            field(concat!($at, "/*/name"), "rules[].label", Shape::Text, Clear::Empty),
            field(concat!($at, "/*/description"), "rules[].note", Shape::Text, Clear::Empty),
            field(concat!($at, "/*/find_regex"), "rules[].find", Shape::Text, Clear::Empty),
            field(concat!($at, "/*/flags"), "rules[].flags", Shape::Text, Clear::Empty),
            field(concat!($at, "/*/replace_string"), "rules[].replace", Shape::Text, Clear::Empty),
            field(concat!($at, "/*/trim_strings"), "rules[].trimStrings", Shape::TextList, Clear::Empty),
            field(concat!($at, "/*/placement"), "rules[].phases", Shape::Coded(&PLACEMENT), Clear::Empty),
            field(concat!($at, "/*/target"), "rules[].targets", Shape::Coded(&TARGET), Clear::Remove),
            field(concat!($at, "/*/substitute_macros"), "rules[].substituteFind", Shape::Word(&MACROS), Clear::Remove),
            field(concat!($at, "/*/min_depth"), "rules[].minDepth", Shape::Number, Clear::To("null")),
            field(concat!($at, "/*/max_depth"), "rules[].maxDepth", Shape::Number, Clear::To("null")),
            field(concat!($at, "/*/run_on_edit"), "rules[].runOnEdit", Shape::Flag, Clear::Remove),
            field(concat!($at, "/*/disabled"), "rules[].enabled", Shape::Not, Clear::Remove),
            row(concat!($at, "/*/enabled"), "rules[].enabled", Shape::Flag, Clear::Remove, LOOSE),
            field(concat!($at, "/*/sort_order"), "rules[].sortOrder", Shape::Number, Clear::Remove),
            native(
                concat!($at, "/*/actions"),
                ("Buttons", "按钮"),
                (
                    "Buttons in the replacement and what each does. Shown, never run here.",
                    "替换内容中的按钮及其作用。仅显示，绝不运行。",
                ),
                Widget::Json,
                LV,
            ),
            native(
                concat!($at, "/*/folder"),
                ("Folder", "文件夹"),
                ("The folder the app lists the script in.", "应用中存放此脚本的文件夹。"),
                Widget::Line,
                LV,
            ),
            native(
                concat!($at, "/*/scope"),
                ("Scope", "作用域"),
                (
                    "Whether it runs everywhere, for one character or in one chat.",
                    "在所有聊天、某个角色或某个聊天中运行。",
                ),
                Widget::Choice(&["global", "character", "chat"]),
                LV,
            ),
            native(
                concat!($at, "/*/metadata"),
                ("Data of the script", "脚本数据"),
                ("What the app keeps with the script.", "应用随脚本保存的数据。"),
                Widget::Json,
                LV,
            ),
            kept(concat!($at, "/*/scope_id"), "the app's id of the character or chat the script is for", LV),
            kept(concat!($at, "/*/id"), "the app's own id of the row", LV),
            kept(concat!($at, "/*/user_id"), "the account the script belongs to", LV),
            kept(concat!($at, "/*/pack_id"), "the app's id of the pack the script came with", LV),
            kept(concat!($at, "/*/preset_id"), "the app's id of the preset the script belongs to", LV),
            kept(concat!($at, "/*/character_id"), "the app's id of the character the script belongs to", LV),
            kept(concat!($at, "/*/created_at"), "when the app stored the script", LV),
            kept(concat!($at, "/*/updated_at"), "when the app stored the script", LV),
        ]
    };
}

const fn field(key: &'static str, path: &'static str, shape: Shape, clear: Clear) -> Wire {
    row(key, path, shape, clear, LV)
}

const ENVELOPE: &[Wire] = &[
    custom("/version", &[], LV),
    custom("/type", &[], LV),
    kept("/exported_at", "when the file was written", LV),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
];

const SCRIPTS_OF_A_FILE: &[Wire] = &rows!("/scripts");
const SCRIPTS_OF_MODULES: &[Wire] = &rows!("/regex_scripts");

static SPEC: FormatSpec = FormatSpec {
    id: ID,
    platform: "lumiverse",
    kind: Kind::Regex,
    title: "Lumiverse regex scripts",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[ENVELOPE, SCRIPTS_OF_A_FILE],
    private: &["/scripts/*/user_id"],
    source: "Lumiverse types/regex-script.ts, regex-scripts.service.ts",
};

/// The scripts among the modules of a card.
pub(super) static IN_MODULES: LazyLock<FormatSpec> = LazyLock::new(|| FormatSpec {
    id: ID,
    platform: "lumiverse",
    kind: Kind::Regex,
    title: "Lumiverse regex scripts",
    reads: &[ContainerId::Json],
    writes: &[],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[SCRIPTS_OF_MODULES],
    private: &[],
    source: "Lumiverse character-card.service.ts",
});

/// Their table made ready.
pub(super) static MODULE_TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::of(&IN_MODULES));

static REGEX: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    fresh: r#"{"version": 1, "type": "lumiverse_regex_scripts", "scripts": []}"#,
    style: Style::Pretty(2),
    hooks: RecordHooks::NONE,
};

/// Only the file that says what it is; rows without it are told by nothing.
fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let named =
        root.get("type").is_some_and(|kind| kind.as_str().is_some_and(|kind| kind == "lumiverse_regex_scripts"));
    let scripts = root.get("scripts").is_some_and(Node::is_array);
    (named && scripts)
        .then_some(Detection { confidence: 1.0, because: "it calls itself a file of Lumiverse regex scripts" })
}

/// The format.
pub(super) struct Scripts;

impl Format for Scripts {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        REGEX.detect(source)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        REGEX.decode(source, notes)
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        let raw = entity.original.get(ID).and_then(|original| original.raw.as_ref());
        let Some(rows) = raw.filter(|raw| raw.0.trim_start().starts_with('[')) else {
            return REGEX.encode(entity, ask, notes);
        };
        // The scripts of a card are a list alone; in a file of their own they get its envelope.
        let text = format!("{{\"version\": 1, \"type\": \"lumiverse_regex_scripts\", \"scripts\": {}}}", rows.0);
        let mut whole = entity.clone();
        let original = Original { raw: Some(Raw(text.into())), ..Original::default() };
        whole.original.insert(ID.to_owned(), original);
        whole.native_edits.shift_remove(ID);
        REGEX.encode(&whole, ask, notes)
    }

    fn roots(&self, document: &Document) -> Roots {
        REGEX.roots(document)
    }
}
