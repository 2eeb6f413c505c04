//! A text and where everything in it stands.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use crate::error::{Fault, JsonError, Limits};
use crate::node::Node;
use crate::repair::{self, Repair, RepairKind};
use crate::scan::{self, Scanned, Span};
use crate::{Edit, pointer};

/// A JSON text with the place of every value, 16 bytes a value and 16 a key. Values are decoded when asked for.
///
/// Where the text had faults, places and raw texts are those of [`Document::strict_text`].
#[derive(Clone, Debug)]
pub struct Document {
    given: Arc<str>,
    strict: Arc<str>,
    spans: Vec<Span>,
    repairs: Vec<Repair>,
    has_mark: bool,
    depth: usize,
}

impl Document {
    /// Reads a text: strictly, and if that fails once more with the faults of [`RepairKind`] mended.
    ///
    /// # Errors
    /// `Malformed` for anything else that is no JSON, `Limit` for what is larger than `limits` allow. A refused text
    /// is never copied.
    pub fn parse(text: impl Into<Arc<str>> + AsRef<str>, limits: &Limits) -> Result<Document, JsonError> {
        let borrowed = text.as_ref();
        let depth = limits.depth.min(Limits::DEEPEST);
        match scan::scan(borrowed, limits) {
            Ok(scanned) => {
                let repairs = lone_surrogates(&scanned, |offset| offset);
                let given: Arc<str> = text.into();
                let strict = given.clone();
                Ok(Document { given, strict, spans: scanned.spans, repairs, has_mark: false, depth })
            }
            Err(fault @ Fault::Limit { .. }) => Err(fault.into_error(borrowed, |offset| offset)),
            Err(Fault::Malformed { .. }) => {
                let repaired = repair::repair(borrowed, limits).map_err(|f| f.into_error(borrowed, |offset| offset))?;
                let place = |offset| repaired.source_offset(offset);
                let scanned = scan::scan(&repaired.text, limits).map_err(|f| f.into_error(borrowed, place))?;
                let mut repairs = lone_surrogates(&scanned, place);
                repairs.extend_from_slice(&repaired.repairs);
                repairs.sort_by_key(|repair| repair.offset);
                Ok(Document {
                    given: text.into(),
                    strict: repaired.text.into(),
                    spans: scanned.spans,
                    repairs,
                    has_mark: repaired.has_mark,
                    depth,
                })
            }
        }
    }

    /// The text as it was given.
    pub fn text(&self) -> &Arc<str> {
        &self.given
    }

    /// The faults it was read in spite of, by place; empty when it was strict JSON without lone surrogates.
    pub fn repairs(&self) -> &[Repair] {
        &self.repairs
    }

    /// The text with every repair made: strict JSON, the given text itself when there was nothing to mend.
    pub fn strict_text(&self) -> Arc<str> {
        self.strict.clone()
    }

    /// The value the whole text is.
    pub fn root(&self) -> Node<'_> {
        Node::new(self, 0)
    }

    /// The value at a JSON Pointer. Of double keys the last counts.
    pub fn at(&self, pointer: &str) -> Option<Node<'_>> {
        let tokens = pointer::tokens(pointer)?;
        tokens.iter().try_fold(self.root(), |node, token| node.child(token))
    }

    /// Edits to this text.
    pub fn edit(&self) -> Edit<'_> {
        Edit::new(self)
    }

    /// Pointers of keys that an object has more than once, each named once. At most a thousand, and no more once
    /// they fill a mebibyte.
    pub fn duplicate_keys(&self) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        let mut room = 1024 * 1024;
        let mut open = vec![(self.root(), Place::root())];
        let mut places: Vec<Place> = Vec::new();
        let mut doubles = Doubles([0; 64]);
        while let Some((node, place)) = open.pop() {
            if !node.is_object() && !node.is_array() {
                continue;
            }
            let parent = places.len();
            places.push(place);
            let mut children = Vec::new();
            let holds = |child: Node<'_>| child.is_object() || child.is_array();
            if doubles.are_possible(node) {
                let mut seen = HashSet::new();
                let mut told = HashSet::new();
                for (key, _) in node.members() {
                    if !seen.insert(key.clone()) && told.insert(key.clone()) {
                        let pointer = pointer::join(&written(&places, parent), &key);
                        room -= pointer.len().min(room);
                        found.push(pointer);
                        if room == 0 || found.len() >= 1000 {
                            return found;
                        }
                    }
                }
            }
            for (key, child) in node.entries().filter(|(_, child)| holds(*child)) {
                children.push((child, Place { parent, token: key.text().into_owned() }));
            }
            for (index, child) in node.items().enumerate().filter(|(_, child)| holds(*child)) {
                children.push((child, Place { parent, token: index.to_string() }));
            }
            open.extend(children.into_iter().rev());
        }
        found
    }

    /// How deep it may be nested, now and after edits.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    pub(crate) fn spans(&self) -> &[Span] {
        &self.spans
    }

    pub(crate) fn span(&self, index: u32) -> Span {
        self.spans.get(index as usize).copied().unwrap_or(Span::NOTHING)
    }

    /// A piece of the strict text.
    pub(crate) fn slice(&self, range: Range<u32>) -> &str {
        self.strict.get(range.start as usize..range.end as usize).unwrap_or("")
    }

    /// What an edited text starts with before its first byte of JSON: the byte order mark stays when there was one.
    pub(crate) fn mark(&self) -> &'static str {
        if self.has_mark { "\u{feff}" } else { "" }
    }
}

fn lone_surrogates(scanned: &Scanned, place: impl Fn(usize) -> usize) -> Vec<Repair> {
    let repair = |&start: &u32| Repair { kind: RepairKind::LoneSurrogate, offset: place(start as usize) };
    scanned.lone.iter().map(repair).collect()
}

/// A quick test for double keys: a bit for each of 4,096 hashes. Most objects pass it without a word kept.
struct Doubles([u64; 64]);

impl Doubles {
    /// Whether two keys of an object may be the same; `false` is certain.
    fn are_possible(&mut self, object: Node<'_>) -> bool {
        if object.len() > 256 {
            return true;
        }
        self.0 = [0; 64];
        for (key, _) in object.entries() {
            let Some(raw) = key.plain() else { return true };
            // FNV-1a: keys are short.
            let hash = raw
                .bytes()
                .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
            let hash = hash ^ (hash >> 32);
            let bit = 1_u64 << (hash & 63);
            let Some(word) = usize::try_from((hash >> 6) & 63).ok().and_then(|at| self.0.get_mut(at)) else {
                return true;
            };
            if *word & bit != 0 {
                return true;
            }
            *word |= bit;
        }
        false
    }
}

/// A container on the way down, by its parent's number in the list of places.
struct Place {
    parent: usize,
    token: String,
}

impl Place {
    fn root() -> Place {
        Place { parent: usize::MAX, token: String::new() }
    }
}

fn written(places: &[Place], mut at: usize) -> String {
    let mut tokens = Vec::new();
    while let Some(place) = places.get(at)
        && place.parent != usize::MAX
    {
        tokens.push(pointer::escape(&place.token));
        at = place.parent;
    }
    tokens.iter().rev().flat_map(|token| ["/", token]).collect()
}
