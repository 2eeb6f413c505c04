//! What a character is linked to travels with it where the target has a place for it, and comes back as the same pieces:
//! of the same kind, under the same id, with the same content as far as the format carries it.

mod common;

use common::Opened;
use ficha_container::{ContainerId, Limits};
use ficha_convert::encode;
use ficha_formats::{Ask, Source, formats};
use ficha_model::{Body, Entity, Kind, Link, Path};
use ficha_testkit::{cards, png};
use serde_json::{Value, json};

fn opened(bytes: impl Into<bytes::Bytes>) -> Opened {
    let source = Source::open(bytes, None, &Limits::default()).expect("the file opens");
    Opened::from(source).expect("the file is read")
}

fn piece(kind: Kind, id: &str, body: Value) -> Entity {
    Entity::new(kind, id.to_owned(), Body::from(body))
}

fn link(entity: &mut Entity, path: &str, ids: &[&str]) {
    let links = ids.iter().map(|id| Link::Entity((*id).to_owned()).to_value()).collect();
    entity.body.set(&Path::of(path), Value::Array(links));
}

fn book(id: &str, name: &str, content: &str) -> Entity {
    let entry = json!({"id": 1, "keywords": ["bell"], "keys": ["bell"], "content": content, "enabled": true});
    piece(Kind::Lorebook, id, json!({"name": name, "entries": [entry]}))
}

/// A card made elsewhere, with two books and a rule set that were made here.
fn bundle() -> (Vec<Entity>, Opened) {
    let card = opened(png::card_with_both(png::picture(16, 16), &cards::v2(), &cards::v3()));
    let mut main = card.reading.entities[0].clone();
    link(&mut main, "knowledgeRefs", &["harbour-bells", "tower-stairs"]);
    link(&mut main, "behaviorRefs", &["bell-words"]);
    let rule = json!({"id": "r1", "name": "Ring", "pattern": "bell", "find": "/bell/g", "replacement": "BELL", "replace": "BELL", "enabled": true});
    let entities = vec![
        main,
        book("harbour-bells", "Harbour bells", "The bell rings at six."),
        book("tower-stairs", "Tower stairs", "Mind the third step."),
        piece(Kind::Regex, "bell-words", json!({"name": "Bell words", "rules": [rule]})),
    ];
    (entities, card)
}

/// Kind and id of every linked piece, sorted.
fn linked(entities: &[Entity]) -> Vec<(Kind, String)> {
    let mut found: Vec<_> = entities.iter().skip(1).map(|entity| (entity.kind, entity.id.clone())).collect();
    found.sort();
    found
}

#[test]
fn linked_pieces_come_back_as_themselves() {
    let (entities, card) = bundle();
    let mut faults = Vec::new();
    let mut whole = 0;
    for format in formats().filter(|format| format.spec().kind == Kind::Character) {
        let spec = format.spec();
        for container in spec.writes.iter().copied() {
            let ask = Ask { container: Some(container), ..Ask::of(&card.media) };
            let written = encode(&entities, spec.id, &ask).expect(spec.id);
            let back = opened(written.bytes);
            // What the report does not count as lost, name and all, must be there as itself.
            let lost: Vec<&str> = written.report.lost.iter().map(|row| row.path.as_str()).collect();
            let arrives = |entity: &&Entity| {
                let list = if entity.kind == Kind::Regex { "behaviorRefs" } else { "knowledgeRefs" };
                let place =
                    entities.iter().filter(|other| other.kind == entity.kind).position(|other| other.id == entity.id);
                let link = format!("{list}[{}]", place.unwrap_or_default());
                let name = format!("{}:name", entity.address());
                !lost.contains(&link.as_str()) && !lost.contains(&list) && !lost.contains(&name.as_str())
            };
            let expected: Vec<Entity> =
                std::iter::once(&entities[0]).chain(entities.iter().skip(1).filter(arrives)).cloned().collect();
            let named: Vec<Entity> = std::iter::once(&back.reading.entities[0])
                .chain(back.reading.entities.iter().skip(1).filter(|entity| entity.body.text("name").is_some()))
                .cloned()
                .collect();
            if linked(&named) != linked(&expected) {
                faults.push(format!(
                    "{} in {}: {:?} of {:?}",
                    spec.id,
                    container.word(),
                    linked(&named),
                    linked(&expected)
                ));
            }
            whole += usize::from(expected.len() == entities.len());
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(whole >= 8, "only {whole} files have a place for all of them");
}

#[test]
fn a_bundle_that_went_through_another_app_s_file_is_the_same_bundle() {
    let (entities, card) = bundle();
    let ask = Ask { container: Some(ContainerId::Png), ..Ask::of(&card.media) };
    let sent = encode(&entities, "sillytavern", &ask).expect("written");
    let back = opened(sent.bytes);
    assert_eq!(linked(&back.reading.entities), linked(&entities));
    for (before, after) in entities.iter().skip(1).zip(back.reading.entities.iter().skip(1)) {
        assert_eq!((before.name(), before.body.list("rules").len()), (after.name(), after.body.list("rules").len()));
    }
    // Unedited it leaves as it came, and a set that is renamed is renamed and nothing else.
    let again = encode(&back.reading.entities, "sillytavern", &Ask::of(&back.media)).expect("written");
    assert!(again.report.identical, "{:?}", again.report.changed);
    let mut renamed = back.reading.entities.clone();
    let set = renamed.iter_mut().find(|entity| entity.kind == Kind::Regex).expect("a set");
    set.body.set(&Path::of("name"), json!("Words of the bell"));
    let other = encode(&renamed, "sillytavern", &Ask::of(&back.media)).expect("written");
    assert!(other.report.lost.is_empty() && other.report.mismatches.is_empty(), "{:?}", other.report);
    let ids: Vec<_> = linked(&opened(other.bytes).reading.entities);
    assert!(ids.contains(&(Kind::Regex, "words-of-the-bell".to_owned())), "{ids:?}");
}
