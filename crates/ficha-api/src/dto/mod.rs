//! The shapes that cross to a shell, one file per subject. Wire form: camelCase JSON.
//!
//! Not here: behaviour beyond building a shape from what the crates below answer. Rules kept: every number fits a
//! JavaScript number (sizes stay below 2^53); free JSON is [`Json`], never a typed tree, so that number spelling and
//! key order survive; a key the workbench should always see is never left out, `null` says there is nothing.

mod batch;
mod card_tools;
mod checks;
mod entity;
mod export;
mod find;
mod imports;
mod intake;
mod json;
mod library;
mod lore;
mod merge;
mod narration;
mod native;
mod opened_world;
mod settings;
mod told;
mod updates;
mod words;
mod world_checks;
mod worlds;

pub use batch::{
    BatchCollision, BatchMeasured, BatchName, BatchOutcome, BatchPlan, BatchResult, BatchWish, Unfinished,
};
pub use card_tools::{
    CardHit, CardOrigin, CardOutcome, CardOutcomes, CardOverview, CardPieceRow, CardRosterRow, CardSearch, CardText,
    CardVersion,
};
pub use checks::{
    CheckRow, CheckRun, CheckedPiece, EvidenceRow, FindingCounts, FindingRow, FixRow, GoneRow, HushedRow,
    ReportLanguage, SkippedRow,
};
pub use entity::{
    AttributesRead, Change, Draft, EntityLink, HistoryRow, MediaAdded, NativeFieldsRow, NativePatch, OpenEntity,
    OriginalRow, PatchOp, PatchWord, PictureRow, PortraitSet, RawEdit, RawProblem, RawView, RevisionView, SourceRecord,
    Step,
};
pub use export::{
    ChangedRow, Counts, ExportOptions, ExportTarget, ExportWritten, FormatRow, LeftBehindRow, LostRow, Persona, Report,
    ReportSource, ReportTarget, Variant,
};
pub use find::{
    FoundBody, FoundField, FoundPiece, FoundPieces, FoundPlace, PieceFailure, ReplaceIn, Run, RunPiece, Wanted,
};
pub use imports::{
    CardDialect, CardPreview, DraftAct, ImportChoices, ImportFault, ImportNote, ImportPhase, ImportProgress,
    ImportReview, ImportStatus, NamedCount, PreviewEntry, PreviewField, PreviewGreeting, ReviewAct, ReviewChoice,
    ReviewDocument, ReviewPiece, ReviewText, UpdateTarget, WorldEdited, WorldProblem,
};
pub use intake::{
    Amount, Bid, Brought, Choice, Decision, Duplicate, DuplicateReason, FieldRow, IntakeFailure, IntakeKept, Script,
    StagedDetail, StagedRow, StagedState,
};
pub use json::{Json, JsonObject};
pub use library::{
    CopyAs, DamagedFile, EntityRow, KindCount, LibraryList, LibraryPage, LibraryQuery, LibrarySort, LibrarySummary,
    OutFile, Rebuilding, Removed, SearchHit, Shelf, TagCount, TrashDeleted, TrashRestored, TrashRow,
};
pub use lore::{
    LoreBarrier, LoreChat, LoreEntry, LoreFault, LoreGraph, LoreIgnored, LoreMade, LoreMark, LoreMessage, LoreNear,
    LoreObedience, LoreObeyed, LorePart, LorePlace, LoreReach, LoreRules, LoreSaid, LoreSources, LoreStop, LoreTrial,
    LoreWhy, LoreWoke,
};
pub use merge::{
    CompareRow, ComparisonRow, ComparisonState, FieldChoice, FieldPart, FieldUnit, LibraryWatch, MergeSide, MergeView,
    PieceHead, PieceState, Told, UpdateView,
};
pub use narration::{
    BookLeftOut, NarrationApplied, NarrationPreset, NarrationPrompt, NarrationSampler, WorldBookMade, WorldBookRow,
};
pub use native::{
    KeyMeaning, NativeColumn, NativeFieldRow, NativeOffer, NativeOrigin, NativePanel, NativePanels, NativeWidget,
    RawKey, WidgetWord, Words,
};
pub use opened_world::{
    OpenedWorld, WorldDocumentRow, WorldField, WorldFieldIs, WorldPicture, WorldPrompt, WorldRemoved, WorldSchema,
    WorldSlot, WorldUnreadable, WorldWritten,
};
pub use settings::{ProseFont, Settings, StudioInfo, Theme, TokenRow, Tokenizer, UiLanguage};
pub use told::{
    AssembledBlock, AssembledPreset, BlockLeft, CarriedField, Cast, CompiledPart, CompiledPersona, CompiledTurn,
    RegexOccasion, RegexRow, RegexRun, RegexSkip, TurnKind, TurnPiece,
};
pub use updates::{CardChanges, SentenceChange, UpdateChange, UpdateFinished, UpdateMark, UpdateStatus};
pub use words::{Address, Kind, Note, Place, Severity};
pub use world_checks::{WorldCheck, WorldCheckCounts, WorldCheckDeep, WorldCheckRun, WorldCheckSkipped, WorldFinding};
pub use worlds::{
    WorldCounts, WorldExported, WorldImported, WorldLeftOut, WorldMadeFrom, WorldReadiness, WorldRow, WorldTrashRow,
    WorldUpdateMark,
};
