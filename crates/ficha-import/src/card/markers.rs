//! The markers for the player and for the card's own character, and the player's word in their place at the end.

/// What the player is called until a world is written.
pub const PLAYER: &str = "[PLAYER]";

/// Markers in braces and in angle brackets become [`PLAYER`] or the character's name.
pub(crate) fn with_markers(text: &str, called: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '<']) {
        let (before, here) = rest.split_at(at);
        out.push_str(before);
        if let Some((marker, length)) = marker(here) {
            out.push_str(match marker {
                Marker::Player => PLAYER,
                Marker::Character => called,
            });
            rest = here.get(length..).unwrap_or_default();
        } else {
            let first = here.chars().next().map_or(1, char::len_utf8);
            out.push_str(here.get(..first).unwrap_or_default());
            rest = here.get(first..).unwrap_or_default();
        }
    }
    out.push_str(rest);
    out
}

enum Marker {
    Player,
    Character,
}

/// The marker a text begins with, and its length in bytes.
fn marker(text: &str) -> Option<(Marker, usize)> {
    let (open, close, in_braces) = if text.starts_with("{{") { (2, "}}", true) } else { (1, ">", false) };
    if !in_braces && !text.starts_with('<') {
        return None;
    }
    // The longest word is `persona`; more than a few blanks around it are no marker any more.
    let mut end = text.len().min(48);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let inside = text.get(open..end)?;
    let inside = inside.get(..inside.find(close)?)?;
    let word = inside.trim().to_ascii_lowercase();
    let marker = match (word.as_str(), in_braces) {
        ("user", _) | ("persona", true) => Marker::Player,
        ("char", _) | ("bot", false) => Marker::Character,
        _ => return None,
    };
    Some((marker, open + inside.len() + close.len()))
}

/// Every [`PLAYER`] replaced by a word: as it is, or with a capital where a text, line or sentence begins.
pub fn with_player(text: &str, word: &str, capital: bool) -> String {
    let mut parts = text.split(PLAYER);
    let mut out = String::with_capacity(text.len());
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        if capital && begins_sentence(&out) {
            let mut letters = word.chars();
            out.extend(letters.next().into_iter().flat_map(char::to_uppercase));
            out.push_str(letters.as_str());
        } else {
            out.push_str(word);
        }
        out.push_str(part);
    }
    out
}

/// Whether what follows this text begins a line or a sentence: quotes, brackets and emphasis between do not count.
fn begins_sentence(before: &str) -> bool {
    let mut blank = false;
    for letter in before.chars().rev() {
        match letter {
            '\n' => return true,
            ' ' | '\t' => blank = true,
            '"' | '\'' | '*' | '_' | '(' | '[' | '“' | '‘' | '«' | '„' | '”' | '’' | '»' | '#' | '>' => {}
            '.' | '!' | '?' | '…' | '؟' | '।' => return blank,
            '。' | '！' | '？' => return true,
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    // W-190 W-191
    #[test]
    fn markers_of_player_and_character_are_read_in_any_case_and_with_blanks() {
        let text = "{{user}} {{ User }} <USER> {{persona}} < user > | {{char}} <BOT> <char> {{ CHAR }}";
        assert_eq!(with_markers(text, "Orla"), "[PLAYER] [PLAYER] [PLAYER] [PLAYER] [PLAYER] | Orla Orla Orla Orla");
        let kept = "{{users}} <b> {{bot}} <persona> {{ {user} {{user 漢<漢";
        assert_eq!(with_markers(kept, "Orla"), kept);
    }

    // W-190
    #[test]
    fn the_player_gets_a_capital_where_a_text_line_or_sentence_begins() {
        let rows = [
            ("[PLAYER] waits.", "The player waits."),
            ("Wait for [PLAYER].", "Wait for the player."),
            ("It rains. [PLAYER] waits", "It rains. The player waits"),
            ("It rains.\n[PLAYER]: hello", "It rains.\nThe player: hello"),
            ("\"Hm.\" *[PLAYER] nods*", "\"Hm.\" *The player nods*"),
            ("\"You are late, [PLAYER],\"", "\"You are late, the player,\""),
            ("v1.[PLAYER]", "v1.the player"),
        ];
        for (text, wanted) in rows {
            assert_eq!(with_player(text, "the player", true), wanted);
        }
        assert_eq!(with_player("[PLAYER] waits.", "van Dam", false), "van Dam waits.");
    }
}
