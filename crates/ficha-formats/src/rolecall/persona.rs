//! The persona of a person, in two shapes: the app's own file, and a Tavern V2 card whose block says `persona`.
//!
//! In the app's own file `description` is the blurb and `content` the text of the prompt; where `content` is empty the
//! sections are put together. In the card `creator_notes` is the blurb and `description` the text, with two of the
//! sections folded in as paragraphs. The two never swap. A persona from elsewhere leaves as the app's own file.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::{Entity, Kind, Link, Path, leaves};
use serde_json::{Map, Value, json};

use super::SOURCE;
use crate::ask::{Ask, Encoded};
use crate::carrier;
use crate::error::{EncodeError, Refusal};
use crate::format::{
    Clear, Coded, Decoded, Detection, Format, FormatSpec, Shape, Widget, Wire, custom, kept, native, row,
};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{Said, State, Writes, at, is_blank, place, state};
use crate::ratings::ADULT;
use crate::read::Reader;
use crate::record::{Record, RecordFile, RecordHooks, Tables};
use crate::source::Source;

const ID: &str = "rolecall-persona";
const CONTENT: &str = "content";

/// Sections in the order they are put together.
const SECTIONS: [(&str, &str); 5] = [
    ("appearance", "Appearance"),
    ("body", "Body"),
    ("personality", "Personality"),
    ("quirks", "Quirks"),
    ("history", "History"),
];

/// How many of them a card folds into its description.
const FOLDED: usize = 2;

/// Three words on a card, two here.
static RATING: Coded = Coded {
    name: "content rating",
    decode: |node, at, reader| {
        let word = reader.text(node, at)?;
        match word.as_str() {
            "" => None,
            "all_hours" => Some(json!("all-ages")),
            "late_night" => Some(json!("mature")),
            "after_dark" => Some(json!("explicit")),
            _ => {
                reader.warn(NoteCode::UnknownValue, at, format!("{at} has no meaning here; it is kept as it is."));
                None
            }
        }
    },
    encode: |value, _, said| {
        if value == "mature" {
            said.explain(NoteCode::Adapted, "A persona of RoleCall is for all hours or after dark.");
        }
        Some(json!(if value == "all-ages" { "all_hours" } else { "after_dark" }))
    },
    empty: "\"\"",
};

/// Where RoleCall keeps the book of a persona.
static BOOK: Coded = Coded {
    name: "lorebook id",
    decode: |node, at, reader| {
        let id = reader.text(node, at).filter(|id| !id.is_empty())?;
        Some(json!([Link::Foreign { platform: "rolecall".to_owned(), id }.to_value()]))
    },
    encode: |value, _, said| {
        let mut own = None;
        for (index, link) in value.as_array().into_iter().flatten().enumerate() {
            match Link::from_value(link) {
                Some(Link::Foreign { platform, id }) if platform == "rolecall" && own.is_none() => {
                    own = Some(json!(id))
                }
                _ => {
                    let mut said =
                        Said { notes: &mut *said.notes, address: said.address, path: said.path.index(index) };
                    said.explain(NoteCode::LinkLeft, "RoleCall names one book, by its own id.");
                }
            }
        }
        own
    },
    empty: "null",
};

#[rustfmt::skip]
const OWN: &[Wire] = &[
    kept("/spec", "says that it is a persona", SOURCE),
    kept("/spec_version", "which version of the file it is", SOURCE),
    kept("/exportedAt", "when the file was written", SOURCE),
    kept("/type", "what an older export wrapped", SOURCE),
    row("/data/name", "name", Shape::Text, Clear::Empty, SOURCE),
    row("/data/description", "brief", Shape::Text, Clear::Empty, SOURCE),
    row("/data/content", CONTENT, Shape::Text, Clear::Empty, SOURCE),
    row("/data/sections/appearance", "sections.appearance", Shape::Text, Clear::Empty, SOURCE),
    row("/data/sections/body", "sections.body", Shape::Text, Clear::Empty, SOURCE),
    row("/data/sections/personality", "sections.personality", Shape::Text, Clear::Empty, SOURCE),
    row("/data/sections/quirks", "sections.quirks", Shape::Text, Clear::Empty, SOURCE),
    row("/data/sections/history", "sections.history", Shape::Text, Clear::Empty, SOURCE),
    row("/data/metadata/creator", "attribution.creator", Shape::Text, Clear::Remove, SOURCE),
    row("/data/metadata/version", "attribution.version", Shape::Text, Clear::Remove, SOURCE),
    row("/data/metadata/created_at", "attribution.createdAt", Shape::Text, Clear::Remove, SOURCE),
    row("/data/metadata/source", "attribution.source", Shape::Text, Clear::Remove, SOURCE),
    row("/data/metadata/content_rating", "rating", Shape::Coded(&RATING), Clear::Remove, SOURCE),
    native("/data/metadata/tags", ("Tags", "标签"), ("Tags of the file.", "文件的标签。"), Widget::List, SOURCE),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
];

#[rustfmt::skip]
const CARD: &[Wire] = &[
    row("/data/creator_notes", "brief", Shape::Text, Clear::Empty, SOURCE),
    row("/data/personality", "sections.personality", Shape::Text, Clear::Empty, SOURCE),
    row("/data/scenario", "sections.history", Shape::Text, Clear::Empty, SOURCE),
    row("/data/tags", "traits", Shape::TextList, Clear::Empty, SOURCE),
    row("/data/extensions/rolecall/quirks", "sections.quirks", Shape::Text, Clear::Remove, SOURCE),
    row("/data/extensions/rolecall/section_order", "sectionOrder", Shape::TextList, Clear::Remove, SOURCE),
    row("/data/extensions/rolecall/tagline", "identity.tagline", Shape::Text, Clear::Remove, SOURCE),
    row("/data/extensions/rolecall/age", "identity.age", Shape::Text, Clear::Remove, SOURCE),
    row("/data/extensions/rolecall/height", "identity.height", Shape::Text, Clear::Remove, SOURCE),
    row("/data/extensions/rolecall/pronouns", "identity.pronouns", Shape::Text, Clear::Remove, SOURCE),
    row("/data/extensions/rolecall/signature_color", "presentation.signatureColor", Shape::Text, Clear::Remove, SOURCE),
    row("/data/extensions/rolecall/colors", "presentation.colors", Shape::Coded(&super::wire::PALETTE), Clear::Empty, SOURCE),
    row("/data/extensions/rolecall/image_url", "presentation.imageUrl", Shape::FilledText, Clear::Remove, SOURCE),
    row("/data/extensions/rolecall/lorebook_id", "knowledgeRefs", Shape::Coded(&BOOK), Clear::Remove, SOURCE),
    row("/data/extensions/rolecall/is_after_dark", "rating", Shape::Coded(&ADULT), Clear::Remove, SOURCE),
    kept("/data/extensions/rolecall/type", "says that the card is a persona", SOURCE),
    kept("/data/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
    custom("/ (picture)", &["media.portrait"], "the carrier"),
    kept("/data/first_mes", "a persona says nothing first", SOURCE),
    kept("/data/mes_example", "a persona has no examples", SOURCE),
    kept("/data/system_prompt", "a persona gives no orders", SOURCE),
    kept("/data/post_history_instructions", "a persona gives no orders", SOURCE),
    kept("/data/alternate_greetings", "a persona says nothing first", SOURCE),
    kept("/data/creator", "the app does not read it of a persona", SOURCE),
    kept("/data/character_version", "the app does not read it of a persona", SOURCE),
];

/// The keys both shapes have, as the card has them.
#[rustfmt::skip]
const CARD_TOO: &[Wire] = &[
    kept("/spec", "says that it is a card", SOURCE),
    kept("/spec_version", "which version of the card it is", SOURCE),
    row("/data/name", "name", Shape::Text, Clear::Empty, SOURCE),
    custom("/data/description", &[CONTENT, "sections.appearance", "sections.body"], SOURCE),
];

static OWN_SPEC: FormatSpec = FormatSpec {
    id: ID,
    platform: "rolecall",
    kind: Kind::Persona,
    title: "RoleCall persona",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[OWN],
    private: &[],
    source: SOURCE,
};

static CARD_SPEC: FormatSpec = FormatSpec {
    reads: &[ContainerId::Json, ContainerId::Png],
    writes_own: &[ContainerId::Png],
    wire: &[CARD_TOO, CARD],
    title: "RoleCall persona card",
    ..OWN_SPEC
};

/// Both shapes.
static SPEC: FormatSpec = FormatSpec { wire: &[OWN, CARD], title: "RoleCall persona", ..CARD_SPEC };

static OWN_FILE: Record = Record {
    spec: &OWN_SPEC,
    tables: LazyLock::new(|| Tables::of(&OWN_SPEC)),
    detect: own,
    roots: |document| roots(own_at(document)),
    fresh: r#"{"spec": "rolecall_persona", "spec_version": "1.0", "data": {"name": "", "description": "", "content": "", "sections": {"appearance": "", "body": "", "personality": "", "quirks": "", "history": ""}, "metadata": {}}}"#,
    style: Style::Pretty(2),
    hooks: RecordHooks { decode: Some(compiled), encode: Some(explain_compiled), ..RecordHooks::NONE },
};

static CARD_FILE: RecordFile = RecordFile {
    record: Record {
        spec: &CARD_SPEC,
        tables: LazyLock::new(|| Tables::of(&CARD_SPEC)),
        detect: card,
        roots: |document| roots(card_at(document)),
        fresh: "",
        style: Style::Pretty(2),
        hooks: RecordHooks { decode: Some(unfold), encode: Some(fold), ..RecordHooks::NONE },
    },
    keyword: "chara",
    in_picture: "",
};

/// The format.
pub(super) struct Persona;

impl Format for Persona {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        OWN_FILE.detect(source).filter(|_| source.container() == ContainerId::Json).or_else(|| CARD_FILE.detect(source))
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        let is_own = source.payload().is_some_and(|payload| own(&payload.document).is_some());
        if is_own { OWN_FILE.decode(source, notes) } else { CARD_FILE.decode(source, notes) }
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        let shape = if is_card(entity) { &CARD_SPEC } else { &OWN_SPEC };
        for (path, value) in leaves(entity.body.value()) {
            if !is_blank(Some(value)) && SPEC.carries(&path) && !shape.carries(&path) {
                let text = format!("{} has no place for it; the app's other shape has.", shape.title);
                notes.explain(path, NoteCode::NoPlace, text);
            }
        }
        if is_card(entity) { CARD_FILE.encode(entity, ask, notes) } else { OWN_FILE.encode(entity, ask, notes) }
    }

    fn roots(&self, document: &Document) -> Roots {
        roots(own_at(document).or_else(|| card_at(document)))
    }
}

fn roots(at: Option<String>) -> Roots {
    let envelope = at.unwrap_or_default();
    Roots { data: format!("{envelope}/data"), envelope }
}

/// Whether the entity came as a card.
fn is_card(entity: &Entity) -> bool {
    let raw = entity.original.get(ID).and_then(|original| original.raw.as_ref());
    let document = raw.and_then(|raw| Document::parse(raw.0.clone(), &carrier::own_limits().json).ok());
    document.is_some_and(|document| card(&document).is_some())
}

/// Where an object may lie: older exports wrap it once or twice.
fn places(document: &Document) -> impl Iterator<Item = (String, Node<'_>)> {
    ["", "/data", "/persona", "/data/persona"]
        .into_iter()
        .filter_map(|at| Some((at.to_owned(), document.at(at).filter(|node| node.is_object())?)))
}

fn has_name(node: Node<'_>) -> bool {
    node.at("/data/name").is_some_and(Node::is_string)
}

fn own_at(document: &Document) -> Option<String> {
    let spec = |node: Node<'_>| node.get("spec").and_then(|spec| spec.as_str()).as_deref() == Some("rolecall_persona");
    places(document).find(|(_, node)| spec(*node) && has_name(*node)).map(|(at, _)| at)
}

fn card_at(document: &Document) -> Option<String> {
    let spec = |node: Node<'_>| {
        let word = node.get("spec").and_then(|spec| spec.as_str());
        let persona = node.at("/data/extensions/rolecall/type").and_then(|kind| kind.as_str());
        matches!(word.as_deref(), Some("chara_card_v2" | "chara_card_v3")) && persona.as_deref() == Some("persona")
    };
    places(document).find(|(_, node)| spec(*node) && has_name(*node)).map(|(at, _)| at)
}

fn own(document: &Document) -> Option<Detection> {
    own_at(document).map(|_| Detection { confidence: 1.0, because: "it says rolecall_persona" })
}

fn card(document: &Document) -> Option<Detection> {
    card_at(document).map(|_| Detection { confidence: 1.0, because: "its RoleCall block says that it is a persona" })
}

/// The sections put together, as the app does where there is no text.
fn compile(sections: Option<&Value>) -> String {
    let parts = SECTIONS.iter().filter_map(|(key, label)| {
        let text = sections?.get(*key)?.as_str().filter(|text| !text.is_empty())?;
        Some(format!("{label}: {text}"))
    });
    parts.collect::<Vec<_>>().join("\n\n")
}

fn text<'a>(body: &'a Value, path: &str) -> &'a str {
    at(body, path).and_then(Value::as_str).unwrap_or("")
}

fn compiled(_: &Document, _: &Roots, body: &mut Map<String, Value>, _: &mut Reader<'_>) {
    if is_blank(body.get(CONTENT)) {
        let text = compile(body.get("sections"));
        if !text.is_empty() {
            place(body, CONTENT, json!(text));
        }
    }
}

/// A text that was put together from the sections follows them until it is written itself.
fn explain_compiled(
    before: &Value,
    after: &Value,
    document: &Document,
    roots: &Roots,
    _: &mut Writes,
    notes: &mut Notes,
) {
    let wire = document.at(&format!("{}/content", roots.data)).and_then(|node| node.as_str()).unwrap_or_default();
    let edited = state(at(before, CONTENT), at(after, CONTENT)) != State::Equal;
    let written = if edited { text(after, CONTENT) } else { wire.as_ref() };
    if written.is_empty() && compile(at(after, "sections")) != text(after, CONTENT) {
        let said = "Where there is no text, RoleCall puts it together from the sections.";
        notes.explain(Path::of(CONTENT), NoteCode::MirroredText, said);
    }
}

/// The text of a card and the sections folded into it.
fn unfolded(description: &str) -> (String, [Option<String>; FOLDED]) {
    let mut sections: [Option<String>; FOLDED] = [None, None];
    let mut rest = Vec::new();
    for paragraph in description.split("\n\n") {
        let folded = sections.iter_mut().zip(SECTIONS).find_map(|(slot, (_, label))| {
            let text = paragraph.strip_prefix(label)?.strip_prefix(": ")?;
            slot.is_none().then_some((slot, text))
        });
        match folded {
            Some((slot, text)) => *slot = Some(text.to_owned()),
            None => rest.push(paragraph),
        }
    }
    (rest.join("\n\n"), sections)
}

fn folded(body: &Value) -> String {
    let sections = SECTIONS.iter().take(FOLDED).filter_map(|(key, label)| {
        let text = text(body, &format!("sections.{key}"));
        (!text.is_empty()).then(|| format!("{label}: {text}"))
    });
    let content = Some(text(body, CONTENT).to_owned()).filter(|content| !content.is_empty());
    content.into_iter().chain(sections).collect::<Vec<_>>().join("\n\n")
}

fn unfold(document: &Document, roots: &Roots, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let here = format!("{}/description", roots.data);
    let Some(description) = document.at(&here).and_then(|node| reader.text(node, &here)) else { return };
    let (content, sections) = unfolded(&description);
    body.insert(CONTENT.to_owned(), json!(content));
    for ((key, _), text) in SECTIONS.iter().zip(sections) {
        if let Some(text) = text {
            place(body, &format!("sections.{key}"), json!(text));
        }
    }
}

fn fold(before: &Value, after: &Value, _: &Document, roots: &Roots, writes: &mut Writes, notes: &mut Notes) {
    let paths =
        [CONTENT.to_owned()].into_iter().chain(SECTIONS.iter().take(FOLDED).map(|(key, _)| format!("sections.{key}")));
    let paths: Vec<String> = paths.collect();
    if paths.iter().all(|path| state(at(before, path), at(after, path)) == State::Equal) {
        return;
    }
    let description = folded(after);
    let (content, sections) = unfolded(&description);
    let back = [Some(content)].into_iter().chain(sections);
    for (path, back) in paths.iter().zip(back) {
        if back.as_deref().unwrap_or("") != text(after, path) {
            let said = "A paragraph of the text that begins like a section is read as one.";
            notes.explain(Path::of(path), NoteCode::Adapted, said);
        }
    }
    writes.set(format!("{}/description", roots.data), json!(description));
}
