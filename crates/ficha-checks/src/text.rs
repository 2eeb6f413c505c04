//! Measures of texts that several checks share.

pub mod letters;
pub mod macros;
pub mod patterns;
pub mod shape;

/// The text as it is compared: trimmed, blanks of any kind as one, small letters.
pub fn folded(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// A text for one line of a message, cut.
pub fn short(text: &str, letters: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= letters {
        return line;
    }
    let cut: String = line.chars().take(letters.saturating_sub(1)).collect();
    format!("{}…", cut.trim_end())
}

/// How many letters have to be added, taken, exchanged or swapped to make one word of the other; `None` above `most`.
pub fn distance(one: &str, other: &str, most: usize) -> Option<usize> {
    let one: Vec<char> = one.chars().collect();
    let other: Vec<char> = other.chars().collect();
    if one.len().abs_diff(other.len()) > most {
        return None;
    }
    let width = other.len() + 1;
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..width).collect();
    for (row, letter) in one.iter().enumerate() {
        let mut now = vec![row + 1];
        for (column, its) in other.iter().enumerate() {
            let at = |line: &[usize], index: usize| line.get(index).copied().unwrap_or(usize::MAX / 2);
            let mut least = (at(&last, column) + usize::from(letter != its)).min(at(&last, column + 1) + 1);
            least = least.min(at(&now, column) + 1);
            let swapped =
                row > 0 && column > 0 && one.get(row - 1) == Some(its) && other.get(column - 1) == Some(letter);
            if swapped {
                least = least.min(at(&before, column - 1) + 1);
            }
            now.push(least);
        }
        before = std::mem::replace(&mut last, now);
    }
    last.last().copied().filter(|distance| *distance <= most)
}

/// Every place of a needle in a text, in any case of ASCII letters.
pub fn places<'t>(text: &'t str, needle: &'t str) -> impl Iterator<Item = (usize, usize)> + use<'t> {
    let (bytes, wanted) = (text.as_bytes(), needle.as_bytes());
    let first = wanted.first().copied();
    let mut at = 0;
    std::iter::from_fn(move || {
        let first = first?;
        while let Some(rest) = bytes.get(at..).filter(|rest| rest.len() >= wanted.len()) {
            let here = at + rest.iter().position(|byte| byte.eq_ignore_ascii_case(&first))?;
            at = here + 1;
            if bytes.get(here..here + wanted.len()).is_some_and(|part| part.eq_ignore_ascii_case(wanted)) {
                at = here + wanted.len();
                return Some((here, at));
            }
        }
        None
    })
}

/// The beginning of a text, at most so many bytes, cut between letters: what is looked for behind a sign is near it.
pub fn near(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or("")
}

/// The text without its parts at these places, which are in order and apart.
pub fn without(text: &str, parts: &[(usize, usize)]) -> String {
    with(text, parts.iter().map(|(from, to)| (*from, *to, "")))
}

/// The text with other words at these places, which are in order and apart.
pub fn with<'t>(text: &str, parts: impl Iterator<Item = (usize, usize, &'t str)>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (from, to, words) in parts {
        out.push_str(text.get(at..from).unwrap_or(""));
        out.push_str(words);
        at = to;
    }
    out.push_str(text.get(at..).unwrap_or(""));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_letters_and_swaps() {
        for (one, other, expected) in
            [("user", "user", Some(0)), ("userr", "user", Some(1)), ("cahr", "char", Some(1)), ("sea", "bell", None)]
        {
            assert_eq!(distance(one, other, 2), expected, "{one} {other}");
        }
    }

    #[test]
    fn places_are_found_in_any_case_and_taken_out() {
        let text = "é<START>b<start>";
        let found: Vec<(usize, usize)> = places(text, "<start>").collect();
        assert_eq!(found, [(2, 9), (10, 17)]);
        assert_eq!(without(text, &found), "éb");
    }
}
