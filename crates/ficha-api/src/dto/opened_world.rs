//! An opened world: its documents as lists need them, its small files whole, what stands in the way of a story, and what
//! forms need to know about its fields.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use specta::Type;

use super::json::JsonObject;
use super::{Json, WorldProblem, WorldReadiness};

/// An opened world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OpenedWorld {
    /// Its folder's name.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether a story can begin in it.
    pub readiness: WorldReadiness,
    /// Every problem, by file, then place.
    pub problems: Vec<WorldProblem>,
    /// Whether a newer program wrote it: it is shown and not written to.
    pub newer: bool,
    /// Whether the card it was made from is still here.
    pub card: bool,
    /// `world.json`.
    #[specta(type = JsonObject)]
    pub info: Json,
    /// Its documents, by folder, then id.
    pub rows: Vec<WorldDocumentRow>,
    /// Files that could not be read.
    pub unreadable: Vec<WorldUnreadable>,
    /// `relationships.json`, `variables.json`, `commands.json`, `triggers.json` and `images/index.json`, by name, those
    /// that are there and can be read.
    #[specta(type = BTreeMap<String, JsonObject>)]
    pub lists: BTreeMap<String, Json>,
    /// Its own prompts, by language, then slot.
    pub prompts: Vec<WorldPrompt>,
    /// The slots a prompt may have, each with the most characters and the placeholders it is given.
    pub slots: Vec<WorldSlot>,
    /// The languages this program ships with.
    pub languages: Vec<String>,
    /// Its pictures, by path.
    pub pictures: Vec<WorldPicture>,
    /// Files the format does not know.
    pub stray: Vec<String>,
}

/// A document without its long texts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldDocumentRow {
    /// `characters/orla`.
    pub document: String,
    /// Its name or title.
    pub name: String,
    /// The document; texts longer than 200 characters are left out.
    #[specta(type = JsonObject)]
    pub facts: Json,
}

/// A file that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldUnreadable {
    /// Its path in the world.
    pub file: String,
    /// Why.
    pub problem: WorldProblem,
    /// Its text, cut after 200,000 characters; `null` when it is no text or too big.
    pub text: Option<String>,
}

/// One of a world's own prompts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldPrompt {
    /// The language it is for.
    pub language: String,
    /// Who reads it.
    pub slot: String,
    /// Its text.
    pub text: String,
}

/// A slot of prompts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldSlot {
    /// Its name.
    pub slot: String,
    /// The most characters.
    pub most: u32,
    /// What it is given.
    pub placeholders: Vec<String>,
}

/// A picture of a world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldPicture {
    /// Its path in the world.
    pub path: String,
    /// What it is asked for by, as a picture of the library by its hash; another one when it was replaced.
    pub stamp: String,
    /// Its size in bytes.
    pub bytes: u32,
}

/// What a write of a world answers: advice, never a refusal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldWritten {
    /// What was written; `null` for what is no document.
    pub document: Option<String>,
    /// The path of a picture that was added.
    pub picture: Option<String>,
    /// Whether a story can begin.
    pub readiness: WorldReadiness,
    /// Every problem, by file, then place.
    pub problems: Vec<WorldProblem>,
}

/// What forms need to know: a table for each folder (`characters`), for `world.json` and for a row of each list file
/// (`relationships.json`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldSchema {
    /// The fields of each, in the order they are written.
    pub tables: BTreeMap<String, Vec<WorldField>>,
    /// The fields of `world.json` that `world_info` may change.
    pub info_fields: Vec<String>,
}

/// A field of a form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldField {
    /// Its JSON key; empty for an item of a list.
    pub key: String,
    /// What its value is.
    pub is: WorldFieldIs,
    /// Whether a document without it is wrong.
    pub required: bool,
    /// Whether it may be null.
    pub nullable: bool,
    /// The fewest characters or items, or the least number.
    pub least: Option<f64>,
    /// The most characters or items, or the greatest number.
    pub most: Option<f64>,
    /// The folders whose documents it may name.
    pub folders: Vec<String>,
    /// The words it may be.
    pub words: Vec<String>,
    /// What a flag means when it is absent.
    pub absent: bool,
    /// The members of an object.
    pub fields: Vec<WorldField>,
    /// What each item of a list or map is.
    pub item: Option<Box<WorldField>>,
}

/// What the value of a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub enum WorldFieldIs {
    /// A short text.
    Text,
    /// A name of 1 to 120 characters.
    Name,
    /// One or two sentences.
    Summary,
    /// A long text.
    LongText,
    /// A document by its id alone.
    Id,
    /// A document by folder and id.
    Reference,
    /// A document by folder and id, or a word for the world.
    Subject,
    /// The path of a picture.
    Image,
    /// The key of a variable.
    Key,
    /// A word behind a slash.
    Word,
    /// A language tag.
    Language,
    /// One of some words.
    Choice,
    /// Yes or no.
    Flag,
    /// A number.
    Number,
    /// A whole number.
    Integer,
    /// A number, yes or no, or a text.
    Value,
    /// Values by the keys of variables.
    Values,
    /// Values of one kind by free keys.
    Map,
    /// Items of one kind.
    List,
    /// An object with members.
    Object,
    /// What starts a trigger.
    Condition,
    /// Written by the program: a hash, a time, the name of the format.
    Own,
}

/// Files that were taken out of a world together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldRemoved {
    /// Names them for putting back: what took them out, and when.
    pub item: String,
    /// Their paths in the world.
    pub files: Vec<String>,
}
