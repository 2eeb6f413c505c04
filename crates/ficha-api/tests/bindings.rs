//! Writes the TypeScript side of the command table and fails when the committed file is another.
//! `UPDATE_BINDINGS=1 cargo nextest run -p ficha-api bindings` rewrites it.

use std::fmt::Write as _;
use std::path::Path;

use ficha_api::table::COMMANDS;
use specta::datatype::DataType;
use specta::{Type, Types};
use specta_typescript::{FrameworkExporter, Typescript};

const HEADER: &str = "/* eslint-disable */\n// Made from the command table of crates/ficha-api. Do not edit: UPDATE_BINDINGS=1 cargo nextest run -p ficha-api bindings\n";

const PRELUDE: &str = "/** A JSON value. Numbers that JavaScript cannot hold are only shown, never sent back. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** A JSON map. */
export type JsonObject = { [key: string]: Json };
/** `kind/id`, as on the command line. */
export type Address = string;
/** Lower-case hex of a blob's SHA-256. */
export type Sha256 = string;
/** The id of a format. */
export type FormatId = string;
/** One RFC 6902 operation against an original. */
export type PatchOp =
  | { op: \"add\"; path: string; value: Json }
  | { op: \"remove\"; path: string }
  | { op: \"replace\"; path: string; value: Json }
  | { op: \"move\"; from: string; path: string };

/** Every command: its arguments and its result. */
export interface Commands {
";

const CODA: &str = "}\n
/** The name of a command. */
export type CommandName = keyof Commands;
/** What a command takes. */
export type ArgumentsOf<K extends CommandName> = Commands[K][\"args\"];
/** What a command answers. */
export type ResultOf<K extends CommandName> = Commands[K][\"result\"];
";

fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let (head, tail) = word.split_at(1);
        name + &head.to_uppercase() + tail
    })
}

struct Row {
    name: &'static str,
    about: &'static str,
    arguments: Vec<(String, DataType)>,
    result: DataType,
}

fn runtime(rows: &[Row], exporter: &FrameworkExporter<'_>) -> Result<String, specta_typescript::Error> {
    let mut text = String::from(PRELUDE);
    for row in rows {
        let result = exporter.reference(&row.result)?;
        let fields: Vec<String> = row
            .arguments
            .iter()
            .map(|(name, data)| {
                let optional = if matches!(data, DataType::Nullable(_)) { "?" } else { "" };
                Ok(format!("{name}{optional}: {}", exporter.reference(data)?))
            })
            .collect::<Result<_, specta_typescript::Error>>()?;
        let taken =
            if fields.is_empty() { "Record<string, never>".to_owned() } else { format!("{{ {} }}", fields.join("; ")) };
        writeln!(text, "  /** {} */", row.about.trim().replace('\n', " ")).expect("text");
        writeln!(text, "  {}: {{ args: {taken}; result: {result} }};", row.name).expect("text");
    }
    Ok(text + CODA)
}

fn bindings() -> String {
    let mut types = Types::default();
    let rows: Vec<Row> = COMMANDS
        .iter()
        .map(|command| Row {
            name: command.name,
            about: command.about,
            arguments: (command.arguments)(&mut types).into_iter().map(|(name, data)| (camel(name), data)).collect(),
            result: (command.result)(&mut types),
        })
        .collect();
    types
        .register_mut::<ficha_api::JobEvent>()
        .register_mut::<ficha_api::LibraryEvent>()
        .register_mut::<ficha_api::ApiError>();
    let exporter = specta_typescript::Exporter::from(Typescript::new())
        .header(HEADER)
        .framework_prelude("")
        .framework_runtime(move |exporter| Ok(runtime(&rows, &exporter)?.into()));
    exporter.export(&types, specta_serde::Format).expect("every type of the table has a TypeScript form")
}

#[test]
fn bindings_are_those_of_the_table() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/src/bindings/index.ts");
    let fresh = bindings();
    if std::env::var_os("UPDATE_BINDINGS").is_some() {
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("the folder of the bindings");
        std::fs::write(&file, fresh).expect("the bindings are written");
        return;
    }
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        committed == fresh,
        "ui/src/bindings/index.ts is stale: UPDATE_BINDINGS=1 cargo nextest run -p ficha-api bindings"
    );
}

#[test]
fn names_are_unique_and_plain() {
    let names: std::collections::BTreeSet<&str> = COMMANDS.iter().map(|command| command.name).collect();
    assert_eq!(names.len(), COMMANDS.len());
    assert!(names.iter().all(|name| name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')));
}

/// The kinds of the wire are the kinds of the model, word for word.
#[test]
fn kinds_are_the_model_s() {
    for kind in ficha_model::Kind::ALL {
        let word = serde_json::to_value(ficha_api::dto::Kind::from(kind)).expect("a word");
        assert_eq!(word, kind.word());
        assert_eq!(ficha_model::Kind::from(ficha_api::dto::Kind::from(kind)), kind);
    }
    let _ = <ficha_api::dto::Kind as Type>::definition(&mut Types::default());
}
