//! Checks of worlds: the good worlds raise neither error nor warning, and for every code there is a change of a good world
//! that raises it and a change beside it that does not.

mod world_table;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use ficha_checks::{
    Asked, CardEvidence, CardVersion, CheckInput, CheckSkipped, Checked, Deep, Finding, Kit, Ran, Results, Severity,
    WORLD, WorldSource, check_whole, run_world, said_of_finding,
};
use ficha_model::schema::Language;
use ficha_testkit::worlds::{Files, good, tree};
use ficha_world::{Loaded, World};
use serde_json::json;

/// A world of files, with a card where there is one; counts how often each part is asked for.
#[derive(Default)]
struct OfFiles {
    files: Files,
    card: Option<CardEvidence>,
    newer: Option<CardEvidence>,
    loads: Cell<usize>,
    cards: Cell<usize>,
}

impl WorldSource for OfFiles {
    fn loaded(&self) -> Loaded {
        self.loads.set(self.loads.get() + 1);
        World::load(&tree(&self.files))
    }
    fn card(&self, version: CardVersion) -> Result<Option<CardEvidence>, String> {
        self.cards.set(self.cards.get() + 1);
        Ok(match version {
            CardVersion::Current => self.card.clone(),
            CardVersion::New => self.newer.clone(),
        })
    }
}

fn lantern_quay() -> OfFiles {
    OfFiles { files: good().remove("lantern-quay").expect("the world"), ..OfFiles::default() }
}

/// The good world without its tags, which is worth one remark.
fn untagged() -> OfFiles {
    let mut source = lantern_quay();
    world_table::unset(&mut source, "world.json", "/tags");
    source
}

fn still() -> Duration {
    Duration::ZERO
}

fn ran(source: &OfFiles, deep: Deep, version: CardVersion) -> Vec<Ran> {
    run_world(&Kit::WORLD, deep, &CheckInput::of_world(source, version), &still)
}

fn findings(source: &OfFiles, version: CardVersion) -> Vec<(&'static str, Finding)> {
    let all = ran(source, Deep::Code, version).into_iter();
    all.flat_map(|ran| ran.outcome.unwrap_or_default().into_iter().map(move |found| (ran.spec.id, found))).collect()
}

fn told(findings: &[(&'static str, Finding)]) -> Vec<String> {
    let line = |(check, found): &(&str, Finding)| {
        let said = said_of_finding(found, Language::English).message;
        format!("{check} {} {} {} {said}", found.severity.word(), found.code, found.place)
    };
    findings.iter().map(line).collect()
}

#[test]
fn good_worlds_raise_neither_error_nor_warning() {
    let worlds = good();
    assert_eq!(worlds.len(), 10);
    for (id, files) in worlds {
        let source = OfFiles { files, ..OfFiles::default() };
        let found = findings(&source, CardVersion::Current);
        let loud: Vec<_> = found.into_iter().filter(|(_, found)| found.severity != Severity::Info).collect();
        assert!(loud.is_empty(), "{id}: {:#?}", told(&loud));
    }
}

#[test]
fn every_code_is_raised_by_one_change_and_not_by_its_near_miss() {
    let mut met: BTreeSet<(&str, &str)> = BTreeSet::new();
    for row in world_table::rows() {
        let raised = |change: &dyn Fn(&mut OfFiles)| {
            let mut source = lantern_quay();
            change(&mut source);
            let found = findings(&source, row.version);
            let all = told(&found);
            let own = found.into_iter().filter(|(check, found)| *check == row.check && found.code == row.code);
            (own.map(|(_, found)| found).collect::<Vec<Finding>>(), all)
        };
        let (found, all) = raised(&*row.breaks);
        assert!(!found.is_empty(), "{}/{} is not raised: {all:#?}", row.check, row.code);
        for found in &found {
            assert_eq!(found.severity, row.severity, "{}/{}", row.check, row.code);
            if let Some(place) = row.place {
                assert_eq!(found.place.to_string(), place, "{}/{}", row.check, row.code);
            }
            for language in [Language::English, Language::Chinese] {
                let said = said_of_finding(found, language);
                assert!(!said.message.is_empty() && !said.message.contains("{}"), "{}: {said:?}", row.code);
            }
        }
        let (found, all) = raised(&*row.near);
        assert!(found.is_empty(), "{}/{} is raised by its near miss: {all:#?}", row.check, row.code);
        met.insert((row.check, row.code));
    }
    let codes = |check: &&dyn ficha_checks::Check| {
        check.spec().codes.iter().map(|code| (check.spec().id, *code)).collect::<Vec<_>>()
    };
    let known: BTreeSet<(&str, &str)> = WORLD.iter().flat_map(codes).collect();
    let missing: Vec<_> = known.difference(&met).collect();
    assert!(missing.is_empty(), "no row raises {missing:?}");
}

// K-01, K-02
#[test]
fn what_cannot_run_is_listed_with_its_reason_and_never_clean() {
    let reasons = |source: &OfFiles, deep: Deep, version: CardVersion| -> BTreeMap<&'static str, &'static str> {
        let ran = ran(source, deep, version);
        assert_eq!(ran.len(), WORLD.len(), "every check is listed");
        let order: Vec<&str> = ran.iter().map(|ran| ran.spec.id).collect();
        assert_eq!(order, WORLD.iter().map(|check| check.spec().id).collect::<Vec<_>>());
        ran.iter().filter_map(|ran| Some((ran.spec.id, ran.outcome.as_ref().err()?.word()))).collect()
    };
    let plain = reasons(&lantern_quay(), Deep::Code, CardVersion::Current);
    for (id, reason) in [
        ("card-names", "no-card"),
        ("card-numbers", "no-card"),
        ("card-coverage", "no-card"),
        ("card-changes", "no-card"),
        ("sheet-playable", "not-deep"),
        ("card-fidelity", "not-deep"),
    ] {
        assert_eq!(plain.get(id), Some(&reason), "{id}");
    }
    let decision = reasons(&lantern_quay(), Deep::Decision, CardVersion::Current);
    assert_eq!((decision["name-near"], decision["world-gaps"]), ("no-model", "not-deep"));
    let mut carded = lantern_quay();
    carded.card = Some(CardEvidence::default());
    let deep = reasons(&carded, Deep::All, CardVersion::Current);
    assert_eq!(
        (deep["card-fidelity"], deep["lore-conflict"], deep["card-changes"]),
        ("no-model", "no-model", "no-update")
    );
    assert!(!deep.contains_key("card-names"));
    assert_eq!(reasons(&lantern_quay(), Deep::All, CardVersion::Current)["card-fidelity"], "no-card");
    assert_eq!(reasons(&carded, Deep::Code, CardVersion::New)["card-names"], "no-update");
    let mut unplayable = lantern_quay();
    world_table::set(&mut unplayable, "characters/tam-reed.json", "/playable", json!(false));
    assert_eq!(reasons(&unplayable, Deep::Code, CardVersion::Current)["first-scene"], "no-playable");
    let mut broken = lantern_quay();
    broken.files.insert("world.json".to_owned(), b"{".to_vec());
    let broken_reasons = reasons(&broken, Deep::Code, CardVersion::Current);
    assert!(!broken_reasons.contains_key("startable"));
    assert_eq!(broken_reasons.values().filter(|reason| **reason == "unloadable").count(), 13);
}

// K-03
#[test]
fn one_run_reads_each_part_of_a_world_once_and_no_part_nobody_wants() {
    let mut source = lantern_quay();
    source.card = Some(CardEvidence::default());
    ran(&source, Deep::All, CardVersion::Current);
    assert_eq!((source.loads.get(), source.cards.get()), (1, 1));
    let source = lantern_quay();
    let input = CheckInput::of_world(&source, CardVersion::Current);
    run_world(&[Kit::Consistency], Deep::Code, &input, &still);
    assert_eq!((source.loads.get(), source.cards.get()), (1, 0));
}

// K-04
struct Faulty(OfFiles);

impl WorldSource for Faulty {
    fn loaded(&self) -> Loaded {
        self.0.loaded()
    }
    fn card(&self, _: CardVersion) -> Result<Option<CardEvidence>, String> {
        panic!("the records are gone")
    }
}

#[test]
fn a_check_that_breaks_down_is_listed_and_the_others_go_on() {
    let source = Faulty(lantern_quay());
    let input = CheckInput::of_world(&source, CardVersion::Current);
    let ran = run_world(&Kit::WORLD, Deep::Code, &input, &still);
    let of = |id: &str| ran.iter().find(|ran| ran.spec.id == id).expect("listed").outcome.clone();
    assert_eq!(of("card-names"), Err(CheckSkipped::Failed("the records are gone".to_owned())));
    assert!(of("startable").is_ok() && of("about-itself").is_ok());
}

// K-08
#[test]
fn findings_are_sorted_and_the_rest_is_counted() {
    let mut source = lantern_quay();
    for number in 0..250 {
        let path = format!("things/thing-{number:03}.json");
        source.files.insert(path, json!({"name": format!("Thing {number}")}).to_string().into_bytes());
    }
    world_table::set(&mut source, "characters/tam-reed.json", "/portrait", json!("images/gone.png"));
    let found = findings(&source, CardVersion::Current);
    let lint: Vec<&Finding> = found.iter().filter(|(check, _)| *check == "lint").map(|(_, found)| found).collect();
    assert_eq!(lint.len(), 201);
    assert_eq!(lint[0].code, "missing-picture");
    assert_eq!(lint[1].place.to_string(), "things/thing-000");
    assert_eq!(lint[200].code, "more");
    assert_eq!(said_of_finding(lint[200], Language::English).message, "51 more findings are not listed.");
}

fn whole(source: &OfFiles, kits: &[Kit], at: &str, before: Option<&[u8]>, language: Language) -> Checked {
    let asked = Asked { kits, deep: Deep::Code, version: CardVersion::Current, language, at };
    check_whole(source, &asked, before, &still)
}

// K-30, K-31
#[test]
fn three_runs_tell_what_is_new_and_what_is_gone() {
    let source = untagged();
    let first = whole(&source, &Kit::WORLD, "1", None, Language::English);
    let keys = |checked: &Checked| -> BTreeSet<String> {
        checked.results.checks.values().flat_map(|stored| &stored.findings).map(|kept| kept.key.clone()).collect()
    };
    assert_eq!(first.compared.new, keys(&first), "the first time everything is new");
    assert_eq!(first.compared.new.len(), 1);
    let bytes = first.results.to_bytes();

    let mut broken = untagged();
    world_table::set(&mut broken, "characters/tam-reed.json", "/start", json!("nowhere"));
    world_table::set(&mut broken, "characters/tam-reed.json", "/portrai", json!("x"));
    let second = whole(&broken, &Kit::WORLD, "2", Some(&bytes), Language::English);
    let found: BTreeSet<(String, String)> = second
        .results
        .checks
        .values()
        .flat_map(|stored| &stored.findings)
        .filter(|kept| second.compared.new.contains(&kept.key))
        .map(|kept| (kept.check.clone(), kept.code.clone()))
        .collect();
    let pair = |check: &str, code: &str| (check.to_owned(), code.to_owned());
    assert_eq!(found, BTreeSet::from([pair("startable", "dangling"), pair("unread-fields", "unread")]));
    assert_eq!(second.compared.gone, []);

    let third = whole(&source, &Kit::WORLD, "3", Some(&second.results.to_bytes()), Language::English);
    assert!(third.compared.new.is_empty());
    let gone: BTreeSet<String> = third.compared.gone.iter().map(|kept| kept.key.clone()).collect();
    assert_eq!(gone, second.compared.new);

    // Only the checks that ran are replaced; one that is skipped keeps what it found and says when it was not run.
    let fourth = whole(&broken, &[Kit::Quality], "4", Some(&second.results.to_bytes()), Language::English);
    assert_eq!(fourth.results.checks["startable"], second.results.checks["startable"]);
    let mut headless = lantern_quay();
    headless.files.remove("world.json");
    let fifth = whole(&headless, &[Kit::Consistency], "5", Some(&second.results.to_bytes()), Language::English);
    let unread = &fifth.results.checks["unread-fields"];
    assert_eq!(unread.skipped, Some(("unloadable".to_owned(), "5".to_owned())));
    assert_eq!(unread.findings, second.results.checks["unread-fields"].findings);
    assert_eq!(unread.at.as_deref(), Some("2"));
}

// K-31
#[test]
fn a_finding_keeps_its_key_when_its_count_or_the_language_changes() {
    let mut source = lantern_quay();
    for (path, name) in [("a", "A."), ("b", "B.")] {
        let file = json!({"name": name, "personality": "Odd.", "description": "x".repeat(190)});
        source.files.insert(format!("characters/{path}.json"), file.to_string().into_bytes());
    }
    source.files.remove("relationships.json");
    let first = whole(&source, &[Kit::Quality], "1", None, Language::English);
    source.files.remove("characters/b.json");
    let second = whole(&source, &[Kit::Quality], "2", Some(&first.results.to_bytes()), Language::Chinese);
    assert_eq!(second.compared.new, BTreeSet::new());
    let gone: BTreeSet<&str> = second.compared.gone.iter().map(|kept| kept.place.as_str()).collect();
    assert_eq!(gone, BTreeSet::from(["characters/b"]), "strangers is still there with another count");
}

// K-32
#[test]
fn a_file_of_another_schema_is_set_aside_and_a_new_one_begun() {
    for foreign in [&b"{\"schema\":\"ficha-checks/v9\",\"checks\":{}}"[..], b"{", b"[]", b"\xff"] {
        let checked = whole(&untagged(), &Kit::WORLD, "1", Some(foreign), Language::English);
        assert!(checked.set_aside);
        assert!(!checked.compared.new.is_empty());
    }
    let own = whole(&untagged(), &Kit::WORLD, "1", None, Language::English);
    assert!(!own.set_aside);
    let bytes = own.results.to_bytes();
    assert_eq!(Results::read(&bytes).expect("ours").to_bytes(), bytes, "reading and writing changes nothing");
    // A key that was not written is worked out from what was.
    let text = String::from_utf8(bytes).unwrap();
    let bare: String = text.lines().filter(|line| !line.contains("\"key\":")).collect::<Vec<_>>().join("\n");
    let bare = bare.replace(",\n        }", "\n        }").replace(",\n          }", "\n          }");
    let again = whole(&untagged(), &Kit::WORLD, "2", Some(bare.as_bytes()), Language::English);
    assert_eq!((again.set_aside, again.compared.new.len(), again.compared.gone.len()), (false, 0, 0));
}

#[test]
fn a_thousand_documents_are_checked_soon() {
    let mut source = lantern_quay();
    let text = |number: usize, words: usize| {
        let word = |at: usize| format!("word{}{}", (b'a' + (at % 26) as u8) as char, (number * 31 + at * 7) % 4000);
        (0..words).map(word).collect::<Vec<_>>().join(" ")
    };
    for number in 0..250 {
        let next = (number + 1) % 250;
        let put = |files: &mut Files, folder: &str, value: serde_json::Value| {
            files.insert(format!("{folder}/x{number}.json"), value.to_string().into_bytes());
        };
        let way = json!([{"to": format!("x{next}")}, {"to": "lantern-quay"}]);
        put(
            &mut source.files,
            "places",
            json!({"name": format!("Place {number}"), "description": text(number, 60), "ways": way}),
        );
        put(
            &mut source.files,
            "characters",
            json!({"name": format!("Person {number}"), "description": text(number + 9, 120), "goals": text(number, 20), "start": format!("x{number}")}),
        );
        put(
            &mut source.files,
            "things",
            json!({"name": format!("Thing {number}"), "description": text(number + 3, 30), "at": format!("x{number}")}),
        );
        put(
            &mut source.files,
            "lore",
            json!({"title": format!("Lore {number}"), "text": text(number + 5, 200), "scope": "everyone", "keywords": ["x"]}),
        );
    }
    let piece = |number: usize| ficha_checks::PieceEvidence {
        id: format!("entry:{number}"),
        title: format!("Entry {number}"),
        keys: vec![],
        text: text(number, 150),
        is_field: false,
        constant: false,
        off: false,
        outcome: ficha_checks::PieceOutcome::Read,
        made_into: vec![],
    };
    source.card = Some(CardEvidence { pieces: (1..=300).map(piece).collect(), ..CardEvidence::default() });
    let began = std::time::Instant::now();
    let found = findings(&source, CardVersion::Current).len();
    println!("1,000 documents against 300 pieces: {found} findings in {:?}", began.elapsed());
    assert!(began.elapsed() < Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 2 }));
}
