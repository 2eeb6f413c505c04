//! What a preset sends for a chat completion: its prompts in order, markers filled from a character and a persona, and
//! the prompts that stand among the messages put at their depth. The order is SillyTavern's (1.19).
//!
//! Not here: tokens (the caller counts), which entries of a lorebook wake (`activation`), templates for text
//! completion (`turn`).

use serde_json::Value;

use crate::{Names, persona};

/// Who and what the preset is tried with.
#[derive(Clone, Debug, Default)]
pub struct Cast<'a> {
    /// What `{{char}}` and `{{user}}` become.
    pub names: Names,
    /// The character's body.
    pub character: Option<&'a Value>,
    /// The persona's body.
    pub persona: Option<&'a Value>,
    /// Messages so far, oldest first.
    pub chat: Vec<Message>,
    /// The kind of generation: `normal`, `continue`, `impersonate`, `swipe`, `regenerate`, `quiet`.
    pub trigger: String,
}

/// One message of the chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// `user`, `assistant` or `system`.
    pub role: String,
    /// What is said.
    pub text: String,
}

/// One block of the request.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The row of the preset it comes from; `None` for a message and for what the card brings.
    pub row: Option<usize>,
    /// The prompt's id, or what it is: `chat`, `newChat`, `newExample`, `depthPrompt`, `persona`.
    pub id: String,
    /// What people call it; empty for what has no name.
    pub name: String,
    /// Who it speaks as.
    pub role: String,
    /// The text with the names in it.
    pub text: String,
    /// Messages from the end, for what was put among them.
    pub depth: Option<usize>,
    /// Why nothing of it is sent; `None` when it is.
    pub left: Option<Left>,
    /// Whether the card's own text stands here in place of the preset's.
    pub overridden: bool,
}

/// Why a prompt sends nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// It is off.
    Off,
    /// Its group is off.
    GroupOff,
    /// It is for other kinds of generation.
    Trigger,
    /// There is no text: nothing chosen fills it, or it is blank.
    Empty,
    /// Filled while chatting, by lorebook entries or an app of its own.
    InChat,
}

fn text<'v>(value: Option<&'v Value>, key: &str) -> &'v str {
    value.and_then(|value| value.get(key)).and_then(Value::as_str).unwrap_or("")
}

fn under<'v>(value: Option<&'v Value>, group: &str, key: &str) -> &'v str {
    text(value.and_then(|value| value.get(group)), key)
}

/// What a marker is filled with, whatever app spelt its name.
fn slot_of(prompt: &Value) -> String {
    let slot = text(Some(prompt), "markerSlot");
    let slot = if slot.is_empty() { text(Some(prompt), "id") } else { slot };
    slot.chars().filter(|letter| *letter != '_').flat_map(char::to_lowercase).collect()
}

/// A wrapper of a field, `{{scenario}}` say; a blank one is the field alone.
fn wrapped(preset: &Value, key: &str, placeholder: &str, text_inside: &str) -> String {
    let format = under(Some(preset), "templates", key);
    if text_inside.trim().is_empty() || format.trim().is_empty() {
        return text_inside.to_owned();
    }
    format.replace(placeholder, text_inside)
}

enum Filling {
    Text(String),
    Examples,
    Chat,
    InChat,
}

fn filling(preset: &Value, slot: &str, cast: &Cast<'_>) -> Filling {
    let card = cast.character;
    Filling::Text(match slot {
        "chathistory" => return Filling::Chat,
        "dialogueexamples" | "examples" | "examplemessages" => return Filling::Examples,
        "chardescription" | "character" | "characterdescription" => under(card, "identity", "description").to_owned(),
        "charpersonality" | "personality" => {
            let personality = under(card, "persona", "personality");
            wrapped(preset, "personalityFormat", "{{personality}}", personality)
        }
        "scenario" => wrapped(preset, "scenarioFormat", "{{scenario}}", under(card, "persona", "scenario")),
        "personadescription" | "persona" => match cast.persona {
            Some(body) if told_in_place(body) => persona::compile(body),
            _ => String::new(),
        },
        _ => return Filling::InChat,
    })
}

fn told_in_place(body: &Value) -> bool {
    let place = under(Some(body), "chatInjection", "position");
    !matches!(place, "none" | "depth" | "in_chat" | "author_note_top" | "author_note_bottom")
}

fn is_on(row: &Value) -> bool {
    row.get("enabled") != Some(&Value::Bool(false))
}

/// Why a prompt is not used, before its text is looked at.
fn left_out(preset: &Value, prompt: &Value, trigger: &str) -> Option<Left> {
    if !is_on(prompt) {
        return Some(Left::Off);
    }
    let groups = || preset.get("groups").and_then(Value::as_array).into_iter().flatten();
    let mut group = prompt.get("groupId").and_then(Value::as_str);
    // A group lies in another; sixteen steps up end any ring.
    for _ in 0..16 {
        let Some(row) = group.and_then(|id| groups().find(|row| text(Some(row), "id") == id)) else { break };
        if !is_on(row) {
            return Some(Left::GroupOff);
        }
        group = row.get("parentGroupId").and_then(Value::as_str);
    }
    let triggers: Vec<&str> = prompt
        .get("injectionTrigger")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    (!triggers.is_empty() && !triggers.contains(&trigger)).then_some(Left::Trigger)
}

/// The preset's own text, or the card's where a card may bring one; `{{original}}` in it is the preset's.
fn worded(prompt: &Value, cast: &Cast<'_>) -> (String, bool) {
    let own = text(Some(prompt), "content");
    let key = match text(Some(prompt), "id") {
        "main" => "systemPrompt",
        "jailbreak" => "postHistoryInstructions",
        _ => return (own.to_owned(), false),
    };
    let theirs = under(cast.character, "prompts", key);
    if theirs.trim().is_empty() || prompt.get("forbidOverrides") == Some(&Value::Bool(true)) {
        return (own.to_owned(), false);
    }
    (theirs.replace("{{original}}", own), true)
}

/// A text between the tags a prompt asks for.
fn tagged(prompt: &Value, inside: String) -> String {
    let tag = text(Some(prompt), "xmlTagName");
    if prompt.get("wrapInXml") != Some(&Value::Bool(true)) || tag.is_empty() || inside.trim().is_empty() {
        return inside;
    }
    format!("<{tag}>\n{inside}\n</{tag}>")
}

/// Every prompt as a block: those that are sent in the order they are sent, those that are not where they stand.
pub fn assemble(preset: &Value, cast: &Cast<'_>) -> Vec<Block> {
    let rows = preset.get("prompts").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let mut placed = injected(preset, rows, cast);
    let mut blocks = Vec::new();
    for (row, prompt) in rows.iter().enumerate() {
        let mut block = Block {
            row: Some(row),
            id: text(Some(prompt), "id").to_owned(),
            name: text(Some(prompt), "name").to_owned(),
            role: role_of(prompt),
            text: String::new(),
            depth: None,
            left: left_out(preset, prompt, &cast.trigger),
            overridden: false,
        };
        if block.left.is_some() {
            blocks.push(block);
            continue;
        }
        if prompt.get("marker") != Some(&Value::Bool(true)) {
            if is_injected(prompt) {
                continue;
            }
            let (own, overridden) = worded(prompt, cast);
            block.text = cast.names.fill(&tagged(prompt, own));
            block.overridden = overridden;
            block.left = block.text.trim().is_empty().then_some(Left::Empty);
            blocks.push(block);
            continue;
        }
        match filling(preset, &slot_of(prompt), cast) {
            Filling::Text(filled) => {
                block.text = cast.names.fill(&tagged(prompt, filled));
                block.left = block.text.trim().is_empty().then_some(Left::Empty);
                blocks.push(block);
            }
            Filling::InChat => {
                block.left = Some(Left::InChat);
                blocks.push(block);
            }
            Filling::Examples => blocks.extend(examples(preset, block, cast)),
            Filling::Chat => blocks.extend(chat(preset, block, cast, std::mem::take(&mut placed))),
        }
    }
    // Without a place for the chat nothing can stand among its messages.
    blocks.extend(placed.into_iter().map(|block| Block { left: Some(Left::InChat), ..block }));
    blocks
}

fn role_of(prompt: &Value) -> String {
    let role = text(Some(prompt), "role");
    if role.is_empty() { "system".to_owned() } else { role.to_owned() }
}

fn is_injected(prompt: &Value) -> bool {
    text(Some(prompt), "placement") == "in_chat"
}

fn plain(id: &str, role: &str, text: String, depth: Option<usize>) -> Block {
    let (id, role, name) = (id.to_owned(), role.to_owned(), String::new());
    Block { row: None, id, name, role, text, depth, left: None, overridden: false }
}

fn depth_of(row: Option<&Value>, key: &str, otherwise: usize) -> usize {
    let depth = row.and_then(|row| row.get(key)).and_then(Value::as_f64);
    // A depth is a small count; what is beyond every chat stands at its beginning.
    depth.map_or(otherwise, |depth| depth.clamp(0.0, 100_000.0) as usize)
}

/// What stands among the messages, nearest to the end last. Within one depth a greater order comes later; of equal
/// order the assistant's come first, then the person's, then the system's.
fn injected(preset: &Value, rows: &[Value], cast: &Cast<'_>) -> Vec<Block> {
    let mut found: Vec<(f64, Block)> = Vec::new();
    for (row, prompt) in rows.iter().enumerate() {
        let is_marker = prompt.get("marker") == Some(&Value::Bool(true));
        if !is_injected(prompt) || is_marker || left_out(preset, prompt, &cast.trigger).is_some() {
            continue;
        }
        let (own, overridden) = worded(prompt, cast);
        let words = cast.names.fill(&tagged(prompt, own));
        let order = prompt.get("injectionOrder").and_then(Value::as_f64).unwrap_or(100.0);
        let left = words.trim().is_empty().then_some(Left::Empty);
        let block =
            plain(text(Some(prompt), "id"), &role_of(prompt), words, Some(depth_of(Some(prompt), "injectionDepth", 4)));
        let name = text(Some(prompt), "name").to_owned();
        found.push((order, Block { row: Some(row), name, overridden, left, ..block }));
    }
    let depths = cast.character.and_then(|body| body.get("prompts")?.get("depthInjections")?.as_array());
    for row in depths.into_iter().flatten().filter(|row| is_on(row)) {
        let words = cast.names.fill(text(Some(row), "text"));
        if !words.trim().is_empty() {
            found.push((100.0, plain("depthPrompt", &role_of(row), words, Some(depth_of(Some(row), "depth", 4)))));
        }
    }
    if let Some(body) = cast.persona
        && matches!(under(Some(body), "chatInjection", "position"), "depth" | "in_chat")
    {
        let place = body.get("chatInjection");
        let role = place.map_or_else(|| "system".to_owned(), role_of);
        let words = cast.names.fill(&persona::compile(body));
        if !words.trim().is_empty() {
            found.push((100.0, plain("persona", &role, words, Some(depth_of(place, "depth", 2)))));
        }
    }
    let rank = |role: &str| match role {
        "assistant" => 0,
        "user" => 1,
        _ => 2,
    };
    found.sort_by(|(a_order, a), (b_order, b)| {
        b.depth.cmp(&a.depth).then(a_order.total_cmp(b_order)).then(rank(&a.role).cmp(&rank(&b.role)))
    });
    found.into_iter().map(|(_, block)| block).collect()
}

/// The chat with what is put into it. The marker itself stands for it as its head.
fn chat(preset: &Value, marker: Block, cast: &Cast<'_>, placed: Vec<Block>) -> Vec<Block> {
    let mut blocks = vec![Block { left: cast.chat.is_empty().then_some(Left::InChat), ..marker }];
    let opening = cast.names.fill(under(Some(preset), "systemPrompts", "newChat"));
    if !opening.trim().is_empty() {
        blocks.push(plain("newChat", "system", opening, None));
    }
    let count = cast.chat.len();
    let mut placed = placed.into_iter().peekable();
    for (at, message) in cast.chat.iter().enumerate() {
        // What has as many messages behind it as are still to come, or more, goes here.
        let behind = count - at;
        while let Some(block) = placed.next_if(|block| block.depth.is_some_and(|depth| depth >= behind)) {
            blocks.push(block);
        }
        blocks.push(plain("chat", &message.role, cast.names.fill(&message.text), None));
    }
    blocks.extend(placed);
    blocks
}

/// Where an example begins.
const START: &str = "<START>";

/// The examples of a card's text, without the word that begins each.
pub(crate) fn examples_of(cast: &Cast<'_>) -> Vec<String> {
    let all = under(cast.character, "examples", "exampleMessages");
    let mut parts: Vec<String> = Vec::new();
    let mut rest = all;
    while let Some(at) = find_start(rest) {
        parts.push(rest.get(..at).unwrap_or("").to_owned());
        rest = rest.get(at + START.len()..).unwrap_or("");
    }
    parts.push(rest.to_owned());
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

fn find_start(text: &str) -> Option<usize> {
    text.char_indices()
        .map(|(at, _)| at)
        .find(|at| text.get(*at..*at + START.len()).is_some_and(|word| word.eq_ignore_ascii_case(START)))
}

fn examples(preset: &Value, marker: Block, cast: &Cast<'_>) -> Vec<Block> {
    let opening = cast.names.fill(under(Some(preset), "systemPrompts", "newExampleChat"));
    let found = examples_of(cast);
    let mut blocks = vec![Block { left: found.is_empty().then_some(Left::Empty), ..marker }];
    for example in found {
        if !opening.trim().is_empty() {
            blocks.push(plain("newExample", "system", opening.clone(), None));
        }
        blocks.push(plain("example", "system", cast.names.fill(&example), None));
    }
    blocks
}

#[cfg(test)]
#[path = "assemble_tests.rs"]
mod tests;
