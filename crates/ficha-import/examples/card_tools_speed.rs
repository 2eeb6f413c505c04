//! How long the card tools take over a card of 2,000 pieces (T-14). Prints one line a tool; `cargo run --release --example
//! card_tools_speed -p ficha-import`.

use std::time::{Duration, Instant};

use ficha_import::records::{Choices, Phase, Record, State, Upload};
use ficha_import::structure::structure_import;
use ficha_import::tools::{CardTools, SearchOpts, Version};
use ficha_library::Library;
use serde_json::{Value, json};

const ENTRIES: usize = 1_990;
const RUNS: usize = 5;

fn card() -> Value {
    let entry = |number: usize| {
        let text = format!("Lamp {number} burns over the quay for {{{{user}}}} and for ship {number}. ").repeat(20);
        json!({"comment": format!("Lamp {number}"), "keys": [format!("lamp {number}")], "content": text, "enabled": true})
    };
    let greetings: Vec<String> = (1..=5).map(|number| format!("Rain ticks on lamp {number}.")).collect();
    json!({"spec": "chara_card_v3", "spec_version": "3.0", "data": {
        "name": "Orla", "description": "Orla keeps the lamps.", "personality": "Dry.", "scenario": "Rain.",
        "first_mes": "Rain.", "alternate_greetings": greetings, "creator_notes": "A harbour.",
        "character_book": {"entries": (1..=ENTRIES).map(entry).collect::<Vec<_>>()},
    }})
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let library = Library::open(folder.path())?;
    let card = card();
    let upload = Upload { source_format: "chara_card_v3 JSON".to_owned(), ..Upload::default() };
    let choices = Choices {
        world_name: "Quay".to_owned(),
        opening: Some(0),
        language: "en".to_owned(),
        upload,
        ..Choices::default()
    };
    let made = structure_import(&card, "", &choices, "en");
    let state = State { phase: Phase::Done, report_language: "en".to_owned(), ..State::default() };
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for document in &made.extracted.documents {
        files.push((format!("{}.json", document.reference), serde_json::to_vec_pretty(&document.doc)?));
    }
    let record = |name: &str, bytes: Vec<u8>| (format!(".import/{name}"), bytes);
    files
        .push(("world.json".to_owned(), br#"{"schema": "ficha-world/v1", "name": "Quay", "language": "en"}"#.to_vec()));
    files.push(record("card.json", serde_json::to_vec(&card)?));
    files.push(record(Choices::FILE, choices.to_bytes()));
    files.push(record("pieces.json", made.pieces.to_bytes()));
    files.push(record("classification.json", made.classification.to_bytes()));
    files.push(record("roster.json", made.roster.to_bytes()));
    files.push(record("extracted.json", made.extracted.to_bytes()));
    files.push(record(State::FILE, state.to_bytes()));
    let world = library.worlds().create("quay", &files)?;
    let mut times: [Vec<Duration>; 4] = Default::default();
    let mut pieces = 0;
    for _ in 0..RUNS {
        let began = Instant::now();
        let tools = CardTools::open(&world)?;
        let opened = began.elapsed();
        let overview = tools.overview(Version::Current)?;
        let told = began.elapsed();
        pieces = overview.pieces.len();
        let began = Instant::now();
        tools.search(Version::Current, "over the quay", SearchOpts::default())?;
        let searched = began.elapsed();
        let began = Instant::now();
        tools.origin("Orla")?;
        for (list, time) in times.iter_mut().zip([opened, told, searched, began.elapsed()]) {
            list.push(time);
        }
    }
    let [opened, told, searched, origin] = times.map(median);
    println!("{pieces} pieces, {} KiB of card", serde_json::to_vec(&card)?.len() / 1024);
    println!("opened            {opened:>10.1?}");
    println!("opened + overview {told:>10.1?}   (at most 200 ms)");
    println!("search            {searched:>10.1?}");
    println!("origin            {origin:>10.1?}");
    Ok(())
}
