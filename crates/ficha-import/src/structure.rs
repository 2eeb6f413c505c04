//! A card arranged without a model: its records and documents as data, in the card's own words.
//!
//! Here: what stands where becomes what; nothing is read for its meaning. Not here: the finish, which is the same for
//! documents of any maker.

use std::collections::BTreeSet;

use ficha_world::{Folder, schema};
use serde_json::{Value, json};

use crate::card::{Card, FieldName, Itemised, clean_greeting, cuts_of, first_sentence, itemise, within};
use crate::ids::Ids;
use crate::records::{
    About, Choices, Classification, Classified, Doc, Document, EntityKind, Extracted, ExtractedWorld, Opening, Origin,
    Piece, Pieces, Role, Roster, RosterEntity, SettledBy,
};
use crate::said::{Notes, Said};
use crate::sources::sources_for;

pub use crate::roster::roster;

/// Characters of a summary.
pub(crate) const SUMMARY: usize = 600;
/// Characters of a world's description that is taken from a card.
const DESCRIPTION: usize = 1_200;
/// Characters of a name.
const NAME: usize = 120;

/// The records of an import without a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Structured {
    /// The card in pieces.
    pub pieces: Pieces,
    /// What each piece was taken to be.
    pub classification: Classification,
    /// The card's own character, or nobody.
    pub roster: Roster,
    /// The documents.
    pub extracted: Extracted,
}

/// Arranges a V3 card by what the person chose. `card_sha256` is of the card as it was read; notes and labels are in
/// the language of reports.
pub fn structure_import(card: &Value, card_sha256: &str, choices: &Choices, report_language: &str) -> Structured {
    let Itemised { pieces, variable_tools } = itemise(card, choices, report_language);
    let pieces = Pieces { card_sha256: card_sha256.to_owned(), pieces, ..Pieces::default() };
    let card = Card::of(card);
    let name = own_name(card, choices);
    let classification = classify(&pieces, &name);
    let mut ids = Ids::default();
    let mut documents = Vec::new();
    let mut roster = Roster::default();
    if let Some((entity, document)) = character(card, &name, &pieces, &classification, &mut ids) {
        roster.entities.push(entity);
        documents.push(document);
    }
    documents.extend(pieces.pieces.iter().filter(|piece| is_told(piece)).map(|piece| lore(piece, &mut ids)));
    let style: Vec<&str> = STYLE.iter().filter_map(|field| text_of(&pieces, *field)).collect();
    let prompts = if style.is_empty() { Vec::new() } else { vec![("style".to_owned(), style.join("\n\n"))] };
    let extracted = Extracted {
        world: world(card, choices, &pieces),
        documents,
        prompts: prompts.into_iter().collect(),
        notes: notes(&pieces, &variable_tools, report_language).list,
        ..Extracted::default()
    };
    Structured { pieces, classification, roster, extracted }
}

/// The fields that are the style, in their order.
const STYLE: [FieldName; 3] = [FieldName::SystemPrompt, FieldName::PostHistoryInstructions, FieldName::DepthPrompt];

/// The name of the card's own character: the card's, else the world's.
pub(crate) fn own_name(card: Card<'_>, choices: &Choices) -> String {
    let name = card.name();
    if name.is_empty() { choices.world_name.clone() } else { name }
}

/// Whether a piece is an entry that says something and was not left off.
fn is_told(piece: &Piece) -> bool {
    piece.origin == Origin::Entry && !piece.off && !piece.is_blank()
}

fn text_of(pieces: &Pieces, field: FieldName) -> Option<&str> {
    pieces.get(&field.piece()).map(|piece| piece.text.as_str())
}

fn classify(pieces: &Pieces, name: &str) -> Classification {
    let told = pieces.pieces.iter().filter(|piece| !piece.off && !piece.is_blank());
    let rows = told.filter_map(|piece| {
        let (role, about) = by_place(piece, name)?;
        let classified =
            Classified { roles: vec![role], about, settled_by: SettledBy::Structure, ..Classified::default() };
        Some((piece.id.clone(), classified))
    });
    Classification { pieces: rows.collect(), ..Classification::default() }
}

/// What a piece is by where it stands, and whom it is about; nothing for greetings that are not the opening.
fn by_place(piece: &Piece, name: &str) -> Option<(Role, Vec<About>)> {
    let own = || vec![About { name: name.to_owned(), kind: Some(EntityKind::Character), ..About::default() }];
    let field = piece.id.strip_prefix("field:").and_then(FieldName::from_word);
    Some(match (piece.origin, field) {
        (Origin::Field, Some(FieldName::Description | FieldName::Personality)) => (Role::Character, own()),
        (Origin::Field, Some(FieldName::MesExample)) => (Role::Speech, own()),
        (Origin::Field, Some(FieldName::Scenario)) => (Role::Scenario, Vec::new()),
        (Origin::Field, Some(FieldName::CreatorNotes)) => (Role::Irrelevant, Vec::new()),
        (Origin::Field, _) => (Role::Instruction, Vec::new()),
        (Origin::Greeting, _) if piece.id == "opening" => (Role::Scenario, Vec::new()),
        (Origin::Greeting, _) => return None,
        (Origin::Entry, _) => (Role::World, Vec::new()),
    })
}

/// What a piece is taken to be when a model's answer could not be had: by where it stands, as without a model, but an
/// entry whose title is one of its keys is about that name.
pub fn fallback_for(piece: &Piece, card_name: &str) -> Option<Classified> {
    let (role, mut about) = by_place(piece, card_name)?;
    if piece.origin == Origin::Entry {
        let key = |key: &String| ficha_checks::measure::folded(key) == ficha_checks::measure::folded(&piece.title);
        if piece.keys().iter().any(key) {
            about.push(About { name: piece.title.clone(), ..About::default() });
        }
    }
    Some(Classified { roles: vec![role], about, settled_by: SettledBy::Fallback, ..Classified::default() })
}

/// The card's own character, unless the card has neither name nor description.
fn character(
    card: Card<'_>,
    name: &str,
    pieces: &Pieces,
    classification: &Classification,
    ids: &mut Ids,
) -> Option<(RosterEntity, Document)> {
    let description = text_of(pieces, FieldName::Description).unwrap_or_default();
    if card.name().is_empty() && description.is_empty() {
        return None;
    }
    let nickname = card.nickname();
    let aliases = if nickname.is_empty() || nickname == name { Vec::new() } else { vec![nickname] };
    let reference = ids.make(Folder::Characters, name);
    let examples = split_examples(text_of(pieces, FieldName::MesExample).unwrap_or_default());
    let doc = json!({
        "name": name,
        "aliases": aliases,
        "summary": first_sentence(description, SUMMARY),
        "description": description,
        "personality": text_of(pieces, FieldName::Personality).unwrap_or_default(),
        "examples": examples,
    });
    let short = |text: &String| within(text, NAME).to_owned();
    let mut entity = RosterEntity {
        kind: EntityKind::Character,
        id: reference.id.clone(),
        name: short(&name.to_owned()),
        aliases: aliases.iter().map(short).collect(),
        ..RosterEntity::default()
    };
    // Names are compared whole.
    let whole = RosterEntity { name: name.to_owned(), ..entity.clone() };
    entity.pieces = sources_for(&whole, name, pieces, classification);
    let document = Document {
        reference: reference.to_string(),
        from: entity.pieces.clone(),
        doc: arranged(Folder::Characters, doc),
        ..Document::default()
    };
    Some((entity, document))
}

/// Sample talk, one exchange each.
fn split_examples(text: &str) -> Vec<&str> {
    const MARK: &str = "<START>";
    let mut exchanges = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(found) = text.get(at..).and_then(|rest| rest.find('<')) {
        at += found;
        if text.get(at..at + MARK.len()).is_some_and(|mark| mark.eq_ignore_ascii_case(MARK)) {
            exchanges.push(text.get(start..at).unwrap_or_default());
            at += MARK.len();
            start = at;
        } else {
            at += 1;
        }
    }
    exchanges.push(text.get(start..).unwrap_or_default());
    exchanges.into_iter().map(str::trim).filter(|exchange| !exchange.is_empty()).collect()
}

/// An entry as lore for the game master alone, in the card's words.
fn lore(piece: &Piece, ids: &mut Ids) -> Document {
    let doc = json!({
        "title": piece.title,
        "kind": "custom",
        "text": piece.text,
        "keywords": once_each(piece.keys().iter().map(String::as_str)),
        "scope": "listed",
        "known_by": [],
        "as_written": true,
    });
    Document {
        reference: ids.make(Folder::Lore, &piece.title).to_string(),
        from: vec![piece.id.clone()],
        doc: arranged(Folder::Lore, doc),
        ..Document::default()
    }
}

/// A document with its members in order and none without a value.
pub(crate) fn arranged(folder: Folder, doc: Value) -> Doc {
    let Value::Object(doc) = doc else { return Doc::new() };
    schema::arranged(schema::of(folder).fields, &doc)
}

fn world(card: Card<'_>, choices: &Choices, pieces: &Pieces) -> ExtractedWorld {
    let greeting = |piece: &&Piece| piece.origin == Origin::Greeting;
    let others = pieces.pieces.iter().filter(greeting).filter(|piece| piece.id != "opening");
    ExtractedWorld {
        description: description(card, &card.called(&choices.world_name)),
        tags: once_each(card.tags().into_iter()),
        author: crate::card::one_line(card.text("creator")),
        opening: pieces.get("opening").map(|piece| piece.text.clone()).unwrap_or_default(),
        alternate_openings: others.map(|piece| Opening { text: piece.text.clone(), ..Opening::default() }).collect(),
        ..ExtractedWorld::default()
    }
}

/// What people choosing a world read: the first paragraph of the creator's notes, else of the scenario, else of the
/// description.
fn description(card: Card<'_>, called: &str) -> String {
    let fields = [FieldName::CreatorNotes, FieldName::Scenario, FieldName::Description];
    let cleaned = fields.iter().map(|field| clean_greeting(card.field(*field), called).text);
    let text = cleaned.into_iter().find(|text| !text.is_empty()).unwrap_or_default();
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let end = cuts_of(paragraph, DESCRIPTION).first().map_or(paragraph.len(), |cut| cut.bytes);
    within(paragraph.get(..end).unwrap_or_default(), DESCRIPTION).trim().to_owned()
}

/// What is not blank, each once, on one line.
pub(crate) fn once_each<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let lines = texts.map(crate::card::one_line).filter(|line| !line.is_empty());
    lines.filter(|line| seen.insert(line.clone())).collect()
}

fn notes(pieces: &Pieces, variable_tools: &BTreeSet<String>, language: &str) -> Notes {
    let mut notes = Notes::of("structure", language);
    for piece in &pieces.pieces {
        if piece.notes.iter().any(|note| note == crate::card::UNCLOSED_EJS) {
            notes.of_piece(&piece.id, &Said::UnclosedEjs);
        }
        if variable_tools.contains(&piece.id) && !piece.off {
            notes.of_piece(&piece.id, &Said::LooksLikeValues);
        }
    }
    notes
}

#[cfg(test)]
pub(crate) mod tests;
