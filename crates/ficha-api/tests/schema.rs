//! Writes the fields of every kind for the page, and fails when the committed file is another. The page draws its forms
//! from them; labels and words are those of the model.
//! `UPDATE_BINDINGS=1 cargo nextest run -p ficha-api bindings` rewrites it.

use std::fmt::Write as _;
use std::path::Path;

use ficha_model::Kind;
use ficha_model::schema::{FieldType, schema};

const HEADER: &str = "/* eslint-disable */
// Made from the tables of crates/ficha-model. Do not edit: UPDATE_BINDINGS=1 cargo nextest run -p ficha-api bindings
import type { Kind } from \".\";

/** A word of a choice: as a body has it, in English, in Chinese. */
export type Word = readonly [word: string, english: string, chinese: string];
/** A field: path with `[]` for items and `{}` for keys, type, name in English and in Chinese, words of a choice, whether others are allowed. */
export type FieldRow = readonly [path: string, shape: string, english: string, chinese: string, words?: readonly Word[], open?: boolean];
export const SCHEMA: Record<Kind, readonly FieldRow[]> = {
";

fn text(text: &str) -> String {
    serde_json::to_string(text).expect("a text is JSON")
}

fn table() -> String {
    let mut out = String::from(HEADER);
    for kind in Kind::ALL {
        writeln!(out, "  {kind}: [").expect("text");
        for field in schema(kind).fields() {
            let words = match field.shape {
                FieldType::Choice(choice) => {
                    let words: Vec<String> = choice
                        .values
                        .iter()
                        .map(|word| format!("[{}, {}, {}]", text(word.word), text(word.english), text(word.chinese)))
                        .collect();
                    format!(", [{}], {}", words.join(", "), choice.open)
                }
                _ => String::new(),
            };
            let (path, shape) = (text(field.path), text(field.shape.word()));
            writeln!(out, "    [{path}, {shape}, {}, {}{words}],", text(field.english), text(field.chinese))
                .expect("text");
        }
        out.push_str("  ],\n");
    }
    out + "};\n"
}

#[test]
fn bindings_of_the_schema_are_those_of_the_model() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/src/bindings/schema.ts");
    let fresh = table();
    if std::env::var_os("UPDATE_BINDINGS").is_some() {
        std::fs::write(&file, fresh).expect("the table is written");
        return;
    }
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        committed == fresh,
        "ui/src/bindings/schema.ts is stale: UPDATE_BINDINGS=1 cargo nextest run -p ficha-api bindings"
    );
}
