//! Records read and written again.

use std::path::PathBuf;

use serde_json::json;

use super::*;

/// The records of the worked example, when the outside material is there.
fn example() -> Option<PathBuf> {
    let folder = ficha_testkit::shared_dir()?.join("spec/world/example/world/the-saltglass-ferry/.import");
    if !folder.is_dir() {
        eprintln!("no worked example beside the workspace: its records are not compared");
        return None;
    }
    Some(folder)
}

fn written_again<R: Record + PartialEq + std::fmt::Debug>(folder: &std::path::Path) {
    let bytes = std::fs::read(folder.join(R::FILE)).expect("a record of the example");
    let record = R::from_bytes(&bytes).expect("readable");
    assert_eq!(String::from_utf8_lossy(&record.to_bytes()), String::from_utf8_lossy(&bytes), "{}", R::FILE);
    assert_eq!(R::from_value(&record.to_value()), Ok(record));
}

#[test]
fn the_records_of_the_example_are_written_as_they_were_read() {
    let Some(folder) = example() else { return };
    written_again::<State>(&folder);
    written_again::<Choices>(&folder);
    written_again::<Pieces>(&folder);
    written_again::<Classification>(&folder);
    written_again::<Roster>(&folder);
    written_again::<Extracted>(&folder);
    written_again::<Report>(&folder);
    written_again::<Provenance>(&folder);
    written_again::<Pictures>(&folder);
    written_again::<WorldFiles>(&folder);
}

#[test]
fn unknown_members_stay_behind_the_known_ones_by_name() {
    let value = json!({"zeta": 1, "run": "r", "schema": "ficha-stage/v1", "alpha": [2], "at": "t", "phase": "done",
        "put": [{"sha256": "s", "note": true, "path": "p"}], "remove": []});
    let stage = Stage::from_value(&value).unwrap();
    let written = json!({"schema": "ficha-stage/v1", "run": "r", "at": "t", "phase": "done",
        "put": [{"path": "p", "sha256": "s", "note": true}], "remove": [], "alpha": [2], "zeta": 1});
    assert_eq!(stage.to_value().to_string(), written.to_string());
}

#[test]
fn another_schema_is_told_from_a_record_that_is_broken() {
    let other = Provenance::from_value(&json!({"schema": "x/v9", "lines": []}));
    assert_eq!(other, Err(RecordError::Schema { wanted: "ficha-import/v1", found: "x/v9".into() }));
    let missing = Provenance::from_value(&json!({"schema": "ficha-import/v1"}));
    assert_eq!(missing, Err(RecordError::Shape { at: "/lines".into(), what: "missing".into() }));
    let deep = Provenance::from_value(&json!({"schema": "ficha-import/v1", "lines": [{"at": 3}]}));
    assert_eq!(deep, Err(RecordError::Shape { at: "/lines/0/at".into(), what: "not text".into() }));
    let twice = Provenance::from_bytes(br#"{"schema": "ficha-import/v1", "lines": [], "lines": []}"#);
    assert!(matches!(twice, Err(RecordError::Text { .. })), "{twice:?}");
}

#[test]
fn every_word_is_read_back() {
    for role in Role::ALL {
        assert_eq!(Role::from_word(role.word()), Some(*role));
    }
    assert_eq!(Role::from_word("narrator"), None);
    assert_eq!(Role::ALL.len(), 12);
    assert_eq!(PictureOutcome::ALL.len(), 10);
}

#[test]
fn parts_of_a_piece_are_told_by_their_cuts() {
    let mut piece = Piece { id: "entry:3".into(), text: "añb漢c".into(), ..Piece::default() };
    assert_eq!(piece.parts(), [("entry:3".to_owned(), "añb漢c")]);
    piece.cuts = vec![2, 4];
    let parts = [("entry:3#1".to_owned(), "añ"), ("entry:3#2".to_owned(), "b漢"), ("entry:3#3".to_owned(), "c")];
    assert_eq!(piece.parts(), parts);
}
