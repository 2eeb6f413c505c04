//! What is searched: messages, texts beside the chat, texts of entries that were called.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::entry::Entry;
use super::keys::{Key, Told};
use super::text::Text;
use super::{Address, Message, Place, Settings, Sources};

/// Stands before each part, so that a pattern can tell where one begins, as SillyTavern has it.
const MARK: &str = "\u{1}";

/// The texts of one scan.
pub(super) struct Haystack<'a> {
    /// Messages, the newest first.
    messages: Vec<String>,
    sources: &'a Sources,
    /// Texts of called entries, with whose they are.
    called: Vec<(Address, String)>,
    /// How far back a search goes where an entry does not say.
    pub depth: usize,
    /// Texts made so far: most entries look at the same one.
    made: RefCell<BTreeMap<Window, Rc<Text>>>,
}

/// What one entry looks at: how many messages, which texts beside the chat, whether texts of called entries.
type Window = (usize, Vec<&'static str>, bool);

/// More messages than this are never searched, as in SillyTavern.
const DEEPEST: usize = 1000;

impl<'a> Haystack<'a> {
    pub fn new(chat: &[Message], sources: &'a Sources, settings: &Settings) -> Haystack<'a> {
        let spoken = |message: &Message| match settings.include_names && !message.name.is_empty() {
            true => format!("{}: {}", message.name, message.text),
            false => message.text.clone(),
        };
        Haystack {
            messages: chat.iter().rev().map(spoken).collect(),
            sources,
            called: Vec::new(),
            depth: settings.depth,
            made: RefCell::default(),
        }
    }

    /// How many messages there are.
    pub fn length(&self) -> usize {
        self.messages.len()
    }

    /// Whether texts of called entries are searched.
    pub fn has_called(&self) -> bool {
        !self.called.is_empty()
    }

    /// Adds texts of called entries.
    pub fn add(&mut self, texts: impl Iterator<Item = (Address, String)>) {
        self.called.extend(texts);
        self.made.borrow_mut().clear();
    }

    /// How many messages an entry looks at.
    pub fn reach(&self, entry: &Entry) -> usize {
        entry.depth.unwrap_or(self.depth).min(DEEPEST)
    }

    /// The parts in a window.
    fn parts(&self, (depth, sources, with_entries): &Window) -> Vec<(Place, &str)> {
        if *depth == 0 {
            // SillyTavern searches nothing for such an entry, texts beside the chat neither.
            return Vec::new();
        }
        let messages = self.messages.iter().take(*depth).enumerate();
        let mut parts: Vec<(Place, &str)> = messages.map(|(at, text)| (Place::Message(at), text.as_str())).collect();
        for source in sources {
            let text = self.sources.text(source);
            if !text.is_empty() {
                parts.push((Place::Source(source), text));
            }
        }
        if *with_entries {
            parts.extend(self.called.iter().map(|(address, text)| (Place::Entry(address.clone()), text.as_str())));
        }
        parts
    }

    fn window(&self, entry: &Entry, with_entries: bool) -> Window {
        (self.reach(entry), entry.sources.clone(), with_entries)
    }

    /// The one text an entry's keys are looked for in.
    pub fn text(&self, entry: &Entry, with_entries: bool) -> Rc<Text> {
        self.made(self.window(entry, with_entries))
    }

    /// All messages as one text.
    pub fn whole_chat(&self) -> Rc<Text> {
        self.made((usize::MAX, Vec::new(), false))
    }

    fn made(&self, window: Window) -> Rc<Text> {
        if let Some(made) = self.made.borrow().get(&window) {
            return Rc::clone(made);
        }
        let parts = self.parts(&window);
        let text = parts.iter().map(|(_, text)| format!("{MARK}{text}")).collect::<Vec<_>>().join("\n");
        let text = Rc::new(Text::new(text));
        self.made.borrow_mut().insert(window, Rc::clone(&text));
        text
    }

    /// Where a key that is in an entry's text stands.
    pub fn place(&self, entry: &Entry, with_entries: bool, key: &Key, told: &mut Told) -> Place {
        self.first(&self.window(entry, with_entries), entry, key, told).unwrap_or(Place::Several)
    }

    /// How far back in the chat a key stands, however far an entry looks.
    pub fn anywhere(&self, entry: &Entry, key: &Key, told: &mut Told) -> Option<usize> {
        match self.first(&(usize::MAX, Vec::new(), false), entry, key, told) {
            Some(Place::Message(back)) => Some(back),
            _ => None,
        }
    }

    fn first(&self, window: &Window, entry: &Entry, key: &Key, told: &mut Told) -> Option<Place> {
        let parts = self.parts(window);
        let mut is_in = |text: &str| key.is_in(&Text::new(format!("{MARK}{text}")), &entry.address, told);
        parts.into_iter().find(|(_, text)| is_in(text)).map(|(place, _)| place)
    }
}
