//! What keeps a story from starting, and the world's prompts.

use ficha_checks::Severity::{Error, Warning};
use serde_json::json;

use super::{Row, gone, named, put, raw, row, set, unset};

const TAM: &str = "characters/tam-reed.json";
const ORLA: &str = "characters/orla-fenwick.json";
const QUAY: &str = "places/lantern-quay.json";
const MILL: &str = "places/drowned-mill.json";
const KEY: &str = "things/brass-key.json";

#[rustfmt::skip]
pub(crate) fn rows() -> Vec<Row> {
    vec![
        row("startable", "no-player", Warning, "world.json", |w| set(w, TAM, "/playable", json!(false)), |w| set(w, ORLA, "/playable", json!(true))),
        row("startable", "world-file", Error, "world.json", |w| raw(w, "world.json", b"{"), |w| set(w, "world.json", "/tools", json!({"dice": true}))),
        row("startable", "file-unreadable", Error, "characters/tam-reed", |w| raw(w, TAM, b"{\"name\": \"A\", \"name\": \"B\"}"), |w| raw(w, "characters/x.json", b"{\"name\": \"B\"}")),
        row("startable", "file-too-big", Error, "lore/rules", |w| raw(w, "lore/rules.json", &vec![b' '; (1 << 20) + 1]), |w| { let mut text = br#"{"title":"A","text":"B","scope":"everyone"}"#.to_vec(); text.resize(1 << 20, b' '); raw(w, "lore/rules.json", &text); }),
        row("startable", "bad-id", Error, "places/a b.json", |w| put(w, "places/a b.json", &named("A", json!({}))), |w| put(w, "places/a-b.json", &named("A", json!({})))),
        row("startable", "id-clash", Error, "", |w| put(w, "places/Lantern-quay.json", &named("A", json!({}))), |w| put(w, "things/Lantern-quay.json", &named("A", json!({})))),
        row("startable", "field-missing", Error, "characters/tam-reed#/name", |w| unset(w, TAM, "/name"), |w| unset(w, TAM, "/summary")),
        row("startable", "field-type", Error, "characters/tam-reed#/playable", |w| set(w, TAM, "/playable", json!("yes")), |w| set(w, TAM, "/playable", json!(true))),
        row("startable", "field-range", Error, "characters/tam-reed#/pronouns", |w| set(w, TAM, "/pronouns", json!("x".repeat(41))), |w| set(w, TAM, "/pronouns", json!("x".repeat(40)))),
        row("startable", "dangling", Error, "characters/tam-reed#/start", |w| set(w, TAM, "/start", json!("nowhere")), |w| set(w, TAM, "/start", json!("lantern-quay"))),
        row("startable", "no-place", Error, "", |w| { gone(w, QUAY); gone(w, MILL); }, |w| gone(w, MILL)),
        row("startable", "no-start", Error, "", |w| unset(w, TAM, "/start"), |w| unset(w, ORLA, "/start")),
        row("startable", "place-loop", Error, "", |w| { set(w, QUAY, "/parent", json!("drowned-mill")); set(w, MILL, "/parent", json!("lantern-quay")); }, |w| set(w, QUAY, "/parent", json!("drowned-mill"))),
        row("startable", "way-self", Error, "", |w| set(w, QUAY, "/ways/-", json!({"to": "lantern-quay"})), |w| set(w, QUAY, "/ways/-", json!({"to": "drowned-mill", "name": "the road"}))),
        row("startable", "way-twice", Error, "", |w| set(w, QUAY, "/ways/-", json!({"to": "drowned-mill", "name": "the towpath"})), |w| set(w, QUAY, "/ways/-", json!({"to": "drowned-mill", "name": "the road"}))),
        row("startable", "held-and-placed", Error, "", |w| set(w, KEY, "/at", json!("lantern-quay")), |w| { unset(w, KEY, "/held_by"); set(w, KEY, "/at", json!("lantern-quay")); }),
        row("startable", "edge-self", Error, "", |w| set(w, "relationships.json", "/relationships/-", json!({"from": "tam-reed", "to": "tam-reed", "kind": "self"})), |w| set(w, "relationships.json", "/relationships/0/kind", json!("self"))),
        row("startable", "edge-twice", Error, "", |w| set(w, "relationships.json", "/relationships/-", json!({"from": "tam-reed", "to": "orla-fenwick", "kind": "friend"})), |w| set(w, "relationships.json", "/relationships/1/kind", json!("friend"))),
        row("startable", "scope-known-by", Error, "", |w| set(w, "lore/the-light-tax.json", "/known_by", json!(["characters/tam-reed"])), |w| set(w, "lore/rules.json", "/known_by", json!(["characters/tam-reed"]))),
        row("startable", "knowledge-way", Error, "", |w| set(w, ORLA, "/knowledge/ways/-", json!(["lantern-quay", "lantern-quay"])), |w| set(w, ORLA, "/knowledge/ways/-", json!(["drowned-mill", "lantern-quay"]))),
        row("startable", "var-key", Error, "", |w| set(w, "variables.json", "/variables/1/key", json!("Tax")), |w| { set(w, "variables.json", "/variables/1/key", json!("tax")); unset(w, TAM, "/values"); }),
        row("startable", "var-key-taken", Error, "", |w| set(w, "variables.json", "/variables/1/key", json!("lamps_lit")), |w| set(w, "variables.json", "/variables/1/label", json!("Lamps lit"))),
        row("startable", "var-feeling", Error, "", |w| set(w, "variables.json", "/variables/1/label", json!("Trust")), |w| set(w, "variables.json", "/variables/1/label", json!("Trusted by the clerk"))),
        row("startable", "var-type", Error, "", |w| { set(w, "variables.json", "/variables/1/min", json!(1)); set(w, "variables.json", "/variables/1/type", json!("flag")); }, |w| set(w, "variables.json", "/variables/0/min", json!(0))),
        row("startable", "var-limits", Error, "", |w| set(w, "variables.json", "/variables/0/step", json!(0)), |w| set(w, "variables.json", "/variables/0/step", json!(0.5))),
        row("startable", "var-bands-rise", Error, "", |w| set(w, "variables.json", "/variables/0/bands/2/from", json!(10)), |w| set(w, "variables.json", "/variables/0/bands/2/from", json!(11))),
        row("startable", "var-bands-range", Error, "", |w| set(w, "variables.json", "/variables/0/bands/2/from", json!(41)), |w| set(w, "variables.json", "/variables/0/bands/2/from", json!(40))),
        row("startable", "var-options", Error, "", |w| set(w, "variables.json", "/variables/-", json!({"key": "sky", "label": "Sky", "type": "choice", "of": "world", "options": ["grey", "grey"], "default": "grey"})), |w| set(w, "variables.json", "/variables/-", json!({"key": "sky", "label": "Sky", "type": "choice", "of": "world", "options": ["grey", "blue"], "default": "grey"}))),
        row("startable", "var-default", Error, "", |w| set(w, "variables.json", "/variables/0/default", json!(41)), |w| set(w, "variables.json", "/variables/0/default", json!(0))),
        row("startable", "var-only-unknown", Error, "", |w| set(w, "variables.json", "/variables/1/only", json!(["tam-reed", "nobody"])), |w| set(w, "variables.json", "/variables/1/only", json!(["tam-reed", "orla-fenwick"]))),
        row("startable", "var-only-world", Error, "", |w| set(w, "variables.json", "/variables/0/only", json!(["tam-reed"])), |w| set(w, "variables.json", "/variables/0/only", json!([]))),
        row("startable", "value-unknown", Error, "", |w| set(w, TAM, "/values/debt", json!(1)), |w| set(w, TAM, "/values/tax_paid", json!(false))),
        row("startable", "value-range", Error, "", |w| set(w, TAM, "/values/tax_paid", json!("no")), |w| set(w, TAM, "/values/tax_paid", json!(false))),
        row("startable", "value-subject", Error, "", |w| set(w, ORLA, "/values", json!({"tax_paid": true})), |w| set(w, TAM, "/values", json!({"tax_paid": false}))),
        row("startable", "command-word", Error, "", |w| set(w, "commands.json", "/commands/-", json!({"word": "two words", "description": "x"})), |w| set(w, "commands.json", "/commands/-", json!({"word": "two-words", "description": "x"}))),
        row("startable", "command-twice", Error, "", |w| set(w, "commands.json", "/commands/-", json!({"word": "Summon", "description": "x"})), |w| set(w, "commands.json", "/commands/-", json!({"word": "summons", "description": "x"}))),
        row("startable", "trigger-start", Error, "", |w| set(w, "triggers.json", "/triggers/0/when", json!({})), |w| set(w, "triggers.json", "/triggers/0/when", json!({"command": "summon"}))),
        row("startable", "trigger-command", Error, "", |w| set(w, "triggers.json", "/triggers/0/when", json!({"command": "call"})), |w| set(w, "triggers.json", "/triggers/0/when", json!({"command": "SUMMON"}))),
        row("startable", "trigger-value", Error, "", |w| set(w, "triggers.json", "/triggers/0/when", json!({"value": {"key": "nothing", "op": "<", "to": 1}})), |w| set(w, "triggers.json", "/triggers/0/when", json!({"value": {"key": "lamps_lit", "op": "<", "to": 1}}))),
        row("startable", "trigger-effect", Error, "", |w| unset(w, "triggers.json", "/triggers/0/effect/need"), |w| unset(w, "triggers.json", "/triggers/0/effect/draw")),
        row("startable", "image-path", Error, "", |w| set(w, TAM, "/portrait", json!("images/../x.png")), |w| set(w, TAM, "/portrait", json!("images/cover.png"))),
        row("own-prompts", "prompt-slot", Error, "prompts/en/roleplay/mood.md", |w| raw(w, "prompts/en/roleplay/mood.md", b"x"), |w| raw(w, "prompts/en/roleplay/standing.md", b"x")),
        row("own-prompts", "prompt-long", Error, "prompts/zh/roleplay/standing.md", |w| raw(w, "prompts/zh/roleplay/standing.md", "长".repeat(12_001).as_bytes()), |w| raw(w, "prompts/zh/roleplay/standing.md", "长".repeat(12_000).as_bytes())),
        row("own-prompts", "prompt-placeholder", Error, "prompts/en/roleplay/style.md", |w| raw(w, "prompts/en/roleplay/style.md", b"${character}"), |w| raw(w, "prompts/en/roleplay/persona.md", b"${character}")),
        row("own-prompts", "prompt-encoding", Error, "prompts/en/roleplay/style.md", |w| raw(w, "prompts/en/roleplay/style.md", b"caf\xe9"), |w| raw(w, "prompts/en/roleplay/style.md", "café".as_bytes())),
        row("own-prompts", "prompt-braces", Error, "prompts/en/roleplay/style.md", |w| raw(w, "prompts/en/roleplay/style.md", b"Be {{char}}."), |w| raw(w, "prompts/en/roleplay/style.md", b"Be { {char} }.")),
        row("first-scene", "no-start", Error, "characters/tam-reed#/start", |w| unset(w, TAM, "/start"), |w| unset(w, ORLA, "/start")),
    ]
}
