//! From a tree of files to a world: what can be read is, and what cannot is named.

use ficha_container::picture;
use ficha_json::{Document, JsonError, Limits, RepairKind};
use serde_json::Value;

use crate::check::{check_world, readiness};
use crate::place::{ListFile, image_fault};
use crate::problem::Problem;
use crate::tree::{FileKind, Held, Tree, kind_of};
use crate::world::{Doc, Loaded, World};

/// Lists and objects inside one another, in any file of a world.
const DEEPEST: usize = 32;

impl World {
    /// Reads a world. Never fails: a file that cannot be read is a problem, and the rest is there.
    pub fn load(tree: &Tree) -> Loaded {
        let mut world = World::default();
        for (path, held) in tree {
            take(&mut world, path, held);
        }
        let newer = world.info.get("schema").is_some_and(|schema| schema.as_str() != Some("ficha-world/v1"));
        let problems = check_world(&world);
        let readiness = readiness(&world, &problems);
        Loaded { world, problems, readiness, newer }
    }
}

fn take(world: &mut World, path: &str, held: &Held) {
    // The studio's own, at any depth: a file being written, what a file manager leaves.
    if path.split('/').any(|segment| segment.starts_with('.')) {
        return;
    }
    let kind = kind_of(path);
    let unreadable = if kind == FileKind::Info { "world-file" } else { "file-unreadable" };
    match held {
        Held::Link => {
            let message = "This is a link, and none is followed.";
            world.damaged.push(Problem::new(unreadable, path, "", message));
            return;
        }
        Held::TooBig(bytes) if kind != FileKind::Stray => {
            world.damaged.push(too_big(&kind, path, *bytes));
            return;
        }
        Held::Bytes(bytes) if kind.most_bytes().is_some_and(|most| bytes.len() as u64 > most) => {
            world.damaged.push(too_big(&kind, path, bytes.len() as u64));
            return;
        }
        _ => {}
    }
    let (bytes, whole): (&[u8], bool) = match held {
        Held::Bytes(bytes) => (bytes, true),
        Held::Picture { head, .. } => (head, false),
        Held::TooBig(_) | Held::Link => (&[], false),
    };
    match kind {
        FileKind::Stray => world.stray.push(path.to_owned()),
        FileKind::BadId(_) => {
            let message = "The file's name is no id of a document: letters, numbers, `-` and `_`, then `.json`.";
            world.damaged.push(Problem::new("bad-id", path, "", message));
        }
        FileKind::BadPicture => {
            let why = image_fault(path).map_or_else(String::new, |fault| fault.to_string());
            world.damaged.push(Problem::new("image-path", path, "", sentence(&why)));
        }
        FileKind::Picture => {
            if let Some(problem) = other_picture(path, bytes) {
                world.damaged.push(problem);
            }
            world.pictures.insert(path.to_owned());
        }
        _ if !whole => {
            let message = "Only the beginning of this file was given.";
            world.damaged.push(Problem::new(unreadable, path, "", message));
        }
        FileKind::Prompt { language, slot } => match std::str::from_utf8(bytes) {
            Ok(text) => {
                let text = text.strip_prefix('\u{feff}').unwrap_or(text);
                world.prompts.insert((language, slot), text.to_owned());
            }
            Err(_) => world.damaged.push(Problem::new(unreadable, path, "", "This is no UTF-8 text.")),
        },
        FileKind::Info => match read_object(path, bytes, unreadable) {
            Ok(doc) => world.info = doc,
            Err(problem) => world.damaged.push(problem),
        },
        FileKind::Document(at) => match read_object(path, bytes, unreadable) {
            Ok(doc) => {
                world.documents.insert(at, doc);
            }
            Err(problem) => world.damaged.push(problem),
        },
        FileKind::List(file) => match read_object(path, bytes, unreadable) {
            Ok(doc) => take_list(world, file, doc),
            Err(problem) => world.damaged.push(problem),
        },
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

fn too_big(kind: &FileKind, path: &str, bytes: u64) -> Problem {
    let message = match kind.most_bytes() {
        Some(most) => format!("The file has {bytes} bytes; at most {most} are read."),
        None => format!("The file has {bytes} bytes, which is more than is read."),
    };
    Problem::new("file-too-big", path, "", message)
}

/// A picture whose first bytes are another kind's than its name says.
fn other_picture(path: &str, head: &[u8]) -> Option<Problem> {
    let named = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is = picture::describe(head).map(|picture| picture.extension);
    let fits = is == Some(named) || (is == Some("jpg") && named == "jpeg");
    if fits {
        return None;
    }
    let message = match is {
        Some(is) => format!("The file ends in `{named}` and is a `{is}` picture."),
        None => "The file does not begin like a picture.".to_owned(),
    };
    Some(Problem::new("image-path", path, "", message))
}

/// Reads the one object a JSON file of a world is.
fn read_object(path: &str, bytes: &[u8], unreadable: &'static str) -> Result<Doc, Problem> {
    let fault = |message: String| Problem::new(unreadable, path, "", message);
    let text = std::str::from_utf8(bytes).map_err(|_| fault("This is no UTF-8 text.".to_owned()))?;
    let limits = Limits { depth: DEEPEST, ..Limits::default() };
    let document = Document::parse(text, &limits).map_err(|error| match error {
        JsonError::Limit { name: "json-depth", .. } => {
            fault(format!("More than {DEEPEST} lists and objects lie inside one another."))
        }
        other => fault(format!("This is no JSON: {other}.")),
    })?;
    if let Some(repair) = document.repairs().iter().find(|repair| repair.kind != RepairKind::ByteOrderMark) {
        return Err(fault(format!("This is no strict JSON: {} at byte {}.", repair_word(repair.kind), repair.offset)));
    }
    if let Some(twice) = document.duplicate_keys().first() {
        return Err(fault(format!("The member `{twice}` stands twice.")));
    }
    match document.root().to_value() {
        Value::Object(doc) => Ok(doc),
        _ => Err(Problem::new("field-type", path, "", "The file is no object.")),
    }
}

fn repair_word(kind: RepairKind) -> &'static str {
    match kind {
        RepairKind::ByteOrderMark => "a byte order mark",
        RepairKind::Comment => "a comment",
        RepairKind::TrailingComma => "a comma before a closing bracket",
        RepairKind::NotFinite => "a number that is none",
        RepairKind::ControlCharacter => "a control character in a text",
        RepairKind::LoneSurrogate => "half of a surrogate pair",
    }
}

/// Takes the rows of a list file apart. Rows that are no objects stay in the file, which nothing then writes.
fn take_list(world: &mut World, file: ListFile, mut doc: Doc) {
    let path = file.path();
    match doc.shift_remove(file.key()) {
        Some(Value::Array(rows)) => {
            for (index, row) in rows.into_iter().enumerate() {
                match row {
                    Value::Object(row) => world.rows_mut(file).push(row),
                    _ => {
                        let at = format!("/{}/{index}", file.key());
                        world.damaged.push(Problem::new("field-type", path, &at, "This row is no object."));
                    }
                }
            }
        }
        Some(_) => {
            let at = format!("/{}", file.key());
            world.damaged.push(Problem::new("field-type", path, &at, "This is no list."));
        }
        None => {
            let at = format!("/{}", file.key());
            let message = format!("`{}` is missing.", file.key());
            world.damaged.push(Problem::new("field-missing", path, &at, message));
        }
    }
    if !doc.is_empty() {
        world.extras.insert(file, doc);
    }
}
