//! What is odd though a story can start: consistency, quality, playability.

use ficha_checks::Severity::{Error, Info, Warning};
use serde_json::json;

use super::{Row, gone, named, put, raw, row, set, unset};

const TAM: &str = "characters/tam-reed.json";
const ORLA: &str = "characters/orla-fenwick.json";
const QUAY: &str = "places/lantern-quay.json";
const MILL: &str = "places/drowned-mill.json";
const KEY: &str = "things/brass-key.json";
const WORLD: &str = "world.json";
const VALUES: &str = "variables.json";
const STARTS: &str = "triggers.json";

fn number(key: &str, label: &str, of: &str) -> serde_json::Value {
    json!({"key": key, "label": label, "type": "number", "of": of, "default": 1, "change": "Now and then."})
}

#[rustfmt::skip]
pub(crate) fn rows() -> Vec<Row> {
    vec![
        // unread-fields
        row("unread-fields", "unread", Warning, "characters/tam-reed#/mood", |w| set(w, TAM, "/mood", json!({"inner": 1})), |w| set(w, TAM, "/notes", json!("x"))),
        row("unread-fields", "unread", Warning, "places/lantern-quay#/ways/0/hiden", |w| set(w, QUAY, "/ways/0/hiden", json!(true)), |w| set(w, QUAY, "/ways/0/hidden", json!(false))),
        row("unread-fields", "unread", Warning, "triggers.json#/triggers/0/when/any/0/comand", |w| set(w, STARTS, "/triggers/0/when/any/0/comand", json!("x")), |w| set(w, STARTS, "/triggers/0/notes", json!("x"))),
        // name-clash
        row("name-clash", "name-clash", Warning, "characters/tam-reed#/aliases/0", |w| set(w, TAM, "/aliases", json!(["THE  Keeper"])), |w| set(w, TAM, "/aliases", json!(["the keeper's friend"]))),
        row("name-clash", "name-clash", Warning, "characters/tam-reed#/aliases/0", |w| set(w, TAM, "/aliases", json!(["tam reed"])), |w| set(w, TAM, "/aliases", json!(["Tam"]))),
        row("name-clash", "name-clash", Info, "factions/millers-guild#/name", |w| set(w, "factions/millers-guild.json", "/name", json!("Drowned Mill")), |w| set(w, "lore/rules.json", "/title", json!("Drowned Mill"))),
        // duplicate-values
        row("duplicate-values", "duplicate-values", Warning, "variables.json#/variables/3", |w| { set(w, VALUES, "/variables/-", number("hp", "HP", "characters")); set(w, VALUES, "/variables/-", number("vitality", "生命值", "characters")); }, |w| { set(w, VALUES, "/variables/-", number("hp", "HP", "characters")); set(w, VALUES, "/variables/-", number("hull", "Health", "world")); }),
        // lint
        row("lint", "one-way", Info, "places/lantern-quay#/ways/0", |w| set(w, MILL, "/ways", json!([])), |w| { set(w, MILL, "/ways/0/name", json!("the way back")); set(w, MILL, "/ways/0/hidden", json!(true)); }),
        row("lint", "unreachable-place", Warning, "places/cellar", |w| put(w, "places/cellar.json", &named("Cellar", json!({"description": "Dark."}))), |w| { put(w, "places/cellar.json", &named("Cellar", json!({"description": "Dark."}))); set(w, QUAY, "/parent", json!("cellar")); }),
        row("lint", "dead-end", Info, "places/drowned-mill", |w| set(w, MILL, "/ways", json!([])), |w| { gone(w, MILL); set(w, QUAY, "/ways", json!([])); set(w, WORLD, "/start_places", json!(["lantern-quay"])); }),
        row("lint", "thing-nowhere", Info, "things/brass-key", |w| unset(w, KEY, "/held_by"), |w| { unset(w, KEY, "/held_by"); set(w, KEY, "/at", json!("drowned-mill")); }),
        row("lint", "unused-command", Warning, "commands.json#/commands/1", |w| set(w, "commands.json", "/commands/-", json!({"word": "leave", "description": "x"})), |w| { set(w, "commands.json", "/commands/-", json!({"word": "leave", "description": "x"})); set(w, STARTS, "/triggers/0/when/any/0", json!({"all": [{"command": "LEAVE"}, {"command": "summon"}]})); }),
        row("lint", "trigger-never", Warning, "triggers.json#/triggers/1/when", |w| set(w, STARTS, "/triggers/1/when", json!({"all": [{"value": {"key": "lamps_lit", "op": "<", "to": 10}}, {"value": {"key": "lamps_lit", "op": ">", "to": 20}}]})), |w| set(w, STARTS, "/triggers/1/when", json!({"all": [{"value": {"key": "lamps_lit", "op": ">", "to": 10}}, {"value": {"key": "lamps_lit", "op": "<", "to": 20}}]}))),
        row("lint", "trigger-never", Warning, "triggers.json#/triggers/1/when", |w| set(w, STARTS, "/triggers/1/when", json!({"value": {"key": "lamps_lit", "op": "<", "to": 0}})), |w| set(w, STARTS, "/triggers/1/when", json!({"value": {"key": "lamps_lit", "op": "<=", "to": 0}}))),
        row("lint", "trigger-never", Warning, "triggers.json#/triggers/1/when", |w| { put(w, "places/cellar.json", &named("Cellar", json!({"description": "Dark."}))); set(w, STARTS, "/triggers/1/when", json!({"is_at": {"character": "tam-reed", "place": "cellar"}})); }, |w| set(w, STARTS, "/triggers/1/when", json!({"is_at": {"character": "tam-reed", "place": "lantern-quay"}}))),
        row("lint", "trigger-never", Warning, "triggers.json#/triggers/1/when", |w| set(w, STARTS, "/triggers/1/when", json!({"all": [{"is_at": {"character": "tam-reed", "place": "lantern-quay"}}, {"is_at": {"character": "tam-reed", "place": "drowned-mill"}}]})), |w| { set(w, STARTS, "/triggers/1/when", json!({"value": {"key": "lamps_lit", "op": "<", "to": 0}})); set(w, STARTS, "/triggers/1/enabled", json!(false)); }),
        row("lint", "trigger-never", Warning, "triggers.json#/triggers/1/when", |w| set(w, STARTS, "/triggers/1/when", json!({"all": [{"value": {"key": "tax_paid", "of": "characters/tam-reed", "op": "==", "to": true}}, {"value": {"key": "tax_paid", "of": "characters/tam-reed", "op": "!=", "to": true}}]})), |w| set(w, STARTS, "/triggers/1/when", json!({"any": [{"value": {"key": "lamps_lit", "op": "<", "to": 0}}, {"command": "summon"}]}))),
        row("lint", "trigger-at-start", Info, "triggers.json#/triggers/1/when", |w| set(w, STARTS, "/triggers/1/when", json!({"value": {"key": "lamps_lit", "op": ">=", "to": 40}})), |w| set(w, STARTS, "/triggers/1/when", json!({"value": {"key": "lamps_lit", "op": "<", "to": 40}}))),
        row("lint", "trigger-draw-empty", Info, "triggers.json#/triggers/0/effect", |w| unset(w, STARTS, "/triggers/0/effect/draw"), |w| { unset(w, STARTS, "/triggers/0/effect/draw"); set(w, STARTS, "/triggers/0/effect/dispatch", json!("game-master")); }),
        row("lint", "value-unused", Info, "variables.json#/variables/1", |w| unset(w, VALUES, "/variables/1/change"), |w| { unset(w, VALUES, "/variables/1/change"); set(w, STARTS, "/triggers/1/effect", json!({"kind": "set", "key": "tax_paid", "of": "characters/tam-reed", "value": true})); }),
        row("lint", "faction-empty", Info, "factions/millers-guild", |w| set(w, "factions/millers-guild.json", "/members", json!([])), |w| set(w, "factions/millers-guild.json", "/members", json!([{"character": "orla-fenwick"}]))),
        row("lint", "missing-picture", Warning, "world.json#/cover", |w| gone(w, "images/cover.png"), |w| { gone(w, "images/cover.png"); unset(w, WORLD, "/cover"); }),
        row("lint", "missing-picture", Warning, "", |w| gone(w, "images/characters/orla-fenwick/reference.png"), |w| { gone(w, "images/characters/orla-fenwick/reference.png"); gone(w, "images/index.json"); unset(w, ORLA, "/portrait"); }),
        row("lint", "stray-file", Info, "notes.txt", |w| raw(w, "notes.txt", b"x"), |w| raw(w, "prompts/de/roleplay/style.md", b"x")),
        row("lint", "knows-unheld", Info, "characters/orla-fenwick#/knowledge/things/0", |w| unset(w, KEY, "/held_by"), |w| { unset(w, KEY, "/held_by"); set(w, ORLA, "/knowledge/things", json!([])); }),
        row("lint", "lore-keywordless", Info, "lore/the-light-tax", |w| { unset(w, "lore/the-light-tax.json", "/keywords"); unset(w, "lore/the-light-tax.json", "/about"); }, |w| unset(w, "lore/the-light-tax.json", "/keywords")),
        // first-scene
        row("first-scene", "no-way-out", Warning, "characters/tam-reed#/start", |w| set(w, MILL, "/ways/0/hidden", json!(true)), |w| set(w, QUAY, "/ways/0/hidden", json!(true))),
        row("first-scene", "empty-scene", Warning, "characters/tam-reed#/start", |w| unset(w, ORLA, "/start"), |w| { unset(w, ORLA, "/start"); set(w, KEY, "/held_by", json!("tam-reed")); }),
        row("first-scene", "bare-scene", Warning, "characters/tam-reed#/start", |w| unset(w, MILL, "/description"), |w| unset(w, QUAY, "/description")),
        // cast
        row("cast", "no-cast", Info, "world.json", |w| { gone(w, TAM); gone(w, ORLA); }, |w| gone(w, ORLA)),
        row("cast", "thin", Warning, "characters/guest", |w| put(w, "characters/guest.json", &named("Guest", json!({"goals": "x".repeat(199)}))), |w| put(w, "characters/guest.json", &named("Guest", json!({"goals": "x".repeat(200)})))),
        row("cast", "thin", Warning, "characters/guest", |w| put(w, "characters/guest.json", &named("Guest", json!({"goals": "客".repeat(99)}))), |w| put(w, "characters/guest.json", &named("Guest", json!({"goals": "客".repeat(100)})))),
        row("cast", "no-behaviour", Warning, "characters/tam-reed", |w| { unset(w, TAM, "/personality"); unset(w, TAM, "/goals"); set(w, TAM, "/examples", json!([" "])); }, |w| { unset(w, TAM, "/personality"); unset(w, TAM, "/goals"); set(w, TAM, "/examples", json!(["Tam: \"Who stopped it?\""])); }),
        row("cast", "no-behaviour", Warning, "characters/tam-reed", |w| { unset(w, TAM, "/personality"); unset(w, TAM, "/goals"); }, |w| unset(w, TAM, "/personality")),
        row("cast", "loose", Info, "characters/orla-fenwick", |w| { unset(w, ORLA, "/start"); gone(w, "relationships.json"); }, |w| unset(w, ORLA, "/start")),
        row("cast", "strangers", Warning, "relationships.json", |w| gone(w, "relationships.json"), |w| { gone(w, "relationships.json"); gone(w, ORLA); }),
        row("cast", "no-goals", Info, "characters/tam-reed#/goals", |w| unset(w, TAM, "/goals"), |w| unset(w, ORLA, "/goals")),
        row("cast", "very-long", Info, "characters/tam-reed#/background", |w| set(w, TAM, "/background", json!("x".repeat(20_001))), |w| set(w, TAM, "/background", json!("x".repeat(20_000)))),
        // places
        row("places", "bare-place", Warning, "places/attic#/description", |w| put(w, "places/attic.json", &named("Attic", json!({}))), |w| put(w, "places/attic.json", &named("Attic", json!({"description": "Dust."})))),
        row("places", "bare-start", Warning, "places/lantern-quay#/description", |w| unset(w, QUAY, "/description"), |w| { unset(w, QUAY, "/description"); set(w, WORLD, "/start_places", json!(["drowned-mill"])); }),
        row("places", "stand-in", Info, "world.json", |w| { gone(w, MILL); set(w, QUAY, "/made_by_import", json!(true)); }, |w| set(w, QUAY, "/made_by_import", json!(true))),
        row("places", "same-description", Info, "places/lantern-quay#/description", |w| { set(w, QUAY, "/description", json!("A  place.")); set(w, MILL, "/description", json!("a place.")); }, |w| { set(w, QUAY, "/description", json!("A place.")); set(w, MILL, "/description", json!("Another place.")); }),
        row("places", "flat", Info, "world.json", |w| for n in 0..5 { put(w, &format!("places/p{n}.json"), &named(&format!("P{n}"), json!({"description": format!("d{n}")}))) }, |w| for n in 0..5 { put(w, &format!("places/p{n}.json"), &named(&format!("P{n}"), json!({"description": format!("d{n}"), "parent": "lantern-quay"}))) }),
        // about-itself
        row("about-itself", "no-description", Warning, "world.json#/description", |w| set(w, WORLD, "/description", json!(" ")), |w| set(w, WORLD, "/description", json!("x"))),
        row("about-itself", "short-description", Info, "world.json#/description", |w| set(w, WORLD, "/description", json!("x".repeat(39))), |w| set(w, WORLD, "/description", json!("x".repeat(40)))),
        row("about-itself", "no-tags", Info, "world.json#/tags", |w| set(w, WORLD, "/tags", json!([])), |w| set(w, WORLD, "/tags", json!(["a"]))),
        row("about-itself", "no-author", Info, "world.json#/author", |w| set(w, WORLD, "/author", json!("")), |w| set(w, WORLD, "/author", json!("A"))),
        row("about-itself", "no-opening", Warning, "world.json#/opening", |w| { set(w, WORLD, "/opening", json!("")); set(w, WORLD, "/alternate_openings", json!([])); }, |w| set(w, WORLD, "/opening", json!(""))),
        row("about-itself", "left-over", Error, "world.json#/opening", |w| set(w, WORLD, "/opening", json!("Hello [PLAYER].")), |w| set(w, WORLD, "/opening", json!("Hello [Player]."))),
        row("about-itself", "left-over", Error, "lore/rules#/text", |w| set(w, "lore/rules.json", "/text", json!("Ask {{user}}.")), |w| set(w, "lore/rules.json", "/text", json!("Ask { {user}}."))),
        row("about-itself", "left-over", Warning, "lore/rules#/text", |w| set(w, "lore/rules.json", "/text", json!("<% roll %>")), |w| set(w, "lore/rules.json", "/text", json!("<roll> 5 %"))),
        row("about-itself", "left-over", Warning, "characters/tam-reed#/background", |w| set(w, TAM, "/background", json!("```\nopen")), |w| set(w, TAM, "/background", json!("```\nclosed\n```"))),
        row("about-itself", "left-over", Info, "lore/rules#/text", |w| { set(w, "lore/rules.json", "/text", json!("```\nopen")); set(w, "lore/rules.json", "/as_written", json!(true)); }, |w| set(w, "lore/rules.json", "/as_written", json!(true))),
        row("about-itself", "no-cover", Info, "world.json#/cover", |w| unset(w, WORLD, "/cover"), |w| set(w, WORLD, "/cover", json!("images/characters/orla-fenwick/reference.png"))),
        row("about-itself", "other-script", Info, "world.json#/opening", |w| set(w, WORLD, "/opening", json!("Дождь стучит по фонарям, и никто не смотрит на воду.")), |w| set(w, WORLD, "/opening", json!("Rain on the quay, and somebody says «Дождь» to nobody."))),
    ]
}
