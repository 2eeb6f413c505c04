//! The Tavern V2 card the app writes: reading and writing are the lineage's; here is what the app adds to it.
//!
//! `extensions.agnai.persona` counts only while it becomes the card's description: the app itself takes that as the
//! sign that nobody edited the text (`web/pages/Character/port.ts`). So a card written here always has both in step.
//! The app stops at version 2.

use ficha_json::{Document, Node, Style};
use serde_json::{Map, Value, json};

use super::parts;
use super::persona::{self, Plan};
use super::wire::CARD_SPEC;
use crate::format::{Detection, Variant};
use crate::notes::{NoteCode, Notes};
use crate::overlay::{Writes, at, is_blank, place};
use crate::read::Reader;
use crate::tavern::edit::Target;
use crate::tavern::layout::{Layout, Shape};
use crate::tavern::lineage::{CardFormat, Lineage, Part, Payload};
use crate::tavern::{depth_prompt, version};

const PERSONA: &str = "/data/extensions/agnai/persona";
const VOICE: &str = "/data/extensions/agnai/voice";
const SPRITE: &str = "/data/extensions/agnai/sprite";

/// The format of the card alone.
pub(super) static CARD: CardFormat = CardFormat(&LINEAGE);

static LINEAGE: Lineage = Lineage {
    fresh: |_, _, _| Variant::V2,
    skeleton,
    parts: &[depth_prompt::PART, OWN],
    ..Lineage::of(&CARD_SPEC, |source| detect(&source.payload()?.document))
};

const OWN: Part = Part { decode, overlay, explain: |_, _| {} };

/// The bid for a card whose persona can be trusted.
pub(super) fn detect(document: &Document) -> Option<Detection> {
    let (layout, _) = Layout::of(document).filter(|(layout, _)| layout.shape == Shape::Envelope(Variant::V2))?;
    trusted(document, &layout, &mut Reader::muted(&mut Notes::new()))?;
    Some(Detection { confidence: 0.93, because: "its extensions.agnai.persona is its description" })
}

/// The persona of a card, when it becomes the description.
fn trusted(document: &Document, layout: &Layout, reader: &mut Reader<'_>) -> Option<persona::Persona> {
    let text = |key: &str| layout.find(document, key).and_then(|(node, _)| node.as_str().map(|text| text.into_owned()));
    let at = layout.locate(PERSONA);
    let persona = persona::read(document.at(&at)?, &at, reader)?;
    let told = persona::told(&persona, &text("/data/name").unwrap_or_default());
    (told == text("/data/description").unwrap_or_default()).then_some(persona)
}

/// A card without content, with a persona as empty as its description.
fn skeleton(variant: Variant, style: Style) -> String {
    let text = version::skeleton(variant, style);
    let Ok(document) = Document::parse(text.as_str(), &ficha_json::Limits::default()) else { return text };
    let mut edit = document.edit();
    let persona = json!({"persona": {"kind": "text", "attributes": {"text": [""]}}});
    edit.set("/data/extensions/agnai", &persona);
    edit.finish()
}

fn decode(payload: &Payload<'_>, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let (document, layout) = (payload.document, payload.layout);
    match trusted(document, layout, reader) {
        Some(persona::Persona::Structured(structured)) => place(body, persona::STRUCTURED, structured),
        Some(persona::Persona::Text(_)) => {}
        None => {
            let at = layout.locate(PERSONA);
            if document.at(&at).is_some_and(Node::is_object) {
                let text = "The persona beside the card is not its description any more, so the description counts.";
                reader.info(NoteCode::MirrorDiffers, &at, text);
            }
        }
    }
    parts::read_voice(document, &layout.locate(VOICE), body);
    parts::read_sprite(document, &layout.locate(SPRITE), body, reader);
}

fn overlay(before: &Value, after: &Value, target: &Target<'_>, notes: &mut Notes, writes: &mut Writes) {
    let text = |body: &Value, path: &str| at(body, path).and_then(Value::as_str).unwrap_or("").to_owned();
    let description = text(after, persona::TEXT);
    let personality = text(after, "persona.personality");
    // The app reads description and personality as one text, and so both go into the persona it trusts.
    let joins = is_blank(at(before, "persona.personality")) && !personality.trim().is_empty();
    let mut quiet = Notes::new();
    let notes = if target.second { &mut quiet } else { notes };
    let wanted = if joins { persona::joined(&description, &personality, after, notes) } else { description };
    let mut said = |path: &str, code: NoteCode, text: &str| notes.explain(ficha_model::Path::of(path), code, text);
    let plan = persona::plan(before, after, &wanted, &mut said);
    let at_text = target.layout.write_at(target.document, "/data/description");
    match &plan {
        Plan::Same => {}
        Plan::Text(text) | Plan::Structured(_, text) => writes.set(at_text, json!(text)),
    }
    if joins {
        writes.set(target.layout.write_at(target.document, "/data/personality"), json!(""));
    }
    let here = target.layout.locate(PERSONA);
    persona::write(&plan, target.document.at(&here), &here, writes);
    parts::write_voice(before, after, &target.layout.locate(VOICE), writes, notes);
    parts::write_sprite(before, after, &target.layout.locate(SPRITE), writes);
}
