//! Which entries call which: the graph of recursion, drawn from the texts and keys of books.

use serde::Serialize;
use serde_json::Value;

use crate::Names;
use crate::activation::{Address, Scene, Settings, Sources, reach};

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

/// Every pair of entries of which the one's text calls the other. Chance, groups, effects and budget are left aside:
/// this is what can happen. An entry that calls itself is no pair.
pub fn wakes(books: &[(String, &Value)], names: &Names, settings: &Settings) -> Vec<Wake> {
    let scene = Scene {
        books,
        chat: &[],
        sources: &Sources::default(),
        names,
        character: &[],
        generation: "normal",
        settings,
        seed: 0,
    };
    let (found, _) = reach(&scene, usize::MAX, &|_| true);
    let open = found.into_iter().filter(|reach| reach.barrier.is_none());
    open.map(|reach| Wake { from: reach.from, to: reach.to, key: reach.key }).collect()
}
