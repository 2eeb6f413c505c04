//! The worked example of the specification, where that is at hand.

use std::path::{Path, PathBuf};

use ficha_world::{Folder, Held, Readiness, Scratch, Tree, World, inert, player_word};

fn example() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/spec/world/example/world/the-saltglass-ferry")
}

fn read(folder: &Path, at: &str, tree: &mut Tree) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("a name");
        if name.starts_with('.') {
            continue;
        }
        let path = if at.is_empty() { name } else { format!("{at}/{name}") };
        if entry.path().is_dir() {
            read(&entry.path(), &path, tree);
        } else {
            tree.insert(path, Held::Bytes(std::fs::read(entry.path()).expect("a file")));
        }
    }
}

#[test]
fn the_example_loads_and_is_written_alike() {
    if !example().exists() {
        println!("the example is not beside the repository: not loaded");
        return;
    }
    let mut tree = Tree::new();
    read(&example(), "", &mut tree);
    let loaded = World::load(&tree);
    assert_eq!(loaded.problems, []);
    assert_eq!(loaded.readiness, Readiness::NeedsPlayer);
    assert_eq!(loaded.world.folder(Folder::Lore).count(), 5);
    assert_eq!(loaded.world.unread(), []);
    let files = loaded.world.files();
    assert_eq!(files.keys().collect::<Vec<_>>(), tree.keys().collect::<Vec<_>>());
    for (path, bytes) in &files {
        let Held::Bytes(wanted) = &tree[path] else { panic!("{path}") };
        assert_eq!(String::from_utf8_lossy(bytes), String::from_utf8_lossy(wanted), "{path}");
    }
    let scratch = Scratch::of(&loaded.world);
    assert_eq!(scratch.at["vesna-marrow"].as_deref(), Some("opening-scene"));
}

#[test]
fn copied_text_fills_nothing_in() {
    for (text, wanted) in [
        ("a {{user}} b", "a { {user}} b"),
        ("${x}", "$ {x}"),
        ("${{x}}", "$ { {x}}"),
        ("{{{", "{ { {"),
        ("$${", "$$ {"),
        ("{ {", "{ {"),
        ("plain {x} $1", "plain {x} $1"),
    ] {
        assert_eq!(inert(text), wanted);
    }
}

#[test]
fn the_player_has_a_word_in_each_language() {
    for (language, word) in [
        ("en", "the player"),
        ("zh", "玩家"),
        ("zh-Hant-TW", "玩家"),
        ("RU", "игрок"),
        ("xx", "the player"),
        ("", "the player"),
    ] {
        assert_eq!(player_word(language), word, "{language}");
    }
}

proptest::proptest! {
    #[test]
    fn inert_text_is_inert(text in "[ ${}a]{0,30}") {
        let done = inert(&text);
        let filled = done.contains("${") || done.contains("{{");
        proptest::prop_assert!(!filled, "{:?}", done);
        proptest::prop_assert_eq!(inert(&done), done.clone());
        proptest::prop_assert_eq!(done.replace(' ', ""), text.replace(' ', ""));
    }
}
