//! Time of leaves, difference and wrapper text for a large book: 420 entries with 20 keys each.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use ficha_model::{Body, Entity, Kind, Path, apply, diff, leaves, schema, texts, visit_leaves};
use serde_json::{Value, json};

fn book() -> Body {
    let entry = |number: usize| {
        let keys: Vec<Value> =
            (0..20).map(|key| json!({"keyword": format!("key {number} {key}"), "isRegex": false})).collect();
        json!({
            "id": number.to_string(), "title": format!("Entry {number}"),
            "content": format!("What is known of number {number}. ").repeat(12),
            "enabled": true, "constant": false, "triggers": keys, "secondaryTriggers": [],
            "selectiveLogic": "and_any", "position": "world", "depth": 4, "sortOrder": 100, "probability": 100,
            "useProbability": true, "excludeRecursion": false, "preventRecursion": false, "groupWeight": 100,
        })
    };
    Body::from(json!({"name": "Book", "entries": (0..420).map(entry).collect::<Vec<Value>>()}))
}

fn run(criterion: &mut Criterion) {
    let before = book();
    let copy = Body::from(before.value().clone());
    let mut edited = copy.clone();
    edited.set(&Path::of("entries[400].content"), json!("Changed."));
    let mut shifted = copy.clone();
    if let Some(entries) = shifted.value_mut()["entries"].as_array_mut() {
        entries.remove(3);
        entries.rotate_left(200);
    }
    let mut renumbered = shifted.clone();
    for (number, entry) in renumbered.value_mut()["entries"].as_array_mut().into_iter().flatten().enumerate() {
        entry["id"] = json!(format!("n{number}"));
    }
    let entity = Entity::new(Kind::Lorebook, "book", before.clone());
    let text = entity.to_json();

    criterion.bench_function("leaves", |b| b.iter(|| black_box(leaves(before.value())).len()));
    criterion.bench_function("visit leaves", |b| {
        b.iter(|| {
            let mut count = 0;
            visit_leaves(before.value(), &mut |path, _| count += path.0.len());
            count
        });
    });
    criterion.bench_function("texts", |b| b.iter(|| texts(Kind::Lorebook, before.value()).len()));
    criterion.bench_function("validate", |b| b.iter(|| schema::validate(Kind::Lorebook, &before).len()));
    for (name, after) in [
        ("same tree", &before),
        ("equal copy", &copy),
        ("one edit", &edited),
        ("moved", &shifted),
        ("new ids", &renumbered),
    ] {
        criterion.bench_function(&format!("diff: {name}"), |b| b.iter(|| before.diff(black_box(after)).len()));
    }
    criterion.bench_function("apply: moved", |b| {
        let changes = diff(before.value(), shifted.value());
        b.iter_batched(
            || before.value().clone(),
            |mut body| apply(&mut body, &changes),
            criterion::BatchSize::LargeInput,
        );
    });
    criterion.bench_function("wrapper: write", |b| b.iter(|| entity.to_json().len()));
    criterion.bench_function("wrapper: read", |b| b.iter(|| Entity::from_json(&text).is_ok()));
}

criterion_group!(difference, run);
criterion_main!(difference);
