//! Every rule of `docs/activation.md` by its number, with cases that hold the engine to it. A rule without a case fails,
//! and so does a case without a rule.

mod case;

use std::collections::BTreeSet;

use case::{Case, entry, key, pattern};
use ficha_chat::activation::{Because, Place, Stopped, trial};
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../../docs/activation.md");

/// A case: the rule it is of, what it is about, and whether it held.
type Held = (&'static str, &'static str, bool);

fn sea(more: Value) -> Case {
    Case::of(vec![entry("a", "sea", more)], &["The sea."])
}

fn wakes(case: &Case) -> bool {
    !case.called().is_empty()
}

fn with_pattern(keyword: &str, flags: &str, said: &str) -> bool {
    let triggers = json!({"triggers": pattern(keyword, flags)});
    wakes(&Case::of(vec![entry("a", "", triggers)], &[said]))
}

fn second(logic: &str, said: &str) -> bool {
    let more = json!({"secondaryTriggers": [{"keyword": "salt"}, {"keyword": "bell"}], "selectiveLogic": logic});
    wakes(&Case::of(vec![entry("a", "sea", more)], &[said]))
}

fn keys() -> Vec<Held> {
    let whole =
        |word: &str, said: &str| wakes(&Case::of(vec![entry("a", word, json!({"matchWholeWords": true}))], &[said]));
    let shouted = || Case::of(vec![entry("a", "SEA", json!({}))], &["the sea"]);
    vec![
        ("K1", "one key of several is enough", {
            let triggers = json!({"triggers": [{"keyword": "hill"}, {"keyword": "sea"}]});
            wakes(&Case::of(vec![entry("a", "", triggers)], &["The sea."]))
        }),
        ("K1", "no key is said", !wakes(&Case::of(vec![entry("a", "sea", json!({}))], &["The hill."]))),
        ("K1", "without keys it never wakes", sea(json!({"triggers": []})).stopped("a") == Some(Stopped::NoKeys)),
        ("K2", "case does not count by itself", wakes(&shouted())),
        ("K2", "case counts where the app says so", !wakes(&shouted().with(|s| s.case_sensitive = true))),
        ("K2", "the entry goes before the app", {
            let own = Case::of(vec![entry("a", "SEA", json!({"caseSensitive": false}))], &["the sea"]);
            wakes(&own.with(|s| s.case_sensitive = true))
        }),
        ("K2", "null leaves it to the app", {
            let own = Case::of(vec![entry("a", "SEA", json!({"caseSensitive": null}))], &["the sea"]);
            !wakes(&own.with(|s| s.case_sensitive = true))
        }),
        ("K3", "a key is found inside a word", wakes(&Case::of(vec![entry("a", "sea", json!({}))], &["a seal"]))),
        ("K3", "whole words are not", !whole("sea", "a seal") && whole("sea", "sea!")),
        ("K3", "several words are found as they are", whole("deep sea", "a deep seal")),
        ("K4", "a pattern between slashes", with_pattern("s[ae]+l?", "i", "SEAL")),
        ("K4", "a pattern keeps its case without the flag", !with_pattern("sea", "", "SEA")),
        ("K4", "a pattern that does not work is taken as plain words", with_pattern("(", "", "say /(/ now")),
        ("K5", "names are filled in", wakes(&Case::of(vec![entry("a", "{{char}}", json!({}))], &["marit waves"]))),
        ("K6", "speakers are searched", wakes(&Case::of(vec![entry("a", "ola", json!({}))], &["hm"]))),
        ("K6", "unless the app leaves them out", {
            !wakes(&Case::of(vec![entry("a", "ola", json!({}))], &["hm"]).with(|s| s.include_names = false))
        }),
        ("L1", "and any", second("and_any", "sea, bell") && !second("and_any", "sea")),
        ("L2", "not all", second("not_all", "sea, bell") && !second("not_all", "sea, bell, salt")),
        ("L3", "not any", second("not_any", "sea") && !second("not_any", "sea, bell")),
        ("L4", "and all", second("and_all", "sea, bell, salt") && !second("and_all", "sea, bell")),
        ("L5", "without second keys the logic does not count", wakes(&sea(json!({"selectiveLogic": "and_all"})))),
        ("L5", "switched off, second keys do not count", {
            wakes(&sea(json!({"secondaryTriggers": [{"keyword": "salt"}], "triggerMode": "simple"})))
        }),
    ]
}

fn reach() -> Vec<Held> {
    let long = ["sea", "hm", "hm"];
    let beside = |more: Value| {
        let mut case = Case::of(vec![entry("a", "sea", more)], &["hm"]);
        case.sources.persona = "of the sea".to_owned();
        wakes(&case)
    };
    vec![
        ("D1", "as far as the app says", !wakes(&Case::of(vec![entry("a", "sea", json!({}))], &long))),
        ("D1", "the app looks further", {
            wakes(&Case::of(vec![entry("a", "sea", json!({}))], &long).with(|s| s.depth = 3))
        }),
        ("D2", "the entry goes before", wakes(&Case::of(vec![entry("a", "sea", json!({"scanDepth": 3}))], &long))),
        ("D2", "a depth of nothing sees nothing", !wakes(&sea(json!({"scanDepth": 0})))),
        ("D2", "never more than a thousand", {
            let mut chat = vec!["sea"];
            chat.extend(std::iter::repeat_n("hm", 1000));
            !wakes(&Case::of(vec![entry("a", "sea", json!({"scanDepth": 5000}))], &chat))
        }),
        ("D3", "a text beside the chat", beside(json!({"scanUserPersona": true})) && !beside(json!({}))),
        ("D4", "further back while too few wake", {
            wakes(&Case::of(vec![entry("a", "sea", json!({}))], &long).with(|s| s.least_entries = 1))
        }),
        ("D4", "as far as that may go", {
            let near = Case::of(vec![entry("a", "sea", json!({}))], &["sea", "hm", "hm", "hm", "hm"]).with(|s| {
                s.least_entries = 1;
                s.least_entries_depth = 2;
            });
            !wakes(&near)
        }),
    ]
}

fn switches() -> Vec<Held> {
    let filtered = |filter: Value| wakes(&sea(json!({"characterFilter": filter})));
    let content = |text: &str, more: Value| {
        let mut case = sea(more);
        case.book["entries"][0]["content"] = json!(text);
        wakes(&case)
    };
    vec![
        ("S1", "off", sea(json!({"enabled": false})).stopped("a") == Some(Stopped::Off)),
        ("S1", "in a folder that is off", {
            let mut case = sea(json!({"categoryId": "c"}));
            case.book["categories"] = json!([{"id": "c", "enabled": false}]);
            !wakes(&case)
        }),
        ("S1", "in a book that is off", {
            let mut case = sea(json!({}));
            case.book["enabled"] = json!(false);
            !wakes(&case)
        }),
        ("S2", "always on", wakes(&Case::of(vec![entry("a", "x", json!({"constant": true}))], &["hm"]))),
        ("S3", "for another kind of reply", !wakes(&sea(json!({"generationTriggers": ["quiet"]})))),
        ("S3", "for this one", wakes(&sea(json!({"generationTriggers": ["quiet", "normal"]})))),
        ("S4", "for other characters", !filtered(json!({"names": ["oda"]}))),
        ("S4", "for this one", filtered(json!({"names": ["marit"]}))),
        ("S4", "for all but this one", !filtered(json!({"names": ["marit"], "isExclude": true}))),
        ("S4", "names and tags both", !filtered(json!({"names": ["marit"], "tags": ["7"]}))),
        ("S5", "a line that activates", content("@@activate\ntext", json!({"triggers": key("x")}))),
        ("S5", "a line that forbids", !content("@@dont_activate\ntext", json!({"constant": true}))),
    ]
}

fn walked(more: Value, chat: &[&str]) -> Vec<bool> {
    Case::of(vec![entry("a", "sea", more)], chat).walked().iter().map(|called| !called.is_empty()).collect()
}

fn time() -> Vec<Held> {
    let group =
        |first: Value, second: Value| Case::of(vec![entry("a", "sea", first), entry("b", "sea", second)], &["sea"]);
    let half = |seed| {
        let mut case = sea(json!({"probability": 50}));
        case.seed = seed;
        wakes(&case)
    };
    vec![
        ("T1", "stays", walked(json!({"sticky": 2, "scanDepth": 1}), &["sea", "x", "x"]) == [true, true, false]),
        ("T2", "rests", {
            walked(json!({"cooldown": 2, "scanDepth": 1}), &["sea", "sea", "sea"]) == [true, false, true]
        }),
        ("T2", "rests after it stayed", {
            let both = json!({"sticky": 1, "cooldown": 2, "scanDepth": 1});
            walked(both, &["sea", "sea", "sea", "sea"]) == [true, false, false, true]
        }),
        ("T3", "waits for the chat", walked(json!({"delay": 3}), &["sea", "sea", "sea"]) == [false, false, true]),
        ("T4", "chance of nothing", {
            sea(json!({"probability": 0})).stopped("a") == Some(Stopped::Chance { probability: 0 })
        }),
        ("T4", "a chance that does not count", wakes(&sea(json!({"probability": 0, "useProbability": false})))),
        ("T4", "chance is the seed's", half(3) == half(3) && (0..64).any(half) && !(0..64).all(half)),
        ("T5", "no draw while it stays", {
            let first = (0..64).find(|seed| {
                let mut case = Case::of(
                    vec![entry("a", "sea", json!({"sticky": 9, "probability": 50}))],
                    &["sea", "x", "x", "x", "x"],
                );
                case.seed = *seed;
                case.walked()[0].len() == 1
            });
            let mut case = Case::of(
                vec![entry("a", "sea", json!({"sticky": 9, "probability": 50}))],
                &["sea", "x", "x", "x", "x"],
            );
            case.seed = first.unwrap();
            case.walked().iter().all(|called| called.len() == 1)
        }),
        ("G1", "one of a group", group(json!({"groupName": "g"}), json!({"groupName": "g"})).called().len() == 1),
        ("G1", "a group is one of several names", {
            group(json!({"groupName": "g, h"}), json!({"groupName": "h"})).called().len() == 1
        }),
        ("G2", "drawn by weight", {
            let heavy = json!({"groupName": "g", "groupWeight": 100});
            group(json!({"groupName": "g", "groupWeight": 0}), heavy).called() == ["b"]
        }),
        ("G3", "won by order", {
            let own = |order: u8| json!({"groupName": "g", "groupOverride": true, "sortOrder": order});
            group(own(5), own(9)).called() == ["b"]
        }),
        ("G4", "won by most keys", {
            let many =
                json!({"groupName": "g", "useGroupScoring": true, "triggers": [{"keyword": "sea"}, {"keyword": "se"}]});
            group(many, json!({"groupName": "g", "useGroupScoring": true})).called() == ["a"]
        }),
        ("G5", "a group that woke one wakes no other", {
            let entries = vec![
                entry("a", "sea", json!({"groupName": "g", "content": "bell"})),
                entry("b", "bell", json!({"groupName": "g"})),
            ];
            Case::of(entries, &["sea"]).with(|s| s.recursive = true).called() == ["a"]
        }),
        ("B1", "what comes first has room", {
            let entries =
                vec![entry("a", "sea", json!({"sortOrder": 30})), entry("b", "sea", json!({"sortOrder": 20}))];
            let case = Case::of(entries, &["sea"]).with(|s| s.budget = Some(6));
            case.called() == ["a"] && case.stopped("b") == Some(Stopped::Budget)
        }),
        ("B2", "unless it heeds no budget", {
            let entries = vec![
                entry("a", "sea", json!({"sortOrder": 30})),
                entry("b", "sea", json!({"sortOrder": 20, "ignoreBudget": true})),
            ];
            Case::of(entries, &["sea"]).with(|s| s.budget = Some(4)).called() == ["b", "a"]
        }),
        ("O1", "a lower order stands first", {
            let entries =
                vec![entry("a", "sea", json!({"sortOrder": 50})), entry("b", "sea", json!({"sortOrder": 10}))];
            Case::of(entries, &["sea"]).called() == ["b", "a"]
        }),
    ]
}

fn recursion() -> Vec<Held> {
    let chain = |of: [Value; 2]| {
        let [mut first, second] = of;
        first["content"] = json!("a bell");
        Case::of(vec![entry("a", "sea", first), entry("b", "bell", second)], &["sea"]).with(|s| s.recursive = true)
    };
    let plain = || chain([json!({}), json!({})]);
    vec![
        ("R1", "a text wakes", plain().called() == ["a", "b"]),
        ("R1", "unless the app has it off", plain().with(|s| s.recursive = false).called() == ["a"]),
        ("R1", "and the place is told", {
            let outcome = plain().outcome();
            matches!(&outcome.called[1].because, Because::Keys { found_in: Place::Entry(at), .. } if at.1 == "a")
        }),
        ("R2", "one that wakes no others", chain([json!({"preventRecursion": true}), json!({})]).called() == ["a"]),
        ("R3", "one that is not woken", {
            let case = chain([json!({}), json!({"excludeRecursion": true})]);
            case.called() == ["a"] && case.stopped("b") == Some(Stopped::ExcludesRecursion)
        }),
        ("R4", "one that others alone wake", {
            let alone = json!({"delayUntilRecursion": true, "triggers": key("sea")});
            let outcome = chain([json!({}), alone]).outcome();
            outcome.called.iter().any(|called| called.entry == "b" && called.in_loop == 2)
        }),
        ("R5", "no more steps than allowed", plain().with(|s| s.most_loops = 1).called() == ["a"]),
        ("R6", "a ring ends", {
            let ring =
                vec![entry("a", "sea", json!({"content": "bell"})), entry("b", "bell", json!({"content": "sea"}))];
            Case::of(ring, &["sea"]).with(|s| s.recursive = true).called().len() == 2
        }),
    ]
}

fn several_books() -> Vec<Held> {
    let (low, high) = (json!({"sortOrder": 1}), json!({"sortOrder": 9}));
    let first = json!({"entries": [entry("low", "sea", low)]});
    let other = json!({"entries": [entry("high", "sea", high)]});
    let kept = |by_book: bool| {
        let mut case = sea(json!({})).with(|s| s.budget = Some(5));
        case.settings.book_by_book = by_book;
        case.scene(|scene| {
            let books = [("1".to_owned(), &first), ("2".to_owned(), &other)];
            let scene = ficha_chat::activation::Scene { books: &books, ..scene.clone() };
            let came = trial(&scene, &|text| text.split_whitespace().count(), &|_| true);
            came.outcome.called[0].entry.clone()
        })
    };
    vec![("O2", "all together", kept(false) == "high"), ("O2", "book by book", kept(true) == "low")]
}

#[test]
fn every_documented_rule_holds() {
    let parts = [keys(), reach(), switches(), time(), recursion(), several_books()];
    let all: Vec<Held> = parts.into_iter().flatten().collect();
    let broken: Vec<&Held> = all.iter().filter(|(_, _, held)| !held).collect();
    assert!(broken.is_empty(), "{broken:?}");
    assert!(all.len() >= 40, "{} cases", all.len());
    let tested: BTreeSet<&str> = all.iter().map(|(rule, _, _)| *rule).collect();
    let said: BTreeSet<&str> = PAGE.split("**").skip(1).step_by(2).filter(|word| is_number(word)).collect();
    assert_eq!(tested, said, "rules with cases, and rules of the page");
}

fn is_number(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(|letter| letter.is_ascii_uppercase()) && letters.as_str().parse::<u8>().is_ok()
}
