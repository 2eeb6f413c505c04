//! The document an archive is about, and what an archive without one is.
//!
//! Content decides, never a name alone: `manifest.json`, `package.json` and `card.json` are names of many tools. An
//! archive of which nothing is known opens all the same, since a format may know it by its entries; why it holds no
//! payload is said in the refusal.

use ficha_container::Place;
use ficha_container::archive::{Archive, Entry};
use ficha_json::Node;

use super::{Payload, Source};
use crate::error::Refusal;

impl Source {
    /// The document an archive is about.
    pub(super) fn archived(&self, archive: &Archive) -> Result<Payload, Refusal> {
        // The studio's own archive says what it is by the one name nobody else uses.
        if let Some(own) = archive.find("ficha.json").filter(|entry| entry.name == "ficha.json") {
            return self.read_entry(archive, own);
        }
        // A card decides alone: when it is damaged, no other entry is taken for it.
        if let Some(card) = card(archive) {
            return self.read_entry(archive, card);
        }
        for name in ["lumiverse_modules.json", "manifest.json", "story.json", "package.json"] {
            let fits = |root: Node<'_>| match name {
                "manifest.json" => is_manifest(root),
                "story.json" => is_story(root),
                "package.json" => is_typed(root, "package"),
                _ => root.is_object(),
            };
            let Some(entry) = archive.find(name).filter(|entry| entry.name == name) else { continue };
            match self.read_entry(archive, entry) {
                Ok(payload) if fits(payload.document.root()) => {
                    if let Some(version) = newer_account(payload.document.root()) {
                        let what = format!("this is a Lumiverse archive of version {version}; version 1 is read");
                        return Err(Refusal::Unsupported { what, place: Place::entry(name) });
                    }
                    return Ok(self.typed_character(archive).filter(|_| name == "package.json").unwrap_or(payload));
                }
                Err(refusal @ Refusal::Limit { .. }) => return Err(refusal),
                Ok(_) | Err(_) => {}
            }
        }
        self.typed_character(archive).ok_or_else(|| self.unknown_archive(archive))
    }

    /// The first character of a Voxta package: `Characters/<id>/character.json` with its type inside.
    fn typed_character(&self, archive: &Archive) -> Option<Payload> {
        let mut entries = archive.entries().iter().filter(|entry| {
            let parts: Vec<&str> = entry.name.split('/').collect();
            matches!(parts[..], ["Characters", _, "character.json"])
        });
        entries.find_map(|entry| {
            self.read_entry(archive, entry).ok().filter(|payload| is_typed(payload.document.root(), "character"))
        })
    }

    /// What an archive is that no document says anything of.
    fn unknown_archive(&self, archive: &Archive) -> Refusal {
        let unsupported = |what: &str| Refusal::Unsupported { what: what.to_owned(), place: Place::file() };
        let has = |name: &str| archive.find(name).is_some_and(|entry| entry.name == name);
        let says = |entry: &Entry, keys: &[&str]| {
            self.read_entry(archive, entry)
                .is_ok_and(|payload| keys.iter().all(|key| payload.document.root().get(key).is_some()))
        };
        // npm packs everything below one folder; an archive of a repository has one, too.
        let anywhere = |name: &str| {
            let at_most_one_folder = |entry: &&Entry| {
                entry.name == name || entry.name.split_once('/').is_some_and(|(_, below)| below == name)
            };
            archive.entries().iter().find(at_most_one_folder)
        };
        if has("[Content_Types].xml") {
            return unsupported("this is an office document, and no card");
        }
        if has("META-INF/container.xml") {
            return unsupported("this is an electronic book, and no card");
        }
        if has("AndroidManifest.xml") || has("META-INF/MANIFEST.MF") {
            return unsupported("this is a program package, and no card");
        }
        if anywhere("manifest.json").is_some_and(|entry| says(entry, &["manifest_version"])) {
            return unsupported("this is a browser extension, and no card");
        }
        if anywhere("package.json").is_some_and(|entry| says(entry, &["name", "version"])) {
            return unsupported("this is a package of program code, and no card");
        }
        let what = match contents(archive) {
            Contents::Nothing => "this archive is empty".to_owned(),
            Contents::Pictures(count) => format!("this archive holds no card.json, only pictures ({count})"),
            Contents::Files(count) => format!(
                "this archive holds no card.json, but other files that may be cards ({count}); unpack it and open those"
            ),
            Contents::Other => "this archive holds no card.json".to_owned(),
        };
        Refusal::NoCard { what, place: Place::file() }
    }
}

/// The `card.json` of an archive: the one at the root, else the first that lies in a folder. SillyTavern takes any
/// name that ends so (`charx.js`); a folder of macOS resource forks is never meant.
fn card(archive: &Archive) -> Option<&Entry> {
    let within = |entry: &&Entry| entry.name.ends_with("/card.json") && !entry.name.starts_with("__MACOSX/");
    let entries = archive.entries();
    entries.iter().find(|entry| entry.name == "card.json").or_else(|| entries.iter().find(within))
}

/// The list of contents of a Backyard archive or of a Lumiverse archive.
fn is_manifest(root: Node<'_>) -> bool {
    let list = |key: &str| root.get(key).is_some_and(Node::is_array);
    (list("characters") && list("scenarios"))
        || root
            .get("producer")
            .is_some_and(|producer| producer.as_str().is_some_and(|producer| producer == "lumiverse"))
}

/// The version of an account's archive that is of another than the one that is read.
fn newer_account(root: Node<'_>) -> Option<i64> {
    root.get("producer").filter(|producer| producer.as_str().is_some_and(|producer| producer == "lumiverse"))?;
    root.get("schemaVersion")?.as_i64().filter(|version| *version != 1)
}

/// A story of the KoboldAI family.
fn is_story(root: Node<'_>) -> bool {
    let keys = ["gamestarted", "file_version", "worldinfo", "worldinfo_v2", "actions", "memory"];
    keys.iter().filter(|key| root.get(key).is_some()).count() >= 2
}

/// Voxta writes the type of every document into it.
fn is_typed(root: Node<'_>, word: &str) -> bool {
    root.get("$type").is_some_and(|found| found.as_str().is_some_and(|found| found == word))
}

enum Contents {
    Nothing,
    Pictures(usize),
    Files(usize),
    Other,
}

fn contents(archive: &Archive) -> Contents {
    let files: Vec<&str> = archive
        .entries()
        .iter()
        .filter(|entry| !entry.is_directory() && !entry.name.starts_with("__MACOSX/"))
        .map(|entry| entry.name.as_str())
        .collect();
    let named = |name: &&&str, extensions: &[&str]| {
        let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
        extension.is_some_and(|extension| extensions.contains(&extension.as_str()))
    };
    let pictures = files.iter().filter(|name| named(name, &["png", "jpg", "jpeg", "webp", "gif", "avif"])).count();
    let cards = files.iter().filter(|name| named(name, &["png", "json", "charx", "byaf", "webp", "yaml"])).count();
    match (files.len(), pictures, cards) {
        (0, _, _) => Contents::Nothing,
        (all, pictures, _) if all == pictures => Contents::Pictures(pictures),
        (_, _, 0) => Contents::Other,
        (_, _, cards) => Contents::Files(cards),
    }
}
