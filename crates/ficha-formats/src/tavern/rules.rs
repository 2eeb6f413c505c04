//! Lists of regex rules inside a card, each a linked set of its own.
//!
//! A set keeps the rows as they came for its original, in their own shape. Unedited it goes back as it was; an edit
//! changes only its row. Several sets that meet in one list stand one behind the other, and a mark of ours says where
//! each ends and what it is called, by which they come back as the same sets. A set that stands alone has a mark only
//! when it has a name, since a list of rules has no place for one.

use std::sync::LazyLock;

use ficha_json::{Document, Node, pointer};
use ficha_model::{Body, Entity, Kind, Link, Original, Path, Pristine, Raw, SourceRecord, canonical_id};
use serde_json::{Map, Value, json};

use super::edit::Target;
use super::layout::Layout;
use super::linked;
use crate::ask::Ask;
use crate::carrier;
use crate::error::EncodeError;
use crate::format::FormatSpec;
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::Writes;
use crate::read::Reader;
use crate::record::Tables;

/// A place of a card that holds rules.
pub(crate) struct RuleList {
    /// The key of the list in the card's table.
    pub key: &'static str,
    /// The format of its rows, whose id is the key of a set's original.
    pub spec: &'static LazyLock<FormatSpec>,
    /// The table of a set, its list under the last token of the key.
    pub tables: &'static LazyLock<Tables>,
}

/// Where the marks of sets that share a list are.
const MARKS: &str = "/data/extensions/ficha/rules";

impl RuleList {
    fn id(&self) -> &'static str {
        self.spec.id
    }

    /// The last token of its key, as a pointer.
    fn leaf(&self) -> &'static str {
        self.key.rfind('/').and_then(|at| self.key.get(at..)).unwrap_or(self.key)
    }

    /// The object around a list that lies here.
    fn around(&self, at: &str) -> Roots {
        let parent = at.strip_suffix(self.leaf()).unwrap_or("").to_owned();
        Roots { envelope: parent.clone(), data: parent }
    }

    /// The list in a payload, when it has rules.
    fn find<'a>(&self, document: &'a Document, layout: &Layout) -> Option<(Node<'a>, String)> {
        let (node, at) = layout.find(document, self.key)?;
        (node.is_array() && node.items().any(Node::is_object)).then_some((node, at))
    }

    /// A list, or one rule alone, in an object of its own.
    fn alone(&self, text: &str) -> Result<Document, EncodeError> {
        let list = if text.trim_start().starts_with('[') { text.to_owned() } else { format!("[{text}]") };
        let key = self.leaf().trim_start_matches('/');
        carrier::parse_own(format!("{{\"{key}\":{list}}}"), self.id())
    }

    fn body(&self, document: &Document, at: &str, reader: &mut Reader<'_>) -> Body {
        Body::from(Value::Object(self.tables.body(document, &self.around(at), reader)))
    }

    /// The body of a list that is alone in a document, in silence.
    fn quiet_body(&self, alone: &Document) -> Body {
        let mut notes = Notes::new();
        self.body(alone, self.leaf(), &mut Reader::muted(&mut notes))
    }
}

/// A set among others in one list, by its mark.
struct Part {
    rules: usize,
    settings: Map<String, Value>,
}

/// The parts of a list; `None` when it has no mark or was changed by an app that does not know it.
fn parts(list: &RuleList, node: Node<'_>, document: &Document, layout: &Layout) -> Option<Vec<Part>> {
    let marks = document.at(&format!("{}{}", layout.locate(MARKS), list.leaf()))?;
    let part = |mark: Node<'_>| {
        let settings = match mark.get("settings").map(Node::to_value) {
            Some(Value::Object(settings)) => settings,
            _ => Map::new(),
        };
        Some(Part { rules: usize::try_from(mark.get("rules")?.as_i64()?).ok()?, settings })
    };
    let parts: Vec<Part> = marks.items().map(part).collect::<Option<_>>()?;
    let total = parts.iter().try_fold(0_usize, |total, part| total.checked_add(part.rules))?;
    (!parts.is_empty() && total == node.len()).then_some(parts)
}

/// The texts of the parts of a list.
fn slices(node: Node<'_>, parts: &[Part]) -> Vec<String> {
    let mut rows = node.items();
    let slice = |part: &Part| {
        let rows: Vec<&str> = rows.by_ref().take(part.rules).map(Node::raw).collect();
        format!("[{}]", rows.join(","))
    };
    parts.iter().map(slice).collect()
}

/// Splits the lists of a payload into sets and the links to them.
pub(crate) fn split(
    lists: &[&'static RuleList],
    document: &Document,
    layout: &Layout,
    card_name: &str,
    source: &SourceRecord,
    reader: &mut Reader<'_>,
) -> (Vec<Entity>, Vec<Value>) {
    let mut sets: Vec<Entity> = Vec::new();
    for list in lists {
        let Some((node, at)) = list.find(document, layout) else { continue };
        let whole = list.body(document, &at, reader);
        let found: Vec<(Body, String, Option<usize>)> = match parts(list, node, document, layout) {
            Some(parts) => {
                let texts = slices(node, &parts);
                let read = |(index, (part, text)): (usize, (&Part, String))| {
                    let mut body = list.quiet_body(&list.alone(&text).ok()?).value().as_object().cloned()?;
                    for (key, value) in &part.settings {
                        body.insert(key.clone(), value.clone());
                    }
                    Some((Body::from(Value::Object(body)), text, Some(index)))
                };
                parts.iter().zip(texts).enumerate().filter_map(read).collect()
            }
            None => vec![(whole, node.raw().to_owned(), None)],
        };
        for (body, text, part) in found {
            let named = body.text("name").filter(|name| !name.trim().is_empty()).map(str::to_owned);
            let base = canonical_id(&named.unwrap_or_else(|| format!("{card_name} regex")));
            let taken = |id: &str| sets.iter().any(|set| set.id == id);
            let id = match taken(&base) {
                true => (2..).map(|n| format!("{base}-{n}")).find(|id| !taken(id)).unwrap_or(base),
                false => base,
            };
            let mut set = Entity::new(Kind::Regex, id, body);
            let mut unmapped = Map::new();
            if let Some(part) = part {
                unmapped.insert("part".to_owned(), json!(part));
            }
            let pristine = Pristine(Some(set.body.clone()));
            let raw = Some(Raw(text.into()));
            set.original.insert(list.id().to_owned(), Original { raw, unmapped, pristine, ..Original::default() });
            set.source = Some(SourceRecord { pointer: Some(at.clone()), ..source.clone() });
            sets.push(set);
        }
    }
    let links = sets.iter().map(|set| Link::Entity(set.id.clone()).to_value()).collect();
    (sets, links)
}

/// What becomes of one list of a payload.
pub(crate) struct ListChange {
    list: &'static RuleList,
    what: What,
    /// The mark of each set, when there are several; `None` when there is none to be.
    marks: Option<Value>,
}

enum What {
    /// Its text is not touched.
    Untouched,
    /// It goes.
    Removed,
    /// It was edited.
    Edited {
        before: Body,
        after: Body,
        /// `regex/id`, for reasons.
        address: String,
    },
    /// Another text takes its place, word for word.
    Text(String),
    /// Another list is laid onto it.
    Whole(Value),
}

impl ListChange {
    /// Whether the payload stays as it is.
    pub fn is_untouched(&self) -> bool {
        matches!(self.what, What::Untouched)
    }

    /// Whether the list takes the place of another.
    pub fn is_new(&self) -> bool {
        matches!(self.what, What::Text(_) | What::Whole(_))
    }
}

/// What becomes of every list of a payload when these sets are linked.
///
/// # Errors
/// When a linked set is not at hand, or its own original cannot be read any more.
pub(crate) fn changes(
    lists: &'static [&'static RuleList],
    entity: &Entity,
    ask: &Ask<'_>,
    raw: &Document,
    layout: &Layout,
    notes: &mut Notes,
) -> Result<Vec<ListChange>, EncodeError> {
    if lists.is_empty() {
        return Ok(Vec::new());
    }
    let sets = linked::resolve(entity, "behaviorRefs", Kind::Regex, ask, notes)?;
    let home = |set: &Entity| {
        let named = |list: &RuleList| {
            let at = set.source.as_ref().and_then(|source| source.pointer.as_deref());
            set.original.contains_key(list.id()) && at.is_none_or(|at| at.ends_with(list.leaf()))
        };
        lists.iter().position(|list| named(list)).unwrap_or(0)
    };
    let mut changes = Vec::new();
    for (index, list) in lists.iter().copied().enumerate() {
        let own: Vec<(usize, &Entity)> = sets.iter().filter(|(_, set)| home(set) == index).copied().collect();
        changes.push(change(list, &own, raw, layout, notes)?);
    }
    Ok(changes)
}

fn change(
    list: &'static RuleList,
    sets: &[(usize, &Entity)],
    raw: &Document,
    layout: &Layout,
    notes: &mut Notes,
) -> Result<ListChange, EncodeError> {
    let present = list.find(raw, layout);
    let known = present.as_ref().and_then(|(node, _)| parts(list, *node, raw, layout).map(|parts| (*node, parts)));
    let made = |what| ListChange { list, what, marks: None };
    let (first, others) = match sets.split_first() {
        None if present.is_some() => return Ok(made(What::Removed)),
        None => return Ok(made(What::Untouched)),
        Some(((at, first), others)) => ((*at, *first), others),
    };
    let is_plain = |set: &Entity| set.body.value().as_object().is_none_or(|body| body.keys().all(|key| key == "rules"));
    let (at, set) = first;
    if others.is_empty() && known.is_none() && (is_plain(set) || set.body.list("rules").is_empty()) {
        if set.body.list("rules").is_empty() {
            let path = Path::default().key("behaviorRefs").index(at);
            notes.explain(path, NoteCode::NoPlace, "A card holds rules; a set without any leaves nothing in it.");
        }
        return Ok(made(single(list, set, present.map(|(node, _)| node), notes)?));
    }
    let mut rows = Vec::new();
    let mut marks = Vec::new();
    let mut same = known.as_ref().is_some_and(|(_, parts)| parts.len() == sets.len());
    let texts = known.as_ref().map(|(node, parts)| slices(*node, parts)).unwrap_or_default();
    for (index, (_, set)) in sets.iter().enumerate() {
        let before = known.as_ref().and_then(|(_, parts)| parts.get(index));
        let mut settings = set.body.value().as_object().cloned().unwrap_or_default();
        settings.shift_remove("rules");
        let text = own_text(list, set, notes)?;
        let alone = list.alone(&text)?;
        let items: Vec<Value> =
            alone.at(list.leaf()).into_iter().flat_map(|rows| rows.items()).map(Node::to_value).collect();
        same = same
            && texts.get(index).is_some_and(|here| *here == text)
            && before.is_some_and(|part| part.settings == settings);
        marks.push(json!({"rules": items.len(), "settings": settings}));
        rows.extend(items);
    }
    if same {
        return Ok(made(What::Untouched));
    }
    if sets.len() > 1 {
        let text = format!("{} sets of rules leave in one list; Ficha splits them again.", sets.len());
        notes.info(NoteCode::MergedBooks, ficha_container::Place::file(), text);
    }
    let marks = (sets.len() > 1 || !is_plain(set)).then_some(Value::Array(marks));
    Ok(ListChange { list, what: What::Whole(Value::Array(rows)), marks })
}

fn single(list: &RuleList, set: &Entity, present: Option<Node<'_>>, notes: &mut Notes) -> Result<What, EncodeError> {
    let original = set.original.get(list.id());
    let raw = original.and_then(|original| original.raw.as_ref());
    let edits = set.native_edits.get(list.id()).map(Vec::as_slice).unwrap_or(&[]);
    let here = present.filter(|node| raw.is_some_and(|raw| node.raw() == &*raw.0));
    let (Some(node), []) = (here, edits) else {
        return Ok(What::Text(own_text(list, set, notes)?));
    };
    let remembered = original.and_then(|original| original.pristine.0.clone());
    let before = match remembered {
        Some(before) => before,
        None => list.quiet_body(&list.alone(node.raw())?),
    };
    if before.is_same(&set.body) || before == set.body {
        return Ok(What::Untouched);
    }
    Ok(What::Edited { before, after: set.body.clone(), address: set.address() })
}

/// The list of a set: its own original with its own edits, or one made anew.
fn own_text(list: &RuleList, set: &Entity, notes: &mut Notes) -> Result<String, EncodeError> {
    let original = set.original.get(list.id());
    let Some(raw) = original.and_then(|original| original.raw.as_ref()) else {
        let mut fresh = json!({});
        let nothing = list.alone("[]")?;
        let around = list.around(list.leaf());
        let change = (&json!({"rules": []}), set.body.value());
        list.tables.writes(change, &nothing, &around, Some(&set.address()), notes).apply_to(&mut fresh);
        let rows = pointer_value(&fresh, list.leaf()).cloned().unwrap_or_else(|| json!([]));
        return Ok(super::regex::text_of(&rows));
    };
    let edits = set.native_edits.get(list.id()).map(Vec::as_slice).unwrap_or(&[]);
    let patched = match edits {
        [] => None,
        edits => Some(carrier::patched(&carrier::parse_own(raw.0.clone(), list.id())?, edits, list.id(), notes)?),
    };
    let own = list.alone(&raw.0)?;
    let alone = match &patched {
        Some(patched) => list.alone(&patched.strict_text())?,
        None => list.alone(&raw.0)?,
    };
    let before = original.and_then(|original| original.pristine.0.clone()).unwrap_or_else(|| list.quiet_body(&own));
    let around = list.around(list.leaf());
    let change = (before.value(), set.body.value());
    let writes = list.tables.writes(change, &alone, &around, Some(&set.address()), notes);
    let edited = carrier::parse_own(super::version::edited(&alone, writes), list.id())?;
    Ok(edited.at(list.leaf()).map(|rows| rows.raw().to_owned()).unwrap_or_else(|| "[]".to_owned()))
}

fn pointer_value<'a>(value: &'a Value, at: &str) -> Option<&'a Value> {
    pointer::tokens(at)?.iter().try_fold(value, |value, token| value.get(token))
}

/// Puts the changes of the lists into those of a payload; texts that are taken word for word are given back with their
/// pointers.
pub(crate) fn write(
    changes: &[ListChange],
    target: &Target<'_>,
    notes: &mut Notes,
    writes: &mut Writes,
) -> Vec<(String, String)> {
    let mut spliced = Vec::new();
    for ListChange { list, what, marks } in changes {
        let at = target.layout.write_at(target.document, list.key);
        let present = target.document.at(&at);
        match what {
            What::Untouched => continue,
            What::Removed => writes.remove(at),
            What::Text(text) => spliced.push((at, text.clone())),
            What::Whole(rows) => writes.set(at, rows.clone()),
            What::Edited { before, after, address } => {
                let around = list.around(&at);
                let mut silent = Notes::new();
                let notes = if target.second { &mut silent } else { &mut *notes };
                let own;
                let mut before = before;
                // A second copy that has other rows is compared with what it says itself.
                let rows = before.list("rules").len();
                if target.second && present.map_or(0, |node| node.items().filter(|row| row.is_object()).count()) != rows
                {
                    let mut quiet = Notes::new();
                    own = list.body(target.document, &at, &mut Reader::muted(&mut quiet));
                    before = &own;
                }
                let change = (before.value(), after.value());
                writes.extend_at("", list.tables.writes(change, target.document, &around, Some(address), notes));
            }
        }
        let mark_at = format!("{}{}", target.layout.locate(MARKS), list.leaf());
        match marks {
            Some(marks) => writes.set(mark_at, marks.clone()),
            None => writes.remove(mark_at),
        }
    }
    spliced
}
