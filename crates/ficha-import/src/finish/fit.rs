//! Everything within its cap: long text overflows into lore, names are cut, labels that are too many or too long are
//! left out.
//!
//! The caps are those of the tables of the world; a list of them is kept nowhere else.

use ficha_json::{Style, to_text};
use ficha_world::schema::{self, Field, Is, MOST_NAME, MOST_TEXT};
use ficha_world::{FileKind, Ref, SHIPPED_LANGUAGES, Slot, kind_of, to_bytes};
use serde_json::Value;

use super::Work;
use super::overflow::member_label;
use crate::card::{fitting, within};
use crate::records::Doc;
use crate::said::Said;
use crate::structure::once_each;

/// Other names of a document, at most.
const ALIASES: usize = 24;
/// Tags, at most, and characters of one.
const TAGS: (usize, usize) = (24, 40);
/// Bytes of text a document may have without its file being measured: escaped they are six times as many.
const SURELY_SMALL: usize = 150_000;

/// Text that has no room, by member, and whether it starts anew or goes on.
struct Rest {
    member: &'static str,
    text: String,
    /// The number of its first piece of lore: 2 where the beginning stays.
    number: usize,
}

impl Work<'_> {
    /// Makes every document, `world.json` and the prompts fit.
    pub(super) fn fit(&mut self) {
        for reference in self.order.clone() {
            let Some(mut doc) = self.world.documents.remove(&reference) else { continue };
            let owner = reference.to_string();
            let called = name_of(&doc, &reference);
            let mut rest = self.fit_members(&owner, schema::of(reference.folder).fields, &mut doc);
            fit_size(&reference, &mut doc, &mut rest);
            self.world.documents.insert(reference, doc);
            self.put_rest(&owner, &called, rest);
        }
        self.fit_info();
        self.fit_prompts();
    }

    fn put_rest(&mut self, owner: &str, called: &str, rest: Vec<Rest>) {
        let mut last: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
        for part in rest {
            let number = last.get(part.member).copied().unwrap_or(part.number);
            let next = self.put_in_lore(owner, called, part.member, &part.text, number);
            last.insert(part.member, next);
        }
    }

    /// Members within their caps; what has no room is told.
    fn fit_members(&mut self, owner: &str, fields: &'static [Field], doc: &mut Doc) -> Vec<Rest> {
        let mut rest = Vec::new();
        for field in fields {
            let Some(value) = doc.get_mut(field.key) else { continue };
            let shortened = match (&field.is, value) {
                (Is::Name, Value::String(text)) => cut(text, MOST_NAME),
                (Is::Summary, Value::String(text)) => cut(text, 600),
                (Is::LongText, Value::String(text)) => overflow(field.key, text, MOST_TEXT, &mut rest),
                (Is::Text { max, .. }, Value::String(text)) => match max.unwrap_or(MOST_TEXT) {
                    most if most >= 4_000 => overflow(field.key, text, most, &mut rest),
                    most => cut(text, most),
                },
                (Is::Aliases, Value::Array(names)) => labels(names, ALIASES, MOST_NAME, true),
                (Is::Tags, Value::Array(tags)) => labels(tags, TAGS.0, TAGS.1, false),
                (Is::List { of: Is::Text { max: Some(each), .. }, max: Some(most), .. }, Value::Array(words)) => {
                    labels(words, *most, *each, false)
                }
                (Is::List { of: Is::LongText, max: Some(most), .. }, Value::Array(texts)) => {
                    let mut kept = Vec::new();
                    for text in texts.drain(..) {
                        match text {
                            Value::String(text) if kept.len() >= *most || longer(&text, MOST_TEXT) => {
                                rest.push(Rest { member: field.key, text, number: 1 });
                            }
                            other => kept.push(other),
                        }
                    }
                    *texts = kept;
                    None
                }
                _ => None,
            };
            if let Some(begins) = shortened {
                let member = member_label(field.key, self.given.report_language);
                self.notes.of_entity(owner, &Said::Shortened(&member, &begins));
            }
        }
        rest
    }

    fn fit_info(&mut self) {
        let mut info = std::mem::take(&mut self.world.info);
        let called = info.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let mut rest = self.fit_members("world.json", schema::WORLD.fields, &mut info);
        if let Some(Value::Array(openings)) = info.shift_remove("alternate_openings") {
            let most = openings_field().unwrap_or(usize::MAX);
            let mut room = most_bytes("world.json").saturating_sub(to_bytes(&schema::WORLD, &info).len());
            let mut kept = Vec::new();
            for opening in openings {
                let text = opening.get("text").and_then(Value::as_str).unwrap_or_default();
                let bytes = to_text(&opening, Style::Pretty(2)).len() + 64;
                if kept.len() < most && bytes <= room && !longer(text, MOST_TEXT) {
                    room -= bytes;
                    kept.push(opening);
                } else {
                    rest.push(Rest { member: "alternate_openings", text: text.to_owned(), number: 1 });
                }
            }
            info.insert("alternate_openings".to_owned(), kept.into());
        }
        self.world.info = schema::arranged(schema::WORLD.fields, &info);
        self.put_rest("world.json", &called, rest);
    }

    /// A prompt over its cap is lore and no prompt.
    fn fit_prompts(&mut self) {
        // One character of the file is the line end behind the text.
        let most = |slot: &str| Slot::of(slot).map_or(MOST_TEXT, |slot| slot.most).saturating_sub(1);
        let [first, ..] = SHIPPED_LANGUAGES;
        let over: Vec<(String, String)> = self
            .world
            .prompts
            .iter()
            .filter(|((language, slot), text)| language == first && longer(text, most(slot)))
            .map(|((_, slot), text)| (slot.clone(), text.clone()))
            .collect();
        let called = self.world.name().to_owned();
        for (slot, text) in over {
            self.world.prompts.retain(|(_, known), _| *known != slot);
            self.put_in_lore(&format!("prompts/{slot}"), &called, "prompt", &text, 1);
        }
        for text in self.world.prompts.values_mut().filter(|text| !text.ends_with('\n')) {
            text.push('\n');
        }
    }
}

/// How many other openings a world may have.
fn openings_field() -> Option<usize> {
    match schema::WORLD.field("alternate_openings").map(|field| &field.is) {
        Some(Is::List { max, .. }) => *max,
        _ => None,
    }
}

/// Bytes the file at a path may have.
fn most_bytes(path: &str) -> usize {
    let kind: FileKind = kind_of(path);
    kind.most_bytes().and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(usize::MAX)
}

fn name_of(doc: &Doc, reference: &Ref) -> String {
    let name = doc.get(reference.folder.name_key()).and_then(Value::as_str);
    name.filter(|name| !name.is_empty()).unwrap_or(&reference.id).to_owned()
}

fn longer(text: &str, most: usize) -> bool {
    text.len() > most && text.chars().nth(most).is_some()
}

/// Cuts a text that is no prose; how it began.
fn cut(text: &mut String, most: usize) -> Option<String> {
    if !longer(text, most) {
        return None;
    }
    let kept = within(text, most).trim_end().to_owned();
    Some(std::mem::replace(text, kept))
}

/// Leaves what fits in its place and tells the rest.
fn overflow(member: &'static str, text: &mut String, most: usize, rest: &mut Vec<Rest>) -> Option<String> {
    if longer(text, most) {
        split_off(member, text, most, rest);
    }
    None
}

fn split_off(member: &'static str, text: &mut String, most: usize, rest: &mut Vec<Rest>) {
    let kept = fitting(text, most).len();
    // A cluster longer than all room is cut itself.
    let kept = if kept == 0 { within(text, most).len() } else { kept };
    let behind = text.split_off(kept);
    rest.push(Rest { member, text: behind, number: 2 });
}

/// Blank ones dropped, twins once, those over the caps left out or cut; how the first of those began.
fn labels(list: &mut Vec<Value>, most: usize, each: usize, may_cut: bool) -> Option<String> {
    let mut told = None;
    let mut kept = Vec::new();
    for label in once_each(list.iter().filter_map(Value::as_str)) {
        if kept.len() >= most || (longer(&label, each) && !may_cut) {
            told.get_or_insert(label);
        } else if longer(&label, each) {
            kept.push(Value::from(within(&label, each).trim_end()));
            told.get_or_insert(label);
        } else {
            kept.push(Value::from(label));
        }
    }
    *list = kept;
    told
}

/// The document within the bytes its file may have: sample talk goes from behind, then the longest text gives way.
fn fit_size(reference: &Ref, doc: &mut Doc, rest: &mut Vec<Rest>) {
    let most = most_bytes(&reference.path());
    let texts: usize = doc.values().map(text_bytes).sum();
    if texts <= SURELY_SMALL {
        return;
    }
    // Each round takes away at least what is too much; a document has a dozen texts.
    for _ in 0..100 {
        let bytes = to_bytes(schema::of(reference.folder), doc).len();
        let Some(excess) = bytes.checked_sub(most).filter(|excess| *excess > 0) else { return };
        if let Some(Value::Array(examples)) = doc.get_mut("examples")
            && let Some(Value::String(text)) = examples.pop()
        {
            let at = rest.iter().position(|part| part.member == "examples").unwrap_or(rest.len());
            rest.insert(at, Rest { member: "examples", text, number: 1 });
            continue;
        }
        let longest = schema::of(reference.folder).fields.iter().filter(|field| is_prose(&field.is));
        let longest = longest.max_by_key(|field| doc.get(field.key).map_or(0, text_bytes));
        let Some(field) = longest else { return };
        let Some(Value::String(text)) = doc.get_mut(field.key) else { return };
        let chars = text.chars().count();
        let escaped = to_text(&Value::from(text.as_str()), Style::Compact).len().max(1);
        let less = (excess * chars).div_ceil(escaped) + 1;
        split_off(field.key, text, chars.saturating_sub(less), rest);
    }
}

fn is_prose(is: &Is) -> bool {
    matches!(is, Is::LongText) || matches!(is, Is::Text { max: Some(most), .. } if *most >= 4_000)
}

/// Bytes of all text in a value of a document.
fn text_bytes(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(text_bytes).sum(),
        _ => 0,
    }
}
