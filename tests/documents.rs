//! What is written from the wire tables: `docs/formats/` (one page a platform, and the support matrix; the samples and
//! what coverage measures go in too), and the formats the model's schema names as evidence of each field.
//! `FICHA_BLESS=1` writes them anew; a stale one is a fault. And the page of whole tasks, written by hand, whose every
//! row names a browser test.

mod common;
#[path = "documents/worlds.rs"]
mod worlds;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use common::open;
use ficha_container::{ContainerId, Limits};
use ficha_convert::{Coverage, coverage};
use ficha_formats::{Format, FormatSpec, Wire, formats};
use ficha_model::schema::{FieldType, schema};
use ficha_model::{Kind, Path};
use ficha_testkit::corpus::{samples_dir, walk};
use ficha_testkit::workspace_dir;

const MARK: &str = "<!-- Written by `FICHA_BLESS=1 cargo nextest run -p ficha-tests documents` from the wire tables, the samples and what coverage measures. Do not edit. -->";

/// A cell of a table: no bar or line break ends it early.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn words(containers: &[ContainerId]) -> String {
    let words: Vec<&str> = containers.iter().map(|container| container.word()).collect();
    if words.is_empty() { "-".to_owned() } else { words.join(", ") }
}

/// The signs a format goes by, as the samples show them: bid and sentence.
fn signs() -> BTreeMap<&'static str, BTreeSet<(String, String)>> {
    let mut signs: BTreeMap<&'static str, BTreeSet<(String, String)>> = BTreeMap::new();
    for sample in walk(&samples_dir(), "samples") {
        let Ok(source) = open(&sample) else { continue };
        for bid in ficha_formats::bids(&source) {
            let sign = (format!("{:.2}", bid.detection.confidence), bid.detection.because.to_owned());
            signs.entry(bid.format.spec().id).or_default().insert(sign);
        }
    }
    signs
}

/// What becomes of a key, in words.
fn outcome(row: &Wire) -> String {
    let paths = |paths: &[&str]| {
        let quoted: Vec<String> = paths.iter().map(|path| format!("`{path}`")).collect();
        quoted.join(", ")
    };
    match row {
        Wire::Mapped(mapped) => format!("`{}`", mapped.path),
        Wire::List { path, .. } => format!("`{path}`, a row each"),
        Wire::Custom { paths: [], .. } => "read together with others".to_owned(),
        Wire::Custom { paths: ["*"], .. } => "the whole body".to_owned(),
        Wire::Custom { paths: all, .. } => paths(all),
        Wire::Native { label, help, .. } => format!("native: {} ({}). {}", label.en, label.zh, help.en),
        Wire::Kept { why, .. } => format!("kept: {why}"),
    }
}

fn format_part(page: &mut String, spec: &'static FormatSpec, signs: &BTreeSet<(String, String)>, covered: &Coverage) {
    let _ = write!(page, "\n## {}\n\nId `{}`, kind {}.\n\n", spec.title, spec.id, spec.kind);
    let _ = writeln!(page, "| | |\n|---|---|");
    let _ = writeln!(page, "| read from | {} |", words(spec.reads));
    let _ = writeln!(page, "| written to | {} |", words(spec.writes));
    if !spec.writes_own.is_empty() {
        let _ = writeln!(page, "| written only into a file that came so | {} |", words(spec.writes_own));
    }
    let _ = writeln!(page, "| extensions | {} |", spec.extensions.join(", "));
    if !spec.variants.is_empty() {
        let variants: Vec<&str> = spec.variants.iter().map(|variant| variant.word()).collect();
        let _ = writeln!(page, "| versions | {} |", variants.join(", "));
    }
    let _ = writeln!(page, "| facts from | {} |", cell(spec.source));
    if !signs.is_empty() {
        let _ = writeln!(page, "\n**Known by**\n\n| bid | sign |\n|---|---|");
        for (bid, because) in signs.iter().rev() {
            let _ = writeln!(page, "| {bid} | {} |", cell(because));
        }
    }
    if spec.rows().next().is_some() {
        let _ = writeln!(page, "\n**Keys**\n\n| key | what becomes of it | source |\n|---|---|---|");
        for row in spec.rows() {
            let _ = writeln!(page, "| `{}` | {} | {} |", cell(row.key()), cell(&outcome(row)), cell(row.source()));
        }
    }
    if !spec.private.is_empty() {
        let keys: Vec<String> = spec.private.iter().map(|key| format!("`{key}`")).collect();
        let _ = writeln!(page, "\n**Private to the person who exported the file**: {}.", keys.join(", "));
    }
    if !spec.writes.is_empty() {
        let lost: Vec<String> = topmost_lost(covered).iter().map(|path| format!("`{path}`")).collect();
        let _ = match lost.as_slice() {
            [] => writeln!(page, "\n**What does not survive**: nothing, every field of the model arrives."),
            lost => writeln!(page, "\n**What does not survive** of the model, measured: {}.", lost.join(", ")),
        };
    }
}

/// Whether a path lies below another.
fn under(path: &str, above: &str) -> bool {
    path.strip_prefix(above).is_some_and(|rest| rest.starts_with(['.', '[', '{']))
}

/// Fields that do not arrive; of a group or list of which nothing arrives, the group.
fn topmost_lost(covered: &Coverage) -> Vec<&'static str> {
    let under =
        |path: &str, group: &str| path.strip_prefix(group).is_some_and(|rest| rest.starts_with(['.', '[', '{']));
    let whole =
        |group: &str| covered.fields.iter().filter(|field| under(field.path, group)).all(|field| !field.carried);
    let mut found: Vec<&'static str> = Vec::new();
    for field in covered.fields.iter().filter(|field| !field.carried) {
        let ends = field.path.char_indices().filter(|(_, letter)| matches!(letter, '.' | '[' | '{')).map(|(at, _)| at);
        let top = ends.map(|end| &field.path[..end]).find(|group| whole(group)).unwrap_or(field.path);
        if found.last() != Some(&top) {
            found.push(top);
        }
    }
    found
}

/// A page's text and its name below `docs/formats/`.
fn pages() -> BTreeMap<String, String> {
    let signs = signs();
    let none = BTreeSet::new();
    let all: Vec<(&dyn Format, Coverage)> = formats().map(|format| (format, coverage(format))).collect();
    let mut pages = BTreeMap::new();
    for (format, covered) in &all {
        let spec = format.spec();
        let page = pages
            .entry(format!("{}.md", spec.platform))
            .or_insert_with(|| format!("# {}: formats\n\n{MARK}\n", spec.platform));
        format_part(page, spec, signs.get(spec.id).unwrap_or(&none), covered);
    }
    pages.insert("README.md".to_owned(), matrix(&all));
    pages.insert("world.md".to_owned(), worlds::folder_page());
    pages.insert("world-archive.md".to_owned(), worlds::archive_page());
    pages
}

fn matrix(all: &[(&dyn Format, Coverage)]) -> String {
    let mut page = format!(
        "# What is read and written\n\n{MARK}\n\n\
         Each platform has a page beside this one with its keys. *Own* containers are written only into a file that came so. \
         Worlds are no format of a card: [their folder](world.md) and [their archive](world-archive.md) have pages of their own.\n\n\
         | format | id | kind | read from | written to | own | extensions |\n|---|---|---|---|---|---|---|\n"
    );
    for (format, _) in all {
        let spec = format.spec();
        let _ = writeln!(
            page,
            "| [{}]({}.md) | `{}` | {} | {} | {} | {} | {} |",
            spec.title,
            spec.platform,
            spec.id,
            spec.kind,
            words(spec.reads),
            words(spec.writes),
            words(spec.writes_own),
            spec.extensions.join(", ")
        );
    }
    page.push_str(
        "\n## Which fields each format carries\n\nMeasured: the field alone is set, written, and read back.\n",
    );
    for kind in Kind::ALL {
        let columns: Vec<&(&dyn Format, Coverage)> =
            all.iter().filter(|(format, _)| format.spec().kind == kind && !format.spec().writes.is_empty()).collect();
        let heads: Vec<String> = columns.iter().map(|(format, _)| format!("`{}`", format.spec().id)).collect();
        let _ = writeln!(
            page,
            "\n### {}\n\n| field | {} |\n|---|{}",
            schema(kind).english,
            heads.join(" | "),
            "---|".repeat(heads.len())
        );
        let Some((_, first)) = columns.first() else { continue };
        for (at, field) in first.fields.iter().enumerate() {
            let marks: Vec<&str> = columns
                .iter()
                .map(|(_, covered)| if covered.fields.get(at).is_some_and(|field| field.carried) { "✓" } else { "" })
                .collect();
            let _ = writeln!(page, "| `{}` | {} |", field.path, marks.join(" | "));
        }
    }
    let _ = write!(
        page,
        "\n## Limits\n\nOf anything opened unasked; a person may raise one for one file.\n\n| limit | value |\n|---|---|\n"
    );
    let limits = Limits::default();
    for (name, value) in [
        ("file-bytes", limits.file),
        ("zip-entries", limits.zip_entries),
        ("zip-entry", limits.zip_entry),
        ("zip-total", limits.zip_total),
        ("text-bytes", limits.text),
        ("png-chunks", limits.chunks),
        ("json-bytes", limits.json.bytes),
        ("json-values", limits.json.values),
        ("json-depth", limits.json.depth),
    ] {
        let _ = writeln!(page, "| `{name}` | {value} |");
    }
    page
}

#[test]
fn the_pages_of_the_formats_are_what_the_tables_say() {
    let folder = workspace_dir().join("docs/formats");
    let pages = pages();
    if std::env::var_os("FICHA_BLESS").is_some() {
        std::fs::create_dir_all(&folder).expect("docs/formats can be made");
        for (name, text) in &pages {
            std::fs::write(folder.join(name), text).expect("a page can be written");
        }
    }
    let mut faults = String::new();
    for (name, text) in &pages {
        let kept = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        if kept.replace("\r\n", "\n") != *text {
            let _ = writeln!(faults, "docs/formats/{name} is stale");
        }
    }
    let there = std::fs::read_dir(&folder).into_iter().flatten().flatten();
    for entry in there.map(|entry| entry.file_name().to_string_lossy().into_owned()) {
        if !pages.contains_key(&entry) {
            let _ = writeln!(faults, "docs/formats/{entry} is of no platform");
        }
    }
    assert!(faults.is_empty(), "{faults}FICHA_BLESS=1 writes them anew");
}

/// A path of a pattern.
fn example(pattern: &str) -> Path {
    Path::of(&pattern.replace("[]", "[0]").replace("{}", ".en"))
}

/// The formats whose tables have a row for a field, with the inheritance the file has: a field without a line has
/// those of the field it lies in.
fn known_wires() -> String {
    let mut text = "# Formats whose wire tables have a row for each field: the evidence that a field deserves its own.\n\
        # Written by `FICHA_BLESS=1 cargo nextest run -p ficha-tests documents`; do not edit. A field without a line has\n\
        # the formats of the field it lies in. A dash is none: such a field travels in Ficha's own files only.\n"
        .to_owned();
    for kind in Kind::ALL {
        let of_kind: Vec<&'static FormatSpec> = formats()
            .map(|format| format.spec())
            .filter(|spec| spec.kind == kind && !spec.own)
            .filter(|spec| !spec.rows().any(|row| row.paths().contains(&"*")))
            .collect();
        let _ = writeln!(text, "\n[{kind}]");
        let mut lines: Vec<(&str, Vec<&str>)> = Vec::new();
        for field in schema(kind).fields().filter(|field| field.shape != FieldType::Group) {
            // A list is there where something of its rows is.
            let inside = schema(kind).fields().filter(|row| row.path == field.path || under(row.path, field.path));
            let holds = matches!(field.shape, FieldType::List | FieldType::Map);
            let paths: Vec<Path> =
                inside.filter(|row| holds || row.path == field.path).map(|row| example(row.path)).collect();
            let carries = |spec: &&&'static FormatSpec| paths.iter().any(|path| spec.carries(path));
            let wires: Vec<&str> = of_kind.iter().filter(carries).map(|spec| spec.id).collect();
            let inherited =
                lines.iter().rev().find(|(above, _)| under(field.path, above)).map(|(_, wires)| wires.as_slice());
            if wires != inherited.unwrap_or_default() {
                let shown = if wires.is_empty() { "-".to_owned() } else { wires.join(" ") };
                let _ = writeln!(text, "{}: {shown}", field.path);
                lines.push((field.path, wires));
            }
        }
    }
    text
}

#[test]
fn the_schema_names_the_formats_of_the_tables() {
    let path = workspace_dir().join("crates/ficha-model/src/schema/known-wires.txt");
    let text = known_wires();
    if std::env::var_os("FICHA_BLESS").is_some() {
        std::fs::write(&path, &text).expect("known-wires.txt can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept.replace("\r\n", "\n") == text, "known-wires.txt is stale: FICHA_BLESS=1 writes it anew");
}

/// Every row of the page is done by a browser test of that name.
#[test]
fn the_page_of_whole_tasks_names_flows_that_exist() {
    let page = std::fs::read_to_string(workspace_dir().join("docs/whole-tasks.md")).expect("docs/whole-tasks.md");
    let flows: String = std::fs::read_dir(workspace_dir().join("ui/e2e"))
        .expect("ui/e2e")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_string_lossy().ends_with(".test.mjs"))
        .map(|path| std::fs::read_to_string(path).expect("a test"))
        .collect();
    let named: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| "))
        .filter(|line| line.starts_with(|first: char| first.is_ascii_digit()))
        .filter_map(|line| line.trim_end_matches(" |").rsplit(" | ").next())
        .collect();
    for name in &named {
        assert!(flows.contains(&format!("flow(\"{name}\"")), "no flow is called {name:?}");
    }
    assert_eq!(named.len(), 10);
}
