//! What a check looks at, read once for all checks of a run, and what it may ask of the world around the piece.

use std::cell::OnceCell;

use ficha_formats::FormatSpec;
use ficha_model::schema::Field;
use ficha_model::{Entity, Kind, Path, texts};
use serde_json::Value;

use crate::world::{CardVersion, WorldInput, WorldSource};

/// What is checked, with what belongs to it. A check looks at one of the two.
#[derive(Debug)]
pub enum CheckInput<'a> {
    /// A piece of the library or of a file.
    Entity(CardInput<'a>),
    /// A world.
    World(Box<WorldInput<'a>>),
}

impl<'a> CheckInput<'a> {
    /// An input over a piece.
    pub fn new(entity: &'a Entity, targets: &'a [&'static FormatSpec], around: &'a dyn Around) -> CheckInput<'a> {
        CheckInput::Entity(CardInput { entity, targets, around, texts: OnceCell::new() })
    }

    /// An input over a world; nothing is read yet.
    pub fn of_world(source: &'a dyn WorldSource, version: CardVersion) -> CheckInput<'a> {
        CheckInput::World(Box::new(WorldInput::new(source, version)))
    }
}

/// Whether something is there, as far as can be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum There {
    /// It is.
    Yes,
    /// It is not.
    No,
    /// Nobody here can tell.
    Unknown,
}

/// What lies around the piece: the library, the file it came in.
pub trait Around {
    /// Whether a linked piece is there.
    fn piece(&self, kind: Kind, id: &str) -> There;

    /// Whether a picture of the piece is there: `carrier:`, `sha256:…`, an archive path, an address.
    fn picture(&self, reference: &str) -> There;

    /// How many tokens a text is.
    fn tokens(&self, text: &str) -> usize;
}

/// Nothing around: no link and no picture can be judged, and a token is four characters, one where scripts have no
/// blanks.
#[derive(Clone, Copy, Debug)]
pub struct Alone;

impl Around for Alone {
    fn piece(&self, _: Kind, _: &str) -> There {
        There::Unknown
    }

    fn picture(&self, _: &str) -> There {
        There::Unknown
    }

    fn tokens(&self, text: &str) -> usize {
        let wide = text.chars().filter(|letter| u32::from(*letter) > 0x2e80).count();
        wide + (text.chars().count() - wide).div_ceil(4)
    }
}

/// A text of the piece that a person wrote.
#[derive(Clone, Debug)]
pub struct TextAt<'a> {
    /// Where.
    pub path: Path,
    /// The text.
    pub text: &'a str,
    /// Its row in the table of the kind.
    pub field: &'static Field,
}

/// The input of every check of one run over one piece.
pub struct CardInput<'a> {
    entity: &'a Entity,
    /// The formats it is meant for; none when the person named none.
    pub targets: &'a [&'static FormatSpec],
    /// What lies around it.
    pub around: &'a dyn Around,
    texts: OnceCell<Vec<TextAt<'a>>>,
}

impl std::fmt::Debug for CardInput<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("CardInput").field("entity", &self.entity).finish_non_exhaustive()
    }
}

impl<'a> CardInput<'a> {
    /// The piece.
    pub fn entity(&self) -> &'a Entity {
        self.entity
    }

    /// Its body.
    pub fn body(&self) -> &'a Value {
        self.entity().body.value()
    }

    /// Every text a person wrote in it, in the order of the body.
    pub fn texts(&self) -> &[TextAt<'a>] {
        self.texts.get_or_init(|| {
            let found = texts(self.entity().kind, self.entity().body.value());
            found.into_iter().map(|(path, text, field)| TextAt { path, text, field }).collect()
        })
    }

    /// The rows of a list by its path, with their numbers; rows that are no map are passed over.
    pub fn rows(&self, list: &str) -> impl Iterator<Item = (usize, &'a Value)> + use<'a> {
        let rows = self.entity().body.list(list);
        rows.iter().enumerate().filter(|(_, row)| row.is_object())
    }

    /// The platforms whose rules count: those of the targets, else that of the file it came from; none for a piece
    /// made here without a target.
    pub fn platforms(&self) -> Vec<&'static str> {
        let mut found: Vec<&'static str> = self.targets.iter().map(|spec| spec.platform).collect();
        if found.is_empty() {
            let source = self.entity().source.as_ref();
            found.extend(
                source.and_then(|source| ficha_formats::format(&source.format)).map(|format| format.spec().platform),
            );
        }
        found.dedup();
        found
    }
}

/// A text below a row; empty when it is absent or no text.
pub fn text_of<'a>(row: &'a Value, key: &str) -> &'a str {
    row.get(key).and_then(Value::as_str).unwrap_or("")
}

/// Whether a row says yes to a key.
pub fn is_on(row: &Value, key: &str) -> bool {
    row.get(key) == Some(&Value::Bool(true))
}
