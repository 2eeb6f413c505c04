//! Ids, references and paths of pictures.

use ficha_world::{
    Folder, ImageFault, Ref, id_key, image_fault, is_command_word, is_feeling, is_valid_id, is_variable_key, make_id,
};
use proptest::prelude::*;

fn free(name: &str) -> String {
    make_id(name, "character", &|_| false)
}

// format 2.2
#[test]
fn names_become_ids() {
    for (name, id) in [
        ("Орла Фенвик", "орла-фенвик"),
        ("灯台守", "灯台守"),
        ("क्षत्रिय", "क्षत्रिय"),
        ("Ｌａｎｔｅｒｎ　Ｑｕａｙ", "lantern-quay"),
        ("../../etc/passwd", "etc-passwd"),
        ("..", "character"),
        ("CON", "con-id"),
        ("LPT0", "lpt0-id"),
        ("com10", "com10"),
        ("🦊", "character"),
        ("a\u{200D}b", "ab"),
        ("e\u{200D}\u{301}", "é"),
        ("- x -", "x"),
        ("\u{301}x", "x"),
        ("a_b", "a-b"),
        ("", "character"),
    ] {
        assert_eq!(free(name), id, "{name:?}");
    }
    let long = free(&"あ".repeat(300));
    assert_eq!(long.chars().count(), 53);
    assert_eq!(free(&"ab ".repeat(40)).chars().count(), 56);
}

#[test]
fn a_letter_is_not_parted_from_its_marks() {
    let name = format!("{}क्ष", "x".repeat(54));
    // Two places are left: the letter with its mark fits, and the next does not.
    assert_eq!(free(&name), format!("{}क्", "x".repeat(54)));
    assert_eq!(free(&format!("{}क्ष", "x".repeat(55))), "x".repeat(55));
}

#[test]
fn taken_ids_are_counted_up() {
    let first = free("Öl");
    assert_eq!(first, "öl");
    let taken = [id_key(&first), "öl-2".to_owned()];
    assert_eq!(make_id("öl", "thing", &|key| key == taken[0]), "öl-2");
    assert_eq!(make_id("ÖL", "thing", &|key| taken.iter().any(|id| id == key)), "öl-3");
}

#[test]
fn ids_are_safe_file_names() {
    for good in ["orla", "Orla", "灯台守", "a_b-c", "1", "क्षत्रिय", "²"] {
        assert!(is_valid_id(good), "{good}");
    }
    let long = "a".repeat(65);
    let wide = "あ".repeat(61);
    for bad in [
        "",
        ".",
        "..",
        "a/b",
        "a\\b",
        "a.b",
        "a b",
        "-a",
        "_a",
        "\u{301}a",
        "e\u{301}",
        "con",
        "COM0",
        "LPT9",
        "nul",
        "a:b",
        "a\u{200D}b",
        "a\u{0}",
        "🦊",
        &long,
        &wide,
    ] {
        assert!(!is_valid_id(bad), "{bad:?}");
    }
}

#[test]
fn references_read_as_they_are_written() {
    let at: Ref = "places/lantern-quay".parse().unwrap();
    assert_eq!(at, Ref::new(Folder::Places, "lantern-quay"));
    assert_eq!(at.to_string(), "places/lantern-quay");
    assert_eq!(at.path(), "places/lantern-quay.json");
    for bad in ["place/x", "places/", "places", "places/../x", "places/a/b", "worlds/x", "/places/x", ""] {
        assert!(bad.parse::<Ref>().is_err(), "{bad}");
    }
}

// format 2.4
#[test]
fn paths_of_pictures_stay_under_images() {
    for good in [
        "images/cover.png",
        "images/characters/orla/reference.jpeg",
        "images/library/灯.v2.webp",
        "images/a.gif",
        "images/library/x_y-z.jpg",
    ] {
        assert_eq!(image_fault(good), None, "{good}");
    }
    for (bad, fault) in [
        ("images/../x.png", ImageFault::Segment),
        ("images\\x.png", ImageFault::Shape),
        ("images/.x/y.png", ImageFault::Segment),
        ("/images/x.png", ImageFault::Shape),
        ("images", ImageFault::Shape),
        ("images/", ImageFault::Segment),
        ("images/a/b/c/d.png", ImageFault::Shape),
        ("images/a..png", ImageFault::Segment),
        ("images/.png", ImageFault::Segment),
        ("images/a.png.", ImageFault::Segment),
        ("images/a b.png", ImageFault::Segment),
        ("images/a.svg", ImageFault::Extension),
        ("images/png", ImageFault::Extension),
        ("pictures/a.png", ImageFault::Shape),
        ("images/a.v/b.png", ImageFault::Segment),
    ] {
        assert_eq!(image_fault(bad), Some(fault), "{bad}");
    }
}

// format 2.5
#[test]
fn keys_and_command_words() {
    for good in ["a", "lamps_lit", "a1"] {
        assert!(is_variable_key(good), "{good}");
    }
    for bad in ["", "1a", "_a", "Lamps", "a-b", "ä", &"a".repeat(49)] {
        assert!(!is_variable_key(bad), "{bad}");
    }
    assert!(is_command_word("summon") && is_command_word("召喚-1") && is_command_word("_"));
    assert!(
        !is_command_word("") && !is_command_word("/go") && !is_command_word("a b") && !is_command_word(&"a".repeat(33))
    );
}

// Written by hand for both languages of the program
#[test]
fn feelings_are_known_in_both_languages() {
    for word in ["affection", "Trust", "RESPECT", "fear", "love_level", "好感", "信任度", "尊敬", "恐惧", " Affection "]
    {
        assert!(is_feeling(word), "{word}");
    }
    for word in ["gold", "lamps_lit", "金币", "", "fearless", "trustee"] {
        assert!(!is_feeling(word), "{word}");
    }
}

proptest! {
    #[test]
    fn every_name_makes_a_valid_id(name in "\\PC{0,80}|.{0,40}|[a-z\\p{M}\\p{Cf}\\p{L} /.]{0,200}", taken in 0_usize..4) {
        let id = make_id(&name, "place", &|_| false);
        prop_assert!(is_valid_id(&id), "{:?} from {:?}", id, name);
        prop_assert_eq!(&id, &make_id(&name, "place", &|_| false));
        prop_assert_eq!(&make_id(&id, "place", &|_| false), &id);
        let keys: Vec<String> = (0..taken)
            .map(|at| if at == 0 { id_key(&id) } else { id_key(&format!("{id}-{}", at + 1)) })
            .collect();
        let next = make_id(&name, "place", &|key| keys.iter().any(|taken| taken == key));
        prop_assert!(is_valid_id(&next), "{:?}", next);
        prop_assert!(!keys.contains(&id_key(&next)));
        let path = Ref::new(Folder::Places, id).path();
        let path = std::path::Path::new(&path);
        prop_assert_eq!(path.parent(), Some(std::path::Path::new("places")));
        prop_assert_eq!(path.components().count(), 2);
    }
}
