//! What a preset sends for a text completion: the story text of its context template and the chat in the marks of its
//! instruct template, up to where the model goes on. The rules are SillyTavern's (1.19).
//!
//! Not here: tokens, cutting to a context size, prompts of chat completion (`assemble`).

use serde_json::Value;

use crate::Names;
use crate::assemble::{Cast, examples_of};
use crate::persona;
use crate::story;

/// One stretch of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it is.
    pub kind: PieceKind,
    /// The text.
    pub text: String,
    /// Whether it is a mark of the template and not what somebody said.
    pub mark: bool,
}

/// What a stretch belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// The story text.
    Story,
    /// An example.
    Example,
    /// What stands before the chat.
    ChatStart,
    /// The person's message.
    User,
    /// The model's message.
    Assistant,
    /// A system message.
    System,
    /// Where the model goes on.
    Answer,
    /// The model's reasoning, as an example of its marks.
    Reasoning,
}

fn key<'v>(value: &'v Value, group: &str, key: &str) -> &'v str {
    value.get(group).and_then(|group| group.get(key)).and_then(Value::as_str).unwrap_or("")
}

fn flag(value: &Value, group: &str, key: &str, absent: bool) -> bool {
    value.get(group).and_then(|group| group.get(key)).and_then(Value::as_bool).unwrap_or(absent)
}

/// The marks of an instruct template, for one preset and chat.
struct Marks<'a> {
    preset: &'a Value,
    names: &'a Names,
    wrap: bool,
    pieces: Vec<Piece>,
}

impl Marks<'_> {
    fn has_template(&self) -> bool {
        self.preset.get("instruct").is_some_and(Value::is_object)
    }

    fn mark(&self, name: &str) -> &str {
        key(self.preset, "instruct", name)
    }

    /// The first of some marks that is not blank.
    fn first_of<'s>(&'s self, names: &[&str]) -> &'s str {
        names.iter().map(|name| self.mark(name)).find(|mark| !mark.is_empty()).unwrap_or("")
    }

    /// A mark with the names in it, unless the template leaves macros alone.
    fn filled(&self, mark: &str, speaker: &str) -> String {
        if !flag(self.preset, "instruct", "macro", true) {
            return mark.to_owned();
        }
        self.names.fill(&mark.replace("{{name}}", speaker))
    }

    fn put(&mut self, kind: PieceKind, text: impl Into<String>, mark: bool) {
        let text = text.into();
        if !text.is_empty() {
            self.pieces.push(Piece { kind, text, mark });
        }
    }

    /// A mark on a line of its own where the template wants it so.
    fn before(&mut self, kind: PieceKind, mark: &str, speaker: &str) {
        let filled = self.filled(mark, speaker);
        if !filled.is_empty() {
            let end = if self.wrap { "\n" } else { "" };
            self.put(kind, format!("{filled}{end}"), true);
        }
    }

    fn after(&mut self, kind: PieceKind, mark: &str, speaker: &str) {
        let filled = self.filled(mark, speaker);
        // Without a mark the next message still begins on a line of its own.
        let end = if filled.is_empty() || self.wrap { "\n" } else { "" };
        self.put(kind, format!("{filled}{end}"), true);
    }
}

/// Where a message stands among those of its speaker.
#[derive(Clone, Copy, Default)]
struct Place {
    first: bool,
    last: bool,
}

fn message(marks: &mut Marks<'_>, role: &str, text: &str, place: Place) {
    let names = marks.names;
    let (kind, speaker) = match role {
        "user" => (PieceKind::User, names.user.clone()),
        "assistant" => (PieceKind::Assistant, names.character.clone()),
        _ => (PieceKind::System, String::new()),
    };
    if !marks.has_template() {
        let text = if speaker.is_empty() { format!("{text}\n") } else { format!("{speaker}: {text}\n") };
        marks.put(kind, text, false);
        return;
    }
    let as_user = kind == PieceKind::User
        || (kind == PieceKind::System && flag(marks.preset, "instruct", "systemSameAsUser", false));
    let (before, after): (Vec<&str>, &str) = if as_user {
        let mut before = Vec::new();
        before.extend(place.first.then_some("firstInputSequence"));
        before.extend(place.last.then_some("lastInputSequence"));
        before.push("inputSequence");
        (before, "inputSuffix")
    } else if kind == PieceKind::Assistant {
        let first = place.first.then_some("firstOutputSequence");
        (first.into_iter().chain(["outputSequence"]).collect(), "outputSuffix")
    } else {
        (vec!["systemSequence"], "systemSuffix")
    };
    let (before, after) = (marks.first_of(&before).to_owned(), marks.mark(after).to_owned());
    marks.before(kind, &before, &speaker);
    let named = key(marks.preset, "instruct", "namesBehavior") == "always" && !speaker.is_empty();
    let said = if named { format!("{speaker}: {text}") } else { text.to_owned() };
    marks.put(kind, said, false);
    marks.after(kind, &after, &speaker);
}

/// The whole text of one turn, in stretches.
pub fn turn(preset: &Value, cast: &Cast<'_>) -> Vec<Piece> {
    let wrap = flag(preset, "instruct", "wrap", true);
    let mut marks = Marks { preset, names: &cast.names, wrap, pieces: Vec::new() };
    let story = story_of(preset, cast);
    if !story.is_empty() {
        let prefix = marks.first_of(&["storyStringPrefix"]).to_owned();
        let suffix = marks.first_of(&["storyStringSuffix"]).to_owned();
        marks.before(PieceKind::Story, &prefix, "System");
        marks.put(PieceKind::Story, story, false);
        if !suffix.is_empty() {
            marks.after(PieceKind::Story, &suffix, "System");
        }
    }
    examples(&mut marks, cast);
    let start = cast.names.fill(key(preset, "context", "chatStart"));
    if !start.is_empty() {
        marks.put(PieceKind::ChatStart, format!("{start}\n"), true);
    }
    let opens = cast.chat.first().is_some_and(|first| first.role != "user");
    let alignment = cast.names.fill(marks.mark("userAlignmentMessage"));
    if opens && !alignment.is_empty() {
        message(&mut marks, "user", &alignment, Place::default());
    }
    let last_of = |role: &str| cast.chat.iter().rposition(|message| message.role == role);
    let first_of = |role: &str| cast.chat.iter().position(|message| message.role == role);
    for (at, said) in cast.chat.iter().enumerate() {
        let place = Place { first: first_of(&said.role) == Some(at), last: last_of(&said.role) == Some(at) };
        message(&mut marks, &said.role, &cast.names.fill(&said.text), place);
    }
    let after = cast.names.fill(key(preset, "sysprompt", "postHistory"));
    if !after.trim().is_empty() {
        message(&mut marks, "system", &after, Place::default());
    }
    answer(&mut marks, cast);
    marks.pieces
}

fn examples(marks: &mut Marks<'_>, cast: &Cast<'_>) {
    let separator = cast.names.fill(key(marks.preset, "context", "exampleSeparator"));
    for example in examples_of(cast) {
        if !separator.is_empty() {
            marks.put(PieceKind::Example, format!("{separator}\n"), true);
        }
        let example = cast.names.fill(&example);
        if !marks.has_template() || flag(marks.preset, "instruct", "skipExamples", false) {
            marks.put(PieceKind::Example, format!("{example}\n"), false);
            continue;
        }
        for (speaker, said) in speeches(&example, &cast.names) {
            let from = marks.pieces.len();
            message(marks, speaker, &said, Place::default());
            for piece in marks.pieces.iter_mut().skip(from) {
                piece.kind = PieceKind::Example;
            }
        }
    }
}

/// The lines of an example by who says them; a line without a name goes on with the one before.
fn speeches(example: &str, names: &Names) -> Vec<(&'static str, String)> {
    let mut found: Vec<(&'static str, String)> = Vec::new();
    for line in example.lines() {
        let by = |name: &str| (!name.is_empty()).then(|| line.strip_prefix(name)?.strip_prefix(':')).flatten();
        match (by(&names.user), by(&names.character), found.last_mut()) {
            (Some(said), ..) => found.push(("user", said.trim().to_owned())),
            (None, Some(said), _) => found.push(("assistant", said.trim().to_owned())),
            (None, None, Some((_, before))) => {
                before.push('\n');
                before.push_str(line);
            }
            (None, None, None) => found.push(("system", line.to_owned())),
        }
    }
    found
}

fn answer(marks: &mut Marks<'_>, cast: &Cast<'_>) {
    let character = cast.names.character.clone();
    if marks.has_template() {
        let mark = marks.first_of(&["lastOutputSequence", "outputSequence"]).to_owned();
        marks.before(PieceKind::Answer, &mark, &character);
    }
    let named = !marks.has_template()
        || key(marks.preset, "instruct", "namesBehavior") == "always"
        || flag(marks.preset, "context", "alwaysForceName2", false);
    if named && !character.is_empty() {
        marks.put(PieceKind::Answer, format!("{character}:"), true);
    }
    let (prefix, suffix) = (key(marks.preset, "reasoning", "prefix"), key(marks.preset, "reasoning", "suffix"));
    if !prefix.is_empty() || !suffix.is_empty() {
        marks.put(PieceKind::Reasoning, prefix, true);
        marks.put(PieceKind::Reasoning, "…", false);
        marks.put(PieceKind::Reasoning, suffix, true);
        marks.put(PieceKind::Reasoning, key(marks.preset, "reasoning", "separator"), true);
    }
}

/// The story text: the template filled in, without one nothing.
fn story_of(preset: &Value, cast: &Cast<'_>) -> String {
    let template = key(preset, "context", "storyString");
    let field = |group: &str, name: &str| cast.character.map_or("", |body| key(body, group, name)).to_owned();
    let told = cast.persona.map_or_else(String::new, persona::compile);
    let system = key(preset, "sysprompt", "content");
    let theirs = field("prompts", "systemPrompt");
    let system = if theirs.trim().is_empty() { system.to_owned() } else { theirs.replace("{{original}}", system) };
    let values = [
        ("system", system),
        ("description", field("identity", "description")),
        ("personality", field("persona", "personality")),
        ("scenario", field("persona", "scenario")),
        ("persona", told),
        ("char", cast.names.character.clone()),
        ("user", cast.names.user.clone()),
        // Filled while chatting: entries of lorebooks, notes of the app, examples that stand in the story.
        ("wiBefore", String::new()),
        ("loreBefore", String::new()),
        ("wiAfter", String::new()),
        ("loreAfter", String::new()),
        ("anchorBefore", String::new()),
        ("anchorAfter", String::new()),
        ("mesExamples", String::new()),
        ("mesExamplesRaw", String::new()),
    ];
    let values = values.map(|(name, text)| (name, cast.names.fill(&text)));
    let mut text = cast.names.fill(&story::fill(template, &values)).trim_start().to_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::Message;
    use serde_json::json;

    fn told(preset: &Value) -> String {
        let character = json!({
            "identity": {"description": "{{char}} keeps the light."},
            "examples": {"exampleMessages": "<START>\n{{user}}: Hello.\n{{char}}: Hm.\nGo on."},
        });
        let message = |role: &str, text: &str| Message { role: role.to_owned(), text: text.to_owned() };
        let cast = Cast {
            names: Names { character: "Marit".to_owned(), user: "Ola".to_owned() },
            character: Some(&character),
            chat: vec![message("assistant", "Who?"), message("user", "Me.")],
            ..Cast::default()
        };
        turn(preset, &cast).into_iter().map(|piece| piece.text).collect()
    }

    #[test]
    fn a_chat_stands_in_the_marks_of_its_template() {
        let preset = json!({
            "context": {"storyString": "{{#if system}}{{system}}\n{{/if}}{{description}}", "chatStart": "***"},
            "sysprompt": {"content": "Write."},
            "instruct": {
                "inputSequence": "<|user|>", "inputSuffix": "<|end|>", "outputSequence": "<|{{name}}|>",
                "outputSuffix": "<|end|>", "lastOutputSequence": "<|go|>", "storyStringPrefix": "<|sys|>",
                "storyStringSuffix": "<|end|>", "skipExamples": true, "wrap": true,
            },
        });
        assert_eq!(
            told(&preset),
            "<|sys|>\nWrite.\nMarit keeps the light.\n<|end|>\nOla: Hello.\nMarit: Hm.\nGo on.\n***\n\
             <|Marit|>\nWho?<|end|>\n<|user|>\nMe.<|end|>\n<|go|>\n"
        );
    }

    #[test]
    fn without_a_template_names_stand_before_what_is_said() {
        let preset = json!({"context": {"storyString": "{{description}}", "exampleSeparator": "###"}});
        assert_eq!(
            told(&preset),
            "Marit keeps the light.\n###\nOla: Hello.\nMarit: Hm.\nGo on.\nMarit: Who?\nOla: Me.\nMarit:"
        );
    }

    #[test]
    fn examples_have_marks_too_and_names_when_they_are_wanted() {
        let preset = json!({"instruct": {
            "inputSequence": "U ", "outputSequence": "A ", "wrap": false, "namesBehavior": "always",
            "inputSuffix": "|", "outputSuffix": "|", "userAlignmentMessage": "Begin.",
        }, "reasoning": {"prefix": "<think>", "suffix": "</think>", "separator": "\n"}});
        assert_eq!(
            told(&preset),
            "U Ola: Hello.|A Marit: Hm.\nGo on.|U Ola: Begin.|A Marit: Who?|U Ola: Me.|A Marit:<think>…</think>\n"
        );
    }

    #[test]
    fn templates_of_wrong_types_are_nothing() {
        assert_eq!(
            told(&json!({"instruct": "x", "context": 3})),
            "Ola: Hello.\nMarit: Hm.\nGo on.\nMarit: Who?\nOla: Me.\nMarit:"
        );
    }
}
