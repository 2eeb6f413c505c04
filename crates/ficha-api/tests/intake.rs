//! Files that are refused at first, or bring several pieces: limits raised, passwords given, updates of a set.

mod common;

use common::{Desk, path, read};
use ficha_api::{ErrorCode, uploads};
use ficha_testkit::{archive, cards};
use serde_json::{Value, json};

#[test]
fn a_limit_names_itself_and_the_file_stays_a_row() {
    let desk = Desk::new();
    let large = desk.folder.path().join("large.png");
    let file = std::fs::File::create(&large).expect("a file");
    file.set_len(97 << 20).expect("sparse");
    let rows = desk.call("intake_add", json!({ "paths": [large, desk.folder.path().join("gone.png")], "job": "1" }));
    assert_eq!(rows[0]["error"]["code"], "limit");
    assert!(rows[0]["error"]["message"].as_str().is_some_and(|text| text.contains("file-bytes")), "{rows}");
    assert_eq!(rows[1]["error"]["code"], "io");
    let kept = desk.call("intake_keep", json!({ "ids": null, "job": "2" }));
    assert_eq!(kept, json!({ "kept": [], "failed": [] }), "a refused file is not kept and stays");
    assert_eq!(desk.call("intake_list", json!({})).as_array().map(Vec::len), Some(2));
    let detail = desk.call("intake_show", json!({ "id": rows[0]["id"] }));
    assert_eq!(detail["row"]["error"]["code"], "limit");
}

#[test]
fn a_password_is_used_and_kept_nowhere() {
    let desk = Desk::new();
    let row = desk.stage("bad/png/encrypted-with-a-password.png");
    assert_eq!((&row["state"], &row["error"]["code"]), (&json!("refused"), &json!("locked")), "{row}");
    let unlock =
        |desk: &Desk, password: &str| desk.call("intake_unlock", json!({ "id": row["id"], "password": password }));
    let wrong = unlock(&desk, "tide");
    assert!(wrong["error"]["message"].as_str().is_some_and(|text| text.contains("another one")), "{wrong}");
    assert_eq!(unlock(&desk, "saltmere")["state"], "new");

    // The program forgets it: the file waits, locked again.
    let desk = desk.again();
    assert_eq!(desk.call("intake_show", json!({ "id": row["id"] }))["row"]["error"]["code"], "locked");
    assert_eq!(unlock(&desk, "saltmere")["state"], "new");
    let kept = desk.call("intake_keep", json!({ "ids": [row["id"]], "job": "1" }));
    let address = kept["kept"][0].clone();

    // Without edits it leaves as the very file, which nobody here can read again; edited it leaves open.
    let out = desk.folder.path().join("out.png").display().to_string();
    let write = |path: &str| {
        desk.call(
            "export_write",
            json!({ "address": address, "format": "risu", "options": {}, "path": path, "overwrite": true, "job": "2" }),
        )
    };
    assert_eq!(write(&out)["report"]["identical"], true);
    assert_eq!(
        std::fs::read(&out).expect("written"),
        std::fs::read(path("bad/png/encrypted-with-a-password.png")).expect("a sample")
    );
    let changes = json!([{ "path": "identity.nickname", "value": "Otty" }]);
    desk.call(
        "entity_save",
        json!({ "address": address, "baseRevision": 1, "changes": changes, "native": [], "why": "save" }),
    );
    let edited = write(&out);
    assert_eq!((&edited["report"]["identical"], &edited["report"]["lost"]), (&json!(false), &json!([])), "{edited}");
    for file in walkdir::WalkDir::new(desk.folder.path())
        .into_iter()
        .filter_map(Result::ok)
        .filter(|file| file.file_type().is_file())
    {
        let bytes = std::fs::read(file.path()).expect("read");
        let has = |word: &[u8]| bytes.windows(word.len()).any(|window| window == word);
        assert!(!has(b"\"saltmere\""), "{}", file.path().display());
    }
}

#[test]
fn a_limit_is_raised_for_one_file_and_remembered_with_it() {
    let desk = Desk::new();
    let folder = desk.folder.path();
    let asset = archive::repeated("assets/a.bin", 0, (70 << 20) / 258, None);
    let file = folder.join("large.charx");
    std::fs::write(&file, archive::write(&[archive::stored("card.json", cards::v3()), asset])).expect("written");
    let rows = desk.call("intake_add", json!({ "paths": [file.display().to_string()], "job": "1" }));
    let (id, limit) = (rows[0]["id"].clone(), rows[0]["error"]["limit"].clone());
    assert_eq!((&limit["name"], &limit["value"]), (&json!("zip-entry"), &json!(64 << 20)), "{rows}");
    let needed = limit["needed"].clone();
    assert_eq!(limit["raiseTo"], needed);

    // Too little is refused again and says so; what nobody may allow is refused before.
    let less = desk.call("intake_raise", json!({ "id": id, "limit": "zip-entry", "value": 65 << 20, "job": "2" }));
    assert_eq!((&less["state"], &less["error"]["limit"]["value"]), (&json!("refused"), &json!(65 << 20)));
    for (name, value) in [("zip-entry", 5_u64 << 30), ("json-depth", 600), ("nothing", 1)] {
        let refused = desk.try_call("intake_raise", json!({ "id": id, "limit": name, "value": value, "job": "2" }));
        assert_eq!(refused.expect_err(name).code, ErrorCode::Usage);
    }

    let row = desk.call("intake_raise", json!({ "id": id, "limit": "zip-entry", "value": needed, "job": "2" }));
    assert_eq!((&row["state"], &row["error"]), (&json!("new"), &Value::Null), "{row}");
    assert_eq!(desk.call("intake_show", json!({ "id": id }))["row"]["name"], "Ottoline Marsh");
    let kept = desk.call("intake_keep", json!({ "ids": [id], "job": "3" }));
    let address = kept["kept"][0].clone();

    // After a restart it opens, is measured and leaves as it came.
    let desk = desk.again();
    let out = desk.folder.path().join("out.charx").display().to_string();
    let written = desk.call("export_write", json!({ "address": address, "format": "sillytavern", "options": {}, "path": out, "overwrite": false, "job": "4" }));
    assert_eq!(written["report"]["identical"], true, "{written}");
    // The limit was for that file: another of its kind is refused as before.
    let other = desk.folder.path().join("other.charx");
    let asset = archive::repeated("assets/b.bin", b' ', (70 << 20) / 258, None);
    std::fs::write(&other, archive::write(&[archive::stored("card.json", cards::v2()), asset])).expect("written");
    let rows = desk.call("intake_add", json!({ "paths": [other.display().to_string()], "job": "5" }));
    assert_eq!(rows[0]["error"]["code"], "limit");
}

#[test]
fn a_file_over_the_size_of_any_is_taken_in_when_its_limit_is_raised() {
    let desk = Desk::new();
    let file = desk.folder.path().join("moods.charx");
    let mut to = std::fs::File::create(&file).expect("made");
    cards::large_charx(&mut to, 101).expect("written");
    let size = to.metadata().expect("there").len();
    let rows = desk.call("intake_add", json!({ "paths": [file.display().to_string()], "job": "1" }));
    let limit = &rows[0]["error"]["limit"];
    assert_eq!((&limit["name"], &limit["needed"]), (&json!("file-bytes"), &json!(size)), "{rows}");
    let raise = json!({ "id": rows[0]["id"], "limit": "file-bytes", "value": size, "job": "2" });
    // It was not copied yet, so it must still be there.
    let elsewhere = desk.folder.path().join("elsewhere");
    std::fs::rename(&file, &elsewhere).expect("moved");
    assert_eq!(desk.try_call("intake_raise", raise.clone()).expect_err("gone").code, ErrorCode::Io);
    std::fs::rename(&elsewhere, &file).expect("moved back");
    let row = desk.call("intake_raise", raise);
    assert_eq!((&row["state"], &row["portrait"].is_string()), (&json!("new"), &true), "{row}");
    let detail = desk.call("intake_show", json!({ "id": row["id"] }));
    assert_eq!(detail["bytes"], json!(size));
    let kept = desk.call("intake_keep", json!({ "ids": [row["id"]], "job": "3" }));
    assert_eq!(kept["failed"], json!([]));
    std::fs::remove_file(&file).expect("removed");
    let desk = desk.again();
    let opened = desk.call("entity_open", json!({ "address": kept["kept"][0] }));
    assert_eq!(opened["pictures"].as_array().map(Vec::len), Some(101));
}

#[test]
fn a_page_announces_what_is_too_large_and_sends_it_once_it_may() {
    let desk = Desk::new();
    let take = |query: &str| uploads::take(&desk.studio, "intake-upload", query, bytes::Bytes::new());
    let rows = read(&take("name=moods.charx&size=101000000&job=1").expect("announced"));
    let (id, limit) = (rows[0]["id"].as_str().expect("an id").to_owned(), rows[0]["error"]["limit"].clone());
    assert_eq!((&limit["name"], &limit["needed"]), (&json!("file-bytes"), &json!(101_000_000)));
    // Without the bytes nothing can be raised, and a small file is simply sent.
    let raise = json!({ "id": id, "limit": "file-bytes", "value": 102_000_000, "job": "2" });
    assert_eq!(desk.try_call("intake_raise", raise).expect_err("no bytes").code, ErrorCode::NotFound);
    assert_eq!(take("name=small.json&size=5&job=1").expect("may be sent"), "[]");

    let query = format!("id={id}&raise=file-bytes%3D110MiB&job=3");
    assert!(uploads::is_stream("intake-upload", &query) && !uploads::is_stream("intake-upload", "name=a"));
    let mut card = Vec::new();
    cards::large_charx(&mut card, 101).expect("written");
    let row = read(&uploads::take_stream(&desk.studio, &query, &mut &*card).expect("taken"));
    assert_eq!((&row["state"], &row["name"]), (&json!("new"), &json!("Ottoline of the Many Moods")));
    // More than was said does not come in.
    let rows = read(&take("name=more.charx&size=101000000&job=1").expect("announced"));
    let query = format!("id={}&raise=file-bytes%3D96MiB&job=3", rows[0]["id"].as_str().expect("an id"));
    assert_eq!(uploads::take_stream(&desk.studio, &query, &mut &*card).expect_err("too long").code, ErrorCode::Limit);
}

/// A card of our own with two books and a persona beside it, as text.
fn set(greeting: &str, books: [(&str, &str, &str); 2], persona: &str) -> String {
    let links: Vec<Value> = books.iter().map(|(id, _, _)| json!({ "type": "entity", "id": id })).collect();
    let book = |(id, name, content): &(&str, &str, &str)| {
        json!({
            "schemaVersion": "1", "kind": "lorebook", "id": id,
            "body": { "name": name, "entries": [{ "id": 1, "keys": ["bell"], "content": content }] }
        })
    };
    let mut with: Vec<Value> = books.iter().map(book).collect();
    with.push(json!({ "schemaVersion": "1", "kind": "persona", "id": "keeper", "body": { "name": "The keeper", "description": persona } }));
    json!({
        "schemaVersion": "1", "kind": "character", "id": "ottoline",
        "body": {
            "identity": { "name": "Ottoline of the set" }, "greetings": { "firstMessage": greeting },
            "knowledgeRefs": links
        },
        "with": with, "blobs": {}
    })
    .to_string()
}

#[test]
fn an_update_knows_the_pieces_that_came_along_by_what_they_are() {
    let desk = Desk::new();
    let add = |name: &str, text: &str| {
        let file = desk.folder.path().join(name);
        std::fs::write(&file, text).expect("written");
        desk.call("intake_add", json!({ "paths": [file.display().to_string()], "job": "1" }))[0].clone()
    };
    let keep = || desk.call("intake_keep", json!({ "ids": null, "job": "2" }));
    // A book of that name is here already, from elsewhere: the set's gets another id.
    let own = add(
        "own.ficha.json",
        &json!({ "schemaVersion": "1", "kind": "lorebook", "id": "tower", "body": { "name": "Tower", "entries": [] } })
            .to_string(),
    );
    assert_eq!(own["state"], "new", "{own}");
    keep();
    add(
        "set.ficha.json",
        &set(
            "Good evening.",
            [("harbour", "Harbour", "The bell rings at six."), ("tower", "Tower", "Mind the stair.")],
            "Writes.",
        ),
    );
    let kept = keep();
    let addresses: Vec<&str> = kept["kept"].as_array().expect("kept").iter().filter_map(Value::as_str).collect();
    assert_eq!(addresses, ["character/ottoline", "lorebook/harbour", "lorebook/tower-2", "persona/keeper"]);

    // Edited here: one book has another name, and the own book is linked too.
    let save = |address: &str, changes: Value| {
        desk.call(
            "entity_save",
            json!({ "address": address, "baseRevision": 1, "changes": changes, "native": [], "why": "saved" }),
        )
    };
    save("lorebook/tower-2", json!([{ "path": "name", "value": "The stair" }]));
    let links = json!([{ "type": "entity", "id": "harbour" }, { "type": "entity", "id": "tower-2" }, { "type": "entity", "id": "tower" }]);
    save("character/ottoline", json!([{ "path": "knowledgeRefs", "value": links }]));

    // The newer file has the books the other way round, one with new words, and another persona.
    let newer = set(
        "Good night.",
        [("tower", "Tower", "Mind the stair."), ("harbour", "Harbour", "The bell rings at seven.")],
        "Writes and sings.",
    );
    let row = add("newer.ficha.json", &newer);
    desk.call("intake_decide", json!({ "ids": [row["id"]], "decision": "update" }));
    let kept = keep();
    assert_eq!(kept["failed"], json!([]), "{kept}");
    let summary = desk.call("library_summary", json!({}));
    let count = |kind: &str| {
        let kinds = summary["perKind"].as_array().expect("kinds");
        kinds.iter().find(|row| row["kind"] == kind).map_or(0, |row| row["count"].as_u64().unwrap_or(0))
    };
    assert_eq!((count("character"), count("lorebook"), count("persona")), (1, 3, 1), "nothing was doubled");
    let body = |address: &str| desk.call("entity_open", json!({ "address": address }))["body"].clone();
    assert_eq!(body("lorebook/harbour")["entries"][0]["content"], "The bell rings at seven.");
    assert_eq!(
        (&body("lorebook/tower-2")["name"], &body("lorebook/tower-2")["entries"][0]["content"]),
        (&json!("The stair"), &json!("Mind the stair."))
    );
    // The own book came from elsewhere and is as it was.
    assert_eq!((&body("lorebook/tower")["name"], &body("lorebook/tower")["entries"]), (&json!("Tower"), &json!([])));
    assert_eq!(body("persona/keeper")["description"], "Writes and sings.");
    let card = body("character/ottoline");
    assert_eq!(card["greetings"]["firstMessage"], "Good night.");
    let mut linked: Vec<&str> =
        card["knowledgeRefs"].as_array().expect("links").iter().filter_map(|link| link["id"].as_str()).collect();
    linked.sort_unstable();
    assert_eq!(linked, ["harbour", "tower", "tower-2"]);

    // The whole set leaves as one file and says the same elsewhere.
    let all = ["character/ottoline", "lorebook/harbour", "lorebook/tower-2", "lorebook/tower", "persona/keeper"];
    let report = desk.call("export_set_measure", json!({ "addresses": all, "options": {}, "job": "3" }));
    assert_eq!(
        (&report["counts"]["lost"], &report["target"]["format"], &report["target"]["container"]),
        (&json!(0), &json!("ficha"), &json!("zip"))
    );
    let path = desk.folder.path().join("all.ficha").display().to_string();
    let write = json!({ "addresses": all, "options": {}, "path": path, "overwrite": false, "job": "3" });
    desk.call("export_set_write", write.clone());
    assert_eq!(desk.try_call("export_set_write", write).expect_err("it is there").code, ErrorCode::Conflict);
    let there = Desk::new();
    let rows = there.call("intake_add", json!({ "paths": [path], "job": "1" }));
    assert_eq!(rows[0]["container"], "zip", "{rows}");
    let kept = there.call("intake_keep", json!({ "ids": null, "job": "2" }));
    assert_eq!(kept["kept"].as_array().map(Vec::len), Some(5), "{kept}");
}
