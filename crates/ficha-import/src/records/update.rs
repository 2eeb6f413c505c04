//! What an update keeps: the newer card that waits, the copies of before, the act that is being done.

use std::collections::BTreeMap;

use super::part::{parts, record, words};

words! {
    /// What a person made of a change.
    Mark {
        /// It is in the world.
        Carried = "carried",
        /// It is not wanted.
        Dismissed = "dismissed",
    }
    /// What is done to one place.
    StepKind {
        /// A file gets another place.
        Move = "move",
        /// A folder gets another place; what stood there goes.
        Folder = "folder",
        /// A file goes.
        Remove = "remove",
        /// A folder of the studio's goes.
        RemoveFolder = "remove-folder",
    }
}

parts! {
    /// `update/state.json`.
    UpdateState {
        /// When the newer card came.
        need "started_at" started_at: String,
        /// Whether finishing has asked about unmarked changes.
        need "asked" asked: bool,
        /// What the person made of each change, by its name.
        need "marks" marks: BTreeMap<String, Mark>,
    }
    /// `before-update/manifest.json`.
    Manifest {
        /// When the copies were made.
        need "at" at: String,
        /// Whether the update was finished, and can be undone.
        need "finished" finished: bool,
        /// SHA-256 of each copy by the path it has in the world.
        need "files" files: BTreeMap<String, String>,
    }
    /// `update-act.json`: changes of many files that happen whole.
    UpdateAct {
        /// What it is: `start`, `finish`, `undo`.
        need "act" act: String,
        /// What is done, in order.
        need "steps" steps: Vec<ActStep>,
    }
    /// One of them.
    ActStep {
        /// What.
        need "do" what: StepKind,
        /// The place it is done to.
        need "from" from: String,
        /// Where it goes.
        may "to" to: Option<String>,
        /// SHA-256 of the file that moves.
        may "sha256" sha256: Option<String>,
    }
}

record! {
    UpdateState = "update/state.json", "ficha-update-state/v1";
    Manifest = "before-update/manifest.json", "ficha-before-update/v1";
    UpdateAct = "update-act.json", "ficha-update-act/v1";
}
