//! From a world's files to the bytes of an archive.

use std::collections::{BTreeMap, BTreeSet};

use ficha_container::archive::{NewEntry, build};
use ficha_container::{ContainerError, stripped};
use ficha_json::{Style, to_text};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{ARCHIVE_SCHEMA, MANIFEST, book_shape, is_preset_file, travels};
use crate::place::ListFile;
use crate::schema;
use crate::tree::{FileKind, Held, Tree, kind_of};
use crate::world::World;
use crate::write::to_bytes;

/// What the list of files says beside the files.
#[derive(Clone, Debug)]
pub struct Packing<'a> {
    /// The world's id.
    pub id: &'a str,
    /// The program that writes it, with its version.
    pub app: &'a str,
}

/// What goes along on request: files of lorebooks and presets, by `<id>/...`.
#[derive(Clone, Debug, Default)]
pub struct Companions {
    /// Lorebooks.
    pub lorebooks: BTreeMap<String, Vec<u8>>,
    /// Presets.
    pub presets: BTreeMap<String, Vec<u8>>,
}

/// An archive, and what could not go into it.
#[derive(Clone, Debug)]
pub struct Packed {
    /// The zip.
    pub zip: Vec<u8>,
    /// Files that stay behind, each with the reason; never the studio's own, which begin with a dot.
    pub left_out: Vec<(String, &'static str)>,
}

/// Builds the archive of a world. Every file of the tree has to be there as [`Held::Bytes`], pictures too; one that is
/// not stays behind and is named. Pictures go without texts, times and camera data; the index of pictures goes with
/// their new hashes and without addresses.
///
/// # Errors
/// When the archive would be larger than the zip format is written here.
pub fn write(tree: &Tree, with: &Companions, packing: &Packing<'_>) -> Result<Packed, ContainerError> {
    let mut left_out = Vec::new();
    let mut files = world_files(tree, &mut left_out);
    for (path, bytes) in &with.lorebooks {
        if book_shape(path).is_some() {
            files.insert(format!("lorebooks/{path}"), bytes.clone());
        } else {
            left_out.push((format!("lorebooks/{path}"), "it is no file of a lorebook"));
        }
    }
    for (path, bytes) in &with.presets {
        if is_preset_file(path) {
            files.insert(format!("presets/{path}"), bytes.clone());
        } else {
            left_out.push((format!("presets/{path}"), "it is no file of a preset"));
        }
    }
    let manifest = manifest(&World::load(tree).world, &files, packing);
    let mut entries = vec![NewEntry::new(MANIFEST, manifest)];
    entries.extend(files.iter().map(|(path, bytes)| NewEntry::new(path.as_str(), bytes.as_slice())));
    Ok(Packed { zip: build(&entries)?, left_out })
}

fn manifest(world: &World, files: &BTreeMap<String, Vec<u8>>, packing: &Packing<'_>) -> Vec<u8> {
    let listed: Vec<Value> = files
        .iter()
        .map(|(path, bytes)| json!({ "path": path, "bytes": bytes.len(), "sha256": sha256(bytes) }))
        .collect();
    let manifest = json!({
        "schema": ARCHIVE_SCHEMA,
        "world": packing.id,
        "name": world.name(),
        "app": packing.app,
        "world_updated_at": world.info.get("updated_at").cloned().unwrap_or(Value::Null),
        "files": listed,
    });
    let mut text = to_text(&manifest, Style::Pretty(2));
    text.push('\n');
    text.into_bytes()
}

/// The SHA-256 of bytes, in lower case hexadecimal.
pub(super) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn world_files(tree: &Tree, left_out: &mut Vec<(String, &'static str)>) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for (path, held) in tree {
        if path.split('/').any(|segment| segment.starts_with('.')) {
            continue;
        }
        let kind = kind_of(path);
        let mut stay = |why: &'static str| left_out.push((path.clone(), why));
        match held {
            _ if !travels(path) => stay("it is no part of a world"),
            Held::Link => stay("it is a link"),
            Held::TooBig(_) => stay("it is too large"),
            Held::Picture { .. } => stay("it was not read"),
            Held::Bytes(bytes) if kind == FileKind::Picture => match stripped(bytes) {
                Some(alone) => {
                    files.insert(format!("world/{path}"), alone);
                }
                None => stay("it is no whole picture"),
            },
            Held::Bytes(_) if kind == FileKind::List(ListFile::Images) => {}
            Held::Bytes(bytes) => {
                files.insert(format!("world/{path}"), bytes.clone());
            }
        }
    }
    index(tree, &mut files, left_out);
    files
}

/// The index of pictures as it travels: of the pictures that do, with the hashes they have now.
fn index(tree: &Tree, files: &mut BTreeMap<String, Vec<u8>>, left_out: &mut Vec<(String, &'static str)>) {
    let path = ListFile::Images.path();
    let Some(held) = tree.get(path) else { return };
    let alone: Tree = [(path.to_owned(), held.clone())].into_iter().collect();
    let world = World::load(&alone).world;
    if world.damaged.iter().any(|problem| problem.path() == path) {
        left_out.retain(|(left, _)| left != path);
        left_out.push((path.to_owned(), "it could not be read, and may hold addresses"));
        return;
    }
    let mut doc = world.list_document(ListFile::Images).unwrap_or_default();
    let mut rows = world.images;
    let stayed: BTreeSet<&str> = left_out.iter().map(|(path, _)| path.as_str()).collect();
    rows.retain(|row| row.get("path").and_then(Value::as_str).is_none_or(|path| !stayed.contains(path)));
    for row in &mut rows {
        row.shift_remove("address");
        let travelled = row.get("path").and_then(Value::as_str).and_then(|path| files.get(&format!("world/{path}")));
        if let Some(bytes) = travelled {
            row.insert("sha256".to_owned(), Value::from(sha256(bytes)));
        }
    }
    let rows = rows.into_iter().map(Value::Object).collect();
    doc.insert(ListFile::Images.key().to_owned(), Value::Array(rows));
    files.insert(format!("world/{path}"), to_bytes(&schema::IMAGES, &doc));
}
