//! The least change of a YAML text: which bytes go and what stands in their place.
//!
//! Works on the tree and the two values side by side. What cannot be said in place is `None`; the caller then writes
//! the text fresh, and it also reads back what was made here, so a wrong guess about a corner of YAML costs layout and
//! never a value.

use std::ops::Range;

use ficha_json::value_eq;
use saphyr_parser::ScalarStyle;
use serde_json::{Map, Value};

use super::tree::{Content, Node, NodeId, Row, Tree};
use super::write::Letters;
use super::{scalar, write};

/// The text with everything in it changed that differs, or `None`.
pub(super) fn edited(tree: &Tree, text: &str, before: &Value, after: &Value) -> Option<String> {
    let mut edit = Edit { tree, text, changes: Vec::new() };
    edit.node(tree.root, before, after, None)?;
    edit.changes.sort_by_key(|(range, _)| (range.start, range.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (range, new) in &edit.changes {
        out.push_str(text.get(at..range.start)?);
        out.push_str(new);
        at = range.end;
    }
    out.push_str(text.get(at..)?);
    Some(out)
}

struct Edit<'a> {
    tree: &'a Tree,
    text: &'a str,
    changes: Vec<(Range<usize>, String)>,
}

/// The row a value stands in: where its key begins on its line, and where the value's own text may begin.
#[derive(Clone, Copy)]
struct Within {
    indent: usize,
    from: usize,
}

impl Edit<'_> {
    fn node(&mut self, id: NodeId, before: &Value, after: &Value, within: Option<Within>) -> Option<()> {
        if value_eq(before, after) {
            return Some(());
        }
        let node = self.tree.node(id)?;
        match (&node.content, before, after) {
            (Content::Mapping(rows), Value::Object(before), Value::Object(after)) if !after.is_empty() => {
                if let Some(changes) = self.attempt(|edit| edit.rows(node, rows, before, after)) {
                    self.changes.extend(changes);
                    return Some(());
                }
            }
            (Content::Sequence(items), Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
                let made = self.attempt(|edit| {
                    for ((item, before), after) in items.iter().zip(before).zip(after) {
                        edit.node(*item, before, after, None)?;
                    }
                    Some(())
                });
                if let Some(changes) = made {
                    self.changes.extend(changes);
                    return Some(());
                }
            }
            _ => {}
        }
        self.whole(id, node, after, within)
    }

    /// What `make` would change, or `None` when it cannot.
    fn attempt(&self, make: impl FnOnce(&mut Edit<'_>) -> Option<()>) -> Option<Vec<(Range<usize>, String)>> {
        let mut edit = Edit { tree: self.tree, text: self.text, changes: Vec::new() };
        make(&mut edit)?;
        Some(edit.changes)
    }

    fn rows(
        &mut self,
        node: &Node,
        rows: &[Row],
        before: &Map<String, Value>,
        after: &Map<String, Value>,
    ) -> Option<()> {
        let kept: Vec<&Row> = rows.iter().filter(|row| after.contains_key(&row.key)).collect();
        let last = kept.last()?;
        let indent = self.indent(rows.first()?.at.start);
        for (at, row) in rows.iter().enumerate() {
            let within = Within { indent, from: self.behind_colon(row)? };
            match (before.get(&row.key), after.get(&row.key)) {
                // Of two rows with one key the last counts; the others stay as they are.
                (Some(_), Some(_)) if rows.iter().skip(at + 1).any(|other| other.key == row.key) => {}
                (Some(before), Some(after)) => self.node(row.value, before, after, Some(within))?,
                _ if node.flow => return None,
                _ => {
                    let start = self.line_start(row.at.start)?;
                    let end = self.next_line(self.end(row.value, within));
                    self.changes.push((start..end, String::new()));
                }
            }
        }
        let fresh: Vec<(&String, &Value)> = after.iter().filter(|(key, _)| !before.contains_key(*key)).collect();
        if fresh.is_empty() {
            return Some(());
        }
        if node.flow {
            return None;
        }
        let end = self.next_line(self.end(last.value, Within { indent, from: self.behind_colon(last)? }));
        let mut new: String =
            fresh.iter().map(|(key, value)| write::row(key, value, indent, Letters::Any) + "\n").collect();
        if !self.text.get(..end)?.ends_with('\n') {
            new.insert(0, '\n');
            new.pop();
        }
        self.changes.push((end..end, self.lines(new)));
        Some(())
    }

    /// Another value in the place of a node.
    fn whole(&mut self, id: NodeId, node: &Node, after: &Value, within: Option<Within>) -> Option<()> {
        if let (Content::Scalar { style, .. }, Value::String(text)) = (&node.content, after)
            && !node.span.is_empty()
        {
            let (range, new) = self.scalar(node, *style, text, within)?;
            self.changes.push((range, self.lines(new)));
            return Some(());
        }
        let new = match after {
            Value::Object(map) if !map.is_empty() => None,
            Value::Array(items) if !items.is_empty() => None,
            Value::String(text) => Some(scalar::inline(text, node.flow)),
            other => Some(write::leaf(other, 0, Letters::Any)),
        };
        let is_block =
            matches!(node.content, Content::Scalar { style: ScalarStyle::Literal | ScalarStyle::Folded, .. });
        match (new, within) {
            (Some(new), _) if !node.span.is_empty() && !is_block && self.is_leaf(node) => {
                self.changes.push((node.span.clone(), new));
            }
            (_, Some(within)) if !node.flow => {
                let end = self.end(id, within).max(within.from);
                let new = write::behind(after, within.indent, Letters::Any);
                self.changes.push((within.from..end, self.lines(new)));
            }
            _ => return None,
        }
        Some(())
    }

    /// A text in the place and style of another.
    fn scalar(
        &self,
        node: &Node,
        style: ScalarStyle,
        text: &str,
        within: Option<Within>,
    ) -> Option<(Range<usize>, String)> {
        let range = node.span.clone();
        let indent = within.map_or(0, |within| within.indent);
        // A file that escapes every letter beyond ASCII goes on doing so.
        let ascii = self.text.is_ascii() && ["\\u", "\\U", "\\x"].iter().any(|escape| self.text.contains(escape));
        let escapes = |text: &str| ascii && !text.is_ascii();
        let quoted = |text: &str| {
            let single = scalar::single_quoted(text).filter(|quoted| !escapes(quoted));
            single.unwrap_or_else(|| scalar::double_quoted(text, ascii))
        };
        let new = match style {
            ScalarStyle::Plain if scalar::is_plain(text, node.flow) && !escapes(text) => text.to_owned(),
            ScalarStyle::Plain if text.contains('\n') && within.is_some() && !node.flow && !escapes(text) => {
                scalar::literal(text, indent + 2, "").unwrap_or_else(|| quoted(text))
            }
            ScalarStyle::Plain | ScalarStyle::SingleQuoted => quoted(text),
            ScalarStyle::DoubleQuoted => scalar::double_quoted(text, ascii),
            ScalarStyle::Literal | ScalarStyle::Folded => {
                let within = within?;
                let block = self.block(range.start, within.indent);
                let make = if style == ScalarStyle::Literal { scalar::literal } else { scalar::folded };
                let new = make(text, block.indent, block.rest)
                    .or_else(|| scalar::literal(text, block.indent, block.rest))
                    .unwrap_or_else(|| scalar::double_quoted(text, ascii));
                return Some((range.start..block.end, new));
            }
        };
        Some((range, new))
    }

    /// Where a value's own text ends, without the break of its last line.
    fn end(&self, id: NodeId, within: Within) -> usize {
        match self.tree.node(id) {
            Some(Node {
                content: Content::Scalar { style: ScalarStyle::Literal | ScalarStyle::Folded, .. },
                span,
                ..
            }) => self.block(span.start, within.indent).end,
            Some(node) if node.span.is_empty() => within.from,
            Some(Node { content: Content::Scalar { .. } | Content::Alias(_), span, .. }) => span.end,
            // The last text of a block collection may be a block scalar, whose span reaches too far.
            Some(Node { flow: false, .. }) => {
                let end = self.tree.end(id);
                let text = self.text.get(..end).unwrap_or_default();
                text.trim_end_matches([' ', '\t', '\r', '\n']).len().max(within.from)
            }
            Some(node) => node.span.end,
            None => within.from,
        }
    }

    /// A block scalar whose header is here, below a key at this indent.
    fn block(&self, start: usize, indent: usize) -> Block<'_> {
        let header_end = self.line_end(start);
        let header = self.text.get(start..header_end).unwrap_or_default();
        let rest = header.trim_start_matches(|letter: char| "|>+-".contains(letter) || letter.is_ascii_digit());
        let keeps = header.get(..header.len() - rest.len()).is_some_and(|head| head.contains('+'));
        let mut end = header_end;
        let mut inner = None;
        let mut at = self.next_line(header_end);
        while at < self.text.len() {
            let line_end = self.line_end(at);
            let line = self.text.get(at..line_end).unwrap_or_default();
            let blanks = line.len() - line.trim_start_matches(' ').len();
            // Blanks beyond the indent of the block are text.
            let is_blank = line.trim_end().is_empty() && inner.is_none_or(|inner| line.len() <= inner);
            if !is_blank && blanks <= indent {
                break;
            }
            if !is_blank {
                inner.get_or_insert(blanks);
            }
            if !is_blank || keeps {
                end = line_end;
            }
            let next = self.next_line(line_end);
            if next == at {
                break;
            }
            at = next;
        }
        Block { indent: inner.unwrap_or(indent + 2), end, rest }
    }

    fn is_leaf(&self, node: &Node) -> bool {
        match node.content {
            Content::Scalar { .. } | Content::Alias(_) => true,
            Content::Sequence(_) | Content::Mapping(_) => node.flow,
        }
    }

    /// Right behind the colon of a row.
    fn behind_colon(&self, row: &Row) -> Option<usize> {
        let rest = self.text.get(row.at.end..)?;
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        rest.get(blanks..)?.starts_with(':').then_some(row.at.end + blanks + 1)
    }

    /// Where the line of this byte starts, when nothing but blanks stands before it.
    fn line_start(&self, at: usize) -> Option<usize> {
        let head = self.text.get(..at)?;
        let start = head.rfind('\n').map_or(0, |line| line + 1);
        head.get(start..)?.trim_matches(' ').is_empty().then_some(start)
    }

    /// Letters before this byte on its line.
    fn indent(&self, at: usize) -> usize {
        let head = self.text.get(..at).unwrap_or_default();
        head.get(head.rfind('\n').map_or(0, |line| line + 1)..).unwrap_or_default().chars().count()
    }

    /// Where the line of this byte ends, before its break.
    fn line_end(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        let line = rest.split('\n').next().unwrap_or_default();
        at + line.strip_suffix('\r').unwrap_or(line).len()
    }

    /// Where the next line starts.
    fn next_line(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        rest.find('\n').map_or(self.text.len(), |line| at + line + 1)
    }

    /// New lines with the breaks the file has.
    fn lines(&self, new: String) -> String {
        if self.text.contains("\r\n") { new.replace('\n', "\r\n") } else { new }
    }
}

/// A block scalar in the text.
struct Block<'a> {
    /// Blanks before its lines.
    indent: usize,
    /// Where it ends, before the last break.
    end: usize,
    /// What stands behind its header: a comment.
    rest: &'a str,
}
