//! The two macros every card uses, as far as keys and texts of a scan need them.

use serde::{Deserialize, Serialize};

/// Who is in the chat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Names {
    /// What `{{char}}` becomes.
    pub character: String,
    /// What `{{user}}` becomes.
    pub user: String,
}

impl Names {
    /// The text with `{{char}}` and `{{user}}` (any case, and the old `<BOT>`, `<USER>`) replaced. Other macros stay.
    pub fn fill(&self, text: &str) -> String {
        if !text.contains(['{', '<']) {
            return text.to_owned();
        }
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find(['{', '<']) {
            let (before, here) = rest.split_at(start);
            filled.push_str(before);
            let spellings = [
                ("{{char}}", &self.character),
                ("{{user}}", &self.user),
                ("<bot>", &self.character),
                ("<user>", &self.user),
            ];
            let found = spellings.into_iter().find(|(spelling, _)| {
                here.get(..spelling.len()).is_some_and(|head| head.eq_ignore_ascii_case(spelling))
            });
            match found {
                Some((spelling, name)) => {
                    filled.push_str(name);
                    rest = here.get(spelling.len()..).unwrap_or("");
                }
                None => {
                    let end = here.chars().next().map_or(0, char::len_utf8);
                    filled.push_str(here.get(..end).unwrap_or(""));
                    rest = here.get(end..).unwrap_or("");
                }
            }
        }
        filled.push_str(rest);
        filled
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn names_go_in_and_nothing_else_changes() {
        let names = Names { character: "Marit".to_owned(), user: "Ola".to_owned() };
        assert_eq!(names.fill("{{Char}} sees <USER>, {{time}} { <b>é</b>"), "Marit sees Ola, {{time}} { <b>é</b>");
    }
}
