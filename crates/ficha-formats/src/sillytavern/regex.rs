//! SillyTavern's regex files: one rule as an object, or several as a list.
//!
//! The rows are the common ground's ([`regex`]). A file leaves in the shape it came in as long as that can say it: a
//! second rule makes a list of an object. A new file of one rule is an object, which every version of the app imports.

use std::sync::LazyLock;

use ficha_container::{ContainerId, Place};
use ficha_json::{Document, Node, Style, to_text};
use ficha_model::{Entity, Kind, PatchOp, Raw};
use serde_json::{Map, Value};

use crate::ask::{Ask, Encoded};
use crate::carrier;
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec, Wire, custom};
use crate::inspect::Roots;
use crate::notes::Notes;
use crate::read::Reader;
use crate::record::{Export, Piece, Record, RecordHooks, Tables, entity, export, only_json, plain};
use crate::source::Source;
use crate::tavern::regex;

/// The same keys in a file of one rule.
fn alone() -> &'static [Wire] {
    let keys = regex::rows("").iter().filter_map(|row| {
        let key = row.key().strip_prefix("/*")?;
        Some(custom(key, &[], row.source()))
    });
    Box::leak(keys.collect::<Vec<Wire>>().into_boxed_slice())
}

static SPEC: LazyLock<FormatSpec> = LazyLock::new(|| FormatSpec {
    id: regex::ID,
    platform: "sillytavern",
    kind: Kind::Regex,
    title: "SillyTavern regex",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: Box::leak(Box::new([regex::rows(""), alone()])),
    private: &[],
    source: "SillyTavern 1.19 extensions/regex",
});

/// The list form.
static LIST: LazyLock<Record> = LazyLock::new(|| Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    // A list whose last rule went is still read when it is asked for by name.
    detect: |document| detect(document.root()).or(document.root().is_array().then_some(LISTED)),
    roots: plain,
    fresh: "[]",
    style: Style::Pretty(4),
    hooks: RecordHooks::NONE,
});

const LISTED: Detection = Detection { confidence: 0.9, because: "it has the scripts of SillyTavern's regex extension" };

/// A rule has a name and a pattern, even if they are blank; one row with a name is enough for a list.
fn detect(root: Node<'_>) -> Option<Detection> {
    let is_rule = |row: Node<'_>| row.get("scriptName").is_some();
    let fits = if root.is_array() {
        root.items().any(is_rule)
    } else {
        is_rule(root) && ["findRegex", "replaceString", "placement"].iter().any(|key| root.get(key).is_some())
    };
    fits.then_some(LISTED)
}

/// A regex file.
pub(super) struct RegexFile;

impl Format for RegexFile {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        detect(source.payload()?.document.root())
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        let payload = source.payload().filter(|payload| payload.document.root().is_object());
        let Some(payload) = payload.filter(|payload| detect(payload.document.root()).is_some()) else {
            return Ok(Decoded { entities: vec![LIST.read(source, notes)?], blobs: Vec::new() });
        };
        let raw = payload.document.strict_text();
        let list = Document::parse(listed(&raw), &source.limits().json)?;
        let mut said = Notes::new();
        let body: Map<String, Value> = LIST.body(&list, &mut Reader::new(source.place(), &mut said));
        for mut note in said.into_list() {
            // The rule is no item of a list in the file.
            if let Some(at) = note.place.pointer.take() {
                let own = at.strip_prefix("/0").unwrap_or(&at).to_owned();
                note.text = note.text.replace(&at, &own);
                note.place = Place { pointer: Some(own), ..note.place };
            }
            notes.extend([note]);
        }
        let piece = Piece {
            format: SPEC.id,
            kind: SPEC.kind,
            body,
            raw: Raw(raw),
            unmapped: Map::new(),
            pointer: None,
            file_format: None,
        };
        Ok(Decoded { entities: vec![entity(piece, source)], blobs: Vec::new() })
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        only_json(&SPEC, ask)?;
        let own = entity.original.get(SPEC.id).and_then(|original| original.raw.as_ref());
        let single = own.is_none_or(|raw| raw.0.trim_start().starts_with('{'));
        let text = match export(&LIST, &in_a_list(entity), ContainerId::Json, ask, notes)? {
            Export::Copy(file) => return Ok(json(file)),
            Export::Text(text) if single => unlisted(text, own.is_none())?,
            Export::Text(text) => text,
        };
        let file = carrier::source_file(entity, ask)
            .filter(|_| !ask.rewrite && carrier::came_as(entity, SPEC.id, ContainerId::Json));
        Ok(json(file.map_or_else(|| text.clone().into_bytes(), |file| carrier::dressed(&text, &file)).into()))
    }

    fn roots(&self, _: &Document) -> Roots {
        Roots::plain()
    }
}

fn json(bytes: bytes::Bytes) -> Encoded {
    Encoded { bytes, container: ContainerId::Json, extension: "json", variant: None }
}

fn listed(text: &str) -> String {
    format!("[{text}]")
}

/// The entity as if its one rule had come in a list, its native edits with it.
fn in_a_list(entity: &Entity) -> Entity {
    let mut entity = entity.clone();
    let Some(original) = entity.original.get_mut(SPEC.id) else { return entity };
    let Some(raw) = original.raw.as_mut().filter(|raw| raw.0.trim_start().starts_with('{')) else { return entity };
    *raw = Raw(listed(&raw.0).into());
    let within = |path: &String| format!("/0{path}");
    for edit in entity.native_edits.get_mut(SPEC.id).into_iter().flatten() {
        *edit = match &*edit {
            PatchOp::Add { path, value } => PatchOp::Add { path: within(path), value: value.clone() },
            PatchOp::Remove { path } => PatchOp::Remove { path: within(path) },
            PatchOp::Replace { path, value } => PatchOp::Replace { path: within(path), value: value.clone() },
            PatchOp::Move { path, from } => PatchOp::Move { path: within(path), from: within(from) },
        };
    }
    entity
}

/// A list of one rule as that rule; any other stays a list.
fn unlisted(text: String, fresh: bool) -> Result<String, EncodeError> {
    let document = carrier::parse_own(text.clone(), SPEC.id)?;
    let mut rules = document.root().items();
    Ok(match (rules.next(), rules.next()) {
        (Some(only), None) if fresh => to_text(&only.to_value(), Style::Pretty(4)),
        (Some(only), None) => only.raw().to_owned(),
        (Some(_), Some(_)) | (None, _) => text,
    })
}
