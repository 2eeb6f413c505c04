//! A book, a chat and the settings of an app, and who is called.
#![allow(dead_code, reason = "each test file uses its part")]

use ficha_chat::Names;
use ficha_chat::activation::{Message, Outcome, Scene, Settings, Sources, Stopped, Timed, scan, walk};
use serde_json::{Value, json};

pub fn key(word: &str) -> Value {
    json!([{"keyword": word}])
}

pub fn pattern(word: &str, flags: &str) -> Value {
    json!([{"keyword": word, "isRegex": true, "flags": flags}])
}

/// An entry with a key and further fields.
pub fn entry(id: &str, word: &str, more: Value) -> Value {
    let mut entry =
        json!({"id": id, "content": format!("text of {id}"), "triggers": key(word), "secondaryTriggers": []});
    let fields = more.as_object().cloned().unwrap_or_default();
    entry.as_object_mut().unwrap().extend(fields);
    entry
}

pub fn book(entries: Vec<Value>) -> Value {
    json!({"name": "Book", "entries": entries})
}

pub fn said(texts: &[&str]) -> Vec<Message> {
    texts.iter().map(|text| Message { name: "Ola".to_owned(), text: (*text).to_owned() }).collect()
}

pub struct Case {
    pub book: Value,
    pub chat: Vec<Message>,
    pub settings: Settings,
    pub sources: Sources,
    pub generation: &'static str,
    pub character: Vec<String>,
    pub seed: u64,
}

impl Case {
    pub fn of(entries: Vec<Value>, chat: &[&str]) -> Case {
        Case {
            book: book(entries),
            chat: said(chat),
            settings: Settings::default(),
            sources: Sources::default(),
            generation: "normal",
            character: vec!["marit".to_owned()],
            seed: 1,
        }
    }

    pub fn with(mut self, change: impl FnOnce(&mut Settings)) -> Case {
        change(&mut self.settings);
        self
    }

    pub fn scene<T>(&self, work: impl FnOnce(&Scene<'_>) -> T) -> T {
        let names = Names { character: "Marit".to_owned(), user: "Ola".to_owned() };
        let books = [("Book".to_owned(), &self.book)];
        work(&Scene {
            books: &books,
            chat: &self.chat,
            sources: &self.sources,
            names: &names,
            character: &self.character,
            generation: self.generation,
            settings: &self.settings,
            seed: self.seed,
        })
    }

    pub fn outcome(&self) -> Outcome {
        self.scene(|scene| scan(scene, &mut Timed::default(), &|text| text.split_whitespace().count()))
    }

    pub fn called(&self) -> Vec<String> {
        self.outcome().called.into_iter().map(|called| called.entry).collect()
    }

    pub fn stopped(&self, id: &str) -> Option<Stopped> {
        self.outcome().silent.into_iter().find(|silent| silent.entry == id).map(|silent| silent.because)
    }

    /// Who is called at each length of the chat.
    pub fn walked(&self) -> Vec<Vec<String>> {
        let outcomes = self.scene(|scene| walk(scene, 1, &|_| 1));
        outcomes.into_iter().map(|outcome| outcome.called.into_iter().map(|called| called.entry).collect()).collect()
    }
}
