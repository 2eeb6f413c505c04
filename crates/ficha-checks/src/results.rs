//! What is remembered of a world's checks, `.checks/results.json`: findings a check, and what is new and gone against
//! them.
//!
//! Not here: the disk. The rule: a run replaces only what the checks that ran had found; a check that was skipped keeps
//! its findings and says since when it was not run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::time::Duration;

use ficha_json::{Document, Limits, Style, to_text};
use ficha_model::schema::Language;
use ficha_world::Readiness;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use crate::{
    CardVersion, CheckInput, Deep, Finding, Kit, Ran, Severity, WorldInput, WorldSource, run_world, said_of_finding,
    said_of_skip,
};

/// Where the file lies in a world.
pub const RESULTS: &str = ".checks/results.json";

/// What its `schema` says.
const SCHEMA: &str = "ficha-checks/v1";

/// A finding as it is kept: in words, so that it can be shown without a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// What stays the same of it from run to run, in any language.
    pub key: String,
    /// The check that found it.
    pub check: String,
    /// `error`, `warning`, `info`.
    pub severity: String,
    /// Its code.
    pub code: String,
    /// Where it is.
    pub place: String,
    /// One sentence.
    pub message: String,
    /// What would mend it.
    pub hint: Option<String>,
}

/// What is kept of one check.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stored {
    /// When it ran, RFC 3339; `None` when it never did.
    pub at: Option<String>,
    /// The card the world was held against.
    pub version: String,
    /// What it found.
    pub findings: Vec<Kept>,
    /// Why it did not run last time, and when that was.
    pub skipped: Option<(String, String)>,
    extra: Map<String, Value>,
}

/// The file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// By the id of the check.
    pub checks: BTreeMap<String, Stored>,
    extra: Map<String, Value>,
}

/// A run against the one before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// Keys that were not kept before.
    pub new: BTreeSet<String>,
    /// What was kept of checks that ran and is not there now.
    pub gone: Vec<Kept>,
}

impl Kept {
    /// A finding in words.
    pub fn of(check: &str, finding: &Finding, language: Language) -> Kept {
        let said = said_of_finding(finding, language);
        let place = finding.place.to_string();
        // The key goes by the English sentence, so that it is the same in every language.
        let key = match language {
            Language::English => key_of(check, finding.code, &place, &said.message),
            Language::Chinese => {
                key_of(check, finding.code, &place, &said_of_finding(finding, Language::English).message)
            }
        };
        Kept {
            key,
            check: check.to_owned(),
            severity: finding.severity.word().to_owned(),
            code: finding.code.to_owned(),
            place,
            message: said.message,
            hint: said.hint,
        }
    }

    fn to_value(&self) -> Value {
        json!({
            "severity": self.severity, "code": self.code, "where": self.place, "message": self.message,
            "hint": self.hint, "key": self.key,
        })
    }

    fn from_value(check: &str, value: &Value) -> Option<Kept> {
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let (code, place, message) = (text("code")?, text("where")?, text("message")?);
        let key = text("key").unwrap_or_else(|| key_of(check, &code, &place, &message));
        Some(Kept {
            key,
            check: check.to_owned(),
            severity: text("severity")?,
            code,
            place,
            message,
            hint: text("hint"),
        })
    }
}

/// What stays the same of a finding: check, code, place, and the sentence without figures and without what it quotes.
fn key_of(check: &str, code: &str, place: &str, message: &str) -> String {
    let mut plain = String::with_capacity(message.len());
    let mut depth = 0_usize;
    let mut in_code = false;
    for letter in message.chars() {
        match letter {
            '“' => depth += 1,
            '”' => depth = depth.saturating_sub(1),
            '`' => in_code = !in_code,
            _ if depth == 0 && !in_code && !letter.is_numeric() => plain.push(letter),
            _ => {}
        }
    }
    let hash = Sha256::digest([check, code, place, &plain].join("\n").as_bytes());
    hash.iter().take(16).fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

impl Results {
    /// Reads the file; `None` for one that is of another schema or no such file, which is then set aside.
    pub fn read(bytes: &[u8]) -> Option<Results> {
        let document = Document::parse(std::str::from_utf8(bytes).ok()?, &Limits::default()).ok()?;
        let Value::Object(mut members) = document.root().to_value() else { return None };
        if members.shift_remove("schema")? != SCHEMA {
            return None;
        }
        let Some(Value::Object(checks)) = members.shift_remove("checks") else { return None };
        let checks = checks.into_iter().filter_map(|(id, value)| Some((id.clone(), Stored::read(&id, value)?)));
        Some(Results { checks: checks.collect(), extra: members })
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let checks: Map<String, Value> =
            self.checks.iter().map(|(id, stored)| (id.clone(), stored.to_value())).collect();
        let mut members = Map::new();
        members.insert("schema".to_owned(), SCHEMA.into());
        members.insert("checks".to_owned(), Value::Object(checks));
        members.extend(self.extra.clone());
        let mut text = to_text(&Value::Object(members), Style::Pretty(2));
        text.push('\n');
        text.into_bytes()
    }

    /// Takes a run in, and says what is new and what is gone.
    pub fn take(&mut self, ran: &[Ran], at: &str, version: CardVersion, language: Language) -> Compared {
        let mut compared = Compared::default();
        for ran in ran {
            let stored = self.checks.entry(ran.spec.id.to_owned()).or_default();
            match &ran.outcome {
                Err(skipped) => stored.skipped = Some((skipped.word().to_owned(), at.to_owned())),
                Ok(findings) => {
                    let now: Vec<Kept> =
                        findings.iter().map(|finding| Kept::of(ran.spec.id, finding, language)).collect();
                    let keys: BTreeSet<&str> = now.iter().map(|kept| kept.key.as_str()).collect();
                    let before: BTreeSet<&str> = stored.findings.iter().map(|kept| kept.key.as_str()).collect();
                    compared.new.extend(keys.difference(&before).map(|key| (*key).to_owned()));
                    let gone = stored.findings.iter().filter(|kept| !keys.contains(kept.key.as_str()));
                    compared.gone.extend(gone.cloned());
                    let extra = std::mem::take(&mut stored.extra);
                    let version = version.word().to_owned();
                    *stored = Stored { at: Some(at.to_owned()), version, findings: now, skipped: None, extra };
                }
            }
        }
        compared
    }
}

impl Stored {
    fn to_value(&self) -> Value {
        let findings: Vec<Value> = self.findings.iter().map(Kept::to_value).collect();
        let skipped = self.skipped.as_ref().map(|(reason, at)| json!({"reason": reason, "at": at}));
        let mut members = Map::new();
        members.insert("at".to_owned(), json!(self.at));
        members.insert("version".to_owned(), json!(self.version));
        members.insert("findings".to_owned(), Value::Array(findings));
        members.insert("skipped".to_owned(), json!(skipped));
        members.extend(self.extra.clone());
        Value::Object(members)
    }

    fn read(check: &str, value: Value) -> Option<Stored> {
        let Value::Object(mut members) = value else { return None };
        let mut text = |key: &str| match members.shift_remove(key) {
            Some(Value::String(text)) => Some(text),
            _ => None,
        };
        let (at, version) = (text("at"), text("version").unwrap_or_default());
        let rows = members.shift_remove("findings").unwrap_or_default();
        let rows = rows.as_array().into_iter().flatten();
        let findings = rows.filter_map(|row| Kept::from_value(check, row)).collect();
        let skipped = members.shift_remove("skipped").unwrap_or_default();
        let word = |key: &str| skipped.get(key).and_then(Value::as_str).map(str::to_owned);
        let skipped = word("reason").zip(word("at"));
        Some(Stored { at, version, findings, skipped, extra: members })
    }
}

/// What is asked of a run over a world.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The kits.
    pub kits: &'a [Kit],
    /// How deep.
    pub deep: Deep,
    /// The card the world is held against.
    pub version: CardVersion,
    /// The language findings are kept in.
    pub language: Language,
    /// The time, RFC 3339.
    pub at: &'a str,
}

/// A run over a world, taken into what is remembered of it.
#[derive(Debug)]
pub struct Checked {
    /// Whether a story can start.
    pub readiness: Readiness,
    /// What became of each check.
    pub ran: Vec<Ran>,
    /// Against the run before.
    pub compared: Compared,
    /// The file of results as it is now.
    pub results: Results,
    /// Whether the file that was there is another's, to be set aside.
    pub set_aside: bool,
}

impl Checked {
    /// How many findings of a severity there are.
    pub fn count(&self, severity: Severity) -> usize {
        let findings = self.ran.iter().filter_map(|ran| ran.outcome.as_ref().ok()).flatten();
        findings.filter(|finding| finding.severity == severity).count()
    }

    /// Checks that did not run, with the reason in a sentence.
    pub fn skipped(&self, language: Language) -> impl Iterator<Item = (&'static str, String)> + use<'_> {
        let skipped = self.ran.iter().filter_map(|ran| Some((ran.spec.id, ran.outcome.as_ref().err()?)));
        skipped.map(move |(id, skipped)| (id, said_of_skip(skipped, language)))
    }
}

/// Checks a world and takes the run into the file of results, of which `before` are the bytes.
pub fn check_whole(
    source: &dyn WorldSource,
    asked: &Asked<'_>,
    before: Option<&[u8]>,
    clock: &dyn Fn() -> Duration,
) -> Checked {
    let input = WorldInput::new(source, asked.version);
    let readiness = input.loaded().readiness;
    let ran = run_world(asked.kits, asked.deep, &CheckInput::World(Box::new(input)), clock);
    let kept = before.map(Results::read);
    let set_aside = matches!(kept, Some(None));
    let mut results = kept.flatten().unwrap_or_default();
    let compared = results.take(&ran, asked.at, asked.version, asked.language);
    Checked { readiness, ran, compared, results, set_aside }
}
