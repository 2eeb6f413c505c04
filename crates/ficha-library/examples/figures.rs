//! Prints how fast a library is: `cargo run --release --example figures -- [ENTITIES] [FOLDER]`.
//!
//! It fills a folder with invented entities (four in five characters, the rest lorebooks; every tenth in Chinese), then
//! times keeping, building the index, listing and searching as a person types. Times are medians and 99th percentiles
//! of single calls in this process, by the clock and on the processor.

use std::path::PathBuf;
use std::time::Instant;

use ficha_library::{Keep, Library, Query, Row, Save, Sort, why};
use ficha_model::{Body, Entity, Kind, Path, canonical_id};
use serde_json::{Value, json};

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    /// Small numbers often, large ones seldom, as words are in a text.
    fn skewed(&mut self, sides: u64) -> u64 {
        let (one, two) = (self.roll(sides), self.roll(sides));
        one * two / sides
    }
}

/// A word of an invented language. As in real ones, some beginnings are much commoner than others.
fn word(number: u64) -> String {
    let onsets =
        ["s", "c", "p", "d", "b", "m", "t", "f", "h", "l", "g", "w", "n", "v", "st", "tr", "pr", "k", "sh", "qu"];
    let (vowels, codas) = (["a", "e", "o", "i", "u"], ["", "n", "r", "", "s", "l", "", "nd"]);
    let mut dice = Dice(number.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 3);
    let mut word = String::new();
    for _ in 0..1 + dice.roll(3) {
        word += onsets[dice.skewed(20) as usize];
        word += vowels[dice.skewed(5) as usize];
        word += codas[dice.roll(8) as usize];
    }
    word
}

fn text(dice: &mut Dice, words: u64, chinese: bool) -> String {
    let mut text = String::new();
    for _ in 0..words {
        if chinese {
            let sign = u32::try_from(0x4E00 + dice.skewed(3000)).ok().and_then(char::from_u32).unwrap_or('灯');
            text.push(sign);
            if dice.roll(14) == 0 {
                text.push('，');
            }
        } else {
            text.push_str(&word(dice.skewed(20_000)));
            text.push(if dice.roll(12) == 0 { '\n' } else { ' ' });
        }
    }
    text
}

fn entity(dice: &mut Dice, number: u64) -> Entity {
    let chinese = dice.roll(10) == 0;
    let name =
        if chinese { text(dice, 3, true) } else { format!("{} {}", word(dice.roll(20_000)), word(dice.roll(20_000))) };
    let tags: Vec<String> = (0..6).map(|_| word(dice.skewed(400))).collect();
    let (kind, body) = if number % 5 == 4 {
        let entries: Vec<Value> = (0..10 + dice.roll(60))
            .map(|id| json!({"id": id, "keys": [word(dice.roll(20_000))], "comment": word(dice.roll(20_000)), "content": text(dice, 60, chinese)}))
            .collect();
        (Kind::Lorebook, json!({"name": name, "tags": tags, "entries": entries}))
    } else {
        let greetings: Vec<Value> = (0..dice.roll(4)).map(|_| json!({"text": text(dice, 120, chinese)})).collect();
        let body = json!({
            "identity": {"name": name, "description": text(dice, 400, chinese)},
            "persona": {"personality": text(dice, 60, chinese), "scenario": text(dice, 50, chinese)},
            "greetings": {"firstMessage": text(dice, 150, chinese), "alternateGreetings": greetings},
            "attribution": {"creator": word(dice.skewed(300)), "creatorNotes": text(dice, 60, false)},
            "discovery": {"tags": tags},
        });
        (Kind::Character, body)
    };
    Entity::new(kind, canonical_id(&name), Body::from(body))
}

/// Milliseconds this thread has spent on a processor, where the system tells (Linux): on a busy machine that says more
/// than the clock.
fn processor_time() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e6)
}

/// Milliseconds by the clock and on the processor.
type Time = (f64, f64);

fn print(what: &str, times: &[Time]) {
    let mut shown = String::new();
    for (name, mut times) in [
        ("clock", times.iter().map(|time| time.0).collect::<Vec<f64>>()),
        ("processor", times.iter().map(|time| time.1).collect()),
    ] {
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
        shown += &format!("  {name}: median {:.2} ms, 99th {:.2}, worst {:.2};", at(0.5), at(0.99), at(1.0));
    }
    println!("{what} ({} calls):{shown}", times.len());
}

fn timed<T>(work: impl FnOnce() -> T) -> (Time, T) {
    let start = (Instant::now(), processor_time());
    let done = work();
    let processor = processor_time().zip(start.1).map_or(0.0, |(end, start)| end - start);
    ((start.0.elapsed().as_secs_f64() * 1000.0, processor), done)
}

fn row_bytes(row: &Row) -> usize {
    json!({
        "kind": row.address.kind().word(), "id": row.address.id(), "name": row.name, "creator": row.creator, "format": row.format,
        "updated": row.updated, "portrait": row.portrait, "tint": row.tint, "tags": row.tags, "tokens": row.tokens,
    })
    .to_string()
    .len()
}

fn main() -> ficha_library::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let count: u64 = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(10_000);
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = arguments.next().map_or_else(|| temporary.path().to_owned(), PathBuf::from);
    let library = Library::open(&folder)?;
    let mut dice = Dice(7);

    let items: Vec<Keep> =
        (0..count).map(|number| Keep { entities: vec![entity(&mut dice, number)], ..Keep::default() }).collect();
    let (time, kept) = timed(|| library.keep(items, &mut |_, _| true));
    let failed = kept.iter().filter(|kept| kept.is_err()).count();
    println!("keep {count} entities, synced and indexed: {:.1} s ({failed} failed)", time.0 / 1000.0);

    let (time, refreshed) = timed(|| library.rebuild(&|_, _| true));
    println!("rebuild the index: {:.1} s for {} entities", time.0 / 1000.0, refreshed?.entities);
    let size = |name: &str| std::fs::metadata(folder.join(name)).map_or(0, |meta| meta.len());
    println!("index size: {:.1} MB", (size("index.sqlite") + size("index.sqlite-wal")) as f64 / 1e6);

    let library = Library::open(&folder)?;
    let query = |text: &str, limit: u64| Query { text: text.to_owned(), limit, ..Query::default() };
    let (time, page) = timed(|| library.list(&query("", 100)));
    println!("first list after opening (looks at every file): {:.1} ms of {} entities", time.0, page?.total);

    let (mut times, mut bytes, mut most) = (Vec::new(), 0, 0);
    for _ in 0..50 {
        let (time, page) = timed(|| library.list(&Query { sort: Sort::Updated, descending: true, ..query("", 5000) }));
        times.push(time);
        let sizes: Vec<usize> = page?.rows.iter().map(row_bytes).collect();
        bytes = sizes.iter().sum::<usize>() / sizes.len().max(1);
        most = sizes.into_iter().max().unwrap_or(0);
    }
    print("list 5,000 rows", &times);
    println!("bytes of a row as JSON: {bytes} on average, {most} at most");

    let (mut typed, mut signs, mut phrases, mut filtered) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..60 {
        let words = format!("{} {}", word(dice.skewed(20_000)), word(dice.skewed(20_000)));
        for end in 1..=words.len() {
            typed.push(timed(|| library.list(&query(&words[..end], 60))).0);
        }
        let run = text(&mut dice, 3, true);
        for (end, sign) in run.char_indices() {
            signs.push(timed(|| library.list(&query(&run[..end + sign.len_utf8()], 60))).0);
        }
        phrases.push(timed(|| library.list(&query(&format!("\"{words}\" OR {}", word(dice.skewed(20_000))), 60))).0);
        let tag = format!(
            "tag:{} kind:character {} -{}",
            word(dice.skewed(400)),
            word(dice.skewed(2000)),
            word(dice.skewed(2000))
        );
        filtered.push(timed(|| library.list(&query(&tag, 60))).0);
    }
    print("search, each key of two words, first 60", &typed);
    print("search, each sign of three Chinese signs, first 60", &signs);
    print("search, a phrase OR a word, first 60", &phrases);
    print("search, tag, kind, a word and one excluded, first 60", &filtered);

    let address = library.list(&query("kind:character", 1))?.rows.remove(0).address;
    let mut saves = Vec::new();
    for number in 0..50 {
        let mut opened = library.open_entity(&address)?;
        opened.entity.body.set(&Path::of("persona.scenario"), json!(format!("scenario {number}")));
        let save = Save {
            address: address.clone(),
            base: opened.revision,
            entity: opened.entity,
            why: why::SAVED.to_owned(),
            name: None,
        };
        let (time, saved) = timed(|| library.save(save));
        saved?;
        saves.push(time);
    }
    print("save one field, synced and indexed", &saves);
    Ok(())
}
