//! Every requirement of worlds that holds without a language model is named by a test: its number stands in the name of
//! a test or in a comment at one. Read from the specification where it lies beside the project; said when it does not.

use std::collections::BTreeSet;
use std::path::Path;

use ficha_testkit::corpus::shared_dir;
use ficha_testkit::workspace_dir;

/// What only a language model makes true: how checks that are not decided by the program ask one.
const WITH_A_MODEL: [&str; 7] = ["K-05", "K-06", "K-07", "K-20", "K-21", "K-22", "K-23"];

/// The numbers of a letter that begin a bold word: `**W-001 ∅**`, `**K-01**`.
fn numbers(text: &str, letter: char, empty_set_only: bool) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut whole_section = false;
    for line in text.lines() {
        if line.starts_with("## ") {
            whole_section = line.contains('∅');
        }
        for part in line.split("**").skip(1).step_by(2) {
            let number: String = part.chars().take_while(|sign| sign.is_ascii_alphanumeric() || *sign == '-').collect();
            let digits = number.strip_prefix(letter).and_then(|rest| rest.strip_prefix('-')).unwrap_or_default();
            let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
            if is_number && (!empty_set_only || whole_section || part.contains('∅')) {
                found.insert(number);
            }
        }
    }
    found
}

/// The text of everything that tests: files of tests whole, of other Rust files what stands behind `#[cfg(test)]`.
fn tests_below(folder: &Path, texts: &mut String) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && !matches!(name.as_str(), "target" | "node_modules" | "dist") {
                tests_below(&path, texts);
            }
            continue;
        }
        let whole = path.to_string_lossy().replace('\\', "/");
        let is_test = whole.contains("/tests/") || whole.contains("/e2e/") || name.contains("test");
        let rust = name.ends_with(".rs");
        if name == "requirements.rs" {
            continue;
        }
        let other = is_test && [".ts", ".tsx", ".mjs", ".sh"].iter().any(|ending| name.ends_with(ending));
        if !rust && !other {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let begins = if is_test { Some(0) } else { text.find("#[cfg(test)]") };
        texts.extend(begins.and_then(|at| text.get(at..)));
        texts.push('\n');
    }
}

#[test]
fn every_requirement_without_a_model_is_named_by_a_test() {
    let Some(spec) = shared_dir().map(|folder| folder.join("spec/world")).filter(|folder| folder.is_dir()) else {
        eprintln!("the specification of worlds is not beside the project; nothing was looked at");
        return;
    };
    let read = |name: &str| std::fs::read_to_string(spec.join(name)).expect("a page of the specification");
    let mut wanted = numbers(&read("import-pipeline.md"), 'W', true);
    wanted.extend(numbers(&read("checks.md"), 'K', false));
    wanted.extend(numbers(&read("card-tools.md"), 'T', false));
    assert!(wanted.len() > 150, "only {} were found", wanted.len());
    let mut texts = String::new();
    for folder in ["crates", "tests", "ui/src", "ui/e2e"] {
        tests_below(&workspace_dir().join(folder), &mut texts);
    }
    let named = |number: &str| {
        let in_a_name = format!("{}_", number.to_lowercase().replace('-', "_"));
        texts.contains(number) || texts.contains(&in_a_name)
    };
    let without: Vec<&String> =
        wanted.iter().filter(|number| !WITH_A_MODEL.contains(&number.as_str()) && !named(number)).collect();
    assert!(without.is_empty(), "no test names {without:?}");
}
