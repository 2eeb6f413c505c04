//! Worlds on disk: listing, making, reading into a tree, writing under the lock, uploads, trash. What goes wrong half
//! way is in `worlds_faults.rs`.

mod common;

use std::path::Path;
use std::time::{Duration, SystemTime};

use ficha_library::worlds::{File, KEPT_UPLOADS, Worlds};
use ficha_library::{Library, LibraryError, Options};

fn file(path: &str, text: &str) -> (String, Vec<u8>) {
    (path.to_owned(), text.as_bytes().to_vec())
}

fn quay() -> Vec<(String, Vec<u8>)> {
    vec![
        file("world.json", "{\"name\": \"Lantern Quay\"}\n"),
        file("characters/orla.json", "{\"name\": \"Orla\"}\n"),
        (String::from("images/cover.png"), [b"\x89PNG".as_slice(), &[7; 500]].concat()),
        file(".import/state.json", "{}\n"),
    ]
}

fn worlds() -> (tempfile::TempDir, Library, Worlds) {
    let (folder, library) = common::library();
    let worlds = library.worlds();
    (folder, library, worlds)
}

fn files_of(folder: &Path) -> Vec<String> {
    common::texts_of(folder).into_keys().filter(|name| !name.ends_with("lock")).collect()
}

#[test]
fn a_world_is_made_whole_listed_and_read() {
    let (folder, _library, worlds) = worlds();
    assert_eq!(worlds.list().unwrap(), []);
    let made = worlds.create("lantern-quay", &quay()).unwrap();
    assert_eq!(made.id(), "lantern-quay");
    // Taken ids are told by the key under which file systems take two names for one.
    assert_eq!(worlds.create("Lantern-Quay", &quay()).unwrap().id(), "Lantern-Quay-2");
    std::fs::create_dir_all(folder.path().join("worlds/half/characters")).unwrap();
    std::fs::write(folder.path().join("worlds/half/characters/a.json"), "{}").unwrap();
    let listed: Vec<(String, bool)> =
        worlds.list().unwrap().into_iter().map(|listed| (listed.id, listed.readable)).collect();
    assert_eq!(
        listed,
        [("Lantern-Quay-2".to_owned(), true), ("half".to_owned(), false), ("lantern-quay".to_owned(), true)]
    );
    assert!(matches!(worlds.open("half"), Err(LibraryError::Malformed { .. })));
    assert!(folder.path().join("worlds/half/characters/a.json").exists(), "it is never deleted");
    let tree = worlds.open("lantern-quay").unwrap().tree().unwrap();
    assert_eq!(tree.keys().collect::<Vec<_>>(), ["characters/orla.json", "images/cover.png", "world.json"]);
    assert!(matches!(&tree["images/cover.png"], File::Picture { bytes: 504, head } if head.len() == 64));
    assert_eq!(worlds.open("lantern-quay").unwrap().read(".import/state.json").unwrap().unwrap(), b"{}\n");
    assert_eq!(files_of(&folder.path().join(".incoming")), Vec::<String>::new());
}

#[test]
fn links_and_large_files_are_named_and_not_read() {
    let (folder, _library, worlds) = worlds();
    worlds.create("quay", &quay()).unwrap();
    let world = folder.path().join("worlds/quay");
    std::fs::create_dir_all(world.join("places")).unwrap();
    std::fs::write(world.join("places/big.json"), vec![b' '; (1 << 20) + 1]).unwrap();
    std::fs::write(world.join("relationships.json"), vec![b' '; (1 << 20) + 1]).unwrap();
    std::fs::write(world.join("variables.json"), vec![b' '; (4 << 20) + 1]).unwrap();
    std::fs::write(folder.path().join("secret.json"), "secret").unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path().join("secret.json"), world.join("places/link.json")).unwrap();
        std::os::unix::fs::symlink(folder.path(), world.join("lore")).unwrap();
    }
    let opened = worlds.open("quay").unwrap();
    let tree = opened.tree().unwrap();
    assert_eq!(tree["places/big.json"], File::TooBig((1 << 20) + 1));
    assert!(matches!(tree["relationships.json"], File::Bytes(_)), "the files of many things may be larger");
    assert_eq!(tree["variables.json"], File::TooBig((4 << 20) + 1));
    #[cfg(unix)]
    {
        assert_eq!((&tree["places/link.json"], &tree["lore"]), (&File::Link, &File::Link));
        assert!(opened.read("places/link.json").is_err());
        assert!(opened.read("lore/secret.json").is_err());
        let writing = opened.lock(worlds.wait()).unwrap();
        assert!(writing.write("lore/secret.json", b"changed").is_err());
        assert!(writing.remove_to_trash(&["lore/secret.json".to_owned()], "deleted").is_err());
        // A link itself is replaced, never what it points to.
        writing.write("places/link.json", b"{}").unwrap();
        assert_eq!(std::fs::read_to_string(folder.path().join("secret.json")).unwrap(), "secret");
        std::os::unix::fs::symlink(&world, folder.path().join("worlds/other")).unwrap();
        assert!(worlds.list().unwrap().iter().all(|listed| listed.id != "other"));
        assert!(worlds.open("other").is_err());
    }
}

#[test]
fn hostile_names_and_paths_stay_inside() {
    let (folder, _library, worlds) = worlds();
    let made = worlds.create("quay", &quay()).unwrap();
    std::fs::write(folder.path().join("outside.json"), "outside").unwrap();
    let before = files_of(folder.path());
    let hostile = ["../outside.json", "/etc/passwd", "a/../../outside.json", "a\\..\\b", "C:/x", "a//b", "a/.b/c", ""];
    let writing = made.lock(worlds.wait()).unwrap();
    for path in hostile {
        assert!(writing.write(path, b"x").is_err(), "{path}");
        assert!(writing.read(path).is_err(), "{path}");
        assert!(writing.remove(path).is_err(), "{path}");
        assert!(writing.remove_folder(path).is_err(), "{path}");
        assert!(writing.rename("world.json", path).is_err(), "{path}");
        assert!(writing.remove_to_trash(&[path.to_owned()], "deleted").is_err(), "{path}");
        assert!(writing.restore_from_trash(path).is_err(), "{path}");
        assert!(worlds.create("x", &[file("world.json", "{}"), file(path, "x")]).is_err(), "{path}");
    }
    assert!(writing.remove_folder("characters").is_err(), "a folder of the world is not the studio's");
    for id in ["..", ".", "", "../quay", "/tmp", ".incoming", "a/b", "a\0b", "con:"] {
        assert!(worlds.open(id).is_err(), "{id}");
        assert!(worlds.trash(id).is_err(), "{id}");
        assert!(worlds.restore(id).is_err(), "{id}");
        assert!(worlds.incoming(id).is_err(), "{id}");
        assert!(worlds.create(id, &[file("world.json", "{}")]).is_err(), "{id}");
    }
    drop(writing);
    assert_eq!(files_of(folder.path()), before);
}

#[test]
fn one_writer_at_a_time() {
    let (folder, library) = common::library();
    let wait = Duration::from_millis(120);
    library.worlds().create("quay", &quay()).unwrap();
    drop(library);
    let library = Library::open_with(folder.path(), Options { lock_wait: wait, ..Options::default() }).unwrap();
    let world = library.worlds().open("quay").unwrap();
    let writing = world.lock(wait).unwrap();
    // W-022: a second writer is told that the world is busy, and reading goes on.
    assert!(matches!(world.lock(wait), Err(LibraryError::Busy)));
    assert!(matches!(library.worlds().trash("quay"), Err(LibraryError::Busy)));
    assert!(world.read("world.json").unwrap().is_some());
    drop(writing);
    world.lock(wait).unwrap().write("world.json", b"{}\n").unwrap();
    assert_eq!(world.read("world.json").unwrap().unwrap(), b"{}\n");
}

// W-220: what is computed from a file and written back is computed while the lock is held.
#[test]
fn updates_from_many_threads_lose_none() {
    let (_folder, library) = common::library();
    let worlds = library.worlds();
    let world = worlds.create("quay", &[file("world.json", "0")]).unwrap();
    let threads: Vec<_> = (0..5)
        .map(|_| {
            let world = world.clone();
            std::thread::spawn(move || {
                for _ in 0..10 {
                    let writing = world.lock(Duration::from_secs(20)).unwrap();
                    let add = |bytes: Option<Vec<u8>>| {
                        let count: u32 = String::from_utf8(bytes.unwrap()).unwrap().parse().unwrap();
                        Ok::<_, LibraryError>(Some((count + 1).to_string().into_bytes()))
                    };
                    writing.update("world.json", add).unwrap();
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(world.read("world.json").unwrap().unwrap(), b"50");
}

// W-003, W-007: an upload is kept until it is started; the world is made beside it and renamed.
#[test]
fn an_upload_becomes_a_world() {
    let (folder, _library, worlds) = worlds();
    let incoming = worlds.take_incoming("C:\\cards\\Orla.PNG", &mut b"bytes of a card".as_slice(), 100).unwrap();
    assert_eq!((incoming.name.as_str(), incoming.source.as_str(), incoming.bytes), ("Orla.PNG", "source.png", 15));
    assert!(worlds.list().unwrap().is_empty());
    let again = worlds.incoming(&incoming.id).unwrap();
    assert_eq!(again.sha256, ficha_library::sha256(b"bytes of a card"));
    assert_eq!(again.read().unwrap(), b"bytes of a card");
    let world = again.start("orla", &quay()).unwrap();
    assert_eq!(world.read(".import/source.png").unwrap().unwrap(), b"bytes of a card");
    assert!(worlds.incoming(&incoming.id).is_err());
    assert_eq!(files_of(&folder.path().join(".incoming")), Vec::<String>::new());

    let dropped = worlds.take_incoming("../../x.json;", &mut b"x".as_slice(), 100).unwrap();
    assert_eq!((dropped.name.as_str(), dropped.source.as_str()), ("x.json;", "source.bin"));
    let id = dropped.id.clone();
    dropped.drop_it().unwrap();
    assert!(worlds.incoming(&id).is_err());
    let over = worlds.take_incoming("big.json", &mut [b'x'; 101].as_slice(), 100);
    assert!(matches!(over, Err(LibraryError::Limit { limit: 100, .. })));
    assert_eq!(files_of(&folder.path().join(".incoming")), Vec::<String>::new());
}

// W-003: uploads that nobody started go after seven days.
#[test]
fn old_uploads_are_swept() {
    let (_folder, _library, worlds) = worlds();
    let waiting = worlds.take_incoming("a.json", &mut b"{}".as_slice(), 100).unwrap();
    let now = SystemTime::now();
    assert_eq!(worlds.sweep_incoming(now).unwrap(), 0);
    assert_eq!(worlds.sweep_incoming(now + KEPT_UPLOADS - Duration::from_secs(60)).unwrap(), 0);
    assert!(worlds.incoming(&waiting.id).is_ok());
    assert_eq!(worlds.sweep_incoming(now + KEPT_UPLOADS + Duration::from_secs(60)).unwrap(), 1);
    assert!(worlds.incoming(&waiting.id).is_err());
}

#[test]
fn what_is_removed_comes_back() {
    let (folder, _library, worlds) = worlds();
    let world = worlds.create("quay", &quay()).unwrap();
    let writing = world.lock(worlds.wait()).unwrap();
    let paths = ["characters/orla.json".to_owned(), "characters/nobody.json".to_owned()];
    let removed = writing.remove_to_trash(&paths, "deleted").unwrap().unwrap();
    assert!(removed.item.starts_with("deleted-20") && removed.item.ends_with('Z'), "{}", removed.item);
    assert_eq!(removed.paths, paths[..1]);
    assert!(!writing.has("characters/orla.json"));
    assert_eq!(writing.remove_to_trash(&paths, "deleted").unwrap(), None);
    // Another file took the name meanwhile: nothing is overwritten.
    writing.write("characters/orla.json", b"new").unwrap();
    assert!(matches!(writing.restore_from_trash(&removed.item), Err(LibraryError::CannotExpress { .. })));
    let second = writing.remove_to_trash(&paths, "deleted").unwrap().unwrap();
    assert_ne!(second.item, removed.item);
    assert_eq!(writing.restore_from_trash(&removed.item).unwrap(), paths[..1]);
    assert_eq!(writing.read("characters/orla.json").unwrap().unwrap(), b"{\"name\": \"Orla\"}\n");
    drop(writing);

    let before = common::texts_of(world.path());
    let item = worlds.trash("quay").unwrap();
    assert!(item.starts_with("quay-20") && worlds.list().unwrap().is_empty());
    assert!(folder.path().join(".trash/worlds").join(&item).is_dir());
    worlds.create("quay", &quay()).unwrap();
    assert_eq!(worlds.trashed().unwrap()[0].id, "quay");
    assert_eq!(worlds.restore(&item).unwrap(), "quay-2");
    assert_eq!(common::texts_of(worlds.open("quay-2").unwrap().path()), before);
}

#[test]
fn a_world_is_found_by_id_or_path() {
    let (_folder, library, worlds) = worlds();
    worlds.create("quay", &quay()).unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    std::fs::write(elsewhere.path().join("world.json"), "{}").unwrap();
    assert_eq!(worlds.find("quay").unwrap().id(), "quay");
    let found = worlds.find(&elsewhere.path().to_string_lossy()).unwrap();
    found.lock(worlds.wait()).unwrap().write("places/mill.json", b"{}").unwrap();
    assert!(elsewhere.path().join("places/mill.json").exists());
    assert!(matches!(worlds.find("nowhere"), Err(LibraryError::NotFound { .. })));
    let before = found.change();
    assert_eq!(found.change(), before);
    found.lock(worlds.wait()).unwrap().write("places/mill.json", b"{ }").unwrap();
    assert_ne!(found.change().mark, before.mark);
    assert!(found.change_of("places/mill.json").unwrap().at.starts_with("20") && found.change_of("x.json").is_none());
    // World books and presets are folders of the same kind.
    library.world_books().create("book", &[file("lorebook.json", "{}")]).unwrap();
    library.world_presets().create("prose", &[file("preset.json", "{}")]).unwrap();
    assert!(library.world_books().create("book", &[file("world.json", "{}")]).is_err());
    assert_eq!((library.world_books().list().unwrap().len(), library.world_presets().list().unwrap().len()), (1, 1));
}
