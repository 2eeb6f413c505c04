//! Words in double braces: where they are, what they are called, which option a random one begins with.

use std::ops::Range;

/// How deep choices are looked into for their first option.
const DEEPEST: usize = 16;

/// The outermost pairs of double braces, in order. What is not closed is none.
pub(crate) fn spans(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for pair in pairs(text) {
        // Pairs inside this one are part of it.
        while found.last().is_some_and(|inner| inner.start > pair.start) {
            found.pop();
        }
        found.push(pair);
    }
    found
}

/// Every pair of double braces, inner ones before those around them.
pub(crate) fn pairs(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut open, mut found) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(next) = bytes.get(at..).and_then(|rest| rest.iter().position(|byte| matches!(byte, b'{' | b'}'))) {
        at += next;
        match bytes.get(at..at + 2) {
            Some(b"{{") => {
                open.push(at);
                at += 2;
            }
            Some(b"}}") => {
                found.extend(open.pop().map(|start| start..at + 2));
                at += 2;
            }
            _ => at += 1,
        }
    }
    found
}

/// The name of a macro from what stands between its braces: `getvar` of `getvar::coins`, in lower case.
pub(crate) fn name(inside: &str) -> String {
    let inside = inside.trim();
    let end = inside.find(|letter: char| letter == ':' || letter.is_whitespace()).unwrap_or(inside.len());
    inside.get(..end).unwrap_or_default().chars().take(40).collect::<String>().to_lowercase()
}

/// Whether what stands between braces is a remark for authors.
pub(crate) fn is_remark(inside: &str) -> bool {
    inside.trim_start().starts_with("//")
}

/// A text without its macros: of a random choice the first option stays, of anything else nothing.
pub(crate) fn resolved(text: &str) -> String {
    resolved_at(text, 0)
}

fn resolved_at(text: &str, depth: usize) -> String {
    replaced(text, |inside| {
        let option = first_option(inside).filter(|_| depth < DEEPEST);
        option.map(|option| resolved_at(&option, depth + 1)).unwrap_or_default()
    })
}

/// A text whose random choices have become their first option; every other macro stays.
pub(crate) fn chosen(text: &str) -> String {
    chosen_at(text, 0)
}

fn chosen_at(text: &str, depth: usize) -> String {
    replaced(text, |inside| match first_option(inside) {
        Some(option) if depth < DEEPEST => chosen_at(&option, depth + 1),
        _ => format!("{{{{{inside}}}}}"),
    })
}

/// A text without remarks for authors.
pub(crate) fn without_remarks(text: &str) -> String {
    if !text.contains("{{") {
        return text.to_owned();
    }
    replaced(text, |inside| if is_remark(inside) { String::new() } else { format!("{{{{{inside}}}}}") })
}

fn replaced(text: &str, with: impl Fn(&str) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for span in spans(text) {
        out.push_str(text.get(at..span.start).unwrap_or_default());
        out.push_str(&with(text.get(span.start + 2..span.end - 2).unwrap_or_default()));
        at = span.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

fn first_option(inside: &str) -> Option<String> {
    if !matches!(name(inside).as_str(), "random" | "pick") {
        return None;
    }
    let (_, options) = inside.split_once(':')?;
    let options = options.strip_prefix(':').unwrap_or(options);
    let end = top_level(options, "::").or_else(|| if inside.contains("::") { None } else { top_level(options, ",") });
    Some(options.get(..end.unwrap_or(options.len())).unwrap_or_default().trim().to_owned())
}

/// Where a mark stands first outside of inner macros.
fn top_level(text: &str, mark: &str) -> Option<usize> {
    let inner = spans(text);
    text.match_indices(mark).map(|(at, _)| at).find(|at| !inner.iter().any(|span| span.contains(at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    // W-192
    #[test]
    fn the_first_option_of_a_choice_stays_and_other_macros_go() {
        let rows = [
            ("{{random::Mist::Rain}} falls", "Mist falls"),
            ("{{pick: red, blue}}", "red"),
            ("{{random::{{roll:d6}}a::b}}", "a"),
            ("{{ random::a,b }}", "a,b"),
            ("{{getvar::x}}left{{// remark}}", "left"),
            ("open {{random::a", "open {{random::a"),
            ("}} {{a}} {b}", "}}  {b}"),
            ("{{{x}}}", "}"),
        ];
        for (text, wanted) in rows {
            assert_eq!(resolved(text), wanted, "{text}");
        }
    }

    #[test]
    fn remarks_go_and_macros_stay() {
        assert_eq!(without_remarks("a{{// b {{char}} }}c{{getvar::d}}"), "ac{{getvar::d}}");
    }

    #[test]
    fn names_are_short_and_in_lower_case() {
        assert_eq!(name(" GetVar::coins "), "getvar");
        assert_eq!(name("roll:d6"), "roll");
        assert_eq!(name(&"x".repeat(90)).len(), 40);
    }

    #[test]
    fn a_hundred_thousand_open_braces_take_no_time() {
        assert!(spans(&"{{".repeat(100_000)).is_empty());
        assert_eq!(resolved(&format!("{}{}", "{{".repeat(20_000), "}}".repeat(20_000))), "");
        assert_eq!(resolved(&format!("{}a{}", "{{random::".repeat(20_000), "}}".repeat(20_000))), "");
    }
}
