//! Effects that last for messages: sticky, cooldown, delay.

use super::{Address, ByAddress};
use crate::activation::entry::Entry;

/// An effect that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// Length of the chat when it began.
    pub from: usize,
    /// Length of the chat when it ends.
    pub until: usize,
    /// It began where another ended, so that it holds though the chat has not grown.
    protected: bool,
}

/// The effects of a chat, carried from message to message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timed {
    sticky: ByAddress<Effect>,
    cooldown: ByAddress<Effect>,
}

impl Timed {
    /// Ends what has run out, and what began in a chat that was longer than this one: messages were taken back. Where
    /// a sticky entry ends its cooldown begins.
    pub(super) fn advance(&mut self, length: usize, entries: &[Entry]) {
        let holds = |effect: &Effect| (length > effect.from || effect.protected) && length < effect.until;
        let mut ended = Vec::new();
        self.sticky.retain(|address, effect| {
            let keep = holds(effect);
            if !keep && length >= effect.until {
                ended.push(address.clone());
            }
            keep
        });
        self.cooldown.retain(|_, effect| holds(effect));
        for address in ended {
            let cooldown = entries.iter().find(|entry| entry.address == address).map_or(0, |entry| entry.cooldown);
            if cooldown > 0 {
                self.cooldown.insert(address, Effect { from: length, until: length + cooldown, protected: true });
            }
        }
    }

    /// Begins the effects of what was called, where they do not run yet.
    pub(super) fn begin<'e>(&mut self, length: usize, called: impl Iterator<Item = &'e Entry>) {
        for entry in called {
            for (effects, lasts) in [(&mut self.sticky, entry.sticky), (&mut self.cooldown, entry.cooldown)] {
                if lasts > 0 {
                    let effect = Effect { from: length, until: length + lasts, protected: false };
                    effects.entry(entry.address.clone()).or_insert(effect);
                }
            }
        }
    }

    pub(super) fn is_sticky(&self, address: &Address) -> bool {
        self.sticky.contains_key(address)
    }

    /// Messages until an entry may be called again; `None` when it may.
    pub(super) fn rests(&self, address: &Address, length: usize) -> Option<usize> {
        self.cooldown.get(address).map(|effect| effect.until.saturating_sub(length))
    }

    /// Messages an entry stays after the one the chat ends with.
    pub(super) fn stays(&self, address: &Address, length: usize) -> usize {
        self.sticky.get(address).map_or(0, |effect| effect.until.saturating_sub(length + 1))
    }
}
