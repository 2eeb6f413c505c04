//! What holds for every document: of any value, in any spelling.

use std::fmt::Write;

use ficha_json::{Document, Limits, Node, Op, apply_patch, pointer, value_eq};
use proptest::prelude::*;
use serde_json::{Map, Value};

/// Values as files hold them: few keys, so that documents made apart share some.
fn value() -> impl Strategy<Value = Value> {
    let number = prop_oneof![
        any::<i8>().prop_map(|n| n.to_string()),
        any::<u64>().prop_map(|n| n.to_string()),
        (any::<i16>(), 0..4u8).prop_map(|(n, part)| format!("{n}.{part}0")),
        (any::<i8>(), -30..30i8).prop_map(|(n, exponent)| format!("{n}e{exponent}")),
        any::<f64>().prop_filter("finite", |n| n.is_finite()).prop_map(|n| format!("{n:?}")),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        number.prop_map(|text| serde_json::from_str(&text).unwrap()),
        text().prop_map(Value::String),
    ];
    leaf.prop_recursive(5, 60, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::Array),
            prop::collection::vec((key(), inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-c0-2./]{0,3}", "\\PC{0,12}", "[\\x00-\\x20\"\\\\/é灯😀\u{2028}]{0,6}", "[a-z ]{30,80}"]
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![4 => "(a|b|c|id|name|uid)", 1 => "[~/\"é0-1]{0,2}"]
}

/// A value written with any blanks, escapes and double keys that JSON allows.
fn spelt(value: &Value, choices: &mut impl FnMut(u8) -> u8, out: &mut String) {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => write!(out, "{value}").unwrap(),
        Value::String(text) => spell_string(text, choices, out),
        Value::Array(items) => {
            out.push('[');
            for (place, item) in items.iter().enumerate() {
                out.push_str(if place > 0 { "," } else { "" });
                blank(choices, out);
                spelt(item, choices, out);
                blank(choices, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            let doubles: Vec<(&String, &Value)> = members.iter().filter(|_| choices(8) == 0).collect();
            let none = Value::Null;
            let doubles = doubles.into_iter().map(|(key, _)| (key, &none));
            for (place, (key, member)) in doubles.chain(members).enumerate() {
                out.push_str(if place > 0 { "," } else { "" });
                blank(choices, out);
                spell_string(key, choices, out);
                blank(choices, out);
                out.push(':');
                blank(choices, out);
                spelt(member, choices, out);
                blank(choices, out);
            }
            out.push('}');
        }
    }
}

fn blank(choices: &mut impl FnMut(u8) -> u8, out: &mut String) {
    out.push_str(["", "", "", " ", "\n  ", "\r\n\t", "\n"][choices(7) as usize]);
}

fn spell_string(text: &str, choices: &mut impl FnMut(u8) -> u8, out: &mut String) {
    out.push('"');
    for sign in text.chars() {
        match choices(6) {
            0 => sign.encode_utf16(&mut [0; 2]).iter().for_each(|unit| write!(out, "\\u{unit:04X}").unwrap()),
            _ => {
                let plain = serde_json::to_string(&sign).unwrap();
                out.push_str(&plain[1..plain.len() - 1]);
            }
        }
    }
    out.push('"');
}

/// A document and what it says.
fn document() -> impl Strategy<Value = (String, Value)> {
    (value(), prop::collection::vec(any::<u8>(), 64)).prop_map(|(value, random)| {
        let mut at = 0;
        let mut choices = |among: u8| {
            at += 1;
            random[at % random.len()] % among
        };
        let mut out = String::new();
        spelt(&value, &mut choices, &mut out);
        (out, value)
    })
}

fn parse(text: &str) -> Document {
    Document::parse(text, &Limits::default()).unwrap()
}

/// Every place of a value, the root first.
fn places(value: &Value) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut at = 0;
    while let Some(place) = found.get(at).cloned() {
        match value.pointer(&place) {
            Some(Value::Object(members)) => found.extend(members.keys().map(|key| pointer::join(&place, key))),
            Some(Value::Array(items)) => found.extend((0..items.len()).map(|index| format!("{place}/{index}"))),
            _ => {}
        }
        at += 1;
    }
    found
}

fn choose(places: &[String], choice: prop::sample::Index) -> String {
    places[choice.index(places.len())].clone()
}

/// Values that say the same but for the type a string, number or switch is written in.
fn says(wire: &Value, set: &Value) -> bool {
    let text = |value: &Value| match value {
        Value::String(text) => text.to_lowercase(),
        Value::Bool(on) => on.to_string(),
        other => other.to_string(),
    };
    let on = |text: &str| match text {
        "1" | "true" | "yes" | "on" => Some(true),
        "0" | "false" | "no" | "off" => Some(false),
        number if ficha_json::number_eq(number, "0") => Some(false),
        number if ficha_json::number_eq(number, "1") => Some(true),
        _ => None,
    };
    match (wire, set) {
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| says(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| says(a, b)))
        }
        (Value::Array(_) | Value::Object(_) | Value::Null, _)
        | (_, Value::Array(_) | Value::Object(_) | Value::Null) => value_eq(wire, set),
        _ => {
            let (wire, set) = (text(wire), text(set));
            wire == set || ficha_json::number_eq(&wire, &set) || (on(&wire).is_some() && on(&wire) == on(&set))
        }
    }
}

/// The raw texts of all that stands beside the way to `place`.
fn siblings<'a>(root: Node<'a>, place: &str) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut node = root;
    for token in pointer::tokens(place).unwrap() {
        let next = node.child(&token);
        found.extend(
            node.items().enumerate().filter(|(index, _)| index.to_string() != token).map(|(_, item)| item.raw()),
        );
        found.extend(node.members().filter(|(key, _)| *key != token).map(|(_, member)| member.raw()));
        match next {
            Some(next) => node = next,
            None => break,
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 400 } else { 20_000 }))]

    #[test]
    fn a_text_reads_as_what_it_says((text, value) in document()) {
        let document = parse(&text);
        prop_assert_eq!(document.text().as_ref(), text.as_str());
        prop_assert!(document.repairs().is_empty());
        prop_assert_eq!(&*document.strict_text(), text.as_str());
        prop_assert_eq!(document.root().to_value(), serde_json::from_str::<Value>(&text).unwrap());
        prop_assert!(value_eq(&document.root().to_value(), &value));
        prop_assert!(document.root().equals(&value));
        prop_assert!(document.root().same_as(parse(&value.to_string()).root()));
    }

    #[test]
    fn every_place_is_found((text, value) in document()) {
        let document = parse(&text);
        for place in places(&value) {
            let node = document.at(&place).unwrap();
            prop_assert!(node.equals(value.pointer(&place).unwrap()));
            prop_assert_eq!(&document.strict_text()[node.span()], node.raw());
        }
    }

    #[test]
    fn an_edit_that_changes_nothing_is_the_text((text, value) in document(), choice: prop::sample::Index) {
        let document = parse(&text);
        prop_assert_eq!(document.edit().finish(), text.as_str());
        let place = choose(&places(&value), choice);
        let same = value.pointer(&place).unwrap();
        let mut edit = document.edit();
        edit.set(&place, same);
        edit.remove("/not/here");
        prop_assert_eq!(edit.finish(), text.as_str());
        let mut edit = document.edit();
        edit.replace(&place, same);
        prop_assert_eq!(edit.finish(), text.as_str());
        prop_assert_eq!(apply_patch(&document, &[]).0, text.as_str());
    }

    #[test]
    fn what_is_set_is_read_back((text, value) in document(), choice: prop::sample::Index, new in value(), more in prop::option::of(key())) {
        let document = parse(&text);
        let mut place = choose(&places(&value), choice);
        if let Some(token) = &more && !value.pointer(&place).unwrap().is_array() {
            place = pointer::join(&place, token);
        }
        let mut edit = document.edit();
        edit.replace(&place, &new);
        let literal = edit.finish();
        let read = parse(&literal);
        prop_assert!(read.at(&place).unwrap().equals(&new), "{} in {}", new, literal);
        let mut edit = document.edit();
        edit.set(&place, &new);
        let kept = edit.finish();
        let read = parse(&kept);
        prop_assert!(read.repairs().is_empty());
        prop_assert!(says(&read.at(&place).unwrap().to_value(), &new), "{} in {}", new, kept);
        if value.pointer(&place).is_some() {
            prop_assert_eq!(siblings(document.root(), &place), siblings(read.root(), &place));
        }
    }

    #[test]
    fn what_is_removed_is_gone((text, value) in document(), choice: prop::sample::Index) {
        let document = parse(&text);
        let place = choose(&places(&value), choice);
        let mut edit = document.edit();
        prop_assert_eq!(edit.remove(&place), !place.is_empty());
        let out = edit.finish();
        let read = parse(&out);
        let mut expected = value.clone();
        if let Some((parent, last)) = place.rsplit_once('/') {
            let token = &pointer::tokens(&format!("/{last}")).unwrap()[0];
            match expected.pointer_mut(parent).unwrap() {
                Value::Object(members) => { members.shift_remove(token); }
                Value::Array(items) => { items.remove(token.parse().unwrap()); }
                _ => unreachable!(),
            }
        }
        prop_assert!(read.root().equals(&expected), "{}", out);
        // What stood beside it stands there still, and keeps its text; in a list the next ones move up.
        let kept = siblings(document.root(), &place);
        prop_assert_eq!(kept, leaving(read.root(), &place));
    }

    #[test]
    fn a_whole_value_becomes_the_other((text, value) in document(), new in value()) {
        let document = parse(&text);
        let mut edit = document.edit();
        edit.replace("", &new);
        let out = edit.finish();
        prop_assert!(parse(&out).root().equals(&new), "{} in {}", new, out);
        let (back, faults) = apply_patch(&parse(&out), &[Op::Replace { path: String::new(), value: value.clone() }]);
        prop_assert!(faults.is_empty());
        prop_assert!(parse(&back).root().equals(&value));
    }

    #[test]
    fn rows_that_stay_keep_their_text(rows in prop::collection::vec(value(), 0..8), order in any::<u64>(), new in value()) {
        let random: Vec<u8> = order.to_le_bytes().to_vec();
        let mut at = 0;
        let mut choices = |among: u8| { at += 1; random[at % 8].wrapping_add(at as u8) % among };
        let mut rows = rows;
        rows.retain(|row| !row.is_null());
        let mut unique: Vec<Value> = Vec::new();
        for row in rows {
            if !unique.iter().any(|other| value_eq(other, &row) || same_name(other, &row)) && !same_name(&new, &row) {
                unique.push(row);
            }
        }
        let mut text = String::new();
        spelt(&Value::Array(unique.clone()), &mut choices, &mut text);
        let document = parse(&text);
        let mut moved: Vec<(Option<usize>, Value)> = unique.into_iter().enumerate().map(|(place, row)| (Some(place), row)).collect();
        if moved.len() > 2 {
            moved.rotate_left(order as usize % 3);
            moved.remove(order as usize / 7 % 3);
        }
        moved.insert(order as usize / 3 % (moved.len() + 1), (None, new));
        let mut edit = document.edit();
        edit.replace("", &Value::Array(moved.iter().map(|(_, row)| row.clone()).collect()));
        let out = edit.finish();
        let read = parse(&out);
        for (place, (origin, row)) in moved.iter().enumerate() {
            let now = read.root().item(place).unwrap();
            prop_assert!(now.equals(row));
            if let Some(origin) = origin && !moved.iter().any(|(other, value)| other.is_none() && value_eq(value, row)) {
                prop_assert_eq!(now.raw(), document.root().item(*origin).unwrap().raw());
            }
        }
    }

    #[test]
    fn patches_agree_with_the_standard((text, value) in document(), steps in prop::collection::vec((0..4u8, any::<prop::sample::Index>(), any::<prop::sample::Index>(), prop::option::of(key()), value()), 1..6)) {
        let document = parse(&text);
        let mut expected = value;
        let mut ops = Vec::new();
        let mut wrong = Vec::new();
        for (kind, first, second, more, value) in steps {
            let all = places(&expected);
            let mut path = choose(&all, first);
            if let Some(token) = more {
                path = pointer::join(&path, &token);
            }
            let from = choose(&all, second);
            // What the standard leaves open about the whole document is settled in the tests of single patches.
            if path.is_empty() || from.is_empty() {
                continue;
            }
            let op = match kind {
                0 => Op::Add { path, value },
                1 => Op::Remove { path },
                2 => Op::Replace { path, value },
                _ => Op::Move { path, from },
            };
            let mut after = expected.clone();
            let standard: json_patch::Patch = serde_json::from_value(Value::Array(vec![op.to_value()])).unwrap();
            match json_patch::patch(&mut after, &standard) {
                Ok(()) => expected = after,
                Err(_) => wrong.push(ops.len()),
            }
            ops.push(op);
        }
        let (out, faults) = apply_patch(&document, &ops);
        prop_assert!(parse(&out).root().equals(&expected), "{} is not {}\n{:?}", out, expected, ops);
        prop_assert_eq!(faults.iter().map(|fault| fault.index).collect::<Vec<_>>(), wrong, "{:?}", ops);
    }

    #[test]
    fn damage_is_read_through((text, value) in document(), random in prop::collection::vec(any::<u8>(), 32)) {
        let damaged = damage(&text, &random);
        let document = parse(&damaged);
        prop_assert_eq!(document.text().as_ref(), damaged.as_str());
        prop_assert!(document.root().equals(&value), "{} for {}", document.strict_text(), damaged);
        let strict: Value = serde_json::from_str(&document.strict_text()).unwrap();
        prop_assert!(value_eq(&strict, &value));
        prop_assert_eq!(document.repairs().is_empty(), damaged == text);
    }

    #[test]
    fn any_text_is_read_or_refused_with_a_place(text in "[\\[\\]{}:,\"\\\\/*ntfNIu0-9eE+.\\- \\n\\x01é]{0,40}") {
        let strict = serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok();
        match Document::parse(text.as_str(), &Limits::default()) {
            Ok(document) => {
                let mended = document.repairs().iter().any(|repair| repair.kind != ficha_json::RepairKind::LoneSurrogate);
                prop_assert!(strict != mended || !document.repairs().is_empty());
                let again = parse(&document.strict_text());
                prop_assert_eq!(again.strict_text(), document.strict_text());
                prop_assert!(document.repairs().iter().all(|repair| text.is_char_boundary(repair.offset)));
            }
            Err(ficha_json::JsonError::Malformed { offset, .. }) => {
                prop_assert!(!strict);
                prop_assert!(offset <= text.len() && text.is_char_boundary(offset), "{offset}");
            }
            Err(error) => prop_assert!(false, "{error}"),
        }
    }
}

/// The raw texts beside the way to `place`, where that itself has been removed: its whole parent at the end.
fn leaving<'a>(root: Node<'a>, place: &str) -> Vec<&'a str> {
    let Some((parent, _)) = place.rsplit_once('/') else { return Vec::new() };
    let mut found = siblings(root, parent);
    if let Some(parent) = root.at(parent) {
        found.extend(parent.items().map(|item| item.raw()));
        found.extend(parent.members().map(|(_, member)| member.raw()));
    }
    found
}

fn same_name(a: &Value, b: &Value) -> bool {
    let (Value::Object(a), Value::Object(b)) = (a, b) else { return false };
    let name = |of: &Map<String, Value>, key: &str| of.get(key).map(|name| name.to_string());
    ["id", "uid", "name"].iter().any(|key| name(a, key).is_some() && name(a, key) == name(b, key))
}

/// Comments, trailing commas and a byte order mark put where the text allows them.
fn damage(text: &str, random: &[u8]) -> String {
    let mut out = String::new();
    let mut in_string = false;
    let mut escaped = false;
    let mut before = ' ';
    for (at, sign) in text.char_indices() {
        let choice = random[at % random.len()];
        if !in_string {
            if matches!(sign, ']' | '}') && !matches!(before, '[' | '{') && choice.is_multiple_of(3) {
                out.push(',');
            }
            if matches!(sign, '[' | ']' | '{' | '}' | ',' | ':' | '"') {
                out.push_str(["", "", "/* \" */", "// ,]\n", " /**/ ", "\t//\r\n"][choice as usize % 6]);
            }
            if !sign.is_whitespace() {
                before = sign;
            }
        }
        match (in_string, sign) {
            (true, _) if escaped => escaped = false,
            (true, '\\') => escaped = true,
            (_, '"') => in_string = !in_string,
            _ => {}
        }
        out.push(sign);
    }
    if random[0].is_multiple_of(2) { format!("\u{feff}{out}") } else { out }
}
