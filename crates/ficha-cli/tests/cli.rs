//! The command line as a person or a script meets it: what is printed where, in which shape, with which exit code.

mod support;

use ficha_testkit::workspace_dir;
use serde_json::{Value, json};
use std::process::Command;
use support::{Desk, Ran};

fn sample(name: &str) -> String {
    workspace_dir().join("samples").join(name).display().to_string()
}

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(sample(name)).expect("a sample")
}

#[test]
fn help_and_usage() {
    let desk = Desk::new();
    let help = desk.run(&["--help"]);
    assert_eq!(help.code, 0);
    for command in
        ["formats", "detect", "inspect", "convert", "batch", "check", "coverage", "library", "serve", "world"]
    {
        assert!(help.text().contains(command), "{command}");
    }
    for wrong in [
        &["nothing"][..],
        &["convert"],
        &["convert", "x", "--to"],
        &["library", "export", "x"],
        &["world", "set", "x"],
        &["world", "info", "x"],
        &["convert", "a", "--to", "b", "--variant", "v9"],
    ] {
        let ran = desk.run(wrong);
        assert_eq!((ran.code, ran.out.len()), (2, 0), "{wrong:?}: {}", ran.err);
        let with_json: Vec<&str> = wrong.iter().copied().chain(["--json"]).collect();
        let ran = desk.run(&with_json);
        assert_eq!((ran.code, &ran.json()["error"]["code"]), (2, &json!("usage")), "{wrong:?}");
    }
}

#[test]
fn formats_have_the_contract_s_keys() {
    let rows = Desk::new().run(&["formats", "--json"]).json();
    let rows = rows.as_array().expect("rows");
    for row in rows {
        let keys: Vec<&str> = row.as_object().expect("a row").keys().map(String::as_str).collect();
        assert_eq!(keys, ["id", "kind", "platform", "title", "reads", "writes", "extensions"]);
    }
    for id in ["ficha", "vaud-json", "pygmalion", "sillytavern"] {
        assert!(rows.iter().any(|row| row["id"] == id), "{id}");
    }
}

#[test]
fn detect_names_winner_and_refusal() {
    let desk = Desk::new();
    let ran = desk.run(&["detect", &sample("sillytavern/v2.png"), &sample("bad/json/cut-short.json")]);
    insta::assert_snapshot!("detect", ran.shown(desk.folder()));
    let ran = desk.run(&["detect", "--json", &sample("sillytavern/v2.png"), &sample("pygmalion")]);
    assert_eq!(ran.code, 0);
    let rows = ran.json();
    assert_eq!(rows.as_array().map(Vec::len), Some(3));
    let keys: Vec<&str> = rows[0].as_object().expect("a row").keys().map(String::as_str).collect();
    assert_eq!(keys, ["file", "container", "winner", "bids", "refusal"]);
    assert_eq!(rows[0]["winner"]["format"], "sillytavern");
    assert!(rows[0]["winner"]["because"].is_string() && rows[0]["winner"]["name"].is_string());
    assert_eq!(rows[2]["winner"]["format"], "pygmalion");

    // The gravest refusal is the exit code: a limit before a refusal, a refusal before a missing file.
    let large = desk.at("large.png");
    std::fs::File::create(&large).expect("a file").set_len(97 << 20).expect("sparse");
    let large = large.display().to_string();
    let refused = sample("bad/json/cut-short.json");
    for (files, code) in
        [(vec!["gone.png"], 1), (vec![refused.as_str(), "gone.png"], 3), (vec![large.as_str(), refused.as_str()], 4)]
    {
        let arguments: Vec<&str> = ["detect", "--json"].into_iter().chain(files).collect();
        let ran = desk.run(&arguments);
        assert_eq!(ran.code, code, "{arguments:?}");
        assert!(ran.json()[0]["refusal"]["message"].is_string());
    }
    let ran = desk.run_with(&["detect", "--json", "-"], &bytes("sillytavern/v3.charx"));
    assert_eq!((ran.code, &ran.json()[0]["container"]), (0, &json!("zip")));
}

#[test]
fn inspect_shows_what_is_inside() {
    let desk = Desk::new();
    let ran = desk.run(&["inspect", &sample("edge/20-numbers-and-unknown-keys.png"), "--json", "--entities"]);
    let answer = ran.json();
    let keys: Vec<&str> = answer.as_object().expect("an answer").keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        [
            "file",
            "sha256",
            "container",
            "format",
            "entities",
            "notes",
            "undescribed",
            "pictures",
            "scripts",
            "wrappers"
        ]
    );
    assert_eq!(answer["entities"][0]["kind"], "character");
    assert!(!answer["undescribed"].as_array().expect("pointers").is_empty());
    assert_eq!(answer["wrappers"][0]["source"]["sha256"], answer["sha256"]);
    // The numbers of the original are in the wrapper as they were written.
    assert!(ran.text().contains("1.0"), "{}", ran.text());
    let people = desk.run(&["inspect", &sample("pygmalion/classic.json")]);
    assert_eq!(people.code, 0);
    assert!(people.text().contains("greetings.firstMessage"));
    let refused = desk.run(&["inspect", &sample("bad/json/cut-short.json")]);
    insta::assert_snapshot!("inspect-refused", refused.shown(desk.folder()));
    let refused = desk.run(&["inspect", &sample("bad/json/cut-short.json"), "--json"]);
    assert_eq!((refused.code, &refused.json()["error"]["code"], refused.err.as_str()), (3, &json!("malformed"), ""));
}

#[test]
fn of_a_file_of_many_pieces_each_is_shown_kept_and_written_by_name() {
    let desk = Desk::new();
    let archive = sample("lumiverse/account.lvbak");
    let inspected = desk.run(&["inspect", &archive, "--json"]).json();
    let of = |kind: &str| {
        inspected["entities"].as_array().expect("entities").iter().filter(|one| one["kind"] == kind).count()
    };
    assert_eq!((of("character"), of("persona"), of("preset"), of("regex")), (3, 2, 1, 5), "{inspected}");
    let failed =
        inspected["notes"].as_array().expect("notes").iter().filter(|note| note["code"] == "row-failed").count();
    assert_eq!(failed, 6);

    let to_persona = ["convert", archive.as_str(), "--to", "lumiverse-persona", "-o", "persona.json", "--json"];
    let ran = desk.run(&to_persona);
    assert_eq!((ran.code, &ran.json()["error"]["code"]), (2, &json!("usage")), "two personas, and none was named");
    let named: Vec<&str> = to_persona.into_iter().chain(["--piece", "persona/isolde-marrow-2"]).collect();
    assert_eq!(desk.run(&named).code, 0);
    let written: Value =
        serde_json::from_slice(&std::fs::read(desk.at("persona.json")).expect("written")).expect("JSON");
    assert_eq!(written["description"], "Another of that name.");
    let ran = desk.run(&["convert", &archive, "--to", "lumiverse-preset", "-o", "preset.json", "--json"]);
    assert_eq!(ran.code, 0, "the only preset needs no name: {}", ran.err);

    let kept = desk.run(&["library", "add", &archive, "--json"]).json();
    assert_eq!(kept[0]["kept"].as_array().map(Vec::len), Some(14), "{kept}");
}

#[test]
fn convert_writes_one_file_and_reports() {
    let desk = Desk::new();
    let source = sample("sillytavern/both-chunks.png");
    // Untouched to its own format: the same bytes, over a stream too.
    let ran = desk.run(&["convert", &source, "--to", "sillytavern", "-o", "same.png", "--json"]);
    let report = ran.json();
    let keys: Vec<&str> = report.as_object().expect("a report").keys().map(String::as_str).collect();
    assert_eq!(keys, ["source", "target", "output", "identical", "carried", "changed", "lost", "left_behind", "notes"]);
    assert_eq!(
        (ran.code, &report["identical"], &report["output"], &report["source"]["confidence"]),
        (0, &json!(true), &json!("same.png"), &json!(0.9))
    );
    assert_eq!(std::fs::read(desk.at("same.png")).expect("written"), bytes("sillytavern/both-chunks.png"));
    let ran = desk.run_with(&["convert", "-", "--to", "sillytavern", "-o", "-"], &bytes("sillytavern/both-chunks.png"));
    assert!(ran.code == 0 && ran.out == bytes("sillytavern/both-chunks.png"), "{}", ran.err);
    assert!(ran.err.contains("the same as the source"), "the report goes to standard error: {}", ran.err);

    // The extension of the output says the container.
    let ran = desk.run(&["convert", &source, "--to", "pygmalion", "-o", "card.json", "--json"]);
    assert_eq!((ran.code, &ran.json()["target"]["container"]), (0, &json!("json")), "{}", ran.err);
    let written = std::fs::read(desk.at("card.json")).expect("written");
    assert_eq!(written.first(), Some(&b'{'));

    // Nothing is overwritten unasked, and never the input.
    let ran = desk.run(&["convert", &source, "--to", "pygmalion", "-o", "card.json", "--json"]);
    assert_eq!((ran.code, &ran.json()["error"]["code"]), (6, &json!("conflict")));
    assert_eq!(desk.run(&["convert", &source, "--to", "pygmalion", "-o", "card.json", "--force"]).code, 0);
    std::fs::copy(&source, desk.at("own.png")).expect("copied");
    let ran = desk.run(&["convert", "own.png", "--to", "sillytavern", "-o", "./own.png", "--force"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("would be the input"));
    assert_eq!(desk.run(&["convert", "own.png", "--to", "sillytavern"]).code, 0);
    assert!(desk.at("own.sillytavern.png").is_file());

    // Strict: a loss is an exit code of its own, and nothing is written.
    let ran = desk.run(&["convert", &source, "--to", "pygmalion", "-o", "strict.json", "--strict", "--json"]);
    assert_eq!((ran.code, &ran.json()["output"]), (5, &Value::Null));
    assert!(!ran.json()["lost"].as_array().expect("rows").is_empty());
    assert!(!desk.at("strict.json").exists());

    let bookless = sample("sillytavern/v1.json");
    for (arguments, code, word) in [
        (vec!["convert", &source, "--to", "nothing"], 2, "usage"),
        (vec!["convert", &bookless, "--to", "ficha-lorebook"], 3, "cannot-express"),
        (vec!["convert", &source, "--to", "pygmalion", "--container", "tar"], 2, "usage"),
        (vec!["convert", "gone.png", "--to", "pygmalion"], 1, "io"),
        (vec!["convert", &source, "--to", "pygmalion", "-o", "-", "--json"], 2, "usage"),
        (vec!["convert", &source, "--to", "pygmalion", "-o", "no/such/folder.json"], 1, "io"),
    ] {
        let arguments: Vec<&str> = arguments.into_iter().chain(["--json"]).take(9).collect();
        let with_json: Vec<&str> = if arguments.iter().filter(|word| **word == "--json").count() > 1 {
            arguments[..arguments.len() - 1].to_vec()
        } else {
            arguments
        };
        let ran = desk.run(&with_json);
        assert_eq!((ran.code, &ran.json()["error"]["code"]), (code, &json!(word)), "{with_json:?}");
    }
    let people = desk.run(&["convert", &source, "--to", "nothing"]);
    insta::assert_snapshot!("convert-unknown-format", people.shown(desk.folder()));
}

#[test]
fn batch_goes_on_where_it_stopped() {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.at("in/deep")).expect("made");
    for (from, to) in [
        ("sillytavern/v2.json", "in/a.json"),
        ("sillytavern/both-chunks.png", "in/deep/a.png"),
        ("bad/json/cut-short.json", "in/b.json"),
    ] {
        std::fs::copy(sample(from), desk.at(to)).expect("copied");
    }
    let arguments = ["batch", "in", "--to", "pygmalion", "-o", "out", "--container", "json", "--json"];
    let ran = desk.run(&arguments);
    let answer = ran.json();
    assert_eq!((ran.code, &answer["done"], &answer["earlier"]), (3, &json!(2), &json!(0)), "{answer}");
    assert_eq!(
        (
            answer["failed"].as_array().map(Vec::len),
            &answer["failed"][0]["file"],
            &answer["failed"][0]["error"]["code"]
        ),
        (Some(1), &json!("in/b.json"), &json!("malformed"))
    );
    assert!(desk.at("out/a.json").is_file() && desk.at("out/a-2.json").is_file());
    let again = desk.run(&arguments).json();
    assert_eq!((&again["done"], &again["earlier"]), (&json!(2), &json!(2)), "{again}");
    // An input that changed is done again; one more is new.
    std::fs::copy(sample("sillytavern/v2-root-mirrors.json"), desk.at("in/a.json")).expect("copied");
    std::fs::copy(sample("sillytavern/v3.json"), desk.at("in/z.json")).expect("copied");
    let third = desk.run(&arguments).json();
    assert_eq!((&third["done"], &third["earlier"]), (&json!(3), &json!(1)), "{third}");
    // A stranger's file is not overwritten.
    std::fs::write(desk.at("out/y.json"), "mine").expect("written");
    std::fs::copy(sample("sillytavern/v3.json"), desk.at("in/y.json")).expect("copied");
    let fourth = desk.run(&arguments);
    assert_eq!(fourth.code, 6, "{}", fourth.text());
    assert_eq!(std::fs::read(desk.at("out/y.json")).expect("read"), b"mine");
    let strict = desk.run(&["batch", "in/a.json", "--to", "pygmalion", "-o", "strict", "--strict", "--json"]);
    assert_eq!(strict.code, 5, "{}", strict.text());
}

#[test]
fn coverage_is_computed() {
    let answer = Desk::new().run(&["coverage", "pygmalion", "--json"]).json();
    let fields = answer[0]["fields"].as_array().expect("fields");
    let carried = |path: &str| fields.iter().find(|field| field["path"] == path).map(|field| field["carried"].clone());
    assert_eq!(carried("identity.name"), Some(json!(true)));
    assert_eq!(carried("discovery.tags[]"), Some(json!(false)));
}

#[test]
fn the_library_from_a_terminal() {
    let desk = Desk::new();
    let added = desk.run(&[
        "library",
        "add",
        &sample("sillytavern/both-chunks.png"),
        &sample("bad/json/cut-short.json"),
        "--json",
    ]);
    let rows = added.json();
    assert_eq!(added.code, 3);
    let keys: Vec<&str> = rows[0].as_object().expect("a row").keys().map(String::as_str).collect();
    assert_eq!(keys, ["file", "kept", "duplicates", "notes", "error"]);
    assert_eq!(rows[0]["kept"].as_array().map(Vec::len), Some(2), "{rows}");
    assert_eq!((&rows[0]["kept"][0]["kind"], &rows[0]["kept"][0]["revision"]), (&json!("character"), &json!(1)));
    assert_eq!(rows[1]["error"]["code"], "malformed");
    let id = rows[0]["kept"][0]["id"].as_str().expect("an id").to_owned();
    let address = format!("character/{id}");

    // The same bytes again: left out, or kept beside on request.
    let again = desk.run(&["library", "add", &sample("sillytavern/both-chunks.png"), "--json"]).json();
    assert_eq!((&again[0]["kept"], &again[0]["duplicates"][0]["why"]), (&json!([]), &json!("same-bytes")));
    let beside = desk
        .run(&["library", "add", &sample("sillytavern/both-chunks.png"), "--on-duplicate", "keep", "--json"])
        .json();
    assert_eq!(beside[0]["kept"][0]["id"], format!("{id}-2"));

    let list = desk.run(&["library", "list", "--kind", "character", "--json"]).json();
    assert_eq!(list["total"], 2);
    let keys: Vec<&str> = list["entities"][0].as_object().expect("a row").keys().map(String::as_str).collect();
    assert_eq!(keys, ["kind", "id", "name", "creator", "format", "updated", "portrait"]);
    let found = desk.run(&["library", "search", "clocks", "--json"]).json();
    assert!(found["total"].as_u64().is_some_and(|total| total > 0), "{found}");
    assert!(found["entities"][0]["path"].is_string() && found["entities"][0]["snippet"].is_string());

    let wrapper = desk.run(&["library", "show", &address, "--json"]).json();
    assert_eq!((&wrapper["kind"], &wrapper["id"]), (&json!("character"), &json!(id)));
    assert!(desk.run(&["library", "show", &id]).text().contains("greetings.firstMessage"));

    let edited = desk.run(&[
        "library",
        "edit",
        &address,
        "--set",
        "identity.nickname=Ott=o",
        "--set-json",
        "settings.talkativeness=0.25",
        "--unset",
        "persona.scenario",
        "--json",
    ]);
    assert_eq!(edited.code, 0, "{}", edited.text());
    let edited = edited.json();
    assert_eq!(
        (&edited["revision"], &edited["changed"]),
        (&json!(2), &json!(["identity.nickname", "settings.talkativeness", "persona.scenario"]))
    );
    let wrapper = desk.run(&["library", "show", &address, "--json"]).json();
    assert_eq!(
        (&wrapper["body"]["identity"]["nickname"], wrapper["body"]["persona"].get("scenario")),
        (&json!("Ott=o"), None)
    );
    let stale =
        desk.run(&["library", "edit", &address, "--set", "identity.nickname=x", "--if-revision", "1", "--json"]);
    assert_eq!((stale.code, &stale.json()["error"]["code"]), (6, &json!("conflict")));
    std::fs::write(desk.at("ops.json"), r#"[{"op":"add","path":"/data/extensions/fav","value":true}]"#)
        .expect("written");
    let native = desk.run(&["library", "edit", &address, "--native", "sillytavern", "ops.json", "--json"]);
    assert_eq!(native.json()["revision"], 3, "{}", native.text());

    let out = desk.run(&["library", "export", &address, "--to", "pygmalion", "-o", "out.json", "--json"]);
    assert_eq!((out.code, &out.json()["target"]["container"]), (0, &json!("json")), "{}", out.text());
    let source = desk.run(&["library", "export", &address, "--source", "-o", "source.png", "--json"]);
    assert_eq!(source.code, 0, "{}", source.text());
    assert_eq!(std::fs::read(desk.at("source.png")).expect("written"), bytes("sillytavern/both-chunks.png"));

    let history = desk.run(&["library", "history", &address, "--json"]).json();
    assert_eq!(history.as_array().map(Vec::len), Some(3));
    let restored = desk.run(&["library", "restore", &address, "--revision", "1", "--json"]).json();
    assert_eq!(restored, json!({ "kind": "character", "id": id, "revision": 4 }));
    desk.run(&["library", "export", &address, "--to", "sillytavern", "-o", "again.png"]);
    assert_eq!(
        std::fs::read(desk.at("again.png")).expect("written"),
        bytes("sillytavern/both-chunks.png"),
        "restored, it leaves as it came"
    );

    let rebuilt = desk.run(&["library", "rebuild", "--json"]).json();
    assert_eq!((&rebuilt["entities"], &rebuilt["damaged"]), (&json!(4), &json!([])));
    let removed = desk.run(&["library", "remove", &address, "--json"]);
    assert_eq!((removed.code, &removed.json()["removed"]), (0, &json!([address])));
    let gone = desk.run(&["library", "show", &address]);
    insta::assert_snapshot!("library-not-found", gone.shown(desk.folder()));
    assert!(desk.run(&["library", "list"]).text().contains("in all"));
}

#[cfg(unix)]
#[test]
fn a_full_disk_and_a_read_only_library_say_so() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    let file = desk.at("library-is-a-file");
    std::fs::write(&file, "x").expect("written");
    let ran = desk.run(&["library", "--library", &file.display().to_string(), "list", "--json"]);
    assert_eq!((ran.code, &ran.json()["error"]["code"]), (1, &json!("io")), "{}", ran.text());

    // A writer that may not write more than 4 KB: the file is not there afterwards, in part or whole.
    let limited = format!(
        "ulimit -f 4; '{}' convert '{}' --to sillytavern --rewrite -o big.png --json",
        env!("CARGO_BIN_EXE_ficha"),
        sample("sillytavern/both-chunks.png")
    );
    let output = Command::new("bash")
        .args(["-c", &format!("trap '' XFSZ; {limited}")])
        .current_dir(desk.folder())
        .output()
        .expect("bash");
    let ran = Ran::of(output);
    assert_eq!((ran.code, &ran.json()["error"]["code"]), (1, &json!("io")), "{}{}", ran.text(), ran.err);
    assert!(ran.json()["error"]["hint"].as_str().is_some_and(|hint| hint.contains("full")), "{}", ran.text());
    assert!(
        std::fs::read_dir(desk.folder()).expect("listed").all(|entry| !entry
            .expect("an entry")
            .file_name()
            .to_string_lossy()
            .contains("big.png"))
    );

    let folder = desk.at("readonly");
    std::fs::create_dir(&folder).expect("made");
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o555)).expect("set");
    let ran = desk.run(&[
        "library",
        "--library",
        &folder.display().to_string(),
        "add",
        &sample("sillytavern/v2.json"),
        "--json",
    ]);
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).expect("set back");
    // Root may write anywhere; then there is nothing to refuse.
    if ran.code != 0 {
        assert_eq!((ran.code, &ran.json()[0]["error"]["code"]), (1, &json!("io")), "{}", ran.text());
    }
}

/// A file name that would steer a terminal is shown with signs in their place.
#[test]
fn a_terminal_is_not_steered_by_a_file() {
    let desk = Desk::new();
    let card = json!({ "spec": "chara_card_v2", "spec_version": "2.0", "data": { "name": "A\u{1b}[31mB\u{7}", "first_mes": "x" } });
    std::fs::write(desk.at("c.json"), card.to_string()).expect("written");
    for arguments in
        [&["detect", "c.json"][..], &["inspect", "c.json"], &["convert", "c.json", "--to", "pygmalion", "-o", "o.json"]]
    {
        let ran = desk.run(arguments);
        assert!(!ran.out.contains(&0x1b) && !ran.err.contains('\u{1b}'), "{arguments:?}");
    }
}

#[test]
fn several_pieces_go_into_one_file_of_our_own() {
    let desk = Desk::new();
    let files = ["sillytavern/both-chunks.png", "pygmalion/classic.json"].map(sample);
    assert_eq!(desk.run(&["library", "add", &files[0], &files[1]]).code, 0);
    let listed = desk.run(&["library", "list", "--kind", "character", "--json"]).json();
    let of = |row: &Value| format!("character/{}", row["id"].as_str().expect("an id"));
    let addresses: Vec<String> = listed["entities"].as_array().expect("rows").iter().map(of).collect();
    let out = desk.at("both.ficha").display().to_string();
    let ran = desk.run(&["library", "export", &addresses[0], &addresses[1], "--to", "ficha", "-o", &out, "--json"]);
    assert_eq!((ran.code, &ran.json()["lost"], &ran.json()["target"]["container"]), (0, &json!([]), &json!("zip")));

    // Another app has no such file, and a source file is one file.
    let ran = desk.run(&["library", "export", &addresses[0], &addresses[1], "--to", "sillytavern", "--json"]);
    assert_eq!((ran.code, &ran.json()["error"]["code"]), (3, &json!("cannot-express")));
    let ran = desk.run(&["library", "export", &addresses[0], &addresses[1], "--source", "--json"]);
    assert_eq!((ran.code, &ran.json()["error"]["code"]), (2, &json!("usage")));
    let ran = desk.run(&["library", "export", &addresses[0], &addresses[1], "--to", "ficha-persona", "--json"]);
    assert_eq!((ran.code, &ran.json()["error"]["code"]), (3, &json!("cannot-express")));

    // Elsewhere it brings all of them, and a second time nothing new; from there it leaves as it came.
    let there = Desk::new();
    let ran = there.run(&["library", "add", &out, "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.text());
    let kept = ran.json()[0]["kept"].as_array().map_or(0, Vec::len);
    assert_eq!(there.run(&["library", "list", "--json"]).json()["total"], json!(kept));
    assert!(kept >= 3, "two cards and a book");
    let again = there.at("again.ficha").display().to_string();
    let all = there.run(&["library", "list", "--json"]).json();
    let all: Vec<String> = all["entities"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| format!("{}/{}", row["kind"].as_str().expect("a kind"), row["id"].as_str().expect("an id")))
        .collect();
    let main = ran.json()[0]["kept"][0]["id"].as_str().expect("an id").to_owned();
    let main = format!("character/{main}");
    let rest = all.iter().filter(|address| **address != main).map(String::as_str);
    let arguments: Vec<&str> =
        ["library", "export", &main].into_iter().chain(rest).chain(["--to", "ficha", "-o", &again, "--json"]).collect();
    let ran = there.run(&arguments);
    assert_eq!((ran.code, &ran.json()["identical"]), (0, &json!(true)), "{}", ran.text());
}
