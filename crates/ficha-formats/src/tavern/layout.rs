//! Where a Tavern payload has its fields, and how sure one can be that it is a card.
//!
//! A card may be flat (V1, or V1 with later keys beside), an envelope with `data` (V2, V3), an envelope that lost its
//! `spec` or has its fields at the root, or lie in an envelope of another app, under `/character` or `/data`.

use ficha_json::{Document, Node};

use super::fields::{FLAT_KEYS, RENAMED_MIRRORS, V1_KEYS};
use crate::format::{Detection, Variant};
use crate::inspect::Roots;

/// Where the fields of one payload are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// What the payload says or shows it is.
    pub shape: Shape,
    /// Pointer of the card object.
    pub envelope: String,
    /// Pointer of the object that holds the fields.
    pub data: String,
}

/// The shapes of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// No `spec`, no `data`, six texts.
    V1,
    /// The same with later keys beside them.
    Flat,
    /// An envelope of version 2 or 3 with `data`.
    Envelope(Variant),
    /// Says version 2 or 3, has its fields at the root.
    AtRoot(Variant),
    /// Has `data`, says no version.
    NoSpec,
    /// Says a version nobody knows, has its fields at the root.
    UnknownSpec,
}

impl Layout {
    /// The layout of a payload and what tells it; `None` when it is no card.
    pub fn of(document: &Document) -> Option<(Layout, Detection)> {
        let root = document.root();
        if let Some(found) = Layout::under(root, "") {
            return Some(found);
        }
        if root.get("spec").is_some() {
            return None;
        }
        // Galleries and apps put the card of a version into an envelope of their own.
        ["character", "data"].into_iter().find_map(|key| {
            let inner = root.get(key).filter(|inner| inner.is_object())?;
            let (layout, _) = Layout::under(inner, &format!("/{key}"))?;
            let detection = bid(0.9, "a card of a version lies in an envelope");
            matches!(layout.shape, Shape::Envelope(_)).then_some((layout, detection))
        })
    }

    fn under(card: Node<'_>, envelope: &str) -> Option<(Layout, Detection)> {
        if !card.is_object() {
            return None;
        }
        let has_data = card.get("data").is_some_and(Node::is_object);
        let at = |shape, detection| {
            let inside = matches!(shape, Shape::Envelope(_) | Shape::NoSpec);
            let data = if inside { format!("{envelope}/data") } else { envelope.to_owned() };
            Some((Layout { shape, envelope: envelope.to_owned(), data }, detection))
        };
        let spec = card.get("spec").and_then(|spec| spec.as_str());
        match spec.as_deref() {
            Some("chara_card_v3") if has_data => {
                at(Shape::Envelope(Variant::V3), bid(0.9, "it says chara_card_v3 and has its data"))
            }
            Some("chara_card_v2") if has_data => {
                at(Shape::Envelope(Variant::V2), bid(0.9, "it says chara_card_v2 and has its data"))
            }
            Some("chara_card_v3") if has_v1(card) => {
                at(Shape::AtRoot(Variant::V3), bid(0.9, "it says chara_card_v3 and has its fields at the root"))
            }
            Some("chara_card_v2") if has_v1(card) => {
                at(Shape::AtRoot(Variant::V2), bid(0.9, "it says chara_card_v2 and has its fields at the root"))
            }
            Some(_) if has_text(card, "name") && count_v1(card) >= 2 => {
                at(Shape::UnknownSpec, bid(0.6, "it says an unknown version and has the fields of a V1 card"))
            }
            Some(_) => None,
            None if has_data => {
                let data = card.get("data")?;
                let wrapped = ["type", "kind", "exportedAt", "schemaVersion", "lorebook"]
                    .iter()
                    .any(|key| card.get(key).is_some());
                let listed = data.get("entries").is_some() || data.get("prompts").is_some();
                if wrapped || listed || !has_text(data, "name") || count_v1(data) < 2 {
                    return None;
                }
                at(Shape::NoSpec, bid(0.6, "it has the data of a V2 card and does not say its version"))
            }
            None => {
                let detection = flat(card)?;
                let later = FLAT_KEYS.iter().any(|key| card.get(key).is_some());
                at(if later { Shape::Flat } else { Shape::V1 }, detection)
            }
        }
    }

    /// Pointer of the value of a table key (`/data/...`), as it is or would be.
    pub fn locate(&self, key: &str) -> String {
        self.roots().locate(key)
    }

    /// The value of a table key and its pointer. Flat cards keep three of them under other names.
    pub fn find<'a>(&self, document: &'a Document, key: &str) -> Option<(Node<'a>, String)> {
        let at = self.locate(key);
        if let Some(node) = document.at(&at) {
            return Some((node, at));
        }
        if !self.is_flat() {
            return None;
        }
        let below = key.strip_prefix("/data")?;
        let (renamed, _) = RENAMED_MIRRORS.iter().find(|(_, mirrored)| *mirrored == below)?;
        let at = format!("{}/{renamed}", self.data);
        document.at(&at).map(|node| (node, at))
    }

    /// Where a table key is written: where it is, else where it belongs.
    pub fn write_at(&self, document: &Document, key: &str) -> String {
        self.find(document, key).map_or_else(|| self.locate(key), |(_, at)| at)
    }

    /// Whether the fields are at the root of the card.
    pub fn is_flat(&self) -> bool {
        self.envelope == self.data
    }

    /// For the wire table.
    pub fn roots(&self) -> Roots {
        Roots { envelope: self.envelope.clone(), data: self.data.clone() }
    }

    /// The version it counts as.
    pub fn variant(&self) -> Variant {
        match self.shape {
            Shape::V1 | Shape::UnknownSpec => Variant::V1,
            Shape::Flat | Shape::NoSpec => Variant::V2,
            Shape::Envelope(variant) | Shape::AtRoot(variant) => variant,
        }
    }

    /// The word kept beside the original.
    pub fn word(&self) -> &'static str {
        match self.shape {
            Shape::V1 | Shape::UnknownSpec => "v1",
            Shape::Flat => "flat",
            Shape::NoSpec => "v2",
            Shape::Envelope(variant) | Shape::AtRoot(variant) => variant.word(),
        }
    }
}

fn bid(confidence: f32, because: &'static str) -> Detection {
    Detection { confidence, because }
}

fn has_text(card: Node<'_>, key: &str) -> bool {
    card.get(key).is_some_and(Node::is_string)
}

fn count_v1(card: Node<'_>) -> usize {
    V1_KEYS.iter().filter(|key| has_text(card, key)).count()
}

fn has_v1(card: Node<'_>) -> bool {
    count_v1(card) > 0
}

/// Keys that say that a flat object is something else.
const FOREIGN: [&str; 15] = [
    "kind",
    "entries",
    "prompts",
    "rules",
    "blocks",
    "lorebook",
    "firstMessage",
    "subjective_pronoun",
    "personaStats",
    "nameColor",
    "char_persona",
    "prompt_order",
    "chat_completion_source",
    "temperature",
    "input_sequence",
];

/// Root keys a flat card may have and still be told by a single text.
const KNOWN: [&str; 30] = [
    "name",
    "description",
    "personality",
    "scenario",
    "first_mes",
    "mes_example",
    "creator_notes",
    "creatorcomment",
    "system_prompt",
    "post_history_instructions",
    "alternate_greetings",
    "character_book",
    "tags",
    "creator",
    "character_version",
    "extensions",
    "avatar",
    "chat",
    "create_date",
    "talkativeness",
    "fav",
    "json_data",
    "nickname",
    "creator_notes_multilingual",
    "source",
    "group_only_greetings",
    "creation_date",
    "modification_date",
    "assets",
    "metadata",
];

/// The bid for a flat card: no `spec`, no `data`.
fn flat(card: Node<'_>) -> Option<Detection> {
    if !has_text(card, "name")
        || FOREIGN.iter().any(|key| card.get(key).is_some())
        || card.get("story_string").is_some()
    {
        return None;
    }
    let texts = count_v1(card) - 1;
    if has_text(card, "first_mes") || has_text(card, "mes_example") {
        Some(bid(0.9, "it has a name and the messages of a V1 card"))
    } else if FLAT_KEYS.iter().any(|key| card.get(key).is_some()) {
        Some(bid(0.9, "it has a name and keys only flat V2 cards have"))
    } else if texts >= 2 {
        Some(bid(0.9, "it has a name and two texts of a V1 card"))
    } else if texts == 1 && card.members().all(|(key, _)| KNOWN.contains(&key.as_ref())) {
        Some(bid(0.9, "it has a name, a text of a V1 card, and no foreign key"))
    } else {
        None
    }
}
