//! What is said while reading and writing that is not fatal: notes, and the reasons for what an encoder could not
//! carry.
//!
//! One enum holds every code, so that the workbench can switch on it and translate it. A note says one thing, with
//! its place in the file. A reason names the body path it explains; conversions join reasons with the measured
//! losses, and a test holds both to each other.

use ficha_container::Place;
use ficha_model::Path;
use serde::{Serialize, Serializer};

/// How much a note matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Info,
    /// Something was repaired, guessed or adapted.
    Warning,
    /// Something could not be read and is not in the entity.
    Error,
}

macro_rules! note_codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $word:literal),+ $(,)?) => {
        /// What a note is about. The word is what every JSON answer prints.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum NoteCode { $($(#[doc = $doc])+ $name),+ }

        impl NoteCode {
            /// Every code.
            pub const ALL: &'static [NoteCode] = &[$(NoteCode::$name),+];

            /// The word for this code, kebab case.
            pub fn word(self) -> &'static str {
                match self { $(NoteCode::$name => $word),+ }
            }

            /// The code of a word.
            pub fn from_word(word: &str) -> Option<NoteCode> {
                NoteCode::ALL.iter().copied().find(|code| code.word() == word)
            }
        }
    };
}

note_codes! {
    /// Several card chunks of one keyword hold different text; one was chosen.
    ConflictingCardChunks = "conflicting-card-chunks",
    /// A card chunk was passed over because it could not be read.
    CandidateUnread = "candidate-unread",
    /// The carrier (chunk, checksum, base64, archive) is not as its own app needs it, and was read all the same.
    CarrierRepaired = "carrier-repaired",
    /// The bytes of the text were in another encoding, or encoded twice, and were recovered.
    TextRepaired = "text-repaired",
    /// The JSON needed tolerant reading.
    JsonRepaired = "json-repaired",
    /// An object holds one key twice; the last counts.
    DuplicateKey = "duplicate-key",
    /// The file's bytes are another container than its name says.
    MisnamedFile = "misnamed-file",
    /// A root copy of a `data` key says something else.
    MirrorDiffers = "mirror-differs",
    /// One text stood in two body fields and is written once.
    MirroredText = "mirrored-text",
    /// Two body fields were written into one.
    JoinedText = "joined-text",
    /// The card says it is a later version but has its fields at the root.
    FieldsAtRoot = "fields-at-root",
    /// The card does not say which version it is.
    MissingSpec = "missing-spec",
    /// The card names a version nobody knows, or a newer one.
    UnknownSpec = "unknown-spec",
    /// A field the format requires is absent.
    MissingRequired = "missing-required",
    /// A value has another type than the format says.
    WrongType = "wrong-type",
    /// A key stands under another app's spelling.
    OtherSpelling = "other-spelling",
    /// A number or word this format gives no meaning; kept as it is.
    UnknownValue = "unknown-value",
    /// An asset points to bytes that are not there.
    DanglingAsset = "dangling-asset",
    /// An archive entry that nothing in the card names; kept.
    OrphanEntry = "orphan-entry",
    /// A row of an archive could not be read and became nothing.
    RowFailed = "row-failed",
    /// Rows of an archive are of a kind that is not read.
    SkippedRows = "skipped-rows",
    /// Part of the archive belongs to another app; kept, not read.
    ForeignPart = "foreign-part",
    /// Two entries of one book share an id.
    DuplicateId = "duplicate-id",
    /// Book entries got other ids on the wire.
    RenumberedEntries = "renumbered-entries",
    /// Several linked books left as one.
    MergedBooks = "merged-books",
    /// A merged book was split again.
    SplitBook = "split-book",
    /// The book's advanced logic was written by an app that numbers it otherwise.
    LogicMayBeForeign = "logic-may-be-foreign",
    /// A scan depth was converted from characters to messages or back.
    ConvertedUnit = "converted-unit",
    /// The card left as a later version because a field needs it.
    UpgradedSpec = "upgraded-spec",
    /// Lines at the start of entries that only a later version knows were left out of the older copy.
    StrippedDecorators = "stripped-decorators",
    /// A required key had no value and got the format's empty one.
    FilledDefault = "filled-default",
    /// The portrait was turned into another picture format.
    TranscodedPortrait = "transcoded-portrait",
    /// There was no portrait; a plain picture was written.
    PlainPortrait = "plain-portrait",
    /// The target container has no room for a picture.
    PictureLeft = "picture-left",
    /// The target has no place for this field.
    NoPlace = "no-place",
    /// The chosen version of the target has no place for this field.
    OlderVariant = "older-variant",
    /// The target can say this only in another way; it was adapted.
    Adapted = "adapted",
    /// Few programs read this kind of file.
    RarelyRead = "rarely-read",
    /// An edit made in a native panel points to a place that is gone.
    NativeEditLost = "native-edit-lost",
    /// The payload holds secrets or private places of the app it came from.
    HoldsPrivateData = "holds-private-data",
    /// Private values were blanked on request.
    BlankedPrivateData = "blanked-private-data",
    /// The originals of other formats travel along under a key of their own.
    CarriedOriginals = "carried-originals",
    /// A linked entity could not travel.
    LinkLeft = "link-left",
}

impl Serialize for NoteCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// One thing worth saying.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Note {
    /// What it is about.
    pub code: NoteCode,
    /// How much it matters.
    pub severity: Severity,
    /// Where in the file.
    pub place: Place,
    /// The sentence for people, English.
    pub text: String,
}

/// Why a body field did not arrive, or arrived changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reason {
    /// The entity, as `kind/id`; `None` for the main one.
    pub entity: Option<String>,
    /// The body path it explains; everything below it is explained too.
    pub path: Path,
    /// What kind of reason.
    pub code: NoteCode,
    /// The sentence for people, English.
    pub text: String,
}

/// Collects notes and reasons in the order they are said.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    list: Vec<Note>,
    reasons: Vec<Reason>,
}

impl Notes {
    /// Nothing said yet.
    pub fn new() -> Notes {
        Notes::default()
    }

    /// Says something.
    pub fn push(&mut self, code: NoteCode, severity: Severity, place: Place, text: impl Into<String>) {
        self.list.push(Note { code, severity, place, text: text.into() });
    }

    /// Says something of severity [`Severity::Info`].
    pub fn info(&mut self, code: NoteCode, place: Place, text: impl Into<String>) {
        self.push(code, Severity::Info, place, text);
    }

    /// Says something of severity [`Severity::Warning`].
    pub fn warn(&mut self, code: NoteCode, place: Place, text: impl Into<String>) {
        self.push(code, Severity::Warning, place, text);
    }

    /// Gives the reason why a field of the main entity is lost or changed.
    pub fn explain(&mut self, path: Path, code: NoteCode, text: impl Into<String>) {
        self.reasons.push(Reason { entity: None, path, code, text: text.into() });
    }

    /// The same for a linked entity, named `kind/id`; for the main one when there is no name.
    pub fn explain_in<'e>(
        &mut self,
        entity: impl Into<Option<&'e str>>,
        path: Path,
        code: NoteCode,
        text: impl Into<String>,
    ) {
        self.reasons.push(Reason { entity: entity.into().map(str::to_owned), path, code, text: text.into() });
    }

    /// Takes over everything others said, with their reasons moved to other paths.
    pub fn take_over(&mut self, others: Notes, moved: impl Fn(Path) -> Path) {
        self.list.extend(others.list);
        self.reasons
            .extend(others.reasons.into_iter().map(|reason| Reason { path: moved(reason.path.clone()), ..reason }));
    }

    /// Takes over everything others said but the reasons about these entities, named `kind/id`.
    pub fn take_over_without(&mut self, others: Notes, addresses: &[String]) {
        let of_them = |reason: &Reason| reason.entity.as_ref().is_some_and(|entity| addresses.contains(entity));
        self.list.extend(others.list);
        self.reasons.extend(others.reasons.into_iter().filter(|reason| !of_them(reason)));
    }

    /// Everything said, in order.
    pub fn list(&self) -> &[Note] {
        &self.list
    }

    /// Every reason given, in order.
    pub fn reasons(&self) -> &[Reason] {
        &self.reasons
    }

    /// Takes over what others said.
    pub fn extend(&mut self, notes: impl IntoIterator<Item = Note>) {
        self.list.extend(notes);
    }

    /// The notes themselves.
    pub fn into_list(self) -> Vec<Note> {
        self.list
    }

    /// Whether a note of this code was said.
    pub fn has(&self, code: NoteCode) -> bool {
        self.list.iter().any(|note| note.code == code)
    }
}

#[cfg(test)]
mod tests {
    use super::NoteCode;

    #[test]
    fn every_word_is_one_code() {
        for code in NoteCode::ALL {
            assert_eq!(NoteCode::from_word(code.word()), Some(*code));
        }
    }
}
