//! How long a world of so many documents takes, in memory: `figures [DOCUMENTS]`, 1,000 unless told. Medians of nine.

use std::time::Instant;

use ficha_world::archive::{Companions, Packing, limits, read, write};
use ficha_world::{Held, Scratch, Tree, World, check_world, edit};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let documents: usize = std::env::args().nth(1).map_or(Ok(1000), |count| count.parse())?;
    let tree = invented(documents);
    let bytes: usize = tree.values().map(|held| if let Held::Bytes(bytes) = held { bytes.len() } else { 0 }).sum();
    let loaded = World::load(&tree);
    println!("{documents} documents, {} files, {bytes} bytes: {}", tree.len(), loaded.readiness.word());
    let world = &loaded.world;
    time("load with all its checks", || World::load(&tree).problems.len());
    time("check_world", || check_world(world).len());
    time("files", || world.files().len());
    time("one document set", || {
        let at = "characters/c0".parse().map(|at| edit::set_document(world, &at, &json!({"name": "New"})));
        at.map_or(0, |written| written.map_or(0, |written| written.put.len()))
    });
    time("starting position", || Scratch::of(world).knows.len());
    let packing = Packing { id: "a", app: "figures" };
    let zip = write(&tree, &Companions::default(), &packing)?.zip;
    time("archive written", || write(&tree, &Companions::default(), &packing).map_or(0, |packed| packed.zip.len()));
    time("archive read", || read(&zip, &limits()).map_or(0, |unpacked| unpacked.world.len()));
    Ok(())
}

fn time(what: &str, mut work: impl FnMut() -> usize) {
    let mut milliseconds: Vec<f64> = (0..9)
        .map(|_| {
            let start = Instant::now();
            std::hint::black_box(work());
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    milliseconds.sort_by(f64::total_cmp);
    println!("{what}: {:.1} ms", milliseconds[4]);
}

/// A world of two fifths people, a fifth places, two fifths lore, with two thousand relationships for a thousand documents.
fn invented(documents: usize) -> Tree {
    let (people, places) = (documents * 2 / 5, documents / 5);
    let text = "The lamp swings over the water, and nobody on the quay looks up. ".repeat(12);
    let mut files: Vec<(String, Value)> = Vec::new();
    for at in 0..people {
        let home = at % places.max(1);
        let doc = json!({
            "name": format!("Person {at}"), "playable": at == 0, "description": text, "start": format!("p{home}"),
            "knowledge": {"places": [format!("p{home}"), format!("p{}", (home + 1) % places.max(1))],
                "ways": [[format!("p{home}"), format!("p{}", (home + 1) % places.max(1))]]},
        });
        files.push((format!("characters/c{at}.json"), doc));
    }
    for at in 0..places {
        let ways = json!([{"to": format!("p{}", (at + 1) % places)}]);
        files.push((
            format!("places/p{at}.json"),
            json!({"name": format!("Place {at}"), "description": text, "ways": ways}),
        ));
    }
    for at in 0..documents - people - places {
        let known = json!([format!("characters/c{}", at % people.max(1))]);
        let doc = json!({"title": format!("Lore {at}"), "text": text, "scope": "listed", "known_by": known});
        files.push((format!("lore/l{at}.json"), doc));
    }
    let edges: Vec<Value> = (0..people * 5)
        .map(|at| json!({"from": format!("c{}", at / 5), "to": format!("c{}", (at / 5 + at % 5 + 1) % people), "kind": "friend"}))
        .collect();
    files.push(("relationships.json".to_owned(), json!({"relationships": edges})));
    files.push((
        "world.json".to_owned(),
        json!({"schema": "ficha-world/v1", "name": "Figures", "language": "en", "start_places": ["p0"],
            "created_at": "2026-01-02T03:04:05Z", "updated_at": "2026-01-02T03:04:05Z"}),
    ));
    files.into_iter().map(|(path, doc)| (path, Held::Bytes(doc.to_string().into_bytes()))).collect()
}
