//! A world in memory: its documents as trees, and what could not be read.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::place::{Folder, ListFile, Ref};
use crate::problem::{Problem, Readiness};
use crate::schema::{self, Reference};
use crate::tree::{FileKind, kind_of, prompt_path};
use crate::write::to_bytes;

/// A document as a tree. Which members it has stands in [`schema`].
pub type Doc = Map<String, Value>;

/// Everything of a world that could be read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct World {
    /// `world.json`; empty when it is missing or could not be read.
    pub info: Doc,
    /// The documents of the six folders.
    pub documents: BTreeMap<Ref, Doc>,
    /// The rows of `relationships.json`.
    pub relationships: Vec<Doc>,
    /// The rows of `variables.json`.
    pub variables: Vec<Doc>,
    /// The rows of `commands.json`.
    pub commands: Vec<Doc>,
    /// The rows of `triggers.json`.
    pub triggers: Vec<Doc>,
    /// The world's own prompts, by language and slot.
    pub prompts: BTreeMap<(String, String), String>,
    /// The rows of `images/index.json`.
    pub images: Vec<Doc>,
    /// The pictures that are there.
    pub pictures: BTreeSet<String>,
    /// Files that are no part of the format.
    pub stray: Vec<String>,
    /// Members of list files beside their list, by file; nobody reads them and they stay.
    pub extras: BTreeMap<ListFile, Doc>,
    /// What kept files from being read whole. No command writes over one of these files.
    pub damaged: Vec<Problem>,
}

/// A world with everything that is wrong with it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// What could be read.
    pub world: World,
    /// Everything wrong, by file and pointer.
    pub problems: Vec<Problem>,
    /// Whether a story can start.
    pub readiness: Readiness,
    /// Written by a studio that knows more than this one; to be opened for reading only.
    pub newer: bool,
}

impl World {
    /// The world's name, empty when it has none.
    pub fn name(&self) -> &str {
        self.info.get("name").and_then(Value::as_str).unwrap_or("")
    }

    /// The language of the world's own text, as its tag; English when it has none.
    pub fn language(&self) -> &str {
        self.info.get("language").and_then(Value::as_str).unwrap_or("en")
    }

    /// The documents of one folder, by id.
    pub fn folder(&self, folder: Folder) -> impl Iterator<Item = (&str, &Doc)> {
        self.documents.iter().filter(move |(at, _)| at.folder == folder).map(|(at, doc)| (at.id.as_str(), doc))
    }

    /// Whether a document exists.
    pub fn has(&self, at: &Ref) -> bool {
        self.documents.contains_key(at)
    }

    /// What a document is called, its id when it has no name.
    pub fn name_of<'a>(&'a self, at: &'a Ref) -> &'a str {
        let name = self.documents.get(at).and_then(|doc| doc.get(at.folder.name_key())).and_then(Value::as_str);
        name.filter(|name| !name.is_empty()).unwrap_or(&at.id)
    }

    /// The rows of a list file.
    pub fn rows(&self, file: ListFile) -> &Vec<Doc> {
        match file {
            ListFile::Relationships => &self.relationships,
            ListFile::Variables => &self.variables,
            ListFile::Commands => &self.commands,
            ListFile::Triggers => &self.triggers,
            ListFile::Images => &self.images,
        }
    }

    /// The rows of a list file, to be changed.
    pub fn rows_mut(&mut self, file: ListFile) -> &mut Vec<Doc> {
        match file {
            ListFile::Relationships => &mut self.relationships,
            ListFile::Variables => &mut self.variables,
            ListFile::Commands => &mut self.commands,
            ListFile::Triggers => &mut self.triggers,
            ListFile::Images => &mut self.images,
        }
    }

    /// A list file as one document; `None` when there is nothing to write.
    pub fn list_document(&self, file: ListFile) -> Option<Doc> {
        let rows = self.rows(file);
        let extra = self.extras.get(&file);
        if rows.is_empty() && extra.is_none_or(Map::is_empty) {
            return None;
        }
        let mut doc = Doc::new();
        doc.insert(file.key().to_owned(), Value::Array(rows.iter().cloned().map(Value::Object).collect()));
        doc.extend(extra.cloned().unwrap_or_default());
        Some(doc)
    }

    /// Every file with members, by path, with the table it follows: the documents, `world.json`, the list files.
    pub fn tables(&self) -> Vec<(String, &'static schema::Shape, Cow<'_, Doc>)> {
        let mut all: Vec<(String, &'static schema::Shape, Cow<'_, Doc>)> =
            self.documents.iter().map(|(at, doc)| (at.path(), schema::of(at.folder), Cow::Borrowed(doc))).collect();
        if !self.info.is_empty() {
            all.push(("world.json".to_owned(), &schema::WORLD, Cow::Borrowed(&self.info)));
        }
        for file in ListFile::ALL {
            if let Some(doc) = self.list_document(file) {
                all.push((file.path().to_owned(), schema::of_list(file), Cow::Owned(doc)));
            }
        }
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    }

    /// The bytes of one JSON or Markdown file as it is written; `None` when the world has no such file.
    pub fn file(&self, path: &str) -> Option<Vec<u8>> {
        match kind_of(path) {
            FileKind::Info if !self.info.is_empty() => Some(to_bytes(&schema::WORLD, &self.info)),
            FileKind::Document(at) => self.documents.get(&at).map(|doc| to_bytes(schema::of(at.folder), doc)),
            FileKind::List(file) => self.list_document(file).map(|doc| to_bytes(schema::of_list(file), &doc)),
            FileKind::Prompt { language, slot } => {
                self.prompts.get(&(language, slot)).map(|text| text.clone().into_bytes())
            }
            _ => None,
        }
    }

    /// Every JSON and Markdown file by path, as it is written.
    pub fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let documents = self.tables().into_iter().map(|(path, shape, doc)| (path, to_bytes(shape, &doc)));
        let prompts = self
            .prompts
            .iter()
            .map(|((language, slot), text)| (prompt_path(language, slot), text.clone().into_bytes()));
        documents.chain(prompts).collect()
    }

    /// Every name of a document anywhere in the world: file, place and what is named.
    pub fn references(&self) -> Vec<(String, Reference)> {
        let mut found = Vec::new();
        for (path, shape, doc) in self.tables() {
            let all = schema::references(shape.fields, &doc);
            found.extend(all.into_iter().map(|reference| (path.clone(), reference)));
        }
        found
    }

    /// The members nobody reads: file and pointer.
    pub fn unread(&self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for (path, shape, doc) in self.tables() {
            let all = schema::unread(shape.fields, &doc);
            found.extend(all.into_iter().map(|pointer| (path.clone(), pointer)));
        }
        found
    }

    /// Puts one document's name in the place of another's everywhere; how often. Both documents stay as they are.
    /// A relationship that would then lead to itself or stand twice goes, and so does an exit to the place itself.
    pub fn replace_references(&mut self, from: &Ref, to: &Ref) -> usize {
        let mut replaced = schema::replace_references(schema::WORLD.fields, &mut self.info, from, to);
        for (at, doc) in &mut self.documents {
            replaced += schema::replace_references(schema::of(at.folder).fields, doc, from, to);
        }
        for file in ListFile::ALL {
            for row in self.rows_mut(file) {
                replaced += schema::replace_references(schema::of_row(file).fields, row, from, to);
            }
        }
        if replaced > 0 {
            self.drop_what_folded(to);
        }
        replaced
    }

    fn drop_what_folded(&mut self, to: &Ref) {
        match to.folder {
            Folder::Characters => {
                let mut seen = BTreeSet::new();
                self.relationships.retain(|row| {
                    let end = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
                    let (from, onto) = (end("from"), end("to"));
                    let touched = from == to.id || onto == to.id;
                    from != onto && (seen.insert((from, onto)) || !touched)
                });
            }
            Folder::Places => {
                let own = Value::String(to.id.clone());
                if let Some(Value::Array(ways)) = self.documents.get_mut(to).and_then(|doc| doc.get_mut("ways")) {
                    ways.retain(|way| way.get("to") != Some(&own));
                }
            }
            _ => {}
        }
    }

    /// Takes out every name of a document that `gone` says yes to, and what cannot be without it; how many went.
    pub fn remove_references(&mut self, gone: &dyn Fn(&Ref) -> bool) -> usize {
        let mut removed = schema::remove_references(schema::WORLD.fields, &mut self.info, gone).removed;
        for (at, doc) in &mut self.documents {
            removed += schema::remove_references(schema::of(at.folder).fields, doc, gone).removed;
        }
        for file in ListFile::ALL {
            self.rows_mut(file).retain_mut(|row| {
                let pruned = schema::remove_references(schema::of_row(file).fields, row, gone);
                removed += pruned.removed;
                !pruned.broken
            });
        }
        removed
    }
}
