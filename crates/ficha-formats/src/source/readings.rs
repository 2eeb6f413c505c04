//! What each candidate says, for a person who chooses among several.

use ficha_container::Limits;
use ficha_container::payload::DoubleEncoding;
use ficha_json::Document;

use super::choice::{Candidate, CandidateState, Spot};
use super::text;
use crate::notes::Notes;

/// What one candidate says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateReading {
    /// Its label.
    pub label: String,
    /// Whether it is the payload.
    pub chosen: bool,
    /// The name of the card in it, when it can be read.
    pub name: Option<String>,
    /// Keys of the card that say something else than the payload does; those only one of both has are left aside, as
    /// an older version lacks many.
    pub differs: Vec<String>,
    /// Why it cannot be read.
    pub problem: Option<String>,
}

/// Reads every candidate, the ones that were not needed too. Each is bounded by the limits, and all together by the
/// limit of one text: those beyond are not read.
pub(super) fn readings(
    spots: &[Spot],
    bytes: &[u8],
    limits: &Limits,
    candidates: &[Candidate],
    payload: Option<&Document>,
) -> Vec<CandidateReading> {
    let mut budget = limits.text;
    let readings = candidates.iter().map(|candidate| {
        let chosen = candidate.state == CandidateState::Chosen;
        let mut reading =
            CandidateReading { label: candidate.label.clone(), chosen, name: None, differs: Vec::new(), problem: None };
        let read = spots.iter().find(|spot| spot.label() == candidate.label).map(|spot| {
            let bounded = Limits { text: budget, ..limits.clone() };
            let (raw, _) = spot.bytes(bytes, &bounded)?;
            spot.read(&raw, &bounded, DoubleEncoding::Undo, &mut Notes::new())
        });
        match read {
            Some(Ok(document)) => {
                budget = budget.saturating_sub(document.text().len());
                reading.name = text::card_name(document.text());
                reading.differs =
                    payload.filter(|_| !chosen).map(|payload| differing(payload, &document)).unwrap_or_default();
            }
            Some(Err(refusal)) => reading.problem = Some(refusal.to_string()),
            None => {}
        }
        reading
    });
    readings.collect()
}

/// Keys of the fields both cards have with other values.
fn differing(payload: &Document, other: &Document) -> Vec<String> {
    let fields = |document: &'_ Document| match document.at("/data") {
        Some(data) if data.is_object() => "/data",
        _ => "",
    };
    let (Some(here), Some(there)) = (payload.at(fields(payload)), other.at(fields(other))) else { return Vec::new() };
    let mut found = Vec::new();
    for (key, value) in here.members() {
        let envelope = matches!(key.as_ref(), "spec" | "spec_version");
        if !envelope && there.get(&key).is_some_and(|other| !value.same_as(other)) {
            found.push(key.into_owned());
        }
    }
    found
}
