//! From a concrete path to its row.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::{Field, FieldType, schema};
use crate::{Kind, Path, Step};

/// A table as a tree of steps, made once.
#[derive(Default)]
pub(super) struct Node {
    pub field: Option<&'static Field>,
    pub keys: BTreeMap<&'static str, Node>,
    /// What `[]` leads to.
    pub item: Option<Box<Node>>,
    /// What `{}` leads to.
    pub value: Option<Box<Node>>,
}

/// The step after this one.
pub(super) enum Next<'a> {
    /// A place with a row of its own, or a group on the way to one.
    Node(&'a Node),
    /// Inside a field that takes anything.
    Open,
    /// No such field.
    Unknown,
}

impl Node {
    fn shape(&self) -> Option<FieldType> {
        self.field.map(|field| field.shape)
    }

    /// One step down. `root` is where an overlay starts anew.
    pub fn step<'a>(&'a self, root: &'a Node, step: &Step) -> Next<'a> {
        match self.shape() {
            Some(FieldType::Any | FieldType::Link) => return Next::Open,
            Some(FieldType::Overlay) => return root.step(root, step),
            _ => {}
        }
        let found = match step {
            Step::Key(key) => self.keys.get(key.as_str()).or(self.value.as_deref()),
            Step::Index(_) => self.item.as_deref(),
        };
        found.map_or(Next::Unknown, Next::Node)
    }

    fn insert(&mut self, field: &'static Field) {
        let mut node = self;
        for part in field.path.split('.') {
            let end = part.find(['[', '{']).unwrap_or(part.len());
            let (key, mut marks) = part.split_at(end);
            node = node.keys.entry(key).or_default();
            while !marks.is_empty() {
                let below = if marks.starts_with("[]") { &mut node.item } else { &mut node.value };
                node = below.get_or_insert_default();
                marks = marks.get(2..).unwrap_or("");
            }
        }
        node.field = Some(field);
    }
}

/// The tree of a kind's table.
pub(super) fn tree(kind: Kind) -> &'static Node {
    static TREES: OnceLock<Vec<Node>> = OnceLock::new();
    let trees = TREES.get_or_init(|| {
        Kind::ALL
            .into_iter()
            .map(|kind| {
                let mut root = Node::default();
                schema(kind).fields().for_each(|field| root.insert(field));
                root
            })
            .collect()
    });
    &trees[kind as usize]
}

/// The row a concrete path falls under. Below a field that takes anything (and below a link) it is that field's row;
/// `None` for a path the table does not know.
pub fn field(kind: Kind, path: &Path) -> Option<&'static Field> {
    let root = tree(kind);
    let mut node = root;
    for step in &path.0 {
        match node.step(root, step) {
            Next::Node(next) => node = next,
            Next::Open => return node.field,
            Next::Unknown => return None,
        }
    }
    node.field
}
