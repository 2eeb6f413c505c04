//! Documents as data become the files of a world: the plan of a finish, without a disk.
//!
//! In this order: the person's decisions, the player's marker, the stand-in place and where people start, mending,
//! what people know, who knows of whom, what has to fit, picture and cover; then the whole world is checked. Not here:
//! moving files, the journal, the checks that weigh a world.
//!
//! The rule: nothing of a card is cut. What does not fit somewhere goes to lore, and whatever was dropped is said.

mod decide;
mod fit;
mod know;
mod mend;
mod overflow;
mod picture;
mod player;
mod provenance;
mod report;
mod starts;

use std::collections::BTreeMap;

use ficha_world::{Folder, Held, Problem, Ref, SHIPPED_LANGUAGES, Tree, World, check_world, schema};
use serde_json::{Value, json};

use crate::card::Card;
use crate::ids::Ids;
use crate::records::{
    Choices, Classification, Decisions, Dialect, Doc, Extracted, Line, Method, Note, Pictures, Pieces, Report, Roster,
    StagePhase, WorldFiles,
};
use crate::said::{Notes, Said};

pub use know::{complete_awareness, prune_knowledge};
pub use mend::mend;
pub use provenance::{Provenanced, with_line};

/// Everything a finish is made from.
#[derive(Clone, Copy)]
pub struct Finish<'a> {
    /// The card as V3.
    pub card: &'a Value,
    /// Its machinery, counted.
    pub dialect: &'a Dialect,
    /// What the person chose before the import.
    pub choices: &'a Choices,
    /// The card in pieces, with its hash.
    pub pieces: &'a Pieces,
    /// What the pieces were taken to be.
    pub classification: &'a Classification,
    /// Who was found.
    pub roster: &'a Roster,
    /// The documents.
    pub extracted: &'a Extracted,
    /// What the person decided in the review.
    pub decisions: &'a Decisions,
    /// The world's folder as it is.
    pub tree: &'a Tree,
    /// The card's picture as PNG with nothing but pixels.
    pub picture: Option<&'a [u8]>,
    /// Rows of the picture index for what was fetched.
    pub images: &'a [Doc],
    /// What became of the addresses.
    pub pictures: Option<&'a Pictures>,
    /// How the documents were made.
    pub method: Method,
    /// The run.
    pub run: &'a str,
    /// The time, RFC 3339 UTC.
    pub at: &'a str,
    /// Seconds the import took so far.
    pub seconds: f64,
    /// The language of reports.
    pub report_language: &'a str,
    /// The version of this program.
    pub app_version: &'a str,
}

/// What is to be written, and what is said about it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Files that are new or differ from those in the folder, by path.
    pub put: BTreeMap<String, Vec<u8>>,
    /// The world as it will be.
    pub world: World,
    /// What keeps a story from starting in it.
    pub problems: Vec<Problem>,
    /// The phase it ends in.
    pub phase: StagePhase,
    /// The roster after the person's decisions.
    pub roster: Roster,
    /// The report; its `checks` are zero until the checks have run.
    pub report: Report,
    /// The line of the provenance.
    pub line: Line,
    /// The world's files with their hashes.
    pub files: WorldFiles,
}

/// What is worked on.
struct Work<'a> {
    given: Finish<'a>,
    /// The world as it lies in the folder.
    there: World,
    world: World,
    /// The documents in the order they were made, those of the card first.
    order: Vec<Ref>,
    /// The pieces each was made from.
    from: BTreeMap<Ref, Vec<String>>,
    roster: Roster,
    ids: Ids,
    notes: Notes,
    /// What the player is called, and whether a sentence begins with a capital of it.
    player: (String, bool),
}

/// Plans the files of a world.
pub fn plan(given: Finish<'_>) -> Plan {
    let mut work = Work::of(given);
    work.decide();
    work.name_the_player();
    if !work.stand_in() {
        work.starts();
    }
    mend(&mut work.world, &mut |entity, said| work.notes.of_entity(entity, said));
    prune_knowledge(&mut work.world, &mut |entity, said| work.notes.of_entity(entity, said));
    know::tell_subjects(&mut work.world);
    complete_awareness(&mut work.world);
    work.fit();
    let mut put = work.pictures();
    work.take_over_other_files();
    let problems = check_world(&work.world);
    for (path, bytes) in work.world.files() {
        if given.tree.get(&path) != Some(&Held::Bytes(bytes.clone())) {
            put.insert(path, bytes);
        }
    }
    let phase = if problems.is_empty() { StagePhase::Done } else { StagePhase::Repair };
    let report = report::report(&work);
    let line = report::line(&work, &report);
    let files = report::files(&given, &put);
    Plan { put, problems, phase, report, line, files, world: work.world, roster: work.roster }
}

impl<'a> Work<'a> {
    fn of(given: Finish<'a>) -> Work<'a> {
        let there = World::load(given.tree).world;
        let mut work = Work {
            given,
            world: World { info: info(&given, &there.info), ..World::default() },
            order: Vec::new(),
            from: BTreeMap::new(),
            roster: given.roster.clone(),
            ids: Ids::default(),
            notes: Notes::of("finish", given.report_language),
            player: Default::default(),
            there,
        };
        for document in &given.extracted.documents {
            match document.reference.parse::<Ref>() {
                Ok(reference) => work.add(reference, document.doc.clone(), document.from.clone()),
                Err(_) => work.notes.of_entity(&document.reference, &Said::NoSuchDocument(&document.reference)),
            }
        }
        let rows = |rows: &[Value]| rows.iter().filter_map(Value::as_object).cloned().collect::<Vec<Doc>>();
        work.world.relationships = rows(&given.extracted.relationships);
        work.world.variables = rows(&given.extracted.variables);
        work.world.commands = rows(&given.extracted.commands);
        work.world.triggers = rows(&given.extracted.triggers);
        for (slot, text) in &given.extracted.prompts {
            for language in SHIPPED_LANGUAGES {
                work.world.prompts.insert((language.to_owned(), slot.clone()), text.clone());
            }
        }
        work.world.images = given.images.to_vec();
        work.world.pictures.clone_from(&work.there.pictures);
        work
    }

    /// A document that is there from now on.
    fn add(&mut self, reference: Ref, doc: Doc, from: Vec<String>) {
        self.ids.take(&reference);
        self.order.push(reference.clone());
        self.from.insert(reference.clone(), from);
        self.world.documents.insert(reference, doc);
    }

    fn card(&self) -> Card<'a> {
        Card::of(self.given.card)
    }

    /// The world's language.
    fn language(&self) -> &'a str {
        &self.given.choices.language
    }

    /// Documents of a folder in the order they were made.
    fn made(&self, folder: Folder) -> Vec<Ref> {
        let there = |reference: &&Ref| reference.folder == folder && self.world.has(reference);
        self.order.iter().filter(there).cloned().collect()
    }

    /// What lies in the folder beside the import's files stays as it is and is checked with them.
    fn take_over_other_files(&mut self) {
        let there = std::mem::take(&mut self.there);
        for (reference, doc) in there.documents {
            self.world.documents.entry(reference).or_insert(doc);
        }
        for (slot, text) in there.prompts {
            self.world.prompts.entry(slot).or_insert(text);
        }
        for row in there.images {
            if !self.world.images.iter().any(|known| known.get("path") == row.get("path")) {
                self.world.images.push(row);
            }
        }
        self.world.images.sort_by(|a, b| path_of(a).cmp(path_of(b)));
        self.world.damaged = there.damaged;
        self.world.stray = there.stray;
    }
}

fn path_of(row: &Doc) -> &str {
    row.get("path").and_then(Value::as_str).unwrap_or_default()
}

/// `world.json` with what the card says of the world; what stands there and is nobody else's stays.
fn info(given: &Finish<'_>, there: &Doc) -> Doc {
    let world = &given.extracted.world;
    let openings: Vec<Value> = world
        .alternate_openings
        .iter()
        .map(|opening| match &opening.title {
            Some(title) => json!({"title": title, "text": opening.text}),
            None => json!({"text": opening.text}),
        })
        .collect();
    let mut info = there.clone();
    let mut set = |key: &str, value: Value| drop(info.insert(key.to_owned(), value));
    set("schema", "ficha-world/v1".into());
    set("name", given.choices.world_name.as_str().into());
    set("language", given.choices.language.as_str().into());
    set("description", world.description.as_str().into());
    set("tags", world.tags.clone().into());
    set("author", world.author.as_str().into());
    set("opening", world.opening.as_str().into());
    set("alternate_openings", openings.into());
    set("updated_at", given.at.into());
    info.entry("created_at").or_insert_with(|| given.at.into());
    info.entry("origin").or_insert_with(|| origin(Card::of(given.card), given.at));
    schema::arranged(schema::WORLD.fields, &info)
}

/// Where a world of a card comes from.
pub fn origin(card: Card<'_>, at: &str) -> Value {
    let mut origin = Doc::new();
    origin.insert("kind".to_owned(), "card".into());
    for (key, value) in [("name", card.name()), ("version", card.text("character_version").trim().to_owned())] {
        if !value.is_empty() {
            origin.insert(key.to_owned(), value.into());
        }
    }
    origin.insert("at".to_owned(), at.into());
    Value::Object(origin)
}

/// Every note of an import, by step and then as they were said.
fn all_notes(extracted: &Extracted, finish: &Notes) -> Vec<Note> {
    let mut notes: Vec<Note> = extracted.notes.iter().chain(&finish.list).cloned().collect();
    notes.sort_by(|a, b| a.step.cmp(&b.step));
    notes
}

#[cfg(test)]
mod tests;
