//! Where a story can begin: the place that stands in when a card names none, and where people are.

use ficha_checks::measure::{folded, occurs_as_name};
use ficha_world::{Folder, Ref, SHIPPED_LANGUAGES};
use serde_json::{Value, json};

use super::Work;
use crate::card::{FieldName, Label, label};
use crate::said::Said;
use crate::structure::{arranged, own_name};

/// Places a new player's character may begin in, at most.
const START_PLACES: usize = 20;

impl Work<'_> {
    /// Makes a place when there is none, in the words of the scenario, and puts everybody there who is nowhere;
    /// whether it did.
    pub(super) fn stand_in(&mut self) -> bool {
        if !self.made(Folder::Places).is_empty() {
            return false;
        }
        let shipped = SHIPPED_LANGUAGES.contains(&self.language().split('-').next().unwrap_or_default());
        let name = label(Label::OpeningScene, if shipped { self.language() } else { "en" });
        let scenario = self.given.pieces.get(&FieldName::Scenario.piece()).map(|piece| piece.text.as_str());
        let description = self.in_a_document(scenario.unwrap_or_default());
        let place = self.ids.make(Folder::Places, &name);
        let doc = arranged(Folder::Places, json!({"name": name, "description": description, "made_by_import": true}));
        self.notes.of_entity(&place, &Said::MadePlace(&name));
        // The scenario's outcome stays what it is: the place was made by the import and not of a piece.
        self.add(place.clone(), doc, Vec::new());
        for person in self.made(Folder::Characters) {
            if !self.has_start(&person) {
                self.set_start(&person, &place);
            }
        }
        self.world.info.insert("start_places".to_owned(), json!([place.id]));
        true
    }

    /// Where people start when they do not say it, and the places a new player's character may begin in.
    pub(super) fn starts(&mut self) {
        let scenario = self.given.pieces.get(&FieldName::Scenario.piece()).map(|piece| piece.text.as_str());
        let opening = folded(&self.given.extracted.world.opening);
        let both = [opening.clone(), folded(scenario.unwrap_or_default())];
        let places = self.made(Folder::Places);
        let named = |work: &Work<'_>, texts: &[String]| -> Vec<Ref> {
            let occurs = |name: &String| texts.iter().any(|text| occurs_as_name(name, text));
            places.iter().filter(|place| work.names(place).iter().any(occurs)).cloned().collect()
        };
        if let [one] = named(self, std::slice::from_ref(&opening)).as_slice() {
            let own = folded(&own_name(self.card(), self.given.choices));
            for person in self.made(Folder::Characters) {
                let doc = self.world.documents.get(&person);
                let playable = doc.and_then(|doc| doc.get("playable")).and_then(Value::as_bool) == Some(true);
                if (playable || self.names(&person).contains(&own)) && !self.has_start(&person) {
                    self.set_start(&person, one);
                }
            }
        }
        if !self.world.info.contains_key("start_places") {
            let mut starts = named(self, &both);
            if starts.is_empty() {
                starts.extend(places.first().cloned());
            }
            let ids: Vec<String> = starts.into_iter().take(START_PLACES).map(|place| place.id).collect();
            if !ids.is_empty() {
                self.world.info.insert("start_places".to_owned(), ids.into());
            }
        }
    }

    /// Whether somebody starts at a place that is there, or is said to be off stage.
    fn has_start(&self, person: &Ref) -> bool {
        match self.world.documents.get(person).and_then(|doc| doc.get("start")) {
            Some(Value::String(id)) => self.world.has(&Ref::new(Folder::Places, id.as_str())),
            Some(Value::Null) => true,
            _ => false,
        }
    }

    fn set_start(&mut self, person: &Ref, place: &Ref) {
        if let Some(doc) = self.world.documents.get_mut(person) {
            doc.insert("start".to_owned(), place.id.as_str().into());
        }
    }

    /// The name of a document and its other names, folded.
    pub(super) fn names(&self, reference: &Ref) -> Vec<String> {
        let Some(doc) = self.world.documents.get(reference) else { return Vec::new() };
        let aliases = doc.get("aliases").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let name = doc.get("name").and_then(Value::as_str);
        name.into_iter().chain(aliases.iter().filter_map(Value::as_str)).map(folded).collect()
    }
}
