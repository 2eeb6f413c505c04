//! SillyTavern's documented rules of world info, one case each: a book, a chat, and who is called.

mod case;

use case::{Case, book, entry, key, pattern};
use ficha_chat::Names;
use ficha_chat::activation::{Because, Place, Settings, Stopped};
use ficha_chat::wake::wakes;
use serde_json::{Value, json};

#[test]
fn keys_and_logic() {
    let none: [&str; 0] = [];
    let secondary = |logic: &str| {
        entry(
            "a",
            "sea",
            json!({"secondaryTriggers": [{"keyword": "salt"}, {"keyword": "bell"}], "selectiveLogic": logic}),
        )
    };
    let cases: Vec<(&str, Case, Vec<&str>)> = vec![
        ("a key in the last message", Case::of(vec![entry("a", "sea", json!({}))], &["The sea."]), vec!["a"]),
        ("no key", Case::of(vec![entry("a", "sea", json!({}))], &["The hill."]), none.to_vec()),
        ("case does not count", Case::of(vec![entry("a", "SEA", json!({}))], &["the sea"]), vec!["a"]),
        (
            "case counts for the entry",
            Case::of(vec![entry("a", "SEA", json!({"caseSensitive": true}))], &["the sea"]),
            none.to_vec(),
        ),
        (
            "case counts for the app",
            Case::of(vec![entry("a", "SEA", json!({}))], &["the sea"]).with(|s| s.case_sensitive = true),
            none.to_vec(),
        ),
        (
            "the entry overrules the app",
            Case::of(vec![entry("a", "SEA", json!({"caseSensitive": false}))], &["the sea"])
                .with(|s| s.case_sensitive = true),
            vec!["a"],
        ),
        ("part of a word", Case::of(vec![entry("a", "sea", json!({}))], &["a seal"]), vec!["a"]),
        (
            "whole words",
            Case::of(vec![entry("a", "sea", json!({"matchWholeWords": true}))], &["a seal"]),
            none.to_vec(),
        ),
        (
            "whole words with a sign",
            Case::of(vec![entry("a", "sea", json!({"matchWholeWords": true}))], &["sea!"]),
            vec!["a"],
        ),
        (
            "several words are found as they are",
            Case::of(vec![entry("a", "deep sea", json!({"matchWholeWords": true}))], &["deep seal"]),
            vec!["a"],
        ),
        (
            "a pattern",
            Case::of(vec![entry("a", "", json!({"triggers": pattern("s[ae]+l?", "i")}))], &["SEAL"]),
            vec!["a"],
        ),
        (
            "a pattern keeps its case",
            Case::of(vec![entry("a", "", json!({"triggers": pattern("sea", "")}))], &["SEA"]),
            none.to_vec(),
        ),
        ("a macro in a key", Case::of(vec![entry("a", "{{char}}", json!({}))], &["marit waves"]), vec!["a"]),
        ("the speaker's name is searched", Case::of(vec![entry("a", "ola", json!({}))], &["hm"]), vec!["a"]),
        (
            "names left out",
            Case::of(vec![entry("a", "ola", json!({}))], &["hm"]).with(|s| s.include_names = false),
            none.to_vec(),
        ),
        ("and any", Case::of(vec![secondary("and_any")], &["sea and bell"]), vec!["a"]),
        ("and any without", Case::of(vec![secondary("and_any")], &["sea"]), none.to_vec()),
        ("and all", Case::of(vec![secondary("and_all")], &["sea, bell"]), none.to_vec()),
        ("and all with all", Case::of(vec![secondary("and_all")], &["sea, bell, salt"]), vec!["a"]),
        ("not any", Case::of(vec![secondary("not_any")], &["sea, bell"]), none.to_vec()),
        ("not any with none", Case::of(vec![secondary("not_any")], &["sea"]), vec!["a"]),
        ("not all", Case::of(vec![secondary("not_all")], &["sea, bell, salt"]), none.to_vec()),
        ("not all with some", Case::of(vec![secondary("not_all")], &["sea, bell"]), vec!["a"]),
        ("off", Case::of(vec![entry("a", "sea", json!({"enabled": false}))], &["sea"]), none.to_vec()),
        ("constant", Case::of(vec![entry("a", "sea", json!({"constant": true}))], &["hill"]), vec!["a"]),
        (
            "constant and off",
            Case::of(vec![entry("a", "sea", json!({"constant": true, "enabled": false}))], &["sea"]),
            none.to_vec(),
        ),
        (
            "a decorator calls",
            Case::of(vec![entry("a", "x", json!({"content": "@@activate\ntext"}))], &["hill"]),
            vec!["a"],
        ),
        (
            "a decorator forbids",
            Case::of(vec![entry("a", "sea", json!({"content": "@@dont_activate\ntext", "constant": true}))], &["sea"]),
            none.to_vec(),
        ),
        ("two messages deep", Case::of(vec![entry("a", "sea", json!({}))], &["sea", "hm", "hm"]), none.to_vec()),
        (
            "as deep as the entry says",
            Case::of(vec![entry("a", "sea", json!({"scanDepth": 3}))], &["sea", "hm", "hm"]),
            vec!["a"],
        ),
        ("a depth of nothing", Case::of(vec![entry("a", "sea", json!({"scanDepth": 0}))], &["sea"]), none.to_vec()),
        (
            "the order of texts",
            Case::of(
                vec![entry("a", "sea", json!({"sortOrder": 50})), entry("b", "sea", json!({"sortOrder": 10}))],
                &["sea"],
            ),
            vec!["b", "a"],
        ),
        (
            "another generation",
            Case::of(vec![entry("a", "sea", json!({"generationTriggers": ["quiet"]}))], &["sea"]),
            none.to_vec(),
        ),
        (
            "this generation",
            Case::of(vec![entry("a", "sea", json!({"generationTriggers": ["quiet", "normal"]}))], &["sea"]),
            vec!["a"],
        ),
        (
            "another character",
            Case::of(vec![entry("a", "sea", json!({"characterFilter": {"names": ["oda"]}}))], &["sea"]),
            none.to_vec(),
        ),
        (
            "this character",
            Case::of(vec![entry("a", "sea", json!({"characterFilter": {"names": ["marit"]}}))], &["sea"]),
            vec!["a"],
        ),
        (
            "all but this character",
            Case::of(
                vec![entry("a", "sea", json!({"characterFilter": {"names": ["marit"], "isExclude": true}}))],
                &["sea"],
            ),
            none.to_vec(),
        ),
        (
            "a category that is off",
            {
                let mut case = Case::of(vec![entry("a", "sea", json!({"categoryId": "c"}))], &["sea"]);
                case.book["categories"] = json!([{"id": "c", "enabled": false}]);
                case
            },
            none.to_vec(),
        ),
    ];
    for (what, case, wanted) in cases {
        assert_eq!(case.called(), wanted, "{what}");
    }
}

#[test]
fn recursion_calls_by_text() {
    let chain = || {
        vec![
            entry("a", "sea", json!({"content": "a bell rings"})),
            entry("b", "bell", json!({"content": "salt"})),
            entry("c", "salt", json!({})),
        ]
    };
    assert_eq!(Case::of(chain(), &["sea"]).called(), ["a"]);
    let on = |entries| Case::of(entries, &["sea"]).with(|s| s.recursive = true);
    let outcome = on(chain()).outcome();
    let loops: Vec<(String, usize)> =
        outcome.called.iter().map(|called| (called.entry.clone(), called.in_loop)).collect();
    assert_eq!(loops, [("a".to_owned(), 1), ("b".to_owned(), 2), ("c".to_owned(), 3)]);
    let Because::Keys { found_in, .. } = &outcome.called[1].because else { panic!("{:?}", outcome.called[1]) };
    assert_eq!(*found_in, Place::Entry((0, "a".to_owned())));
    assert_eq!(on(chain()).with(|s| s.most_loops = 2).called(), ["a", "b"]);

    let mut ends = chain();
    ends[0]["preventRecursion"] = json!(true);
    assert_eq!(on(ends).called(), ["a"]);
    let mut excludes = chain();
    excludes[1]["excludeRecursion"] = json!(true);
    let case = on(excludes);
    assert_eq!(case.called(), ["a"]);
    assert_eq!(case.stopped("b"), Some(Stopped::ExcludesRecursion));
    let mut waits = chain();
    waits[0]["delayUntilRecursion"] = json!(true);
    assert_eq!(on(waits.clone()).called(), Vec::<String>::new(), "nothing recurses, so the one level never opens");
    waits.push(entry("d", "", json!({"constant": true, "sortOrder": 1})));
    assert_eq!(on(waits).called(), ["d", "a", "b", "c"]);
    let mut levels = chain();
    levels[0]["constant"] = json!(true);
    levels[1]["delayUntilRecursion"] = json!(2);
    levels[2]["delayUntilRecursion"] = json!(1);
    levels[2]["triggers"] = key("rings");
    let outcome = on(levels).outcome();
    let order: Vec<(&str, usize)> =
        outcome.called.iter().map(|called| (called.entry.as_str(), called.in_loop)).collect();
    assert_eq!(order, [("a", 1), ("c", 2), ("b", 4)]);
}

#[test]
fn a_ring_of_entries_ends() {
    let ring = vec![entry("a", "sea", json!({"content": "bell"})), entry("b", "bell", json!({"content": "sea"}))];
    let outcome = Case::of(ring, &["sea"]).with(|s| s.recursive = true).outcome();
    assert_eq!(outcome.called.len(), 2);
    assert_eq!(outcome.loops, 3);
}

#[test]
fn texts_beside_the_chat_are_searched_when_asked() {
    let mut case =
        Case::of(vec![entry("a", "sea", json!({"scanScenario": true})), entry("b", "sea", json!({}))], &["hm"]);
    case.sources.scenario = "By the sea.".to_owned();
    assert_eq!(case.called(), ["a"]);
}

#[test]
fn the_budget_leaves_out_what_comes_last() {
    let entries = vec![
        entry("a", "sea", json!({"sortOrder": 30})),
        entry("b", "sea", json!({"sortOrder": 20})),
        entry("c", "sea", json!({"sortOrder": 10, "ignoreBudget": true})),
    ];
    let case = Case::of(entries, &["sea"]).with(|s| s.budget = Some(6));
    let outcome = case.outcome();
    assert!(outcome.over_budget);
    assert_eq!(case.called(), ["c", "a"]);
    assert_eq!(case.stopped("b"), Some(Stopped::Budget));
    assert_eq!(outcome.tokens, 6);
}

#[test]
fn chance_is_drawn_once_and_from_the_seed() {
    let never = Case::of(vec![entry("a", "sea", json!({"probability": 0}))], &["sea"]);
    assert_eq!(never.stopped("a"), Some(Stopped::Chance { probability: 0 }));
    let unused = Case::of(vec![entry("a", "sea", json!({"probability": 0, "useProbability": false}))], &["sea"]);
    assert_eq!(unused.called(), ["a"]);
    let half = |seed| {
        let mut case = Case::of(vec![entry("a", "sea", json!({"probability": 50}))], &["sea"]);
        case.seed = seed;
        case.called().len()
    };
    let hits: usize = (0..400).map(half).sum();
    assert!((150..250).contains(&hits), "{hits}");
    assert_eq!(half(9), half(9));
}

#[test]
fn one_of_a_group_stays() {
    let group = |more: [Value; 2]| {
        let [first, second] = more;
        vec![entry("a", "sea", first), entry("b", "sea", second)]
    };
    let case = Case::of(group([json!({"groupName": "g"}), json!({"groupName": "g"})]), &["sea"]);
    assert_eq!(case.called().len(), 1);
    let by_order = Case::of(
        group([
            json!({"groupName": "g", "groupOverride": true, "sortOrder": 5}),
            json!({"groupName": "g", "groupOverride": true, "sortOrder": 9}),
        ]),
        &["sea"],
    );
    assert_eq!(by_order.called(), ["b"]);
    assert_eq!(
        by_order.stopped("a"),
        Some(Stopped::Group { group: "g".to_owned(), winner: Some((0, "b".to_owned())) })
    );
    let weighted = Case::of(
        group([json!({"groupName": "g", "groupWeight": 0}), json!({"groupName": "g", "groupWeight": 100})]),
        &["sea"],
    );
    assert_eq!(weighted.called(), ["b"]);
    let scored = Case::of(
        vec![
            entry(
                "a",
                "sea",
                json!({"groupName": "g", "useGroupScoring": true, "triggers": [{"keyword": "sea"}, {"keyword": "bell"}]}),
            ),
            entry("b", "sea", json!({"groupName": "g", "useGroupScoring": true})),
        ],
        &["sea and bell"],
    );
    assert_eq!(scored.called(), ["a"]);
    let two_groups = Case::of(group([json!({"groupName": "g, h"}), json!({"groupName": "x"})]), &["sea"]);
    assert_eq!(two_groups.called().len(), 2);
    let later = vec![
        entry("a", "sea", json!({"groupName": "g", "content": "bell"})),
        entry("b", "bell", json!({"groupName": "g"})),
    ];
    let case = Case::of(later, &["sea"]).with(|s| s.recursive = true);
    assert_eq!(case.called(), ["a"], "a group that called one calls no other");
    assert_eq!(case.stopped("b"), Some(Stopped::Group { group: "g".to_owned(), winner: None }));
}

#[test]
fn effects_last_for_messages() {
    let sticky = Case::of(vec![entry("a", "sea", json!({"sticky": 2, "scanDepth": 1}))], &["sea", "x", "x", "x"]);
    let spoken: Vec<bool> = sticky.walked().iter().map(|called| !called.is_empty()).collect();
    assert_eq!(spoken, [true, true, false, false]);
    let cooldown =
        Case::of(vec![entry("a", "sea", json!({"cooldown": 2, "scanDepth": 1}))], &["sea", "sea", "sea", "sea"]);
    let spoken: Vec<bool> = cooldown.walked().iter().map(|called| !called.is_empty()).collect();
    assert_eq!(spoken, [true, false, true, false]);
    let both = Case::of(
        vec![entry("a", "sea", json!({"sticky": 1, "cooldown": 2, "scanDepth": 1}))],
        &["sea", "sea", "sea", "sea", "sea"],
    );
    let spoken: Vec<bool> = both.walked().iter().map(|called| !called.is_empty()).collect();
    assert_eq!(spoken, [true, false, false, true, false], "the rest begins where the stay ends");
    let delay = Case::of(vec![entry("a", "sea", json!({"delay": 3, "scanDepth": 1}))], &["sea", "sea", "sea"]);
    let spoken: Vec<bool> = delay.walked().iter().map(|called| !called.is_empty()).collect();
    assert_eq!(spoken, [false, false, true]);
}

#[test]
fn too_few_entries_search_further_back() {
    let chat = ["sea", "x", "x", "x", "x"];
    let case = Case::of(vec![entry("a", "sea", json!({}))], &chat).with(|s| s.least_entries = 1);
    assert_eq!(case.called(), ["a"]);
    let near = Case::of(vec![entry("a", "sea", json!({}))], &chat).with(|s| {
        s.least_entries = 1;
        s.least_entries_depth = 2;
    });
    assert_eq!(near.called(), Vec::<String>::new());
}

#[test]
fn a_key_that_is_no_pattern_is_told_and_the_rest_goes_on() {
    let mut broken = entry("a", "sea", json!({}));
    broken["triggers"] = json!([{"keyword": "(", "isRegex": true}, {"keyword": "sea"}]);
    let outcome = Case::of(vec![broken], &["sea"]).outcome();
    assert_eq!(outcome.called.len(), 1);
    assert_eq!((outcome.faults.len(), outcome.faults[0].key.as_str()), (1, "/(/"));
}

#[test]
fn every_silent_entry_says_what_stopped_it() {
    let entries = vec![
        entry("off", "sea", json!({"enabled": false})),
        entry("keyless", "", json!({"triggers": []})),
        entry("quiet", "sea", json!({"generationTriggers": ["quiet"]})),
        entry("other", "hill", json!({})),
        entry("young", "sea", json!({"delay": 9})),
        entry("choosy", "sea", json!({"secondaryTriggers": [{"keyword": "salt"}]})),
        entry("late", "sea", json!({"delayUntilRecursion": 1})),
    ];
    let case = Case::of(entries, &["hm sea"]);
    assert_eq!(case.stopped("off"), Some(Stopped::Off));
    assert_eq!(case.stopped("keyless"), Some(Stopped::NoKeys));
    assert_eq!(case.stopped("quiet"), Some(Stopped::Generation));
    assert_eq!(case.stopped("other"), Some(Stopped::NoMatch));
    assert_eq!(case.stopped("young"), Some(Stopped::Delay { until: 9 }));
    assert!(matches!(case.stopped("choosy"), Some(Stopped::Secondary { .. })));
}

#[test]
fn the_graph_of_wakes_is_drawn_from_texts_and_keys() {
    let body = book(vec![
        entry("a", "sea", json!({"content": "a bell and the sea"})),
        entry("b", "bell", json!({"content": "salt", "preventRecursion": true})),
        entry("c", "salt", json!({})),
        entry("d", "bell", json!({"excludeRecursion": true})),
    ]);
    let books = [("Book".to_owned(), &body)];
    let found = wakes(&books, &Names::default(), &Settings::default());
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].from.1.as_str(), found[0].to.1.as_str(), found[0].key.as_str()), ("a", "b", "bell"));
}
