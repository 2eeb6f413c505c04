//! Pictures a card points to: which of its addresses may hold one, asking for them, and what is kept.
//!
//! Here: candidates, the policy of addresses, fetching, the record of every address, what an update asks for again. Not
//! here: folders (the caller keeps each picture as it comes), and whether to ask at all, which the person says.
//!
//! The rules: nothing is asked that the policy has not let through; what a server declares is never believed; a picture
//! that is there already is not kept twice; a failure here never stops an import.

mod again;
mod ask;
mod candidates;
mod keep;
mod policy;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;

pub use again::{addresses_to_fetch, dropped_from_the_card, merged};
pub use ask::{Answers, Bounds, NameResolver, SystemNames};
pub use candidates::candidates;
pub use keep::{Saved, picture_hash, row};
pub use policy::{AddressPolicy, Public, Unfit, is_public, vetted};

use crate::records::{PictureItem, PictureOutcome, Pictures};
use crate::run::{Progress, Watch};
use ask::{Asker, Body, Ended};

/// The ground pictures are fetched on: who may be asked, by which resolver, how much and how long.
#[derive(Clone)]
pub struct Ground {
    /// Which addresses may be asked.
    pub policy: Arc<dyn AddressPolicy>,
    /// How names are looked up.
    pub names: Arc<dyn NameResolver>,
    /// How much, how long.
    pub bounds: Bounds,
}

impl Default for Ground {
    /// The public internet by the system's resolver.
    fn default() -> Ground {
        Ground { policy: Arc::new(Public), names: Arc::new(SystemNames), bounds: Bounds::default() }
    }
}

/// What is asked for.
pub struct Wanted<'a> {
    /// The addresses, see [`candidates`].
    pub addresses: &'a [String],
    /// Hashes ([`picture_hash`]) of pictures that are there: the card's own, the world's.
    pub known: BTreeSet<String>,
    /// Paths of the pictures that are there.
    pub taken: BTreeSet<String>,
    /// The run, for whoever follows.
    pub run: &'a str,
    /// The time, RFC 3339 UTC.
    pub now: &'a dyn Fn() -> String,
    /// Who follows, and whether to stop.
    pub watch: &'a dyn Watch,
}

/// Fetches every address, in the order of the card, and hands over what is worth keeping as it comes. Blocks; not to be
/// called from an asynchronous task.
///
/// # Errors
/// What `keep` says, or a system without means to make a connection at all. What became of single addresses is in the
/// record and never an error.
pub fn fetch<E: From<std::io::Error>>(
    wanted: Wanted<'_>,
    ground: &Ground,
    keep: &mut dyn FnMut(Saved) -> Result<(), E>,
) -> Result<Pictures, E> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let asker = Asker::new(Arc::clone(&ground.policy), Arc::clone(&ground.names), &ground.bounds)
        .map_err(std::io::Error::other)?;
    runtime.block_on(fetched(wanted, &asker, ground.bounds.at_once, keep))
}

async fn fetched<E>(
    wanted: Wanted<'_>,
    asker: &Asker,
    at_once: usize,
    keep: &mut dyn FnMut(Saved) -> Result<(), E>,
) -> Result<Pictures, E> {
    let mut record = Pictures { started_at: (wanted.now)(), ..Pictures::default() };
    let watch = wanted.watch;
    let mut ground = keep::Ground { known: wanted.known, taken: wanted.taken };
    // In the order of the card, so that which of two equal pictures is the copy does not hang on the network.
    let mut answers = futures_util::stream::iter(wanted.addresses)
        .map(|address| async move { (address, unless_stopped(asker.body(address), watch).await) })
        .buffered(at_once.max(1));
    while let Some((address, answer)) = answers.next().await {
        let item = match answer {
            Err(ended) => item(address, ended, None),
            Ok(body) => {
                let (status, bytes) = (body.status, body.bytes);
                let end = |outcome| Ended { outcome, status: Some(status), may_pass: false };
                match keep::judged(body, address, &mut ground, wanted.now) {
                    Err(outcome) => item(address, end(outcome), Some(bytes)),
                    Ok(saved) => {
                        let path = Some(saved.path.clone());
                        keep(saved)?;
                        PictureItem { path, ..item(address, end(PictureOutcome::Saved), Some(bytes)) }
                    }
                }
            }
        };
        record.items.push(item);
        watch.tell(&Progress {
            run: wanted.run.to_owned(),
            step: "pictures".to_owned(),
            done: record.items.len(),
            total: wanted.addresses.len(),
            current: address.clone(),
            notes: Vec::new(),
        });
    }
    record.finished_at = Some((wanted.now)());
    Ok(record)
}

/// The record of one address; `bytes` is how much of it was read whole.
fn item(address: &str, ended: Ended, bytes: Option<u64>) -> PictureItem {
    PictureItem {
        address: address.to_owned(),
        outcome: ended.outcome,
        path: None,
        status: ended.status.map(|status| usize::from(status.as_u16())),
        bytes: bytes.and_then(|bytes| usize::try_from(bytes).ok()),
        may_pass: ended.may_pass,
        ..PictureItem::default()
    }
}

/// How often it is looked whether the person wants to stop.
const LOOK: Duration = Duration::from_millis(100);

async fn unless_stopped(asking: impl Future<Output = Result<Body, Ended>>, watch: &dyn Watch) -> Result<Body, Ended> {
    let stopped = async {
        while !watch.stopped() {
            tokio::time::sleep(LOOK).await;
        }
    };
    tokio::select! {
        biased;
        () = stopped => Err(Ended { outcome: PictureOutcome::Cancelled, status: None, may_pass: true }),
        answer = asking => answer,
    }
}
