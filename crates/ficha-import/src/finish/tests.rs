//! Plans of a finish: the worked example to the byte, and each rule of its order.

use ficha_testkit::import_cards;
use ficha_world::Readiness;
use serde_json::json;

use super::*;
use crate::records::{Document, Record, RosterEntity, Verdict, VerdictKind};
use crate::structure::{Structured, structure_import};

mod fitting;
mod rules;

/// What a finish needs beside records.
struct Given {
    card: Value,
    dialect: Dialect,
    choices: Choices,
    made: Structured,
    decisions: Decisions,
    tree: Tree,
    pictures: Option<Pictures>,
    picture: Option<Vec<u8>>,
}

const AT: &str = "2026-01-02T03:04:05Z";

impl Given {
    fn of(card: Value) -> Given {
        let choices = crate::structure::tests::choices_for(&card, "A world");
        let made = structure_import(&card, &"0".repeat(64), &choices, "en");
        let dialect = crate::card::dialect(&card, 0, 0);
        Given {
            card,
            dialect,
            choices,
            made,
            decisions: Decisions::default(),
            tree: Tree::new(),
            pictures: None,
            picture: None,
        }
    }

    /// A world of these documents, whoever made them.
    fn of_documents(documents: &[(&str, Value)]) -> Given {
        let mut given = Given::of(json!({"data": {"first_mes": "Hello."}}));
        for (reference, doc) in documents {
            let parsed: Ref = reference.parse().unwrap();
            let doc = doc.as_object().cloned().unwrap();
            if let Some(kind) = crate::sources::kind_of(parsed.folder) {
                let name = doc["name"].as_str().unwrap().to_owned();
                given.made.roster.entities.push(RosterEntity { kind, id: parsed.id, name, ..RosterEntity::default() });
            }
            let document = Document { reference: (*reference).to_owned(), doc, ..Document::default() };
            given.made.extracted.documents.push(document);
        }
        given
    }

    fn decided(mut self, choices: &[Value]) -> Given {
        let value = json!({"schema": "ficha-decisions/v1", "choices": choices});
        self.decisions = Decisions::from_value(&value).unwrap();
        self
    }

    fn plan(&self) -> Plan {
        plan(Finish {
            card: &self.card,
            dialect: &self.dialect,
            choices: &self.choices,
            pieces: &self.made.pieces,
            classification: &self.made.classification,
            roster: &self.made.roster,
            extracted: &self.made.extracted,
            decisions: &self.decisions,
            tree: &self.tree,
            picture: self.picture.as_deref(),
            images: &[],
            pictures: self.pictures.as_ref(),
            method: Method::Structure,
            run: "example-run",
            at: AT,
            seconds: 0.1,
            report_language: "en",
            app_version: "0.1.0",
        })
    }
}

fn doc<'p>(plan: &'p Plan, reference: &str) -> &'p Doc {
    let found = plan.world.documents.get(&reference.parse().unwrap());
    found.unwrap_or_else(|| panic!("no {reference} among {:?}", plan.world.documents.keys()))
}

fn codes(plan: &Plan) -> Vec<(&str, &str)> {
    plan.report.notes.iter().map(|note| (note.entity.as_deref().unwrap_or_default(), note.code.as_str())).collect()
}

// W-190 W-199 W-211 W-214 W-240 W-243 W-245 W-249 W-255 W-258 W-263 W-265
#[test]
fn the_worked_example_is_written_to_the_byte() {
    let Some(folder) = ficha_testkit::shared_dir().map(|shared| shared.join("spec/world/example")) else {
        eprintln!("no worked example beside the workspace: its world is not made again");
        return;
    };
    let world = folder.join("world/the-saltglass-ferry");
    let read = |path: &str| std::fs::read_to_string(world.join(path)).unwrap_or_else(|_| panic!("no {path}"));
    let bytes = std::fs::read(folder.join("card.json")).expect("the card");
    let source = ficha_formats::Source::open(bytes, Some("card.json"), &ficha_container::Limits::default()).unwrap();
    let card = ficha_convert::normalized_card(&source, &ficha_formats::NoMedia).unwrap();
    assert_eq!(card.source_format, "chara_card_v3 JSON");
    let choices = Choices::from_bytes(read(".import/choices.json").as_bytes()).unwrap();
    let hash: String = card.payload_sha256.iter().map(|byte| format!("{byte:02x}")).collect();
    let given = Given {
        made: structure_import(&card.data, &hash, &choices, "en"),
        dialect: crate::card::dialect(&card.data, card.ignored.regex_scripts, card.ignored.helper_scripts),
        pictures: Some(Pictures::from_bytes(read(".import/pictures.json").as_bytes()).unwrap()),
        choices,
        card: card.data,
        ..Given::of(json!({}))
    };
    let plan = given.plan();
    for (path, bytes) in &plan.put {
        assert_eq!(String::from_utf8_lossy(bytes), read(path), "{path}");
    }
    let files = WorldFiles::from_bytes(read(".import/files.json").as_bytes()).unwrap();
    assert_eq!(plan.files, files);
    assert_eq!(plan.put.len(), files.files.len());
    let mut report = plan.report.clone();
    report.checks.add("warning", 1);
    report.checks.add("info", 2);
    assert_eq!(String::from_utf8(report.to_bytes()).unwrap(), read(".import/report.json"));
    let Provenanced::Written(provenance) = with_line(None, plan.line.clone(), "en") else { panic!("left") };
    assert_eq!(String::from_utf8(provenance).unwrap(), read(".import/provenance.json"));
    assert_eq!((plan.phase, plan.problems.as_slice()), (StagePhase::Done, &[][..]));
    assert_eq!(ficha_world::readiness(&plan.world, &plan.problems), Readiness::NeedsPlayer);
    assert_eq!(plan.roster, given.made.roster);
}

// W-247
#[test]
fn every_invented_card_ends_done_and_the_same_each_time() {
    for (name, bytes) in import_cards::all().into_iter().filter(|(name, _)| name.ends_with(".json")) {
        let given = Given::of(crate::records::read_json(&bytes).unwrap());
        let plan = given.plan();
        assert_eq!(plan.problems, [], "{name}");
        assert_eq!(plan.phase, StagePhase::Done, "{name}");
        assert_eq!(given.plan().put, plan.put, "{name}");
        for path in plan.put.keys() {
            assert!(!path.starts_with(['.', '/']) && !path.contains("..") && !path.contains('\\'), "{name}: {path}");
            assert!(!matches!(ficha_world::kind_of(path), ficha_world::FileKind::Stray), "{name}: {path}");
        }
        // A finish that begins anew over its own files has nothing to write.
        let written = plan.put.iter().map(|(path, bytes)| (path.clone(), Held::Bytes(bytes.clone())));
        let again = Given { tree: written.collect(), ..given }.plan();
        assert_eq!(again.put, BTreeMap::new(), "{name}");
        assert_eq!(again.files, plan.files, "{name}");
    }
}

// W-264
#[test]
fn the_report_has_every_piece_once() {
    for (name, bytes) in import_cards::all().into_iter().filter(|(name, _)| name.ends_with(".json")) {
        let given = Given::of(crate::records::read_json(&bytes).unwrap());
        assert_eq!(given.plan().report.pieces.total(), given.made.pieces.pieces.len(), "{name}");
    }
}

// W-006
#[test]
fn a_word_of_an_entry_that_is_off_is_in_no_file() {
    let mut card = import_cards::plain();
    let entries = card["data"]["character_book"]["entries"].as_array_mut().unwrap();
    entries.push(json!({"content": "zanthurium", "comment": "zanthurium", "keys": ["zanthurium"], "enabled": false}));
    let plan = Given::of(card).plan();
    assert!(plan.put.values().all(|bytes| !String::from_utf8_lossy(bytes).contains("zanthurium")));
    assert_eq!(plan.report.left_out.entries_off, ["entry:4"]);
}

#[test]
fn what_lies_in_the_folder_beside_the_import_stays() {
    let mut given = Given::of(import_cards::plain());
    let note = br#"{"name": "By hand"}"#.to_vec();
    given.tree.insert("factions/by-hand.json".into(), Held::Bytes(note.clone()));
    let start = br#"{"schema": "ficha-world/v1", "name": "x", "language": "en", "created_at": "2020-01-01T00:00:00Z",
        "updated_at": "2020-01-01T00:00:00Z", "origin": {"kind": "card", "at": "2020-01-01T00:00:00Z"}, "mine": 1}"#;
    given.tree.insert("world.json".into(), Held::Bytes(start.to_vec()));
    let plan = given.plan();
    assert_eq!(doc(&plan, "factions/by-hand")["name"], "By hand");
    assert!(plan.files.files.contains_key("factions/by-hand.json"));
    let info = &plan.world.info;
    assert_eq!((&info["created_at"], &info["updated_at"]), (&json!("2020-01-01T00:00:00Z"), &json!(AT)));
    assert_eq!((&info["origin"]["at"], &info["mine"]), (&json!("2020-01-01T00:00:00Z"), &json!(1)));
}

// W-247
#[test]
fn three_hundred_entries_are_planned_in_no_time() {
    let card = import_cards::of_entries(300);
    let began = std::time::Instant::now();
    let plan = Given::of(card).plan();
    assert_eq!(plan.report.counts.get("lore"), 300);
    // Some tenths of a second; the rest is room for a machine that is busy with other tests.
    assert!(began.elapsed().as_secs() < 5, "{:?}", began.elapsed());
}
