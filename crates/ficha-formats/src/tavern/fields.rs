//! The table of `data` fields, V1 to V3.
//!
//! Sources: Character Card V1 and V2 (malfoyslastname/character-card-spec-v2), V3 (kwaroran/character-card-spec-v3),
//! SillyTavern 1.19 `src/endpoints/characters.js` (`charaFormatData`) for the keys under `extensions`.

use serde_json::{Number, Value, json};

use crate::format::{Clear, Coded, Shape, Variant, Wire, custom, kept, mapped};
use crate::notes::NoteCode;
use crate::read::number_of;

const V1: &str = "Character Card V1";
const V2: &str = "Character Card V2";
const V3: &str = "Character Card V3";
const ST: &str = "SillyTavern characters.js charaFormatData";

/// A date in seconds; some apps write milliseconds (RisuAI, CharacterTavern), which are told by their size and stay
/// what they are.
pub(crate) static SECONDS: Coded = Coded {
    name: "seconds",
    decode: |node, at, reader| {
        let number = reader.number(node, at)?;
        let Some(thousands) = milliseconds(&number) else { return Some(Value::Number(number)) };
        reader.info(NoteCode::ConvertedUnit, at, format!("{at} is in milliseconds; it is read as seconds."));
        let (whole, rest) = (thousands / 1000, thousands % 1000);
        let spelt = if rest == 0 { whole.to_string() } else { format!("{whole}.{rest:03}") };
        number_of(&spelt).map(Value::Number)
    },
    encode: |value, present, _| {
        let was = present.and_then(|node| number_of(node.as_number()?)).is_some_and(|old| milliseconds(&old).is_some());
        match value.as_f64().filter(|_| was) {
            // Dates are far below what a float says exactly.
            Some(seconds) => Some(json!((seconds * 1000.0).round() as i64)),
            None => Some(value.clone()),
        }
    },
    empty: "null",
};

/// The milliseconds of a number that is too large for seconds (past the year 5000).
fn milliseconds(number: &Number) -> Option<u64> {
    number.as_u64().filter(|number| *number > 100_000_000_000)
}

/// The fields, in the order of the body.
#[rustfmt::skip]
pub(crate) const DATA: &[Wire] = &[
    mapped("/data/name", "identity.name", Shape::Text, Clear::Empty, Variant::V1, V1),
    mapped("/data/nickname", "identity.nickname", Shape::Text, Clear::Empty, Variant::V3, V3),
    mapped("/data/description", "identity.description", Shape::Text, Clear::Empty, Variant::V1, V1),
    mapped("/data/character_version", "identity.characterVersion", Shape::Text, Clear::Empty, Variant::V2, V2),
    mapped("/data/personality", "persona.personality", Shape::Text, Clear::Empty, Variant::V1, V1),
    mapped("/data/scenario", "persona.scenario", Shape::Text, Clear::Empty, Variant::V1, V1),
    mapped("/data/extensions/sd_character_prompt/positive", "persona.imagePrompt.prompt", Shape::FilledText, Clear::Empty, Variant::V2, ST),
    mapped("/data/extensions/sd_character_prompt/negative", "persona.imagePrompt.negative", Shape::FilledText, Clear::Empty, Variant::V2, ST),
    mapped("/data/system_prompt", "prompts.systemPrompt", Shape::Text, Clear::Empty, Variant::V2, V2),
    mapped("/data/post_history_instructions", "prompts.postHistoryInstructions", Shape::Text, Clear::Empty, Variant::V2, V2),
    custom("/data/extensions/depth_prompt/prompt", &["prompts.depthInjections[].text"], ST),
    custom("/data/extensions/depth_prompt/depth", &["prompts.depthInjections[].depth"], ST),
    custom("/data/extensions/depth_prompt/role", &["prompts.depthInjections[].role", "prompts.depthInjections[].origin"], ST),
    mapped("/data/first_mes", "greetings.firstMessage", Shape::Text, Clear::Empty, Variant::V1, V1),
    mapped("/data/alternate_greetings", "greetings.alternateGreetings", Shape::Greetings, Clear::Empty, Variant::V2, V2),
    mapped("/data/group_only_greetings", "greetings.groupOnlyGreetings", Shape::Greetings, Clear::Empty, Variant::V3, V3),
    mapped("/data/mes_example", "examples.exampleMessages", Shape::Text, Clear::Empty, Variant::V1, V1),
    custom("/data/assets", &["media.portrait", "media.assets"], V3),
    mapped("/data/creator", "attribution.creator", Shape::Text, Clear::Empty, Variant::V2, V2),
    mapped("/data/source", "attribution.source", Shape::TextList, Clear::Empty, Variant::V3, V3),
    mapped("/data/creator_notes", "attribution.creatorNotes", Shape::Text, Clear::Empty, Variant::V2, V2),
    mapped("/data/creator_notes_multilingual", "attribution.creatorNotesMultilingual", Shape::TextMap, Clear::Remove, Variant::V3, V3),
    mapped("/data/creation_date", "attribution.createdAt", Shape::Coded(&SECONDS), Clear::Remove, Variant::V3, V3),
    mapped("/data/modification_date", "attribution.updatedAt", Shape::Coded(&SECONDS), Clear::Remove, Variant::V3, V3),
    mapped("/data/tags", "discovery.tags", Shape::TextList, Clear::Empty, Variant::V2, V2),
    mapped("/data/extensions/talkativeness", "settings.talkativeness", Shape::Number, Clear::Remove, Variant::V2, ST),
    mapped("/data/extensions/world", "worldName", Shape::FilledText, Clear::Empty, Variant::V2, ST),
    custom("/data/character_book", &["knowledgeRefs"], V2),
];

/// The envelope around the fields, root mirrors under names of their own, and what apps leave at the root.
#[rustfmt::skip]
pub(crate) const ENVELOPE: &[Wire] = &[
    custom("/spec", &[], V2),
    custom("/spec_version", &[], V2),
    custom("/creatorcomment", &[], ST),
    custom("/talkativeness", &[], ST),
    custom("/fav", &[], ST),
    kept("/avatar", "the place SillyTavern had for a picture's name; always \"none\"", ST),
    kept("/chat", "the name of the chat that was open when the card was saved", ST),
    kept("/create_date", "when SillyTavern first stored the card", ST),
    kept("/json_data", "a copy of the whole card that older SillyTavern left in it by mistake", ST),
    kept("/metadata", "which tool made the file", "CAI-Tools, aichar"),
    kept("/data/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
];

/// What of them is private to the person who saved the card.
pub(crate) const PRIVATE: &[&str] = &["/chat", "/json_data"];

/// The fields of a platform that has rows of its own for these keys.
pub(crate) fn without(keys: &[&str]) -> &'static [Wire] {
    let rows = DATA.iter().filter(|row| !keys.contains(&row.key())).copied();
    Box::leak(rows.collect::<Vec<Wire>>().into_boxed_slice())
}

/// The fields of a platform whose cards never say more than this version; the portrait is the picture of the file.
#[allow(dead_code, reason = "for platforms whose cards stop at the second version")]
pub(crate) fn until(version: Variant) -> &'static [Wire] {
    let rows = DATA.iter().filter_map(|row| match row {
        Wire::Mapped(row) if row.since > version => None,
        _ if row.key() == super::assets::KEY && version < Variant::V3 => {
            Some(custom("/ (picture)", &["media.portrait"], "the carrier"))
        }
        Wire::Mapped(_) | Wire::Native { .. } | Wire::Kept { .. } | Wire::List { .. } | Wire::Custom { .. } => {
            Some(*row)
        }
    });
    Box::leak(rows.collect::<Vec<Wire>>().into_boxed_slice())
}

/// The six texts of V1, all required there.
pub(crate) const V1_KEYS: [&str; 6] = ["name", "description", "personality", "scenario", "first_mes", "mes_example"];

/// Keys only later flat cards have: what tells such a card from a V1 one.
pub(crate) const FLAT_KEYS: [&str; 5] =
    ["alternate_greetings", "system_prompt", "post_history_instructions", "creator_notes", "character_version"];

/// What V2 requires in `data`, with the empty value.
pub(crate) const V2_REQUIRED: [(&str, &str); 14] = [
    ("name", "\"\""),
    ("description", "\"\""),
    ("personality", "\"\""),
    ("scenario", "\"\""),
    ("first_mes", "\"\""),
    ("mes_example", "\"\""),
    ("creator_notes", "\"\""),
    ("system_prompt", "\"\""),
    ("post_history_instructions", "\"\""),
    ("alternate_greetings", "[]"),
    ("tags", "[]"),
    ("creator", "\"\""),
    ("character_version", "\"\""),
    ("extensions", "{}"),
];

/// Keys of `data` that came with V3.
pub(crate) const V3_KEYS: [&str; 7] = [
    "nickname",
    "creator_notes_multilingual",
    "source",
    "group_only_greetings",
    "creation_date",
    "modification_date",
    "assets",
];

/// Root copies of `data` values under another name: root key, key below `data` (SillyTavern, as above).
pub(crate) const RENAMED_MIRRORS: [(&str, &str); 3] =
    [("creatorcomment", "/creator_notes"), ("talkativeness", "/extensions/talkativeness"), ("fav", "/extensions/fav")];
