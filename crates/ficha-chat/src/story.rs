//! The template language of story texts: `{{field}}`, `{{#if field}}…{{else}}…{{/if}}`, `{{#unless field}}`, and
//! `{{trim}}`, which takes the line breaks around it away. A word it does not know stays as it is: it may be a macro.
//!
//! Blocks nest to [`DEEPEST`]; what is not closed ends with the text.

/// How deep blocks may lie in one another; what is deeper is left out.
const DEEPEST: usize = 64;

struct Reader<'t, 'v> {
    rest: &'t str,
    values: &'v [(&'v str, String)],
}

/// How a run of text ended.
enum End {
    Text,
    Else,
    Close,
}

impl<'t> Reader<'t, '_> {
    fn value(&self, name: &str) -> Option<&str> {
        self.values.iter().find(|(known, _)| *known == name).map(|(_, text)| text.as_str())
    }

    /// The next tag and the text before it; the tag without its braces.
    fn next(&mut self) -> Option<(&'t str, &'t str, &'t str)> {
        let (before, behind) = self.rest.split_once("{{")?;
        let (tag, rest) = behind.split_once("}}")?;
        let spelt = self.rest.get(before.len()..self.rest.len() - rest.len()).unwrap_or("");
        // Three braces mean the same here: nothing is escaped.
        let (tag, rest) = tag.strip_prefix('{').zip(rest.strip_prefix('}')).unwrap_or((tag, rest));
        self.rest = rest;
        Some((before, tag, spelt))
    }

    /// Reads until the block ends; writes only while `told`.
    fn run(&mut self, out: &mut String, told: bool, depth: usize) -> End {
        while let Some((before, tag, spelt)) = self.next() {
            if told {
                out.push_str(before);
            }
            let tag = tag.trim().trim_matches('~').trim();
            if let Some(condition) = tag.strip_prefix('#') {
                let (word, name) = condition.split_once(char::is_whitespace).unwrap_or((condition, ""));
                let full = self.value(name.trim()).is_some_and(|text| !text.is_empty());
                let holds = if word == "unless" { !full } else { full };
                self.block(out, told && depth < DEEPEST, holds, depth + 1);
            } else if tag == "else" {
                return End::Else;
            } else if tag.starts_with('/') {
                return End::Close;
            } else if told {
                match self.value(tag) {
                    Some(text) => out.push_str(text),
                    None => out.push_str(spelt),
                }
            }
        }
        if told {
            out.push_str(self.rest);
        }
        self.rest = "";
        End::Text
    }

    fn block(&mut self, out: &mut String, told: bool, holds: bool, depth: usize) {
        if depth > DEEPEST * 4 {
            self.rest = "";
            return;
        }
        let mut end = self.run(out, told && holds, depth);
        while matches!(end, End::Else) {
            end = self.run(out, told && !holds, depth);
        }
    }
}

/// A template with its fields filled in.
pub fn fill(template: &str, values: &[(&str, String)]) -> String {
    let mut out = String::with_capacity(template.len());
    let mut reader = Reader { rest: template, values };
    // A closing tag without a block is nothing.
    while !matches!(reader.run(&mut out, true, 0), End::Text) {}
    trimmed(&out)
}

const TRIM: &str = "{{trim}}";

fn trimmed(text: &str) -> String {
    let mut parts = text.split(TRIM);
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        out.truncate(out.trim_end_matches(['\n', '\r']).len());
        out.push_str(part.trim_start_matches(['\n', '\r']));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::fill;
    use proptest::prelude::*;

    #[test]
    fn fields_conditions_and_trims() {
        let values = [("a", "A".to_owned()), ("empty", String::new())];
        for (template, text) in [
            ("{{a}} {{{a}}} {{ a }}", "A A A"),
            ("{{#if a}}yes{{else}}no{{/if}}", "yes"),
            ("{{#if empty}}yes{{else}}no{{/if}}", "no"),
            ("{{#unless empty}}none{{/unless}}", "none"),
            ("{{#if a}}{{#if empty}}x{{/if}}y{{/if}}z", "yz"),
            ("{{#if gone}}x{{/if}}{{char}}", "{{char}}"),
            ("one\n\n{{trim}}\ntwo", "onetwo"),
            ("{{#if a}}open", "open"),
            ("{{/if}}{{a}}{{else}}b", "Ab"),
            ("{{a", "{{a"),
        ] {
            assert_eq!(fill(template, &values), text, "{template}");
        }
    }

    #[test]
    fn deep_nesting_ends() {
        let template = "{{#if a}}".repeat(100_000);
        assert_eq!(fill(&template, &[("a", "A".to_owned())]), "");
    }

    proptest! {
        #[test]
        fn any_template_is_answered(template in r"(\{\{|\}\}|#if a|else|/if|trim|a|\n|\{|é){0,24}") {
            let _ = fill(&template, &[("a", "A".to_owned())]);
        }
    }
}
