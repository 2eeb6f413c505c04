//! Pairs of pieces and changed sentences, over invented cards.

use proptest::prelude::*;

use super::pairs::{MatchedBy, match_pieces};
use super::sentences::{SENTENCES, SentenceChange, diff_text, sentences};
use crate::records::{Origin, Piece};

fn piece(id: &str, title: &str, keys: &[&str], text: &str) -> Piece {
    let origin = match id.split_once(':') {
        Some(("entry", _)) => Origin::Entry,
        Some(("field", _)) => Origin::Field,
        _ => Origin::Greeting,
    };
    let keys = (origin == Origin::Entry).then(|| keys.iter().map(|key| (*key).to_owned()).collect());
    Piece { id: id.to_owned(), origin, title: title.to_owned(), keys, text: text.to_owned(), ..Piece::default() }
}

/// Ten sentences of which the first `changed` say something else.
fn reworded(changed: usize) -> String {
    let first =
        ["harbour", "lantern", "ferryman", "granite", "kettle", "magistrate", "orchard", "pilgrim", "rudder", "saddle"];
    let other =
        ["avalanche", "bramble", "cartwheel", "dungeon", "emerald", "falcon", "glacier", "hermit", "ingot", "jackal"];
    first
        .iter()
        .zip(other)
        .enumerate()
        .map(|(at, (one, two))| if at < changed { two } else { *one })
        .collect::<Vec<_>>()
        .join(" ")
}

// W-344
#[test]
fn pieces_pair_by_id_then_title_and_keys_then_text_then_number() {
    let long = "The old wheel turns at night when nobody watches over the water.";
    let old = [
        piece("field:description", "Description", &[], "Orla keeps the light."),
        piece("opening", "Opening", &[], "Rain."),
        piece("greeting:1", "Greeting 1", &[], "Sun."),
        piece("greeting:2", "Greeting 2", &[], "Snow."),
        piece("entry:1", "The light tax", &["tax"], "Ships pay."),
        piece("entry:2", "The mill", &["mill"], long),
        piece("entry:3", "Old name", &["old"], &reworded(0)),
        piece("entry:4", "Gone", &["gone"], "Nobody remembers this anywhere today."),
    ];
    let new = [
        piece("field:description", "Beschreibung", &[], "Something else entirely."),
        piece("opening", "Opening", &[], "Fog."),
        piece("greeting:1", "Greeting 1", &[], "Sun."),
        piece("entry:1", "Fresh", &["fresh"], "Completely different matter altogether here."),
        piece("entry:2", "The mill, renamed", &["wheel"], long),
        piece("entry:3", "New name", &["new"], &reworded(4)),
        piece("entry:4", "The light tax", &["tax"], "Ships pay twice."),
    ];
    let pairs = match_pieces(&old, &new, "en");
    let told: Vec<(&str, &str, MatchedBy)> =
        pairs.pairs.iter().map(|pair| (old[pair.old].id.as_str(), new[pair.new].id.as_str(), pair.how)).collect();
    assert_eq!(
        told,
        [
            ("field:description", "field:description", MatchedBy::Id),
            ("opening", "opening", MatchedBy::Id),
            ("greeting:1", "greeting:1", MatchedBy::Id),
            ("entry:2", "entry:2", MatchedBy::Text),
            ("entry:3", "entry:3", MatchedBy::Number),
            ("entry:1", "entry:4", MatchedBy::TitleAndKeys),
        ]
    );
    assert_eq!(pairs.added, [3]);
    assert_eq!(pairs.dropped.iter().map(|at| old[*at].id.as_str()).collect::<Vec<_>>(), ["greeting:2", "entry:4"]);
}

// Section 10, 5: renamed and reworded by 40 % is the same entry, by 70 % another one.
#[test]
fn half_of_the_words_make_one_entry_of_two() {
    let old = [piece("entry:1", "Before", &["before"], &reworded(0))];
    for (changed, same) in [(0, true), (4, true), (5, true), (6, false), (7, false), (10, false)] {
        let new = [piece("entry:1", "After", &["after"], &reworded(changed))];
        let pairs = match_pieces(&old, &new, "en");
        assert_eq!(pairs.pairs.len(), usize::from(same), "{changed} of ten words");
        assert_eq!((pairs.added.len(), pairs.dropped.len()), (usize::from(!same), usize::from(!same)));
    }
}

#[test]
fn twins_pair_with_the_one_that_says_the_same_and_blank_texts_with_nobody() {
    let old = [
        piece("entry:1", "Note", &[], "The first note."),
        piece("entry:2", "Note", &[], "The second note."),
        piece("entry:3", "Empty", &["a"], "  "),
    ];
    let new = [piece("entry:1", "Note", &[], "The second note."), piece("entry:2", "Blank", &["b"], "  ")];
    let pairs = match_pieces(&old, &new, "en");
    assert_eq!(pairs.pairs.iter().map(|pair| (pair.old, pair.new)).collect::<Vec<_>>(), [(1, 0)]);
    assert_eq!((pairs.added, pairs.dropped), (vec![1], vec![0, 2]));
}

// T-56
#[test]
fn sentences_end_at_their_signs_and_at_line_ends() {
    let rows: &[(&str, &[&str])] = &[
        ("One. Two! Three?", &["One.", "Two!", "Three?"]),
        ("Version 3.5 of it. Done", &["Version 3.5 of it.", "Done"]),
        ("“Stop!” she said. Then… nothing", &["“Stop!”", "she said.", "Then…", "nothing"]),
        ("灯が消えた。誰も来ない！「本当？」と。", &["灯が消えた。", "誰も来ない！", "「本当？」", "と。"]),
        ("पहला। दूसरा", &["पहला।", "दूसरा"]),
        ("a line\n\n  another  \r\nthird", &["a line", "another", "third"]),
        ("", &[]),
        ("...", &["..."]),
        ("ماذا؟ نعم", &["ماذا؟", "نعم"]),
    ];
    for (text, wanted) in rows {
        assert_eq!(&sentences(text), wanted, "{text:?}");
    }
}

// W-345
#[test]
fn sentences_are_compared_folded_and_shown_as_written() {
    use SentenceChange::{Added, Dropped, Same};
    let diff = diff_text(
        "The lamp is lit. Rain falls. Nobody  comes.",
        "The LAMP is lit. Snow falls. It is cold. Nobody comes.",
    );
    assert_eq!(
        diff.sentences,
        [Same(1), Dropped("Rain falls.".into()), Added("Snow falls.".into()), Added("It is cold.".into()), Same(1)]
    );
    assert!(!diff.is_same());
    assert!(diff_text("A.  B.", "a. b.").is_same());
    assert!(diff_text("", "").is_same());
    assert_eq!(diff_text("", "New.").sentences, [Added("New.".into())]);
}

// W-345
#[test]
fn more_than_fifteen_hundred_sentences_are_replaced_whole() {
    let text = |count: usize| (0..count).map(|at| format!("Sentence {at}.\n")).collect::<String>();
    let half = SENTENCES / 2;
    assert!(!diff_text(&text(half), &format!("{}Last.", text(half - 1))).too_long);
    let more = diff_text(&text(half), &format!("{}Last.", text(half)));
    assert!(more.too_long && more.sentences.is_empty() && !more.is_same());
    assert!(diff_text(&text(5_000), &text(5_000)).is_same(), "equal texts need no comparing");
}

proptest! {
    #[test]
    fn a_diff_makes_the_newer_text_of_the_older(old in "[abc]{0,12}", new in "[abc]{0,12}") {
        let text = |letters: &str| letters.chars().map(|letter| format!("{letter}{letter}.\n")).collect::<String>();
        let diff = diff_text(&text(&old), &text(&new));
        let (mut was, mut is) = (String::new(), String::new());
        let mut rest = new.chars();
        let mut same = 0;
        for change in &diff.sentences {
            match change {
                SentenceChange::Same(count) => {
                    let run: String = rest.by_ref().take(*count).collect();
                    was.push_str(&run);
                    is.push_str(&run);
                    same += count;
                }
                SentenceChange::Added(text) => { is.extend(text.chars().take(1)); rest.next(); }
                SentenceChange::Dropped(text) => was.extend(text.chars().take(1)),
            }
        }
        prop_assert_eq!(&was, &old);
        prop_assert_eq!(&is, &new);
        prop_assert!(same >= old.chars().zip(new.chars()).take_while(|(one, two)| one == two).count());
    }

    // W-344: each piece is used once, and every piece is somewhere.
    #[test]
    fn every_piece_is_paired_once_or_left_once(
        old in prop::collection::vec(("[ab]", "[xy]", "[mn ]{0,3}"), 0..8),
        new in prop::collection::vec(("[ab]", "[xy]", "[mn ]{0,3}"), 0..8),
    ) {
        let pieces = |rows: &[(String, String, String)]| -> Vec<Piece> {
            rows.iter().enumerate().map(|(at, (title, key, text))| piece(&format!("entry:{}", at + 1), title, &[key], text)).collect()
        };
        let (old, new) = (pieces(&old), pieces(&new));
        let pairs = match_pieces(&old, &new, "en");
        let mut left: Vec<usize> = pairs.pairs.iter().map(|pair| pair.old).chain(pairs.dropped.iter().copied()).collect();
        let mut right: Vec<usize> = pairs.pairs.iter().map(|pair| pair.new).chain(pairs.added.iter().copied()).collect();
        left.sort_unstable();
        right.sort_unstable();
        prop_assert_eq!(left, (0..old.len()).collect::<Vec<_>>());
        prop_assert_eq!(right, (0..new.len()).collect::<Vec<_>>());
        let itself = match_pieces(&old, &old, "en");
        prop_assert!(itself.pairs.iter().all(|pair| old[pair.old].text == old[pair.new].text));
        prop_assert!(itself.added.is_empty() && itself.dropped.is_empty());
    }
}
