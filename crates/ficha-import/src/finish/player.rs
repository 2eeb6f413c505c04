//! The player's marker becomes a name or a word, and what other tools would fill in becomes plain text.

use ficha_world::{Folder, Slot, inert, player_word};
use serde_json::Value;

use super::Work;
use crate::card::with_player;
use crate::records::Doc;

impl Work<'_> {
    /// Puts the playable character's name where the marker is if there is exactly one, else the word of the language.
    pub(super) fn name_the_player(&mut self) {
        let playable = |doc: &&Doc| doc.get("playable").and_then(Value::as_bool) == Some(true);
        let people = self.world.folder(Folder::Characters).map(|(_, doc)| doc).filter(playable);
        let mut names: Vec<Option<String>> =
            people.map(|doc| doc.get("name").and_then(Value::as_str).map(str::to_owned)).collect();
        let named = names.pop().flatten().filter(|_| names.is_empty());
        let capital = named.is_none();
        let word = named.unwrap_or_else(|| player_word(self.language()).to_owned());
        let plain = |text: &str| inert(&with_player(text, &word, capital));
        for doc in self.world.documents.values_mut() {
            every_text(doc, &plain);
        }
        every_text(&mut self.world.info, &plain);
        let rows = [
            &mut self.world.relationships,
            &mut self.world.variables,
            &mut self.world.commands,
            &mut self.world.triggers,
        ];
        for row in rows.into_iter().flatten() {
            every_text(row, &plain);
        }
        for ((_, slot), text) in &mut self.world.prompts {
            let given = Slot::of(slot).map(|slot| slot.given).unwrap_or_default();
            *text = inert_but(&with_player(text, &word, capital), given);
        }
        self.player = (word, capital);
    }

    /// A text of a piece as it stands in a document.
    pub(super) fn in_a_document(&self, text: &str) -> String {
        let (word, capital) = &self.player;
        inert(&with_player(text, word, *capital))
    }
}

/// Changes every text of a document, however deep.
fn every_text(doc: &mut Doc, change: &dyn Fn(&str) -> String) {
    let mut open: Vec<&mut Value> = doc.values_mut().collect();
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) => *text = change(text),
            Value::Array(items) => open.extend(items),
            Value::Object(members) => open.extend(members.values_mut()),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// Inert text in which the placeholders a slot is given stay.
fn inert_but(text: &str, given: &[&str]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        let behind = rest.get(at..).unwrap_or_default();
        let kept = given
            .iter()
            .map(|name| format!("${{{name}}}"))
            .find(|placeholder| behind.starts_with(placeholder.as_str()));
        let end = at + kept.as_ref().map_or(2, String::len);
        let before = rest.get(..at).unwrap_or_default();
        out.push_str(&inert(before));
        match kept {
            Some(placeholder) => out.push_str(&placeholder),
            None => out.push_str("$ {"),
        }
        rest = rest.get(end..).unwrap_or_default();
        if kept_brace(&out, rest) {
            out.push(' ');
        }
    }
    out.push_str(&inert(rest));
    out
}

/// Whether two parts that were made inert by themselves would make a mark together.
fn kept_brace(before: &str, after: &str) -> bool {
    after.starts_with('{') && before.ends_with(['$', '{'])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn placeholders_a_slot_is_given_stay() {
        let text = "${character} and ${weather} {{char}} $${character}{{";
        assert_eq!(inert_but(text, &["character"]), "${character} and $ {weather} { {char}} $${character}{ {");
        assert_eq!(inert_but(text, &[]), inert(text));
    }

    proptest! {
        #[test]
        fn without_placeholders_it_is_inert(text in "[${}ac ]{0,40}") {
            prop_assert_eq!(inert_but(&text, &[]), inert(&text));
        }
    }
}
