//! What the checks of a world look at. Each part is asked of its source at most once in a run, and only when a check
//! wants it.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use ficha_world::{Folder, Loaded, Ref, Scratch, World, schema};
use serde_json::Value;

use super::walk;
use crate::CheckSkipped;
use crate::measure::{folded, terms_of_folded};
use crate::world::CardEvidence;

/// Where the parts of a world come from. Each is asked for at most once in a run.
pub trait WorldSource {
    /// The world with its problems.
    fn loaded(&self) -> Loaded;

    /// The card it was made from, with the import's records; or the newer one that waits, with the records matched to
    /// it and its changes. `None` when there is none.
    ///
    /// # Errors
    /// Why the records that are there cannot be read.
    fn card(&self, version: CardVersion) -> Result<Option<CardEvidence>, String>;
}

/// Which card a world is held against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CardVersion {
    /// The one it was made from.
    #[default]
    Current,
    /// The newer one that waits.
    New,
}

impl CardVersion {
    /// The word on the command line and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            CardVersion::Current => "current",
            CardVersion::New => "new",
        }
    }
}

/// A text of a world as a whole: a document's texts joined, what the world says of itself, a prompt.
#[derive(Clone, Debug)]
pub struct Document {
    /// The document it is; `None` for `world.json` and prompts.
    pub at: Option<Ref>,
    /// Where it is, as findings say it.
    pub spot: String,
    /// What it is called.
    pub name: String,
    /// The text, folded.
    pub folded: String,
    /// Its terms.
    pub terms: BTreeSet<String>,
    /// Whether only game masters and authors see it: rules, prompts.
    pub is_guidance: bool,
}

/// The input of every check of one run over one world.
pub struct WorldInput<'a> {
    source: &'a dyn WorldSource,
    /// Which card the world is held against.
    pub version: CardVersion,
    loaded: OnceCell<Loaded>,
    scratch: OnceCell<Scratch>,
    documents: OnceCell<Vec<Document>>,
    card: OnceCell<Result<Option<CardEvidence>, String>>,
}

impl std::fmt::Debug for WorldInput<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("WorldInput").field("version", &self.version).finish_non_exhaustive()
    }
}

impl<'a> WorldInput<'a> {
    /// An input that has read nothing yet.
    pub fn new(source: &'a dyn WorldSource, version: CardVersion) -> WorldInput<'a> {
        WorldInput {
            source,
            version,
            loaded: OnceCell::new(),
            scratch: OnceCell::new(),
            documents: OnceCell::new(),
            card: OnceCell::new(),
        }
    }

    /// The world with its problems.
    pub fn loaded(&self) -> &Loaded {
        self.loaded.get_or_init(|| self.source.loaded())
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.loaded().world
    }

    /// Whether nothing of the world could be loaded.
    pub fn is_unloadable(&self) -> bool {
        self.world().info.is_empty() || self.loaded().newer
    }

    /// Where everything is when a story begins.
    pub fn scratch(&self) -> &Scratch {
        self.scratch.get_or_init(|| Scratch::of(self.world()))
    }

    /// Every text of the world as a whole, with its terms.
    pub fn documents(&self) -> &[Document] {
        self.documents.get_or_init(|| documents(self.world()))
    }

    /// The card the world is held against.
    ///
    /// # Errors
    /// `no-card`, or `no-update` when the newer one was asked for; `failed` when the records cannot be read.
    pub fn card(&self) -> Result<&CardEvidence, CheckSkipped> {
        match (self.card.get_or_init(|| self.source.card(self.version)), self.version) {
            (Ok(Some(card)), _) => Ok(card),
            (Ok(None), CardVersion::Current) => Err(CheckSkipped::NoCard),
            (Ok(None), CardVersion::New) => Err(CheckSkipped::NoUpdate),
            (Err(why), _) => Err(CheckSkipped::Failed(why.clone())),
        }
    }

    /// The characters a player may be, by id.
    pub fn playable(&self) -> impl Iterator<Item = (&str, &ficha_world::Doc)> {
        self.world().folder(Folder::Characters).filter(|(_, doc)| doc.get("playable") == Some(&Value::Bool(true)))
    }
}

fn documents(world: &World) -> Vec<Document> {
    let language = world.language();
    let document = |at: Option<Ref>, spot: String, name: String, text: &str, is_guidance: bool| {
        let folded = folded(text);
        let terms = terms_of_folded(&folded, language);
        Document { at, spot, name, folded, terms, is_guidance }
    };
    let mut all = Vec::with_capacity(world.documents.len() + 8);
    for (at, doc) in &world.documents {
        let mut texts = Vec::new();
        walk::texts(schema::of(at.folder).fields, doc, &mut |pointer, text| {
            if pointer != "/notes" {
                texts.push(text);
            }
        });
        let name = world.name_of(at).to_owned();
        let guidance = at.folder == Folder::Lore && is_for_the_game_master(doc);
        all.push(document(Some(at.clone()), at.to_string(), name, &texts.join("\n"), guidance));
    }
    let openings = world.info.get("alternate_openings").and_then(Value::as_array).into_iter().flatten();
    let mut texts = vec![text(&world.info, "description"), text(&world.info, "opening")];
    texts.extend(openings.filter_map(|row| row.get("text").and_then(Value::as_str)));
    all.push(document(None, "world.json".to_owned(), world.name().to_owned(), &texts.join("\n"), false));
    for ((language, slot), text) in &world.prompts {
        let path = format!("prompts/{language}/roleplay/{slot}.md");
        all.push(document(None, path, slot.clone(), text, true));
    }
    all
}

/// Whether an entry is known to nobody in the world.
fn is_for_the_game_master(doc: &ficha_world::Doc) -> bool {
    let known_by = doc.get("known_by").and_then(Value::as_array).map_or(0, Vec::len);
    text(doc, "scope") == "listed" && known_by == 0
}

/// A text member; empty when it is absent or no text.
pub(super) fn text<'a>(doc: &'a ficha_world::Doc, key: &str) -> &'a str {
    doc.get(key).and_then(Value::as_str).unwrap_or("")
}

/// The texts of a list member.
pub(super) fn list<'a>(doc: &'a ficha_world::Doc, key: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    doc.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

/// The rows of a list member that are objects, with their numbers.
pub(super) fn rows<'a>(
    doc: &'a ficha_world::Doc,
    key: &str,
) -> impl Iterator<Item = (usize, &'a ficha_world::Doc)> + use<'a> {
    let rows = doc.get(key).and_then(Value::as_array).into_iter().flatten().enumerate();
    rows.filter_map(|(index, row)| row.as_object().map(|row| (index, row)))
}
