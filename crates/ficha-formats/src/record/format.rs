//! A record as a [`Format`]: one JSON file, one entity.

use std::sync::LazyLock;

use ficha_json::{Document, Style};
use ficha_model::{Body, Entity, Path, Raw, Step};
use serde_json::{Map, Value};

use super::decode::{Piece, entity};
use super::encode;
use super::table::{Tables, complete};
use crate::ask::{Ask, Encoded};
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec, Wire};
use crate::inspect::Roots;
use crate::notes::Notes;
use crate::overlay::Writes;
use crate::read::Reader;
use crate::source::{Payload, Source};

/// A format whose payload is one JSON object (or list) that becomes one entity by its table.
pub(crate) struct Record {
    /// What it is.
    pub spec: &'static FormatSpec,
    /// Its table made ready: `LazyLock::new(|| Tables::of(&SPEC))`.
    pub tables: LazyLock<Tables>,
    /// The bid for a payload.
    pub detect: fn(&Document) -> Option<Detection>,
    /// Where the keys of the table lie in a payload.
    pub roots: fn(&Document) -> Roots,
    /// A new file before the body is put into it, JSON text; empty when it is only written into its own files.
    pub fresh: &'static str,
    /// How a new file is laid out.
    pub style: Style,
    /// What the table cannot say.
    pub hooks: RecordHooks,
}

/// Reads more of a payload into a body.
pub(crate) type ReadMore = fn(&Document, &Roots, &mut Map<String, Value>, &mut Reader<'_>);

/// Writes more of a change between two bodies.
pub(crate) type WriteMore = fn(&Value, &Value, &Document, &Roots, &mut Writes, &mut Notes);

/// What a table cannot say.
#[derive(Default)]
pub(crate) struct RecordHooks {
    /// Reads more of a payload; runs behind the table.
    pub decode: Option<ReadMore>,
    /// Writes more of a change between two bodies; runs behind the table.
    pub encode: Option<WriteMore>,
    /// Puts a body into the order of the file before the table writes it.
    pub arrange: Option<fn(&Value, &Document) -> Arranged>,
    /// Makes a new file ready for a body: shapes that depend on it.
    pub shape: Option<fn(&Value, &mut Value)>,
}

impl RecordHooks {
    /// None, in a constant.
    pub const NONE: RecordHooks = RecordHooks { decode: None, encode: None, shape: None, arrange: None };
}

/// A body as the table is to write it, where the file has the rows of a list in another order than the body.
pub(crate) struct Arranged {
    /// The body with the list as the file has it.
    pub body: Value,
    /// The list.
    pub list: &'static str,
    /// For each of its rows there, the place it has in the body.
    pub places: Vec<usize>,
}

/// The path in the body of a path in the arranged one.
fn moved_back(mut path: Path, arranged: &Arranged) -> Path {
    if let [Step::Key(list), Step::Index(index), ..] = path.0.as_mut_slice()
        && list.as_str() == arranged.list
        && let Some(place) = arranged.places.get(*index)
    {
        *index = *place;
    }
    path
}

/// Keys lie where the table has them.
pub(crate) fn plain(_: &Document) -> Roots {
    Roots::plain()
}

impl Record {
    /// The body of a payload.
    pub fn body(&self, document: &Document, reader: &mut Reader<'_>) -> Map<String, Value> {
        self.body_at(document, &(self.roots)(document), reader)
    }

    /// The body of a record that lies here in a payload.
    pub fn body_at(&self, document: &Document, roots: &Roots, reader: &mut Reader<'_>) -> Map<String, Value> {
        let mut body = self.tables.body(document, roots, reader);
        if let Some(decode) = self.hooks.decode {
            decode(document, roots, &mut body, reader);
        }
        body
    }

    /// The body of a payload whose faults were said before.
    pub fn quiet_body(&self, document: &Document) -> Body {
        let mut quiet = Notes::new();
        let mut body = self.body(document, &mut Reader::muted(&mut quiet));
        complete(self.spec.kind, &mut body);
        Body::from(Value::Object(body))
    }

    /// The changes between two bodies, as pointers of the payload.
    pub fn writes(&self, before: &Value, after: &Value, document: &Document, notes: &mut Notes) -> Writes {
        self.writes_at((before, after), document, &(self.roots)(document), None, notes)
    }

    /// The same for a record that lies here in the payload. `address` is `kind/id` where it is not the main one.
    pub fn writes_at(
        &self,
        (before, after): (&Value, &Value),
        document: &Document,
        roots: &Roots,
        address: Option<&str>,
        notes: &mut Notes,
    ) -> Writes {
        let mut writes = match self.hooks.arrange {
            None => self.tables.writes((before, after), document, roots, address, notes),
            Some(arrange) => {
                let (old, new) = (arrange(before, document), arrange(after, document));
                let mut said = Notes::new();
                let writes = self.tables.writes((&old.body, &new.body), document, roots, address, &mut said);
                notes.take_over(said, |path| moved_back(path, &new));
                writes
            }
        };
        if let Some(encode) = self.hooks.encode {
            encode(before, after, document, roots, &mut writes, notes);
        }
        writes
    }

    /// The entity of a whole payload.
    ///
    /// # Errors
    /// When the payload is none of this format.
    pub fn read(&self, source: &Source, notes: &mut Notes) -> Result<Entity, Refusal> {
        let payload = match (source.payload(), source.refusal()) {
            (Some(payload), _) => payload,
            (None, Some(refusal)) => return Err(refusal.clone()),
            (None, None) => return Err(self.none(source)),
        };
        if (self.detect)(&payload.document).is_none() {
            return Err(self.none(source));
        }
        Ok(self.read_payload(payload, source, notes))
    }

    /// The entity of a payload that is known to be of this format, as by its container.
    pub fn read_payload(&self, payload: &Payload, source: &Source, notes: &mut Notes) -> Entity {
        let document = &payload.document;
        let mut reader = Reader::new(source.place(), notes);
        let body = self.body(document, &mut reader);
        let raw = Raw(document.strict_text());
        let mut unmapped = Map::new();
        if let Some(carrier) = &payload.carrier {
            unmapped.insert("carrier".to_owned(), Value::String(carrier.clone()));
        }
        let piece =
            Piece { format: self.spec.id, kind: self.spec.kind, body, raw, unmapped, pointer: None, file_format: None };
        let mut entity = entity(piece, source);
        if let Some(key) = self.spec.rows().map(Wire::key).find(|key| key.ends_with("/extensions/ficha")) {
            crate::carried::take_back(document, &(self.roots)(document).locate(key), &mut entity);
        }
        entity
    }

    /// The refusal of a payload that is none of this format.
    pub fn none(&self, source: &Source) -> Refusal {
        Refusal::UnknownFormat { what: format!("this is no {}", self.spec.title), place: source.place() }
    }
}

impl Format for Record {
    fn spec(&self) -> &'static FormatSpec {
        self.spec
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        (self.detect)(&source.payload()?.document)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        Ok(Decoded { entities: vec![self.read(source, notes)?], blobs: Vec::new() })
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        encode::encode(self, entity, ask, notes)
    }

    fn roots(&self, document: &Document) -> Roots {
        (self.roots)(document)
    }
}

/// A record that reads more than it bids for: a file whose last row went has nothing left to be known by, and is still
/// read when it is asked for by name.
pub(crate) struct KnownByRows {
    /// The record; its own bid is for what it reads.
    pub record: &'static Record,
    /// Whether it bids for a payload it reads.
    pub bids: fn(&Document) -> bool,
}

impl Format for KnownByRows {
    fn spec(&self) -> &'static FormatSpec {
        self.record.spec
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        let known = source.payload().is_some_and(|payload| (self.bids)(&payload.document));
        self.record.detect(source).filter(|_| known)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        self.record.decode(source, notes)
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        self.record.encode(entity, ask, notes)
    }

    fn roots(&self, document: &Document) -> Roots {
        (self.record.roots)(document)
    }
}
