//! A text of a card made readable: control code, remarks and markers out, the words as they were.

use super::macros::{resolved, without_remarks};
use super::markers::with_markers;
use super::markup::{without_html, without_pictures};

/// The note of a piece in which an EJS tag is opened and never closed.
pub(crate) const UNCLOSED_EJS: &str = "unclosed-ejs";

/// A cleaned text and what cleaning has to say, as codes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cleaned {
    /// The text.
    pub text: String,
    /// Codes.
    pub notes: Vec<String>,
}

/// A field or entry cleaned; `called` stands for the card's own character. Macros and HTML stay.
pub fn clean_text(raw: &str, called: &str) -> Cleaned {
    let (text, notes) = without_code(raw, called);
    Cleaned { text: tidied(&text), notes }
}

/// A greeting cleaned: also without macros, HTML and pictures.
pub fn clean_greeting(raw: &str, called: &str) -> Cleaned {
    let (text, notes) = without_code(raw, called);
    let text = without_html(&without_pictures(&resolved(&text)));
    Cleaned { text: tidied(&text), notes }
}

fn without_code(raw: &str, called: &str) -> (String, Vec<String>) {
    let (text, closed) = without_ejs(&raw.replace("\r\n", "\n"));
    let text = without_comments(&without_remarks(&text));
    let notes = if closed { Vec::new() } else { vec![UNCLOSED_EJS.to_owned()] };
    (with_markers(&text, called), notes)
}

/// A text without EJS tags, and whether every one of them was closed.
fn without_ejs(text: &str) -> (String, bool) {
    between(text, "<%", "%>")
}

fn without_comments(text: &str) -> String {
    between(text, "<!--", "-->").0
}

/// A text without what stands between two marks, the marks included, and whether every one that opens also closes.
fn between(text: &str, open: &str, close: &str) -> (String, bool) {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once(open) {
        let Some((_, after)) = inside.split_once(close) else {
            out.push_str(rest);
            return (out, false);
        };
        out.push_str(before);
        rest = after;
    }
    out.push_str(rest);
    (out, true)
}

/// How many EJS tags a text has.
pub(crate) fn ejs_tags(text: &str) -> usize {
    let mut count = 0;
    let mut rest = text;
    while let Some(after) = rest.split_once("<%").and_then(|(_, inside)| inside.split_once("%>")) {
        count += 1;
        rest = after.1;
    }
    count
}

/// The lines of decorators at the head of an entry, without their marks, and the text behind them.
pub(crate) fn decorators(content: &str) -> (Vec<&str>, &str) {
    let (mut found, mut rest) = (Vec::new(), content);
    while rest.starts_with("@@") {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        found.push(line.trim_start_matches('@').trim());
        rest = after;
    }
    (found, rest)
}

/// Nothing around it, runs of blank lines as one.
fn tidied(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blank = false;
    for line in text.trim().split('\n') {
        if line.trim().is_empty() {
            blank = true;
            continue;
        }
        if !out.is_empty() {
            out.push_str(if blank { "\n\n" } else { "\n" });
        }
        blank = false;
        out.push_str(line);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    // W-048
    #[test]
    fn control_code_goes_and_the_text_of_its_branches_stays() {
        let rows = [
            ("a\r\nb", "a\nb"),
            ("x <%_ if (a) { _%>yes<% } else { %>no<%- b %>", "x yesno"),
            ("a<%= c %>b<%# remark %>", "ab"),
            ("a {{// {{user}} }}b<!-- c\nd -->e", "a be"),
            ("  a\n\n \n\nb\n", "a\n\nb"),
            ("{{char}} and {{user}} {{getvar::x}} <b>bold</b>", "Orla and [PLAYER] {{getvar::x}} <b>bold</b>"),
        ];
        for (raw, wanted) in rows {
            assert_eq!(clean_text(raw, "Orla"), Cleaned { text: wanted.into(), notes: Vec::new() }, "{raw}");
        }
    }

    // W-048
    #[test]
    fn a_tag_that_is_never_closed_stays_with_a_note() {
        let cleaned = clean_text("a <% b %> c <% d", "Orla");
        assert_eq!(cleaned, Cleaned { text: "a  c <% d".into(), notes: vec![UNCLOSED_EJS.into()] });
    }

    // W-192
    #[test]
    fn a_greeting_has_no_macros_no_html_and_no_pictures() {
        let raw = "<b>The bell rings twice.</b><br>{{random::Mist::Rain}} hides the shore. \"Late, {{user}}.\"\n\n![f](https://x.example/f)";
        assert_eq!(clean_greeting(raw, "Ves").text, "The bell rings twice.\nMist hides the shore. \"Late, [PLAYER].\"");
        assert_eq!(clean_greeting("<status>HP {{getvar::hp}}</status>", "Ves").text, "<status>HP </status>");
        assert_eq!(clean_greeting("<div><img src='a.png'></div>{{setvar::a::b}}", "Ves").text, "");
    }

    // W-050
    #[test]
    fn decorators_are_split_off_the_head_of_an_entry() {
        assert_eq!(decorators("@@depth 4\n@@@role user\ntext @@ more"), (vec!["depth 4", "role user"], "text @@ more"));
        assert_eq!(decorators("text\n@@depth 4"), (vec![], "text\n@@depth 4"));
        assert_eq!(decorators("@@only"), (vec!["only"], ""));
    }
}
