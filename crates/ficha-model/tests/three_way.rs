//! Three versions of a value: what needs a choice, and what comes of choosing.

use ficha_model::{Part, Side, Slot, Standing, three_way};
use serde_json::{Value, json};

/// The differences, and what comes of taking the usual side of each.
fn usual(base: &Value, mine: &Value, theirs: &Value) -> (Vec<Slot>, Value) {
    let mut slots = Vec::new();
    let merged = three_way(base, mine, theirs, &mut |slot| {
        slots.push(slot.clone());
        slot.usual()
    });
    (slots, merged)
}

fn chosen(base: &Value, mine: &Value, theirs: &Value, side: Side) -> Value {
    three_way(base, mine, theirs, &mut |slot| if slot.standing == Standing::Both { side } else { slot.usual() })
}

fn standings(slots: &[Slot]) -> Vec<(String, Standing)> {
    slots.iter().map(|slot| (slot.path.to_string(), slot.standing)).collect()
}

#[test]
fn edits_stay_the_rest_follows_and_only_double_edits_need_a_choice() {
    let base = json!({"identity": {"name": "Tilda", "description": "old words", "age": "30"}, "greetings": {"firstMessage": "Hi"}});
    let mine = json!({"identity": {"name": "Tilda Q.", "description": "old words", "age": "31"}, "persona": {"scenario": "mine"}, "greetings": {"firstMessage": "Hi"}});
    let theirs = json!({"identity": {"name": "Tilda", "description": "new words", "age": "32"}, "greetings": {"firstMessage": "Hello"}});
    let (slots, merged) = usual(&base, &mine, &theirs);
    assert_eq!(
        standings(&slots),
        [
            ("identity.name".to_owned(), Standing::Mine),
            ("identity.description".to_owned(), Standing::Theirs),
            ("identity.age".to_owned(), Standing::Both),
            ("greetings.firstMessage".to_owned(), Standing::Theirs),
            ("persona.scenario".to_owned(), Standing::Mine),
        ]
    );
    assert_eq!(
        merged,
        json!({"identity": {"name": "Tilda Q.", "description": "new words", "age": "31"}, "greetings": {"firstMessage": "Hello"}, "persona": {"scenario": "mine"}})
    );
    assert_eq!(chosen(&base, &mine, &theirs, Side::Theirs)["identity"]["age"], "32");
}

#[test]
fn rows_are_known_again_wherever_they_stand() {
    let base = json!({"entries": [{"id": 1, "content": "a"}, {"id": 2, "content": "b"}, {"id": 3, "content": "c"}]});
    let mine = json!({"entries": [{"id": 3, "content": "c"}, {"id": 1, "content": "a"}, {"id": 2, "content": "B"}, {"id": 9, "content": "own"}]});
    let theirs = json!({"entries": [{"id": 1, "content": "aa"}, {"id": 2, "content": "b"}, {"id": 4, "content": "new"}, {"id": 3, "content": "c"}]});
    let (slots, merged) = usual(&base, &mine, &theirs);
    let by_part = |part: Part| slots.iter().filter(|slot| slot.part == part).count();
    assert_eq!((by_part(Part::Order), by_part(Part::Row), by_part(Part::Value)), (1, 2, 2), "{slots:#?}");
    assert_eq!(
        merged,
        json!({"entries": [{"id": 3, "content": "c"}, {"id": 1, "content": "aa"}, {"id": 2, "content": "B"}, {"id": 4, "content": "new"}, {"id": 9, "content": "own"}]})
    );
}

#[test]
fn a_row_removed_here_and_edited_there_is_one_choice() {
    let base = json!({"entries": [{"id": 1, "content": "a"}, {"id": 2, "content": "b", "name": "bell"}]});
    let mine = json!({"entries": [{"id": 1, "content": "a"}]});
    let theirs = json!({"entries": [{"id": 1, "content": "a"}, {"id": 2, "content": "bb", "name": "bell"}]});
    let (slots, merged) = usual(&base, &mine, &theirs);
    assert_eq!(standings(&slots), [("entries[1]".to_owned(), Standing::Both)]);
    assert_eq!(merged, mine);
    assert_eq!(chosen(&base, &mine, &theirs, Side::Theirs), theirs);
}

#[test]
fn two_new_rows_of_one_id_are_two_and_one_added_on_both_sides_is_one() {
    let base = json!({"entries": [{"id": 1, "content": "a"}]});
    let row = |id: u32, text: &str| json!({"id": id, "content": text});
    let mine = json!({"entries": [row(1, "a"), row(2, "mine"), row(3, "the same on both sides")]});
    let theirs = json!({"entries": [row(1, "a"), row(2, "theirs"), row(7, "the same on both sides")]});
    let (_, merged) = usual(&base, &mine, &theirs);
    let texts: Vec<&str> =
        merged["entries"].as_array().expect("rows").iter().filter_map(|row| row["content"].as_str()).collect();
    assert_eq!(texts.len(), 4, "{texts:?}");
    assert_eq!(texts.iter().filter(|text| **text == "the same on both sides").count(), 1);
}

#[test]
fn texts_are_joined_where_the_edits_do_not_touch() {
    let base = json!({"text": "The bell rings at dusk and nobody comes."});
    let mine = json!({"text": "The old bell rings at dusk and nobody comes."});
    let theirs = json!({"text": "The bell rings at dusk and everybody comes."});
    assert_eq!(chosen(&base, &mine, &theirs, Side::Joined)["text"], "The old bell rings at dusk and everybody comes.");
}

#[test]
fn odd_values_are_taken_whole() {
    for (base, mine, theirs) in [
        (json!({"a": "text"}), json!({"a": ["list"]}), json!({"a": {"map": 1}})),
        (json!({"a": null}), json!({"a": 1}), json!({})),
        (json!({}), json!({"a": [[1], [2]]}), json!({"a": "x"})),
        (json!([]), json!({"a": 1}), json!("text")),
    ] {
        assert_eq!(chosen(&base, &mine, &theirs, Side::Mine), mine, "{base} {mine} {theirs}");
    }
}

#[test]
fn choosing_one_side_everywhere_gives_that_side() {
    let base = json!({"a": "1", "list": [{"id": "x", "t": "1"}, {"id": "y", "t": "2"}], "tags": ["p", "q"]});
    let mine = json!({"a": "2", "list": [{"id": "y", "t": "3"}, {"id": "n", "t": "0"}], "tags": ["q", "r"], "more": {"b": true}});
    let theirs =
        json!({"list": [{"id": "x", "t": "9"}, {"id": "y", "t": "2"}, {"id": "z", "t": "7"}], "tags": ["s", "p"]});
    for (side, wanted) in [(Side::Mine, &mine), (Side::Theirs, &theirs)] {
        let merged = three_way(&base, &mine, &theirs, &mut |_| side);
        assert!(ficha_model::same(&merged, wanted), "{side:?}: {merged} is not {wanted}");
    }
}

#[test]
fn five_thousand_rows_are_compared_in_time() {
    let rows = |edit: &dyn Fn(usize) -> String| -> Value {
        Value::Array((0..5_000).map(|n| json!({"id": n, "content": edit(n)})).collect())
    };
    let base = json!({ "entries": rows(&|n| format!("text {n}")) });
    let mine = json!({ "entries": rows(&|n| if n % 2 == 0 { format!("mine {n}") } else { format!("text {n}") }) });
    let theirs = json!({ "entries": rows(&|n| if n % 3 == 0 { format!("theirs {n}") } else { format!("text {n}") }) });
    let started = std::time::Instant::now();
    let (slots, _) = usual(&base, &mine, &theirs);
    assert_eq!(slots.len(), (0..5_000).filter(|n| n % 2 == 0 || n % 3 == 0).count());
    assert!(started.elapsed().as_secs() < 5, "{:?}", started.elapsed());
}
