//! Choices held against invented cards.

use ficha_testkit::import_cards;
use serde_json::Value;

use super::*;

fn made(card: &Value, wishes: Wishes) -> Result<Choices> {
    choose(Card::of(card), &wishes, Upload { name: "folder.card.json".into(), ..Upload::default() })
}

fn refused(card: &Value, wishes: Wishes) -> String {
    match made(card, wishes) {
        Err(RunError::Choice(what)) => what,
        other => panic!("{other:?}"),
    }
}

fn off(numbers: &[usize]) -> Entries {
    Entries::Changed { off: numbers.iter().copied().collect(), on: BTreeSet::new() }
}

// W-005
#[test]
fn when_nobody_chooses_the_card_does() {
    let choices = made(&import_cards::plain(), Wishes::default()).expect("choices");
    assert_eq!(choices.world_name, "Brennet Oake");
    assert_eq!(choices.opening, Some(0));
    assert_eq!(choices.language, "en");
    assert_eq!(choices.entries_off, Vec::<usize>::new());
    assert!(!choices.pictures);
    // Entries the card has off start off; the opening is the first that is not blank.
    let choices = made(&import_cards::switched(), Wishes::default()).expect("choices");
    assert_eq!(choices.entries_off, [1]);
    assert_eq!(choices.opening, Some(2));
}

// W-005
#[test]
fn entries_are_switched_by_their_places() {
    let card = import_cards::switched();
    let on = Entries::Changed { off: [3].into(), on: [1].into() };
    assert_eq!(made(&card, Wishes { entries: on, ..Wishes::default() }).expect("choices").entries_off, [3]);
    let these = Entries::Off([2].into());
    assert_eq!(made(&card, Wishes { entries: these, ..Wishes::default() }).expect("choices").entries_off, [2]);
}

// W-005
#[test]
fn a_card_without_greetings_has_no_opening() {
    let mut card = import_cards::plain();
    card["data"]["first_mes"] = "  {{// nothing}} ".into();
    assert_eq!(made(&card, Wishes::default()).expect("choices").opening, None);
}

#[test]
fn a_wish_the_card_cannot_meet_is_refused_by_name() {
    let card = import_cards::many();
    let table = [
        (Wishes { entries: off(&[9]), ..Wishes::default() }, "no entry 9"),
        (Wishes { opening: Some(2), ..Wishes::default() }, "greeting 2 of the card is blank"),
        (Wishes { opening: Some(7), ..Wishes::default() }, "no greeting 7"),
        (Wishes { name: Some(" ".into()), ..Wishes::default() }, "name"),
        (Wishes { name: Some("x".repeat(121)), ..Wishes::default() }, "name"),
        (Wishes { language: Some("not a language".into()), ..Wishes::default() }, "language"),
    ];
    for (wishes, part) in table {
        let said = refused(&card, wishes.clone());
        assert!(said.contains(part), "{wishes:?}: {said}");
    }
    let both = Entries::Changed { off: [1].into(), on: [1].into() };
    assert!(refused(&card, Wishes { entries: both, ..Wishes::default() }).contains("on and off"));
}

#[test]
fn a_world_is_named_after_its_card_or_its_file() {
    let mut card = import_cards::no_cast();
    assert_eq!(usual_name(Card::of(&card), "Hollin market.v2.json"), "Hollin market.v2");
    assert_eq!(usual_name(Card::of(&card), ""), "World");
    card["data"]["name"] = "a\u{301}".repeat(100).into();
    let name = usual_name(Card::of(&card), "");
    assert_eq!(name.chars().count(), NAME);
    assert!(name.ends_with('\u{301}'), "cut inside of a letter");
}
