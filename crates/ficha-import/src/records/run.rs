//! What a run is in, what the person chose, and the journal of a finish: `state.json`, `choices.json`, `stage.json`.

use super::part::{parts, record, words};

words! {
    /// How far an import has come.
    Phase {
        /// The card lies there and nothing was read.
        Ready = "ready",
        /// Pieces, classification and roster are there.
        Surveyed = "surveyed",
        /// The documents are there as data.
        Built = "built",
        /// The world is written and has problems.
        Repair = "repair",
        /// The import is over.
        Done = "done",
    }
    /// A step of a run.
    Step {
        /// Pieces, classification, roster.
        Survey = "survey",
        /// Documents of pieces.
        Build = "build",
        /// Documents into files.
        Finish = "finish",
        /// All of it without a model.
        Structure = "structure",
        /// A round of repair.
        Repair = "repair",
    }
    /// The phase a finish ends in.
    StagePhase {
        /// No problem is left.
        Done = "done",
        /// Problems are left.
        Repair = "repair",
    }
}

parts! {
    /// `state.json`.
    State {
        /// How far it has come.
        need "phase" phase: Phase,
        /// Whether a review goes on.
        need "reviewing" reviewing: bool,
        /// Whether the person kept it with its problems.
        need "kept" kept: bool,
        /// Whether it was made without a model.
        need "no_model" no_model: bool,
        /// The run, once a step began.
        need "run" run: Option<Run>,
        /// The language of the world.
        need "language" language: String,
        /// The language reports are written in.
        need "report_language" report_language: String,
        /// Why the last step stopped.
        need "last_error" last_error: Option<LastError>,
        /// When this was written.
        need "updated_at" updated_at: String,
    }
    /// Facts of a run.
    Run {
        /// Its id.
        need "id" id: String,
        /// The step that began last.
        need "step" step: Step,
        /// When it began.
        need "started_at" started_at: String,
        /// How often it built.
        need "builds" builds: usize,
        /// How often it repaired.
        need "repair_rounds" repair_rounds: usize,
    }
    /// Why a step stopped.
    LastError {
        /// Which step.
        need "step" step: String,
        /// An error code.
        need "code" code: String,
        /// A sentence for people.
        need "message" message: String,
        /// When.
        need "at" at: String,
    }
    /// `choices.json`.
    Choices {
        /// The world's name.
        need "world_name" world_name: String,
        /// Entries that are left off, by their place in the card from 1, rising.
        need "entries_off" entries_off: Vec<usize>,
        /// The opening: 0 the first message, n the alternate n; none when the card greets nobody.
        need "opening" opening: Option<usize>,
        /// Whether pictures the card points to are fetched.
        need "pictures" pictures: bool,
        /// The world's language.
        need "language" language: String,
        /// The file the card came in.
        need "upload" upload: Upload,
    }
    /// A file the card came in.
    Upload {
        /// Its name without folders.
        need "name" name: String,
        /// Its size.
        need "bytes" bytes: usize,
        /// SHA-256 of it, lower-case hex.
        need "sha256" sha256: String,
        /// What it was: `chara_card_v3 JSON`.
        need "source_format" source_format: String,
    }
    /// `stage.json`: files about to be moved into place.
    Stage {
        /// The run.
        need "run" run: String,
        /// When it was written.
        need "at" at: String,
        /// The phase after it.
        need "phase" phase: StagePhase,
        /// Files in the order of moving, `world.json` last.
        need "put" put: Vec<Put>,
        /// Paths that go away.
        need "remove" remove: Vec<String>,
    }
    /// One file of a stage.
    Put {
        /// Its path in the world.
        need "path" path: String,
        /// SHA-256 of it, lower-case hex.
        need "sha256" sha256: String,
    }
}

record! {
    State = "state.json", "ficha-import-state/v1";
    Choices = "choices.json", "ficha-import-choices/v1";
    Stage = "stage.json", "ficha-stage/v1";
}
