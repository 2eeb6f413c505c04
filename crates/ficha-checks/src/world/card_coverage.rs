//! `card-coverage`: whether the world says what the pieces it was made from say, by the terms they share.

use std::collections::{BTreeMap, BTreeSet};

use super::{Document, PieceEvidence, PieceOutcome, WorldInput, found, world_check};
use crate::measure::{FEWEST_TERMS, ratio, terms};
use crate::{CheckSkipped, Finding, Severity, Words};

world_check!(CardCoverage, "card-coverage", Fidelity, true, &["uncovered"]);

/// Characters a piece has before it is looked at.
const FEWEST_LETTERS: usize = 80;

/// Share of a piece's terms below which it counts as not said.
const COVERED: f64 = 0.35;

/// The same for guidance, which is shortened more.
const GUIDED: f64 = 0.25;

/// Share of a document's terms from which it counts as made from a piece, where no record says so.
const MADE_FROM: f64 = 0.5;

fn look(input: &WorldInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let card = input.card()?;
    let made = Made::of(input)?;
    let mut findings = Vec::new();
    for (number, piece) in card.pieces.iter().enumerate() {
        let guidance = piece.outcome == PieceOutcome::Guidance;
        let is_asked = guidance || matches!(piece.outcome, PieceOutcome::Converted | PieceOutcome::Read);
        if !is_asked || piece.off || piece.text.trim().chars().count() < FEWEST_LETTERS {
            continue;
        }
        let Some(covered) = made.covered(number, input.documents(), guidance) else { continue };
        if covered >= if guidance { GUIDED } else { COVERED } {
            continue;
        }
        let weighty = !guidance && (piece.is_field || piece.constant);
        let severity = if weighty { Severity::Warning } else { Severity::Info };
        let mut finding = found(severity, "uncovered", format!("piece:{}", piece.id))
            .with("title", title(piece))
            .with("percent", percent(covered));
        if guidance {
            finding = finding.worded(Words::Row("uncovered-guidance"));
        }
        findings.push(finding);
    }
    Ok(findings)
}

fn title(piece: &PieceEvidence) -> &str {
    if piece.title.is_empty() { &piece.id } else { &piece.title }
}

/// A share as whole hundredths.
pub(super) fn percent(share: f64) -> String {
    format!("{:.0}", share * 100.0)
}

/// Which documents each piece was made into, by the records and by the terms they share.
pub(super) struct Made {
    /// The terms of each piece.
    terms: Vec<BTreeSet<String>>,
    /// For each piece, how many of its terms the document has that has most, of all and of what guides.
    best: Vec<(usize, usize)>,
    /// For each piece, the documents made from it.
    into: Vec<BTreeSet<usize>>,
    /// For each document, the pieces it was made from.
    from: Vec<Vec<usize>>,
    /// Pieces by id.
    numbers: BTreeMap<String, usize>,
}

impl Made {
    pub(super) fn of(input: &WorldInput<'_>) -> Result<Made, CheckSkipped> {
        let card = input.card()?;
        let documents = input.documents();
        let mut holders: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, document) in documents.iter().enumerate() {
            for term in &document.terms {
                holders.entry(term).or_default().push(index);
            }
        }
        let places: BTreeMap<String, usize> =
            documents.iter().enumerate().map(|(index, document)| (document.spot.clone(), index)).collect();
        // The terms of a world are in its language, and the card is compared with them.
        let language = input.world().language();
        let from = vec![Vec::new(); documents.len()];
        let mut made = Made { terms: vec![], best: vec![], into: vec![], from, numbers: BTreeMap::new() };
        // One row of counters for all pieces: thousands of entries that say nearly the same meet in every document.
        let mut counters = vec![0_usize; documents.len()];
        for (number, piece) in card.pieces.iter().enumerate() {
            let terms = if piece.off { BTreeSet::new() } else { terms(&piece.text, language) };
            for document in terms.iter().filter_map(|term| holders.get(term.as_str())).flatten() {
                if let Some(counter) = counters.get_mut(*document) {
                    *counter += 1;
                }
            }
            let counted = counters.iter_mut().map(std::mem::take).enumerate();
            let common: Vec<(usize, usize)> = counted.filter(|(_, common)| *common > 0).collect();
            let mut into: BTreeSet<usize> =
                piece.made_into.iter().filter_map(|at| places.get(&at.to_string()).copied()).collect();
            let by_share = common.iter().filter(|(index, common)| {
                documents.get(*index).is_some_and(|document| {
                    let is_open = document.is_without_record();
                    is_open && document.terms.len() >= FEWEST_TERMS && ratio(*common, document.terms.len()) >= MADE_FROM
                })
            });
            into.extend(by_share.map(|(index, _)| *index));
            for document in &into {
                made.from.get_mut(*document).into_iter().for_each(|pieces| pieces.push(number));
            }
            made.numbers.insert(piece.id.clone(), number);
            made.terms.push(terms);
            let most = |wanted: &dyn Fn(&Document) -> bool| {
                let fitting = common.iter().filter(|(index, _)| documents.get(*index).is_some_and(wanted));
                fitting.map(|(_, common)| *common).max().unwrap_or(0)
            };
            made.best.push((most(&|_| true), most(&|document| document.is_guidance)));
            made.into.push(into);
        }
        Ok(made)
    }

    /// The documents made from a piece.
    pub(super) fn of_piece(&self, piece: &str) -> impl Iterator<Item = usize> + use<'_> {
        self.numbers.get(piece).and_then(|number| self.into.get(*number)).into_iter().flatten().copied()
    }

    /// The pieces a document was made from, by their number.
    pub(super) fn sources_of(&self, document: usize) -> impl Iterator<Item = usize> + use<'_> {
        self.from.get(document).into_iter().flatten().copied()
    }

    /// The share of a piece's terms that the world says; `None` when it has too few to tell.
    fn covered(&self, number: usize, documents: &[Document], guidance: bool) -> Option<f64> {
        let terms = self.terms.get(number).filter(|terms| terms.len() >= FEWEST_TERMS)?;
        let (best, best_guidance) = *self.best.get(number)?;
        let said = if guidance {
            best_guidance
        } else {
            let into = self.into.get(number).filter(|into| !into.is_empty());
            match into {
                Some(into) => {
                    let union: BTreeSet<&String> = into
                        .iter()
                        .filter_map(|index| documents.get(*index))
                        .flat_map(|document| &document.terms)
                        .collect();
                    terms.iter().filter(|term| union.contains(term)).count()
                }
                None => best,
            }
        };
        Some(ratio(said, terms.len()))
    }
}

impl Document {
    /// Whether no record says what it was made from: lore, the world's own text, prompts.
    fn is_without_record(&self) -> bool {
        self.at.as_ref().is_none_or(|at| at.folder == ficha_world::Folder::Lore)
    }
}
