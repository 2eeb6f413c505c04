//! The pages of worlds: the members of every document, from the tables, and the archive a world travels in.

use std::fmt::Write as _;

use ficha_world::archive::{ARCHIVE_SCHEMA, MANIFEST, raised_limits};
use ficha_world::schema::{self, Field, Is, MOST_NAME, MOST_TEXT, To};
use ficha_world::{Folder, IMAGE_EXTENSIONS, MAX_ID_BYTES, MAX_ID_CHARS, RULES, SLOTS};

use super::cell;

const MARK: &str = "<!-- Written by `FICHA_BLESS=1 cargo nextest run -p ficha-tests documents` from the tables of the worlds. Do not edit. -->";

fn id_of(to: To) -> String {
    match to {
        To::Nothing => "id".to_owned(),
        To::In(folder) => format!("id of a {}", folder.kind_word()),
        To::Sibling => "id of the kind `of` names".to_owned(),
    }
}

/// What a value is, in words.
fn words(is: &Is) -> String {
    match is {
        Is::Text { min: 0, max: None } | Is::LongText => format!("text, at most {MOST_TEXT}"),
        Is::Text { min: 0, max: Some(max) } => format!("text, at most {max}"),
        Is::Text { min, max } => format!("text, {min} to {}", max.unwrap_or(MOST_TEXT)),
        Is::Name => format!("name, 1 to {MOST_NAME}"),
        Is::Summary => "one or two sentences, at most 600".to_owned(),
        Is::Aliases => "at most 24 names".to_owned(),
        Is::Tags => "at most 24 labels of 1 to 40".to_owned(),
        Is::Id(to) => id_of(*to),
        Is::Ids(to) => format!("list of: {}", id_of(*to)),
        Is::Ref => "reference like `places/quay`".to_owned(),
        Is::Knower => "reference to a character or faction".to_owned(),
        Is::Subject => "reference to what carries the value".to_owned(),
        Is::Image => "path of a picture, or null".to_owned(),
        Is::Key => "variable key".to_owned(),
        Is::Word => "command word".to_owned(),
        Is::Language => "language tag".to_owned(),
        Is::Sha256 => "SHA-256, hexadecimal".to_owned(),
        Is::When => "moment, RFC 3339".to_owned(),
        Is::Const(text) => format!("`{text}`"),
        Is::OneOf(all) => all.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", "),
        Is::Flag { absent: true } => "true or false; absent is true".to_owned(),
        Is::Flag { absent: false } => "true or false; absent is false".to_owned(),
        Is::Number => "number".to_owned(),
        Is::NumberOrNull => "number or null".to_owned(),
        Is::Integer { range: None } => "whole number".to_owned(),
        Is::Integer { range: Some((min, max)) } => format!("whole number, {min} to {max}"),
        Is::Value => "number, true or false, or text".to_owned(),
        Is::Values => "values by variable key".to_owned(),
        Is::Map(of) => format!("by free keys: {}", words(of)),
        Is::List { of, min, max } => {
            let count = match (min, max) {
                (0, None) => "list of".to_owned(),
                (0, Some(max)) => format!("at most {max} of"),
                (min, Some(max)) if min == max => format!("{min} of"),
                (min, Some(max)) => format!("{min} to {max} of"),
                (min, None) => format!("at least {min} of"),
            };
            format!("{count}: {}", words(of))
        }
        Is::Object(_) => "object".to_owned(),
        Is::Condition => "condition: exactly one of its members".to_owned(),
        Is::OrNull(of) => format!("{}, or null", words(of)),
    }
}

fn inner(is: &Is) -> Option<&'static [Field]> {
    match is {
        Is::Object(fields) => Some(fields),
        Is::OrNull(of) | Is::List { of, .. } => inner(of),
        _ => None,
    }
}

fn rows(page: &mut String, fields: &'static [Field], above: &str) {
    for field in fields {
        let key = format!("{above}{}", field.key);
        let needed = if field.required { "yes" } else { "" };
        let _ = writeln!(page, "| `{key}` | {} | {needed} |", cell(&words(&field.is)));
        if let Some(fields) = inner(&field.is) {
            let list = matches!(field.is, Is::List { .. });
            rows(page, fields, &format!("{key}{}.", if list { "[]" } else { "" }));
        }
    }
}

/// The page of a world's folder.
pub fn folder_page() -> String {
    let mut page = format!(
        "# A world\n\n{MARK}\n\nA world is a folder of UTF-8 JSON and Markdown. Lengths are counted in Unicode scalar values. \
         Members are written in the order below, optional ones without a value are left out, and members nobody reads stay \
         where they are. `ficha world schema` prints each table as JSON Schema.\n\n| file | what it is |\n|---|---|\n"
    );
    let _ = writeln!(page, "| `world.json` | the world itself, required |");
    for folder in Folder::ALL {
        let _ = writeln!(page, "| `{}/<id>.json` | a {} each |", folder.word(), folder.kind_word());
    }
    let _ =
        writeln!(page, "| `relationships.json`, `variables.json`, `commands.json`, `triggers.json` | one list each |");
    let _ = writeln!(page, "| `images/...` | pictures ({}), with `images/index.json` |", IMAGE_EXTENSIONS.join(", "));
    let _ = writeln!(page, "| `prompts/<language>/roleplay/<slot>.md` | the world's own prompts |");
    let _ = write!(
        page,
        "\nAn id is letters, marks and numbers of any script, `-` and `_`, a letter or number first, in NFC, at most \
         {MAX_ID_CHARS} characters and {MAX_ID_BYTES} bytes, and no device name of Windows. Anything whose name begins with a dot \
         belongs to the studio on one computer and is no part of the format.\n"
    );
    for shape in schema::all() {
        let _ = write!(page, "\n## {}\n\n| member | value | needed |\n|---|---|---|\n", shape.name);
        rows(&mut page, shape.fields, "");
    }
    let _ = write!(page, "\n## Prompts\n\n| slot | at most | placeholders it is given |\n|---|---|---|\n");
    for slot in SLOTS {
        let given: Vec<String> = slot.given.iter().map(|name| format!("`${{{name}}}`")).collect();
        let _ = writeln!(page, "| `{}` | {} | {} |", slot.word, slot.most, given.join(", "));
    }
    let _ = write!(
        page,
        "\n## Problems\n\nA world without problems can begin once somebody is playable. Each code and the rule behind it:\n\n| code | rule |\n|---|---|\n"
    );
    for (code, rule) in RULES {
        let _ = writeln!(page, "| `{code}` | {rule} |");
    }
    page
}

/// The page of the archive.
pub fn archive_page() -> String {
    let raised = raised_limits();
    format!(
        "# The archive of a world\n\n{MARK}\n\nVersion `{ARCHIVE_SCHEMA}`. A zip, by custom named `<world id>.world.zip`. \
Entries stand sorted by path and are dated 1 January 1980, so the same world is the same bytes.\n\n\
| entry | what it is |\n|---|---|\n\
| `{MANIFEST}` | the list of files, first |\n\
| `world/...` | the files of a [world](world.md), by their paths in it |\n\
| `lorebooks/<id>/lorebook.json`, `lorebooks/<id>/entries/<id>.json` | books the world uses, when asked for |\n\
| `presets/<id>/preset.json`, `presets/<id>/prompts/...` | presets the world uses, when asked for |\n\n\
## The list of files\n\n\
| member | value |\n|---|---|\n\
| `schema` | `{ARCHIVE_SCHEMA}`; another one is refused |\n\
| `world` | the world's id; where that is taken, the importing library counts up |\n\
| `name` | the world's name |\n\
| `app` | the program that wrote it, with its version |\n\
| `world_updated_at` | `updated_at` of `world.json`; there is no time of export |\n\
| `files[]` | `path` in the archive, `bytes` and `sha256` of every entry but the list itself |\n\n\
## What never travels\n\n\
* Anything with a path segment that begins with a dot: the card, the records of an import, results of checks, trash.\n\
* Links, and files that are no part of the format.\n\
* What was written beside a picture: of PNG, JPEG, WebP and GIF only the parts that say how the picture is drawn are kept. \
A picture too damaged to walk along stays behind.\n\
* In `images/index.json` the `address` of each picture; `sha256` is that of the picture as it travels.\n\n\
## Reading one\n\n\
The whole archive is refused when an entry goes through a parent folder, is an absolute path, a path on a drive or a link, \
when a name stands twice, when a listed file is missing, or when one differs from its listed size or hash. Files that are \
not listed, or that are no part of the format, are skipped and named. The limits of the [overview](README.md) hold; a person \
may raise them for one file to {} entries and {} GiB. A world that arrives is opened whatever is wrong with it.\n\n\
## Versions\n\n\
A change that older studios would misread gets a new version in `schema`. New members of the list, and new members of a \
world's documents, do not: what a reader does not know stays where it is.\n",
        raised.zip_entries,
        raised.zip_total >> 30,
    )
}
