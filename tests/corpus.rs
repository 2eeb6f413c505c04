//! Every file of the test material, one after the other: which format wins it, what it decodes to, that it leaves as
//! it came, and that cutting it short breaks nothing.
//!
//! Table-driven: a new format or sample needs no line here, only rows in `golden/`. With `FICHA_BLESS=1` the golden
//! files are written anew instead of compared.

mod common;

use std::fmt::Write as _;

use common::{Opened, faults_of, open};
use ficha_container::Limits;
use ficha_convert::{decode, detect, encode};
use ficha_formats::{Ask, Source, format};
use ficha_testkit::corpus::{self, Sample};
use ficha_testkit::{samples, workspace_dir};
use sha2::{Digest as _, Sha256};

/// A row of `golden/winners.tsv`: a pattern, the winner, and who wins until the winner's format exists.
struct Expected {
    pattern: String,
    winner: String,
    until: String,
}

fn winners() -> Vec<Expected> {
    let text = std::fs::read_to_string(workspace_dir().join("tests/golden/winners.tsv")).expect("golden/winners.tsv");
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            let [pattern, winner, until] = cells[..] else { panic!("three columns: {line}") };
            Expected { pattern: pattern.to_owned(), winner: winner.to_owned(), until: until.to_owned() }
        })
        .collect()
}

/// Whether a name matches a pattern in which `*` is any run of letters and `?` any one.
fn matches(pattern: &str, name: &str) -> bool {
    let (Some(first), rest) = (pattern.chars().next(), pattern.chars().skip(1).collect::<String>()) else {
        return name.is_empty();
    };
    match first {
        '*' => name.char_indices().map(|(at, _)| at).chain([name.len()]).any(|at| matches(&rest, &name[at..])),
        '?' => name.chars().next().is_some_and(|letter| matches(&rest, &name[letter.len_utf8()..])),
        _ => name.strip_prefix(first).is_some_and(|name| matches(&rest, name)),
    }
}

#[test]
fn every_file_has_the_right_winner() {
    corpus::outside_is_there();
    let rows = winners();
    let faults = faults_of(&corpus::everything(), |sample| {
        let Some(row) = rows.iter().find(|row| matches(&row.pattern, &sample.name)) else {
            return Err("no row in golden/winners.tsv".to_owned());
        };
        let wanted = if format(&row.winner).is_some() || row.winner == "-" { &row.winner } else { &row.until };
        let (found, why) = match open(sample) {
            Ok(source) => {
                let detected = detect(&source);
                match (detected.winner, detected.refusal) {
                    (Some(winner), None) => (winner.format.to_owned(), winner.because.to_owned()),
                    (None, Some(refusal)) => ("-".to_owned(), refusal.to_string()),
                    (winner, refusal) => return Err(format!("winner {winner:?} and refusal {refusal:?}")),
                }
            }
            Err(refusal) => ("-".to_owned(), refusal.to_string()),
        };
        if found == *wanted { Ok(()) } else { Err(format!("{found} instead of {wanted}: {why}")) }
    });
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn a_winner_decodes_and_has_the_name_it_was_listed_with() {
    let faults = faults_of(&corpus::everything(), |sample| {
        let Ok(source) = open(sample) else { return Ok(()) };
        let Some(winner) = detect(&source).winner else { return Ok(()) };
        let reading =
            decode(&source, None).map_err(|refusal| format!("{} bid and refused: {refusal}", winner.format))?;
        let main = reading.main().ok_or("no entity")?;
        if main.name() != winner.name {
            return Err(format!("listed as {:?}, read as {:?}", winner.name, main.name()));
        }
        for entity in &reading.entities {
            let wrong = ficha_model::schema::validate(entity.kind, &entity.body);
            if !wrong.is_empty() {
                return Err(format!("{}: {wrong:?}", entity.address()));
            }
        }
        Ok(())
    });
    assert!(faults.is_empty(), "{faults}");
}

/// `golden/outcomes.tsv`, row by row; a refusal whose format exists by now is no fault.
#[test]
fn damaged_and_odd_files_give_what_they_must() {
    let table =
        std::fs::read_to_string(workspace_dir().join("tests/golden/outcomes.tsv")).expect("golden/outcomes.tsv");
    let samples = corpus::everything();
    let mut faults = String::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [pattern, wanted, note] = cells[..] else { panic!("three columns: {line}") };
        for sample in samples.iter().filter(|sample| matches(pattern, &sample.name)) {
            let read = open(sample).and_then(|source| decode(&source, None));
            let fault = match (&read, wanted.strip_prefix('!')) {
                (Err(refusal), Some(code)) if refusal.code() == code => None,
                (Ok(reading), Some("unknown-format")) if reading.main().is_some() => None,
                (Err(refusal), _) => Some(format!("{}: {refusal}", refusal.code())),
                (Ok(reading), _) => {
                    let name = reading.main().map(|main| main.name().to_owned()).unwrap_or_default();
                    let said = note == "-" || reading.notes.iter().any(|said| said.code.word() == note);
                    if name != wanted {
                        Some(format!("read as {name:?}"))
                    } else if said {
                        None
                    } else {
                        Some(format!("nothing said of {note}"))
                    }
                }
            };
            if let Some(fault) = fault {
                let _ = writeln!(faults, "{}: {fault}, instead of {wanted:?}", sample.name);
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn the_twenty_odd_carriers_are_all_read_by_name() {
    let mut wrong = String::new();
    let all = ficha_testkit::edge::all();
    for edge in &all {
        let found = Source::open(edge.bytes.clone(), None, &Limits::default())
            .and_then(|source| decode(&source, None))
            .map(|reading| reading.main().map(|main| main.name().to_owned()).unwrap_or_default());
        if found.as_deref() != Ok(edge.character) {
            let _ = writeln!(wrong, "{}: {found:?}", edge.name);
        }
    }
    assert!(wrong.is_empty(), "of {}:\n{wrong}", all.len());
}

#[test]
fn an_unedited_file_leaves_byte_for_byte() {
    let faults = faults_of(&corpus::everything(), |sample| {
        let Some(opened) = Opened::of(sample) else { return Ok(()) };
        let spec = opened.format().spec();
        let container = opened.reading.container;
        if !spec.writes.contains(&container) && !spec.writes_own.contains(&container) {
            return Ok(());
        }
        let ask = Ask { container: Some(container), ..Ask::of(&opened.media) };
        let written = encode(&opened.reading.entities, spec.id, &ask).map_err(|error| error.to_string())?;
        if written.bytes != *opened.source.bytes() {
            return Err(format!("{} bytes came, {} left", opened.source.bytes().len(), written.bytes.len()));
        }
        if !written.report.identical || !written.report.lost.is_empty() || !written.report.changed.is_empty() {
            return Err(format!("the same bytes, and a report of losses: {:?}", written.report));
        }
        Ok(())
    });
    assert!(faults.is_empty(), "{faults}");
}

/// Canonical snapshots: a small text for each of our own samples; for files of others only what cannot be copied
/// back, in one table.
#[test]
fn what_is_read_stays_what_was_read() {
    let read: Vec<Sample> = corpus::walk(&corpus::samples_dir(), "samples")
        .into_iter()
        .filter(|sample| !sample.name.starts_with("samples/bad/"))
        .collect();
    let faults = faults_of(&read, |sample| {
        let name = sample.name.trim_start_matches("samples/").replace('/', "__");
        insta::with_settings!({ snapshot_path => "golden/samples", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, described(sample));
        });
        Ok(())
    });
    assert!(faults.is_empty(), "{faults}");
}

fn described(sample: &Sample) -> String {
    let source = match open(sample) {
        Ok(source) => source,
        Err(refusal) => return format!("refused: {} {refusal} {}", refusal.code(), refusal.place()),
    };
    let reading = match decode(&source, None) {
        Ok(reading) => reading,
        Err(refusal) => return format!("refused: {} {refusal} {}", refusal.code(), refusal.place()),
    };
    let mut text = format!("{} in {}\n", reading.format, reading.container.word());
    for note in &reading.notes {
        let _ = writeln!(text, "note: {} {} {}", note.code.word(), note.place, note.text);
    }
    for entity in &reading.entities {
        let body = ficha_json::to_text(entity.body.value(), ficha_json::Style::Pretty(2));
        let _ = writeln!(text, "{}\n{body}", entity.address());
    }
    text
}

#[test]
fn what_others_files_are_read_as_stays() {
    if !corpus::outside_is_there() {
        return;
    }
    let mut table = String::from("# name\tformat or code\tnotes\tentities\tleaves\tdigest of the bodies\n");
    for sample in corpus::outside() {
        let read = open(&sample).and_then(|source| decode(&source, None));
        let row = match read {
            Err(refusal) => format!("{}\t-\t-\t-\t-", refusal.code()),
            Ok(reading) => {
                let mut codes: Vec<&str> = reading.notes.iter().map(|note| note.code.word()).collect();
                codes.dedup();
                let leaves: usize =
                    reading.entities.iter().map(|entity| ficha_model::leaves(entity.body.value()).len()).sum();
                let mut digest = Sha256::new();
                for entity in &reading.entities {
                    digest.update(ficha_json::to_text(entity.body.value(), ficha_json::Style::Compact));
                }
                let digest: String = digest.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
                let codes = if codes.is_empty() { "-".to_owned() } else { codes.join(" ") };
                format!("{}\t{codes}\t{}\t{leaves}\t{digest}", reading.format, reading.entities.len())
            }
        };
        let _ = writeln!(table, "{}\t{row}", sample.name);
    }
    common::golden("outside.tsv", &table);
}

#[test]
fn a_file_cut_short_anywhere_harms_nothing() {
    /// Cuts a file gets at most; large ones are cut at wider steps.
    const CUTS: usize = 60;
    let faults = faults_of(&corpus::everything(), |sample| {
        let bytes = bytes::Bytes::from(sample.read());
        let step = (bytes.len() / CUTS).max(37);
        for end in (0..bytes.len()).step_by(step) {
            let Ok(source) = Source::open(bytes.slice(..end), None, &Limits::default()) else { continue };
            let winner = detect(&source).winner;
            if let (Some(winner), Err(refusal)) = (winner, decode(&source, None)) {
                return Err(format!("cut at {end}: {} bid and refused: {refusal}", winner.format));
            }
        }
        Ok(())
    });
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn the_generated_samples_are_fresh() {
    let stale: Vec<String> = samples::all()
        .into_iter()
        .filter(|(name, bytes)| std::fs::read(corpus::samples_dir().join(name)).ok().as_ref() != Some(bytes))
        .map(|(name, _)| name)
        .collect();
    assert!(stale.is_empty(), "run `cargo run -p ficha-testkit --bin make-samples`: {}", stale.join(", "));
}

/// A sample that went takes its golden file with it.
#[test]
fn no_golden_file_is_left_over() {
    let folder = |name: &str| workspace_dir().join("tests/golden").join(name);
    let mut left = Vec::new();
    for (golden, samples) in [("samples", corpus::samples_dir()), ("refusals", corpus::samples_dir().join("bad"))] {
        for entry in std::fs::read_dir(folder(golden)).expect(golden).flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let Some(sample) = name.strip_suffix(".snap") else { continue };
            if !samples.join(sample.replace("__", "/")).is_file() {
                left.push(format!("{golden}/{name}"));
            }
        }
    }
    for entry in std::fs::read_dir(folder("coverage")).expect("coverage").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let id = name.strip_suffix(".snap");
        if id.is_some_and(|id| format(id).is_none()) {
            left.push(format!("coverage/{name}"));
        }
    }
    assert!(left.is_empty(), "{}", left.join("\n"));
}

#[test]
fn the_fuzz_bodies_hold_over_the_samples() {
    let faults = faults_of(&corpus::everything(), |sample| {
        let bytes = sample.read();
        for (_, target) in ficha_testkit::fuzz::TARGETS {
            target(&bytes);
            target(&[&[7], bytes.as_slice()].concat());
        }
        Ok(())
    });
    assert!(faults.is_empty(), "{faults}");
}
