//! Whole tasks through the built program: every script of `tests/e2e`, each in folders of its own. A script ends with
//! the line `N passed, N failed`; one that ends otherwise, or in which anything failed, fails here.
//! `FICHA_E2E=wp1 cargo nextest run -p ficha-cli --test e2e` runs one alone.
#![cfg(unix)]

use std::path::PathBuf;
use std::process::Command;

use ficha_testkit::{import_cards, workspace_dir};

fn scripts() -> Vec<PathBuf> {
    let folder = workspace_dir().join("tests/e2e");
    let only = std::env::var("FICHA_E2E").ok();
    let mut scripts: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the scripts")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sh"))
        .filter(|path| path.file_stem().is_some_and(|stem| stem != "common"))
        .filter(|path| only.as_ref().is_none_or(|only| path.file_stem().is_some_and(|stem| stem == only.as_str())))
        .collect();
    scripts.sort();
    scripts
}

/// How many things held and how many did not, by the last line.
fn counts(text: &str) -> Option<(u32, u32)> {
    let (passed, failed) = text.lines().last()?.split_once(" passed, ")?;
    Some((passed.parse().ok()?, failed.strip_suffix(" failed")?.parse().ok()?))
}

#[test]
fn every_script_ends_with_nothing_failed() {
    let scripts = scripts();
    assert!(!scripts.is_empty(), "there are no scripts");
    let cards = tempfile::tempdir().expect("a folder");
    for (name, bytes) in import_cards::all() {
        std::fs::write(cards.path().join(name), bytes).expect("an invented card");
    }
    let mut wrong = Vec::new();
    for script in scripts {
        let ran = Command::new("bash")
            .arg(&script)
            .env("FICHA", env!("CARGO_BIN_EXE_ficha"))
            .env("INVENTED_CARDS", cards.path())
            .output()
            .expect("bash runs");
        let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        println!("{}: {}", script.display(), out.lines().last().unwrap_or("no last line"));
        match counts(&out) {
            Some((passed, 0)) if passed > 0 && ran.status.success() => {}
            _ => wrong.push(format!("{}\n{out}{err}", script.display())),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn the_last_line_is_read() {
    assert_eq!(counts("x\n3 passed, 0 failed\n"), Some((3, 0)));
    assert_eq!(counts("3 passed, 2 failed"), Some((3, 2)));
    for text in ["", "3 passed, 0 failed\nand more", "all passed", "3 passed"] {
        assert_eq!(counts(text), None, "{text}");
    }
}
