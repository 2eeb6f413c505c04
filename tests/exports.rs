//! The wishes an export can carry: a profile, a version, a clean carrier, no secrets, a kind that does not fit.

mod common;

use bytes::Bytes;
use common::{Opened, faults_of};
use ficha_container::{ContainerId, Limits};
use ficha_convert::{ConvertError, decode, encode};
use ficha_formats::{Ask, Source, Variant, formats};
use ficha_model::{Body, Kind, Path};
use ficha_testkit::{cards, corpus, png};
use serde_json::json;

fn opened(bytes: impl Into<Bytes>) -> Opened {
    let source = Source::open(bytes, None, &Limits::default()).expect("a sample opens");
    Opened::from(source).expect("a sample is read")
}

fn back(bytes: Bytes) -> Opened {
    opened(bytes)
}

#[test]
fn a_profile_counts_for_its_target_and_no_other() {
    let mut sample = opened(cards::v2());
    let greeting = Path::of("greetings.firstMessage");
    let mut profile = Body::default();
    profile.set(&greeting, json!("Only the first clock is dry."));
    let own = sample.reading.format;
    for format in formats().filter(|format| {
        format.spec().kind == Kind::Character && !format.spec().own && !format.spec().writes.is_empty()
    }) {
        let id = format.spec().id;
        sample.reading.entities[0].profiles.clear();
        sample.reading.entities[0].profiles.insert(id.to_owned(), profile.clone());
        let main = &sample.reading.entities[0];
        let ask = Ask { container: Some(ContainerId::Json), ..Ask::of(&sample.media) };
        let writes = format.spec().writes;
        let container = writes.iter().copied().find(|container| *container == ContainerId::Json).unwrap_or(writes[0]);
        let written = encode(&sample.reading.entities, id, &Ask { container: Some(container), ..ask }).expect(id);
        assert_eq!(back(written.bytes).reading.entities[0].body.get(&greeting), profile.get(&greeting), "{id}");
        if id != own {
            let other = encode(&sample.reading.entities, own, &ask).expect(own);
            assert_eq!(
                back(other.bytes).reading.entities[0].body.get(&greeting),
                main.body.get(&greeting),
                "{own} beside {id}"
            );
        }
    }
}

#[test]
fn every_version_is_written_as_itself_and_says_what_it_cannot_hold() {
    let sample = opened(cards::v3());
    for format in formats().filter(|format| format.spec().kind == Kind::Character && !format.spec().writes.is_empty()) {
        let spec = format.spec();
        for variant in spec.variants.iter().copied() {
            let ask = Ask { container: Some(ContainerId::Json), variant: Some(variant), ..Ask::of(&sample.media) };
            let written = encode(&sample.reading.entities, spec.id, &ask).expect(spec.id);
            assert_eq!(written.variant, Some(variant), "{}", spec.id);
            let lost: Vec<&str> = written.report.lost.iter().map(|row| row.path.as_str()).collect();
            let has = |path: &str| lost.iter().any(|lost| lost.starts_with(path));
            assert_eq!(has("identity.nickname"), variant < Variant::V3, "{} {variant:?}: {lost:?}", spec.id);
            assert_eq!(has("discovery.tags"), variant < Variant::V2, "{} {variant:?}: {lost:?}", spec.id);
            assert!(written.report.mismatches.is_empty(), "{} {variant:?}: {:?}", spec.id, written.report.mismatches);
        }
    }
}

/// Apps state when a file was exported. Ours do too, and say nothing else by it.
#[test]
fn a_new_file_states_the_day_it_is_made() {
    let (mut opened, now) = (opened(cards::v2()), "2026-11-30T10:00:00.000Z");
    let entities = std::mem::take(&mut opened.reading.entities);
    let book = entities.iter().find(|entity| entity.kind == Kind::Lorebook).expect("a book").clone();
    for (target, entities) in
        [("rolecall-lorebook", &[book.clone()][..]), ("marinara-lorebook", &[book][..]), ("marinara", &entities[..])]
    {
        let ask = Ask { container: Some(ContainerId::Json), now: Some(now), ..Ask::of(&opened.media) };
        let written = encode(entities, target, &ask).expect(target);
        let text = String::from_utf8(written.bytes.to_vec()).expect("a text");
        assert!(text.contains(now) && !text.contains("1970"), "{target}: {text}");
    }
}

#[test]
fn a_clean_carrier_is_one_every_reader_knows() {
    let faults = faults_of(&corpus::walk(&corpus::samples_dir().join("edge"), "samples/edge"), |sample| {
        let opened = Opened::of(sample).ok_or("not read")?;
        let ask = Ask { container: Some(ContainerId::Png), rewrite: true, ..Ask::of(&opened.media) };
        let written =
            encode(&opened.reading.entities, opened.reading.format, &ask).map_err(|error| error.to_string())?;
        let (chunks, rest) = png::read(&written.bytes);
        let kinds: Vec<&str> = chunks.iter().map(|(kind, _)| kind.as_str()).collect();
        let texts: Vec<&Vec<u8>> = chunks.iter().filter(|(kind, _)| kind == "tEXt").map(|(_, data)| data).collect();
        let keyword =
            |keyword: &str| texts.iter().filter(|data| data.starts_with(format!("{keyword}\0").as_bytes())).count();
        if kinds.iter().any(|kind| matches!(*kind, "zTXt" | "iTXt"))
            || kinds.last() != Some(&"IEND")
            || !rest.is_empty()
        {
            return Err(format!("chunks {kinds:?}, {} bytes behind them", rest.len()));
        }
        if (keyword("chara"), keyword("ccv3")) != (1, 1) {
            return Err(format!("{} chara and {} ccv3", keyword("chara"), keyword("ccv3")));
        }
        let again = back(written.bytes);
        if again.reading.entities[0].name() != opened.reading.entities[0].name() {
            return Err(format!("read back as {:?}", again.reading.entities[0].name()));
        }
        let whole = again.source.png().is_some_and(|png| png.faults.is_empty());
        if whole { Ok(()) } else { Err("the carrier has faults".to_owned()) }
    });
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn a_detour_keeps_edits_made_before_it_and_on_it() {
    let mut sample = opened(cards::v3());
    let (nickname, greeting) = (Path::of("identity.nickname"), Path::of("greetings.firstMessage"));
    let mut profile = Body::default();
    profile.set(&nickname, json!("Miss Marsh"));
    sample.reading.entities[0].body.set(&nickname, json!("Tide-Otty"));
    sample.reading.entities[0].profiles.insert("another-app".to_owned(), profile);
    let left = sample.reading.entities.clone();
    let own = sample.reading.format;
    let others = formats().map(|format| format.spec()).filter(|spec| {
        spec.kind == Kind::Character && !spec.own && spec.id != own && spec.writes.contains(&ContainerId::Json)
    });
    for spec in others {
        let ask = Ask { container: Some(ContainerId::Json), carry_originals: true, ..Ask::of(&sample.media) };
        let written = encode(&left, spec.id, &ask).expect(spec.id);
        assert!(written.report.left_behind.is_empty(), "{}: {:?}", spec.id, written.report.left_behind);
        // Somebody edits the greeting on the way, in the first place of the text where it stands.
        let text = String::from_utf8(written.bytes.to_vec()).expect("JSON is UTF-8");
        let edited = text.replacen("It is only there at low tide.", "Mind it twice.", 1);
        assert_ne!(text, edited, "{}", spec.id);

        let back = opened(edited);
        // A card that only says where it has been is the generic reader's, whose own original it then is.
        if back.reading.format == own {
            continue;
        }
        let main = &back.reading.entities[0];
        assert_eq!(
            main.body.text("greetings.firstMessage").map(|text| text.contains("Mind it twice.")),
            Some(true),
            "{}",
            spec.id
        );
        let rest: Vec<Path> = main.body.diff(&left[0].body).into_iter().map(|change| change.path).collect();
        assert_eq!(rest, std::slice::from_ref(&greeting), "{}", spec.id);
        assert_eq!(main.profiles, left[0].profiles, "{}", spec.id);
        let book = |entities: &[ficha_model::Entity]| {
            entities.iter().find(|entity| entity.kind == Kind::Lorebook).map(|book| book.body.clone())
        };
        assert_eq!(book(&back.reading.entities), book(&left), "{}", spec.id);
        let home =
            encode(&back.reading.entities, own, &Ask { container: Some(ContainerId::Json), ..Ask::of(&back.media) })
                .expect(own);
        let wanted =
            cards::v3().replace("It is only there at low tide.", "Mind it twice.").replace("\"Otty\"", "\"Tide-Otty\"");
        assert_eq!(String::from_utf8_lossy(&home.bytes), wanted, "{}", spec.id);
    }
}

#[test]
fn several_linked_books_travel_as_one_and_come_back_as_several() {
    let mut sample = opened(cards::v2());
    let mut second = sample.reading.entities[1].clone();
    second.id = "harbour-log".to_owned();
    second.original.clear();
    second.body.set(&Path::of("name"), json!("Harbour log"));
    second.body.set(&Path::of("entries[0].content"), json!("The ferry has not run since the flood."));
    let links =
        json!([{"type": "entity", "id": sample.reading.entities[1].id}, {"type": "entity", "id": "harbour-log"}]);
    sample.reading.entities[0].body.set(&Path::of("knowledgeRefs"), links);
    sample.reading.entities.push(second);
    for container in [ContainerId::Json, ContainerId::Png] {
        let portrait = Bytes::from(png::write(&png::picture(4, 4)));
        let ask = Ask { container: Some(container), plain_portrait: Some(&portrait), ..Ask::of(&sample.media) };
        let written = encode(&sample.reading.entities, sample.reading.format, &ask).expect("written");
        assert!(written.report.lost.is_empty(), "{:?}", written.report.lost);
        assert!(written.report.mismatches.is_empty(), "{:?}", written.report.mismatches);
        let mut again = opened(written.bytes);
        let back = again.reading.entities.clone();
        let names: Vec<&str> = back.iter().map(ficha_model::Entity::name).collect();
        assert_eq!(names, ["Ottoline Marsh", "Saltmere almanac", "Harbour log"], "{container:?}");
        let rows = |entities: &[ficha_model::Entity], at: usize| -> Vec<String> {
            entities[at].body.list("entries").iter().map(|row| row["content"].to_string()).collect()
        };
        assert_eq!(
            [rows(&back, 1), rows(&back, 2)],
            [rows(&sample.reading.entities, 1), rows(&sample.reading.entities, 2)]
        );

        // Edited in one book, with a row more in the other.
        again.reading.entities[2].body.set(&Path::of("entries[1].content"), json!("No ferry."));
        let mut row = back[1].body.list("entries")[0].clone();
        row["id"] = json!("fresh");
        again.reading.entities[1].body.set(&Path::of("entries[3]"), row);
        let ask = Ask { container: Some(container), ..Ask::of(&again.media) };
        let edited = encode(&again.reading.entities, again.reading.format, &ask).expect("written");
        assert!(edited.report.lost.is_empty() && edited.report.mismatches.is_empty(), "{:?}", edited.report);
        let ids = |at: usize| -> Vec<String> {
            let entities = opened(edited.bytes.clone()).reading.entities;
            entities[at].body.list("entries").iter().map(|row| row["id"].to_string()).collect()
        };
        assert_eq!(ids(1).last().map(String::as_str), Some("\"fresh\""));
        assert_eq!(ids(2), ["\"1\"", "\"2\"", "\"7\""]);
    }
}

#[test]
fn several_linked_sets_of_rules_travel_in_one_list_and_come_back_as_several() {
    let file = std::fs::read(corpus::samples_dir().join("sillytavern/rules-in-card.json")).expect("a sample");
    let mut sample = opened(file);
    let mut second = sample.reading.entities[1].clone();
    second.id = "house-rules".to_owned();
    second.body.set(&Path::of("name"), json!("House rules"));
    second.body.set(&Path::of("rules[1].replace"), json!("eight bells"));
    let links =
        json!([{"type": "entity", "id": sample.reading.entities[1].id}, {"type": "entity", "id": "house-rules"}]);
    sample.reading.entities[0].body.set(&Path::of("behaviorRefs"), links);
    sample.reading.entities.push(second);
    for container in [ContainerId::Json, ContainerId::Png] {
        let portrait = Bytes::from(png::write(&png::picture(4, 4)));
        let ask = Ask { container: Some(container), plain_portrait: Some(&portrait), ..Ask::of(&sample.media) };
        let written = encode(&sample.reading.entities, sample.reading.format, &ask).expect("written");
        assert!(written.report.lost.is_empty(), "{:?}", written.report.lost);
        assert!(written.report.mismatches.is_empty(), "{:?}", written.report.mismatches);
        let mut again = opened(written.bytes);
        let sets = &again.reading.entities[1..];
        assert_eq!(
            sets.iter().map(ficha_model::Entity::name).collect::<Vec<_>>(),
            ["", "House rules"],
            "{container:?}"
        );
        assert_eq!(
            [sets[0].body.value(), sets[1].body.value()],
            [sample.reading.entities[1].body.value(), sample.reading.entities[2].body.value()]
        );

        // Written again it is the same file; with a rule less in one set, only that one changes.
        let ask = Ask { container: Some(container), ..Ask::of(&again.media) };
        let same = encode(&again.reading.entities, again.reading.format, &ask).expect("written");
        assert!(same.report.identical, "{container:?}");
        again.reading.entities[1].body.remove(&Path::of("rules[0]"));
        let edited = encode(&again.reading.entities, again.reading.format, &ask).expect("written");
        assert!(edited.report.lost.is_empty() && edited.report.mismatches.is_empty(), "{:?}", edited.report);
        let counts: Vec<usize> =
            opened(edited.bytes).reading.entities[1..].iter().map(|set| set.body.list("rules").len()).collect();
        assert_eq!(counts, [3, 4]);
    }
}

#[test]
fn private_values_stay_at_home_when_asked() {
    let sample = opened(cards::v2_with_root_mirrors());
    let private = "Ottoline - 2026-01-04";
    let written = formats().map(|format| format.spec()).filter(|spec| spec.writes.contains(&ContainerId::Json));
    for spec in written.filter(|spec| spec.kind == Kind::Character && !spec.own) {
        for carry_originals in [false, true] {
            let wish = |without_secrets| Ask {
                container: Some(ContainerId::Json),
                carry_originals,
                without_secrets,
                ..Ask::of(&sample.media)
            };
            let text = |ask: &Ask<'_>| {
                let written = encode(&sample.reading.entities, spec.id, ask).expect(spec.id);
                String::from_utf8(written.bytes.to_vec()).expect("JSON is UTF-8")
            };
            let holds = spec.id == sample.reading.format || carry_originals;
            assert_eq!(text(&wish(false)).contains(private), holds, "{} {carry_originals}", spec.id);
            assert!(!text(&wish(true)).contains(private), "{} {carry_originals}", spec.id);
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    let sample = opened(cards::v2());
    let ask = Ask::of(&sample.media);
    let unknown = encode(&sample.reading.entities, "the-moon", &ask);
    assert_eq!(unknown, Err(ConvertError::UnknownTarget { id: "the-moon".to_owned() }));
    for format in formats().filter(|format| format.spec().kind != Kind::Character) {
        let error = encode(&sample.reading.entities, format.spec().id, &ask).expect_err(format.spec().id);
        assert_eq!(error.code(), "cannot-express", "{}", format.spec().id);
    }
    let nothing = encode(&[], sample.reading.format, &ask).expect_err("nothing to write");
    assert_eq!(nothing.code(), "cannot-express");
}

#[test]
fn a_link_to_nothing_is_named() {
    let mut sample = opened(cards::v2());
    sample.reading.entities.truncate(1);
    let ask = Ask::of(&sample.media);
    let mut main = sample.reading.entities[0].clone();
    main.body.set(&Path::of("knowledgeRefs"), json!([{"type": "entity", "id": "not-here"}]));
    let error = encode(&[main], sample.reading.format, &ask).expect_err("a missing link");
    assert_eq!(error.code(), "missing-link");
    assert!(error.to_string().contains("lorebook/not-here"), "{error}");
}

#[test]
fn a_named_format_is_used_even_when_another_would_win() {
    let source = Source::open(cards::v2(), None, &Limits::default()).expect("a sample opens");
    assert_eq!(
        decode(&source, Some("the-moon")).map(|reading| reading.format).map_err(|refusal| refusal.code()),
        Err("unsupported")
    );
    let winner = decode(&source, None).expect("read").format;
    assert_eq!(decode(&source, Some(winner)).map(|reading| reading.format), Ok(winner));
}
