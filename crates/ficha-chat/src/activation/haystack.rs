//! What is searched: messages, texts beside the chat, texts of entries that were called.

use super::entry::Entry;
use super::keys::Key;
use super::{Address, Fault, Message, Place, Settings, Sources};
use crate::Names;

/// Stands before each part, so that a pattern can tell where one begins, as SillyTavern has it.
const MARK: &str = "\u{1}";

/// The texts of one scan.
pub(super) struct Haystack<'a> {
    /// Messages, the newest first.
    messages: Vec<String>,
    sources: &'a Sources,
    names: &'a Names,
    /// Texts of called entries, with whose they are.
    pub called: Vec<(Address, String)>,
    /// How far back a search goes where an entry does not say.
    pub depth: usize,
}

impl<'a> Haystack<'a> {
    pub fn new(chat: &[Message], sources: &'a Sources, names: &'a Names, settings: &Settings) -> Haystack<'a> {
        let spoken = |message: &Message| match settings.include_names && !message.name.is_empty() {
            true => format!("{}: {}", message.name, message.text),
            false => message.text.clone(),
        };
        Haystack {
            messages: chat.iter().rev().map(spoken).collect(),
            sources,
            names,
            called: Vec::new(),
            depth: settings.depth,
        }
    }

    /// How many messages there are.
    pub fn length(&self) -> usize {
        self.messages.len()
    }

    /// The parts an entry's keys are looked for in. `with_entries`: the texts of called entries too.
    fn parts(&self, entry: &Entry, with_entries: bool) -> Vec<(Place, &str)> {
        let depth = entry.depth.unwrap_or(self.depth).min(1000);
        if depth == 0 {
            // SillyTavern searches nothing for such an entry, texts beside the chat neither.
            return Vec::new();
        }
        let messages = self.messages.iter().take(depth).enumerate();
        let mut parts: Vec<(Place, &str)> = messages.map(|(at, text)| (Place::Message(at), text.as_str())).collect();
        for source in &entry.sources {
            let text = match *source {
                "persona" => &self.sources.persona,
                "description" => &self.sources.description,
                "personality" => &self.sources.personality,
                "scenario" => &self.sources.scenario,
                "depthPrompt" => &self.sources.depth_prompt,
                _ => &self.sources.creator_notes,
            };
            if !text.is_empty() {
                parts.push((Place::Source(source), text));
            }
        }
        if with_entries {
            parts.extend(self.called.iter().map(|(address, text)| (Place::Entry(address.clone()), text.as_str())));
        }
        parts
    }

    /// The one text an entry's keys are looked for in.
    pub fn text(&self, entry: &Entry, with_entries: bool) -> String {
        let parts = self.parts(entry, with_entries);
        parts.iter().map(|(_, text)| format!("{MARK}{text}")).collect::<Vec<_>>().join("\n")
    }

    /// Where a key that is in the whole text stands.
    pub fn place(&self, entry: &Entry, with_entries: bool, key: &Key, faults: &mut Vec<Fault>) -> Place {
        let parts = self.parts(entry, with_entries);
        let found =
            parts.into_iter().find(|(_, text)| key.is_in(&format!("{MARK}{text}"), self.names, &entry.address, faults));
        found.map_or(Place::Several, |(place, _)| place)
    }
}
