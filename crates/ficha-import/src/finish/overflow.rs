//! Text that has no room where it belongs goes to lore for the game master, in pieces that do.

use ficha_world::Folder;
use serde_json::json;

use super::Work;
use crate::card::{CUT_AT, FieldName, Label, cuts_of, is_chinese, label, within};
use crate::said::Said;
use crate::structure::arranged;

/// Characters of one piece of lore that text overflows into.
const PIECE: usize = 90_000;
/// Characters of a title.
const TITLE: usize = 120;

impl Work<'_> {
    /// Puts a text into lore, titled by what it belongs to and numbered from `number` on; the number behind the last.
    pub(super) fn put_in_lore(&mut self, owner: &str, called: &str, member: &str, text: &str, number: usize) -> usize {
        let member = member_label(member, self.language());
        let (mut rest, mut next) = (text, number);
        while !rest.is_empty() {
            // A cluster longer than a piece is cut itself.
            let end = cuts_of(within(rest, PIECE + CUT_AT), PIECE).first().map_or(rest.len(), |cut| cut.bytes);
            let (part, after) = rest.split_at(within(rest.get(..end).unwrap_or_default(), PIECE).len());
            rest = after;
            let behind = format!(": {member} ({next})");
            let room = TITLE.saturating_sub(behind.chars().count());
            let title = format!("{}{behind}", within(called, room).trim_end());
            let doc = json!({
                "title": title, "kind": "custom", "text": part, "scope": "listed", "known_by": [], "as_written": true,
            });
            let reference = self.ids.make(Folder::Lore, &title);
            self.add(reference, arranged(Folder::Lore, doc), Vec::new());
            next += 1;
        }
        self.notes.of_entity(owner, &Said::MovedToLore(&member, next - number));
        next
    }
}

/// What a member of a document is called in titles.
pub(super) fn member_label(member: &str, language: &str) -> String {
    let known = match member {
        "description" => Some(Label::Field(FieldName::Description)),
        "personality" => Some(Label::Field(FieldName::Personality)),
        "examples" => Some(Label::Field(FieldName::MesExample)),
        "opening" | "alternate_openings" => Some(Label::Opening),
        _ => None,
    };
    if let Some(known) = known {
        return label(known, language);
    }
    let chinese = is_chinese(language);
    let word = match (member, chinese) {
        ("speech", true) => "说话方式",
        ("speech", false) => "Speech",
        ("background", true) => "背景",
        ("background", false) => "Background",
        ("goals", true) => "目标",
        ("goals", false) => "Goals",
        ("secrets", true) => "秘密",
        ("secrets", false) => "Secrets",
        ("notes", true) => "备注",
        ("notes", false) => "Notes",
        ("text", true) => "正文",
        ("text", false) => "Text",
        ("prompt", true) => "提示词",
        ("prompt", false) => "Prompt",
        (other, _) => other,
    };
    word.to_owned()
}
