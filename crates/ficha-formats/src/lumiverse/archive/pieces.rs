//! From rows to pieces: each row as the file the app would export for it, read by that file's own format.
//!
//! Links between rows become links between pieces where both are in the archive; pictures are named by their entry.

use std::collections::{BTreeMap, BTreeSet};

use ficha_container::Place;
use ficha_container::archive::Archive;
use ficha_json::{Style, to_text};
use ficha_model::{Entity, Kind, Link, Path, SourceRecord};
use serde_json::{Map, Value, json};

use super::owners::{Owner, owner};
use super::tables::{Row, Table};
use crate::format::{Blob, Decoded, Format};
use crate::lumiverse::{character, lorebook, persona, preset, regex};
use crate::notes::{NoteCode, Notes};
use crate::source::Source;

/// Columns of the database that no export has.
const OF_THE_DATABASE: [&str; 6] = ["user_id", "deleting", "created_at", "updated_at", "cache_revision", "provider"];

/// A picture of the archive.
struct Picture {
    path: String,
    mime: Option<String>,
}

/// The pieces of an archive as they are found.
pub(super) struct Pieces<'a> {
    source: &'a Source,
    archive: &'a Archive,
    pictures: BTreeMap<String, Picture>,
    /// Pictures of characters beside the portrait: the character, the picture, its caption.
    gallery: Vec<(String, String, Option<String>)>,
    taken: BTreeSet<(Kind, String)>,
    /// Ids of books by the account's ids.
    book_ids: BTreeMap<String, String>,
    /// Places among the characters by the account's ids.
    character_places: BTreeMap<String, usize>,
    preset_names: BTreeMap<String, String>,
    characters: Vec<Entity>,
    others: Vec<Entity>,
    blobs: Vec<Blob>,
}

impl<'a> Pieces<'a> {
    pub fn new(source: &'a Source, archive: &'a Archive) -> Pieces<'a> {
        Pieces {
            source,
            archive,
            pictures: BTreeMap::new(),
            gallery: Vec::new(),
            taken: BTreeSet::new(),
            book_ids: BTreeMap::new(),
            character_places: BTreeMap::new(),
            preset_names: BTreeMap::new(),
            characters: Vec::new(),
            others: Vec::new(),
            blobs: Vec::new(),
        }
    }

    /// Every piece: characters with what came inside them first, then the rest in the order of the tables.
    pub fn finish(self) -> Decoded {
        let mut entities = self.characters;
        entities.extend(self.others);
        Decoded { entities, blobs: self.blobs }
    }

    fn has(&self, path: &str) -> bool {
        self.archive.find(path).is_some_and(|entry| entry.name == path)
    }

    /// Reads a value as the file it is the content of.
    fn read(&mut self, format: &dyn Format, value: &Value, row: &Row, notes: &mut Notes) -> Option<Vec<Entity>> {
        let text = to_text(value, Style::Pretty(2));
        let mut inner = Notes::new();
        let decoded = Source::open(text.into_bytes(), None, self.source.limits())
            .and_then(|file| format.decode(&file, &mut inner));
        let decoded = match decoded {
            Ok(decoded) => decoded,
            Err(refusal) => {
                row.failed(&format!("{refusal}."), notes);
                return None;
            }
        };
        notes.extend(inner.into_list().into_iter().map(|mut note| {
            let pointer = note.place.pointer.take().unwrap_or_default();
            note.place = Place { pointer: Some(format!("{}{pointer}", row.at)), ..Place::entry(&row.entry) };
            note
        }));
        self.blobs.extend(decoded.blobs);
        let mut entities = decoded.entities;
        for entity in &mut entities {
            let inside = entity.source.as_ref().and_then(|source| source.pointer.clone()).unwrap_or_default();
            entity.source = Some(SourceRecord {
                format: super::ID.to_owned(),
                container: self.source.container().word().to_owned(),
                file_name: self.source.file_name().map(str::to_owned),
                pointer: Some(format!("{}{inside}", row.at)),
                ..SourceRecord::default()
            });
        }
        Some(self.freed(entities))
    }

    /// Gives pieces ids that no other piece has; links among them follow.
    fn freed(&mut self, mut entities: Vec<Entity>) -> Vec<Entity> {
        let mut renamed: Vec<(Kind, String, String)> = Vec::new();
        for entity in &mut entities {
            let base = entity.id.clone();
            let is_free = |id: &String| !self.taken.contains(&(entity.kind, id.clone()));
            let id = Some(base.clone()).filter(is_free);
            let id = id.or_else(|| (2..).map(|count| format!("{base}-{count}")).find(is_free)).unwrap_or(base);
            self.taken.insert((entity.kind, id.clone()));
            if id != entity.id {
                renamed.push((entity.kind, entity.id.clone(), id.clone()));
                entity.id = id;
            }
        }
        for (list, kind) in [("knowledgeRefs", Kind::Lorebook), ("behaviorRefs", Kind::Regex)] {
            for entity in &mut entities {
                for index in 0..entity.body.list(list).len() {
                    let at = Path::of(list).index(index);
                    let Some(Link::Entity(id)) = entity.body.get(&at).and_then(Link::from_value) else { continue };
                    if let Some((.., new)) = renamed.iter().find(|(of, old, _)| *of == kind && *old == id) {
                        entity.body.set(&at, Link::Entity(new.clone()).to_value());
                    }
                }
            }
        }
        entities
    }

    pub fn images(&mut self, table: &Table) {
        for row in &table.rows {
            if let (Some(id), Some(name)) = (row.text("id"), row.text("filename")) {
                let path = format!("files/images/{name}");
                if self.has(&path) {
                    let mime = row.text("mime_type").map(str::to_owned);
                    self.pictures.insert(id.to_owned(), Picture { path, mime });
                }
            }
        }
    }

    pub fn gallery(&mut self, table: &Table) {
        let mut rows: Vec<&Row> = table.rows.iter().collect();
        rows.sort_by(|a, b| a.number("sort_order").unwrap_or(0.0).total_cmp(&b.number("sort_order").unwrap_or(0.0)));
        for row in rows {
            if let (Some(character), Some(image)) = (row.text("character_id"), row.text("image_id")) {
                let caption = row.text("caption").map(str::to_owned);
                self.gallery.push((character.to_owned(), image.to_owned(), caption));
            }
        }
    }

    /// A picture of the account as the body has it.
    fn asset(&self, image: &str, role: &str, label: Option<&str>) -> Option<Value> {
        let picture = self.pictures.get(image)?;
        let mut asset = Map::new();
        asset.insert("role".to_owned(), json!(role));
        if let Some(label) = label {
            asset.insert("label".to_owned(), json!(label));
        }
        asset.insert("ref".to_owned(), json!(format!("embeded://{}", picture.path)));
        if let Some(mime) = &picture.mime {
            asset.insert("mime".to_owned(), json!(mime));
        }
        Some(Value::Object(asset))
    }

    /// The portrait of a row: the file of its avatar, else one of its pictures.
    fn portrait(&self, row: &Row, images: &[Option<&str>], notes: &mut Notes) -> Option<Value> {
        let avatar = row.text("avatar_path").map(|name| {
            let file = name.rsplit('/').next().unwrap_or(name);
            format!("files/avatars/{file}")
        });
        if let Some(path) = avatar.as_ref().filter(|path| self.has(path)) {
            return Some(json!({"role": "portrait", "ref": format!("embeded://{path}")}));
        }
        let found = images.iter().flatten().find_map(|image| self.asset(image, "portrait", None));
        let missing = avatar.or_else(|| images.iter().flatten().next().map(|id| (*id).to_owned()));
        if let (None, Some(missing)) = (&found, missing) {
            let text = format!("The picture {missing} is not in the archive.");
            notes.warn(NoteCode::DanglingAsset, row.place(), text);
        }
        found
    }

    pub fn books(&mut self, books: &Table, entries: &Table, notes: &mut Notes) {
        let mut by_book: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
        let known: BTreeSet<&str> = books.rows.iter().filter_map(|row| row.text("id")).collect();
        for row in &entries.rows {
            match row.text("world_book_id").filter(|id| known.contains(id)) {
                Some(id) => by_book.entry(id).or_default().push(entry(row, notes)),
                None => row.failed("its world book is not in the archive.", notes),
            }
        }
        for row in &books.rows {
            let id = row.text("id").unwrap_or("");
            let mut row = copy(row, OF_THE_DATABASE.as_slice());
            row.unpack(&["metadata"], notes);
            let mut book = Map::new();
            book.insert("version".to_owned(), json!(1));
            book.insert("type".to_owned(), json!("lumiverse_world_book"));
            book.extend(row.without(&["id"]));
            book.insert("entries".to_owned(), Value::Array(by_book.remove(id).unwrap_or_default()));
            let Some(read) = self.read(&lorebook::LOREBOOK, &Value::Object(book), &row, notes) else { continue };
            if let (Some(book), false) = (read.first(), id.is_empty()) {
                self.book_ids.insert(id.to_owned(), book.id.clone());
            }
            self.others.extend(read);
        }
    }

    pub fn personas(&mut self, table: &Table, notes: &mut Notes) {
        for row in &table.rows {
            let mut row = copy(row, &["user_id"]);
            row.unpack(&["metadata"], notes);
            row.switches(&["is_default", "is_narrator"]);
            for required in ["name", "description", "subjective_pronoun", "objective_pronoun"] {
                row.columns.entry(required.to_owned()).or_insert_with(|| json!(""));
            }
            let value = Value::Object(row.columns.clone());
            let Some(mut read) = self.read(&persona::Persona, &value, &row, notes) else { continue };
            let portrait = self.portrait(&row, &[row.text("image_id")], notes);
            if let Some(persona) = read.first_mut() {
                if let Some(portrait) = portrait {
                    persona.body.set(&Path::of("media.portrait"), portrait);
                }
                let book = row.text("attached_world_book_id");
                match book.map(|id| (id, self.book_ids.get(id))) {
                    Some((_, Some(own))) => {
                        persona.body.set(&Path::of("knowledgeRefs[0]"), Link::Entity(own.clone()).to_value());
                    }
                    Some((id, None)) => {
                        let text = format!("The world book {id} of this persona is not in the archive.");
                        notes.warn(NoteCode::LinkLeft, row.place(), text);
                    }
                    None => {}
                }
            }
            self.others.extend(read);
        }
    }

    pub fn characters(&mut self, table: &Table, notes: &mut Notes) {
        for row in &table.rows {
            let id = row.text("id").unwrap_or("").to_owned();
            if row.number("deleting").is_some_and(|flag| flag != 0.0) {
                notes.info(NoteCode::SkippedRows, row.place(), "The account was deleting this character.");
                continue;
            }
            let mut row = copy(row, &["user_id"]);
            row.unpack(&["extensions", "tags", "alternate_greetings"], notes);
            let linked = self.linked_books(&row, notes);
            let card = card(&row, !linked.is_empty());
            let Some(mut read) = self.read(&character::Character, &card, &row, notes) else { continue };
            let extensions = row.columns.get("extensions").cloned().unwrap_or(Value::Null);
            let crop = extensions.get("avatar_crop_image_id").and_then(Value::as_str);
            let portrait = self.portrait(&row, &[row.text("image_id"), crop], notes);
            let assets = self.assets(&id, &extensions);
            if let Some(character) = read.first_mut() {
                if let Some(mut portrait) = portrait {
                    if let Value::Object(portrait) = &mut portrait {
                        portrait.insert("primary".to_owned(), json!(true));
                    }
                    character.body.set(&Path::of("media.portrait"), portrait);
                }
                if !assets.is_empty() {
                    let all: Vec<Value> = character.body.list("media.assets").iter().cloned().chain(assets).collect();
                    character.body.set(&Path::of("media.assets"), Value::Array(all));
                }
                let links: Vec<Value> = character.body.list("knowledgeRefs").iter().cloned().chain(linked).collect();
                if !links.is_empty() {
                    character.body.set(&Path::of("knowledgeRefs"), Value::Array(links));
                }
                for index in 0..character.body.list("variants").len() {
                    self.place_avatar(character, index);
                }
            }
            self.character_places.insert(id, self.characters.len());
            self.characters.extend(read);
        }
    }

    /// Links to the books of a character that are in the archive.
    fn linked_books(&self, row: &Row, notes: &mut Notes) -> Vec<Value> {
        let extensions = row.columns.get("extensions");
        let ids = extensions.and_then(|extensions| extensions.get("world_book_ids")).and_then(Value::as_array);
        let single = extensions.and_then(|extensions| extensions.get("world_book_id")).and_then(Value::as_str);
        let all = ids.into_iter().flatten().filter_map(Value::as_str).chain(single);
        let mut links = Vec::new();
        for id in all {
            match self.book_ids.get(id) {
                Some(own) => {
                    let link = Link::Entity(own.clone()).to_value();
                    if !links.contains(&link) {
                        links.push(link);
                    }
                }
                None => {
                    let text = format!("The world book {id} of this character is not in the archive.");
                    notes.warn(NoteCode::LinkLeft, row.place(), text);
                }
            }
        }
        links
    }

    /// Expressions and gallery of a character, as far as their files are there.
    fn assets(&self, id: &str, extensions: &Value) -> Vec<Value> {
        let mut assets = Vec::new();
        let mappings = extensions.get("expressions").and_then(|all| all.get("mappings")).and_then(Value::as_object);
        for (label, image) in mappings.into_iter().flatten() {
            assets.extend(image.as_str().and_then(|image| self.asset(image, "emotion", Some(label))));
        }
        let groups = extensions.get("expression_groups").and_then(Value::as_object);
        for (name, group) in groups.into_iter().flatten() {
            for (label, image) in group.as_object().into_iter().flatten() {
                let label = format!("{name}:{label}");
                assets.extend(image.as_str().and_then(|image| self.asset(image, "emotion", Some(&label))));
            }
        }
        for (_, image, caption) in self.gallery.iter().filter(|(character, ..)| character == id) {
            assets.extend(self.asset(image, "other", caption.as_deref()));
        }
        for row in extensions.get("alternate_avatars").and_then(Value::as_array).into_iter().flatten() {
            let label = row.get("label").and_then(Value::as_str).map(str::trim).unwrap_or("");
            let image = row.get("image_id").and_then(Value::as_str);
            assets.extend(image.and_then(|image| self.asset(image, "other", Some(label))));
        }
        assets
    }

    /// The picture of a variant by its file, when that is there.
    fn place_avatar(&self, character: &mut Entity, index: usize) {
        let at = Path::of(&format!("variants[{index}].overrides.media.portrait"));
        let image = character.body.get(&at).and_then(|portrait| portrait.get("ref")?.as_str()).map(str::to_owned);
        if let Some(asset) = image.and_then(|image| self.asset(&image, "portrait", None)) {
            character.body.set(&at, asset);
        }
    }

    pub fn presets(&mut self, table: &Table, notes: &mut Notes) {
        for row in &table.rows {
            let mut row = copy(row, OF_THE_DATABASE.as_slice());
            row.unpack(&["parameters", "prompt_order", "prompts", "metadata"], notes);
            let Some(value) = preset::of_row(&row.columns) else {
                row.failed("it holds no blocks.", notes);
                continue;
            };
            let Some(read) = self.read(&preset::Preset, &value, &row, notes) else { continue };
            if let (Some(id), Some(preset)) = (row.text("id"), read.first()) {
                self.preset_names.insert(id.to_owned(), preset.name().to_owned());
            }
            self.others.extend(read);
        }
    }

    pub fn regex(&mut self, table: &Table, notes: &mut Notes) {
        let mut sets: Vec<(Owner, Vec<&Row>)> = Vec::new();
        for row in &table.rows {
            match owner(row) {
                Err(why) => row.failed(&why, notes),
                Ok(owner) => match sets.iter_mut().find(|(known, _)| *known == owner) {
                    Some((_, rows)) => rows.push(row),
                    None => sets.push((owner, vec![row])),
                },
            }
        }
        for (owner, rows) in sets {
            let Some(first) = rows.first() else { continue };
            let scripts: Vec<Value> = rows.iter().map(|row| script(row, notes)).collect();
            let value = json!({"version": 1, "type": "lumiverse_regex_scripts", "scripts": scripts});
            let first = copy(first, &[]);
            let Some(mut read) = self.read(&regex::Scripts, &value, &first, notes) else { continue };
            let place = match &owner {
                Owner::Character(id) => self.character_places.get(id).copied(),
                Owner::Account | Owner::Preset(_) | Owner::Chats => None,
            };
            let character = place.and_then(|place| self.characters.get(place)).map(|found| found.name().to_owned());
            let name = match &owner {
                Owner::Account => "Scripts of the account".to_owned(),
                Owner::Chats => "Scripts of single chats".to_owned(),
                Owner::Character(id) => format!("Scripts of {}", character.as_ref().unwrap_or(id)),
                Owner::Preset(id) => format!("Scripts of {}", self.preset_names.get(id).unwrap_or(id)),
            };
            if owner == Owner::Chats {
                let text =
                    "Scripts of single chats are in a set of their own; which chat each was for stays in its row.";
                notes.info(NoteCode::Adapted, first.place(), text);
            }
            for set in &mut read {
                self.taken.remove(&(set.kind, set.id.clone()));
                set.id = ficha_model::canonical_id(&name);
                set.body.set(&Path::of("name"), json!(name));
            }
            let read = self.freed(read);
            if let (Some(character), Some(set)) = (place.and_then(|place| self.characters.get_mut(place)), read.first())
            {
                let link = Link::Entity(set.id.clone()).to_value();
                let links: Vec<Value> = character.body.list("behaviorRefs").iter().cloned().chain([link]).collect();
                character.body.set(&Path::of("behaviorRefs"), Value::Array(links));
            }
            self.others.extend(read);
        }
    }
}

/// A row of its own, without these columns.
fn copy(row: &Row, without: &[&str]) -> Row {
    Row { columns: row.without(without), at: row.at.clone(), entry: row.entry.clone() }
}

/// An entry as the app exports it.
fn entry(row: &Row, notes: &mut Notes) -> Value {
    let of_the_table = ["world_book_id", "vector_index_status", "vector_indexed_at", "vector_index_error"];
    let mut row = copy(row, &[OF_THE_DATABASE.as_slice(), &of_the_table].concat());
    row.unpack(&["key", "keysecondary", "extensions"], notes);
    row.switches(&[
        "selective",
        "constant",
        "disabled",
        "group_override",
        "use_probability",
        "case_sensitive",
        "match_whole_words",
        "use_regex",
        "prevent_recursion",
        "exclude_recursion",
        "delay_until_recursion",
        "vectorized",
    ]);
    let mut columns = row.without(&["id"]);
    if row.text("uid").is_none()
        && let Some(id) = row.text("id")
    {
        columns.insert("uid".to_owned(), json!(id));
    }
    Value::Object(columns)
}

/// A script as the app exports it.
fn script(row: &Row, notes: &mut Notes) -> Value {
    let mut row = copy(row, &["user_id"]);
    row.unpack(&["placement", "trim_strings", "actions", "metadata"], notes);
    // Older rows hold one bare word.
    if row.text("target").is_some_and(|text| text.trim_start().starts_with('[')) {
        row.unpack(&["target"], notes);
    }
    row.switches(&["run_on_edit", "disabled"]);
    Value::Object(row.columns)
}

/// A character as a card. `linked`: its books are in the archive, so the copy inside the row is not a book of its own.
fn card(row: &Row, linked: bool) -> Value {
    let mut extensions = match row.columns.get("extensions") {
        Some(Value::Object(extensions)) => extensions.clone(),
        Some(_) | None => Map::new(),
    };
    let mut data = Map::new();
    let texts = [
        "name",
        "description",
        "personality",
        "scenario",
        "first_mes",
        "mes_example",
        "creator",
        "creator_notes",
        "system_prompt",
        "post_history_instructions",
        "tags",
        "alternate_greetings",
    ];
    for key in texts {
        if let Some(value) = row.columns.get(key) {
            data.insert(key.to_owned(), value.clone());
        }
    }
    if let Some(version) = extensions.shift_remove("character_version") {
        data.insert("character_version".to_owned(), version);
    }
    if let Some(book) = extensions.shift_remove("character_book").filter(|_| !linked) {
        data.insert("character_book".to_owned(), book);
    }
    data.insert("extensions".to_owned(), Value::Object(extensions));
    json!({"spec": "chara_card_v3", "spec_version": "3.0", "data": data})
}
