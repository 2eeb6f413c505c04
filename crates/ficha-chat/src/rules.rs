//! Regex rules of a set, run over a text as the apps do: in order, each on what the one before left.

use serde::Serialize;
use serde_json::Value;

use crate::Names;
use crate::pattern::{Pattern, PatternFault};

/// The most a text may grow to, in bytes; a rule that makes more is stopped.
pub const LARGEST: usize = 4 * 1024 * 1024;

/// What matches are looked for in one text by one rule at most.
pub const MOST_MATCHES: usize = 100_000;

/// What one rule did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// The rule's id.
    pub rule: String,
    /// Why it did nothing; `None` when it ran.
    pub skipped: Option<Skipped>,
    /// Parts of the text before it that matched: start and end in bytes.
    pub matches: Vec<(usize, usize)>,
    /// The text behind it.
    pub text: String,
}

/// Why a rule did not run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Skipped {
    /// It or the set is off.
    Off,
    /// It is for other texts than this.
    Phase,
    /// It is for other places than this (only the prompt, only the display).
    Target,
    /// It is for older or newer messages.
    Depth,
    /// It has no pattern.
    NoPattern,
    /// Its pattern does not work.
    Fault {
        /// The sentence.
        what: String,
    },
    /// Its result would be larger than [`LARGEST`].
    TooLarge,
    /// Its search was given up: the pattern backtracks without end, or takes too long on this text.
    TooSlow,
    /// The time for the whole set was over before it.
    NoTime,
}

/// What text a set runs over.
#[derive(Clone, Debug, PartialEq)]
pub struct Occasion<'a> {
    /// What the text is: input, output, display, prompt, lorebook, reasoning, slash; a word of the model.
    pub phase: &'a str,
    /// What is made of it: `None` for the stored text, else prompt or display.
    pub target: Option<&'a str>,
    /// Its distance from the end of the chat; `None` when it is not in one.
    pub depth: Option<f64>,
    /// Who is in the chat.
    pub names: &'a Names,
}

/// Runs every rule of a set over a text, in the order of the set.
pub fn run(set: &Value, text: &str, occasion: &Occasion<'_>) -> Vec<Step> {
    run_while(set, text, occasion, &|| true)
}

/// The same, for as long as the caller wants: it is asked before each rule and between matches. The rule that was
/// running then is [`Skipped::TooSlow`], those behind it are [`Skipped::NoTime`].
pub fn run_while(set: &Value, text: &str, occasion: &Occasion<'_>, wanted: &dyn Fn() -> bool) -> Vec<Step> {
    let off = set.get("enabled") == Some(&Value::Bool(false));
    let rows = set.get("rules").and_then(Value::as_array);
    let mut text = text.to_owned();
    let mut steps = Vec::new();
    for row in rows.into_iter().flatten() {
        let word = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or("");
        let mut matches = Vec::new();
        let skipped = if off { Some(Skipped::Off) } else { skip(row, occasion) };
        let skipped = skipped.or_else(|| (!wanted()).then_some(Skipped::NoTime));
        let skipped = skipped.or_else(|| match replaced(row, &text, occasion.names, &mut matches, wanted) {
            Ok(Some(new)) => {
                text = new;
                None
            }
            Ok(None) => Some(Skipped::TooLarge),
            Err(PatternFault::GaveUp) => Some(Skipped::TooSlow),
            Err(fault) => Some(Skipped::Fault { what: fault.to_string() }),
        });
        steps.push(Step { rule: word("id").to_owned(), skipped, matches, text: text.clone() });
    }
    steps
}

fn words<'v>(row: &'v Value, key: &str) -> Vec<&'v str> {
    row.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

fn skip(row: &Value, occasion: &Occasion<'_>) -> Option<Skipped> {
    if row.get("enabled") == Some(&Value::Bool(false)) {
        return Some(Skipped::Off);
    }
    if row.get("find").and_then(Value::as_str).is_none_or(str::is_empty) {
        return Some(Skipped::NoPattern);
    }
    let phases = words(row, "phases");
    if !phases.is_empty() && !phases.contains(&occasion.phase) {
        return Some(Skipped::Phase);
    }
    // A rule for the prompt or the display leaves the stored text alone, and the other way round.
    let targets = words(row, "targets");
    let fits = match occasion.target {
        None => targets.is_empty() || targets.contains(&"response"),
        Some(target) => targets.contains(&target),
    };
    if !fits {
        return Some(Skipped::Target);
    }
    let bound = |key: &str| row.get(key).and_then(Value::as_f64);
    if let Some(depth) = occasion.depth {
        // SillyTavern takes a least depth below -1 and a greatest below 0 for none.
        let shallow = bound("minDepth").is_some_and(|least| least >= -1.0 && depth < least);
        let deep = bound("maxDepth").is_some_and(|most| most >= 0.0 && depth > most);
        if shallow || deep {
            return Some(Skipped::Depth);
        }
    }
    None
}

/// The text with every match replaced; `None` when it would be too large.
fn replaced(
    row: &Value,
    text: &str,
    names: &Names,
    matches: &mut Vec<(usize, usize)>,
    wanted: &dyn Fn() -> bool,
) -> Result<Option<String>, PatternFault> {
    let word = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or("");
    let find = match word("substituteFind") {
        "raw" => names.fill(word("find")),
        "escaped" => Names { character: escaped(&names.character), user: escaped(&names.user) }.fill(word("find")),
        _ => word("find").to_owned(),
    };
    let flags: String = match row.get("useFlags") {
        Some(Value::Bool(false)) => "g".to_owned(),
        // Words in pointed brackets are an app's own switches, no flags.
        _ => word("flags").split('<').next().unwrap_or("").to_owned(),
    };
    let pattern = Pattern::new(&find, &flags)?;
    let trims: Vec<String> = words(row, "trimStrings").into_iter().map(|trim| names.fill(trim)).collect();
    let mut result = String::with_capacity(text.len());
    let mut end = 0;
    let mut large = false;
    let finished = pattern.each_while(text, MOST_MATCHES, |found| {
        let Some(whole) = found.get(0) else { return wanted() };
        matches.push((whole.start(), whole.end()));
        if large {
            return wanted();
        }
        result.push_str(text.get(end..whole.start()).unwrap_or(""));
        let group = |name: &str| {
            let found = match name.parse::<usize>() {
                Ok(number) => found.get(number),
                Err(_) => found.name(name),
            };
            found.map(|found| found.as_str())
        };
        result.push_str(&names.fill(&filled(word("replace"), &group, &trims)));
        end = whole.end();
        large = result.len() > LARGEST;
        wanted()
    })?;
    if !finished {
        return Err(PatternFault::GaveUp);
    }
    result.push_str(text.get(end..).unwrap_or(""));
    Ok((!large && result.len() <= LARGEST).then_some(result))
}

/// The replacement with its groups: `$0` and `{{match}}` the whole, `$1`, `$<name>`; trims are taken out of each.
fn filled<'t>(replace: &str, group: &dyn Fn(&str) -> Option<&'t str>, trims: &[String]) -> String {
    let trimmed = |text: &str| {
        trims.iter().filter(|trim| !trim.is_empty()).fold(text.to_owned(), |text, trim| text.replace(trim, ""))
    };
    let replace = replace.replace("{{match}}", "$0");
    let mut out = String::new();
    let mut rest = replace.as_str();
    while let Some(at) = rest.find('$') {
        out.push_str(rest.get(..at).unwrap_or(""));
        let behind = rest.get(at + 1..).unwrap_or("");
        let digits = behind.chars().take_while(char::is_ascii_digit).count();
        let named = behind.strip_prefix('<').and_then(|named| named.split_once('>')).map(|(name, _)| name);
        match (digits, named) {
            (0, None) => {
                out.push('$');
                rest = behind;
            }
            (0, Some(name)) => {
                out.push_str(&trimmed(group(name).unwrap_or("")));
                rest = behind.get(name.len() + 2..).unwrap_or("");
            }
            (digits, _) => {
                out.push_str(&trimmed(group(behind.get(..digits).unwrap_or("")).unwrap_or("")));
                rest = behind.get(digits..).unwrap_or("");
            }
        }
    }
    out.push_str(rest);
    out
}

/// A name in which no sign means anything to a pattern.
fn escaped(name: &str) -> String {
    name.chars()
        .flat_map(|letter| {
            (!letter.is_alphanumeric() && letter.is_ascii() && letter != ' ')
                .then_some('\\')
                .into_iter()
                .chain([letter])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn result(rule: Value, text: &str) -> Step {
        let names = Names { character: "Ann (x)".to_owned(), user: "Bo".to_owned() };
        let occasion = Occasion { phase: "output", target: None, depth: Some(1.0), names: &names };
        run(&json!({"rules": [rule]}), text, &occasion).remove(0)
    }

    #[test]
    fn rules_replace_as_the_app_does() {
        for (rule, text, wanted) in [
            (json!({"find": "a", "flags": "g", "replace": "b"}), "banana", "bbnbnb"),
            (json!({"find": "a", "flags": "", "replace": "b"}), "banana", "bbnana"),
            (
                json!({"find": "(\\w+) (?<last>\\w+)", "flags": "", "replace": "$<last>, $1 [$0] {{match}}"}),
                "Marit Oske",
                "Oske, Marit [Marit Oske] Marit Oske",
            ),
            (
                json!({"find": "\\*(.+?)\\*", "flags": "g", "replace": "<$1>", "trimStrings": ["a"]}),
                "*banana* x",
                "<bnn> x",
            ),
            (
                json!({"find": "{{char}}", "flags": "g", "replace": "{{user}}", "substituteFind": "escaped"}),
                "Ann (x)!",
                "Bo!",
            ),
            (json!({"find": "a", "flags": "g", "replace": "b", "minDepth": 2}), "a", "a"),
            (json!({"find": "a", "flags": "g", "replace": "b", "maxDepth": -1}), "a", "b"),
            (json!({"find": "a", "flags": "g", "replace": "b", "targets": ["display"]}), "a", "a"),
            (json!({"find": "a", "flags": "g", "replace": "b", "phases": ["input"]}), "a", "a"),
            (json!({"find": "x", "flags": "g", "replace": "$ 5$"}), "x", "$ 5$"),
            (json!({"find": "", "flags": "g", "replace": "b"}), "a", "a"),
        ] {
            assert_eq!(result(rule.clone(), text).text, wanted, "{rule}");
        }
    }

    #[test]
    fn a_rule_without_end_or_measure_is_stopped() {
        let endless = result(json!({"find": "^(?:(?=a)a|a)*c$", "flags": "", "replace": ""}), &"a".repeat(60));
        assert_eq!(endless.skipped, Some(Skipped::TooSlow));
        let large = result(json!({"find": "a", "flags": "g", "replace": "b".repeat(2000)}), &"a".repeat(10_000));
        assert_eq!(large.skipped, Some(Skipped::TooLarge));
        assert_eq!(large.text.len(), 10_000);
    }

    #[test]
    fn a_set_ends_when_nobody_waits_for_it_any_more() {
        let asked = std::cell::Cell::new(0);
        let wanted = || {
            asked.set(asked.get() + 1);
            asked.get() < 4
        };
        let names = Names::default();
        let occasion = Occasion { phase: "output", target: None, depth: None, names: &names };
        let rule = |id: &str| json!({"id": id, "find": "a", "flags": "g", "replace": "b"});
        let set = json!({"rules": [rule("1"), rule("2")]});
        let steps = run_while(&set, "aaaaaaaa", &occasion, &wanted);
        let said: Vec<_> = steps.iter().map(|step| step.skipped.clone()).collect();
        assert_eq!(said, [Some(Skipped::TooSlow), Some(Skipped::NoTime)]);
        assert_eq!(steps.last().map(|step| step.text.as_str()), Some("aaaaaaaa"));
    }
}
