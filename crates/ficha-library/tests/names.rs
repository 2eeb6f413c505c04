//! Names that would like to be paths. Whatever an entity, a file or a caller is called, nothing outside the folder is
//! read, written or removed, and two names never share a file.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::str::FromStr;

use common::{card, kept, texts_of};
use ficha_library::{Address, Library};
use ficha_model::{Entity, Kind};
use proptest::prelude::*;

const HOSTILE: [&str; 18] = [
    "../../outside",
    "/etc/passwd",
    "C:\\Windows\\system32",
    "\\\\server\\share",
    "CON",
    "aux.json",
    "lpt1",
    "..",
    ".",
    "",
    "~/.ssh/id",
    "a\0b",
    "name\nwith\rlines",
    "trailing. ",
    "%2e%2e%2f",
    "．．／wide",
    "\u{202e}gnp.exe",
    "{\"kind\": 1}",
];

fn inner() -> (tempfile::TempDir, Library) {
    let outer = tempfile::tempdir().expect("folder");
    fs::write(outer.path().join("outside.json"), "not yours").expect("write");
    let library = Library::open(&outer.path().join("library")).expect("open");
    (outer, library)
}

fn with_id(id: &str) -> Entity {
    Entity { id: id.to_owned(), ..card(id, "", "") }
}

#[test]
fn hostile_names_stay_inside() {
    let (outer, library) = inner();
    let mut names: Vec<String> = HOSTILE.iter().map(|name| (*name).to_owned()).collect();
    names.extend(["x".repeat(300), "灯".repeat(300), "𐐨".repeat(300), "../".repeat(100), "e\u{301}".repeat(300)]);
    for name in &names {
        let mut entity = with_id(name);
        entity.body.set(&ficha_model::Path::of("knowledgeRefs"), serde_json::json!([{"type": "entity", "id": name}]));
        for _ in 0..3 {
            let address = kept(&library, entity.clone());
            library.open_entity(&address).unwrap_or_else(|error| panic!("{name}: {error}"));
            let item = library.remove(std::slice::from_ref(&address)).expect("removed").remove(0).item;
            library.restore_trash(&[item]).expect("restored");
        }
        let staged = library.stage_bytes(name, b"x").expect("staged");
        assert!(!staged.file_name.contains(['/', '\\']), "{}", staged.file_name);
    }
    for name in HOSTILE {
        assert!(Address::from_str(&format!("character/{name}")).is_err() || name == "lpt1-id", "{name}");
        assert!(library.blob(name).is_err() && library.blob_path(name).is_none(), "{name}");
        assert!(library.staged_bytes(name).is_err() && library.discard_staged(name).is_err(), "{name}");
        assert!(library.delete_trash(&[name.to_owned()]).is_err(), "{name}");
        assert!(library.restore_trash(&[name.to_owned()]).is_err(), "{name}");
    }
    let outside: Vec<String> =
        texts_of(outer.path()).into_keys().filter(|name| !name.starts_with("library/")).collect();
    assert_eq!(outside, ["outside.json"]);
    assert_eq!(fs::read_to_string(outer.path().join("outside.json")).expect("text"), "not yours");
    assert_eq!(library.summary().expect("summary").total, names.len() as u64 * 3);
}

#[test]
fn names_that_differ_in_case_or_form_do_not_share_a_file() {
    let (_outer, library) = inner();
    let ids: Vec<String> = ["Tilda", "TILDA", "tilda", "Ｔilda", "Zoë", "Zoe\u{308}", "ZOË", "Straße"]
        .map(|name| kept(&library, with_id(name)).id().to_owned())
        .into();
    assert_eq!(ids, ["tilda", "tilda-2", "tilda-3", "tilda-4", "zoë", "zoë-2", "zoë-3", "straße"]);
    let files: BTreeSet<String> =
        texts_of(&library.root().join("entities")).into_keys().map(|name| name.to_lowercase()).collect();
    assert_eq!(files.len(), ids.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn an_address_is_a_canonical_id_and_nothing_else(id in "[a-z0-9A-Z.-]{0,9}|[a-z-]{100,130}") {
        let canonical = ficha_model::canonical_id(&id) == id;
        prop_assert_eq!(Address::new(Kind::Regex, &id).is_some(), canonical);
    }

    #[test]
    fn any_name_has_an_address_that_reads_back(name in "\\PC{0,200}", kind in 0..Kind::ALL.len()) {
        let wanted = Address::wanted(Kind::ALL[kind], &name);
        prop_assert_eq!(Address::from_str(&wanted.to_string()).ok(), Some(wanted.clone()));
        prop_assert!(wanted.id().len() <= ficha_library::MAX_ID_BYTES);
        prop_assert_eq!(ficha_model::canonical_id(wanted.id()), wanted.id());
        prop_assert!(!wanted.id().contains(['/', '\\', ':', '.', '\0']));
    }
}
