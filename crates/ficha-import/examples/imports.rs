//! Every card of the test material made into a world in memory: how each ends, what became of its pieces, and how the
//! numbers that are ours lie over all of them. `cargo run -p ficha-import --example imports [FOLDER]`.
//!
//! Fails when a piece has no outcome, a field, greeting or entry of a card is no piece, or a world ends as a draft.
#![allow(missing_docs, reason = "a program")]

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use ficha_checks::measure::{share, stop_words, terms};
use ficha_checks::{Asked, CardEvidence, CardVersion, Deep, Kept, Kit, WorldSource, check_whole};
use ficha_container::Limits;
use ficha_convert::{NormalizedCard, decode, normalized_card};
use ficha_formats::Source;
use ficha_import::card::{Card, FieldName, clean_greeting, clean_text, dialect, guess_language};
use ficha_import::evidence::{Told, evidence};
use ficha_import::finish::{Finish, Plan, plan};
use ficha_import::records::{Choices, Decisions, Method, Origin, Phase, StagePhase};
use ficha_import::structure::{Structured, structure_import};
use ficha_model::schema::Language;
use ficha_testkit::corpus::{self, Sample};
use ficha_testkit::media::FileMedia;
use ficha_world::{Folder, Held, Loaded, Tree, World, readiness, schema};

/// Figures by what they are of.
#[derive(Default)]
struct Figures(BTreeMap<&'static str, Vec<usize>>);

impl Figures {
    fn add(&mut self, of: &'static str, figure: usize) {
        self.0.entry(of).or_default().push(figure);
    }

    fn print(&mut self) {
        println!("\nfigure\tcount\tsmallest\thalf\t90%\t99%\tlargest");
        for (of, figures) in &mut self.0 {
            figures.sort_unstable();
            let at = |part: usize| figures.get((figures.len() - 1) * part / 100).copied().unwrap_or_default();
            println!("{of}\t{}\t{}\t{}\t{}\t{}\t{}", figures.len(), at(0), at(50), at(90), at(99), at(100));
        }
    }
}

fn main() {
    let samples = match std::env::args().nth(1) {
        Some(folder) => corpus::walk(Path::new(&folder), ""),
        None => corpus::everything(),
    };
    let (mut figures, mut faults, mut unread, mut cards) = (Figures::default(), Vec::new(), BTreeMap::new(), 0);
    println!(
        "card\tformat\tphase\treadiness\tpieces\tlore\tcarried\tconverted\tguidance\tread\tomitted\tnotes\tlanguage\tms"
    );
    for sample in &samples {
        match open(sample) {
            Ok(card) => {
                cards += 1;
                faults.extend(one(sample, &card, &mut figures));
            }
            Err(reason) => *unread.entry(reason).or_insert(0_usize) += 1,
        }
    }
    figures.print();
    println!("\n{cards} cards of {} files", samples.len());
    for (reason, count) in unread {
        println!("no card: {count}\t{reason}");
    }
    for fault in &faults {
        println!("FAULT\t{fault}");
    }
    assert!(faults.is_empty(), "{} faults", faults.len());
}

fn open(sample: &Sample) -> Result<NormalizedCard, String> {
    let bytes = bytes::Bytes::from(sample.read());
    let source = Source::open(bytes.clone(), Some(&sample.name), &Limits::default());
    let source = source.map_err(|refusal| refusal.code().to_owned())?;
    let card = normalized_card(&source, &FileMedia::of(&bytes)).map_err(|error| error.code().to_owned())?;
    // What was read as entities and what a world is made of are one card.
    let main = decode(&source, None).ok().and_then(|reading| reading.entities.into_iter().next());
    let name = main.map(|main| main.name().split_whitespace().collect::<Vec<_>>().join(" ")).unwrap_or_default();
    let seen = Card::of(&card.data).name();
    assert!(name == seen || name.is_empty() || seen.is_empty(), "{}: {name} is not {seen}", sample.name);
    if name != seen {
        eprintln!("{}: called {name:?} when read and {seen:?} as V3", sample.name);
    }
    Ok(card)
}

fn one(sample: &Sample, card: &NormalizedCard, figures: &mut Figures) -> Vec<String> {
    let began = Instant::now();
    let seen = Card::of(&card.data);
    let choices = usual_choices(seen);
    let made = structure_import(&card.data, &"0".repeat(64), &choices, "en");
    let dialect = dialect(&card.data, card.ignored.regex_scripts, card.ignored.helper_scripts);
    let plan = plan(Finish {
        card: &card.data,
        dialect: &dialect,
        choices: &choices,
        pieces: &made.pieces,
        classification: &made.classification,
        roster: &made.roster,
        extracted: &made.extracted,
        decisions: &Decisions::default(),
        tree: &Tree::new(),
        picture: card.picture.as_deref(),
        images: &[],
        pictures: None,
        method: Method::Structure,
        run: "census",
        at: "2026-01-02T03:04:05Z",
        seconds: 0.0,
        report_language: "en",
        app_version: "0",
    });
    let milliseconds = began.elapsed().as_millis();
    let pieces = &plan.report.pieces;
    println!(
        "{}\t{}\t{:?}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{milliseconds}",
        sample.name,
        card.source_format,
        plan.phase,
        readiness(&plan.world, &plan.problems).word(),
        pieces.total(),
        plan.report.counts.get("lore"),
        pieces.get("carried"),
        pieces.get("converted"),
        pieces.get("guidance"),
        pieces.get("read"),
        pieces.get("omitted"),
        plan.report.notes.len(),
        plan.world.language(),
    );
    measure(seen, card, &made, &plan, figures);
    checks(sample, card, &made, &plan, figures);
    figures.add("milliseconds", usize::try_from(milliseconds).unwrap_or(usize::MAX));
    faults(sample, seen, &choices, &made, &plan)
}

fn usual_choices(card: Card<'_>) -> Choices {
    let name = card.name();
    let world_name = if name.is_empty() { "A world".to_owned() } else { name.chars().take(120).collect() };
    let called = card.called(&world_name);
    let says = |text: &str| !clean_greeting(text, &called).text.is_empty();
    let entries = card.entries();
    let texts: Vec<&str> = FieldName::ALL
        .iter()
        .map(|field| card.field(*field))
        .chain(card.greetings())
        .chain(entries.iter().map(|entry| entry.content()))
        .collect();
    Choices {
        opening: card.greetings().into_iter().position(says),
        entries_off: entries.iter().filter(|entry| !entry.is_enabled()).map(|entry| entry.number).collect(),
        language: guess_language(texts.into_iter()).to_owned(),
        world_name,
        ..Choices::default()
    }
}

fn measure(seen: Card<'_>, card: &NormalizedCard, made: &Structured, plan: &Plan, figures: &mut Figures) {
    figures.add("entries of a card", seen.entries().len());
    figures.add("greetings of a card", seen.greetings().len() + seen.group_greetings().len());
    figures.add("addresses of a card", card.urls.len());
    figures.add("tags of a card", seen.tags().len());
    let (hits, words) = made
        .pieces
        .pieces
        .iter()
        .map(|piece| stop_words(&piece.text, "en"))
        .fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    let of = match plan.world.language() {
        "en" => "language en: English small words in 100 (at least 8)",
        "und" => "language und: English small words in 100 (fewer than 8)",
        _ => "other languages: English small words in 100",
    };
    if let Some(share) = (hits * 100).checked_div(words) {
        figures.add(of, share);
    }
    figures.add("author, characters", seen.text("creator").chars().count());
    figures.add("world description, characters (at most 1200)", made.extracted.world.description.chars().count());
    for tag in seen.tags() {
        figures.add("tag, characters (left out over 40)", tag.chars().count());
    }
    for piece in &made.pieces.pieces {
        let chars = piece.text.chars().count();
        figures.add("piece, characters (cut at 6000)", chars);
        figures.add("piece, parts", piece.cuts.len() + 1);
        figures.add("piece of 200 characters and more, yes is 1", usize::from(chars >= 200));
        figures.add("title, characters (cut over 120)", piece.title.chars().count());
        if piece.origin == Origin::Entry {
            figures.add("keys of an entry (at most 60)", piece.keys().len());
        }
        for key in piece.keys() {
            figures.add("key, characters (left out over 120)", key.chars().count());
        }
        for (_, part) in piece.parts() {
            if !piece.cuts.is_empty() {
                figures.add("part of a piece that is cut, characters", part.chars().count());
            }
        }
        let mut parts = piece.parts();
        parts.pop();
        for (_, part) in parts {
            figures.add(place(part), part.chars().count());
        }
    }
    for document in &made.extracted.documents {
        if let Some(examples) = document.doc.get("examples").and_then(|examples| examples.as_array()) {
            figures.add("examples of a character (at most 40)", examples.len());
        }
        if let Some(summary) = document.doc.get("summary").and_then(|summary| summary.as_str()) {
            figures.add("summary, characters (at most 600)", summary.chars().count());
        }
    }
    let style = made.extracted.prompts.get("style").map_or(0, |style| style.chars().count());
    figures.add("style, characters (at most 100000)", style);
    for note in &plan.report.notes {
        figures.add(if note.code == "shortened" { "shortened, notes" } else { "other notes" }, 1);
        if note.code == "moved-to-lore" {
            figures.add("moved to lore, notes", 1);
        }
    }
    for (path, bytes) in plan.put.iter().filter(|(path, _)| path.ends_with(".json")) {
        let of = if path == "world.json" { "world.json, bytes (4 MiB)" } else { "document, bytes (1 MiB)" };
        figures.add(of, bytes.len());
    }
}

/// A planned world with its card.
struct Planned {
    loaded: Loaded,
    card: CardEvidence,
}

impl WorldSource for Planned {
    fn loaded(&self) -> Loaded {
        self.loaded.clone()
    }

    fn card(&self, version: CardVersion) -> Result<Option<CardEvidence>, String> {
        Ok(Some(self.card.clone()).filter(|_| version == CardVersion::Current))
    }
}

/// What the checks find in the world, and how the figures they go by lie. `FOUND` lines name each finding.
fn checks(sample: &Sample, card: &NormalizedCard, made: &Structured, plan: &Plan, figures: &mut Figures) {
    let tree: Tree = plan.put.iter().map(|(path, bytes)| (path.clone(), Held::Bytes(bytes.clone()))).collect();
    let loaded = World::load(&tree);
    let world = &loaded.world;
    let evidence = evidence(&Told {
        phase: Phase::Done,
        card: &card.data,
        world_name: world.name(),
        pieces: &made.pieces,
        classification: &made.classification,
        roster: &plan.roster,
        extracted: &made.extracted,
        decisions: &Decisions::default(),
        written: &|at| world.has(at),
    });
    let language = world.language();
    let text_of = |at: &ficha_world::Ref| {
        world
            .documents
            .get(at)
            .map(|doc| ficha_json::to_text(&doc.clone().into(), ficha_json::Style::Compact))
            .unwrap_or_default()
    };
    for piece in evidence.pieces.iter().filter(|piece| piece.text.chars().count() >= 80 && !piece.made_into.is_empty())
    {
        let said = piece.made_into.iter().map(text_of).collect::<Vec<_>>().join("\n");
        if let Some(share) = share(&terms(&piece.text, language), &terms(&said, language)) {
            figures
                .add("check: hundredths of a piece its documents say (uncovered under 35)", (share * 100.0) as usize);
        }
    }
    for (_, doc) in world.folder(Folder::Characters) {
        let texts = schema::CHARACTER.fields.iter().filter(|field| !matches!(field.key, "name" | "notes"));
        let length: usize =
            texts.filter_map(|field| doc.get(field.key)?.as_str()).map(|text| text.chars().count()).sum();
        figures.add("check: characters of a sheet (thin under 200)", length);
    }
    let description = world.info.get("description").and_then(|text| text.as_str()).unwrap_or_default();
    figures.add("check: characters of a description (short under 40)", description.chars().count());
    let began = Instant::now();
    let source = Planned { loaded, card: evidence };
    let asked = Asked {
        kits: &Kit::WORLD,
        deep: Deep::Code,
        version: CardVersion::Current,
        language: Language::English,
        at: "",
    };
    let checked = check_whole(&source, &asked, None, &|| began.elapsed());
    figures.add("check: milliseconds", usize::try_from(began.elapsed().as_millis()).unwrap_or(usize::MAX));
    for ran in &checked.ran {
        for finding in ran.outcome.iter().flatten() {
            let kept = Kept::of(ran.spec.id, finding, Language::English);
            println!(
                "FOUND\t{}\t{}\t{}\t{}\t{}\t{}",
                sample.name, kept.severity, kept.check, kept.code, kept.place, kept.message
            );
        }
    }
}

/// Where a part ends.
fn place(part: &str) -> &'static str {
    let last = part.trim_end_matches(['"', '\'', '”', '’', '»', '」', '』', ')', '）']).chars().next_back();
    if part.ends_with("\n\n") {
        "cut at a paragraph, characters before"
    } else if part.ends_with('\n') {
        "cut at a line, characters before"
    } else if last.is_some_and(|last| matches!(last, '.' | '!' | '?' | '。' | '！' | '？' | '…' | '؟' | '।')) {
        "cut at a sentence, characters before"
    } else if part.ends_with(char::is_whitespace) {
        "cut at a blank, characters before"
    } else {
        "cut between graphemes, characters before"
    }
}

fn faults(sample: &Sample, card: Card<'_>, choices: &Choices, made: &Structured, plan: &Plan) -> Vec<String> {
    let mut faults = Vec::new();
    let mut fault = |what: String| faults.push(format!("{}: {what}", sample.name));
    if plan.phase != StagePhase::Done {
        fault(format!("a draft: {:?}", plan.problems.iter().take(3).collect::<Vec<_>>()));
    }
    if plan.report.pieces.total() != made.pieces.pieces.len() || plan.report.pieces.get("awaiting") > 0 {
        fault("a piece without its outcome".to_owned());
    }
    let called = card.called(&choices.world_name);
    let is_piece = |id: &str| made.pieces.get(id).is_some();
    for field in FieldName::ALL {
        if !clean_text(card.field(*field), &called).text.is_empty() && !is_piece(&field.piece()) {
            fault(format!("{} is no piece", field.word()));
        }
    }
    let greetings = card.greetings().into_iter().enumerate().map(|(number, text)| {
        let id = if choices.opening == Some(number) { "opening".to_owned() } else { format!("greeting:{number}") };
        (id, text)
    });
    let group = card.group_greetings().into_iter().enumerate().map(|(at, text)| (format!("group:{}", at + 1), text));
    for (id, text) in greetings.chain(group) {
        if !clean_greeting(text, &called).text.is_empty() && !is_piece(&id) {
            fault(format!("{id} is no piece"));
        }
    }
    for entry in card.entries() {
        if !is_piece(&entry.piece()) {
            fault(format!("entry {} is no piece", entry.number));
        }
    }
    faults
}
