//! A V3 card as it is read: fields by name, greetings, entries. A member of another type says nothing.

use serde_json::Value;

use crate::records::words;

words! {
    /// A text field of a card.
    FieldName {
        /// What anyone sees.
        Description = "description",
        /// How somebody is.
        Personality = "personality",
        /// The situation.
        Scenario = "scenario",
        /// Sample talk.
        MesExample = "mes_example",
        /// What the model is told first.
        SystemPrompt = "system_prompt",
        /// What the model is told last.
        PostHistoryInstructions = "post_history_instructions",
        /// A text put a few messages from the end.
        DepthPrompt = "depth_prompt",
        /// The author's words to whoever uses the card.
        CreatorNotes = "creator_notes",
    }
}

impl FieldName {
    /// Its piece: `field:description`.
    pub fn piece(self) -> String {
        format!("field:{}", self.word())
    }
}

/// A V3 card.
#[derive(Clone, Copy, Debug)]
pub struct Card<'a> {
    data: &'a Value,
}

/// An entry of a card's book.
#[derive(Clone, Copy, Debug)]
pub struct CardEntry<'a> {
    row: &'a Value,
    /// Its place in the card, from 1.
    pub number: usize,
}

impl<'a> Card<'a> {
    /// The card of a V3 object; of its `data` alone too.
    pub fn of(card: &'a Value) -> Card<'a> {
        Card { data: card.get("data").filter(|data| data.is_object()).unwrap_or(card) }
    }

    /// A text member of `data`, empty when it is none.
    pub fn text(self, key: &str) -> &'a str {
        text(self.data, key)
    }

    /// A field.
    pub fn field(self, field: FieldName) -> &'a str {
        match field {
            FieldName::DepthPrompt => self
                .data
                .get("extensions")
                .and_then(|extensions| extensions.get("depth_prompt"))
                .map_or("", |prompt| text(prompt, "prompt")),
            field => self.text(field.word()),
        }
    }

    /// Its name on one line, without blanks around it.
    pub fn name(self) -> String {
        one_line(self.text("name"))
    }

    /// Its nickname in the same way; empty when it has none.
    pub fn nickname(self) -> String {
        one_line(self.text("nickname"))
    }

    /// Whom `{{char}}` means: the nickname, else the name, else `otherwise`.
    pub fn called(self, otherwise: &str) -> String {
        [self.nickname(), self.name()].into_iter().find(|name| !name.is_empty()).unwrap_or_else(|| otherwise.to_owned())
    }

    /// First message and alternates: 0 is the first message, n the alternate n.
    pub fn greetings(self) -> Vec<&'a str> {
        let mut all = vec![self.text("first_mes")];
        all.extend(texts(self.data.get("alternate_greetings")));
        all
    }

    /// Greetings for groups, the first of them number 1.
    pub fn group_greetings(self) -> Vec<&'a str> {
        texts(self.data.get("group_only_greetings"))
    }

    /// Tags as the card has them.
    pub fn tags(self) -> Vec<&'a str> {
        texts(self.data.get("tags"))
    }

    /// The entries of its book in card order; a book that is a map is read in the order of its members.
    pub fn entries(self) -> Vec<CardEntry<'a>> {
        let rows = self.data.get("character_book").and_then(|book| book.get("entries"));
        let rows: Vec<&Value> = match rows {
            Some(Value::Array(rows)) => rows.iter().collect(),
            Some(Value::Object(rows)) => rows.values().collect(),
            _ => Vec::new(),
        };
        rows.into_iter().enumerate().map(|(index, row)| CardEntry { row, number: index + 1 }).collect()
    }
}

impl<'a> CardEntry<'a> {
    /// Its piece: `entry:3`.
    pub fn piece(self) -> String {
        format!("entry:{}", self.number)
    }

    /// Its text with everything in it.
    pub fn content(self) -> &'a str {
        text(self.row, "content")
    }

    /// Its keys without blank ones; a single text is a list with commas.
    pub fn keys(self) -> Vec<String> {
        let keys = self.row.get("keys").or_else(|| self.row.get("key"));
        let keys: Vec<&str> = match keys {
            Some(Value::String(one)) => one.split(',').collect(),
            other => texts(other),
        };
        keys.into_iter().map(str::trim).filter(|key| !key.is_empty()).map(str::to_owned).collect()
    }

    /// Comment, else name, else first key; `None` when it has none of them.
    pub fn title(self) -> Option<String> {
        let own = ["comment", "name"].into_iter().map(|key| one_line(text(self.row, key)));
        own.chain(self.keys().first().map(|key| one_line(key))).find(|title| !title.is_empty())
    }

    /// Whether it is always told.
    pub fn is_constant(self) -> bool {
        self.row.get("constant").and_then(Value::as_bool).unwrap_or_default()
    }

    /// Whether the card has it switched on.
    pub fn is_enabled(self) -> bool {
        let enabled = self.row.get("enabled").and_then(Value::as_bool);
        enabled.unwrap_or_else(|| !self.row.get("disable").and_then(Value::as_bool).unwrap_or_default())
    }

    /// Where it is told, as the card says it: a word or a number.
    pub fn position(self) -> Option<&'a Value> {
        self.row.get("position").filter(|position| position.is_string() || position.as_i64().is_some())
    }
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn texts(list: Option<&Value>) -> Vec<&str> {
    // Greetings are named by their place, so an item that is no text still takes its place.
    let items = list.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    items.iter().map(|item| item.as_str().unwrap_or_default()).collect()
}

/// White space as single blanks, nothing around it.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split(|letter: char| letter.is_whitespace() || letter.is_control()).filter(|word| !word.is_empty())
    {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}
