//! What is printed where, and with which exit code.

use std::io::Write;
use std::process::ExitCode;

use ficha_api::{ApiError, ErrorCode};
use serde::Serialize;
use serde_json::json;

/// How a command talks.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    /// One JSON document instead of text for people.
    pub json: bool,
}

/// Writes to standard output. A reader that has gone away is no failure of the command.
pub fn print(bytes: &[u8]) -> Result<(), ApiError> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(ApiError::new(ErrorCode::Io, format!("Standard output could not be written: {error}.")))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Says something to the person, beside the data.
pub fn say(text: &str) {
    // Nobody may be listening there.
    let _ = writeln!(std::io::stderr(), "{text}");
}

impl Output {
    /// One JSON document, or text for people.
    pub fn put(self, value: &impl Serialize, people: impl FnOnce() -> String) -> Result<(), ApiError> {
        if !self.json {
            return print(people().as_bytes());
        }
        let text = serde_json::to_string_pretty(value)
            .map_err(|error| ApiError::new(ErrorCode::Bug, format!("The answer is no JSON: {error}.")))?;
        print(format!("{text}\n").as_bytes())
    }

    /// Progress, for people only.
    pub fn progress(self, text: &str) {
        if !self.json {
            say(text);
        }
    }
}

/// An error as lines for people.
pub fn described(error: &ApiError) -> String {
    let mut error = error.clone();
    name_flag(&mut error);
    let mut lines = vec![error.message.clone()];
    if let Some(place) = &error.place {
        let parts = [place.entry.clone(), place.pointer.clone(), place.offset.map(|offset| format!("byte {offset}"))];
        lines.push(format!("  where: {}", parts.into_iter().flatten().collect::<Vec<_>>().join(", ")));
    }
    if let Some(hint) = &error.hint {
        lines.push(format!("  {hint}"));
    }
    lines.join("\n")
}

/// Names the flag that raises the limit an error tells of, exactly as it would be typed.
pub fn name_flag(error: &mut ApiError) {
    let Some(limit) = &error.limit else { return };
    let Some(raised) = limit.raise_to else { return };
    let why = if limit.needed.is_some() { "" } else { " to try with more" };
    let flag = format!("--raise {}={raised}", limit.name);
    let hint = error.hint.take().unwrap_or_default();
    if hint.contains(&flag) {
        error.hint = Some(hint);
    } else {
        error.hint = Some(format!("{hint} Add {flag}{why}.").trim_start().to_owned());
    }
}

/// Ends with an error: a document on standard output with `--json`, lines on standard error without.
pub fn fail(output: Output, error: &ApiError) -> ExitCode {
    let mut error = error.clone();
    name_flag(&mut error);
    let error = &error;
    if output.json {
        // When even this cannot be printed, the exit code still says it.
        let _ = output.put(&json!({ "error": error }), String::new);
    } else {
        say(&format!("ficha: {}", described(error)));
    }
    ExitCode::from(error.code.exit_code())
}

/// Ends with what the argument reader says: help and version are no errors.
pub fn unparsed(error: &clap::Error, json: bool) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    if json {
        let message = error.to_string();
        let first = message.lines().next().unwrap_or("").trim_start_matches("error: ").to_owned();
        return fail(
            Output { json },
            &ApiError::new(ErrorCode::Usage, format!("{first}.")).hint("ficha --help lists the commands."),
        );
    }
    let _ = error.print();
    ExitCode::from(ErrorCode::Usage.exit_code())
}

/// Rows as columns: each as wide as its widest cell, two blanks between, the last one open.
pub fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let gap = width.saturating_sub(cell.chars().count()) + 2;
            line.push_str(&plain(cell));
            line.extend(std::iter::repeat_n(' ', gap));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// A text from a file as a terminal may have it: signs that would steer the terminal are replaced.
pub fn plain(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect()
}

/// A text cut for one line.
pub fn short(text: &str, chars: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= chars {
        return plain(&line);
    }
    let cut: String = line.chars().take(chars.saturating_sub(1)).collect();
    format!("{}…", plain(&cut))
}
