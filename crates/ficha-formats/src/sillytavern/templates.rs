//! SillyTavern's templates for text completion: instruct, context, system prompt and reasoning, a file each.
//!
//! Source: SillyTavern 1.19 `public/scripts/instruct-mode.js`, `power-user.js`, `sysprompt.js`, `reasoning.js`, and
//! `preset-manager.js` for how the app tells them apart. Each is a preset with one group of the body.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::Kind;

use crate::format::{Clear, Detection, FormatSpec, Lexicon, Shape, Widget, Wire, kept, native, row};
use crate::record::{Record, RecordHooks, Tables, plain};

const INSTRUCT_JS: &str = "SillyTavern instruct-mode.js";
const CONTEXT_JS: &str = "SillyTavern power-user.js";
const SYSPROMPT_JS: &str = "SillyTavern sysprompt.js";
const REASONING_JS: &str = "SillyTavern reasoning.js";

static NAMES: Lexicon = Lexicon {
    pairs: &[("\"none\"", "none"), ("\"force\"", "force"), ("\"always\"", "always")],
    open: true,
    unknown: "SillyTavern puts names before messages never, when needed, or always.",
};

const fn text(key: &'static str, path: &'static str, source: &'static str) -> Wire {
    row(key, path, Shape::FilledText, Clear::Empty, source)
}

const fn flag(key: &'static str, path: &'static str, source: &'static str) -> Wire {
    row(key, path, Shape::Flag, Clear::Remove, source)
}

#[rustfmt::skip]
const INSTRUCT_WIRE: &[Wire] = &[
    row("/name", "name", Shape::Text, Clear::Empty, INSTRUCT_JS),
    text("/input_sequence", "instruct.inputSequence", INSTRUCT_JS),
    text("/input_suffix", "instruct.inputSuffix", INSTRUCT_JS),
    text("/output_sequence", "instruct.outputSequence", INSTRUCT_JS),
    text("/output_suffix", "instruct.outputSuffix", INSTRUCT_JS),
    text("/separator_sequence", "instruct.outputSuffix", INSTRUCT_JS),
    text("/system_sequence", "instruct.systemSequence", INSTRUCT_JS),
    text("/system_suffix", "instruct.systemSuffix", INSTRUCT_JS),
    text("/first_input_sequence", "instruct.firstInputSequence", INSTRUCT_JS),
    text("/last_input_sequence", "instruct.lastInputSequence", INSTRUCT_JS),
    text("/first_output_sequence", "instruct.firstOutputSequence", INSTRUCT_JS),
    text("/last_output_sequence", "instruct.lastOutputSequence", INSTRUCT_JS),
    text("/last_system_sequence", "instruct.lastSystemSequence", INSTRUCT_JS),
    text("/stop_sequence", "instruct.stopSequence", INSTRUCT_JS),
    text("/story_string_prefix", "instruct.storyStringPrefix", INSTRUCT_JS),
    text("/system_sequence_prefix", "instruct.storyStringPrefix", INSTRUCT_JS),
    text("/story_string_suffix", "instruct.storyStringSuffix", INSTRUCT_JS),
    text("/system_sequence_suffix", "instruct.storyStringSuffix", INSTRUCT_JS),
    text("/user_alignment_message", "instruct.userAlignmentMessage", INSTRUCT_JS),
    text("/activation_regex", "instruct.activationRegex", INSTRUCT_JS),
    flag("/wrap", "instruct.wrap", INSTRUCT_JS),
    flag("/macro", "instruct.macro", INSTRUCT_JS),
    flag("/skip_examples", "instruct.skipExamples", INSTRUCT_JS),
    flag("/system_same_as_user", "instruct.systemSameAsUser", INSTRUCT_JS),
    flag("/sequences_as_stop_strings", "instruct.sequencesAsStopStrings", INSTRUCT_JS),
    row("/names_behavior", "instruct.namesBehavior", Shape::Word(&NAMES), Clear::Remove, INSTRUCT_JS),
    native("/names", ("Names, older", "名称（旧版）"),
        ("Names before messages, as files had it before there were three choices.", "旧文件中的消息前名称开关。"), Widget::Toggle, INSTRUCT_JS),
    native("/names_force_groups", ("Names in groups, older", "群聊名称（旧版）"),
        ("The same for group chats.", "用于群聊的同一开关。"), Widget::Toggle, INSTRUCT_JS),
    native("/system_prompt", ("System prompt, older", "系统提示（旧版）"),
        ("The system prompt older templates came with; now a file of its own.", "旧模板自带的系统提示；现为单独文件。"), Widget::Text, INSTRUCT_JS),
    kept("/derived", "SillyTavern works it out from the model", INSTRUCT_JS),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
];

#[rustfmt::skip]
const CONTEXT_WIRE: &[Wire] = &[
    row("/name", "name", Shape::Text, Clear::Empty, CONTEXT_JS),
    text("/story_string", "context.storyString", CONTEXT_JS),
    text("/example_separator", "context.exampleSeparator", CONTEXT_JS),
    text("/chat_start", "context.chatStart", CONTEXT_JS),
    flag("/use_stop_strings", "context.useStopStrings", CONTEXT_JS),
    flag("/allow_jailbreak", "context.allowJailbreak", "SillyTavern power-user.js, older versions"),
    flag("/names_as_stop_strings", "context.namesAsStopStrings", CONTEXT_JS),
    row("/story_string_position", "context.storyStringPosition", Shape::Number, Clear::Remove, CONTEXT_JS),
    row("/story_string_depth", "context.storyStringDepth", Shape::Number, Clear::Remove, CONTEXT_JS),
    row("/story_string_role", "context.storyStringRole", Shape::Number, Clear::Remove, CONTEXT_JS),
    flag("/always_force_name2", "context.alwaysForceName2", CONTEXT_JS),
    flag("/trim_sentences", "context.trimSentences", CONTEXT_JS),
    flag("/single_line", "context.singleLine", CONTEXT_JS),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
];

#[rustfmt::skip]
const SYSPROMPT_WIRE: &[Wire] = &[
    row("/name", "name", Shape::Text, Clear::Empty, SYSPROMPT_JS),
    text("/content", "sysprompt.content", SYSPROMPT_JS),
    row("/post_history", "sysprompt.postHistory", Shape::FilledText, Clear::Remove, SYSPROMPT_JS),
];

#[rustfmt::skip]
const REASONING_WIRE: &[Wire] = &[
    row("/name", "name", Shape::Text, Clear::Empty, REASONING_JS),
    text("/prefix", "reasoning.prefix", REASONING_JS),
    text("/suffix", "reasoning.suffix", REASONING_JS),
    text("/separator", "reasoning.separator", REASONING_JS),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
];

const fn spec(
    id: &'static str,
    title: &'static str,
    wire: &'static [&'static [Wire]],
    source: &'static str,
) -> FormatSpec {
    FormatSpec {
        id,
        platform: "sillytavern",
        kind: Kind::Preset,
        title,
        reads: &[ContainerId::Json],
        writes: &[ContainerId::Json],
        writes_own: &[],
        extensions: &["json"],
        variants: &[],
        own: false,
        wire,
        private: &[],
        source,
    }
}

const fn record(
    spec: &'static FormatSpec,
    tables: LazyLock<Tables>,
    detect: fn(&Document) -> Option<Detection>,
    fresh: &'static str,
) -> Record {
    Record { spec, tables, detect, roots: plain, fresh, style: Style::Pretty(4), hooks: RecordHooks::NONE }
}

static INSTRUCT_SPEC: FormatSpec =
    spec("sillytavern-instruct", "SillyTavern instruct template", &[INSTRUCT_WIRE], INSTRUCT_JS);
static CONTEXT_SPEC: FormatSpec =
    spec("sillytavern-context", "SillyTavern context template", &[CONTEXT_WIRE], CONTEXT_JS);
static SYSPROMPT_SPEC: FormatSpec =
    spec("sillytavern-sysprompt", "SillyTavern system prompt", &[SYSPROMPT_WIRE], SYSPROMPT_JS);
static REASONING_SPEC: FormatSpec =
    spec("sillytavern-reasoning", "SillyTavern reasoning template", &[REASONING_WIRE], REASONING_JS);

pub(super) static INSTRUCT: Record = record(
    &INSTRUCT_SPEC,
    LazyLock::new(|| Tables::of(&INSTRUCT_SPEC)),
    |document| {
        template(
            document,
            &["name", "input_sequence", "output_sequence"],
            "it has the sequences of an instruct template",
        )
    },
    r#"{"name": "", "input_sequence": "", "output_sequence": ""}"#,
);
pub(super) static CONTEXT: Record = record(
    &CONTEXT_SPEC,
    LazyLock::new(|| Tables::of(&CONTEXT_SPEC)),
    |document| template(document, &["name", "story_string"], "it has the story text of a context template"),
    r#"{"name": "", "story_string": ""}"#,
);
pub(super) static SYSPROMPT: Record =
    record(&SYSPROMPT_SPEC, LazyLock::new(|| Tables::of(&SYSPROMPT_SPEC)), sysprompt, r#"{"name": "", "content": ""}"#);
pub(super) static REASONING: Record = record(
    &REASONING_SPEC,
    LazyLock::new(|| Tables::of(&REASONING_SPEC)),
    |document| {
        template(document, &["name", "prefix", "suffix", "separator"], "it has the marks of a reasoning template")
    },
    r#"{"name": "", "prefix": "", "suffix": "", "separator": ""}"#,
);

fn template(document: &Document, keys: &[&str], because: &'static str) -> Option<Detection> {
    has(document.root(), keys).then_some(Detection { confidence: 0.9, because })
}

/// Name and content alone: any further key makes it something else.
fn sysprompt(document: &Document) -> Option<Detection> {
    let root = document.root();
    let only = root.members().all(|(key, _)| matches!(key.as_ref(), "name" | "content" | "post_history"));
    let fits = has(root, &["name", "content"]) && only && root.get("content").is_some_and(Node::is_string);
    fits.then_some(Detection {
        confidence: 0.8,
        because: "it has a name and the text of a system prompt, and nothing else",
    })
}

fn has(root: Node<'_>, keys: &[&str]) -> bool {
    keys.iter().all(|key| root.get(key).is_some())
}
