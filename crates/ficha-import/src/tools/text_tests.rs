//! Positions, cuts and order of the search, over invented texts in many scripts.

use ficha_checks::measure;
use proptest::prelude::*;

use super::ToolError;
use super::fold::Folded;
use super::graphemes::{is_border, slice, snippet, turn};
use super::search::{How, SearchOpts, SearchResult, Within, search};
use crate::records::{Origin, Piece};

fn entry(number: usize, title: &str, keys: &[&str], text: &str) -> Piece {
    Piece {
        id: format!("entry:{number}"),
        origin: Origin::Entry,
        title: title.to_owned(),
        keys: Some(keys.iter().map(|key| (*key).to_owned()).collect()),
        chars: text.chars().count(),
        text: text.to_owned(),
        ..Piece::default()
    }
}

fn found(pieces: &[Piece], query: &str) -> SearchResult {
    search(pieces, query, SearchOpts::default()).unwrap()
}

/// The text a hit is in, by the id it names.
fn shown<'p>(pieces: &'p [Piece], id: &str) -> &'p str {
    let parts = pieces.iter().flat_map(|piece| piece.parts());
    let whole = pieces.iter().map(|piece| (piece.id.clone(), piece.text.as_str()));
    whole.chain(parts).find(|(part, _)| part == id).unwrap().1
}

// T-21
#[test]
fn folding_shifts_no_position() {
    let rows: &[(&str, &str, &[&str])] = &[
        ("the office is lit", "OFFICE", &["office"]),
        ("the o\u{fb03}ce is lit", "office", &["o\u{fb03}ce"]),
        ("at the \u{fb01}nal \u{fb01}re", "final", &["\u{fb01}nal"]),
        // Half a ligature is no place: its slice would not fold to the query.
        ("the o\u{fb03}ce", "ice", &[]),
        ("İstanbul, istanbul", "i\u{307}stanbul", &["İstanbul"]),
        ("İstanbul", "İSTANBUL", &["İstanbul"]),
        ("Ｌａｎｔｅｒｎ　Ｑｕａｙ at night", "lantern quay", &["Ｌａｎｔｅｒｎ　Ｑｕａｙ"]),
        ("cafe\u{301} and café", "café", &["cafe\u{301}", "café"]),
        ("cafe\u{301}", "cafe", &[]),
        ("one  \n\t two", "one two", &["one  \n\t two"]),
        ("“Who?” — she asked", "\"who?\" - she", &["“Who?” — she"]),
        ("夜の灯台守。灯台守は", "灯台守", &["灯台守", "灯台守"]),
        ("क्षत्रिय वंश", "वंश", &["वंश"]),
        ("ｶﾞﾗｽの船", "ガラス", &["ｶﾞﾗｽ"]),
        ("한국 한국", "한국", &["한국", "한국"]),
        ("ΟΔΟΣ και οδός", "οδοσ", &["ΟΔΟΣ"]),
        ("Straße", "STRASSE", &[]),
        // An accent by itself is a quotation mark, and no blank with something on it.
        ("it\u{b4}s", "it's", &["it\u{b4}s"]),
        ("a\u{a8}bc", "a \u{308}bc", &["a\u{a8}bc"]),
        ("Орла ФЕНВИК", "фенвик", &["ФЕНВИК"]),
    ];
    for (text, query, places) in rows {
        let wanted = Folded::wanted(query);
        let folded = Folded::of(text);
        let found: Vec<&str> = folded.places(&wanted).map(|(from, to)| slice(text, from, to)).collect();
        assert_eq!(&found, places, "{query:?} in {text:?}");
        for place in found {
            assert_eq!(measure::folded(place), measure::folded(query), "{place:?}");
        }
    }
}

// T-20
#[test]
fn a_phrase_comes_before_words_and_all_words_before_any() {
    let pieces = [
        entry(1, "Tax", &["tax"], "Every lamp pays. The light is sold by the hour."),
        entry(2, "Lamps", &[], "The light tax is due at dusk."),
        entry(3, "Quay", &[], "A tax on boats. No light here. Light!"),
    ];
    let phrase = found(&pieces, "Light  TAX");
    assert_eq!(phrase.total, 1);
    assert_eq!((phrase.hits[0].piece.as_str(), phrase.hits[0].how), ("entry:2", How::Phrase));
    let both = found(&pieces, "tax light");
    let ids: Vec<&str> = both.hits.iter().map(|hit| hit.piece.as_str()).collect();
    assert_eq!(ids, ["entry:1", "entry:1", "entry:1", "entry:2", "entry:2", "entry:3", "entry:3", "entry:3"]);
    assert!(both.hits.iter().all(|hit| hit.how == How::Words));
    let any = found(&pieces, "dusk light zeppelin");
    assert_eq!(any.hits[0].piece, "entry:2", "the piece with two of the words is first");
    assert_eq!(found(&pieces, "zeppelin"), SearchResult::default());
}

// T-23
#[test]
fn titles_and_keys_are_searched_and_hits_are_counted() {
    let text = "lantern ".repeat(50);
    let mut pieces: Vec<Piece> = (1..=12).map(|number| entry(number, "Quay", &[], &text)).collect();
    pieces.insert(0, entry(99, "The Lantern", &["Lantern oil"], "Nothing."));
    let result = found(&pieces, "lantern");
    assert_eq!(result.hits.len(), 30);
    assert_eq!(result.total, 2 + 12 * 50);
    let titles: Vec<&str> =
        result.hits.iter().filter(|hit| hit.within == Within::Title).map(|hit| hit.snippet.as_str()).collect();
    assert_eq!(titles, ["The Lantern", "Lantern oil"]);
    for number in 1..=9 {
        let id = format!("entry:{number}");
        assert_eq!(result.hits.iter().filter(|hit| hit.piece == id).count(), 3, "{id}");
    }
}

// T-24
#[test]
fn too_little_is_refused_and_a_query_is_no_pattern() {
    let pieces = [entry(1, "Marks", &[], "Price (in $): 4.5* or .*")];
    for query in ["", "  ", "a", "ab", " Ab ", "灯", "é"] {
        assert!(matches!(search(&pieces, query, SearchOpts::default()), Err(ToolError::QueryTooShort)), "{query:?}");
    }
    for query in ["abc", "灯台", "4.", "é灯"] {
        assert!(search(&pieces, query, SearchOpts::default()).is_ok(), "{query:?}");
    }
    assert_eq!(found(&pieces, "4.5*").total, 1);
    assert_eq!(found(&pieces, ".*").total, 1);
    assert_eq!(found(&pieces, "4x5").total, 0);
    assert_eq!(found(&pieces, "[a-z]+").total, 0);
}

// T-11
#[test]
fn a_hit_in_a_long_piece_names_the_part_and_one_over_a_cut_the_piece() {
    let mut piece = entry(4, "Long", &[], "The quay. The lamp at the mill. The tower.");
    piece.cuts = vec![10, 32];
    let pieces = [piece];
    let hit = |query: &str| found(&pieces, query).hits[0].clone();
    assert_eq!(hit("the quay").piece, "entry:4#1");
    let lamp = hit("lamp");
    assert_eq!((lamp.piece.as_str(), lamp.from, lamp.to), ("entry:4#2", 4, 8));
    assert_eq!(hit("tower").piece, "entry:4#3");
    let over = hit("quay. the lamp");
    assert_eq!((over.piece.as_str(), over.from), ("entry:4", 4));
    for query in ["the quay", "lamp", "tower", "quay. the lamp"] {
        let hit = hit(query);
        assert_eq!(measure::folded(slice(shown(&pieces, &hit.piece), hit.from, hit.to)), query);
    }
}

// T-22
#[test]
fn a_snippet_has_eighty_characters_on_either_side_and_ends_at_borders() {
    let text = format!("{}X{}", "a".repeat(100), "b".repeat(100));
    let cut = snippet(&text, 100, 101, 80);
    assert_eq!(cut.text, format!("…{}X{}…", "a".repeat(80), "b".repeat(80)));
    assert_eq!(slice(&cut.text, cut.from, cut.to), "X");
    let family = "👨‍👩‍👧";
    let text = format!("{}needle{}", family.repeat(30), family.repeat(30));
    let at = family.repeat(30).chars().count();
    let cut = snippet(&text, at, at + 6, 81);
    assert_eq!(slice(&cut.text, cut.from, cut.to), "needle");
    let around: Vec<&str> = cut.text.trim_matches('…').split("needle").collect();
    assert_eq!(around, [family.repeat(16), family.repeat(16)], "81 characters hold sixteen whole families");
    assert_eq!(snippet("short", 0, 5, 80).text, "short");
}

// T-30, T-31
#[test]
fn a_turn_has_six_thousand_characters_and_splits_no_cluster() {
    let text = "क्ष👨‍👩‍👧e\u{301}".repeat(1_000);
    let mut at = 0;
    let mut whole = String::new();
    loop {
        let turn = turn(&text, at, 6_000);
        assert!(turn.text.chars().count() <= 6_000);
        whole.push_str(turn.text);
        let Some(next) = turn.next() else { break };
        assert!(is_border(&text, whole.len()), "a turn ends between clusters");
        at = next;
    }
    assert_eq!(whole, text);
    let monster = format!("a{}", "\u{301}".repeat(9_000));
    assert_eq!(turn(&monster, 0, 6_000).text.chars().count(), 6_000, "a cluster longer than a turn is split");
    assert_eq!(turn("abc", 7, 6_000).next(), None);
}

proptest! {
    // T-21
    #[test]
    fn folded_letters_are_the_folded_text(text in "[ -~]{0,30}|\\PC{0,40}|[ a-eéİﬁ\u{300}-\u{305}ｶﾞ\u{a8}\n\t“—Σςß한글]{0,30}") {
        prop_assert_eq!(measure::folded(&Folded::of(&text).text()), measure::folded(&text));
        let text_folded = Folded::of(&text).text();
        prop_assert_eq!(text_folded.trim(), measure::folded(&text));
    }

    // Section 10, 2.
    #[test]
    fn every_hit_folds_to_the_query(
        text in "[ abcéİﬁ\u{300}\u{301}ｶﾞ灯台守\n\u{a8}“]{0,60}",
        query in "[ abcéİﬁ\u{301}ｶﾞ灯台守\u{a8}]{1,4}",
        cut in 1usize..50,
    ) {
        let mut piece = entry(1, "title", &[], &text);
        if cut < piece.chars {
            piece.cuts = vec![cut];
        }
        let pieces = [piece];
        let Ok(result) = search(&pieces, &query, SearchOpts { per_piece: 100, most: 100, around: 10 }) else {
            return Ok(());
        };
        for hit in result.hits.iter().filter(|hit| hit.within == Within::Text) {
            let place = measure::folded(slice(shown(&pieces, &hit.piece), hit.from, hit.to));
            match hit.how {
                How::Phrase => prop_assert_eq!(&place, &measure::folded(&query)),
                How::Words => prop_assert!(measure::folded(&query).split(' ').any(|word| word == place)),
            }
            prop_assert_eq!(
                slice(&hit.snippet, hit.mark_from, hit.mark_to),
                slice(shown(&pieces, &hit.piece), hit.from, hit.to)
            );
        }
    }

    // T-31
    #[test]
    fn turns_joined_are_the_text(text in "(\\PC|\u{301}|\u{200d}|\n){0,80}", most in 1usize..9) {
        let mut at = 0;
        let mut whole = String::new();
        loop {
            let turn = turn(&text, at, most);
            prop_assert_eq!(turn.from, at);
            prop_assert!(turn.text.chars().count() <= most);
            whole.push_str(turn.text);
            match turn.next() {
                Some(next) => { prop_assert!(next > at); at = next; }
                None => break,
            }
        }
        prop_assert_eq!(whole, text);
    }
}
