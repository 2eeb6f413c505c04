//! The binary `ficha`: every command for a terminal, and `ficha serve`.
//!
//! Here: argv, what is printed where, exit codes. Not here: anything a window would have to do again. Rules kept:
//! standard output has data only, and with `--json` one document even when the command fails; people's text about
//! progress and failures goes to standard error.

mod arguments;
mod output;
mod run;
mod serve;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};
use output::{Output, fail};

fn main() -> ExitCode {
    // A reader that closes early (`ficha list | head`) ends the program quietly, not in a panic.
    let json = std::env::args_os().any(|argument| argument == "--json");
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return output::unparsed(&error, json),
    };
    let output = Output { json: arguments.json };
    let result = match arguments.command {
        Command::Formats => run::formats(output),
        Command::Detect(wishes) => run::detect(output, &wishes),
        Command::Inspect(wishes) => run::inspect(output, &wishes),
        Command::Convert(wishes) => run::convert(output, &wishes),
        Command::Batch(wishes) => run::batch(output, &wishes),
        Command::Card(wishes) => run::card(output, wishes),
        Command::Check(wishes) => run::check(output, wishes),
        Command::Coverage(wishes) => run::coverage(output, &wishes),
        Command::Import(wishes) => run::import(output, wishes),
        Command::Library(wishes) => run::library(output, wishes),
        Command::Serve(wishes) => run::serve(output, wishes),
        Command::Update(wishes) => run::update(output, wishes),
        Command::World(wishes) => run::world(output, wishes),
        Command::Preset(wishes) => run::preset(output, wishes),
        Command::Lorebook(wishes) => run::lorebook(output, wishes),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => fail(output, &error),
    }
}
