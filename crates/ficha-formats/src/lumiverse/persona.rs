//! Personas: one object of an account, and the file all of them leave in.
//!
//! In a file of several each persona is an entity of its own; the file is the original of all of them, and each knows
//! its place in it. Exporting one gives the whole file back with the edits of all that are at hand, so that what was
//! not edited stays as it was.
//! Source: Lumiverse `src/types/persona.ts`, `frontend/.../PersonaManager.tsx`.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::{Entity, Kind, Link};
use serde_json::{Value, json};

use crate::ask::{Ask, Encoded};
use crate::error::{EncodeError, Refusal};
use crate::format::{
    Clear, Coded, Decoded, Detection, Form, Format, FormatSpec, IdFrom, Items, Shape, Widget, Wire, custom, kept, list,
    native, row,
};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::record::{Record, RecordHooks, Several, Tables, plain, rows_of};
use crate::source::Source;

const LV: &str = "Lumiverse types/persona.ts";

static ADDONS: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("id"),
    numbers: false,
    fresh: r#"{"id": "", "label": "", "content": ""}"#,
    decode: None,
    encode: None,
};

/// The world book of a persona, by the account's own id: of use in this account alone.
static BOOK: Coded = Coded {
    name: "attached_world_book_id",
    decode: |node, at, reader| {
        let id = reader.text(node, at).filter(|id| !id.is_empty())?;
        Some(json!([Link::Foreign { platform: super::PLATFORM.to_owned(), id }.to_value()]))
    },
    encode: |value, present, said| {
        let mut id = None;
        let path = said.path.clone();
        for (index, link) in value.as_array().into_iter().flatten().enumerate() {
            match Link::from_value(link) {
                Some(Link::Foreign { platform, id: own }) if platform == super::PLATFORM && id.is_none() => {
                    id = Some(own)
                }
                _ => {
                    said.path = path.index(index);
                    said.explain(
                        NoteCode::LinkLeft,
                        "A persona names one world book of its own account; this is none.",
                    );
                }
            }
        }
        said.path = path;
        match id {
            Some(id) => Some(json!(id)),
            None => present.map(|_| Value::Null),
        }
    },
    empty: "null",
};

macro_rules! rows {
    ($at:literal) => {
        [
            text(concat!($at, "/name"), "name"),
            row(concat!($at, "/title"), "identity.tagline", Shape::Text, Clear::Empty, LV),
            text(concat!($at, "/description"), "content"),
            text(concat!($at, "/subjective_pronoun"), "identity.pronounSet.subjective"),
            text(concat!($at, "/objective_pronoun"), "identity.pronounSet.objective"),
            text(concat!($at, "/possessive_pronoun"), "identity.pronounSet.possessive"),
            row(concat!($at, "/avatar_path"), "presentation.imageUrl", Shape::FilledText, Clear::To("null"), LV),
            row(concat!($at, "/attached_world_book_id"), "knowledgeRefs", Shape::Coded(&BOOK), Clear::Empty, LV),
            list(concat!($at, "/metadata/addons"), "addenda", &ADDONS, LV),
            custom(concat!($at, "/metadata/addons/*/id"), &["addenda[].id"], LV),
            text(concat!($at, "/metadata/addons/*/label"), "addenda[].label"),
            text(concat!($at, "/metadata/addons/*/content"), "addenda[].content"),
            row(concat!($at, "/metadata/addons/*/enabled"), "addenda[].enabled", Shape::Flag, Clear::Remove, LV),
            row(concat!($at, "/metadata/addons/*/sort_order"), "addenda[].sortOrder", Shape::Number, Clear::Remove, LV),
            native(
                concat!($at, "/metadata/attached_global_addons"),
                ("Shared blocks", "共享附加块"),
                (
                    "The account's blocks that go with this persona, by the app's ids.",
                    "随此人设使用的账户附加块（应用内 ID）。",
                ),
                Widget::Json,
                LV,
            ),
            native(
                concat!($at, "/folder"),
                ("Folder", "文件夹"),
                ("The folder the app lists the persona in.", "应用中存放此人设的文件夹。"),
                Widget::Line,
                LV,
            ),
            native(
                concat!($at, "/is_default"),
                ("Default", "默认"),
                ("New chats begin with this persona.", "新聊天默认使用此人设。"),
                Widget::Toggle,
                LV,
            ),
            native(
                concat!($at, "/is_narrator"),
                ("Narrator", "旁白"),
                (
                    "The person speaks as a narrator and not as someone in the story.",
                    "用户以旁白而非故事人物的身份发言。",
                ),
                Widget::Toggle,
                LV,
            ),
            kept(concat!($at, "/id"), "the app's own id of the persona", LV),
            kept(concat!($at, "/image_id"), "the app's own id of the picture", LV),
            kept(concat!($at, "/user_id"), "the account the persona belongs to", LV),
            kept(concat!($at, "/created_at"), "when the app stored the persona", LV),
            kept(concat!($at, "/updated_at"), "when the app stored the persona", LV),
        ]
    };
}

const fn text(key: &'static str, path: &'static str) -> Wire {
    row(key, path, Shape::Text, Clear::Empty, LV)
}

const OBJECT: &[Wire] = &rows!("");
const BULK: &[Wire] = &rows!("/personas/*");
const ENVELOPE: &[Wire] = &[
    custom("/type", &[], "Lumiverse PersonaManager.tsx"),
    custom("/version", &[], "Lumiverse PersonaManager.tsx"),
    kept("/exported_at", "when the file was written", "Lumiverse PersonaManager.tsx"),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
];

static SPEC: FormatSpec = FormatSpec {
    id: "lumiverse-persona",
    platform: "lumiverse",
    kind: Kind::Persona,
    title: "Lumiverse persona",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[OBJECT, BULK, ENVELOPE],
    private: &["/user_id", "/personas/*/user_id"],
    source: "Lumiverse types/persona.ts",
};

/// One persona. A new one has the keys the app requires, empty where nothing is known.
static ONE: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect: |document| one(document.root()),
    roots: plain,
    fresh: r#"{"name": "", "description": "", "subjective_pronoun": "", "objective_pronoun": ""}"#,
    style: Style::Pretty(2),
    hooks: RecordHooks::NONE,
};

static SEVERAL: Several =
    Several { spec: || ONE.spec, places: |document| rows_of(document, "/personas"), record: |_| &ONE, leave_out: None };

fn one(root: Node<'_>) -> Option<Detection> {
    let texts = ["name", "description", "subjective_pronoun", "objective_pronoun"];
    texts
        .iter()
        .all(|key| root.get(key).is_some_and(Node::is_string))
        .then_some(Detection { confidence: 0.95, because: "it has a name, a description and Lumiverse's pronouns" })
}

fn is_bulk(document: &Document) -> bool {
    let root = document.root();
    let named = root.get("type").is_some_and(|kind| kind.as_str().is_some_and(|kind| kind == "lumiverse_personas"));
    named && root.get("personas").is_some_and(|list| list.is_array() && list.items().any(Node::is_object))
}

/// The format.
pub(super) struct Persona;

impl Format for Persona {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        let document = &source.payload()?.document;
        if is_bulk(document) {
            return Some(Detection { confidence: 1.0, because: "it calls itself a file of Lumiverse personas" });
        }
        one(document.root())
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        let entities = match source.payload() {
            Some(payload) if is_bulk(&payload.document) => SEVERAL.read(source, &payload.document, notes),
            Some(_) | None => vec![ONE.read(source, notes)?],
        };
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
