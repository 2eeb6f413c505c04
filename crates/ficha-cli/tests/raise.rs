//! Limits raised for one file from a terminal: refused by default with the flag that helps, let in with it, remembered.

#[allow(dead_code, reason = "shared with other tests, which need more of it")]
mod support;

use std::io::Write;
use std::path::Path;

use ficha_testkit::{archive, cards};
use serde_json::{Value, json};
use support::{Desk, Ran};

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// The highest memory of a call, in bytes, as the kernel counts it for that process alone.
fn peak(desk: &Desk, arguments: &[&str]) -> (i32, u64) {
    use wait4::Wait4;
    let child = desk
        .command(arguments)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the program runs");
    let ended = child.wait4().expect("the program ends");
    (ended.status.code().unwrap_or(-1), ended.rusage.maxrss)
}

/// The flag the hint of an error names.
fn flag(ran: &Ran, error: &Value) -> String {
    assert_eq!((ran.code, &error["code"]), (4, &json!("limit")), "{error}");
    let hint = error["hint"].as_str().expect("a hint");
    let at = hint.find("--raise ").unwrap_or_else(|| panic!("no flag in {hint:?}"));
    hint[at + "--raise ".len()..].split([' ', '.']).next().expect("a value").to_owned()
}

#[test]
fn a_card_of_150_megabytes_goes_all_the_way_in_200_megabytes_of_memory() {
    let desk = Desk::new();
    let (file, out) = (desk.at("moods.charx"), desk.at("out.charx"));
    // Written as a stream: a child's peak, as the kernel counts it, begins with what its parent held.
    let mut to = std::io::BufWriter::new(std::fs::File::create(&file).expect("made"));
    cards::large_charx(&mut to, 150).and_then(|()| to.flush()).expect("written");
    let (size, path, file) = (std::fs::metadata(&file).expect("there").len(), file.clone(), text(&file));

    // Refused unasked, with what it needs and the words to type.
    let ran = desk.run(&["inspect", &file, "--json"]);
    let error = &ran.json()["error"];
    assert_eq!(error["limit"], json!({"name": "file-bytes", "value": 96 << 20, "needed": size, "raiseTo": size}));
    let raise = flag(&ran, error);
    assert_eq!(raise, format!("file-bytes={size}"));
    let ran = desk.run(&["library", "add", &file]);
    assert_eq!(ran.code, 4);
    assert!(ran.text().contains(&format!("Add --raise {raise}.")), "{}", ran.text());

    // With them it is looked at and kept, and none of it is ever held as a whole.
    for arguments in [
        &["inspect", &file, "--raise", &raise][..],
        &["detect", &file, "--raise", &raise],
        &["library", "add", &file, "--raise", &raise],
    ] {
        let (code, memory) = peak(&desk, arguments);
        println!("{}: {} MiB", arguments[0], memory >> 20);
        assert_eq!(code, 0, "{arguments:?}");
        assert!(memory < 200 << 20, "{arguments:?} took {} MiB", memory >> 20);
    }

    // The library remembers: nobody says it again, and the file leaves as it came.
    let bytes = std::fs::read(path).expect("read");
    let address = "character/ottoline-of-the-many-moods";
    let ran = desk.run(&["library", "export", address, "--to", "sillytavern", "-o", &text(&out), "--json"]);
    assert_eq!((ran.code, &ran.json()["identical"]), (0, &json!(true)), "{}", ran.text());
    assert!(std::fs::read(&out).expect("read") == bytes);

    // A second time it is known by its bytes.
    let ran = desk.run(&["library", "add", &file, "--raise", &raise, "--json"]);
    assert_eq!((ran.code, &ran.json()[0]["duplicates"][0]["why"]), (0, &json!("same-bytes")), "{}", ran.text());

    // Edited, only the card's own text in it is another.
    let ran = desk.run(&["library", "edit", address, "--set", "greetings.firstMessage=The lamp is lit."]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let ran = desk.run(&["library", "export", address, "--to", "sillytavern", "-o", &text(&out), "--force", "--json"]);
    assert_eq!(ran.code, 0, "{}{}", ran.text(), ran.err);
    let (before, after) = (archive::read(&bytes), archive::read(&std::fs::read(&out).expect("read")));
    let changed: Vec<&str> =
        before.iter().zip(&after).filter(|(old, new)| old != new).map(|(old, _)| old.0.as_str()).collect();
    assert_eq!((before.len(), changed), (after.len(), vec!["card.json"]));
}

#[test]
fn every_limit_of_a_file_can_be_raised_for_it_by_its_name() {
    let desk = Desk::new();
    let many = |count: usize| -> Vec<archive::Entry> {
        let card = archive::stored("card.json", cards::v3());
        std::iter::once(card).chain((0..count).map(|at| archive::stored(&format!("a/{at}"), []))).collect()
    };
    let wide = cards::v2().replacen("\"spec\"", &format!("\"wide\": [{}1], \"spec\"", "1,".repeat(600_000)), 1);
    let long = cards::v2().replacen("\"spec\"", &format!("\"long\": \"{}\", \"spec\"", "x".repeat(40 << 20)), 1);
    let asset = archive::repeated("assets/a.bin", 0, (70 << 20) / 258, None);
    let two = |at: usize| archive::repeated(&format!("assets/{at}.bin"), 0, (60 << 20) / 258, None);
    let card = || archive::stored("card.json", cards::v3());
    for (name, bytes, steps) in [
        ("many.charx", archive::write(&many(12_000)), &["zip-entries"][..]),
        ("large.charx", archive::write(&[card(), asset]), &["zip-entry"]),
        ("total.charx", archive::write(&[card(), two(0), two(1)]), &["zip-total"]),
        ("wide.json", wide.into_bytes(), &["json-values"]),
        ("long.json", long.into_bytes(), &["json-bytes"]),
    ] {
        let file = desk.at(name);
        std::fs::write(&file, &bytes).expect("written");
        let file = text(&file);
        let mut raised: Vec<String> = Vec::new();
        for step in steps {
            let with: Vec<&str> =
                ["inspect", &file, "--json"].into_iter().chain(raised.iter().map(String::as_str)).collect();
            let ran = desk.run(&with);
            let said = flag(&ran, &ran.json()["error"]);
            assert!(said.starts_with(&format!("{step}=")), "{name}: {said}");
            raised.extend(["--raise".to_owned(), said]);
        }
        let with: Vec<&str> = ["library", "add", &file].into_iter().chain(raised.iter().map(String::as_str)).collect();
        let ran = desk.run(&with);
        assert_eq!(ran.code, 0, "{name}: {}{}", ran.text(), ran.err);
        let out = desk.at(&format!("out-{name}"));
        let address =
            desk.run(&["library", "list", "--json"]).json()["entities"][0]["id"].as_str().expect("an id").to_owned();
        let address = format!("character/{address}");
        let ran = desk.run(&["library", "export", &address, "--to", "sillytavern", "-o", &text(&out), "--json"]);
        assert_eq!((ran.code, &ran.json()["identical"]), (0, &json!(true)), "{name}: {}", ran.text());
        let ran = desk.run(&["library", "edit", &address, "--set", "identity.nickname=Otto"]);
        assert_eq!(ran.code, 0, "{name}: {}", ran.err);
        let ran =
            desk.run(&["library", "export", &address, "--to", "sillytavern", "-o", &text(&out), "--force", "--json"]);
        assert_eq!(ran.code, 0, "{name}: {}", ran.text());
        desk.run(&["library", "remove", &address]);
    }
}

#[test]
fn what_cannot_be_raised_is_said() {
    let desk = Desk::new();
    let file = desk.at("lies.charx");
    std::fs::write(&file, archive::write(&[archive::repeated("card.json", b' ', 40_000, Some(5_000))]))
        .expect("written");
    let ran = desk.run(&["inspect", &text(&file), "--json"]);
    let error = &ran.json()["error"];
    assert_eq!((ran.code, &error["limit"]["raiseTo"]), (4, &Value::Null), "{error}");
    assert!(!error["hint"].as_str().expect("a hint").contains("--raise"), "{error}");
    for wrong in ["declared-size=9000000", "json-depth=600", "zip-total=5GiB", "zip-total", "nothing=1"] {
        let ran = desk.run(&["inspect", &text(&file), "--raise", wrong, "--json"]);
        assert_eq!((ran.code, &ran.json()["error"]["code"]), (2, &json!("usage")), "{wrong}");
    }
    // A file larger than anybody may open.
    let vast = desk.at("vast.charx");
    std::fs::File::create(&vast).expect("made").set_len(5 << 30).expect("sparse");
    let ran = desk.run(&["inspect", &text(&vast), "--json"]);
    let error = &ran.json()["error"];
    assert_eq!(
        (ran.code, &error["limit"]["needed"], &error["limit"]["raiseTo"]),
        (4, &json!(5_u64 << 30), &Value::Null)
    );
}
