//! SillyTavern's backup of personas: every persona an entity of its own.
//!
//! Source: SillyTavern 1.19 `public/scripts/personas.js` (`onBackupPersonas`). A name stands in one map and the
//! description in another, both under the file name of the picture, which is not in the backup. A persona that is
//! written without the others leaves them out: they are the person's own.

use std::sync::LazyLock;

use ficha_container::{ContainerId, Place};
use ficha_json::{Document, Style, pointer};
use ficha_model::{Entity, Kind, Link};
use serde_json::{Value, json};

use crate::ask::{Ask, Encoded};
use crate::error::{EncodeError, Refusal};
use crate::format::{
    Clear, Coded, Decoded, Detection, Format, FormatSpec, Lexicon, Shape, Widget, Wire, custom, native, row,
};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{State, Writes, is_blank, state};
use crate::record::{Record, RecordHooks, Several, Tables};
use crate::source::Source;

const ST: &str = "SillyTavern personas.js";

/// The app's `persona_description_positions`. 1 stands for 0 in older files and is written back where it stood.
static POSITION: Lexicon = Lexicon {
    pairs: &[
        ("0", "prompt"),
        ("1", "prompt"),
        ("2", "author_note_top"),
        ("3", "author_note_bottom"),
        ("4", "in_chat"),
        ("9", "none"),
    ],
    open: true,
    unknown: "SillyTavern tells of a persona in the prompt, around the author's note, in the chat, or not at all.",
};

static ROLE: Lexicon = Lexicon {
    pairs: &[("0", "system"), ("1", "user"), ("2", "assistant")],
    open: false,
    unknown: "SillyTavern knows no such role.",
};

/// The name of a world info file as a link.
static BOOK: Coded = Coded {
    name: "name of a book",
    decode: |node, at, reader| {
        let name = reader.text(node, at).filter(|name| !name.is_empty())?;
        Some(json!([Link::Name(name).to_value()]))
    },
    encode: |value, _, said| {
        let mut name = None;
        for (index, link) in value.as_array().into_iter().flatten().enumerate() {
            match Link::from_value(link) {
                Some(Link::Name(own)) if name.is_none() => name = Some(own),
                Some(Link::Name(_)) => {
                    said.explain_item(index, NoteCode::LinkLeft, "A persona names one book here.");
                }
                Some(Link::Entity(_) | Link::Foreign { .. }) | None => {
                    let text = "A backup names the book and does not hold it; the link stays behind.";
                    said.explain_item(index, NoteCode::LinkLeft, text);
                }
            }
        }
        name.map(Value::String)
    },
    empty: "\"\"",
};

/// What stands in a description.
#[rustfmt::skip]
const DESCRIPTION: &[Wire] = &[
    row("/description", "content", Shape::Text, Clear::Empty, ST),
    row("/title", "identity.tagline", Shape::FilledText, Clear::Empty, ST),
    row("/position", "chatInjection.position", Shape::Word(&POSITION), Clear::To("0"), ST),
    row("/depth", "chatInjection.depth", Shape::Number, Clear::Remove, ST),
    row("/role", "chatInjection.role", Shape::Word(&ROLE), Clear::Remove, ST),
    row("/lorebook", "knowledgeRefs", Shape::Coded(&BOOK), Clear::Empty, ST),
    native("/connections", ("Belongs to", "关联"),
        ("The characters and groups whose chats use this persona.", "其聊天使用此人设的角色和群组。"), Widget::Json, ST),
];

/// The same below the file's key, and the rest of the file.
fn rows() -> &'static [Wire] {
    let mut rows = vec![custom("/personas/*", &["name"], ST), custom("/default_persona", &[], ST)];
    rows.extend(DESCRIPTION.iter().map(|row| row.below("/persona_descriptions/*")));
    Box::leak(rows.into_boxed_slice())
}

static SPEC: LazyLock<FormatSpec> = LazyLock::new(|| FormatSpec {
    id: "sillytavern-persona",
    platform: "sillytavern",
    kind: Kind::Persona,
    title: "SillyTavern persona backup",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: Box::leak(Box::new([rows()])),
    private: &[],
    source: "SillyTavern 1.19 personas.js",
});

/// One persona, at the pointer of its description.
static ONE: LazyLock<Record> = LazyLock::new(|| Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::from_rows(Kind::Persona, DESCRIPTION.iter())),
    detect,
    roots: |document| {
        let at = places(document).into_iter().next().unwrap_or_else(|| format!("/persona_descriptions/{NEW}"));
        Roots { envelope: at, data: "/data".to_owned() }
    },
    fresh: r#"{"personas": {}, "persona_descriptions": {}, "default_persona": null}"#,
    style: Style::Pretty(2),
    hooks: RecordHooks {
        decode: Some(|document, roots, body, reader| {
            let at = name_at(&roots.envelope);
            let name = document.at(&at).filter(|node| !node.is_null());
            match name.and_then(|name| reader.text(name, &at)) {
                Some(name) => {
                    body.insert("name".to_owned(), Value::String(name));
                }
                None => {
                    let avatar = avatar_of(&roots.envelope).unwrap_or_default();
                    let text = format!("No name goes with the picture {avatar}; the description is all there is.");
                    reader.warn(NoteCode::MissingRequired, &roots.envelope, text);
                }
            }
        }),
        encode: Some(|before, after, _, roots, writes, _| {
            if state(before.get("name"), after.get("name")) != State::Equal {
                let name = after.get("name").filter(|name| !is_blank(Some(name))).cloned();
                writes.set(name_at(&roots.envelope), name.unwrap_or_else(|| json!("")));
            }
        }),
        shape: Some(|body, fresh| {
            let avatar = new_avatar(body);
            let name = body.get("name").cloned().unwrap_or_else(|| json!(""));
            *fresh = json!({
                "personas": {avatar.clone(): name},
                "persona_descriptions": {avatar.clone(): {"description": "", "position": 0, "depth": 2, "role": 0, "lorebook": "", "title": ""}},
                "default_persona": null,
            });
        }),
        arrange: None,
    },
});

/// The picture of a persona without any.
const NEW: &str = "user-default.png";

/// The file name of the picture of a persona made elsewhere: the app takes any, and uploads a plain picture for one it
/// does not have.
fn new_avatar(body: &Value) -> String {
    match body.get("name").and_then(Value::as_str).map(ficha_model::canonical_id) {
        Some(id) if !id.is_empty() => format!("{id}.png"),
        Some(_) | None => NEW.to_owned(),
    }
}

/// Pointers of all descriptions, those included that are not there and whose name is.
fn places(document: &Document) -> Vec<String> {
    let keys = |key: &str| -> Vec<String> {
        let map = document.at(key).filter(|map| map.is_object());
        map.into_iter().flat_map(|map| map.members()).map(|(key, _)| key.into_owned()).collect()
    };
    let mut all = keys("/personas");
    for avatar in keys("/persona_descriptions") {
        if !all.contains(&avatar) {
            all.push(avatar);
        }
    }
    let default = document.at("/default_persona").and_then(|node| node.as_str());
    if let Some(at) = default.and_then(|default| all.iter().position(|avatar| *avatar == default)) {
        // The file is first of all about the persona that is used.
        let main = all.remove(at);
        all.insert(0, main);
    }
    let mut seen = std::collections::BTreeSet::new();
    all.retain(|avatar| seen.insert(avatar.clone()));
    all.iter().map(|avatar| pointer::join("/persona_descriptions", avatar)).collect()
}

fn avatar_of(at: &str) -> Option<String> {
    pointer::tokens(at)?.pop()
}

fn name_at(at: &str) -> String {
    avatar_of(at).map_or_else(|| "/personas".to_owned(), |avatar| pointer::join("/personas", &avatar))
}

static SEVERAL: Several = Several {
    spec: || &SPEC,
    places,
    record: |_| &ONE,
    leave_out: Some(|document, kept| {
        let mut writes = Writes::default();
        let mut gone = Vec::new();
        for at in places(document).into_iter().filter(|at| !kept.contains(&at.as_str())) {
            for place in [name_at(&at), at.clone()] {
                if document.at(&place).is_some() {
                    writes.remove(place);
                }
            }
            gone.extend(avatar_of(&at));
        }
        let default = document.at("/default_persona").and_then(|node| node.as_str());
        if default.is_some_and(|default| gone.iter().any(|avatar| *avatar == default)) {
            writes.set("/default_persona", Value::Null);
        }
        writes
    }),
};

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let map = |key: &str| root.get(key).filter(|map| map.is_object());
    let (names, descriptions) = (map("personas")?, map("persona_descriptions")?);
    let texts = names.members().all(|(_, name)| name.is_string() || name.is_null());
    let any = !names.is_empty() || descriptions.members().any(|(_, row)| row.is_object());
    (texts && any)
        .then_some(Detection { confidence: 0.95, because: "it has SillyTavern's personas and their descriptions" })
}

/// A backup of personas.
pub(super) struct Backup;

impl Format for Backup {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        detect(&source.payload()?.document)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        let payload = source.payload().filter(|payload| detect(&payload.document).is_some());
        let Some(payload) = payload else { return Err(ONE.none(source)) };
        let entities = SEVERAL.read(source, &payload.document, notes);
        let pictures: Vec<String> = places(&payload.document).iter().filter_map(|at| avatar_of(at)).collect();
        let text = format!(
            "The pictures are not in a backup; in the app they are the files {} of User Avatars.",
            pictures.join(", ")
        );
        notes.info(NoteCode::DanglingAsset, Place::pointer("/personas"), text);
        Ok(Decoded { entities, blobs: Vec::new() })
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        match SEVERAL.encode(entity, ask, notes)? {
            Some(file) => Ok(file),
            None => ONE.encode(entity, ask, notes),
        }
    }

    fn roots(&self, _: &Document) -> Roots {
        Roots::plain()
    }
}
