//! A narration preset of a chat app as the style of a world, or as a preset that worlds share.
//!
//! Here: which prompts a preset has, in which order, which are ticked; the sampling; the files that come of it. Not
//! here: folders, and what a model makes of a preset.
//!
//! The rule: without a model prompts go over word for word, all of them or, when they do not fit, none.

use ficha_model::Body;
use ficha_world::{SHIPPED_LANGUAGES, SLOTS, inert, prompt_path, schema, to_bytes};
use serde_json::{Map, Value, json};

use crate::book::Source;

/// The slot that prompts go to.
const STYLE: &str = "style";

/// What a preset holds of use to a world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Narration {
    /// What the preset is called; empty when it does not say.
    pub name: String,
    /// Its prompts in the order they are sent; places that the app fills are not among them.
    pub prompts: Vec<Prompt>,
    /// The sampling by the names of `world.json`.
    pub sampling: Map<String, Value>,
}

/// One prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// Its id in the preset, unique in the list.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The text.
    pub text: String,
    /// Whether the preset sends it.
    pub ticked: bool,
}

/// Why a preset changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotApplied {
    /// There is neither a prompt nor a sampler in it.
    #[error("the preset has no prompt and no sampling")]
    Empty,
    /// Together the prompts are longer than a style may be.
    #[error("the prompts are {chars} characters together and a style holds {most}; untick some of them")]
    TooLong {
        /// How long.
        chars: usize,
        /// How long it may be.
        most: usize,
    },
}

/// Sampling: the name in a world, the path in a preset's body, the key of SillyTavern's file.
const SAMPLING: [(&str, &str, &str); 10] = [
    ("temperature", "samplers.temperature", "temperature"),
    ("top_p", "samplers.topP", "top_p"),
    ("top_k", "samplers.topK", "top_k"),
    ("min_p", "samplers.minP", "min_p"),
    ("top_a", "samplers.topA", "top_a"),
    ("frequency_penalty", "samplers.frequencyPenalty", "frequency_penalty"),
    ("presence_penalty", "samplers.presencePenalty", "presence_penalty"),
    ("repetition_penalty", "samplers.repetitionPenalty", "repetition_penalty"),
    ("max_tokens", "samplers.maxTokens", "openai_max_tokens"),
    ("seed", "samplers.seed", "seed"),
];

/// The fixed keys of presets from before there was a list of prompts, in the order they were sent.
const FIXED: [(&str, &str); 3] = [
    ("main_prompt", "Main prompt"),
    ("nsfw_prompt", "Auxiliary prompt"),
    ("jailbreak_prompt", "Post-history instructions"),
];

/// Reads a preset: by its body as the hub has it, and by the file's own JSON where that says more. Several lists of
/// order may be in one file; the one with most prompts switched on counts.
pub fn read_preset(body: &Body, raw: Option<&Value>) -> Narration {
    let listed = raw.map(in_layout).filter(|prompts| !prompts.is_empty());
    let fixed = || raw.map(in_fixed_keys).filter(|prompts| !prompts.is_empty());
    let mut sampling = Map::new();
    for (name, path, key) in SAMPLING {
        let value = path.parse().ok().and_then(|path| body.get(&path)).or_else(|| raw?.get(key));
        if let Some(value) = value.filter(|value| value.is_number()) {
            sampling.insert(name.to_owned(), value.clone());
        }
    }
    Narration {
        name: body.text("name").unwrap_or_default().trim().to_owned(),
        prompts: told_apart(listed.or_else(fixed).unwrap_or_else(|| of_body(body))),
        sampling,
    }
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// The list of prompts and the lists of order, as SillyTavern writes them.
fn in_layout(raw: &Value) -> Vec<Prompt> {
    let list = |value: &'_ Value, key: &str| value.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let prompts = list(raw, "prompts");
    let on = |row: &&Value| row.get("enabled") == Some(&Value::Bool(true));
    // Of several with as many, the later: the first of a file is the app's own stand-in.
    let order = list(raw, "prompt_order")
        .iter()
        .map(|one| list(one, "order"))
        .max_by_key(|order| order.iter().filter(on).count())
        .unwrap_or_default();
    let named = |id: &str| prompts.iter().find(|prompt| text(prompt, "identifier") == id);
    let ordered = order.iter().filter_map(|row| Some((named(text(row, "identifier"))?, on(&row))));
    let beside =
        prompts.iter().filter(|prompt| !order.iter().any(|row| text(row, "identifier") == text(prompt, "identifier")));
    ordered
        .chain(beside.map(|prompt| (prompt, order.is_empty() && prompt.get("enabled") != Some(&Value::Bool(false)))))
        .filter(|(prompt, _)| prompt.get("marker") != Some(&Value::Bool(true)))
        .filter_map(|(prompt, ticked)| {
            prompt_of(text(prompt, "identifier"), text(prompt, "name"), text(prompt, "content"), ticked)
        })
        .collect()
}

fn in_fixed_keys(raw: &Value) -> Vec<Prompt> {
    FIXED.into_iter().filter_map(|(key, name)| prompt_of(key, name, text(raw, key), true)).collect()
}

fn of_body(body: &Body) -> Vec<Prompt> {
    let told = |row: &&Value| row.get("marker") != Some(&Value::Bool(true));
    let rows = body.list("prompts").iter().filter(told);
    rows.filter_map(|row| {
        let ticked = row.get("enabled") != Some(&Value::Bool(false));
        prompt_of(text(row, "id"), text(row, "name"), text(row, "content"), ticked)
    })
    .collect()
}

/// A prompt that says something.
fn prompt_of(id: &str, name: &str, content: &str, ticked: bool) -> Option<Prompt> {
    let name = [name, id].into_iter().map(str::trim).find(|name| !name.is_empty()).unwrap_or("-");
    let prompt = Prompt { id: id.to_owned(), name: name.to_owned(), text: content.to_owned(), ticked };
    (!content.trim().is_empty()).then_some(prompt)
}

/// The same with ids that are told apart, so that a choice names one prompt.
fn told_apart(mut prompts: Vec<Prompt>) -> Vec<Prompt> {
    let mut seen = std::collections::BTreeSet::new();
    for (index, prompt) in prompts.iter_mut().enumerate() {
        if prompt.id.is_empty() || !seen.insert(prompt.id.clone()) {
            prompt.id = format!("{}#{}", prompt.id, index + 1);
            seen.insert(prompt.id.clone());
        }
    }
    prompts
}

/// The style that the ticked prompts are, word for word.
///
/// # Errors
/// [`NotApplied::TooLong`].
pub fn style(prompts: &[Prompt]) -> Result<String, NotApplied> {
    let ticked: Vec<&str> = prompts.iter().filter(|prompt| prompt.ticked).map(|prompt| prompt.text.trim()).collect();
    let joined = inert(&ticked.join("\n\n"));
    let most = SLOTS.iter().find(|slot| slot.word == STYLE).map_or(0, |slot| slot.most);
    let chars = joined.chars().count();
    if chars > most { Err(NotApplied::TooLong { chars, most }) } else { Ok(joined) }
}

/// The prompt files a style is written to, one a shipped language; none for an empty style.
pub fn style_files(style: &str) -> Vec<(String, Vec<u8>)> {
    let languages = SHIPPED_LANGUAGES.iter().filter(|_| !style.is_empty());
    languages.map(|language| (prompt_path(language, STYLE), style.as_bytes().to_vec())).collect()
}

/// A preset that worlds share, as files of its folder, `preset.json` last.
///
/// # Errors
/// When there is nothing in it, or too much.
pub fn shared_preset(
    narration: &Narration,
    name: &str,
    source: &Source,
    at: &str,
) -> Result<Vec<(String, Vec<u8>)>, NotApplied> {
    let style = style(&narration.prompts)?;
    if style.is_empty() && narration.sampling.is_empty() {
        return Err(NotApplied::Empty);
    }
    let mut files = style_files(&style);
    let head = json!({
        "schema": "ficha-preset/v1", "name": name, "sampling": narration.sampling, "source": source.to_value(),
        "created_at": at,
    });
    let head = head.as_object().cloned().unwrap_or_default();
    let head = schema::arranged(schema::PRESET.fields, &head);
    files.push(("preset.json".to_owned(), to_bytes(&schema::PRESET, &head)));
    Ok(files)
}

#[cfg(test)]
mod tests;
