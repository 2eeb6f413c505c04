//! Damaged letters: text read in the wrong encoding, letters that are lost, control signs, line ends written out.

use ficha_model::Kind;
use ficha_model::schema::FieldType;
use serde_json::Value;

use super::check;
use crate::finding::Fix;
use crate::input::TextAt;
use crate::text::letters::{damaged, is_control};
use crate::text::{places, short, with, without};
use crate::{CardInput, CheckSkipped, Finding, Severity};

check!(
    Letters,
    "letters",
    &Kind::ALL,
    &["letters-misread", "letters-lost", "control-signs", "line-ends-written-out", "signs-written-out"]
);

/// Signs of HTML as pages of the web write them, and what they stand for.
const WRITTEN_OUT: &[(&str, &str)] = &[
    ("&quot;", "\""),
    ("&#34;", "\""),
    ("&#39;", "'"),
    ("&#039;", "'"),
    ("&apos;", "'"),
    ("&#x27;", "'"),
    ("&rsquo;", "’"),
    ("&lsquo;", "‘"),
    ("&ldquo;", "“"),
    ("&rdquo;", "”"),
    ("&hellip;", "…"),
    ("&mdash;", "—"),
    ("&ndash;", "–"),
    ("&nbsp;", " "),
    ("&amp;", "&"),
];

fn look(input: &CardInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let is_pattern = |text: &TextAt<'_>| {
        input.entity().kind == Kind::Regex
            && (text.field.path.ends_with(".find") || text.field.path.ends_with(".replace"))
    };
    let judged = input.texts().iter().filter(|text| !is_pattern(text));
    Ok(judged.flat_map(|text| one(text)).collect())
}

fn one(at: &TextAt<'_>) -> Vec<Finding> {
    let text = at.text;
    let mut found = Vec::new();
    if !text.is_ascii() {
        found.extend(misread(at));
        let lost: Vec<(usize, usize)> = places(text, "\u{fffd}").collect();
        if let Some((from, to)) = lost.first() {
            let finding = Finding::new(Severity::Warning, "letters-lost", at.path.clone());
            found.push(finding.with("count", lost.len()).at(text, *from, *to));
        }
    }
    let signs: Vec<(usize, usize)> = text
        .char_indices()
        .filter(|(_, letter)| is_control(*letter))
        .map(|(from, letter)| (from, from + letter.len_utf8()))
        .collect();
    if let Some((from, to)) = signs.first() {
        let fix = Fix::one("take-signs-out", true, at.path.clone(), Some(Value::from(without(text, &signs))));
        let finding = Finding::new(Severity::Warning, "control-signs", at.path.clone());
        found.push(finding.with("count", signs.len()).at(text, *from, *to).fix(fix));
    }
    found.extend(line_ends(at));
    found.extend(written_out(at));
    found
}

fn misread(at: &TextAt<'_>) -> Option<Finding> {
    let parts = damaged(at.text);
    let first = parts.first()?;
    let whole = with(at.text, parts.iter().map(|part| (part.from, part.to, part.was.as_str())));
    let finding = Finding::new(Severity::Warning, "letters-misread", at.path.clone())
        .with("count", parts.len())
        .with("broken", short(at.text.get(first.from..first.to).unwrap_or(""), 24))
        .with("whole", short(&first.was, 24))
        .at(at.text, first.from, first.to);
    Some(finding.fix(Fix::one("read-again", true, at.path.clone(), Some(Value::from(whole)))))
}

/// A long text whose line ends are all a backslash and a letter was written out twice on its way.
fn line_ends(at: &TextAt<'_>) -> Option<Finding> {
    let text = at.text;
    if at.field.shape != FieldType::LongText || text.contains('\n') {
        return None;
    }
    let ends: Vec<(usize, usize)> = text.match_indices("\\n").map(|(from, part)| (from, from + part.len())).collect();
    let (from, to) = *ends.first()?;
    if ends.len() < 2 {
        return None;
    }
    let whole = text.replace("\\r\\n", "\n").replace("\\n", "\n").replace("\\\"", "\"");
    let finding = Finding::new(Severity::Warning, "line-ends-written-out", at.path.clone());
    let fix = Fix::one("make-line-ends", true, at.path.clone(), Some(Value::from(whole)));
    Some(finding.with("count", ends.len()).at(text, from, to).fix(fix))
}

/// `&quot;` and its like, in a text that has no markup: there they are what they say.
fn written_out(at: &TextAt<'_>) -> Option<Finding> {
    let text = at.text;
    if !text.contains('&') || has_markup(text) {
        return None;
    }
    let mut parts: Vec<(usize, usize, &str)> = Vec::new();
    for (written, sign) in WRITTEN_OUT {
        parts.extend(text.match_indices(written).map(|(from, part)| (from, from + part.len(), *sign)));
    }
    parts.sort_unstable();
    let (from, to, _) = *parts.first()?;
    let whole = with(text, parts.iter().copied());
    let finding = Finding::new(Severity::Warning, "signs-written-out", at.path.clone());
    let fix = Fix::one("write-signs", true, at.path.clone(), Some(Value::from(whole)));
    Some(finding.with("count", parts.len()).at(text, from, to).fix(fix))
}

fn has_markup(text: &str) -> bool {
    let tags = [
        "<div", "<span", "<p>", "<p ", "<br", "<b>", "<i>", "<img", "<a ", "<style", "</", "<html", "<table", "<hr",
        "```",
    ];
    tags.iter().any(|tag| places(text, tag).next().is_some())
}
