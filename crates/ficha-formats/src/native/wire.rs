//! The keys of Ficha's portable file and of Hoplight's canonical file.

use ficha_container::ContainerId;
use ficha_model::Kind;

use crate::format::{EVERYTHING, FormatSpec, Wire, custom, kept};

const OWN: &str = "Ficha";

/// The entry of an archive that holds what a file of text would.
pub(super) const TEXT: &str = "ficha.json";

/// What the names of the binaries in an archive begin with; the SHA-256 in lower-case hex follows.
pub(super) const BLOBS: &str = "blobs/";

const WIRE: &[Wire] = &[
    custom("/schemaVersion", &[], OWN),
    custom("/kind", &[], OWN),
    custom("/id", &[], OWN),
    custom("/body", &[EVERYTHING], OWN),
    custom("/profiles", &[], OWN),
    custom("/original", &[], OWN),
    custom("/escrow", &[], "Hoplight, older files"),
    custom("/nativeEdits", &[], OWN),
    custom("/source", &[], OWN),
    custom("/blobs", &[], OWN),
    custom("/with", &[], OWN),
    kept("/notes", "the author's own notes; no format carries them", OWN),
];

const fn portable(id: &'static str, kind: Kind, title: &'static str) -> FormatSpec {
    FormatSpec {
        id,
        platform: "ficha",
        kind,
        title,
        reads: &[ContainerId::Json, ContainerId::Zip],
        writes: &[ContainerId::Json, ContainerId::Zip],
        writes_own: &[],
        extensions: &["ficha.json", "ficha"],
        variants: &[],
        own: true,
        wire: &[WIRE],
        private: &[],
        source: OWN,
    }
}

/// One format for each kind.
pub(super) static PORTABLE: [FormatSpec; 7] = [
    portable("ficha", Kind::Character, "Ficha character"),
    portable("ficha-lorebook", Kind::Lorebook, "Ficha lorebook"),
    portable("ficha-persona", Kind::Persona, "Ficha persona"),
    portable("ficha-regex", Kind::Regex, "Ficha regex set"),
    portable("ficha-preset", Kind::Preset, "Ficha preset"),
    portable("ficha-pack", Kind::Pack, "Ficha picture pack"),
    portable("ficha-quickreply", Kind::Quickreply, "Ficha quick replies"),
];

/// Hoplight's canonical file, read only.
pub(super) static VAUD: FormatSpec = FormatSpec {
    id: "vaud-json",
    platform: "hoplight",
    kind: Kind::Character,
    title: "Hoplight character",
    reads: &[ContainerId::Json],
    writes: &[],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &[],
    source: "Hoplight core/canonical.ts",
};
