//! The card tools over the invented world: overview, reading, search, origin, diff.

use ficha_import::card::itemise;
use ficha_import::outcomes::Outcome;
use ficha_import::records::{Choices, Mark, Pieces, Record};
use ficha_import::sources::sources_for;
use ficha_import::tools::{
    AddressChanges, CardDiff, CardTools, How, PictureChange, SearchOpts, ToolError, Version, Within,
};
use ficha_import::update::pairs::MatchedBy;
use ficha_import::update::sentences::SentenceChange;
use ficha_import::update::{choices_for, mark, marks, start};
use ficha_library::worlds::WorldFolder;
use serde_json::{Value, json};

use super::failing::memory_folder;
use super::world::{choices, entry, first, library, newer, normalized, outside, picture, second, tree};

fn waiting(world: &WorldFolder, card: &Value) {
    let card = normalized(card, Some(picture(4)));
    let chosen = choices_for(world, &newer(&card), "en").unwrap();
    outside(|outside| start(world, &newer(&card), &chosen, true, outside)).unwrap();
}

fn diff(world: &WorldFolder) -> CardDiff {
    CardTools::open(world).unwrap().diff().unwrap()
}

fn code<T>(result: Result<T, ToolError>) -> &'static str {
    match result {
        Ok(_) => "answered",
        Err(error) => error.code(),
    }
}

// T-10, T-12, W-264 and section 10, 1: totals are the number of pieces.
#[test]
fn an_overview_has_a_row_for_every_piece_with_what_became_of_it() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    let tools = CardTools::open(&world).unwrap();
    let overview = tools.overview(Version::Current).unwrap();
    let told: Vec<(&str, Outcome, Vec<String>)> = overview
        .pieces
        .iter()
        .map(|row| (row.id.as_str(), row.outcome, row.made_into.iter().map(ToString::to_string).collect()))
        .collect();
    let made = |reference: &str| vec![reference.to_owned()];
    assert_eq!(
        told,
        [
            ("field:description", Outcome::Converted, made("characters/orla-fenwick")),
            ("field:personality", Outcome::Converted, made("characters/orla-fenwick")),
            ("field:scenario", Outcome::Read, vec![]),
            ("field:creator_notes", Outcome::Omitted, vec![]),
            ("opening", Outcome::Carried, vec![]),
            ("greeting:1", Outcome::Carried, vec![]),
            ("greeting:2", Outcome::Carried, vec![]),
            ("entry:1", Outcome::Read, made("lore/the-light-tax")),
            ("entry:2", Outcome::Read, made("lore/the-mill")),
            ("entry:3", Outcome::Read, made("lore/ferry")),
            ("entry:4", Outcome::Read, made("lore/the-glazier")),
            ("entry:5", Outcome::Omitted, vec![]),
        ]
    );
    assert_eq!(overview.totals.values().sum::<usize>(), overview.pieces.len());
    let off = overview.pieces.last().unwrap();
    assert!(off.off && off.roles.is_empty() && off.settled_by.is_none());
    let tax = &overview.pieces[7];
    assert_eq!(
        (tax.title.as_str(), tax.chars, tax.parts, tax.keys.as_slice()),
        ("The light tax", 47, 1, ["tax".to_owned()].as_slice())
    );
    assert_eq!(tax.settled_by.map(|who| who.word()), Some("structure"));
    let [orla] = overview.roster.as_slice() else { panic!("one entity") };
    assert!(orla.exists && orla.of.to_string() == "characters/orla-fenwick");
    assert_eq!((overview.card.name.as_str(), overview.card.version.as_str()), ("Orla Fenwick", "1.0"));
    std::fs::remove_file(world.path().join("characters/orla-fenwick.json")).unwrap();
    let gone = CardTools::open(&world).unwrap().overview(Version::Current).unwrap();
    assert!(!gone.roster[0].exists);
    assert_eq!(gone.pieces[0].outcome, Outcome::Read, "nothing that was written has it among its sources");
}

// T-13
#[test]
fn before_the_card_is_read_everything_that_is_not_off_waits() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    for name in ["classification.json", "roster.json", "extracted.json", "pieces.json"] {
        std::fs::remove_file(world.path().join(".import").join(name)).unwrap();
    }
    let state = world.path().join(".import/state.json");
    let ready = std::fs::read_to_string(&state).unwrap().replace("\"done\"", "\"ready\"");
    std::fs::write(&state, ready).unwrap();
    let overview = CardTools::open(&world).unwrap().overview(Version::Current).unwrap();
    assert_eq!((overview.totals[&Outcome::Awaiting], overview.totals[&Outcome::Omitted]), (11, 1));
}

// T-11: parts of a long piece are one row, and reading addresses the parts. T-03
#[test]
fn a_long_piece_is_one_row_of_many_parts_and_is_read_whole_or_by_part() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    let mut card = first();
    let long = "The lamp burns for {{user}}, e\u{301} 灯台.\n\n".repeat(700);
    card["data"]["character_book"]["entries"][0]["content"] = json!(format!("<% let x %>{long}"));
    waiting(&world, &card);
    let tools = CardTools::open(&world).unwrap();
    let overview = tools.overview(Version::New).unwrap();
    let row = overview.pieces.iter().find(|row| row.id == "entry:1").unwrap();
    assert!(row.parts > 2, "{}", row.parts);
    let whole = tools.read_all(Version::New, "entry:1", false).unwrap();
    assert!(whole.starts_with("The lamp burns for [PLAYER], "), "shown as the import read it");
    let read_through = |piece: &str, raw: bool| {
        let (mut text, mut at) = (String::new(), 0);
        loop {
            let turn = tools.read(Version::New, piece, at, raw).unwrap();
            assert!(turn.text.chars().count() <= 6_000 && turn.from == at);
            text.push_str(&turn.text);
            match turn.next {
                Some(next) => at = next,
                None => return text,
            }
        }
    };
    // Section 10, 3.
    assert_eq!(read_through("entry:1", false), whole);
    assert_eq!(read_through("entry:1", true), format!("<% let x %>{long}"), "raw are the card's own words");
    let parts: String = (1..=row.parts).map(|number| read_through(&format!("entry:1#{number}"), false)).collect();
    assert_eq!(parts, whole);
    assert_eq!(code(tools.read(Version::New, &format!("entry:1#{}", row.parts + 1), 0, false)), "no-piece");
}

// T-32
#[test]
fn an_unknown_piece_is_refused_with_the_three_closest() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    let tools = CardTools::open(&world).unwrap();
    let Err(ToolError::NoPiece { id, closest }) = tools.read(Version::Current, "entri:2", 0, false) else {
        panic!("there is no such piece")
    };
    assert_eq!((id.as_str(), closest.len(), closest[0].as_str()), ("entri:2", 3, "entry:2"));
    for hostile in
        ["", "#", "entry:", "entry:0", "entry:99999999999999999999", "../../x", "opening#1", "field:\u{202e}"]
    {
        assert_eq!(code(tools.read(Version::Current, hostile, usize::MAX, false)), "no-piece", "{hostile:?}");
        assert_eq!(code(tools.read(Version::Current, hostile, 0, true)), "no-piece", "{hostile:?}");
    }
    let end = tools.read(Version::Current, "entry:1", usize::MAX, false).unwrap();
    assert_eq!((end.text.as_str(), end.next, end.from), ("", None, end.total));
}

// T-01, T-02, T-64's data side, and section 10, 6.
#[test]
fn tools_are_there_while_the_card_is_and_the_world_needs_none() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    let tools = CardTools::open(&world).unwrap();
    assert_eq!(code(tools.overview(Version::New)), "no-update");
    assert_eq!(code(tools.search(Version::New, "lamp", SearchOpts::default())), "no-update");
    assert_eq!(code(tools.read(Version::New, "opening", 0, false)), "no-update");
    // T-50
    assert_eq!(code(tools.diff()), "no-update");
    let before = ficha_import::run::load(&world).unwrap();
    std::fs::write(world.path().join(".import/card.json"), b"{\"a\": 1, \"a\": 2}").unwrap();
    assert_eq!(code(CardTools::open(&world)), "unreadable");
    std::fs::remove_dir_all(world.path().join(".import")).unwrap();
    assert_eq!(code(CardTools::open(&world)), "no-card");
    let after = ficha_import::run::load(&world).unwrap();
    assert_eq!(after.world, before.world);
    assert_eq!(after.problems, before.problems);
}

// T-06
#[test]
fn pieces_that_are_gone_or_another_cards_are_made_again_in_memory() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    let wanted = CardTools::open(&world).unwrap().overview(Version::Current).unwrap().pieces;
    let path = world.path().join(".import/pieces.json");
    let foreign = Pieces { pieces: itemise(&second(), &choices(), "en").pieces, ..Pieces::default() };
    std::fs::write(&path, foreign.to_bytes()).unwrap();
    assert_eq!(CardTools::open(&world).unwrap().overview(Version::Current).unwrap().pieces, wanted);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(CardTools::open(&world).unwrap().overview(Version::Current).unwrap().pieces, wanted);
    assert!(!path.exists(), "looking writes nothing");
}

// T-20 to T-23 through the tools.
#[test]
fn a_search_looks_through_texts_titles_and_keys_of_one_card() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    waiting(&world, &second());
    let tools = CardTools::open(&world).unwrap();
    let found = |version, query| tools.search(version, query, SearchOpts::default()).unwrap();
    assert_eq!(found(Version::Current, "glazier").total, 3);
    assert_eq!(found(Version::New, "glazier").total, 0);
    let clerk = found(Version::New, "runaway CLERK");
    assert_eq!((clerk.total, clerk.hits[0].how, clerk.hits[0].piece.as_str()), (1, How::Phrase, "entry:4"));
    let player = found(Version::Current, "[player]");
    assert_eq!(player.hits[0].piece, "field:description");
    assert_eq!(found(Version::Current, "ferry").hits[2].within, Within::Title);
    assert_eq!(code(tools.search(Version::Current, "x", SearchOpts::default())), "query-too-short");
}

// T-40 and section 10, 4: recomputed as the build computes it.
#[test]
fn an_origin_is_what_the_build_read() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    let tools = CardTools::open(&world).unwrap();
    let read = |path: &str| world.read(path).unwrap().unwrap();
    let pieces = Pieces::from_bytes(&read(".import/pieces.json")).unwrap();
    let classification =
        ficha_import::records::Classification::from_bytes(&read(".import/classification.json")).unwrap();
    let roster = ficha_import::records::Roster::from_bytes(&read(".import/roster.json")).unwrap();
    for entity in &roster.entities {
        let wanted = sources_for(entity, "Orla Fenwick", &pieces, &classification);
        assert_eq!(wanted, entity.pieces);
        for subject in ["characters/orla-fenwick", "Orla Fenwick", " orla  FENWICK "] {
            let origin = tools.origin(subject).unwrap();
            assert_eq!(origin.built_from.iter().map(|row| row.id.clone()).collect::<Vec<_>>(), wanted, "{subject}");
            assert_eq!(origin.entity.as_ref().map(ToString::to_string).as_deref(), Some("characters/orla-fenwick"));
        }
    }
}

// T-41, T-42, T-43
#[test]
fn an_origin_of_lore_prompts_strangers_and_additions() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    let added = json!({"name": "The ferryman", "aliases": []});
    std::fs::write(world.path().join("characters/ferryman.json"), added.to_string()).unwrap();
    let lists = [
        (
            "variables.json",
            json!({"variables": [{"key": "lamps", "label": "lamp", "type": "number", "of": "world", "default": 1}]}),
        ),
        ("commands.json", json!({"commands": [{"word": "summon", "description": ""}]})),
    ];
    for (path, value) in lists {
        std::fs::write(world.path().join(path), value.to_string()).unwrap();
    }
    let mut classification =
        ficha_import::records::Classification::from_bytes(&world.read(".import/classification.json").unwrap().unwrap())
            .unwrap();
    classification.pieces.get_mut("entry:1").unwrap().roles = vec![ficha_import::records::Role::Template];
    classification.pieces.get_mut("entry:2").unwrap().roles = vec![ficha_import::records::Role::Instruction];
    std::fs::write(world.path().join(".import/classification.json"), classification.to_bytes()).unwrap();
    let tools = CardTools::open(&world).unwrap();
    let built = |subject: &str| -> Vec<String> {
        tools.origin(subject).unwrap().built_from.into_iter().map(|row| row.id).collect()
    };
    assert_eq!(built("lore/the-mill"), ["entry:2"], "by the words they share");
    assert_eq!(built("The ferry counted"), Vec::<String>::new());
    assert_eq!(built("roleplay/style"), ["entry:2"]);
    assert_eq!(built("prompts/en/roleplay/style.md"), ["entry:2"]);
    assert_eq!(built("variables/lamps"), ["entry:1"]);
    assert_eq!(built("/summon"), Vec::<String>::new());
    let stranger = tools.origin("glazier").unwrap();
    assert!(stranger.entity.is_none() && stranger.built_from.is_empty());
    assert!(stranger.mentioned_in.iter().all(|hit| hit.piece == "entry:4") && !stranger.mentioned_in.is_empty());
    let addition = tools.origin("characters/ferryman").unwrap();
    assert!(addition.built_from.is_empty());
    assert_eq!(addition.mentioned_in.iter().map(|hit| hit.piece.as_str()).collect::<Vec<_>>(), ["entry:3"]);
    assert!(tools.origin("glaz").unwrap().mentioned_in.is_empty(), "a name stands as a name");
    assert_eq!(code(tools.origin("  ")), "query-too-short");
}

// T-50, T-51, T-54, T-55, W-343, W-346, W-347, W-349
#[test]
fn a_diff_tells_every_change_of_the_newer_card() {
    use SentenceChange::{Added, Dropped, Same};
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    let card = normalized(&second(), Some(picture(5)));
    let chosen = choices_for(&world, &newer(&card), "en").unwrap();
    outside(|outside| start(&world, &newer(&card), &chosen, false, outside)).unwrap();
    let diff = diff(&world);
    assert_eq!(
        diff.names(),
        [
            "changed:field:creator_notes",
            "changed:entry:2",
            "changed:entry:3",
            "added:greeting:3",
            "added:entry:4",
            "dropped:entry:4",
            "field:description",
            "field:tags",
            "field:alternate_openings",
            "picture",
            "addresses",
        ]
    );
    let [_, mill, ferry] = diff.changed.as_slice() else { panic!("three changes") };
    assert_eq!((mill.how, mill.sentences.as_slice()), (MatchedBy::Text, [Same(1)].as_slice()));
    assert_eq!((mill.old.title.as_str(), mill.new.title.as_str()), ("The mill", "The drowned mill"));
    assert_eq!(
        ferry.sentences,
        [Dropped("The ferry leaves at dusk.".into()), Added("The ferry leaves at dawn.".into()), Same(2)]
    );
    assert_eq!(ferry.made_into.iter().map(ToString::to_string).collect::<Vec<_>>(), ["lore/ferry"]);
    let [glazier] = diff.dropped.as_slice() else { panic!("one is gone") };
    assert_eq!(glazier.made_only_from_it.iter().map(ToString::to_string).collect::<Vec<_>>(), ["lore/the-glazier"]);
    assert_eq!(glazier.proposed, glazier.made_only_from_it);
    assert_eq!(diff.picture, PictureChange::Changed);
    let addresses = AddressChanges { new: vec!["https://pictures.invalid/lamp.png".into()], gone: vec![] };
    assert_eq!(diff.addresses, addresses);
    assert_eq!(diff.edited_since.as_deref(), Some(&[][..]));
    assert_eq!(diff.same, 8);
}

// W-349: what the person edited is not proposed for removal; nor anything where nothing is known of edits.
#[test]
fn only_untouched_documents_are_proposed_for_removal() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    waiting(&world, &second());
    std::fs::write(world.path().join("lore/the-glazier.json"), b"{\"title\": \"Mine\", \"text\": \"Mine.\"}").unwrap();
    let edited = diff(&world);
    assert_eq!(edited.edited_since.as_deref(), Some(["lore/the-glazier.json".to_owned()].as_slice()));
    assert!(edited.dropped[0].proposed.is_empty() && edited.dropped[0].made_only_from_it.len() == 1);
    std::fs::remove_file(world.path().join(".import/files.json")).unwrap();
    let unknown = diff(&world);
    assert_eq!(unknown.edited_since, None);
    assert!(unknown.dropped[0].proposed.is_empty());
}

// T-53
#[test]
fn a_field_of_the_world_tells_whether_it_was_edited_here() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    waiting(&world, &second());
    let edited_here = |field: &str| {
        let diff = diff(&world);
        diff.world_fields.iter().find(|change| change.field == field).map(|change| change.edited_here)
    };
    assert_eq!(edited_here("tags"), Some(false));
    assert_eq!(edited_here("author"), None, "both cards say the same");
    let path = world.path().join("world.json");
    let mut info: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    info["tags"] = json!(["mine"]);
    std::fs::write(&path, info.to_string()).unwrap();
    assert_eq!(edited_here("tags"), Some(true));
    assert_eq!(edited_here("description"), Some(false), "another field was edited");
    let tags = diff(&world).world_fields.into_iter().find(|change| change.field == "tags").unwrap();
    assert_eq!((tags.old, tags.new), (json!(["harbour"]), json!(["harbour", "rain"])));
}

// T-52 and section 10, 5.
#[test]
fn a_card_and_itself_are_the_same_and_shuffled_entries_only_moved() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    waiting(&world, &first());
    let itself = diff(&world);
    assert!(itself.is_same(), "{:?}", itself.names());
    assert_eq!((itself.same, itself.moved.len()), (12, 0));
    let mut shuffled = first();
    shuffled["data"]["character_book"]["entries"].as_array_mut().unwrap().swap(0, 2);
    waiting(&world, &shuffled);
    let moved = diff(&world);
    assert!(moved.is_same(), "{:?}", moved.names());
    assert_eq!((moved.same, moved.moved.len()), (12, 2));
    assert_eq!((moved.moved[0].old.as_str(), moved.moved[0].new.as_str()), ("entry:3", "entry:1"));
}

// W-345
#[test]
fn a_piece_of_too_many_sentences_counts_as_replaced() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    let mut card = first();
    let long: String = (0..1_600).map(|number| format!("Sentence {number}.\n")).collect();
    card["data"]["character_book"]["entries"][0] = entry("The light tax", "tax", &long);
    waiting(&world, &card);
    let diff = diff(&world);
    assert!(diff.changed[0].too_long && diff.changed[0].sentences.is_empty());
}

// W-005 for updates: an entry that the newer card brings switched off, or has switched off, is off.
#[test]
fn entries_of_a_newer_card_start_as_they_were_or_as_the_card_has_them() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    let mut card = second();
    let rows = card["data"]["character_book"]["entries"].as_array_mut().unwrap();
    let off = rows.remove(4);
    rows.insert(0, off);
    rows[1]["enabled"] = json!(false);
    let mut new = entry("Quiet", "quiet", "Switched off by its maker.");
    new["enabled"] = json!(false);
    rows.push(new);
    let card = normalized(&card, None);
    assert_eq!(choices_for(&world, &newer(&card), "en").unwrap().entries_off, [1, 2, 6]);
    let mut silent = second();
    silent["data"]["first_mes"] = json!("  ");
    let silent = normalized(&silent, None);
    let chosen: Choices = choices_for(&world, &newer(&silent), "en").unwrap();
    assert_eq!((chosen.opening, chosen.world_name.as_str()), (Some(1), "Lantern Quay"));
}

// T-62: marks are kept with the waiting card.
#[test]
fn marks_are_kept_and_taken_back() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    waiting(&world, &second());
    mark(&world, "changed:entry:3", Some(Mark::Carried)).unwrap();
    mark(&world, "field:tags", Some(Mark::Dismissed)).unwrap();
    mark(&world, "field:tags", None).unwrap();
    assert_eq!(marks(&world).unwrap().into_iter().collect::<Vec<_>>(), [("changed:entry:3".to_owned(), Mark::Carried)]);
}

// T-04, T-05 and section 10, 8: no tool changes any byte under the world. T-07: equal questions have equal answers.
#[test]
fn looking_changes_no_byte_and_answers_alike() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    waiting(&world, &second());
    let before = tree(world.path());
    let look = || {
        let tools = CardTools::open(&world).unwrap();
        let overviews = [Version::Current, Version::New].map(|version| tools.overview(version).unwrap());
        let found = tools.search(Version::New, "the lamp", SearchOpts::default()).unwrap();
        let text = tools.read(Version::New, "entry:1", 0, true).unwrap();
        (overviews, found, text, tools.origin("Orla Fenwick").unwrap(), tools.diff().unwrap())
    };
    assert_eq!(look(), look());
    assert_eq!(tree(world.path()), before);
}

// T-14: how long it takes is printed by the example `card_tools_speed`; here, that nothing of it is left out.
#[test]
fn an_overview_of_two_thousand_pieces_is_whole() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    let mut card = first();
    let rows = (1..=1_993).map(|number| entry(&format!("Lamp {number}"), "lamp", &format!("Lamp {number} burns.")));
    card["data"]["character_book"]["entries"] = rows.collect::<Vec<_>>().into();
    waiting(&world, &card);
    let overview = CardTools::open(&world).unwrap().overview(Version::New).unwrap();
    assert_eq!(overview.pieces.len(), 2_000);
    assert_eq!(overview.pieces.last().map(|row| row.title.as_str()), Some("Lamp 1993"));
    assert_eq!(overview.totals.values().sum::<usize>(), 2_000);
}

// Section 10, 7, the data side: hostile text is text.
#[test]
fn a_hostile_card_is_read_searched_and_compared() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    let mut card = first();
    let line = "<script>alert(1)</script>\u{202e}lamp ".repeat(30_000);
    card["data"]["character_book"]["entries"][0] = entry("<img src=x>\u{202e}", "../../x", &line);
    card["data"]["character_book"]["entries"][1] = json!([1, null, "no entry"]);
    card["data"]["character_book"]["entries"][2]["keys"] = json!({"not": "a list"});
    card["data"]["tags"] = json!(7);
    waiting(&world, &card);
    let tools = CardTools::open(&world).unwrap();
    let overview = tools.overview(Version::New).unwrap();
    assert_eq!(overview.totals.values().sum::<usize>(), overview.pieces.len());
    let found = tools.search(Version::New, "<script>alert(1)", SearchOpts::default()).unwrap();
    assert_eq!((found.total, found.hits.len()), (30_000, 3));
    let text = tools.read(Version::New, "entry:1", 0, true).unwrap();
    assert_eq!(text.text.chars().count(), 6_000);
    assert!(!tools.diff().unwrap().names().is_empty());
}
