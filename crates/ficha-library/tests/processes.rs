//! Other processes: killed in the middle of a save, starved of disk, and two at once. They run the `hammer` example.
#![cfg(unix)]

mod common;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{card, kept, library, texts_of};
use ficha_library::{Address, Library, LibraryError, Options, Query};

/// The example, which is built with the tests: `target/<profile>/examples` beside `target/<profile>/deps`.
fn hammer() -> PathBuf {
    let test = std::env::current_exe().expect("this test's file");
    let path = test.parent().and_then(Path::parent).expect("the profile's folder").join("examples/hammer");
    assert!(path.is_file(), "{} is missing: build the examples", path.display());
    path
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    Command::new(hammer())
        .arg(folder)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started")
}

fn count_of(library: &Library, address: &Address) -> u64 {
    let opened = library.open_entity(address).expect("open");
    let count = opened.entity.body.text("persona.scenario").and_then(|count| count.parse().ok()).unwrap_or(0);
    if count > 0 {
        let text = opened.entity.body.text("identity.description").expect("text");
        assert!(text == format!("{count} ").repeat(3000), "two saves are mixed");
    }
    count
}

/// Every entity opens, every revision reads, nothing is damaged.
fn check(library: &Library) -> u64 {
    assert_eq!(library.summary().expect("summary").damaged, []);
    let page = library.list(&Query { limit: 10_000, ..Query::default() }).expect("list");
    for row in &page.rows {
        library.open_entity(&row.address).expect("open");
        for revision in library.history(&row.address).expect("history") {
            library.revision(&row.address, revision.revision).expect("revision");
        }
    }
    page.total
}

#[test]
fn a_kill_in_the_middle_of_saves_loses_nothing_that_was_saved() {
    let (folder, library) = library();
    let address = kept(&library, card("Tilda", "", ""));
    drop(library);
    let mut acknowledged = 0;
    for round in 0..8 {
        let mut child = start(folder.path(), &["save", &address.to_string(), "1000000"]);
        let mut lines = BufReader::new(child.stdout.take().expect("output")).lines();
        for _ in 0..2 + round % 3 {
            acknowledged = lines.next().expect("a save").expect("text").parse().expect("a number");
        }
        std::thread::sleep(Duration::from_micros(700 * (round * round + 1)));
        child.kill().expect("killed");
        child.wait().expect("gone");
        for line in lines.map_while(Result::ok) {
            acknowledged = line.parse().expect("a number");
        }
        let library = Library::open(folder.path()).expect("open");
        let count = count_of(&library, &address);
        assert!(count == acknowledged || count == acknowledged + 1, "{count} of {acknowledged}");
        check(&library);
        acknowledged = count;
    }
    // And so for new entities, whose files are more.
    for round in 0..4 {
        let mut child = start(folder.path(), &["keep", "1000000"]);
        let mut lines = BufReader::new(child.stdout.take().expect("output")).lines();
        let mut last = lines.next().expect("one kept").expect("text");
        std::thread::sleep(Duration::from_millis(3 + 4 * round));
        child.kill().expect("killed");
        child.wait().expect("gone");
        for line in lines.map_while(Result::ok) {
            last = line;
        }
        let library = Library::open(folder.path()).expect("open");
        assert!(library.exists(&last.parse().expect("address")), "{last}");
        check(&library);
    }
}

#[test]
fn two_processes_at_once_both_get_on() {
    let (folder, library) = library();
    let address = kept(&library, card("Tilda", "", ""));
    let writers = [
        start(folder.path(), &["save", &address.to_string(), "30"]),
        start(folder.path(), &["save", &address.to_string(), "30"]),
        start(folder.path(), &["keep", "30"]),
        start(folder.path(), &["keep", "30"]),
    ];
    let mut kept = Vec::new();
    for writer in writers {
        let output = writer.wait_with_output().expect("ended");
        let text = String::from_utf8(output.stdout).expect("text");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        // A writer that waited too long for the others says so and has lost nothing.
        assert!(output.status.success() || errors.contains("another process"), "{errors}");
        assert!(text.lines().count() > 3, "{errors}");
        kept.extend(text.lines().filter(|line| line.contains('/')).map(str::to_owned));
    }
    let mut unlike = kept.clone();
    unlike.sort();
    unlike.dedup();
    assert_eq!(unlike.len(), kept.len(), "no id is given twice");
    // This process had the library open all the time and sees what the others did.
    assert_eq!(check(&library), kept.len() as u64 + 1);
    let history = library.history(&address).expect("history");
    assert_eq!(history.len() as u64, count_of(&library, &address) + 1, "every save made one revision");
}

// W-220: fifty updates of one world's main file from two processes at once, and none is lost.
#[test]
fn two_processes_at_one_world_lose_no_update() {
    let (folder, library) = library();
    let world = library.worlds().create("quay", &[("world.json".to_owned(), b"0 ".to_vec())]).expect("made");
    let writers = [start(folder.path(), &["world", "quay", "25"]), start(folder.path(), &["world", "quay", "25"])];
    let mut told: Vec<u32> = Vec::new();
    for writer in writers {
        let output = writer.wait_with_output().expect("ended");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).expect("text");
        told.extend(text.lines().map(|line| line.parse::<u32>().expect("a number")));
    }
    told.sort_unstable();
    assert_eq!(told, (1..=50).collect::<Vec<u32>>(), "each update saw the one before it");
    assert_eq!(world.read("world.json").expect("read"), Some("50 ".repeat(3000).into_bytes()));
}

// W-220: a writer killed in the middle leaves the file of before or of after, and no lock.
#[test]
fn a_kill_in_the_middle_of_world_writes_tears_nothing() {
    let (folder, library) = library();
    let world = library.worlds().create("quay", &[("world.json".to_owned(), b"0 ".to_vec())]).expect("made");
    let mut last = 0;
    for round in 0..6 {
        let mut child = start(folder.path(), &["world", "quay", "1000000"]);
        let mut lines = BufReader::new(child.stdout.take().expect("output")).lines();
        for _ in 0..2 + round % 3 {
            last = lines.next().expect("an update").expect("text").parse().expect("a number");
        }
        std::thread::sleep(Duration::from_micros(500 * (round * round + 1)));
        child.kill().expect("killed");
        child.wait().expect("gone");
        for line in lines.map_while(Result::ok) {
            last = line.parse().expect("a number");
        }
        let writing = world.lock(Duration::ZERO).expect("no lock is left");
        let text = String::from_utf8(writing.read("world.json").expect("read").expect("there")).expect("text");
        let count: u64 = text.split(' ').next().expect("a number").parse().expect("a number");
        assert_eq!(text, format!("{count} ").repeat(3000), "it is torn");
        assert!(count == last || count == last + 1, "{count} of {last}");
        last = count;
    }
}

#[test]
fn a_held_lock_is_busy_after_the_wait() {
    let (folder, library) = library();
    let address = kept(&library, card("Tilda", "", ""));
    let wait = Duration::from_millis(150);
    let waiting = Library::open_with(folder.path(), Options { lock_wait: wait, ..Options::default() }).expect("open");
    let lock = std::fs::File::options().write(true).open(folder.path().join("lock")).expect("lock");
    lock.lock().expect("locked");
    let start = Instant::now();
    let error = waiting.snapshot(&address, "x").expect_err("busy");
    assert!(matches!(error, LibraryError::Busy), "{error}");
    assert!(start.elapsed() >= wait);
    // Opening and reading need no lock.
    assert_eq!(Library::open(folder.path()).expect("open").read_only(), None);
    waiting.open_entity(&address).expect("open");
    lock.unlock().expect("unlocked");
    waiting.snapshot(&address, "x").expect("named");
}

#[test]
fn a_full_disk_loses_nothing_that_was_saved() {
    let (folder, library) = library();
    let address = kept(&library, card("Tilda", "", ""));
    drop(library);
    // The shell's limit on the size of a file, in blocks of 512 bytes; with the signal ignored a write that goes over
    // it fails as on a full disk, after a part of it got through. Text of 6,000 bytes and more no longer fits.
    for blocks in [1, 4, 8, 11] {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let output = Command::new("sh")
            .args(["-c", &script])
            .arg(hammer())
            .arg(folder.path())
            .args(["save", &address.to_string(), "5"])
            .output()
            .expect("ran");
        assert!(!output.status.success(), "{blocks} blocks were enough");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains("could not write") || errors.contains("can only be read"), "{errors}");
        let library = Library::open(folder.path()).expect("open");
        assert_eq!(count_of(&library, &address), 0);
        assert_eq!(check(&library), 1);
        assert!(texts_of(folder.path()).into_keys().all(|name| !name.ends_with(".tmp")));
    }
    let child = start(folder.path(), &["save", &address.to_string(), "2"]);
    assert!(child.wait_with_output().expect("ended").status.success());
    assert_eq!(count_of(&Library::open(folder.path()).expect("open"), &address), 2);
}
