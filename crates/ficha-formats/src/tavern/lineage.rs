//! What sets the card of one platform apart from the common ground, and the format every platform gets by saying so.
//!
//! A platform's folder holds its table, its bid and a [`Lineage`]; [`CardFormat`] does the rest. Rows of the table
//! that are mapped travel by the shared overlay, wherever they lie; a body key that needs code has it in [`Part`]s.
//! Not here: any platform's name for anything.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Style};
use ficha_model::{Entity, Kind};
use serde_json::{Map, Value};

use super::edit::Target;
use super::layout::Layout;
use super::rules::RuleList;
use super::{book, decode, depth_prompt, encode, regex, version};
use crate::ask::{Ask, Encoded};
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec, Mapped, Variant};
use crate::inspect::Roots;
use crate::notes::Notes;
use crate::overlay::Writes;
use crate::read::Reader;
use crate::source::Source;

/// The card of one platform.
pub(crate) struct Lineage {
    /// Its declaration. Versions, containers and the wire table are those of it; the last version is the fullest it
    /// ever writes.
    pub spec: &'static LazyLock<FormatSpec>,
    /// Its bid for a file, and at the same time what it takes for a card.
    pub detect: fn(&Source) -> Option<Detection>,
    /// The extension of a file in each container it writes; those that are not named have the container's own.
    pub extensions: &'static [(ContainerId, &'static str)],
    /// The version of a card made from nothing for this container, when nothing is asked. The body is the card's.
    pub fresh: fn(&Lineage, ContainerId, &Value) -> Variant,
    /// The text of a card of this version without content, with the marks the platform knows its cards by.
    pub skeleton: fn(Variant, Style) -> String,
    /// Entries of an archive the platform reads or writes itself: names, or folders with a slash at the end.
    pub entries: &'static [&'static str],
    /// Body keys with code of their own; those of every card among them, as far as the platform has them.
    pub parts: &'static [Part],
    /// What the book inside a card is. A book that is not every app's has a format of its own, so that its text goes into
    /// no card of another.
    pub book: &'static LazyLock<FormatSpec>,
    /// The lists of regex rules its cards hold, each a linked set; of a set from elsewhere the first takes it.
    pub rules: &'static [&'static RuleList],
    /// A linked book as the platform's reader must have it, its reasons given; `None` leaves it as it is.
    pub adapt: Option<fn(&Entity, &mut Notes) -> Option<Entity>>,
    /// The word its cards have for pictures of expressions.
    pub expression: &'static str,
    /// The sentence for a file that leaves with private values in it, as it came.
    pub holds_private: &'static str,
}

/// Body keys that are mapped by code: what a payload says of them, and the changes an edit makes.
pub(crate) struct Part {
    /// Puts what the payload says into the body.
    pub decode: fn(&Payload<'_>, &mut Map<String, Value>, &mut Reader<'_>),
    /// Adds the changes between two bodies.
    pub overlay: fn(&Value, &Value, &Target<'_>, &mut Notes, &mut Writes),
    /// Gives the reasons for what finds no place in a card that was edited or made anew.
    pub explain: fn(&Value, &mut Notes),
}

/// A payload as a [`Part`] sees it.
pub(crate) struct Payload<'a> {
    /// The text.
    pub document: &'a Document,
    /// Where its fields are.
    pub layout: &'a Layout,
}

impl Lineage {
    /// A platform that differs from the generic card by its table and its bid alone.
    pub const fn of(spec: &'static LazyLock<FormatSpec>, detect: fn(&Source) -> Option<Detection>) -> Lineage {
        Lineage {
            spec,
            detect,
            extensions: EXTENSIONS,
            fresh: fresh_version,
            skeleton: version::skeleton,
            entries: &[],
            parts: &[depth_prompt::PART],
            book: &book::SPEC,
            rules: regex::IN_CARDS,
            adapt: None,
            expression: "emotion",
            holds_private: "The file holds values that are private to the person who saved it; they can be blanked on export.",
        }
    }

    /// Its id.
    pub fn id(&self) -> &'static str {
        self.spec.id
    }

    /// The rows the shared overlay carries: the fields of every card and the platform's own.
    pub fn mapped(&self) -> impl Iterator<Item = &'static Mapped> + use<> {
        self.spec.mapped().filter(|row| row.key.starts_with("/data/") && !row.key.contains('*'))
    }

    /// The fullest version it writes.
    pub fn latest(&self) -> Variant {
        self.spec.variants.last().copied().unwrap_or(Variant::V3)
    }

    /// Whether it writes this container, to a file of its own or to any.
    pub fn writes(&self, container: ContainerId, own: Option<ContainerId>) -> bool {
        self.spec.writes.contains(&container) || (own == Some(container) && self.spec.writes_own.contains(&container))
    }

    /// The extension of a file in this container.
    pub fn extension(&self, container: ContainerId) -> &'static str {
        let named = self.extensions.iter().find(|(known, _)| *known == container);
        named.map_or_else(|| container.extension(), |(_, extension)| extension)
    }

    /// Whether this entry of an archive is the platform's own affair.
    pub fn knows_entry(&self, name: &str) -> bool {
        self.entries.iter().any(|known| *known == name || (known.ends_with('/') && name.starts_with(known)))
    }
}

/// Extensions of the lineage: an archive is a charx, a picture with an archive behind it looks like the picture.
const EXTENSIONS: &[(ContainerId, &str)] = &[
    (ContainerId::Json, "json"),
    (ContainerId::Png, "png"),
    (ContainerId::Zip, "charx"),
    (ContainerId::JpegZip, "jpeg"),
];

/// The fullest version where there is room for it or need of it, else the second.
pub(crate) fn fresh_version(lineage: &Lineage, container: ContainerId, body: &Value) -> Variant {
    let full = matches!(container, ContainerId::Png | ContainerId::Zip | ContainerId::JpegZip);
    let wanted = if full || version::needs_v3(lineage, body) { Variant::V3 } else { Variant::V2 };
    wanted.min(lineage.latest())
}

/// The format of a lineage.
pub(crate) struct CardFormat(pub &'static Lineage);

impl Format for CardFormat {
    fn spec(&self) -> &'static FormatSpec {
        self.0.spec
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        (self.0.detect)(source)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        decode::decode(self.0, source, notes)
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        encode::encode(self.0, entity, ask, notes)
    }

    fn embedded(&self, kind: Kind) -> Option<&'static FormatSpec> {
        match kind {
            Kind::Lorebook => Some(self.0.book),
            Kind::Regex => self.0.rules.first().map(|list| &**list.spec),
            Kind::Character | Kind::Persona | Kind::Preset | Kind::Pack | Kind::Quickreply => None,
        }
    }

    fn roots(&self, document: &Document) -> Roots {
        Layout::of(document).map_or_else(Roots::plain, |(layout, _)| layout.roots())
    }
}
