//! Finding words in a body and replacing them: which places count, what stands around them, what comes in their stead.
//!
//! Here: one reading of what a person looks for ([`Finder`]), used for the open piece and for many pieces of the
//! library alike. Not here: which pieces, and saving. Rules kept: only fields that hold writing are looked through, by
//! the table of the kind; a pattern runs on the engine that gives up, and after [`PATIENCE`] texts it gave up on, the
//! whole search ends and says so; an empty match is no place.

use ficha_chat::pattern::{Pattern, PatternFault};
use ficha_model::schema::{Language, label};
use ficha_model::{Entity, Kind, Path, in_profile, profile_path, texts};
use serde_json::Value;

use crate::dto::{FoundField, FoundPlace, Wanted};

/// Texts a pattern may be given up on before the search ends.
const PATIENCE: usize = 3;
/// Places told of one field; the count goes on.
const TOLD: usize = 2_000;
/// Places looked for in one text.
const MOST: usize = 200_000;
/// Signs shown on either side of a place.
const AROUND: usize = 48;

/// What is looked for, ready to run.
pub(crate) struct Finder {
    pattern: Pattern,
    whole: bool,
    /// Whether a replacement may name groups.
    groups: bool,
}

/// One place: bytes of the text, and what comes in its stead.
struct Place {
    from: usize,
    to: usize,
    instead: String,
}

/// What was found in a body.
#[derive(Default)]
pub(crate) struct Found {
    pub fields: Vec<FoundField>,
    pub total: usize,
    /// Why the search ended early.
    pub fault: Option<String>,
}

/// A text with its path, and all of it after replacing.
pub(crate) struct Replaced {
    pub path: Path,
    pub text: String,
    pub count: usize,
}

fn is_word(sign: char) -> bool {
    // Signs of a script without blanks stand for themselves: each is a word.
    let solid = matches!(sign, '\u{0E00}'..='\u{0EFF}' | '\u{1780}'..='\u{17FF}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}');
    !solid && (sign.is_alphanumeric() || sign == '_')
}

fn is_whole(text: &str, from: usize, to: usize) -> bool {
    let edge = |inner: Option<char>, outer: Option<char>| !(inner.is_some_and(is_word) && outer.is_some_and(is_word));
    let inside = text.get(from..to).unwrap_or_default();
    edge(inside.chars().next(), text.get(..from).and_then(|before| before.chars().next_back()))
        && edge(inside.chars().next_back(), text.get(to..).and_then(|after| after.chars().next()))
}

/// The words as a pattern that finds them and nothing else.
fn literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for sign in text.chars() {
        if sign.is_ascii_punctuation() {
            out.push('\\');
        }
        out.push(sign);
    }
    out
}

impl Finder {
    /// # Errors
    /// The sentence that says what is wrong with a pattern.
    pub fn new(wanted: &Wanted) -> Result<Finder, String> {
        let flags = if wanted.exact { "gmu" } else { "gimu" };
        let source = if wanted.pattern { wanted.text.clone() } else { literal(&wanted.text) };
        let pattern = Pattern::new(&source, flags).map_err(|fault| fault.to_string())?;
        Ok(Finder { pattern, whole: wanted.whole_word, groups: wanted.pattern })
    }

    fn places(&self, text: &str, replacement: &str) -> Result<Vec<Place>, PatternFault> {
        let mut places = Vec::new();
        self.pattern.each(text, MOST, |captures| {
            let Some(whole) = captures.get(0).filter(|whole| whole.start() < whole.end()) else { return };
            if self.whole && !is_whole(text, whole.start(), whole.end()) {
                return;
            }
            let instead = if self.groups {
                let numbered = |number: usize| captures.get(number).map_or("", |group| group.as_str());
                let named = |name: &str| captures.name(name).map_or("", |group| group.as_str());
                filled(replacement, &numbered, &named, captures.len())
            } else {
                replacement.to_owned()
            };
            places.push(Place { from: whole.start(), to: whole.end(), instead });
        })?;
        Ok(places)
    }

    /// Everything found in a body, field by field in its order. `show` adds what stands around each place, before and
    /// after replacing.
    pub fn look(&self, kind: Kind, body: &Value, language: Language, show: Option<&str>) -> Found {
        let mut found = Found::default();
        let mut gave_up = 0;
        each_text(kind, body, &mut |path, text| {
            if found.fault.is_some() {
                return;
            }
            match self.places(text, show.unwrap_or_default()) {
                Ok(places) if places.is_empty() => {}
                Ok(places) => {
                    found.total += places.len();
                    found.fields.push(FoundField {
                        path: path.to_string(),
                        label: name_of(kind, path, language),
                        count: crate::commands::count(places.len()),
                        places: told(text, &places, show.is_some()),
                    });
                }
                Err(fault) => {
                    gave_up += 1;
                    if gave_up >= PATIENCE {
                        found.fault = Some(fault.to_string());
                    }
                }
            }
        });
        if gave_up > 0 && found.fault.is_none() {
            found.fault = Some(PatternFault::GaveUp.to_string());
        }
        found
    }

    /// The texts of a body after replacing: those of some paths, or all; `only` names one place of one text by its
    /// number there.
    ///
    /// # Errors
    /// The sentence of a search that was given up.
    pub fn replace(
        &self,
        kind: Kind,
        body: &Value,
        replacement: &str,
        wanted: &dyn Fn(&Path) -> bool,
        only: Option<usize>,
    ) -> Result<Vec<Replaced>, String> {
        let mut replaced = Vec::new();
        let mut fault = None;
        each_text(kind, body, &mut |path, text| {
            if fault.is_some() || !wanted(path) {
                return;
            }
            match self.places(text, replacement) {
                Ok(places) => {
                    let chosen: Vec<Place> = match only {
                        Some(number) => places.into_iter().skip(number).take(1).collect(),
                        None => places,
                    };
                    if !chosen.is_empty() {
                        let count = chosen.len();
                        replaced.push(Replaced { path: path.clone(), text: rewritten(text, &chosen), count });
                    }
                }
                Err(gave_up) => fault = Some(gave_up.to_string()),
            }
        });
        fault.map_or(Ok(replaced), Err)
    }
}

fn rewritten(text: &str, places: &[Place]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for place in places {
        out.push_str(text.get(at..place.from).unwrap_or_default());
        out.push_str(&place.instead);
        at = place.to;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// Places in units of JavaScript, with their surroundings where they are shown.
fn told(text: &str, places: &[Place], show: bool) -> Vec<FoundPlace> {
    let mut units = 0;
    let mut at = 0;
    let mut to_units = |byte: usize| {
        units += text.get(at..byte).unwrap_or_default().encode_utf16().count();
        at = byte;
        crate::commands::count(units)
    };
    let mut rows = Vec::new();
    for place in places.iter().take(TOLD) {
        let (from, to) = (to_units(place.from), to_units(place.to));
        let (before, after) = if show { surroundings(text, place) } else { (None, None) };
        rows.push(FoundPlace { from, to, before, after });
    }
    rows
}

fn surroundings(text: &str, place: &Place) -> (Option<String>, Option<String>) {
    let head = text.get(..place.from).unwrap_or_default();
    let start = head.char_indices().rev().take(AROUND).last().map_or(place.from, |(at, _)| at);
    let tail = text.get(place.to..).unwrap_or_default();
    let end = tail.char_indices().nth(AROUND).map_or(text.len(), |(at, _)| place.to + at);
    let left = format!("{}{}", if start > 0 { "…" } else { "" }, text.get(start..place.from).unwrap_or_default());
    let right = format!("{}{}", text.get(place.to..end).unwrap_or_default(), if end < text.len() { "…" } else { "" });
    let middle = text.get(place.from..place.to).unwrap_or_default();
    (Some(format!("{left}{middle}{right}")), Some(format!("{left}{}{right}", place.instead)))
}

/// A replacement with `$1`, `$<name>`, `$&` and `$$` filled in. A group that does not exist stays as it is written.
fn filled<'t>(
    replacement: &str,
    numbered: &dyn Fn(usize) -> &'t str,
    named: &dyn Fn(&str) -> &'t str,
    groups: usize,
) -> String {
    let mut out = String::with_capacity(replacement.len());
    let mut rest = replacement;
    while let Some(at) = rest.find('$') {
        out.push_str(rest.get(..at).unwrap_or_default());
        rest = rest.get(at + 1..).unwrap_or_default();
        if let Some(after) = rest.strip_prefix('$') {
            out.push('$');
            rest = after;
        } else if let Some(after) = rest.strip_prefix('&') {
            out.push_str(numbered(0));
            rest = after;
        } else if let Some((name, after)) = rest.strip_prefix('<').and_then(|inner| inner.split_once('>')) {
            out.push_str(named(name));
            rest = after;
        } else {
            let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
            let number = |length: usize| {
                rest.get(..length).and_then(|text| text.parse::<usize>().ok()).filter(|n| *n > 0 && *n < groups)
            };
            match (1..=digits).rev().find_map(|length| Some((length, number(length)?))) {
                Some((length, number)) => {
                    out.push_str(numbered(number));
                    rest = rest.get(length..).unwrap_or_default();
                }
                None => out.push('$'),
            }
        }
    }
    out.push_str(rest);
    out
}

/// Body and profiles as one tree, as paths of changes see it.
pub(crate) fn whole(entity: &Entity) -> Value {
    let mut whole = entity.body.value().clone();
    if let Value::Object(map) = &mut whole
        && !entity.profiles.is_empty()
    {
        let profiles = entity.profiles.iter().map(|(format, body)| (format.clone(), body.value().clone()));
        map.insert("profiles".to_owned(), Value::Object(profiles.collect()));
    }
    whole
}

/// What people call a field; in a profile, with the app it is written for.
fn name_of(kind: Kind, path: &Path, language: Language) -> String {
    match profile_path(path) {
        Some((format, inner)) => format!("{} · {}", label(kind, &inner, language), crate::files::title(format)),
        None => label(kind, path, language),
    }
}

/// Every text of a body, and of the profiles beside it, that a person wrote, in its order.
fn each_text(kind: Kind, whole: &Value, take: &mut dyn FnMut(&Path, &str)) {
    texts(kind, whole).iter().for_each(|(path, text, _)| take(path, text));
    let profiles = whole.get("profiles").and_then(Value::as_object);
    for (format, profile) in profiles.into_iter().flatten() {
        texts(kind, profile).iter().for_each(|(path, text, _)| take(&in_profile(format, path), text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn finder(text: &str, exact: bool, whole_word: bool, pattern: bool) -> Finder {
        Finder::new(&Wanted { text: text.to_owned(), exact, whole_word, pattern }).expect("a pattern")
    }

    fn replaced(finder: &Finder, text: &str, with: &str) -> String {
        let body = json!({ "identity": { "name": text } });
        let rows = finder.replace(Kind::Character, &body, with, &|_| true, None).expect("in time");
        rows.into_iter().next().map_or_else(|| text.to_owned(), |row| row.text)
    }

    #[test]
    fn words_are_found_by_case_and_as_whole_words() {
        for (text, exact, whole, in_text, result) in [
            ("sea", false, false, "Sea, seal, the SEA", "X, Xl, the X"),
            ("sea", true, false, "Sea, seal, the SEA", "Sea, Xl, the SEA"),
            ("sea", false, true, "Sea, seal, undersea", "X, seal, undersea"),
            ("a.b*c", false, false, "a.b*c axb*c", "X axb*c"),
            ("灯塔", false, true, "旧灯塔下", "旧X下"),
            ("straße", false, true, "STRASSE straße", "STRASSE X"),
            ("-", false, true, "a-b", "aXb"),
        ] {
            assert_eq!(replaced(&finder(text, exact, whole, false), in_text, "X"), result, "{text}");
        }
        assert_eq!(replaced(&finder("cost", false, false, false), "cost", "$1 and $&"), "$1 and $&");
    }

    #[test]
    fn a_pattern_fills_its_groups() {
        let swap = finder(r"(\w+), (?<first>\w+)", false, false, true);
        assert_eq!(replaced(&swap, "Brandt, Ottilie", "$<first> $1"), "Ottilie Brandt");
        assert_eq!(replaced(&swap, "Brandt, Ottilie", "[$&] $$9 $7"), "[Brandt, Ottilie] $9 $7");
        assert_eq!(replaced(&finder("x*", false, false, true), "abc", "-"), "abc", "an empty match is no place");
        assert!(Finder::new(&Wanted { text: "(".to_owned(), exact: false, whole_word: false, pattern: true }).is_err());
    }

    #[test]
    fn only_writing_is_looked_through_and_places_are_units_of_javascript() {
        let body = json!({
            "identity": { "name": "😀 tide" }, "greetings": { "alternateGreetings": [{ "id": "tide", "text": "no tide, a tide" }] },
            "media": { "portrait": { "ref": "sha256:tide" } },
            "variants": [{ "id": "v", "label": "tide", "overrides": { "identity": { "description": "tide" } } }]
        });
        let found = finder("tide", false, false, false).look(Kind::Character, &body, Language::English, None);
        let rows: Vec<_> = found.fields.iter().map(|field| (field.path.as_str(), field.count)).collect();
        assert_eq!(
            rows,
            [
                ("identity.name", 1),
                ("greetings.alternateGreetings[0].text", 2),
                ("variants[0].label", 1),
                ("variants[0].overrides.identity.description", 1)
            ]
        );
        assert_eq!((found.fields[0].places[0].from, found.fields[0].places[0].to), (3, 7));
    }

    #[test]
    fn what_is_written_for_one_app_is_found_too() {
        let body = json!({ "identity": { "name": "Tide" }, "profiles": { "risu": { "greetings": { "firstMessage": "A tide." } } } });
        let finder = finder("tide", false, false, false);
        let found = finder.look(Kind::Character, &body, Language::English, None);
        assert_eq!(
            found.fields.iter().map(|field| field.path.as_str()).collect::<Vec<_>>(),
            ["identity.name", "profiles.risu.greetings.firstMessage"]
        );
        assert!(found.fields[1].label.starts_with("First message · "), "{}", found.fields[1].label);
        let rows =
            finder.replace(Kind::Character, &body, "ebb", &|path| profile_path(path).is_some(), None).expect("in time");
        assert_eq!(rows.iter().map(|row| row.text.as_str()).collect::<Vec<_>>(), ["A ebb."]);
    }

    #[test]
    fn a_search_without_end_ends() {
        let long = "a".repeat(60);
        let body = json!({ "greetings": { "alternateGreetings": vec![json!({ "text": long }); 50] } });
        let found =
            finder("^(?:(?=a)a|a)*c$", false, false, true).look(Kind::Character, &body, Language::English, None);
        assert!(found.fault.is_some_and(|fault| fault.contains("given up")));
    }
}
