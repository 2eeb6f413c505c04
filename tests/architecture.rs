//! The rules of `docs/architecture.md` that a machine can check: who depends on whom, what may not appear where,
//! module headers, file lengths, names.
//!
//! The dependency table is read from that page itself, so the page cannot go stale. Everything here works on text and
//! manifests; nothing is compiled for it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use ficha_testkit::workspace_dir;

/// A source file: where it is, and its text.
struct SourceFile {
    name: String,
    text: String,
}

fn files(folder: &Path, extensions: &[&str]) -> Vec<SourceFile> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let skipped = matches!(
                entry.file_name().to_str(),
                Some("target" | "node_modules" | "dist" | ".venv" | "gen" | "bindings")
            );
            if path.is_dir() && !skipped {
                folders.push(path);
            } else if path
                .extension()
                .and_then(|extension| extension.to_str())
                .is_some_and(|extension| extensions.contains(&extension))
            {
                let name = path.strip_prefix(workspace_dir()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                found.push(SourceFile { name, text: std::fs::read_to_string(&path).unwrap_or_default() });
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

fn rust_of(package_folder: &str) -> Vec<SourceFile> {
    files(&workspace_dir().join(package_folder).join("src"), &["rs"])
}

/// The lines a program runs: no comments, nothing from the first test module on. (1-based number, line.)
fn code(file: &SourceFile) -> impl Iterator<Item = (usize, &str)> {
    file.text
        .lines()
        .enumerate()
        .take_while(|(_, line)| line.trim() != "#[cfg(test)]")
        .map(|(at, line)| (at + 1, line))
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
}

fn is_test_file(name: &str) -> bool {
    name.ends_with("/tests.rs") || name.contains("/tests/")
}

/// Package name to (folder, ordinary dependencies of ours, development dependencies of ours).
fn packages() -> BTreeMap<String, (PathBuf, BTreeSet<String>, BTreeSet<String>)> {
    let root = workspace_dir();
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(root.join("crates")).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    folders.extend([root.join("src-tauri"), root.join("tests")]);
    let mut found = BTreeMap::new();
    for folder in folders {
        let Ok(manifest) = std::fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        let (mut name, mut ordinary, mut development, mut section) =
            (String::new(), BTreeSet::new(), BTreeSet::new(), String::new());
        for line in manifest.lines().map(str::trim) {
            if let Some(header) = line.strip_prefix('[') {
                section = header.trim_end_matches(']').to_owned();
            } else if let (Some(value), "package") = (line.strip_prefix("name = "), section.as_str()) {
                name = value.trim_matches('"').to_owned();
            } else if line.starts_with("ficha-") && section.ends_with("dependencies") {
                let package = line.split(['.', ' ', '=']).next().unwrap_or(line).to_owned();
                if section.ends_with("dev-dependencies") {
                    development.insert(package)
                } else {
                    ordinary.insert(package)
                };
            }
        }
        assert!(
            manifest.contains("[lints]\nworkspace = true"),
            "{} does not take the workspace's lints",
            folder.display()
        );
        found.insert(name, (folder, ordinary, development));
    }
    found
}

/// The dependency table of the page: package to what it may use.
fn allowed() -> BTreeMap<String, BTreeSet<String>> {
    let page = std::fs::read_to_string(workspace_dir().join("docs/architecture.md")).expect("docs/architecture.md");
    page.lines()
        .filter(|line| line.starts_with("| ficha-"))
        .map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let uses = cells[3].split(", ").filter(|package| *package != "-").map(str::to_owned).collect();
            (cells[1].to_owned(), uses)
        })
        .collect()
}

#[test]
fn every_dependency_stands_in_the_table() {
    let allowed = allowed();
    let packages = packages();
    let mut faults = Vec::new();
    for (package, (_, ordinary, development)) in &packages {
        let Some(uses) = allowed.get(package) else {
            faults.push(format!("{package} is not in the table of docs/architecture.md"));
            continue;
        };
        for used in ordinary.iter().filter(|used| !uses.contains(*used)) {
            faults.push(format!("{package} may not use {used}"));
        }
        if ordinary.contains("ficha-testkit") {
            faults.push(format!("{package} links the test kit"));
        }
        let may_test_with = |used: &String| uses.contains(used) || used == "ficha-testkit" || used == package;
        for used in development.iter().filter(|used| !may_test_with(used)) {
            faults.push(format!("{package} may not use {used}, in its tests either"));
        }
    }
    for package in allowed.keys().filter(|package| package.as_str() != "ficha-app" && !packages.contains_key(*package))
    {
        faults.push(format!("{package} is in the table and nowhere else"));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_page_fits_in_one_reading() {
    let page = std::fs::read_to_string(workspace_dir().join("docs/architecture.md")).expect("docs/architecture.md");
    assert!(page.lines().count() < 200, "docs/architecture.md has {} lines", page.lines().count());
}

#[test]
fn nothing_below_the_library_touches_the_system() {
    let words = [
        "std::fs",
        "std::net",
        "std::process",
        "std::env",
        "std::thread",
        "SystemTime",
        "Instant::now",
        "println!",
        "eprintln!",
        "print!(",
        "eprint!(",
        "rand::",
        "getrandom",
    ];
    let mut faults = Vec::new();
    for package in ["ficha-json", "ficha-model", "ficha-container", "ficha-formats", "ficha-convert", "ficha-world"] {
        for file in rust_of(&format!("crates/{package}")).iter().filter(|file| !is_test_file(&file.name)) {
            for (at, line) in code(file) {
                for word in words.iter().filter(|word| line.contains(**word)) {
                    faults.push(format!("{}:{at}: {word}", file.name));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Words that name an app, beyond the folders of the formats crate.
const APPS: [&str; 8] =
    ["tavernai", "koboldai", "voxta", "wyvern", "janitorai", "characterai", "nativetavern", "textgenwebui"];

/// Where an app's word is allowed: the body has a section named after the one app whose settings it holds, and the
/// samples that come along lie in folders named after platforms.
const ALLOWED_APPS: [(&str, &str); 3] = [
    ("crates/ficha-model/", "risu"),
    ("crates/ficha-api/src/samples.rs", "sillytavern"),
    ("crates/ficha-api/src/samples.rs", "pygmalion"),
];

/// Folders of the formats crate that are common ground and no platform.
const COMMON_GROUND: [&str; 3] = ["record", "source", "tavern"];

/// The folders of the platforms.
fn platforms() -> Vec<String> {
    let entries = std::fs::read_dir(workspace_dir().join("crates/ficha-formats/src")).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.path().is_dir());
    let names = folders.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| !COMMON_GROUND.contains(&name.as_str())).collect()
}

#[test]
fn no_app_is_named_outside_the_formats() {
    let mut apps: BTreeSet<String> = APPS.iter().map(|app| (*app).to_owned()).collect();
    apps.extend(platforms().into_iter().filter(|name| name != "native"));
    assert!(apps.contains("sillytavern") && apps.contains("pygmalion"), "the platforms were not found: {apps:?}");
    let mut faults = Vec::new();
    for package in ["ficha-model", "ficha-convert", "ficha-library", "ficha-api"] {
        for file in rust_of(&format!("crates/{package}")).iter().filter(|file| !is_test_file(&file.name)) {
            for (at, line) in code(file) {
                let line = line.to_lowercase();
                for word in
                    line.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| apps.contains(*word))
                {
                    if !ALLOWED_APPS.iter().any(|(place, app)| file.name.starts_with(place) && *app == word) {
                        faults.push(format!("{}:{at}: {word}", file.name));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn platforms_do_not_know_each_other() {
    let root = workspace_dir().join("crates/ficha-formats/src");
    let platforms = platforms();
    let mut faults = Vec::new();
    for platform in &platforms {
        for file in &files(&root.join(platform), &["rs"]) {
            for (at, line) in code(file) {
                for other in platforms.iter().filter(|other| *other != platform) {
                    if line.contains(&format!("crate::{other}::")) {
                        faults.push(format!("{}:{at}: uses {other}", file.name));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn all_rust() -> Vec<SourceFile> {
    ["crates", "src-tauri", "tests", "fuzz"]
        .iter()
        .flat_map(|folder| files(&workspace_dir().join(folder), &["rs"]))
        .collect()
}

#[test]
fn every_module_says_what_it_is() {
    let missing: Vec<String> = all_rust()
        .into_iter()
        .filter(|file| {
            let first = file.text.lines().find(|line| !line.trim().is_empty() && !line.starts_with("#!["));
            !first.is_some_and(|line| line.starts_with("//!"))
        })
        .map(|file| file.name)
        .collect();
    assert!(missing.is_empty(), "no module header:\n{}", missing.join("\n"));
}

#[test]
fn files_stay_readable_in_one_sitting() {
    let long = |files: Vec<SourceFile>, most: usize| -> Vec<String> {
        files
            .into_iter()
            .filter(|file| file.text.lines().count() > most)
            .map(|file| format!("{} has {} lines, {most} are allowed", file.name, file.text.lines().count()))
            .collect()
    };
    let mut faults = long(all_rust(), 800);
    faults.extend(long(files(&workspace_dir().join("ui/src"), &["ts", "tsx", "css"]), 400));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn nothing_is_named_after_what_it_is_not() {
    let empty_words = ["Manager", "Service", "Helper", "Util", "Processor", "Handler"];
    let mut faults = Vec::new();
    for file in all_rust() {
        for (at, line) in code(&file) {
            let mut words = line
                .split_whitespace()
                .skip_while(|word| matches!(*word, "pub" | "pub(crate)" | "pub(super)" | "async"));
            let (Some("struct" | "enum" | "trait" | "type" | "mod"), Some(name)) = (words.next(), words.next()) else {
                continue;
            };
            let lower = name.to_lowercase();
            for word in empty_words.iter().filter(|word| lower.contains(&word.to_lowercase())) {
                faults.push(format!("{}:{at}: {name} says {word}", file.name));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn nothing_is_left_for_later_or_switched_off() {
    // Written in two parts, so that this file does not find itself.
    let words =
        [["TO", "DO"].concat(), ["FIX", "ME"].concat(), ["#[ign", "ore"].concat(), ["unimple", "mented!"].concat()];
    let mut faults = Vec::new();
    for file in all_rust() {
        for (at, line) in file.text.lines().enumerate() {
            for word in words.iter().filter(|word| line.contains(word.as_str())) {
                faults.push(format!("{}:{}: {word}", file.name, at + 1));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn only_the_host_of_the_workbench_knows_the_window() {
    let faults: Vec<String> = files(&workspace_dir().join("ui/src"), &["ts", "tsx"])
        .into_iter()
        .filter(|file| !file.name.starts_with("ui/src/host/") && file.text.contains("@tauri-apps"))
        .map(|file| file.name)
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
