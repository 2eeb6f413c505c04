//! Every check over its own samples: `clean-*` raise nothing from any check, `bad-*` raise what their snapshot says, in both
//! languages, and a fix that is applied leaves nothing of its finding.
//!
//! A sample is `{"kind", "body"}` with, where the check needs them, `targets` (format ids), `source` (the format it came
//! from), `pieces` and `pictures` (what is there around it).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ficha_checks::{Alone, Around, CARD, CheckInput, Finding, There, run, said_of_finding, said_of_fix};
use ficha_formats::FormatSpec;
use ficha_model::schema::Language;
use ficha_model::{Body, Entity, Kind, SourceRecord};
use serde_json::{Value, json};

struct Sample {
    file: PathBuf,
    entity: Entity,
    targets: Vec<&'static FormatSpec>,
    around: Listed,
}

/// What a sample says is around it.
struct Listed {
    pieces: Option<Vec<String>>,
    pictures: Option<Vec<String>>,
}

impl Around for Listed {
    fn piece(&self, kind: Kind, id: &str) -> There {
        there(self.pieces.as_deref(), &format!("{kind}/{id}"))
    }

    fn picture(&self, reference: &str) -> There {
        there(self.pictures.as_deref(), reference)
    }

    fn tokens(&self, text: &str) -> usize {
        Alone.tokens(text)
    }
}

fn there(listed: Option<&[String]>, asked: &str) -> There {
    match listed {
        None => There::Unknown,
        Some(listed) if listed.iter().any(|known| known == asked) => There::Yes,
        Some(_) => There::No,
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples")
}

fn strings(value: Option<&Value>) -> Option<Vec<String>> {
    Some(value?.as_array()?.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

fn read(file: &Path) -> Sample {
    let text = std::fs::read_to_string(file).expect("a sample");
    let document = ficha_json::Document::parse(text, &ficha_json::Limits::default()).expect("strict JSON");
    let value = document.root().to_value();
    let kind = value["kind"].as_str().and_then(Kind::from_word).expect("a kind");
    let mut entity = Entity::new(kind, "sample", Body::from(value["body"].clone()));
    entity.source =
        value["source"].as_str().map(|format| SourceRecord { format: format.to_owned(), ..SourceRecord::default() });
    let targets = strings(value.get("targets")).unwrap_or_default();
    Sample {
        file: file.to_owned(),
        entity,
        targets: targets.iter().map(|id| ficha_formats::spec(id).expect("a format")).collect(),
        around: Listed { pieces: strings(value.get("pieces")), pictures: strings(value.get("pictures")) },
    }
}

fn samples(id: &str, word: &str) -> Vec<Sample> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder().join(id)).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.sort();
    let named =
        |file: &PathBuf| file.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(word));
    files.into_iter().filter(named).map(|file| read(&file)).collect()
}

/// Findings of one check, or of all when none is named.
fn findings(sample: &Sample, id: Option<&str>) -> Vec<Finding> {
    let input = CheckInput::new(&sample.entity, &sample.targets, &sample.around);
    let ran = run(CARD, &input).into_iter().filter(|ran| id.is_none_or(|id| ran.spec.id == id));
    ran.filter_map(|ran| ran.outcome.ok()).flatten().collect()
}

fn shown(sample: &Sample, finding: &Finding) -> Value {
    let words = |language| {
        let said = said_of_finding(finding, language);
        let fixes: Vec<String> = finding.fixes.iter().map(|fix| said_of_fix(fix, language)).collect();
        json!([said.title, said.message, said.hint, fixes])
    };
    json!({
        "code": finding.code,
        "severity": finding.severity.word(),
        "place": finding.place.to_string(),
        "evidence": finding.evidence.as_ref().map(|found| format!("{}[{}]{}", found.before, found.span, found.after)),
        "key": finding.key(sample.entity.body.value()),
        "sure": finding.fixes.iter().map(|fix| fix.sure).collect::<Vec<bool>>(),
        "english": words(Language::English),
        "chinese": words(Language::Chinese),
    })
}

#[test]
fn every_check_has_samples_of_both_kinds_and_no_sample_is_without_a_check() {
    let known: BTreeSet<String> = CARD.iter().map(|check| check.spec().id.to_owned()).collect();
    let folders: BTreeSet<String> = std::fs::read_dir(folder())
        .expect("samples")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(known, folders);
    for id in &known {
        assert!(!samples(id, "clean-").is_empty(), "{id} has no clean sample");
        assert!(!samples(id, "bad-").is_empty(), "{id} has no bad sample");
    }
}

#[test]
fn clean_samples_raise_nothing_from_any_check() {
    for check in CARD {
        for sample in samples(check.spec().id, "clean-") {
            let found: Vec<Value> = findings(&sample, None).iter().map(|finding| shown(&sample, finding)).collect();
            assert!(found.is_empty(), "{}: {found:#?}", sample.file.display());
        }
    }
}

#[test]
fn bad_samples_raise_what_their_snapshot_says_and_every_code_is_met() {
    let mut met = BTreeSet::new();
    for check in CARD {
        let id = check.spec().id;
        for sample in samples(id, "bad-") {
            let found = findings(&sample, Some(id));
            assert!(!found.is_empty(), "{}", sample.file.display());
            met.extend(found.iter().map(|finding| finding.code));
            let stem = sample.file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let shown: Vec<Value> = found.iter().map(|finding| shown(&sample, finding)).collect();
            insta::assert_json_snapshot!(format!("{id}-{stem}"), shown);
        }
    }
    let codes: BTreeSet<&str> = CARD.iter().flat_map(|check| check.spec().codes).copied().collect();
    assert_eq!(codes, met);
}

#[test]
fn a_fix_fits_the_body_keeps_it_whole_and_leaves_nothing_of_its_finding() {
    for check in CARD {
        let id = check.spec().id;
        for sample in samples(id, "bad-") {
            let faults = ficha_model::schema::validate(sample.entity.kind, &sample.entity.body).len();
            for finding in findings(&sample, Some(id)) {
                for fix in &finding.fixes {
                    let place = format!("{}: {} {}", sample.file.display(), finding.code, fix.code);
                    let mut mended = read(&sample.file);
                    assert!(fix.apply(mended.entity.body.value_mut()), "{place} does not fit");
                    let count = |sample: &Sample| {
                        findings(sample, Some(id)).iter().filter(|other| other.code == finding.code).count()
                    };
                    assert!(count(&mended) < count(&sample), "{place} mends nothing");
                    let after = ficha_model::schema::validate(mended.entity.kind, &mended.entity.body).len();
                    assert!(after <= faults, "{place} leaves a body that does not keep to its table");
                }
            }
        }
    }
}

#[test]
fn bodies_of_wrong_types_break_no_check() {
    let odd =
        [json!("text"), json!(7), json!(null), json!([[[]]]), json!({"text": []}), json!(["a", 3, null, {"id": 4}])];
    for kind in Kind::ALL {
        let table = ficha_model::schema::schema(kind);
        for field in table.fields() {
            for value in &odd {
                let path = field.path.replace("[]", "[0]").replace("{}", ".en");
                let mut body = Body::default();
                let Ok(path) = path.parse() else { continue };
                if !body.set(&path, value.clone()) {
                    continue;
                }
                let entity = Entity::new(kind, "odd", body);
                for ran in run(CARD, &CheckInput::new(&entity, &[], &Alone)) {
                    assert!(ran.outcome.is_ok() || ran.spec.id == "target", "{} at {path} {value}", ran.spec.id);
                }
            }
        }
    }
}

#[test]
fn texts_made_to_be_slow_end_soon() {
    let many = |part: &str| part.repeat(120_000 / part.len());
    let distinct: String = (0..6_000).map(|at| format!("{{{{usrx{at}}}}} <tag{at}> ")).collect();
    let texts = [
        many("<a"),
        many("<a>"),
        many("{{abc"),
        many("{{usre}} "),
        many("{{user}} nods "),
        many("you nod \" "),
        many("*"),
        many("\"\n"),
        many("&quot;"),
        many("Ã©"),
        many("â€™ "),
        many("[insert "),
        many("<START>"),
        many("<|im_end|>\n"),
        many("[Character(\""),
        many("\u{fffd}\u{0}"),
        many("\\n"),
        distinct,
    ];
    for text in texts {
        let entry = json!({"id": "1", "content": text, "constant": false, "enabled": true, "triggers": [{"keyword": text, "isRegex": true}], "secondaryTriggers": []});
        let book = json!({"name": "b", "globalRecursion": true, "entries": [entry]});
        let card = json!({"identity": {"name": "n", "description": text}, "greetings": {"firstMessage": text}, "examples": {"exampleMessages": text}});
        for (kind, body) in [(Kind::Lorebook, book), (Kind::Character, card)] {
            let entity = Entity::new(kind, "slow", Body::from(body));
            for check in CARD.iter().filter(|check| check.spec().kinds.contains(&kind)) {
                let started = std::time::Instant::now();
                run(&[*check], &CheckInput::new(&entity, &[], &Alone));
                let took = started.elapsed();
                let head: String = text.chars().take(20).collect();
                assert!(took < std::time::Duration::from_secs(60), "{took:?} of {} for {head:?}", check.spec().id);
            }
        }
    }
}

#[test]
fn a_large_book_is_looked_through_soon() {
    let entry = |at: usize| {
        let words = format!("The keeper of place{at} knows place{} and place{}. ", at + 1, (at * 7) % 3000).repeat(6);
        json!({"id": at.to_string(), "title": format!("Place {at}"), "content": words, "constant": false, "enabled": true, "triggers": [{"keyword": format!("place{at}"), "isRegex": false}, {"keyword": format!("(?:old )?place{at}s?"), "isRegex": true, "flags": "i"}], "secondaryTriggers": []})
    };
    for (count, skipped) in [(150, false), (3_000, true)] {
        let body =
            json!({"name": "b", "globalRecursion": true, "entries": (0..count).map(entry).collect::<Vec<Value>>()});
        let entity = Entity::new(Kind::Lorebook, "large", Body::from(body));
        let started = std::time::Instant::now();
        let ran = run(CARD, &CheckInput::new(&entity, &[], &Alone));
        let took = started.elapsed();
        println!("{count} entries: {took:?}");
        assert!(took < std::time::Duration::from_secs(60), "{took:?} for {count}");
        let recursion = ran.iter().find(|ran| ran.spec.id == "recursion").expect("the check");
        assert_eq!(recursion.outcome.is_err(), skipped);
    }
}
