//! Worlds that were damaged at random: nothing panics, and what is written reads back as it was.

use ficha_world::archive::{Companions, Packing, limits, read, write};
use ficha_world::edit::{set_list, written};
use ficha_world::{Held, ListFile, Scratch, Tree, World};
use proptest::prelude::*;

use crate::small::{png, tree};

#[derive(Clone, Debug)]
enum Damage {
    Flip(usize, usize, u8),
    Cut(usize, usize),
    Swap(usize, usize),
    Copy(usize, String),
    Deep(usize, usize),
    Link(usize),
    Huge(usize),
    Set(usize, usize, u8),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = 0_usize..14;
    prop_oneof![
        4 => (at.clone(), any::<usize>(), any::<u8>()).prop_map(|(file, byte, to)| Damage::Flip(file, byte, to)),
        1 => (at.clone(), any::<usize>()).prop_map(|(file, byte)| Damage::Cut(file, byte)),
        2 => (at.clone(), at.clone()).prop_map(|(a, b)| Damage::Swap(a, b)),
        2 => (at.clone(), "(characters|places|lore|images|prompts/en/roleplay|\\PC{0,4})/\\PC{0,6}(\\.json|\\.md|\\.png)?")
            .prop_map(|(file, path)| Damage::Copy(file, path)),
        1 => (at.clone(), 1_usize..3000).prop_map(|(file, deep)| Damage::Deep(file, deep)),
        1 => at.clone().prop_map(Damage::Link),
        1 => at.clone().prop_map(Damage::Huge),
        6 => (at, any::<usize>(), any::<u8>()).prop_map(|(file, place, to)| Damage::Set(file, place, to)),
    ]
}

/// Values that stand where others were meant.
const VALUES: [&str; 12] = [
    "null",
    "true",
    "-1e400",
    "0.5",
    "\"\"",
    "\"lantern-quay\"",
    "[]",
    "{}",
    "[[]]",
    "{\"to\": []}",
    "[null, 1]",
    "\"characters/orla-fenwick\"",
];

fn apply(tree: &mut Tree, damage: &Damage) {
    let paths: Vec<String> = tree.keys().cloned().collect();
    let path = |at: usize| paths[at % paths.len()].clone();
    let change = |tree: &mut Tree, at: usize, with: &dyn Fn(&mut Vec<u8>)| {
        if let Some(Held::Bytes(bytes)) = tree.get_mut(&path(at)) {
            with(bytes);
        }
    };
    match damage {
        Damage::Flip(file, byte, to) => change(tree, *file, &|bytes| {
            let at = byte % bytes.len().max(1);
            if let Some(byte) = bytes.get_mut(at) {
                *byte = *to;
            }
        }),
        Damage::Cut(file, byte) => change(tree, *file, &|bytes| bytes.truncate(byte % (bytes.len() + 1))),
        Damage::Swap(a, b) => {
            let (one, other) = (tree[&path(*a)].clone(), tree[&path(*b)].clone());
            tree.insert(path(*a), other);
            tree.insert(path(*b), one);
        }
        Damage::Copy(file, to) => {
            let held = tree[&path(*file)].clone();
            tree.insert(to.clone(), held);
        }
        Damage::Deep(file, deep) => {
            change(tree, *file, &|bytes| *bytes = [vec![b'['; *deep], vec![b']'; *deep]].concat());
        }
        Damage::Link(file) => {
            tree.insert(path(*file), Held::Link);
        }
        Damage::Huge(file) => {
            tree.insert(path(*file), Held::TooBig(u64::MAX));
        }
        Damage::Set(file, place, to) => change(tree, *file, &|bytes| {
            // One value of the text becomes another: what stands between a colon and a comma.
            let colons: Vec<usize> =
                bytes.iter().enumerate().filter(|(_, byte)| **byte == b':').map(|(at, _)| at).collect();
            let Some(start) = colons.get(place % colons.len().max(1)).map(|at| at + 1) else { return };
            let end =
                bytes[start..].iter().position(|byte| matches!(byte, b',' | b'}')).map_or(bytes.len(), |at| start + at);
            bytes.splice(start..end, VALUES[usize::from(*to) % VALUES.len()].bytes());
        }),
    }
}

/// Everything that looks at a world, over one that is damaged.
fn survives(tree: &Tree) {
    let loaded = World::load(tree);
    let world = &loaded.world;
    let _ = (Scratch::of(world), world.unread());
    for row in &world.triggers {
        if let Some(when) = row.get("when").and_then(serde_json::Value::as_object) {
            let _ = Scratch::default().holds(when);
        }
    }
    for file in ListFile::ALL {
        let rows = world.rows(file).iter().cloned().map(serde_json::Value::Object).collect();
        let _ = set_list(world, file, &serde_json::Value::Array(rows));
    }
    let files = world.files();
    let again: Tree = files.iter().map(|(path, bytes)| (path.clone(), Held::Bytes(bytes.clone()))).collect();
    let second = World::load(&again).world;
    assert_eq!(second.files(), files, "what was written reads as something else");
    let mut changed = world.clone();
    for (_, reference) in world.references() {
        changed.replace_references(&reference.to, &ficha_world::Ref::new(reference.to.folder, "other"));
        changed.remove_references(&|at| at.id == "other");
    }
    let _ = written(world, changed);
    let packed = write(tree, &Companions::default(), &Packing { id: "x", app: "y" }).expect("small enough");
    let unpacked = read(&packed.zip, &limits()).expect("an archive of ours reads");
    assert!(unpacked.skipped.is_empty(), "{:?}", unpacked.skipped);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), max_shrink_iters: 200, ..ProptestConfig::default() })]

    // `FICHA_WORLDS=10000` runs that many.
    #[test]
    fn damaged_worlds_never_panic(all in prop::collection::vec(damage(), 1..6)) {
        let mut tree = tree();
        tree.insert("images/cover.png".to_owned(), Held::Bytes(png()));
        for damage in &all {
            apply(&mut tree, damage);
        }
        survives(&tree);
    }
}

fn cases() -> u32 {
    std::env::var("FICHA_WORLDS").ok().and_then(|count| count.parse().ok()).unwrap_or(300)
}
