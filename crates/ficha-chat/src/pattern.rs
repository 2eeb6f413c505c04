//! Patterns of cards: regular expressions as JavaScript reads them, run by an engine that gives up.
//!
//! Cards bring patterns written for a browser. They are translated to the engine's syntax where the two differ; what
//! the engine cannot say is an error that names it. Matching backs out after a set number of steps, so that no
//! pattern can hold the program, whatever it is.

use fancy_regex::{Captures, Regex, RegexBuilder, RuntimeError};

/// How many steps back a match may take before it is given up: some tenths of a second on a slow machine.
pub const STEPS: usize = 1_000_000;

/// The longest pattern that is tried, in bytes. Longer ones are lists that belong into keys.
pub const LONGEST: usize = 64 * 1024;

/// The edge of a word of ASCII letters, as a browser has it without `v`; the engine's own knows every script.
const EDGE: &str = "(?:(?<=[0-9A-Za-z_])(?![0-9A-Za-z_])|(?<![0-9A-Za-z_])(?=[0-9A-Za-z_]))";

/// Any place that is no such edge.
const NO_EDGE: &str = "(?:(?<=[0-9A-Za-z_])(?=[0-9A-Za-z_])|(?<![0-9A-Za-z_])(?![0-9A-Za-z_]))";

/// Why a pattern does not work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternFault {
    /// It is no regular expression here; the sentence says where.
    Broken(String),
    /// A flag nobody knows.
    UnknownFlag(char),
    /// It is longer than [`LONGEST`].
    TooLong,
    /// A match took more than [`STEPS`].
    GaveUp,
}

impl std::fmt::Display for PatternFault {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PatternFault::Broken(what) => write!(formatter, "this is no pattern: {what}"),
            PatternFault::UnknownFlag(flag) => write!(formatter, "there is no flag {flag:?}"),
            PatternFault::TooLong => write!(formatter, "the pattern is longer than {LONGEST} bytes"),
            PatternFault::GaveUp => {
                write!(formatter, "the search was given up after {STEPS} steps; the pattern backtracks without end")
            }
        }
    }
}

impl std::error::Error for PatternFault {}

/// A pattern ready to run.
#[derive(Clone, Debug)]
pub struct Pattern {
    regex: Regex,
    /// `g`: every match counts, not only the first.
    pub global: bool,
    sticky: bool,
}

impl Pattern {
    /// A pattern without delimiters and its flags, from `dgimsuvy`.
    ///
    /// # Errors
    /// When it is broken, too long, or has a flag that does not exist.
    pub fn new(pattern: &str, flags: &str) -> Result<Pattern, PatternFault> {
        if pattern.len() > LONGEST {
            return Err(PatternFault::TooLong);
        }
        if let Some(flag) = flags.chars().find(|flag| !"dgimsuvy".contains(*flag)) {
            return Err(PatternFault::UnknownFlag(flag));
        }
        let has = |flag| flags.contains(flag);
        let switches: String = [('i', has('i')), ('m', has('m')), ('s', has('s'))]
            .into_iter()
            .filter_map(|(flag, on)| on.then_some(flag))
            .collect();
        let translated = translate(pattern)?;
        let whole = if switches.is_empty() { translated } else { format!("(?{switches}){translated}") };
        let regex = RegexBuilder::new(&whole)
            .backtrack_limit(STEPS)
            .build()
            .map_err(|error| PatternFault::Broken(error.to_string()))?;
        Ok(Pattern { regex, global: has('g'), sticky: has('y') })
    }

    /// Whether it is found in a text.
    ///
    /// # Errors
    /// When the search was given up.
    pub fn is_in(&self, text: &str) -> Result<bool, PatternFault> {
        if self.sticky {
            return self.regex.find(text).map(|found| found.is_some_and(|found| found.start() == 0)).map_err(gave_up);
        }
        self.regex.is_match(text).map_err(gave_up)
    }

    /// Where it is first found in a text, in bytes.
    ///
    /// # Errors
    /// When the search was given up.
    pub fn find(&self, text: &str) -> Result<Option<(usize, usize)>, PatternFault> {
        let found = self.regex.find(text).map_err(gave_up)?;
        Ok(found.map(|found| (found.start(), found.end())).filter(|(from, _)| !self.sticky || *from == 0))
    }

    /// Every match from the beginning, each handed to `take` with its groups; only the first without `g`. At most
    /// `most` are looked for.
    ///
    /// # Errors
    /// When the search was given up.
    pub fn each<'t>(
        &self,
        text: &'t str,
        most: usize,
        mut take: impl FnMut(&Captures<'t, str>),
    ) -> Result<(), PatternFault> {
        self.each_while(text, most, |found| {
            take(found);
            true
        })
        .map(|_| ())
    }

    /// The same for as long as `take` answers `true`; whether it came to the end.
    ///
    /// # Errors
    /// When the search was given up.
    pub fn each_while<'t>(
        &self,
        text: &'t str,
        most: usize,
        mut take: impl FnMut(&Captures<'t, str>) -> bool,
    ) -> Result<bool, PatternFault> {
        let most = if self.global { most } else { most.min(1) };
        for found in self.regex.captures_iter(text).take(most) {
            if !take(&found.map_err(gave_up)?) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn gave_up(error: fancy_regex::Error) -> PatternFault {
    match error {
        fancy_regex::Error::RuntimeError(RuntimeError::BacktrackLimitExceeded | RuntimeError::StackOverflow) => {
            PatternFault::GaveUp
        }
        other => PatternFault::Broken(other.to_string()),
    }
}

/// The pattern in the engine's syntax. What differs: escaped slashes, `\d \w \s \b` are those of ASCII text but for
/// blanks, `[^]` and `[]`, brackets and doubled signs inside a class, `\uXXXX`, `\cX`, `\0`, `$` that stands only at
/// the end, braces that are no count.
fn translate(pattern: &str) -> Result<String, PatternFault> {
    let mut out = String::with_capacity(pattern.len() + 16);
    let letters: Vec<char> = pattern.chars().collect();
    let mut at = 0;
    let mut class = false;
    let get = |at: usize| letters.get(at).copied();
    while let Some(letter) = get(at) {
        match (letter, class) {
            ('\\', _) => {
                let Some(escaped) = get(at + 1) else {
                    return Err(PatternFault::Broken("it ends in the middle of an escape".to_owned()));
                };
                at += 2;
                at += escape(escaped, class, &letters, at, &mut out);
                continue;
            }
            ('[', false) => match (get(at + 1), get(at + 2)) {
                (Some('^'), Some(']')) => {
                    out.push_str("[\\s\\S]");
                    at += 3;
                    continue;
                }
                (Some(']'), _) => {
                    out.push_str("[^\\s\\S]");
                    at += 2;
                    continue;
                }
                (Some('^'), _) => {
                    out.push_str("[^");
                    class = true;
                    at += 2;
                    continue;
                }
                _ => {
                    out.push('[');
                    class = true;
                }
            },
            ('[', true) => out.push_str("\\["),
            (']', true) => {
                out.push(']');
                class = false;
            }
            ('&' | '~', true) => out.extend(['\\', letter]),
            ('-', true) if get(at + 1) == Some('-') || get(at.wrapping_sub(1)) == Some('-') => out.push_str("\\-"),
            ('{', false) if !is_count(&letters, at) => out.push_str("\\{"),
            ('}', false) if !closes_count(&letters, at) => out.push_str("\\}"),
            ('(', false)
                if get(at + 1) == Some('?') && get(at + 2) == Some('<') && !matches!(get(at + 3), Some('=' | '!')) =>
            {
                out.push_str("(?P<");
                at += 3;
                continue;
            }
            (other, _) => out.push(other),
        }
        at += 1;
    }
    Ok(out)
}

/// Writes one escape; answers how many letters behind it were used.
fn escape(escaped: char, class: bool, letters: &[char], at: usize, out: &mut String) -> usize {
    let hex = |from: usize, count: usize| {
        let digits: Option<String> = letters.get(from..from + count).map(|digits| digits.iter().collect());
        digits.and_then(|digits| u32::from_str_radix(&digits, 16).ok())
    };
    let put = |code: u32, out: &mut String| out.push_str(&format!("\\x{{{code:x}}}"));
    match escaped {
        'd' => out.push_str(if class { "0-9" } else { "[0-9]" }),
        'D' => out.push_str("[^0-9]"),
        'w' => out.push_str(if class { "0-9A-Za-z_" } else { "[0-9A-Za-z_]" }),
        'W' => out.push_str("[^0-9A-Za-z_]"),
        'b' if class => out.push_str("\\x08"),
        'b' => out.push_str(EDGE),
        'B' => out.push_str(NO_EDGE),
        '/' => out.push('/'),
        '0' => out.push_str("\\x00"),
        'c' if letters.get(at).is_some_and(char::is_ascii_alphabetic) => {
            let code = letters.get(at).map_or(0, |letter| u32::from(*letter) % 32);
            put(code, out);
            return 1;
        }
        'x' => match hex(at, 2) {
            Some(code) => {
                put(code, out);
                return 2;
            }
            None => out.push('x'),
        },
        'u' if letters.get(at) == Some(&'{') => {
            let end = letters.iter().skip(at).position(|letter| *letter == '}');
            if let Some(code) = end.and_then(|end| hex(at + 1, end - 1)) {
                put(code, out);
                return end.map_or(0, |end| end + 1);
            }
            out.push('u');
        }
        'u' => match (hex(at, 4), letters.get(at + 4..at + 6), hex(at + 6, 4)) {
            // Two halves of one sign beyond the first plane.
            (Some(high @ 0xd800..=0xdbff), Some(['\\', 'u']), Some(low @ 0xdc00..=0xdfff)) => {
                put(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00), out);
                return 10;
            }
            (Some(code), ..) if char::from_u32(code).is_some() => {
                put(code, out);
                return 4;
            }
            _ => out.push('u'),
        },
        'k' if letters.get(at) == Some(&'<') => out.push_str("\\k"),
        'p' | 'P' if letters.get(at) == Some(&'{') => {
            let inside = letters.get(at..).unwrap_or_default().iter().take_while(|letter| **letter != '}');
            let name: String = inside.collect();
            out.extend(['\\', escaped]);
            out.push_str(&name);
            out.push('}');
            return name.chars().count() + 1;
        }
        's' | 'S' | 't' | 'n' | 'r' | 'f' | 'v' => out.extend(['\\', escaped]),
        digit if digit.is_ascii_digit() && !class => out.extend(['\\', digit]),
        // Any other letter behind a backslash is that letter; a sign keeps its backslash.
        other if other.is_ascii_alphanumeric() => out.push(other),
        other if other.is_ascii() => out.extend(['\\', other]),
        other => out.push(other),
    }
    0
}

/// Whether a brace begins `{n}`, `{n,}` or `{n,m}`; any other is an ordinary sign in a browser.
fn is_count(letters: &[char], at: usize) -> bool {
    let rest = letters.iter().skip(at + 1);
    let inside: String = rest.take(24).take_while(|letter| **letter != '}').collect();
    let closed = letters.get(at + 1 + inside.chars().count()) == Some(&'}');
    let (least, most) = inside.split_once(',').unwrap_or((&inside, ""));
    let digits = |text: &str| text.chars().all(|letter| letter.is_ascii_digit());
    closed && !least.is_empty() && digits(least) && digits(most)
}

fn closes_count(letters: &[char], at: usize) -> bool {
    let before = letters.get(..at).unwrap_or_default();
    before.iter().rposition(|letter| *letter == '{').is_some_and(|open| {
        let escaped = open > 0 && letters.get(open - 1) == Some(&'\\');
        let inside = letters.get(open + 1..at).unwrap_or_default();
        // A property or code point in braces closes with its escape.
        (!escaped && is_count(letters, open)) && inside.iter().all(|letter| letter.is_ascii_digit() || *letter == ',')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn patterns_mean_what_they_mean_in_a_browser() {
        for (pattern, flags, text, found) in [
            ("a+b", "", "xaab", true),
            ("A+B", "i", "xaab", true),
            (r"\bsea\b", "", "the sea.", true),
            (r"\bsea\b", "", "seal", false),
            (r"^b$", "m", "a\nb", true),
            ("a.b", "", "a\nb", false),
            ("a.b", "s", "a\nb", true),
            (r"a\/b", "", "a/b", true),
            ("[^]", "", "\n", true),
            ("[]", "", "a", false),
            ("[[]", "", "[", true),
            ("[a&&b]", "", "&", true),
            ("[a--z]", "", "q", false),
            (r"\u0041\x42", "", "AB", true),
            (r"\ud83d\ude00", "", "😀", true),
            (r"\u{1F600}", "u", "😀", true),
            (r"(?<word>\w+) \k<word>", "", "so so", true),
            (r"(?<=a)b", "", "ab", true),
            (r"(\w)\1", "", "moon", true),
            (r"\d", "", "٣", false),
            ("a{2}", "", "aa", true),
            ("a{", "", "a{", true),
            ("{{char}}", "", "{{char}}", true),
            (r"[\d-]", "", "-", true),
            (r"\p{L}+", "u", "éa", true),
            (r"(?:)", "", "", true),
            (r"\-\_\!", "", "-_!", true),
        ] {
            let made = Pattern::new(pattern, flags).unwrap_or_else(|fault| panic!("{pattern}: {fault}"));
            assert_eq!(made.is_in(text), Ok(found), "/{pattern}/{flags} in {text:?}");
        }
    }

    #[test]
    fn what_is_no_pattern_is_told() {
        for (pattern, flags) in [("(", ""), ("a\\", ""), ("[z-a]", ""), ("a", "q"), ("*", "")] {
            assert!(Pattern::new(pattern, flags).is_err(), "/{pattern}/{flags}");
        }
        assert_eq!(Pattern::new(&"a".repeat(LONGEST + 1), "").unwrap_err(), PatternFault::TooLong);
    }

    #[test]
    fn a_pattern_without_end_is_given_up() {
        let pattern = Pattern::new(r"^(?:(?=a)a|a)*c$", "").unwrap();
        assert_eq!(pattern.is_in(&"a".repeat(60)), Err(PatternFault::GaveUp));
    }

    proptest! {
        /// No text is too odd: it is a pattern or it is told why not, and a search ends.
        #[test]
        fn any_text_is_answered(pattern in r"[\\\[\](){}^$.*+?|<>=!:,\-&~a-c0-9ud]{0,16}", text in "[a-c0-9\\[\\]{}]{0,12}") {
            if let Ok(pattern) = Pattern::new(&pattern, "") {
                let _ = pattern.is_in(&text);
            }
        }
    }
}
