//! The texts of other people's files, when they are there: read as `serde_json` reads them, and changed only where an
//! edit is made.

use std::path::{Path, PathBuf};

use ficha_json::{Document, Limits, Node, RepairKind};
use serde_json::Value;

/// `FICHA_SHARED`, or `shared` beside the workspace. This crate's tests stand below the test kit, which asks the same.
fn shared() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    std::env::var_os("FICHA_SHARED").map(PathBuf::from).or(Some(beside)).filter(|folder| folder.is_dir())
}

fn texts() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let Some(shared) = shared() else {
        println!("no outside test material: nothing is compared");
        return found;
    };
    let mut folders = ["corpus", "vectors", "fixtures"].map(|part| shared.join(part)).to_vec();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path)
                && text.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '['])
            {
                found.push((path.display().to_string(), text));
            }
        }
    }
    found.sort();
    found
}

fn leaves<'a>(node: Node<'a>, pointer: String, found: &mut Vec<(String, Node<'a>)>) {
    if !node.is_object() && !node.is_array() {
        found.push((pointer, node));
        return;
    }
    for (key, member) in node.members() {
        leaves(member, ficha_json::pointer::join(&pointer, &key), found);
    }
    for (place, item) in node.items().enumerate() {
        leaves(item, format!("{pointer}/{place}"), found);
    }
}

#[test]
fn texts_are_read_as_serde_json_reads_them() {
    for (name, text) in texts() {
        let document = Document::parse(text.as_str(), &Limits::default());
        match (serde_json::from_str::<Value>(&text), document) {
            (Ok(value), Ok(document)) => {
                assert!(document.repairs().is_empty(), "{name}: {:?}", document.repairs());
                assert_eq!(document.root().to_value(), value, "{name}");
                assert_eq!(document.edit().finish(), text, "{name}");
                let mut edit = document.edit();
                edit.set("", &value);
                assert_eq!(edit.finish(), text, "{name}");
            }
            (Ok(_), Err(error)) => panic!("{name}: {error}"),
            (Err(_), Ok(document)) => {
                let repairs = document.repairs();
                assert!(!repairs.is_empty(), "{name}");
                if repairs.iter().all(|repair| repair.kind != RepairKind::LoneSurrogate) {
                    let strict: Value = serde_json::from_str(&document.strict_text()).unwrap();
                    assert!(document.root().equals(&strict), "{name}");
                }
            }
            (Err(_), Err(error)) => println!("{name}: {error}"),
        }
    }
}

#[test]
fn an_edited_leaf_is_all_that_changes() {
    for (name, text) in texts() {
        let Ok(document) = Document::parse(text.as_str(), &Limits::default()) else { continue };
        if !document.repairs().is_empty() || !document.duplicate_keys().is_empty() {
            continue;
        }
        let mut all = Vec::new();
        leaves(document.root(), String::new(), &mut all);
        let every = (all.len() / 20).max(1);
        for (pointer, node) in all.into_iter().step_by(every) {
            let mut edit = document.edit();
            edit.replace(&pointer, &Value::from("\u{1}"));
            let out = edit.finish();
            let span = node.span();
            assert_eq!(out, format!("{}\"\\u0001\"{}", &text[..span.start], &text[span.end..]), "{name} {pointer}");

            // The same change told as a whole new value touches no more.
            let mut whole = document.root().to_value();
            *whole.pointer_mut(&pointer).unwrap() = Value::from("\u{1}");
            let mut edit = document.edit();
            edit.replace("", &whole);
            let told = edit.finish();
            assert!(Document::parse(told.as_str(), &Limits::default()).unwrap().root().equals(&whole));
            assert_eq!(told, out, "{name} {pointer}");
        }
    }
}
