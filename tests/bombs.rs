//! Bombs: refused by the name of the limit they meet, quickly, and without memory for what they declare.
//!
//! One test, so that the peak of the process is the peak of the bomb just opened.

use std::time::{Duration, Instant};

use bytes::Bytes;
use ficha_container::Limits;
use ficha_convert::{decode, detect};
use ficha_formats::{Refusal, Source};
use ficha_testkit::bombs::{self, Bomb};

/// The goal is 100 ms in a release build; unoptimised code on a busy machine gets much more.
const PATIENCE: Duration = Duration::from_millis(if cfg!(debug_assertions) { 5_000 } else { 100 });

/// What opening may take beyond the file itself.
const MEMORY: u64 = 64 << 20;

/// The highest memory of this process since the last call of [`forget_peak`], in bytes; 0 where the system does not say.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()).unwrap_or(0) * 1024
}

fn forget_peak() {
    // Where this is not allowed the peak of an earlier bomb counts too, which makes the test stricter, never laxer.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

fn meet(bomb: Bomb) -> Vec<String> {
    let bytes = Bytes::from(bomb.bytes);
    forget_peak();
    let (before, started) = (peak(), Instant::now());
    let outcome = Source::open(bytes, None, &Limits::default()).and_then(|source| {
        detect(&source);
        decode(&source, None)
    });
    let (took, grown) = (started.elapsed(), peak().saturating_sub(before));
    println!(
        "{}: {} ms, {} MiB, {}",
        bomb.name,
        took.as_millis(),
        grown >> 20,
        match &outcome {
            Ok(reading) => format!("read as {}", reading.format),
            Err(refusal) => refusal.to_string(),
        }
    );
    let mut faults = Vec::new();
    match (&outcome, bomb.limit) {
        (Ok(_), None) => {}
        (Err(Refusal::Limit { name, .. }), Some(limit)) if *name == limit => {}
        (Ok(reading), Some(limit)) => {
            faults.push(format!("read as {} instead of meeting the limit {limit}", reading.format))
        }
        (Err(refusal), limit) => faults.push(format!("refused by {refusal:?} instead of {limit:?}")),
    }
    if took > PATIENCE {
        faults.push(format!("took {} ms", took.as_millis()));
    }
    if grown > MEMORY {
        faults.push(format!("took {} MiB", grown >> 20));
    }
    faults.into_iter().map(|fault| format!("{}: {fault}", bomb.name)).collect()
}

#[test]
fn every_bomb_meets_its_limit() {
    let mut faults = Vec::new();
    for bomb in bombs::pictures().into_iter().chain(bombs::texts()).chain(bombs::yaml()).chain(bombs::archives()) {
        faults.extend(meet(bomb));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
