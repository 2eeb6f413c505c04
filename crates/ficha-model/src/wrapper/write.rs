//! Entity to wrapper text.

use ficha_json::{Style, to_text};
use indexmap::IndexMap;
use serde_json::{Map, Value};

use crate::entity::{AuthorNote, Entity, Original, SourceRecord};
use crate::{PatchOp, SCHEMA_VERSION};

/// What of a wrapper is written otherwise than it stands in memory.
#[derive(Clone, Debug, Default)]
pub struct Writing {
    /// Format id to the SHA-256 of the blob that holds that original's `raw`: it is named and not written out.
    pub raw_blobs: IndexMap<String, String>,
    /// SHA-256 of a source picture to its bytes in base64: it is written out and not named.
    pub inline_media: IndexMap<String, String>,
    /// Further keys and their JSON texts, behind all others.
    pub additions: Vec<(String, String)>,
}

impl Entity {
    /// The wrapper text: 2-space JSON without a line end at the end, originals word for word, parts that are empty
    /// left out.
    pub fn to_json(&self) -> String {
        self.to_json_with(&Writing::default())
    }

    /// [`Entity::to_json`] with parts written otherwise.
    pub fn to_json_with(&self, writing: &Writing) -> String {
        let mut out = Members::new(0);
        let mut unknown = self.unknown.clone();
        let version = unknown.shift_remove("schemaVersion").unwrap_or_else(|| SCHEMA_VERSION.into());
        out.value("schemaVersion", &version);
        out.value("kind", &self.kind.word().into());
        out.value("id", &self.id.as_str().into());
        out.value("body", self.body.value());
        if !self.profiles.is_empty() {
            let mut profiles = Members::new(1);
            for (format, profile) in &self.profiles {
                profiles.value(format, profile.value());
            }
            out.members("profiles", profiles);
        }
        if !self.original.is_empty() {
            let mut originals = Members::new(1);
            for (format, original) in &self.original {
                originals.members(format, write_original(format, original, writing));
            }
            out.members("original", originals);
        }
        if !self.native_edits.is_empty() {
            let mut edits = Members::new(1);
            for (format, ops) in &self.native_edits {
                edits.value(format, &Value::Array(ops.iter().map(PatchOp::to_value).collect()));
            }
            out.members("nativeEdits", edits);
        }
        if let Some(source) = &self.source {
            out.value("source", &source_value(source));
        }
        if !self.notes.is_empty() {
            out.value("notes", &Value::Array(self.notes.iter().map(note_value).collect()));
        }
        for (key, value) in &unknown {
            out.value(key, value);
        }
        for (key, json) in &writing.additions {
            out.verbatim(key, json);
        }
        out.finish()
    }
}

fn write_original(format: &str, original: &Original, writing: &Writing) -> Members {
    let mut out = Members::new(2);
    match (writing.raw_blobs.get(format), &original.raw) {
        (Some(blob), _) => out.value("rawBlob", &blob.as_str().into()),
        (None, Some(raw)) => {
            let blank = |letter: char| matches!(letter, ' ' | '\t' | '\n' | '\r');
            let value = raw.0.trim_matches(blank);
            out.verbatim("raw", value);
            // A member cannot hold the blanks around its value, and most files end with a line end.
            let (before, after) = raw.0.split_once(value).unwrap_or_default();
            if !before.is_empty() || !after.is_empty() {
                out.value("rawAround", &Value::from(vec![before, after]));
            }
        }
        (None, None) => out.value("raw", &Value::Null),
    }
    if !original.unmapped.is_empty() {
        out.map("unmapped", &original.unmapped);
    }
    if let Some(media) = &original.source_media {
        let (key, text) = match writing.inline_media.get(&media.blob) {
            Some(base64) => ("b64", base64),
            None => ("blob", &media.blob),
        };
        let mut members = Members::new(3);
        members.value(key, &text.as_str().into());
        members.value("mime", &media.mime.as_str().into());
        out.members("sourceMedia", members);
    }
    for (key, value) in &original.unknown {
        out.value(key, value);
    }
    out
}

fn source_value(source: &SourceRecord) -> Value {
    let mut map = Map::new();
    map.insert("format".into(), source.format.as_str().into());
    map.insert("container".into(), source.container.as_str().into());
    let texts = [("pointer", &source.pointer), ("fileName", &source.file_name), ("sha256", &source.sha256)];
    for (key, text) in texts {
        if let Some(text) = text {
            map.insert(key.into(), text.as_str().into());
        }
    }
    if let Some(bytes) = source.bytes {
        map.insert("bytes".into(), bytes.into());
    }
    if let Some(at) = &source.at {
        map.insert("at".into(), at.as_str().into());
    }
    map.extend(source.unknown.clone());
    Value::Object(map)
}

fn note_value(note: &AuthorNote) -> Value {
    let mut map = Map::new();
    map.insert("id".into(), note.id.as_str().into());
    map.insert("text".into(), note.text.as_str().into());
    map.insert("at".into(), note.at.as_str().into());
    if let Some(by) = &note.by {
        map.insert("by".into(), by.as_str().into());
    }
    map.extend(note.unknown.clone());
    Value::Object(map)
}

/// An object being written, its members indented by one level more than it.
struct Members {
    text: String,
    level: usize,
}

impl Members {
    fn new(level: usize) -> Members {
        Members { text: String::from("{"), level }
    }

    fn key(&mut self, key: &str) {
        if self.text.len() > 1 {
            self.text.push(',');
        }
        self.line(self.level + 1);
        self.text.push_str(&to_text(&key.into(), Style::Compact));
        self.text.push_str(": ");
    }

    fn line(&mut self, level: usize) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n("  ", level));
    }

    fn value(&mut self, key: &str, value: &Value) {
        self.key(key);
        // JSON text has line ends between values only, never inside a string, so indenting is adding blanks there.
        for (at, line) in to_text(value, Style::Pretty(2)).split('\n').enumerate() {
            if at > 0 {
                self.line(self.level + 1);
            }
            self.text.push_str(line);
        }
    }

    fn map(&mut self, key: &str, map: &Map<String, Value>) {
        self.value(key, &Value::Object(map.clone()));
    }

    fn members(&mut self, key: &str, members: Members) {
        self.verbatim(key, &members.finish());
    }

    fn verbatim(&mut self, key: &str, json: &str) {
        self.key(key);
        self.text.push_str(json);
    }

    fn finish(mut self) -> String {
        if self.text.len() > 1 {
            self.line(self.level);
        }
        self.text.push('}');
        self.text
    }
}
