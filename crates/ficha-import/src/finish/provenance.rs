//! The provenance of a world: a line is added, or put in the place of the one the same run wrote before.

use crate::records::{Line, Provenance, Record, RecordError};
use crate::said::{Notes, Said};

use crate::records::Note;

/// What becomes of a provenance.
#[derive(Clone, Debug, PartialEq)]
pub enum Provenanced {
    /// These bytes are written.
    Written(Vec<u8>),
    /// It is of another schema, or no record; it stays as it is, and this says so.
    Left(Box<Note>),
}

/// A provenance with a line more. `there` is the file as it is.
pub fn with_line(there: Option<&[u8]>, line: Line, report_language: &str) -> Provenanced {
    let mut provenance = match there.map(Provenance::from_bytes) {
        None => Provenance::default(),
        Some(Ok(provenance)) => provenance,
        Some(Err(error)) => {
            let found = match &error {
                RecordError::Schema { found, .. } => found.clone(),
                other => other.to_string(),
            };
            let mut notes = Notes::of("finish", report_language);
            notes.add(None, None, &Said::ForeignProvenance(&found));
            return Provenanced::Left(Box::new(notes.list.pop().unwrap_or_default()));
        }
    };
    provenance.lines.retain(|known| known.run != line.run || known.kind != line.kind);
    provenance.lines.push(line);
    Provenanced::Written(provenance.to_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(run: &str, at: &str) -> Line {
        Line { run: run.into(), at: at.into(), ..Line::default() }
    }

    fn written(there: Option<&[u8]>, line: Line) -> Vec<u8> {
        match with_line(there, line, "en") {
            Provenanced::Written(bytes) => bytes,
            Provenanced::Left(note) => panic!("{note:?}"),
        }
    }

    // W-255
    #[test]
    fn a_line_more_for_each_run_and_one_for_a_run_that_is_done_twice() {
        let once = written(None, line("a", "1"));
        let twice = written(Some(&once), line("b", "2"));
        let again = written(Some(&twice), line("b", "2"));
        assert_eq!(again, twice);
        let lines: Vec<String> =
            Provenance::from_bytes(&again).unwrap().lines.into_iter().map(|line| line.run).collect();
        assert_eq!(lines, ["a", "b"]);
    }

    // W-255
    #[test]
    fn a_provenance_of_another_schema_is_left_and_said() {
        for there in [&br#"{"schema": "x/v9", "lines": []}"#[..], b"no json", b"\xff"] {
            let Provenanced::Left(note) = with_line(Some(there), line("a", "1"), "en") else {
                panic!("it was written")
            };
            assert_eq!(note.code, "foreign-provenance");
        }
    }
}
