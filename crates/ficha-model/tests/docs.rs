//! `docs/model.md` is written from the tables. `UPDATE_DOCS=1 cargo test -p ficha-model --test docs` writes it anew.

use std::fmt::Write as _;
use std::path::PathBuf;

use ficha_model::Kind;
use ficha_model::schema::{self, Field, FieldType};

const OPENING: &str = "# The model

<!-- Written by `UPDATE_DOCS=1 cargo test -p ficha-model --test docs` from the tables in `crates/ficha-model/src/schema`. Do not edit. -->

Every format is read into the bodies described here and written from them; no format is ever turned into another
directly. A field is here only if at least one real file format can hold it.

## The wrapper

An entity is stored as one JSON object:

| key | what it holds |
|---|---|
| `schemaVersion` | `\"1\"`. A newer one is read, its unknown keys are kept, and it is written again as it was. |
| `kind` | one of the kinds below |
| `id` | the name as a slug, unique within the kind; also its file name |
| `body` | the content: the fields of the kind's table |
| `profiles` | format id to the fields that differ for that format, laid over the body before it is written there; `null` takes a field away |
| `original` | format id to what the source held: `raw`, the payload word for word (`rawAround` the blanks before and behind it, `rawBlob` in its place the blob that holds it); `unmapped`, what the payload itself does not say; `sourceMedia`, the blob of the file it came in |
| `nativeEdits` | format id to an ordered list of JSON Patch operations (add, remove, replace, move) against that `raw` |
| `source` | the file the entity came from: `format`, `container`, `pointer`, `fileName`, `sha256`, `bytes`, `at` |
| `notes` | the author's own notes: `id`, `text`, `at`, `by` |

Parts that are empty are left out. Keys nobody knows are kept and written behind the others. Older shapes (`escrow` for
`original`, plain ids for links, pictures in base64 inside `sourceMedia`) are read and written as above from then on.

## Rules of bodies

* What a file does not say is absent. Defaults are shown by editors and filled in by writers only where the target demands it.
* `\"\"`, `[]`, `{}` and absent say the same when bodies are compared. `null`, `false` and `0` are values.
* Rows of lists pair by `id`, then by equal content, then by position, so a moved row is not a lost row.
* A link is `{\"type\": \"entity\", \"id\"}`, `{\"type\": \"name\", \"name\"}` or `{\"type\": \"foreign\", \"platform\", \"id\"}`.
* A picture is `carrier:` (the picture of the entity's own file), `sha256:<hex>` (a blob), or what the file said.
* Variants: with `mirrorBase` absent or true the differences are laid over the base field by field; with false each section stands in place of the base's, and only the name falls through.

## Reading the tables

`[]` stands for any item of a list, `{}` for any key of a map. Types: *text* is one line, *longtext* is prose,
*identifier* is for programs and is neither searched nor counted, *group* is a map with rows of its own, *any* is any
JSON, *overlay* is a partial body. A bold type is required; *or null* means that null is a value of its own. *Known
wires* names formats that are known to carry the field, without ordinary Tavern cards of other apps; what each format
truly carries is measured by writing the field and reading it back, and stands on that format's page.
";

fn shape(field: &Field) -> String {
    let mut shape = field.shape.word().to_owned();
    if let FieldType::Choice(choice) = field.shape
        && choice.open
    {
        shape = "open choice".to_owned();
    }
    if field.required {
        shape = format!("**{shape}**");
    }
    if field.nullable {
        shape.push_str(" or null");
    }
    shape
}

fn page() -> String {
    let mut page = OPENING.to_owned();
    for kind in Kind::ALL {
        let table = schema::schema(kind);
        let _ = write!(page, "\n## {} (`{kind}`, {})\n\n", table.english, table.chinese);
        page.push_str("| path | type | meaning | English | 中文 | known wires |\n|---|---|---|---|---|---|\n");
        for field in table.fields() {
            let wires = table.known_wires(field).join(", ");
            let _ = writeln!(
                page,
                "| `{}` | {} | {} | {} | {} | {wires} |",
                field.path,
                shape(field),
                field.meaning,
                field.english,
                field.chinese
            );
        }
        let mut choices = table.fields().filter_map(|field| match field.shape {
            FieldType::Choice(choice) => Some((field, choice)),
            _ => None,
        });
        if let Some(first) = choices.next() {
            page.push_str("\nWords of the choices:\n\n");
            for (field, choice) in std::iter::once(first).chain(choices) {
                let words: Vec<String> = choice
                    .values
                    .iter()
                    .map(|value| format!("`{}` {} ({})", value.word, value.english, value.chinese))
                    .collect();
                let _ = writeln!(page, "* `{}`: {}", field.path, words.join(", "));
            }
        }
    }
    page
}

#[test]
fn the_page_is_what_the_tables_say() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/model.md");
    let page = page();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &page).expect("docs/model.md can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written.replace("\r\n", "\n") == page,
        "docs/model.md is stale: run UPDATE_DOCS=1 cargo test -p ficha-model --test docs"
    );
}
