//! What the people who use Lumiverse said of its files, rule by rule.

use bytes::Bytes;
use ficha_container::archive::{Archive, NewEntry, build};
use ficha_container::{ContainerId, Limits};
use ficha_formats::{Ask, Encoded, MediaSource, NoteCode, Notes, Source, bids, format};
use ficha_json::Document;
use ficha_model::{Entity, Kind, Link, Path};
use serde_json::{Value, json};

fn sample(name: &str) -> Bytes {
    let path = ficha_testkit::workspace_dir().join("samples/lumiverse").join(name);
    Bytes::from(std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

fn open(bytes: impl Into<Bytes>) -> Source {
    Source::open(bytes, None, &Limits::default()).unwrap()
}

/// The bid of a format for a text, and the winner's.
fn bid(text: &Value, id: &str) -> Option<f32> {
    let source = open(text.to_string().into_bytes());
    bids(&source).iter().find(|bid| bid.format.spec().id == id).map(|bid| bid.detection.confidence)
}

fn winner(source: &Source) -> Option<(&'static str, f32)> {
    bids(source).first().map(|bid| (bid.format.spec().id, bid.detection.confidence))
}

/// A file read, with its own bytes at hand.
struct File {
    bytes: Bytes,
    entities: Vec<Entity>,
    notes: Notes,
}

impl MediaSource for File {
    fn source_file(&self, _: &Entity) -> Option<Bytes> {
        Some(self.bytes.clone())
    }

    fn blob(&self, _: &str) -> Option<Bytes> {
        None
    }

    fn to_png(&self, _: &Bytes, _: &str) -> Option<Bytes> {
        None
    }
}

fn read(bytes: impl Into<Bytes>, id: &str) -> File {
    let bytes = bytes.into();
    let source = open(bytes.clone());
    let mut notes = Notes::new();
    let entities = format(id).unwrap().decode(&source, &mut notes).unwrap().entities;
    File { bytes, entities, notes }
}

impl File {
    fn main(&self) -> &Entity {
        &self.entities[0]
    }

    /// Writes these entities as this format.
    fn write(&self, entities: &[Entity], id: &str, container: ContainerId) -> (Encoded, Notes) {
        let mut notes = Notes::new();
        let ask = Ask { container: Some(container), linked: &entities[1..], ..Ask::of(self) };
        let encoded = format(id).unwrap().encode(&entities[0], &ask, &mut notes).unwrap();
        (encoded, notes)
    }
}

fn json_of(bytes: &[u8]) -> Value {
    Document::parse(String::from_utf8(bytes.to_vec()).unwrap(), &ficha_json::Limits::default())
        .unwrap()
        .root()
        .to_value()
}

fn entry(zip: &Bytes, name: &str) -> Option<Vec<u8>> {
    let archive = Archive::read(zip, &Limits::default()).unwrap();
    let entry = archive.entries().iter().find(|entry| entry.name == name)?;
    Some(archive.inflate(zip, entry, &Limits::default()).unwrap())
}

fn card(extensions: &Value) -> Value {
    json!({"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": "Mirren", "description": "d", "first_mes": "m", "extensions": extensions}})
}

fn zip(entries: &[(&str, &str)]) -> Bytes {
    let all: Vec<NewEntry<'_>> = entries.iter().map(|(name, text)| NewEntry::new(*name, text.as_bytes())).collect();
    build(&all).unwrap().into()
}

#[test]
fn any_one_of_nine_extensions_is_a_fingerprint() {
    let prints = [
        json!({"expressions": {}}),
        json!({"expression_groups": {}}),
        json!({"alternate_fields": {}}),
        json!({"alternate_avatars": []}),
        json!({"lumiverse_image_gen_lora": {}}),
        json!({"alternate_character_name": ""}),
        json!({"world_book_ids": []}),
        json!({"databank_ids": []}),
        json!({"ttsVoice": 0}),
    ];
    for print in prints {
        assert_eq!(bid(&card(&print), "lumiverse"), Some(0.95), "{print}");
    }
    for other in
        [json!({"expressions": []}), json!({"alternate_character_name": 1}), json!({"world_book_ids": "x"}), json!({})]
    {
        assert_eq!(bid(&card(&other), "lumiverse"), None, "{other}");
        assert_eq!(winner(&open(card(&other).to_string().into_bytes())), Some(("sillytavern", 0.9)));
    }
}

#[test]
fn an_archive_with_modules_is_certain_one_with_a_risu_module_is_left_to_risu() {
    let marked = card(&json!({"world_book_ids": []})).to_string();
    let plain = card(&json!({})).to_string();
    let bid = |entries: &[(&str, &str)]| {
        let source = open(zip(entries));
        bids(&source).iter().find(|bid| bid.format.spec().id == "lumiverse").map(|bid| bid.detection.confidence)
    };
    assert_eq!(bid(&[("card.json", &plain), ("lumiverse_modules.json", "{}")]), Some(1.0));
    assert_eq!(bid(&[("card.json", &plain), ("lumiverse_modules.json", "{}"), ("module.risum", "x")]), Some(1.0));
    assert_eq!(bid(&[("card.json", &marked)]), Some(0.96));
    assert_eq!(bid(&[("card.json", &marked), ("module.risum", "x")]), None);
    assert_eq!(bid(&[("card.json", &plain)]), None);
}

#[test]
fn regex_claims_its_own_envelope_and_nothing_else() {
    let row = json!({"name": "a", "find_regex": "b"});
    assert_eq!(bid(&json!({"type": "lumiverse_regex_scripts", "scripts": [row]}), "lumiverse-regex"), Some(1.0));
    assert_eq!(bid(&json!({"scripts": [row]}), "lumiverse-regex"), None);
    assert_eq!(bid(&json!({"type": "other", "scripts": [row]}), "lumiverse-regex"), None);
}

#[test]
fn a_persona_is_told_by_its_pronouns() {
    let persona = json!({"name": "A", "description": "b", "subjective_pronoun": "", "objective_pronoun": ""});
    assert_eq!(winner(&open(persona.to_string().into_bytes())), Some(("lumiverse-persona", 0.95)));
    let without = json!({"name": "A", "description": "b", "subjective_pronoun": "she"});
    assert_eq!(bid(&without, "lumiverse-persona"), None);
}

#[test]
fn rows_that_share_a_label_are_one_variant_and_keep_their_ids() {
    let file = read(sample("card.json"), "lumiverse");
    let variants = file.main().body.list("variants");
    let labels: Vec<(&str, &str)> =
        variants.iter().map(|row| (row["id"].as_str().unwrap(), row["label"].as_str().unwrap())).collect();
    assert_eq!(labels, [("f1", "Winter"), ("f4", "Summer"), ("f3", "Winter")]);
    assert_eq!(variants[0]["overrides"]["identity"]["description"], "{{char}} wears oilskins.");
    assert_eq!(variants[0]["overrides"]["persona"]["personality"], "Short of words.");
    assert_eq!(variants[0]["overrides"]["media"]["portrait"]["ref"], "0198f001-0000-7000-8000-0000000000b1");
    assert_eq!(variants[1]["overrides"]["persona"]["scenario"], "Noon on the quay.");
    let mut entities = file.entities.clone();
    entities[0].body.set(&Path::of("variants[0].overrides.persona.personality"), json!("Talks in storms."));
    let (written, notes) = file.write(&entities, "lumiverse", ContainerId::Json);
    let wanted = String::from_utf8(file.bytes.to_vec()).unwrap().replace("Short of words.", "Talks in storms.");
    assert_eq!(String::from_utf8(written.bytes.to_vec()).unwrap(), wanted);
    assert_eq!(notes.reasons(), []);
}

#[test]
fn no_variants_leave_no_rows_and_other_fields_stay() {
    let file = read(sample("card.json"), "lumiverse");
    let mut entities = file.entities.clone();
    entities[0].body.remove(&Path::of("variants"));
    let (written, _) = file.write(&entities, "lumiverse", ContainerId::Json);
    let extensions = &json_of(&written.bytes)["data"]["extensions"];
    assert_eq!(
        extensions["alternate_fields"],
        json!({"greeting_style": [{"id": "f6", "label": "Winter", "content": "kept"}]})
    );
    assert_eq!(extensions.get("alternate_avatars"), None);
}

#[test]
fn the_name_for_prompts_is_not_the_name_of_the_card() {
    let file = read(sample("card.json"), "lumiverse");
    assert_eq!(file.main().name(), "Mirren Vale");
    assert_eq!(file.main().body.text("identity.nickname"), None);
}

#[test]
fn modules_join_the_card_and_pictures_that_are_there_are_its_pictures() {
    let file = read(sample("modules.charx"), "lumiverse");
    let main = file.main();
    let assets: Vec<(&str, &str)> = main
        .body
        .list("media.assets")
        .iter()
        .map(|row| (row["role"].as_str().unwrap(), row["label"].as_str().unwrap()))
        .collect();
    assert_eq!(assets, [("emotion", "calm"), ("emotion", "wry"), ("emotion", "Twin:calm"), ("other", "Winter")]);
    assert_eq!(main.body.list("variants").len(), 3);
    let kinds: Vec<(Kind, &str)> = file.entities.iter().map(|entity| (entity.kind, entity.name())).collect();
    assert_eq!(kinds[1..3], [(Kind::Lorebook, "Ferry Reach"), (Kind::Lorebook, "Tides")]);
    assert_eq!(kinds[3].0, Kind::Regex);
    let links = |list: &str| main.body.list(list).iter().filter_map(Link::from_value).count();
    assert_eq!((links("knowledgeRefs"), links("behaviorRefs")), (2, 1));
}

#[test]
fn a_picture_is_found_behind_a_leading_slash() {
    let file = read(sample("modules.charx"), "lumiverse");
    let portrait = file.main().body.text("variants[0].overrides.media.portrait.ref").map(str::to_owned);
    assert_eq!(portrait.as_deref(), Some("embeded://assets/icon/image/av1.png"));
}

#[test]
fn an_edit_of_a_module_changes_the_modules_alone_and_every_other_entry_stays() {
    let file = read(sample("modules.charx"), "lumiverse");
    let mut entities = file.entities.clone();
    entities[0].body.set(&Path::of("variants[0].overrides.identity.description"), json!("{{char}} wears tar."));
    let (written, _) = file.write(&entities, "lumiverse", ContainerId::Zip);
    let names = |zip: &Bytes| {
        let archive = Archive::read(zip, &Limits::default()).unwrap();
        archive.entries().iter().map(|entry| entry.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&written.bytes), names(&file.bytes));
    for name in names(&file.bytes) {
        let (old, new) = (entry(&file.bytes, &name).unwrap(), entry(&written.bytes, &name).unwrap());
        if name == "lumiverse_modules.json" {
            let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
            assert_eq!(text(new), text(old).replace("{{char}} wears oilskins.", "{{char}} wears tar."));
        } else {
            assert!(old == new, "{name} changed");
        }
    }
}

#[test]
fn an_edit_of_the_card_leaves_the_modules_alone() {
    let file = read(sample("modules.charx"), "lumiverse");
    let mut entities = file.entities.clone();
    entities[0].body.set(&Path::of("persona.scenario"), json!("Dawn on the quay."));
    let (written, _) = file.write(&entities, "lumiverse", ContainerId::Zip);
    let text = |zip: &Bytes| String::from_utf8(entry(zip, "card.json").unwrap()).unwrap();
    assert_eq!(text(&written.bytes), text(&file.bytes).replace("Dusk on the quay.", "Dawn on the quay."));
    assert_eq!(entry(&written.bytes, "lumiverse_modules.json"), entry(&file.bytes, "lumiverse_modules.json"));
}

#[test]
fn books_and_scripts_of_the_modules_go_back_where_they_came_from() {
    let file = read(sample("modules.charx"), "lumiverse");
    let mut entities = file.entities.clone();
    entities[2].body.set(&Path::of("entries[0].content"), json!("High water is early."));
    entities[3].body.set(&Path::of("rules[0].replace"), json!("<b>$&</b>"));
    let (written, notes) = file.write(&entities, "lumiverse", ContainerId::Zip);
    let modules = json_of(&entry(&written.bytes, "lumiverse_modules.json").unwrap());
    assert_eq!(modules["world_books"][1]["entries"][0]["content"], "High water is early.");
    assert_eq!(
        modules["world_books"][0],
        json_of(&entry(&file.bytes, "lumiverse_modules.json").unwrap())["world_books"][0]
    );
    assert_eq!(modules["regex_scripts"][0]["replace_string"], "<b>$&</b>");
    assert_eq!(modules["regex_scripts"][0]["target"], "display", "a target that came as one word stays one");
    assert_eq!(notes.reasons(), []);
    assert_eq!(entry(&written.bytes, "card.json"), entry(&file.bytes, "card.json"));
}

#[test]
fn json_from_an_archive_holds_its_pictures_and_is_refused_when_they_are_not_at_hand() {
    let file = read(sample("modules.charx"), "lumiverse");
    let (written, _) = file.write(&file.entities, "lumiverse", ContainerId::Json);
    let extensions = &json_of(&written.bytes)["data"]["extensions"];
    for pointer in ["/expressions/mappings/calm", "/expression_groups/Twin/calm", "/alternate_avatars/0/image_id"] {
        let text = extensions.pointer(pointer).and_then(Value::as_str).unwrap_or_else(|| panic!("{pointer}"));
        assert!(text.starts_with("data:image/png;base64,"), "{pointer}: {text}");
    }
    assert_eq!(
        extensions["expressions"]["mappings"]["lost"], "assets/other/image/expr_lost.png",
        "a path without a file stays"
    );
    let ask =
        Ask { container: Some(ContainerId::Json), linked: &file.entities[1..], ..Ask::of(&ficha_formats::NoMedia) };
    let refused = format("lumiverse").unwrap().encode(file.main(), &ask, &mut Notes::new()).unwrap_err();
    assert_eq!(refused.code(), "cannot-express");
    assert!(refused.to_string().contains("assets/other/image/expr_calm.png"), "{refused}");
}

#[test]
fn an_archive_made_from_a_card_has_its_extras_among_the_modules() {
    let file = read(sample("card.json"), "lumiverse");
    let (written, _) = file.write(&file.entities, "lumiverse", ContainerId::Zip);
    let modules = json_of(&entry(&written.bytes, "lumiverse_modules.json").expect("modules"));
    assert_eq!(modules["version"], 1);
    assert_eq!(modules["expressions"]["mappings"]["wry"], "assets/other/image/expr_wry.png");
    assert!(entry(&written.bytes, "assets/other/image/expr_wry.png").is_some());
    assert_eq!(modules["expression_groups"]["groups"]["Twin"]["calm"], "0198f001-0000-7000-8000-0000000000a2");
    assert_eq!(modules["alternate_avatars"][0]["path"], "0198f001-0000-7000-8000-0000000000b1");
    let card = json_of(&entry(&written.bytes, "card.json").unwrap());
    assert_eq!(card["data"]["extensions"].get("expressions"), None);
    let back = read(written.bytes, "lumiverse");
    assert_eq!(back.main().body.list("variants"), file.main().body.list("variants"));
}

#[test]
fn labels_that_clean_to_one_name_get_files_of_their_own() {
    let picture = |letter: &str| format!("data:image/png;base64,iVBORw0KGgo{letter}");
    let mappings = json!({"喜": picture("AAAA"), "悲": picture("BBBB")});
    let text = card(&json!({"expressions": {"enabled": true, "mappings": mappings}})).to_string();
    let file = read(text.into_bytes(), "lumiverse");
    let (written, _) = file.write(&file.entities, "lumiverse", ContainerId::Zip);
    let modules = json_of(&entry(&written.bytes, "lumiverse_modules.json").unwrap());
    let names: Vec<&str> =
        modules["expressions"]["mappings"].as_object().unwrap().values().filter_map(Value::as_str).collect();
    assert_ne!(names[0], names[1]);
}

#[test]
fn unknown_places_of_a_rule_come_back_word_for_word_and_an_unknown_macro_mode_is_none() {
    let file = read(sample("regex-odd.json"), "lumiverse-regex");
    let rule = &file.main().body.list("rules")[0];
    assert_eq!(rule["phases"], json!(["output", "wire:smoke_signal", "wire:4"]));
    assert_eq!(rule.get("substituteFind"), None);
    let mut entities = file.entities.clone();
    entities[0].body.set(&Path::of("rules[0].label"), json!("Renamed"));
    let (written, _) = file.write(&entities, "lumiverse-regex", ContainerId::Json);
    let row = &json_of(&written.bytes)["scripts"][0];
    assert_eq!(
        (&row["substitute_macros"], &row["user_id"], &row["future"]),
        (&json!("twice"), &json!("somebody"), &json!(true))
    );
}

#[test]
fn a_persona_from_nothing_has_its_required_keys_and_no_possessive() {
    let body = json!({"name": "Rill"}).into();
    let entity = Entity::new(Kind::Persona, "rill", body);
    let ask = Ask::of(&ficha_formats::NoMedia);
    let written = format("lumiverse-persona").unwrap().encode(&entity, &ask, &mut Notes::new()).unwrap();
    let wanted = json!({"name": "Rill", "description": "", "subjective_pronoun": "", "objective_pronoun": ""});
    assert_eq!(json_of(&written.bytes), wanted);
}

#[test]
fn the_book_of_a_persona_is_a_link_to_its_own_account() {
    let file = read(sample("persona.json"), "lumiverse-persona");
    let link = Link::from_value(&file.main().body.list("knowledgeRefs")[0]);
    let id = "0198a000-0000-7000-8000-000000000001".to_owned();
    assert_eq!(link, Some(Link::Foreign { platform: "lumiverse".to_owned(), id }));
    assert_eq!(file.main().body.text("presentation.imageUrl"), Some("isolde.png"));
    assert_eq!(file.main().body.text("identity.tagline"), Some("harbour pilot"));
}

#[test]
fn categories_are_groups_and_variables_one_prompt_in_front() {
    let file = read(sample("preset.json"), "lumiverse-preset");
    let body = &file.main().body;
    let names =
        |list: &str| body.list(list).iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(names("groups"), ["Voice", "Chat"]);
    let first = &body.list("prompts")[0];
    assert_eq!(first["id"], "lumiverseVariableDefaults");
    let lines =
        "{{if !{{hasvar::tone}}}}{{setvar::tone::dry}}{{/if}}\n{{if !{{hasvar::depth}}}}{{setvar::depth::3}}{{/if}}";
    assert_eq!(first["content"], lines, "the first of a name counts, and what macros would read is left out");
    let by_name = |name: &str| body.list("prompts").iter().find(|row| row["name"] == name).unwrap().clone();
    assert_eq!(by_name("A block with an unlucky id")["id"], "__lumiverse_block_chatHistory");
    assert_eq!(by_name("History")["markerSlot"], "chatHistory");
    assert_eq!(
        (&by_name("Reminder")["placement"], &by_name("Reminder")["injectionDepth"]),
        (&json!("in_chat"), &json!(2))
    );
    assert_eq!(
        (&by_name("Last word")["placement"], &by_name("Last word")["injectionDepth"]),
        (&json!("in_chat"), &json!(0))
    );
    assert_eq!(by_name("Main")["forbidOverrides"], json!(true));
}

#[test]
fn an_edited_preset_leaves_as_sillytaverns_and_the_wrapper_never() {
    for name in ["preset-wrapper.json", "preset.json"] {
        let file = read(sample(name), "lumiverse-preset");
        let (same, _) = file.write(&file.entities, "lumiverse-preset", ContainerId::Json);
        assert_eq!(same.bytes, file.bytes, "{name}: unedited");
        let mut entities = file.entities.clone();
        entities[0].body.set(&Path::of("systemPrompts.continueNudge"), json!("[On.]"));
        let (written, _) = file.write(&entities, "lumiverse-preset", ContainerId::Json);
        let flat = json_of(&written.bytes);
        assert_eq!(flat["continue_nudge_prompt"], "[On.]");
        assert!(flat.get("preset").is_none() && flat.get("blocks").is_none() && flat["prompts"].is_array(), "{name}");
        let back = read(written.bytes, "lumiverse-preset");
        let named = |one: &Entity| {
            one.body.list("groups").iter().map(|group| (group["id"].clone(), group["name"].clone())).collect::<Vec<_>>()
        };
        assert_eq!(named(back.main()), named(&entities[0]), "{name}");
    }
}

#[test]
fn scopes_of_an_archive_are_never_widened() {
    let file = read(sample("account.lvbak"), "lumiverse-archive");
    let sets: Vec<(&str, Vec<&str>)> = file
        .entities
        .iter()
        .filter(|entity| entity.kind == Kind::Regex)
        .map(|set| (set.name(), set.body.list("rules").iter().filter_map(|rule| rule["label"].as_str()).collect()))
        .collect();
    assert_eq!(
        sets,
        [
            ("Scripts of the account", vec!["everywhere", "older-word"]),
            ("Scripts of Mirren Vale", vec!["of-mirren", "owned-before-scope"]),
            ("Scripts of Archive voice", vec!["of-preset", "of-preset-column"]),
            ("Scripts of single chats", vec!["in-a-chat"]),
            ("Scripts of ch-77", vec!["of-someone-else"]),
        ]
    );
    let failed: Vec<&str> = file
        .notes
        .list()
        .iter()
        .filter(|note| note.code == NoteCode::RowFailed)
        .filter_map(|note| note.place.pointer.as_deref())
        .collect();
    for row in [
        "/regex_scripts/7",
        "/regex_scripts/8",
        "/regex_scripts/9",
        "/characters/3",
        "/world_book_entries/2",
        "/presets/1",
    ] {
        assert!(failed.contains(&row), "{row} is not among {failed:?}");
    }
}

#[test]
fn rows_of_an_archive_find_each_other_and_their_pictures() {
    let file = read(sample("account.lvbak"), "lumiverse-archive");
    let named =
        |kind: Kind, name: &str| file.entities.iter().find(|one| one.kind == kind && one.name() == name).unwrap();
    let mirren = named(Kind::Character, "Mirren Vale");
    let book = named(Kind::Lorebook, "Ferry Reach");
    let set = named(Kind::Regex, "Scripts of Mirren Vale");
    let links = |one: &Entity, list: &str| one.body.list(list).iter().filter_map(Link::from_value).collect::<Vec<_>>();
    assert_eq!(links(mirren, "knowledgeRefs"), [Link::Entity(book.id.clone())]);
    assert_eq!(links(mirren, "behaviorRefs"), [Link::Entity(set.id.clone())]);
    assert_eq!(links(named(Kind::Persona, "Isolde Marrow"), "knowledgeRefs"), [Link::Entity(book.id.clone())]);
    for (path, entry) in [
        ("media.portrait.ref", "embeded://files/images/img-1.png"),
        ("variants[0].overrides.media.portrait.ref", "embeded://files/images/img-2.png"),
    ] {
        assert_eq!(mirren.body.text(path), Some(entry));
    }
    assert!(ficha_formats::picture(mirren, "embeded://files/images/img-1.png", &file).is_some());
    let entry = &book.body.list("entries")[1];
    assert_eq!(
        (&entry["position"], &entry["outletName"], &entry["id"]),
        (&json!("outlet"), &json!("lights"), &json!("e2"))
    );
    assert_eq!(entry["triggers"][0], json!({"keyword": "a/b", "isRegex": true}));
}

#[test]
fn an_archive_of_another_version_is_named_and_not_read() {
    let manifest = r#"{"producer": "lumiverse", "schemaVersion": 2}"#;
    let source = open(zip(&[("manifest.json", manifest), ("database/characters.ndjson", "{}\n")]));
    assert!(bids(&source).is_empty());
    let refusal = source.refusal().expect("a refusal");
    assert_eq!(refusal.code(), "unsupported");
    assert!(refusal.to_string().contains("version 2"), "{refusal}");
}

#[test]
fn secrets_and_vectors_of_an_archive_are_not_read() {
    let file = read(sample("account.lvbak"), "lumiverse-archive");
    assert!(file.notes.has(NoteCode::HoldsPrivateData));
    let said: Vec<&str> = file
        .notes
        .list()
        .iter()
        .filter(|note| note.code == NoteCode::SkippedRows)
        .filter_map(|note| note.place.entry.as_deref())
        .collect();
    for entry in ["lancedb/", "database/chats.ndjson", "database/packs.ndjson", "database/settings.ndjson"] {
        assert!(said.contains(&entry), "{entry} is not among {said:?}");
    }
}

#[test]
fn logic_and_positions_mean_what_lumiverse_means() {
    let file = read(sample("lorebook.json"), "lumiverse-lorebook");
    let words = |key: &str| {
        let rows = file.main().body.list("entries").iter();
        rows.map(|row| row[key].as_str().unwrap_or("").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(words("selectiveLogic"), ["and_all", "and_all", "not_any", "and_all", "and_any"]);
    assert_eq!(words("position"), ["world", "depth", "outlet", "lumiverse:7", "author_note_bottom"]);
    assert!(file.notes.has(NoteCode::LogicMayBeForeign));
    assert_eq!(file.main().body.list("entries")[3]["probability"], json!(35), "off, with its number");
}
