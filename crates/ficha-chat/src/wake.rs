//! Which entries call which: the graph of recursion, drawn from the texts and keys of books.

use serde::Serialize;
use serde_json::Value;

use crate::Names;
use crate::activation::{Address, Because, Message, Place, Scene, Settings, Sources, Timed, scan};

/// One entry's text calls another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Wake {
    /// Whose text.
    pub from: Address,
    /// Who is called.
    pub to: Address,
    /// By which key.
    pub key: String,
}

/// Every pair of entries of which the one's text calls the other, when it stands in the chat. Chance, groups, effects
/// and budget are left aside: this is what can happen. An entry that calls itself is no pair.
pub fn wakes(books: &[(String, &Value)], names: &Names, settings: &Settings) -> Vec<Wake> {
    let settings = Settings { recursive: false, budget: None, least_entries: 0, depth: 1, ..settings.clone() };
    let quiet: Vec<(String, Value)> = books.iter().map(|(name, body)| (name.clone(), bare(body))).collect();
    let quiet: Vec<(String, &Value)> = quiet.iter().map(|(name, body)| (name.clone(), body)).collect();
    let sources = Sources::default();
    let mut found = Vec::new();
    for (number, (_, body)) in books.iter().enumerate() {
        let rows = body.get("entries").and_then(Value::as_array);
        for row in rows.into_iter().flatten() {
            let text = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or("");
            if row.get("preventRecursion") == Some(&Value::Bool(true)) || text("content").is_empty() {
                continue;
            }
            let from = (number, text("id").to_owned());
            let chat = [Message { name: String::new(), text: names.fill(text("content")) }];
            let scene = Scene {
                books: &quiet,
                chat: &chat,
                sources: &sources,
                names,
                character: &[],
                generation: "normal",
                settings: &settings,
                seed: 0,
            };
            for called in scan(&scene, &mut Timed::default(), &|_| 0).called {
                let to = (called.book, called.entry);
                if let Because::Keys { key, found_in: Place::Message(_), .. } = called.because
                    && to != from
                {
                    found.push(Wake { from: from.clone(), to, key });
                }
            }
        }
    }
    found
}

/// A book in which only keys decide.
fn bare(body: &Value) -> Value {
    let mut body = body.clone();
    let rows = body.get_mut("entries").and_then(Value::as_array_mut);
    for row in rows.into_iter().flatten().filter_map(Value::as_object_mut) {
        let excluded = row.get("excludeRecursion") == Some(&Value::Bool(true));
        for key in [
            "constant",
            "probability",
            "sticky",
            "cooldown",
            "delay",
            "groupName",
            "delayUntilRecursion",
            "scanDepth",
            "generationTriggers",
            "characterFilter",
        ] {
            row.shift_remove(key);
        }
        if excluded {
            row.insert("enabled".to_owned(), Value::Bool(false));
        }
    }
    body
}
