//! Worlds into archives and back, and archives that are refused.

use std::collections::BTreeMap;

use ficha_container::Limits;
use ficha_container::archive::{NewEntry, build};
use ficha_world::archive::{ArchiveError, Companions, Packing, limits, open, read, write};
use ficha_world::{Held, Tree, World};
use sha2::{Digest, Sha256};

use crate::small::{bytes, png, text, tree, value};

const PACKING: Packing<'_> = Packing { id: "lantern-quay", app: "ficha 0.1.0" };
const ADDRESS: &str = "https://pictures.example/quay.png";

fn sha(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A picture with a card and texts in it.
fn card_png() -> Vec<u8> {
    let plain = png();
    let mut out = plain[..33].to_vec();
    out.extend(ficha_container::png::text_chunk("chara", b"e30="));
    out.extend(ficha_container::png::text_chunk("ccv3", b"e30="));
    out.extend(ficha_container::png::chunk(*b"tIME", &[7, 0xEA, 1, 1, 1, 1, 1]));
    out.extend(&plain[33..]);
    out
}

/// The small world with pictures, records, prompts and files that do not belong.
fn full() -> Tree {
    let mut tree = tree();
    let row = format!(
        r#"{{"path": "images/cover.png", "origin": "card-address", "address": "{ADDRESS}", "sha256": "{}", "added_at": "2026-01-02T03:04:05Z"}}"#,
        sha(&card_png())
    );
    tree.insert("images/cover.png".to_owned(), Held::Bytes(card_png()));
    tree.insert("images/index.json".to_owned(), bytes(&format!(r#"{{"images": [{row}]}}"#)));
    tree.insert("prompts/en/roleplay/style.md".to_owned(), bytes("Slow.\n"));
    tree.insert("readme.txt".to_owned(), bytes("x"));
    tree.insert(".import/card.json".to_owned(), bytes("the card"));
    tree.insert("images/.thumbs/a.png".to_owned(), Held::Bytes(png()));
    tree.insert("lore/link.json".to_owned(), Held::Link);
    tree
}

fn packed() -> Vec<u8> {
    write(&full(), &Companions::default(), &PACKING).unwrap().zip
}

/// An archive of these entries with a list of its own that fits them.
fn made(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let files: Vec<String> = entries
        .iter()
        .map(|(path, bytes)| format!(r#"{{"path": {path:?}, "bytes": {}, "sha256": "{}"}}"#, bytes.len(), sha(bytes)))
        .collect();
    let list = format!(
        r#"{{"schema": "ficha-world-archive/v1", "world": "x", "name": "X", "app": "t", "files": [{}]}}"#,
        files.join(",")
    );
    listed(&list, entries)
}

fn listed(list: &str, entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut all = vec![NewEntry::new("archive.json", list.as_bytes())];
    all.extend(entries.iter().map(|(path, bytes)| NewEntry::new(*path, *bytes)));
    build(&all).unwrap()
}

// format 13
#[test]
fn a_world_leaves_without_the_card_and_the_studio() {
    let packed = write(&full(), &Companions::default(), &PACKING).unwrap();
    let left: Vec<&str> = packed.left_out.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(left, ["lore/link.json", "readme.txt"]);
    let archive = ficha_container::archive::Archive::read(&packed.zip, &limits()).unwrap();
    let names: Vec<&str> = archive.entries().iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names[0], "archive.json");
    let mut sorted = names.clone();
    sorted.sort_unstable();
    assert_eq!(names, sorted);
    assert!(names.iter().all(|name| name.split('/').all(|segment| !segment.starts_with('.'))), "{names:?}");
    for entry in archive.entries() {
        let content = archive.inflate(&packed.zip, entry, &limits()).unwrap();
        for word in ["chara", "ccv3", "tEXt", "tIME", "the card", ADDRESS] {
            let found = content.windows(word.len()).any(|window| window == word.as_bytes());
            assert!(!found || (entry.name.ends_with(".json") && word == "chara"), "{word} in {}", entry.name);
        }
    }
}

#[test]
fn the_same_world_is_the_same_bytes() {
    assert_eq!(packed(), packed());
    let list = read(&packed(), &limits()).unwrap();
    assert_eq!(list.manifest.world, "lantern-quay");
    assert_eq!(list.manifest.name, "Lantern Quay");
    assert_eq!(list.manifest.app, "ficha 0.1.0");
    assert_eq!(list.manifest.world_updated_at, "2026-01-02T03:04:05Z");
}

#[test]
fn a_world_arrives_as_it_left() {
    let unpacked = read(&packed(), &limits()).unwrap();
    assert_eq!(unpacked.skipped, [] as [&str; 0]);
    assert_eq!(unpacked.world["images/cover.png"], png());
    let index = value(std::str::from_utf8(&unpacked.world["images/index.json"]).unwrap());
    assert_eq!(index["images"][0]["sha256"], sha(&png()));
    assert!(index["images"][0].get("address").is_none());
    let arrived: Tree = unpacked.world.iter().map(|(path, bytes)| (path.clone(), Held::Bytes(bytes.clone()))).collect();
    let (here, there) = (World::load(&full()).world, World::load(&arrived));
    assert_eq!(there.problems, []);
    assert_eq!(there.world.documents, here.documents);
    for path in arrived.keys().filter(|path| !path.starts_with("images/")) {
        assert_eq!(unpacked.world[path], text(&full(), path).into_bytes(), "{path}");
    }
}

#[test]
fn books_and_presets_go_along_on_request() {
    let book =
        br#"{"schema": "ficha-lorebook/v1", "name": "B", "language": "en", "created_at": "2026-01-02T03:04:05Z"}"#;
    let with = Companions {
        lorebooks: BTreeMap::from([
            ("b/lorebook.json".to_owned(), book.to_vec()),
            ("b/entries/x.json".to_owned(), b"{}".to_vec()),
            ("b/.import/lorebook.json".to_owned(), b"{}".to_vec()),
        ]),
        presets: BTreeMap::from([
            ("p/preset.json".to_owned(), b"{}".to_vec()),
            ("p/prompts/en/roleplay/style.md".to_owned(), b"x".to_vec()),
            ("p/prompts/en/roleplay/other.md".to_owned(), b"x".to_vec()),
        ]),
    };
    let packed = write(&tree(), &with, &PACKING).unwrap();
    let left: Vec<&str> = packed.left_out.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(left, ["lorebooks/b/.import/lorebook.json", "presets/p/prompts/en/roleplay/other.md"]);
    let unpacked = read(&packed.zip, &limits()).unwrap();
    assert_eq!(unpacked.lorebooks.keys().collect::<Vec<_>>(), ["b/entries/x.json", "b/lorebook.json"]);
    assert_eq!(unpacked.presets.keys().collect::<Vec<_>>(), ["p/preset.json", "p/prompts/en/roleplay/style.md"]);
}

#[test]
fn a_damaged_picture_stays_behind_with_its_record() {
    let mut tree = full();
    tree.insert("images/cover.png".to_owned(), Held::Bytes(card_png()[..60].to_vec()));
    let packed = write(&tree, &Companions::default(), &PACKING).unwrap();
    assert!(packed.left_out.contains(&("images/cover.png".to_owned(), "it is no whole picture")));
    let unpacked = read(&packed.zip, &limits()).unwrap();
    assert_eq!(value(std::str::from_utf8(&unpacked.world["images/index.json"]).unwrap())["images"], value("[]"));
    tree.insert("images/index.json".to_owned(), bytes(ADDRESS));
    let packed = write(&tree, &Companions::default(), &PACKING).unwrap();
    assert!(packed.left_out.iter().any(|(path, _)| path == "images/index.json"));
}

fn refused(zip: &[u8]) -> ArchiveError {
    read(zip, &limits()).expect_err("refused")
}

#[test]
fn archives_that_reach_outside_are_refused_whole() {
    for name in [
        "../x.json",
        "world/../../x",
        "world/plots/..",
        "/etc/passwd",
        "C:/x",
        "c:x",
        "\\\\host\\share",
        "world\\..\\x",
        "\\x",
    ] {
        let zip = made(&[("world/world.json", b"{}"), (name, b"x")]);
        let error = refused(&zip);
        assert_eq!(error.code(), "archive-escapes", "{name}: {error}");
        assert!(error.to_string().contains(name), "{error}");
    }
    let mut linked = made(&[("world/plots/x.json", b"/etc/passwd")]);
    let name = b"world/plots/x.json";
    let record = linked.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    assert_eq!(&linked[record + 46..record + 46 + name.len()], name);
    linked[record + 38..record + 42].copy_from_slice(&(0o120_777_u32 << 16).to_le_bytes());
    assert_eq!(refused(&linked), ArchiveError::Escapes { entry: "world/plots/x.json".to_owned(), what: "a link" });
}

#[test]
fn archives_whose_list_does_not_fit_are_refused() {
    let list = |schema: &str, path: &str, size: usize, hash: &str| {
        format!(r#"{{"schema": "{schema}", "files": [{{"path": "{path}", "bytes": {size}, "sha256": "{hash}"}}]}}"#)
    };
    let good = "ficha-world-archive/v1";
    let file: (&str, &[u8]) = ("world/world.json", b"{}");
    let hash = sha(b"{}");
    assert!(read(&listed(&list(good, file.0, 2, &hash), &[file]), &limits()).is_ok());
    for (text, entries, code) in [
        (list(good, file.0, 2, &sha(b"{ }")), vec![file], "archive-altered"),
        (list(good, file.0, 3, &hash), vec![file], "archive-altered"),
        (list(good, "world/plots/x.json", 2, &hash), vec![file], "archive-missing"),
        (list("ficha-world-archive/v2", file.0, 2, &hash), vec![file], "archive-newer"),
        (list(good, file.0, 2, &hash), vec![file, file], "archive-twice"),
        ("{}".to_owned(), vec![file], "archive-no-world"),
        ("[".to_owned(), vec![file], "archive-no-world"),
        (format!(r#"{{"schema": "{good}", "schema": "{good}", "files": []}}"#), vec![], "archive-no-world"),
        (format!(r#"{{"schema": "{good}", "files": [{{"path": "x"}}]}}"#), vec![], "archive-no-world"),
        (format!(r#"{{"schema": "{good}"}}"#), vec![], "archive-no-world"),
    ] {
        assert_eq!(refused(&listed(&text, &entries)).code(), code, "{text}");
    }
    assert_eq!(refused(&build(&[NewEntry::new("a.txt", b"x".as_slice())]).unwrap()).code(), "archive-no-world");
    assert_eq!(refused(b"no zip").code(), "archive-damaged");
    assert_eq!(refused(&packed()[..400]).code(), "archive-damaged");
}

#[test]
fn what_is_no_part_of_a_world_is_skipped_and_named() {
    let zip = made(&[
        ("world/world.json", b"{}"),
        ("world/.import/card.json", b"{}"),
        ("world/plots/a b.json", b"{}"),
        ("world/plots/x/y.json", b"{}"),
        ("world/run.sh", b"{}"),
        ("notes.txt", b"{}"),
        ("lorebooks/b/.import/x.json", b"{}"),
        ("images/cover.png", b"{}"),
    ]);
    let unpacked = read(&zip, &limits()).unwrap();
    assert_eq!(unpacked.world.keys().collect::<Vec<_>>(), ["world.json"]);
    assert_eq!(unpacked.skipped.len(), 7);
    let unlisted = listed(
        r#"{"schema": "ficha-world-archive/v1", "world": "../x", "name": "Ruin", "files": []}"#,
        &[("world/world.json", b"{}")],
    );
    let unpacked = read(&unlisted, &limits()).unwrap();
    assert_eq!(
        (unpacked.skipped.as_slice(), unpacked.manifest.world.as_str()),
        (["world/world.json".to_owned()].as_slice(), "ruin")
    );
}

#[test]
fn limits_are_named() {
    let zip = packed();
    for (limits, code) in [
        (Limits { file: 100, ..limits() }, "file-bytes"),
        (Limits { zip_entries: 5, ..limits() }, "zip-entries"),
        (Limits { zip_entry: 100, ..limits() }, "zip-entry"),
        (Limits { zip_total: 1000, ..limits() }, "zip-total"),
    ] {
        assert_eq!(read(&zip, &limits).unwrap_err().code(), code);
    }
    let zeros = vec![0; 80 << 20];
    let bomb = made(&[("world/lore/x.json", &zeros)]);
    assert!(bomb.len() < 1 << 20);
    assert_eq!(refused(&bomb).code(), "zip-entry");
    let raised = ficha_world::archive::raised_limits();
    assert_eq!((raised.zip_entries, raised.zip_total as u64, raised.zip_entry as u64), (20_000, 4 << 30, 4 << 30));
    let opened = open(&bomb, &raised).unwrap();
    let mut most = 0;
    opened.stream(&bomb, "world/lore/x.json", &mut |piece| most = most.max(piece.len())).unwrap();
    assert!(most <= 1 << 20, "{most} bytes at once");
    assert_eq!(opened.bytes(), 80 << 20);
}
