//! `docs/checks.md` is written from the checks, the catalogue and the bad samples. `FICHA_BLESS=1` writes it anew; a stale
//! one is a fault.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use ficha_checks::{
    Alone, Around, CARD, CheckInput, Finding, Place, Severity, There, WORLD, Words, run, said_of_check,
    said_of_finding, said_of_fix, title_of,
};
use ficha_model::schema::Language;
use ficha_model::{Body, Entity, Kind, SourceRecord};

const HEAD: &str = "# Checks

<!-- Written by `FICHA_BLESS=1 cargo nextest run -p ficha-checks` from the checks, their words and their samples. Do not edit. -->

`ficha check`, the page of checks and the marks in the editors run the same kit over a piece. A check says what is likely
not meant, where, and what would mend it; none decides what is right. What could not run is listed with its reason and
never counted as clean. Fixes in bold are the one answer there is and can be made without looking.

A finding is known from run to run, and silenced, by its code, its place by the ids of rows, and the words found: editing
around it makes it neither new nor loud.
";

/// Nothing that is named is there.
struct Nowhere;

impl Around for Nowhere {
    fn piece(&self, _: Kind, _: &str) -> There {
        There::No
    }
    fn picture(&self, reference: &str) -> There {
        if reference == "carrier:" { There::Yes } else { There::No }
    }
    fn tokens(&self, text: &str) -> usize {
        Alone.tokens(text)
    }
}

fn findings(id: &str) -> Vec<Finding> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(id);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut found = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("a sample");
        let document = ficha_json::Document::parse(text, &ficha_json::Limits::default()).expect("strict JSON");
        let value = document.root().to_value();
        let kind = value["kind"].as_str().and_then(Kind::from_word).expect("a kind");
        let mut entity = Entity::new(kind, "sample", Body::from(value["body"].clone()));
        let format = value["source"].as_str().map(str::to_owned);
        entity.source = format.map(|format| SourceRecord { format, ..SourceRecord::default() });
        let targets = value["targets"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_str);
        let targets: Vec<_> = targets.filter_map(ficha_formats::spec).collect();
        // A portrait that is gone, too.
        for around in [&Nowhere as &dyn Around, &Gone] {
            let ran = run(CARD, &CheckInput::new(&entity, &targets, around));
            found.extend(ran.into_iter().filter(|ran| ran.spec.id == id).filter_map(|ran| ran.outcome.ok()).flatten());
        }
    }
    found
}

/// Not even the carrier is there.
struct Gone;

impl Around for Gone {
    fn piece(&self, _: Kind, _: &str) -> There {
        There::No
    }
    fn picture(&self, _: &str) -> There {
        There::No
    }
    fn tokens(&self, text: &str) -> usize {
        Alone.tokens(text)
    }
}

fn page() -> String {
    let mut page = HEAD.to_owned();
    for check in CARD {
        let spec = check.spec();
        let (title, about) = said_of_check(spec.id, Language::English);
        let kinds: Vec<&str> = spec.kinds.iter().map(|kind| kind.word()).collect();
        let _ = write!(page, "\n## {title}\n\n`{}`, looks at: {}. {about}\n\n", spec.id, kinds.join(", "));
        let _ = writeln!(page, "| code | severity | what | what mends it | fixes |\n|---|---|---|---|---|");
        let mut by_code: BTreeMap<&str, Vec<Finding>> = BTreeMap::new();
        for finding in findings(spec.id) {
            by_code.entry(finding.code).or_default().push(finding);
        }
        for code in spec.codes {
            let found = by_code.get(code).map_or(&[][..], Vec::as_slice);
            let Some(first) = found.first() else { panic!("no sample raises {code}") };
            let said = said_of_finding(first, Language::English);
            let mut severities: Vec<&str> = Vec::new();
            let mut fixes: Vec<(String, &'static str)> = Vec::new();
            for finding in found {
                if !severities.contains(&finding.severity.word()) {
                    severities.push(finding.severity.word());
                }
                for fix in &finding.fixes {
                    if fixes.iter().all(|(_, known)| *known != fix.code) {
                        let text = said_of_fix(fix, Language::English);
                        fixes.push((if fix.sure { format!("**{text}**") } else { text }, fix.code));
                    }
                }
            }
            let fixes: Vec<String> = fixes.into_iter().map(|(text, _)| text).collect();
            let cells = [
                format!("`{code}`"),
                severities.join(", "),
                said.title,
                said.hint.unwrap_or_default(),
                fixes.join("; "),
            ];
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
            let _ = writeln!(page, "| {} |", cells.join(" | "));
        }
    }
    page.push_str(WORLDS);
    for check in WORLD {
        let spec = check.spec();
        let (title, about) = said_of_check(spec.id, Language::English);
        let mut needs: Vec<&str> = vec![spec.kit.word(), spec.mode.word()];
        needs.extend(spec.needs.card.then_some("needs the card"));
        needs.extend(spec.needs.model.then_some("needs a model"));
        let _ = write!(page, "\n### {title}\n\n`{}`: {}. {about}\n", spec.id, needs.join(", "));
        if spec.codes.is_empty() {
            continue;
        }
        let _ = writeln!(page, "\n| code | what | what mends it |\n|---|---|---|");
        for code in spec.codes {
            let finding = Finding::new(Severity::Info, code, Place::World(String::new()));
            let title = title_of(spec.id, code, Language::English);
            let own = said_of_finding(&finding.worded(Words::Own), Language::English);
            // What mends a problem is in the problem.
            let hint = own.hint.filter(|_| own.title == title).unwrap_or_default();
            let _ = writeln!(page, "| `{code}` | {title} | {hint} |");
        }
    }
    page
}

const WORLDS: &str = "
## Checks of worlds

Four kits look at a world: whether it hangs together (consistency), says what its card says (fidelity), says enough
(quality), and can be played from its first scene (playability). Their findings have hints and no fixes. What was found
last lies in `.checks/results.json` of the world; a finding is known from run to run by its check, code, place and
sentence without figures and quotes, in whatever language it is told. Checks that a model or a decision service decides
are listed, and skipped while there is none.
";

#[test]
fn the_page_of_checks_is_that_of_the_checks() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/checks.md");
    let page = page();
    if std::env::var_os("FICHA_BLESS").is_some() {
        std::fs::write(&path, &page).expect("written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == page, "docs/checks.md is stale: FICHA_BLESS=1 cargo nextest run -p ficha-checks");
}
