//! Invented cards as JSON text. One story runs through them all: Ottoline Marsh, who winds the clocks of a drowned
//! village, so that a sample that ends up in the wrong place is recognised at once.

use serde_json::{Value, json};

/// The five texts and the name every card version has.
fn core() -> Value {
    json!({
        "name": "Ottoline Marsh",
        "description": "{{char}} winds the four clocks of Saltmere, three of which stand under water.\nShe counts aloud while she works.",
        "personality": "patient, exact, superstitious about noon",
        "scenario": "{{user}} rows out to the bell tower with a broken pocket watch.",
        "first_mes": "\"Mind the second step,\" says Ottoline. \"It is only there at low tide.\"",
        "mes_example": "<START>\n{{user}}: What time is it?\n{{char}}: Which clock do you trust?"
    })
}

fn with(mut value: Value, more: Value) -> Value {
    if let (Value::Object(map), Value::Object(more)) = (&mut value, more) {
        map.extend(more);
    }
    value
}

fn v2_data() -> Value {
    with(
        core(),
        json!({
            "creator_notes": "Low tide is at six. Works best with short answers.",
            "system_prompt": "Write as Ottoline, one paragraph at a time.",
            "post_history_instructions": "Mention a clock in every reply.",
            "alternate_greetings": ["\"You are late,\" she says, without looking up.", "A bell rings under the water. 鐘が鳴る。"],
            "tags": ["clocks", "sea", "slow burn"],
            "creator": "the Saltmere parish",
            "character_version": "1.4",
            "extensions": {
                "talkativeness": "0.4",
                "fav": false,
                "world": "Saltmere",
                "depth_prompt": {"prompt": "The tide is rising.", "depth": 4, "role": "system"}
            },
            "character_book": book()
        }),
    )
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).expect("a tree of ours is always text")
}

/// A V1 card: the six fields at the root.
pub fn v1() -> String {
    pretty(&core())
}

/// A V2 card with a book of three entries.
pub fn v2() -> String {
    pretty(&json!({"spec": "chara_card_v2", "spec_version": "2.0", "data": v2_data()}))
}

/// A V3 card: everything of [`v2`] and what only V3 has.
pub fn v3() -> String {
    let data = with(
        v2_data(),
        json!({
            "nickname": "Otty",
            "creator_notes_multilingual": {"en": "Low tide is at six.", "ja": "干潮は六時。"},
            "source": ["https://example.invalid/saltmere"],
            "group_only_greetings": ["\"One at a time, please. The stairs are narrow.\""],
            "creation_date": 1_719_000_000,
            "modification_date": 1_719_500_000,
            "assets": [{"type": "icon", "uri": "ccdefault:", "name": "main", "ext": "png"}]
        }),
    );
    pretty(&json!({"spec": "chara_card_v3", "spec_version": "3.0", "data": data}))
}

/// A V2 card whose root repeats the fields of `data`, as SillyTavern writes them.
pub fn v2_with_root_mirrors() -> String {
    let data = v2_data();
    let root = with(
        core(),
        json!({
            "creatorcomment": data["creator_notes"], "avatar": "none", "chat": "Ottoline - 2026-01-04", "talkativeness": "0.4",
            "fav": false, "tags": data["tags"], "spec": "chara_card_v2", "spec_version": "2.0", "data": data
        }),
    );
    pretty(&root)
}

/// A Pygmalion card with all its classic keys.
pub fn pygmalion() -> String {
    pretty(&json!({
        "char_name": "Ottoline Marsh",
        "char_persona": "Ottoline winds the four clocks of Saltmere. She is patient and exact.",
        "world_scenario": "{{user}} rows out to the bell tower with a broken pocket watch.",
        "char_greeting": "\"Mind the second step. It is only there at low tide.\"",
        "example_dialogue": "{{user}}: What time is it?\n{{char}}: Which clock do you trust?"
    }))
}

/// A `character_book` object of three entries: plain, selective at depth, disabled.
pub fn book() -> Value {
    json!({
        "name": "Saltmere almanac",
        "description": "What the parish writes down.",
        "scan_depth": 6,
        "token_budget": 700,
        "recursive_scanning": false,
        "extensions": {},
        "entries": [
            {
                "id": 1, "keys": ["tower", "bell"], "secondary_keys": [], "content": "The bell tower has 61 steps, nine of them dry.",
                "comment": "tower", "name": "tower", "enabled": true, "constant": false, "selective": false,
                "insertion_order": 100, "priority": 10, "position": "before_char", "case_sensitive": false,
                "extensions": {"position": 0, "probability": 100, "useProbability": true, "display_index": 0}
            },
            {
                "id": 2, "keys": ["tide"], "secondary_keys": ["noon"], "content": "At noon tide the parish stays indoors.",
                "comment": "noon tide", "enabled": true, "constant": false, "selective": true, "insertion_order": 90,
                "position": "after_char",
                "extensions": {"position": 4, "depth": 2, "role": 1, "selectiveLogic": 0, "probability": 35, "useProbability": true, "sticky": 2}
            },
            {
                "id": 7, "keys": ["/salt(mere)?/i"], "secondary_keys": [], "content": "Saltmere drowned in a single week.",
                "comment": "the flood", "enabled": false, "constant": true, "selective": false, "insertion_order": 80,
                "position": "before_char", "extensions": {"position": 0}
            }
        ]
    })
}

/// A V3 card with about `bytes` of text in a book of `entries` rows; the same text every time.
pub fn of_size(bytes: usize, entries: usize) -> String {
    const SENTENCE: &str = "The tide went out past the third clock and did not come back before the ninth bell. ";
    let share = bytes / (entries + 1);
    let text = |length: usize| SENTENCE.chars().cycle().take(length).collect::<String>();
    let rows: Vec<Value> = (0..entries)
        .map(|at| {
            json!({
                "id": at, "keys": [format!("clock {at}"), format!("bell {at}")], "secondary_keys": [], "content": text(share.saturating_sub(240)),
                "comment": format!("entry {at}"), "enabled": true, "constant": false, "selective": false, "insertion_order": at,
                "position": "before_char", "extensions": {"position": 0, "probability": 100, "useProbability": true}
            })
        })
        .collect();
    let data = with(
        v2_data(),
        json!({"description": text(share), "character_book": {"name": "Saltmere almanac", "extensions": {}, "entries": rows}}),
    );
    serde_json::to_string(&json!({"spec": "chara_card_v3", "spec_version": "3.0", "data": data}))
        .expect("a tree of ours is always text")
}

/// A V3 card in an archive of about `megabytes` MB: as many pictures of one megabyte of noise, one of them the portrait.
///
/// # Errors
/// What `to` says.
pub fn large_charx(to: &mut dyn std::io::Write, megabytes: usize) -> std::io::Result<()> {
    charx_of(to, megabytes, 1_000_000)
}

/// A V3 card in an archive with `pictures` pictures of at least `bytes` bytes each, stored as they are, the first of them the
/// portrait. What is in a picture differs from picture to picture and never from call to call.
/// Written piece by piece, since whoever measures memory must not hold it first.
///
/// # Errors
/// What `to` says.
pub fn charx_of(to: &mut dyn std::io::Write, pictures: usize, bytes: usize) -> std::io::Result<()> {
    let row = |at: usize| {
        let (kind, name) = if at == 0 { ("icon", "main".to_owned()) } else { ("emotion", format!("mood {at}")) };
        json!({"type": kind, "uri": format!("embeded://assets/{at}.png"), "name": name, "ext": "png"})
    };
    let rows: Vec<Value> = (0..pictures).map(row).collect();
    let data = with(v2_data(), json!({"name": "Ottoline of the Many Moods", "assets": rows}));
    let card = json!({"spec": "chara_card_v3", "spec_version": "3.0", "data": data});
    let card = crate::archive::deflated("card.json", card.to_string());
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let pictures = (0..pictures).map(|at| {
        // Behind a whole small picture the noise is bytes that every reader passes over.
        let mut picture = crate::png::write(&crate::png::picture(64, 64));
        while picture.len() < bytes {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            picture.extend(state.to_le_bytes());
        }
        crate::archive::stored(&format!("assets/{at}.png"), picture)
    });
    crate::archive::stream_after(to, &[], std::iter::once(card).chain(pictures), true)
}

/// A SillyTavern world file of `entries` rows, every key the app writes in each.
pub fn world_info(entries: usize) -> String {
    const TEXT: &str = "The tide went out past the third clock and did not come back before the ninth bell. ";
    let row = |at: usize| {
        json!({
            "uid": at, "key": [format!("clock {at}"), format!("/bell {at}s?/i")], "keysecondary": ["tide"], "comment": format!("entry {at}"),
            "content": TEXT.repeat(6), "constant": at.is_multiple_of(20), "vectorized": false, "selective": true, "selectiveLogic": at % 4,
            "addMemo": true, "order": 100 + at, "position": at % 5, "disable": at.is_multiple_of(31), "excludeRecursion": false,
            "preventRecursion": false, "delayUntilRecursion": false, "probability": 100, "useProbability": true, "depth": 4, "group": "",
            "groupOverride": false, "groupWeight": 100, "scanDepth": null, "caseSensitive": null, "matchWholeWords": null,
            "useGroupScoring": null, "automationId": "", "role": 0, "sticky": 0, "cooldown": 0, "delay": 0, "displayIndex": at
        })
    };
    let rows: serde_json::Map<String, Value> = (0..entries).map(|at| (at.to_string(), row(at))).collect();
    serde_json::to_string_pretty(&json!({"entries": rows})).expect("a tree of ours is always text")
}
