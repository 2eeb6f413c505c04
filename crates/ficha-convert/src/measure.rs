//! The loss report: the bytes just made are decoded and compared with what was meant to be in them.
//!
//! Reasons come from the encoder. Where a leaf has no row in the target's table at all, the table itself is the
//! reason. Everything else that differs without a reason, and every reason for something that arrived whole, is a
//! [`Mismatch`]: a fault of an encoder, which tests look for.

use ficha_container::Limits;
use ficha_formats::carried::{self, Carried};
use ficha_formats::inspect::left_behind;
use ficha_formats::{
    Decoded, Encoded, Format, FormatSpec, MediaSource, NoteCode, Notes, Reason, Refusal, Source, Wire, format,
    native_payload, spec,
};
use ficha_json::Document;
use ficha_model::schema::{FieldType, field};
use ficha_model::{Change, Entity, Kind, Link, Path, Step, Touched};
use serde_json::{Value, json};

use crate::compare::{Side, compare, places};
use crate::encode::ConvertError;
use crate::media::WrittenMedia;
use crate::report::{Changed, LeftBehind, Lost, Mismatch, Report, SourceSide, shown};

/// What is measured.
#[derive(Clone, Copy)]
pub struct Measured<'a> {
    /// The format written.
    pub target: &'static dyn Format,
    /// The file made.
    pub encoded: &'a Encoded,
    /// The entity as it was meant to arrive, its profile merged.
    pub main: &'a Entity,
    /// The entities it may link to.
    pub linked: &'a [Entity],
    /// Whether all of those were to go into the file.
    pub together: bool,
    /// What the encoder said.
    pub notes: &'a Notes,
    /// Bytes of the entities before.
    pub media: &'a dyn MediaSource,
}

/// Decodes the file and compares.
///
/// # Errors
/// When the file cannot be read back.
pub fn measure(measured: &Measured<'_>) -> Result<Report, ConvertError> {
    let target = measured.target.spec();
    let encoded = measured.encoded;
    let not_read = |refusal| ConvertError::NotReadBack { format: target.id, refusal };
    // What was made here is as large as what it was made from, and that was let in.
    let limits = Limits::highest();
    let source = Source::open(encoded.bytes.clone(), None, &limits).map_err(not_read)?;
    let identical = measured.media.source_file(measured.main).is_some_and(|file| file == encoded.bytes);
    let mut back = match measured.target.decode(&source, &mut Notes::new()) {
        // The very file it came in needs its password again, which nobody keeps; it holds what was read from it.
        Err(Refusal::Locked { .. }) if identical => as_it_was(measured),
        decoded => decoded.map_err(not_read)?,
    };
    place_first(measured.main, target.id, &mut back.entities);
    let Some((main, others)) = back.entities.split_first() else {
        let what = "it holds no entity".to_owned();
        return Err(not_read(Refusal::NoCard { what, place: source.place() }));
    };

    let mut report = Report::of(target.id, encoded.container);
    report.source = measured.main.source.as_ref().map(|source| SourceSide {
        format: source.format.clone(),
        container: source.container.clone(),
        confidence: None,
    });
    report.identical = identical;
    report.notes = measured.notes.list().to_vec();

    let written = WrittenMedia { bytes: &encoded.bytes, blobs: &back.blobs, limits: &limits };
    let sides = Sides { measured, others, written: &written };
    let mut pairs = links(measured.main, measured.linked, main, others);
    if measured.together {
        pairs.extend(set(measured.main, measured.linked, others, &pairs));
    }
    let reasons = spread(measured, &pairs);
    let used = vec![false; reasons.len()];
    let mut judge = Judge { measured, report, reasons, used, embedded: None };
    judge.body(None, measured.main, main, &sides);
    for pair in &pairs {
        judge.link(pair, &sides);
    }
    let carried = carried::of_file(measured.target, &source, main);
    judge.left_behind(main, &pairs, &carried.unwrap_or_default());
    Ok(judge.finish())
}

/// The entities as reading an encrypted file gave them.
fn as_it_was(measured: &Measured<'_>) -> Decoded {
    let entities = std::iter::once(measured.main).chain(measured.linked).cloned().collect();
    Decoded { entities, blobs: Vec::new() }
}

/// In a file of several entities the one that was written is that of its place, not the first.
fn place_first(written: &Entity, target: &str, found: &mut [Entity]) {
    let at = |entity: &Entity| entity.source.as_ref().and_then(|source| source.pointer.clone());
    let Some(pointer) = at(written).filter(|_| written.original.contains_key(target)) else { return };
    if let Some(index) =
        found.iter().position(|other| other.kind == written.kind && at(other).as_ref() == Some(&pointer))
    {
        found.swap(0, index);
    }
}

/// A link before and after; one side may be missing.
struct Pair<'a> {
    path: Path,
    before: Option<&'a Entity>,
    after: Option<&'a Entity>,
}

/// The kind of entity a link leads to.
pub(crate) fn kind_of_link(path: &str) -> Kind {
    if path.starts_with("behavior") { Kind::Regex } else { Kind::Lorebook }
}

/// Entity links of a body that lead to an entity at hand, in the order of the schema.
fn entity_links<'a>(entity: &Entity, all: &'a [Entity]) -> Vec<(Path, &'a Entity)> {
    let body = entity.body.value();
    let follow = |path: Path| {
        let Link::Entity(id) = Link::from_value(path.get(body)?)? else { return None };
        let kind = kind_of_link(&path.to_string());
        let found = all.iter().find(|other| other.kind == kind && other.id == id)?;
        Some((path, found))
    };
    places(entity.kind, FieldType::Link, body).into_iter().filter_map(follow).collect()
}

/// Links paired by id, else by name, else by order, within one kind.
fn links<'a>(main: &Entity, linked: &'a [Entity], back: &Entity, others: &'a [Entity]) -> Vec<Pair<'a>> {
    let before = entity_links(main, linked);
    let mut after: Vec<Option<(Path, &Entity)>> = entity_links(back, others).into_iter().map(Some).collect();
    let mut pairs: Vec<Pair<'a>> =
        before.iter().map(|(path, entity)| Pair { path: path.clone(), before: Some(entity), after: None }).collect();
    let tests: [fn(&Entity, &Entity) -> bool; 3] = [
        |a, b| a.kind == b.kind && a.id == b.id,
        |a, b| a.kind == b.kind && a.name() == b.name(),
        |a, b| a.kind == b.kind,
    ];
    for test in tests {
        for pair in pairs.iter_mut().filter(|pair| pair.after.is_none()) {
            let Some(before) = pair.before else { continue };
            let slot = after.iter_mut().find(|slot| slot.as_ref().is_some_and(|(_, entity)| test(before, entity)));
            pair.after = slot.and_then(Option::take).map(|(_, entity)| entity);
        }
    }
    pairs.extend(after.into_iter().flatten().map(|(path, entity)| Pair { path, before: None, after: Some(entity) }));
    pairs
}

/// The rest of a set: what no link of the main entity leads to, by kind and id, under its place in the set.
fn set<'a>(main: &Entity, together: &'a [Entity], others: &'a [Entity], known: &[Pair<'a>]) -> Vec<Pair<'a>> {
    let is = |one: &Entity, other: &Entity| one.kind == other.kind && one.id == other.id;
    let rest = together.iter().filter(|one| !is(one, main)).enumerate();
    rest.filter(|(_, one)| !known.iter().any(|pair| pair.before.is_some_and(|before| is(before, one))))
        .map(|(at, one)| Pair {
            path: Path::default().key("with").index(at),
            before: Some(one),
            after: others.iter().find(|other| is(one, other)),
        })
        .collect()
}

/// The reasons of the encoder. Books that leave as one are spoken of as the first, their entries counted through; here
/// each has its own again.
fn spread(measured: &Measured<'_>, pairs: &[Pair<'_>]) -> Vec<Reason> {
    let mut reasons = measured.notes.reasons().to_vec();
    let of_books = || pairs.iter().filter(|pair| pair.before.is_some_and(|entity| entity.kind == Kind::Lorebook));
    // Books that stay one cannot have their own again.
    if of_books().any(|pair| pair.after.is_none()) {
        return reasons;
    }
    let books: Vec<&Entity> = of_books().filter_map(|pair| pair.before).collect();
    let Some(first) = books.first().map(|book| book.address()) else { return reasons };
    for reason in reasons.iter_mut().filter(|reason| reason.entity.as_ref() == Some(&first)) {
        let [Step::Key(list), Step::Index(index), ..] = reason.path.0.as_mut_slice() else { continue };
        if list != "entries" {
            continue;
        }
        for book in &books {
            let rows = book.body.list("entries").len();
            if *index < rows {
                reason.entity = Some(book.address());
                break;
            }
            *index -= rows;
        }
    }
    reasons
}

/// What a report shows of a linked entity: its name and how many entries it has.
fn named(entity: &Entity) -> Value {
    let list = match entity.kind {
        Kind::Lorebook => "entries",
        Kind::Regex => "rules",
        Kind::Quickreply => "replies",
        Kind::Preset => "prompts",
        Kind::Pack => "pack.items",
        Kind::Character | Kind::Persona => "",
    };
    json!({"name": entity.name(), "entries": entity.body.list(list).len()})
}

/// What both sides of the comparison need.
struct Sides<'a> {
    measured: &'a Measured<'a>,
    others: &'a [Entity],
    written: &'a WrittenMedia<'a>,
}

impl Sides<'_> {
    /// Whether a link leads to an entity that is compared by itself.
    fn is_at_hand(&self, link: &Value) -> bool {
        let Some(Link::Entity(id)) = Link::from_value(link) else { return false };
        self.measured.linked.iter().chain(self.others).any(|entity| entity.id == id)
    }
}

/// Turns differences into rows of the report and joins them with reasons.
struct Judge<'a> {
    measured: &'a Measured<'a>,
    report: Report,
    /// What the encoder gave as reasons.
    reasons: Vec<Reason>,
    used: Vec<bool>,
    /// What the linked entity under comparison is inside the file.
    embedded: Option<&'static FormatSpec>,
}

impl Judge<'_> {
    /// Compares one entity. `address` is `None` for the main one.
    fn body(&mut self, address: Option<&str>, before: &Entity, after: &Entity, sides: &Sides<'_>) {
        let old = Side { entity: before, media: self.measured.media };
        let new = Side { entity: after, media: sides.written };
        let found = compare(old, new, &|link| sides.is_at_hand(link));
        self.report.carried.extend(found.carried.iter().map(|path| full(address, path)));
        for change in found.differences {
            self.row(address, before.kind, change);
        }
    }

    fn link(&mut self, pair: &Pair<'_>, sides: &Sides<'_>) {
        if let (Some(before), Some(after)) = (pair.before, pair.after) {
            self.report.carried.push(pair.path.to_string());
            self.embedded = after.original.keys().find_map(|id| spec(id));
            self.body(Some(&before.address()), before, after, sides);
        } else {
            let (before, after) = (pair.before.map(named), pair.after.map(named));
            self.row(
                None,
                self.measured.main.kind,
                Change { path: pair.path.clone(), before, after, what: Touched::Value },
            );
        }
    }

    fn row(&mut self, address: Option<&str>, kind: Kind, change: Change) {
        let path = full(address, &change.path);
        let (reason, code) = self.reason(address, kind, &change.path).unwrap_or_else(|| {
            self.report.mismatches.push(Mismatch::Unexplained { path: path.clone() });
            ("the target did not keep it".to_owned(), NoteCode::NoPlace)
        });
        let stands_elsewhere = self.stands_elsewhere(address, &change.path);
        match (change.before, change.after) {
            (Some(value), None) if !stands_elsewhere => {
                let (value, chars) = shown(&value);
                self.report.lost.push(Lost { path, value, chars, reason, code });
            }
            (before, after) => {
                let (before, after) = (before.unwrap_or(Value::Null), after.unwrap_or(Value::Null));
                let ((before, before_chars), (after, after_chars)) = (shown(&before), shown(&after));
                self.report.changed.push(Changed { path, before, before_chars, after, after_chars, reason, code });
            }
        }
    }

    /// Whether the encoder says that this text was written once and stands in the file under another field: the field
    /// is gone, the text is not.
    fn stands_elsewhere(&self, address: Option<&str>, path: &Path) -> bool {
        let reasons = &self.reasons;
        let covers = |reason: &Reason| reason.entity.as_deref() == address && path.is_under(&reason.path);
        reasons.iter().any(|reason| reason.code == NoteCode::MirroredText && covers(reason))
    }

    /// The most particular reason for a path; every reason that covers it counts as used.
    fn reason(&mut self, address: Option<&str>, kind: Kind, path: &Path) -> Option<(String, NoteCode)> {
        let mut best: Option<&Reason> = None;
        for (reason, used) in self.reasons.iter().zip(&mut self.used) {
            let covers = path.is_under(&reason.path) || reason.path.is_under(path);
            if reason.entity.as_deref() == address && covers {
                *used = true;
                if best.is_none_or(|best| best.path.0.len() < reason.path.0.len()) {
                    best = Some(reason);
                }
            }
        }
        let said = best.map(|reason| (reason.text.clone(), reason.code));
        said.or_else(|| Some((self.no_row(address, kind, path)?, NoteCode::NoPlace)))
    }

    /// The table as a reason: the format has no row for this field. Of a linked entity it is the table of the format
    /// it went into the file as.
    fn no_row(&self, address: Option<&str>, kind: Kind, path: &Path) -> Option<String> {
        let spec = match address {
            None => Some(self.measured.target.spec()),
            Some(_) => self.embedded,
        };
        // A format without a table carries whole wrappers; what such a one drops has no excuse.
        let spec = spec.filter(|spec| !spec.wire.is_empty() && !spec.carries(path))?;
        Some(format!("{} has no place for {}", spec.title, called(spec, kind, path)))
    }

    fn left_behind(&mut self, main: &Entity, pairs: &[Pair<'_>], carried: &Carried) {
        let arrived = std::iter::once((self.measured.main, main))
            .chain(pairs.iter().filter_map(|pair| Some((pair.before?, pair.after?))));
        let mut rows = Vec::new();
        for (before, after) in arrived {
            let along = carried.linked.iter().find(|other| other.address() == before.address());
            let holds = |id: &String| {
                after.original.contains_key(id) || along.is_some_and(|other| other.original.contains_key(id))
            };
            for (id, original) in before.original.iter().filter(|(id, _)| !holds(id)) {
                let document = original
                    .raw
                    .as_ref()
                    .and_then(|raw| Document::parse(raw.0.clone(), &ficha_json::Limits::widest()).ok());
                match (format(id), document) {
                    (Some(owner), Some(document)) => {
                        rows.extend(left_behind(owner, &document).into_iter().map(|row| LeftBehind {
                            format: id.clone(),
                            pointer: row.pointer,
                            reason: row.reason,
                        }))
                    }
                    (None, _) | (_, None) => rows.push(LeftBehind {
                        format: id.clone(),
                        pointer: String::new(),
                        reason: "the target does not hold this original".to_owned(),
                    }),
                }
            }
            // What was written by hand for an app goes to that app alone.
            for (id, edits) in before.native_edits.iter().filter(|(id, _)| !holds(id) && !has_original(before, id)) {
                if after.native_edits.contains_key(id) || along.is_some_and(|other| other.native_edits.contains_key(id))
                {
                    continue;
                }
                let payload = Document::parse(native_payload(edits).0, &ficha_json::Limits::widest()).ok();
                let (Some(owner), Some(payload)) = (format(id), payload) else { continue };
                rows.extend(left_behind(owner, &payload).into_iter().map(|row| LeftBehind {
                    format: id.clone(),
                    pointer: row.pointer,
                    reason: row.reason,
                }));
            }
        }
        self.report.left_behind = rows;
    }

    fn finish(mut self) -> Report {
        let unused = self.reasons.iter().zip(&self.used).filter(|(_, used)| !**used);
        self.report.mismatches.extend(unused.map(|(reason, _)| Mismatch::Unmeasured { reason: reason.clone() }));
        self.report
    }
}

/// Whether an entity has the text of an original of a format.
fn has_original(entity: &Entity, id: &str) -> bool {
    entity.original.get(id).is_some_and(|original| original.raw.is_some())
}

/// What people call a field inside a sentence. Where the format has no place for the item of a list it belongs to, the
/// item: "no place for depth" says nothing when it is the depth of a text that has none.
fn called(spec: &FormatSpec, kind: Kind, path: &Path) -> String {
    let item = path.0.iter().position(|step| matches!(step, Step::Index(_))).map_or(path.0.len(), |at| at + 1);
    let whole = Path(path.0.iter().take(item).cloned().collect());
    let word = |path: &Path| field(kind, path).map(|field| field.english.to_lowercase());
    let named = word(&whole).unwrap_or_else(|| path.to_string());
    let list = whole.to_string();
    let inside = format!("{}[].", list.rsplit_once('[').map_or(list.as_str(), |(list, _)| list));
    let has_item = spec.wire.iter().copied().flatten().flat_map(Wire::paths).any(|row| row.starts_with(&inside));
    match word(path).filter(|_| has_item && item < path.0.len()) {
        Some(part) => format!("the {part} of this {named}"),
        None => named,
    }
}

/// A path as a report has it.
fn full(address: Option<&str>, path: &Path) -> String {
    match address {
        Some(address) => format!("{address}:{path}"),
        None => path.to_string(),
    }
}
