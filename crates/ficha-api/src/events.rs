//! What happens while commands run, for whoever listens: progress, staged rows, changes of the library.
//!
//! Not here: how a shell carries them. A listener must be quick and must not call back into the studio.

use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::{Address, BatchOutcome, ImportProgress, StagedRow};

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// At work.
    Running,
    /// Finished.
    Done,
    /// Stopped by the person.
    Cancelled,
    /// Ended with an error.
    Failed,
}

/// What long work tells while it runs.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct JobEvent {
    /// The id the caller made up.
    pub job: String,
    /// Steps done.
    pub done: u32,
    /// Steps in all as far as known.
    pub total: u32,
    /// What is at work: a file's name, an entity's name.
    pub name: String,
    /// How far it is.
    pub state: JobState,
    /// The row of a file that was staged just now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<StagedRow>,
    /// What became of a piece of a batch just now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<BatchOutcome>,
    /// Which step of an import is at work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub import: Option<ImportProgress>,
}

/// Something in the library is not what it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LibraryEvent {
    /// The entities that were saved, kept, removed or restored; empty for many.
    pub addresses: Vec<Address>,
}

/// One thing that happened. A shell sends it under [`Event::name`].
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A job moved on.
    Job(Box<JobEvent>),
    /// The library changed.
    Library(LibraryEvent),
}

impl Event {
    /// The name listeners ask for: `job` or `library`.
    pub fn name(&self) -> &'static str {
        match self {
            Event::Job(_) => "job",
            Event::Library(_) => "library",
        }
    }

    /// The payload as JSON text.
    pub fn payload(&self) -> String {
        let text = match self {
            Event::Job(event) => serde_json::to_string(event),
            Event::Library(event) => serde_json::to_string(event),
        };
        // Both shapes are plain structs of texts and numbers, which always have a JSON form.
        text.unwrap_or_else(|_| "null".to_owned())
    }
}

type Listener = Arc<dyn Fn(&Event) -> bool + Send + Sync>;

/// Everyone who listens.
#[derive(Default)]
pub struct Events(Mutex<Vec<Listener>>);

impl Events {
    /// Adds a listener; it is dropped once it answers `false`.
    pub fn listen(&self, listener: impl Fn(&Event) -> bool + Send + Sync + 'static) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::new(listener));
    }

    /// Tells everyone, in this thread.
    pub fn tell(&self, event: &Event) {
        let listeners = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let gone: Vec<Listener> = listeners.into_iter().filter(|listener| !listener(event)).collect();
        if !gone.is_empty() {
            let mut listeners = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            listeners.retain(|listener| !gone.iter().any(|other| Arc::ptr_eq(listener, other)));
        }
    }
}

impl std::fmt::Debug for Events {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Events")
    }
}
