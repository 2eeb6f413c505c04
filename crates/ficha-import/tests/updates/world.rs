//! An invented card in two versions, and the finished world of the first, with records as an import leaves them.

use std::collections::BTreeMap;
use std::path::Path;

use bytes::Bytes;
use ficha_convert::NormalizedCard;
use ficha_formats::media::sha256;
use ficha_import::card::itemise;
use ficha_import::records::{
    About, Choices, Classification, Classified, Document, EntityKind, Extracted, ImportKind, Line, Method, Phase,
    Pieces, Provenance, Record, Role, Roster, RosterEntity, SettledBy, State, Upload, WorldFiles,
};
use ficha_import::run::{Outside, Unwatched};
use ficha_import::update::Newer;
use ficha_library::Library;
use ficha_library::worlds::WorldFolder;
use ficha_testkit::png;
use serde_json::{Value, json};

/// An entry of the invented book.
pub fn entry(title: &str, key: &str, text: &str) -> Value {
    json!({"comment": title, "keys": [key], "content": text, "enabled": true, "constant": false, "insertion_order": 1})
}

/// The first version.
pub fn first() -> Value {
    json!({"spec": "chara_card_v3", "spec_version": "3.0", "data": {
        "name": "Orla Fenwick", "description": "Orla keeps the quay light. She is patient with {{user}}.",
        "personality": "Dry and patient.", "scenario": "Rain on forty lamps.",
        "first_mes": "Rain ticks on the lamps.", "alternate_greetings": ["The wheel has stopped.", "Fog."],
        "mes_example": "", "creator_notes": "A harbour that sells light.", "tags": ["harbour"],
        "creator": "nobody", "character_version": "1.0", "system_prompt": "", "post_history_instructions": "",
        "group_only_greetings": [], "extensions": {},
        "character_book": {"entries": [
            entry("The light tax", "tax", "Every ship pays a coin for each lamp it passes."),
            entry("The mill", "mill", "The mill wheel stops when nobody watches the dark water at night."),
            entry("Ferry", "ferry", "The ferry leaves at dusk. It carries nine people. The ferryman counts them twice."),
            entry("The glazier", "glazier", "A glazier came after the storm and never left."),
            entry("Off", "off", "Nobody is told of this."),
        ]},
    }})
}

/// The second: the mill renamed, the ferry reworded, the glazier gone, a clerk new, another opening, an address.
pub fn second() -> Value {
    let mut card = first();
    let data = &mut card["data"];
    data["character_version"] = json!("2.0");
    data["tags"] = json!(["harbour", "rain"]);
    data["alternate_greetings"] = json!(["The wheel has stopped.", "Fog.", "A bell under the water."]);
    data["creator_notes"] = json!("A harbour that sells light. See https://pictures.invalid/lamp.png");
    let rows = data["character_book"]["entries"].as_array_mut().unwrap();
    rows[1]["comment"] = json!("The drowned mill");
    rows[2]["content"] = json!("The ferry leaves at dawn. It carries nine people. The ferryman counts them twice.");
    rows[3] = entry("The clerk", "clerk", "A runaway clerk hides among the lamp oil barrels.");
    card
}

/// A small picture without anything but pixels.
pub fn picture(width: u32) -> Vec<u8> {
    png::write(&png::noisy_picture(width, 4))
}

/// A card as it comes from the reader of cards.
pub fn normalized(card: &Value, picture: Option<Vec<u8>>) -> NormalizedCard {
    let text = serde_json::to_string_pretty(card).unwrap();
    let mut payload_sha256 = [0; 32];
    for (at, byte) in payload_sha256.iter_mut().enumerate() {
        let pair = &sha256(text.as_bytes())[at * 2..at * 2 + 2];
        *byte = u8::from_str_radix(pair, 16).unwrap();
    }
    NormalizedCard {
        data: card.clone(),
        text,
        payload_sha256,
        source_format: "chara_card_v3 JSON".to_owned(),
        picture: picture.map(Bytes::from),
        picture_unread: false,
        ignored: ficha_convert::Ignored::default(),
        urls: ficha_convert::addresses(card),
    }
}

/// The second card as it is handed to a start.
pub fn newer(card: &NormalizedCard) -> Newer<'_> {
    Newer { card, file_name: "orla v2.json", source_name: "source.json", source: card.text.as_bytes() }
}

/// Runs something with a clock that stands still.
pub fn outside<T>(then: impl FnOnce(&Outside<'_>) -> T) -> T {
    let now = || "2026-11-30T10:00:00Z".to_owned();
    let new_run = || "r2".to_owned();
    let seconds = || 0.0;
    then(&Outside {
        now: &now,
        new_run: &new_run,
        seconds: &seconds,
        app_version: "0.1.0",
        report_language: "en",
        model: false,
        watch: &Unwatched,
        pictures: &ficha_import::pictures::Ground::default(),
    })
}

/// What was chosen for the first card.
pub fn choices() -> Choices {
    Choices {
        world_name: "Lantern Quay".to_owned(),
        entries_off: vec![5],
        opening: Some(0),
        language: "en".to_owned(),
        upload: Upload {
            name: "orla.json".to_owned(),
            source_format: "chara_card_v3 JSON".to_owned(),
            ..Upload::default()
        },
        ..Choices::default()
    }
}

fn json_file(path: &str, value: &Value) -> (String, Vec<u8>) {
    (path.to_owned(), format!("{}\n", serde_json::to_string_pretty(value).unwrap()).into_bytes())
}

fn record<R: Record>(record: &R) -> (String, Vec<u8>) {
    (format!(".import/{}", R::FILE), record.to_bytes())
}

fn about(name: &str) -> Vec<About> {
    vec![About { name: name.to_owned(), kind: Some(EntityKind::Character), ..About::default() }]
}

/// The files of a finished world without a model.
pub fn files() -> Vec<(String, Vec<u8>)> {
    let card = first();
    let normalized = normalized(&card, Some(picture(4)));
    let pieces = itemise(&card, &choices(), "en").pieces;
    let lore = |title: &str, text: &str| json!({"title": title, "kind": "custom", "text": text, "scope": "listed", "known_by": [], "as_written": true});
    let mut documents = vec![json_file(
        "characters/orla-fenwick.json",
        &json!({"name": "Orla Fenwick", "description": "Orla keeps the quay light.", "personality": "Dry and patient."}),
    )];
    let mut extracted = Extracted::default();
    let from = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<String>>();
    let document = |reference: &str, ids: &[&str]| Document {
        reference: reference.to_owned(),
        from: from(ids),
        ..Document::default()
    };
    extracted.documents.push(document("characters/orla-fenwick", &["field:description", "field:personality"]));
    let ids = [("the-light-tax", 1), ("the-mill", 2), ("ferry", 3), ("the-glazier", 4)];
    for (id, number) in ids {
        let piece = pieces.iter().find(|piece| piece.id == format!("entry:{number}")).unwrap();
        documents.push(json_file(&format!("lore/{id}.json"), &lore(&piece.title, &piece.text)));
        extracted.documents.push(document(&format!("lore/{id}"), &[&format!("entry:{number}")]));
    }
    let mut classification = Classification::default();
    for piece in &pieces {
        let (role, who) = match piece.id.as_str() {
            "field:description" | "field:personality" => (Role::Character, about("Orla Fenwick")),
            "field:scenario" | "opening" => (Role::Scenario, Vec::new()),
            "field:creator_notes" => (Role::Irrelevant, Vec::new()),
            id if id.starts_with("entry:") && !piece.off => (Role::World, Vec::new()),
            _ => continue,
        };
        let what =
            Classified { roles: vec![role], about: who, settled_by: SettledBy::Structure, ..Classified::default() };
        classification.pieces.insert(piece.id.clone(), what);
    }
    let roster = Roster {
        entities: vec![RosterEntity {
            kind: EntityKind::Character,
            id: "orla-fenwick".to_owned(),
            name: "Orla Fenwick".to_owned(),
            pieces: from(&["field:description", "field:personality"]),
            ..RosterEntity::default()
        }],
        ..Roster::default()
    };
    let portrait = picture(4);
    let index = json!({"images": [{
        "path": "images/characters/orla-fenwick/reference.png", "role": "reference", "of": "characters/orla-fenwick",
        "origin": "uploaded", "original_name": "picture.png", "sha256": sha256(&portrait),
        "added_at": "2026-01-02T03:04:05Z",
    }]});
    let info = json!({
        "schema": "ficha-world/v1", "name": "Lantern Quay", "language": "en",
        "description": "A harbour that sells light.", "tags": ["harbour"], "author": "nobody",
        "opening": "Rain ticks on the lamps.",
        "alternate_openings": [{"text": "The wheel has stopped."}, {"text": "Fog."}],
        "cover": "images/cover.png", "start_places": ["quay"],
        "origin": {"kind": "card", "name": "Orla Fenwick", "version": "1.0", "at": "2026-01-02T03:04:05Z"},
        "created_at": "2026-01-02T03:04:05Z", "updated_at": "2026-01-02T03:04:05Z",
    });
    documents.push(json_file("places/quay.json", &json!({"name": "Quay", "description": "Forty lamps."})));
    documents.push(json_file("world.json", &info));
    let hashes: BTreeMap<String, String> =
        documents.iter().map(|(path, bytes)| (path.clone(), sha256(bytes))).collect();
    let line = Line {
        at: "2026-01-02T03:04:05Z".to_owned(),
        run: "r1".to_owned(),
        kind: ImportKind::Import,
        method: Method::Structure,
        card_name: "Orla Fenwick".to_owned(),
        language: "en".to_owned(),
        ..Line::default()
    };
    let mut files = documents;
    files.push(json_file("images/index.json", &index));
    files.push(("images/cover.png".to_owned(), portrait.clone()));
    files.push(("images/characters/orla-fenwick/reference.png".to_owned(), portrait.clone()));
    files.push((".import/source.json".to_owned(), normalized.text.clone().into_bytes()));
    files.push((".import/card.json".to_owned(), normalized.text.into_bytes()));
    files.push((".import/picture.png".to_owned(), portrait));
    files.push(record(&choices()));
    files.push(record(&Pieces { card_sha256: "0".repeat(64), pieces, ..Pieces::default() }));
    files.push(record(&classification));
    files.push(record(&roster));
    files.push(record(&extracted));
    files.push(record(&Provenance { lines: vec![line], ..Provenance::default() }));
    files.push(record(&WorldFiles { at: "2026-01-02T03:04:05Z".to_owned(), files: hashes, ..WorldFiles::default() }));
    files.push(record(&State {
        phase: Phase::Done,
        no_model: true,
        language: "en".to_owned(),
        report_language: "en".to_owned(),
        updated_at: "2026-01-02T03:04:05Z".to_owned(),
        ..State::default()
    }));
    files
}

/// A library with the world in it.
pub fn library(folder: &Path) -> (Library, WorldFolder) {
    let library = Library::open(folder).unwrap();
    let world = library.worlds().create("lantern-quay", &files()).unwrap();
    (library, world)
}

/// Everything below a folder, by path.
pub fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut out = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for path in std::fs::read_dir(&next).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
                out.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    out
}

/// What undoing gives back: everything but pictures, trash, check results and the lock.
pub fn undone_tree(world: &WorldFolder) -> BTreeMap<String, Vec<u8>> {
    let aside = ["images/", ".trash/", ".checks/", ".lock"];
    let kept = |path: &String| !aside.iter().any(|aside| path.starts_with(aside));
    tree(world.path()).into_iter().filter(|(path, _)| kept(path)).collect()
}
