//! Files that are known and not read: what they are, for the refusal.
//!
//! A sign here is never a bid, and no format may lean on it; it is looked at only when nobody bid. Not here: archives
//! and packed files, which are named where they are opened.

use ficha_json::{Document, Node};

use crate::error::Refusal;
use crate::source::Source;

/// A kind of file that is not read: what it is, as an ending of "this is …", and the sign it is known by.
struct Known {
    what: &'static str,
    is: fn(&Document) -> bool,
}

fn has(document: &Document, keys: &[&str]) -> bool {
    keys.iter().all(|key| document.root().get(key).is_some())
}

fn says(document: &Document, key: &str, word: &str) -> bool {
    document.root().get(key).is_some_and(|value| value.as_str().is_some_and(|value| value == word))
}

#[rustfmt::skip]
const KNOWN: &[Known] = &[
    Known {
        what: "the settings of SillyTavern; its personas are read from a persona backup instead",
        is: |document| has(document, &["power_user", "extension_settings"]),
    },
    Known { what: "a preset of TavernKit", is: |document| has(document, &["tavernkit_preset_version"]) },
    Known {
        what: "a SillyTavern preset for KoboldAI",
        is: |document| has(document, &["temp", "rep_pen", "rep_pen_slope", "typical"]),
    },
    Known {
        what: "a SillyTavern preset for NovelAI",
        is: |document| has(document, &["max_length", "tail_free_sampling"]) || has(document, &["max_length", "phrase_rep_pen"]),
    },
    Known {
        what: "a Lumia pack",
        is: |document| has(document, &["packName"]) && (has(document, &["lumiaItems"]) || has(document, &["loomItems"])),
    },
    Known {
        what: "a template for instructions of text-generation-webui",
        is: |document| has(document, &["instruction_template"]) || has(document, &["turn_template"]),
    },
    Known { what: "a NovelAI story", is: |document| has(document, &["storyContainerVersion"]) },
    Known { what: "a Perchance export", is: |document| has(document, &["addCharacter"]) },
    Known { what: "a Marinara profile", is: |document| says(document, "type", "marinara_profile") },
    Known { what: "a chat preset of Marinara", is: |document| says(document, "type", "marinara_chat_preset") },
    Known {
        what: "a part of a Backyard archive; open the archive it comes from",
        is: |document| has(document, &["schemaVersion"]) && (has(document, &["characters", "scenarios"])
            || has(document, &["displayName", "persona"]) || has(document, &["formattingInstructions"])),
    },
    Known {
        what: "the modules of a Lumiverse archive; open the archive they come from",
        is: |document| {
            has(document, &["version"]) && (has(document, &["alternate_fields"]) || has(document, &["expression_groups"]))
        },
    },
    Known {
        what: "a chat of Backyard and no character",
        is: |document| document.at("/chat/ChatItems").is_some_and(Node::is_array),
    },
    Known {
        what: "a chat of text-generation-webui and no character",
        is: |document| has(document, &["internal", "visible"]) || has(document, &["data", "data_visible"]),
    },
    Known {
        what: "a list of Character.AI chats and no character",
        is: |document| document.at("/histories/0/msgs").is_some() || document.at("/histories/histories/0/msgs").is_some(),
    },
    Known { what: "a chat of TavernAI and no character", is: |document| document.at("/chat/0").is_some_and(Node::is_string) },
    Known { what: "an old shared story of Kobold Lite", is: |document| has(document, &["ga", "ca", "ct", "cm", "cwi"]) },
];

/// Why no format reads a file that opened: what it is, where that is known.
pub fn refusal(source: &Source) -> Refusal {
    let place = source.place();
    match (source.payload(), source.refusal()) {
        (_, Some(refusal)) => refusal.clone(),
        (Some(payload), None) => match KNOWN.iter().find(|known| (known.is)(&payload.document)) {
            // The signs are those of a file by itself.
            Some(known) if source.archive().is_none() => {
                Refusal::Unsupported { what: format!("this is {}", known.what), place }
            }
            Some(_) | None => Refusal::UnknownFormat { what: "no format knows this file".to_owned(), place },
        },
        (None, None) => Refusal::UnknownFormat { what: "no format knows this file".to_owned(), place },
    }
}
