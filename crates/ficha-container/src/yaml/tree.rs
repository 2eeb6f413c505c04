//! The nodes of a YAML text with their places, as an arena: nothing recurses by the depth of a foreign text but what
//! its limit bounds.

use std::collections::BTreeMap;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};

use crate::error::{ContainerError, Place};
use crate::limits::within;

/// What the parser says when flow collections are nested deeper than it counts: 255 levels.
const TOO_DEEP: &str = "recursion limit exceeded";

/// Index of a node in its tree.
pub(super) type NodeId = usize;

/// A YAML text parsed.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The one document.
    pub(super) root: NodeId,
}

/// A node.
#[derive(Debug)]
pub(super) struct Node {
    /// Its bytes, without anchor and tag. Of a block mapping or sequence only the start can be relied on.
    pub(super) span: Range<usize>,
    /// Whether it is a flow mapping or sequence, or stands inside one.
    pub(super) flow: bool,
    /// What it is.
    pub(super) content: Content,
}

/// What a node is.
#[derive(Debug)]
pub(super) enum Content {
    /// A scalar: its text, its style, and whether its tag says that it is text.
    Scalar { text: String, style: ScalarStyle, is_text: bool },
    /// `*name`, resolved.
    Alias(NodeId),
    /// A list.
    Sequence(Vec<NodeId>),
    /// A map, in order; a key may stand twice.
    Mapping(Vec<Row>),
}

/// A row of a mapping.
#[derive(Debug)]
pub(super) struct Row {
    /// The key's text.
    pub(super) key: String,
    /// Where the key stands.
    pub(super) at: Range<usize>,
    /// Its value.
    pub(super) value: NodeId,
}

/// A collection that is being read.
struct Open {
    id: NodeId,
    /// A key whose value comes next.
    key: Option<(String, Range<usize>)>,
}

impl Tree {
    pub(super) fn parse(text: &str, limits: &ficha_json::Limits) -> Result<Tree, ContainerError> {
        within("json-bytes", text.len(), limits.bytes, || Place::offset(limits.bytes))?;
        let places = Places::of(text);
        let mut reading =
            Reading { nodes: Vec::new(), open: Vec::new(), anchors: BTreeMap::new(), root: None, flow: 0, before: 0 };
        let mut parser = Parser::new_from_str(text);
        while let Some(event) = parser.next_event() {
            let (event, span) = event.map_err(|error| {
                let mark = error.marker();
                if error.info() == TOO_DEEP {
                    let what = "the YAML text is nested deeper than can be read";
                    return ContainerError::unsupported(what, Place::offset(places.byte(text, mark.index())));
                }
                let what = format!("not YAML: {} at line {}, column {}", error.info(), mark.line(), mark.col() + 1);
                ContainerError::malformed(what, Place::offset(places.byte(text, mark.index())))
            })?;
            let span = places.range(text, &span);
            let place = || Place::offset(span.start);
            within("json-values", reading.nodes.len(), limits.values, place)?;
            within("json-depth", reading.open.len(), limits.depth, place)?;
            let end = span.end;
            reading.take(event, span, text)?;
            reading.before = end;
        }
        let root = reading.root.ok_or_else(|| ContainerError::malformed("the YAML text is empty", Place::file()))?;
        Ok(Tree { nodes: reading.nodes, root })
    }

    pub(super) fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id)
    }

    /// Where the last byte of a node's own text ends.
    pub(super) fn end(&self, id: NodeId) -> usize {
        let (mut id, mut end) = (id, 0);
        while let Some(node) = self.nodes.get(id) {
            end = node.span.end;
            let last = match &node.content {
                Content::Scalar { .. } | Content::Alias(_) => None,
                Content::Sequence(_) | Content::Mapping(_) if node.flow => None,
                Content::Sequence(items) => items.last().copied(),
                Content::Mapping(rows) => rows.last().map(|row| row.value),
            };
            match last {
                Some(last) => id = last,
                None => break,
            }
        }
        end
    }
}

struct Reading {
    nodes: Vec<Node>,
    open: Vec<Open>,
    anchors: BTreeMap<usize, NodeId>,
    root: Option<NodeId>,
    /// How many of the open collections are flow ones.
    flow: usize,
    /// Where the last event ended.
    before: usize,
}

impl Reading {
    fn take(&mut self, event: Event<'_>, span: Range<usize>, text: &str) -> Result<(), ContainerError> {
        match event {
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
            Event::DocumentStart(_) if self.root.is_some() => {
                let what = "the YAML text holds several documents";
                return Err(ContainerError::unsupported(what, Place::offset(span.start)));
            }
            Event::DocumentStart(_) => {}
            Event::Alias(anchor) => {
                let target = self.anchors.get(&anchor).copied();
                let target = target
                    .ok_or_else(|| ContainerError::malformed("an alias names nothing", Place::offset(span.start)))?;
                self.add(span, Content::Alias(target), 0)?;
            }
            Event::Scalar(value, style, anchor, tag) => {
                if let Some(open) = self.open.last_mut()
                    && open.key.is_none()
                    && let Some(Node { content: Content::Mapping(_), .. }) = self.nodes.get(open.id)
                {
                    open.key = Some((value.into_owned(), span));
                    return Ok(());
                }
                let span = match style {
                    // The parser gives the place of the first line; an edit needs the header.
                    ScalarStyle::Literal => self.header(text, '|', span),
                    ScalarStyle::Folded => self.header(text, '>', span),
                    ScalarStyle::Plain | ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => span,
                };
                let is_text = tag.is_some_and(|tag| tag.is_yaml_core_schema() && tag.suffix == "str");
                self.add(span, Content::Scalar { text: value.into_owned(), style, is_text }, anchor)?;
            }
            Event::SequenceStart(anchor, _) => self.start(span, Content::Sequence(Vec::new()), anchor, text)?,
            Event::MappingStart(anchor, _) => self.start(span, Content::Mapping(Vec::new()), anchor, text)?,
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(node) = self.open.pop().and_then(|open| self.nodes.get_mut(open.id))
                    && node.flow
                {
                    node.span.end = span.end;
                    self.flow = self.flow.saturating_sub(1);
                }
            }
        }
        Ok(())
    }

    /// A block scalar from its header on: the first such sign behind the last event that stands in no comment.
    fn header(&self, text: &str, sign: char, span: Range<usize>) -> Range<usize> {
        let mut in_comment = false;
        let mut last = ' ';
        for (at, letter) in text.get(self.before..span.start).unwrap_or_default().char_indices() {
            match letter {
                '\n' => in_comment = false,
                '#' if last.is_ascii_whitespace() => in_comment = true,
                _ if letter == sign && !in_comment => return self.before + at..span.end,
                _ => {}
            }
            last = letter;
        }
        span
    }

    fn start(&mut self, span: Range<usize>, content: Content, anchor: usize, text: &str) -> Result<(), ContainerError> {
        let flow = matches!(text.as_bytes().get(span.start), Some(b'{' | b'[')) || self.flow > 0;
        let id = self.add(span, content, anchor)?;
        if let Some(node) = self.nodes.get_mut(id) {
            node.flow = flow;
        }
        self.flow += usize::from(flow);
        self.open.push(Open { id, key: None });
        Ok(())
    }

    fn add(&mut self, span: Range<usize>, content: Content, anchor: usize) -> Result<NodeId, ContainerError> {
        let id = self.nodes.len();
        let place = Place::offset(span.start);
        self.nodes.push(Node { span, flow: self.flow > 0, content });
        if anchor > 0 {
            self.anchors.insert(anchor, id);
        }
        match self.open.last_mut() {
            None => {
                self.root.get_or_insert(id);
            }
            Some(open) => match (self.nodes.get_mut(open.id).map(|node| &mut node.content), open.key.take()) {
                (Some(Content::Sequence(items)), _) => items.push(id),
                (Some(Content::Mapping(rows)), Some((key, at))) => rows.push(Row { key, at, value: id }),
                _ => return Err(ContainerError::unsupported("a key of the YAML text is no scalar", place)),
            },
        }
        Ok(id)
    }
}

/// From characters, in which the parser counts, to bytes.
struct Places {
    /// The byte of every so many characters; empty when all are one byte long.
    marks: Vec<usize>,
}

/// Characters between two marks.
const STEP: usize = 64;

impl Places {
    fn of(text: &str) -> Places {
        if text.is_ascii() {
            return Places { marks: Vec::new() };
        }
        Places { marks: text.char_indices().step_by(STEP).map(|(byte, _)| byte).collect() }
    }

    fn byte(&self, text: &str, character: usize) -> usize {
        if self.marks.is_empty() {
            return character.min(text.len());
        }
        let Some(mark) = self.marks.get(character / STEP) else { return text.len() };
        let rest = text.get(*mark..).unwrap_or_default();
        rest.char_indices().nth(character % STEP).map_or(text.len(), |(byte, _)| mark + byte)
    }

    fn range(&self, text: &str, span: &Span) -> Range<usize> {
        let start = self.byte(text, span.start.index());
        start..self.byte(text, span.end.index()).max(start)
    }
}
