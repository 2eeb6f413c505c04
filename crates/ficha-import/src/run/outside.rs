//! What a step gets from outside: the time, names for runs, who listens, and whether to stop.
//!
//! Rule kept: nothing in this folder reads a clock or makes an id up.

use crate::pictures::Ground;

/// How far a step is (W-029).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The run's id.
    pub run: String,
    /// The step at work.
    pub step: String,
    /// Parts done.
    pub done: usize,
    /// Parts in all, as far as known.
    pub total: usize,
    /// What is at work.
    pub current: String,
    /// What was said just now.
    pub notes: Vec<String>,
}

/// Who follows a step.
pub trait Watch: Sync {
    /// Hears how far it is. Must be quick.
    fn tell(&self, progress: &Progress);
    /// Whether the person wants it to stop.
    fn stopped(&self) -> bool;
}

/// Nobody follows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn tell(&self, _: &Progress) {}

    fn stopped(&self) -> bool {
        false
    }
}

/// The world outside a run.
#[derive(Clone, Copy)]
pub struct Outside<'a> {
    /// The time, RFC 3339 UTC.
    pub now: &'a dyn Fn() -> String,
    /// A name no other run has.
    pub new_run: &'a dyn Fn() -> String,
    /// Seconds since the command began.
    pub seconds: &'a dyn Fn() -> f64,
    /// The version of this program.
    pub app_version: &'a str,
    /// The language reports are written in.
    pub report_language: &'a str,
    /// Whether a language model is set.
    pub model: bool,
    /// The ground pictures are fetched on.
    pub pictures: &'a Ground,
    /// Who follows.
    pub watch: &'a dyn Watch,
}

impl std::fmt::Debug for Outside<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outside").field("app_version", &self.app_version).field("model", &self.model).finish()
    }
}
