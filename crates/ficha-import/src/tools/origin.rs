//! Where something of a world comes from.
//!
//! Rule kept: what an entity was built from is computed as the build computed it; lore keeps no source of its own, so
//! for lore the words decide.

use std::collections::BTreeSet;

use ficha_checks::measure::{folded, share, terms};
use ficha_world::{Folder, Ref, Slot};
use serde_json::Value;

use super::fold::Folded;
use super::overview::PieceRow;
use super::search::{Hit, SearchOpts, mentions};
use super::side::Side;
use super::{CardTools, ToolError};
use crate::card::names_variable_tool;
use crate::records::{Piece, Role, RosterEntity};
use crate::sources::{kind_of, sources_for};

/// The share of a lore entry's terms a piece needs to be told as its origin.
const SHARE: f64 = 0.5;
/// Characters a piece of casting needs.
const SUBSTANTIAL: usize = 200;

/// Where something of a world comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// What was asked about.
    pub subject: String,
    /// The document it is.
    pub entity: Option<Ref>,
    /// The pieces it was built from, best first.
    pub built_from: Vec<PieceRow>,
    /// Where else the card mentions it.
    pub mentioned_in: Vec<Hit>,
}

/// What a subject means in this world.
struct Meant {
    entity: Option<Ref>,
    /// Ids of pieces, best first.
    pieces: Vec<String>,
    /// What is looked for in the other pieces.
    names: Vec<String>,
}

impl CardTools<'_> {
    /// The pieces an entity was built from: by its reference, name or alias. Of a name the import made nothing of, the
    /// pieces that mention it. Also of a lore entry, a prompt (`roleplay/style`), a tracked value (`variables/<key>`),
    /// a command (`/word`), a trigger (`triggers/<id>`).
    ///
    /// # Errors
    /// [`ToolError::QueryTooShort`] when nothing is asked about.
    pub fn origin(&self, subject: &str) -> Result<Origin, ToolError> {
        let subject = subject.trim();
        if subject.is_empty() {
            return Err(ToolError::QueryTooShort);
        }
        let side = &self.current;
        let meant = self.meant(side, subject);
        let rows = self.rows(side);
        let row = |id: &String| rows.iter().find(|row| row.id == *id).cloned();
        let known: BTreeSet<&str> = meant.pieces.iter().map(String::as_str).collect();
        let others: Vec<Piece> =
            side.pieces.pieces.iter().filter(|piece| !known.contains(piece.id.as_str())).cloned().collect();
        let names: Vec<Vec<char>> = meant.names.iter().map(|name| Folded::wanted(name)).collect();
        Ok(Origin {
            subject: subject.to_owned(),
            entity: meant.entity,
            built_from: meant.pieces.iter().filter_map(row).collect(),
            mentioned_in: mentions(&others, &names, SearchOpts::default()),
        })
    }

    fn meant(&self, side: &Side, subject: &str) -> Meant {
        if let Ok(reference) = subject.parse::<Ref>()
            && (self.world.has(&reference) || on_roster(side, &reference).is_some())
        {
            return self.of_document(side, reference);
        }
        let made = |of: Vec<String>, name: String| Meant { entity: None, pieces: of, names: vec![name] };
        if let Some(slot) = slot_of(subject) {
            return made(of_slot(side, slot), String::new());
        }
        if let Some(key) = subject.strip_prefix("variables/") {
            let label = self.label(&self.world.variables, "key", key, "label");
            return made(naming(side, is_tracking, &[key, &label]), label);
        }
        if let Some(word) = subject.strip_prefix('/').or_else(|| subject.strip_prefix("commands/")) {
            return made(naming(side, is_casting, &[word]), word.to_owned());
        }
        if let Some(id) = subject.strip_prefix("triggers/") {
            let label = self.label(&self.world.triggers, "id", id, "name");
            return made(naming(side, is_casting, &[&label]), label);
        }
        match self.called(side, subject) {
            Some(reference) => self.of_document(side, reference),
            None => Meant { entity: None, pieces: Vec::new(), names: vec![subject.to_owned()] },
        }
    }

    fn label(&self, rows: &[ficha_world::Doc], key: &str, wanted: &str, label: &str) -> String {
        let row = rows.iter().find(|row| row.get(key).and_then(Value::as_str) == Some(wanted));
        row.and_then(|row| row.get(label)).and_then(Value::as_str).unwrap_or(wanted).to_owned()
    }

    /// The document of a name or alias: the roster's first, then the world's.
    fn called(&self, side: &Side, name: &str) -> Option<Ref> {
        let wanted = folded(name);
        let on_roster = |entity: &&RosterEntity| {
            folded(&entity.name) == wanted || entity.aliases.iter().any(|alias| folded(alias) == wanted)
        };
        if let Some(entity) = side.roster.entities.iter().find(on_roster) {
            return Some(crate::sources::reference_of(entity));
        }
        let is_it = |(reference, _): &(&Ref, &ficha_world::Doc)| {
            self.names_of(reference).iter().any(|known| folded(known) == wanted)
        };
        self.world.documents.iter().find(is_it).map(|(reference, _)| reference.clone())
    }

    /// The name and aliases of a document.
    fn names_of(&self, reference: &Ref) -> Vec<String> {
        let Some(doc) = self.world.documents.get(reference) else { return Vec::new() };
        let name = doc.get(reference.folder.name_key()).and_then(Value::as_str);
        let aliases = doc.get("aliases").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        name.into_iter().chain(aliases).map(str::to_owned).collect()
    }

    fn of_document(&self, side: &Side, reference: Ref) -> Meant {
        let mut names = self.names_of(&reference);
        let pieces = match on_roster(side, &reference) {
            Some(entity) => {
                names.extend(std::iter::once(&entity.name).chain(&entity.aliases).cloned());
                sources_for(entity, &side.view().name(), &side.pieces, &side.classification)
            }
            None if reference.folder == Folder::Lore => self.of_lore(side, &reference),
            None => Vec::new(),
        };
        Meant { entity: Some(reference), pieces, names }
    }

    /// Pieces that have at least half of a lore entry's terms, best first.
    fn of_lore(&self, side: &Side, reference: &Ref) -> Vec<String> {
        let text = self.world.documents.get(reference).and_then(|doc| doc.get("text")).and_then(Value::as_str);
        let language = &side.choices.language;
        let entry = terms(text.unwrap_or_default(), language);
        let mut found: Vec<(f64, &str)> = Vec::new();
        for piece in side.pieces.pieces.iter().filter(|piece| !piece.off) {
            match share(&entry, &terms(&piece.text, language)) {
                Some(share) if share >= SHARE => found.push((share, &piece.id)),
                Some(_) | None => {}
            }
        }
        found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let mut pieces: Vec<String> = found.into_iter().map(|(_, id)| id.to_owned()).collect();
        if pieces.is_empty() {
            // Too few words to share any: what the import wrote down has to do.
            let written = side.extracted.documents.iter().filter(|made| made.reference == reference.to_string());
            pieces.extend(written.flat_map(|made| made.from.iter().cloned()));
        }
        pieces
    }
}

fn on_roster<'s>(side: &'s Side, reference: &Ref) -> Option<&'s RosterEntity> {
    let kind = kind_of(reference.folder)?;
    side.roster.entities.iter().find(|entity| entity.kind == kind && entity.id == reference.id)
}

/// The slot of `roleplay/style`, `style`, or a path of a prompt.
fn slot_of(subject: &str) -> Option<&'static Slot> {
    let word = subject.strip_suffix(".md").unwrap_or(subject);
    let word = match word.split_once("roleplay/") {
        Some((before, word)) if before.is_empty() || before.starts_with("prompts/") => word,
        _ => return None,
    };
    Slot::of(word)
}

/// The pieces with the roles that feed a prompt.
fn of_slot(side: &Side, slot: &Slot) -> Vec<String> {
    let feeds: &[Role] = match slot.word {
        "standing" => &[Role::Instruction, Role::Generator],
        _ => &[Role::Instruction],
    };
    with_roles(side, |piece| has_role(side, piece, feeds))
}

fn has_role(side: &Side, piece: &Piece, wanted: &[Role]) -> bool {
    let known = side.classification.pieces.get(&piece.id);
    known.is_some_and(|known| known.roles.iter().any(|role| wanted.contains(role)))
}

/// Whether tracked values may be read from a piece.
fn is_tracking(side: &Side, piece: &Piece) -> bool {
    has_role(side, piece, &[Role::Template, Role::Instruction])
        || super::side::raw_text(&side.card, &side.choices, &piece.id).is_some_and(|raw| names_variable_tool(&raw))
}

/// Whether commands and triggers may be read from a piece.
fn is_casting(side: &Side, piece: &Piece) -> bool {
    let casting = [Role::Generator, Role::Instruction, Role::Template, Role::World, Role::Scenario];
    has_role(side, piece, &casting) && piece.text.chars().count() >= SUBSTANTIAL
}

fn with_roles(side: &Side, wanted: impl Fn(&Piece) -> bool) -> Vec<String> {
    let pieces = side.pieces.pieces.iter().filter(|piece| !piece.off && wanted(piece));
    pieces.map(|piece| piece.id.clone()).collect()
}

/// The pieces of a step that contain one of these words.
fn naming(side: &Side, step: fn(&Side, &Piece) -> bool, words: &[&str]) -> Vec<String> {
    let words: Vec<String> = words.iter().map(|word| folded(word)).filter(|word| !word.is_empty()).collect();
    with_roles(side, |piece| step(side, piece) && words.iter().any(|word| folded(&piece.text).contains(word.as_str())))
}
