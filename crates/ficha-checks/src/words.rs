//! What is said to people: one catalogue for checks, findings, fixes and reasons, in English and in Simplified Chinese.
//!
//! A sentence is a template: `{name}` is a value, `{name:one|many}` is the first words when the value is 1 and the
//! second otherwise. Values are texts of the piece or figures; nothing else is put together from parts.

mod catalogue;
mod checks;
mod problems;
mod worlds;

use ficha_model::schema::Language;

use crate::finding::Said as Value;
use crate::{CheckSkipped, Finding, Fix, Words};

/// One thing in both languages.
pub(crate) type Both = [&'static str; 2];

/// A finding in the catalogue: title, message and hint; an empty hint is none.
pub(crate) struct FindingWords {
    pub code: &'static str,
    pub title: Both,
    pub message: Both,
    pub hint: Both,
}

/// A line of the catalogue: a check's title, a fix, a reason.
pub(crate) struct Line {
    pub code: &'static str,
    pub text: Both,
}

/// A finding in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// What is the matter, in a few words.
    pub title: String,
    /// One sentence about this very place.
    pub message: String,
    /// What would mend it.
    pub hint: Option<String>,
}

fn of(both: &Both, language: Language) -> &'static str {
    let [english, chinese] = both;
    match language {
        Language::English => english,
        Language::Chinese => chinese,
    }
}

fn line(lines: &'static [Line], code: &str) -> Option<&'static Both> {
    lines.iter().find(|line| line.code == code).map(|line| &line.text)
}

/// The row that says a finding.
fn row(finding: &Finding) -> Option<&'static FindingWords> {
    let findings = || catalogue::FINDINGS.iter().chain(worlds::FINDINGS);
    match finding.words {
        Words::Own => findings().find(|words| words.code == finding.code),
        Words::Row(row) => findings().find(|words| words.code == row),
        Words::Problem => problems::PROBLEMS.iter().find(|words| words.code == finding.code),
    }
}

/// A finding in a language.
pub fn said_of_finding(finding: &Finding, language: Language) -> Said {
    let Some(words) = row(finding) else {
        // A test meets every code; what is left is better said by its code than not at all.
        return Said { title: finding.code.to_owned(), message: String::new(), hint: None };
    };
    let values = spoken(&finding.values, language);
    let fill = |both: &Both| filled(of(both, language), &values);
    let hint = fill(&words.hint);
    Said { title: fill(&words.title), message: fill(&words.message), hint: Some(hint).filter(|hint| !hint.is_empty()) }
}

/// The title of a code of a check in a language; the code itself for one that is not known.
pub fn title_of(check: &str, code: &str, language: Language) -> String {
    let problems = problems::PROBLEMS.iter().filter(|_| matches!(check, "startable" | "own-prompts"));
    let rows = problems.chain(catalogue::FINDINGS).chain(worlds::FINDINGS);
    let found = rows.into_iter().find(|words| words.code == code);
    found.map_or_else(|| code.to_owned(), |words| of(&words.title, language).to_owned())
}

/// A fix in a language, as a button says it.
pub fn said_of_fix(fix: &Fix, language: Language) -> String {
    let values = spoken(&fix.values, language);
    line(catalogue::FIXES, fix.code).map_or_else(|| fix.code.to_owned(), |both| filled(of(both, language), &values))
}

/// What a check looks for: a title, and a sentence.
pub fn said_of_check(id: &str, language: Language) -> (&'static str, &'static str) {
    let found = checks::CHECKS.iter().find(|words| words.id == id);
    found.map_or(("", ""), |words| (of(&words.title, language), of(&words.about, language)))
}

/// Why a check did not run, in a language.
pub fn said_of_skip(skipped: &CheckSkipped, language: Language) -> String {
    let values = match skipped {
        CheckSkipped::TooMuch { found, most } => vec![("found", found.to_string()), ("most", most.to_string())],
        CheckSkipped::Failed(what) => vec![("what", what.clone())],
        _ => vec![],
    };
    line(checks::SKIPS, skipped.word()).map_or_else(String::new, |both| filled(of(both, language), &values))
}

/// A reason by its word alone, in a language; the word itself for one that is not known.
pub fn said_of_reason(word: &str, language: Language) -> String {
    line(checks::SKIPS, word).map_or_else(|| word.to_owned(), |both| filled(of(both, language), &[]))
}

fn spoken(values: &[(&'static str, Value)], language: Language) -> Vec<(&'static str, String)> {
    values.iter().map(|(name, value)| (*name, value.said(language))).collect()
}

/// The template with the values in it.
fn filled(template: &str, values: &[(&'static str, String)]) -> String {
    let mut out = String::with_capacity(template.len() + 32);
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_str(before);
        let Some((slot, behind)) = behind.split_once('}') else {
            rest = behind;
            break;
        };
        let (name, choice) = slot.split_once(':').map_or((slot, None), |(name, choice)| (name, Some(choice)));
        let value = values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value.as_str());
        match choice.and_then(|choice| choice.split_once('|')) {
            Some((one, many)) => out.push_str(if value == "1" { one } else { many }),
            None => out.push_str(value),
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// The names of the values a template wants.
#[cfg(test)]
fn slots(template: &str) -> std::collections::BTreeSet<String> {
    let parts = template.split('{').skip(1).filter_map(|part| part.split_once('}'));
    parts.map(|(slot, _)| slot.split(':').next().unwrap_or(slot).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{CARD, WORLD};

    #[test]
    fn templates_take_values_and_choose_between_one_and_many() {
        let values = |count: usize| vec![("count", count.to_string()), ("name", "{x}".to_owned())];
        let template = "{name}: {count} {count:place|places}.";
        assert_eq!(filled(template, &values(1)), "{x}: 1 place.");
        assert_eq!(filled(template, &values(3)), "{x}: 3 places.");
        assert_eq!(filled("no end {name", &values(1)), "no end name");
    }

    #[test]
    fn every_check_and_code_has_its_words_and_nothing_else_does() {
        // Codes that are said in more than one way.
        const MORE_ROWS: [&str; 6] =
            ["unread-near", "name-twice", "name-seat", "left-over-fence", "number-lost-rules", "uncovered-guidance"];
        let all = || CARD.iter().chain(WORLD);
        let known: BTreeSet<&str> = all().map(|check| check.spec().id).collect();
        let worded: BTreeSet<&str> = checks::CHECKS.iter().map(|words| words.id).collect();
        assert_eq!(known, worded);
        assert_eq!(known.len(), CARD.len() + WORLD.len(), "an id twice");
        let mut codes: BTreeSet<&str> = all().flat_map(|check| check.spec().codes).copied().collect();
        codes.insert("more");
        codes.extend(MORE_ROWS);
        let findings = || catalogue::FINDINGS.iter().chain(worlds::FINDINGS);
        let worded: BTreeSet<&str> = findings().map(|words| words.code).collect();
        assert_eq!(findings().count(), worded.len(), "a code twice");
        let problems: BTreeSet<&str> = problems::PROBLEMS.iter().map(|words| words.code).collect();
        assert_eq!(problems.len(), problems::PROBLEMS.len(), "a problem twice");
        assert_eq!(codes, worded.union(&problems).copied().collect());
    }

    #[test]
    fn both_languages_say_the_same_values_and_leave_nothing_out() {
        let findings = || catalogue::FINDINGS.iter().chain(worlds::FINDINGS);
        let templates = findings().flat_map(|words| [&words.title, &words.message, &words.hint]);
        let lines = catalogue::FIXES.iter().chain(checks::SKIPS).map(|line| &line.text);
        let about = checks::CHECKS.iter().flat_map(|words| [&words.title, &words.about]);
        for [english, chinese] in templates.chain(lines).chain(about) {
            assert_eq!(english.is_empty(), chinese.is_empty(), "{english}");
            assert_eq!(slots(english), slots(chinese), "{english}");
            assert!(!chinese.contains([',', ';', '!', '?']) || chinese.contains('{'), "{chinese}");
        }
        for words in findings().chain(problems::PROBLEMS) {
            assert!(!words.message[0].is_empty(), "{}", words.code);
            assert!(!words.title[0].contains(['.', '{']), "{}", words.title[0]);
        }
    }
}
