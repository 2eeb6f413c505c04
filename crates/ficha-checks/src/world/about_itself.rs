//! `about-itself`: what the world says of itself to people choosing it, how a story opens, and what other tools left in
//! its texts.

use ficha_world::{Doc, schema};
use serde_json::Value;

use super::input::{list, rows, text};
use super::{WorldInput, file_spot, found, walk, world_check};
use crate::measure::{Script, is_mark, script_of};
use crate::{CheckSkipped, Finding, Severity, Words};

world_check!(
    AboutItself,
    "about-itself",
    Quality,
    &[
        "no-description",
        "short-description",
        "no-tags",
        "no-author",
        "no-opening",
        "left-over",
        "no-cover",
        "other-script",
    ]
);

/// Characters of a description below which it is short.
const SHORT: usize = 40;

/// Letters an opening needs before its script is judged.
const ENOUGH_LETTERS: usize = 20;

fn look(input: &WorldInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let world = input.world();
    let info = &world.info;
    let mut findings = Vec::new();
    let mut say = |severity: Severity, code: &'static str, pointer: &str| {
        findings.push(found(severity, code, file_spot("world.json", pointer)));
    };
    match text(info, "description").trim().chars().count() {
        0 => say(Severity::Warning, "no-description", "/description"),
        count if count < SHORT => say(Severity::Info, "short-description", "/description"),
        _ => {}
    }
    if list(info, "tags").next().is_none() {
        say(Severity::Info, "no-tags", "/tags");
    }
    if text(info, "author").trim().is_empty() {
        say(Severity::Info, "no-author", "/author");
    }
    if text(info, "cover").is_empty() {
        say(Severity::Info, "no-cover", "/cover");
    }
    let opening = text(info, "opening");
    let others = rows(info, "alternate_openings").any(|(_, row)| !text(row, "text").trim().is_empty());
    if opening.trim().is_empty() && !others {
        say(Severity::Warning, "no-opening", "/opening");
    }
    if is_in_another_script(opening, world.language()) {
        let finding = found(Severity::Info, "other-script", "world.json#/opening");
        findings.push(finding.with("language", world.language()));
    }
    left_over("world.json", schema::WORLD.fields, info, &mut findings);
    for (at, doc) in &world.documents {
        left_over(&at.path(), schema::of(at.folder).fields, doc, &mut findings);
    }
    for ((language, slot), text) in &world.prompts {
        // Braces in a prompt are told by `own-prompts`.
        let path = format!("prompts/{language}/roleplay/{slot}.md");
        findings.extend(
            marks(text).into_iter().filter(|mark| *mark != Mark::Braces).map(|mark| mark.finding(&path, false)),
        );
    }
    Ok(findings)
}

fn left_over(path: &str, fields: &'static [schema::Field], doc: &Doc, findings: &mut Vec<Finding>) {
    let as_written = doc.get("as_written") == Some(&Value::Bool(true));
    walk::texts(fields, doc, &mut |pointer, text| {
        let place = file_spot(path, pointer);
        findings.extend(marks(text).into_iter().map(|mark| mark.finding(&place, as_written && pointer == "/text")));
    });
}

/// What other tools and the import leave in texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Player,
    Braces,
    Program,
    Fence,
}

fn marks(text: &str) -> Vec<Mark> {
    let fences = text.lines().filter(|line| line.trim_start().starts_with("```")).count();
    [
        (Mark::Player, text.contains("[PLAYER]")),
        (Mark::Braces, text.contains("{{")),
        (Mark::Program, text.contains("<%")),
        (Mark::Fence, fences % 2 == 1),
    ]
    .into_iter()
    .filter_map(|(mark, is_there)| is_there.then_some(mark))
    .collect()
}

impl Mark {
    fn finding(self, place: &str, as_written: bool) -> Finding {
        let severity = match self {
            Mark::Player | Mark::Braces => Severity::Error,
            Mark::Program | Mark::Fence if as_written => Severity::Info,
            Mark::Program | Mark::Fence => Severity::Warning,
        };
        let finding = found(severity, "left-over", place);
        match self {
            Mark::Player => finding.with("mark", "[PLAYER]"),
            Mark::Braces => finding.with("mark", "{{"),
            Mark::Program => finding.with("mark", "<%"),
            Mark::Fence => finding.worded(Words::Row("left-over-fence")),
        }
    }
}

/// Whether most letters are of a script the language is not written in. Languages not listed are not judged.
fn is_in_another_script(text: &str, language: &str) -> bool {
    let tag = language.split('-').next().unwrap_or("").to_ascii_lowercase();
    let scripts: &[Script] = match tag.as_str() {
        "en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "sv" | "da" | "no" | "nb" | "nn" | "fi" | "pl" | "cs"
        | "sk" | "hu" | "ro" | "tr" | "id" | "ms" | "vi" | "hr" | "sl" | "et" | "lv" | "lt" | "ca" | "tl" | "fil" => {
            &[Script::Latin]
        }
        "ru" | "uk" | "be" | "bg" | "mk" => &[Script::Cyrillic],
        "zh" => &[Script::Han],
        "ja" => &[Script::Han, Script::Kana],
        "ko" => &[Script::Hangul, Script::Han],
        "ar" | "fa" | "ur" => &[Script::Arabic],
        "he" => &[Script::Hebrew],
        "el" => &[Script::Greek],
        "hi" | "mr" | "ne" => &[Script::Devanagari],
        "th" => &[Script::Thai],
        _ => return false,
    };
    let letters = text.chars().filter(|letter| letter.is_alphabetic() && !is_mark(*letter));
    let (own, other): (Vec<char>, Vec<char>) = letters.partition(|letter| scripts.contains(&script_of(*letter)));
    own.len() + other.len() >= ENOUGH_LETTERS && other.len() > own.len()
}
