//! Where test material lies, and a walk over it in one order on every machine.
//!
//! Files of others are never in this repository. They may lie in a folder beside it (or where `FICHA_SHARED` says);
//! tests that use them say in one line when they are absent, and pass.

use std::path::{Path, PathBuf};

/// The root of this workspace.
pub fn workspace_dir() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// The folder of outside test material: `FICHA_SHARED`, else `shared` beside the workspace; `None` when there is none.
pub fn shared_dir() -> Option<PathBuf> {
    let folder = match std::env::var_os("FICHA_SHARED") {
        Some(folder) => PathBuf::from(folder),
        None => workspace_dir().parent()?.join("shared"),
    };
    folder.is_dir().then_some(folder)
}

/// The samples of this repository.
pub fn samples_dir() -> PathBuf {
    workspace_dir().join("samples")
}

/// A file of the test material.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sample {
    /// Its name in results: the folder it was found under and the way from there, with `/` on every system.
    pub name: String,
    /// Where it lies.
    pub path: PathBuf,
}

impl Sample {
    /// The file's bytes.
    pub fn read(&self) -> Vec<u8> {
        std::fs::read(&self.path).unwrap_or_else(|error| panic!("{}: {error}", self.path.display()))
    }

    /// The file's extension in lower case, empty when it has none.
    pub fn extension(&self) -> String {
        self.path.extension().map(|extension| extension.to_string_lossy().to_lowercase()).unwrap_or_default()
    }
}

/// Every file below `folder` whose name is no documentation of it, sorted by name; `label` stands in front of each.
pub fn walk(folder: &Path, label: &str) -> Vec<Sample> {
    let mut found = Vec::new();
    collect(folder, label, &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, label: &str, found: &mut Vec<Sample>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = format!("{label}/{}", entry.file_name().to_string_lossy());
        if path.is_dir() {
            collect(&path, &name, found);
        } else if !is_documentation(&path) {
            found.push(Sample { name, path });
        }
    }
}

fn is_documentation(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    matches!(extension, "md" | "tsv" | "snap") || path.file_name().is_some_and(|name| name == "LICENSE")
}

/// Every test file there is: the repository's samples, then the outside material when it is there.
pub fn everything() -> Vec<Sample> {
    let mut samples = walk(&samples_dir(), "samples");
    samples.extend(outside());
    samples
}

/// The outside material, in the order corpus, vectors, fixtures; empty when it is not there.
pub fn outside() -> Vec<Sample> {
    let Some(shared) = shared_dir() else { return Vec::new() };
    ["corpus/files", "corpus/repro", "vectors", "fixtures"]
        .iter()
        .flat_map(|part| walk(&shared.join(part), part))
        .collect()
}

/// Says once that outside material is absent; returns whether it is there.
pub fn outside_is_there() -> bool {
    let there = shared_dir().is_some();
    if !there {
        eprintln!("no outside test material (FICHA_SHARED or ../shared): only the repository's own samples were used");
    }
    there
}
