//! Our side of `scripts/bench`: one job a process, its milliseconds and peak memory as one JSON document.
//!
//!   bench make FOLDER           writes the files: a.png, b.png, moods.charx, world.json, and 5,000 cards in many/
//!   bench read|write FILE       times calls on the bytes in memory
//!   bench scan FOLDER           winner and name of every file, nothing kept
//!   bench whole FICHA FOLDER    times whole processes of the command line
//!
//! What is read: winner, entity and linked book, every file of an archive, no hash. What is written: one field edited,
//! in a picture both chunks, nothing read back, no disk. The peer does the same on the same bytes.

use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use bytes::Bytes;
use ficha_container::Limits;
use ficha_convert::{decode, detect, encode_unmeasured};
use ficha_formats::{Ask, Source};
use ficha_model::{Entity, Kind};
use ficha_testkit::media::FileMedia;
use ficha_testkit::{bombs, cards, png};
use serde_json::{Value, json};
use wait4::Wait4;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The same as in the window, which is what reads many cards in one life.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const WARM: usize = 5;
const TIMED: usize = 25;
const MANY: usize = 5_000;

fn main() -> Outcome<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["make", folder] => make(Path::new(folder))?,
        ["read", file] => read(Path::new(file))?,
        ["write", file] => write(Path::new(file))?,
        ["scan", folder] => scan(Path::new(folder))?,
        ["whole", ficha, folder] => whole(ficha, Path::new(folder))?,
        other => return Err(format!("no job {other:?}").into()),
    };
    println!("{result}");
    Ok(())
}

fn make(folder: &Path) -> Outcome<Value> {
    let both = |pixels: u32, json: &str| {
        png::card_with_both(
            png::noisy_picture(pixels, pixels),
            &json.replacen("chara_card_v3", "chara_card_v2", 1).replacen("3.0", "2.0", 1),
            json,
        )
    };
    let mut moods = Vec::new();
    cards::charx_of(&mut moods, 41, 60_000)?;
    std::fs::write(folder.join("moods.charx"), moods)?;
    std::fs::write(folder.join("world.json"), cards::world_info(200))?;
    std::fs::create_dir_all(folder.join("many"))?;
    // 960 pixels a side of noise are 2.8 MB.
    std::fs::write(folder.join("a.png"), both(960, &cards::of_size(60_000, 12)))?;
    std::fs::write(folder.join("b.png"), both(64, &cards::of_size(1_000_000, 420)))?;
    let small = both(270, &cards::of_size(4_000, 3));
    for number in 0..MANY {
        std::fs::write(folder.join(format!("many/{number:04}.png")), &small)?;
    }
    let mut large = std::io::BufWriter::new(std::fs::File::create(folder.join("large.charx"))?);
    cards::large_charx(&mut large, 150)?;
    std::io::Write::flush(&mut large)?;
    let bombs_folder = folder.join("bombs");
    std::fs::create_dir_all(&bombs_folder)?;
    for bomb in bombs::archives().into_iter().chain(bombs::pictures()).chain(bombs::texts()) {
        std::fs::write(bombs_folder.join(bomb.name), &bomb.bytes)?;
    }
    Ok(json!({"cards": MANY, "bytes": small.len()}))
}

/// Milliseconds of each timed call, after a few to warm up.
fn timed(mut work: impl FnMut() -> Outcome<()>) -> Outcome<Vec<f64>> {
    for _ in 0..WARM {
        work()?;
    }
    let mut milliseconds = Vec::new();
    for _ in 0..TIMED {
        let start = Instant::now();
        work()?;
        milliseconds.push(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(milliseconds)
}

/// The most memory this process ever held, in megabytes, as the kernel counts it.
fn peak_mb() -> Outcome<f64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM")?;
    Ok(line.trim().trim_end_matches(" kB").trim().parse::<f64>()? / 1024.0)
}

fn answer(milliseconds: Vec<f64>) -> Outcome<Value> {
    Ok(json!({"milliseconds": milliseconds, "peakMb": peak_mb()?}))
}

fn entities_of(bytes: &Bytes) -> Outcome<Vec<Entity>> {
    let source = Source::open(bytes.clone(), None, &Limits::default())?;
    Ok(decode(&source, None)?.entities)
}

fn read(file: &Path) -> Outcome<Value> {
    let bytes = Bytes::from(std::fs::read(file)?);
    answer(timed(|| {
        let source = Source::open(bytes.clone(), None, &Limits::default())?;
        let entities = decode(&source, None)?.entities;
        let main = entities.first().ok_or("no entity")?;
        let read_back = main.name().is_empty() && main.body.get(&FIRST_ENTRY.parse()?).is_none();
        if read_back {
            return Err("neither a name nor an entry was read".into());
        }
        let mut total = 0;
        for entry in source.archive().map(|archive| archive.entries()).unwrap_or_default() {
            total += std::hint::black_box(source.entry_bytes(&entry.name)?).len();
        }
        if source.archive().is_some() && total < bytes.len() / 2 {
            Err("the archive was not read".into())
        } else {
            Ok(())
        }
    })?)
}

/// Text of the first entry of a lorebook.
const FIRST_ENTRY: &str = "entries[0].content";

fn write(file: &Path) -> Outcome<Value> {
    let bytes = Bytes::from(std::fs::read(file)?);
    let mut entities = entities_of(&bytes)?;
    let main = entities.first_mut().ok_or("no entity")?;
    let edited = if main.kind == Kind::Lorebook { FIRST_ENTRY } else { "greetings.firstMessage" };
    main.body.set(&edited.parse()?, json!("The lamp is lit."));
    let format = main.source.as_ref().ok_or("no source")?.format.clone();
    let media = FileMedia::of(&bytes);
    let linked = entities.get(1..).unwrap_or_default().to_vec();
    answer(timed(|| {
        let ask = Ask { linked: &linked, ..Ask::of(&media) };
        let made = encode_unmeasured(&entities, &format, &ask)?;
        if made.encoded.bytes == bytes { Err("nothing was written".into()) } else { Ok(()) }
    })?)
}

fn scan(folder: &Path) -> Outcome<Value> {
    let start = Instant::now();
    let mut named = 0;
    let mut files: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    files.sort_by_key(std::fs::DirEntry::file_name);
    for file in files {
        let source = Source::open(Bytes::from(std::fs::read(file.path())?), None, &Limits::default())?;
        named += usize::from(detect(&source).winner.is_some_and(|winner| !winner.name.is_empty()));
    }
    let milliseconds = vec![start.elapsed().as_secs_f64() * 1e3];
    Ok(json!({"milliseconds": milliseconds, "named": named, "peakMb": peak_mb()?}))
}

/// A run of the command line: seconds, peak megabytes of the process, exit code.
fn run(ficha: &str, words: &[&str]) -> Outcome<(f64, f64, Option<i32>)> {
    let start = Instant::now();
    let child = Command::new(ficha).args(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let ended = child.wait4()?;
    Ok((start.elapsed().as_secs_f64(), ended.rusage.maxrss as f64 / 1_048_576.0, ended.status.code()))
}

fn whole(ficha: &str, folder: &Path) -> Outcome<Value> {
    let path = |name: &str| folder.join(name).display().to_string();
    let mut lines = Vec::new();
    let library = path("library");
    let _ = std::fs::remove_dir_all(&library);
    for (title, words) in [
        ("ficha inspect A", vec!["inspect", &path("a.png")]),
        ("ficha inspect B", vec!["inspect", &path("b.png")]),
        ("ficha detect, 5,000 cards", vec!["detect", "--json", &path("many")]),
        (
            "ficha library add A (hash, blob, revision, fsync)",
            vec!["library", "--library", &library, "add", &path("a.png")],
        ),
        ("ficha inspect, a charx of 150 MB", vec!["inspect", &path("large.charx"), "--raise", "file-bytes=200MiB"]),
        (
            "ficha library add, a charx of 150 MB",
            vec!["library", "--library", &library, "add", &path("large.charx"), "--raise", "file-bytes=200MiB"],
        ),
    ] {
        let (seconds, megabytes, code) = run(ficha, &words)?;
        lines.push(format!("{title}: {:.0} ms, peak {megabytes:.1} MB, exit {code:?}", seconds * 1e3));
    }
    let mut bombs: Vec<_> = std::fs::read_dir(folder.join("bombs"))?.collect::<Result<_, _>>()?;
    bombs.sort_by_key(std::fs::DirEntry::file_name);
    for bomb in bombs {
        let (seconds, megabytes, code) = run(ficha, &["detect", &bomb.path().display().to_string()])?;
        let name = bomb.file_name().to_string_lossy().into_owned();
        lines.push(format!("bomb {name}: {:.0} ms, peak {megabytes:.1} MB, exit {code:?}", seconds * 1e3));
    }
    Ok(json!({ "lines": lines }))
}
