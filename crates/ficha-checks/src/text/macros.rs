//! Macros: words in double braces that an app replaces. Where they are in a text, and which names each platform knows.
//!
//! Names are compared in small letters. Tables hold what the apps' own documents and sources list; what an extension of
//! an app brings is not in them, so an unknown name is worth a look and no fault.

use super::distance;

mod names;

/// A macro in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Macro<'t> {
    /// Where its braces begin.
    pub from: usize,
    /// Where they end.
    pub to: usize,
    /// Its name as written; empty for comments, blocks and signs.
    pub name: &'t str,
    /// Where the name begins.
    pub name_from: usize,
    /// What stands behind the name and its colons.
    pub rest: &'t str,
    /// Whether its braces are closed.
    pub closed: bool,
}

/// Every macro of a text, also those inside others, by where they begin.
pub fn macros(text: &str) -> Vec<Macro<'_>> {
    let mut found: Vec<Macro<'_>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at + 1 < bytes.len() {
        match bytes.get(at..at + 2) {
            Some(b"{{") => {
                open.push(found.len());
                found.push(begun(text, at));
                at += 2;
            }
            Some(b"}}") => {
                if let Some(last) = open.pop().and_then(|index| found.get_mut(index)) {
                    last.to = at + 2;
                    last.closed = true;
                    let inside = text.get(last.name_from..at).unwrap_or("");
                    let behind = inside.get(last.name.len()..).unwrap_or("");
                    last.rest = behind.trim_start_matches([':', ' ']);
                }
                at += 2;
            }
            _ => at += 1,
        }
    }
    found
}

fn begun(text: &str, at: usize) -> Macro<'_> {
    let inside = text.get(at + 2..).unwrap_or("");
    let blank = inside.len() - inside.trim_start_matches([' ', '\t']).len();
    let word = inside.get(blank..).unwrap_or("");
    let end = word.find(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '-'));
    let name = word.get(..end.unwrap_or(word.len())).unwrap_or("");
    let starts_well = name.starts_with(char::is_alphabetic);
    Macro {
        from: at,
        to: (at + 2 + blank + name.len()).min(text.len()),
        name: if starts_well { name } else { "" },
        name_from: at + 2 + blank,
        rest: "",
        closed: false,
    }
}

/// Whether one of these platforms knows a name; all of them when none is named.
pub fn is_known(name: &str, platforms: &[&str]) -> bool {
    let name = name.to_lowercase();
    lists(platforms).any(|list| list.iter().any(|known| *known == name))
        || (names::PREFIXED.iter().any(|prefix| name.starts_with(prefix)))
}

/// Whether some table says what a platform knows.
pub fn has_table(platforms: &[&str]) -> bool {
    !platforms.is_empty() && platforms.iter().all(|platform| names::of(platform).is_some())
}

/// The nearest name these platforms know, when it is near enough to be meant: one letter in a short name, two in a
/// longer one.
pub fn nearest(name: &str, platforms: &[&str]) -> Option<&'static str> {
    let small = name.to_lowercase();
    let length = small.chars().count();
    let most = if length < 4 {
        return None;
    } else if length < 7 {
        1
    } else {
        2
    };
    let mut best: Option<(usize, &'static str)> = None;
    // The names every card uses come first: of two as near as each other, they were meant.
    let common = std::iter::once(names::EVERYWHERE);
    for known in common.chain(lists(platforms)).flatten() {
        if known.chars().count() < 4 {
            continue;
        }
        if let Some(found) = distance(&small, known, most).filter(|found| best.is_none_or(|(least, _)| *found < least))
        {
            best = Some((found, known));
        }
    }
    best.map(|(_, known)| known)
}

fn lists<'p>(platforms: &'p [&str]) -> impl Iterator<Item = &'static [&'static str]> + use<'p> {
    let all = platforms.is_empty() || platforms.iter().any(|platform| names::of(platform).is_none());
    let named = platforms.iter().filter_map(|platform| names::of(platform)).flatten().copied();
    let every = names::ALL.iter().copied().filter(move |_| all);
    std::iter::once(names::EVERYWHERE).chain(named).chain(every)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<(&str, &str, bool)> {
        macros(text).into_iter().map(|found| (found.name, found.rest, found.closed)).collect()
    }

    #[test]
    fn macros_are_found_with_their_names_also_inside_others() {
        assert_eq!(
            shown("{{char}} {{ User }} {{random::a::{{pick:b}}}} {{// note}} {{#if x}} {{roll d20}} {{open"),
            [
                ("char", "", true),
                ("User", "", true),
                ("random", "a::{{pick:b}}", true),
                ("pick", "b", true),
                ("", "// note", true),
                ("", "#if x", true),
                ("roll", "d20", true),
                ("open", "", false),
            ]
        );
    }

    #[test]
    fn near_names_are_offered_and_far_ones_are_not() {
        assert_eq!(nearest("userr", &[]), Some("user"));
        assert_eq!(nearest("chra", &["sillytavern"]), Some("char"));
        assert_eq!(nearest("lastmesage", &["sillytavern"]), Some("lastmessage"));
        assert_eq!(nearest("harbour", &["sillytavern"]), None);
        assert_eq!(nearest("me", &[]), None);
    }

    #[test]
    fn every_name_is_written_in_small_letters_and_once() {
        for list in names::ALL {
            let mut sorted = list.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), list.len(), "a name twice: {list:?}");
            assert!(list.iter().all(|name| *name == name.to_lowercase()), "{list:?}");
        }
    }
}
