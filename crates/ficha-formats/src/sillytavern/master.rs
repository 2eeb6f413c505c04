//! SillyTavern's master export: the templates of text completion in one file, each a preset of its own.
//!
//! Source: SillyTavern 1.19 `public/scripts/preset-manager.js` (`performMasterExport`). The parts are the records of
//! [`super::templates`] and [`super::textgen`]; each keeps the whole file as its original and any of them gives it back.

use std::sync::LazyLock;

use ficha_container::{ContainerId, Place};
use ficha_json::{Document, Style, to_text};
use ficha_model::{Entity, Kind, Path};
use serde_json::{Map, Value};

use super::{templates, textgen};
use crate::ask::{Ask, Encoded};
use crate::carrier;
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec, Widget, Wire, custom, native};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{Writes, at};
use crate::record::{Record, Several, bare_text, only_json};
use crate::source::Source;

const ST: &str = "SillyTavern preset-manager.js performMasterExport";

/// The key of each part and what it is, in the order the app writes them.
fn parts() -> [(&'static str, &'static Record); 5] {
    [
        ("/instruct", &templates::INSTRUCT),
        ("/context", &templates::CONTEXT),
        ("/sysprompt", &templates::SYSPROMPT),
        ("/preset", &textgen::FORMAT),
        ("/reasoning", &templates::REASONING),
    ]
}

/// The rows of every part, below its key.
fn rows() -> &'static [Wire] {
    let mut rows = vec![
        native(
            "/srw",
            ("Start of the reply", "回复开头"),
            (
                "The words every answer is made to begin with, and whether they are shown.",
                "每次回复的开头文字及其是否显示。",
            ),
            Widget::Json,
            ST,
        ),
        custom("/preset/name", &[], ST),
    ];
    for (base, record) in parts() {
        let below = record.spec.rows().filter(|row| row.key() != "/extensions/ficha").map(|row| row.below(base));
        rows.extend(below.filter(|row| row.key() != "/preset/name"));
    }
    Box::leak(rows.into_boxed_slice())
}

static SPEC: LazyLock<FormatSpec> = LazyLock::new(|| FormatSpec {
    id: "sillytavern-master",
    platform: "sillytavern",
    kind: Kind::Preset,
    title: "SillyTavern master export",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: Box::leak(Box::new([rows()])),
    private: &[],
    source: "SillyTavern 1.19 preset-manager.js",
});

static SEVERAL: Several = Several {
    spec: || &SPEC,
    places: |document| {
        let there = |key: &str| document.at(key).is_some_and(|part| part.is_object());
        parts().into_iter().map(|(key, _)| key).filter(|key| there(key)).map(str::to_owned).collect()
    },
    record: |at| {
        let found = parts().into_iter().find(|(key, _)| *key == at);
        found.map_or(&templates::INSTRUCT, |(_, record)| record)
    },
    leave_out: None,
};

/// A master export.
pub(super) struct Master;

impl Format for Master {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        detect(&source.payload()?.document)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        let payload = source.payload().filter(|payload| detect(&payload.document).is_some());
        let Some(payload) = payload else { return Err(templates::INSTRUCT.none(source)) };
        Ok(Decoded { entities: SEVERAL.read(source, &payload.document, notes), blobs: Vec::new() })
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        if let Some(file) = SEVERAL.encode(entity, ask, notes)? {
            return Ok(file);
        }
        only_json(&SPEC, ask)?;
        // A new one holds the part the body fills; what belongs to another part would be a preset of its own.
        let body = entity.body.value();
        let mut filled = parts().into_iter().filter(|(_, record)| !fields(record, body).is_empty());
        let (key, record) = filled.next().unwrap_or(("/sysprompt", &templates::SYSPROMPT));
        for path in filled.flat_map(|(_, other)| fields(other, body)) {
            let text = "A part of a master export holds one template; this one belongs into another.";
            notes.explain(Path::of(path), NoteCode::NoPlace, text);
        }
        if ask.carry_originals {
            let text = "The format has no place for the originals of other formats; they stay behind.";
            notes.warn(NoteCode::NoPlace, Place::file(), text);
        }
        let alone = Ask { carry_originals: false, ..*ask };
        let text = bare_text(record, entity, &alone, &|_, _| Ok(Writes::default()), notes)?;
        let part = carrier::parse_own(text, SPEC.id)?.root().to_value();
        let whole: Map<String, Value> = [(key.trim_start_matches('/').to_owned(), part)].into_iter().collect();
        let text = to_text(&Value::Object(whole), Style::Pretty(4));
        Ok(Encoded { bytes: text.into_bytes().into(), container: ContainerId::Json, extension: "json", variant: None })
    }

    /// A new one holds one part, and that is a format of its own.
    fn by_hand(&self) -> bool {
        false
    }

    fn roots(&self, _: &Document) -> Roots {
        Roots::plain()
    }
}

/// Paths of a body that a part has places for.
fn fields(record: &Record, body: &Value) -> Vec<&'static str> {
    let paths = record.spec.mapped().map(|row| row.path).filter(|path| *path != "name");
    paths.filter(|path| at(body, path).is_some()).collect()
}

/// Each part that is there is what its own test asks for, and nothing else is beside them.
fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let known = |key: &str| key == "srw" || parts().iter().any(|(part, _)| part.trim_start_matches('/') == key);
    let mut found = 0;
    for (key, record) in parts() {
        let Some(part) = document.at(key) else { continue };
        let Ok(alone) = Document::parse(part.raw(), &ficha_json::Limits::default()) else { return None };
        if (record.detect)(&alone).is_some() {
            found += 1;
        }
    }
    let fits = found > 0 && root.members().all(|(key, _)| known(&key));
    fits.then_some(Detection { confidence: 0.95, because: "it holds several of SillyTavern's templates" })
}
