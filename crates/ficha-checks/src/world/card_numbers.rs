//! `card-numbers`: numbers of the card that nothing made from it keeps, and numbers in a document that its sources do not
//! have. Rules live on numbers, so what the game master reads is held more strictly.

use std::collections::BTreeSet;

use super::card_coverage::Made;
use super::{Document, PieceEvidence, WorldInput, found, world_check};
use crate::measure::{digit_runs, numbers};
use crate::{CheckSkipped, Finding, Severity, Words};

world_check!(CardNumbers, "card-numbers", Fidelity, true, &["number-lost", "number-new"]);

/// Numbers named in one finding.
const NAMED: usize = 8;

fn look(input: &WorldInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let card = input.card()?;
    let documents = input.documents();
    let made = Made::of(input)?;
    let figures: Vec<BTreeSet<String>> = documents.iter().map(|document| digit_runs(&document.folded)).collect();
    let kept = |pieces: &[&PieceEvidence]| -> BTreeSet<&str> {
        let into = pieces.iter().flat_map(|piece| made.of_piece(&piece.id));
        into.filter_map(|index| figures.get(index)).flatten().map(String::as_str).collect()
    };
    let mut findings = Vec::new();
    for entity in &card.roster {
        let Some((index, document)) = documents.iter().enumerate().find(|(_, it)| it.at.as_ref() == Some(&entity.at))
        else {
            continue;
        };
        let sources: Vec<&PieceEvidence> = entity.sources.iter().filter_map(|id| card.piece(id)).collect();
        if sources.is_empty() {
            continue;
        }
        let said: BTreeSet<String> = sources.iter().flat_map(|piece| numbers(&piece.text)).collect();
        let mut kept = kept(&sources);
        kept.extend(figures.get(index).into_iter().flatten().map(String::as_str));
        let lost = said.iter().filter(|number| !kept.contains(number.as_str()));
        findings.extend(named(Severity::Info, "number-lost", document, lost));
        // A name may be a number; it is in the document whatever its sources say.
        let names = std::iter::once(&entity.name).chain(&entity.aliases);
        let texts = sources.iter().map(|piece| &piece.text).chain(names);
        let known: BTreeSet<String> = texts.flat_map(|text| digit_runs(text)).collect();
        let own = numbers(&document.folded);
        findings.extend(named(Severity::Warning, "number-new", document, own.difference(&known)));
    }
    // Many documents may be like many pieces, so what is asked of a piece for each of them is worked out once.
    let says: Vec<BTreeSet<String>> = card.pieces.iter().map(|piece| numbers(&piece.text)).collect();
    let keeps: Vec<BTreeSet<&str>> = card.pieces.iter().map(|piece| kept(&[piece])).collect();
    // One text stands in every shipped language; it is told once.
    let mut told: BTreeSet<&str> = BTreeSet::new();
    for (index, document) in documents.iter().enumerate().filter(|(_, it)| is_rules(it)) {
        let sources: Vec<usize> = made.sources_of(index).collect();
        let said: BTreeSet<&String> = sources.iter().filter_map(|piece| says.get(*piece)).flatten().collect();
        let is_kept = |number: &str| {
            figures.get(index).is_some_and(|own| own.contains(number))
                || sources.iter().filter_map(|piece| keeps.get(*piece)).any(|kept| kept.contains(number))
        };
        let lost: Vec<&String> = said.into_iter().filter(|number| !is_kept(number)).collect();
        if told.insert(&document.folded) {
            let finding = named(Severity::Warning, "number-lost", document, lost.into_iter());
            findings.extend(finding.map(|finding| finding.worded(Words::Row("number-lost-rules"))));
        }
    }
    Ok(findings)
}

/// Whether a document is what the game master goes by: its standing prompt, lore nobody in the world knows.
fn is_rules(document: &Document) -> bool {
    document.is_guidance && (document.at.is_some() || document.name == "standing")
}

fn named<'n>(
    severity: Severity,
    code: &'static str,
    document: &Document,
    numbers: impl Iterator<Item = &'n String>,
) -> Option<Finding> {
    let numbers: Vec<&str> = numbers.map(String::as_str).collect();
    if numbers.is_empty() {
        return None;
    }
    let mut list = numbers.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    if numbers.len() > NAMED {
        list.push_str(" …");
    }
    let finding = found(severity, code, document.spot.clone());
    Some(finding.with("name", &document.name).with("numbers", list).with("count", numbers.len()))
}
