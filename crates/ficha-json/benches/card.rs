//! A card of 1 MB with a book of 420 entries: read, one field edited, compared with itself.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use ficha_json::{Document, Limits};
use serde_json::{Value, json};

/// An invented card in the shape of the card specifications, indented or on one line.
fn card(pretty: bool) -> String {
    let prose = "The harbour keeps its own hours; \"late\" is a word for landlubbers.\nAsk the keeper. — «Да», 灯台. ";
    let entry = |number: usize| {
        json!({
            "id": number, "keys": [format!("harbour {number}"), "keeper", "lamp"], "secondary_keys": [], "comment": "",
            "content": prose.repeat(21), "constant": false, "selective": true, "insertion_order": 100, "enabled": true,
            "position": "before_char", "use_regex": true, "extensions": {
                "position": 0, "exclude_recursion": false, "display_index": number, "probability": 100,
                "useProbability": true, "depth": 4, "selectiveLogic": 0, "group": "", "group_weight": 100,
                "prevent_recursion": false, "delay_until_recursion": false, "scan_depth": null, "role": 0
            }
        })
    };
    let card = json!({"spec": "chara_card_v3", "spec_version": "3.0", "data": {
        "name": "Tilda Quarrow", "description": prose.repeat(40), "first_mes": prose, "tags": ["harbour", "lamp"],
        "character_book": {"name": "Rock lore", "entries": (0..420).map(entry).collect::<Vec<_>>()},
        "extensions": {"fav": false, "talkativeness": "0.5"}
    }});
    if pretty { serde_json::to_string_pretty(&card) } else { serde_json::to_string(&card) }.unwrap()
}

fn bench(c: &mut Criterion) {
    for (name, text) in [("line", card(false)), ("indented", card(true))] {
        println!("{name}: {} bytes", text.len());
        let limits = Limits::default();
        let document = Document::parse(text.as_str(), &limits).unwrap();
        let value = document.root().to_value();
        let shared: std::sync::Arc<str> = text.as_str().into();
        c.bench_function(&format!("{name}: read"), |b| b.iter(|| Document::parse(shared.clone(), &limits).unwrap()));
        c.bench_function(&format!("{name}: read into values"), |b| {
            b.iter(|| Document::parse(shared.clone(), &limits).unwrap().root().to_value())
        });
        c.bench_function(&format!("{name}: serde_json reads values"), |b| {
            b.iter(|| serde_json::from_str::<Value>(&text).unwrap())
        });
        c.bench_function(&format!("{name}: compare"), |b| b.iter(|| document.root().equals(black_box(&value))));
        c.bench_function(&format!("{name}: edit one field"), |b| {
            b.iter(|| {
                let mut edit = document.edit();
                edit.set("/data/character_book/entries/200/content", &json!("Changed."));
                edit.finish()
            })
        });
        let mut changed = value.clone();
        changed["data"]["character_book"]["entries"][200]["content"] = json!("Changed.");
        changed["data"]["character_book"]["entries"].as_array_mut().unwrap().remove(10);
        c.bench_function(&format!("{name}: edit by a whole value"), |b| {
            b.iter(|| {
                let mut edit = document.edit();
                edit.set("", &changed);
                edit.finish()
            })
        });
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
