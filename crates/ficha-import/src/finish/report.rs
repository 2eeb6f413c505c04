//! What an import tells afterwards: the report, the line of the provenance, the hashes of the world's files.

use std::collections::BTreeMap;

use ficha_formats::media::sha256;
use ficha_world::{Folder, Held};
use serde_json::Value;

use super::{Finish, Work, all_notes};
use crate::card::Card;
use crate::outcomes::Outcomes;
use crate::records::{ImportKind, Left, Line, Note, Phase, Report, Tally, WorldFiles};
use crate::said::Said;

const COUNTED: [&str; 11] = [
    "characters",
    "places",
    "factions",
    "things",
    "lore",
    "relationships",
    "variables",
    "commands",
    "triggers",
    "alternate_openings",
    "pictures",
];

/// The report, without the checks, which have not run.
pub(super) fn report(work: &Work<'_>) -> Report {
    let given = &work.given;
    let written = |reference: &ficha_world::Ref| work.world.has(reference);
    let outcomes = Outcomes {
        phase: Phase::Done,
        classification: Some(given.classification),
        roster: Some(&work.roster),
        written: &written,
    };
    let mut pictures: BTreeMap<String, usize> = BTreeMap::new();
    for item in given.pictures.map(|pictures| pictures.items.as_slice()).unwrap_or_default() {
        *pictures.entry(item.outcome.word().to_owned()).or_default() += 1;
    }
    let notes = all_notes(given.extracted, &work.notes);
    let off = given.pieces.pieces.iter().filter(|piece| piece.off).map(|piece| piece.id.clone());
    Report {
        run: given.run.to_owned(),
        method: given.method,
        at: given.at.to_owned(),
        seconds: given.seconds,
        counts: counts(work),
        pieces: outcomes.totals(given.pieces),
        left_out: Left {
            dialect: given.dialect.clone(),
            entries_off: off.collect(),
            variables: pieces_of(&notes, Said::LooksLikeValues.code()),
            ..Left::default()
        },
        pictures,
        checks: Tally::of(&["error", "warning", "info"]),
        notes,
        ..Report::default()
    }
}

/// The pieces notes of a code are about.
fn pieces_of(notes: &[Note], code: &str) -> Vec<String> {
    notes.iter().filter(|note| note.code == code).filter_map(|note| note.piece.clone()).collect()
}

fn counts(work: &Work<'_>) -> Tally {
    let world = &work.world;
    let mut counts = Tally::of(&COUNTED);
    for folder in [Folder::Characters, Folder::Places, Folder::Factions, Folder::Things, Folder::Lore] {
        counts.add(folder.word(), world.folder(folder).count());
    }
    counts.add("relationships", world.relationships.len());
    counts.add("variables", world.variables.len());
    counts.add("commands", world.commands.len());
    counts.add("triggers", world.triggers.len());
    let openings = world.info.get("alternate_openings").and_then(Value::as_array);
    counts.add("alternate_openings", openings.map_or(0, Vec::len));
    counts.add("pictures", world.images.len());
    counts
}

/// The line of the provenance.
pub(super) fn line(work: &Work<'_>, report: &Report) -> Line {
    let given = &work.given;
    Line {
        at: given.at.to_owned(),
        run: given.run.to_owned(),
        kind: ImportKind::Import,
        method: given.method,
        card_name: Card::of(given.card).name(),
        card_sha256: given.pieces.card_sha256.clone(),
        language: given.choices.language.clone(),
        app_version: given.app_version.to_owned(),
        counts: Some(report.counts.clone()),
        notes: Some(report.notes.len()),
        ..Line::default()
    }
}

/// The world's files as they will be, pictures and what begins with a dot aside.
pub(super) fn files(given: &Finish<'_>, put: &BTreeMap<String, Vec<u8>>) -> WorldFiles {
    let there = given.tree.iter().filter_map(|(path, held)| match held {
        Held::Bytes(bytes) => Some((path, bytes)),
        Held::Picture { .. } | Held::TooBig(_) | Held::Link => None,
    });
    let told = |path: &str| !path.starts_with("images/") && !path.starts_with('.');
    let files = there.chain(put).filter(|(path, _)| told(path)).map(|(path, bytes)| (path.clone(), sha256(bytes)));
    WorldFiles { at: given.at.to_owned(), files: files.collect(), ..WorldFiles::default() }
}
