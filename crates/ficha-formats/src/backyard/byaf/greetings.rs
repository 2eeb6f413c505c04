//! Alternate greetings written back into the scenarios they lie in, in the order the body has them.

use ficha_json::{Document, Node};
use ficha_model::Path;
use serde_json::{Value, json};

use super::story::{ALTERNATES, scenarios};
use crate::backyard::macros::wire;
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::Writes;

/// The alternates before and after, and where they lie.
pub(super) struct Alternates<'a> {
    new: &'a [Value],
    /// Of each new one, the old one it is and its place.
    known: Vec<Option<(&'a Value, Spot)>>,
    /// Places of the old ones that are gone.
    gone: Vec<Spot>,
    scenarios: Vec<(String, Node<'a>)>,
    document: &'a Document,
    roots: &'a Roots,
    speaker: &'a str,
}

/// Scenario and message, by number.
type Spot = (usize, usize);

/// A scenario that is written: by its number before, or a new one by the number of its alternate.
#[derive(Clone, Copy, PartialEq)]
enum Slot {
    Known(usize),
    New(usize),
}

fn text<'v>(row: &'v Value, key: &str) -> &'v str {
    row.get(key).and_then(Value::as_str).unwrap_or("")
}

impl<'a> Alternates<'a> {
    /// The alternates of two bodies. `speaker`: the id a new message is said by.
    pub fn of(
        old: &'a [Value],
        new: &'a [Value],
        document: &'a Document,
        roots: &'a Roots,
        speaker: &'a str,
    ) -> Alternates<'a> {
        let scenarios = scenarios(document, roots);
        let mut spots: Vec<Spot> = Vec::new();
        for (index, (_, scenario)) in scenarios.iter().enumerate() {
            let count = scenario.get("firstMessages").map_or(0, |list| list.items().count());
            spots.extend((0..count).filter(|number| (index, *number) != (0, 0)).map(|number| (index, number)));
        }
        let places: Vec<(&Value, Spot)> = old.iter().zip(spots).collect();
        let known: Vec<Option<(&Value, Spot)>> = new
            .iter()
            .map(|row| {
                let id = text(row, "id");
                places.iter().find(|(old, _)| !id.is_empty() && text(old, "id") == id).copied()
            })
            .collect();
        let stays = |spot: &Spot| known.iter().flatten().any(|(_, known)| known == spot);
        let gone = places.iter().map(|(_, spot)| *spot).filter(|spot| !stays(spot)).collect();
        Alternates { new, known, gone, scenarios, document, roots, speaker }
    }

    /// The changes.
    pub fn write(&self, writes: &mut Writes, notes: &mut Notes) {
        for (index, (row, known)) in self.new.iter().zip(&self.known).enumerate() {
            if let Some((old, spot)) = known {
                self.edit(index, row, old, *spot, writes, notes);
            }
        }
        self.take_away(writes);
        let order = self.order();
        let added = self.put_in_order(&order, writes, notes);
        self.explain(&order, &added, notes);
    }

    fn edit(&self, index: usize, row: &Value, old: &Value, spot: Spot, writes: &mut Writes, notes: &mut Notes) {
        let (scenario, number) = spot;
        if old.get("text") != row.get("text") {
            let message = format!("/scenarios/{scenario}/firstMessages/{number}");
            let is_row = self.document.at(&message).is_some_and(Node::is_object);
            let place = if is_row { format!("{message}/text") } else { message };
            writes.set(place, json!(wire(text(row, "text"), false)));
        }
        if text(old, "title") == text(row, "title") {
            return;
        }
        let place = format!("/scenarios/{scenario}/title");
        match text(row, "title") {
            _ if scenario == 0 || number > 0 => self.no_title(index, notes),
            "" => writes.remove(place),
            title => writes.set(place, json!(title)),
        }
    }

    fn no_title(&self, index: usize, notes: &mut Notes) {
        let path = Path::of(ALTERNATES).index(index).key("title");
        notes.explain(path, NoteCode::NoPlace, "Only the first message of a later scenario has a title there.");
    }

    /// Takes out the messages that are gone; their scenarios stay.
    fn take_away(&self, writes: &mut Writes) {
        for (scenario, _) in self.scenarios.iter().enumerate() {
            let gone: Vec<usize> = self.gone.iter().filter(|spot| spot.0 == scenario).map(|spot| spot.1).collect();
            if gone.is_empty() {
                continue;
            }
            let list = format!("/scenarios/{scenario}/firstMessages");
            let mut whole = self.document.at(&list).map_or_else(|| json!([]), Node::to_value);
            writes.take_below(&list).apply_to(&mut whole);
            if let Value::Array(rows) = &mut whole {
                let mut number = 0;
                rows.retain(|_| {
                    number += 1;
                    !gone.contains(&(number - 1))
                });
            }
            writes.set(list, whole);
        }
    }

    /// The scenarios in the order of the alternates that lie in them; one without a message stays behind the one it
    /// stood behind.
    fn order(&self) -> Vec<Slot> {
        let mut order = vec![Slot::Known(0)];
        for (index, known) in self.known.iter().enumerate() {
            let slot = match known {
                Some((_, (scenario, _))) => Slot::Known(*scenario),
                None => Slot::New(index),
            };
            if !order.contains(&slot) {
                order.push(slot);
            }
        }
        for scenario in 1..self.scenarios.len() {
            if !order.contains(&Slot::Known(scenario)) {
                let before = order.iter().position(|slot| *slot == Slot::Known(scenario - 1));
                order.insert(before.map_or(order.len(), |at| at + 1), Slot::Known(scenario));
            }
        }
        order
    }

    /// Writes new scenarios and a new order; answers the paths of the new ones.
    fn put_in_order(&self, order: &[Slot], writes: &mut Writes, notes: &mut Notes) -> Vec<(usize, String)> {
        let mut added: Vec<(usize, String)> = Vec::new();
        let sorted = order.iter().copied().eq((0..self.scenarios.len()).map(Slot::Known));
        if sorted {
            return added;
        }
        let list = self.roots.locate("/data/scenarios");
        let mut whole = self.document.at("/scenarios").map_or_else(|| json!([]), Node::to_value);
        let at_end = order.iter().filter(|slot| matches!(slot, Slot::Known(_))).copied();
        let only_added = at_end.eq((0..self.scenarios.len()).map(Slot::Known))
            && order.iter().take(self.scenarios.len()).all(|slot| matches!(slot, Slot::Known(_)));
        if !only_added {
            writes.take_below("/scenarios").apply_to(&mut whole);
        }
        let (mut paths, mut bodies) = (Vec::new(), Vec::new());
        for slot in order {
            match slot {
                Slot::Known(scenario) => {
                    paths.push(self.scenarios.get(*scenario).map(|(path, _)| path.clone()).unwrap_or_default());
                    bodies.push(whole.get(*scenario).cloned().unwrap_or(Value::Null));
                }
                Slot::New(index) => {
                    let taken = |path: &str| {
                        self.scenarios.iter().any(|(known, _)| known == path)
                            || added.iter().any(|(_, known)| known == path)
                    };
                    let path =
                        (1..).map(|number: usize| format!("scenarios/scenario{number}.json")).find(|path| !taken(path));
                    let path = path.unwrap_or_default();
                    let body = self.scenario(*index);
                    if only_added {
                        writes.set(format!("/scenarios/{}", bodies.len()), body.clone());
                        writes.set(format!("{list}/{}", paths.len()), json!(path));
                    }
                    added.push((*index, path.clone()));
                    paths.push(path);
                    bodies.push(body);
                }
            }
        }
        if !only_added {
            writes.set("/scenarios", Value::Array(bodies));
            writes.set(list, json!(paths));
        }
        for (index, _) in &added {
            let path = Path::of(ALTERNATES).index(*index).key("id");
            notes.explain(
                path,
                NoteCode::Adapted,
                "The greeting is a scenario of its own there, and told by its path.",
            );
        }
        added
    }

    /// A scenario for a greeting that has none: the settings of the first, and no chat.
    fn scenario(&self, index: usize) -> Value {
        let first = self.scenarios.first().and_then(|(_, scenario)| scenario.to_value().as_object().cloned());
        let mut scenario = first.unwrap_or_default();
        let row = self.new.get(index).unwrap_or(&Value::Null);
        scenario.shift_remove("title");
        if !text(row, "title").is_empty() {
            scenario.insert("title".to_owned(), json!(text(row, "title")));
        }
        let message = json!({"characterID": self.speaker, "text": wire(text(row, "text"), false)});
        scenario.insert("firstMessages".to_owned(), json!([message]));
        scenario.insert("messages".to_owned(), json!([]));
        Value::Object(scenario)
    }

    /// The reason for an order the archive cannot hold: what lies in one scenario stays together.
    fn explain(&self, order: &[Slot], added: &[(usize, String)], notes: &mut Notes) {
        let mut read = Vec::new();
        for slot in order {
            match slot {
                Slot::Known(scenario) => {
                    let mut rows: Vec<(usize, usize)> = self
                        .known
                        .iter()
                        .enumerate()
                        .filter_map(|(index, known)| {
                            known.filter(|(_, spot)| spot.0 == *scenario).map(|(_, spot)| (spot.1, index))
                        })
                        .collect();
                    rows.sort_unstable();
                    // Messages are numbered anew when one before them is gone.
                    let gone = self.gone.iter().filter(|spot| spot.0 == *scenario).map(|spot| spot.1).min();
                    for (number, index) in &rows {
                        if gone.is_some_and(|gone| gone < *number) {
                            let path = Path::of(ALTERNATES).index(*index);
                            notes.explain(
                                path,
                                NoteCode::Adapted,
                                "It is told by its number in the scenario, which is another now.",
                            );
                        }
                    }
                    read.extend(rows.into_iter().map(|(_, index)| index));
                }
                Slot::New(index) => read.push(*index),
            }
        }
        debug_assert!(added.len() <= read.len());
        if !read.iter().copied().eq(0..self.new.len()) {
            notes.explain(
                Path::of(ALTERNATES),
                NoteCode::Adapted,
                "Greetings of one scenario stand together there, those of the first in front.",
            );
        }
    }
}
