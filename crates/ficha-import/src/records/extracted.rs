//! The documents as data before they are files, and what the person decided about them: `extracted.json`,
//! `decisions.json`.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Doc;
use super::part::{Note, parts, record, words};

words! {
    /// What a person decided about a document.
    VerdictKind {
        /// It stays as it is.
        Keep = "keep",
        /// It is not written.
        Drop = "drop",
        /// It goes into another.
        Merge = "merge",
        /// It gets another name.
        Rename = "rename",
        /// One of its aliases is somebody else.
        SplitAlias = "split-alias",
        /// It is as the person wrote it.
        Edit = "edit",
        /// It is another kind of thing.
        ChangeKind = "change-kind",
    }
}

parts! {
    /// `extracted.json`. The player is still `[PLAYER]` in every text.
    Extracted {
        /// What goes into `world.json`.
        need "world" world: ExtractedWorld,
        /// Documents in card order.
        need "documents" documents: Vec<Document>,
        /// Edges, as `relationships.json` has them.
        need "relationships" relationships: Vec<Value>,
        /// Prompt texts by slot.
        need "prompts" prompts: BTreeMap<String, String>,
        /// Tracked values, as `variables.json` has them.
        need "variables" variables: Vec<Value>,
        /// Commands, as `commands.json` has them.
        need "commands" commands: Vec<Value>,
        /// Triggers, as `triggers.json` has them.
        need "triggers" triggers: Vec<Value>,
        /// What was said while making them.
        need "notes" notes: Vec<Note>,
    }
    /// What goes into `world.json`.
    ExtractedWorld {
        /// For people choosing a world.
        need "description" description: String,
        /// Tags.
        need "tags" tags: Vec<String>,
        /// The card's creator.
        need "author" author: String,
        /// First message of a story.
        need "opening" opening: String,
        /// Other first messages.
        need "alternate_openings" alternate_openings: Vec<Opening>,
    }
    /// An opening a story can be started with.
    Opening {
        /// Its title, when the card has one.
        may "title" title: Option<String>,
        /// Its text.
        need "text" text: String,
    }
    /// One document, with where it comes from.
    Document {
        /// `characters/orla`.
        need "ref" reference: String,
        /// Ids of the pieces it was made from.
        need "from" from: Vec<String>,
        /// The document, references already ids.
        need "doc" doc: Doc,
    }
    /// `decisions.json`.
    Decisions {
        /// Decisions in the order they were made.
        need "choices" choices: Vec<Verdict>,
    }
    /// One decision.
    Verdict {
        /// What is done.
        need "do" what: VerdictKind,
        /// To which document.
        need "ref" reference: String,
        /// The one it goes into.
        may "into" into: Option<String>,
        /// The new name, or the alias.
        may "name" name: Option<String>,
        /// The new kind.
        may "kind" kind: Option<String>,
        /// The document as the person wrote it.
        may "doc" doc: Option<Doc>,
    }
}

record! {
    Extracted = "extracted.json", "ficha-extracted/v1";
    Decisions = "decisions.json", "ficha-decisions/v1";
}
